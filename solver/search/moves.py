"""The children of a position: every move worth trying, each with its evaluation.

A move is a card that gets a new place in the state, with all the cards on it: `card | place << 6`, which
`card_and_place` takes apart again. The flag SENDS_HOME says that cards go home by themselves after it, or that it takes
one back from a foundation, so that the child must be worked out on the board.
"""

import numpy as np
from freecell_pools.solver.compiling.arrays import Int, Ints, Record, Word
from freecell_pools.solver.compiling.bits import lowest_bit, popcount
from freecell_pools.solver.compiling.jit import kernel, part
from freecell_pools.solver.game.cards import CARDS, FIRST_KING

from .autoplay import may_go_home, settled
from .evaluate import base_cost, is_ordered, leaving_cost, room_cost
from .root import CELLS, KINGS_ONLY, RETURNS, SAME_SUIT, UNLIMITED
from .state import BASE, CELL, HOME, NO_CARD, ON_A
from .tableau import IN_CELL, home_level, level_of, up_to_rank
from .weights import HOMEWARD, NEED_1, NEED_2, SEQUENCE, SPLIT

_SENDS_HOME_BIT = 9
SENDS_HOME = 1 << _SENDS_HOME_BIT
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
        # Scratch of `exhaust`: the words of each child's state, and what the table holds at its first slot.
        ("key", np.uint64, (3 * MAX_CHILDREN,)),
        ("near", np.uint64, (MAX_CHILDREN,)),
    ],
    align=True,
)
"""Scratch for the children of one position, one record."""


@kernel
def card_and_place(move: Int) -> tuple[Int, Int]:
    """Return the card of a move, an int64, and the place that it gets."""
    return move & 63, (move >> 6) & 7


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
    t: Record, root: Record, weights: Ints, base: Int, greedy: bool, full: bool, last: Int, out: Record
) -> Int:
    """List the children of a position.

    `base` is the evaluation of the position itself. `greedy` sends every card home that fits, else only safe ones go by
    themselves. `full` lists every legal move that changes the state; without it, part of a run goes to a cell or an
    empty column only where that lets a card go home. `last` is a card that does not move to a column or a cell, or
    NO_CARD: one that moved just now could as well have moved there at once.

    Cards taken back from a foundation are listed only with `full`, and only those that are not home for good.

    The value of a child is its evaluation, with the cost SPLIT of the move; with SENDS_HOME that after the move
    alone, less the bonus HOMEWARD.

    Returns the number of children; `out` is modified in place.
    """
    tops = _NONE
    runs = _NONE
    longer = _NONE
    empty = np.int64(0)
    for column in range(8):
        run = t.run[column]
        runs |= run
        tops |= run & (_NONE - run)
        longer |= run if run & (run - _ONE) else _NONE
        empty += np.int64(run == 0)
    still = ~(_ONE << np.uint64(last))
    free = root.rule[CELLS] - popcount(t.cells)
    homeward = may_go_home(t, root, greedy)
    _mark_need(t, weights, out.need)
    ground = base - room_cost(weights, free, empty)
    count = _onto_columns(t, root, weights, free, empty, tops, (runs | t.cells) & still, homeward, ground, out)
    if empty > 0:
        count = _into_empty_column(t, root, weights, full, free, empty, still, homeward, ground, out, count)
    if free > 0:
        alone = tops if full else (tops & ~longer) | _on_homeward(t, longer & homeward)
        count = _into_cell(t, weights, free, empty, alone & still, homeward, ground, out, count)
    if not greedy:
        count = _to_foundation((tops | t.cells) & t.wanted, base, out, count)
    if full and root.rule[RETURNS] and not root.rule[SAME_SUIT]:
        count = _from_foundations(t, root, free, empty, tops, still, base, out, count)
    return count


@kernel
def _leaving(
    t: Record, weights: Ints, out: Record, source: Int, moved: Word, card: Int, flag: Int, stays: Int, emptied: Int
) -> Int:
    """Return the cost of the room after some cards leave a column, what else changes in the column, and the bonus.

    `stays` is the cost of the room when the column is not empty then, `emptied` when it is; with the flag SENDS_HOME
    the move is better by a bonus than its evaluation says.
    """
    room = emptied if t.under[card] == NO_CARD else stays
    cost = room + leaving_cost(t, weights, source, moved, card)
    cost -= weights[HOMEWARD] * (flag >> _SENDS_HOME_BIT)
    return cost - popcount(moved) * _need_below(t, weights, out.need, source, moved)


@part
def _onto_columns(
    t: Record,
    root: Record,
    weights: Ints,
    free: Int,
    empty: Int,
    tops: Word,
    movable: Word,
    homeward: Word,
    ground: Int,
    out: Record,
) -> Int:
    """List the moves of runs and of cards in cells onto cards of columns."""
    total = np.int64(0)
    limit = capacity(root.rule, free, empty)
    stays = room_cost(weights, free, empty)
    emptied = room_cost(weights, free, empty + 1)
    freed = ground + room_cost(weights, free + 1, empty)
    rest = built_on(root, tops) & movable
    while rest:
        card: Int = lowest_bit(rest)
        rest &= rest - _ONE
        source: Int = np.int64(t.column[card])
        count: Int = np.int64(1)
        flag: Int = np.int64(0)
        value: Int = freed
        if source != IN_CELL:
            moved: Word = t.run[source] & up_to_rank(card)
            count = popcount(moved)
            if count > limit:
                continue
            flag = sends_home(homeward, np.int64(t.under[card]))
            value = ground + _leaving(t, weights, out, source, moved, card, flag, stays, emptied)
            value += weights[SPLIT] * (np.int64(moved != t.run[source]) & np.int64(flag == 0))
        for side in range(2):
            parent: Int = np.int64(root.parents[side, card])
            if tops >> np.uint64(parent) & _ONE:
                onto: Int = np.int64(t.column[parent])
                each: Int = out.need[onto] - weights[SEQUENCE] * np.int64(is_ordered(t, onto))
                total = _add(out, total, card | (ON_A + side) << 6 | flag, value + count * each)
    return total


@part
def _into_empty_column(
    t: Record,
    root: Record,
    weights: Ints,
    full: bool,
    free: Int,
    empty: Int,
    still: Word,
    homeward: Word,
    ground: Int,
    out: Record,
    listed: Int,
) -> Int:
    """List the moves into an empty column; of a run either as much as may move or, with `full`, every part."""
    total = np.int64(listed)
    limit = capacity(root.rule, free, empty - 1)
    stays = room_cost(weights, free, empty - 1)
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
            flag: Int = sends_home(homeward, under)
            if under != NO_CARD and (full or moved == run or flag) and may_base(root, card):
                value: Int = ground + _leaving(t, weights, out, source, moved, card, flag, stays, stays)
                value += base_cost(weights, card) - (count - 1) * weights[SEQUENCE]
                total = _add(out, total, card | BASE << 6 | flag, value)
    held: Word = t.cells & still
    while held:
        card = lowest_bit(held)
        held &= held - _ONE
        if may_base(root, card):
            total = _add(out, total, card | BASE << 6, freed + base_cost(weights, card))
    return total


@kernel
def _on_homeward(t: Record, buried: Word) -> Word:
    """Return the top cards that lie alone on one of the given cards of their sequences."""
    tops = _NONE
    while buried:
        card = lowest_bit(buried)
        buried &= buried - _ONE
        run = t.run[t.column[card]]
        top = run & (_NONE - run)
        if t.under[lowest_bit(run)] == card:
            tops |= top
    return tops


@part
def _into_cell(
    t: Record,
    weights: Ints,
    free: Int,
    empty: Int,
    movable: Word,
    homeward: Word,
    ground: Int,
    out: Record,
    listed: Int,
) -> Int:
    """List the moves of some cards into a cell."""
    total = np.int64(listed)
    stays = room_cost(weights, free - 1, empty)
    emptied = room_cost(weights, free - 1, empty + 1)
    rest: Word = np.uint64(movable)
    while rest:
        card: Int = lowest_bit(rest)
        moved: Word = _ONE << np.uint64(card)
        rest &= ~moved
        flag: Int = sends_home(homeward, np.int64(t.under[card]))
        source = np.int64(t.column[card])
        value: Int = ground + _leaving(t, weights, out, source, moved, card, flag, stays, emptied)
        total = _add(out, total, card | CELL << 6 | flag, value)
    return total


@kernel
def _to_foundation(going: Word, value: Int, out: Record, listed: Int) -> Int:
    """List the moves to a foundation."""
    total = listed
    while going:
        card = lowest_bit(going)
        going &= going - _ONE
        total = _add(out, total, card | HOME << 6 | SENDS_HOME, value)
    return total


@kernel
def _from_foundations(
    t: Record, root: Record, free: Int, empty: Int, tops: Word, still: Word, value: Int, out: Record, listed: Int
) -> Int:
    """List the moves of cards that foundations give back; their evaluations are left to be worked out."""
    total = listed
    kept: Word = settled(t)
    for suit in range(4):
        level = home_level(t, suit)
        card: Int = level - 1 << 2 | suit
        if level <= level_of(kept, suit) or not still >> np.uint64(card) & _ONE:
            continue
        for side in range(2):
            if tops >> np.uint64(root.parents[side, card]) & _ONE:
                total = _add(out, total, card | (ON_A + side) << 6 | SENDS_HOME, value)
        if empty > 0 and may_base(root, card):
            total = _add(out, total, card | BASE << 6 | SENDS_HOME, value)
        if free > 0:
            total = _add(out, total, card | CELL << 6 | SENDS_HOME, value)
    return total


@kernel
def sends_home(homeward: Word, under: Int) -> Int:
    """Return SENDS_HOME when the card that is uncovered goes home, else 0; `under` may be NO_CARD."""
    return np.int64(homeward >> np.uint64(under) & _ONE) * SENDS_HOME


@kernel
def may_base(root: Record, card: Int) -> bool:
    """Tell whether a card may be put into an empty column (`Rules.may_base`)."""
    return bool(card >= FIRST_KING or not root.rule[KINGS_ONLY])


@kernel
def _add(out: Record, total: Int, move: Int, value: Int) -> Int:
    """Add one child to the list of so many; return how many there are then."""
    out.move[total] = move
    out.value[total] = value
    return total + 1
