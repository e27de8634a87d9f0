"""`build`: the pools of a range of deals."""

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click
from freecell_pools.solver.game.rules import Rules

from .computing import Place, computing_options
from .errors import INTERRUPTED, Stop, pool_errors, say, shown
from .json_keys import RANGE, Key
from .options import cells_needed_option, json_option, rules_options
from .progress import Progress
from .value_types import CutPair, DealSpan, Name

if TYPE_CHECKING:
    from freecell_pools.pools.build import Built
    from freecell_pools.pools.shards import Tally

JSON_KEYS = {
    "out": Key("string", "The folder with the pools."),
    "already": Key("boolean", "Whether the pools were complete before."),
    "seconds": Key("number", "How long it took."),
    **RANGE,
    "tiers.TIER": Key("integer", "How many deals are in the tier."),
    "impossible": Key("integers", "The impossible deals."),
    "undecided": Key("integers", "The undecided deals."),
}


@click.command(short_help="Build the pools of a range of deals.")
@click.option("--deals", type=DealSpan(), required=True, metavar="A-B", help="The deals to solve, such as 1-32000.")
@click.option("--out", type=Name(path_type=Path), required=True, metavar="DIR", help="The folder for the pools.")
@computing_options
@click.option(
    "--cuts",
    type=CutPair(),
    metavar="A,B",
    help="Deals of effort up to A are easy, up to B normal. Default: as calibrated for the rules.",
)
@rules_options
@cells_needed_option
@json_option
def command(
    deals: tuple[int, int],
    out: Path,
    place: Place,
    cuts: tuple[int, int] | None,
    rules: Rules,
    cells_needed: bool,
    as_json: bool,
) -> None:
    """Solve, rate and sort a range of deals into easy.parquet, normal.parquet and hard.parquet, with a manifest.

    A build that ended early, by Ctrl-C or a crash, goes on where it was when the same command is given again. The
    files are the same, byte for byte, with any number of workers, on this machine or on a cluster.
    """
    from freecell_pools.pools.build import build_pools
    from freecell_pools.pools.panel import PANEL
    from freecell_pools.pools.run import Run
    from freecell_pools.pools.tiers import Cuts, preset_cuts

    start = time.monotonic()
    try:
        levels = Cuts(*cuts) if cuts else preset_cuts(rules, PANEL.version)
        run = Run(*deals, rules, levels, PANEL.version, cells_needed)
    except ValueError as error:
        raise Stop(str(error)) from error
    with pool_errors(), Progress(run.deals, "deals") as bar:

        def show(done: "Tally", resumed: "Tally") -> None:
            note = f"{done.solvable:,} solved, {done.impossible:,} impossible"
            bar.update(sum(done), note, initial=sum(resumed))

        try:
            with place.computing(run, out, say) as (folder, make_executor, in_flight):
                built = build_pools(run, folder, make_executor, in_flight, progress=show, warn=say)
        except KeyboardInterrupt as error:
            raise Stop(
                f"Interrupted: the finished shards are kept in {out}, the same command goes on from here", INTERRUPTED
            ) from error
    _print_result(built, out, time.monotonic() - start, as_json)


def _print_result(built: "Built", out: Path, seconds: float, as_json: bool) -> None:
    """Print what was built."""
    manifest = built.manifest
    run, counts = manifest.run, manifest.counts
    if as_json:
        facts = {
            "out": str(out),
            "already": built.already,
            "seconds": round(seconds, 3),
            "deals": {"first": run.first, "last": run.last},
            "counts": counts._asdict(),
            "tiers": {tier: file.rows for tier, file in manifest.files.items()},
            "impossible": manifest.impossible,
            "undecided": manifest.undecided,
        }
        click.echo(json.dumps(facts))
        return
    when = "was complete already" if built.already else f"built in {seconds:,.1f} s"
    click.echo(f"{shown(out)}: deals {run.first}-{run.last}, {when}")
    click.echo(f"  {run.deals:,} deals: {counts}")
    for tier, file in manifest.files.items():
        share = file.rows / counts.solvable if counts.solvable else 0
        click.echo(f"  {tier:6}  {file.rows:>12,} deals  {share:6.1%}")
