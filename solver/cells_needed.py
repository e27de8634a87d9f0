"""The fewest cells with which a deal is solvable, by proof on both sides.

What is solvable with some cells is so with more, since a cell may stay empty. So the number sought lies between the
most cells with which the deal is proven impossible and the fewest with which it was solved, and each search moves
one of the two. The first search is made where most deals of a game part, the others from there a cell at a time.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from .engine import SEARCHING, Solver
from .game.deals import check_deal_number
from .game.rules import MAX_CELLS, Rules
from .verdict import IMPOSSIBLE, SOLVABLE, UNDECIDED

UNKNOWN = -1
"""Stands for a number of cells that was not found within the limits."""

MORE = MAX_CELLS + 1
"""Stands for more cells than any game has: the deal is impossible even with `MAX_CELLS`."""

MAX_NODES = 1 << 23
"""States that one search may hold, about 420 MB: with one or two cells some positions need millions."""

MOST_STATES = 20_000_000
"""States that may be expanded for one deal and number of cells; enough for all deals of 1..32000."""

# Of deals 1..32000, 60 % need two cells by FreeCell's rules, 79 % no more; built by suit, most deals need four.
_FIRST_TRY = {"alternating": 2, "same-suit": 4}


class _Solvers:
    """Solvers of one game with each number of cells, made when needed; the memory for proofs is one for all."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._solvers: dict[int, Solver] = {}
        self._last: Solver | None = None

    def __getitem__(self, cells: int) -> Solver:
        if cells not in self._solvers:
            self._solvers[cells] = Solver(replace(self._rules, cells=cells), max_nodes=MAX_NODES)
        solver = self._solvers[cells]
        if self._last is not None:
            solver.worker = solver.worker._replace(space=self._last.worker.space)
        self._last = solver
        return solver


@lru_cache(1)  # one game may hold 440 MB
def _solvers_for(rules: Rules) -> _Solvers:
    return _Solvers(rules)


def cells_needed_deals(
    deals: Sequence[int] | npt.NDArray[np.int64],
    rules: Rules = Rules(),  # noqa: B008
    *,
    solvable_with: int = MORE,
    max_states: int = MOST_STATES,
) -> npt.NDArray[np.int8]:
    """Return the fewest cells with which each deal is solvable: int8[n].

    Args:
        deals: deal numbers.
        rules: the rules of the game; its number of cells means nothing here.
        solvable_with: cells with which all these deals are known to be solvable.
        max_states: limit of expanded states for each deal and number of cells.

    The number is `UNKNOWN` where a limit was reached, `MORE` where the deal is impossible even with `MAX_CELLS`.

    Raises `ValueError` when there is no deal with one of the numbers, `ReplayError` when the solver has a bug.
    """
    numbers = np.array([check_deal_number(deal) for deal in deals], np.int64)
    with SEARCHING:
        return _fewest(
            numbers, _solvers_for(replace(rules, cells=0)), _FIRST_TRY[rules.build], solvable_with, max_states
        )


def _fewest(
    numbers: npt.NDArray[np.int64], solvers: _Solvers, first: int, solvable_with: int, max_states: int
) -> npt.NDArray[np.int8]:
    low = np.zeros(len(numbers), np.int8)
    high = np.full(len(numbers), solvable_with, np.int8)
    lost = np.zeros(len(numbers), np.bool_)
    while (open_ := (low < high) & ~lost).any():
        tries = np.clip(first, low, high - 1)
        for cells in np.unique(tries[open_]).tolist():
            rows = np.flatnonzero(open_ & (tries == cells))
            verdicts = solvers[cells].decide(numbers[rows], max_states).verdicts
            high[rows[verdicts == SOLVABLE]] = cells
            low[rows[verdicts == IMPOSSIBLE]] = cells + 1
            lost[rows[verdicts == UNDECIDED]] = True
    return np.where(lost, np.int8(UNKNOWN), low)
