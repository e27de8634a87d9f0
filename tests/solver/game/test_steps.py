"""Steps and sorted boards: what they say does not depend on the order of columns and cells."""

from freecell_pools.solver.game.board import Board, apply_move, legal_moves
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.rules import Rules
from freecell_pools.solver.game.steps import CELL, EMPTY_COLUMN, Step, move_of, sorted_board, step_of
from hypothesis import given
from hypothesis import strategies as st
from kernel_positions import shuffled, unordered
from positions_strategy import positions


@given(positions(), st.integers(0, 2**32 - 1))
def test_sorted_boards_are_equal_for_equal_positions(position: tuple[Board, Rules], seed: int) -> None:
    board, rules = position
    other = shuffled(board, seed)
    assert sorted_board(other) == sorted_board(board)
    assert unordered(sorted_board(board)) == unordered(board)
    for move in legal_moves(board, rules):
        changed = apply_move(board, move, rules)
        assert (sorted_board(changed) == sorted_board(board)) == (unordered(changed) == unordered(board))


@given(positions(), st.integers(0, 2**32 - 1))
def test_a_step_is_the_same_move_in_any_order_of_columns(position: tuple[Board, Rules], seed: int) -> None:
    board, rules = position
    other = shuffled(board, seed)
    for move in legal_moves(board, rules):
        step = step_of(board, move)
        assert step_of(other, move_of(other, step)) == step
        expected = unordered(apply_move(board, move, rules))
        assert unordered(apply_move(other, move_of(other, step), rules)) == expected
        # Only the first empty place is named by legal_moves too.
        assert move_of(board, step) == move


def test_targets_that_are_no_card() -> None:
    board = deal_board(1)
    to_cell = next(move for move in legal_moves(board, Rules()) if move.target == "a")
    assert step_of(board, to_cell) == Step(board.columns[0][-1], CELL)
    empty = Board(((), *board.columns[1:]), board.cells, board.foundations)
    assert move_of(empty, Step(board.columns[1][-1], EMPTY_COLUMN)).target == "1"
