"""Numbered deals against published boards, and what is no deal."""

import re
from pathlib import Path

import numpy as np
import pytest
from freecell_pools.solver.game.board import Board
from freecell_pools.solver.game.cards import card_name
from freecell_pools.solver.game.deals import LAST_DEAL, deal_board, deal_cards
from freecell_pools.solver.game.rules import Rules

VECTORS = (Path(__file__).parents[2] / "data" / "deal_test_vectors.txt").read_text()
BOARDS = re.findall(r"# deal (\d+) .*\n((?:.+\n){8})", VECTORS)


def as_lines(board: Board) -> str:
    return "".join(" ".join(map(card_name, column)) + "\n" for column in board.columns)


def test_every_vector_is_read() -> None:
    assert len(BOARDS) == VECTORS.count("# deal ") == 33


@pytest.mark.parametrize(("number", "lines"), BOARDS)
def test_published_board(number: str, lines: str) -> None:
    assert as_lines(deal_board(int(number))) == lines


def test_numpy_integers_are_numbers() -> None:
    assert deal_cards(np.int64(617)) == deal_cards(617)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [0, -1, LAST_DEAL + 1, 1.0, "1", None, True])
def test_no_such_deal(number: object) -> None:
    with pytest.raises(ValueError, match=r"1\.\.8589934591") as failure:
        deal_board(number)  # type: ignore[arg-type]
    assert repr(number) in str(failure.value)


def test_board_has_the_cells_of_the_rules() -> None:
    board = deal_board(1, Rules(cells=2))
    assert board.cells == (None, None)
    assert board.foundations == (0, 0, 0, 0)
    assert [len(column) for column in board.columns] == [7, 7, 7, 7, 6, 6, 6, 6]
