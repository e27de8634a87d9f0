"""The searches that decide a game: weights and quotas, as tuned by `benchmarks/tune.py`."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from . import weights as w
from .portfolio import Plan
from .rules import Rules


class Member(NamedTuple):
    """One search of a plan or a panel.

    Attributes:
        quota: states that it may expand.
        features: the weights of `weights` from HOME to DEPTH, in their order.
        cells: the cost of 0, 1, ... free cells; the last value stands for all higher numbers too.
        columns: the same of empty columns.
    """

    quota: int
    features: tuple[int, ...]
    cells: tuple[int, ...]
    columns: tuple[int, ...]

    def weights(self) -> np.ndarray:
        """Return int64[weights.SIZE]."""
        vector = np.zeros(w.SIZE, np.int64)
        vector[: w.ROOM] = self.features
        for free in range(9):
            for empty in range(9):
                cells = self.cells[min(free, len(self.cells) - 1)]
                columns = self.columns[min(empty, len(self.columns) - 1)]
                vector[w.ROOM + 9 * free + empty] = cells + columns
        return vector


def plan_of(members: Sequence[Member], proof: Member) -> Plan:
    """Return members as arrays for the kernels."""
    return Plan(
        np.stack([member.weights() for member in members]),
        np.array([member.quota for member in members], np.int64),
        proof.weights(),
    )


# Tuned one by one, the second on what the first leaves unsolved; order and quotas as benchmarks/schedule.py chose them.
_MEMBERS = (
    Member(298, (5, 68, 11, 45, 16, 1, 40, 34), (323, 212, 120, 52, 0), (192, 96, 9, 0)),
    Member(582, (15, 67, 24, 29, 0, -4, 48, -15), (244, 137, 66, 35, 0), (124, 54, 5, 0)),
    Member(4000, (5, 70, 14, 42, 25, 6, 51, 35), (364, 226, 79, 41, 0), (135, 34, 22, 0)),
    Member(191, (13, 64, 29, 20, 6, -4, 44, 51), (380, 240, 141, 20, 0), (200, 99, 4, 0)),
    Member(1776, (2, 46, 1, 3, 12, 2, 28, 35), (262, 154, 105, 47, 0), (148, 84, 27, 0)),
    Member(3469, (29, -3, 18, 29, 9, 0, 3, 30), (250, 131, 25, 13, 0), (95, 2, -13, 0)),
)
_PROOF = Member(0, (29, -3, 18, 29, 9, 0, 3, 30), (250, 131, 25, 13, 0), (95, 2, -13, 0))


class _Searches(NamedTuple):
    """The dives of a game, and its exhaustive search, whose quota means nothing."""

    dives: tuple[Member, ...]
    proof: Member


# With fewer cells a dive fails more often, and what it leaves the exhaustive search finds sooner than other dives.
_FEW_CELLS = {
    3: Member(8000, (7, 65, 11, 34, 17, 2, 47, 35), (325, 182, 104, 33, 0), (169, 85, 9, 0)),
    2: Member(8000, (9, 62, 15, 38, 17, 1, 51, 35), (370, 213, 132, 30, 0), (193, 96, 10, 0)),
    1: Member(8000, (8, 64, 15, 38, 10, 2, 58, 35), (348, 252, 138, 33, 0), (214, 113, 9, 0)),
    0: Member(500, (8, 64, 15, 38, 10, 2, 58, 35), (348, 252, 138, 33, 0), (214, 113, 9, 0)),
}
_SEARCHES = {Rules(cells=cells): _Searches((dive,), _PROOF) for cells, dive in _FEW_CELLS.items()}
_DEFAULT = _Searches(_MEMBERS, _PROOF)


def plan_for(rules: Rules) -> Plan:
    """Return the searches that decide a game, those of FreeCell where none were tuned for it."""
    return plan_of(*_SEARCHES.get(rules, _DEFAULT))
