"""Rounds of a comparison, and what several of them say."""

import pytest
from freecell_pools.benchmarks.bench import ratio_of
from freecell_pools.benchmarks.rounds import Round, in_alternation, own_round
from freecell_pools.benchmarks.spread import Spread, spread_of
from freecell_pools.solver.decide import decide_deals
from freecell_pools.solver.game.rules import PRESETS, Rules


def test_a_round_counts_what_is_found() -> None:
    rules = PRESETS["bakers-game"]
    found = own_round(range(1, 31), rules)
    answers = decide_deals(range(1, 31), rules)
    assert found.states == sum(answers.states)
    assert found[2:] == tuple(
        sum(a.verdict == name for a in answers) for name in ("solvable", "impossible", "undecided")
    )
    assert found.deals == 30
    assert found.processor > 0


def test_a_round_of_more_deals_than_are_decided_at_once() -> None:
    assert own_round(range(5, 2106), Rules())[2:] == (2101, 0, 0)


def test_programs_take_turns() -> None:
    calls = []

    def program(name: str) -> Round:
        calls.append(name)
        return Round(2 ** len(calls) if len(calls) < 4 else 32, 1, 1, 0, 0)

    turns = in_alternation(2, lambda: program("own"), lambda: program("peer"))
    assert calls == ["own", "peer", "own", "peer"]
    assert ratio_of(turns) == Spread(median=3, low=2, high=4)
    assert ratio_of([]) is None


@pytest.mark.parametrize(
    ("values", "spread", "noise"),
    [([2.0], (2, 2, 2), 0), ([1.0, 4.0, 2.0], (2, 1, 4), 0.75), ([1.0, 3.0], (2, 1, 3), 0.5)],
)
def test_a_spread(values: list[float], spread: tuple[float, ...], noise: float) -> None:
    assert spread_of(values) == spread
    assert spread_of(values).noise == noise
