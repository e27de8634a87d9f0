"""The root of a search: a position packed into a state, with the tables that hold for everything reached from it."""

from typing import NamedTuple

import numpy as np

from .board import Board
from .cards import CARDS
from .jit import kernel
from .rules import COLUMNS, Rules
from .state import BASE, CELL, DEALT, HOME, NO_CARD, ON_A, ON_B, parents, with_place

STRIDE = 64
"""Room for one column in the flat arrays: no column holds more than 52 cards."""


class Root(NamedTuple):
    """What stays the same during one search.

    Attributes:
        dealt: uint8[64], the card that each card lies on in the root position (NO_CARD where none).
        parents: uint8[2, 64], the cards each card may be built on (`state.parents`).
        children: uint8[2, 64], the cards that may be built on each card, by the side they would take.
        flags: int64[5], the rules as numbers, at the indices below.
    """

    dealt: np.ndarray
    parents: np.ndarray
    children: np.ndarray
    flags: np.ndarray


CELLS, SAME_SUIT, KINGS_ONLY, UNLIMITED, RETURN = range(5)


def new_root(rules: Rules) -> Root:
    """Return the tables of a game; `pack` completes them for a position."""
    up = parents(rules)
    down = np.full((2, 64), NO_CARD, np.uint8)
    for side in range(2):
        for card in range(CARDS):
            if up[side, card] != NO_CARD:
                down[side, up[side, card]] = card
    flags = [
        rules.cells,
        rules.build == "same-suit",
        rules.empty_column == "kings",
        rules.run_move == "unlimited",
        rules.foundation_return,
    ]
    return Root(np.full(64, NO_CARD, np.uint8), up, down, np.array(flags, np.int64))


class Layout(NamedTuple):
    """A position as it lies on the table, with the order of columns and cells.

    Attributes:
        card: uint8[8 * STRIDE], the cards of column j from j * STRIDE on, deepest first.
        length: int64[8], the number of cards in each column.
        cell: uint8[8], the card in each cell, NO_CARD where empty.
        home: int64[4], the number of cards on each foundation.
    """

    card: np.ndarray
    length: np.ndarray
    cell: np.ndarray
    home: np.ndarray


def new_layout() -> Layout:
    """Return an empty table."""
    return Layout(
        card=np.zeros(COLUMNS * STRIDE, np.uint8),
        length=np.zeros(COLUMNS, np.int64),
        cell=np.full(8, NO_CARD, np.uint8),
        home=np.zeros(4, np.int64),
    )


@kernel
def lay_out(cards, layout):
    """Fill the layout with a new deal: uint8[52] cards in the order in which they are dealt."""
    for i in range(CARDS):
        layout.card[STRIDE * (i & 7) + (i >> 3)] = cards[i]
    for column in range(8):
        layout.length[column] = 7 if column < 4 else 6
        layout.cell[column] = NO_CARD
    layout.home[:] = 0


@kernel
def pack(layout, root):
    """Return the three words of a position's state; `root.dealt` is modified in place."""
    k0 = np.uint64(0)
    k1 = np.uint64(0)
    k2 = np.uint64(0)
    root.dealt[:] = NO_CARD
    for column in range(8):
        under = np.int64(NO_CARD)
        for index in range(layout.length[column]):
            card = np.int64(layout.card[STRIDE * column + index])
            place = np.int64(DEALT)
            if index == 0:
                place = np.int64(BASE)
            elif root.parents[0, card] == under:
                place = np.int64(ON_A)
            elif root.parents[1, card] == under:
                place = np.int64(ON_B)
            else:
                root.dealt[card] = under
            k0, k1, k2 = with_place(k0, k1, k2, card, place)
            under = card
    for cell in range(8):
        if layout.cell[cell] != NO_CARD:
            k0, k1, k2 = with_place(k0, k1, k2, np.int64(layout.cell[cell]), CELL)
    for suit in range(4):
        for level in range(layout.home[suit]):
            k0, k1, k2 = with_place(k0, k1, k2, 4 * level + suit, HOME)
    return k0, k1, k2


def fill_layout(layout: Layout, board: Board) -> None:
    """Fill the layout from a board."""
    for column, cards in enumerate(board.columns):
        layout.length[column] = len(cards)
        layout.card[STRIDE * column : STRIDE * column + len(cards)] = cards
    layout.cell[:] = NO_CARD
    for cell, card in enumerate(board.cells):
        if card is not None:
            layout.cell[cell] = card
    layout.home[:] = board.foundations
