"""Texts from elsewhere, such as names of files and reasons of errors, as lines that may be shown."""

SHOWN = 200
"""Characters of a text from elsewhere that a message shows at most."""


def harmless(text: str) -> str:
    """Return a text with nothing in it that a terminal obeys, the end of a line included."""
    return "".join(c if c.isprintable() else "?" for c in text)


def one_line(text: str) -> str:
    """Return a text from elsewhere as one line, with nothing in it that a terminal obeys."""
    return harmless(" ".join(text.split()))


def short_line(text: str) -> str:
    """Return a text from elsewhere as one line of bounded length."""
    return one_line(text if len(text) <= SHOWN else text[:SHOWN] + "...")
