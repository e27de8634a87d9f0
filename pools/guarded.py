"""Parquet files of unknown origin, opened so that no claim in them costs more memory than a pool could need."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from .pages import Group, read_groups, unpacked_bytes
from .regular import open_regular
from .schema import ROW_GROUP

# A row group of 4,096 long solutions takes less than 1 MB, its part of the footer less than 1 KB.
MAX_GROUP_BYTES = 1 << 24
MAX_GROUP_ROWS = 16 * ROW_GROUP
_FOOTER_BYTES, _FOOTER_BYTES_PER_GROUP = 1 << 16, 1 << 11
_TAIL = 8


@dataclass(frozen=True, slots=True)
class GuardedFile:
    """An open Parquet file: for Arrow, as bytes, and its row groups as the footer claims them."""

    parquet: pq.ParquetFile
    handle: BinaryIO
    groups: list[Group]

    def read_group(self, number: int, columns: list[str] | None = None) -> pa.Table:
        """Return a row group; raise `ValueError` when it is not safe to read, or not as long as it claims."""
        group = self.groups[number]
        if group.rows > MAX_GROUP_ROWS:
            raise ValueError(f"row group {number} claims {group.rows} rows")
        claimed = max((chunk.length for chunk in group.chunks), default=0)
        if claimed > MAX_GROUP_BYTES:
            raise ValueError(f"row group {number} claims {claimed} bytes for a column")
        unpacked = sum(unpacked_bytes(self.handle.fileno(), chunk, group.rows) for chunk in group.chunks)
        if unpacked > MAX_GROUP_BYTES:
            raise ValueError(f"row group {number} would take {unpacked} bytes")
        table = self.parquet.read_row_group(number, columns)
        if table.num_rows != group.rows:
            raise ValueError(f"row group {number} has {table.num_rows} rows and claims {group.rows}")
        return table


def max_file_bytes(rows: int) -> int:
    """Return the most bytes that a file with so many rows may take."""
    return _max_footer_bytes(rows) + _max_groups(rows) * MAX_GROUP_BYTES


@contextmanager
def open_guarded(path: Path, rows: int) -> Iterator[GuardedFile]:
    """Open a Parquet file that should have so many rows; nothing but its footer is read yet.

    Raises `OSError`, `ValueError` or `pa.ArrowException` when it is no such file.
    """
    with open_regular(path, max_file_bytes(rows)) as handle:
        groups = read_groups(_footer(handle.fileno(), rows))
        with pq.ParquetFile(handle, page_checksum_verification=True) as file:
            if file.num_row_groups != len(groups):
                raise ValueError(f"its footer has {len(groups)} row groups, or {file.num_row_groups}")
            yield GuardedFile(file, handle, groups)


def _footer(handle: int, rows: int) -> bytes:
    size = os.fstat(handle).st_size
    tail = os.pread(handle, _TAIL, max(0, size - _TAIL))
    length = int.from_bytes(tail[:4], "little")
    if tail[4:] == b"PARE":
        raise ValueError("it is encrypted")
    if tail[4:] != b"PAR1" or length > size - _TAIL:
        raise ValueError("it does not end as a Parquet file does")
    if length > _max_footer_bytes(rows):
        raise ValueError(f"it claims a footer of {length} bytes")
    return os.pread(handle, length, size - _TAIL - length)


def _max_groups(rows: int) -> int:
    """Return the most row groups for so many rows; other programs write some more than this one."""
    return max(64, -(-rows // ROW_GROUP))


def _max_footer_bytes(rows: int) -> int:
    return _FOOTER_BYTES + _max_groups(rows) * _FOOTER_BYTES_PER_GROUP
