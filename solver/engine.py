"""One process's solver for one game: its memory, and running a kernel over many deals.

Memory grows with need and is kept for the next position; what a search finds and counts does not depend on what was
searched before.
"""

import threading
from collections.abc import Callable

import numpy as np

from .answers import Answers
from .game.rules import Rules
from .plans import plan_for
from .portfolio import END, MOVES, STATES, TEXT_FULL, VERDICT, Plan, Worker, decide_numbers, new_worker
from .replay import replay_deals
from .search.exhaust import new_space
from .verdict import SOLVABLE, UNDECIDED

DEFAULT_MAX_STATES = 10_000_000
"""States that may be expanded for one position; no deal of FreeCell below a million needs as many."""

SEARCHING = threading.RLock()
"""Held by the thread that searches: kernels run without the GIL, and the memory of a game is there once."""

GAMES_KEPT = 4
"""Games whose memory a process keeps for the next position; that of the one not used for longest goes.

Making it again takes a millisecond. One game may hold 210 MB, and there are 128 of them.
"""

_FIRST_NODES = 1 << 15
_MAX_NODES = 1 << 22
_GROWTH = 4
_TEXT = 1 << 20

DecideFrom = Callable[[int, np.ndarray], tuple[int, int]]
"""Decides deals from an index on, writing rows of results; see `portfolio.decide_numbers`."""


class ReplayError(Exception):
    """A solution that the search gave does not replay: a bug of the solver, never to be ignored."""


class Solver:
    """The memory of one worker for one game.

    Memory: at most 34 bytes for each of `max_nodes` states and 8 bytes for each of twice as many slots of a table,
    about 210 MB for 2^22 states.
    """

    def __init__(self, rules: Rules, most_quota: int = 0, max_nodes: int | None = None) -> None:
        """Make a solver with little memory.

        Args:
            rules: the game.
            most_quota: states for the largest dive, where that is more than the plan needs.
            max_nodes: states that the exhaustive search may hold, where that is not 2^22.
        """
        self.rules = rules
        self.max_nodes = _MAX_NODES if max_nodes is None else max_nodes
        self.plan: Plan = plan_for(rules)
        quota = max(most_quota, int(self.plan.quotas[~self.plan.proves].max(initial=0)))
        self.worker: Worker = new_worker(rules, quota, _FIRST_NODES)
        self.text = np.zeros(_TEXT, np.uint8)

    def grow(self) -> bool:
        """Give the exhaustive search more memory; return False when it has all that it may have."""
        nodes = len(self.worker.space.parent)
        if nodes >= self.max_nodes:
            return False
        # The old memory goes first, so that both are never held at once.
        self.worker = self.worker._replace(space=new_space(1))
        self.worker = self.worker._replace(space=new_space(min(_GROWTH * nodes, self.max_nodes)))
        return True

    def make_room(self, status: int) -> bool:
        """Give more memory to what a kernel said was full; return False when it has all that it may have."""
        if status == TEXT_FULL:
            self.text = np.zeros(2 * len(self.text), np.uint8)
            return True
        return self.grow()

    def decide(self, deals: np.ndarray, max_states: int) -> Answers:
        """Return the answers on deals (int64[n]), by the plan of the game; see `run`."""

        def decide_from(first: int, results: np.ndarray) -> tuple[int, int]:
            return decide_numbers(self.worker, self.plan, max_states, deals, first, self.text, results)

        return self.run(deals, decide_from)

    def run(self, deals: np.ndarray, decide_from: DecideFrom) -> Answers:
        """Return the answers on deals (int64[n]), every solution replayed.

        Raises `ReplayError` when the solver has a bug.
        """
        results = np.zeros((len(deals), 4), np.int64)
        offsets = np.zeros(len(deals) + 1, np.int64)
        lacked_memory = np.zeros(len(deals), np.bool_)
        texts: list[bytes] = []
        first = 0
        while first < len(deals):
            done, status = decide_from(first, results)
            if done > first:
                ends = results[first:done, END]
                self._check(deals[first:done], results[first:done])
                texts.append(bytes(self.text[: ends[-1]]))
                offsets[first + 1 : done + 1] = offsets[first] + ends
            elif not self.make_room(status):
                results[first, VERDICT] = UNDECIDED
                lacked_memory[first] = True
                offsets[first + 1] = offsets[first]
                done += 1
            first = done
        verdicts = results[:, VERDICT].astype(np.int8)
        return Answers(verdicts, results[:, STATES], results[:, MOVES], offsets, b"".join(texts), lacked_memory)

    def _check(self, deals: np.ndarray, results: np.ndarray) -> None:
        """Replay the solutions that the text holds; raise `ReplayError` when one is wrong."""
        offsets = np.concatenate(([0], results[:, END]))
        moves = replay_deals(deals, self.text, offsets, self.rules)
        wrong = np.flatnonzero((results[:, VERDICT] == SOLVABLE) & (moves != results[:, MOVES]))
        if len(wrong):
            raise ReplayError(f"the solution of deal {deals[wrong[0]]} does not replay")
