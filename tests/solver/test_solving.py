"""Short solutions: the verdict of `decide`, a solution that replays, as many moves or fewer."""

from dataclasses import replace

import pytest
from freecell_pools.solver import engine, solving
from freecell_pools.solver.decide import decide
from freecell_pools.solver.engine import ReplayError, Solver
from freecell_pools.solver.game.board import Board
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.positions import is_won
from freecell_pools.solver.game.rules import PRESETS, Rules
from freecell_pools.solver.game.solution import parse_solution, replay
from freecell_pools.solver.solving import solve
from freecell_pools.solver.verdict import Answer, Limit, Verdict
from hypothesis import given, settings
from kernel_settings import FEW, needs_compiled
from positions_strategy import positions

pytestmark = needs_compiled

LIMIT = 50_000
GAMES = [
    *(pytest.param(rules, id=name) for name, rules in PRESETS.items()),
    *(pytest.param(Rules(cells=cells), id=f"cells={cells}") for cells in (1, 2, 3, 7)),
    pytest.param(Rules(6, "same-suit", "kings", "unlimited"), id="all at once"),
]


def assert_shortened(board: Board, rules: Rules, first: Answer, answer: Answer) -> None:
    assert answer._replace(moves=None, solution=None) == first._replace(moves=None, solution=None)
    assert (answer.solution is None) == (answer.moves is None) == (answer.verdict is not Verdict.SOLVABLE)
    if answer.solution is not None:
        assert answer.moves is not None
        assert first.moves is not None
        assert len(parse_solution(board, answer.solution, rules)) == answer.moves <= first.moves
        assert is_won(replay(board, answer.solution, rules))


@pytest.mark.parametrize("rules", GAMES)
def test_deals(rules: Rules) -> None:
    before = after = 0
    for deal in range(1, 41):
        board = deal_board(deal, rules)
        first, answer = (function(board, rules, max_states=LIMIT) for function in (decide, solve))
        assert_shortened(board, rules, first, answer)
        before += first.moves or 0
        after += answer.moves or 0
    assert after < 0.98 * before


@settings(max_examples=FEW)
@given(positions())
def test_positions(position: tuple[Board, Rules]) -> None:
    board, rules = position
    first, answer = (function(board, rules, max_states=LIMIT) for function in (decide, solve))
    assert_shortened(board, rules, first, answer)


@pytest.mark.parametrize("deal", [1941, 98714])
def test_deals_that_cards_sent_home_at_once_would_spoil(deal: int) -> None:
    """The dives find no way from the start of these; the end of the first solution is shortened all the same."""
    board = deal_board(deal)
    assert solving._shortener_for(Rules()).search(board) is None
    first, answer = decide(board), solve(board)
    assert_shortened(board, Rules(), first, answer)
    assert answer.moves is not None
    assert first.moves is not None
    assert answer.moves < first.moves - 5


def test_what_is_not_solvable() -> None:
    assert solve(deal_board(11982)) == decide(deal_board(11982))
    limited = solve(deal_board(11982), max_states=700)
    assert (limited.verdict, limited.states, limited.limit) == (Verdict.UNDECIDED, 700, Limit.STATES)


def test_limit_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_FIRST_NODES", 1 << 10)
    monkeypatch.setattr(engine, "_MAX_NODES", 1 << 10)
    monkeypatch.setattr("freecell_pools.solver.decide._solver_for", Solver)
    answer = solve(deal_board(11982))
    assert (answer.verdict, answer.limit) == (Verdict.UNDECIDED, Limit.MEMORY)


def test_a_won_position_and_the_last_move() -> None:
    columns: tuple[tuple[int, ...], ...] = ((),) * 8
    won = Board(columns, (None,) * 4, (13, 13, 13, 13))
    assert solve(won)[:3] == (Verdict.SOLVABLE, 0, 0)
    assert solve(won).solution == ""
    last = replace(won, columns=(*columns[:7], (51,)), foundations=(13, 13, 13, 12))
    assert (solve(last).moves, solve(last).solution) == (1, "8h")


def test_answers_do_not_depend_on_what_was_solved_before() -> None:
    boards = [deal_board(deal) for deal in (1, 11982, 617, 1941, 2)]
    answers = [solve(board) for board in boards]
    solving._shortener_for.cache_clear()
    assert [solve(board) for board in boards[::-1]][::-1] == answers


def test_a_shortened_solution_that_does_not_replay_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "replay_board", lambda *rest: -1)
    with pytest.raises(ReplayError, match="shortened solution does not replay"):
        solve(deal_board(1))
