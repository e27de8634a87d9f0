"""The packed state: where each card is, three bits a card, in three 64-bit words.

In any position a card is at one of six places, so three bits say which. They stand in three planes: word 0 holds
the lowest bit of every card's place, word 1 the middle one, word 2 the highest; card c is bit c of each word.

    word 2   word 1   word 0      place of card c
    bit c    bit c    bit c
      0        0        0         DEALT  on the card it lay on in the root position
      0        0        1         ON_A   on the first card that it may be built on
      0        1        0         ON_B   on the second card that it may be built on
      0        1        1         BASE   the deepest card of a column
      1        0        0         CELL   in a cell
      1        0        1         HOME   on its foundation
    bits 52..63 of each word are 0

The order of columns and of cells does not show: positions that differ in it only are one state, and equal states
are equal words. A card whose root parent is one of the two it may be built on is packed as ON_A or
ON_B, never as DEALT, so that one place has one code. Moving a run changes the code of its deepest card only.

Only this file shifts these bits.
"""

import numpy as np
from freecell_pools.solver.compiling.arrays import Int, Word
from freecell_pools.solver.compiling.jit import kernel
from freecell_pools.solver.game.cards import CARDS, suit
from freecell_pools.solver.game.rules import Rules

DEALT, ON_A, ON_B, BASE, CELL, HOME = (np.int64(place) for place in range(6))

NO_CARD = 63
"""Stands for "no such card" in the tables of parents; tables by card have 64 entries so that it may index them."""

SUIT_CARDS = np.array([sum(1 << card for card in range(s, CARDS, 4)) for s in range(4)], np.uint64)

_HASH_0 = np.uint64(0x9E3779B97F4A7C15)
_HASH_1 = np.uint64(0xC2B2AE3D27D4EB4F)
_HASH_2 = np.uint64(0xD6E8FEB86659FD93)
_HASH_MIX = np.uint64(0xFF51AFD7ED558CCD)
_SHIFT = np.uint64(32)
_ONE = np.uint64(1)
_ALL = np.uint64((1 << CARDS) - 1)


def parents(rules: Rules) -> np.ndarray:
    """Return the cards that each card may be built on: uint8[2, 64], first and second, NO_CARD where none.

    They are ordered by how their suit differs from the card's, so that of the two cards that may be built on a
    given card one takes it as its first parent and the other as its second.
    """
    table = np.full((2, 64), NO_CARD, np.uint8)
    for card in range(CARDS):
        targets = [target for target in range(CARDS) if rules.may_build(card, target)]
        for side, target in enumerate(sorted(targets, key=lambda target: suit(target) ^ suit(card))):
            table[side, card] = target
    return table


@kernel
def place_of(k0: Word, k1: Word, k2: Word, card: Int) -> Int:
    """Return the place of a card in a state."""
    c = np.uint64(card)
    return np.int64(((k0 >> c) & _ONE) | (((k1 >> c) & _ONE) << _ONE) | (((k2 >> c) & _ONE) << np.uint64(2)))


@kernel
def with_place(k0: Word, k1: Word, k2: Word, card: Int, place: Int) -> tuple[Word, Word, Word]:
    """Return the three words of the state with a card put at another place."""
    c = np.uint64(card)
    p = np.uint64(place)
    bit = _ONE << c
    keep = ~bit
    return (
        (k0 & keep) | ((p & _ONE) << c),
        (k1 & keep) | (((p >> _ONE) & _ONE) << c),
        (k2 & keep) | ((p >> np.uint64(2)) << c),
    )


@kernel
def masks(k0: Word, k1: Word, k2: Word) -> tuple[Word, Word, Word, Word, Word, Word]:
    """Return the sets of cards at each place: DEALT, ON_A, ON_B, BASE, CELL, HOME."""
    low = ~k2
    return _ALL & ~(k0 | k1 | k2), k0 & ~k1 & low, k1 & ~k0 & low, k0 & k1, k2 & ~k0, k2 & k0


@kernel
def hash_of(k0: Word, k1: Word, k2: Word) -> Int:
    """Return a 64-bit hash of a state, good in all its bits."""
    mixed = (k0 * _HASH_0) ^ (k1 * _HASH_1) ^ (k2 * _HASH_2)
    mixed ^= mixed >> _SHIFT
    mixed *= _HASH_MIX
    return mixed ^ (mixed >> _SHIFT)


@kernel
def all_home(k0: Word, k1: Word, k2: Word) -> bool:
    """Tell whether every card is on its foundation."""
    return bool((k0 & ~k1 & k2) == _ALL)
