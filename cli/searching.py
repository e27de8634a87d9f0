"""Searching, so that Ctrl-C is heard."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from .compiling import SOLVING, compile_first

P = ParamSpec("P")
R = TypeVar("R")


def search(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call what searches in a thread, so that Ctrl-C is heard while a kernel runs."""
    compile_first(SOLVING)
    from freecell_pools.pools.workers import own_process

    executor = own_process()
    try:
        return executor.submit(function, *args, **kwargs).result()
    finally:
        executor.shutdown(wait=False)
