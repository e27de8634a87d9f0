"""A search in plain Python that shares nothing with the kernels, for positions with few cards left."""

import random

from freecell_pools.solver.game.board import Board, apply_move, legal_moves
from freecell_pools.solver.game.cards import CARDS, SUITS, Card, rank, suit
from freecell_pools.solver.game.positions import is_won
from freecell_pools.solver.game.rules import COLUMNS, Rules
from kernel_positions import Unordered, unordered


def can_be_won(board: Board, rules: Rules, max_states: int) -> bool | None:
    """Try every legal move, depth first; return None when there are more states than allowed."""
    seen: set[Unordered] = {unordered(board)}
    left = [board]
    while left:
        board = left.pop()
        if is_won(board):
            return True
        for move in reversed(legal_moves(board, rules)):
            child = apply_move(board, move, rules)
            key = unordered(child)
            if key not in seen:
                if len(seen) == max_states:
                    return None
                seen.add(key)
                left.append(child)
    return False


def random_ending(randomness: random.Random, rules: Rules, cards_left: int) -> Board:
    """Return a board with so many cards not home, evenly over all columns, and some or all cells filled."""
    levels = [13] * len(SUITS)
    for _ in range(cards_left):
        levels[randomness.choice([s for s in range(len(SUITS)) if levels[s]])] -= 1
    cards = [card for card in range(CARDS) if rank(card) >= levels[suit(card)]]
    randomness.shuffle(cards)
    cells: list[Card | None] = [None] * rules.cells
    for cell in range(randomness.randint(0, rules.cells)):
        cells[cell] = cards.pop()
    columns = tuple(tuple(cards[column::COLUMNS]) for column in range(COLUMNS))
    return Board(columns, tuple(cells), tuple(levels))
