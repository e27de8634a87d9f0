"""Thrift's compact protocol, as far as Parquet uses it."""

import pytest
from freecell_pools.pools.thrift import ThriftError, read_struct
from hostile import varint
from hypothesis import given
from hypothesis import strategies as st


def zigzag(number: int) -> bytes:
    return varint(number * 2 if number >= 0 else -number * 2 - 1)


def test_each_kind_of_value() -> None:
    fields = [
        (1, 1, b"", True),
        (2, 2, b"", False),
        (3, 3, b"\x07", 7),
        (4, 4, zigzag(-3), -3),
        (6, 5, zigzag(300), 300),
        (40, 6, zigzag(2**62), 2**62),
        (41, 7, bytes(8), bytes(8)),
        (42, 8, b"\x02hi", b"hi"),
        (43, 9, b"\x25\x02\x04", [1, 2]),
        (44, 9, b"\xf8" + varint(20) + b"\x01x" * 20, [b"x"] * 20),
        (45, 9, b"\x21\x01\x00", [1, 0]),
        (46, 12, b"\x15\x02\x00", {1: 1}),
    ]
    content, last = b"", 0
    for number, kind, value, _ in fields:
        step = number - last
        content += bytes([step << 4 | kind]) if step < 16 else bytes([kind]) + zigzag(number)
        content += value
        last = number
    found, end = read_struct(b"??" + content + b"\x00more", 2)
    assert found == {number: value for number, _, _, value in fields}
    assert end == len(content) + 3


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x15",
        b"\x15\x02",
        b"\x15" + b"\xff" * 12,
        b"\x18\x7f12345",
        b"\x19\xf5\xff\xff\xff\xff\x0f",
        b"\x1b\x00\x00",
        b"\x1c" * 100,
        b"\x19\x19" * 100,
    ],
)
def test_what_is_none(content: bytes) -> None:
    with pytest.raises(ThriftError):
        read_struct(content)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_struct_or_an_error(content: bytes) -> None:
    try:
        found, end = read_struct(content)
    except ThriftError:
        return
    assert isinstance(found, dict)
    assert 0 < end <= len(content)
