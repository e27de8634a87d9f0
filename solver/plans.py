"""The searches that decide a game: weights and quotas, as tuned by `benchmarks/studies/tune.py`."""

from typing import NamedTuple

import numpy as np

from .game.rules import Rules
from .portfolio import Plan
from .search import weights as w


class Member(NamedTuple):
    """One search of a plan or a panel.

    Attributes:
        quota: states that it may expand.
        features: the weights of `weights` from HOME to DEPTH, in their order.
        cells: the cost of 0, 1, ... free cells; the last value stands for all higher numbers too.
        columns: the same of empty columns.
        proves: whether it is an exhaustive search, not a dive.
        relaxes: whether it is the exhaustive search of the relaxed game, see `relax`.
    """

    quota: int
    features: tuple[int, ...]
    cells: tuple[int, ...]
    columns: tuple[int, ...]
    proves: bool = False
    relaxes: bool = False

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


def plan_of(*members: Member) -> Plan:
    """Return searches as arrays for the kernels; the last is an exhaustive one without a quota."""
    return Plan(
        np.stack([member.weights() for member in members]),
        np.array([member.quota for member in members], np.int64),
        np.array([member.proves for member in members], np.bool_),
        np.array([member.relaxes for member in members], np.bool_),
    )


# Tuned one by one, the second on what the first leaves unsolved; order and quotas as
# benchmarks/studies/schedule.py chose them.
_MEMBERS = (
    Member(298, (5, 68, 11, 45, 16, 1, 40, 34, 40), (323, 212, 120, 52, 0), (192, 96, 9, 0)),
    Member(466, (20, 31, 30, 35, -2, -3, 20, -14, 65), (205, 98, 56, 48, 0), (154, 105, 5, 0)),
    Member(3469, (5, 70, 14, 42, 25, 6, 51, 35, 40), (364, 226, 79, 41, 0), (135, 34, 22, 0)),
    Member(200, (1, 37, 1, 2, 9, 2, 42, 45, 0), (130, 74, 49, 20, 0), (82, 45, 20, 0), proves=True),
    Member(400, (13, 64, 29, 20, 6, -4, 44, 51, 40), (380, 240, 141, 20, 0), (200, 99, 4, 0)),
    Member(2776, (15, 67, 24, 29, 0, -4, 48, -15, 40), (244, 137, 66, 35, 0), (124, 54, 5, 0)),
    Member(800, (2, 39, 1, 30, 9, 3, 35, 45, 0), (150, 79, 54, 20, 0), (82, 34, 2, 0), proves=True),
)
_NO_QUOTA = 1 << 62
_PROOF = Member(_NO_QUOTA, (29, -3, 18, 29, 9, 0, 3, 30, 0), (250, 131, 25, 13, 0), (95, 2, -13, 0), proves=True)
_RELAXED = _PROOF._replace(relaxes=True)


# With fewer cells a dive fails more often, and what it leaves the relaxed game decides sooner than other dives.
_FEW_CELLS = {
    3: (
        Member(2000, (7, 65, 11, 34, 17, 2, 47, 35, 40), (325, 182, 104, 33, 0), (169, 85, 9, 0)),
        _MEMBERS[1]._replace(quota=4000),
    ),
    2: (Member(8000, (9, 62, 15, 38, 17, 1, 51, 35, 40), (370, 213, 132, 30, 0), (193, 96, 10, 0)),),
    1: (Member(8000, (8, 64, 15, 38, 10, 2, 58, 35, 40), (348, 252, 138, 33, 0), (214, 113, 9, 0)),),
    0: (Member(500, (8, 64, 15, 38, 10, 2, 58, 35, 40), (348, 252, 138, 33, 0), (214, 113, 9, 0)),),
}

# Where only kings go into empty columns the spaces are large, so that more dives come first.
_KINGS_OTHER = Member(4000, (8, 69, 13, 23, -2, 2, 51, 35, 40), (343, 212, 170, 36, 0), (147, 86, 14, 0))
_KINGS_ONLY = (
    Member(2428, (6, 60, 13, 59, 19, 1, 53, 35, 30), (324, 222, 131, 40, 0), (142, 109, 13, 0)),
    Member(8000, (2, 14, 13, 52, 10, 6, 4, 42, 41), (369, 268, 97, 88, 0), (199, 135, 21, 0)),
    Member(8000, (2, 75, 12, 13, 16, 1, 51, 48, 62), (283, 62, 63, -28, 0), (-51, 24, 4, 0)),
    _MEMBERS[1]._replace(quota=3000),
    _KINGS_OTHER._replace(quota=5000, proves=True),
    _KINGS_OTHER,
    _MEMBERS[6]._replace(quota=30000, proves=False),
    _MEMBERS[1]._replace(quota=30000),
)

# Built by suit a space is small, and many are exhausted: a dive before that pays only with so many cells that almost
# all deals are solvable.
_PROOF_BY_SUIT = Member(_NO_QUOTA, (15, 6, 21, 46, 6, -2, 3, 10, 0), (183, 103, 41, 22, 0), (45, 1, -7, 0), proves=True)


def _searches_for(rules: Rules) -> tuple[Member, ...]:
    if rules.build == "same-suit":
        return (_PROOF_BY_SUIT,) if rules.cells < 6 else (*_MEMBERS[:2], _PROOF_BY_SUIT)
    first = _KINGS_ONLY if rules.empty_column == "kings" else _FEW_CELLS.get(rules.cells, _MEMBERS)
    return (*first, _PROOF if rules.foundation_return else _RELAXED)


def plan_for(rules: Rules) -> Plan:
    """Return the searches that decide a game."""
    return plan_of(*_searches_for(rules))
