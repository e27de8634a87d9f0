"""`inspect`: what holds in a position."""

import json
from collections import Counter
from typing import TYPE_CHECKING

import click
from freecell_pools.solver.game.rules import Rules

from .json_keys import POSITION, VERDICT, Key
from .options import json_option, max_states_option, rules_options
from .positions import name_of, position_arguments, read_board
from .searching import search
from .verdicts import as_line, exit_code

if TYPE_CHECKING:
    from freecell_pools.solver.game.board import Board
    from freecell_pools.solver.game.facts import Facts
    from freecell_pools.solver.verdict import Answer

JSON_KEYS = {
    **POSITION,
    "legal_moves": Key("strings", "Every legal move in standard notation, of equal cells or columns only the first."),
    "capacity": Key("integer", "How many cards of a run move at once to a filled column; 52 where any number may."),
    "capacity_into_empty": Key("integer or null", "The same into an empty column; null where none is empty."),
    "safe_cards": Key("strings", "The cards that may go home with nothing lost."),
    "safe_moves": Key("strings", "The moves that take them home."),
    "finish_is_certain": Key("boolean", "Whether moves to the foundations alone end the game."),
    "finishing_moves": Key("strings", "These moves; empty when it is not certain."),
    "won": Key("boolean", "Whether the game is won."),
    "no_move_left": Key("boolean", "Whether no move is left though the game is not won."),
    **VERDICT,
}


@click.command(short_help="Show what holds in a position: legal moves, safe cards, verdict.")
@position_arguments
@rules_options
@max_states_option("10,000,000")
@json_option
def command(deal: int | None, file: str | None, rules: Rules, max_states: int | None, as_json: bool) -> int:
    """Show what holds at the start of DEAL, or in the position in FILE.

    That is: every legal move; how many cards of a run move at once; which cards may go home with nothing lost;
    whether moves to the foundations alone end the game; whether no move is left; the verdict, as `solve` gives it.

    Of several empty cells or columns only the first is named, as it makes no difference which is taken.

    Exit code: 0 when it is solvable or won, 20 when it is impossible, 30 when it is undecided.
    """
    board = read_board(deal, file, rules)
    from freecell_pools.solver.api import inspect, solve

    facts = inspect(board, rules)
    answer = search(solve, board, rules, max_states=max_states)
    if as_json:
        click.echo(json.dumps(_as_facts(deal, board, rules, facts, answer)))
    else:
        click.echo("\n".join([*_table(board), "", *_lines(deal, board, rules, facts, answer)]))
    return exit_code(Counter([answer.verdict]))


def _as_facts(deal: int | None, board: "Board", rules: Rules, facts: "Facts", answer: "Answer") -> dict[str, object]:
    from freecell_pools.solver.game.cards import card_name
    from freecell_pools.solver.game.solution import format_move, move_words

    return {
        "deal": deal,
        "legal_moves": [format_move(board, move) for move in facts.legal_moves],
        "capacity": facts.capacity,
        "capacity_into_empty": facts.capacity_into_empty,
        "safe_cards": [card_name(card) for card in facts.safe_cards],
        "safe_moves": move_words(board, facts.safe_moves, rules),
        "finish_is_certain": facts.finish_is_certain,
        "finishing_moves": move_words(board, facts.finishing_moves, rules),
        "won": facts.won,
        "no_move_left": facts.no_move_left,
        "verdict": answer.verdict,
        "states": answer.states,
        "moves": answer.moves,
        "limit": answer.limit,
    }


def _table(board: "Board") -> list[str]:
    """Return the position as it lies on the table, the columns downwards."""
    from freecell_pools.solver.game.board import CELL_NAMES
    from freecell_pools.solver.game.cards import RANKS, SUITS, card_name

    from .wording import lines_of_columns

    cells = (
        f"{name}: {'--' if card is None else card_name(card)}"
        for name, card in zip(CELL_NAMES, board.cells, strict=False)
    )
    home = (f"{RANKS[level - 1]}{SUITS[suit]}" if level else "--" for suit, level in enumerate(board.foundations))
    return [f"cells  {'  '.join(cells) or 'none'}    home  {' '.join(home)}", "", *lines_of_columns(board)]


def _lines(deal: int | None, board: "Board", rules: Rules, facts: "Facts", answer: "Answer") -> list[str]:
    from freecell_pools.solver.game.cards import card_name
    from freecell_pools.solver.game.solution import format_move, move_words

    from .wording import describe, lines_of_moves

    lines = []
    if facts.won:
        lines.append("The game is won.")
    elif facts.no_move_left:
        lines.append("No move is left.")
    else:
        lines.append(f"{len(facts.legal_moves)} legal move{'s' * (len(facts.legal_moves) != 1)}:")
        lines += [f"  {format_move(board, move):4}  {describe(board, move)}" for move in facts.legal_moves]
        into_empty = f", into an empty one {_cards(facts.capacity_into_empty)}" if facts.capacity_into_empty else ""
        lines.append(f"Cards that move at once: to a filled column {_cards(facts.capacity)}{into_empty}.")
        safe = " ".join(card_name(card) for card in facts.safe_cards)
        lines.append(f"Safe to collect: {safe or 'none'}.")
        lines.append(f"The finish is {'certain:' if facts.finish_is_certain else 'not certain yet.'}")
        lines += lines_of_moves(move_words(board, facts.finishing_moves, rules))
    lines.append(f"{as_line(name_of(deal), answer)}.")
    return lines


def _cards(count: int | None) -> str:
    from freecell_pools.solver.game.cards import RANKS

    return "any number" if count is None or count >= len(RANKS) else f"up to {count}"
