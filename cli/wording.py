"""Columns and moves for a reader: the columns side by side, moves in words, and their notation in lines."""

from itertools import zip_longest

from freecell_pools.solver.game.board import COLUMN_NAMES, FOUNDATION, Board, Move, moved_cards, place_index
from freecell_pools.solver.game.cards import card_name

MOVES_PER_LINE = 10


def lines_of_columns(board: Board) -> list[str]:
    """Return the columns side by side with their names on top, the lowest card of each being the one that may move."""
    columns = [[card_name(card) for card in column] for column in board.columns]
    rows = zip_longest(*columns, fillvalue="")
    return [
        "  ".join(f"{name:>2}" for name in COLUMN_NAMES),
        *("  ".join(f"{card:2}" for card in row).rstrip() for row in rows),
    ]


def lines_of_moves(words: list[str]) -> list[str]:
    """Return the words ten a line, each line with the number of its first move."""
    return [
        f"{start + 1:4}  {' '.join(f'{word:4}' for word in words[start : start + MOVES_PER_LINE])}".rstrip()
        for start in range(0, len(words), MOVES_PER_LINE)
    ]


def describe(board: Board, move: Move) -> str:
    """Return what a legal move does.

    >>> from freecell_pools.solver.game.deals import deal_board
    >>> describe(deal_board(1), Move("1", "7"))
    '6S onto 8C'
    """
    return f"{' '.join(map(card_name, moved_cards(board, move)))} {_target(board, move)}"


def _target(board: Board, move: Move) -> str:
    back = " back" if move.source == FOUNDATION else ""
    if move.target == FOUNDATION:
        return "home"
    if (column := place_index(COLUMN_NAMES, move.target)) is None:
        return f"{back} to a cell".strip()
    onto = board.columns[column]
    return f"{back} onto {card_name(onto[-1])}".strip() if onto else f"{back} to an empty column".strip()
