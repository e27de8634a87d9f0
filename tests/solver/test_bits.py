"""Counting and finding bits, in plain Python and as the instructions that kernels get."""

import numba
import numpy as np
import pytest
from freecell_pools.solver.bits import lowest_bit, popcount
from hypothesis import given
from hypothesis import strategies as st

WORDS = st.integers(0, 2**64 - 1) | st.integers(0, 63).map(lambda bit: 1 << bit)
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
