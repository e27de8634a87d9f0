"""What goes home by itself, safely or greedily, against the reference engine."""

from itertools import product

import numpy as np
import pytest
from freecell_pools.solver.autoplay import autoplay, goes_home, is_free
from freecell_pools.solver.board import Board, free_cards
from freecell_pools.solver.board import goes_home as fits_home
from freecell_pools.solver.cards import CARDS, rank, suit
from freecell_pools.solver.positions import is_safe
from freecell_pools.solver.rules import Rules
from freecell_pools.solver.state import HOME
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_positions import (
    Kit,
    State,
    children_of,
    collected,
    expected_state,
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
from kernel_settings import COMPILED, FEW, MANY
from positions_strategy import positions


def collect(kit: Kit, state: State, greedy: bool) -> State:
    return words(autoplay(kit.tableau, kit.root, greedy, *state))


@settings(max_examples=2 * MANY)
@given(positions(searchable_rules()), st.booleans())
def test_autoplay_is_that_of_the_reference(position: tuple[Board, Rules], greedy: bool) -> None:
    board, rules = position
    kit, fresh = new_kit(rules), new_kit(rules)
    state = pack_root(kit, board)
    fill_from(kit, board)
    after = collect(kit, state, greedy)
    expected = collected(board, rules, greedy=greedy)
    shown = read_tableau(kit.tableau)
    assert (shown.columns, shown.foundations) == (expected.columns, expected.foundations)
    assert after == expected_state(expected, board, rules)
    assert unordered(unpack_state(kit, after)) == unordered(expected)
    fill_from(fresh, unpack_state(kit, after))
    assert facts(kit.tableau) == facts(fresh.tableau)


@settings(max_examples=FEW)
@given(positions(searchable_rules()), weight_vectors(), st.booleans())
def test_autoplay_leaves_the_tableau_true(position: tuple[Board, Rules], weights: np.ndarray, greedy: bool) -> None:
    board, rules = position
    kit, fresh = new_kit(rules, weights), new_kit(rules, weights)
    state = pack_root(kit, board)
    fill_from(kit, board)
    collect(kit, state, greedy)
    fill_from(fresh, collected(board, rules, greedy=greedy))
    assert facts(kit.tableau) == facts(fresh.tableau)


@settings(max_examples=MANY)
@given(positions(searchable_rules()), st.booleans())
def test_which_cards_go(position: tuple[Board, Rules], greedy: bool) -> None:
    board, rules = position
    kit = new_kit(rules)
    fill_from(kit, board)
    free = {card for _, card in free_cards(board)}
    assert [card for card in range(CARDS) if is_free(kit.tableau, card)] == sorted(free)
    for card in free:
        expected = fits_home(card, board) and (greedy or is_safe(card, board.foundations, rules))
        assert goes_home(kit.tableau, kit.root, greedy, card) == expected


@pytest.mark.parametrize("build", ["alternating", "same-suit"])
def test_which_cards_are_safe(build: str) -> None:
    """For each card that is next, all levels of the other suits that matter."""
    rules = Rules(build=build)  # type: ignore[arg-type]
    kit = new_kit(rules)
    for card in range(0, CARDS, 1 if COMPILED else 5):
        near = [level for level in range(rank(card) - 4, rank(card) + 2) if 0 <= level <= 13]
        for others in product(near, repeat=3):
            levels = list(others)
            levels.insert(suit(card), rank(card))
            kit.tableau.home[:] = levels
            assert goes_home(kit.tableau, kit.root, False, card) == is_safe(card, tuple(levels), rules)
            assert goes_home(kit.tableau, kit.root, True, card)
            assert card + 4 >= CARDS or not goes_home(kit.tableau, kit.root, True, card + 4)


@settings(max_examples=MANY)
@given(positions(searchable_rules()), st.booleans())
def test_the_flag_tells_whether_cards_go_home_after_a_move(position: tuple[Board, Rules], greedy: bool) -> None:
    """In a position where nothing goes home by itself, which all are that a search expands."""
    board, rules = position
    kit = new_kit(rules)
    state = pack_root(kit, collected(board, rules, greedy=greedy))
    unpack_state(kit, state)
    for child in children_of(kit, greedy=greedy, full=True):
        reached = put(state, child.card, child.place)
        unpack_state(kit, reached)
        more = collect(kit, reached, greedy) != reached
        assert child.sends_home == (more or child.place == HOME)


@pytest.mark.parametrize("greedy", [False, True])
def test_a_certain_finish_goes_home_as_a_whole(greedy: bool) -> None:
    columns = tuple(tuple(range(51 - suit, 11, -4)) for suit in range(4))
    board = Board((*columns, *((),) * 4), (8, 9, 10, 11), (2, 2, 2, 2))
    kit = new_kit(Rules())
    state = pack_root(kit, board)
    fill_from(kit, board)
    everything = 2**CARDS - 1
    assert collect(kit, state, greedy) == words((everything, 0, everything))
    assert (kit.tableau.held, kit.tableau.cells, sum(kit.tableau.home)) == (0, 0, CARDS)
