"""The evaluation: from its definition, and each child's from its parent's."""

import numpy as np
import pytest
from freecell_pools.solver.game.board import Board, apply_move, legal_moves
from freecell_pools.solver.game.cards import CARDS, KING, rank, suit
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.rules import Rules
from freecell_pools.solver.search import weights as w
from freecell_pools.solver.search.autoplay import autoplay_from
from freecell_pools.solver.search.evaluate import position_cost
from freecell_pools.solver.search.state import HOME
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_positions import (
    Kit,
    card_and_place,
    changes_nothing,
    children_of,
    collected,
    fill_from,
    new_kit,
    pack_root,
    takes_apart,
    unpack_state,
    weight_vectors,
)
from kernel_settings import MANY
from positions_strategy import positions


def cost_of(kit: Kit) -> int:
    return int(position_cost(kit.tableau, kit.root, kit.weights))


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
@given(positions(), weight_vectors())
def test_cost_by_definition(position: tuple[Board, Rules], weights: np.ndarray) -> None:
    board, rules = position
    kit = new_kit(rules, weights)
    fill_from(kit, board)
    cost = expected_cost(board, rules, weights)
    assert cost_of(kit) == cost
    unpack_state(kit, pack_root(kit, board))
    assert cost_of(kit) == cost


@settings(max_examples=2 * MANY)
@given(positions(), weight_vectors(), st.booleans(), st.booleans(), st.booleans())
def test_each_child_is_valued_as_if_from_scratch(
    position: tuple[Board, Rules], weights: np.ndarray, greedy: bool, full: bool, settled: bool
) -> None:
    """In a settled position, which all are that a search expands, the flag tells whether cards go home after a move.

    The move alone is valued then, less a bonus; a move to or from a foundation has the value of the position itself. A
    move that takes a sequence apart costs more.
    """
    board, rules = position
    if settled:
        board = collected(board, rules, greedy=greedy)
    kit = new_kit(rules, weights)
    fill_from(kit, board)
    after_move = {
        card_and_place(board, move, rules): apply_move(board, move, rules)
        for move in legal_moves(board, rules)
        if not changes_nothing(board, move)
    }
    for child in children_of(kit, greedy=greedy, full=full):
        after = after_move[child.card, child.place]
        at_rest = collected(after, rules, greedy=greedy)
        unvalued = child.place == HOME or board.foundations[suit(child.card)] > rank(child.card)
        if settled:
            assert child.sends_home == (at_rest != after or unvalued)
        after = board if unvalued else after
        bonus = int(weights[w.HOMEWARD]) * (child.sends_home and not unvalued)
        value = child.value + bonus - int(weights[w.SPLIT]) * takes_apart(board, child, rules)
        assert value == expected_cost(after, rules, weights)
        fill_from(kit, after)
        assert value == cost_of(kit)
        cost, settled_cost = autoplay_cost(kit, greedy=greedy, value=value)
        assert settled_cost == cost


@pytest.mark.parametrize("index", [w.HOME, w.BREAK, w.SEQUENCE, w.KING, w.NEED_1, w.NEED_2, w.DEPTH])
def test_each_weight_by_hand(index: int) -> None:
    """Two columns, one with a king in order, one with the needed ace and two of hearts under other cards."""
    qh, js, kc, ah, h2, s9, h5 = 47, 42, 48, 3, 7, 34, 19
    columns = ((kc, qh, js), (h2, ah, s9, h5), *((),) * 6)
    held = {card for column in columns for card in column}
    others = tuple(card for card in range(CARDS) if card not in held)
    kit = kit_for(index)
    fill_from(kit, Board((*columns[:2], others, *columns[3:]), (None,) * 4))
    everything = cost_of(kit)
    fill_from(kit, Board(((), (), others, *columns[3:]), (None,) * 4))
    alone = cost_of(kit)
    # HOME counts the cards of foundations, not those on the table, so it does not tell the two apart.
    expected = {w.BREAK: 3, w.SEQUENCE: -2, w.KING: -1, w.NEED_1: 2, w.NEED_2: 3}
    assert everything - alone == expected.get(index, 0)
    fill_from(kit, deal_board(1))
    assert index != w.HOME or cost_of(kit) == CARDS


def kit_for(index: int) -> Kit:
    weights = np.zeros(w.SIZE, np.int64)
    weights[index] = 1
    return new_kit(Rules(), weights)


def autoplay_cost(kit: Kit, *, greedy: bool, value: int) -> tuple[int, int]:
    """Send home what goes home; return the evaluation from scratch and as it is carried on from `value`."""
    zero = np.uint64(0)
    *_, carried = autoplay_from(kit.tableau, kit.root, kit.weights, greedy, zero, zero, zero, np.int64(value))
    return cost_of(kit), int(carried)
