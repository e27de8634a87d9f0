"""Notation of solutions, their replay, and runs carried card by card."""

import pytest
from freecell_pools.solver.game.board import Board, IllegalMove, Move, apply_move
from freecell_pools.solver.game.board_text import parse_board
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.positions import is_won
from freecell_pools.solver.game.rules import UNLIMITED, Rules
from freecell_pools.solver.game.solution import (
    format_move,
    format_solution,
    parse_solution,
    replay,
    single_moves,
)
from hypothesis import given
from positions_strategy import Playout, playouts

FREECELL = Rules()
TEACHING = parse_board("""
    AS 2S 3S 4S 7S 6H 5C
    5S 6S 8S 9S TS JS 8D
    QS KS AH 2H 3H 4H 5H
    7H 8H 9H TH JH QH KH
    AC 2C 3C 4C 6C 7C
    8C 9C TC JC QC KC
    AD 2D 3D 4D 5D 6D
    7D 9D TD JD QD KD
""")

# Freecell Solver 5.0.1's solution of deal 24 as it prints it with -snx.
DEAL_24 = """
4h 7a 7b 7h 1c 1d a1 7a 74 7h
ch 2c 27 2h 7h 2h 67 c6 75 2c
27 d2 2d 2h 45 32 73 87 87 c8
85 a8 4c 4a 46 4h d4 24 3d 32
3h d2 3d a3 4a 4h 48 34 3h b3
54 5h 8b 8h 87 b8 87 8h 3b 38
c3 b8 45 6c 6b 64 d6 b4 c4 1d
1b 16 1c 1h 5h 1h a1 42 1a c1
81 24 8c a8 42 8a b8 d8 5b 5h
7d 7h 76 7h ch 51 5c 52 53 73
a7 63 68 6a 64 6h 16 1h 1h 8h
5h 8h 4h c1 5c 5h 7h bh dh 6h
3h 1h 3h 1h 3h 3h 3h 2h 8h 8h
4h 2h 3h 4h 2h 2h ah ch
"""


@given(playouts())
def test_what_is_printed_is_read_back(playout: Playout) -> None:
    text = format_solution(playout.start, playout.moves, playout.rules)
    assert parse_solution(playout.start, text, playout.rules) == playout.moves
    assert replay(playout.start, text, playout.rules) == playout.end


@given(playouts())
def test_runs_card_by_card(playout: Playout) -> None:
    rules = playout.rules
    board, singles = playout.start, single_moves(playout.start, playout.moves, playout.rules)
    for move in singles:
        board = apply_move(board, move, rules)
    assert board == playout.end
    if rules.run_move == "capacity":
        assert all(move.cards == 1 for move in singles)


def test_solution_of_a_peer() -> None:
    moves = parse_solution(deal_board(24), "".join(DEAL_24.split()), FREECELL)
    assert len(moves) == 138
    assert is_won(replay(deal_board(24), "".join(DEAL_24.split()), FREECELL))


def test_teaching_layout() -> None:
    assert parse_solution(TEACHING, "12", FREECELL) == [Move("1", "2", cards=3)]
    singles = single_moves(TEACHING, [Move("1", "2", cards=3)], FREECELL)
    assert [format_move(TEACHING, move) for move in singles] == ["1a", "1b", "12", "b2", "a2"]
    after = replay(TEACHING, "1a1b12b2a2", FREECELL)
    assert after == replay(TEACHING, "12", FREECELL)
    assert after.cells == (None,) * 4
    assert after.columns[1][-4:] == TEACHING.columns[1][-1:] + TEACHING.columns[0][-3:]


def full_run(empty_cells: int, empty_columns: int) -> Board:
    """Return a board whose column 1 is a run of 13 cards, with so many cells and columns at the end empty."""
    run = [rank + suit for rank, suit in zip("KQJT98765432A", "SHSHSHSHSHSHS", strict=True)]
    cells = ["-", "-", "-", "-", "KC", "KD", "KH", "QC"][4 - empty_cells : 8 - empty_cells]
    rest = [rank + suit for suit in "CDSH" for rank in "KQJT98765432A" if rank + suit not in run + cells]
    filled = 7 - empty_columns
    columns = [run, *(rest[i::filled] for i in range(filled))]
    return parse_board("\n".join(" ".join(words) for words in [["FC:", *cells], *columns]))


@pytest.mark.parametrize(
    ("cells", "columns", "capacity"),
    [
        *[(0, 1, 1), (1, 1, 2), (2, 1, 3), (3, 1, 4), (4, 1, 5)],
        *[(0, 2, 2), (1, 2, 4), (2, 2, 6), (3, 2, 8), (4, 2, 10), (0, 3, 4), (0, 4, 8), (2, 3, 12)],
    ],
)
def test_longest_run_into_an_empty_column(cells: int, columns: int, capacity: int) -> None:
    board = full_run(cells, columns)
    move = Move("1", "8", capacity)
    after = board
    for single in single_moves(board, [move], FREECELL):
        assert single.cards == 1
        after = apply_move(after, single, FREECELL)
    assert after == apply_move(board, move, FREECELL)
    with pytest.raises(IllegalMove, match=f"only {capacity}"):
        apply_move(board, move._replace(cards=capacity + 1), FREECELL)


def test_marks() -> None:
    board = full_run(2, 1)
    assert format_move(board, Move("1", "8", 3)) == "18v3"
    assert format_move(board, Move("1", "8", 13)) == "18vd"
    assert parse_solution(board, "18v3", FREECELL) == [Move("1", "8", 3)]
    assert parse_solution(board, "18v1", FREECELL) == parse_solution(board, "18", FREECELL)
    assert parse_solution(board, "18", FREECELL) == [Move("1", "8", 1)]
    assert parse_solution(board, "18vd", Rules(run_move="unlimited")) == [Move("1", "8", 13)]
    returning = Rules(foundation_return=True)
    moves = [Move("1", "h"), Move("h", "1", suit=2), Move("1", "h"), Move("h", "a", suit=2)]
    assert format_solution(board, moves, returning) == "1hh1S1hhaS"
    assert parse_solution(board, "1hh1S1hhaS", returning) == moves


def test_run_that_cannot_be_carried_stays_one_move() -> None:
    board = full_run(2, 1)
    relaxed = Rules(run_move="unlimited")
    assert relaxed.capacity(0, 0) == UNLIMITED
    assert single_moves(board, [Move("1", "8", 13)], relaxed) == [Move("1", "8", 13)]
    assert len(single_moves(board, [Move("1", "8", 3)], relaxed)) == 5


def test_kings_cannot_be_carried_through_empty_columns() -> None:
    kings = Rules(empty_column="kings", run_move="unlimited")
    board = full_run(1, 3)
    assert single_moves(board, [Move("1", "8", 13)], kings) == [Move("1", "8", 13)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1", "Move 1: '' is no column, cell or foundation."),
        ("9a", "Move 1: '9' is no column, cell or foundation."),
        ("1A", "Move 1: 'A' is no column, cell or foundation."),
        ("1a 1b", "Move 2: ' ' is no column, cell or foundation."),
        ("1a1b1c1d1e", "Move 5: There is no cell e."),
        ("1a1a", "Move 2: Cell a holds 5C."),
        ("b1", "Move 1: Cell b is empty."),
        ("1aab", "Move 2: A card does not move from cell to cell."),
        ("11", "Move 1: Column 1 is source and target."),
        ("1h", "Move 1: 5C is not the next card of its foundation."),
        ("13", "Move 1: 5C may not be put on 5H."),
        ("12v3", "Move 1: Cards are counted only from a column into an empty one."),
        ("1av1", "Move 1: Cards are counted only from a column into an empty one."),
        ("1a1b12b2a2é", "Move 6: 'é' is no column, cell or foundation."),
        ("h1", "Move 1: A card taken back from a foundation needs its suit."),
        ("h1c", "Move 1: A card taken back from a foundation needs its suit."),
        ("h1C", "Move 1: Foundations do not give cards back."),
    ],
)
def test_first_illegal_move_is_named(text: str, message: str) -> None:
    with pytest.raises(IllegalMove) as failure:
        replay(TEACHING, text, FREECELL)
    assert str(failure.value) == message


@pytest.mark.parametrize("text", ["18v", "18v0", "18ve", "18vD", "18v4"])
def test_bad_counts(text: str) -> None:
    with pytest.raises(IllegalMove, match="Move 1: "):
        replay(full_run(2, 1), text, FREECELL)
