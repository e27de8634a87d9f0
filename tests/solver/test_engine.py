"""Memory that grows and text that fills up: neither changes an answer. Limits, and solutions under every preset."""

import gc
import weakref
from collections.abc import Callable
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from freecell_pools.solver import cells_needed, solving, survey
from freecell_pools.solver import decide as deciding
from freecell_pools.solver.decide import decide, decide_deals
from freecell_pools.solver.engine import GAMES_KEPT, Solver
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.positions import is_won
from freecell_pools.solver.game.rules import PRESETS, Rules
from freecell_pools.solver.game.solution import parse_solution, replay
from freecell_pools.solver.search.exhaust import new_space
from freecell_pools.solver.survey import Panel, survey_deals
from freecell_pools.solver.verdict import Limit, Verdict
from kernel_settings import needs_compiled

pytestmark = needs_compiled

# Deal 781948 is the impossible one with the fewest states; 1941 takes the exhaustive search or a long dive.
DEALS = [1, 2, 781948, 1941, 3, 617, 4, 5]


def use(monkeypatch: pytest.MonkeyPatch, solver: Solver) -> None:
    """Have all deals and boards decided with this memory."""
    monkeypatch.setattr("freecell_pools.solver.decide._solver_for", lambda rules: solver)
    monkeypatch.setattr("freecell_pools.solver.survey._solver_for", lambda rules, quota: solver)


def test_growing_memory_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = list(decide_deals(DEALS))
    for first_nodes in (1, 50, 3000):
        solver = Solver(Rules())
        solver.worker = solver.worker._replace(space=new_space(first_nodes))
        use(monkeypatch, solver)
        assert list(decide_deals(DEALS)) == expected
        assert len(solver.worker.space.parent) > first_nodes
        assert [decide(deal_board(deal)) for deal in DEALS] == expected


def test_memory_grows_up_to_a_limit() -> None:
    solver = Solver(Rules())
    sizes = [len(solver.worker.space.parent)]
    while len(sizes) < 4 and solver.grow():
        sizes.append(len(solver.worker.space.parent))
        space = solver.worker.space
        assert len(space.table) > sizes[-1] == len(space.following) == len(space.move) == len(space.keys) // 3
    assert all(after > before for before, after in pairwise(sizes))


@pytest.mark.parametrize(
    "memory_for",
    [
        deciding._solver_for,
        partial(survey._solver_for, quota=100),
        solving._shortener_for,
        cells_needed._solvers_for,
    ],
)
def test_a_process_asked_for_many_games_keeps_the_memory_of_few(memory_for: Callable[[Rules], object]) -> None:
    of_first = weakref.ref(memory_for(Rules(cells=7)))
    assert of_first() is memory_for(Rules(cells=7))
    for cells in range(GAMES_KEPT):
        memory_for(Rules(cells=cells))
    gc.collect()
    assert of_first() is None


@pytest.mark.parametrize("size", [700, 1000, 1777])
def test_a_full_text_is_emptied_and_used_again(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    deals = range(1, 31)
    expected = list(decide_deals(deals))
    assert sum(len(answer.solution or "") for answer in expected) > 2 * size
    solver = Solver(Rules())
    dives = ~solver.plan.proves
    panel = Panel(solver.plan.weights[dives], solver.plan.quotas[dives], solver.plan.weights[0], 20)
    counts, answers = survey_deals(1, 10, Rules(), panel)
    whole = np.full(size + 500, 0xEE, np.uint8)
    solver.text = whole[:size]
    use(monkeypatch, solver)
    assert list(decide_deals(deals)) == expected
    again, found = survey_deals(1, 10, Rules(), panel)
    assert (again == counts).all()
    assert list(found) == list(answers)
    assert (whole[size:] == 0xEE).all()


@pytest.mark.parametrize("name", PRESETS)
def test_solutions_of_deals_replay(name: str) -> None:
    rules = PRESETS[name]
    # Where only kings may be put into an empty column, some spaces are too large to search here.
    answers = decide_deals(range(1, 41), rules, max_states=50_000)
    for deal, answer in enumerate(answers, 1):
        assert name == "kings-only" or answer.verdict is not Verdict.UNDECIDED
        if answer.verdict is Verdict.SOLVABLE:
            assert answer.solution is not None
            assert is_won(replay(deal_board(deal, rules), answer.solution, rules))
            assert len(parse_solution(deal_board(deal, rules), answer.solution, rules)) == answer.moves
        else:
            assert (answer.solution, answer.moves) == (None, None)
    assert sum(answer.verdict is Verdict.SOLVABLE for answer in answers) > 20


def test_deals_of_known_cells() -> None:
    """164 and 7058 need no cell at all; 617, 31465, 6139 and 10692 need all four (as published)."""
    for deal in (164, 7058):
        assert decide(deal_board(deal, Rules(cells=0)), Rules(cells=0)).verdict is Verdict.SOLVABLE
    few = Rules(cells=3)
    for deal in (617, 31465, 6139, 10692):
        assert decide(deal_board(deal), Rules()).verdict is Verdict.SOLVABLE
        assert decide(deal_board(deal, few), few).verdict is Verdict.IMPOSSIBLE


@pytest.mark.parametrize("deal", [1, 781948])
def test_a_limit_that_is_high_enough_changes_nothing(deal: int) -> None:
    answer = decide(deal_board(deal))
    assert decide(deal_board(deal), max_states=answer.states) == answer
    for limit in (0, 1, answer.states // 2, answer.states - 2):
        cut_off = decide(deal_board(deal), max_states=limit)
        assert (cut_off.verdict, cut_off.limit) == (Verdict.UNDECIDED, Limit.STATES)
        assert cut_off.states == limit


@pytest.mark.parametrize("deal", range(1, 6))
def test_no_more_states_than_allowed(deal: int) -> None:
    limit = decide(deal_board(deal)).states - 1
    assert decide(deal_board(deal), max_states=limit).states <= limit
