"""`inspect`: what holds in a position, for a reader and as JSON."""

import json

import pytest
from command_runs import call, run
from freecell_pools.cli.wording import describe
from freecell_pools.solver.game.board import Move, legal_moves
from freecell_pools.solver.game.board_text import format_board, parse_board
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.positions import is_won
from freecell_pools.solver.game.rules import Rules
from freecell_pools.solver.game.solution import format_move, replay
from late_positions import MID_GAME, STUCK, WON

KEYS = [
    "deal",
    "legal_moves",
    "capacity",
    "capacity_into_empty",
    "safe_cards",
    "safe_moves",
    "finish_is_certain",
    "finishing_moves",
    "won",
    "no_move_left",
    "verdict",
    "states",
    "moves",
    "limit",
]
END = """\
Cards that move at once: to a filled column any number, into an empty one any number.
Safe to collect: 8H 8C 8D 9H 9D 9C TC 8S 9S TS TH JH JS QH TD QS JD KS JC KH QC QD KD KC.
The finish is certain:
   1  1h   1h   1h   2h   3h   5h   3h   5h   3h   5h
  11  3h   5h   3h   5h   bh   4h   2h   4h   2h   4h
  21  2h   4h   2h   4h
The position: solvable in 24 moves (0 states).
"""


def inspected(*arguments: str, text: str = "") -> tuple[int, dict[str, object]]:
    result = call("inspect", *arguments, "--json", text=text)
    assert result.stderr == ""
    (line,) = result.stdout.splitlines()
    return result.exit_code, json.loads(line)


def test_the_start_of_a_deal_for_a_reader() -> None:
    result = call("inspect", "1")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    moves = [line.split()[0] for line in lines if line.startswith("  ") and " " in line.strip()]
    assert moves == [format_move(deal_board(1), move) for move in legal_moves(deal_board(1), Rules())]
    assert "Cards that move at once: to a filled column up to 5." in lines
    assert "Safe to collect: none." in lines
    assert "The finish is not certain yet." in lines
    solved = call("solve", "1").stdout.splitlines()[0]
    assert lines[-1] == f"{solved}."


def test_a_position_for_a_reader() -> None:
    result = call("inspect", "--board", "-", text=MID_GAME)
    assert result.exit_code == 0
    assert result.stdout.startswith("cells  a: --  b: 8S  c: --  d: --    home  7C 7D 7S 7H\n\n 1   2 ")
    assert "\n33 legal moves:\n  1h    8H home\n  bh    8S home\n  14    8H onto 9S\n" in result.stdout
    assert "\n  26v5  KH QS JH TS 9H to an empty column\n" in result.stdout
    assert "\n  1a    8H to a cell\n" in result.stdout
    assert result.stdout.endswith(END)


def test_json() -> None:
    code, facts = inspected("--board", "-", text=MID_GAME)
    board = parse_board(MID_GAME)
    assert (code, list(facts)) == (0, KEYS)
    assert facts["legal_moves"] == [format_move(board, move) for move in legal_moves(board, Rules())]
    assert (facts["capacity"], facts["capacity_into_empty"]) == (32, 16)
    for name in ("safe_moves", "finishing_moves"):
        words = facts[name]
        assert isinstance(words, list)
        assert is_won(replay(board, "".join(words), Rules()))
    assert facts["finish_is_certain"] is True
    assert (facts["verdict"], facts["moves"], facts["won"], facts["no_move_left"]) == ("solvable", 24, False, False)


def test_a_deal_and_its_board_are_the_same() -> None:
    code, facts = inspected("617")
    assert (code, facts["deal"]) == (0, 617)
    assert inspected("--board", "-", text=format_board(deal_board(617))) == (0, facts | {"deal": None})
    assert (facts["capacity"], facts["capacity_into_empty"]) == (5, None)
    assert (facts["safe_cards"], facts["finishing_moves"], facts["finish_is_certain"]) == ([], [], False)


def test_a_won_game() -> None:
    result = call("inspect", "--board", "-", text=WON)
    assert result.exit_code == 0
    assert "The game is won.\n" in result.stdout
    code, facts = inspected("--board", "-", text=WON)
    assert (code, facts["won"], facts["legal_moves"], facts["finishing_moves"]) == (0, True, [], [])


def test_no_move_is_left() -> None:
    result = call("inspect", "--board", "-", text=STUCK)
    assert result.exit_code == 20
    assert "\nNo move is left.\nThe position: impossible (" in result.stdout
    code, facts = inspected("--board", "-", text=STUCK)
    assert (code, facts["no_move_left"], facts["won"], facts["verdict"]) == (20, True, False, "impossible")


@pytest.mark.parametrize(("arguments", "code"), [(["11982"], 20), (["11982", "--max-states", "9"], 30)])
def test_the_exit_code_is_the_verdicts(arguments: list[str], code: int) -> None:
    assert call("inspect", *arguments).exit_code == code
    assert inspected(*arguments)[0] == code


def test_cards_taken_back_from_a_foundation_in_words() -> None:
    board = parse_board(MID_GAME.replace("Freecells: - 8S", "Freecells: - -").replace("8C 8H", "8C 8H 8S"))
    assert describe(board, Move("h", "1", suit=3)) == "7H back onto 8S"
    assert describe(board, Move("h", "6", suit=3)) == "7H back to an empty column"
    assert describe(board, Move("h", "a", suit=3)) == "7H back to a cell"


def test_deal_pipes_into_inspect() -> None:
    board = run("deal", "617", "--format", "fc-solve")
    done = run("inspect", "--board", "-", text=board.stdout)
    assert done.returncode == 0
    assert done.stdout.replace("The position:", "Deal 617:") == run("inspect", "617").stdout
