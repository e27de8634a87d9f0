"""`check`: the verdict on deals."""

import sys
from collections import Counter
from contextlib import closing
from functools import partial

import click
from freecell_pools.solver.game.rules import Rules

from .compiling import CHECKING, compile_first
from .deal_lists import DealList, DealListError
from .errors import Stop, pool_errors
from .inputs import LIST_BYTES, STDIN, input_name, read_text
from .json_keys import DEAL, VERDICT, Key
from .options import cells_needed_option, json_option, max_states_option, rules_options, workers_option
from .progress import Progress
from .value_types import Name
from .verdicts import exit_code, report

JSON_KEYS = {
    **DEAL,
    **VERDICT,
    "cells_needed": Key(
        "integer or null",
        "The fewest cells with which the deal is solvable; null where that is not known, or where 7 are too few.",
        only_with="--cells-needed",
    ),
}


@click.command(short_help="Tell whether deals can be won.")
@click.argument("deals", nargs=-1, metavar="DEAL...")
@click.option(
    "--file",
    "files",
    multiple=True,
    metavar="FILE",
    type=Name(allow_dash=True),
    help="Read deals from FILE, one a line; - for stdin.",
)
@click.option("--quiet", "-q", is_flag=True, help="Print only deals that are not solvable, and the summary.")
@workers_option(1, "1")
@rules_options
@cells_needed_option
@max_states_option("10,000,000, with --cells-needed 20,000,000")
@json_option
def command(
    deals: tuple[str, ...],
    files: tuple[str, ...],
    quiet: bool,
    workers: int,
    rules: Rules,
    cells_needed: bool,
    max_states: int | None,
    as_json: bool,
) -> int:
    """Tell whether deals can be won: solvable, with a solution that was replayed; impossible, by proof; or undecided.

    DEAL is a number, a range or a list: 617, 1-100, 1,5,7-9. A dash reads one a line from standard input;
    blank lines and what follows a # do not count. With more than one deal a summary comes last, with
    --json on standard error.

    The moves are those of the first solution that is found; `solve` makes it shorter.

    Exit code: 30 when any deal is undecided, else 20 when any is impossible, else 0.
    """
    wanted = _read_deals(deals, files)
    total = len(wanted)
    from freecell_pools.pools.scan import chunk_size, scan, warm_up

    compile_first(CHECKING, (lambda: warm_up(rules, cells_needed)) if workers > 1 else None)
    verdicts: Counter[str] = Counter()
    states = 0
    chunks = wanted.chunks(chunk_size(total, workers, cells_needed))
    lines_on_terminal = not quiet and sys.stdout.isatty()
    with (
        pool_errors(),
        Progress(total, "deals", shown=not lines_on_terminal) as progress,
        closing(scan(chunks, rules, partial(report, as_json, quiet), workers, max_states, cells_needed)) as reports,
    ):
        for found in reports:
            if found.lines:
                click.echo(found.lines, nl=False)
            verdicts.update(found.verdicts)
            states += found.states
            progress.update(verdicts.total(), f"{verdicts['solvable']:,} solvable")
    if total > 1:
        click.echo(_summary(verdicts, states), err=as_json)
    return exit_code(verdicts)


def _read_deals(arguments: tuple[str, ...], files: tuple[str, ...]) -> DealList:
    """Return all deals that were asked for, before any is solved."""
    wanted = DealList()
    sources = [*files, *(STDIN for argument in arguments if argument == STDIN)]
    if sources.count(STDIN) > 1:
        raise Stop("standard input can be read only once")
    try:
        for argument in arguments:
            if argument != STDIN:
                wanted.add(argument)
    except DealListError as error:
        raise Stop(str(error)) from error
    for source in sources:
        try:
            wanted.add_lines(read_text(source, LIST_BYTES).splitlines())
        except DealListError as error:
            raise Stop(f"{input_name(source)}, {error}") from error
    if not len(wanted):
        raise Stop("no deal is named: give numbers, or --file")
    return wanted


def _summary(verdicts: Counter[str], states: int) -> str:
    counts = ", ".join(f"{verdicts[name]:,} {name}" for name in ("solvable", "impossible", "undecided"))
    return f"{verdicts.total():,} deals: {counts}; {states:,} states"
