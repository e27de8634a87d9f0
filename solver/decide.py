"""The verdict on a position or on many deals: search, then replay what was found by code of its own.

All threads of a process search with the same memory, one after the other.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from .answers import Answers, answer_of
from .engine import DEFAULT_MAX_STATES, GAMES_KEPT, SEARCHING, ReplayError, Solver
from .game.board import Board
from .game.deals import check_deal_number
from .game.rules import Rules
from .portfolio import DONE, END, MOVES, STATES, VERDICT, decide_layout
from .replay import replay_board
from .search.root import fill_layout
from .verdict import UNDECIDED, Answer


@lru_cache(GAMES_KEPT)
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
                return answer_of(UNDECIDED, int(result[STATES]), 0, b"", lacked_memory=True)
        text = bytes(solver.text[: result[END]])
        found = answer_of(int(result[VERDICT]), int(result[STATES]), int(result[MOVES]), text)
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
        return _solver_for(rules).decide(numbers, max_states)
