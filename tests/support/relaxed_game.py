"""The relaxed game of `twins` on plain boards: the reference engine, and twins that change places."""

import random
from itertools import pairwise
from typing import TypeAlias

from freecell_pools.solver.game.board import Board, apply_move, homeward_moves, legal_moves
from freecell_pools.solver.game.cards import CARDS, SUITS, Card, rank, suit
from freecell_pools.solver.game.positions import is_won
from freecell_pools.solver.game.rules import COLUMNS, Rules

Facts: TypeAlias = tuple[frozenset[tuple[Card, Card]], tuple[int, ...]]
Key: TypeAlias = tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...], tuple[int, ...]]


def exchanged(board: Board, first: Card) -> Board:
    """Return the board with a card and its twin in each other's places."""
    other = {first: first + 2, first + 2: first}
    columns = tuple(tuple(other.get(card, card) for card in column) for column in board.columns)
    cells = tuple(card if card is None else other.get(card, card) for card in board.cells)
    return Board(columns, cells, board.foundations)


def fixed_facts(board: Board, rules: Rules) -> Facts:
    """Return what no reversible move changes: which cards lie on what they may not be built on, and those home."""
    pairs = (pair for column in board.columns for pair in pairwise(column))
    return frozenset(pair for pair in pairs if not rules.may_build(pair[1], pair[0])), board.foundations


def loose_firsts(board: Board, rules: Rules, changing: set[Card]) -> list[Card]:
    """Return the first of each two twins, of those given by their first, that may change places on a board."""
    dealt, levels = fixed_facts(board, rules)
    fixed = {card for pair in dealt for card in pair} | {
        card for card in range(CARDS) if levels[suit(card)] > rank(card)
    }
    return [first for first in sorted(changing) if not {first, first + 2} & fixed]


def relaxed_positions(
    board: Board, rules: Rules, changing: set[Card], most: int, *, collects: bool
) -> list[Board] | None:
    """Return what can be reached in the relaxed game, up to the first board that is won; None for more than `most`.

    One board stands for all ways to place the twins. `changing` are the twins that may ever change places, given by
    the first of each two; `collects` sends safe cards home after each move.
    """
    found: dict[Key, Board] = {}
    left = [board]
    while left:
        position = left.pop()
        if collects:
            position = _collected(position, changing)
        loose = loose_firsts(position, rules, changing)
        key = _without_twins(position, loose)
        if key in found:
            continue
        if len(found) == most:
            return None
        found[key] = position
        if is_won(position):
            break
        left += [apply_move(position, move, rules) for move in legal_moves(position, rules)]
        for first in loose:
            other = exchanged(position, first)
            gone = [apply_move(other, move, rules) for move in homeward_moves(other)]
            left += [after for after in gone if first not in loose_firsts(after, rules, changing)]
    return list(found.values())


def _collected(board: Board, changing: set[Card]) -> Board:
    """Return the board after the cards that are safe in the relaxed game have gone home."""
    for move in homeward_moves(board):
        after = apply_move(board, move, Rules(cells=len(board.cells)))
        which = next(s for s in range(len(SUITS)) if after.foundations[s] > board.foundations[s])
        level = board.foundations[which]
        inert = min(board.foundations[which ^ 1], board.foundations[which ^ 3]) >= level
        still = 4 * level + min(which, which ^ 2) not in changing or board.foundations[which ^ 2] > level
        if level < 2 or (inert and still):
            return _collected(after, changing)
    return board


def _without_twins(board: Board, loose: list[Card]) -> Key:
    """Return a board without the order of its columns and cells, and without telling loose twins apart."""
    names = {first + 2: first for first in loose}
    columns = tuple(sorted(tuple(names.get(card, card) for card in column) for column in board.columns))
    cells = tuple(sorted(names.get(card, card) for card in board.cells if card is not None))
    return columns, cells, board.foundations


def ending_of_twins(randomness: random.Random, rules: Rules) -> Board:
    """Return a board with many loose twins: long runs, low cards under them, uneven foundations.

    Where empty columns take any card there is none, and little else is free: plain Python searches no large spaces.
    """
    tight = rules.empty_column == "any"
    levels = [randomness.randint(0, randomness.choice([3, 3, 12])) for _ in SUITS]
    cards = [card for card in range(CARDS) if rank(card) >= levels[suit(card)]]
    low = [card for card in cards if rank(card) <= 3]
    buried = randomness.sample(low, min(len(low), randomness.randint(8, 12) if tight else randomness.randint(2, 8)))
    rest = [card for card in cards if card not in buried]
    rest.sort(key=lambda card: (-rank(card), randomness.random()))
    for card in buried:
        rest.insert(randomness.randint(0, len(rest) // 2 if tight else len(rest)), card)
    used = list(range(COLUMNS)) if tight else randomness.sample(range(COLUMNS), 6)
    built = randomness.choice([0.5, 0.8, 1.0])
    columns: list[tuple[Card, ...]] = [()] * COLUMNS
    for card in rest:
        fitting = [c for c in used if columns[c] and rules.may_build(card, columns[c][-1])]
        columns[randomness.choice(fitting if fitting and randomness.random() < built else used)] += (card,)
    cells: list[Card | None] = [None] * rules.cells
    for cell in range(rules.cells if tight else randomness.choice([0, rules.cells])):
        column = randomness.choice([c for c in used if columns[c]])
        taken = randomness.randrange(len(columns[column]))
        cells[cell] = columns[column][taken]
        columns[column] = columns[column][:taken] + columns[column][taken + 1 :]
    return Board(tuple(columns), tuple(cells), tuple(levels))
