"""The priority queue against a model in plain Python."""

import numpy as np
from freecell_pools.solver.search import buckets
from freecell_pools.solver.search.buckets import EMPTY, PRIORITIES
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_settings import FEW


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
