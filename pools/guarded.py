"""Parquet files of unknown origin, opened so that no claim in them costs more memory than a pool could need."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from .pages import DATA_PAGE, DICTIONARY_PAGE, PLAIN, pages_of
from .regular import open_regular
from .schema import ROW_GROUP

# A row group of 4,096 long solutions takes less than 1 MB, its part of the footer less than 1 KB.
MAX_GROUP_BYTES = 1 << 24
MAX_GROUP_ROWS = 16 * ROW_GROUP
_FOOTER_BYTES, _FOOTER_BYTES_PER_GROUP = 1 << 16, 1 << 12
_TAIL = 8


@dataclass(frozen=True, slots=True)
class GuardedFile:
    """An open Parquet file."""

    parquet: pq.ParquetFile
    handle: BinaryIO

    def read_group(self, group: int, columns: list[str] | None = None) -> pa.Table:
        """Return a row group; raise `ValueError` when it is not safe to read, or not as long as it claims."""
        facts = self.parquet.metadata.row_group(group)
        if not 0 <= facts.num_rows <= MAX_GROUP_ROWS:
            raise ValueError(f"row group {group} claims {facts.num_rows} rows")
        unpacked = sum(self._unpacked(facts.column(index), facts.num_rows) for index in range(facts.num_columns))
        if unpacked > MAX_GROUP_BYTES:
            raise ValueError(f"row group {group} would take {unpacked} bytes")
        table = self.parquet.read_row_group(group, columns)
        if table.num_rows != facts.num_rows:
            raise ValueError(f"row group {group} has {table.num_rows} rows and claims {facts.num_rows}")
        return table

    def _unpacked(self, chunk: pq.ColumnChunkMetaData, rows: int) -> int:
        """Return the bytes that the pages of a column chunk take once unpacked; texts may only be stored plainly."""
        name = chunk.path_in_schema[:40]
        start, length = chunk.data_page_offset, chunk.total_compressed_size
        if 0 < (chunk.dictionary_page_offset or 0) < start:
            start = chunk.dictionary_page_offset
        if not (start > 0 and 0 <= length <= MAX_GROUP_BYTES):
            raise ValueError(f"column {name} claims {length} bytes from {start} on")
        kinds = (DATA_PAGE, DICTIONARY_PAGE) if chunk.physical_type in ("INT32", "INT64") else (DATA_PAGE,)
        unpacked = values = 0
        for page in pages_of(self.handle.fileno(), start, length):
            if page.kind not in kinds or (len(kinds) == 1 and page.encoding != PLAIN):
                raise ValueError(f"column {name} is not stored plainly")
            unpacked += page.unpacked
            values += page.values if page.kind == DATA_PAGE else 0
        if values != rows:
            raise ValueError(f"column {name} has {values} values in a row group of {rows} rows")
        return unpacked


def max_file_bytes(rows: int) -> int:
    """Return the most bytes that a file with so many rows may take."""
    return _FOOTER_BYTES + max_groups(rows) * (MAX_GROUP_BYTES + _FOOTER_BYTES_PER_GROUP)


def max_groups(rows: int) -> int:
    """Return the most row groups that a file with so many rows may have, those of other programs a few more."""
    return max(64, -(-rows // ROW_GROUP))


@contextmanager
def open_guarded(path: Path, rows: int) -> Iterator[GuardedFile]:
    """Open a Parquet file that should have so many rows.

    Raises `OSError`, `ValueError` or `pa.ArrowException` when it is no such file. Nothing but its footer is read yet.
    """
    with open_regular(path, max_file_bytes(rows)) as handle:
        size = os.fstat(handle.fileno()).st_size
        tail = os.pread(handle.fileno(), _TAIL, max(0, size - _TAIL))
        footer = int.from_bytes(tail[:4], "little")
        if tail[4:] == b"PARE":
            raise ValueError("it is encrypted")
        if tail[4:] != b"PAR1":
            raise ValueError("it does not end as a Parquet file does")
        if footer > _FOOTER_BYTES + _FOOTER_BYTES_PER_GROUP * max_groups(rows):
            raise ValueError(f"it claims a footer of {footer} bytes")
        with pq.ParquetFile(handle, page_checksum_verification=True) as file:
            yield GuardedFile(file, handle)
