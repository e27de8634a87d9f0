"""Verdicts on many deals, in their order, in this process or in several."""

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from freecell_pools.solver.game.rules import Rules

from .errors import PoolError
from .tasks import Failed, run_tasks
from .workers import local_pools, own_process

if TYPE_CHECKING:
    from freecell_pools.solver.answers import Answers

R = TypeVar("R")

# A chunk costs this process half a millisecond, which workers on all cores would have to lend it; 2000 verdicts take a
# worker 60 ms. The fewest cells take some hundred times as long.
CHUNK = 2000
SLOW_CHUNK = 200
# Enough that a chunk with a long proof in it does not keep the other workers waiting, few enough to hold.
IN_FLIGHT_PER_WORKER = 8


def scan(
    chunks: Iterable[Sequence[int]],
    rules: Rules,
    report: "Callable[[Sequence[int], Answers], R]",
    workers: int = 1,
    max_states: int | None = None,
    cells_needed: bool = False,
) -> Generator[R, None, None]:
    """Yield the report on each chunk of deals.

    Args:
        chunks: deal numbers, as many at a time as `chunk_size` says; consumed only as fast as they are answered.
        rules: the rules of the game.
        report: called with a chunk and its answers where these were found; what it returns is all that a worker
            sends, so the less the better. With several workers it must be picklable, and its result too.
        workers: number of processes; with one, it is this one.
        max_states: limit on the states expanded per deal; None for the solver's own.
        cells_needed: whether the answers are to tell with how few cells each deal is solvable.

    Raises `PoolError` when a chunk's worker died again and again.
    """
    work = partial(_decide, rules, max_states, cells_needed, report)
    make_executor = own_process if workers == 1 else local_pools(workers)
    outcomes = run_tasks(work, chunks, make_executor, workers * IN_FLIGHT_PER_WORKER, ordered=True)
    try:
        for deals, outcome in outcomes:
            if isinstance(outcome, Failed):
                raise PoolError(f"deals {deals[0]} to {deals[-1]}: {outcome.reason}")
            yield outcome
    finally:
        outcomes.close()


def chunk_size(deals: int, workers: int, cells_needed: bool = False) -> int:
    """Return how many deals to put into a chunk so that all workers have some, and answers come soon."""
    most = SLOW_CHUNK if cells_needed else CHUNK
    return max(1, min(most, deals // (8 * workers)) if workers > 1 else most)


def warm_up(rules: Rules, cells_needed: bool = False) -> None:
    """Decide one deal, so that the kernels are compiled before several workers want them."""
    _decide(rules, None, cells_needed, lambda deals, answers: None, [1])


def _decide(
    rules: Rules,
    max_states: int | None,
    cells_needed: bool,
    report: "Callable[[Sequence[int], Answers], R]",
    deals: Sequence[int],
) -> R:
    from freecell_pools.solver.decide import decide_deals

    limit = {} if max_states is None else {"max_states": max_states}
    answers = decide_deals(deals, rules, **limit)
    if cells_needed:
        from freecell_pools.solver.cells_needed import cells_needed_deals

        answers = replace(answers, cells_needed=cells_needed_deals(deals, rules, **limit))
    return report(deals, answers)
