"""Which cards go home by themselves, and sending them there.

Two policies: greedy (every card that fits; used by the first searches) and safe (only a card that can never be
of use in a column again; the only one a proof may use).
"""

import numpy as np
from freecell_pools.solver.compiling.arrays import Int, Ints, Record, Word
from freecell_pools.solver.compiling.bits import lowest_bit
from freecell_pools.solver.compiling.jit import kernel

from .evaluate import leaving_cost, needed_cost, position_room
from .root import RETURNS, SAME_SUIT
from .state import HOME, NO_CARD, with_place
from .tableau import IN_CELL, free_cards, home_level, level_of, take_home
from .weights import HOME as HOME_WEIGHT

_ONE = np.uint64(1)
_RANK = np.uint64(4)
_ACES = np.uint64(0xF)
# Aces and twos do not change places with their twins.
_CHANGING = 2


@kernel
def may_go_home(t: Record, root: Record, greedy: bool) -> Word:
    """Return the cards that are sent home at once when they are free (and bits 52.. that mean nothing).

    A card of rank r is safe there when every card that could be built on it can go home instead: both foundations of
    the other colour are at r - 1 or above; or they are at r - 2 or above and the other suit of its own
    colour at r - 3 or above, so that neither the cards built on it nor those built on these are needed in a column.
    Where foundations give cards back, only cards that are home for good count. A game built in suit puts no card on one
    whose lower ones are all home.
    """
    if greedy or root.rule[SAME_SUIT]:
        return t.wanted
    if root.rule[RETURNS]:
        return _safe_after(settled(t), t.wanted)
    if root.twins:
        return _safe_among_twins(t, root.twins)
    return _safe_after(t.wanted, t.wanted)


@kernel
def _safe_among_twins(t: Record, changing: Word) -> Word:
    """Return the cards that are safe in the relaxed game of `twins`, where those of a set may change places.

    Above twos, that is one that no card is left for which may be built on it, and that changes places no more.
    """
    safe = _safe_after(t.wanted, t.wanted)
    for suit in range(4):
        level = level_of(t.wanted, suit)
        bit = _ONE << np.uint64(4 * level + suit)
        inert = level <= min(level_of(t.wanted, suit ^ 1), level_of(t.wanted, suit ^ 3))
        if level >= _CHANGING and not (inert and (not changing & bit or level_of(t.wanted, suit ^ 2) > level)):
            safe &= ~bit
    return safe


@kernel
def _safe_after(home: Word, wanted: Word) -> Word:
    """Return the cards of `wanted` that are safe when those below `home`, as in TABLEAU, are home for good."""
    safe = np.uint64(0)
    for suit in range(4):
        level = level_of(wanted, suit)
        low = min(level_of(home, suit ^ 1), level_of(home, suit ^ 3))
        if low >= level or (low >= level - 1 and level_of(home, suit ^ 2) >= level - 2):
            safe |= _ONE << np.uint64(4 * level + suit)
    return safe


@kernel
def settled(t: Record) -> Word:
    """Return the lowest card of each suit that is not home for good where foundations give cards back, as in TABLEAU.

    A suit settles from the ace up, as long as the next card that is home is safe, judged by settled cards alone.
    """
    lowest = _ACES
    raised = True
    while raised:
        raised = False
        safe: Word = _safe_after(lowest, lowest)
        for suit in range(4):
            card = level_of(lowest, suit) << 2 | suit
            bit = _ONE << np.uint64(card)
            if safe & bit and card >> 2 < home_level(t, suit):
                lowest ^= bit | bit << _RANK
                raised = True
    return lowest


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
