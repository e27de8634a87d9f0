"""Count legal move sequences with the reference engine and write perft.json.

Run it from anywhere as ``python tests/data/make_perft.py`` when the rules or the way moves are listed change
on purpose, and say so in the commit. The second list has random boards in mid-game under each preset.
"""

import json
import random
from pathlib import Path

from freecell_pools.solver.game.board import Board, apply_move, legal_moves
from freecell_pools.solver.game.board_text import format_board
from freecell_pools.solver.game.cards import CARDS, SUITS, rank, suit
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.rules import COLUMNS, PRESETS, Rules

DEALS = [1, 2, 3, 24, 617, 1941, 11982, 32000, 2**31, 2**33 - 1]
DEPTH = 3
BOARDS_PER_PRESET = 4


def perft(board: Board, rules: Rules, depth: int) -> int:
    """Return the number of legal move sequences of this length."""
    moves = legal_moves(board, rules)
    if depth == 1:
        return len(moves)
    return sum(perft(apply_move(board, move, rules), rules, depth - 1) for move in moves)


def random_board(seed: int, rules: Rules) -> Board:
    """Return a board in mid-game, not surely reachable: runs, one to three empty columns, one or two cells."""
    randomness = random.Random(seed)
    levels = tuple(randomness.randrange(5) for _ in SUITS)
    cards = [card for card in range(CARDS) if rank(card) >= levels[suit(card)]]
    randomness.shuffle(cards)
    held = randomness.randint(1, 2)
    cells = (*cards[:held], *(None,) * (rules.cells - held))
    columns: list[tuple[int, ...]] = [()] * COLUMNS
    filled = randomness.sample(range(COLUMNS), randomness.randint(COLUMNS - 3, COLUMNS - 1))
    for card in sorted(cards[held:], key=lambda card: rank(card) + randomness.randrange(4), reverse=True):
        fitting = [c for c in filled if columns[c] and rules.may_build(card, columns[c][-1])]
        columns[randomness.choice(fitting or filled)] += (card,)
    return Board(tuple(columns), cells, levels)


def main() -> None:
    def counts(board: Board, rules: Rules) -> list[int]:
        return [perft(board, rules, depth) for depth in range(1, DEPTH + 1)]

    deals = [{"deal": number, "counts": counts(deal_board(number), Rules())} for number in DEALS]
    boards = []
    for name, rules in PRESETS.items():
        for seed in range(BOARDS_PER_PRESET):
            board = random_board(seed, rules)
            boards.append({"rules": name, "board": format_board(board).splitlines(), "counts": counts(board, rules)})
    text = json.dumps({"deals": deals, "boards": boards}, indent=1) + "\n"
    Path(__file__).with_name("perft.json").write_text(text)


if __name__ == "__main__":
    main()
