"""Cards as small integers.

A card is ``rank * 4 + suit``, 0..51. Ranks run from 0 (ace) to 12 (king). Suits are numbered in the order
clubs, diamonds, spades, hearts, so that the colour is the lowest bit (0 black, 1 red) and the cards that a
card may be built on in alternating colours are ``card + 4`` with the suit changed by ``^ 1`` and ``^ 3``.
"""

from typing import TypeAlias

Card: TypeAlias = int
Suit: TypeAlias = int

RANKS = "A23456789TJQK"
SUITS = "CDSH"
CARDS = 52
KING = 12
FIRST_KING = 4 * KING


def rank(card: Card) -> int:
    """Return the rank of a card, 0 (ace) to 12 (king)."""
    return card >> 2


def suit(card: Card) -> Suit:
    """Return the suit of a card: 0 clubs, 1 diamonds, 2 spades, 3 hearts."""
    return card & 3


def colour(card: Card) -> int:
    """Return 0 for a black card, 1 for a red one."""
    return card & 1


def card_name(card: Card) -> str:
    """Return the name of a card, rank then suit.

    >>> card_name(0), card_name(51), card_name(38)
    ('AC', 'KH', 'TS')
    """
    return RANKS[card >> 2] + SUITS[card & 3]


def card_from_name(name: str) -> Card:
    """Return the card with this name; ``T`` or ``10``, either case.

    Raises ``ValueError`` when the name is not a card's.

    >>> card_from_name("10s"), card_from_name("KH")
    (38, 51)
    """
    text = name.upper()
    if text.startswith("10"):
        text = "T" + text[2:]
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS:
        raise ValueError(f"{name!r} is not a card")
    return RANKS.index(text[0]) * 4 + SUITS.index(text[1])
