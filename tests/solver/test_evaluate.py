"""The evaluation: from its definition, and each child's from its parent's."""

import numpy as np
import pytest
from freecell_pools.solver import weights as w
from freecell_pools.solver.autoplay import autoplay
from freecell_pools.solver.board import Board
from freecell_pools.solver.cards import CARDS, KING, SUITS, rank, suit
from freecell_pools.solver.deals import deal_board
from freecell_pools.solver.evaluate import LOWER_IN_SUIT, position_cost
from freecell_pools.solver.rules import Rules
from freecell_pools.solver.tableau import unpack
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_positions import (
    Kit,
    children_of,
    facts,
    fill_from,
    new_kit,
    pack_root,
    put,
    searchable_rules,
    unpack_state,
    weight_vectors,
)
from kernel_settings import MANY
from positions_strategy import positions


def expected_cost(board: Board, rules: Rules, weights: np.ndarray) -> int:
    """Return the evaluation by the table in `weights`, card by card."""
    home = sum(board.foundations)
    if home == CARDS:
        return 0
    cost = weights[w.HOME] * (CARDS - home)
    cost += weights[w.ROOM + 9 * board.cells.count(None) + board.columns.count(())]
    for column in board.columns:
        ordered = True
        for index, card in enumerate(column):
            cost += weights[w.OVER] * sum(suit(low) == suit(card) and low < card for low in column[:index])
            above = len(column) - 1 - index
            need = rank(card) - board.foundations[suit(card)]
            cost += above * (weights[w.NEED_1] * (need == 0) + weights[w.NEED_2] * (need == 1))
            if index == 0:
                cost -= weights[w.KING] * (rank(card) == KING)
                continue
            fits = rules.may_build(card, column[index - 1])
            ordered = ordered and fits
            cost += weights[w.BREAK] * (not fits) - weights[w.SEQUENCE] * ordered
    return int(cost)


@settings(max_examples=MANY)
@given(positions(searchable_rules()), weight_vectors())
def test_cost_by_definition(position: tuple[Board, Rules], weights: np.ndarray) -> None:
    board, rules = position
    kit = new_kit(rules, weights)
    fill_from(kit, board)
    cost = expected_cost(board, rules, weights)
    assert position_cost(kit.tableau, weights, rules.cells) == cost
    unpack_state(kit, pack_root(kit, board))
    assert position_cost(kit.tableau, weights, rules.cells) == cost


@settings(max_examples=MANY)
@given(positions(searchable_rules()), weight_vectors(), st.booleans(), st.booleans())
def test_each_child_is_valued_as_if_from_scratch(
    position: tuple[Board, Rules], weights: np.ndarray, greedy: bool, full: bool
) -> None:
    board, rules = position
    kit, fresh = new_kit(rules, weights), new_kit(rules, weights)
    state = pack_root(kit, board)
    pack_root(fresh, board)
    unpack_state(kit, state)
    for child in children_of(kit, greedy=greedy, full=full):
        reached = put(state, child.card, child.place)
        unpack(*reached, fresh.tableau, fresh.root, weights)
        if child.sends_home:
            autoplay(fresh.tableau, fresh.root, greedy, *reached)
        assert child.value == position_cost(fresh.tableau, weights, rules.cells)


@settings(max_examples=MANY)
@given(positions(searchable_rules()), weight_vectors(), st.booleans(), st.booleans())
def test_listing_children_changes_nothing(
    position: tuple[Board, Rules], weights: np.ndarray, greedy: bool, full: bool
) -> None:
    board, rules = position
    kit = new_kit(rules, weights)
    fill_from(kit, board)
    before = facts(kit.tableau)
    first = children_of(kit, greedy=greedy, full=full)
    assert facts(kit.tableau) == before
    assert children_of(kit, greedy=greedy, full=full) == first


@pytest.mark.parametrize("index", [w.HOME, w.BREAK, w.OVER, w.SEQUENCE, w.KING, w.NEED_1, w.NEED_2, w.DEPTH])
def test_each_weight_by_hand(index: int) -> None:
    """Two columns, one with a king in order, one with the needed ace and two of hearts under other cards."""
    qh, js, kc, ah, h2, s9, h5 = 47, 42, 48, 3, 7, 34, 19
    columns = ((kc, qh, js), (h2, ah, s9, h5), *((),) * 6)
    held = {card for column in columns for card in column}
    others = tuple(card for card in range(CARDS) if card not in held)
    kit = kit_for(index)
    fill_from(kit, Board((*columns[:2], others, *columns[3:]), (None,) * 4))
    everything = position_cost(kit.tableau, kit.weights, 4)
    fill_from(kit, Board(((), (), others, *columns[3:]), (None,) * 4))
    alone = position_cost(kit.tableau, kit.weights, 4)
    # HOME counts the cards of foundations, not those on the table, so it does not tell the two apart.
    expected = {w.BREAK: 3, w.OVER: 2, w.SEQUENCE: -2, w.KING: -1, w.NEED_1: 2, w.NEED_2: 3}
    assert everything - alone == expected.get(index, 0)
    fill_from(kit, deal_board(1))
    assert index != w.HOME or position_cost(kit.tableau, kit.weights, 4) == CARDS


def kit_for(index: int) -> Kit:
    weights = np.zeros(w.SIZE, np.int64)
    weights[index] = 1
    return new_kit(Rules(), weights)


@given(st.integers(0, CARDS - 1))
def test_lower_in_suit(card: int) -> None:
    lower = [low for low in range(CARDS) if int(LOWER_IN_SUIT[card]) >> low & 1]
    assert lower == list(range(card % len(SUITS), card, len(SUITS)))
