"""The unpacked position that the search works on: columns, cells and foundations in flat arrays.

One `Tableau` is the scratch memory of one worker. It is filled from a state by `unpack` and changed in place by
`lift` and `append`. The order of its columns is whatever `unpack` made of it and means nothing.
"""

from typing import NamedTuple

import numpy as np

from .bits import lowest_bit, popcount
from .evaluate import base_cost, over_cost
from .jit import kernel
from .root import STRIDE
from .state import NO_CARD, home_levels, masks
from .weights import BREAK, SEQUENCE

IN_CELL = -1
AT_HOME = -2

_ONE = np.uint64(1)
_ALL = np.uint64((1 << 52) - 1)


class Tableau(NamedTuple):
    """A position, unpacked.

    Attributes:
        card: uint8[8 * STRIDE], the cards of column j from j * STRIDE on, deepest first.
        value: int32[8 * STRIDE], at j * STRIDE + p the cost of the first p cards of column j (see `evaluate`).
        length: int64[8], the number of cards in each column.
        below: uint64[8], the set of cards in each column.
        ordered: int64[8], how many cards from the base of each column on are in sequence.
        where: int64[64], column * STRIDE + index of each card, or IN_CELL or AT_HOME.
        home: int64[4], the number of cards on each foundation.
        held: int64[1], the number of cards in cells.
        cells: uint64[1], the set of cards in cells.
        upper: uint8[64], scratch of `unpack`: the card that lies on each card.
    """

    card: np.ndarray
    value: np.ndarray
    length: np.ndarray
    below: np.ndarray
    ordered: np.ndarray
    where: np.ndarray
    home: np.ndarray
    held: np.ndarray
    cells: np.ndarray
    upper: np.ndarray


def new_tableau() -> Tableau:
    """Return the scratch memory for one worker."""
    return Tableau(
        card=np.zeros(8 * STRIDE, np.uint8),
        value=np.zeros(8 * STRIDE, np.int32),
        length=np.zeros(8, np.int64),
        below=np.zeros(8, np.uint64),
        ordered=np.zeros(8, np.int64),
        where=np.zeros(64, np.int64),
        home=np.zeros(4, np.int64),
        held=np.zeros(1, np.int64),
        cells=np.zeros(1, np.uint64),
        upper=np.zeros(64, np.uint8),
    )


@kernel
def append(t, root, weights, column, card):
    """Put one card on a column."""
    length = t.length[column]
    at = STRIDE * column + length
    cost = np.int64(t.value[at])
    if length == 0:
        cost += base_cost(weights, card)
        t.ordered[column] = 1
    else:
        under = t.card[at - 1]
        cost += over_cost(weights, t.below[column], card)
        if root.parents[0, card] == under or root.parents[1, card] == under:
            if t.ordered[column] == length:
                t.ordered[column] = length + 1
                cost -= weights[SEQUENCE]
        else:
            cost += weights[BREAK]
    t.card[at] = card
    t.value[at + 1] = cost
    t.where[card] = at
    t.below[column] |= _ONE << np.uint64(card)
    t.length[column] = length + 1


@kernel
def lift(t, column, count):
    """Take the top cards of a column away (where they go is the caller's to say)."""
    length = t.length[column]
    for index in range(length - count, length):
        t.below[column] &= ~(_ONE << np.uint64(t.card[STRIDE * column + index]))
    t.length[column] = length - count
    t.ordered[column] = min(t.ordered[column], length - count)


@kernel
def clear_column(t, column):
    """Make a column empty."""
    t.length[column] = 0
    t.below[column] = 0
    t.ordered[column] = 0


@kernel
def unpack(k0, k1, k2, t, root, weights):
    """Fill the tableau from a state."""
    on_a, on_b, base, cell, home = masks(k0, k1, k2)
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
    rest = _ALL & ~(k0 | k1 | k2)
    while rest:
        card = lowest_bit(rest)
        rest &= rest - _ONE
        t.upper[root.dealt[card]] = card
    t.cells[0] = cell
    t.held[0] = popcount(cell)
    while cell:
        t.where[lowest_bit(cell)] = IN_CELL
        cell &= cell - _ONE
    for column in range(8):
        clear_column(t, column)
    column = 0
    while base:
        card = lowest_bit(base)
        base &= base - _ONE
        while card != NO_CARD:
            append(t, root, weights, column, card)
            card = np.int64(t.upper[card])
        column += 1


@kernel
def fill(layout, t, root, weights):
    """Fill the tableau from a layout, its columns in their order."""
    for card in range(64):
        t.where[card] = AT_HOME
    t.held[0] = 0
    t.cells[0] = 0
    for cell in range(8):
        if layout.cell[cell] != NO_CARD:
            t.where[layout.cell[cell]] = IN_CELL
            t.cells[0] |= _ONE << np.uint64(layout.cell[cell])
            t.held[0] += 1
    for suit in range(4):
        t.home[suit] = layout.home[suit]
    for column in range(8):
        clear_column(t, column)
        for index in range(layout.length[column]):
            append(t, root, weights, column, np.int64(layout.card[STRIDE * column + index]))
