"""What `test_tables` leaves open: searches that share one table, and stamps that run out."""

import numpy as np
from freecell_pools.solver.hashtable import LAST_STAMP, enter, find, next_stamp
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_positions import State, words
from kernel_settings import FEW

# Hashes of few slots and fingerprints, so that entries collide in every way.
HASHES = st.builds(lambda slot, tag, low: slot | tag << 32 | low << 48, *(st.integers(0, most) for most in (7, 2, 3)))
STATES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 1), st.integers(0, 2**64 - 1)), max_size=25)


def look_up(table: np.ndarray, stamp: int, keys: np.ndarray, hashed: int, state: State) -> int:
    return int(find(table, stamp, keys, np.uint64(hashed), *state))


@settings(max_examples=FEW)
@given(st.lists(STATES, min_size=2, max_size=4), st.data())
def test_each_search_sees_its_own_entries_only(searches: list[list[tuple[int, int, int]]], data: st.DataObject) -> None:
    table, stamp, keys = np.zeros(32, np.uint64), np.zeros(1, np.int64), np.zeros(3 * 32, np.uint64)
    hash_of = {state: data.draw(HASHES) for states in searches for state in states}
    for states in searches:
        mark = next_stamp(table, stamp)
        node_of: dict[tuple[int, int, int], int] = {}
        for state in states:
            found = look_up(table, mark, keys, hash_of[state], words(state))
            if state in node_of:
                assert found == node_of[state]
                continue
            assert found < 0
            node = node_of[state] = len(node_of)
            keys[3 * node : 3 * node + 3] = words(state)
            enter(table, mark, -1 - found, np.uint64(hash_of[state]), node)
        for state, node in node_of.items():
            assert look_up(table, mark, keys, hash_of[state], words(state)) == node


def test_stamps_that_run_out() -> None:
    """The stamp of the first search comes back, its entries do not."""
    table, stamp, keys = np.zeros(16, np.uint64), np.zeros(1, np.int64), np.arange(3, dtype=np.uint64)
    state = words((0, 1, 2))
    first = next_stamp(table, stamp)
    enter(table, first, -1 - look_up(table, first, keys, 5, state), np.uint64(5), 0)
    assert look_up(table, first, keys, 5, state) == 0
    stamp[0] = LAST_STAMP - 1
    assert next_stamp(table, stamp) == LAST_STAMP
    assert next_stamp(table, stamp) == first == stamp[0]
    assert look_up(table, first, keys, 5, state) < 0
    assert next_stamp(table, stamp) == first + 1
