"""The benchmark: the signature, and the speed on a plain range of deals, alone or beside the peer."""

from functools import partial

from freecell_pools.solver.game.rules import Rules

from .fc_solve import peer_round
from .machine import machine_facts, peak_memory_mb
from .result import Result
from .rounds import Round, in_alternation, own_round
from .signature import read_committed, take_signature
from .spread import Spread, spread_of
from .startup import cold_startup, warm_startup


def run_bench(
    deals: tuple[int, int], rounds: int, *, with_peer: bool = False, with_cold_startup: bool = False
) -> Result:
    """Measure; everything runs in one thread, and limits count states.

    Args:
        deals: the first and the last deal to time, under the rules of FreeCell.
        rounds: how often; with 0 there is only the signature.
        with_peer: whether Freecell Solver decides the same deals in alternation.
        with_cold_startup: whether to start with an empty cache, too, which compiles the solver anew.

    Raises `BenchError` when a program that is measured fails, `ReplayError` when the solver has a bug.
    """
    signature = take_signature()
    span, rules = range(deals[0], deals[1] + 1), Rules()
    programs = [partial(own_round, span, rules)]
    if with_peer:
        programs.append(partial(peer_round, span, rules))
    turns = in_alternation(rounds, *programs)
    own = [turn[0] for turn in turns]
    repeats = take_signature() == signature
    memory = peak_memory_mb()
    return Result(
        signature=signature,
        committed=read_committed(),
        repeats=repeats,
        deals=deals,
        rounds=rounds,
        deals_per_s=_spread([each.deals / each.processor for each in own]),
        states_per_s=_spread([each.states / each.processor for each in own]),
        warm_startup_s=warm_startup() if rounds else None,
        cold_startup_s=cold_startup() if with_cold_startup else None,
        ratio=ratio_of(turns) if with_peer else None,
        peak_memory_mb=memory,
        machine=machine_facts(),
    )


def ratio_of(turns: list[tuple[Round, ...]]) -> Spread | None:
    """Return how many times as fast the first program of each turn is as the second."""
    return _spread([other.processor / own.processor for own, other in turns])


def _spread(values: list[float]) -> Spread | None:
    return spread_of(values) if values else None
