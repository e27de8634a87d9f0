"""The pools of a folder drawn: effort, par and cells needed."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from freecell_pools.solver.game.rules import PRESETS, Rules
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap, LogNorm
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.patheffects import withStroke
from matplotlib.ticker import LogLocator, MaxNLocator, NullFormatter, PercentFormatter

from .pictures import GREEN, GREY, ORANGE, SKY, VERMILION, house_style, save_picture
from .stats import FINE, PoolStats, effort_edges, quantile
from .tiers import TIERS, preset_name

# Lightest to darkest, each with a hatching of its own.
_TIER_LOOKS: Final[dict[str, dict[str, Any]]] = {
    "easy": {"facecolor": SKY, "hatch": ""},
    "normal": {"facecolor": ORANGE, "hatch": "///"},
    "hard": {"facecolor": VERMILION, "hatch": "xx"},
}
_VERDICT_LOOKS: Final[dict[str, dict[str, Any]]] = {
    "solvable": {"facecolor": GREEN, "hatch": ""},
    "unknown": {"facecolor": "white", "hatch": "..."},
    "impossible": {"facecolor": GREY, "hatch": "\\\\\\"},
}
_EDGE: Final[dict[str, Any]] = {"edgecolor": "black", "linewidth": 0.5}
_MOST_ROWS: Final = 70
"""Steps of par in the picture of effort against par."""
_HIGHEST: Final = np.iinfo(np.int32).max
"""The highest effort that a pool can have."""
_MARGIN: Final = 2
"""Moves that are shown beyond the lowest and the highest par."""
_UNDER_LEGEND: Final = 0.78
"""Share of a panel's height below its legend."""
_MEDIAN_OF: Final = 30
"""Deals of one step of effort from which on their median par is drawn."""


def write_stats_picture(stats: PoolStats, path: Path) -> None:
    """Draw the pools into a file; `pictures.check_picture` tells whether that can be.

    Raises `WriteError` when the file cannot be written.
    """
    with house_style():
        save_picture(draw_stats(stats), path)


def draw_stats(stats: PoolStats) -> Figure:
    """Return a figure of the pools, with two panels more where they tell how many cells each deal needs."""
    panels: list[Callable[[Axes, PoolStats], None]] = [draw_efforts, draw_par_by_effort]
    if stats.manifest.run.cells_needed:
        panels += [draw_tiers_by_cells, draw_verdicts_by_cells]
    rows = len(panels) // 2
    figure = Figure(figsize=(11, 0.7 + 4 * rows), layout="constrained")
    figure.suptitle(_title(stats), fontsize=12)
    for axes, draw in zip(figure.subplots(rows, 2, squeeze=False).flat, panels, strict=True):
        draw(axes, stats)
    return figure


def draw_efforts(axes: Axes, stats: PoolStats) -> None:
    """Draw how many deals have which effort, by tier, with the efforts at which the tiers are cut."""
    cuts, solvable = stats.manifest.run.cuts, sum(tier.rows for tier in stats.tiers.values())
    edges = np.array(effort_edges(max([1, *_efforts(stats)]), FINE))
    below = np.zeros(len(edges) - 1)
    names = []
    ranges = (f"up to {cuts.easy:,}", f"up to {cuts.normal:,}", f"above {cuts.normal:,}")
    for tier, words in zip(TIERS, ranges, strict=True):
        deals = _binned(stats.tiers[tier].efforts, edges)
        names.append(f"{tier}, {words}: {_deals(int(deals.sum()))}, {_percent(deals.sum(), solvable)}")
        shown = deals > 0
        axes.bar(
            edges[:-1][shown],
            deals[shown],
            np.diff(edges)[shown],
            below[shown],
            align="edge",
            label=tier,
            **_EDGE,
            **_TIER_LOOKS[tier],
        )
        below += deals
    for cut in _cuts(stats):
        axes.axvline(cut + 0.5, ymax=_UNDER_LEGEND, color="black", linestyle="--", linewidth=1)
    _effort_axis(axes, stats)
    axes.set_ylim(0, 1.05 / _UNDER_LEGEND * max(1, below.max()))
    axes.yaxis.set_major_locator(MaxNLocator(steps=[1, 2, 5, 10], integer=True))
    axes.yaxis.set_major_formatter(_with_commas)
    axes.set_ylabel(f"deals per step of effort ({FINE} steps double it)")
    axes.set_title("Effort, and where the tiers are cut")
    axes.legend(_patches(_TIER_LOOKS), names, loc="upper right")


def draw_par_by_effort(axes: Axes, stats: PoolStats) -> None:
    """Draw how many deals have which effort and par, and the median par of each effort."""
    axes.set_title("Effort and par")
    axes.set_ylabel("par (moves)")
    _effort_axis(axes, stats)
    pairs = sum((tier.par_by_effort for tier in stats.tiers.values()), Counter[tuple[int, int]]())
    if not pairs:
        _say_there_are_none(axes)
        axes.set_yticks([])
        return
    effort, par, deals = np.array([(*pair, count) for pair, count in pairs.items()]).T
    edges = np.array(effort_edges(int(effort.max()), FINE))
    height = -(-int(np.ptp(par) + 1) // _MOST_ROWS)
    rows = np.arange(par.min(), par.max() + height + 1, height) - 0.5
    cells, _, _ = np.histogram2d(par, effort, [rows, edges], weights=deals)
    mesh = axes.pcolormesh(
        edges,
        rows,
        np.ma.masked_equal(cells, 0),
        cmap=ListedColormap(colormaps["Blues"](np.linspace(0.25, 1, 256))),
        norm=LogNorm(1, max(10, cells.max())),
        rasterized=True,
    )
    bar = axes.figure.colorbar(mesh, ax=axes, label=f"deals per cell (one step of effort, {_moves(height)})")
    bar.ax.yaxis.set_major_formatter(_with_commas)
    bar.ax.yaxis.set_minor_formatter(NullFormatter())
    axes.set_ylim(rows[0] - _MARGIN, rows[-1] + _MARGIN)
    axes.yaxis.set_major_locator(MaxNLocator(steps=[1, 2, 5, 10], integer=True))
    middles, medians = _medians(effort, par, deals, edges)
    if middles:
        outline = [withStroke(linewidth=3, foreground="white")]
        axes.plot(
            middles, medians, "o-", color="black", markersize=3, linewidth=1.4, path_effects=outline, label="median par"
        )
        axes.legend(loc="upper left")


def draw_tiers_by_cells(axes: Axes, stats: PoolStats) -> None:
    """Draw which share of the deals that need some number of cells is in which tier."""
    needs = _needs(stats)
    numbers = sorted(needs, key=lambda cells: (cells < 0, cells))
    below = np.zeros(len(numbers))
    for tier, look in _TIER_LOOKS.items():
        shares = np.array([stats.tiers[tier].cells_needed[cells] / needs[cells] for cells in numbers])
        axes.bar(range(len(numbers)), shares, 0.8, below, label=tier, **_EDGE, **look)
        below += shares
    _cells_axis(axes, ["unknown" if cells < 0 else f"{cells}" for cells in numbers])
    for place, cells in enumerate(numbers):
        axes.text(place, 1.01, _percent(needs[cells], needs.total()), ha="center", va="bottom", fontsize=8)
    if not numbers:
        _say_there_are_none(axes)
    axes.legend(_patches(_TIER_LOOKS), TIERS, loc="upper center", ncols=3)
    axes.set_xlabel("cells needed; above each bar its share of the solvable deals")
    axes.set_ylabel("share of these deals in each tier")
    axes.set_title("Tiers by cells needed")


def draw_verdicts_by_cells(axes: Axes, stats: PoolStats) -> None:
    """Draw which share of all deals is solvable with how many cells."""
    verdicts = verdicts_by_cells(stats)
    deals = max(1, sum(verdicts[0].values()))
    looks = {verdict: look for verdict, look in _VERDICT_LOOKS.items() if any(found[verdict] for found in verdicts)}
    below = np.zeros(len(verdicts))
    for verdict, look in looks.items():
        shares = np.array([found[verdict] for found in verdicts]) / deals
        axes.bar(range(len(verdicts)), shares, 0.8, below, label=verdict, **_EDGE, **look)
        below += shares
    _cells_axis(axes, [f"{cells}" for cells in range(len(verdicts))])
    for cells, found in enumerate(verdicts):
        axes.text(cells, 1.01, _percent(found["solvable"], deals), ha="center", va="bottom", fontsize=8)
    axes.legend(_patches(looks), list(looks), loc="upper center", ncols=3)
    axes.set_xlabel("cells in the game; above each bar the solvable share")
    axes.set_ylabel("share of all deals")
    axes.set_title("Verdicts by cells")


def verdicts_by_cells(stats: PoolStats) -> list[dict[str, int]]:
    """Return the deals by verdict for each number of cells from 0 to that of the rules.

    With fewer cells than the rules have, an impossible deal is impossible as well, and an undecided one unknown.
    """
    needs = _needs(stats)
    verdicts = []
    for cells in range(stats.manifest.run.rules.cells + 1):
        solvable = sum(deals for need, deals in needs.items() if 0 <= need <= cells)
        unknown = needs[-1]
        if cells == stats.manifest.run.rules.cells:
            solvable, unknown = solvable + unknown, 0
        impossible = needs.total() - solvable - unknown
        verdicts.append(
            {
                "solvable": solvable,
                "unknown": unknown + len(stats.manifest.undecided),
                "impossible": impossible + len(stats.manifest.impossible),
            }
        )
    return verdicts


def _title(stats: PoolStats) -> str:
    run, counts = stats.manifest.run, stats.manifest.counts
    span = f"Deal {run.first:,}" if run.deals == 1 else f"Deals {run.first:,} to {run.last:,}"
    return f"{span}, {_game(run.rules)}: {counts}"


def _game(rules: Rules) -> str:
    """Return the rules in a few words: the preset's name where there is one, else what differs from FreeCell's."""
    if name := preset_name(rules):
        return name
    usual = PRESETS["freecell"]
    other = [name for name in Rules.__slots__ if getattr(rules, name) != getattr(usual, name)]
    return "freecell with " + ", ".join(f"{name.replace('_', ' ')} {getattr(rules, name)}" for name in other)


def _cuts(stats: PoolStats) -> list[int]:
    """Return the cuts, where one is beyond all efforts that there can be, the highest of these."""
    return [min(cut, _HIGHEST) for cut in stats.manifest.run.cuts]


def _efforts(stats: PoolStats) -> Counter[int]:
    return sum((tier.efforts for tier in stats.tiers.values()), Counter[int]())


def _needs(stats: PoolStats) -> Counter[int]:
    return sum((tier.cells_needed for tier in stats.tiers.values()), Counter[int]())


def _binned(efforts: Counter[int], edges: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    values = np.maximum(np.fromiter(efforts.keys(), np.int64), 1)
    return np.histogram(values, edges, weights=np.fromiter(efforts.values(), np.int64))[0]


def _medians(
    effort: npt.NDArray[np.int64],
    par: npt.NDArray[np.int64],
    deals: npt.NDArray[np.int64],
    edges: npt.NDArray[np.int64],
) -> tuple[list[float], list[int]]:
    """Return the middle of each step of effort that has enough deals, and their median par."""
    middles, medians = [], []
    for low, high in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True):
        here = effort == low
        if deals[here].sum() >= _MEDIAN_OF:
            counter = Counter(dict(zip(par[here].tolist(), deals[here].tolist(), strict=True)))
            middles.append((low * high) ** 0.5)
            medians.append(quantile(counter, 0.5) or 0)
    return middles, medians


def _effort_axis(axes: Axes, stats: PoolStats) -> None:
    """Give a panel a logarithmic axis for the effort that has all deals and both cuts on it."""
    shown = [*_cuts(stats), *(max(1, effort) for effort in _efforts(stats))]
    left, right = min(shown) / 1.3, max(shown) * 1.3
    axes.set_xscale("log")
    axes.set_xlim(left, right)
    axes.xaxis.set_major_locator(
        LogLocator(subs=(1, 2, 5) if right / left < 50 else (1, 3) if right / left < 3000 else (1,))
    )
    axes.xaxis.set_major_formatter(_with_commas)
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_xlabel("effort (ten times the geometric mean of states)")


def _cells_axis(axes: Axes, names: Sequence[str]) -> None:
    """Give a panel of shares an axis with numbers of cells, and room for its legend above the bars."""
    axes.set_xticks(range(len(names)), names)
    axes.set_xlim(-0.6, max(1, len(names)) - 0.4)
    axes.set_ylim(0, 1.2)
    axes.set_yticks(np.linspace(0, 1, 6))
    axes.yaxis.set_major_formatter(PercentFormatter(1, symbol=" %"))


def _patches(looks: dict[str, dict[str, Any]]) -> list[Patch]:
    """Return samples for a legend, also of areas that are nowhere drawn."""
    return [Patch(**_EDGE, **look) for look in looks.values()]


def _say_there_are_none(axes: Axes) -> None:
    axes.text(0.5, 0.5, "no deals", transform=axes.transAxes, ha="center")


def _deals(number: int) -> str:
    return f"{number:,} deal{'s' * (number != 1)}"


def _moves(number: int) -> str:
    return f"{number} move{'s' * (number != 1)}"


def _percent(part: float, whole: float) -> str:
    """Return a share in which nothing is rounded to none, nor to all."""
    if part in (0, whole):
        return "100 %" if part else "0 %"
    share = f"{100 * part / whole:.1f}"
    return {"0.0": "<0.1", "100.0": ">99.9"}.get(share, share) + " %"


def _with_commas(value: float, _: object) -> str:
    return f"{value:,.0f}"
