"""What other programs call: names, errors, threads, and that nothing heavy is loaded before a search."""

import ast
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import freecell_pools.solver as room
import pytest
from freecell_pools.solver import (
    PRESETS,
    Board,
    BoardError,
    IllegalMove,
    Rules,
    Verdict,
    apply_move,
    cells_needed_deals,
    check,
    check_deals,
    deal,
    hint,
    inspect,
    is_won,
    play,
    solve,
)
from kernel_settings import needs_compiled

ROOM = Path(room.__file__).parent
SEARCHES: list[Callable[..., Any]] = [check, solve, hint]
MANY: list[Callable[..., Any]] = [check_deals, cells_needed_deals]


def test_each_name_is_there_and_is_no_module() -> None:
    modules = {source.stem for source in ROOM.iterdir()}
    for name in room.__all__:
        assert getattr(room, name) is not None
        # A module of the same name would take its place as soon as it is imported.
        assert name not in modules
        assert name in dir(room)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = room.nothing


def test_the_three_lists_of_names_agree() -> None:
    names = [name for names in room._MODULES.values() for name in names]
    assert sorted(names) == sorted(room.__all__)
    (typed,) = (node for node in ast.parse((ROOM / "__init__.py").read_text()).body if isinstance(node, ast.If))
    declared = {
        node.module: tuple(alias.name for alias in node.names)
        for node in typed.body
        if isinstance(node, ast.ImportFrom)
    }
    assert declared == room._MODULES


@pytest.mark.parametrize("function", [*SEARCHES, inspect, deal, *MANY])
def test_what_are_no_rules_is_said_at_once(function: Callable[..., Any]) -> None:
    with pytest.raises(ValueError, match=r"rules: 'freecell' are no Rules, such as Rules\(cells=3\)"):
        function([617] if function in MANY else 617, "freecell")
    with pytest.raises(ValueError, match="rules: None are no Rules"):
        play(deal(617), "8a", None)  # type: ignore[arg-type]


@pytest.mark.parametrize("limit", [1.5, True, "10", 0])
@pytest.mark.parametrize("function", SEARCHES + MANY)
def test_limits_are_whole_numbers(function: Callable[..., Any], limit: Any) -> None:
    with pytest.raises(ValueError, match="is not a positive whole number"):
        function(1, max_states=limit)


@pytest.mark.parametrize("number", [0, 1.5, True, "1", None])
@pytest.mark.parametrize("function", MANY)
def test_what_is_no_deal_number_is_refused(function: Callable[..., Any], number: Any) -> None:
    with pytest.raises(ValueError, match="is not a deal number"):
        function([1, number])


@needs_compiled
def test_a_limit_may_be_as_high_as_one_likes() -> None:
    assert check(1, max_states=2**70).verdict is Verdict.SOLVABLE


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"cells": None}, "cells: None is not a whole number"),
        ({"cells": 2.0}, "cells: 2.0 is not a whole number"),
        ({"cells": True}, "cells: True is not a whole number"),
        ({"foundation_return": "false"}, "foundation_return: 'false' is neither True nor False"),
        ({"foundation_return": None}, "foundation_return: None is neither"),
        ({"build": ["same-suit"]}, "build: "),
    ],
)
def test_rules_of_other_types_are_refused(fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Rules(**fields)


LIGHT = """
import sys
from freecell_pools.solver import *
from freecell_pools.solver import deal, inspect, parse_board, format_board, legal_moves, apply_move, Rules, PRESETS
{statement}
"""


@pytest.mark.parametrize(
    ("statement", "loaded"),
    [
        ("from freecell_pools.solver import api", False),
        ("inspect(deal(617)); parse_board(format_board(deal(1)))", False),
        ("apply_move(deal(1), legal_moves(deal(1), Rules())[0], Rules())", False),
        ("check(deal(1))", True),
    ],
)
def test_the_compiler_is_loaded_when_something_is_searched(statement: str, loaded: bool) -> None:
    code = LIGHT.replace("from freecell_pools.solver import *\n", "").format(statement=statement)
    code = code.replace("deal, inspect", "check, deal, inspect") + f"assert ('numba' in sys.modules) is {loaded}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@needs_compiled
def test_deals_and_boards() -> None:
    assert check(617) == check(deal(617)) == check_deals([617])[0]
    assert solve(617) == solve(deal(617))
    assert hint(617) == hint(deal(617))
    assert inspect(617) == inspect(deal(617))
    rules = Rules(cells=0)
    assert check(164, rules).verdict is Verdict.SOLVABLE
    assert solve(deal(164, rules), rules).verdict is Verdict.SOLVABLE


@needs_compiled
def test_a_game_played_by_hints_as_a_server_would() -> None:
    rules = PRESETS["bakers-game"]
    board = deal(1, rules)
    while (found := hint(board, rules)).move is not None:
        board = apply_move(board, found.move, rules)
    assert found.won
    assert is_won(board)


@pytest.mark.parametrize("function", [*SEARCHES, inspect])
def test_positions_that_are_none(function: Callable[..., Any]) -> None:
    for number in (0, -1, 2**33, "617", 1.0, None, True):
        with pytest.raises(ValueError, match="is not a deal number"):
            function(number)
    start = deal(1)
    with pytest.raises(BoardError, match="cells: a tuple of 7 is wanted"):
        function(start, Rules(cells=7))
    with pytest.raises(BoardError, match="AC is there 2 times"):
        function(replace(start, foundations=(1, 0, 0, 0)))


@pytest.mark.parametrize("function", SEARCHES)
def test_limits(function: Callable[..., Any]) -> None:
    for limit in (0, -5):
        with pytest.raises(ValueError, match=f"max_states: {limit} is not a positive whole number"):
            function(1, max_states=limit)
    assert function(11982, max_states=10).verdict is Verdict.UNDECIDED


@needs_compiled
def test_threads_get_the_answers_that_one_alone_gets() -> None:
    games = [Rules(), PRESETS["bakers-game"], PRESETS["relaxed"], Rules(cells=2)]
    tasks = [(function, number, rules) for function in SEARCHES for number in range(1, 21) for rules in games]
    expected = [function(number, rules, max_states=5000) for function, number, rules in tasks]
    bulk = check_deals(range(1, 1001))

    def run(task: tuple[Callable[..., Any], int, Rules]) -> Any:
        function, number, rules = task
        return function(number, rules, max_states=5000)

    with ThreadPoolExecutor(8) as threads:
        in_bulk = [threads.submit(check_deals, range(1, 1001)) for _ in range(3)]
        assert list(threads.map(run, tasks)) == expected
        assert all(future.result() == bulk for future in in_bulk)


@needs_compiled
def test_play() -> None:
    board: Board = deal(1)
    solution = solve(board).solution
    assert solution is not None
    assert is_won(play(board, solution))
    assert play(board, "") == board
    with pytest.raises(IllegalMove, match="Move 2: 6D is not the next card"):
        play(board, "1a1h")
