"""Boards as text: what is printed is read back, what peers print is read, the first problem is named."""

import contextlib
import re
import subprocess

import pytest
from extras import need_program
from freecell_pools.solver.game.board import Board
from freecell_pools.solver.game.board_text import MAX_TEXT, BoardError, format_board, parse_board
from freecell_pools.solver.game.cards import card_from_name
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.rules import Rules
from hypothesis import given
from hypothesis import strategies as st
from positions_strategy import positions

DEAL_24 = """\
4C 2C 9C 8C QS 4S 2H
5H QH 3C AC 3H 4H QD
QC 9S 6H 9H 3S KS 3D
5D 2S JC 5C JH 6D AS
2D KD TH TC TD 8D
7H JS KH TS KC 7C
AH 5S 6S AD 8H JD
7S 6C 7D 4D 8S 9D
"""
HOME = "Foundations: H-9 C-9 D-9 S-9\n"


def cards(names: str) -> tuple[int, ...]:
    return tuple(card_from_name(name) for name in names.split())


@given(positions())
def test_what_is_printed_is_read_back(position: tuple[Board, Rules]) -> None:
    board, rules = position
    text = format_board(board)
    assert parse_board(text, rules) == board
    assert format_board(parse_board(text, rules)) == text


def test_printed_form() -> None:
    assert format_board(deal_board(24)) == (
        "Foundations: H-0 C-0 D-0 S-0\nFreecells: - - - -\n" + "".join(f": {line}\n" for line in DEAL_24.splitlines())
    )


@pytest.mark.parametrize(
    "text",
    [
        DEAL_24,
        DEAL_24.rstrip("\n"),
        DEAL_24.lower(),
        DEAL_24.replace("T", "10"),
        DEAL_24.replace("T", "10").lower().replace(" ", "\t  "),
        DEAL_24.replace("\n", "\r\n"),
        DEAL_24.replace("\n", "\r"),
        DEAL_24.replace("\n", "  \n\n"),
        "\n\n" + DEAL_24 + "\n \n",
        "\ufeff" + DEAL_24,
        re.sub("^", ":", DEAL_24.rstrip("\n"), flags=re.MULTILINE),
        re.sub("^", " :  ", DEAL_24.rstrip("\n"), flags=re.MULTILINE),
        "# deal 24\n" + DEAL_24.replace("\n", "\n # a comment\n"),
        "Foundations: H-0 C-0 D-0 S-0\nFreecells: - - - -\n" + DEAL_24,
        "founds:\tc-0\nFC:-\n" + DEAL_24,
        DEAL_24 + "freecells:\nFoundations:",
        "Freecells:                \n" + DEAL_24,
    ],
)
def test_tolerated(text: str) -> None:
    assert parse_board(text) == deal_board(24)


@pytest.mark.parametrize("line", ["Foundations: H-K C-T D-0 S-A", "FOUNDS:s - 1 h-k c-10", "Foundations: C-t H-K S-a"])
def test_foundations(line: str) -> None:
    rest = "KC QC JC\nKD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD\n" + "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
    board = parse_board(f"{line}\n{rest}")
    assert board.foundations == (10, 0, 1, 13)
    assert board.columns[0] == cards("KC QC JC")


def test_cells_keep_their_places() -> None:
    board = parse_board(HOME + "Freecells: - 10C - th\nKC QC JC\nKD QD JD TD\nKS QS JS TS\nKH QH JH")
    assert board.cells == (None, card_from_name("TC"), None, card_from_name("TH"))


def test_more_empty_cells_than_the_rules_have() -> None:
    text = "Freecells: - - - -\n" + DEAL_24
    assert parse_board(text, Rules(cells=1)).cells == (None,)
    assert parse_board(text, Rules(cells=6)).cells == (None,) * 6


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        # A colon alone is an empty column, and where colons are used a blank line is nothing.
        (":\n: KC QC JC TC\n\n:\nKD QD JD TD\nKS QS JS TS\nKH QH JH TH\n", [0, 4, 0, 4, 4, 4, 0, 0]),
        # Without colons a blank line among the columns is an empty column.
        ("\nKC QC JC TC\n\n\nKD QD JD TD\n\nKS QS JS TS\nKH QH JH TH\n\n", [4, 0, 0, 4, 0, 4, 4, 0]),
        # Unless that made more than eight.
        ("KC QC JC TC\n\n\nKD QD JD TD\n\n\nKS QS JS TS\n\n\nKH QH JH TH", [4, 4, 4, 4, 0, 0, 0, 0]),
        ("KC QC JC TC\nKD QD JD TD\nKS QS JS TS\nKH QH JH TH", [4, 4, 4, 4, 0, 0, 0, 0]),
    ],
)
def test_empty_columns(text: str, sizes: list[int]) -> None:
    assert [len(column) for column in parse_board(HOME + text).columns] == sizes


def test_all_cards_home() -> None:
    assert parse_board("Foundations: H-K C-K D-K S-K") == Board(((),) * 8, (None,) * 4, (13,) * 4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "52 cards missing: AC AD AS AH .*"),
        (DEAL_24.replace("4C", "XC"), "line 1: 'XC' is not a card"),
        (DEAL_24.replace("AS", "1S"), "line 4: '1S' is not a card"),
        (DEAL_24.replace("KC 7C", "KC 2C"), "line 6: 2C stands already in line 1"),
        (DEAL_24.replace("KC 7C", "KC"), "1 card missing: 7C"),
        (DEAL_24.replace("7H JS KH TS KC 7C", "7H"), "5 cards missing: 7C TS JS KC KH"),
        (DEAL_24 + "2S\n", "line 9: a board has 8 columns, this is one more"),
        ("#\n" + DEAL_24 + ":\n", "line 10: a board has 8 columns, this is one more"),
        ("FC: 4C\n\n" + DEAL_24, "line 3: 4C stands already in line 1"),
        (DEAL_24 + "Foundations: S-A", "line 9: AS stands already in line 4"),
        ("Foundations: H-14\n", "line 1: 'H-14' is no foundation, such as H-0 or C-A"),
        ("Foundations: X-2\n", "line 1: 'X-2' is no foundation, such as H-0 or C-A"),
        ("Foundations: H2\n", "line 1: 'H2' is no foundation, such as H-0 or C-A"),
        ("Foundations: H-2 C-3 h-2\n", "line 1: the foundation of H is given twice"),
        ("Foundations:\nFounds:\n", "line 2: Foundations stand already in line 1"),
        ("Freecells: -\n\nFC: -\n", "line 3: Freecells stand already in line 1"),
        ("Freecells: 2H 3H - 4H 5H\n", "line 1: 5 cells, but the rules have 4"),
        ("Freecells: - - - - 5H -\n", "line 1: 5 cells, but the rules have 4"),
        ("Freecells: x\n", "line 1: 'x' is not a card"),
        ("\x1b[31m" + "A" * 9000, r"line 1: '\\x1b\[31mAAAAAAA...' is not a card"),
        (" " * MAX_TEXT + "\n", "a board has at most 10000 characters, not 10001"),
    ],
)
def test_first_problem_is_named(text: str, message: str) -> None:
    with pytest.raises(BoardError) as failure:
        parse_board(text)
    assert re.fullmatch(message, str(failure.value))


@given(st.text() | st.binary().map(lambda data: data.decode("latin-1")))
def test_garbage_is_a_board_error(text: str) -> None:
    with pytest.raises(BoardError):
        parse_board(text)


@given(positions(), st.data())
def test_spoilt_text_never_fails_otherwise(position: tuple[Board, Rules], data: st.DataObject) -> None:
    board, rules = position
    text = format_board(board)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.sampled_from(["", "\n", ":", "-", "K", "♠", "H-3 "])) + text[at + 1 :]
    with contextlib.suppress(BoardError):
        assert parse_board(format_board(parse_board(text, rules)), rules)


@pytest.mark.parametrize("number", [1, 24, 11982])
def test_freecell_solver_reads_the_board(number: int) -> None:
    need_program("fc-solve", package="freecell-solver-bin")
    text = format_board(deal_board(number))
    answer = subprocess.run(
        ["fc-solve", "-p", "-t", "-s", "-mi", "1", "-"],
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    printed = re.findall(r"^: (.*)$", answer.stdout, flags=re.MULTILINE)[:8]
    assert sorted(printed) == sorted(re.findall(r"^: (.*)$", text, flags=re.MULTILINE))
