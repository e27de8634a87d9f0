"""The verdict on one position with a short solution.

`decide` stops at the first solution that it finds. Here two dives that look for short ones follow, and what they find
is made shorter still. Where they fail, as where cards that go home as soon as they can spoil every solution, only the
end of the first solution is made shorter.
"""

from functools import lru_cache

import numpy as np

from .decide import decide
from .engine import DEFAULT_MAX_STATES, GAMES_KEPT, SEARCHING, ReplayError, Solver
from .game.board import Board, Move, apply_move
from .game.rules import Rules
from .game.solution import format_solution, parse_solution
from .plans import Member
from .portfolio import DONE, END, MOVES, VERDICT
from .replay import replay_board
from .search.refine import GAP
from .search.root import fill_layout
from .search.shorten import new_draft
from .survey import Scratch, panel_of, survey_layout
from .verdict import SOLVABLE, Answer

# One that solves nearly all, and one whose solutions are short. Two members of the rating panel (`pools/panel.py`) have
# the same weights, which are written out here too on purpose: a change of either must not move the other.
_SEARCHES = (
    Member(20000, (11, 50, 21, 15, 18, -1, 36, 50, 0), (418, 237, 117, 35, 0), (160, 86, 3, 0)),
    Member(20000, (1, 37, 1, 2, 9, 2, 42, 45, 0), (130, 74, 49, 20, 0), (82, 45, 20, 0)),
)
_REFINING = Member(300, (2, 38, 0, 30, 11, 3, 60, 45, 0), (121, 82, 48, 19, 0), (80, 28, 8, 0))
_PANEL = panel_of(_SEARCHES, _REFINING)


def solve(board: Board, rules: Rules = Rules(), *, max_states: int = DEFAULT_MAX_STATES) -> Answer:  # noqa: B008
    """Decide a position and, where it is solvable, shorten the solution.

    The verdict and its states are those of `decide`; its moves are as many or fewer.

    Raises `ReplayError` when the solver has a bug.
    """
    with SEARCHING:
        answer = decide(board, rules, max_states=max_states)
        if answer.solution is None or answer.moves is None:
            return answer
        moves, solution = _short_solution(board, answer.solution, rules)
        if moves >= answer.moves:
            return answer
        if replay_board(board, solution, rules) != moves:
            raise ReplayError(f"the shortened solution does not replay: {solution}")
        return answer._replace(moves=moves, solution=solution)


def _short_solution(board: Board, known: str, rules: Rules) -> tuple[int, str]:
    shortener = _shortener_for(rules)
    if (found := shortener.search(board)) is not None:
        return found
    moves = _with_short_end(board, parse_solution(board, known, rules), shortener)
    return len(moves), format_solution(board, moves, rules)


def _with_short_end(board: Board, moves: list[Move], shortener: "_Shortener") -> list[Move]:
    """Search again from positions of a solution, the last first, as long as that finds any way to the end."""
    boards = [board]
    for move in moves:
        boards.append(apply_move(boards[-1], move, shortener.rules))
    for start in range(len(moves) - GAP, 0, -GAP):
        if (found := shortener.search(boards[start])) is None:
            break
        if start + found[0] < len(moves):
            moves = moves[:start] + parse_solution(boards[start], found[1], shortener.rules)
    return moves


class _Shortener:
    """The memory of the searches for short solutions in one game."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._solver = Solver(rules, max(_REFINING.quota, *(member.quota for member in _SEARCHES)))
        self._scratch = Scratch(new_draft(), np.zeros(len(self._solver.worker.path), np.int32))
        self._counts = np.zeros(len(_SEARCHES), np.int64)
        self._result = np.zeros(4, np.int64)

    def search(self, board: Board) -> tuple[int, str] | None:
        """Return the moves of a short solution and their notation; None where the dives find none."""
        solver, result = self._solver, self._result
        fill_layout(solver.worker.layout, board)
        # No state for the searches that would follow where the dives fail: the verdict is known.
        status = survey_layout(
            solver.worker, self._scratch, _PANEL, solver.plan, 0, solver.text, 0, self._counts, result
        )
        if status != DONE or result[VERDICT] != SOLVABLE:
            return None
        return int(result[MOVES]), bytes(solver.text[: result[END]]).decode("ascii")


@lru_cache(GAMES_KEPT)
def _shortener_for(rules: Rules) -> _Shortener:
    return _Shortener(rules)
