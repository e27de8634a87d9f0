"""`hint`: the next move."""

import json
from collections import Counter
from typing import TYPE_CHECKING

import click
from freecell_pools.solver.game.rules import Rules

from .json_keys import POSITION, VERDICT, Key
from .options import json_option, max_states_option, rules_options
from .positions import position_arguments, read_board
from .searching import search
from .verdicts import exit_code

if TYPE_CHECKING:
    from freecell_pools.solver.game.board import Board
    from freecell_pools.solver.hints import Hint

JSON_KEYS = {
    **POSITION,
    "verdict": VERDICT["verdict"],
    "move": Key("string or null", "The next move in standard notation; null when the game is won, or not to be won."),
    "moves_left": Key("integer or null", "Moves to the end, this one too; null unless solvable."),
    "solution": Key("string or null", "All these moves; null unless solvable."),
    "states": VERDICT["states"],
    "limit": VERDICT["limit"],
    "won": Key("boolean", "Whether the game is won."),
    "no_move_left": Key("boolean", "Whether no move is left though the game is not won."),
}


@click.command(short_help="Show the next move in a position.")
@position_arguments
@rules_options
@max_states_option("10,000,000")
@json_option
def command(deal: int | None, file: str | None, rules: Rules, max_states: int | None, as_json: bool) -> int:
    """Show the next move of DEAL, or in the position in FILE, and whether it can be won from here.

    Whoever follows hints wins: the moves left fall by one with each of them. They may be some more than in
    the solution of `solve`, as each hint is made for its own position alone.

    The move is in standard notation, from and to: columns 1 to 8, cells a to g, foundation h; 26v3 takes three cards
    into an empty column.

    Exit code: 0 when it is solvable or won, 20 when it is impossible, 30 when it is undecided.
    """
    board = read_board(deal, file, rules)
    from freecell_pools.solver.api import hint

    found = search(hint, board, rules, max_states=max_states)
    click.echo(json.dumps(_as_facts(deal, board, found)) if as_json else _as_line(board, found))
    return exit_code(Counter([found.verdict]))


def _as_facts(deal: int | None, board: "Board", found: "Hint") -> dict[str, object]:
    from freecell_pools.solver.game.solution import format_move

    return {
        "deal": deal,
        "verdict": found.verdict,
        "move": None if found.move is None else format_move(board, found.move),
        "moves_left": found.moves_left,
        "solution": found.solution,
        "states": found.states,
        "limit": found.limit,
        "won": found.won,
        "no_move_left": found.no_move_left,
    }


def _as_line(board: "Board", found: "Hint") -> str:
    from freecell_pools.solver.game.solution import format_move

    from .wording import describe

    if found.won:
        return "The game is won."
    if found.no_move_left:
        return "No move is left: impossible from here."
    if found.limit is not None:
        return f"Undecided: limit of {found.limit} reached."
    if found.move is None:
        return "Impossible from here."
    moves = f"{found.moves_left} move{'s' * (found.moves_left != 1)}"
    return f"{format_move(board, found.move)}  {describe(board, found.move)}; solvable in {moves}"
