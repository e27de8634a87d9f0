"""Verdicts on many deals, in their order."""

import pytest
from freecell_pools.pools.errors import PoolError
from freecell_pools.pools.scan import CHUNK, SLOW_CHUNK, chunk_size, scan
from freecell_pools.solver.decide import decide_deals
from freecell_pools.solver.game.rules import Rules
from whole_answers import all_of_it

RULES = Rules()
CHUNKS = [[1, 2, 3], [11982], list(range(40, 70)), [2**33 - 1]]


def test_workers_change_nothing() -> None:
    expected = [(chunk, list(decide_deals(chunk, RULES))) for chunk in CHUNKS]
    assert list(scan(CHUNKS, RULES, all_of_it)) == expected
    assert list(scan(CHUNKS, RULES, all_of_it, workers=2)) == expected


def test_the_limit_on_states_is_passed_on() -> None:
    ((_, (answer,)),) = scan([[11982]], RULES, all_of_it, max_states=1000)
    assert (answer.verdict, answer.limit) == ("undecided", "states")


def test_the_fewest_cells_come_with_the_answers() -> None:
    ((_, answers),) = scan([[617, 11982]], RULES, all_of_it, cells_needed=True)
    assert [answer.cells_needed for answer in answers] == [4, 5]


def test_a_failure_names_the_deals() -> None:
    with pytest.raises(PoolError, match=r"deals 5 to 0: ValueError"):
        list(scan([[5, 0]], RULES, all_of_it))


def test_chunks_keep_all_workers_busy() -> None:
    assert chunk_size(10**9, 1) == CHUNK
    assert chunk_size(10**9, 64) == CHUNK
    assert chunk_size(800, 2) == 50
    assert chunk_size(1, 8) == 1
    assert chunk_size(10**9, 2, cells_needed=True) == SLOW_CHUNK
    assert chunk_size(800, 2, cells_needed=True) == 50
