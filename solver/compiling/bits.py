"""What numba lacks or makes badly, as a few machine instructions: bits, and copying a record."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload


def popcount(word: int) -> int:
    """Return how many bits of a 64-bit word are set."""
    return int(word).bit_count()


def lowest_bit(word: int) -> int:
    """Return the index of the lowest set bit of a 64-bit word that is not 0."""
    return (int(word) & -int(word)).bit_length() - 1


def copy_record(source: Any, target: Any) -> None:
    """Make one record equal to another of the same type, its size a multiple of 8 bytes."""
    for name in source.dtype.names:
        target[name] = source[name]


@intrinsic
def _ctpop(_context: Any, word: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@intrinsic
def _cttz(_context: Any, word: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), codegen


@overload(popcount, inline="always")
def _popcount(word: Any) -> Any:
    def jitted(word: Any) -> Any:
        return _ctpop(word)

    return jitted


@overload(lowest_bit, inline="always")
def _lowest_bit(word: Any) -> Any:
    def jitted(word: Any) -> Any:
        return _cttz(word)

    return jitted


@intrinsic
def _copy(_context: Any, source: Any, target: Any) -> Any:
    words = source.size // 8
    # Numba would copy the bytes of small fields one by one.
    widths = [4] * (words // 4) + [1] * (words % 4)

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        pointers = [builder.bitcast(arg, word.as_pointer()) for arg in args]
        at = 0
        loaded = []
        for width in widths:
            kind = ir.VectorType(word, width) if width > 1 else word
            place, into = (
                builder.bitcast(builder.gep(pointer, [ir.Constant(word, at)]), kind.as_pointer())
                for pointer in pointers
            )
            loaded.append((builder.load(place, align=8), into))
            at += width
        for value, into in loaded:
            builder.store(value, into, align=8)

    return types.void(source, target), codegen


@overload(copy_record, inline="always")
def _copy_record(source: Any, target: Any) -> Any:
    def jitted(source: Any, target: Any) -> Any:
        return _copy(source, target)

    return jitted
