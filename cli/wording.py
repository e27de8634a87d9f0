"""Moves in words, and in notation, for a reader."""

from freecell_pools.solver.board import CELL_NAMES, COLUMN_NAMES, FOUNDATION, Board, Move, apply_move, place_index
from freecell_pools.solver.cards import SUITS, Card, card_name
from freecell_pools.solver.rules import Rules
from freecell_pools.solver.solution import format_move

MOVES_PER_LINE = 10


def notation(board: Board, moves: list[Move], rules: Rules) -> list[str]:
    """Return the notation of moves made one after the other, each as a word."""
    words = []
    for move in moves:
        words.append(format_move(board, move))
        board = apply_move(board, move, rules)
    return words


def lines_of_moves(words: list[str]) -> list[str]:
    """Return the words ten a line, each line with the number of its first move."""
    return [
        f"{start + 1:4}  {' '.join(f'{word:4}' for word in words[start : start + MOVES_PER_LINE])}".rstrip()
        for start in range(0, len(words), MOVES_PER_LINE)
    ]


def describe(board: Board, move: Move) -> str:
    """Return what a legal move does.

    >>> from freecell_pools.solver.deals import deal_board
    >>> describe(deal_board(1), Move("1", "7"))
    '6S onto 8C'
    """
    return f"{' '.join(map(card_name, _cards(board, move)))} {_target(board, move)}"


def _cards(board: Board, move: Move) -> tuple[Card, ...]:
    if (column := place_index(COLUMN_NAMES, move.source)) is not None:
        return board.columns[column][-move.cards :]
    if (cell := place_index(CELL_NAMES, move.source)) is not None:
        held = board.cells[cell]
        assert held is not None
        return (held,)
    assert move.suit is not None
    return ((board.foundations[move.suit] - 1) * len(SUITS) + move.suit,)


def _target(board: Board, move: Move) -> str:
    back = " back" if move.source == FOUNDATION else ""
    if move.target == FOUNDATION:
        return "home"
    if (column := place_index(COLUMN_NAMES, move.target)) is None:
        return f"{back} to a cell".strip()
    onto = board.columns[column]
    return f"{back} onto {card_name(onto[-1])}".strip() if onto else f"{back} to an empty column".strip()
