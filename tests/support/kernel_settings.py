"""How much the tests of kernels try in each of the three modes.

With bounds checks (NUMBA_BOUNDSCHECK=1) the same code is compiled once more, and plain Python (NUMBA_DISABLE_JIT=1) is
slow: both try less.
"""

import numba
import pytest

COMPILED = not numba.config.DISABLE_JIT
CHECKED = COMPILED and bool(numba.config.BOUNDSCHECK)
TRIES_LESS = CHECKED or not COMPILED


def times(compiled: int, plain: int = 0) -> int:
    """Return how often a test tries something: as often as given, or with bounds checks 40 % of what is compiled."""
    if CHECKED:
        return compiled * 2 // 5
    return compiled if COMPILED else plain


MANY = times(100, 15)
FEW = times(50, 10)

needs_compiled = pytest.mark.skipif(not COMPILED, reason="too slow as plain Python, or about what is compiled")
