"""What the panel says of deals: effort, par and solution."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from freecell_pools.pools.panel import PANEL
from freecell_pools.pools.rating import effort_of, rate_deals
from freecell_pools.solver.game.rules import Rules
from freecell_pools.solver.replay import replay_deals
from freecell_pools.solver.verdict import IMPOSSIBLE, SOLVABLE
from hypothesis import given
from hypothesis import strategies as st

FIRST, LAST = 11973, 11992
# Whatever changes these is a new version of the panel.
EFFORTS = [5936, 1120, 1699, 500, 1246, 1912, 591, 4172, 4617, 20000]
EFFORTS += [1047, 4827, 863, 6084, 489, 1072, 2286, 1063, 1196, 3164]
PARS = [86, 79, 81, 80, 72, 84, 77, 81, 88, 0, 81, 92, 77, 85, 73, 75, 77, 81, 81, 85]


def test_the_panel_rates_as_it_did() -> None:
    ratings = rate_deals(FIRST, LAST, Rules())
    assert ratings.effort.tolist() == EFFORTS
    assert ratings.par.tolist() == PARS


def test_an_impossible_deal_costs_every_member_its_quota() -> None:
    ratings = rate_deals(11982, 11982, Rules())
    assert ratings.verdict.tolist() == [IMPOSSIBLE]
    assert ratings.effort.tolist() == [effort_of([member.quota for member in PANEL.members])]
    assert (ratings.par.tolist(), ratings.solution) == ([0], [""])


def test_par_counts_the_moves_of_the_solution() -> None:
    ratings = rate_deals(FIRST, LAST, Rules())
    text = np.frombuffer("".join(ratings.solution).encode(), np.uint8)
    offsets = np.cumsum([0, *map(len, ratings.solution)])
    solved = ratings.verdict == SOLVABLE
    assert (replay_deals(ratings.deal, text, offsets, Rules())[solved] == ratings.par[solved]).all()


def test_a_deal_is_rated_alike_in_any_range() -> None:
    whole = rate_deals(FIRST, LAST, Rules())
    for deal in (LAST, FIRST):
        alone = rate_deals(deal, deal, Rules())
        assert alone.effort[0] == whole.effort[deal - FIRST]
        assert alone.solution[0] == whole.solution[deal - FIRST]


def test_members_are_different() -> None:
    assert len({member[1:] for member in PANEL.members}) == len(PANEL.members)


@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=8))
def test_effort_is_the_geometric_mean_rounded_down(counts: list[int]) -> None:
    effort = effort_of(counts)
    product = np.prod([10 * count for count in counts], dtype=object)
    assert effort ** len(counts) <= product < (effort + 1) ** len(counts)


def test_threads_get_what_they_would_get_alone() -> None:
    spans = [(first, first + 99) for first in range(20001, 21001, 100)]

    def rate(span: tuple[int, int]) -> tuple[list[int], list[int], list[str], list[int]]:
        ratings = rate_deals(*span, Rules(), cells_needed=span[0] < 20201)
        cells = [] if ratings.cells_needed is None else ratings.cells_needed.tolist()
        return ratings.effort.tolist(), ratings.par.tolist(), ratings.solution, cells

    alone = [rate(span) for span in spans]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(rate, spans)) == alone
