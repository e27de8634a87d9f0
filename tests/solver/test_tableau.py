"""The unpacked position changed in place: after each change it is as if filled anew."""

from itertools import pairwise

import numpy as np
import pytest
from freecell_pools.solver.autoplay import take_home
from freecell_pools.solver.board import COLUMN_NAMES, FOUNDATION, Board, apply_move, legal_moves
from freecell_pools.solver.cards import CARDS
from freecell_pools.solver.rules import PRESETS, Rules
from freecell_pools.solver.state import CELL
from freecell_pools.solver.tableau import IN_CELL, append, continues, lift, shift
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from kernel_positions import (
    card_and_place,
    changes_nothing,
    facts,
    fill_from,
    new_kit,
    searchable_rules,
    weight_vectors,
)
from kernel_settings import FEW
from positions_strategy import Playout, playouts, positions


@settings(max_examples=FEW)
@given(playouts(searchable_rules()), weight_vectors())
def test_moves_in_place(playout: Playout, weights: np.ndarray) -> None:
    """Play a whole game in place; the reference names the first empty column too, so columns keep their order.

    A column that moves into an empty one as a whole is left where it is: the search makes no such move.
    """
    rules, board = playout.rules, playout.start
    kit, fresh = new_kit(rules, weights), new_kit(rules, weights)
    fill_from(kit, board)
    for move in playout.moves:
        card, place = card_and_place(board, move, rules)
        if move.target == FOUNDATION:
            take_home(kit.tableau, card)
        elif changes_nothing(board, move):
            fill_from(kit, apply_move(board, move, rules))
        else:
            column, count = shift(kit.tableau, kit.root, weights, card, place)
            assert count == move.cards
            assert place == CELL or COLUMN_NAMES[column] == move.target
        board = apply_move(board, move, rules)
        fill_from(fresh, board)
        assert facts(kit.tableau) == facts(fresh.tableau)


@settings(max_examples=FEW)
@given(positions(searchable_rules()), weight_vectors())
def test_every_move_in_place(position: tuple[Board, Rules], weights: np.ndarray) -> None:
    board, rules = position
    kit, fresh = new_kit(rules, weights), new_kit(rules, weights)
    for move in legal_moves(board, rules):
        if move.target != FOUNDATION and not changes_nothing(board, move):
            fill_from(kit, board)
            shift(kit.tableau, kit.root, weights, *card_and_place(board, move, rules))
            fill_from(fresh, apply_move(board, move, rules))
            assert facts(kit.tableau) == facts(fresh.tableau)


@settings(max_examples=FEW)
@given(positions(searchable_rules()), weight_vectors(), st.integers(0, 7), st.integers(1, 13))
def test_lift_and_append(position: tuple[Board, Rules], weights: np.ndarray, column: int, count: int) -> None:
    """Cards taken off and put back, one by one, leave everything as it was."""
    board, rules = position
    assume(len(board.columns[column]) >= count)
    kit = new_kit(rules, weights)
    fill_from(kit, board)
    before = facts(kit.tableau)
    lift(kit.tableau, column, count)
    lifted = facts(kit.tableau)
    assert lifted["card"][column] == list(board.columns[column][:-count])
    assert lifted["below"][column] == sum(1 << card for card in board.columns[column][:-count])
    for card in board.columns[column][-count:]:
        append(kit.tableau, kit.root, weights, column, card)
    assert facts(kit.tableau) == before


@settings(max_examples=FEW)
@given(positions(searchable_rules()))
def test_what_a_tableau_knows_of_runs(position: tuple[Board, Rules]) -> None:
    board, rules = position
    kit = new_kit(rules)
    fill_from(kit, board)
    runs = facts(kit.tableau)["run"]
    for column, lengths in zip(board.columns, runs, strict=True):
        for index, length in enumerate(lengths):
            run = column[index + 1 - length : index + 1]
            assert all(rules.may_build(upper, lower) for lower, upper in pairwise(run))
            assert length == index + 1 or not rules.may_build(run[0], column[index - length])


@pytest.mark.parametrize("name", ["freecell", "bakers-game"])
def test_continues_is_the_rule(name: str) -> None:
    root = new_kit(PRESETS[name]).root
    for card in range(CARDS):
        for under in range(CARDS):
            assert continues(root, card, under) == PRESETS[name].may_build(card, under)


def test_cards_in_cells() -> None:
    kit = new_kit(PRESETS["freecell"])
    fill_from(kit, Board(((51, 7), *((),) * 7), (None, 6, None, 5), (2, 1, 1, 1)))
    assert (kit.tableau.held, int(kit.tableau.cells)) == (2, 1 << 6 | 1 << 5)
    shift(kit.tableau, kit.root, kit.weights, 7, int(CELL))
    assert (kit.tableau.held, int(kit.tableau.cells)) == (3, 0b111 << 5)
    assert kit.tableau.where[7] == IN_CELL
