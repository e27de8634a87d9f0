"""`hint`: the next move, and what is said where there is none."""

import json
import os
import subprocess

import pytest
from command_runs import COMMAND, call, run
from freecell_pools.solver.game.board import apply_move
from freecell_pools.solver.game.board_text import format_board
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.positions import is_won
from freecell_pools.solver.game.rules import Rules
from freecell_pools.solver.game.solution import parse_solution, replay
from late_positions import STUCK, WON

RULES = Rules()
KEYS = ["deal", "verdict", "move", "moves_left", "solution", "states", "limit", "won", "no_move_left"]


def test_the_move_in_notation_and_in_words() -> None:
    result = call("hint", "617")
    assert (result.exit_code, result.stderr) == (0, "")
    (line,) = result.stdout.splitlines()
    assert line == "83  QH onto KC; solvable in 91 moves"


def test_json() -> None:
    result = call("hint", "617", "--json")
    found = json.loads(result.stdout)
    assert list(found) == KEYS
    moves = parse_solution(deal_board(617), found["solution"], RULES)
    assert len(moves) == found["moves_left"]
    assert found["solution"].startswith(found["move"])
    assert is_won(replay(deal_board(617), found["solution"], RULES))
    assert (found["deal"], found["verdict"], found["limit"]) == (617, "solvable", None)


def test_following_hints_from_the_command_line() -> None:
    board = replay(deal_board(617), json.loads(call("hint", "617", "--json").stdout)["solution"][:100], RULES)
    left = None
    while True:
        found = json.loads(call("hint", "--board", "-", "--json", text=format_board(board)).stdout)
        assert found["deal"] is None
        assert left is None or found["moves_left"] == left - 1
        left = found["moves_left"]
        if found["move"] is None:
            break
        board = apply_move(board, parse_solution(board, found["move"], RULES)[0], RULES)
    assert left == 0
    assert found["won"]
    assert is_won(board)


def test_one_move_left() -> None:
    result = call("hint", "--board", "-", text="Foundations: H-Q C-K D-K S-K\nFreecells: - KH\n")
    assert (result.exit_code, result.stdout) == (0, "bh  KH home; solvable in 1 move\n")


def test_a_won_game() -> None:
    result = call("hint", "--board", "-", text=WON)
    assert (result.exit_code, result.stdout) == (0, "The game is won.\n")
    found = json.loads(call("hint", "--board", "-", "--json", text=WON).stdout)
    assert (found["verdict"], found["move"], found["moves_left"], found["won"]) == ("solvable", None, 0, True)


def test_no_move_is_left() -> None:
    result = call("hint", "--board", "-", text=STUCK)
    assert (result.exit_code, result.stdout) == (20, "No move is left: impossible from here.\n")
    found = json.loads(call("hint", "--board", "-", "--json", text=STUCK).stdout)
    assert (found["verdict"], found["move"], found["moves_left"]) == ("impossible", None, None)
    assert (found["no_move_left"], found["won"]) == (True, False)


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        (["11982"], 20, "Impossible from here.\n"),
        (["11982", "--max-states", "100"], 30, "Undecided: limit of states reached.\n"),
    ],
)
def test_no_way_is_known(arguments: list[str], code: int, line: str) -> None:
    result = call("hint", *arguments)
    assert (result.exit_code, result.stdout) == (code, line)
    found = json.loads(call("hint", *arguments, "--json").stdout)
    assert (found["move"], found["moves_left"], found["solution"]) == (None, None, None)
    assert found["limit"] == ("states" if code == 30 else None)


def test_deal_pipes_into_hint() -> None:
    board = run("deal", "1941", "--format", "fc-solve")
    found = run("hint", "--board", "-", text=board.stdout)
    assert found.returncode == 0
    assert found.stdout == run("hint", "1941").stdout


def test_standard_output_that_is_closed() -> None:
    done = subprocess.run(
        [*COMMAND, "hint", "617"], stdout=None, stderr=subprocess.PIPE, preexec_fn=lambda: os.close(1)
    )
    assert (done.returncode, done.stderr) == (0, b"")
