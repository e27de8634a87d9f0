"""The pools in pools/data are of the deals and rules that the README promises, and today's solver gives the same rows.

CONTRIBUTING says how they are made.
"""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from freecell_pools.pools.manifest import Manifest, read_manifest
from freecell_pools.pools.panel import PANEL
from freecell_pools.pools.rating import Ratings, rate_deals
from freecell_pools.pools.run import SCHEMA_VERSION
from freecell_pools.pools.tiers import TIERS, preset_cuts, tier_of
from freecell_pools.pools.verify import verify_pools
from freecell_pools.solver.game.rules import PRESETS
from freecell_pools.solver.verdict import VERDICTS, Verdict
from kernel_settings import needs_compiled

DATA = Path(__file__).parent.parent.parent / "pools" / "data"
# Which pools tell cells_needed.
PUBLISHED = {"freecell": True, "bakers-game": False}
SLICES = ((1, 20), (11970, 11990), (31981, 32000))

pytestmark = [
    needs_compiled,
    pytest.mark.parametrize("preset", PUBLISHED),
]


def place_of(deal: int, preset: str, manifest: Manifest) -> dict[str, object]:
    """Return where a deal is in published pools, and its row."""
    found: list[dict[str, object]] = []
    for tier in TIERS:
        rows = pq.read_table(DATA / preset / f"{tier}.parquet", filters=[("deal", "=", deal)]).to_pylist()
        found += [{"place": tier} | row for row in rows]
    for verdict in (Verdict.IMPOSSIBLE, Verdict.UNDECIDED):
        if deal in getattr(manifest, verdict.value):
            found.append({"place": verdict.value, "deal": deal})
    assert len(found) == 1, deal
    return found[0]


def expected(ratings: Ratings, index: int, preset: str) -> dict[str, object]:
    """Return the same of a deal that was solved and rated just now."""
    deal = int(ratings.deal[index])
    verdict = VERDICTS[ratings.verdict[index]]
    if verdict != Verdict.SOLVABLE:
        return {"place": verdict.value, "deal": deal}
    tier = TIERS[tier_of(ratings.effort[index : index + 1], preset_cuts(PRESETS[preset], PANEL.version))[0]]
    row: dict[str, object] = {
        "place": tier,
        "deal": deal,
        "effort": int(ratings.effort[index]),
        "par": int(ratings.par[index]),
        "solution": ratings.solution[index],
    }
    return row | ({"cells_needed": int(ratings.cells_needed[index])} if ratings.cells_needed is not None else {})


@pytest.mark.parametrize(("first", "last"), SLICES)
def test_a_slice_made_again_has_the_same_rows(preset: str, first: int, last: int) -> None:
    manifest = read_manifest(DATA / preset)
    ratings = rate_deals(first, last, PRESETS[preset], cells_needed=PUBLISHED[preset])
    for index, deal in enumerate(range(first, last + 1)):
        assert place_of(deal, preset, manifest) == expected(ratings, index, preset)


def test_they_are_what_was_promised(preset: str) -> None:
    run = read_manifest(DATA / preset).run
    assert (run.first, run.last) == (1, 32000)
    assert (run.rules, run.cells_needed) == (PRESETS[preset], PUBLISHED[preset])
    assert (run.panel_version, run.schema_version) == (PANEL.version, SCHEMA_VERSION)
    assert run.cuts == preset_cuts(run.rules, PANEL.version)
    assert json.loads((DATA / preset / "manifest.json").read_text())["preset"] == preset
    assert sorted(path.name for path in (DATA / preset).iterdir()) == sorted(
        ["manifest.json", *(f"{tier}.parquet" for tier in TIERS)]
    )


def test_they_verify(preset: str) -> None:
    verified = verify_pools(DATA / preset)
    assert verified.problems == []
    assert verified.rows == read_manifest(DATA / preset).counts.solvable
