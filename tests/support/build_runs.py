"""Builds of the small pools in processes of their own, and what they leave."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from built_pools import DEALS, LAST_SHARD
from command_runs import run, started
from patience import PATIENCE_SECONDS, wait_until

ACCIDENTS = Path(__file__).parent / "shard_accidents"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def build(out: Path, *more: str, workers: int = 1, deals: str = DEALS, **how: Any) -> subprocess.CompletedProcess[str]:
    return run("build", "--deals", deals, "--out", str(out), "--workers", str(workers), *more, **how)


def accident(**variables: str) -> dict[str, str]:
    """Return the environment of a build in which shards meet the accidents that the variables name."""
    path = os.pathsep.join(filter(None, [str(ACCIDENTS), os.environ.get("PYTHONPATH")]))
    return {**os.environ, **variables, "PYTHONPATH": path}


@contextmanager
def begun(out: Path, *more: str, workers: int = 1) -> Iterator[subprocess.Popen[str]]:
    """Give a build of which a shard is finished; its last waits until `finish`, so that no test races it."""
    held = accident(HELD_FROM=LAST_SHARD, HELD_UNTIL=str(may_finish(out)))
    arguments = ["build", "--deals", DEALS, "--out", str(out), "--workers", str(workers), *more]
    with started(*arguments, env=held) as process:
        wait_for_a_shard(process, out)
        yield process


def wait_for_a_shard(process: subprocess.Popen[str], out: Path) -> None:
    """Wait until a build that runs has finished a shard."""
    wait_until(lambda: list(out.glob(".build/*.parquet")) or process.poll() is not None)
    assert process.poll() is None, process.communicate()


def finish(process: subprocess.Popen[str], out: Path) -> tuple[str, str]:
    """Let a build that was begun go on to its end; return its output and its errors."""
    may_finish(out).touch()
    return process.communicate(timeout=PATIENCE_SECONDS)


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    """Return the numbers of a build's worker processes."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def may_finish(out: Path) -> Path:
    """Return the file for which the shards of a build wait that are held."""
    return out.with_name(f"{out.name}-may-finish")
