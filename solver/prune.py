"""Leaving out moves of the exhaustive search that no solution needs."""

import numpy as np

from .arrays import Int, Record
from .bits import lowest_bit
from .jit import kernel
from .root import KINGS_ONLY, STRIDE
from .state import NO_CARD, ON_A, ON_B

_ONE = np.uint64(1)
_NOWHERE = np.int64(-1)


@kernel
def _top_parent(t: Record, root: Record, card: Int) -> Int:
    """Return the side of a parent of a card that lies on top of a column, -1 if there is none."""
    for side in range(2):
        parent = np.int64(root.parents[side, card])
        if parent != NO_CARD:
            at = np.int64(t.where[parent])
            if at >= 0 and (at & 63) == t.length[at >> 6] - 1:
                return np.int64(side)
    return _NOWHERE


@kernel
def loose_pair(t: Record, root: Record) -> tuple[Int, Int, Int]:
    rest = t.cells
    while rest:
        card = lowest_bit(rest)
        rest &= rest - _ONE
        side = _top_parent(t, root, card)
        if side >= 0:
            return card, side, _NOWHERE
    if not root.rule[KINGS_ONLY]:
        for column in range(8):
            if t.length[column] == 1:
                card = np.int64(t.card[STRIDE * column])
                side = _top_parent(t, root, card)
                if side >= 0:
                    return card, side, np.int64(column)
    return _NOWHERE, _NOWHERE, _NOWHERE


@kernel
def prune(t: Record, root: Record, out: Record, count: Int) -> Int:
    loose, side, own = loose_pair(t, root)
    if loose < 0:
        return count
    column = np.int64(t.where[root.parents[side, loose]]) >> 6
    kept = np.int64(0)
    for child in range(count):
        move = np.int64(out.move[child])
        card = move & 63
        place = (move >> 6) & 7
        at = np.int64(t.where[card])
        needed = at >= 0 and at >> 6 == column
        if place == ON_A or place == ON_B:
            target = np.int64(t.where[root.parents[place - ON_A, card]]) >> 6
            needed = needed or target == column or target == own
        if needed:
            out.move[kept] = move
            out.value[kept] = out.value[child]
            kept += 1
    return kept
