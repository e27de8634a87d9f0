"""The fast search: weighted A* that makes a state only when it is expanded.

Each node that was expanded waits in the queue with the best of its children that were not looked at yet. Most
children never are, so they cost neither a state nor a look into the table nor a place in the queue. A failed dive
proves nothing.
"""

from typing import NamedTuple

import numpy as np
from freecell_pools.solver.compiling.arrays import Int, Ints, Record, Word
from freecell_pools.solver.compiling.bits import copy_record
from freecell_pools.solver.compiling.jit import kernel

from . import buckets
from .autoplay import autoplay, autoplay_from
from .buckets import PRIORITIES
from .evaluate import position_cost
from .hashtable import keep, next_stamp
from .moves import SENDS_HOME, card_and_place, generate
from .state import NO_CARD, all_home, with_place
from .tableau import TABLEAU, shift, unpack
from .weights import DEPTH, HOMEWARD

NO_NODE = -1
MOST_CHILDREN = 64
"""Room for the children of one node: at most 16 moves onto cards, 20 into empty columns and 8 into cells."""

MOST_VALUE = (1 << 20) - 1

_MOVE_BITS = 10
_MOVE = (1 << _MOVE_BITS) - 1
_ONE = np.uint64(1)


class Dive(NamedTuple):
    """The memory of one worker's dives, reused from deal to deal.

    Attributes:
        keys: uint64[3 * nodes], the state of each node.
        boards: TABLEAU[nodes], the position of each node.
        parent: int32[nodes].
        move: int16[nodes], the move that led to each node, see `moves`.
        depth: int32[nodes], moves from the root.
        children: int32[MOST_CHILDREN * nodes], see `pack_child`; of those of a node, the first were not looked at yet.
        left: int32[nodes], how many children that is.
        best: int32[nodes], the child that the node waits with.
        following: int32[nodes], see `buckets`.
        head: int32[PRIORITIES].
        fill: uint64[65].
        table: uint64[2 ** k], see `hashtable`.
        stamp: int64[1].
    """

    keys: np.ndarray
    boards: np.ndarray
    parent: np.ndarray
    move: np.ndarray
    depth: np.ndarray
    children: np.ndarray
    left: np.ndarray
    best: np.ndarray
    following: np.ndarray
    head: np.ndarray
    fill: np.ndarray
    table: np.ndarray
    stamp: np.ndarray


def new_dive(states: int) -> Dive:
    """Return memory for dives of up to `states` expanded states."""
    nodes = states + 1
    return Dive(
        keys=np.zeros(3 * nodes, np.uint64),
        boards=np.zeros(nodes, TABLEAU).view(np.recarray),
        parent=np.zeros(nodes, np.int32),
        move=np.zeros(nodes, np.int16),
        depth=np.zeros(nodes, np.int32),
        children=np.zeros(MOST_CHILDREN * nodes, np.int32),
        left=np.zeros(nodes, np.int32),
        best=np.zeros(nodes, np.int32),
        following=np.zeros(nodes, np.int32),
        head=np.zeros(PRIORITIES, np.int32),
        fill=np.zeros(1 + PRIORITIES // 64, np.uint64),
        table=np.zeros(1 << (2 * states + 128).bit_length(), np.uint64),
        stamp=np.zeros(1, np.int64),
    )


@kernel
def dive(
    d: Dive, out: Record, root: Record, weights: Ints, k0: Word, k1: Word, k2: Word, quota: Int
) -> tuple[Int, Int]:
    """Search from a state for at most `quota` expanded states.

    `out` (CHILDREN) is scratch; `root` is that of the state, with the words k0 to k2.

    Returns the node where all cards are home, or NO_NODE, and the number of states expanded.
    """
    stamp = next_stamp(d.table, d.stamp)
    # A short dive uses few slots, so that they stay in the processor's nearest cache.
    slots = np.uint64(256)
    while slots < np.uint64(4 * quota):
        slots <<= _ONE
    mask = min(slots, np.uint64(len(d.table))) - _ONE
    buckets.clear(d.fill)
    unpack(k0, k1, k2, d.boards[0], root)
    k0, k1, k2 = autoplay(d.boards[0], root, True, k0, k1, k2)
    keep(d.table, mask, stamp, d.keys, np.int64(0), k0, k1, k2)
    node = np.int64(0)
    d.parent[0] = NO_NODE
    d.depth[0] = 0
    value = position_cost(d.boards[0], root, weights)
    last = np.int64(NO_CARD)
    while not all_home(k0, k1, k2):
        if node >= quota:
            return np.int64(NO_NODE), node
        count = generate(d.boards[node], root, weights, value, True, False, last, out)
        for child in range(count):
            d.children[MOST_CHILDREN * node + child] = pack_child(out.move[child], out.value[child])
        d.left[node] = count
        _wait(d, node, weights)
        node += 1
        while True:
            parent = buckets.pop(d.head, d.fill, d.following)
            if parent < 0:
                return np.int64(NO_NODE), node
            move = np.int64(d.best[parent]) & _MOVE
            value = np.int64(d.best[parent]) >> _MOVE_BITS
            _wait(d, parent, weights)
            last, place = card_and_place(move)
            k0, k1, k2 = with_place(d.keys[3 * parent], d.keys[3 * parent + 1], d.keys[3 * parent + 2], last, place)
            if move & SENDS_HOME:
                copy_record(d.boards[parent], d.boards[node])
                shift(d.boards[node], root, last, place)
                last = np.int64(NO_CARD)
                value += weights[HOMEWARD]
                k0, k1, k2, value = autoplay_from(d.boards[node], root, weights, True, k0, k1, k2, value)
                if keep(d.table, mask, stamp, d.keys, node, k0, k1, k2):
                    break
            elif keep(d.table, mask, stamp, d.keys, node, k0, k1, k2):
                copy_record(d.boards[parent], d.boards[node])
                shift(d.boards[node], root, last, place)
                break
        d.parent[node] = parent
        d.move[node] = move
        d.depth[node] = d.depth[parent] + 1
    return node, node


@kernel
def pack_child(move: Int, value: Int) -> Int:
    """Return a child as one number: the better first, and no two the same."""
    held: Int = min(max(np.int64(value), 0), MOST_VALUE)
    return held << _MOVE_BITS | np.int64(move)


@kernel
def _wait(d: Dive, node: Int, weights: Ints) -> None:
    """Put a node into the queue with the best of its children that are left, if any are."""
    left = np.int64(d.left[node]) - 1
    if left < 0:
        return
    first = MOST_CHILDREN * node
    best = np.int64(d.children[first])
    at = first
    for child in range(first + 1, first + left + 1):
        other = np.int64(d.children[child])
        at = child if other < best else at
        best = min(best, other)
    d.children[at], d.children[first + left] = d.children[first + left], best
    d.left[node] = left
    d.best[node] = best
    priority = (best >> _MOVE_BITS) + (np.int64(d.depth[node]) + 1) * weights[DEPTH]
    buckets.push(d.head, d.fill, d.following, node, priority)
