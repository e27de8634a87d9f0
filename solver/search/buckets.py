"""A priority queue of small integers: one list for each priority, last in first out, two levels of bit sets.

head   int32[PRIORITIES], the newest entry of each list, valid where its bit is set
fill   uint64[1 + PRIORITIES / 64]: bit p of word 1 + p / 64 says that list p is not empty, bit w of word 0
       that word 1 + w is not 0
next   int32[entries], the entry after each
"""

import numpy as np
from freecell_pools.solver.compiling.arrays import Int, Ints32, Words
from freecell_pools.solver.compiling.bits import lowest_bit
from freecell_pools.solver.compiling.jit import kernel

PRIORITIES = 4096
EMPTY = -1

_ONE = np.uint64(1)


@kernel
def clear(fill: Words) -> None:
    """Empty the queue."""
    fill[:] = 0


@kernel
def push(head: Ints32, fill: Words, following: Ints32, entry: Int, priority: Int) -> None:
    """Add an entry; priorities outside 0..PRIORITIES-1 count as the nearest inside."""
    p = min(max(priority, 0), PRIORITIES - 1)
    word = p >> 6
    bit = _ONE << np.uint64(p & 63)
    # No branches: whether a list is empty cannot be foreseen.
    following[entry] = head[p] if fill[1 + word] & bit else EMPTY
    fill[1 + word] |= bit
    fill[0] |= _ONE << np.uint64(word)
    head[p] = entry


@kernel
def lowest(fill: Words) -> Int:
    """Return the lowest priority of all entries; there must be one."""
    word = lowest_bit(fill[0])
    return 64 * word + lowest_bit(fill[1 + word])


@kernel
def pop(head: Ints32, fill: Words, following: Ints32) -> Int:
    """Take out and return the newest entry of the lowest priority, or EMPTY."""
    if fill[0] == 0:
        return np.int64(EMPTY)
    p = lowest(fill)
    word = p >> 6
    entry = np.int64(head[p])
    after = following[entry]
    head[p] = after
    if after == EMPTY:
        fill[1 + word] &= fill[1 + word] - _ONE
        if fill[1 + word] == 0:
            fill[0] &= fill[0] - _ONE
    return entry
