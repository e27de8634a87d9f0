"""The searches that decide a position, one after the other, as one kernel for many deals.

Run times of a single search are heavy-tailed, so each dive gets a short quota and the next looks at the position
with other weights; what none of them solves is searched exhaustively.
"""

from typing import NamedTuple

import numpy as np

from .compiling.arrays import Bytes, Int, Ints, Word
from .compiling.jit import kernel
from .dealing import deal_into
from .game.rules import Rules
from .search.dive import Dive, dive, new_dive
from .search.exhaust import EXHAUSTED, OUT_OF_NODES, Space, exhaust, new_space
from .search.moves import CHILDREN
from .search.relax import relax
from .search.root import LAYOUT, lay_out, new_record, new_root, pack
from .search.tableau import TABLEAU
from .search.trace import trace, walk_back
from .verdict import IMPOSSIBLE, SOLVABLE, UNDECIDED

VERDICT, STATES, MOVES, END = range(4)
"""Columns of the results: the verdict as a number, states expanded, moves of the solution, end of its text."""

DONE, TEXT_FULL, SPACE_FULL = range(3)
"""Why `decide_numbers` returned."""

_LONGEST_PATH = 1 << 16


class Plan(NamedTuple):
    """Which searches are made, in their order.

    Attributes:
        weights: int64[searches, weights.SIZE].
        quotas: int64[searches], states that each may expand.
        proves: bool[searches], whether it is an exhaustive search; the last one is, and its quota is no limit.
        relaxes: bool[searches], whether it is one of the relaxed game, see `relax`.
    """

    weights: np.ndarray
    quotas: np.ndarray
    proves: np.ndarray
    relaxes: np.ndarray


class Worker(NamedTuple):
    """All the memory that one worker searches with, reused from position to position.

    Attributes:
        layout: LAYOUT, the position to decide.
        root: ROOT, the tables of the search.
        tableau: TABLEAU, the position that is looked at.
        scratch: TABLEAU, a child of it.
        children: CHILDREN, the moves from it.
        dive: memory of the dives.
        space: memory of the exhaustive searches.
        path: int32[2^16], the steps of a solution.
        cards: uint8[52], those of a deal.
    """

    layout: np.record
    root: np.record
    tableau: np.record
    scratch: np.record
    children: np.record
    dive: Dive
    space: Space
    path: np.ndarray
    cards: np.ndarray


def new_worker(rules: Rules, quota: int, nodes: int) -> Worker:
    """Return memory for dives of up to `quota` states, and for `nodes` states of the exhaustive search."""
    return Worker(
        layout=new_record(LAYOUT),
        root=new_root(rules),
        tableau=new_record(TABLEAU),
        scratch=new_record(TABLEAU),
        children=new_record(CHILDREN),
        dive=new_dive(quota),
        space=new_space(nodes),
        path=np.zeros(_LONGEST_PATH, np.int32),
        cards=np.zeros(52, np.uint8),
    )


@kernel
def _exhaust(w: Worker, weights: Ints, k0: Word, k1: Word, k2: Word, quota: Int) -> tuple[Int, Int]:
    """Search exhaustively; return the steps to a win, left in `w.path`, or a negative status, and the states."""
    node, expanded = exhaust(w.space, w.tableau, w.scratch, w.root, weights, w.children, k0, k1, k2, quota)
    if node < 0:
        return node, expanded
    steps = walk_back(w.space.parent, w.space.move, node, w.path)
    return steps if steps >= 0 else np.int64(OUT_OF_NODES), expanded


@kernel
def search_layout(w: Worker, plan: Plan, max_states: Int) -> tuple[Int, Int, Int, Int]:
    """Decide the position in `w.layout`.

    Returns a verdict or, for lack of memory, -1; the states expanded; for a solvable position the steps in `w.path`,
    and whether cards went home greedily in it.
    """
    k0, k1, k2 = pack(w.layout, w.root)
    states = np.int64(0)
    for search in range(len(plan.quotas)):
        quota = min(plan.quotas[search], max_states - states)
        weights = plan.weights[search]
        if plan.proves[search]:
            if plan.relaxes[search]:
                steps, expanded = relax(
                    w.space, w.tableau, w.scratch, w.root, weights, w.children, k0, k1, k2, w.path, quota
                )
            else:
                steps, expanded = _exhaust(w, weights, k0, k1, k2, quota)
            states += expanded
            if steps >= 0:
                return np.int64(SOLVABLE), states, steps, False
            if steps == EXHAUSTED:
                return np.int64(IMPOSSIBLE), states, np.int64(0), False
            if steps == OUT_OF_NODES:
                return np.int64(-1), states, np.int64(0), False
        else:
            node, expanded = dive(w.dive, w.children, w.root, weights, k0, k1, k2, quota)
            states += expanded
            if node >= 0:
                return np.int64(SOLVABLE), states, walk_back(w.dive.parent, w.dive.move, node, w.path), True
        if states >= max_states:
            break
    return np.int64(UNDECIDED), states, np.int64(0), False


@kernel
def decide_layout(w: Worker, plan: Plan, max_states: Int, text: Bytes, start: Int, result: Ints) -> Int:
    """Decide the position in `w.layout`; write the solution into `text` and the row of results.

    Returns DONE, or what was full: nothing is written then.
    """
    verdict, states, steps, greedy = search_layout(w, plan, max_states)
    if verdict < 0 or steps < 0:
        result[STATES] = states
        return SPACE_FULL
    end = np.int64(start)
    moves = np.int64(0)
    if verdict == SOLVABLE:
        end, moves = trace(w.layout, w.tableau, w.root, greedy, w.path, steps, text, start)
        w.root.twins = 0
        if end < 0:
            return TEXT_FULL
    result[VERDICT] = verdict
    result[STATES] = states
    result[MOVES] = moves
    result[END] = end
    return DONE


@kernel
def decide_numbers(
    w: Worker, plan: Plan, max_states: Int, deals: Ints, first: Int, text: Bytes, results: Ints
) -> tuple[Int, Int]:
    """Decide the deals from index `first` on.

    Args:
        w, plan: the memory and the searches.
        max_states: limit of expanded states for each deal.
        deals: int64[n], deal numbers, not checked.
        first: index of the first deal to decide.
        text: uint8[:], the solutions back to back.
        results: int64[n, 4], a row for each deal; modified in place.

    Returns the index of the first deal that is not decided, and why: DONE, TEXT_FULL or SPACE_FULL.
    """
    start: Int = np.int64(0)
    for i in range(first, len(deals)):
        deal_into(deals[i], w.cards)
        lay_out(w.cards, w.layout)
        status = decide_layout(w, plan, max_states, text, start, results[i])
        if status != DONE:
            return np.int64(i), status
        start = results[i, END]
    return np.int64(len(deals)), DONE
