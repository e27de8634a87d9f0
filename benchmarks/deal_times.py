"""The time of each single deal, of this project and of Freecell Solver."""

import time
from dataclasses import dataclass

from freecell_pools.solver.decide import decide_deals
from freecell_pools.solver.rules import Rules

from .fc_solve import peer_seconds

_DECIMALS = 2
# After another program has run, the first deals find neither code nor tables in the processor's caches.
_WARM_UP = 100


@dataclass(frozen=True, slots=True)
class DealTimes:
    """Microseconds for each deal of a range, the fastest of several times.

    Attributes:
        first, last: the range.
        rounds: how often each was timed.
        call_us: what one call of this project costs beside the search, left out of `own_us`.
        own_us: this project, with the replay of the solution, in processor time.
        peer_us: Freecell Solver on the clock, by the times that it prints.
    """

    first: int
    last: int
    rounds: int
    call_us: float
    own_us: list[float]
    peer_us: list[float]

    def facts(self) -> dict[str, object]:
        """Return them as values for JSON, rounded to hundredths."""
        return {
            "deals": {"first": self.first, "last": self.last},
            "rounds": self.rounds,
            "call_us": round(self.call_us, _DECIMALS),
            "own_us": [round(value, _DECIMALS) for value in self.own_us],
            "fc_solve_us": [round(value, _DECIMALS) for value in self.peer_us],
        }


def time_deals(deals: range, rules: Rules, rounds: int) -> DealTimes:
    """Time each deal of a range that begins above 1, in alternation, keeping the fastest time of each.

    A call for one deal costs more than its search: the difference between single calls and one call for all deals, the
    same for every deal, is taken off. The peer decides one deal before the first, as its own first one takes longer.
    """
    decide_deals(deals, rules)
    together = min(_seconds(deals, rules) for _ in range(rounds))
    own, peer = [float("inf")] * len(deals), [float("inf")] * len(deals)
    for _ in range(rounds):
        decide_deals(deals[:_WARM_UP], rules)
        own = [min(best, _seconds(range(deal, deal + 1), rules)) for best, deal in zip(own, deals, strict=True)]
        turn = peer_seconds(range(deals[0] - 1, deals.stop), rules)[1:]
        peer = list(map(min, peer, turn))
    call = (sum(own) - together) / len(deals)
    return DealTimes(
        deals[0],
        deals[-1],
        rounds,
        call * 1e6,
        [(seconds - call) * 1e6 for seconds in own],
        [seconds * 1e6 for seconds in peer],
    )


def _seconds(deals: range, rules: Rules) -> float:
    start = time.process_time()
    decide_deals(deals, rules)
    return time.process_time() - start
