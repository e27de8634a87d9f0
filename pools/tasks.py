"""Run many tasks on an executor: a bounded number at a time, going on when workers die."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from .errors import PoolError

T = TypeVar("T")
R = TypeVar("R")

MAX_DEATHS = 3


@dataclass(frozen=True, slots=True)
class Failed:
    """The outcome of a task that was given up, and why."""

    reason: str


@dataclass(slots=True)
class _Task(Generic[T]):
    number: int
    argument: T
    deaths: int = 0


@dataclass(slots=True)
class _Runner(Generic[T, R]):
    """The tasks under way.

    A pool that breaks takes all its running tasks along, and does not say which one killed the worker. From
    then on the tasks it held run one at a time until each is done or has met `MAX_DEATHS` deaths. A task that finds
    no memory counts as one that killed its worker: alone, in a new process, there may be enough.
    """

    work: Callable[[T], R]
    make_executor: Callable[[], Executor]
    executor: Executor
    running: dict[Future[R], _Task[T]] = field(default_factory=dict)
    suspects: deque[_Task[T]] = field(default_factory=deque)

    @property
    def isolating(self) -> bool:
        """Whether tasks that saw a worker die are still to be told apart."""
        return bool(self.suspects) or any(task.deaths for task in self.running.values())

    def submit(self, task: _Task[T]) -> None:
        try:
            self.running[self.executor.submit(self.work, task.argument)] = task
        except BrokenExecutor:
            self.suspects.appendleft(task)
            if not self.running:
                self.replace_executor()

    def outcomes(self) -> Iterator[tuple[_Task[T], R | Failed]]:
        """Wait until something is done; yield each task that ended."""
        done, _ = wait(self.running, return_when=FIRST_COMPLETED)
        if any(isinstance(future.exception(), BrokenExecutor) for future in done):
            done, _ = wait(self.running)
            self.replace_executor()
        for future in done:
            task = self.running.pop(future)
            error = future.exception()
            if error is None:
                yield task, future.result()
            elif isinstance(error, BrokenExecutor | MemoryError):
                alone = bool(task.deaths)
                # `cluster.WorkersDied` stands for several, as the cluster tried the task again by itself.
                task.deaths += getattr(error, "times", 1)
                if task.deaths < MAX_DEATHS or not alone:
                    self.suspects.append(task)
                elif isinstance(error, MemoryError):
                    yield task, Failed(f"its worker was out of memory {task.deaths} times")
                else:
                    yield task, Failed(f"its worker died {task.deaths} times")
                if not self.running and isinstance(error, MemoryError):
                    self.replace_executor()
            elif isinstance(error, OSError | PoolError) or not isinstance(error, Exception):
                raise error
            else:
                yield task, Failed(f"{type(error).__name__}: {error}")

    def replace_executor(self) -> None:
        self.executor.shutdown(wait=False, cancel_futures=True)
        self.executor = self.make_executor()


def run_tasks(
    work: Callable[[T], R],
    arguments: Iterable[T],
    make_executor: Callable[[], Executor],
    in_flight: int | Callable[[], int],
    *,
    ordered: bool = False,
) -> Generator[tuple[T, R | Failed], None, None]:
    """Call `work` with each argument on an executor; yield the arguments with their results.

    Args:
        work: what to call; it must be picklable where the executor needs that.
        arguments: consumed only as fast as tasks finish.
        make_executor: called again when a worker's death broke the executor.
        in_flight: how many tasks may be submitted, or done but not yet yielded, at once; a function where that
            changes, as on a cluster that grows.
        ordered: yield in the order of the arguments, else as they finish.

    Raises `OSError` and `PoolError` from a task at once, since a full disk or a wrong worker would hit others too; any
    other error of a task is yielded as `Failed`. When the caller stops early, the executor's tasks are abandoned.
    """
    queue = enumerate(arguments)
    limit = in_flight if callable(in_flight) else lambda: in_flight
    runner = _Runner(work, make_executor, make_executor())
    waiting: dict[int, tuple[T, R | Failed]] = {}
    submitted = yielded = 0
    try:
        while True:
            while not runner.isolating and submitted - yielded < limit():
                numbered = next(queue, None)
                if numbered is None:
                    break
                runner.submit(_Task(*numbered))
                submitted += 1
            if runner.suspects and not runner.running:
                runner.submit(runner.suspects.popleft())
            if not runner.running:
                break
            for task, outcome in runner.outcomes():
                number = task.number if ordered else yielded + len(waiting)
                waiting[number] = (task.argument, outcome)
            while yielded in waiting:
                yield waiting.pop(yielded)
                yielded += 1
    finally:
        # No wait: nothing runs any more that is wanted, and workers that end by themselves take their time.
        with suppress(BrokenExecutor):
            runner.executor.shutdown(wait=False, cancel_futures=True)
