"""The table of states against a dict: searches one after the other that share it, each with slots of its own number."""

import numpy as np
from freecell_pools.solver.search.hashtable import LAST_STAMP, enter, find, keep, next_stamp, widen
from freecell_pools.solver.search.state import hash_of
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_positions import State, words
from kernel_settings import FEW

SLOTS = 128
MOST = 25
# Hashes of few fingerprints and slots, the first and the last, so that entries collide in every way.
HASHES = st.builds(
    lambda slot, tag, low: (slot - 4) % SLOTS | tag << 32 | low << 48, *(st.integers(0, most) for most in (7, 2, 3))
)
STATES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 1), st.integers(0, 2**64 - 1)), max_size=MOST)
SEARCHES = st.lists(st.tuples(st.sampled_from([32, 64, SLOTS]), STATES), min_size=2, max_size=4)
STAMPS = st.sampled_from([0, LAST_STAMP - 2])
"""Where stamps begin: at the second they run out on the way."""


def look_up(table: np.ndarray, mask: int, stamp: int, keys: np.ndarray, hashed: int, state: State) -> int:
    return int(find(table, np.uint64(mask), stamp, keys, np.uint64(hashed), *state))


@settings(max_examples=FEW)
@given(SEARCHES, STAMPS, st.data())
def test_each_search_finds_its_own_entries_only(
    searches: list[tuple[int, list[tuple[int, int, int]]]], first_stamp: int, data: st.DataObject
) -> None:
    table, stamp, keys = np.zeros(SLOTS, np.uint64), np.array([first_stamp], np.int64), np.zeros(3 * MOST, np.uint64)
    hash_of = {state: data.draw(HASHES) for _, states in searches for state in states}
    for slots, states in searches:
        mark = next_stamp(table, stamp)
        beyond = table[slots:].copy()
        node_of: dict[tuple[int, int, int], int] = {}
        for state in states:
            found = look_up(table, slots - 1, mark, keys, hash_of[state], words(state))
            if state in node_of:
                assert found == node_of[state]
                continue
            assert -slots <= found < 0
            node = node_of[state] = len(node_of)
            keys[3 * node : 3 * node + 3] = words(state)
            enter(table, mark, -1 - found, np.uint64(hash_of[state]), node)
        for state, node in node_of.items():
            assert look_up(table, slots - 1, mark, keys, hash_of[state], words(state)) == node
        assert (table[slots:] == beyond).all()


@settings(max_examples=FEW)
@given(SEARCHES, STAMPS)
def test_a_state_is_kept_once(searches: list[tuple[int, list[tuple[int, int, int]]]], first_stamp: int) -> None:
    table, stamp, keys = np.zeros(SLOTS, np.uint64), np.array([first_stamp], np.int64), np.zeros(3 * MOST, np.uint64)
    for slots, states in searches:
        mark = next_stamp(table, stamp)
        nodes: list[tuple[int, int, int]] = []
        for state in states:
            new = keep(table, np.uint64(slots - 1), mark, keys, np.int64(len(nodes)), *words(state))
            assert new == (state not in nodes)
            nodes += [state] * bool(new)
            assert keys[: 3 * len(nodes)].tolist() == [word for node in nodes for word in node]


def test_stamps_that_run_out() -> None:
    """The stamp of the first search comes back, its entries do not."""
    table, stamp, keys = np.zeros(16, np.uint64), np.zeros(1, np.int64), np.arange(3, dtype=np.uint64)
    state = words((0, 1, 2))
    first = next_stamp(table, stamp)
    enter(table, first, -1 - look_up(table, 15, first, keys, 5, state), np.uint64(5), 0)
    assert look_up(table, 15, first, keys, 5, state) == 0
    stamp[0] = LAST_STAMP - 1
    assert next_stamp(table, stamp) == LAST_STAMP
    assert next_stamp(table, stamp) == first == stamp[0]
    assert look_up(table, 15, first, keys, 5, state) < 0
    assert next_stamp(table, stamp) == first + 1


def test_a_widened_table_holds_the_same_states() -> None:
    """A table of 2^8 slots, used up to 2^5, then widened twice; the states found keep their nodes, others are new."""
    states = [words((word, word * word, word ^ 0x55)) for word in range(1, 60)]
    table, stamp, keys = np.zeros(256, np.uint64), np.zeros(1, np.int64), np.zeros(3 * 60, np.uint64)
    current, mask = next_stamp(table, stamp), np.uint64(31)
    for node, state in enumerate(states[:20]):
        assert keep(table, mask, current, keys, np.int64(node), *state)
    for _ in range(2):
        current, mask = widen(table, stamp, keys, np.int64(20), np.uint64(mask))
        mask = np.uint64(mask)
    assert mask == 127
    for node, state in enumerate(states):
        found = find(table, mask, current, keys, np.uint64(hash_of(*state)), *state)
        assert found == node if node < 20 else found < 0
