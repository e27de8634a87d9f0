"""Ratings made up from the deal number, to test what happens to them without solving anything."""

from types import SimpleNamespace

import numpy as np
from freecell_pools.solver.game.rules import Rules
from freecell_pools.solver.verdict import IMPOSSIBLE, SOLVABLE, UNDECIDED

# Of every thousand deals one is impossible and one undecided; effort runs through all tiers.
PERIOD = 200


def fake_verdict(deal: int) -> int:
    return {11: IMPOSSIBLE, 12: UNDECIDED}.get(deal % 1000, SOLVABLE)


def fake_ratings(first: int, last: int, rules: Rules, *, cells_needed: bool = False) -> SimpleNamespace:
    """Return what `rate_deals` returns, in shape."""
    deals = range(first, last + 1)
    verdict = np.array([fake_verdict(deal) for deal in deals], np.int8)
    solved = verdict == SOLVABLE
    return SimpleNamespace(
        deal=np.array(deals, np.int64),
        verdict=verdict,
        effort=np.array([1 + deal % PERIOD for deal in deals], np.int32),
        par=np.where(solved, 80, 0).astype(np.int16),
        cells_needed=np.where(solved, np.array(deals) % 5, -1).astype(np.int8) if cells_needed else None,
        solution=[f"solution of {deal}" if fine else "" for deal, fine in zip(deals, solved, strict=True)],
    )
