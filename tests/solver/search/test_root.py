"""Positions laid out, packed and unpacked."""

import numpy as np
from freecell_pools.solver.game.board import Board
from freecell_pools.solver.game.deals import LAST_DEAL, deal_board, deal_cards
from freecell_pools.solver.game.rules import Rules
from freecell_pools.solver.search.root import fill_layout, lay_out, pack
from freecell_pools.solver.search.tableau import fill
from hypothesis import given, settings
from kernel_positions import (
    Kit,
    expected_facts,
    expected_state,
    facts,
    fill_from,
    new_kit,
    pack_root,
    read_tableau,
    unordered,
    unpack_state,
    words,
)
from kernel_settings import FEW
from positions_strategy import any_rules, deal_numbers, positions


@settings(max_examples=FEW)
@given(positions())
def test_pack_and_unpack_give_the_board_back(position: tuple[Board, Rules]) -> None:
    board, rules = position
    kit = new_kit(rules)
    state = pack_root(kit, board)
    assert state == expected_state(board, board, rules)
    shown = unpack_state(kit, state)
    assert unordered(shown) == unordered(board)
    assert facts(kit.tableau) == expected_facts(shown, rules)


@settings(max_examples=FEW)
@given(positions())
def test_fill_keeps_the_order(position: tuple[Board, Rules]) -> None:
    board, rules = position
    kit = new_kit(rules)
    fill_from(kit, board)
    assert facts(kit.tableau) == expected_facts(board, rules)
    assert unordered(read_tableau(kit.tableau)) == unordered(board)
    for cell, card in enumerate(board.cells):
        assert card is None or kit.tableau.index[card] == cell


@settings(max_examples=FEW)
@given(positions(), positions())
def test_records_are_good_for_one_position_after_the_other(
    first: tuple[Board, Rules], second: tuple[Board, Rules]
) -> None:
    """Nothing is left over from the position before, which had other cards in cells and longer columns."""
    (board, _), (after, rules) = first, second
    used, fresh = new_kit(rules), new_kit(rules)
    unpack_state(used, pack_root(used, board))
    state = pack_root(used, after)
    assert pack_root(fresh, after) == state
    assert unpack_state(used, state) == unpack_state(fresh, state)
    assert facts(used.tableau) == facts(fresh.tableau)
    assert used.root.tobytes() == fresh.root.tobytes()
    fill_from(used, after)
    assert facts(used.tableau) == expected_facts(after, rules)


@settings(max_examples=FEW)
@given(deal_numbers(), any_rules())
def test_laying_out_a_deal(number: int, rules: Rules) -> None:
    kit, other = new_kit(rules), new_kit(rules)
    spoil(kit)
    lay_out(np.array(deal_cards(number), np.uint8), kit.layout)
    board = deal_board(number, rules)
    fill(kit.layout, kit.tableau, kit.root)
    assert facts(kit.tableau) == expected_facts(board, rules)
    assert words(pack(kit.layout, kit.root)) == pack_root(other, board)


def spoil(kit: Kit) -> None:
    """Leave a position with cards in cells and on foundations in the layout."""
    aces = range(4)
    board = deal_board(LAST_DEAL, kit.rules)
    columns = tuple(tuple(card for card in column if card not in aces) for column in board.columns)
    fill_layout(kit.layout, Board(columns, board.cells, (1, 1, 1, 1)))
    kit.layout.cell[:] = range(20, 28)
