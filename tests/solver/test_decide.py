"""Verdicts: against brute force, known results, and themselves."""

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from brute_force import can_be_won, random_ending
from freecell_pools.solver import engine
from freecell_pools.solver.decide import decide, decide_deals
from freecell_pools.solver.engine import ReplayError, Solver
from freecell_pools.solver.game.board import FOUNDATION, Board
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.positions import is_won
from freecell_pools.solver.game.rules import Rules
from freecell_pools.solver.game.solution import parse_solution, replay
from freecell_pools.solver.verdict import Limit, Verdict
from hypothesis import given, settings
from kernel_settings import FEW, needs_compiled, times
from positions_strategy import positions

pytestmark = needs_compiled

IMPOSSIBLE = (11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948)  # all there are below 1,000,000


@pytest.mark.parametrize("build", ["alternating", "same-suit"])
@pytest.mark.parametrize("empty_column", ["any", "kings"])
@pytest.mark.parametrize("run_move", ["capacity", "unlimited"])
@pytest.mark.parametrize("returns", [False, True])
def test_verdicts_are_those_of_brute_force(build: str, empty_column: str, run_move: str, returns: bool) -> None:
    randomness = random.Random(f"{build} {empty_column} {run_move}")
    verdicts: Counter[Verdict] = Counter()
    # Where foundations give cards back, the few impossible boards cost brute force most of its time.
    solvable, impossible = (times(40), 2) if returns else (times(60), 10)
    for _ in range(1000):
        if verdicts[Verdict.SOLVABLE] >= solvable and verdicts[Verdict.IMPOSSIBLE] >= impossible:
            break
        cells = randomness.choice([0, 0, 0, 1, 1, 2])
        rules = Rules(cells, build, empty_column, run_move, returns)  # type: ignore[arg-type]
        board = random_ending(randomness, rules, randomness.randint(14, 30))
        known = can_be_won(board, rules, 1500)
        if known is None:
            continue
        answer = decide(board, rules)
        assert answer.verdict is (Verdict.SOLVABLE if known else Verdict.IMPOSSIBLE), (board, rules)
        verdicts[answer.verdict] += 1
    assert verdicts[Verdict.SOLVABLE] >= solvable, verdicts
    assert verdicts[Verdict.IMPOSSIBLE] >= impossible, verdicts


def test_a_position_that_needs_a_card_back_from_a_foundation() -> None:
    columns = (
        (34, 44, 36, 22, 16),
        (46, 32, 47, 27),
        (12, 14, 28, 38),
        (48, 10, 37, 31),
        (40, 49, 35, 26),
        (45, 50, 18, 41),
        (51, 20, 39, 43),
        (42, 30, 6, 24),
    )
    board = Board(columns, (), (3, 9, 1, 6))
    rules = Rules(cells=0, empty_column="kings", run_move="unlimited")
    assert can_be_won(board, rules, 10**5) is False
    assert decide(board, rules).verdict is Verdict.IMPOSSIBLE
    returning = replace(rules, foundation_return=True)
    answer = decide(board, returning)
    assert answer.solution is not None
    assert any(move.source == FOUNDATION for move in parse_solution(board, answer.solution, returning))


@settings(max_examples=FEW)
@given(positions())
def test_solutions_replay_in_the_reference_engine(position: tuple[Board, Rules]) -> None:
    board, rules = position
    answer = decide(board, rules, max_states=20_000)
    if answer.verdict is Verdict.SOLVABLE:
        assert answer.solution is not None
        assert is_won(replay(board, answer.solution, rules))
    assert answer.verdict is not Verdict.UNDECIDED or answer.limit is Limit.STATES


def test_known_results() -> None:
    assert {answer.verdict for answer in decide_deals(IMPOSSIBLE)} == {Verdict.IMPOSSIBLE}
    assert {answer.verdict for answer in decide_deals([1941, 98714, 617, 31465])} == {Verdict.SOLVABLE}


def test_answers_do_not_depend_on_what_was_searched_before() -> None:
    deals = [11982, 1, 2, 617, 146692]
    answers = list(decide_deals(deals))
    assert decide_deals(deals[::-1])[::-1] == answers
    assert [decide(deal_board(deal)) for deal in deals] == answers


def test_limit_of_states() -> None:
    for limit in (1, 10, 700, 5000):
        answer = decide(deal_board(11982), max_states=limit)
        assert (answer.verdict, answer.limit, answer.states) == (Verdict.UNDECIDED, Limit.STATES, limit)


def test_limit_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_FIRST_NODES", 1 << 10)
    monkeypatch.setattr(engine, "_MAX_NODES", 1 << 10)
    monkeypatch.setattr("freecell_pools.solver.decide._solver_for", Solver)
    one, two, three = decide_deals([1, 11982, 3])
    assert (two.verdict, two.limit) == (Verdict.UNDECIDED, Limit.MEMORY)
    assert decide(deal_board(11982)) == two
    assert (one.verdict, three.verdict) == (Verdict.SOLVABLE, Verdict.SOLVABLE)


def test_a_solution_that_does_not_replay_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "replay_deals", lambda deals, *rest: np.full(len(deals), -1))
    with pytest.raises(ReplayError, match="deal 1 "):
        decide_deals([1])
    monkeypatch.setattr("freecell_pools.solver.decide.replay_board", lambda *rest: -1)
    with pytest.raises(ReplayError, match="does not replay"):
        decide(deal_board(1))


def test_a_deal_that_one_exhaustive_search_alone_cannot_hold() -> None:
    """The weights of the last search fill all memory with this one; another solves it in some thousand states."""
    assert decide_deals([1188194])[0].verdict is Verdict.SOLVABLE
