"""How much work a deal costs each search of a panel, and the shortest solution that any of them finds."""

from functools import cache

import numpy as np

from .arrays import Bytes, Int, Ints
from .dealing import deal_into
from .dive import dive
from .engine import DEFAULT_MAX_STATES, Solver
from .jit import kernel
from .portfolio import DONE, END, MOVES, STATES, TEXT_FULL, VERDICT, Plan, Worker, decide_layout, walk_back
from .root import lay_out, pack
from .rules import Rules
from .trace import trace
from .verdict import SOLVABLE, Answer


@kernel
def survey_layout(
    w: Worker, panel: Plan, plan: Plan, max_states: Int, text: Bytes, start: Int, counts: Ints, result: Ints
) -> Int:
    """Run each member of a panel on the position in `w.layout`.

    `counts` (int64[members]) gets the states that each member expanded, its quota where it fails. The shortest
    solution is written into `text` (the first of equals), its row into `result` as by `portfolio.decide_layout`, which
    decides the position when no member solves it.

    Returns DONE, or what was full: the position must be surveyed again then.
    """
    end = np.int64(start)
    moves = np.int64(0)
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
        steps = walk_back(w.dive.parent, w.dive.move, node, w.path)
        after, count = trace(w.layout, w.tableau, w.root, True, w.path, steps, text, end)
        if after < 0:
            return TEXT_FULL
        if moves == 0 or count < moves:
            for i in range(after - end):
                text[start + i] = text[end + i]
            end = start + after - end
            moves = count
    if moves == 0:
        return decide_layout(w, plan, max_states, text, start, result)
    result[VERDICT] = SOLVABLE
    result[STATES] = total
    result[MOVES] = moves
    result[END] = end
    return DONE


@kernel
def survey_numbers(
    w: Worker,
    panel: Plan,
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
        status = survey_layout(w, panel, plan, max_states, text, start, counts[i], results[i])
        if status != DONE:
            return np.int64(i), status
        start = results[i, END]
    return np.int64(len(deals)), DONE


def survey_deals(first: int, last: int, rules: Rules, panel: Plan) -> tuple[np.ndarray, list[Answer]]:
    """Survey the deals of a range that fits into memory.

    Returns int64[deals, members], the states that each member expanded, and the answers with the shortest solutions.
    Raises `engine.ReplayError` when the solver has a bug.
    """
    solver = _solver_for(rules, int(panel.quotas.max()))
    deals = np.arange(first, last + 1, dtype=np.int64)
    counts = np.zeros((len(deals), len(panel.quotas)), np.int64)

    def step(first: int, results: np.ndarray) -> tuple[int, int]:
        return survey_numbers(
            solver.worker, panel, solver.plan, DEFAULT_MAX_STATES, deals, first, solver.text, counts, results
        )

    return counts, list(solver.run(deals, step))


@cache
def _solver_for(rules: Rules, quota: int) -> Solver:
    return Solver(rules, quota)
