"""Files that appear whole or not at all, where a user may want them too."""

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from .errors import PlaceError, WriteError

_DISK: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What a place that is well chosen may meet with all the same."""


@contextmanager
def replacing(path: Path, scratch: Path) -> Iterator[BinaryIO]:
    """Open a file for writing that takes its name only when all of it is on disk.

    It is written under a temporary name in `scratch`, a folder on the same file system, and synced. When the
    block raises, nothing stays behind and a file that was there before is untouched. The temporary name ends in
    `.tmp` and has nothing of the final one, which may be as long as names can be.
    """
    temporary = _temporary(scratch)
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


def check_place(path: Path) -> None:
    """Check that a file can be written at a path that a user named, before any work; a file made for it is removed.

    Raises `PlaceError` when it cannot, `WriteError` when the disk is full already.
    """
    with _told(path):
        target = _target(path)
        temporary = _temporary(target.parent)
        temporary.open("xb").close()
        temporary.unlink()


@contextmanager
def writing(path: Path) -> Iterator[BinaryIO]:
    """Open a file that a user named for writing, as `replacing` does; of a link, the file that it leads to.

    Raises `PlaceError` when there can be no file at this path, `WriteError` when the disk is full or fails.
    """
    with _told(path):
        target = _target(path)
        with replacing(target, target.parent) as file:
            yield file


def _temporary(folder: Path) -> Path:
    return folder / f"freecell-pools-{secrets.token_hex(8)}.tmp"


def _target(path: Path) -> Path:
    """Return the path with its links followed; raise `PlaceError` or `OSError` when no file can be there."""
    try:
        target = Path(os.path.realpath(path))
    except ValueError as error:
        raise PlaceError(f"cannot write {path}: {error}") from error
    if not target.parent.is_dir():
        raise PlaceError(f"cannot write {path}: there is no folder {path.parent}")
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(target.stat().st_mode):
            raise PlaceError(f"cannot write {path}: it is not a file")
    return target


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turn the errors of the system into those that name the path."""
    try:
        yield
    except OSError as error:
        kind = WriteError if error.errno in _DISK else PlaceError
        raise kind(f"cannot write {path}: {error.strerror or error}") from error


def sync_folder(folder: Path) -> None:
    """Put the names in a folder on disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
