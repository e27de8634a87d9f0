"""Counting and finding bits and copying records, in plain Python and as the instructions that kernels get."""

from typing import Any

import numba
import numpy as np
import pytest
from freecell_pools.solver.compiling.bits import copy_record, lowest_bit, popcount
from freecell_pools.solver.search.tableau import TABLEAU
from hypothesis import given
from hypothesis import strategies as st

WORDS = st.integers(0, 2**64 - 1) | st.integers(0, 63).map(lambda bit: 1 << bit)
# Records of 8, 16, .. 72 bytes and a tableau; more than one field, and fields of several widths.
RECORDS = [
    *(np.dtype([("byte", np.uint8, (8 * words,))]) for words in range(1, 8)),
    np.dtype([("word", np.int64), ("bytes", np.uint8, (44,)), ("half", np.int32, (5,))], align=True),
    TABLEAU,
]
compiled = numba.njit(lambda word: (popcount(word), lowest_bit(word)))
only_compiled = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")


@given(WORDS)
def test_popcount(word: int) -> None:
    assert popcount(word) == bin(word).count("1")


@given(WORDS.filter(bool))
def test_lowest_bit(word: int) -> None:
    assert lowest_bit(word) == bin(word)[::-1].index("1")


@only_compiled
@given(WORDS.filter(bool))
def test_compiled(word: int) -> None:
    assert compiled(np.uint64(word)) == (popcount(word), lowest_bit(word))


@only_compiled
def test_popcount_of_nothing_compiled() -> None:
    assert numba.njit(lambda word: popcount(word))(np.uint64(0)) == 0


@pytest.mark.parametrize("plain", [pytest.param(False, marks=only_compiled), True])
@pytest.mark.parametrize("dtype", RECORDS, ids=lambda dtype: str(dtype.itemsize))
def test_copy_record(dtype: np.dtype, plain: bool) -> None:
    """One of three records becomes that of another array; the two at its sides stay, and so does the source."""

    def copying(source: Any, target: Any) -> None:
        copy_record(source, target)

    randomness = np.random.default_rng(dtype.itemsize)
    source, target = (new_records(randomness, dtype, count) for count in (1, 3))
    before, sides = source.tobytes(), (target[0].tobytes(), target[2].tobytes())
    (copying if plain else numba.njit(copying))(source[0], target[1])
    assert target[1].tobytes() == source.tobytes() == before
    assert (target[0].tobytes(), target[2].tobytes()) == sides


def new_records(randomness: np.random.Generator, dtype: np.dtype, count: int) -> np.recarray:
    return np.frombuffer(bytearray(randomness.bytes(count * dtype.itemsize)), dtype).view(np.recarray)
