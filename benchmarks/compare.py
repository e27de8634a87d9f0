"""Two results of the benchmark: which is better, by how much, and how much of that is noise."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from freecell_pools.pools.lines import one_line
from freecell_pools.pools.regular import read_regular

from .errors import InputError
from .machine import FACTS
from .result import VERSION
from .spread import Spread

MAX_BYTES = 1 << 20
_MEASURED = ("deals_per_s", "ratio", "startup_warm_s")
_LESS_IS_BETTER = ("startup_warm_s",)
_LEAST, _MOST = 1e-9, 1 << 62
_SHOWN = 100
LEAST_ROUNDS = 3
"""Rounds that both results need, so that there is a noise to tell."""

# What runs of the same code differ by: eight, one after the other, gave 36,822 to 37,784 deals a second and ratios of
# 5.51 to 5.60; one before, with more work beside it, 34,915 and 5.48. The start of a process changes most.
_LEAST_NOISE = {"deals_per_s": 0.05, "startup_warm_s": 0.1, "ratio": 0.02}


@dataclass(frozen=True, slots=True)
class Figures:
    """What of a result is compared.

    Attributes:
        states: of the signature.
        rounds: how often the deals were timed.
        settings: by name, what must be the same for times to be comparable: machine, set-up, deals.
        measured: the times, rates and ratios that it has, by their names in JSON.
    """

    states: int
    rounds: int
    settings: dict[str, str]
    measured: dict[str, Spread]


class Change(NamedTuple):
    """How much better a measured value became: 0.04 is 4 % faster, below 0 is slower; what noise alone explains."""

    gain: float
    noise: float

    @property
    def shows(self) -> bool:
        """Whether it is more than the noise."""
        return abs(self.gain) > self.noise


@dataclass(frozen=True, slots=True)
class Comparison:
    """A result beside an older one.

    Attributes:
        states: those of the older signature and of the present one.
        unlike: by name, the settings in which they differ, the older first; times are not compared then.
        changes: by their names in JSON, the measured values that both have; none where times are not comparable.
    """

    states: tuple[int, int]
    unlike: dict[str, tuple[str, str]]
    changes: dict[str, Change]

    def facts(self) -> dict[str, object]:
        """Return the comparison as values for JSON."""
        changes = {
            name: {"gain": change.gain, "noise": change.noise, "shows": change.shows}
            for name, change in self.changes.items()
        }
        return {"states": self.states, "unlike": self.unlike, "changes": changes}


def read_result(path: Path) -> Figures:
    """Read what `bench --json` printed; raise `InputError` when the file is anything else."""
    try:
        return figures_of(json.loads(read_regular(path, MAX_BYTES)))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error
    except RecursionError as error:
        raise InputError(f"{path} is no result of bench --json: too many brackets") from error
    except (ValueError, OverflowError) as error:
        raise InputError(f"{path} is no result of bench --json: {one_line(str(error))}") from error


def compare(old: Figures, new: Figures) -> Comparison:
    """Compare two results.

    The noise is that of both: half the distance of the slowest and the fastest round, as a share of the median, or what
    runs of the same code differ by in any case.
    """
    unlike = {name: (was, new.settings[name]) for name, was in old.settings.items() if was != new.settings[name]}
    comparable = not unlike and min(old.rounds, new.rounds) >= LEAST_ROUNDS
    changes = {
        name: _change(name, old.measured[name], new.measured[name])
        for name in _MEASURED
        if comparable and name in old.measured and name in new.measured
    }
    return Comparison((old.states, new.states), unlike, changes)


def _change(name: str, old: Spread, new: Spread) -> Change:
    ratio = old.median / new.median if name in _LESS_IS_BETTER else new.median / old.median
    return Change(ratio - 1, max(old.noise + new.noise, _LEAST_NOISE[name]))


def figures_of(facts: object) -> Figures:
    """Return what of a result in JSON is compared; raise `ValueError` for whatever is missing or out of place."""
    if not isinstance(facts, dict):
        raise ValueError("it is not an object")
    version = facts.get("bench_version")
    if type(version) is not int or version != VERSION:  # true and 1.0 are equal to 1
        raise ValueError(f"its bench_version is not {VERSION}, the one this version reads")
    deals = [_whole(_table(facts, "deals"), name) for name in ("first", "last")]
    if deals[1] < deals[0]:
        raise ValueError("deals has its last before its first")
    machine = _table(facts, "machine")
    if machine.keys() != set(FACTS) or not all(isinstance(value, str) for value in machine.values()):
        raise ValueError(f"machine is not a text for each of {', '.join(FACTS)}")
    settings = {name: one_line(str(machine[name]))[:_SHOWN] for name in FACTS}
    settings["deals"] = "{}-{}".format(*deals)
    measured = {name: _spread(facts, name) for name in _MEASURED if facts.get(name) is not None}
    return Figures(_whole(facts, "states"), _whole(facts, "rounds", 0), settings, measured)


def _table(facts: dict[str, object], name: str) -> dict[str, object]:
    table = facts.get(name)
    if not isinstance(table, dict):
        raise ValueError(f"{name} is not an object")
    return table


def _whole(facts: dict[str, object], name: str, least: int = 1) -> int:
    value = facts.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value < _MOST:
        raise ValueError(f"{name} is not a whole number of at least {least}")
    return value


def _spread(facts: dict[str, object], name: str) -> Spread:
    ends = facts.get(f"{name}_range")
    values = [facts[name], *ends] if isinstance(ends, list) else []
    numbers = [float(value) for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    if len(numbers) != 3 or not all(_LEAST < value < _MOST for value in numbers):
        raise ValueError(f"{name} with its range is not three positive numbers")
    median, low, high = numbers
    if not low <= median <= high:
        raise ValueError(f"{name} is not within its range")
    return Spread(median, low, high)
