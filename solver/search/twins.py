"""A relaxed game in which twins may change places, and its positions as one state for all ways to place twins.

It has nothing to do with the preset `relaxed`, in which runs of any length move at once.

Twins are two cards of one rank and colour. Where colours alternate they may be built on the same cards, and the same
cards on them. In the relaxed game two twins may change places at any time, each leaving what lies on it, when they are
loose: neither is home, an ace or a two, and neither lies on a card of the root position that it may not be built on,
or under a card that so lies. No card comes to lie so anew, so they stay loose until one of them goes home. Every
solution of the game is one of the relaxed game, so where that has none the game has none. The other way round it proves
nothing.

Which of two loose twins lies where matters to no move but those to a foundation: the same runs lie on the same ranks
and colours, past the same room, and the same twins are loose. So one state stands for all, every move from one of them
has its like from any other, and a card may go home from where its twin lies as well. Then the twin lies where the card
was, for good.

What goes home by itself in the relaxed game has to be safe there. The rule of the game itself will not do: a card that
goes home takes from its twin the freedom to change places, and so would the cards that might go home in place of being
built on it. Safe is a card that changes places no more, as its twin is home or they are two that may not, when no card
that may be built on it is left. Then no solution has a use for it. Aces and twos go home as in the game itself: they do
not change places, nothing lies on an ace, and what may lie on a two are aces, which might go home.

`prune` holds in the relaxed game too. Its arguments compare two positions that differ in where some cards lie, on a
parent or not. Such a card lies in neither on what it may not be built on, so the same twins are loose in both; when
they change places in one of them they do in the other, where they have the same parents, and the cards that differ are
then those in the same places. The lazy cards on a card leave it one right after the other, so that what may go home
from under them, itself or in the place of its twin, is known when the first one leaves.
"""

import numpy as np
from freecell_pools.solver.compiling.arrays import Int, Record, Word
from freecell_pools.solver.compiling.bits import lowest_bit
from freecell_pools.solver.compiling.jit import kernel

from .moves import SENDS_HOME, built_on
from .state import HOME, ON_A, ON_B, masks, place_of, with_place

SWAPS = 1 << 10
"""Flag of a move to a foundation of a card from the place of its twin."""

_ONE = np.uint64(1)
_TWO = np.uint64(2)
_LOWEST, _HIGHEST = 2, 12
_FIRST_TWINS = np.uint64(0x3333333333333)

ALL_TWINS = np.uint64(0xFFFFFFFFFFF00)
"""The cards that change places in the relaxed game: all but aces and twos."""


@kernel
def loose_twins(k0: Word, k1: Word, k2: Word, root: Record) -> Word:
    """Return the first of each two twins that may change places in a state."""
    dealt, on_a, on_b, base, cell, _ = masks(k0, k1, k2)
    loose = (on_a | on_b | base | cell) & root.twins
    while dealt:
        loose &= ~(_ONE << np.uint64(root.dealt[lowest_bit(dealt)]))
        dealt &= dealt - _ONE
    return loose & loose >> _TWO & _FIRST_TWINS


@kernel
def _from_twin(place: Int) -> Int:
    """Return the place of a card that takes that of its twin: the first parent of one is the second of the other."""
    return ON_A + ON_B - place if place in (ON_A, ON_B) else np.int64(place)


@kernel
def swap_twins(k0: Word, k1: Word, k2: Word, root: Record, first: Int) -> tuple[Word, Word, Word]:
    """Return the state with a card and its twin in each other's places."""
    of_first = place_of(k0, k1, k2, first)
    of_second = place_of(k0, k1, k2, first + 2)
    k0, k1, k2 = with_place(k0, k1, k2, first, _from_twin(of_second))
    k0, k1, k2 = with_place(k0, k1, k2, first + 2, _from_twin(of_first))
    # What lies on either now lies on the other one of its two parents.
    upper: Word = built_on(root, _ONE << np.uint64(first)) & (k0 ^ k1) & ~k2
    return k0 ^ upper, k1 ^ upper, k2


@kernel
def arrange_twins(k0: Word, k1: Word, k2: Word, root: Record, twins: Word) -> tuple[Word, Word, Word, Word]:
    """Return the state that stands for all in which some loose twins change places, and which do to come to it.

    Twins are given by the first of each two. From kings down, the first takes the lower place. Where both are equal,
    the first card that lies on the twins decides, or that which takes its place when it changes places in its turn.
    Long sequences on two bases may still be told apart: then two states stand for one, which costs states only.
    """
    changed = np.uint64(0)
    for rank in range(_HIGHEST, _LOWEST - 1, -1):
        both: Word = twins >> np.uint64(4 * rank) & np.uint64(3)
        while both:
            first: Int = 4 * rank + lowest_bit(both)
            both &= both - _ONE
            of_first = place_of(k0, k1, k2, first)
            of_second = place_of(k0, k1, k2, first + 2)
            now = 8 * of_first + of_second
            then = 8 * _from_twin(of_second) + _from_twin(of_first)
            if then == now:
                upper: Word = built_on(root, _ONE << np.uint64(first)) & (k0 ^ k1) & ~k2
                if upper:
                    card: Int = lowest_bit(upper)
                    becomes_first = np.int64(card & 2 != 0) & np.int64(twins >> np.uint64(card & ~2) & _ONE)
                    then -= np.int64(place_of(k0, k1, k2, card) != ON_A + becomes_first)
            if then < now:
                k0, k1, k2 = swap_twins(k0, k1, k2, root, first)
                changed |= _ONE << np.uint64(first)
    return k0, k1, k2, changed


@kernel
def with_twins(twins: Word, cards: Word) -> Word:
    """Return a set of cards with the twins of those that may change places, given by the first of each two."""
    return cards | (cards & twins) << _TWO | cards >> _TWO & twins


@kernel
def list_swapped(t: Record, twins: Word, free: Word, value: Int, out: Record, count: Int) -> Int:
    """List after `count` children the moves of cards to a foundation from the places of their twins; return how many.

    `free` is the set of the cards in cells and on top of columns; `out` is modified in place.
    """
    first: Word = t.wanted & twins & free >> _TWO
    second: Word = t.wanted & (twins & free) << _TWO
    going: Word = first | second
    while going:
        card: Int = lowest_bit(going)
        going &= going - _ONE
        out.move[count] = card | HOME << 6 | SENDS_HOME | SWAPS
        out.value[count] = value
        count += 1
    return count
