"""The numbered deals: Microsoft's 1..32000, continued to 2^33 - 1 as in FreeCell Pro.

A linear congruential generator, x <- x * 214013 + 2531011 modulo 2^32, is seeded with the number (less 2^32
from 2^32 on). Each step takes a random value from its upper half, in one of three ways:

    number < 2^31    (x >> 16) & 0x7fff
    number < 2^32    the same | 0x8000
    else             ((x >> 16) & 0xffff) + 1

It picks one of the cards that remain; the last of them fills the gap. The deck begins in the order
AC AD AH AS 2C ..., and the cards go row by row onto the eight columns.
"""

from collections.abc import Iterator
from numbers import Integral

from .board import Board
from .cards import CARDS, Card
from .rules import COLUMNS, Rules

FIRST_DEAL = 1
LAST_DEAL = 2**33 - 1

# Microsoft orders the suits clubs, diamonds, hearts, spades; `cards` has spades before hearts.
_DECK = tuple(4 * (j // 4) + (0, 1, 3, 2)[j % 4] for j in range(CARDS))


def deal_cards(number: int) -> tuple[Card, ...]:
    """Return the 52 cards of a deal in dealing order.

    Raises `ValueError` when there is no deal with this number.

    >>> from freecell_pools.solver.game.cards import card_name
    >>> " ".join(card_name(card) for card in deal_cards(1)[:8])
    'JD 2D 9H JC 5D 7H 7C 5H'
    """
    number = check_deal_number(number)
    deck = list(_DECK)
    dealt = []
    for value in _random_values(number):
        pick = value % len(deck)
        deck[pick], deck[-1] = deck[-1], deck[pick]
        dealt.append(deck.pop())
        if not deck:
            break
    return tuple(dealt)


def deal_board(number: int, rules: Rules = Rules()) -> Board:  # noqa: B008 - frozen
    """Return the board a game of this number begins with.

    Raises `ValueError` when there is no deal with this number.
    """
    cards = deal_cards(number)
    return Board(tuple(cards[column::COLUMNS] for column in range(COLUMNS)), (None,) * rules.cells)


def check_deal_number(number: int) -> int:
    """Return the number as a plain int, numpy's integers too; raise `ValueError` when it is no deal's."""
    # A plain int first: the general question takes ten times as long.
    whole = type(number) is int or (isinstance(number, Integral) and not isinstance(number, bool))
    if not whole or not FIRST_DEAL <= number <= LAST_DEAL:
        raise ValueError(f"{number!r} is not a deal number, an integer in {FIRST_DEAL}..{LAST_DEAL}")
    return int(number)


def _random_values(number: int) -> Iterator[int]:
    x = number % 2**32
    while True:
        x = (x * 214013 + 2531011) % 2**32
        if number < 2**31:
            yield (x >> 16) & 0x7FFF
        elif number < 2**32:
            yield (x >> 16) & 0x7FFF | 0x8000
        else:
            yield ((x >> 16) & 0xFFFF) + 1
