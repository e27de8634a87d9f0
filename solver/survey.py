"""How much work a deal costs each search of a panel, and the shortest solution that any of them finds."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from .answers import Answers
from .compiling.arrays import Bytes, Int, Ints
from .compiling.jit import kernel
from .dealing import deal_into
from .engine import DEFAULT_MAX_STATES, GAMES_KEPT, SEARCHING, Solver
from .game.rules import Rules
from .plans import Member
from .portfolio import DONE, END, MOVES, STATES, TEXT_FULL, VERDICT, Plan, Worker, decide_layout
from .search.dive import dive
from .search.refine import refine
from .search.root import lay_out, pack
from .search.shorten import Draft, new_draft, shorten
from .search.trace import trace, walk_back
from .verdict import SOLVABLE

_NO_PATH = -1

_HOPE = 3
"""Steps that a path may be longer than the best so far, already shortened, for a chance to become shorter."""


class Panel(NamedTuple):
    """Which searches rate a deal.

    Attributes:
        weights: int64[members, weights.SIZE].
        quotas: int64[members], states that each may expand.
        refining: int64[weights.SIZE], the weights of the dives that shorten the solution, see `refine`.
        refining_quota: states that each of these may expand; none of them is made when it is 0.
    """

    weights: np.ndarray
    quotas: np.ndarray
    refining: np.ndarray
    refining_quota: int


class Scratch(NamedTuple):
    """Memory for paths.

    Attributes:
        draft: memory for shortening.
        best: int32[...], the shortest path so far, as much as `Worker.path`.
    """

    draft: Draft
    best: np.ndarray


def panel_of(members: Sequence[Member], refining: Member) -> Panel:
    """Return members as arrays for the kernels."""
    return Panel(
        np.stack([member.weights() for member in members]),
        np.array([member.quota for member in members], np.int64),
        refining.weights(),
        refining.quota,
    )


@kernel
def survey_layout(
    w: Worker,
    scratch: Scratch,
    panel: Panel,
    plan: Plan,
    max_states: Int,
    text: Bytes,
    start: Int,
    counts: Ints,
    result: Ints,
) -> Int:
    """Run each member of a panel on the position in `w.layout`.

    `counts` (int64[members]) gets the states that each member expanded, its quota where it fails. The shortest
    solution (the first of equals), shortened further, is written into `text`, its row into `result` as by
    `portfolio.decide_layout`, which decides the position when no member solves it.

    Returns DONE, or what was full: the position must be surveyed again then.
    """
    steps = np.int64(_NO_PATH)
    total = np.int64(0)
    k0, k1, k2 = pack(w.layout, w.root)
    for member in range(len(panel.quotas)):
        weights = panel.weights[member]
        quota = panel.quotas[member]
        node, expanded = dive(w.dive, w.children, w.root, weights, k0, k1, k2, quota)
        total += expanded
        counts[member] = expanded
        if node < 0:
            counts[member] = quota
            continue
        length = walk_back(w.dive.parent, w.dive.move, node, w.path)
        if length < 0 or (steps != _NO_PATH and length > steps + _HOPE):
            continue
        length = shorten(scratch.draft, w.tableau, w.root, k0, k1, k2, w.path, length)
        if steps == _NO_PATH or length < steps:
            steps = length
            for i in range(steps):
                scratch.best[i] = w.path[i]
    if steps == _NO_PATH:
        return decide_layout(w, plan, max_states, text, start, result)
    steps, expanded = refine(
        w.dive,
        scratch.draft,
        w.tableau,
        w.children,
        w.root,
        panel.refining,
        panel.refining_quota,
        k0,
        k1,
        k2,
        scratch.best,
        steps,
    )
    end, moves = trace(w.layout, w.tableau, w.root, True, scratch.best, steps, text, start)
    if end < 0:
        return TEXT_FULL
    result[VERDICT] = SOLVABLE
    result[STATES] = total + expanded
    result[MOVES] = moves
    result[END] = end
    return DONE


@kernel
def survey_numbers(
    w: Worker,
    scratch: Scratch,
    panel: Panel,
    plan: Plan,
    max_states: Int,
    deals: Ints,
    first: Int,
    text: Bytes,
    counts: Ints,
    results: Ints,
) -> tuple[Int, Int]:
    """Survey the deals from index `first` on, with results as of `portfolio.decide_numbers`.

    `counts` is int64[n, members].
    """
    start: Int = np.int64(0)
    for i in range(first, len(deals)):
        deal_into(deals[i], w.cards)
        lay_out(w.cards, w.layout)
        status = survey_layout(w, scratch, panel, plan, max_states, text, start, counts[i], results[i])
        if status != DONE:
            return np.int64(i), status
        start = results[i, END]
    return np.int64(len(deals)), DONE


def survey_deals(first: int, last: int, rules: Rules, panel: Panel) -> tuple[np.ndarray, Answers]:
    """Survey the deals of a range that fits into memory.

    Returns int64[deals, members], the states that each member expanded, and the answers with the shortest solutions.
    Raises `engine.ReplayError` when the solver has a bug.
    """
    deals = np.arange(first, last + 1, dtype=np.int64)
    counts = np.zeros((len(deals), len(panel.quotas)), np.int64)
    with SEARCHING:
        solver = _solver_for(rules, max(int(panel.quotas.max()), panel.refining_quota))
        scratch = _scratch_for(len(solver.worker.path))

        def survey_from(first: int, results: np.ndarray) -> tuple[int, int]:
            return survey_numbers(
                solver.worker,
                scratch,
                panel,
                solver.plan,
                DEFAULT_MAX_STATES,
                deals,
                first,
                solver.text,
                counts,
                results,
            )

        return counts, solver.run(deals, survey_from)


@lru_cache(GAMES_KEPT)
def _solver_for(rules: Rules, quota: int) -> Solver:
    return Solver(rules, quota)


@cache
def _scratch_for(steps: int) -> Scratch:
    return Scratch(new_draft(), np.zeros(steps, np.int32))
