"""The facts of a position: each against what it says."""

import pytest
from freecell_pools.solver.game.board import FOUNDATION, Board, IllegalMove, Move, apply_move, legal_moves
from freecell_pools.solver.game.board_text import parse_board
from freecell_pools.solver.game.cards import card_name
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.facts import inspect
from freecell_pools.solver.game.positions import is_won, safe_autoplay
from freecell_pools.solver.game.rules import PRESETS, UNLIMITED, Rules
from hypothesis import given
from hypothesis import strategies as st
from late_positions import MID_GAME
from positions_strategy import any_rules, boards, positions


@given(positions() | any_rules().flatmap(lambda rules: st.tuples(boards(rules), st.just(rules))))
def test_facts_are_what_the_moves_show(position: tuple[Board, Rules]) -> None:
    board, rules = position
    facts = inspect(board, rules)
    assert list(facts.legal_moves) == legal_moves(board, rules)
    assert facts.won == is_won(board)
    assert facts.no_move_left == (not facts.won and not facts.legal_moves)
    assert (facts.capacity_into_empty is None) == (() not in board.columns)
    for move in facts.legal_moves:
        into_empty = move.target in "12345678" and not board.columns[int(move.target) - 1]
        assert move.cards <= ((facts.capacity_into_empty or 0) if into_empty else facts.capacity)
    assert list(facts.safe_moves) == safe_autoplay(board, rules)
    at = board
    for move, card in zip(facts.safe_moves, facts.safe_cards, strict=True):
        after = apply_move(at, move, rules)
        assert move.target == FOUNDATION
        assert after.foundations[card & 3] == at.foundations[card & 3] + 1 == (card >> 2) + 1
        at = after
    for move in facts.finishing_moves:
        assert move.target == FOUNDATION
        board = apply_move(board, move, rules)
    assert is_won(board) == (facts.finish_is_certain or facts.won)


def test_mid_game() -> None:
    facts = inspect(parse_board(MID_GAME))
    assert (facts.capacity, facts.capacity_into_empty) == (32, 16)
    assert facts.finish_is_certain
    assert len(facts.finishing_moves) == 24
    assert Move("2", "6", 5) in facts.legal_moves
    assert not facts.won
    assert not facts.no_move_left


def test_the_start_of_a_deal() -> None:
    facts = inspect(deal_board(617))
    assert (facts.capacity, facts.capacity_into_empty) == (5, None)
    assert facts.safe_moves == facts.safe_cards == facts.finishing_moves == ()
    assert not facts.finish_is_certain
    assert len(facts.legal_moves) == 11


def test_capacity_by_the_rules() -> None:
    board = parse_board(MID_GAME.replace("8S", "-").replace("8D 8C 8H", "8D 8C 8H 8S"))
    assert inspect(board).capacity == 40
    assert inspect(board, PRESETS["kings-only"])[1:3] == (5, 5)
    assert inspect(board, PRESETS["relaxed"])[1:3] == (UNLIMITED, UNLIMITED)
    none = Board(board.columns, (), board.foundations)
    assert inspect(none, Rules(cells=0))[1:3] == (8, 4)


def test_a_run_longer_than_the_capacity_is_no_legal_move() -> None:
    text = "Foundations: C-8 S-8 H-7 D-7\nFreecells: 8H 8D 9H 9D\n"
    board = parse_board(text + ": KC QD JC TD 9C\n: KS QH JS TH\n: KD QC JD TC\n: KH QS JH TS\n: 9S")
    facts = inspect(board)
    assert (facts.capacity, facts.capacity_into_empty) == (8, 4)
    assert Move("1", "6", 4) in facts.legal_moves
    with pytest.raises(IllegalMove, match="only 4"):
        apply_move(board, Move("1", "6", 5), Rules())
    assert [card_name(card) for card in facts.safe_cards[:3]] == ["9C", "9S", "8H"]
