"""How much the tests of kernels try: less where kernels run as plain Python (NUMBA_DISABLE_JIT=1)."""

import numba
import pytest

COMPILED = not numba.config.DISABLE_JIT
MANY = 100 if COMPILED else 15
FEW = 50 if COMPILED else 10

needs_compiled = pytest.mark.skipif(not COMPILED, reason="too slow as plain Python, or about what is compiled")
