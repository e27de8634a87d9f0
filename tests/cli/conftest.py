"""Pools to test with."""

from built_pools import built

__all__ = ["built"]
