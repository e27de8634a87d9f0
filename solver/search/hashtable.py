"""The set of states seen: open addressing over the numbers of nodes, never cleared between searches.

An entry is one uint64: a stamp in bits 48..63, a fingerprint of the state in bits 32..47 and the number of
its node in bits 0..31. Each search has its own stamp, so the entries of earlier ones count as empty. A
fingerprint only saves look-ups: whether two states are equal is decided by their three words.
"""

import numpy as np
from freecell_pools.solver.compiling.arrays import Int, Ints, Word, Words
from freecell_pools.solver.compiling.jit import kernel

from .state import hash_of

LAST_STAMP = (1 << 16) - 1

_FINGERPRINT = np.uint64(0xFFFF00000000)
_NODE = np.uint64(0xFFFFFFFF)
_STAMP_SHIFT = np.uint64(48)
_ONE = np.uint64(1)


@kernel
def next_stamp(table: Words, stamp: Ints) -> Int:
    """Start a new search: advance `stamp` (int64[1]); the table is cleared only when stamps run out."""
    stamp[0] += 1
    if stamp[0] > LAST_STAMP:
        table[:] = 0
        stamp[0] = 1
    return stamp[0]


@kernel
def first_slot(mask: Word, hashed: Word) -> Word:
    """Return where the search for a state begins."""
    return (hashed ^ (hashed >> _STAMP_SHIFT)) & mask


@kernel
def find(table: Words, mask: Word, stamp: Int, keys: Words, hashed: Word, k0: Word, k1: Word, k2: Word) -> Int:
    """Return the node of a state, or -1 - the slot where it belongs.

    `keys` is uint64[3 * nodes], the words of each node's state. Only the first `mask` + 1 slots, a power of two, are
    used; they are never all full.
    """
    tag = (np.uint64(stamp) << _STAMP_SHIFT) | (hashed & _FINGERPRINT)
    slot = first_slot(mask, hashed)
    while True:
        entry = table[slot]
        if entry >> _STAMP_SHIFT != np.uint64(stamp):
            return -1 - np.int64(slot)
        if entry & ~_NODE == tag:
            node = np.int64(entry & _NODE)
            if keys[3 * node] == k0 and keys[3 * node + 1] == k1 and keys[3 * node + 2] == k2:
                return node
        slot = (slot + _ONE) & mask


@kernel
def enter(table: Words, stamp: Int, slot: Int, hashed: Word, node: Int) -> None:
    """Put a node into the slot that `find` gave."""
    table[slot] = (np.uint64(stamp) << _STAMP_SHIFT) | (hashed & _FINGERPRINT) | np.uint64(node)


@kernel
def widen(table: Words, stamp: Ints, keys: Words, nodes: Int, mask: Word) -> tuple[Int, Word]:
    """Spread the states of so many nodes over twice as many slots; return the search's new stamp and mask."""
    fresh = next_stamp(table, stamp)
    mask = (mask << _ONE) | _ONE
    for node in range(nodes):
        k0, k1, k2 = keys[3 * node], keys[3 * node + 1], keys[3 * node + 2]
        hashed = hash_of(k0, k1, k2)
        enter(table, fresh, -1 - find(table, mask, fresh, keys, hashed, k0, k1, k2), hashed, np.int64(node))
    return fresh, mask


@kernel
def keep(table: Words, mask: Word, stamp: Int, keys: Words, nodes: Int, k0: Word, k1: Word, k2: Word) -> bool:
    """Make a state the node number `nodes` unless it is one already; tell whether it was new."""
    hashed = hash_of(k0, k1, k2)
    slot = find(table, mask, stamp, keys, hashed, k0, k1, k2)
    if slot >= 0:
        return False
    keys[3 * nodes] = k0
    keys[3 * nodes + 1] = k1
    keys[3 * nodes + 2] = k2
    enter(table, stamp, -1 - slot, hashed, nodes)
    return True
