"""`pick`: deals from pools, by a seed or the deal of a day."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .errors import Stop, pool_errors
from .json_keys import DEAL, Key
from .options import json_option
from .value_types import Integer, Name

if TYPE_CHECKING:
    from freecell_pools.pools.pick import Picked

# As in `pools.tiers`, which imports numpy.
TIERS = ("easy", "normal", "hard")

JSON_KEYS = {
    "date": Key("string", "The day, as YYYY-MM-DD.", only_with="--date"),
    "tier": Key("string", "The tier."),
    "row": Key("integer", "The row of its file, counted from 0."),
    **DEAL,
    "effort": Key("integer", "The effort of the deal."),
    "par": Key("integer", "The moves of its solution, a run as one."),
    "cells_needed": Key("integer or null", "The fewest cells that it needs; null where the pools do not say."),
    "solution": Key("string", "Its solution in standard notation, without spaces."),
}


@click.command(short_help="Pick deals from pools, by a seed or for a day.")
@click.argument("folder", type=Name(path_type=Path), metavar="DIR")
@click.option("--tier", type=click.Choice(TIERS), default="normal", show_default=True, help="The tier to pick from.")
@click.option("--seed", metavar="TEXT", help="Pick what this text picks, always the same.")
@click.option("--date", "day", metavar="YYYY-MM-DD", help="Pick the deal of this day; with -n, those of the next days.")
@click.option(
    "-n",
    "count",
    type=Integer(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Pick N deals, all different.",
)
@click.option(
    "--rows",
    type=Integer(min=1),
    metavar="R",
    help="Pick from the first R rows of the tier: what was picked before its range grew to more.",
)
@json_option
def command(
    folder: Path, tier: str, seed: str | None, day: str | None, count: int, rows: int | None, as_json: bool
) -> None:
    """Pick deals from the pools in DIR, by --seed or --date.

    The rule is short enough for a frontend to repeat it, and pools/FORMAT.md has it: whoever has the same pools picks
    the same deals. No deal of the day comes again before all of the tier have been it.
    """
    if (seed is None) == (day is None):
        raise Stop("Name either --seed or --date.")
    from freecell_pools.pools.pick import days_from, number_of_date, number_of_seed, pick

    try:
        days = [] if day is None else days_from(day, count)
        number = number_of_date(days[0]) if days else number_of_seed(seed or "")
    except UnicodeEncodeError as error:
        raise Stop("The seed is no text in UTF-8.") from error
    except ValueError as error:
        raise Stop(str(error)) from error
    with pool_errors():
        picked = pick(folder, tier, number, count, rows)
    for index, deal in enumerate(picked):
        date = days[index].isoformat() if days else None
        click.echo(json.dumps(_facts(deal, tier, date)) if as_json else _line(deal, tier, date))


def _facts(deal: "Picked", tier: str, date: str | None) -> dict[str, object]:
    return {
        **({"date": date} if date else {}),
        "tier": tier,
        "row": deal.row,
        "deal": deal.deal,
        "effort": deal.effort,
        "par": deal.par,
        "cells_needed": deal.cells_needed,
        "solution": deal.solution,
    }


def _line(deal: "Picked", tier: str, date: str | None) -> str:
    words = f"{deal.deal}: {tier}, effort {deal.effort:,}, par {deal.par}"
    if deal.cells_needed is not None:
        words += f", needs {deal.cells_needed} cell{'s' * (deal.cells_needed != 1)}"
    return f"{date}  {words}" if date else words
