"""What identifies a build."""

import pytest
from freecell_pools.pools.run import Run, differences, engine_fingerprint
from freecell_pools.pools.tiers import Cuts
from freecell_pools.solver.game.rules import Rules

CUTS = Cuts(60, 110)


@pytest.mark.parametrize(("first", "last"), [(0, 5), (5, 4), (1, 2**33), (-3, 3)])
def test_a_range_outside_the_deals_is_refused(first: int, last: int) -> None:
    with pytest.raises(ValueError, match="not a range of deals"):
        Run(first, last, Rules(), CUTS, 1)


@pytest.mark.parametrize("cuts", [Cuts(0, 5), Cuts(5, 5), Cuts(6, 5), Cuts(-2, -1)])
def test_cuts_that_do_not_rise_are_refused(cuts: Cuts) -> None:
    with pytest.raises(ValueError, match="do not rise"):
        Run(1, 10, Rules(), cuts, 1)


def test_each_field_shows_in_the_facts() -> None:
    run = Run(1, 10, Rules(), CUTS, 1)
    others = [
        Run(2, 10, Rules(), CUTS, 1),
        Run(1, 11, Rules(), CUTS, 1),
        Run(1, 10, Rules(cells=3), CUTS, 1),
        Run(1, 10, Rules(), Cuts(60, 111), 1),
        Run(1, 10, Rules(), CUTS, 2),
        Run(1, 10, Rules(), CUTS, 1, cells_needed=True),
        Run(1, 10, Rules(), CUTS, 1, engine_version="0"),
        Run(1, 10, Rules(), CUTS, 1, schema_version=99),
        Run(1, 10, Rules(), CUTS, 1, numbering="other"),
    ]
    for other in others:
        assert differences(run.facts(), other.facts())
    assert not differences(run.facts(), Run(1, 10, Rules(), CUTS, 1).facts())
    assert differences(run.facts(), others[4].facts()) == "panel_version (2)"
    assert differences(run.facts(), others[5].facts()) == "cells_needed (yes)"
    assert differences(others[5].facts(), run.facts()) == "cells_needed (no)"


def test_the_fingerprint_is_stable() -> None:
    assert engine_fingerprint() == engine_fingerprint()
    assert len(engine_fingerprint()) == 20
