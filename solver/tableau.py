"""The unpacked position that the search works on: columns, cells and foundations in flat arrays.

One record of type TABLEAU is the scratch memory of one worker. It is filled from a state by `unpack` and changed in
place by `lift` and `append`. The order of its columns is whatever `unpack` made of it and means nothing.
"""

import numpy as np

from .arrays import Int, Ints, Record, Word
from .bits import lowest_bit, popcount
from .evaluate import base_cost, card_cost
from .jit import kernel
from .root import STRIDE
from .state import BASE, CELL, NO_CARD, home_levels, masks

IN_CELL = -1
AT_HOME = -2

_ONE = np.uint64(1)


TABLEAU = np.dtype(
    [
        # The cards of column j from j * STRIDE on, deepest first.
        ("card", np.uint8, (8 * STRIDE,)),
        # At j * STRIDE + p the cost of the first p cards of column j, see `evaluate`.
        ("value", np.int32, (8 * STRIDE,)),
        # The number of cards in each column, and the set of them.
        ("length", np.int64, (8,)),
        ("below", np.uint64, (8,)),
        # At j * STRIDE + p the length of the sequence that ends in card p of column j.
        ("run", np.uint8, (8 * STRIDE,)),
        # Where each card is: column * STRIDE + index, or IN_CELL or AT_HOME.
        ("where", np.int16, (64,)),
        # The number of cards on each foundation.
        ("home", np.int64, (4,)),
        # The number of cards in cells, and the set of them.
        ("held", np.int64),
        ("cells", np.uint64),
        # The card in each cell, NO_CARD where empty; only kept by `trace`.
        ("cell", np.uint8, (8,)),
        # Scratch of `unpack`: the card that lies on each card.
        ("upper", np.uint8, (64,)),
    ],
    align=True,
)
"""The fields of a tableau, one record; kernels take it as a pointer."""


@kernel
def continues(root: Record, card: Int, under: Int) -> Int:
    """Return 1 if `card` may be built on `under`, else 0."""
    return np.int64((under >> 2) - (card >> 2) == 1) & np.int64((under ^ card) & root.compare == root.differ)


@kernel
def append(t: Record, root: Record, weights: Ints, column: Int, card: Int) -> None:
    """Put one card on a column."""
    length = t.length[column]
    at = STRIDE * column + length
    cost = np.int64(t.value[at])
    run = np.int64(1)
    if length == 0:
        cost += base_cost(weights, card)
    else:
        fits = continues(root, card, np.int64(t.card[at - 1]))
        run += fits * np.int64(t.run[at - 1])
        cost += card_cost(weights, t.below[column], card, fits, run > length)
    t.run[at] = run
    t.card[at] = card
    t.value[at + 1] = cost
    t.where[card] = at
    t.below[column] |= _ONE << np.uint64(card)
    t.length[column] = length + 1


@kernel
def lift(t: Record, column: Int, count: Int) -> None:
    """Take the top cards of a column away (where they go is the caller's to say)."""
    length = t.length[column]
    for index in range(length - count, length):
        t.below[column] &= ~(_ONE << np.uint64(t.card[STRIDE * column + index]))
    t.length[column] = length - count


@kernel
def shift(t: Record, root: Record, weights: Ints, card: Int, place: Int) -> tuple[Int, Int]:
    """Move a card, with the cards on it, to a place that is not HOME.

    Of several empty columns the first is taken. Returns the target column (meaningless for CELL) and the number of
    cards moved.
    """
    at = np.int64(t.where[card])
    count = np.int64(1)
    if at == IN_CELL:
        t.cells &= ~(_ONE << np.uint64(card))
        t.held -= 1
    else:
        count = t.length[at >> 6] - (at & 63)
        lift(t, at >> 6, count)
    column: Int = np.int64(0)
    if place == CELL:
        t.where[card] = IN_CELL
        t.cells |= _ONE << np.uint64(card)
        t.held += 1
        return column, count
    if place == BASE:
        while t.length[column] > 0:
            column += 1
    else:
        column = np.int64(t.where[root.parents[place - 1, card]]) >> 6
    if at == IN_CELL:
        append(t, root, weights, column, card)
    else:
        for offset in range(count):
            append(t, root, weights, column, np.int64(t.card[at + offset]))
    return column, count


@kernel
def clear_column(t: Record, column: Int) -> None:
    """Make a column empty."""
    t.length[column] = 0
    t.below[column] = 0


@kernel
def _build_column(t: Record, root: Record, weights: Ints, column: Int, card: Int) -> None:
    """Put a base and all that lies on it, by `upper`, into an empty column."""
    at = np.int64(STRIDE * column)
    length: Int = np.int64(0)
    run: Int = np.int64(1)
    cost = base_cost(weights, card)
    below = np.uint64(0)
    while True:
        t.card[at] = card
        t.run[at] = run
        t.where[card] = at
        at += 1
        t.value[at] = cost
        length += 1
        below |= _ONE << np.uint64(card)
        under = card
        card = np.int64(t.upper[card])
        if card == NO_CARD:
            break
        fits = continues(root, card, under)
        run = 1 + fits * run
        cost += card_cost(weights, below, card, fits, run > length)
    t.length[column] = length
    t.below[column] = below


@kernel
def unpack(k0: Word, k1: Word, k2: Word, t: Record, root: Record, weights: Ints) -> None:
    """Fill the tableau from a state."""
    dealt, on_a, on_b, base, cell, home = masks(k0, k1, k2)
    for card in range(64):
        t.upper[card] = NO_CARD
        t.where[card] = AT_HOME
    home_levels(home, t.home)
    rest = on_a
    while rest:
        card = lowest_bit(rest)
        rest &= rest - _ONE
        t.upper[root.parents[0, card]] = card
    rest = on_b
    while rest:
        card = lowest_bit(rest)
        rest &= rest - _ONE
        t.upper[root.parents[1, card]] = card
    rest = dealt
    while rest:
        card = lowest_bit(rest)
        rest &= rest - _ONE
        t.upper[root.dealt[card]] = card
    t.cells = cell
    t.held = popcount(cell)
    while cell:
        t.where[lowest_bit(cell)] = IN_CELL
        cell &= cell - _ONE
    column: Int = np.int64(0)
    for empty in range(8):
        clear_column(t, empty)
    while base:
        card = lowest_bit(base)
        base &= base - _ONE
        _build_column(t, root, weights, column, card)
        column += 1


@kernel
def fill(layout: Record, t: Record, root: Record, weights: Ints) -> None:
    """Fill the tableau from a layout, its columns in their order."""
    for card in range(64):
        t.where[card] = AT_HOME
    t.held = 0
    t.cells = 0
    for cell in range(8):
        t.cell[cell] = layout.cell[cell]
        if layout.cell[cell] != NO_CARD:
            t.where[layout.cell[cell]] = IN_CELL
            t.cells |= _ONE << np.uint64(layout.cell[cell])
            t.held += 1
    for suit in range(4):
        t.home[suit] = layout.home[suit]
    for column in range(8):
        clear_column(t, column)
        for index in range(layout.length[column]):
            append(t, root, weights, column, np.int64(layout.card[STRIDE * column + index]))
