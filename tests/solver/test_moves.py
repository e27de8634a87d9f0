"""The kernels' moves, values and autoplay against the reference engine."""

import numpy as np
from freecell_pools.solver.autoplay import autoplay
from freecell_pools.solver.board import Board, apply_move, legal_moves
from freecell_pools.solver.evaluate import position_cost
from freecell_pools.solver.moves import capacity
from freecell_pools.solver.positions import safe_autoplay
from freecell_pools.solver.rules import Rules
from freecell_pools.solver.state import HOME
from freecell_pools.solver.tableau import unpack
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_positions import (
    Child,
    Kit,
    State,
    card_and_place,
    changes_nothing,
    children_of,
    collected,
    facts,
    fill_from,
    new_kit,
    pack_root,
    put,
    read_tableau,
    searchable_rules,
    unordered,
    unpack_state,
    weight_vectors,
    words,
)
from kernel_settings import FEW, MANY
from positions_strategy import positions


def settle(kit: Kit, state: State, greedy: bool) -> State:
    """Play home what goes home on the tableau, from a state."""
    unpack(*state, kit.tableau, kit.root, kit.weights)
    return words(autoplay(kit.tableau, kit.root, greedy, *state))


@settings(max_examples=MANY)
@given(positions(searchable_rules()))
def test_all_moves_are_the_reference_engines(position: tuple[Board, Rules]) -> None:
    board, rules = position
    kit = new_kit(rules)
    state = pack_root(kit, board)
    expected = {}
    for move in legal_moves(board, rules):
        if not changes_nothing(board, move):
            expected[card_and_place(board, move, rules)] = unordered(apply_move(board, move, rules))
    fill_from(kit, board)
    children = children_of(kit, greedy=False, full=True)
    found = [(child.card, child.place) for child in children]
    assert len(found) == len(set(found))
    assert set(found) == set(expected)
    for key in found:
        assert unordered(unpack_state(kit, put(state, *key))) == expected[key]


@settings(max_examples=MANY)
@given(positions(searchable_rules()))
def test_the_moves_of_a_dive_are_some_of_all(position: tuple[Board, Rules]) -> None:
    board, rules = position
    kit = new_kit(rules)
    settled = settle(kit, pack_root(kit, board), True)
    some = {(c.card, c.place) for c in children_of(kit, greedy=True, full=False)}
    unpack(*settled, kit.tableau, kit.root, kit.weights)
    assert some <= {(c.card, c.place) for c in children_of(kit, greedy=False, full=True)}


@settings(max_examples=MANY)
@given(positions(searchable_rules()), weight_vectors(), st.booleans(), st.booleans())
def test_values_are_those_from_scratch(
    position: tuple[Board, Rules], weights: np.ndarray, greedy: bool, full: bool
) -> None:
    board, rules = position
    kit = new_kit(rules, weights)
    state = settle(kit, pack_root(kit, board), greedy)
    before = facts(kit.tableau)
    children: list[Child] = children_of(kit, greedy=greedy, full=full)
    assert facts(kit.tableau) == before
    for child in children:
        after = put(state, child.card, child.place)
        settled = settle(kit, after, greedy)
        if not child.sends_home:
            assert settled == after
        elif child.place != HOME:
            assert settled != after
        assert child.value == position_cost(kit.tableau, weights, rules.cells)


@settings(max_examples=MANY)
@given(positions(searchable_rules()))
def test_autoplay(position: tuple[Board, Rules]) -> None:
    board, rules = position
    kit = new_kit(rules)
    state = pack_root(kit, board)
    safe = board
    for move in safe_autoplay(board, rules):
        safe = apply_move(safe, move, rules)
    for greedy, expected in ((False, safe), (True, collected(board, rules, greedy=True))):
        settled = settle(kit, state, greedy)
        assert unordered(read_tableau(kit.tableau)) == unordered(expected)
        assert unordered(unpack_state(kit, settled)) == unordered(expected)


@settings(max_examples=FEW)
@given(searchable_rules(), st.integers(0, 7), st.integers(0, 8))
def test_capacity(rules: Rules, cells: int, columns: int) -> None:
    assert capacity(new_kit(rules).root.rule, cells, columns) == rules.capacity(cells, columns)
