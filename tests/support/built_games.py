"""Pools of three games, built where there is a browser to read them, each large enough for 200 deals of each tier."""

from pathlib import Path

import pytest
from command_runs import run

GAMES = {"freecell": "1-1200", "bakers-game": "1-1500", "foundation-return": "1-1200"}


@pytest.fixture(scope="package")
def games(tmp_path_factory: pytest.TempPathFactory, browser: object) -> Path:
    """A folder with a pool folder for each game; not to be changed."""
    folder = tmp_path_factory.getbasetemp() / "built-games"
    for rules, deals in GAMES.items():
        if not (folder / rules).exists():
            given = ["--rules", rules, "--deals", deals, "--out", str(folder / rules), "--workers", "1"]
            done = run("build", *given)
            assert done.returncode == 0, done.stderr
    return folder
