"""Which build this is: everything that decides the bytes of the pools, and nothing else."""

import hashlib
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

from freecell_pools import solver
from freecell_pools.solver.compiling.sources import sources_of
from freecell_pools.solver.game.deals import FIRST_DEAL, LAST_DEAL
from freecell_pools.solver.game.rules import Rules

from .lines import short_line
from .tiers import Cuts, preset_name

SCHEMA_VERSION = 1
NUMBERING = "microsoft"
ENGINE_VERSION = version("freecell-pools")


@dataclass(frozen=True, slots=True)
class Run:
    """One build: the deals, the rules and the versions of what judges them.

    Attributes:
        first: first deal of the range.
        last: last deal of the range, itself included.
        rules: the rules of the game.
        cuts: the effort at which the tiers are cut.
        panel_version: version of the rating panel that gives effort, par and solution.
        cells_needed: whether the pools tell with how few cells each deal is solvable.
        engine_version: version of the package that built the pools.
        schema_version: version of the pools' format.
        numbering: which numbering scheme the deal numbers belong to.

    Raises:
        ValueError: when the range or the cuts make no sense.
    """

    first: int
    last: int
    rules: Rules
    cuts: Cuts
    panel_version: int
    cells_needed: bool = False
    engine_version: str = ENGINE_VERSION
    schema_version: int = SCHEMA_VERSION
    numbering: str = NUMBERING

    def __post_init__(self) -> None:
        """Check the range and the cuts."""
        if not FIRST_DEAL <= self.first <= self.last <= LAST_DEAL:
            raise ValueError(f"{self.first}-{self.last} is not a range of deals in {FIRST_DEAL}..{LAST_DEAL}")
        if not 0 < self.cuts.easy < self.cuts.normal:
            raise ValueError(f"cuts {self.cuts.easy},{self.cuts.normal} do not rise from above 0")

    @property
    def deals(self) -> int:
        """Number of deals in the range."""
        return self.last - self.first + 1

    def facts(self) -> dict[str, object]:
        """Return the run as plain values, the form in which manifest, ledger and pool files carry it."""
        return {
            "schema_version": self.schema_version,
            "numbering": self.numbering,
            "deals": {"first": self.first, "last": self.last},
            "preset": preset_name(self.rules),
            "rules": asdict(self.rules),
            "thresholds": self.cuts._asdict(),
            "panel_version": self.panel_version,
            "cells_needed": self.cells_needed,
            "engine_version": self.engine_version,
        }


def differences(facts: dict[str, object], others: dict[str, object]) -> str:
    """Name the facts in which two runs differ, with the value of the second.

    >>> differences({"deals": {"last": 1}, "rules": 2}, {"deals": {"last": 3}, "rules": 2})
    'deals (last 3)'
    """
    names = sorted({*facts, *others} - {"preset"})
    differing = [name for name in names if facts.get(name) != others.get(name)]
    return short_line(", ".join(f"{short_line(name)} ({_shown(others.get(name))})" for name in differing))


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return short_line(
        ", ".join(f"{name} {part}" for name, part in value.items()) if isinstance(value, dict) else str(value)
    )


@cache
def engine_fingerprint() -> str:
    """Return a hash of all sources that can decide what a shard holds.

    The version numbers alone would let a build that was begun before an edit be finished after it.
    """
    digest = hashlib.sha256(ENGINE_VERSION.encode())
    for room in (Path(solver.__file__).parent, Path(__file__).parent):
        digest.update(sources_of(room))
    return digest.hexdigest()[:20]
