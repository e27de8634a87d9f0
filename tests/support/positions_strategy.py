"""Hypothesis strategies for rules, boards and playouts, shared by the tests of all rooms."""

import random
from typing import NamedTuple

from freecell_pools.solver.game.board import Board, Move, apply_move, legal_moves
from freecell_pools.solver.game.cards import CARDS, SUITS, Card, rank, suit
from freecell_pools.solver.game.deals import FIRST_DEAL, LAST_DEAL, deal_board
from freecell_pools.solver.game.rules import CHOICES, COLUMNS, MAX_CELLS, PRESETS, Rules
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy


class Playout(NamedTuple):
    """A game from some position on: where it starts, the legal moves made, where it ends."""

    start: Board
    rules: Rules
    moves: list[Move]
    end: Board


def any_rules() -> SearchStrategy[Rules]:
    """Draw a preset, or any combination of the rules."""
    return st.sampled_from(list(PRESETS.values())) | st.builds(
        Rules,
        cells=st.integers(0, MAX_CELLS),
        foundation_return=st.booleans(),
        **{name: st.sampled_from(values) for name, values in CHOICES.items()},
    )


def deal_numbers() -> SearchStrategy[int]:
    """Draw a deal number, small ones more often."""
    return st.integers(FIRST_DEAL, 32000) | st.integers(FIRST_DEAL, LAST_DEAL)


@st.composite
def boards(draw: st.DrawFn, rules: Rules, ordered: SearchStrategy[bool] = st.booleans()) -> Board:  # noqa: B008
    """Draw a board that need not be reachable: some cards home, some columns left empty, runs likely.

    In an ordered board no card lies on one of lower rank.
    """
    randomness = random.Random(draw(st.integers(0, 2**32 - 1)))
    levels = [draw(st.integers(0, 13)) for _ in SUITS]
    cards = [card for card in range(CARDS) if rank(card) >= levels[suit(card)]]
    randomness.shuffle(cards)
    if draw(ordered):
        cards.sort(key=rank, reverse=True)
    cells: list[Card | None] = [None] * rules.cells
    for cell in range(min(rules.cells, draw(st.integers(0, rules.cells)), len(cards))):
        cells[cell] = cards.pop(randomness.randrange(len(cards)))
    randomness.shuffle(cells)
    open_columns = randomness.sample(range(COLUMNS), draw(st.integers(1, COLUMNS)))
    columns: list[tuple[Card, ...]] = [()] * COLUMNS
    for card in cards:
        fitting = [c for c in open_columns if columns[c] and rules.may_build(card, columns[c][-1])]
        columns[randomness.choice(fitting or open_columns)] += (card,)
    return Board(tuple(columns), tuple(cells), tuple(levels))


@st.composite
def playouts(
    draw: st.DrawFn,
    rules: SearchStrategy[Rules] = any_rules(),  # noqa: B008
    max_moves: int = 40,
) -> Playout:
    """Draw random legal moves from the start of a deal or from any board."""
    chosen = draw(rules)
    start = draw(deal_numbers().map(lambda number: deal_board(number, chosen)) | boards(chosen))
    board, moves = start, []
    for choice in draw(st.lists(st.integers(0, 2**16), max_size=max_moves)):
        legal = legal_moves(board, chosen)
        if not legal:
            break
        moves.append(legal[choice % len(legal)])
        board = apply_move(board, moves[-1], chosen)
    return Playout(start, chosen, moves, board)


def positions(
    rules: SearchStrategy[Rules] = any_rules(),  # noqa: B008
    max_moves: int = 40,
) -> SearchStrategy[tuple[Board, Rules]]:
    """Draw a board and the rules it is played by."""
    return playouts(rules, max_moves).map(lambda playout: (playout.end, playout.rules))
