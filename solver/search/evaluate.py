"""The evaluation: an integer estimate of the work left, a weighted sum of features (see `weights`).

Each feature is a sum over columns or depends on a few numbers, so the value of a child is the value of its parent plus
what changes in two columns.
"""

import numpy as np
from freecell_pools.solver.compiling.arrays import Int, Ints, Record, Word
from freecell_pools.solver.compiling.bits import lowest_bit, popcount
from freecell_pools.solver.compiling.jit import kernel
from freecell_pools.solver.game.cards import CARDS, FIRST_KING

from .root import CELLS
from .state import NO_CARD
from .tableau import continues, empty_columns, home_level
from .weights import BREAK, HOME, KING, NEED_1, NEED_2, ROOM, SEQUENCE

_ONE = np.uint64(1)
_LAST = np.uint64(1 << 63)


@kernel
def base_cost(weights: Ints, card: Int) -> Int:
    """Return the cost of a card as the base of a column."""
    return -weights[KING] if card >= FIRST_KING else np.int64(0)


@kernel
def room_cost(weights: Ints, empty_cells: Int, empty_columns: Int) -> Int:
    """Return the cost of so many free cells and empty columns."""
    return weights[ROOM + 9 * empty_cells + empty_columns]


@kernel
def is_ordered(t: Record, column: Int) -> bool:
    """Tell whether a column that is not empty is one sequence from its base on."""
    run = t.run[column]
    return bool(popcount(run) == np.int64(t.index[lowest_bit(run)]) + 1)


@kernel
def leaving_cost(t: Record, weights: Ints, column: Int, moved: Word, deepest: Int) -> Int:
    """Return what the cost of a column, but for needed cards, changes by when top cards of its sequence leave.

    `moved` is the set of these cards, `deepest` the deepest of them.
    """
    # All of it worked out and then chosen: which case it is cannot be foreseen, and a wrong guess costs more.
    sequence = weights[SEQUENCE]
    count = popcount(moved)
    some = sequence * count * np.int64(is_ordered(t, column))
    king = weights[KING] * np.int64(deepest >= FIRST_KING)
    every = sequence * (count - 1) + king if t.under[deepest] == NO_CARD else -weights[BREAK]
    return every if t.run[column] == moved else some


@kernel
def needed_cost(t: Record, weights: Ints) -> Int:
    """Return the cost of the cards above the needed ones."""
    first = np.int64(0)
    second = np.int64(0)
    wanted = t.wanted
    for _ in range(4):
        card = lowest_bit(wanted)
        wanted &= wanted - _ONE
        first += _cards_above(t, card)
        second += _cards_above(t, card + 4)
    return weights[NEED_1] * first + weights[NEED_2] * second


@kernel
def _cards_above(t: Record, card: Int) -> Int:
    """Return the number of cards above one in its column, 0 for one in a cell and for no card (52..63)."""
    column = np.int64(t.column[card])
    run = t.run[column & 7] | _LAST
    above = np.int64(t.index[lowest_bit(run)]) - np.int64(t.index[card])
    return above if column < 8 else np.int64(0)


@kernel
def _column_cost(t: Record, root: Record, weights: Ints, card: Int) -> Int:
    """Return the cost of the column with a card on top, but for needed cards."""
    cost = np.int64(0)
    in_order = np.int64(0)
    under = np.int64(t.under[card])
    while under != NO_CARD:
        if continues(root, card, under):
            in_order += 1
        else:
            in_order = np.int64(0)
            cost += weights[BREAK]
        card = under
        under = np.int64(t.under[card])
    return cost - weights[SEQUENCE] * in_order + base_cost(weights, card)


@kernel
def position_room(t: Record, root: Record, weights: Ints) -> Int:
    """Return the cost of the free cells and empty columns of a position."""
    return room_cost(weights, root.rule[CELLS] - popcount(t.cells), empty_columns(t))


@kernel
def position_cost(t: Record, root: Record, weights: Ints) -> Int:
    """Return the evaluation of a whole position (without depth)."""
    cost = weights[HOME] * CARDS
    for suit in range(4):
        cost -= weights[HOME] * home_level(t, suit)
    for column in range(8):
        if t.run[column] != 0:
            cost += _column_cost(t, root, weights, lowest_bit(t.run[column]))
    return cost + position_room(t, root, weights) + needed_cost(t, weights)
