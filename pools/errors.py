"""What can be wrong with pools, builds, pictures or files: each message is a line and tells a way out, if any."""


class PoolError(Exception):
    """Pools that are damaged, or a build that failed."""


class FolderError(PoolError):
    """A folder that is not what was asked for: missing, not writable, or another run's."""


class PictureError(Exception):
    """A picture that cannot be drawn as asked for: no such format, or matplotlib is not installed."""


class WriteError(Exception):
    """A file that cannot be written, because the disk is full or fails."""


class PlaceError(WriteError):
    """A path at which no file can be written: no such folder, not writable, a name too long."""


def harmless(text: str) -> str:
    """Return a text with nothing in it that a terminal obeys, the end of a line included."""
    return "".join(c if c.isprintable() else "?" for c in text)


def one_line(text: str) -> str:
    """Return a text from elsewhere as one line, with nothing in it that a terminal obeys."""
    return harmless(" ".join(text.split()))


SHOWN = 200
"""Characters of a text from elsewhere that a message shows at most."""


def short_line(text: str) -> str:
    """Return a text from elsewhere as one line of bounded length."""
    return one_line(text if len(text) <= SHOWN else text[:SHOWN] + "...")
