"""Positions late in the game, as text."""

from freecell_pools.solver.game.board import Board
from freecell_pools.solver.game.board_text import format_board
from freecell_pools.solver.game.cards import CARDS, colour, rank

WON = "Foundations: H-K C-K D-K S-K\n"

# The finish is certain, and five cards at once may go into the empty columns.
MID_GAME = """\
Foundations: H-7 C-7 D-7 S-7
Freecells: - 8S - -
: 8D 8C 8H
: KH QS JH TS 9H
: KD QC JD TC 9D
: KS QH JS TH 9S
: KC QD JC TD 9C
:
:
:
"""

# All that lie free are black and no aces, and the cells are full of twos.
_FREE = [card for card in range(CARDS) if colour(card) == 0 and rank(card) > 8]
_TWOS = [card for card in range(CARDS) if rank(card) == 1]
_COVERED = [card for card in range(CARDS) if card not in _FREE + _TWOS]
STUCK = format_board(Board(tuple((*_COVERED[column::8], _FREE[column]) for column in range(8)), tuple(_TWOS)))
