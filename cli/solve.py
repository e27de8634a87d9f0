"""`solve`: the solution of a deal or a position."""

import json
from collections import Counter
from typing import TYPE_CHECKING

import click
from freecell_pools.solver.game.rules import Rules

from .json_keys import POSITION, VERDICT, Key
from .options import json_option, max_states_option, rules_options
from .positions import name_of, position_arguments, read_board
from .searching import search
from .verdicts import as_facts, as_line, exit_code

if TYPE_CHECKING:
    from freecell_pools.solver.game.board import Board
    from freecell_pools.solver.verdict import Answer

JSON_KEYS = {
    **POSITION,
    **VERDICT,
    "solution": Key("string or null", "The moves in standard notation, without spaces; null unless solvable."),
    "single_moves": Key("strings or null", "The same with runs as single-card moves; null unless solvable."),
}


@click.command(short_help="Show the solution of a deal or a position.")
@position_arguments
@click.option("--expand", is_flag=True, help="Show runs as the single-card moves that carry them.")
@rules_options
@max_states_option("10,000,000")
@json_option
def command(
    deal: int | None, file: str | None, expand: bool, rules: Rules, max_states: int | None, as_json: bool
) -> int:
    """Show the solution of DEAL, or of the position in FILE, also in mid-game.

    Moves are in standard notation, from and to: columns 1 to 8, cells a to g, foundation h. Several cards into an
    empty column are counted: 26v3 takes three.

    The verdict and its states are those of `check`. The solution that `check` stops at is made shorter here, so that it
    may have fewer moves.

    Exit code: 0 when it is solvable, 20 when it is impossible, 30 when it is undecided.
    """
    board = read_board(deal, file, rules)
    from freecell_pools.solver.api import solve

    from .wording import lines_of_moves

    answer = search(solve, board, rules, max_states=max_states)
    moves, singles = _notation(board, answer, rules)
    if as_json:
        more = {"solution": answer.solution, "single_moves": None if answer.solution is None else singles}
        click.echo(json.dumps(as_facts(deal, answer) | more))
    else:
        click.echo(as_line(name_of(deal), answer))
        for line in lines_of_moves(singles if expand else moves):
            click.echo(line)
    return exit_code(Counter([answer.verdict]))


def _notation(board: "Board", answer: "Answer", rules: Rules) -> tuple[list[str], list[str]]:
    """Return the moves of a solution, and the single-card moves, each as a word."""
    if answer.solution is None:
        return [], []
    from freecell_pools.solver.game.solution import move_words, parse_solution, single_moves

    moves = parse_solution(board, answer.solution, rules)
    return move_words(board, moves, rules), move_words(board, single_moves(board, moves, rules), rules)
