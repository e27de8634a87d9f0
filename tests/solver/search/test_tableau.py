"""The unpacked position, filled and changed in place: each time every field of it against the reference board."""

import numpy as np
import pytest
from freecell_pools.solver.compiling.bits import copy_record
from freecell_pools.solver.game.board import COLUMN_NAMES, FOUNDATION, Board, apply_move, legal_moves
from freecell_pools.solver.game.board import free_cards as free_on_board
from freecell_pools.solver.game.cards import CARDS, SUITS, rank
from freecell_pools.solver.game.rules import COLUMNS, PRESETS, Rules
from freecell_pools.solver.search.root import new_record
from freecell_pools.solver.search.state import CELL, NO_CARD
from freecell_pools.solver.search.tableau import (
    IN_CELL,
    TABLEAU,
    continues,
    free_cards,
    home_level,
    lift,
    run_down_from,
    shift,
    take_home,
    up_to_rank,
)
from hypothesis import given, settings
from kernel_positions import (
    Kit,
    card_and_place,
    cards_of,
    changes_nothing,
    expected_facts,
    facts,
    fill_from,
    new_kit,
)
from kernel_settings import FEW
from positions_strategy import Playout, playouts, positions


def make(kit: Kit, card: int, place: int) -> int:
    return int(shift(kit.tableau, kit.root, np.int64(card), np.int64(place)))


@settings(max_examples=FEW)
@given(playouts())
def test_moves_in_place(playout: Playout) -> None:
    """Play a whole game in place; the reference names the first empty column too, so columns keep their order.

    A column that moves into an empty one as a whole is left where it is: the search makes no such move.
    """
    rules, board = playout.rules, playout.start
    kit = new_kit(rules)
    fill_from(kit, board)
    for move in playout.moves:
        card, place = card_and_place(board, move, rules)
        if move.target == FOUNDATION:
            take_home(kit.tableau, kit.root, np.int64(card))
        elif changes_nothing(board, move):
            fill_from(kit, apply_move(board, move, rules))
        else:
            column = make(kit, card, place)
            assert column == (IN_CELL if place == CELL else COLUMN_NAMES.index(move.target))
        board = apply_move(board, move, rules)
        assert facts(kit.tableau) == expected_facts(board, rules)


@settings(max_examples=FEW)
@given(positions())
def test_every_move_on_a_copy(position: tuple[Board, Rules]) -> None:
    """Each move changes the copy as the reference engine changes the board, and leaves the original."""
    board, rules = position
    kit = new_kit(rules)
    fill_from(kit, board)
    original = new_record(TABLEAU)
    copy_record(kit.tableau, original)
    assert original.tobytes() == kit.tableau.tobytes()
    for move in legal_moves(board, rules):
        if changes_nothing(board, move):
            continue
        copy_record(original, kit.tableau)
        card, place = card_and_place(board, move, rules)
        if move.target == FOUNDATION:
            take_home(kit.tableau, kit.root, np.int64(card))
        else:
            make(kit, card, place)
        assert facts(kit.tableau) == expected_facts(apply_move(board, move, rules), rules)
        assert facts(original) == expected_facts(board, rules)


@settings(max_examples=FEW)
@given(positions())
def test_lift(position: tuple[Board, Rules]) -> None:
    """What is left of a sequence is the rest of it, or the one that the card under it ends."""
    board, rules = position
    kit = new_kit(rules)
    expected = expected_facts(board, rules)
    for column, cards in enumerate(board.columns):
        for count in range(1, len(expected["run"][column]) + 1):
            fill_from(kit, board)
            moved = np.uint64(sum(1 << card for card in cards[-count:]))
            lift(kit.tableau, kit.root, np.int64(column), moved, np.int64(cards[-count]))
            left = list(board.columns)
            left[column] = cards[:-count]
            runs = expected_facts(Board(tuple(left), ()), rules)["run"]
            assert facts(kit.tableau) == {**expected, "run": runs}


@settings(max_examples=FEW)
@given(positions())
def test_what_is_read_off_a_tableau(position: tuple[Board, Rules]) -> None:
    board, rules = position
    kit = new_kit(rules)
    fill_from(kit, board)
    assert cards_of(free_cards(kit.tableau)) == sorted(card for _, card in free_on_board(board))
    assert [home_level(kit.tableau, np.int64(suit)) for suit in range(len(SUITS))] == list(board.foundations)
    for cards in board.columns:
        for end in range(1, len(cards) + 1):
            alone = Board((cards[:end], *((),) * (COLUMNS - 1)), ())
            run = run_down_from(kit.tableau, kit.root, np.int64(cards[end - 1]))
            assert cards_of(run) == expected_facts(alone, rules)["run"][0]


@pytest.mark.parametrize("name", ["freecell", "bakers-game"])
def test_continues_is_the_rule(name: str) -> None:
    root = new_kit(PRESETS[name]).root
    for card in range(CARDS):
        assert not continues(root, np.int64(card), np.int64(NO_CARD))
        for under in range(CARDS):
            assert continues(root, np.int64(card), np.int64(under)) == PRESETS[name].may_build(card, under)


def test_up_to_rank() -> None:
    for card in range(CARDS):
        assert cards_of(up_to_rank(np.int64(card))) == [low for low in range(CARDS) if rank(low) <= rank(card)]


def test_cards_in_cells() -> None:
    kit = new_kit(PRESETS["freecell"])
    fill_from(kit, Board(((51, 7), *((),) * 7), (None, 6, None, 5), (2, 1, 1, 1)))
    assert cards_of(kit.tableau.cells) == [5, 6]
    assert [int(kit.tableau.index[card]) for card in (6, 5)] == [1, 3]
    assert make(kit, 7, int(CELL)) == IN_CELL
    assert cards_of(kit.tableau.cells) == [5, 6, 7]
    assert kit.tableau.column[7] == IN_CELL
