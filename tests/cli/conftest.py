"""Pools to test with."""

from built_pools import built, built_with_cells

__all__ = ["built", "built_with_cells"]
