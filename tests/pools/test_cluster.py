"""Tasks on a real Dask cluster: deaths, and how many tasks are held at once."""

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest
from dask_cluster import local_cluster, tasks_of
from deadly_tasks import double, double_or_die, fill_the_disk
from extras import need
from freecell_pools.pools.cluster import connected
from freecell_pools.pools.tasks import MAX_DEATHS, Failed, run_tasks


@pytest.fixture
def dask() -> None:
    need("distributed", "cluster")


def test_neither_the_scheduler_nor_the_client_holds_more_than_is_in_flight(dask: None, tmp_path: Path) -> None:
    total, limit = 500, 7
    drawn = 0

    def numbers() -> Iterator[int]:
        nonlocal drawn
        for number in range(total):
            drawn += 1
            yield number

    with local_cluster(tmp_path / "cluster", 2) as dask_cluster, connected(dask_cluster.address, tmp_path) as cluster:
        for done, (number, doubled) in enumerate(run_tasks(double, numbers(), cluster.make_executor, limit)):
            assert doubled == 2 * number
            assert drawn <= done + limit
            if done % 50 == 49:
                assert len(cluster._client.futures) <= limit
                # What the client let go of reaches the scheduler a moment later.
                assert cluster._client.run_on_scheduler(tasks_of) <= 3 * limit
        assert done == total - 1


def test_a_deadly_task_is_given_up_and_the_rest_is_done(dask: None, tmp_path: Path) -> None:
    setting = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
    with local_cluster(tmp_path / "cluster", 0, **setting) as dask_cluster:
        dask_cluster.add_worker("--nworkers", "2")
        with connected(dask_cluster.address, tmp_path) as cluster:
            outcomes = dict(run_tasks(double_or_die, range(1, 8), cluster.make_executor, 3))
    assert outcomes == {n: Failed(f"its worker died {MAX_DEATHS} times") if n == 5 else 2 * n for n in range(1, 8)}


def test_an_error_of_a_file_names_the_worker(dask: None, tmp_path: Path) -> None:
    with (
        local_cluster(tmp_path / "cluster", 1) as dask_cluster,
        connected(dask_cluster.address, tmp_path) as cluster,
        pytest.raises(OSError, match=r"No space left on device on worker tcp://127.0.0.1:\d+: '/pools/5'") as raised,
    ):
        list(run_tasks(fill_the_disk, [5], cluster.make_executor, 1))
    assert raised.value.errno == errno.ENOSPC
