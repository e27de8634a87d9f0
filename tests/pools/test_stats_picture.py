"""What the picture of the pools shows, by the objects of its figure."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from extras import need
from freecell_pools.pools.manifest import FileFacts, Manifest
from freecell_pools.pools.run import Run
from freecell_pools.pools.shards import Tally
from freecell_pools.pools.stats import PoolStats, TierStats, pool_stats
from freecell_pools.pools.tiers import TIERS, Cuts
from freecell_pools.solver.game.rules import Rules

PUBLISHED = Path(__file__).parents[2] / "pools" / "data"


@pytest.fixture(autouse=True)
def _matplotlib() -> None:
    need("matplotlib", "plot")


def draw(stats: PoolStats) -> dict[str, Any]:
    """Return the panels by title, drawn to the end, since much of a figure is only looked at then."""
    from freecell_pools.pools.pictures import house_style
    from freecell_pools.pools.stats_picture import draw_stats

    with house_style():
        figure = draw_stats(stats)
        figure.canvas.draw()
    return {axes.get_title(): axes for axes in figure.axes if axes.get_title()} | {"title": figure.get_suptitle()}


def made_up(
    rows: list[tuple[int, int, int]],
    cuts: Cuts = Cuts(100, 200),  # noqa: B008
    impossible: int = 0,
    undecided: int = 0,
    **run: Any,
) -> PoolStats:
    """Return what pools with rows of (effort, par, cells needed) would give, whose efforts begin steps."""
    tiers = {tier: TierStats(0, *(Counter() for _ in range(5))) for tier in TIERS}
    for effort, par, cells in rows:
        name = TIERS[(effort > cuts.easy) + (effort > cuts.normal)]
        tier = tiers[name] = replace(tiers[name], rows=tiers[name].rows + 1)
        tier.efforts[effort] += 1
        tier.pars[par] += 1
        tier.par_by_effort[max(1, effort), par] += 1
        tier.cells_needed[cells] += 1
    counts = Tally(solvable=len(rows), impossible=impossible, undecided=undecided)
    whole = Run(
        **{"first": 1, "last": sum(counts), "rules": Rules(), "cells_needed": True} | run, cuts=cuts, panel_version=2
    )
    files = {tier: FileFacts(tiers[tier].rows, "", "") for tier in TIERS}
    missing = tuple(range(1, impossible + undecided + 1))
    return PoolStats(Manifest(whole, counts, missing[:impossible], missing[impossible:], files), tiers)


def heights(container: Any) -> list[float]:
    return [bar.get_height() for bar in container]


EFFORTS = "Effort, and where the tiers are cut"
PARS = "Effort and par"
TIERS_BY_CELLS = "Tiers by cells needed"
VERDICTS = "Verdicts by cells"


@pytest.mark.parametrize("preset", ["freecell", "bakers-game"])
def test_bars_hold_every_row_once_and_the_cuts_are_the_manifests(preset: str) -> None:
    stats = pool_stats(PUBLISHED / preset)
    panel = draw(stats)[EFFORTS]
    drawn = {container.get_label(): container for container in panel.containers}
    assert list(drawn) == list(TIERS)
    for tier, bars in drawn.items():
        assert sum(heights(bars)) == stats.tiers[tier].rows
        for bar in bars:
            low, high = bar.get_x(), bar.get_x() + bar.get_width()
            there = sum(count for effort, count in stats.tiers[tier].efforts.items() if low <= effort < high)
            assert bar.get_height() == there
    cuts = stats.manifest.run.cuts
    assert [line.get_xdata()[0] for line in panel.lines] == [cuts.easy + 0.5, cuts.normal + 0.5]
    legend = [text.get_text() for text in panel.get_legend().get_texts()]
    for tier, text in zip(TIERS, legend, strict=True):
        assert text.startswith(f"{tier}, ")
        assert f": {stats.tiers[tier].rows:,} deals, " in text
    left, right = panel.get_xlim()
    assert left < min(stats.tiers["easy"].efforts)
    assert right > max(stats.tiers["hard"].efforts)


@pytest.mark.parametrize("preset", ["freecell", "bakers-game"])
def test_cells_of_effort_and_par_hold_every_row_once(preset: str) -> None:
    stats = pool_stats(PUBLISHED / preset)
    panel = draw(stats)[PARS]
    (mesh,) = panel.collections
    cells = mesh.get_array()
    assert cells.sum() == stats.manifest.counts.solvable
    edges = mesh.get_coordinates()
    for number, pars in enumerate(cells.filled(0).sum(axis=1)):
        low, high = edges[number, 0, 1], edges[number + 1, 0, 1]
        assert pars == sum(
            count for tier in stats.tiers.values() for par, count in tier.pars.items() if low < par < high
        )
    efforts, pars = panel.lines[0].get_data()
    assert len(efforts) > 20
    assert (np.diff(efforts) > 0).all()
    assert np.corrcoef(np.log(efforts), pars)[0, 1] > 0.9


def test_medians_are_of_steps_with_many_deals() -> None:
    stats = made_up([(64, par, 0) for par in range(70, 101)] + [(128, 90, 0)] * 29)
    line = draw(stats)[PARS].lines[0]
    assert line.get_ydata().tolist() == [85]
    assert 64 < line.get_xdata()[0] < 80


def test_axes_have_labels_and_units() -> None:
    panels = draw(pool_stats(PUBLISHED / "freecell"))
    assert panels.pop("title") == "Deals 1 to 32,000, freecell: 31,999 solvable, 1 impossible, 0 undecided"
    assert list(panels) == [EFFORTS, PARS, TIERS_BY_CELLS, VERDICTS]
    for title, (x, y) in {
        EFFORTS: ("effort (ten times the geometric mean of states)", "deals per step of effort"),
        PARS: ("effort (ten times the geometric mean of states)", "par (moves)"),
        TIERS_BY_CELLS: ("cells needed", "share of these deals"),
        VERDICTS: ("cells in the game", "share of all deals"),
    }.items():
        assert panels[title].get_xlabel().startswith(x)
        assert panels[title].get_ylabel().startswith(y)


def test_areas_differ_without_colour() -> None:
    panels = draw(pool_stats(PUBLISHED / "freecell"))
    for title in (EFFORTS, TIERS_BY_CELLS, VERDICTS):
        hatches = [container[0].get_hatch() for container in panels[title].containers]
        assert len(set(hatches)) == len(hatches) > 1


def test_panels_about_cells_are_left_out_where_pools_do_not_tell() -> None:
    panels = draw(pool_stats(PUBLISHED / "bakers-game"))
    assert list(panels) == [EFFORTS, PARS, "title"]


def test_shares_of_tiers_and_of_verdicts() -> None:
    rows = [(50, 80, 1), (50, 80, 2), (150, 80, 2), (250, 80, 2), (250, 80, 3), (50, 80, -1)]
    stats = made_up(rows, impossible=3, undecided=1, rules=Rules(cells=3))
    panels = draw(stats)
    tiers = {container.get_label(): heights(container) for container in panels[TIERS_BY_CELLS].containers}
    assert tiers == {
        "easy": [1, pytest.approx(1 / 3), 0, 1],
        "normal": [0, pytest.approx(1 / 3), 0, 0],
        "hard": [0, pytest.approx(1 / 3), 1, 0],
    }
    assert [label.get_text() for label in panels[TIERS_BY_CELLS].get_xticklabels()] == ["1", "2", "3", "unknown"]
    verdicts = {container.get_label(): heights(container) for container in panels[VERDICTS].containers}
    assert verdicts == {
        "solvable": pytest.approx([0, 0.1, 0.4, 0.6]),
        "unknown": pytest.approx([0.2, 0.2, 0.2, 0.1]),
        "impossible": pytest.approx([0.8, 0.7, 0.4, 0.3]),
    }


def test_few_deals_are_not_rounded_to_none_or_to_all() -> None:
    rows = [(50, 80, 0)] + [(50, 80, 1)] * 2000 + [(50, 80, 2)] * 1999
    panels = draw(made_up(rows, rules=Rules(cells=3)))
    assert [text.get_text() for text in panels[TIERS_BY_CELLS].texts] == ["<0.1 %", "50.0 %", "50.0 %"]
    assert [text.get_text() for text in panels[VERDICTS].texts] == ["<0.1 %", "50.0 %", "100 %", "100 %"]
    panels = draw(made_up(rows, impossible=1, rules=Rules(cells=2)))
    assert [text.get_text() for text in panels[VERDICTS].texts] == ["<0.1 %", "50.0 %", ">99.9 %"]


@pytest.mark.parametrize(
    "rows", [[], [(50, 80, 0)], [(2**31 - 1, -(2**15), 4), (1, 2**15 - 1, -1)], [(-5, 0, -1), (0, 0, 120)]]
)
@pytest.mark.parametrize("cuts", [Cuts(100, 200), Cuts(1, 2), Cuts(10**50, 10**400)])
@pytest.mark.parametrize("cells_needed", [False, True])
def test_few_rows_and_absurd_ones(rows: list[tuple[int, int, int]], cuts: Cuts, cells_needed: bool) -> None:
    panels = draw(made_up(rows, cuts, impossible=1, cells_needed=cells_needed))
    drawn = [height for container in panels[EFFORTS].containers for height in heights(container)]
    assert sum(drawn) == len(rows)
    assert len(panels[EFFORTS].lines) == 2
    words = [text.get_text() for text in panels[PARS].texts]
    assert words == ([] if rows else ["no deals"])


def test_other_rules_are_named() -> None:
    stats = made_up([(50, 80, 0)], rules=Rules(cells=2, empty_column="kings"))
    assert draw(stats)["title"].startswith("Deal 1, freecell with cells 2, empty column kings: 1 solvable, ")
