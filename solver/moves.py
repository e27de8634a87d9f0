"""The children of a position: every move worth trying, each with its evaluation.

A move is a card that gets a new place in the state, with all the cards on it: `card | place << 6`. The flag
SENDS_HOME says that cards go home by themselves after it, so that the child must be worked out on the board.
"""

import numpy as np

from .arrays import Int, Ints, Record
from .autoplay import goes_home, value_with_autoplay
from .bits import lowest_bit
from .evaluate import base_cost, mark_needed, needed_below, over_cost, room_cost
from .jit import kernel
from .root import CELLS, KINGS_ONLY, STRIDE, UNLIMITED
from .state import BASE, CELL, HOME, ON_A
from .tableau import IN_CELL
from .weights import SEQUENCE

SENDS_HOME = 1 << 9
MAX_CHILDREN = 256

_ONE = np.uint64(1)
_FIRST_KING = 48
_NO_TARGET = np.int64(-1)


CHILDREN = np.dtype(
    [
        # The moves, and the evaluation of each child without depth.
        ("move", np.int32, (MAX_CHILDREN,)),
        ("value", np.int32, (MAX_CHILDREN,)),
        # See `evaluate.mark_needed`.
        ("first", np.uint64, (8,)),
        ("second", np.uint64, (8,)),
        # See `autoplay.value_with_autoplay`.
        ("saved", np.int64, (12,)),
    ],
    align=True,
)
"""Scratch for the children of one position, one record."""


@kernel
def capacity(flags: Ints, empty_cells: Int, empty_columns: Int) -> Int:
    """Return how many cards move at once past so many empty cells and columns (`Rules.capacity`)."""
    if flags[UNLIMITED]:
        return np.int64(52)
    if flags[KINGS_ONLY]:
        return empty_cells + 1
    return (empty_cells + 1) << empty_columns


@kernel
def run_length(t: Record, column: Int) -> Int:
    """Return how many cards at the top of a column are in sequence."""
    length = t.length[column]
    return np.int64(t.run[STRIDE * column + length - 1]) if length > 0 else np.int64(0)


@kernel
def splits_run(t: Record, column: Int, count: Int) -> bool:
    """Tell whether the card under the top `count` cards of a column belongs to the same sequence."""
    return bool(run_length(t, column) > count)


@kernel
def landing_cost(t: Record, weights: Ints, out: Record, source: Int, index: Int, count: Int, target: Int) -> Int:
    """Return the cost that a run (index.. of column `source`) adds to a column that is not empty, by its cards."""
    cost = np.int64(0)
    below = t.below[target]
    for offset in range(count):
        cost += over_cost(weights, below, np.int64(t.card[STRIDE * source + index + offset]))
    if run_length(t, target) == t.length[target]:
        cost -= count * weights[SEQUENCE]
    return cost


@kernel
def exposes_home(t: Record, root: Record, greedy: bool, column: Int, count: Int) -> bool:
    """Tell whether a card goes home once the top `count` cards have left a column."""
    left = t.length[column] - count
    return left > 0 and goes_home(t, root, greedy, np.int64(t.card[STRIDE * column + left - 1]))


@kernel
def leaving_cost(t: Record, weights: Ints, out: Record, source: Int, count: Int, room: Int, room_emptied: Int) -> Int:
    """Return what the cost changes by when the top `count` cards leave a column."""
    length = t.length[source]
    left = length - count
    cost = np.int64(t.value[STRIDE * source + left]) - np.int64(t.value[STRIDE * source + length])
    cost -= count * needed_below(weights, out.first[source], out.second[source], left)
    return cost + (room_emptied if left == 0 else room)


@kernel
def generate(t: Record, root: Record, weights: Ints, base: Int, greedy: bool, full: bool, out: Record) -> Int:
    """List the children of a position.

    `base` is the evaluation of the position itself. `greedy` sends every card home that fits, else only safe ones go by
    themselves. `full` lists every legal move that changes the state; without it, part of a run goes to a cell or an
    empty column only where that lets a card go home.

    Returns the number of children; `out` is modified in place.
    """
    cells = root.rule[CELLS]
    held = t.held
    free = cells - held
    empty: Int = np.int64(0)
    target_empty: Int = np.int64(-1)
    for column in range(8):
        if t.length[column] == 0:
            empty += 1
            target_empty = column
    mark_needed(t, out.first, out.second)
    room = room_cost(weights, free, empty)
    emptied = room_cost(weights, free, empty + 1) - room
    count: Int = np.int64(0)
    limit = capacity(root.rule, free, empty)
    cell_freed: Int = np.int64(0)
    if held > 0:
        cell_freed = room_cost(weights, free + 1, empty) - room

    for target in range(8):
        length = t.length[target]
        if length == 0:
            continue
        top = t.card[STRIDE * target + length - 1]
        landing = needed_below(weights, out.first[target], out.second[target], length)
        for side in range(2):
            card: Int = np.int64(root.children[side, top])
            at: Int = np.int64(t.where[card])
            if at >= 0:
                source: Int = at >> 6
                index = at & 63
                n = t.length[source] - index
                if n <= run_length(t, source) and n <= limit:
                    sends_home = exposes_home(t, root, greedy, source, n)
                    move = card | (ON_A + side) << 6
                    if sends_home:
                        move |= SENDS_HOME
                        value = value_with_autoplay(t, root, weights, greedy, out.saved, card, ON_A + side, target)
                    else:
                        value = base + leaving_cost(t, weights, out, source, n, np.int64(0), emptied)
                        value += landing_cost(t, weights, out, source, index, n, target) + n * landing
                    out.move[count] = move
                    out.value[count] = value
                    count += 1
            elif at == IN_CELL:
                value = base + cell_freed + landing + over_cost(weights, t.below[target], card)
                if run_length(t, target) == length:
                    value -= weights[SEQUENCE]
                out.move[count] = card | ((ON_A + side) << 6)
                out.value[count] = value
                count += 1

    if empty > 0:
        limit = capacity(root.rule, free, empty - 1)
        filled = room_cost(weights, free, empty - 1) - room
        for source in range(8):
            length = t.length[source]
            longest = min(run_length(t, source), limit)
            for n in range(1 if full else longest, longest + 1):
                if n == length or n == 0:
                    continue
                card = np.int64(t.card[STRIDE * source + length - n])
                if root.rule[KINGS_ONLY] and card < _FIRST_KING:
                    continue
                sends_home = exposes_home(t, root, greedy, source, n)
                if not full and not sends_home and splits_run(t, source, n):
                    continue
                move = card | BASE << 6
                if sends_home:
                    move |= SENDS_HOME
                    value = value_with_autoplay(t, root, weights, greedy, out.saved, card, BASE, target_empty)
                else:
                    value = base + leaving_cost(t, weights, out, source, n, filled, np.int64(0))
                    value += base_cost(weights, card) - (n - 1) * weights[SEQUENCE]
                out.move[count] = move
                out.value[count] = value
                count += 1
        rest = t.cells
        while rest:
            card = lowest_bit(rest)
            rest &= rest - _ONE
            if root.rule[KINGS_ONLY] and card < _FIRST_KING:
                continue
            out.move[count] = card | (BASE << 6)
            out.value[count] = base + room_cost(weights, free + 1, empty - 1) - room + base_cost(weights, card)
            count += 1

    if free > 0:
        stays = room_cost(weights, free - 1, empty) - room
        leaves = room_cost(weights, free - 1, empty + 1) - room
        for source in range(8):
            length = t.length[source]
            if length > 0:
                card = np.int64(t.card[STRIDE * source + length - 1])
                sends_home = exposes_home(t, root, greedy, source, np.int64(1))
                if not full and not sends_home and splits_run(t, source, np.int64(1)):
                    continue
                move = card | CELL << 6
                if sends_home:
                    move |= SENDS_HOME
                    value = value_with_autoplay(t, root, weights, greedy, out.saved, card, CELL, _NO_TARGET)
                else:
                    value = base + leaving_cost(t, weights, out, source, np.int64(1), stays, leaves)
                out.move[count] = move
                out.value[count] = value
                count += 1

    if not greedy:
        for suit in range(4):
            card = 4 * t.home[suit] + suit
            if card >= 52:
                continue
            at = np.int64(t.where[card])
            if at == IN_CELL or (at >= 0 and (at & 63) == t.length[at >> 6] - 1):
                out.move[count] = card | (HOME << 6) | SENDS_HOME
                out.value[count] = value_with_autoplay(t, root, weights, greedy, out.saved, card, HOME, _NO_TARGET)
                count += 1
    return count
