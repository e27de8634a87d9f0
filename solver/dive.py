"""The fast search: weighted A* that makes a state only when it is expanded.

An open entry is a parent and a move, with the evaluation that the move would give; most entries are never looked at
again, so they cost neither a state nor a look into the table. A failed dive proves nothing.
"""

from typing import NamedTuple

import numpy as np

from . import buckets
from .arrays import Int, Ints, Record, Word
from .autoplay import autoplay
from .buckets import PRIORITIES
from .evaluate import position_cost
from .hashtable import keep, next_stamp
from .jit import kernel
from .moves import SENDS_HOME, generate
from .root import CELLS
from .state import all_home, with_place
from .tableau import shift, unpack
from .weights import DEPTH

NO_NODE = -1


class Dive(NamedTuple):
    """The memory of one worker's dives, reused from deal to deal.

    Attributes:
        keys: uint64[3 * nodes], the state of each node.
        parent: int32[nodes].
        move: int16[nodes], the move that led to each node, see `moves`.
        depth: int32[nodes], moves from the root.
        open_parent: int32[entries].
        open_move: int32[entries].
        open_value: int32[entries], the evaluation, without depth.
        following: int32[entries], see `buckets`.
        head: int32[PRIORITIES].
        fill: uint64[65].
        table: uint64[2 ** k], see `hashtable`.
        stamp: int64[1].
    """

    keys: np.ndarray
    parent: np.ndarray
    move: np.ndarray
    depth: np.ndarray
    open_parent: np.ndarray
    open_move: np.ndarray
    open_value: np.ndarray
    following: np.ndarray
    head: np.ndarray
    fill: np.ndarray
    table: np.ndarray
    stamp: np.ndarray


def new_dive(states: int) -> Dive:
    """Return memory for dives of up to `states` expanded states."""
    entries = 64 * states
    return Dive(
        keys=np.zeros(3 * (states + 1), np.uint64),
        parent=np.zeros(states + 1, np.int32),
        move=np.zeros(states + 1, np.int16),
        depth=np.zeros(states + 1, np.int32),
        open_parent=np.zeros(entries, np.int32),
        open_move=np.zeros(entries, np.int32),
        open_value=np.zeros(entries, np.int32),
        following=np.zeros(entries, np.int32),
        head=np.zeros(PRIORITIES, np.int32),
        fill=np.zeros(1 + PRIORITIES // 64, np.uint64),
        table=np.zeros(1 << (2 * states + 2).bit_length(), np.uint64),
        stamp=np.zeros(1, np.int64),
    )


@kernel
def dive(
    d: Dive, t: Record, out: Record, root: Record, weights: Ints, k0: Word, k1: Word, k2: Word, quota: Int
) -> tuple[Int, Int]:
    """Search from a state for at most `quota` expanded states.

    Returns the node where all cards are home, or NO_NODE, and the number of states expanded.
    """
    stamp = next_stamp(d.table, d.stamp)
    buckets.clear(d.fill)
    nodes = np.int64(0)
    value = np.int64(0)
    entries = np.int64(0)
    parent = np.int64(NO_NODE)
    move = np.int64(SENDS_HOME)
    on_board = np.int64(NO_NODE)
    while True:
        if parent >= 0:
            k0, k1, k2 = with_place(
                d.keys[3 * parent], d.keys[3 * parent + 1], d.keys[3 * parent + 2], move & 63, (move >> 6) & 7
            )
        settled = move & SENDS_HOME == 0
        if not settled:
            if parent >= 0 and parent == on_board:
                shift(t, root, weights, move & 63, (move >> 6) & 7)
            else:
                unpack(k0, k1, k2, t, root, weights)
            k0, k1, k2 = autoplay(t, root, True, k0, k1, k2)
            on_board = np.int64(NO_NODE)
        if keep(d.table, stamp, d.keys, nodes, k0, k1, k2):
            node = nodes
            nodes += 1
            d.parent[node] = parent
            d.move[node] = move
            depth = np.int64(0)
            if parent >= 0:
                depth = d.depth[parent] + 1
            d.depth[node] = depth
            if settled:
                if parent == on_board:
                    shift(t, root, weights, move & 63, (move >> 6) & 7)
                else:
                    unpack(k0, k1, k2, t, root, weights)
            on_board = node
            if parent < 0:
                value = position_cost(t, weights, root.rule[CELLS])
            if all_home(k0, k1, k2):
                return node, nodes - 1
            if nodes > quota:
                return np.int64(NO_NODE), nodes - 1
            count = generate(t, root, weights, value, True, False, out)
            tax = (depth + 1) * weights[DEPTH]
            for child in range(count):
                d.open_parent[entries] = node
                d.open_move[entries] = out.move[child]
                d.open_value[entries] = out.value[child]
                buckets.push(d.head, d.fill, d.following, entries, np.int64(out.value[child]) + tax)
                entries += 1
        entry = buckets.pop(d.head, d.fill, d.following)
        if entry < 0:
            return np.int64(NO_NODE), nodes
        parent = np.int64(d.open_parent[entry])
        move = np.int64(d.open_move[entry])
        value = np.int64(d.open_value[entry])
