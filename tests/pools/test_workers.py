"""Worker processes: not without their parent, and deaf to Ctrl-C."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future

import pytest
from deadly_tasks import process_id
from freecell_pools.pools.workers import LocalPool, usable_cores

PARENT = """
import os, sys
from deadly_tasks import process_id
from freecell_pools.pools.workers import LocalPool
if __name__ == "__main__":
    pool = LocalPool(2)
    for future in [pool.submit(process_id, 0.3) for _ in range(2)]:
        print(future.result(), flush=True)
    busy = pool.submit(process_id, 600)
    sys.stdin.read()
"""


def ended(process: int, seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            with open(f"/proc/{process}/stat") as stat:
                if stat.read().rpartition(")")[2].split()[0] == "Z":
                    return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.02)
    return False


def test_workers_end_when_their_parent_is_killed(request: pytest.FixtureRequest, tmp_path: object) -> None:
    script = f"{tmp_path}/parent.py"
    with open(script, "w") as file:
        file.write(PARENT)
    support = str(request.config.rootpath / "tests" / "support")
    path = os.pathsep.join(filter(None, [support, os.environ.get("PYTHONPATH")]))
    with subprocess.Popen(
        [sys.executable, script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    ) as parent:
        assert parent.stdout is not None
        assert parent.stderr is not None
        workers = {int(parent.stdout.readline()) for _ in range(2)}
        assert not any(ended(worker, 0.1) for worker in workers)
        parent.kill()
        assert parent.stderr.read() == ""
    assert all(ended(worker) for worker in workers)


def test_an_interrupt_does_not_reach_a_worker() -> None:
    with LocalPool(1) as pool:
        worker = pool.submit(process_id, 0).result()
        busy: Future[int] = pool.submit(process_id, 0.3)
        os.kill(worker, signal.SIGINT)
        assert busy.result() == worker


def test_a_pool_that_nobody_waits_for_ends_at_once() -> None:
    pool = LocalPool(1)
    worker = pool.submit(process_id, 0).result()
    pool.submit(process_id, 600)
    start = time.monotonic()
    pool.shutdown(wait=False, cancel_futures=True)
    assert time.monotonic() - start < 5
    assert ended(worker)


def test_there_is_a_core_to_use() -> None:
    assert usable_cores() >= 1
