"""The search that proves: every state that can be reached, best first, each kept once.

Only safe cards go home by themselves, and of the legal moves that change the state only those are left out that no
solution needs (`prune`), so a solution is found if there is one, and an exhausted queue is a proof that there is none.
"""

from typing import NamedTuple

import numpy as np
from freecell_pools.solver.compiling.arrays import Int, Ints, Record, Word
from freecell_pools.solver.compiling.bits import copy_record
from freecell_pools.solver.compiling.jit import kernel

from . import buckets
from .autoplay import autoplay
from .buckets import PRIORITIES
from .evaluate import position_cost
from .hashtable import first_slot, keep, next_stamp, widen
from .moves import SENDS_HOME, card_and_place, generate
from .prune import prune
from .root import RETURNS
from .state import HOME, NO_CARD, all_home, hash_of, with_place
from .tableau import shift, take_home, unpack

EXHAUSTED, OUT_OF_STATES, OUT_OF_NODES = -1, -2, -3
"""Why a search ended without a solution."""

_FIRST_SLOTS = 1 << 16


class Space(NamedTuple):
    """The memory of exhaustive searches, reused from deal to deal.

    Attributes:
        keys: uint64[3 * nodes], the state of each node.
        parent: int32[nodes].
        move: int16[nodes], the move that led to each node, see `moves`.
        following: int32[nodes], see `buckets`.
        head: int32[PRIORITIES].
        fill: uint64[65].
        table: uint64[2 ** k], see `hashtable`.
        stamp: int64[1].
    """

    keys: np.ndarray
    parent: np.ndarray
    move: np.ndarray
    following: np.ndarray
    head: np.ndarray
    fill: np.ndarray
    table: np.ndarray
    stamp: np.ndarray


def new_space(nodes: int) -> Space:
    """Return memory for `nodes` states, 34 bytes each, and a table of 4/3 as many slots or more."""
    return Space(
        keys=np.zeros(3 * nodes, np.uint64),
        parent=np.zeros(nodes, np.int32),
        move=np.zeros(nodes, np.int16),
        following=np.zeros(nodes, np.int32),
        head=np.zeros(PRIORITIES, np.int32),
        fill=np.zeros(1 + PRIORITIES // 64, np.uint64),
        table=np.zeros(1 << (4 * nodes // 3).bit_length(), np.uint64),
        stamp=np.zeros(1, np.int64),
    )


@kernel
def exhaust(
    s: Space,
    t: Record,
    scratch: Record,
    root: Record,
    weights: Ints,
    out: Record,
    k0: Word,
    k1: Word,
    k2: Word,
    quota: Int,
) -> tuple[Int, Int]:
    """Search everything that can be reached from a state, expanding at most `quota` states.

    `t` and `scratch` (TABLEAU) and `out` (CHILDREN) are scratch; `root` is that of the state, with the words k0 to k2.

    Returns the node where all cards are home, or a negative status, and the number of states expanded.
    """
    stamp = next_stamp(s.table, s.stamp)
    buckets.clear(s.fill)
    room = len(s.parent)
    mask = first_mask(s)
    unpack(k0, k1, k2, t, root)
    k0, k1, k2 = autoplay(t, root, False, k0, k1, k2)
    nodes, found = add(s, mask, stamp, np.int64(0), np.int64(-1), np.int64(SENDS_HOME), k0, k1, k2, np.int64(0))
    if found:
        return np.int64(0), np.int64(0)
    expanded = np.int64(0)
    shown = np.int64(-1)
    while True:
        if s.fill[0] == 0:
            return np.int64(EXHAUSTED), expanded
        value = buckets.lowest(s.fill)
        node = buckets.pop(s.head, s.fill, s.following)
        if expanded >= quota:
            return np.int64(OUT_OF_STATES), expanded
        expanded += 1
        k0, k1, k2 = s.keys[3 * node], s.keys[3 * node + 1], s.keys[3 * node + 2]
        move = np.int64(s.move[node])
        if shown >= 0 and s.parent[node] == shown and move & SENDS_HOME == 0:
            card, place = card_and_place(move)
            shift(t, root, card, place)
        else:
            unpack(k0, k1, k2, t, root)
        shown = node
        # The priority is the evaluation, unless it was out of range.
        if value in (0, PRIORITIES - 1):
            value = position_cost(t, root, weights)
        count = generate(t, root, weights, value, False, True, np.int64(NO_CARD), out)
        if not root.rule[RETURNS]:
            count = prune(t, root, out, count, np.uint64(0))
        if nodes + count > room:
            return np.int64(OUT_OF_NODES), expanded
        while 4 * (nodes + count) > 3 * np.int64(mask) and np.int64(mask) + 1 < len(s.table):
            stamp, mask = widen(s.table, s.stamp, s.keys, nodes, mask)
        for child in range(count):
            move = np.int64(out.move[child])
            value = np.int64(out.value[child])
            card, place = card_and_place(move)
            c0, c1, c2 = with_place(k0, k1, k2, card, place)
            if move & SENDS_HOME:
                copy_record(t, scratch)
                if place == HOME:
                    take_home(scratch, root, card)
                else:
                    shift(scratch, root, card, place)
                c0, c1, c2 = autoplay(scratch, root, False, c0, c1, c2)
                value = position_cost(scratch, root, weights)
            out.value[child] = value
            out.key[3 * child], out.key[3 * child + 1], out.key[3 * child + 2] = c0, c1, c2
            # The table is far larger than any cache: looked at here, the places of all children are fetched at once.
            out.near[child] = s.table[first_slot(mask, hash_of(c0, c1, c2))]
        for child in range(count):
            c0, c1, c2 = out.key[3 * child], out.key[3 * child + 1], out.key[3 * child + 2]
            move, value = np.int64(out.move[child]), np.int64(out.value[child])
            nodes, found = add(s, mask, stamp, nodes, node, move, c0, c1, c2, value)
            if found:
                return nodes - 1, expanded


@kernel
def first_mask(s: Space) -> Word:
    """Return the mask of the slots that a search uses at first: few, as large memory is slow."""
    return min(np.uint64(_FIRST_SLOTS), np.uint64(len(s.table))) - np.uint64(1)


@kernel
def add(
    s: Space, mask: Word, stamp: Int, nodes: Int, parent: Int, move: Int, k0: Word, k1: Word, k2: Word, value: Int
) -> tuple[Int, Int]:
    """Keep a state if it is new; return the number of nodes and whether all cards are home in it."""
    if not keep(s.table, mask, stamp, s.keys, nodes, k0, k1, k2):
        return nodes, False
    s.parent[nodes] = parent
    s.move[nodes] = move
    buckets.push(s.head, s.fill, s.following, nodes, value)
    return nodes + 1, all_home(k0, k1, k2)
