"""A browser, what is served to it, and pools to read in it."""

from browser import browser, page, server
from built_games import games
from built_pools import built_with_cells
from viewer import served

__all__ = ["browser", "built_with_cells", "games", "page", "served", "server"]
