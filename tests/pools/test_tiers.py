"""Which effort is in which tier."""

import numpy as np
import pytest
from freecell_pools.pools.tiers import THRESHOLDS, TIERS, Cuts, preset_cuts, preset_name, tier_of
from freecell_pools.solver.game.rules import PRESETS, Rules


def test_a_cut_is_the_highest_effort_of_its_tier() -> None:
    effort = np.array([1, 59, 60, 61, 110, 111, 10**9])
    assert [TIERS[tier] for tier in tier_of(effort, Cuts(60, 110))] == [
        "easy",
        "easy",
        "easy",
        "normal",
        "normal",
        "hard",
        "hard",
    ]


def test_each_calibrated_preset_has_rising_cuts() -> None:
    assert {preset for preset, _ in THRESHOLDS} == set(PRESETS)
    for (preset, version), cuts in THRESHOLDS.items():
        assert preset in PRESETS
        assert version >= 1
        assert 0 < cuts.easy < cuts.normal
        assert preset_cuts(PRESETS[preset], version) == cuts


def test_rules_without_calibration_are_refused() -> None:
    assert preset_name(Rules(cells=2)) is None
    with pytest.raises(ValueError, match="no tiers were calibrated"):
        preset_cuts(Rules(cells=2), 1)
