"""Options that several commands share."""

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import click
from freecell_pools.solver.game.rules import CHOICES, MAX_CELLS, PRESETS

from .value_types import Integer

F = TypeVar("F", bound=Callable[..., Any])

MAX_WORKERS = 1024

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, one object a line.")
cells_needed_option = click.option(
    "--cells-needed", is_flag=True, help="Also find the fewest cells with which each deal is solvable, by proof."
)


def rules_options(command: F) -> F:
    """Give a command the options that say which game is played; it gets them as `rules`."""

    @click.option(
        "--rules",
        "preset",
        type=click.Choice(list(PRESETS)),
        default="freecell",
        show_default=True,
        help="The rules of the game, by name. Each of the next options changes one of them.",
    )
    @click.option("--cells", type=Integer(0, MAX_CELLS), metavar="N", help="Number of cells.")
    @click.option("--build-by", type=click.Choice(CHOICES["build"]), help="Which card may be put on the next higher.")
    @click.option("--empty-column", type=click.Choice(CHOICES["empty_column"]), help="What goes into an empty column.")
    @click.option("--run-move", type=click.Choice(CHOICES["run_move"]), help="How many cards of a run move at once.")
    @click.option(
        "--foundation-return/--no-foundation-return",
        default=None,
        help="Whether the top card of a foundation may be taken back.",
    )
    @functools.wraps(command)
    def with_rules(*args: Any, preset: str, build_by: str | None, **kwargs: Any) -> Any:
        fields = {name: kwargs.pop(name) for name in ("cells", "empty_column", "run_move", "foundation_return")}
        given = {name: value for name, value in (fields | {"build": build_by}).items() if value is not None}
        return command(*args, rules=replace(PRESETS[preset], **given), **kwargs)

    return with_rules  # type: ignore[return-value]


def max_states_option(shown: str) -> Callable[[F], F]:
    """Return the option for the limit of a search."""
    return click.option(
        "--max-states",
        type=Integer(1, 2**31 - 1),
        metavar="N",
        help=f"Expand at most N states for a deal; undecided then. Default: {shown}.",
    )


def workers_option(default: int | None, shown: str) -> Callable[[F], F]:
    """Return the option for the number of worker processes."""
    return click.option(
        "--workers",
        type=Integer(1, MAX_WORKERS),
        default=default,
        metavar="N",
        help=f"Number of worker processes. Default: {shown}.",
    )
