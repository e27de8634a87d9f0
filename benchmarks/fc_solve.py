"""Freecell Solver beside this project: its options for a game, and what it does with a range of deals.

Its programs are `freecell-solver-range-parallel-solve` and `fc-solve` of Debian's package `freecell-solver-bin`.
"""

import re
import shutil
from dataclasses import replace
from itertools import pairwise

from freecell_pools.solver.game.rules import Rules

from .errors import BenchError, InputError
from .processes import Finished, run_program
from .rounds import Round

PROGRAM = "freecell-solver-range-parallel-solve"

_LIMIT = ["--total-iterations-limit", "1000000"]
_TELLS_IMPOSSIBLE = ["--method", "soft-dfs", "-to", "01ABCDE", "-sp", "r:tf"]
_QUICK_BY_SUIT = ["--method", "soft-dfs", "-to", "0123456789", "-sp", "r:tf"]
_START = re.compile(r"Started at ([0-9]+\.[0-9]+)")
_REACHED = re.compile(r"Reached Board No\. ([0-9]{1,18}) at ([0-9]+\.[0-9]+) \(total_num_iters=([0-9]{1,18})\)")
_NOT_SOLVED = re.compile(r"(Intractable|Unsolved) Board(?: No\. ([0-9]{1,18})\b)?")


def game_options(rules: Rules) -> list[str]:
    """Return the options that say which game is played; no card comes back from a foundation there."""
    return [
        *("--freecells-num", str(rules.cells)),
        *("--sequences-are-built-by", "suit" if rules.build == "same-suit" else "alternate_color"),
        *("--empty-stacks-filled-by", rules.empty_column),
        *("--sequence-move", "unlimited" if rules.run_move == "unlimited" else "limited"),
    ]


def search_options(rules: Rules) -> list[str]:
    """Return its best setting for many deals of a game.

    For FreeCell that is its fastest preset. Its later searches do not take over other rules (with kings only it puts
    other cards into empty columns), so for all else there is a quick search and then one that tells impossible deals.
    """
    if replace(rules, foundation_return=False) == Rules():
        return ["-l", "lg"]
    game = game_options(rules)
    quick = ["-l", "te"] if rules.build == "alternating" else _QUICK_BY_SUIT
    return [*game, *quick, "-ni", *game, *_TELLS_IMPOSSIBLE]


def require_peer() -> None:
    """Raise `InputError` when the program is not installed."""
    if shutil.which(PROGRAM) is None:
        raise InputError(f"{PROGRAM} is not installed: Debian's package freecell-solver-bin has it")


def peer_round(deals: range, rules: Rules) -> Round:
    """Decide deals with Freecell Solver, a million states a deal at most, its start-up of a millisecond included.

    Raises `BenchError` when it fails.
    """
    done = _solve(deals, rules, deals[-1])  # it prints its counts after each deal that this divides
    reached = _REACHED.findall(done.output)
    if not reached or int(reached[-1][0]) != deals[-1]:
        raise BenchError(f"{PROGRAM} did not reach deal {deals[-1]}")
    named = _NOT_SOLVED.findall(done.output)
    if len({deal for _, deal in named if deal and int(deal) in deals}) != len(named):
        raise BenchError(f"{PROGRAM} names a deal twice, or one that it was not asked for")
    undecided = sum(verdict == "Intractable" for verdict, _ in named)
    impossible = len(named) - undecided
    return Round(done.processor, int(reached[-1][2]), len(deals) - undecided - impossible, impossible, undecided)


def peer_seconds(deals: range, rules: Rules) -> list[float]:
    """Return the seconds on the clock that Freecell Solver takes for each deal, by the times that it prints.

    The first deal's include what is made only once. Raises `BenchError` when it fails.
    """
    output = _solve(deals, rules, 1).output
    started, reached = _START.search(output), _REACHED.findall(output)
    if started is None or [int(deal) for deal, _, _ in reached] != list(deals):
        raise BenchError(f"{PROGRAM} did not reach every deal up to {deals[-1]}")
    times = [float(started[1]), *(float(time) for _, time, _ in reached)]
    return [after - before for before, after in pairwise(times)]


def _solve(deals: range, rules: Rules, step: int) -> Finished:
    span = map(str, (deals[0], deals[-1], step))
    return run_program([PROGRAM, *span, *_LIMIT, *search_options(rules)])
