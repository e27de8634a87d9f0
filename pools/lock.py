"""A lock on a folder, which dies with the process that holds it."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def locked(path: Path) -> Iterator[bool]:
    """Hold a lock file while the block runs; yield False when another process holds it.

    The lock dies with its process. The file is removed afterwards, so a lock counts only while the
    locked file is still the one with this name.
    """
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            yield False
            return
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(handle), os.stat(path)):
                break
        os.close(handle)
    try:
        yield True
    finally:
        with suppress(OSError):
            path.unlink()
        os.close(handle)
