"""The three tiers and the effort at which they are cut.

A deal's tier follows from its effort alone, never from the other deals of a run: the cuts are fixed per preset
and panel version. `THRESHOLDS` is the only place that holds them.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from freecell_pools.solver.game.rules import PRESETS, Rules

TIERS = ("easy", "normal", "hard")


class Cuts(NamedTuple):
    """The highest effort of a deal in the tiers easy and normal; whatever takes more is hard."""

    easy: int
    normal: int


# (preset, panel version): cut so that 40, 40 and 20 % of the solvable ones of deals 1..32000 fall into the three tiers
# (`benchmarks/studies/effort.py --calibrate`).
THRESHOLDS: dict[tuple[str, int], Cuts] = {
    ("freecell", 2): Cuts(easy=1270, normal=3608),
    ("bakers-game", 2): Cuts(easy=2732, normal=12152),
    ("kings-only", 2): Cuts(easy=2915, normal=10126),
    ("relaxed", 2): Cuts(easy=955, normal=2301),
    ("foundation-return", 2): Cuts(easy=1270, normal=3607),
}


def preset_name(rules: Rules) -> str | None:
    """Return the name of the preset with these rules, None when there is none."""
    return next((name for name, preset in PRESETS.items() if preset == rules), None)


def preset_cuts(rules: Rules, panel_version: int) -> Cuts:
    """Return the calibrated cuts for these rules.

    Raises `ValueError` when no cuts were calibrated for them.
    """
    cuts = THRESHOLDS.get((preset_name(rules) or "", panel_version))
    if cuts is None:
        raise ValueError("no tiers were calibrated for these rules: name the cuts (--cuts)")
    return cuts


def tier_of(effort: npt.NDArray[np.integer], cuts: Cuts) -> npt.NDArray[np.int64]:
    """Return the index in `TIERS` (int64[n]) for each effort (int[n]).

    >>> tier_of(np.array([1, 60, 61, 110, 111]), Cuts(60, 110)).tolist()
    [0, 0, 1, 1, 2]
    """
    return np.searchsorted(np.array(cuts), effort, side="left")
