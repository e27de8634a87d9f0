"""Each preset stands where its players, frontends and developers look for it."""

import re
from pathlib import Path

import pytest
from freecell_pools.solver.game.rules import PRESETS

ROOT = Path(__file__).parent.parent


def rows_of(page: str, heading: str) -> list[str]:
    """Return what the first cell of each row says, in the table with a heading."""
    (table,) = re.findall(rf"^\| {re.escape(heading)} \|.*\n((?:\|.*\n)+)", (ROOT / page).read_text(), re.MULTILINE)
    return [line.split("|")[1].strip(" `") for line in table.splitlines()[1:]]


@pytest.mark.parametrize(
    ("page", "heading"),
    [("README.md", "`--rules`"), ("pools/FORMAT.md", "preset"), ("benchmarks/RESULTS.md", "game | it solves")],
)
def test_tables_have_a_row_for_each_preset(page: str, heading: str) -> None:
    assert sorted(rows_of(page, heading)) == sorted(PRESETS)


def test_the_viewer_has_a_name_for_each_preset() -> None:
    page = (ROOT / "pools" / "web" / "viewer" / "words.js").read_text()
    for preset in PRESETS:
        assert re.search(rf'^  ("{preset}"|{preset}): "', page, re.MULTILINE), preset
