"""Moves and positions without the order of columns and cells, which nothing in the game depends on."""

from typing import NamedTuple

from .board import CELL_NAMES, COLUMN_NAMES, FOUNDATION, Board, Move, moved_cards, place_index
from .cards import Card, rank, suit

EMPTY_COLUMN, CELL, HOME = -1, -2, -3
"""Targets of a step that are no card."""


class Step(NamedTuple):
    """A move of a card, and of the cards on it.

    Attributes:
        card: the card, the deepest of those that move.
        onto: the card that it is put on, or EMPTY_COLUMN, CELL or HOME.
    """

    card: Card
    onto: int


def sorted_board(board: Board) -> Board:
    """Return the board with its columns and its cells in an order of their own: the same for equal positions."""
    held = sorted(card for card in board.cells if card is not None)
    return Board(
        tuple(sorted(board.columns)),
        (*held, *(None,) * (len(board.cells) - len(held))),
        board.foundations,
    )


def step_of(board: Board, move: Move) -> Step:
    """Return the step that a legal move makes."""
    card = moved_cards(board, move)[0]
    if move.target == FOUNDATION:
        return Step(card, HOME)
    if (column := place_index(COLUMN_NAMES, move.target)) is None:
        return Step(card, CELL)
    onto = board.columns[column]
    return Step(card, onto[-1] if onto else EMPTY_COLUMN)


def move_of(board: Board, step: Step) -> Move:
    """Return the move that makes a step which is legal on this board; of empty places it takes the first."""
    if step.onto == HOME:
        target = FOUNDATION
    elif step.onto == CELL:
        target = CELL_NAMES[board.cells.index(None)]
    else:
        ends = [column[-1] if column else EMPTY_COLUMN for column in board.columns]
        target = COLUMN_NAMES[ends.index(step.onto)]
    for name, column in zip(COLUMN_NAMES, board.columns, strict=True):
        if step.card in column:
            return Move(name, target, len(column) - column.index(step.card))
    if step.card in board.cells:
        return Move(CELL_NAMES[board.cells.index(step.card)], target)
    assert board.foundations[suit(step.card)] == rank(step.card) + 1
    return Move(FOUNDATION, target, suit=suit(step.card))
