"""Draw the results of `benchmarks/results/` into `benchmarks/pictures/`; needs the extra `plot`.

    python benchmarks/studies/pictures.py

A file `times-GAME.json` holds the time of each deal here and in Freecell Solver, `scaling.json` how many deals a second
a build rates with how many workers. Both name the command that measured them and the machine:

    {"command": "...", "machine": "...", "deals": [first, last], "unit": "s", "ours": [...], "peer": [...]}
    {"command": "...", "machine": "...", "deals": [first, last], "unit": "deals/s", "local": {"1": ...}, "cluster": ...}
"""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np
import numpy.typing as npt
from freecell_pools.pools.errors import PictureError, WriteError
from freecell_pools.pools.pictures import BLUE, VERMILION, check_picture, house_style, save_picture
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter, FuncFormatter, NullFormatter

ROOM = Path(__file__).parents[1]
POINTS = 400
"""Deals of a survival curve that are drawn, at equal steps on its logarithmic scale."""

Facts = dict[str, Any]


class BadResult(click.ClickException):
    """A file of results that is missing or holds something else."""

    exit_code = 2


def read(path: Path, unit: str, names: tuple[str, str]) -> Facts:
    """Read a file of results whose series have these names."""
    try:
        facts = json.loads(path.read_text())
    except FileNotFoundError as error:
        raise BadResult(f"{path} is missing: RESULTS.md says what measures it") from error
    except (OSError, ValueError) as error:
        raise BadResult(f"{path} cannot be read: {error}") from error
    wanted = {"command", "machine", "deals", "unit", *names}
    if not isinstance(facts, dict) or not wanted <= facts.keys():
        raise BadResult(f"{path} does not have all of {', '.join(sorted(wanted))}")
    if facts["unit"] != unit:
        raise BadResult(f"{path} has the unit {facts['unit']!r}, not {unit!r}")
    return facts


def drawn(path: Path, unit: str, names: tuple[str, str], draw: Callable[[Facts], Figure]) -> Figure:
    """Return the picture of a file of results."""
    facts = read(path, unit, names)
    try:
        return draw(facts)
    except (LookupError, TypeError, ValueError) as error:
        raise BadResult(f"{path} cannot be drawn: {error}") from error


def survival(times: list[float]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return times, falling, and the share of deals that take at least so long, for some of the deals."""
    slowest_first = np.sort(times)[::-1]
    ranks = np.unique(np.geomspace(1, len(times), POINTS).round().astype(int))
    return slowest_first[ranks - 1], ranks / len(times)


def draw_times(game: str, facts: Facts) -> Figure:
    """Draw which share of the deals takes longer than a time, on logarithmic scales."""
    first, last = facts["deals"]
    figure = Figure(figsize=(7, 4.6), layout="constrained")
    axes = figure.subplots()
    if not len(facts["ours"]) == len(facts["peer"]) == last - first + 1:
        raise ValueError(f"there is not a time for each of deals {first} to {last}")
    for name, label, colour, dashes in (
        ("ours", "freecell-pools", BLUE, "-"),
        ("peer", "Freecell Solver", VERMILION, "--"),
    ):
        time, share = survival(facts[name])
        middle = EngFormatter("s", places=0)(float(np.median(facts[name])))
        mean = EngFormatter("s", places=0)(float(np.mean(facts[name])))
        text = f"{label}: median {middle}, mean {mean}"
        axes.plot(time, share, color=colour, linestyle=dashes, linewidth=1.8, label=text)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_ylim(0.7 / (last - first + 1), 1.4)
    axes.xaxis.set_major_formatter(EngFormatter("s"))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:g} %"))
    axes.grid(color="0.85", linewidth=0.6)
    axes.set_xlabel("time t of a deal")
    axes.set_ylabel("share of deals that take t or longer")
    axes.set_title(f"Time for the verdict on a deal: {game}, deals {first:,} to {last:,}")
    axes.legend(loc="lower left")
    return figure


def draw_scaling(facts: Facts) -> Figure:
    """Draw how many deals a second a build rates with how many workers, and what it would be if these cost nothing."""
    first, last = facts["deals"]
    figure = Figure(figsize=(6, 4.2), layout="constrained")
    axes: Axes = figure.subplots()
    base = facts["local"]["1"]
    most = max(int(workers) for name in ("local", "cluster") for workers in facts[name])
    ideal = np.array([1, most])
    axes.plot(ideal, base * ideal, color="black", linestyle=":", label="ideal: as many times one local worker")
    for name, label, colour, look in (
        ("local", "processes of one machine", BLUE, "o-"),
        ("cluster", "workers of a Dask cluster", VERMILION, "s--"),
    ):
        workers = sorted(map(int, facts[name]))
        rates = [facts[name][str(number)] for number in workers]
        label += f": {rates[-1] / base:.2f} times with {workers[-1]}"
        axes.plot(
            workers, rates, look, color=colour, fillstyle="none", markersize=8 if name == "local" else 5, label=label
        )
    axes.set_xlim(0.8, most + 0.2)
    axes.set_ylim(0, 1.1 * base * most)
    axes.set_xticks(range(1, most + 1))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda rate, _: f"{rate:,.0f}"))
    axes.grid(color="0.85", linewidth=0.6)
    axes.set_xlabel("workers")
    axes.set_ylabel("deals rated per second, on the clock")
    axes.set_title(f"Rate of a build with more workers, deals {first:,} to {last:,}")
    axes.legend(loc="lower right")
    return figure


@click.command()
@click.option("--results", type=click.Path(path_type=Path), default=ROOM / "results")
@click.option("--out", type=click.Path(path_type=Path), default=ROOM / "pictures")
def main(results: Path, out: Path) -> None:
    """Draw all pictures anew, each only when all results are there."""
    times = sorted(results.glob("times-*.json")) or [results / "times-freecell.json"]
    with house_style():
        figures = {
            path.stem: drawn(path, "s", ("ours", "peer"), partial(draw_times, path.stem.removeprefix("times-")))
            for path in times
        }
        figures["scaling"] = drawn(results / "scaling.json", "deals/s", ("local", "cluster"), draw_scaling)
        for name, figure in figures.items():
            picture = out / f"{name}.svg"
            try:
                check_picture(picture)
                save_picture(figure, picture)
            except (PictureError, WriteError) as error:
                raise BadResult(str(error)) from error
            click.echo(picture)


if __name__ == "__main__":
    main()
