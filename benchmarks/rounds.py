"""One round of a comparison: a range of deals decided by this project or by another program."""

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from freecell_pools.solver.decide import decide_deals
from freecell_pools.solver.game.rules import Rules
from freecell_pools.solver.verdict import IMPOSSIBLE, SOLVABLE, UNDECIDED, VERDICTS

_AT_ONCE = 1000


class Round(NamedTuple):
    """What a program needed for some deals, and what it found.

    Attributes:
        processor: seconds of processor time, which other work on the machine disturbs least.
        states: states that the searches looked at, in the program's own counting.
        solvable: deals with a solution.
        impossible: deals without one, as the program tells.
        undecided: deals where it reached its limit.
    """

    processor: float
    states: int
    solvable: int
    impossible: int
    undecided: int

    @property
    def deals(self) -> int:
        """The number of deals."""
        return self.solvable + self.impossible + self.undecided


def own_round(deals: range, rules: Rules) -> Round:
    """Decide deals with this project, every solution replayed; neither start-up nor compiling is measured.

    Raises `ReplayError` when the solver has a bug.
    """
    start = time.process_time()
    verdicts, states = np.zeros(len(VERDICTS), np.int64), 0
    for first in range(deals.start, deals.stop, _AT_ONCE):
        answers = decide_deals(range(first, min(first + _AT_ONCE, deals.stop)), rules)
        verdicts += np.bincount(answers.verdicts, minlength=len(VERDICTS))
        states += int(answers.states.sum())
    used = time.process_time() - start
    undecided, solvable, impossible = (int(verdicts[verdict]) for verdict in (UNDECIDED, SOLVABLE, IMPOSSIBLE))
    return Round(used, states, solvable, impossible, undecided)


def in_alternation(rounds: int, *programs: Callable[[], Round]) -> list[tuple[Round, ...]]:
    """Run some programs in turn, so that what changes on the machine meanwhile hits them all; return each turn."""
    return [tuple(program() for program in programs) for _ in range(rounds)]
