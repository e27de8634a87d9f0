"""Boards to show a rule by: along solutions, in random games, and made at random; the same ones each time."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from freecell_pools.solver.game.board import Board, apply_move, legal_moves
from freecell_pools.solver.game.cards import CARDS, RANKS, SUITS, rank, suit
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.rules import COLUMNS, PRESETS, Rules
from freecell_pools.solver.game.solution import parse_solution

Named = tuple[str, Rules, Board]

MIDGAME_EVERY = 15
SOLUTIONS = Path(__file__).with_name("solutions.txt")
ALL_HOME: Named = ("all cards home", Rules(), Board(((),) * COLUMNS, (None,) * 4, (len(RANKS),) * len(SUITS)))


class Solved(NamedTuple):
    """A line of ``solutions.txt``."""

    name: str
    rules: Rules
    deal: int
    solution: str


def solved_deals() -> list[Solved]:
    """Read ``solutions.txt``."""
    solved = []
    for line in SOLUTIONS.read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            preset, cells, deal, solution = line.split()
            name = f"{preset}, {cells} cells, deal {deal}"
            solved.append(Solved(name, replace(PRESETS[preset], cells=int(cells)), int(deal), solution))
    return solved


def along_solutions() -> Iterator[Named]:
    """Yield positions of the solved deals, first the deal itself, last the position before the last moves."""
    for name, rules, deal, solution in solved_deals():
        board = deal_board(deal, rules)
        for made, move in enumerate(parse_solution(board, solution, rules)):
            if made % MIDGAME_EVERY == 0:
                yield f"{name}, after {made} moves", rules, board
            board = apply_move(board, move, rules)


def random_board(seed: int, rules: Rules) -> Board:
    """Return a board in mid-game, not surely reachable: runs, one to three empty columns, at most two cells in use."""
    random = Random(seed).random  # the only method whose numbers are promised to stay the same
    levels = tuple(int(random() * 6) for _ in SUITS)
    cards = [card for card in range(CARDS) if rank(card) >= levels[suit(card)]]
    cards.sort(key=lambda card: random())
    held = min(rules.cells, int(random() * 3))
    filled = sorted(range(COLUMNS), key=lambda column: random())[: COLUMNS - 1 - int(random() * 3)]
    columns: list[tuple[int, ...]] = [()] * COLUMNS
    for card in sorted(cards[held:], key=lambda card: rank(card) + 4 * random(), reverse=True):
        fitting = [c for c in filled if columns[c] and rules.may_build(card, columns[c][-1])] or filled
        columns[fitting[int(random() * len(fitting))]] += (card,)
    return Board(tuple(columns), (*(None,) * (rules.cells - held), *cards[:held]), levels)


def late_board(seed: int, rules: Rules) -> Board:
    """Return a board, not surely reachable, in which no card lies on a lower one."""
    random = Random(seed).random
    levels = tuple(5 + int(random() * 7) for _ in SUITS)
    cards = [card for card in range(CARDS) if rank(card) >= levels[suit(card)]]
    cards.sort(key=lambda card: random())
    held = min(rules.cells, int(random() * 4))
    columns: list[tuple[int, ...]] = [()] * COLUMNS
    for card in sorted(cards[held:], key=rank, reverse=True):
        columns[int(random() * COLUMNS)] += (card,)
    return Board(tuple(columns), (*cards[:held], *(None,) * (rules.cells - held)), levels)


def random_boards(name: str, rules: Rules, number: int, wanted: Callable[[Board, Rules], bool]) -> Iterator[Named]:
    """Yield the first random boards that are wanted."""
    seeds = (seed for seed in count(1) if wanted(random_board(seed, rules), rules))
    for seed in islice(seeds, number):
        yield f"{name}, random board {seed}", rules, random_board(seed, rules)


def play_until_stuck(seed: int, deal: int, rules: Rules) -> list[Board]:
    """Return the boards of a random game, until it is won, no move is left or 300 moves are made."""
    random = Random(seed).random
    boards = [deal_board(deal, rules)]
    while len(boards) <= 300 and (moves := legal_moves(boards[-1], rules)):
        boards.append(apply_move(boards[-1], moves[int(random() * len(moves))], rules))
    return boards
