"""Searching the rest of a path again: from states along it, the last first, for a shorter way to the end.

A dive from late in a path is cheap, so that it can weigh depth higher than the dive that found the path, and be nearer
to the shortest way.
"""

import numpy as np
from freecell_pools.solver.compiling.arrays import Int, Ints, Ints32, Record, Word
from freecell_pools.solver.compiling.jit import kernel

from .dive import Dive, dive
from .shorten import MAX_STEPS, Draft, shorten
from .trace import walk_back

GAP = 6
"""Steps of the path between the states that are searched from."""


@kernel
def refine(
    d: Dive,
    s: Draft,
    t: Record,
    out: Record,
    root: Record,
    weights: Ints,
    quota: Int,
    k0: Word,
    k1: Word,
    k2: Word,
    path: Ints32,
    steps: Int,
) -> tuple[Int, Int]:
    """Shorten a path by `shorten` and by dives of at most `quota` expanded states from states along it.

    `path` is as for `shorten`, and modified in place.

    Returns the number of steps that are left, and the number of states expanded.
    """
    steps = shorten(s, t, root, k0, k1, k2, path, steps)
    states = np.int64(0)
    if steps > MAX_STEPS:
        return np.int64(steps), states
    at = steps - GAP
    while at > 0 and quota > 0:
        node, expanded = dive(d, out, root, weights, s.keys[3 * at], s.keys[3 * at + 1], s.keys[3 * at + 2], quota)
        states += expanded
        if node >= 0 and at + d.depth[node] < steps:
            steps = at + walk_back(d.parent, d.move, node, path[at:])
            steps = shorten(s, t, root, k0, k1, k2, path, steps)
        at -= GAP
    return np.int64(steps), states
