"""The unpacked position that the search works on: what lies on what, and what may be moved together.

One record of type TABLEAU is small enough to be kept for every state of a dive and copied in a few instructions. It is
filled from a state by `unpack` and changed in place by `shift` and `take_home`. The order of its columns
is whatever `unpack` made of it and means nothing.
"""

import numpy as np
from freecell_pools.solver.compiling.arrays import Int, Record, Word
from freecell_pools.solver.compiling.bits import lowest_bit, popcount
from freecell_pools.solver.compiling.jit import kernel

from .root import STRIDE
from .state import BASE, CELL, NO_CARD, SUIT_CARDS, masks

IN_CELL = 8
AT_HOME = 9

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_RANK = np.uint64(4)

TABLEAU = np.dtype(
    [
        # For each column the cards of the sequence at its top, no card where the column is empty.
        ("run", np.uint64, (8,)),
        # The cards in cells.
        ("cells", np.uint64),
        # The card that each foundation waits for; a full one waits for 52 + suit.
        ("wanted", np.uint64),
        # The card under each card of a column, NO_CARD under its base.
        ("under", np.uint8, (64,)),
        # The column of each card, IN_CELL or AT_HOME; and how many cards are under it in the column (for a card in a
        # cell the number of the cell, kept by `fill` and `trace` only).
        ("column", np.uint8, (64,)),
        ("index", np.uint8, (64,)),
    ],
    align=True,
)
"""The fields of a tableau, one record; kernels take it as a pointer."""


@kernel
def continues(root: Record, card: Int, under: Int) -> bool:
    """Tell whether `card` may be built on `under`, which may be NO_CARD."""
    return bool(np.int64((under >> 2) - (card >> 2) == 1) & np.int64((under ^ card) & root.compare == root.differ))


@kernel
def up_to_rank(card: Int) -> Word:
    """Return the set of cards of the rank of `card` and of lower ones."""
    return (_ONE << np.uint64((card | 3) + 1)) - _ONE


@kernel
def run_down_from(t: Record, root: Record, card: Int) -> Word:
    """Return the cards of the sequence that ends in a card of a column."""
    run = _ONE << np.uint64(card)
    under = np.int64(t.under[card])
    while under != NO_CARD and continues(root, card, under):
        run |= _ONE << np.uint64(under)
        card = under
        under = np.int64(t.under[card])
    return run


@kernel
def free_cards(t: Record) -> Word:
    """Return the cards on top of columns and in cells."""
    free = t.cells
    for column in range(8):
        free |= t.run[column] & (_NONE - t.run[column])
    return free


@kernel
def empty_columns(t: Record) -> Int:
    """Return the number of empty columns."""
    empty = np.int64(0)
    for column in range(8):
        empty += np.int64(t.run[column] == 0)
    return empty


@kernel
def home_level(t: Record, suit: Int) -> Int:
    """Return the number of cards on a foundation."""
    return level_of(t.wanted, suit)


@kernel
def level_of(waited_for: Word, suit: Int) -> Int:
    """Return the number of cards of a suit below the one that is waited for, as in TABLEAU."""
    return lowest_bit((waited_for >> np.uint64(suit)) & np.uint64(0x11111111111111)) >> 2


@kernel
def lift(t: Record, root: Record, column: Int, moved: Word, deepest: Int) -> None:
    """Take top cards of a column away, all of its sequence or less (where they go is the caller's to say)."""
    left = t.run[column] & ~moved
    if left == 0 and t.under[deepest] != NO_CARD:
        left = run_down_from(t, root, np.int64(t.under[deepest]))
    t.run[column] = left


@kernel
def shift(t: Record, root: Record, card: Int, place: Int) -> Int:
    """Move a card, with the cards on it, to a place that is not HOME; it may be the top card of a foundation.

    Of several empty columns the first is taken. Returns the target column (IN_CELL for CELL).
    """
    source = np.int64(t.column[card])
    moved: Word = _ONE << np.uint64(card)
    if source < IN_CELL:
        moved = t.run[source] & up_to_rank(card)
        lift(t, root, source, moved, card)
    elif source == IN_CELL:
        t.cells &= ~moved
    else:
        t.wanted ^= moved | moved << _RANK
    column: Int = np.int64(0)
    if place == CELL:
        t.cells |= moved
        t.column[card] = IN_CELL
        return np.int64(IN_CELL)
    index: Int = popcount(moved)
    if place == BASE:
        while t.run[column] != 0:
            column += 1
        t.under[card] = NO_CARD
    else:
        under = np.int64(root.parents[place - 1, card])
        column = np.int64(t.column[under])
        index += np.int64(t.index[under]) + 1
        t.under[card] = under
    t.run[column] |= moved
    while moved:
        top = lowest_bit(moved)
        moved &= moved - _ONE
        index -= 1
        t.column[top] = column
        t.index[top] = index
    return column


@kernel
def take_home(t: Record, root: Record, card: Int) -> None:
    """Move one free card to its foundation."""
    bit = _ONE << np.uint64(card)
    column = np.int64(t.column[card])
    if column == IN_CELL:
        t.cells &= ~bit
    else:
        lift(t, root, column, bit, card)
    t.column[card] = AT_HOME
    t.wanted ^= bit | bit << _RANK


@kernel
def _put_on_column(t: Record, column: Int, card: Int, under: Int, index: Int, fits: bool) -> None:
    """Put one card on top of a column; `fits` says whether it continues the sequence there."""
    bit = _ONE << np.uint64(card)
    t.run[column] = (t.run[column] | bit) if fits else bit
    t.under[card] = under
    t.column[card] = column
    t.index[card] = index


@kernel
def _build_column(t: Record, root: Record, built: Word, column: Int, card: Int) -> None:
    """Put a base and all that lies on it, by `root.upper`, into an empty column; `built` holds what continues."""
    under: Int = np.int64(NO_CARD)
    index: Int = np.int64(0)
    while card != NO_CARD:
        _put_on_column(t, column, card, under, index, bool((built >> np.uint64(card)) & _ONE))
        index += 1
        under = card
        card = np.int64(root.upper[card])


@kernel
def unpack(k0: Word, k1: Word, k2: Word, t: Record, root: Record) -> None:
    """Fill the tableau from a state."""
    dealt, on_a, on_b, base, cell, home = masks(k0, k1, k2)
    built = on_a | on_b
    for card in range(64):
        root.upper[card] = NO_CARD
        t.column[card] = AT_HOME
    while on_a:
        card = lowest_bit(on_a)
        on_a &= on_a - _ONE
        root.upper[root.parents[0, card]] = card
    while on_b:
        card = lowest_bit(on_b)
        on_b &= on_b - _ONE
        root.upper[root.parents[1, card]] = card
    while dealt:
        card = lowest_bit(dealt)
        dealt &= dealt - _ONE
        root.upper[root.dealt[card]] = card
    t.wanted = _waited_for(home)
    t.cells = cell
    while cell:
        t.column[lowest_bit(cell)] = IN_CELL
        cell &= cell - _ONE
    for column in range(8):
        t.run[column] = 0
        if base:
            _build_column(t, root, built, column, lowest_bit(base))
            base &= base - _ONE


@kernel
def fill(layout: Record, t: Record, root: Record) -> None:
    """Fill the tableau from a layout, its columns in their order."""
    for card in range(64):
        t.column[card] = AT_HOME
    t.cells = 0
    for cell in range(8):
        if layout.cell[cell] != NO_CARD:
            t.cells |= _ONE << np.uint64(layout.cell[cell])
            t.column[layout.cell[cell]] = IN_CELL
            t.index[layout.cell[cell]] = cell
    t.wanted = 0
    for suit in range(4):
        t.wanted |= _ONE << np.uint64(4 * layout.home[suit] + suit)
    for column in range(8):
        t.run[column] = 0
        under: Int = np.int64(NO_CARD)
        for index in range(layout.length[column]):
            above: Int = np.int64(layout.card[STRIDE * column + index])
            _put_on_column(t, column, above, under, np.int64(index), continues(root, above, under))
            under = above


@kernel
def _waited_for(home: Word) -> Word:
    """Return the cards that the foundations wait for, as in TABLEAU, for the cards on them."""
    wanted = _NONE
    for suit in range(4):
        wanted |= _ONE << np.uint64(4 * popcount(home & SUIT_CARDS[suit]) + suit)
    return wanted
