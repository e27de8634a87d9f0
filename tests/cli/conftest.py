"""Pools to test with, and compiled kernels."""

import pytest
from built_pools import built, built_with_cells
from freecell_pools.solver import solve

__all__ = ["built", "built_with_cells", "compiled"]


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Have the kernels compiled before a command would say on standard error that it does so."""
    solve(1)
