"""Safe collecting, certain finish, won and stuck, by hand and in general."""

import random

import pytest
from freecell_pools.solver.game.board import FOUNDATION, Board, Move, apply_move, free_cards, goes_home, legal_moves
from freecell_pools.solver.game.board_text import parse_board
from freecell_pools.solver.game.cards import CARDS, card_from_name
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.positions import (
    finish_is_certain,
    is_safe,
    is_won,
    no_move_left,
    safe_autoplay,
    settled_levels,
)
from freecell_pools.solver.game.rules import PRESETS, Rules
from hypothesis import given
from hypothesis import strategies as st
from positions_strategy import any_rules, boards, positions

FREECELL = Rules()
RETURNING = Rules(foundation_return=True)
LEVELS = st.tuples(*[st.integers(0, 13)] * 4)


@pytest.mark.parametrize(
    ("card", "clubs", "diamonds", "spades", "hearts", "safe"),
    [
        ("AH", 0, 0, 0, 0, True),
        ("2H", 0, 0, 0, 1, True),
        ("3H", 2, 0, 2, 2, True),
        ("3H", 1, 0, 1, 2, True),
        ("3H", 0, 0, 2, 2, False),
        ("3H", 2, 13, 0, 2, False),
        ("5H", 4, 0, 4, 4, True),
        ("5H", 4, 0, 3, 4, False),
        ("5H", 4, 2, 3, 4, True),
        ("5H", 3, 2, 3, 4, True),
        ("5H", 3, 1, 3, 4, False),
        ("5H", 3, 13, 2, 4, False),
        ("9C", 8, 0, 0, 8, False),
        ("9C", 8, 8, 0, 8, True),
        ("9C", 8, 7, 5, 8, False),
        ("9C", 8, 7, 6, 8, True),
        ("KS", 10, 11, 12, 11, True),
        ("KS", 9, 11, 12, 11, False),
        ("KD", 12, 12, 12, 0, True),
    ],
)
def test_safe_cards(card: str, clubs: int, diamonds: int, spades: int, hearts: int, safe: bool) -> None:
    levels = (clubs, diamonds, spades, hearts)
    assert is_safe(card_from_name(card), levels, FREECELL) == safe
    assert is_safe(card_from_name(card), levels, Rules(build="same-suit"))


@given(st.integers(0, CARDS - 1), LEVELS, LEVELS)
def test_a_safe_card_stays_safe(card: int, levels: tuple[int, ...], more: tuple[int, ...]) -> None:
    if is_safe(card, levels, FREECELL):
        raised = tuple(map(max, levels, more))
        assert is_safe(card, raised, FREECELL)
        assert card < 4 or is_safe(card - 4, levels, FREECELL)


@given(positions())
def test_safe_autoplay_plays_safe_moves_until_none_is_left(position: tuple[Board, Rules]) -> None:
    board, rules = position
    for move in safe_autoplay(board, rules):
        card = dict(free_cards(board))[move.source]
        assert goes_home(card, board)
        assert is_safe(card, settled_levels(board, rules), rules)
        board = apply_move(board, move, rules)
    levels = settled_levels(board, rules)
    assert not any(goes_home(card, board) and is_safe(card, levels, rules) for _, card in free_cards(board))


@given(boards(FREECELL))
def test_settled_levels_without_returns(board: Board) -> None:
    assert settled_levels(board, FREECELL) == board.foundations
    assert settled_levels(board, Rules(build="same-suit", foundation_return=True)) == board.foundations


@given(boards(RETURNING), st.randoms(use_true_random=False))
def test_settled_levels_in_any_order(board: Board, randomness: random.Random) -> None:
    levels = [0] * 4
    while True:
        rising = [
            s
            for s in range(4)
            if levels[s] < board.foundations[s] and is_safe(levels[s] * 4 + s, tuple(levels), RETURNING)
        ]
        if not rising:
            break
        levels[randomness.choice(rising)] += 1
    assert settled_levels(board, RETURNING) == tuple(levels)


@pytest.mark.parametrize(
    ("home", "settled"),
    [
        ((0, 0, 0, 0), (0, 0, 0, 0)),
        ((0, 0, 0, 13), (0, 0, 0, 2)),
        ((1, 0, 1, 13), (1, 0, 1, 3)),
        ((5, 5, 5, 5), (5, 5, 5, 5)),
        ((4, 5, 3, 2), (4, 5, 3, 2)),
        # The 5D may be wanted for the 4S and that for the 3H, the 4C for the 3H.
        ((4, 5, 3, 1), (3, 4, 3, 1)),
        ((13, 13, 13, 13), (13, 13, 13, 13)),
    ],
)
def test_settled_levels_by_hand(home: tuple[int, ...], settled: tuple[int, ...]) -> None:
    assert settled_levels(Board(((),) * 8, (None,) * 4, home), RETURNING) == settled


def test_safe_autoplay_by_hand() -> None:
    board = parse_board("""
        Foundations: C-2 D-2 S-3 H-4
        Freecells: 3D - 4S -
        5D 3C 6H
        4D
        5H
        KC QC JC TC 9C 8C 7C 6C 5C 4C
        KD QD JD TD 9D 8D 7D 6D
        KS QS JS TS 9S 8S 7S 6S 5S
        KH QH JH TH 9H 8H 7H
    """)
    # The 3D lets the 4D go home, that the 4S and that the 5S; the 5H is kept for the 4C, for the 3C is buried.
    assert safe_autoplay(board, FREECELL) == [Move(place, "h") for place in "a2c6"]
    everything = safe_autoplay(board, Rules(build="same-suit"))
    assert everything[:4] == [Move(place, "h") for place in "3114"]
    assert len(everything) == CARDS - 11


@given(any_rules(), st.data())
def test_certain_finish_needs_foundation_moves_alone(rules: Rules, data: st.DataObject) -> None:
    board = data.draw(boards(rules, ordered=st.just(True)))
    assert finish_is_certain(board)
    while not is_won(board):
        move = legal_moves(board, rules)[0]
        assert move.target == FOUNDATION
        board = apply_move(board, move, rules)
        assert finish_is_certain(board)


@pytest.mark.parametrize(
    ("columns", "certain"),
    [
        ("KC QC JC TC\nKD QD JD TD\nKS QS JS TS\nKH QH JH TH", True),
        ("KC TC\nQC JC\nKD QD JD TD\nKS QS JS TS KH QH JH TH", False),
        ("KC TC\nQC JC\nKD KS KH\nQD QS JS TS\nQH JH JD TH TD", True),
        ("TC KC\nQC JC\nKD KS KH\nQD QS JS TS\nQH JH JD TH TD", False),
    ],
)
def test_certain_finish_by_hand(columns: str, certain: bool) -> None:
    assert finish_is_certain(parse_board("Foundations: C-9 D-9 S-9 H-9\n" + columns)) == certain


def test_certain_finish_asks_nothing_of_cells() -> None:
    assert finish_is_certain(parse_board("Foundations: C-9 D-9 S-9 H-K\nFC: KC KD KS QC\nQD QS JC\nJD TC\nJS TD TS"))
    assert not finish_is_certain(deal_board(1))


def test_stuck_without_cells() -> None:
    # Nothing fits at the start of deal 1; with a cell every card could go there.
    assert no_move_left(deal_board(1, Rules(cells=0)), Rules(cells=0))
    assert not no_move_left(deal_board(1, Rules(cells=1)), Rules(cells=1))


def test_stuck_beside_empty_columns() -> None:
    kings = Rules(cells=0, empty_column="kings")
    board = parse_board("Foundations: C-T D-T H-T S-T\nKC JC QC\nKD JD QD\nKS JS QS\nKH JH QH", kings)
    assert no_move_left(board, kings)
    assert not no_move_left(board, Rules(cells=0))
    # The tens may come back, but find no jack.
    assert no_move_left(board, Rules(cells=0, empty_column="kings", foundation_return=True))
    assert not no_move_left(board, Rules(cells=0, foundation_return=True))


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_won(rules: Rules) -> None:
    board = Board(((),) * 8, (None,) * rules.cells, (13,) * 4)
    assert is_won(board)
    assert not no_move_left(board, rules)
    assert safe_autoplay(board, rules) == []
    assert finish_is_certain(board)


@given(positions())
def test_won_is_when_nothing_is_left(position: tuple[Board, Rules]) -> None:
    board, _ = position
    assert is_won(board) == (not any(board.columns) and not any(card is not None for card in board.cells))
