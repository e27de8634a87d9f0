"""Many tasks on an executor: order, bounds, errors, deaths of workers."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from deadly_tasks import die_once, double, double_or_die
from freecell_pools.pools.cluster import WorkersDied
from freecell_pools.pools.errors import PoolError
from freecell_pools.pools.tasks import MAX_DEATHS, Failed, run_tasks
from freecell_pools.pools.workers import local_pools, own_process


def two_threads() -> Executor:
    return ThreadPoolExecutor(2)


@pytest.mark.parametrize("ordered", [False, True])
def test_each_task_is_done_once(ordered: bool) -> None:
    outcomes = list(run_tasks(double, range(50), two_threads, 7, ordered=ordered))
    assert sorted(outcomes) == [(number, 2 * number) for number in range(50)]
    if ordered:
        assert outcomes == sorted(outcomes)


def test_order_is_kept_when_the_first_task_is_the_slowest() -> None:
    others_done = threading.Event()

    def work(number: int) -> int:
        if number == 0:
            assert others_done.wait(30)
        elif number == 3:
            others_done.set()
        return number

    assert [number for number, _ in run_tasks(work, range(20), two_threads, 4, ordered=True)] == list(range(20))


@pytest.mark.parametrize("ordered", [False, True])
def test_no_more_tasks_are_drawn_than_may_be_in_flight(ordered: bool) -> None:
    drawn = 0

    def numbers() -> Iterator[int]:
        nonlocal drawn
        for number in range(40):
            drawn += 1
            yield number

    for done, _ in enumerate(run_tasks(double, numbers(), two_threads, 5, ordered=ordered)):
        assert drawn <= done + 5


def test_how_many_may_be_in_flight_can_change() -> None:
    drawn = done = 0

    def numbers() -> Iterator[int]:
        nonlocal drawn
        for number in range(40):
            drawn += 1
            yield number

    def limit() -> int:
        return 2 if done < 20 else 6

    ahead = set()
    for _ in run_tasks(double, numbers(), two_threads, limit):
        assert drawn <= done + limit()
        ahead.add(drawn - done)
        done += 1
    assert done == 40
    assert max(ahead) > 2


def test_no_tasks_is_no_trouble() -> None:
    assert list(run_tasks(double, [], two_threads, 5)) == []


def test_an_error_fails_its_task_alone() -> None:
    outcomes = dict(run_tasks(lambda number: 6 // number, [3, 0, 2], own_process, 2))
    assert outcomes == {3: 2, 2: 3, 0: Failed("ZeroDivisionError: integer division or modulo by zero")}


def test_an_os_error_ends_the_run() -> None:
    def work(number: int) -> int:
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        list(run_tasks(work, range(5), own_process, 2))


def test_an_error_of_the_pools_ends_the_run() -> None:
    def work(number: int) -> int:
        raise PoolError("a wrong worker")

    with pytest.raises(PoolError, match="a wrong worker"):
        list(run_tasks(work, range(5), own_process, 2))


def test_a_task_that_cost_several_workers_gets_a_second_chance_alone() -> None:
    """Dask tells of a death only when a task, perhaps an innocent one, was there at several."""
    alone: dict[int, int] = {}

    def work(number: int) -> int:
        if number < 3:
            alone[number] = alone.get(number, 0) + 1
            if number == 0 or alone[number] == 1:
                raise WorkersDied("killed", MAX_DEATHS + 1)
        return number

    outcomes = dict(run_tasks(work, range(6), two_threads, 4))
    assert outcomes == {0: Failed("its worker died 8 times"), 1: 1, 2: 2, 3: 3, 4: 4, 5: 5}
    assert alone == {0: 2, 1: 2, 2: 2}


def test_a_caller_that_stops_does_not_wait() -> None:
    release = threading.Event()

    def work(number: int) -> int:
        if number:
            release.wait(30)
        return number

    outcomes = run_tasks(work, range(5), own_process, 2)
    assert next(outcomes) == (0, 0)
    outcomes.close()
    release.set()


def test_deadly_tasks_are_given_up_and_the_rest_is_done() -> None:
    made = 0
    make = local_pools(2)

    def counted() -> Executor:
        nonlocal made
        made += 1
        return make()

    outcomes = dict(run_tasks(double_or_die, range(1, 13), counted, 4))
    failed = Failed(f"its worker died {MAX_DEATHS} times")
    assert outcomes == {number: 2 * number if number % 5 else failed for number in range(1, 13)}
    assert made <= 1 + 2 * MAX_DEATHS


@pytest.mark.parametrize("pools", [local_pools(1), local_pools(2)])
def test_a_task_whose_worker_died_is_tried_again(pools: Callable[[], Executor], tmp_path: Path) -> None:
    marks = [str(tmp_path / name) for name in "ab"]
    assert list(run_tasks(die_once, marks, pools, 2, ordered=True)) == [(mark, mark) for mark in marks]


@pytest.mark.parametrize("broken", [1, 2])
def test_an_executor_that_breaks_before_a_task_is_submitted_is_replaced_once(broken: int) -> None:
    made: list[Executor] = []

    class Broken(ThreadPoolExecutor):
        def submit(self, *args: Any, **kwargs: Any) -> Any:
            raise BrokenExecutor

    def make_executor() -> Executor:
        made.append(Broken(1) if len(made) < broken else ThreadPoolExecutor(1))
        return made[-1]

    tasks = run_tasks(double, range(5), make_executor, 2)
    if broken == 1:
        assert sorted(tasks) == [(number, 2 * number) for number in range(5)]
        assert len(made) == 2
    else:
        with pytest.raises(PoolError, match="no worker can be started"):
            list(tasks)
