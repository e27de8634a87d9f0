"""`deal`: layouts."""

import json

import pytest
from command_runs import call
from freecell_pools.solver.game.board_text import parse_board
from freecell_pools.solver.game.deals import deal_board

DEAL_1 = """\
 1   2   3   4   5   6   7   8
JD  2D  9H  JC  5D  7H  7C  5H
KD  KC  9S  5S  AD  QC  KH  3H
2S  KS  9D  QD  JS  AS  AH  3C
4C  5C  TS  QH  4H  AC  4D  7S
3S  TD  4S  TH  8H  2C  JH  7D
6D  8S  8D  QS  6C  3D  8C  TC
6S  9C  2H  6H
"""


def test_the_table() -> None:
    result = call("deal", "1")
    assert (result.exit_code, result.stdout, result.stderr) == (0, DEAL_1, "")


@pytest.mark.parametrize("number", [1, 617, 2**31, 2**32, 2**33 - 1])
def test_the_peers_format(number: int) -> None:
    result = call("deal", str(number), "--format", "fc-solve")
    assert parse_board(result.stdout) == deal_board(number)


def test_json() -> None:
    answer = json.loads(call("deal", "1", "--json").stdout)
    assert answer["deal"] == 1
    assert answer["columns"][0] == ["JD", "KD", "2S", "4C", "3S", "6D", "6S"]
    assert [len(column) for column in answer["columns"]] == [7, 7, 7, 7, 6, 6, 6, 6]
