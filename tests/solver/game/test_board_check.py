"""Boards made by hand: what is wrong with them is said, and no search sees them."""

from dataclasses import replace
from typing import Any

import pytest
from freecell_pools.solver.game.board import Board
from freecell_pools.solver.game.board_check import check_board
from freecell_pools.solver.game.board_text import BoardError
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.rules import Rules
from hypothesis import given
from positions_strategy import positions

START = deal_board(1)


@given(positions())
def test_boards_of_games_pass(position: tuple[Board, Rules]) -> None:
    check_board(*position)


FIRST = START.columns[0]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"columns": START.columns[:7]}, "columns: a tuple of 8 is wanted"),
        ({"columns": list(START.columns)}, "columns: a tuple of 8 is wanted"),
        ({"columns": (*START.columns[:7], list(START.columns[7]))}, "columns: each is a tuple"),
        ({"columns": (FIRST[:-1], *START.columns[1:])}, "6S is missing"),
        ({"columns": ((*FIRST, FIRST[0]), *START.columns[1:])}, "JD is there 2 times"),
        ({"columns": ((*FIRST[:-1], 52), *START.columns[1:])}, "cards are numbers in 0..51"),
        ({"columns": ((*FIRST[:-1], -1), *START.columns[1:])}, "cards are numbers in 0..51"),
        ({"columns": ((*FIRST[:-1], "6S"), *START.columns[1:])}, "cards are numbers in 0..51"),
        ({"columns": ((*FIRST[:-1], True), *START.columns[1:])}, "cards are numbers in 0..51"),
        ({"cells": (None,) * 3}, "cells: a tuple of 4 is wanted"),
        ({"cells": [None] * 4}, "cells: a tuple of 4 is wanted"),
        ({"cells": (None, None, None, 0)}, "AC is there 2 times"),
        ({"foundations": (0, 0, 0)}, "foundations: a tuple of 4 is wanted"),
        ({"foundations": (0, 0, 0, 14)}, "foundations: each is a number of cards, 0..13"),
        ({"foundations": (0, 0, 0, -1)}, "foundations: each is a number of cards, 0..13"),
        ({"foundations": (1, 0, 0, 0)}, "AC is there 2 times"),
    ],
)
def test_what_is_no_board(change: dict[str, Any], expected: str) -> None:
    with pytest.raises(BoardError, match=expected):
        check_board(replace(START, **change), Rules())


def test_cells_are_those_of_the_rules() -> None:
    check_board(deal_board(1, Rules(cells=7)), Rules(cells=7))
    with pytest.raises(BoardError, match="cells: a tuple of 0 is wanted"):
        check_board(START, Rules(cells=0))
