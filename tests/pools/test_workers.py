"""Worker processes: not without their parent, and deaf to Ctrl-C."""

import os
import signal
import subprocess
import sys
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

import pytest
from deadly_tasks import process_id
from freecell_pools.pools.workers import LocalPool, usable_cores
from patience import PATIENCE_SECONDS, wait_until

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


def ended(process: int) -> bool:
    try:
        with open(f"/proc/{process}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


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
        assert not any(ended(worker) for worker in workers)
        parent.kill()
        assert parent.stderr.read() == ""
    wait_until(lambda: all(ended(worker) for worker in workers))


def test_an_interrupt_does_not_reach_a_worker() -> None:
    with LocalPool(1) as pool:
        worker = pool.submit(process_id, 0).result()
        busy: Future[int] = pool.submit(process_id, 0.3)
        os.kill(worker, signal.SIGINT)
        assert busy.result() == worker


def test_a_pool_that_nobody_waits_for_ends_at_once() -> None:
    pool = LocalPool(1)
    worker = pool.submit(process_id, 0).result()
    busy = pool.submit(process_id, 2 * PATIENCE_SECONDS)
    pool.shutdown(wait=False, cancel_futures=True)
    assert busy.cancelled() or isinstance(busy.exception(0), BrokenProcessPool)
    assert ended(worker)


def test_there_is_a_core_to_use() -> None:
    assert usable_cores() >= 1
