"""How kernels are compiled. Every kernel is made by `kernel`; nothing else sets JIT policy."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numba

from .code_cache import CACHE_DIR

P = ParamSpec("P")
R = TypeVar("R")


def part(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a part of one kernel: it is compiled into its caller, and is apart only for the reader."""
    compiled: Callable[P, R] = numba.njit(inline="always", nogil=True, error_model="numpy", _nrt=False)(function)
    return compiled


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function with numba: cached between runs, without the GIL, no Python exceptions for division."""
    kept = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(CACHE_DIR)
    try:
        compiled: Callable[P, R] = numba.njit(cache=True, nogil=True, error_model="numpy", _nrt=False)(function)
    finally:
        numba.config.CACHE_DIR = kept
    return compiled
