"""The root of a search: a position packed into a state, with the tables that hold for everything reached from it."""

import numpy as np
from freecell_pools.solver.compiling.arrays import Bytes, Record, Word
from freecell_pools.solver.compiling.jit import kernel
from freecell_pools.solver.game.board import Board
from freecell_pools.solver.game.cards import CARDS
from freecell_pools.solver.game.rules import Rules

from .state import BASE, CELL, DEALT, HOME, NO_CARD, ON_A, ON_B, parents, with_place

STRIDE = 64
"""Room for one column in the flat arrays: no column holds more than 52 cards."""


ROOT = np.dtype(
    [
        # The card that each card lies on in the root position, NO_CARD where none.
        ("dealt", np.uint8, (64,)),
        # The cards that each card may be built on (`state.parents`).
        ("parents", np.uint8, (2, 64)),
        # A card may be built on one of the next rank when their suits, as numbers, differ by `differ` in the bits
        # of `compare`: in the colour, or in nothing.
        ("compare", np.int64),
        ("differ", np.int64),
        # The rules as numbers, at the indices below.
        ("rule", np.int64, (5,)),
        # The cards that may ever change places with their twins, none but in the relaxed game of `twins`.
        ("twins", np.uint64),
        # Scratch of `tableau.unpack`: the card that lies on each card.
        ("upper", np.uint8, (64,)),
    ],
    align=True,
)
"""What stays the same during one search, one record."""

CELLS, SAME_SUIT, KINGS_ONLY, UNLIMITED, RETURNS = range(5)


def new_root(rules: Rules) -> np.record:
    """Return the tables of a game; `pack` completes them for a position."""
    flags = [
        rules.cells,
        rules.build == "same-suit",
        rules.empty_column == "kings",
        rules.run_move == "unlimited",
        rules.foundation_return,
    ]
    root = new_record(ROOT)
    root.dealt[:] = NO_CARD
    root.parents[:] = parents(rules)
    root.compare, root.differ = (3, 0) if rules.build == "same-suit" else (1, 1)
    root.rule[:] = flags
    return root


LAYOUT = np.dtype(
    [
        # The cards of column j from j * STRIDE on, deepest first, and their number.
        ("card", np.uint8, (8 * STRIDE,)),
        ("length", np.int64, (8,)),
        # The card in each cell, NO_CARD where empty.
        ("cell", np.uint8, (8,)),
        # The number of cards on each foundation.
        ("home", np.int64, (4,)),
    ],
    align=True,
)
"""A position as it lies on the table, with the order of columns and cells, one record."""


def new_record(dtype: np.dtype) -> np.record:
    """Return one zeroed record."""
    record: np.record = np.zeros(1, dtype).view(np.recarray)[0]
    return record


@kernel
def lay_out(cards: Bytes, layout: Record) -> None:
    """Fill the layout with a new deal: uint8[52] cards in the order in which they are dealt."""
    for i in range(CARDS):
        layout.card[STRIDE * (i & 7) + (i >> 3)] = cards[i]
    for column in range(8):
        layout.length[column] = 7 if column < 4 else 6
        layout.cell[column] = NO_CARD
    layout.home[:] = 0


@kernel
def pack(layout: Record, root: Record) -> tuple[Word, Word, Word]:
    """Return the three words of a position's state; `root.dealt` and `root.twins` are modified in place."""
    k0 = np.uint64(0)
    k1 = np.uint64(0)
    k2 = np.uint64(0)
    root.dealt[:] = NO_CARD
    root.twins = 0
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


def fill_layout(layout: np.record, board: Board) -> None:
    """Fill the layout from a board."""
    for column, cards in enumerate(board.columns):
        layout.length[column] = len(cards)
        layout.card[STRIDE * column : STRIDE * column + len(cards)] = cards
    layout.cell[:] = NO_CARD
    for cell, card in enumerate(board.cells):
        if card is not None:
            layout.cell[cell] = card
    layout.home[:] = board.foundations
