"""Under any combination of rules the JavaScript reader says of a position what the reference engine says."""

from dataclasses import asdict
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

from browser import call_module
from freecell_pools.solver.game.board import Board, apply_move, legal_moves
from freecell_pools.solver.game.deals import LAST_DEAL, deal_board
from freecell_pools.solver.game.facts import inspect
from freecell_pools.solver.game.rules import CHOICES, MAX_CELLS, Rules
from freecell_pools.solver.game.solution import format_move

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHECKS = "/tests/pools/web/inspect_boards.js"
COMBINATIONS = [
    Rules(cells, *values)  # type: ignore[arg-type]
    for cells, *values in product(range(MAX_CELLS + 1), *CHOICES.values(), (False, True))
]


def random_position(randomness: Random, rules: Rules) -> Board:
    """Return a position after some random moves, those to the foundations first every other time."""
    board = deal_board(randomness.randint(1, LAST_DEAL), rules)
    for _ in range(randomness.randint(0, 150)):
        moves = legal_moves(board, rules)
        if not moves:
            break
        board = apply_move(board, moves[0] if randomness.random() < 0.5 else randomness.choice(moves), rules)
    return board


def expected(board: Board, rules: Rules) -> dict[str, Any]:
    facts = inspect(board, rules)._asdict()
    del facts["safe_cards"]
    for name in ("legal_moves", "safe_moves", "finishing_moves"):
        facts[name] = [format_move(board, move) for move in facts[name]]
    return facts


def test_positions_under_all_combinations_of_rules(page: "Page") -> None:
    randomness = Random(5)
    positions = [(random_position(randomness, rules), rules) for rules in COMBINATIONS for _ in range(4)]
    given = [{"rules": asdict(rules), "board": asdict(board)} for board, rules in positions]
    found = call_module(page, CHECKS, "inspectAll", given)
    assert found == [expected(board, rules) for board, rules in positions]
    # Nothing of this holds for all positions or for none.
    for name in ("finish_is_certain", "no_move_left"):
        assert {facts[name] for facts in found} == {False, True}
    assert any(facts["safe_moves"] for facts in found)
    assert any(facts["capacity_into_empty"] for facts in found)
