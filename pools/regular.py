"""Open what claims to be a file: not a pipe that never ends, not a device, not more than is wanted."""

import errno
import io
import os
import stat
from pathlib import Path


def open_regular(path: Path, limit: int) -> io.BufferedReader:
    """Open a regular file of at most `limit` bytes for reading.

    Raises `OSError` when there is none, or it is something else or larger.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        status = os.fstat(handle)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "Not a regular file", str(path))
        if status.st_size > limit:
            raise OSError(errno.EFBIG, f"{status.st_size:,} bytes are more than the {limit:,} it may have", str(path))
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def read_regular(path: Path, limit: int) -> bytes:
    """Return the content of a regular file of at most `limit` bytes; raise `OSError` as `open_regular` does."""
    with open_regular(path, limit) as file:
        return file.read(limit)
