"""Which cards go home by themselves, and sending them there.

Two policies: greedy (every card that fits; used by the first searches) and safe (only a card that can never be
of use in a column again; the only one a proof may use).
"""

import numpy as np

from .arrays import Int, Ints, Record, Word
from .bits import lowest_bit, popcount
from .cards import CARDS
from .evaluate import leaving_cost, needed_cost, room_cost
from .jit import kernel
from .root import CELLS, SAME_SUIT
from .state import HOME, NO_CARD, with_place
from .tableau import IN_CELL, copy, free_cards, home_level, shift, take_home
from .weights import HOME as HOME_WEIGHT

_ONE = np.uint64(1)
_RANK = np.uint64(4)


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
def _room_now(t: Record, root: Record, weights: Ints) -> Int:
    """Return the cost of the free cells and empty columns of a position."""
    empty = np.int64(0)
    for column in range(8):
        empty += np.int64(t.run[column] == 0)
    return room_cost(weights, root.rule[CELLS] - popcount(t.cells), empty)


@kernel
def value_with_autoplay(
    t: Record, root: Record, weights: Ints, greedy: bool, scratch: Record, card: Int, place: Int, value: Int
) -> Int:
    """Return the evaluation after a move and all that goes home by itself then.

    `value` is the evaluation of the position itself for a move to HOME, else of the one after the move alone, each
    without the costs of needed cards and of room. The move is made on `scratch`, a tableau of its own.
    """
    copy(t, scratch)
    if place != HOME:
        shift(scratch, root, card, place)
        card = next_home(scratch, root, greedy)
    while card != NO_CARD:
        value -= weights[HOME_WEIGHT]
        if scratch.column[card] != IN_CELL:
            value += leaving_cost(scratch, weights, np.int64(scratch.column[card]), _ONE << np.uint64(card), card)
        take_home(scratch, root, card)
        card = next_home(scratch, root, greedy)
    if scratch.wanted >> np.uint64(CARDS) == np.uint64(15):
        return np.int64(0)
    return value + needed_cost(scratch, weights) + _room_now(scratch, root, weights)
