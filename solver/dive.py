"""The fast search: weighted A* that makes a state only when it is expanded.

An open entry is a parent and a move, with the evaluation that the move would give; most entries are never looked at
again, so they cost neither a state nor a look into the table. A failed dive proves nothing.
"""

from typing import NamedTuple

import numpy as np

from . import buckets
from .arrays import Int, Ints, Record, Word
from .autoplay import autoplay, autoplay_from
from .buckets import PRIORITIES
from .evaluate import position_cost
from .hashtable import keep, next_stamp
from .jit import kernel
from .moves import SENDS_HOME, generate
from .state import NO_CARD, all_home, with_place
from .tableau import TABLEAU, copy, shift, unpack
from .weights import DEPTH, HOMEWARD

NO_NODE = -1

_ONE = np.uint64(1)


class Dive(NamedTuple):
    """The memory of one worker's dives, reused from deal to deal.

    Attributes:
        keys: uint64[3 * nodes], the state of each node.
        boards: TABLEAU[nodes], the position of each node.
        parent: int32[nodes].
        move: int16[nodes], the move that led to each node, see `moves`.
        depth: int32[nodes], moves from the root.
        open: uint64[entries], parent << 32 | move << 16 | evaluation without depth, of what waits.
        following: int32[entries], see `buckets`.
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
    open: np.ndarray
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
        boards=np.zeros(states + 1, TABLEAU).view(np.recarray),
        parent=np.zeros(states + 1, np.int32),
        move=np.zeros(states + 1, np.int16),
        depth=np.zeros(states + 1, np.int32),
        open=np.zeros(entries, np.uint64),
        following=np.zeros(entries, np.int32),
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
    entries = np.int64(0)
    while not all_home(k0, k1, k2):
        if node >= quota:
            return np.int64(NO_NODE), node
        count = generate(d.boards[node], root, weights, value, True, False, last, out)
        tax = (np.int64(d.depth[node]) + 1) * weights[DEPTH]
        for child in range(count):
            d.open[entries] = pack_entry(node, out.move[child], out.value[child])
            buckets.push(d.head, d.fill, d.following, entries, np.int64(out.value[child]) + tax)
            entries += 1
        node += 1
        while True:
            entry = buckets.pop(d.head, d.fill, d.following)
            if entry < 0:
                return np.int64(NO_NODE), node
            parent, move, value = unpack_entry(d.open[entry])
            last = move & 63
            place = (move >> 6) & 7
            k0, k1, k2 = with_place(d.keys[3 * parent], d.keys[3 * parent + 1], d.keys[3 * parent + 2], last, place)
            if move & SENDS_HOME:
                copy(d.boards[parent], d.boards[node])
                shift(d.boards[node], root, last, place)
                last = np.int64(NO_CARD)
                value += weights[HOMEWARD]
                k0, k1, k2, value = autoplay_from(d.boards[node], root, weights, True, k0, k1, k2, value)
                if keep(d.table, mask, stamp, d.keys, node, k0, k1, k2):
                    break
            elif keep(d.table, mask, stamp, d.keys, node, k0, k1, k2):
                copy(d.boards[parent], d.boards[node])
                shift(d.boards[node], root, last, place)
                break
        d.parent[node] = parent
        d.move[node] = move
        d.depth[node] = d.depth[parent] + 1
    return node, node


@kernel
def pack_entry(node: Int, move: Int, value: Int) -> Word:
    """Return an open entry as one word, its evaluation held within 0..65535."""
    return np.uint64(node << 32 | np.int64(move) << 16 | min(max(np.int64(value), 0), 65535))


@kernel
def unpack_entry(entry: Word) -> tuple[Int, Int, Int]:
    """Return node, move and evaluation of an open entry."""
    e = np.int64(entry)
    return e >> 32, (e >> 16) & 65535, e & 65535
