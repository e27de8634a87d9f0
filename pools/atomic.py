"""Files that appear whole or not at all, and a lock on a folder."""

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replacing(path: Path, scratch: Path) -> Iterator[BinaryIO]:
    """Open a file for writing that takes its name only when all of it is on disk.

    It is written under a temporary name in `scratch`, a folder on the same file system, and synced. When the
    block raises, nothing stays behind and a file that was there before is untouched.
    """
    temporary = scratch / f"{path.name}.{secrets.token_hex(4)}.tmp"
    try:
        with temporary.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Put the names in a folder on disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


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
