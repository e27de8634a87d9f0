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
