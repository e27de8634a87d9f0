"""The verdict on a position or on many deals: search, then replay what was found by code of its own.

All threads of a process search with the same memory, one after the other.
"""

import threading
from collections.abc import Sequence
from functools import cache

import numpy as np

from .answers import Answers
from .board import Board
from .deals import check_deal_number
from .engine import DEFAULT_MAX_STATES, ReplayError, Solver, answer, out_of_memory
from .portfolio import DONE, END, decide_layout, decide_numbers
from .replay import replay_board
from .root import fill_layout
from .rules import Rules
from .verdict import Answer

SEARCHING = threading.RLock()
"""Held by the thread that searches: kernels run without the GIL, and the memory of a game is there once."""


@cache
def _solver_for(rules: Rules) -> Solver:
    return Solver(rules)


def decide(board: Board, rules: Rules = Rules(), *, max_states: int = DEFAULT_MAX_STATES) -> Answer:  # noqa: B008
    """Decide a position.

    Raises `ReplayError` when the solver has a bug.
    """
    with SEARCHING:
        solver = _solver_for(rules)
        result = np.zeros(4, np.int64)
        while True:
            fill_layout(solver.worker.layout, board)
            status = decide_layout(solver.worker, solver.plan, max_states, solver.text, 0, result)
            if status == DONE:
                break
            if not solver.make_room(status):
                return out_of_memory(result)
        found = answer(result.tolist(), bytes(solver.text[: result[END]]).decode("ascii"))
    if found.solution is not None and replay_board(board, found.solution, rules) != found.moves:
        raise ReplayError(f"the solution does not replay: {found.solution}")
    return found


def decide_deals(
    deals: Sequence[int],
    rules: Rules = Rules(),  # noqa: B008
    *,
    max_states: int = DEFAULT_MAX_STATES,
) -> Answers:
    """Decide numbered deals, many times faster than one by one.

    Raises `ValueError` when there is no deal with one of the numbers, `ReplayError` when the solver has a bug.
    """
    numbers = np.array([check_deal_number(deal) for deal in deals], np.int64)
    with SEARCHING:
        solver = _solver_for(rules)

        def step(first: int, results: np.ndarray) -> tuple[int, int]:
            return decide_numbers(solver.worker, solver.plan, max_states, numbers, first, solver.text, results)

        return solver.run(numbers, step)
