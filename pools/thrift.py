"""Structs in Thrift's compact protocol, in which Parquet writes its footers and page headers."""

from typing import Any, TypeAlias

Struct: TypeAlias = dict[int, Any]

_STOP, _TRUE, _FALSE, _BYTE, _I16, _I32, _I64, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = range(13)
_MAX_DEPTH = 16


class ThriftError(ValueError):
    """Bytes that are no struct."""


def read_struct(content: bytes, start: int = 0) -> tuple[Struct, int]:
    """Return the struct that begins at `start`, its values by field number, and where it ends.

    Numbers are ints, strings bytes, lists lists, structs such dicts. Raises `ThriftError` when it is none, is cut short
    or has what Parquet does not use.

    >>> read_struct(bytes([0x15, 0x04, 0x19, 0x25, 0x02, 0x03, 0x00]))
    ({1: 2, 2: [1, -2]}, 7)
    """
    reader = _Reader(content, start)
    return reader.struct(0), reader.at


class _Reader:
    def __init__(self, content: bytes, start: int) -> None:
        self._content = content
        self.at = start

    def struct(self, depth: int) -> Struct:
        fields: Struct = {}
        number = 0
        while (head := self._byte()) != _STOP:
            number = number + (head >> 4) if head >> 4 else self._signed()
            kind = head & 15
            fields[number] = kind == _TRUE if kind in (_TRUE, _FALSE) else self._value(kind, depth)
        return fields

    def _value(self, kind: int, depth: int) -> Any:
        if kind in (_I16, _I32, _I64):
            return self._signed()
        if kind == _BINARY:
            return self._take(self._unsigned())
        if kind == _STRUCT and depth < _MAX_DEPTH:
            return self.struct(depth + 1)
        if kind in (_LIST, _SET) and depth < _MAX_DEPTH:
            return self._list(depth + 1)
        if kind in (_TRUE, _FALSE, _BYTE):  # in a list, where the truth is a byte too
            return self._byte()
        if kind == _DOUBLE:
            return self._take(8)
        raise ThriftError("a struct that is none")

    def _list(self, depth: int) -> list[Any]:
        head = self._byte()
        size = head >> 4 if head >> 4 < 15 else self._unsigned()
        if size > len(self._content) - self.at:
            raise ThriftError("a list that is cut short")
        return [self._value(head & 15, depth) for _ in range(size)]

    def _byte(self) -> int:
        if self.at >= len(self._content):
            raise ThriftError("a struct that is cut short")
        self.at += 1
        return self._content[self.at - 1]

    def _take(self, size: int) -> bytes:
        if size > len(self._content) - self.at:
            raise ThriftError("a text that is cut short")
        self.at += size
        return self._content[self.at - size : self.at]

    def _unsigned(self) -> int:
        value = shift = 0
        while shift < 70:
            byte = self._byte()
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7
        raise ThriftError("a number that is too long")

    def _signed(self) -> int:
        value = self._unsigned()
        return (value >> 1) ^ -(value & 1)
