"""Small real pools, built once per test session."""

from pathlib import Path

import pytest
from command_runs import run

# Three shards, of 3, 1000 and 203 deals.
DEALS = "998-2203"
FIRST, LAST = 998, 2203
LAST_SHARD = "2001"


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pools built by the command with one worker; not to be changed."""
    folder = tmp_path_factory.getbasetemp() / "built-pools"
    if not folder.exists():
        done = run("build", "--deals", DEALS, "--out", str(folder), "--workers", "1")
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def built_with_cells(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pools of some deals, 617 among them, that tell how few cells each needs; not to be changed."""
    folder = tmp_path_factory.getbasetemp() / "built-with-cells"
    if not folder.exists():
        done = run("build", "--deals", "600-699", "--out", str(folder), "--workers", "1", "--cells-needed")
        assert done.returncode == 0, done.stderr
    return folder
