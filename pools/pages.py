"""The pages of a column chunk, by their headers: what Arrow would unpack them to, before it does.

A Parquet file of a few kilobytes can unpack to any size: the pages of a chunk may be larger than its footer claims,
and a long string written once may stand in every row, through a dictionary or as a prefix of the string before it.
A page header is a struct in Thrift's compact protocol, of which this reads the numbers that matter.
"""

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

MAX_HEADER = 1 << 12
MAX_PAGES = 1000
MAX_DEPTH = 8

DATA_PAGE, DICTIONARY_PAGE = 0, 2
PLAIN = 0

# Field numbers of PageHeader; then those that DataPageHeader and DictionaryPageHeader have in common.
_KIND, _UNPACKED, _PACKED, _DATA_HEADER, _DICTIONARY_HEADER = 1, 2, 3, 5, 7
_VALUES, _ENCODING = 1, 2


class Page(NamedTuple):
    """What a page header says: kind and encoding by Parquet's numbers, how many values, bytes once unpacked."""

    kind: int
    encoding: int
    values: int
    unpacked: int


class PageError(ValueError):
    """Bytes that are no page header, or pages that cannot be told apart."""


def pages_of(handle: int, start: int, length: int) -> Iterator[Page]:
    """Yield the pages of the column chunk that takes `length` bytes from `start` on of an open file.

    Raises `PageError` when they are not one after the other in it.
    """
    end = start + length
    for _ in range(MAX_PAGES):
        if start >= end:
            return
        reader = _Reader(os.pread(handle, min(MAX_HEADER, end - start), start))
        header = reader.struct()
        details = header.get(_DATA_HEADER, header.get(_DICTIONARY_HEADER))
        if not isinstance(details, dict):
            raise PageError("a page is of no known kind")
        numbers = [header.get(_KIND), details.get(_ENCODING), details.get(_VALUES), header.get(_UNPACKED)]
        packed = header.get(_PACKED)
        if not all(isinstance(number, int) and number >= 0 for number in (*numbers, packed)):
            raise PageError("a page header lacks a number")
        yield Page(*numbers)
        start += reader.at + packed
    if start < end:
        raise PageError(f"a column has more than {MAX_PAGES} pages in a row group")


class _Reader:
    """Reads Thrift's compact protocol; fields that are neither numbers nor structs are passed over."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self.at = 0

    def struct(self, depth: int = 0) -> dict[int, Any]:
        """Return the numbers and structs among the fields of a struct, by field number."""
        if depth > MAX_DEPTH:
            raise PageError("a page header is nested too deeply")
        fields: dict[int, Any] = {}
        number = 0
        while (head := self._byte()) != 0:
            kind, step = head & 15, head >> 4
            number = number + step if step else self._signed()
            fields[number] = self._value(kind, depth, in_struct=True)
        return fields

    def _value(self, kind: int, depth: int, *, in_struct: bool) -> Any:
        if kind in (1, 2):  # true and false: the type is the value, but in a list
            if not in_struct:
                self._byte()
            return None
        if kind == 3:
            return self._byte()
        if kind in (4, 5, 6):
            return self._signed()
        if kind == 7:
            return self._skip(8)
        if kind == 8:
            return self._skip(self._unsigned())
        if kind in (9, 10):
            head = self._byte()
            size = head >> 4 if head >> 4 != 15 else self._unsigned()
            for _ in range(min(size, len(self._content) + 1)):
                self._value(head & 15, depth + 1, in_struct=False)
            return None
        if kind == 12:
            return self.struct(depth + 1)
        raise PageError("a page header has a field of no known type")

    def _byte(self) -> int:
        if self.at >= len(self._content):
            raise PageError("a page header is cut short or too long")
        self.at += 1
        return self._content[self.at - 1]

    def _skip(self, size: int) -> None:
        if size > len(self._content) - self.at:
            raise PageError("a page header is cut short or too long")
        self.at += size

    def _unsigned(self) -> int:
        value = shift = 0
        while shift < 70:
            byte = self._byte()
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7
        raise PageError("a page header has a number that is too long")

    def _signed(self) -> int:
        value = self._unsigned()
        return (value >> 1) ^ -(value & 1)
