"""Boards that ask how many cards move at once: as many as may, and one more, with each room for them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from freecell_pools.solver.game.board import Board
from freecell_pools.solver.game.cards import CARDS, KING
from freecell_pools.solver.game.rules import COLUMNS, PRESETS, Rules

MOST_EMPTY = 3


class RunBoard(NamedTuple):
    """A board whose first column is a run; the second has the card that takes it, or is empty where a king leads it.

    Attributes:
        board: the board, all cards on it.
        rules: the rules.
        cards: how many cards the run has.
        most: how many may move, by the formula: (empty cells + 1) · 2^(empty columns that are only passed through).
    """

    board: Board
    rules: Rules
    cards: int
    most: int


def run_boards(rules: Rules) -> Iterator[RunBoard]:
    """Yield some boards for each number of empty cells and columns."""
    suits = (0, 0) if rules.build == "same-suit" else (0, 1)
    for empty_cells in range(rules.cells + 1):
        for empty_columns in range(MOST_EMPTY + 1):
            for into_empty in (False, True):
                deepest = KING if into_empty else KING - 1
                passed = empty_columns - into_empty
                if passed < 0:
                    continue
                most = CARDS if rules.run_move == "unlimited" else empty_cells + 1
                if rules.empty_column == "any" and rules.run_move == "capacity":
                    most *= 2**passed
                longest = deepest + 1
                for cards in sorted({1, min(most, longest), min(most + 1, longest), longest}):
                    run = tuple(4 * (deepest - i) + suits[i % 2] for i in range(cards))
                    second = () if into_empty else (4 * KING + suits[1],)
                    rest = [card for card in range(CARDS) if card not in run + second]
                    held = [rest.pop() for _ in range(rules.cells - empty_cells)]
                    filled = COLUMNS - 2 - empty_columns + into_empty
                    columns = [run, second, *(tuple(rest[i::filled]) for i in range(filled))]
                    columns += [()] * (COLUMNS - len(columns))
                    cells = (*held, *(None,) * empty_cells)
                    yield RunBoard(Board(tuple(columns), cells, (0,) * 4), rules, cards, most)


GAMES = [
    *PRESETS.values(),
    *(replace(PRESETS[name], cells=cells) for name in ("freecell", "bakers-game", "kings-only") for cells in (0, 1, 7)),
]
"""Games with each rule that such moves depend on."""
