"""The table of states and the priority queue against models in plain Python."""

import numpy as np
from freecell_pools.solver import buckets
from freecell_pools.solver.buckets import EMPTY, PRIORITIES
from freecell_pools.solver.hashtable import LAST_STAMP, enter, find, next_stamp
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_settings import FEW


@settings(max_examples=FEW)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(0, 2)), max_size=40), st.integers(0, 3))
def test_table_is_a_dict(states: list[tuple[int, int, int]], kinds_of_hash: int) -> None:
    table, stamp = np.zeros(64, np.uint64), np.array([LAST_STAMP - 2], np.int64)
    keys = np.zeros(3 * 41, np.uint64)
    for _ in range(4):  # the stamps run out on the way
        mark = next_stamp(table, stamp)
        model: dict[tuple[int, int, int], int] = {}
        for state in states:
            key = tuple(np.uint64(word) for word in state)
            hashed = np.uint64((hash(state) & 0xFFFFFFFFFFFF) % (kinds_of_hash + 1))  # collisions on purpose
            found = find(table, mark, keys, hashed, *key)
            assert (found if found >= 0 else None) == model.get(state)
            if found < 0:
                node = len(model)
                keys[3 * node : 3 * node + 3] = key
                enter(table, mark, -1 - found, hashed, np.int64(node))
                model[state] = node


@settings(max_examples=FEW)
@given(st.lists(st.integers(-5, PRIORITIES + 5) | st.integers(0, 3) | st.none(), max_size=60))
def test_buckets_are_last_in_first_out_of_the_lowest(steps: list[int | None]) -> None:
    head, following = np.zeros(PRIORITIES, np.int32), np.zeros(60, np.int32)
    fill = np.zeros(1 + PRIORITIES // 64, np.uint64)
    buckets.clear(fill)
    model: list[tuple[int, int]] = []
    for entry, priority in enumerate(steps):
        if priority is None:
            expected = min(model, default=None)
            if expected is not None:
                model.remove(expected)
            assert buckets.pop(head, fill, following) == (EMPTY if expected is None else -expected[1])
        else:
            buckets.push(head, fill, following, np.int64(entry), np.int64(priority))
            model.append((min(max(priority, 0), PRIORITIES - 1), -entry))
