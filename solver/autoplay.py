"""Which cards go home by themselves, and sending them there.

Two policies: greedy (every card that fits; used by the first searches) and safe (only a card that can never be
of use in a column again; the only one a proof may use).
"""

import numpy as np

from .arrays import Int, Ints, Record, Word
from .cards import CARDS
from .evaluate import position_cost
from .jit import kernel
from .root import CELLS, SAME_SUIT
from .state import CELL, HOME, NO_CARD, with_place
from .tableau import AT_HOME, IN_CELL, append, lift

_ONE = np.uint64(1)
_CLUBS = np.int64(0)


@kernel
def goes_home(t: Record, root: Record, greedy: bool, card: Int) -> bool:
    """Tell whether a free card is sent home at once.

    A card of rank r is safe there when every card that could be built on it can go home instead: both foundations of
    the other colour are at r - 1 or above; or they are at r - 2 or above and the other suit of its own
    colour at r - 3 or above, so that neither the cards built on it nor those built on these are needed in a column.
    """
    suit = card & 3
    level = card >> 2
    if t.home[suit] != level:
        return False
    if greedy or root.rule[SAME_SUIT]:
        return True
    low = min(t.home[suit ^ 1], t.home[suit ^ 3])
    return bool(low >= level or (low >= level - 1 and t.home[suit ^ 2] >= level - 2))


@kernel
def is_free(t: Record, card: Int) -> bool:
    """Tell whether a card lies on top of a column or in a cell."""
    at = np.int64(t.where[card])
    return bool(at == IN_CELL or (at >= 0 and (at & 63) == t.length[at >> 6] - 1))


@kernel
def next_home(t: Record, root: Record, greedy: bool, suit: Int) -> Int:
    """Return a card that is sent home at once, looking from a suit on through all four, or NO_CARD."""
    for turn in range(4):
        s = (suit + turn) & 3
        card = 4 * t.home[s] + s
        if card < CARDS and is_free(t, card) and goes_home(t, root, greedy, card):
            return np.int64(card)
    return np.int64(NO_CARD)


@kernel
def autoplay(t: Record, root: Record, greedy: bool, k0: Word, k1: Word, k2: Word) -> tuple[Word, Word, Word]:
    """Send home all that goes home; return the words of the state with these cards' places changed."""
    card = next_home(t, root, greedy, _CLUBS)
    while card != NO_CARD:
        take_home(t, card)
        k0, k1, k2 = with_place(k0, k1, k2, card, HOME)
        card = next_home(t, root, greedy, card & 3)
    return k0, k1, k2


@kernel
def take_home(t: Record, card: Int) -> None:
    """Move one free card to its foundation."""
    at = np.int64(t.where[card])
    if at == IN_CELL:
        t.cells &= ~(_ONE << np.uint64(card))
        t.held -= 1
    else:
        lift(t, at >> 6, np.int64(1))
    t.where[card] = AT_HOME
    t.home[card & 3] += 1


@kernel
def _drop_home(t: Record, card: Int) -> None:
    """Count one free card as home, in lengths and numbers only."""
    at = np.int64(t.where[card])
    if at == IN_CELL:
        t.held -= 1
    else:
        t.length[at >> 6] -= 1
    t.home[card & 3] += 1


@kernel
def value_with_autoplay(
    t: Record, root: Record, weights: Ints, greedy: bool, saved: Ints, card: Int, place: Int, target: Int
) -> Int:
    """Return the evaluation after a move and all that goes home by itself then; the tableau is left as it was.

    Only lengths and counts are changed on the way, and the moved cards written beyond the end of column
    `target`, so that little has to be put back. `saved` is scratch, int64[12].
    """
    at = np.int64(t.where[card])
    for column in range(8):
        saved[column] = t.length[column]
    for suit in range(4):
        saved[8 + suit] = t.home[suit]
    held = t.held
    count = 1
    if place == HOME:
        _drop_home(t, card)
    else:
        source = at >> 6
        count = t.length[source] - (at & 63)
        t.length[source] -= count
        if place == CELL:
            t.held += 1
            t.where[card] = IN_CELL
        else:
            saved_below = t.below[target]
            for offset in range(count):
                append(t, root, weights, target, np.int64(t.card[at + offset]))
            t.below[target] = saved_below

    follower = next_home(t, root, greedy, _CLUBS)
    while follower != NO_CARD:
        _drop_home(t, follower)
        follower = next_home(t, root, greedy, follower & 3)
    cost = position_cost(t, weights, root.rule[CELLS])

    for offset in range(count):
        t.where[t.card[at + offset] if at >= 0 else card] = at + offset if at >= 0 else at
    for column in range(8):
        t.length[column] = saved[column]
    for suit in range(4):
        t.home[suit] = saved[8 + suit]
    t.held = held
    return cost
