"""`verify`: prove that pools are what their manifest promises."""

import json
from pathlib import Path

import click

from .compiling import compile_first
from .errors import FAILURE, OK, pool_errors
from .options import json_option
from .progress import Progress


@click.command(short_help="Replay every solution of the pools in a folder.")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@json_option
def command(folder: Path, as_json: bool) -> int:
    """Replay every solution of the pools in DIR, and check order, tiers, counts, hashes and schema.

    What is wrong is named by file and row, counted from 0, on standard error. Exit code: 0 when all is well, 1
    when something is wrong, 2 when DIR holds no finished pools.
    """
    with pool_errors():
        from freecell_pools.pools.manifest import read_manifest

        total = read_manifest(folder).counts.solvable
        compile_first()
        from freecell_pools.pools.verify import verify_pools

        with Progress(total, "rows") as bar:
            done = 0

            def show(rows: int) -> None:
                nonlocal done
                done += rows
                bar.update(done)

            verified = verify_pools(folder, show)
    for problem in verified.problems:
        click.echo(problem, err=True)
    if as_json:
        click.echo(json.dumps({"ok": not verified.problems, "rows": verified.rows, "problems": verified.problems}))
    elif verified.problems:
        click.echo(f"{folder}: not as promised", err=True)
    else:
        click.echo(f"{folder}: {verified.rows:,} solutions replayed, all as the manifest says")
    return FAILURE if verified.problems else OK
