"""`verify`: prove that pools are what their manifest promises."""

import json
from pathlib import Path

import click

from .compiling import CHECKING, RATING, REPLAYING, compile_first
from .errors import FAILURE, OK, pool_errors, say, shown
from .json_keys import Key
from .options import json_option, workers_option
from .progress import Progress
from .value_types import Integer, Name

DEALS_PER_WORKER = 8

JSON_KEYS = {
    "ok": Key("boolean", "Whether all is as the manifest promises."),
    "rows": Key("integer", "How many solutions were replayed."),
    "recomputed": Key("integer", "How many deals were solved and rated again."),
    "problems": Key("strings", "What is wrong, by file and row."),
}


@click.command(short_help="Replay every solution of the pools in a folder.")
@click.argument("folder", type=Name(path_type=Path), metavar="DIR")
@click.option(
    "--recompute",
    type=Integer(0, 1_000_000),
    default=0,
    metavar="N",
    help="Also solve and rate N deals again, at most a million, one from each of N equal parts of the range.",
)
@click.option("--seed", type=Integer(0), default=0, metavar="S", help="Take other deals with another seed. Default: 0.")
@workers_option(1, "1; only --recompute uses more")
@json_option
def command(folder: Path, recompute: int, seed: int, workers: int, as_json: bool) -> int:
    """Replay every solution of the pools in DIR, and check order, tiers, counts, hashes and schema.

    With --recompute also solve and rate deals again, the impossible and the undecided among them, and compare every
    field. The same N and S take the same deals. Pools with anything else wrong are not computed again.

    What is wrong is named by file and row, counted from 0, on standard error. Exit code: 0 when all is well, 1
    when something is wrong, 2 when DIR holds no finished pools, or those of another rating panel with --recompute.
    """
    with pool_errors():
        from freecell_pools.pools.manifest import read_manifest

        manifest = read_manifest(folder)
        run = manifest.run
        from freecell_pools.pools.reader import Pools
        from freecell_pools.pools.recompute import recompute as compute_again
        from freecell_pools.pools.recompute import sample
        from freecell_pools.pools.shards import warm_up
        from freecell_pools.pools.verify import verify_pools
        from freecell_pools.pools.workers import local_pools, own_process

        deals = sample(run.first, run.last, recompute, seed)
        recomputing = RATING + CHECKING if run.cells_needed else RATING
        in_workers = (lambda: warm_up(run.rules, run.cells_needed)) if workers > 1 else None
        compile_first(recomputing if deals else REPLAYING, in_workers if deals else None)
        with Progress(manifest.counts.solvable + len(deals), "rows") as bar:
            done = 0

            def show(rows: int) -> None:
                nonlocal done
                done += rows
                bar.update(done)

            verified = verify_pools(folder, show)
            problems, again = verified.problems, 0
            if deals and not problems:
                executor = own_process if workers == 1 else local_pools(workers)
                problems = compute_again(Pools(folder, manifest), deals, executor, workers * DEALS_PER_WORKER, show)
                again = len(deals)
    for problem in problems:
        say(problem)
    if as_json:
        facts = {"ok": not problems, "rows": verified.rows, "recomputed": again, "problems": problems}
        click.echo(json.dumps(facts))
    elif problems:
        say(f"{folder}: not as promised")
    else:
        more = f"; {again:,} deals computed again, all the same" if again else ""
        click.echo(f"{shown(folder)}: {verified.rows:,} solutions replayed, all as the manifest says{more}")
    return FAILURE if problems else OK
