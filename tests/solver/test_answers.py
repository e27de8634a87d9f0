"""Answers in columns: each row is the answer of its deal, whatever became of the others."""

from dataclasses import replace

import numpy as np
import pytest
from freecell_pools.solver import engine
from freecell_pools.solver.answers import Answers
from freecell_pools.solver.decide import decide, decide_deals
from freecell_pools.solver.engine import Solver
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.verdict import Answer, Limit, Verdict
from kernel_settings import needs_compiled

ANSWERS = Answers(
    np.array([1, 0, 2, 0, 1], np.int8),
    np.array([10, 20, 30, 40, 50]),
    np.array([2, 0, 0, 0, 3]),
    np.array([0, 4, 4, 4, 4, 10]),
    b"1h2h3a4bah",
    np.array([False, True, False, False, False]),
)
ROWS = [
    Answer(Verdict.SOLVABLE, 10, 2, solution="1h2h"),
    Answer(Verdict.UNDECIDED, 20, limit=Limit.MEMORY),
    Answer(Verdict.IMPOSSIBLE, 30),
    Answer(Verdict.UNDECIDED, 40, limit=Limit.STATES),
    Answer(Verdict.SOLVABLE, 50, 3, solution="3a4bah"),
]


def test_rows() -> None:
    assert list(ANSWERS) == ROWS
    assert [ANSWERS[row] for row in range(-5, 0)] == ROWS
    assert ANSWERS[1:4] == ROWS[1:4]
    assert ANSWERS[::-2] == ROWS[::-2]
    for row in (5, -6):
        with pytest.raises(IndexError):
            ANSWERS[row]


def test_cells_needed() -> None:
    with_cells = replace(ANSWERS, cells_needed=np.array([0, -1, 5, 4, 2], np.int8))
    assert [answer.cells_needed for answer in with_cells] == [0, -1, 5, 4, 2]
    assert [answer._replace(cells_needed=None) for answer in with_cells] == ROWS


@needs_compiled
@pytest.mark.parametrize(("states", "limit"), [(10_000, Limit.STATES), (2_000_000, Limit.MEMORY)])
def test_rows_of_deals_of_all_verdicts(monkeypatch: pytest.MonkeyPatch, states: int, limit: Limit) -> None:
    """A text that is full now and then, and too few states or too little memory for a proof."""
    deals = [1, 11982, 2, 617, 781948, 3, 4, 11982, 5]
    monkeypatch.setattr(engine, "_MAX_NODES", 20_000)
    monkeypatch.setattr(engine, "_FIRST_NODES", 5_000)
    monkeypatch.setattr(engine, "_TEXT", 300)
    monkeypatch.setattr("freecell_pools.solver.decide._solver_for", Solver)
    answers = decide_deals(deals, max_states=states)
    assert len(answers) == len(deals)
    assert list(answers) == [decide(deal_board(deal), max_states=states) for deal in deals]
    assert {answer.limit for answer in answers} == {None, limit}
    assert {answer.verdict for answer in answers} == set(Verdict)
