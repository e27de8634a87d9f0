"""The result of a benchmark: what was measured, and its form in JSON."""

from dataclasses import dataclass

from .signature import Committed, Signature
from .spread import Spread

VERSION = 1
"""The version of the form; it rises when a key gets another meaning or goes."""


@dataclass(frozen=True, slots=True)
class Result:
    """What `bench` measured. All times are processor time.

    Attributes:
        signature: of the search.
        committed: the signature that it should be, and the budget for its states.
        repeats: whether the signature was the same a second time in the same process, after all else.
        deals: the first and the last deal of those timed.
        rounds: how often they were.
        deals_per_s, states_per_s: by the rounds; None without rounds.
        warm_startup_s: of `check 1`, kernels compiled before; None without rounds.
        cold_startup_s: the same with nothing compiled; None unless asked for.
        ratio: how many times as fast as the peer, by the rounds; None without a peer.
        peak_memory_mb: of this process.
        machine: facts on machine and set-up.
    """

    signature: Signature
    committed: Committed
    repeats: bool
    deals: tuple[int, int]
    rounds: int
    deals_per_s: Spread | None
    states_per_s: Spread | None
    warm_startup_s: Spread | None
    cold_startup_s: float | None
    ratio: Spread | None
    peak_memory_mb: float
    machine: dict[str, str]

    @property
    def as_committed(self) -> bool:
        """Whether the signature is the committed one."""
        return self.signature == self.committed.signature

    @property
    def within_budget(self) -> bool:
        """Whether the search takes no more states than it may."""
        return self.signature.states <= self.committed.budget

    def facts(self) -> dict[str, object]:
        """Return the result as values for JSON; `ratio` and `ratio_range` only where there was a peer."""
        facts: dict[str, object] = {
            "bench_version": VERSION,
            "signature": self.signature.digest,
            "as_committed": self.as_committed,
            "repeats": self.repeats,
            "differing": self.signature.differing(self.committed.signature),
            "states": self.signature.states,
            "budget": self.committed.budget,
            "counts": self.signature.counts(),
            "deals": {"first": self.deals[0], "last": self.deals[1]},
            "rounds": self.rounds,
            **_spread("deals_per_s", self.deals_per_s),
            **_spread("states_per_s", self.states_per_s),
            **_spread("startup_warm_s", self.warm_startup_s),
            "startup_cold_s": self.cold_startup_s,
            "peak_memory_mb": self.peak_memory_mb,
            "machine": self.machine,
        }
        return facts if self.ratio is None else facts | _spread("ratio", self.ratio)


def _spread(name: str, spread: Spread | None) -> dict[str, object]:
    return {name: spread and spread.median, f"{name}_range": spread and [spread.low, spread.high]}
