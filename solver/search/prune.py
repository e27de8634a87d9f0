"""Leaving out moves of the exhaustive search that no solution needs.

A single card that leaves the card it is built on can go back at once: its new place is the only one that was taken.
So a cell or an empty column that holds a card which could lie on a column instead, on its parent, is of use only when
that parent is wanted. Follow any solution in a position S, with a position T that differs from S in nothing but that
some cards which S keeps in cells or alone in columns, the lazy ones, lie on parents (or on a lazy parent). T has a free
cell or empty column more for each, and shows no card that is not free in S: nothing goes home by itself in T alone.

1. A move of S that takes a card built on its parent, or one that could go to a parent on top, into a cell is not
   made in T: the card stays, or goes to that parent, and is lazy. So is one into an empty column.
2. A move of a lazy card is made in T from where it is.
3. A move of a run to a column takes lazy cards on it along: the room that they left is enough, for (e + 2) 2^c and
   (e + 1) 2^(c + 1) are both more than (e + 1) 2^c.
4. Any other move that a lazy card is in the way of covers a card Y, or moves Y into a cell or home, or puts a card on
   one that is alone in its column in S. Only now the lazy cards on Y, or that card and those on it, leave, each for a
   cell or an empty column as in S, or for another parent on top; and then that move is made.

So the single card on top of a column need go into a cell only where no other parent of it is on top, and

- it is not built on what it lies on; or
- it can be followed by more of its run until all of the run is in cells and empty columns, or until a card of it
  shows that may go home or that another card can be put on;

and into an empty column only where it is not built on what it lies on and no parent is on top, or it is built on it and
can be followed in the same way or have a card put on it. More moves than needed are listed, never fewer.

A card X is loose when it lies in a cell, or alone in a column, while a parent Y of it lies on top of a column. Where
there is one, it is enough to list, for one such pair,

    X onto Y; every move out of or into the column of Y; if X is alone in a column, every move onto it.

For whatever move is wanted in T: if it is not listed, it touches neither Y nor a column with X alone, and X onto Y does
not hinder it. That is listed, is made first, makes X lazy, and leaves one loose card less, so after some of these the
wanted move is listed. When lazy cards leave Y for a move as in 4, the pairs that show with it have to do with the
column of Y, so that the move is listed, or are put together as here, which does not cover Y.

Where only kings go into an empty column, a card alone in a column cannot go back there and is not loose or lazy.
"""

import numpy as np
from freecell_pools.solver.compiling.arrays import Int, Record, Word
from freecell_pools.solver.compiling.bits import lowest_bit, popcount
from freecell_pools.solver.compiling.jit import kernel

from .moves import built_on, card_and_place
from .root import CELLS, KINGS_ONLY
from .state import BASE, CELL, HOME, NO_CARD, ON_A, ON_B
from .tableau import IN_CELL
from .twins import with_twins

_ONE = np.uint64(1)
_NONE = np.int64(-1)


@kernel
def _side_of_top(root: Record, tops: Word, card: Int) -> Int:
    """Return the side of a card's parent that lies on top of a column (see `state.parents`), -1 where none does."""
    for side in range(2):
        if tops >> np.uint64(root.parents[side, card]) & _ONE:
            return np.int64(side)
    return _NONE


@kernel
def loose_card(t: Record, root: Record, tops: Word) -> tuple[Int, Int, Int]:
    """Return a loose card, the side of the parent that it may go to, and the column where it is alone or -1.

    `tops` is the set of the cards on top of columns. All are -1 where no card is loose.
    """
    fitting: Word = built_on(root, tops)
    loose = fitting & t.cells
    if loose:
        card: Int = lowest_bit(loose)
        return card, _side_of_top(root, tops, card), _NONE
    if not root.rule[KINGS_ONLY]:
        loose = fitting & tops
        while loose:
            card = lowest_bit(loose)
            loose &= loose - _ONE
            if t.under[card] == NO_CARD:
                return card, _side_of_top(root, tops, card), np.int64(t.column[card])
    return _NONE, _NONE, _NONE


@kernel
def _serves(root: Record, movable: Word, homeward: Word, run: Word, slots: Int) -> bool:
    """Tell whether taking cards one by one from the run on a column, more than one card, can lead to anything.

    `movable` is the set of all cards in runs and in cells, `homeward` that of those that may go home.
    """
    if popcount(run) <= slots:
        return True
    above: Word = run & ~(run - _ONE)
    rest: Word = run & ~above
    taken = np.int64(0)
    while rest and taken < slots:
        card: Word = rest & ~(rest - _ONE)
        if card & homeward or built_on(root, card) & movable & ~above:
            return True
        above = card
        rest &= ~card
        taken += 1
    return False


@kernel
def _is_needless(
    t: Record, root: Record, tops: Word, movable: Word, homeward: Word, slots: Int, card: Int, place: Int
) -> bool:
    """Tell whether the move of the single card on top of a column into a cell or an empty column is needless."""
    if place == BASE and root.rule[KINGS_ONLY]:
        return False
    run: Word = t.run[t.column[card]]
    built = bool(run & (run - _ONE))
    if _side_of_top(root, tops, card) >= 0 and (place == CELL or not built):
        return True
    if not built or _serves(root, movable, homeward, run, slots):
        return False
    return place == CELL or not built_on(root, _ONE << np.uint64(card)) & movable


@kernel
def prune(t: Record, root: Record, out: Record, count: Int, twins: Word) -> Int:
    """Keep of the `count` children of a position those that are enough; return their number.

    `twins` holds, in the relaxed game of `twins`, the first of each two twins that may change places, else nothing.
    `out` is modified in place.
    """
    homeward = with_twins(twins, t.wanted)
    tops = np.uint64(0)
    movable = t.cells
    slots = root.rule[CELLS] - popcount(t.cells)
    for column in range(8):
        run = t.run[column]
        movable |= run
        tops |= run & ~(run - _ONE)
        slots += np.int64(run == 0)
    loose, side, own = loose_card(t, root, tops)
    onto = _NONE
    if loose >= 0:
        onto = np.int64(t.column[root.parents[side, loose]])
    kept = np.int64(0)
    for child in range(count):
        move = np.int64(out.move[child])
        card, place = card_and_place(move)
        source = np.int64(t.column[card])
        needed = loose < 0 or source == onto
        if place in (ON_A, ON_B):
            target = np.int64(t.column[root.parents[place - ON_A, card]])
            needed = needed or target in (onto, own)
        elif needed and place != HOME and source != IN_CELL and tops >> np.uint64(card) & _ONE:
            needed = not _is_needless(t, root, tops, movable, homeward, slots, card, place)
        if needed:
            out.move[kept] = move
            out.value[kept] = out.value[child]
            kept += 1
    return kept
