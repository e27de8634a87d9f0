"""The children of a position: every move worth trying, each with its evaluation.

A move is a card that gets a new place in the state, with all the cards on it: `card | place << 6`. The flag
SENDS_HOME says that cards go home by themselves after it, so that the child must be worked out on the board.
"""

import numpy as np

from .arrays import Int, Ints, Record, Word
from .autoplay import may_go_home, value_with_autoplay
from .bits import lowest_bit, popcount
from .cards import CARDS, FIRST_KING
from .evaluate import base_cost, is_ordered, leaving_cost, needed_cost, room_cost
from .jit import kernel, part
from .root import CELLS, KINGS_ONLY, SAME_SUIT, UNLIMITED
from .state import BASE, CELL, HOME, NO_CARD, ON_A
from .tableau import IN_CELL, up_to_rank
from .weights import NEED_1, NEED_2, SEQUENCE

SENDS_HOME = 1 << 9
MAX_CHILDREN = 256

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_RANK = np.uint64(4)
_TWO = np.uint64(2)
_CLUBS = np.uint64(0x1111111111111)
_ALL = np.uint64((1 << CARDS) - 1)


CHILDREN = np.dtype(
    [
        # The moves, and the evaluation of each child without depth.
        ("move", np.int32, (MAX_CHILDREN,)),
        ("value", np.int32, (MAX_CHILDREN,)),
        # For each column the cost of one more card on it for the needed cards in it; then two entries for nobody.
        ("need", np.int64, (10,)),
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
def built_on(root: Record, tops: Word) -> Word:
    """Return the cards that may be built on one of a set of cards."""
    lower = tops >> _RANK
    if root.rule[SAME_SUIT]:
        return lower
    black = (lower | lower >> _TWO) & _CLUBS
    red = (lower >> _ONE | lower >> (_TWO + _ONE)) & _CLUBS
    return (black << _ONE) | (black << (_TWO + _ONE)) | red | (red << _TWO)


@kernel
def _mark_need(t: Record, weights: Ints, need: Ints) -> None:
    """Fill `need` (int64[10], by column) with the cost of one more card on each column for the needed cards in it."""
    need[:] = 0
    wanted = t.wanted
    for _ in range(4):
        card = lowest_bit(wanted)
        wanted &= wanted - _ONE
        need[t.column[card]] += weights[NEED_1]
        need[t.column[card + 4]] += weights[NEED_2]


@kernel
def _need_below(t: Record, weights: Ints, need: Ints, column: Int, moved: Word) -> Int:
    """Return what `need` says of a column without needed cards among those that move."""
    first = t.wanted & moved
    second = (t.wanted << _RANK) & moved
    cost = need[column]
    if first | second:
        cost -= weights[NEED_1] * popcount(first) + weights[NEED_2] * popcount(second)
    return cost


@kernel
def generate(
    t: Record, root: Record, weights: Ints, base: Int, greedy: bool, full: bool, last: Int, out: Record, scratch: Record
) -> Int:
    """List the children of a position.

    `base` is the evaluation of the position itself. `greedy` sends every card home that fits, else only safe ones go by
    themselves. `full` lists every legal move that changes the state; without it, part of a run goes to a cell or an
    empty column only where that lets a card go home. `last` is a card that does not move, or NO_CARD: one that moved
    just now could as well have moved there at once. `scratch` is a tableau to try moves on.

    Returns the number of children; `out` is modified in place.
    """
    tops = _NONE
    runs = _NONE
    empty = np.int64(0)
    target = np.int64(0)
    for column in range(8):
        run = t.run[column]
        runs |= run
        tops |= run & (_NONE - run)
        if run == 0:
            empty += 1
            target = np.int64(column)
    still = ~(_ONE << np.uint64(last))
    free = root.rule[CELLS] - popcount(t.cells)
    homeward = may_go_home(t, root, greedy)
    _mark_need(t, weights, out.need)
    above = needed_cost(t, weights)
    ground = base - room_cost(weights, free, empty)
    count = _onto_columns(
        t, root, weights, greedy, free, empty, tops, runs & still, still, homeward, ground, above, out, scratch
    )
    if empty > 0:
        count = _into_empty_column(
            t, root, weights, greedy, full, free, empty, target, still, homeward, ground, above, out, scratch, count
        )
    if free > 0:
        count = _into_cell(
            t, root, weights, greedy, full, free, empty, tops & still, homeward, ground, above, out, scratch, count
        )
    if not greedy:
        count = _to_foundation(
            t, root, weights, greedy, (tops | t.cells) & t.wanted, ground - above, out, scratch, count
        )
    return count


@part
def _onto_columns(
    t: Record,
    root: Record,
    weights: Ints,
    greedy: bool,
    free: Int,
    empty: Int,
    tops: Word,
    runs: Word,
    still: Word,
    homeward: Word,
    ground: Int,
    above: Int,
    out: Record,
    scratch: Record,
) -> Int:
    """List the moves of runs and of cards in cells onto cards of columns."""
    total = np.int64(0)
    limit = capacity(root.rule, free, empty)
    room = room_cost(weights, free, empty)
    emptied = room_cost(weights, free, empty + 1)
    freed = ground + room_cost(weights, free + 1, empty)
    movable = built_on(root, tops) & (runs | t.cells & still)
    while movable:
        card: Int = lowest_bit(movable)
        movable &= movable - _ONE
        source: Int = np.int64(t.column[card])
        count: Int = np.int64(1)
        goes: Word = _NONE
        value: Int = freed
        if source != IN_CELL:
            moved: Word = t.run[source] & up_to_rank(card)
            count = popcount(moved)
            if count > limit:
                continue
            under: Int = np.int64(t.under[card])
            goes = homeward >> np.uint64(under) & _ONE
            value = ground + leaving_cost(t, weights, source, moved, card)
            if goes == _NONE:
                value += emptied if under == NO_CARD else room
                value -= count * _need_below(t, weights, out.need, source, moved)
        for side in range(2):
            parent: Int = np.int64(root.parents[side, card])
            if tops >> np.uint64(parent) & _ONE:
                onto: Int = np.int64(t.column[parent])
                each: Int = -weights[SEQUENCE] if is_ordered(t, onto) else np.int64(0)
                move: Int = card | (ON_A + side) << 6
                cost: Int = value + count * (each + out.need[onto])
                if goes != _NONE:
                    move |= SENDS_HOME
                    cost = value + count * each - above
                    cost = value_with_autoplay(t, root, weights, greedy, scratch, card, ON_A + side, cost)
                total = _add(out, total, move, cost)
    return total


@part
def _into_empty_column(
    t: Record,
    root: Record,
    weights: Ints,
    greedy: bool,
    full: bool,
    free: Int,
    empty: Int,
    target: Int,
    still: Word,
    homeward: Word,
    ground: Int,
    above: Int,
    out: Record,
    scratch: Record,
    listed: Int,
) -> Int:
    """List the moves into an empty column; of a run either as much as may move or, with `full`, every part."""
    total = np.int64(listed)
    limit = capacity(root.rule, free, empty - 1)
    room = room_cost(weights, free, empty - 1)
    freed = ground + room_cost(weights, free + 1, empty - 1)
    for source in range(8):
        run: Word = t.run[source]
        rest: Word = run & still
        while rest:
            card: Int = lowest_bit(rest)
            rest &= rest - _ONE
            moved: Word = run & up_to_rank(card)
            count = popcount(moved)
            if count > limit:
                break
            under: Int = np.int64(t.under[card])
            goes: Word = homeward >> np.uint64(under) & _ONE
            if under != NO_CARD and (full or moved == run or goes) and _may_base(root, card):
                value: Int = ground + base_cost(weights, card) + leaving_cost(t, weights, source, moved, card)
                value -= (count - 1) * weights[SEQUENCE]
                if goes != _NONE:
                    cost = value_with_autoplay(t, root, weights, greedy, scratch, card, BASE, value - above)
                    total = _add(out, total, card | BASE << 6 | SENDS_HOME, cost)
                else:
                    value += room - count * _need_below(t, weights, out.need, source, moved)
                    total = _add(out, total, card | BASE << 6, value)
    held: Word = t.cells & still
    while held:
        card = lowest_bit(held)
        held &= held - _ONE
        if _may_base(root, card):
            total = _add(out, total, card | BASE << 6, freed + base_cost(weights, card))
    return total


@part
def _into_cell(
    t: Record,
    root: Record,
    weights: Ints,
    greedy: bool,
    full: bool,
    free: Int,
    empty: Int,
    movable: Word,
    homeward: Word,
    ground: Int,
    above: Int,
    out: Record,
    scratch: Record,
    listed: Int,
) -> Int:
    """List the moves into a cell."""
    total = np.int64(listed)
    stays = room_cost(weights, free - 1, empty)
    emptied = room_cost(weights, free - 1, empty + 1)
    rest: Word = np.uint64(movable)
    while rest:
        card: Int = lowest_bit(rest)
        moved: Word = _ONE << np.uint64(card)
        rest &= ~moved
        source = np.int64(t.column[card])
        under: Int = np.int64(t.under[card])
        goes: Word = homeward >> np.uint64(under) & _ONE
        if full or goes or t.run[source] == moved:
            value: Int = ground + leaving_cost(t, weights, source, moved, card)
            if goes != _NONE:
                cost = value_with_autoplay(t, root, weights, greedy, scratch, card, CELL, value - above)
                total = _add(out, total, card | CELL << 6 | SENDS_HOME, cost)
            else:
                value += emptied if under == NO_CARD else stays
                value -= _need_below(t, weights, out.need, source, moved)
                total = _add(out, total, card | CELL << 6, value)
    return total


@kernel
def _to_foundation(
    t: Record,
    root: Record,
    weights: Ints,
    greedy: bool,
    going: Word,
    value: Int,
    out: Record,
    scratch: Record,
    total: Int,
) -> Int:
    """List the moves to a foundation."""
    while going:
        card = lowest_bit(going)
        going &= going - _ONE
        cost = value_with_autoplay(t, root, weights, greedy, scratch, card, HOME, value)
        total = _add(out, total, card | HOME << 6 | SENDS_HOME, cost)
    return total


@kernel
def _may_base(root: Record, card: Int) -> bool:
    """Tell whether a card may be put into an empty column (`Rules.may_base`)."""
    return bool(card >= FIRST_KING or not root.rule[KINGS_ONLY])


@kernel
def _add(out: Record, total: Int, move: Int, value: Int) -> Int:
    """Add one child to the list of so many; return how many there are then."""
    out.move[total] = move
    out.value[total] = value
    return total + 1
