"""The position that a command is about: the start of a deal, or one from a file."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click
from freecell_pools.solver.game.rules import Rules

from .errors import Stop
from .inputs import BOARD_BYTES, input_name, read_text
from .value_types import Deal, Name

if TYPE_CHECKING:
    from freecell_pools.solver.game.board import Board

F = TypeVar("F", bound=Callable[..., Any])


def position_arguments(command: F) -> F:
    """Give a command a deal number or `--board FILE`, as `deal` and `file` for `read_board`."""
    with_board = click.option(
        "--board",
        "file",
        metavar="FILE",
        type=Name(allow_dash=True),
        help="Take the position in FILE instead; - for stdin.",
    )
    return click.argument("deal", type=Deal(), required=False, metavar="DEAL")(with_board(command))


def read_board(deal: int | None, file: str | None, rules: Rules) -> "Board":
    """Return the position that was asked for."""
    from freecell_pools.solver.game.board_text import BoardError, parse_board
    from freecell_pools.solver.game.deals import deal_board

    if (deal is None) == (file is None):
        raise Stop("give either a deal number or --board FILE")
    if file is None:
        assert deal is not None
        return deal_board(deal, rules)
    try:
        return parse_board(read_text(file, BOARD_BYTES), rules)
    except BoardError as error:
        raise Stop(f"{input_name(file)}: {error}") from error


def name_of(deal: int | None) -> str:
    """Return what a position is called."""
    return "The position" if deal is None else f"Deal {deal}"
