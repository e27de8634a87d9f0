"""Builds of the small pools in processes of their own, and what they leave."""

import subprocess
import time
from pathlib import Path
from typing import Any

from built_pools import DEALS
from command_runs import run, start


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def build(out: Path, *more: str, workers: int = 1, deals: str = DEALS, **how: Any) -> subprocess.CompletedProcess[str]:
    return run("build", "--deals", deals, "--out", str(out), "--workers", str(workers), *more, **how)


def begin(out: Path, *more: str, workers: int = 1) -> subprocess.Popen[str]:
    """Start a build and return it when its first shard is finished, and not all are."""
    process = start("build", "--deals", DEALS, "--out", str(out), "--workers", str(workers), *more)
    end = time.monotonic() + 60
    while not list(out.glob(".build/*.parquet")):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.005)
    return process
