"""The children of a position: every move worth trying, each with its evaluation.

A move is a card that gets a new place in the state, with all the cards on it: `card | place << 6`. The flag
SENDS_HOME says that cards go home by themselves after it, so that the child must be worked out on the board.
"""

import numpy as np

from .arrays import Int, Ints, Record
from .autoplay import goes_home, is_free, value_with_autoplay
from .bits import lowest_bit
from .cards import CARDS, FIRST_KING
from .evaluate import base_cost, mark_needed, needed_below, over_cost, room_cost
from .jit import kernel, part
from .root import CELLS, KINGS_ONLY, STRIDE, UNLIMITED
from .state import BASE, CELL, HOME, ON_A
from .tableau import IN_CELL
from .weights import SEQUENCE

SENDS_HOME = 1 << 9
MAX_CHILDREN = 256

_ONE = np.uint64(1)
_NONE = np.int64(0)
_ONE_CARD = np.int64(1)


CHILDREN = np.dtype(
    [
        # The moves, the evaluation of each child without depth, and how many there are.
        ("move", np.int32, (MAX_CHILDREN,)),
        ("value", np.int32, (MAX_CHILDREN,)),
        ("count", np.int64),
        # Free cells, empty columns and one of these; the evaluation of the position without the room it has.
        ("free", np.int64),
        ("empty", np.int64),
        ("target", np.int64),
        ("ground", np.int64),
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
        return np.int64(CARDS)
    if flags[KINGS_ONLY]:
        return empty_cells + 1
    return (empty_cells + 1) << empty_columns


@kernel
def run_length(t: Record, column: Int) -> Int:
    """Return how many cards at the top of a column are in sequence."""
    length = t.length[column]
    return np.int64(t.run[STRIDE * column + length - 1]) if length > 0 else np.int64(0)


@kernel
def _landing_card(t: Record, weights: Ints, out: Record, target: Int) -> Int:
    """Return the cost of one more card of the sequence on a column that is not empty, whichever card it is."""
    length = t.length[target]
    cost = needed_below(weights, out.first[target], out.second[target], length)
    return cost - weights[SEQUENCE] if run_length(t, target) == length else cost


@kernel
def _landing_run(t: Record, weights: Ints, out: Record, at: Int, count: Int, target: Int) -> Int:
    """Return the cost of a run, its deepest card at index `at` of `Tableau.card`, on a column that is not empty."""
    cost = count * _landing_card(t, weights, out, target)
    below = t.below[target]
    for offset in range(count):
        cost += over_cost(weights, below, np.int64(t.card[at + offset]))
    return cost


@kernel
def _leaving_run(t: Record, weights: Ints, out: Record, source: Int, count: Int) -> Int:
    """Return what the cost of a column changes by when its top `count` cards leave."""
    length = t.length[source]
    left = length - count
    cost = np.int64(t.value[STRIDE * source + left]) - np.int64(t.value[STRIDE * source + length])
    return cost - count * needed_below(weights, out.first[source], out.second[source], left)


@kernel
def generate(t: Record, root: Record, weights: Ints, base: Int, greedy: bool, full: bool, out: Record) -> Int:
    """List the children of a position.

    `base` is the evaluation of the position itself. `greedy` sends every card home that fits, else only safe ones go by
    themselves. `full` lists every legal move that changes the state; without it, part of a run goes to a cell or an
    empty column only where that lets a card go home.

    Returns the number of children; `out` is modified in place.
    """
    out.count = 0
    out.free = root.rule[CELLS] - t.held
    out.empty = 0
    for column in range(8):
        if t.length[column] == 0:
            out.empty += 1
            out.target = column
    out.ground = base - room_cost(weights, out.free, out.empty)
    mark_needed(t, out.first, out.second)
    _onto_columns(t, root, weights, greedy, out)
    if out.empty > 0:
        _into_empty_column(t, root, weights, greedy, full, out)
    if out.free > 0:
        _into_cell(t, root, weights, greedy, full, out)
    if not greedy:
        _to_foundation(t, root, weights, greedy, out)
    return out.count


@part
def _onto_columns(t: Record, root: Record, weights: Ints, greedy: bool, out: Record) -> None:
    """List the moves of runs and of cards in cells onto cards of columns."""
    limit = capacity(root.rule, out.free, out.empty)
    room = room_cost(weights, out.free, out.empty)
    stays = out.ground + room
    emptied = room_cost(weights, out.free, out.empty + 1) - room
    freed = room_cost(weights, out.free + 1, out.empty) + out.ground
    for target in range(8):
        length = t.length[target]
        if length == 0:
            continue
        top = t.card[STRIDE * target + length - 1]
        for side in range(2):
            card: Int = np.int64(root.children[side, top])
            at: Int = np.int64(t.where[card])
            if at >= 0:
                source = at >> 6
                count = t.length[source] - (at & 63)
                if count <= run_length(t, source) and count <= limit:
                    value = stays + _landing_run(t, weights, out, at, count, target)
                    place = ON_A + side
                    _move_run(t, root, weights, greedy, True, out, card, place, source, count, target, value, emptied)
            elif at == IN_CELL:
                value = freed + over_cost(weights, t.below[target], card) + _landing_card(t, weights, out, target)
                _add(out, card | (ON_A + side) << 6, value)


@part
def _into_empty_column(t: Record, root: Record, weights: Ints, greedy: bool, full: bool, out: Record) -> None:
    """List the moves into an empty column; of a run either as much as may move or, with `full`, every part."""
    limit = capacity(root.rule, out.free, out.empty - 1)
    stays = out.ground + room_cost(weights, out.free, out.empty - 1)
    freed = out.ground + room_cost(weights, out.free + 1, out.empty - 1)
    for source in range(8):
        length = t.length[source]
        longest = min(run_length(t, source), limit)
        for count in range(1 if full else longest, longest + 1):
            if count == length or count == 0:
                continue
            card: Int = np.int64(t.card[STRIDE * source + length - count])
            if _may_base(root, card):
                value = stays + base_cost(weights, card) - (count - 1) * weights[SEQUENCE]
                _move_run(t, root, weights, greedy, full, out, card, BASE, source, count, out.target, value, _NONE)
    rest = t.cells
    while rest:
        card = lowest_bit(rest)
        rest &= rest - _ONE
        if _may_base(root, card):
            _add(out, card | BASE << 6, freed + base_cost(weights, card))


@part
def _into_cell(t: Record, root: Record, weights: Ints, greedy: bool, full: bool, out: Record) -> None:
    """List the moves into a cell."""
    stays = out.ground + room_cost(weights, out.free - 1, out.empty)
    emptied = out.ground + room_cost(weights, out.free - 1, out.empty + 1) - stays
    for source in range(8):
        length = t.length[source]
        if length > 0:
            card = np.int64(t.card[STRIDE * source + length - 1])
            _move_run(t, root, weights, greedy, full, out, card, CELL, source, _ONE_CARD, _NONE, stays, emptied)


@kernel
def _to_foundation(t: Record, root: Record, weights: Ints, greedy: bool, out: Record) -> None:
    """List the moves to a foundation."""
    for suit in range(4):
        card = 4 * t.home[suit] + suit
        if card < CARDS and is_free(t, card):
            value = value_with_autoplay(t, root, weights, greedy, out.saved, card, HOME, _NONE)
            _add(out, card | HOME << 6 | SENDS_HOME, value)


@kernel
def _may_base(root: Record, card: Int) -> bool:
    """Tell whether a card may be put into an empty column (`Rules.may_base`)."""
    return bool(card >= FIRST_KING or not root.rule[KINGS_ONLY])


@part
def _move_run(
    t: Record,
    root: Record,
    weights: Ints,
    greedy: bool,
    split: bool,
    out: Record,
    card: Int,
    place: Int,
    source: Int,
    count: Int,
    target: Int,
    value: Int,
    emptied: Int,
) -> None:
    """List the move of the top `count` cards of a column; without `split` only if that takes no run apart.

    `value` is the evaluation of the child but for what changes in the column that is left, `emptied` is added when that
    is empty then. Where the move lets cards go home, the value is worked out on the board instead.
    """
    left = t.length[source] - count
    if left > 0:
        if goes_home(t, root, greedy, np.int64(t.card[STRIDE * source + left - 1])):
            _add(
                out,
                card | place << 6 | SENDS_HOME,
                value_with_autoplay(t, root, weights, greedy, out.saved, card, place, target),
            )
            return
        if not split and run_length(t, source) > count:
            return
    value = value + _leaving_run(t, weights, out, source, count)
    if left == 0:
        value += emptied
    _add(out, card | place << 6, value)


@part
def _add(out: Record, move: Int, value: Int) -> None:
    """Add one child to the list."""
    out.move[out.count] = move
    out.value[out.count] = value
    out.count += 1
