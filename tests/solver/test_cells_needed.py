"""The fewest cells: published deals, and against a verdict for each number of cells."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from freecell_pools.solver import cells_needed, engine
from freecell_pools.solver.cells_needed import MORE, UNKNOWN, cells_needed_deals
from freecell_pools.solver.decide import decide_deals
from freecell_pools.solver.game.rules import PRESETS, Rules
from freecell_pools.solver.verdict import IMPOSSIBLE, Verdict
from kernel_settings import needs_compiled

pytestmark = needs_compiled

PUBLISHED = {164: 0, 7058: 0, 617: 4, 1941: 4, 31465: 4, 6139: 4, 10692: 4, 11982: 5, 267: 2, 982: 3, 9499: 1, 28660: 2}


def test_published_deals() -> None:
    found = cells_needed_deals(list(PUBLISHED))
    assert found.dtype == np.int8
    assert found.tolist() == list(PUBLISHED.values())


@pytest.mark.parametrize(
    ("preset", "deals"), [("freecell", range(1, 9)), ("bakers-game", range(1, 9)), ("kings-only", range(1, 5))]
)
def test_it_is_the_fewest_with_which_a_deal_is_solvable(preset: str, deals: range) -> None:
    rules = PRESETS[preset]
    found = cells_needed_deals(deals, rules)
    assert (found >= 0).all()
    for cells in range(8):
        rows = [answer.verdict for answer in decide_deals(deals, replace(rules, cells=cells))]
        for deal, needed, verdict in zip(deals, found, rows, strict=True):
            assert verdict == (Verdict.SOLVABLE if needed <= cells else Verdict.IMPOSSIBLE), (deal, cells)


def test_what_is_known_already_changes_nothing() -> None:
    deals = [1, 617, 164, 31465]
    found = cells_needed_deals(deals).tolist()
    assert cells_needed_deals(deals[::-1], Rules(cells=6)).tolist() == found[::-1]
    assert cells_needed_deals(deals, solvable_with=4).tolist() == found
    assert cells_needed_deals([]).tolist() == []


def test_a_deal_that_no_number_of_cells_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(solver: engine.Solver, deals: np.ndarray, max_states: int) -> SimpleNamespace:
        return SimpleNamespace(verdicts=np.full(len(deals), IMPOSSIBLE))

    monkeypatch.setattr(engine.Solver, "decide", lost)
    assert cells_needed_deals([1, 2]).tolist() == [MORE, MORE]


def test_limits_leave_it_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cells_needed_deals([617, 164], max_states=20).tolist()[0] == UNKNOWN
    monkeypatch.setattr(engine, "_FIRST_NODES", 1 << 10)
    monkeypatch.setattr(cells_needed, "MAX_NODES", 1 << 10)
    monkeypatch.setattr(cells_needed, "_solvers_for", cells_needed._Solvers)
    assert cells_needed_deals([11982]).tolist() == [UNKNOWN]


def test_deals_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="0"):
        cells_needed_deals([1, 0])
