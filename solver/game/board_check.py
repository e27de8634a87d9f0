"""Whether a board made by hand is one: the kernels take it at its word."""

from .board import Board
from .board_text import BoardError
from .cards import CARDS, KING, SUITS, card_name
from .rules import COLUMNS, Rules


def check_board(board: Board, rules: Rules) -> None:
    """Raise `BoardError` unless a board has the places of the game, with 52 different cards on them."""
    if not isinstance(board.columns, tuple) or len(board.columns) != COLUMNS:
        raise BoardError(f"columns: a tuple of {COLUMNS} is wanted")
    if not all(isinstance(column, tuple) for column in board.columns):
        raise BoardError("columns: each is a tuple of cards")
    if not isinstance(board.cells, tuple) or len(board.cells) != rules.cells:
        raise BoardError(f"cells: a tuple of {rules.cells} is wanted, as many as the rules have")
    if not isinstance(board.foundations, tuple) or len(board.foundations) != len(SUITS):
        raise BoardError(f"foundations: a tuple of {len(SUITS)} is wanted")
    if not all(type(level) is int and 0 <= level <= KING + 1 for level in board.foundations):
        raise BoardError(f"foundations: each is a number of cards, 0..{KING + 1}")
    cards = [card for column in board.columns for card in column]
    cards += [card for card in board.cells if card is not None]
    if not all(type(card) is int and 0 <= card < CARDS for card in cards):
        raise BoardError(f"cards are numbers in 0..{CARDS - 1}")
    cards += [len(SUITS) * rank + suit for suit, level in enumerate(board.foundations) for rank in range(level)]
    for card in range(CARDS):
        if (count := cards.count(card)) != 1:
            raise BoardError(f"{card_name(card)} is there {count} times" if count else f"{card_name(card)} is missing")
