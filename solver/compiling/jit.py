"""How kernels are compiled. Every kernel is made by `kernel`; nothing else sets JIT policy."""

import fcntl
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
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

    What cannot be read counts as not there, since a power cut may leave files that are empty or cut short; what cannot
    be written is compiled again the next time.
    """

    def load_overload(self, sig: object, target_context: object) -> object:
        """Return the compiled function for a signature, None where there is none that can be used."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # unpickling raises anything
            return None

    def save_overload(self, sig: object, data: object) -> None:
        """Keep the machine code for a signature, if that can be done."""
        with suppress(OSError):
            CACHE_DIR.mkdir(parents=True, exist_ok=True)
            with (CACHE_DIR / ".lock").open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                try:
                    super().save_overload(sig, data)
                except OSError:
                    raise
                except Exception:  # the index cannot be read
                    Path(self._cache_file._index_path).unlink()
                    super().save_overload(sig, data)
