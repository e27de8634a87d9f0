"""Positions between the reference engine and the kernels, and strategies for what the search knows."""

import random
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from freecell_pools.solver.game.board import (
    CELL_NAMES,
    COLUMN_NAMES,
    FOUNDATION,
    Board,
    Move,
    apply_move,
    legal_moves,
    moved_cards,
    place_index,
    run_length,
)
from freecell_pools.solver.game.cards import CARDS, SUITS, rank, suit
from freecell_pools.solver.game.positions import safe_autoplay
from freecell_pools.solver.game.rules import COLUMNS, Rules
from freecell_pools.solver.search import weights as w
from freecell_pools.solver.search.evaluate import position_cost
from freecell_pools.solver.search.moves import CHILDREN, SENDS_HOME, generate
from freecell_pools.solver.search.root import LAYOUT, fill_layout, new_record, new_root, pack
from freecell_pools.solver.search.state import BASE, CELL, DEALT, HOME, NO_CARD, ON_A, ON_B, with_place
from freecell_pools.solver.search.tableau import AT_HOME, IN_CELL, TABLEAU, fill, unpack
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

State: TypeAlias = tuple[np.uint64, np.uint64, np.uint64]
Unordered: TypeAlias = tuple[tuple[tuple[int, ...], ...], frozenset[int], tuple[int, ...]]
# Each suit's low half, and its high half, a column each with the highest on top: no card moves or goes home.
STUCK = tuple(tuple(range(4 * low + suit, 4 * high + suit, 4)) for low, high in ((0, 6), (6, 13)) for suit in range(4))
NO_WEIGHTS = np.zeros(w.SIZE, np.int64)


class Kit(NamedTuple):
    """The records that kernels work on, with the rules and weights they work by."""

    rules: Rules
    weights: np.ndarray
    layout: Any
    root: Any
    tableau: Any
    scratch: Any
    children: Any


class Child(NamedTuple):
    """An entry of the list that `moves.generate` makes."""

    card: int
    place: int
    sends_home: bool
    value: int


def new_kit(rules: Rules, weights: np.ndarray = NO_WEIGHTS) -> Kit:
    scratch, children = new_record(TABLEAU), new_record(CHILDREN)
    return Kit(rules, weights, new_record(LAYOUT), new_root(rules), new_record(TABLEAU), scratch, children)


def weight_vectors() -> SearchStrategy[np.ndarray]:
    """Draw int64[SIZE], weights of either sign, most of them different."""
    return st.integers(0, 2**32 - 1).map(
        lambda seed: np.random.default_rng(seed).integers(-300, 1000, w.SIZE, dtype=np.int64)
    )


def words(state: tuple[int, int, int]) -> State:
    """Return a state with the types that kernels take; a kernel returns plain ints."""
    k0, k1, k2 = state
    return np.uint64(k0), np.uint64(k1), np.uint64(k2)


def pack_root(kit: Kit, board: Board) -> State:
    """Make a board the root position and return its state."""
    fill_layout(kit.layout, board)
    return words(pack(kit.layout, kit.root))


def fill_from(kit: Kit, board: Board) -> None:
    """Fill the tableau from a board, its columns in their order."""
    fill_layout(kit.layout, board)
    fill(kit.layout, kit.tableau, kit.root)


def unpack_state(kit: Kit, state: State) -> Board:
    """Fill the tableau from a state and return the board it shows."""
    unpack(*state, kit.tableau, kit.root)
    return read_tableau(kit.tableau)


def read_tableau(tableau: Any) -> Board:
    """Return what a tableau shows by `column`, `index` and `wanted`; the cells in the order of their cards."""
    places = tableau.column.tolist()
    columns = []
    for column in range(COLUMNS):
        cards = sorted((card for card in range(CARDS) if places[card] == column), key=lambda card: tableau.index[card])
        assert [int(tableau.index[card]) for card in cards] == list(range(len(cards)))
        columns.append(tuple(cards))
    cells = tuple(card for card in range(CARDS) if places[card] == IN_CELL)
    wanted = sorted((suit(card), rank(card)) for card in cards_of(tableau.wanted))
    assert [which for which, _ in wanted] == list(range(len(SUITS)))
    return Board(tuple(columns), cells, tuple(level for _, level in wanted))


def cards_of(cards: int) -> list[int]:
    """Return the members of a set of cards."""
    return [card for card in range(64) if int(cards) >> card & 1]


def facts(tableau: Any) -> dict[str, Any]:
    """Return all that a tableau holds, without what is left over of cards that are in no column."""
    lying = [card for card in range(CARDS) if tableau.column[card] < COLUMNS]
    return {
        "run": [cards_of(run) for run in tableau.run],
        "cells": cards_of(tableau.cells),
        "wanted": cards_of(tableau.wanted),
        "column": tableau.column.tolist(),
        "under": {card: int(tableau.under[card]) for card in lying},
        "index": {card: int(tableau.index[card]) for card in lying},
    }


def expected_facts(board: Board, rules: Rules) -> dict[str, Any]:
    """Return what a tableau that shows a board should hold, as `facts` gives it."""
    column_of = [AT_HOME] * 64
    under, index_of = {}, {}
    for column, cards in enumerate(board.columns):
        for index, card in enumerate(cards):
            column_of[card], index_of[card] = column, index
            under[card] = cards[index - 1] if index else NO_CARD
    held = [card for card in board.cells if card is not None]
    for card in held:
        column_of[card] = IN_CELL
    return {
        "run": [sorted(cards[len(cards) - run_length(cards, rules) :]) for cards in board.columns],
        "cells": sorted(held),
        "wanted": sorted(4 * level + which for which, level in enumerate(board.foundations)),
        "column": column_of,
        "under": dict(sorted(under.items())),
        "index": dict(sorted(index_of.items())),
    }


def unordered(board: Board) -> Unordered:
    """Return a board without the order of its columns and cells: equal for equal states."""
    columns = tuple(sorted(column for column in board.columns if column))
    return columns, frozenset(card for card in board.cells if card is not None), board.foundations


def shuffled(board: Board, seed: int) -> Board:
    """Return the same position with its columns and cells in another order."""
    randomness = random.Random(seed)
    columns, cells = list(board.columns), list(board.cells)
    randomness.shuffle(columns)
    randomness.shuffle(cells)
    return Board(tuple(columns), tuple(cells), board.foundations)


def expected_place(board: Board, card: int, root: Board, rules: Rules) -> int:
    """Return the place of a card on a board that was reached from the root, by the table in `state`."""
    if board.foundations[suit(card)] > rank(card):
        return int(HOME)
    if card in board.cells:
        return int(CELL)
    below = card_below(board, card)
    if below == NO_CARD:
        return int(BASE)
    if rules.may_build(card, below):
        # Of the two targets, the one whose suit differs least is the first.
        others = [c for c in range(CARDS) if rules.may_build(card, c)]
        return int(ON_A if (suit(card) ^ suit(below)) == min(suit(card) ^ suit(c) for c in others) else ON_B)
    assert card_below(root, card) == below
    return int(DEALT)


def card_below(board: Board, card: int) -> int:
    """Return the card under a card of a column, NO_CARD where none."""
    column = next(column for column in board.columns if card in column)
    index = column.index(card)
    return column[index - 1] if index else NO_CARD


def expected_state(board: Board, root: Board, rules: Rules) -> State:
    """Return the words of a board's state, found card by card."""
    planes = [0, 0, 0]
    for card in range(CARDS):
        place = expected_place(board, card, root, rules)
        for plane in range(3):
            planes[plane] |= (place >> plane & 1) << card
    return words((planes[0], planes[1], planes[2]))


def card_and_place(board: Board, move: Move, rules: Rules) -> tuple[int, int]:
    """Return the deepest card that a legal move takes, and the place it gets in the state."""
    card = moved_cards(board, move)[0]
    if move.target == FOUNDATION:
        return card, int(HOME)
    if move.target in CELL_NAMES:
        return card, int(CELL)
    onto = board.columns[COLUMN_NAMES.index(move.target)]
    if not onto:
        return card, int(BASE)
    assert rules.may_build(card, onto[-1])
    # In suit the only target is the first; else of the two suits of the other colour that nearer by `^`.
    return card, int(ON_B if suit(card) ^ suit(onto[-1]) == 3 else ON_A)


def changes_nothing(board: Board, move: Move) -> bool:
    """Tell whether a move takes a whole column into an empty one."""
    source, target = place_index(COLUMN_NAMES, move.source), place_index(COLUMN_NAMES, move.target)
    if source is None or target is None or board.columns[target]:
        return False
    return len(board.columns[source]) == move.cards


def takes_apart(board: Board, child: Child, rules: Rules) -> bool:
    """Tell whether a child moves part of a sequence onto a column and sends nothing home."""
    if child.place not in (ON_A, ON_B) or child.sends_home or child.card in board.cells:
        return False
    below = card_below(board, child.card)
    return below != NO_CARD and rules.may_build(child.card, below)


def put(state: State, card: int, place: int) -> State:
    return words(with_place(*state, card, place))


def children_of(kit: Kit, *, greedy: bool, full: bool, last: int = NO_CARD, base: int | None = None) -> list[Child]:
    """Return what `generate` lists for what lies on the tableau; `base` is its evaluation if not the true one."""
    if base is None:
        base = position_cost(kit.tableau, kit.root, kit.weights)
    count = generate(kit.tableau, kit.root, kit.weights, np.int64(base), greedy, full, np.int64(last), kit.children)
    moves, values = kit.children.move[:count].tolist(), kit.children.value[:count].tolist()
    return [
        Child(move & 63, move >> 6 & 7, bool(move & SENDS_HOME), value)
        for move, value in zip(moves, values, strict=True)
    ]


def collected(board: Board, rules: Rules, *, greedy: bool) -> Board:
    """Return the board after safe cards, or with `greedy` all that fit, have gone home."""
    if not greedy:
        for move in safe_autoplay(board, rules):
            board = apply_move(board, move, rules)
        return board
    while homeward := [move for move in legal_moves(board, rules) if move.target == FOUNDATION]:
        board = apply_move(board, homeward[0], rules)
    return board
