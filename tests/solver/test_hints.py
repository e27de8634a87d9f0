"""Hints: whoever follows them wins, from any position, whatever the solutions that they are made from."""

import random
import zlib
from collections import Counter
from collections.abc import Iterator

import pytest
from freecell_pools.solver import hints
from freecell_pools.solver.engine import DEFAULT_MAX_STATES, ReplayError
from freecell_pools.solver.game.board import Board, apply_move, legal_moves
from freecell_pools.solver.game.board_text import parse_board
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.positions import is_won, no_move_left
from freecell_pools.solver.game.rules import PRESETS, Rules
from freecell_pools.solver.game.solution import format_solution, parse_solution
from freecell_pools.solver.game.steps import step_of
from freecell_pools.solver.hints import Hint, hint
from freecell_pools.solver.solving import solve
from freecell_pools.solver.verdict import Answer, Limit, Verdict
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_positions import shuffled
from kernel_settings import FEW, TRIES_LESS, needs_compiled, times
from late_positions import STUCK
from positions_strategy import positions

pytestmark = needs_compiled

LIMIT = 20_000
GAMES = PRESETS | {
    "cells=1": Rules(cells=1),
    "cells=2": Rules(cells=2),
    "cells=7": Rules(cells=7),
    "all at once": Rules(5, "same-suit", "kings", "unlimited"),
}


@pytest.fixture(autouse=True)
def _no_answers_kept() -> Iterator[None]:
    hints._guide_for.cache_clear()
    yield
    hints._guide_for.cache_clear()


def assert_line_wins(board: Board, rules: Rules, found: Hint) -> None:
    assert found.verdict is Verdict.SOLVABLE
    assert len(found.line) == found.moves_left
    assert found.move == (found.line[0] if found.line else None)
    assert found.solution == format_solution(board, list(found.line), rules)
    for move in found.line:
        board = apply_move(board, move, rules)
    assert is_won(board)


def follow(board: Board, rules: Rules, max_states: int = DEFAULT_MAX_STATES) -> int:
    """Play by hints alone; return the number of moves, or -1 where a position is undecided."""
    left = None
    moves = 0
    while not is_won(board):
        found = hint(board, rules, max_states=max_states)
        if found.verdict is Verdict.UNDECIDED:
            return -1
        assert_line_wins(board, rules, found)
        assert left is None or found.moves_left == left - 1
        left = found.moves_left
        assert found.move is not None
        assert found.move in legal_moves(board, rules)
        board = apply_move(board, found.move, rules)
        moves += 1
    return moves


@pytest.mark.parametrize("name", GAMES)
def test_whoever_follows_hints_wins(name: str) -> None:
    rules = GAMES[name]
    won = 0
    for deal in range(1, times(6) + 1):
        board = deal_board(deal, rules)
        found = hint(board, rules, max_states=LIMIT)
        if found.verdict is Verdict.SOLVABLE:
            assert follow(board, rules, LIMIT) in (found.moves_left, -1)
            won += 1
    assert won >= (1 if TRIES_LESS else 2)


@settings(max_examples=FEW)
@given(positions(), st.integers(0, 2**32 - 1))
def test_positions(position: tuple[Board, Rules], seed: int) -> None:
    board, rules = position
    found = hint(board, rules, max_states=LIMIT)
    answer = solve(board, rules, max_states=LIMIT)
    assert (found.verdict, found.states, found.limit) == (answer.verdict, answer.states, answer.limit)
    assert (found.won, found.no_move_left) == (is_won(board), no_move_left(board, rules))
    if found.verdict is Verdict.SOLVABLE:
        assert_line_wins(board, rules, found)
        # Equal positions get equal hints.
        other = shuffled(board, seed)
        again = hint(other, rules, max_states=LIMIT)
        assert again.moves_left == found.moves_left
        if found.move is not None and again.move is not None:
            assert step_of(other, again.move) == step_of(board, found.move)
    else:
        assert (found.move, found.moves_left, found.line, found.solution) == (None, None, (), None)


def contrary(seed: int, share: float, merges: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Have solutions begin with any legal move that loses nothing, so that their first moves lead in circles."""
    real_merge = hints._merge

    def wander(board: Board, rules: Rules, *, max_states: int) -> Answer:
        answer = solve(board, rules, max_states=max_states)
        randomness = random.Random(zlib.crc32(repr((seed, board)).encode()))
        if answer.solution is None or is_won(board) or randomness.random() > share:
            return answer
        move = randomness.choice(legal_moves(board, rules))
        after = apply_move(board, move, rules)
        rest = solve(after, rules, max_states=max_states)
        if rest.solution is None or rest.moves is None:
            return answer
        moves = [move, *parse_solution(after, rest.solution, rules)]
        return answer._replace(moves=len(moves), solution=format_solution(board, moves, rules))

    def merge(groups: list[hints._Group], guide: hints._Guide) -> hints._Group:
        merges["merges"] += 1
        merges["of groups"] += any(len(group.steps) > 1 for group in groups)
        merged = real_merge(groups, guide)
        merges["largest"] = max(merges["largest"], len(merged.steps))
        return merged

    monkeypatch.setattr(hints, "solve", wander)
    monkeypatch.setattr(hints, "_merge", merge)


@pytest.mark.parametrize(
    ("name", "share"), [("freecell", 0.9), ("bakers-game", 0.9), ("kings-only", 1), ("relaxed", 0.9), ("cells=2", 0.9)]
)
def test_solutions_that_lead_in_circles_do_not_lead_hints_in_circles(
    name: str, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    merges: Counter[str] = Counter()
    rules = GAMES[name]
    contrary(1, share, merges, monkeypatch)
    boards = (deal_board(deal, rules) for deal in range(1, 10))
    assert follow(next(board for board in boards if solve(board, rules).solution is not None), rules) > 0
    assert merges["merges"] >= 5, merges
    assert merges["of groups"] >= 1, merges
    assert merges["largest"] >= 3, merges


def test_answers_that_are_forgotten_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    merges: Counter[str] = Counter()
    contrary(1, 0.9, merges, monkeypatch)
    expected = [hint(deal_board(deal)) for deal in range(1, 5)]
    hints._guide_for.cache_clear()
    monkeypatch.setattr(hints, "_KEPT", 2)
    assert [hint(deal_board(deal)) for deal in range(1, 5)] == expected
    assert len(hints._guide_for(Rules(), DEFAULT_MAX_STATES)._answers) == 2
    assert merges["merges"]


def test_a_later_position_beyond_the_limit_leaves_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position on the way that is undecided ends the steps; the line goes on by the solution before it."""
    beyond = 0

    def limited(board: Board, rules: Rules, *, max_states: int) -> Answer:
        if 20 <= sum(board.foundations) <= 22:
            nonlocal beyond
            beyond += 1
            return Answer(Verdict.UNDECIDED, max_states, limit=Limit.STATES)
        return solve(board, rules, max_states=max_states)

    monkeypatch.setattr(hints, "solve", limited)
    for deal in range(1, 11):
        board = deal_board(deal)
        while not is_won(board):
            found = hint(board, max_states=LIMIT)
            if found.verdict is Verdict.UNDECIDED:
                assert (found.move, found.limit, found.line) == (None, Limit.STATES, ())
                break
            assert_line_wins(board, Rules(), found)
            assert found.move is not None
            board = apply_move(board, found.move, Rules())
    assert beyond


def test_low_limits_are_kept() -> None:
    for limit in (1, 10, 700):
        found = hint(deal_board(11982), max_states=limit)
        assert (found.verdict, found.states, found.limit) == (Verdict.UNDECIDED, limit, Limit.STATES)


def test_the_end_of_the_game() -> None:
    won = hint(parse_board("Foundations: H-K C-K D-K S-K"))
    assert won == Hint(Verdict.SOLVABLE, 0, None, 0, (), "", won=True)
    found = hint(parse_board("Foundations: H-K C-K D-J S-K\nFreecells: KD\n: QD"))
    assert (found.moves_left, found.solution, found.won) == (2, "1hah", False)


def test_what_cannot_be_won() -> None:
    found = hint(deal_board(11982))
    assert (found.verdict, found.move, found.no_move_left) == (Verdict.IMPOSSIBLE, None, False)


def test_no_move_is_left() -> None:
    board = parse_board(STUCK)
    assert not legal_moves(board, Rules())
    found = hint(board)
    assert (found.verdict, found.move, found.no_move_left) == (Verdict.IMPOSSIBLE, None, True)


def test_a_line_that_does_not_win_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "_way", lambda *rest: [])
    with pytest.raises(ReplayError, match="does not win"):
        hint(deal_board(1))
