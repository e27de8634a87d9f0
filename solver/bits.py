"""Two bit operations that Python has and numba lacks, as one machine instruction each."""

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
