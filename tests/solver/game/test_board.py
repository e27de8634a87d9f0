"""The reference engine: moves found by hand, by trying every move there is, and by counting."""

import json
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from freecell_pools.solver.game.board import (
    CELL_NAMES,
    COLUMN_NAMES,
    FOUNDATION,
    Board,
    IllegalMove,
    Move,
    apply_move,
    legal_moves,
    run_capacity,
)
from freecell_pools.solver.game.board_text import format_board, parse_board
from freecell_pools.solver.game.cards import CARDS
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.rules import PRESETS, UNLIMITED, Rules
from hypothesis import given
from positions_strategy import Playout, playouts, positions

FREECELL = Rules()
PERFT = json.loads((Path(__file__).parents[2] / "data" / "perft.json").read_text())
# Each kind of move once; a run to a filled column and a run into the empty one among them.
MIDGAME = parse_board("""
    Foundations: H-2 C-3 D-3 S-0
    Freecells: 2S - - -
    : KC QD JC KH QC
    : KS KD QS JH TC 9H 8S 7D AS
    :
    : JD TS
    : 9C 8D 8C 7C 6H 5S 4D 6D
    : 9D TH 9S 4S
    : QH TD JS 8H 6C 7S 7H 6S 5D 3H 5H 4C
    : 5C 4H 3S
""")


def is_legal(board: Board, move: Move, rules: Rules) -> bool:
    try:
        apply_move(board, move, rules)
    except IllegalMove:
        return False
    return True


def all_moves() -> list[Move]:
    """Return every move that can be written down, and some with places that do not exist."""
    places = [*COLUMN_NAMES, *CELL_NAMES, FOUNDATION, "9", "12", ""]
    moves = [Move(source, target, n) for source, target in product(places, places) for n in range(15)]
    return moves + [
        Move(source, target, n, suit)
        for source, target, n, suit in product(["1", "a", "h"], places, (1, 2), (-1, 0, 1, 2, 3, 4))
    ]


ALL_MOVES = all_moves()


@given(positions())
def test_legal_moves_are_those_that_can_be_made(position: tuple[Board, Rules]) -> None:
    board, rules = position
    spare_cells = [name for name, card in zip(CELL_NAMES, board.cells, strict=False) if card is None][1:]
    spare_columns = [name for name, c in zip(COLUMN_NAMES, board.columns, strict=True) if not c][1:]
    made = {
        move for move in ALL_MOVES if move.target not in spare_cells + spare_columns and is_legal(board, move, rules)
    }
    moves = legal_moves(board, rules)
    assert set(moves) == made
    assert len(moves) == len(made)


@given(playouts())
def test_no_card_is_lost(playout: Playout) -> None:
    board = playout.end
    home = [rank * 4 + suit for suit in range(4) for rank in range(board.foundations[suit])]
    held = [card for card in board.cells if card is not None]
    assert sorted(home + held + [card for column in board.columns for card in column]) == list(range(CARDS))
    assert len(board.cells) == playout.rules.cells


@given(positions())
def test_any_empty_cell_and_column_will_do(position: tuple[Board, Rules]) -> None:
    board, rules = position
    for move in legal_moves(board, rules):
        names = CELL_NAMES if move.target in CELL_NAMES else COLUMN_NAMES
        places = board.cells if names == CELL_NAMES else board.columns
        empty = [name for name, held in zip(names, places, strict=False) if not held and held != 0]
        for target in empty if move.target in empty else []:
            assert is_legal(board, move._replace(target=target), rules)


def test_moves_found_by_hand() -> None:
    into_empty = ["1", "1 2", "2", "4", "4 2", "5", "6", "7", "7 2", "8", "8 2", "8 3", "a"]
    expected = [
        *[Move("2", "h"), Move("7", "h")],
        *[Move("4", "1", 2), Move("8", "5", 3)],
        *[Move(text[0], "3", int(text[2:] or 1)) for text in into_empty],
        *[Move(source, "b") for source in "1245678"],
    ]
    assert legal_moves(MIDGAME, FREECELL) == expected


def test_moves_found_by_hand_kings_only() -> None:
    kings = legal_moves(MIDGAME, Rules(empty_column="kings"))
    assert [move for move in kings if move.target == "3"] == [Move("1", "3", 2)]


def test_moves_found_by_hand_same_suit() -> None:
    same_suit = legal_moves(MIDGAME, Rules(build="same-suit"))
    assert [move for move in same_suit if move.target in "1245678"] == [Move("8", "6"), Move("a", "8")]
    assert [move.cards for move in same_suit if move.target == "3"] == [1] * 8


def test_moves_found_by_hand_foundation_return() -> None:
    moves = legal_moves(MIDGAME, Rules(foundation_return=True))
    # The 3D goes onto either black four; the 2H onto the 3S, the 3C onto nothing.
    returns = [("6", 1), ("7", 1), ("8", 3), ("3", 0), ("3", 1), ("3", 3), ("b", 0), ("b", 1), ("b", 3)]
    assert [(move.target, move.suit) for move in moves if move.source == "h"] == returns


def test_first_moves_of_deal_1() -> None:
    # Eight cards to a cell, nothing fits; counted by hand as are the 70 sequences of two moves.
    assert legal_moves(deal_board(1), FREECELL) == [Move(column, "a") for column in COLUMN_NAMES]
    assert PERFT["deals"][0]["deal"] == 1
    assert PERFT["deals"][0]["counts"][:2] == [8, 70]


@pytest.mark.parametrize(
    ("board", "rules", "counts"),
    [
        *[(deal_board(entry["deal"]), Rules(), entry["counts"]) for entry in PERFT["deals"]],
        *[
            (parse_board("\n".join(entry["board"])), PRESETS[entry["rules"]], entry["counts"])
            for entry in PERFT["boards"]
        ],
    ],
    ids=[entry["deal"] for entry in PERFT["deals"]] + [entry["rules"] for entry in PERFT["boards"]],
)
def test_perft(board: Board, rules: Rules, counts: list[int]) -> None:
    reached = [board]
    for count in counts:
        moves = [(board, move) for board in reached for move in legal_moves(board, rules)]
        assert len(moves) == count
        if count != counts[-1]:
            reached = [apply_move(board, move, rules) for board, move in moves]


@pytest.mark.parametrize(
    ("empty_cells", "empty_columns", "to_filled", "to_empty"),
    [
        (0, 0, 1, None),
        (1, 0, 2, None),
        (2, 0, 3, None),
        (3, 0, 4, None),
        (4, 0, 5, None),
        (1, 1, 4, 2),
        (2, 1, 6, 3),
        (3, 1, 8, 4),
        (4, 1, 10, 5),
        (4, 2, 20, 10),
    ],
)
def test_run_capacity(empty_cells: int, empty_columns: int, to_filled: int, to_empty: int | None) -> None:
    cells = (*(0, 1, 2, 3)[empty_cells:], *(None,) * empty_cells)
    board = Board(((),) * empty_columns + ((4,),) * (8 - empty_columns), cells)
    assert run_capacity(board, FREECELL) == to_filled
    if to_empty is not None:
        assert run_capacity(board, FREECELL, into_empty_column=True) == to_empty
    assert run_capacity(board, Rules(empty_column="kings")) == empty_cells + 1
    assert run_capacity(board, Rules(run_move="unlimited")) == UNLIMITED


@pytest.mark.parametrize(
    ("cells", "columns", "limit"), [("- 2C", 0, 2), ("2C 2D", 1, 2), ("- - 2C", 0, 3), ("2C -", 1, 4)]
)
def test_run_onto_a_card_is_limited(cells: str, columns: int, limit: int) -> None:
    rules = Rules(cells=len(cells.split()))
    run = ["7S", "6H", "5C", "4D", "3S"]
    for length, onto in enumerate(["4H", "5S", "6D", "7C", "8D"], 1):
        placed = [*cells.split(), onto, *run]
        rest = [r + s for s in "CDSH" for r in "KQJT98765432A" if r + s not in placed]
        lines = [["FC:", cells], run, [onto], *(rest[i :: 6 - columns] for i in range(6 - columns))]
        board = parse_board("\n".join(" ".join(line) for line in lines), rules)
        move = Move("1", "2", length)
        assert (move in legal_moves(board, rules)) == is_legal(board, move, rules) == (length <= limit)
        assert is_legal(board, move, replace(rules, run_move="unlimited"))


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Move("3", "a"), "Column 3 is empty."),
        (Move("1", "3", 6), "Column 1 has 5 cards, not 6 to move."),
        (Move("1", "3", 0), "Column 1 has 5 cards, not 0 to move."),
        (Move("1", "3", 3), "The last 3 cards of column 1 are not a run."),
        (Move("1", "2"), "QC may not be put on AS."),
        (Move("1", "1"), "Column 1 is source and target."),
        (Move("1", "b", 2), "'b' takes one card at a time, not 2."),
        (Move("1", "h"), "QC is not the next card of its foundation."),
        (Move("1", "a"), "Cell a holds 2S."),
        (Move("1", "e"), "There is no cell e."),
        (Move("1", "x"), "'x' is no column, cell or foundation."),
        (Move("x", "1"), "'x' is no column, cell or foundation."),
        (Move("b", "3"), "Cell b is empty."),
        (Move("e", "3"), "Cell e is empty."),
        (Move("a", "3", 2), "'a' gives one card at a time, not 2."),
        (Move("a", "b"), "A card does not move from cell to cell."),
        (Move("a", "3", suit=0), "A suit is named only for a card taken back from a foundation."),
        (Move("h", "3", suit=0), "Foundations do not give cards back."),
    ],
)
def test_reasons(move: Move, reason: str) -> None:
    with pytest.raises(IllegalMove) as failure:
        apply_move(MIDGAME, move, FREECELL)
    assert str(failure.value) == reason


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Move("h", "3"), "A card taken back from a foundation needs its suit."),
        (Move("h", "3", suit=4), "A card taken back from a foundation needs its suit."),
        (Move("h", "3", suit=2), "The foundation of S is empty."),
        (Move("h", "h", suit=0), "3C is not the next card of its foundation."),
        (Move("h", "3", suit=0), "3C may not be put into an empty column."),
    ],
)
def test_reasons_foundation_return(move: Move, reason: str) -> None:
    with pytest.raises(IllegalMove) as failure:
        apply_move(MIDGAME, move, Rules(foundation_return=True, empty_column="kings"))
    assert str(failure.value) == reason


def test_moves_one_after_the_other() -> None:
    board = MIDGAME
    returning = Rules(foundation_return=True)
    for move in [Move("2", "h"), Move("a", "h"), Move("8", "h"), Move("4", "3", 2)]:
        board = apply_move(board, move, returning)
    board = apply_move(board, Move("h", "d", suit=1), returning)
    assert format_board(board) == (
        "Foundations: H-2 C-3 D-2 S-3\n"
        "Freecells: - - - 3D\n"
        ": KC QD JC KH QC\n"
        ": KS KD QS JH TC 9H 8S 7D\n"
        ": JD TS\n"
        ":\n"
        ": 9C 8D 8C 7C 6H 5S 4D 6D\n"
        ": 9D TH 9S 4S\n"
        ": QH TD JS 8H 6C 7S 7H 6S 5D 3H 5H 4C\n"
        ": 5C 4H\n"
    )
