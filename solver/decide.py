"""The verdict on a position or on many deals: search, then replay what was found by code of its own.

A worker's memory grows with need and is kept for the next position; what a position's search finds and counts does
not depend on what was searched before.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

from .board import Board
from .deals import check_deal_number
from .exhaust import new_space
from .plans import plan_for
from .portfolio import (
    DONE,
    END,
    MOVES,
    SOLVABLE,
    SPACE_FULL,
    STATES,
    VERDICT,
    Plan,
    Worker,
    decide_layout,
    decide_numbers,
    new_worker,
)
from .replay import replay_board, replay_deals
from .root import fill_layout
from .rules import Rules
from .verdict import Answer, Limit, Verdict

DEFAULT_MAX_STATES = 2_000_000
"""States that may be expanded for one position; no deal below a million comes near it."""

_FIRST_NODES = 1 << 15
_MAX_NODES = 1 << 22
_GROWTH = 4
_BATCH = 1000
_TEXT = 1 << 20


class ReplayError(Exception):
    """A solution that the search gave does not replay: a bug of the solver, never to be ignored."""


class Solver:
    """The memory of one worker for one game.

    Memory: at most 34 bytes for each of 2^22 states and a table of 8 bytes for each of 2^23 slots, about 200 MB.
    """

    def __init__(self, rules: Rules) -> None:
        """Make a solver with little memory; it grows when a position needs it."""
        if rules.foundation_return:
            raise ValueError("foundation_return: the search does not know this rule yet")
        self.rules = rules
        self.plan: Plan = plan_for(rules)
        self.worker: Worker = new_worker(rules, self.plan, _FIRST_NODES)
        self.text = np.zeros(_TEXT, np.uint8)

    def grow(self) -> bool:
        """Give the exhaustive search more memory; return False when it has all that it may have."""
        nodes = len(self.worker.space.parent)
        if nodes >= _MAX_NODES:
            return False
        # The old memory goes first, so that both are never held at once.
        self.worker = self.worker._replace(space=new_space(1))
        self.worker = self.worker._replace(space=new_space(min(_GROWTH * nodes, _MAX_NODES)))
        return True


@cache
def solver_for(rules: Rules) -> Solver:
    """Return this process's solver for a game."""
    return Solver(rules)


_VERDICTS = (Verdict.UNDECIDED, Verdict.SOLVABLE, Verdict.IMPOSSIBLE)


def decide(board: Board, rules: Rules = Rules(), *, max_states: int = DEFAULT_MAX_STATES) -> Answer:  # noqa: B008
    """Decide a position.

    Raises `ReplayError` when the solver has a bug.
    """
    solver = solver_for(rules)
    result = np.zeros(4, np.int64)
    while True:
        fill_layout(solver.worker.layout, board)
        status = decide_layout(solver.worker, solver.plan, max_states, solver.text, 0, result)
        if status == DONE:
            break
        if not solver.grow():
            return Answer(Verdict.UNDECIDED, int(result[STATES]), limit=Limit.MEMORY)
    answer = _answer(result, bytes(solver.text[: result[END]]))
    if answer.solution is not None and replay_board(board, answer.solution, rules) != answer.moves:
        raise ReplayError(f"the solution does not replay: {answer.solution}")
    return answer


def decide_deals(
    deals: Sequence[int],
    rules: Rules = Rules(),  # noqa: B008
    *,
    max_states: int = DEFAULT_MAX_STATES,
) -> list[Answer]:
    """Decide numbered deals, many times faster than one by one.

    Raises `ValueError` when there is no deal with one of the numbers, `ReplayError` when the solver has a bug.
    """
    numbers = np.array([check_deal_number(deal) for deal in deals], np.int64)
    answers: list[Answer] = []
    for start in range(0, len(numbers), _BATCH):
        answers += _decide_batch(solver_for(rules), numbers[start : start + _BATCH], max_states)
    return answers


def _decide_batch(solver: Solver, deals: np.ndarray, max_states: int) -> list[Answer]:
    """Decide some deals whose solutions fit into the solver's text."""
    answers: list[Answer] = []
    results = np.zeros((len(deals), 4), np.int64)
    first, begin = 0, 0
    while first < len(deals):
        done, status = decide_numbers(solver.worker, solver.plan, max_states, deals, first, solver.text, begin, results)
        if done > first:
            starts = np.concatenate(([begin], results[first:done, END]))
            answers += _replayed(solver, deals[first:done], results[first:done], starts)
        first = done
        begin = 0
        if status == SPACE_FULL and not solver.grow():
            answers.append(Answer(Verdict.UNDECIDED, int(results[done, STATES]), limit=Limit.MEMORY))
            first += 1
    return answers


def _replayed(solver: Solver, deals: np.ndarray, results: np.ndarray, offsets: np.ndarray) -> list[Answer]:
    """Return the answers of one run of the kernel, each solution replayed."""
    solved = results[:, VERDICT] == SOLVABLE
    moves = replay_deals(deals, solver.text, offsets, solver.rules)
    wrong = np.flatnonzero(solved & (moves != results[:, MOVES]))
    if len(wrong):
        raise ReplayError(f"the solution of deal {deals[wrong[0]]} does not replay")
    text = bytes(solver.text[: offsets[-1]])
    return [_answer(row, text[offsets[i] : offsets[i + 1]]) for i, row in enumerate(results)]


def _answer(result: np.ndarray, text: bytes) -> Answer:
    """Return a row of results as an answer."""
    verdict = _VERDICTS[result[VERDICT]]
    states = int(result[STATES])
    if verdict is Verdict.SOLVABLE:
        return Answer(verdict, states, moves=int(result[MOVES]), solution=text.decode("ascii"))
    return Answer(verdict, states, limit=Limit.STATES if verdict is Verdict.UNDECIDED else None)
