"""Which cards go home by themselves, and sending them there.

Two policies: greedy (every card that fits; used by the first searches) and safe (only a card that can never be
of use in a column again; the only one a proof may use).
"""

import numpy as np

from .arrays import Int, Ints, Record, Word
from .bits import lowest_bit
from .evaluate import leaving_cost, needed_cost, position_room
from .jit import kernel
from .root import SAME_SUIT
from .state import HOME, NO_CARD, with_place
from .tableau import IN_CELL, free_cards, home_level, take_home
from .weights import HOME as HOME_WEIGHT

_ONE = np.uint64(1)


@kernel
def may_go_home(t: Record, root: Record, greedy: bool) -> Word:
    """Return the cards that are sent home at once when they are free (and bits 52.. that mean nothing).

    A card of rank r is safe there when every card that could be built on it can go home instead: both foundations of
    the other colour are at r - 1 or above; or they are at r - 2 or above and the other suit of its own
    colour at r - 3 or above, so that neither the cards built on it nor those built on these are needed in a column.
    """
    if greedy or root.rule[SAME_SUIT]:
        return t.wanted
    safe = np.uint64(0)
    for suit in range(4):
        level = home_level(t, suit)
        low = min(home_level(t, suit ^ 1), home_level(t, suit ^ 3))
        if low >= level or (low >= level - 1 and home_level(t, suit ^ 2) >= level - 2):
            safe |= _ONE << np.uint64(4 * level + suit)
    return safe


@kernel
def next_home(t: Record, root: Record, greedy: bool) -> Int:
    """Return the lowest free card that is sent home at once, or NO_CARD."""
    going = may_go_home(t, root, greedy) & free_cards(t)
    return lowest_bit(going) if going else np.int64(NO_CARD)


@kernel
def autoplay(t: Record, root: Record, greedy: bool, k0: Word, k1: Word, k2: Word) -> tuple[Word, Word, Word]:
    """Send home all that goes home; return the words of the state with these cards' places changed."""
    card = next_home(t, root, greedy)
    while card != NO_CARD:
        take_home(t, root, card)
        k0, k1, k2 = with_place(k0, k1, k2, card, HOME)
        card = next_home(t, root, greedy)
    return k0, k1, k2


@kernel
def autoplay_from(
    t: Record, root: Record, weights: Ints, greedy: bool, k0: Word, k1: Word, k2: Word, value: Int
) -> tuple[Word, Word, Word, Int]:
    """Do as `autoplay`; return also the evaluation, given the one before."""
    value -= needed_cost(t, weights) + position_room(t, root, weights)
    card = next_home(t, root, greedy)
    while card != NO_CARD:
        value -= weights[HOME_WEIGHT]
        column = np.int64(t.column[card])
        if column != IN_CELL:
            value += leaving_cost(t, weights, column, _ONE << np.uint64(card), card)
        take_home(t, root, card)
        k0, k1, k2 = with_place(k0, k1, k2, card, HOME)
        card = next_home(t, root, greedy)
    return k0, k1, k2, value + needed_cost(t, weights) + position_room(t, root, weights)
