"""What the row groups of a Parquet file would take once unpacked, by its footer and the headers of its pages.

A file of a few kilobytes can unpack to any size: the pages of a column may be larger than the footer claims, and a long
string written once may stand in every row, through a dictionary or as a prefix of the string before it. Arrow finds
out by doing it, and some footers end its process; so this reads both without Arrow.
"""

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from .thrift import Struct, ThriftError, read_struct

MAX_PAGES = 1000
_MAX_HEADER = 1 << 12

_DATA_PAGE, _DICTIONARY_PAGE = 0, 2
_PLAIN = 0
_NUMBERS = (1, 2)  # the types INT32 and INT64

# The field numbers of parquet.thrift.
_ROW_GROUPS, _ENCRYPTION = 4, 8
_COLUMNS, _ROWS = 1, 3
_OTHER_FILE, _CHUNK, _CHUNK_ENCRYPTION = 1, 3, 8
_TYPE, _PATH, _LENGTH, _DATA_OFFSET, _DICTIONARY_OFFSET = 1, 3, 7, 9, 11
_KIND, _UNPACKED, _PACKED, _DATA_HEADER, _DICTIONARY_HEADER = 1, 2, 3, 5, 7
_VALUES, _ENCODING = 1, 2


class Chunk(NamedTuple):
    """One column of a row group: its name, whether it holds numbers, and the bytes of the file that it takes."""

    name: str
    numbers: bool
    start: int
    length: int


class Group(NamedTuple):
    """A row group: the rows that it claims, and its columns."""

    rows: int
    chunks: list[Chunk]


def read_groups(footer: bytes) -> list[Group]:
    """Return the row groups of a footer.

    Raises `ValueError` when it is none, or what it describes is encrypted or in other files.
    """
    facts, _ = read_struct(footer)
    if _ENCRYPTION in facts:
        raise ValueError("it is encrypted")
    groups = _of(facts.get(_ROW_GROUPS, []), list)
    return [
        Group(_whole(group.get(_ROWS)), [_chunk(column) for column in _of(group.get(_COLUMNS), list)])
        for group in (_of(group, dict) for group in groups)
    ]


def unpacked_bytes(handle: int, chunk: Chunk, rows: int) -> int:
    """Return what the pages of a column take once unpacked.

    Args:
        handle: the descriptor of the open file.
        chunk: the column.
        rows: how many rows its row group claims.

    Raises `ValueError` when they are not one after the other in its place, have more or fewer values, or hold texts
    in any other way than plainly.
    """
    unpacked = values = 0
    for header in _page_headers(handle, chunk):
        kind = _whole(header.get(_KIND))
        details = _of(header.get(_DATA_HEADER if kind == _DATA_PAGE else _DICTIONARY_HEADER), dict)
        plain = kind == _DATA_PAGE and _whole(details.get(_ENCODING)) == _PLAIN
        if not plain and not (chunk.numbers and kind in (_DATA_PAGE, _DICTIONARY_PAGE)):
            raise ValueError(f"column {chunk.name} is not stored plainly")
        unpacked += _whole(header.get(_UNPACKED))
        values += _whole(details.get(_VALUES)) if kind == _DATA_PAGE else 0
    if values != rows:
        raise ValueError(f"column {chunk.name} has {values} values in a row group of {rows} rows")
    return unpacked


def _chunk(column: object) -> Chunk:
    facts = _of(column, dict)
    if _CHUNK_ENCRYPTION in facts:
        raise ValueError("it is encrypted")
    if _OTHER_FILE in facts:
        raise ValueError("its columns are in other files")
    chunk = _of(facts.get(_CHUNK), dict)
    start, dictionary = _whole(chunk.get(_DATA_OFFSET)), _whole(chunk.get(_DICTIONARY_OFFSET, 0))
    if 0 < dictionary < start:
        start = dictionary
    name = ".".join(_of(part, bytes).decode("ascii", "replace") for part in _of(chunk.get(_PATH), list))
    return Chunk(name[:40], _whole(chunk.get(_TYPE)) in _NUMBERS, start, _whole(chunk.get(_LENGTH)))


def _page_headers(handle: int, chunk: Chunk) -> Iterator[Struct]:
    start, end = chunk.start, chunk.start + chunk.length
    for _ in range(MAX_PAGES):
        if start >= end:
            return
        content = os.pread(handle, min(_MAX_HEADER, end - start), start)
        try:
            header, length = read_struct(content)
        except ThriftError as error:
            raise ValueError(f"column {chunk.name} has {error} before a page") from error
        yield header
        start += length + _whole(header.get(_PACKED))
    if start < end:
        raise ValueError(f"column {chunk.name} has more than {MAX_PAGES} pages in a row group")


def _of(value: object, kind: type) -> Any:
    if not isinstance(value, kind):
        raise ValueError("its footer or a page header lacks a field")
    return value


def _whole(value: object) -> int:
    if not isinstance(value, int) or not 0 <= value < 2**63:
        raise ValueError("its footer or a page header lacks a number")
    return value
