"""The evaluation: an integer estimate of the work left, a weighted sum of features (see `weights`).

Each feature is a sum over the cards of a column or depends on a few numbers, so the value of a child is the value
of its parent plus what changes in two columns.
"""

import numpy as np

from .arrays import Int, Ints, Record, Word, Words
from .bits import popcount
from .cards import CARDS, FIRST_KING
from .jit import kernel
from .root import STRIDE
from .state import SUIT_CARDS
from .weights import BREAK, HOME, KING, NEED_1, NEED_2, OVER, ROOM, SEQUENCE

LOWER_IN_SUIT = np.array([((1 << card) - 1) & int(SUIT_CARDS[card & 3]) for card in range(CARDS)], np.uint64)
"""The cards of the same suit and lower rank, for each card."""

_ONE = np.uint64(1)


@kernel
def over_cost(weights: Ints, below: Word, card: Int) -> Int:
    """Return the cost of the lower cards that `card` covers when it lies on the cards `below`."""
    return weights[OVER] * popcount(below & LOWER_IN_SUIT[card])


@kernel
def card_cost(weights: Ints, below: Word, card: Int, fits: Int, in_order: bool) -> Int:
    """Return the cost of a card on a column that holds the cards `below`.

    `fits` is 1 if it continues the sequence under it, else 0; `in_order` says that the sequence begins at the base.
    """
    cost = over_cost(weights, below, card) + weights[BREAK] * (1 - fits)
    return cost - weights[SEQUENCE] * np.int64(in_order)


@kernel
def base_cost(weights: Ints, card: Int) -> Int:
    """Return the cost of a card as the base of a column."""
    return -weights[KING] if card >= FIRST_KING else np.int64(0)


@kernel
def room_cost(weights: Ints, empty_cells: Int, empty_columns: Int) -> Int:
    """Return the cost of so many free cells and empty columns."""
    return weights[ROOM + 9 * empty_cells + empty_columns]


@kernel
def mark_needed(t: Record, first: Words, second: Words) -> None:
    """Note where the next (`first`) and next but one (`second`) card of each foundation lie.

    Both are uint64[8], modified in place: a set of indices for each column.
    """
    for column in range(8):
        first[column] = 0
        second[column] = 0
    for suit in range(4):
        card = 4 * t.home[suit] + suit
        if card < CARDS:
            at = np.int64(t.where[card])
            if at >= 0:
                first[at >> 6] |= _ONE << np.uint64(at & 63)
        if card + 4 < CARDS:
            at = np.int64(t.where[card + 4])
            if at >= 0:
                second[at >> 6] |= _ONE << np.uint64(at & 63)


@kernel
def needed_below(weights: Ints, first: Word, second: Word, index: Int) -> Int:
    """Return the weight of the needed cards of one column that lie below an index."""
    under = (_ONE << np.uint64(index)) - _ONE
    return weights[NEED_1] * popcount(first & under) + weights[NEED_2] * popcount(second & under)


@kernel
def needed_cost(t: Record, weights: Ints) -> Int:
    """Return the cost of the cards above the needed ones."""
    cost = np.int64(0)
    for suit in range(4):
        card = 4 * t.home[suit] + suit
        if card < CARDS:
            at = np.int64(t.where[card])
            if at >= 0:
                cost += weights[NEED_1] * (t.length[at >> 6] - 1 - (at & 63))
        if card + 4 < CARDS:
            at = np.int64(t.where[card + 4])
            if at >= 0:
                cost += weights[NEED_2] * (t.length[at >> 6] - 1 - (at & 63))
    return cost


@kernel
def position_cost(t: Record, weights: Ints, cells: Int) -> Int:
    """Return the evaluation of a whole position (without depth)."""
    home = t.home[0] + t.home[1] + t.home[2] + t.home[3]
    if home == CARDS:
        return np.int64(0)
    cost = weights[HOME] * (CARDS - home)
    empty_columns = np.int64(0)
    for column in range(8):
        if t.length[column] == 0:
            empty_columns += 1
        cost += t.value[STRIDE * column + t.length[column]]
    cost += room_cost(weights, cells - t.held, empty_columns)
    return cost + needed_cost(t, weights)
