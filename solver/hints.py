"""The next move from any position, such that whoever follows hints wins.

A hint depends on the position alone, not on the moves before or the hints given. Solutions from two positions in a row
need not agree, so their first moves alone could lead in a circle. Therefore the game is played to its end before a
hint is given:

1. Each position has one step: a card that is safe at home, or one that the certain finish takes home, or else the first
   move of its solution.
2. Where steps come back to an earlier position, the positions of the circle become one group. The group is left by the
   shortest solution of any of its positions, where that leaves it for the last time. Groups that
   come back to each other become one again, so at last there is a way out.
3. In a group the way goes by the fewest of its steps to the position where it is left.

Which groups there are does not depend on where the way comes from: from each position of a group the steps lead through
all others. So the way from the next position is as long as the rest of the way from this one, and the moves left fall
by one with each hint followed.
"""

from collections import OrderedDict, deque
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from .engine import DEFAULT_MAX_STATES, SEARCHING, ReplayError
from .game.board import Board, Move, apply_move, homeward_moves
from .game.positions import finish_is_certain, is_won, no_move_left, safe_moves
from .game.rules import Rules
from .game.solution import first_move, format_solution, parse_solution
from .game.steps import Step, move_of, sorted_board, step_of
from .solving import solve
from .verdict import Answer, Limit, Verdict

_KEPT = 2000
"""Answers on positions that are kept for the next hint, about 2 kB each."""


class Hint(NamedTuple):
    """The next move in a position, and what is known of the position.

    Attributes:
        verdict: as of `verdict.Answer`.
        states: number of states expanded for the verdict.
        move: the next move; None when the position is not solvable, or won.
        moves_left: moves to the end for whoever follows hints; None unless solvable, 0 when won.
        line: these moves, of which `move` is the first.
        solution: the line in the notation of `solution`; None unless solvable.
        limit: the limit that was reached when undecided.
        won: whether all cards are home.
        no_move_left: whether no move is legal though the game is not won; the verdict is IMPOSSIBLE then.
    """

    verdict: Verdict
    states: int
    move: Move | None = None
    moves_left: int | None = None
    line: tuple[Move, ...] = ()
    solution: str | None = None
    limit: Limit | None = None
    won: bool = False
    no_move_left: bool = False


def hint(board: Board, rules: Rules = Rules(), *, max_states: int = DEFAULT_MAX_STATES) -> Hint:  # noqa: B008
    """Return the next move from a position.

    Where hints are followed, `moves_left` falls by one each time. It may only happen, where
    `max_states` is low, that a later position is beyond it; then the line of the hint before leads on to the end.

    Raises `ReplayError` when the solver has a bug.
    """
    with SEARCHING:
        guide = _guide_for(rules, max_states)
        start = sorted_board(board)
        answer = guide.answer(start)
        if answer.verdict is not Verdict.SOLVABLE:
            return Hint(answer.verdict, answer.states, limit=answer.limit, no_move_left=no_move_left(board, rules))
        line = []
        end = board
        for step in _way(start, guide):
            line.append(move_of(end, step))
            end = apply_move(end, line[-1], rules)
        if not is_won(end):
            raise ReplayError("the line of a hint does not win")
        return Hint(
            answer.verdict,
            answer.states,
            line[0] if line else None,
            len(line),
            tuple(line),
            format_solution(board, line, rules),
            won=is_won(board),
        )


class _Guide:
    """Answers and steps of sorted boards for one game; those asked for last are kept."""

    def __init__(self, rules: Rules, max_states: int) -> None:
        self.rules = rules
        self._max_states = max_states
        self._answers: OrderedDict[Board, Answer] = OrderedDict()

    def answer(self, board: Board) -> Answer:
        """Return the verdict on a position, with a short solution."""
        found = self._answers.get(board)
        if found is None:
            found = self._answers[board] = solve(board, self.rules, max_states=self._max_states)
            if len(self._answers) > _KEPT:
                self._answers.popitem(last=False)
        else:
            self._answers.move_to_end(board)
        return found

    def step(self, board: Board) -> Step | None:
        """Return the step of a position that is not won, None where a limit is reached before any is known."""
        homeward = safe_moves(board, self.rules)
        if not homeward and finish_is_certain(board):
            homeward = homeward_moves(board)
        if homeward:
            # The lowest card, whatever the order of columns.
            return min(step_of(board, move) for move in homeward)
        solution = self.answer(board).solution
        return None if solution is None else step_of(board, first_move(board, solution))

    def solution(self, board: Board) -> list[tuple[Step, Board]] | None:
        """Return the steps of the solution of a position, each with the sorted board after it; None without one."""
        text = self.answer(board).solution
        if text is None:
            return None
        steps = []
        at = board
        for move in parse_solution(board, text, self.rules):
            step = step_of(at, move)
            at = apply_move(at, move, self.rules)
            steps.append((step, sorted_board(at)))
        return steps

    def after(self, board: Board, step: Step) -> Board:
        """Return the sorted board after a step."""
        return sorted_board(apply_move(board, move_of(board, step), self.rules))


class _Exit(NamedTuple):
    """The step by which a group is left.

    Attributes:
        source: the board of the group that it is made on.
        step: the step.
        target: the board after it, outside the group.
    """

    source: Board
    step: Step
    target: Board


class _Group(NamedTuple):
    """Positions that steps lead through in a circle, or a single position.

    Attributes:
        steps: for each of its boards the steps that stay in the group, with the boards that they lead to.
        exit: how it is left; None where a limit is reached before any way is known.
    """

    steps: dict[Board, list[tuple[Step, Board]]]
    exit: _Exit | None


def _way(board: Board, guide: _Guide) -> list[Step]:
    """Return the steps from a solvable position to the end."""
    if is_won(board):
        return []
    groups = [_single(board, guide)]
    index = {board: 0}
    while (exit_ := groups[-1].exit) is not None and not is_won(exit_.target):
        target = exit_.target
        if target in index:
            first = index[target]
            merged = _merge(groups[first:], guide)
            groups[first:] = [merged]
            index.update(dict.fromkeys(merged.steps, first))
        else:
            index[target] = len(groups)
            groups.append(_single(target, guide))
    return _through(board, groups, guide)


def _single(board: Board, guide: _Guide) -> _Group:
    step = guide.step(board)
    return _Group({board: []}, None if step is None else _Exit(board, step, guide.after(board, step)))


def _merge(groups: list[_Group], guide: _Guide) -> _Group:
    """Return one group of several that lead in a circle."""
    steps = {}
    for group in groups:
        steps.update({board: list(inner) for board, inner in group.steps.items()})
    for group in groups:
        assert group.exit is not None
        steps[group.exit.source].append((group.exit.step, group.exit.target))
    return _Group(steps, _way_out(steps, guide))


def _way_out(inside: Collection[Board], guide: _Guide) -> _Exit | None:
    """Return where the shortest solution of any of some positions leaves them for the last time."""
    solvable = [board for board in inside if guide.answer(board).solution is not None]
    if not solvable:
        return None
    at = min(solvable, key=lambda board: (guide.answer(board).moves, board.columns, board.foundations))
    last = None
    for step, after in guide.solution(at) or ():
        if at in inside and after not in inside:
            last = _Exit(at, step, after)
        at = after
    return last


def _through(board: Board, groups: list[_Group], guide: _Guide) -> list[Step]:
    """Return the steps through groups, each of which leads to the next."""
    boards: list[Board] = []
    steps: list[Step] = []
    for group in groups:
        if group.exit is None:
            return _go_on(boards, steps, guide)
        for step, after in [*_inside(group, board, group.exit.source), group.exit[1:]]:
            boards.append(board)
            steps.append(step)
            board = after
    return steps


def _inside(group: _Group, start: Board, end: Board) -> list[tuple[Step, Board]]:
    """Return the fewest steps of a group from one of its boards to another, each with the board after it."""
    came: dict[Board, tuple[Board, Step]] = {}
    waiting = deque([start])
    while end not in came and end != start:
        board = waiting.popleft()
        for step, after in group.steps[board]:
            if after not in came and after != start:
                came[after] = board, step
                waiting.append(after)
    steps = []
    while end != start:
        board, step = came[end]
        steps.append((step, end))
        end = board
    return steps[::-1]


def _go_on(boards: list[Board], steps: list[Step], guide: _Guide) -> list[Step]:
    """Return a way that ended where a limit was reached, gone on by the last solution known on it."""
    for made in range(len(boards) - 1, -1, -1):
        if (rest := guide.solution(boards[made])) is not None:
            return steps[:made] + [step for step, _ in rest]
    raise ReplayError("a hint lost the solution that it began with")


@lru_cache(maxsize=16)
def _guide_for(rules: Rules, max_states: int) -> _Guide:
    return _Guide(rules, max_states)
