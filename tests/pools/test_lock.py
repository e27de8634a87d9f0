"""The lock on a folder."""

import fcntl
import subprocess
import sys
from pathlib import Path

import pytest
from freecell_pools.pools.lock import locked
from patience import PATIENCE_SECONDS


def test_a_lock_is_held_once_and_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with locked(path) as mine:
        assert mine
        with locked(path) as again:
            assert not again
        assert path.exists()
    assert not path.exists()
    with locked(path) as mine:
        assert mine


def test_a_lock_dies_with_its_process(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    script = (
        "import os, pathlib, sys; from freecell_pools.pools.lock import locked\n"
        "with locked(pathlib.Path(sys.argv[1])) as mine:\n    os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", script, str(path)], check=False, timeout=PATIENCE_SECONDS)
    assert path.exists()
    with locked(path) as mine:
        assert mine


def test_a_lock_file_that_was_taken_away_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may remove its lock file after this one opened it: then this one holds a file without a name."""
    path = tmp_path / "lock"
    locked_files = []

    def lock(handle: int, operation: int) -> None:
        if not locked_files:
            path.unlink()
        locked_files.append(handle)
        flock(handle, operation)

    flock = fcntl.flock
    monkeypatch.setattr("fcntl.flock", lock)
    with locked(path) as mine:
        assert mine
        assert path.exists()
        assert len(locked_files) == 2
