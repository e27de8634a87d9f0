from browser import browser, page, server

__all__ = ["browser", "page", "server"]
