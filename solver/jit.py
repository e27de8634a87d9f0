"""How kernels are compiled. Every kernel is made by `kernel`; nothing else sets JIT policy."""

import fcntl
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numba
from numba.core.caching import FunctionCache

from .code_cache import CACHE_DIR

P = ParamSpec("P")
R = TypeVar("R")


def part(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a part of one kernel: it is compiled into its caller, and is apart only for the reader."""
    compiled: Callable[P, R] = numba.njit(inline="always", nogil=True, error_model="numpy", _nrt=False)(function)
    return compiled


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function with numba: cached between runs, without the GIL, no Python exceptions for division."""
    compiled: Callable[P, R] = numba.njit(nogil=True, error_model="numpy", _nrt=False)(function)
    if not numba.config.DISABLE_JIT:
        kept = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(CACHE_DIR)
        try:
            compiled._cache = _Cache(function)  # type: ignore[attr-defined]
        finally:
            numba.config.CACHE_DIR = kept
    return compiled


class _Cache(FunctionCache):  # type: ignore[misc]
    """Numba's cache, written by one process at a time.

    By itself it reads an index, chooses a file name and writes both. Two processes at once could choose the same name
    for different code, and a third would run the one for the other.
    """

    def save_overload(self, sig: object, data: object) -> None:
        """Keep the machine code for a signature."""
        CACHE_DIR.mkdir(parents=True, exist_ok=True)
        with (CACHE_DIR / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            super().save_overload(sig, data)
