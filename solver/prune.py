"""Leaving out moves of the exhaustive search that no solution needs.

A card X is loose when it lies in a cell, or alone in a column, while a card Y that it may be built on lies on top of
a column. Moving X onto Y can be taken back at once, for it leaves the place free that X came from. So where there is a
loose card, it is enough to list, for one such pair,

    X onto Y; every move out of or into the column of Y; if X is alone in a column, every move onto it.

This loses no solution. Follow a solution, S, with a position T that differs from S in nothing but that some cards
X, which in S are in cells or alone in columns, lie on top cards. T has at least as many free cells and empty columns,
one more for each such X, and shows no card that is not free in S, so that nothing goes home by itself in T alone.

1. Whatever move is wanted in T: if it is not listed, it touches neither Y nor a column with X alone, and X onto Y does
   not hinder it (X itself moves from Y as well as from where it was). That is listed, is made first, and leaves one loose
   card less, so after some of these the wanted move is listed.
2. A move of S that takes a run with such an X on it to a column takes X along in T: the room that X left is enough,
   for (e + 2) 2^c and (e + 1) 2^(c + 1) are both more than (e + 1) 2^c.
3. A move of S that covers Y, or moves Y into a cell or home, needs X away from Y, and so does one onto X alone in its
   column: X goes back first, or all cards on it and then X. Then Y shows, or X is alone: the pair that the list is made for
   has to do with that column, so that the move is listed, or is put together as in 1, which does not cover Y.
4. When all cards are home in S, they are so in T.

Where only kings go into an empty column, a card alone in a column cannot go back there and does not count as loose.
"""

import numpy as np

from .arrays import Int, Record
from .bits import lowest_bit
from .jit import kernel
from .root import KINGS_ONLY, STRIDE
from .state import BASE, CELL, HOME, NO_CARD, ON_A, ON_B
from .tableau import IN_CELL

_ONE = np.uint64(1)
_NONE = np.int64(-1)


@kernel
def _side_of_top(t: Record, root: Record, card: Int) -> Int:
    """Return the side of a card's parent that lies on top of a column (see `state.parents`), -1 where none does."""
    for side in range(2):
        parent = np.int64(root.parents[side, card])
        if parent != NO_CARD:
            at = np.int64(t.where[parent])
            if at >= 0 and (at & 63) == t.length[at >> 6] - 1:
                return np.int64(side)
    return _NONE


@kernel
def loose_card(t: Record, root: Record) -> tuple[Int, Int, Int]:
    """Return a loose card, the side of the parent that it may go to, and the column where it is alone or -1.

    All are -1 where no card is loose.
    """
    rest = t.cells
    while rest:
        card = lowest_bit(rest)
        rest &= rest - _ONE
        side = _side_of_top(t, root, card)
        if side >= 0:
            return card, side, _NONE
    if not root.rule[KINGS_ONLY]:
        for column in range(8):
            if t.length[column] == 1:
                card = np.int64(t.card[STRIDE * column])
                side = _side_of_top(t, root, card)
                if side >= 0:
                    return card, side, np.int64(column)
    return _NONE, _NONE, _NONE


@kernel
def _may_move(t: Record, card: Int) -> bool:
    """Tell whether a card is in a cell or the deepest of a run, however many may move; not for NO_CARD."""
    at = np.int64(t.where[card])
    if at < 0:
        return bool(at == IN_CELL)
    length = t.length[at >> 6]
    return bool(length - (at & 63) <= t.run[(at & ~63) + length - 1])


@kernel
def _child_may_move(t: Record, root: Record, card: Int, but: Int) -> bool:
    """Tell whether a card other than `but` may be built on a card and may move."""
    for side in range(2):
        child = np.int64(root.children[side, card])
        if child != but and _may_move(t, child):
            return True
    return False


@kernel
def _serves(t: Record, root: Record, column: Int, slots: Int) -> bool:
    """Tell whether taking cards one by one from the run on a column, more than one card, can lead to anything."""
    last = STRIDE * column + t.length[column] - 1
    run = np.int64(t.run[last])
    if run <= slots:
        return True
    for taken in range(1, min(run - 1, slots) + 1):
        card = np.int64(t.card[last - taken])
        if t.home[card & 3] == card >> 2 or _child_may_move(t, root, card, np.int64(t.card[last - taken + 1])):
            return True
    return False


@kernel
def _is_needless(t: Record, root: Record, slots: Int, card: Int, place: Int) -> bool:
    """Tell whether the move of the single card on top of a column into a cell or an empty column is needless."""
    at = np.int64(t.where[card])
    column = at >> 6
    if place == BASE and root.rule[KINGS_ONLY]:
        return False
    built = t.run[at] > 1
    if _side_of_top(t, root, card) >= 0 and (place == CELL or not built):
        return True
    if not built or _serves(t, root, column, slots):
        return False
    return place == CELL or not _child_may_move(t, root, card, np.int64(NO_CARD))


@kernel
def prune(t: Record, root: Record, out: Record, count: Int) -> Int:
    """Keep of the `count` children of a position those that are enough; return their number.

    `out` is modified in place.
    """
    loose, side, own = loose_card(t, root)
    column = _NONE
    if loose >= 0:
        column = np.int64(t.where[root.parents[side, loose]]) >> 6
    slots = out.free + out.empty
    kept = np.int64(0)
    for child in range(count):
        move = np.int64(out.move[child])
        card = move & 63
        place = (move >> 6) & 7
        at = np.int64(t.where[card])
        needed = loose < 0 or (at >= 0 and at >> 6 == column)
        if place == ON_A or place == ON_B:
            target = np.int64(t.where[root.parents[place - ON_A, card]]) >> 6
            needed = needed or target == column or target == own
        elif needed and at >= 0 and place != HOME and (at & 63) == t.length[at >> 6] - 1:
            needed = not _is_needless(t, root, slots, card, place)
        if needed:
            out.move[kept] = move
            out.value[kept] = out.value[child]
            kept += 1
    return kept
