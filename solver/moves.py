"""The children of a position: every move worth trying, each with its evaluation.

A move is a card that gets a new place in the state, with all the cards on it: `card | place << 6`. The flag
SENDS_HOME says that cards go home by themselves after it, so that the child must be worked out on the board.
"""

from typing import NamedTuple

import numpy as np

from .autoplay import goes_home, value_with_autoplay
from .bits import lowest_bit
from .evaluate import base_cost, mark_needed, needed_below, over_cost, position_cost, room_cost
from .jit import kernel
from .root import CELLS, KINGS_ONLY, STRIDE, UNLIMITED
from .state import BASE, CELL, HOME, ON_A
from .tableau import IN_CELL
from .weights import SEQUENCE

SENDS_HOME = 1 << 9
MAX_CHILDREN = 256

_ONE = np.uint64(1)
_FIRST_KING = 48


class Children(NamedTuple):
    """Scratch for the children of one position.

    Attributes:
        move: int32[MAX_CHILDREN].
        value: int32[MAX_CHILDREN], the evaluation of each child, without depth.
        run: int64[8], length of the movable run of each column.
        first, second: uint64[8], see `evaluate.mark_needed`.
        saved: int64[32], see `autoplay.value_with_autoplay`.
    """

    move: np.ndarray
    value: np.ndarray
    run: np.ndarray
    first: np.ndarray
    second: np.ndarray
    saved: np.ndarray


def new_children() -> Children:
    """Return the scratch memory for one worker."""
    return Children(
        move=np.zeros(MAX_CHILDREN, np.int32),
        value=np.zeros(MAX_CHILDREN, np.int32),
        run=np.zeros(8, np.int64),
        first=np.zeros(8, np.uint64),
        second=np.zeros(8, np.uint64),
        saved=np.zeros(32, np.int64),
    )


@kernel
def capacity(flags, empty_cells, empty_columns):
    """Return how many cards move at once past so many empty cells and columns (`Rules.capacity`)."""
    if flags[UNLIMITED]:
        return np.int64(52)
    if flags[KINGS_ONLY]:
        return empty_cells + 1
    return (empty_cells + 1) << empty_columns


@kernel
def measure_runs(t, root, run):
    """Fill `run` with the length of the sequence at the top of each column."""
    for column in range(8):
        at = STRIDE * column + t.length[column] - 1
        first = STRIDE * column
        length = np.int64(0)
        if at >= first:
            length = np.int64(1)
            while at > first:
                upper = t.card[at]
                under = t.card[at - 1]
                if root.parents[0, upper] != under and root.parents[1, upper] != under:
                    break
                length += 1
                at -= 1
        run[column] = length


@kernel
def landing_cost(t, weights, out, source, index, count, target):
    """Return the cost that a run (index.. of column `source`) adds to a column that is not empty, by its cards."""
    cost = np.int64(0)
    below = t.below[target]
    for offset in range(count):
        cost += over_cost(weights, below, t.card[STRIDE * source + index + offset])
    if t.ordered[target] == t.length[target]:
        cost -= count * weights[SEQUENCE]
    return cost


@kernel
def exposes_home(t, root, greedy, column, count):
    """Tell whether a card goes home once the top `count` cards have left a column."""
    left = t.length[column] - count
    return left > 0 and goes_home(t, root, greedy, np.int64(t.card[STRIDE * column + left - 1]))


@kernel
def leaving_cost(t, weights, out, source, count, room, room_emptied):
    """Return what the cost changes by when the top `count` cards leave a column."""
    length = t.length[source]
    left = length - count
    cost = np.int64(t.value[STRIDE * source + left]) - np.int64(t.value[STRIDE * source + length])
    cost -= count * needed_below(weights, out.first[source], out.second[source], left)
    return cost + (room_emptied if left == 0 else room)


@kernel
def generate(t, root, weights, greedy, full, out):
    """List the children of a position.

    `greedy` sends every card home that fits, else only safe ones go by themselves. `full` lists every legal
    move that changes the state; without it, moves that hardly ever matter are left out.

    Returns the number of children; `out` is modified in place.
    """
    cells = root.flags[CELLS]
    held = t.held[0]
    free = cells - held
    empty = 0
    target_empty = -1
    for column in range(8):
        if t.length[column] == 0:
            empty += 1
            target_empty = column
    measure_runs(t, root, out.run)
    mark_needed(t, out.first, out.second)
    base = position_cost(t, weights, cells)
    room = room_cost(weights, free, empty)
    emptied = room_cost(weights, free, empty + 1) - room
    count = 0
    limit = capacity(root.flags, free, empty)
    cell_freed = np.int64(0)
    if held > 0:
        cell_freed = room_cost(weights, free + 1, empty) - room

    for target in range(8):
        length = t.length[target]
        if length == 0:
            continue
        top = t.card[STRIDE * target + length - 1]
        landing = needed_below(weights, out.first[target], out.second[target], length)
        for side in range(2):
            card = np.int64(root.children[side, top])
            at = t.where[card]
            if at >= 0:
                source = at >> 6
                index = at & 63
                n = t.length[source] - index
                if n <= out.run[source] and n <= limit:
                    value = base + leaving_cost(t, weights, out, source, n, np.int64(0), emptied)
                    value += landing_cost(t, weights, out, source, index, n, target) + n * landing
                    count = _emit(t, root, weights, greedy, out, count, card, ON_A + side, source, n, target, value)
            elif at == IN_CELL:
                value = base + cell_freed + landing + over_cost(weights, t.below[target], card)
                if t.ordered[target] == length:
                    value -= weights[SEQUENCE]
                out.move[count] = card | ((ON_A + side) << 6)
                out.value[count] = value
                count += 1

    if empty > 0:
        limit = capacity(root.flags, free, empty - 1)
        filled = room_cost(weights, free, empty - 1) - room
        for source in range(8):
            length = t.length[source]
            longest = min(out.run[source], limit)
            for n in range(1 if full else longest, longest + 1):
                if n == length or n == 0:
                    continue
                card = np.int64(t.card[STRIDE * source + length - n])
                if root.flags[KINGS_ONLY] and card < _FIRST_KING:
                    continue
                value = base + leaving_cost(t, weights, out, source, n, filled, np.int64(0))
                value += base_cost(weights, card) - (n - 1) * weights[SEQUENCE]
                count = _emit(t, root, weights, greedy, out, count, card, BASE, source, n, target_empty, value)
        rest = t.cells[0]
        while rest:
            card = lowest_bit(rest)
            rest &= rest - _ONE
            if root.flags[KINGS_ONLY] and card < _FIRST_KING:
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
                value = base + leaving_cost(t, weights, out, source, np.int64(1), stays, leaves)
                count = _emit(t, root, weights, greedy, out, count, card, CELL, source, np.int64(1), -1, value)

    if not greedy:
        for suit in range(4):
            card = 4 * t.home[suit] + suit
            if card >= 52:
                continue
            at = t.where[card]
            if at == IN_CELL or (at >= 0 and (at & 63) == t.length[at >> 6] - 1):
                out.move[count] = card | (HOME << 6) | SENDS_HOME
                out.value[count] = value_with_autoplay(t, root, weights, greedy, out.saved, card, HOME, -1)
                count += 1
    return count


@kernel
def _emit(t, root, weights, greedy, out, count, card, place, source, n, target, value):
    """Add a move out of a column to the list, worked out on the board when it lets cards go home."""
    move = card | (place << 6)
    if exposes_home(t, root, greedy, source, n):
        move |= SENDS_HOME
        value = value_with_autoplay(t, root, weights, greedy, out.saved, card, place, target)
    out.move[count] = move
    out.value[count] = value
    return count + 1
