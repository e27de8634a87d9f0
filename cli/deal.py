"""`deal`: the layout of a deal."""

import json

import click

from .json_keys import DEAL, Key
from .options import json_option
from .value_types import Deal

JSON_KEYS = {
    **DEAL,
    "columns": Key("arrays of strings", "The cards of each column as rank and suit, the one that may move last."),
}


@click.command(short_help="Show the layout of a deal.")
@click.argument("number", type=Deal(), metavar="DEAL")
@click.option(
    "--format",
    "style",
    type=click.Choice(["table", "fc-solve"]),
    default="table",
    show_default=True,
    help="A table with a column for each column, or the text that Freecell Solver and --board read.",
)
@json_option
def command(number: int, style: str, as_json: bool) -> None:
    """Show the layout of DEAL, numbered as Microsoft's and FreeCell Pro's are.

    In the table the lowest card of a column is the one that may move; as text, in JSON too, it is the last of
    its line.
    """
    from freecell_pools.solver.game.board_text import format_board
    from freecell_pools.solver.game.cards import card_name
    from freecell_pools.solver.game.deals import deal_board

    from .wording import lines_of_columns

    board = deal_board(number)
    if as_json:
        columns = [[card_name(card) for card in column] for column in board.columns]
        click.echo(json.dumps({"deal": number, "columns": columns}))
    elif style == "fc-solve":
        click.echo(format_board(board), nl=False)
    else:
        click.echo("\n".join(lines_of_columns(board)))
