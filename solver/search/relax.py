"""The search of the relaxed game of `twins`: a proof in far fewer states, or a solution that only swaps hinder.

Where the relaxed game is won, the moves are tried in the game itself. When a card goes home in them from what is its
twin's place there, the game itself is searched from before that move, a little; then these two may change places no
more, and the search is made again. So it ends with a proof or a solution, at the latest when no card changes places.
"""

import numpy as np
from freecell_pools.solver.compiling.arrays import Int, Ints, Ints32, Record, Word
from freecell_pools.solver.compiling.bits import copy_record, lowest_bit
from freecell_pools.solver.compiling.jit import kernel

from . import buckets
from .autoplay import autoplay
from .evaluate import position_cost
from .exhaust import EXHAUSTED, OUT_OF_NODES, OUT_OF_STATES, Space, add, exhaust, first_mask
from .hashtable import next_stamp, widen
from .moves import SENDS_HOME, card_and_place, generate
from .prune import prune
from .state import HOME, NO_CARD, ON_A, ON_B, masks, with_place
from .tableau import free_cards, shift, unpack
from .trace import walk_back
from .twins import ALL_TWINS, SWAPS, arrange_twins, list_swapped, loose_twins, swap_twins

_ONE = np.uint64(1)
_TWO = np.uint64(2)


@kernel
def relax(
    s: Space,
    t: Record,
    scratch: Record,
    root: Record,
    weights: Ints,
    out: Record,
    k0: Word,
    k1: Word,
    k2: Word,
    path: Ints32,
    quota: Int,
) -> tuple[Int, Int]:
    """Search for a solution, or for a proof that there is none, expanding at most `quota` states.

    Returns the number of steps written to `path`, or a negative status, and the number of states expanded. After a
    solution `root.twins` says how cards go home by themselves in it.
    """
    root.twins = ALL_TWINS
    expanded = np.int64(0)
    while True:
        node, more = search_relaxed(s, t, scratch, root, weights, out, k0, k1, k2, quota - expanded)
        expanded += more
        if node < 0:
            root.twins = 0
            return node, expanded
        steps, hindered, r0, r1, r2 = _real_path(s, t, root, k0, k1, k2, node, path)
        if steps < 0:
            return np.int64(OUT_OF_NODES), expanded
        if not hindered:
            return steps, expanded
        # What is left is often easy in the game itself; to try it costs as many states at most as the win did.
        node, more = exhaust(s, t, scratch, root, weights, out, r0, r1, r2, min(more, quota - expanded))
        expanded += more
        if node >= 0:
            more = walk_back(s.parent, s.move, node, path[steps:])
            if more >= 0:
                return steps + more, expanded
        root.twins &= ~hindered


@kernel
def _start(t: Record, root: Record, k0: Word, k1: Word, k2: Word) -> tuple[Word, Word, Word, Word]:
    """Return what `arrange_twins` does of the state where a search from another one begins."""
    unpack(k0, k1, k2, t, root)
    k0, k1, k2 = autoplay(t, root, False, k0, k1, k2)
    return arrange_twins(k0, k1, k2, root, loose_twins(k0, k1, k2, root))


@kernel
def search_relaxed(
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
    """Search everything that can be reached in the relaxed game of `root.twins`, as `exhaust` does in the game itself.

    Returns the node where all cards are home, or a negative status, and the number of states expanded.
    """
    stamp = next_stamp(s.table, s.stamp)
    buckets.clear(s.fill)
    mask = first_mask(s)
    k0, k1, k2, _ = _start(t, root, k0, k1, k2)
    nodes, found = add(s, mask, stamp, np.int64(0), np.int64(-1), np.int64(SENDS_HOME), k0, k1, k2, np.int64(0))
    expanded = np.int64(0)
    while not found:
        node = buckets.pop(s.head, s.fill, s.following)
        if node < 0:
            return np.int64(EXHAUSTED), expanded
        if expanded >= quota:
            return np.int64(OUT_OF_STATES), expanded
        expanded += 1
        k0, k1, k2 = s.keys[3 * node], s.keys[3 * node + 1], s.keys[3 * node + 2]
        unpack(k0, k1, k2, t, root)
        value = position_cost(t, root, weights)
        twins = loose_twins(k0, k1, k2, root)
        dealt, _, _, _, _, _ = masks(k0, k1, k2)
        count = generate(t, root, weights, value, False, True, np.int64(NO_CARD), out)
        count = prune(t, root, out, count, twins)
        count = list_swapped(t, twins, free_cards(t), value, out, count)
        if nodes + count > len(s.parent):
            return np.int64(OUT_OF_NODES), expanded
        while 4 * (nodes + count) > 3 * np.int64(mask) and np.int64(mask) + 1 < len(s.table):
            stamp, mask = widen(s.table, s.stamp, s.keys, nodes, mask)
        for child in range(count):
            move = np.int64(out.move[child])
            value = np.int64(out.value[child])
            card, place = card_and_place(move)
            c0, c1, c2 = k0, k1, k2
            if move & SWAPS:
                c0, c1, c2 = swap_twins(c0, c1, c2, root, card & ~2)
            c0, c1, c2 = with_place(c0, c1, c2, card, place)
            if move & SENDS_HOME:
                if place == HOME:
                    unpack(c0, c1, c2, scratch, root)
                else:
                    copy_record(t, scratch)
                    shift(scratch, root, card, place)
                c0, c1, c2 = autoplay(scratch, root, False, c0, c1, c2)
                value = position_cost(scratch, root, weights)
            left, _, _, _, _, home = masks(c0, c1, c2)
            loose = twins & ~(home | home >> _TWO) if left == dealt else loose_twins(c0, c1, c2, root)
            c0, c1, c2, _ = arrange_twins(c0, c1, c2, root, loose)
            nodes, found = add(s, mask, stamp, nodes, node, move, c0, c1, c2, value)
            if found:
                break
    return nodes - 1, expanded


@kernel
def _real_path(
    s: Space, t: Record, root: Record, k0: Word, k1: Word, k2: Word, node: Int, path: Ints32
) -> tuple[Int, Word, Word, Word, Word]:
    """Write the moves that led from a state to a node, as they are in the game itself, into `path`.

    They end before a card goes home from what is its twin's place there. Returns their number, -1 if there are too
    many; this card and its twin, or none; and the state after them.
    """
    count = walk_back(s.parent, s.move, node, path)
    k0, k1, k2, changed = _start(t, root, k0, k1, k2)
    for step in range(count):
        move = np.int64(path[step])
        card, place = card_and_place(move)
        if move & SWAPS:
            k0, k1, k2 = swap_twins(k0, k1, k2, root, card & ~2)
            changed ^= _ONE << np.uint64(card & ~2)
        real = _who(changed, card)
        if place == HOME and real != card:
            while changed:
                k0, k1, k2 = swap_twins(k0, k1, k2, root, lowest_bit(changed))
                changed &= changed - _ONE
            return step, _ONE << np.uint64(card) | _ONE << np.uint64(real), k0, k1, k2
        real_place = place
        if place in (ON_A, ON_B):
            onto = _who(changed, np.int64(root.parents[place - ON_A, card]))
            real_place = ON_A if np.int64(root.parents[0, real]) == onto else ON_B
        path[step] = real | real_place << 6
        k0, k1, k2 = with_place(k0, k1, k2, card, place)
        if move & SENDS_HOME:
            unpack(k0, k1, k2, t, root)
            k0, k1, k2 = autoplay(t, root, False, k0, k1, k2)
        k0, k1, k2, more = arrange_twins(k0, k1, k2, root, loose_twins(k0, k1, k2, root))
        changed ^= more
    return count, np.uint64(0), k0, k1, k2


@kernel
def _who(changed: Word, card: Int) -> Int:
    """Return the card that is where a card of a relaxed position is, when some twins are given to have changed."""
    return card ^ 2 if changed >> np.uint64(card & ~2) & _ONE else card
