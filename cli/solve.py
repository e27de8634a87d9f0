"""`solve`: the solution of a deal or a position."""

import json
from collections import Counter
from typing import TYPE_CHECKING

import click
from freecell_pools.solver.rules import Rules

from .compiling import compile_first
from .errors import Stop
from .inputs import BOARD_BYTES, STDIN, read_text
from .options import Deal, json_option, max_states_option, rules_options
from .verdicts import as_facts, as_line, exit_code

if TYPE_CHECKING:
    from freecell_pools.solver.board import Board, Move
    from freecell_pools.solver.verdict import Answer

MOVES_PER_LINE = 10


@click.command(short_help="Show the solution of a deal or a position.")
@click.argument("deal", type=Deal(), required=False, metavar="DEAL")
@click.option("--board", "file", metavar="FILE", help="Solve the position in FILE instead; - for stdin.")
@click.option("--expand", is_flag=True, help="Show runs as the single-card moves that carry them.")
@rules_options
@max_states_option
@json_option
def command(
    deal: int | None, file: str | None, expand: bool, rules: Rules, max_states: int | None, as_json: bool
) -> int:
    """Show the solution of a deal, or of a position, also in mid-game.

    Moves are in standard notation, from and to: columns 1 to 8, cells a to g, foundation h. Several cards into an
    empty column are counted: 26v3 takes three.

    Exit code: 0 when it is solvable, 20 when it is impossible, 30 when it is undecided.
    """
    if (deal is None) == (file is None):
        raise Stop("give either a deal number or --board FILE")
    board = _read_board(deal, file, rules)
    answer = _decide(board, rules, max_states)
    moves, singles = _notation(board, answer, rules)
    if as_json:
        more = {"solution": answer.solution, "single_moves": None if answer.solution is None else singles}
        click.echo(json.dumps(as_facts(deal, answer) | more))
    else:
        click.echo(as_line("The position" if deal is None else f"Deal {deal}", answer))
        for line in _lines(singles if expand else moves):
            click.echo(line)
    return exit_code(Counter([answer.verdict]))


def _read_board(deal: int | None, file: str | None, rules: Rules) -> "Board":
    from freecell_pools.solver.board_text import BoardError, parse_board
    from freecell_pools.solver.deals import deal_board

    if file is None:
        assert deal is not None
        return deal_board(deal, rules)
    try:
        return parse_board(read_text(file, BOARD_BYTES), rules)
    except BoardError as error:
        raise Stop(f"{'standard input' if file == STDIN else file}: {error}") from error


def _decide(board: "Board", rules: Rules, max_states: int | None) -> "Answer":
    """Decide in a thread, so that Ctrl-C is heard while a kernel runs."""
    compile_first()
    from freecell_pools.pools.workers import own_process
    from freecell_pools.solver.decide import decide
    from freecell_pools.solver.engine import DEFAULT_MAX_STATES

    executor = own_process()
    try:
        return executor.submit(decide, board, rules, max_states=max_states or DEFAULT_MAX_STATES).result()
    finally:
        executor.shutdown(wait=False)


def _notation(board: "Board", answer: "Answer", rules: Rules) -> tuple[list[str], list[str]]:
    """Return the moves of a solution, and the single-card moves, each as a word."""
    if answer.solution is None:
        return [], []
    from freecell_pools.solver.solution import parse_solution, single_moves

    moves = parse_solution(board, answer.solution, rules)
    return _words(board, moves, rules), _words(board, single_moves(board, moves, rules), rules)


def _words(board: "Board", moves: "list[Move]", rules: Rules) -> list[str]:
    from freecell_pools.solver.board import apply_move
    from freecell_pools.solver.solution import format_move

    words = []
    for move in moves:
        words.append(format_move(board, move))
        board = apply_move(board, move, rules)
    return words


def _lines(words: list[str]) -> list[str]:
    """Return the words ten a line, each line with the number of its first move."""
    return [
        f"{start + 1:4}  {' '.join(f'{word:4}' for word in words[start : start + MOVES_PER_LINE])}".rstrip()
        for start in range(0, len(words), MOVES_PER_LINE)
    ]
