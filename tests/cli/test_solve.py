"""`solve`: solutions of deals and positions."""

import json
from pathlib import Path

import pytest
from command_runs import call, run
from freecell_pools.solver.game.board_text import format_board, parse_board
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.positions import is_won
from freecell_pools.solver.game.rules import Rules
from freecell_pools.solver.game.solution import replay

RULES = Rules()
# The start of deal 11982 cannot be won; these last cards can.
ALMOST = "Foundations: H-K C-K D-J S-K\nFreecells: KD\n: QD\n"
# Wins only by moving more than one card into an empty column, or by many single moves.
LATE = """
Foundations: H-7 C-7 D-7 S-7
Freecells: - - - -
: 8D 8C 8S 8H
: KH QS JH TS 9H
: KD QC JD TC 9D
: KS QH JS TH 9S
: KC QD JC TD 9C
"""


def moves_of(text: str) -> list[str]:
    """Return the words of the lines of moves, checking their numbers."""
    words: list[str] = []
    for line in text.splitlines()[1:]:
        number, *more = line.split()
        assert int(number) == len(words) + 1
        assert 1 <= len(more) <= 10
        words += more
    return words


def test_moves_are_shown_ten_a_line() -> None:
    result = call("solve", "617")
    assert (result.exit_code, result.stderr) == (0, "")
    header = result.stdout.splitlines()[0]
    assert header.startswith("Deal 617: solvable in ")
    words = moves_of(result.stdout)
    assert f"in {len(words)} moves" in header
    assert is_won(replay(deal_board(617), "".join(words), RULES))


def test_json_gives_notation_and_single_moves() -> None:
    result = call("solve", "617", "--json")
    (line,) = result.stdout.splitlines()
    answer = json.loads(line)
    assert list(answer) == ["deal", "verdict", "states", "moves", "limit", "solution", "single_moves"]
    assert is_won(replay(deal_board(617), answer["solution"], RULES))
    assert is_won(replay(deal_board(617), "".join(answer["single_moves"]), RULES))
    assert all(len(move) == 2 for move in answer["single_moves"])
    assert answer["solution"] == "".join(moves_of(call("solve", "617").stdout))
    assert answer["single_moves"] == moves_of(call("solve", "617", "--expand").stdout)


def test_what_cannot_be_won_has_no_moves() -> None:
    result = call("solve", "11982")
    assert result.exit_code == 20
    assert len(result.stdout.splitlines()) == 1
    answer = json.loads(call("solve", "11982", "--json").stdout)
    assert answer["solution"] is answer["single_moves"] is answer["moves"] is None


def test_a_limit_is_named() -> None:
    result = call("solve", "11982", "--max-states", "1000", "--json")
    assert result.exit_code == 30
    assert json.loads(result.stdout)["limit"] == "states"


@pytest.mark.parametrize("text", [ALMOST, LATE])
def test_positions_in_mid_game(text: str) -> None:
    result = call("solve", "--board", "-", "--json", text=text)
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert answer["deal"] is None
    board = parse_board(text)
    assert is_won(replay(board, answer["solution"], RULES))
    assert is_won(replay(board, "".join(answer["single_moves"]), RULES))


def test_a_won_position_needs_no_move() -> None:
    result = call("solve", "--board", "-", text="Foundations: H-K C-K D-K S-K\n")
    assert result.exit_code == 0
    assert result.stdout.startswith("The position: solvable in 0 moves (")
    assert len(result.stdout.splitlines()) == 1


def test_a_board_file_in_any_of_its_forms(tmp_path: Path) -> None:
    expected = call("solve", "617", "--json").stdout.replace('"deal": 617', '"deal": null')
    path = tmp_path / "board"
    text = format_board(deal_board(617))
    plain = "\n".join(line.removeprefix(": ").lower().replace("t", "10") for line in text.splitlines()[2:])
    for content in (text, text.rstrip("\n"), text.replace("\n", "\r\n"), "\ufeff" + text, plain):
        path.write_bytes(content.encode())
        assert call("solve", "--board", str(path), "--json").stdout == expected


def test_deal_pipes_into_solve() -> None:
    board = run("deal", "1941", "--format", "fc-solve")
    solved = run("solve", "--board", "-", text=board.stdout)
    assert solved.returncode == 0
    assert solved.stdout.startswith("The position: solvable in ")
