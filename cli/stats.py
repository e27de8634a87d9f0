"""`stats`: counts and effort of pools."""

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .errors import pool_errors, shown, stopping, write_errors
from .json_keys import RANGE, Key
from .options import json_option
from .value_types import Name

if TYPE_CHECKING:
    from freecell_pools.pools.stats import PoolStats, TierStats

BAR_WIDTH = 50

JSON_KEYS = {
    **RANGE,
    "tiers.TIER.rows": Key("integer", "How many deals are in the tier."),
    "tiers.TIER.effort.min": Key("integer or null", "Their lowest effort; null in an empty tier, as the next ones."),
    "tiers.TIER.effort.median": Key("integer or null", "The median of their effort."),
    "tiers.TIER.effort.max": Key("integer or null", "Their highest effort."),
    "tiers.TIER.par.min": Key("integer or null", "The moves of the shortest of their solutions."),
    "tiers.TIER.par.median": Key("integer or null", "The median of these moves."),
    "tiers.TIER.par.max": Key("integer or null", "The moves of the longest."),
    "cells_needed[].cells": Key("integer or null", "A number of cells; null for deals of which it is not known."),
    "cells_needed[].deals": Key("integer", "How many deals need so many. No rows where the pools do not say."),
    "cells_needed[].mean_effort": Key("number", "The mean of their effort."),
    "histogram[].from": Key("integer", "The lowest effort of a bar."),
    "histogram[].to": Key("integer", "The highest one."),
    "histogram[].deals": Key("integer", "How many deals have such an effort."),
}


@click.command(short_help="Show counts and effort of the pools in a folder.")
@click.argument("folder", type=Name(path_type=Path), metavar="DIR")
@click.option(
    "--plot",
    type=Name(path_type=Path),
    metavar="FILE",
    help="Also draw them into FILE, whose name ends in .png, .svg or .pdf; needs the extra `plot`.",
)
@json_option
def command(folder: Path, plot: Path | None, as_json: bool) -> None:
    """Show how many deals of the pools in DIR are in which tier, and how their effort and par are spread.

    Where the pools tell how many cells each deal needs, also how many need which number, and their mean effort.
    """
    if plot:
        _check_picture(plot)
    with pool_errors():
        from freecell_pools.pools.stats import pool_stats

        stats = pool_stats(folder)
    if plot:
        _draw(stats, plot)
    if as_json:
        click.echo(json.dumps(_facts(stats)))
    else:
        for line in _lines(folder, stats):
            click.echo(line)


def _check_picture(path: Path) -> None:
    from freecell_pools.pools.errors import PictureError
    from freecell_pools.pools.pictures import check_picture

    with write_errors(), stopping(PictureError, PictureError):
        check_picture(path)


def _draw(stats: "PoolStats", path: Path) -> None:
    from freecell_pools.pools.stats_picture import write_stats_picture

    with write_errors():
        write_stats_picture(stats, path)


def _facts(stats: "PoolStats") -> dict[str, object]:
    run = stats.manifest.run
    return {
        "deals": {"first": run.first, "last": run.last},
        "counts": stats.manifest.counts._asdict(),
        "tiers": {
            name: {"rows": tier.rows, "effort": _quartiles(tier.efforts), "par": _quartiles(tier.pars)}
            for name, tier in stats.tiers.items()
        },
        "cells_needed": _cells_needed(stats),
        "histogram": [{"from": low, "to": high, "deals": count} for low, high, count in _histogram(stats)],
    }


def _lines(folder: Path, stats: "PoolStats") -> list[str]:
    run, counts = stats.manifest.run, stats.manifest.counts
    lines = [f"{shown(folder)}: deals {run.first}-{run.last}: {counts}", ""]
    lines.append("tier          deals   share   effort: min  median     max   par: min  median  max")
    for name, tier in stats.tiers.items():
        lines.append(_tier_line(name, tier, counts.solvable))
    needs = _cells_needed(stats)
    if needs:
        lines += ["", "cells needed        deals   share   effort: mean"]
    for need in needs:
        cells = "unknown" if need["cells"] is None else need["cells"]
        share = need["deals"] / sum(need["deals"] for need in needs)
        lines.append(f"{cells!s:12} {need['deals']:>12,}  {share:6.1%}  {need['mean_effort']:>13,.1f}")
    bins = _histogram(stats)
    most = max((count for _, _, count in bins), default=0)
    lines += ["", "effort               deals"]
    for low, high, count in bins:
        lines.append(f"{low:>6}-{high:<6}  {count:>10,}  {'#' * -(-BAR_WIDTH * count // most)}".rstrip())
    return lines


def _cells_needed(stats: "PoolStats") -> list[dict[str, Any]]:
    """Return deals and mean effort by the number of cells that they need, None where it is not known; last of all."""
    deals = sum((tier.cells_needed for tier in stats.tiers.values()), Counter())
    effort = sum((tier.effort_by_cells for tier in stats.tiers.values()), Counter())
    return [
        {
            "cells": cells if cells >= 0 else None,
            "deals": deals[cells],
            "mean_effort": round(effort[cells] / deals[cells], 1),
        }
        for cells in sorted(deals, key=lambda cells: (cells < 0, cells))
    ]


def _tier_line(name: str, tier: "TierStats", solvable: int) -> str:
    share = tier.rows / solvable if solvable else 0
    effort, par = _quartiles(tier.efforts), _quartiles(tier.pars)
    shown = [str("-" if value is None else value) for value in (*effort.values(), *par.values())]
    columns = zip(shown, (13, 8, 8, 11, 8, 5), strict=True)
    return f"{name:6} {tier.rows:>12,}  {share:6.1%}" + "".join(f"{text:>{width}}" for text, width in columns)


def _quartiles(counter: Counter[int]) -> dict[str, int | None]:
    from freecell_pools.pools.stats import quantile

    return {"min": quantile(counter, 0), "median": quantile(counter, 0.5), "max": quantile(counter, 1)}


def _histogram(stats: "PoolStats") -> list[tuple[int, int, int]]:
    from freecell_pools.pools.stats import histogram

    return histogram(sum((tier.efforts for tier in stats.tiers.values()), Counter()))
