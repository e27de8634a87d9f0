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
        for free in range(8):
            for empty in range(8):
                cells = self.cells[min(free, len(self.cells) - 1)]
                columns = self.columns[min(empty, len(self.columns) - 1)]
                vector[w.ROOM + 8 * free + empty] = cells + columns
        return vector


def plan_of(members: Sequence[Member], proof: Member) -> Plan:
    """Return members as arrays for the kernels."""
    return Plan(
        np.stack([member.weights() for member in members]),
        np.array([member.quota for member in members], np.int64),
        proof.weights(),
    )


# Each member was tuned on what those before it leave unsolved.
_MEMBERS = (
    Member(311, (6, 65, 0, 10, 30, 16, 2, 41), (320, 192, 113, 37, 0), (164, 71, 8, 0)),
    Member(1500, (10, 60, 6, 10, 15, 25, 3, 20), (320, 192, 113, 37, 0), (164, 71, 8, 0)),
)


def plan_for(rules: Rules) -> Plan:
    """Return the searches that decide a game."""
    return plan_of(_MEMBERS, _MEMBERS[0])
