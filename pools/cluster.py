"""A Dask cluster as the executor of a build: the same shards on many machines, the same bytes.

Dask is there only with the extra `cluster`. Every machine needs the same installation of this package and sees the
output folder under the same path. Each task checks both where it runs, since workers come and go.
"""

import json
import logging
import os
import pickle
import secrets
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar

from .errors import PoolError
from .lines import one_line
from .regular import read_regular
from .run import ENGINE_VERSION, engine_fingerprint

P = ParamSpec("P")
R = TypeVar("R")

CONNECT_SECONDS = 15.0
"""How long the scheduler is tried; one that was just started takes a few seconds."""

LOOK_SECONDS = 5.0
"""Seconds between looks at how many workers there are."""

RETRIES = 2
"""How often Dask tries a shard again, elsewhere if it can, when it raised an error."""

SHARDS_PER_THREAD = 2
FILE_BYTES = 1 << 20


class ClusterError(PoolError):
    """A cluster that cannot be used as it was named: no such file or address, or Dask is not installed."""


class WorkersDied(BrokenExecutor):
    """Several workers died one after the other while they had the same shard."""

    def __init__(self, message: str, times: int) -> None:
        """Keep how many died."""
        super().__init__(message)
        self.times = times


class Engine(NamedTuple):
    """What computes a shard: version of the package and `engine_fingerprint`."""

    version: str
    fingerprint: str

    def __str__(self) -> str:
        """Return both, as error messages name them."""
        return f"freecell-pools {self.version} (engine {self.fingerprint})"


class Setting(NamedTuple):
    """What a worker must share with the process that builds: the engine, and a file that is there while it does."""

    engine: Engine
    token: Path

    def problem(self) -> str | None:
        """Return what is wrong with the process that this runs in, None when nothing is."""
        mine = this_engine()
        if mine != self.engine:
            return f"has {mine}, this is {self.engine}: install the same there and restart it"
        if not os.path.exists(self.token):  # false too where it may not look
            return (
                f"does not see {self.token.parent}: the folder must be one that all machines share, under the same path"
            )
        return None


class Cluster:
    """A connection to a scheduler, for one build."""

    def __init__(self, client: Any, address: str, folder: Path, warn: Callable[[str], None]) -> None:
        """Keep the connection; see `connected`."""
        self._client = client
        self._address = address
        self._warn = warn
        self._setting = Setting(this_engine(), folder / f"cluster-{secrets.token_hex(8)}.tmp")
        self._threads = 0
        self._closed = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True)

    def in_flight(self) -> int:
        """Return how many shards may be submitted at once, by the workers that are there now."""
        return SHARDS_PER_THREAD * max(1, self._threads)

    def make_executor(self) -> Executor:
        """Return an executor on the cluster, after checking all workers that are there.

        Raises `PoolError` naming one that is not as it must be.
        """
        self._setting.token.touch()
        try:
            self._check_workers()
            self._threads = sum(self._client.nthreads().values())
        except OSError as error:
            raise PoolError(f"the connection to the scheduler {self._address} was lost") from error
        if not self._watcher.is_alive():
            self._watcher.start()
        return _ClusterExecutor(self._client, self._address, self._setting)

    def close(self) -> None:
        """Abandon what the cluster still computes for this build, and disconnect."""
        self._closed.set()
        with suppress(OSError):
            self._setting.token.unlink(missing_ok=True)
        with suppress(Exception):
            self._client.close(timeout=2)

    def _check_workers(self) -> None:
        for worker, problem in self._client.run(self._setting.problem, on_error="return").items():
            if isinstance(problem, str):
                raise PoolError(f"worker {worker} {problem}")
            # One that is just leaving is no trouble: what it had is done elsewhere.
            if isinstance(problem, Exception) and not isinstance(problem, OSError):
                raise PoolError(_cannot_run(f"worker {worker}", problem))

    def _watch(self) -> None:
        """Count the workers now and then; say so when there are none, as Dask just waits for some."""
        empty = 0
        while not self._closed.wait(LOOK_SECONDS):
            with suppress(Exception):
                self._threads = sum(self._client.nthreads().values())
                empty = 0 if self._threads else empty + 1
                if empty == 1 and self._client.status == "running":
                    self._warn(f"no worker is connected to {self._address}: waiting for one")


class _ClusterExecutor(Executor):
    """Dask's executor with the errors that `run_tasks` knows, and each task checked where it runs."""

    def __init__(self, client: Any, address: str, setting: Setting) -> None:
        import cloudpickle

        self._dumps = cloudpickle.dumps
        self._inner = client.get_executor(retries=RETRIES, pure=False)
        self._address = address
        self._setting = setting

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Submit a task."""
        outer: Future[R] = Future()
        task = self._dumps(_Task(self._setting, fn, args, kwargs))
        inner: Future[R] = self._inner.submit(pickle.loads, task, key=f"shard-{secrets.token_hex(16)}")
        inner.add_done_callback(lambda done: self._pass_on(done, outer))
        return outer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Abandon all tasks, or wait for them."""
        with suppress(Exception):
            self._inner.shutdown(wait=wait and not cancel_futures)

    def _pass_on(self, done: Future[R], outer: Future[R]) -> None:
        if done.cancelled():
            outer.set_exception(ConnectionError(f"the connection to the scheduler {self._address} was lost"))
        elif (error := done.exception()) is None:
            outer.set_result(done.result())
        else:
            outer.set_exception(_translated(error))


@contextmanager
def connected(address: str, folder: Path, warn: Callable[[str], None] = lambda line: None) -> Iterator[Cluster]:
    """Connect to a scheduler while the block runs.

    Args:
        address: of the scheduler, such as tcp://host:8786.
        folder: where the shards go, absolute; it need not be there before the first executor is made.
        warn: called with lines to show.

    Raises:
        ClusterError: when Dask is not installed, or the address is none.
        PoolError: when no scheduler answers there.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise ClusterError(
            "a cluster needs Dask, which is not installed: pip install 'freecell-pools[cluster]'"
        ) from error
    _quieten()
    try:
        client = _in_time(lambda: Client(address, timeout=CONNECT_SECONDS, set_as_default=False))
    except ValueError as error:
        raise ClusterError(f"{address!r} is not the address of a scheduler: {one_line(str(error))}") from error
    except Exception as error:
        raise PoolError(
            f"no Dask scheduler answers at {address} within {CONNECT_SECONDS:.0f} s: is it running, can it be reached?"
        ) from error
    cluster = Cluster(client, address, folder, warn)
    try:
        yield cluster
    finally:
        cluster.close()


def _in_time(connect: Callable[[], R]) -> R:
    """Return what a call returns, or raise `TimeoutError`: Dask waits for ever for a server that says nothing."""
    outcome: Future[R] = Future()

    def attempt() -> None:
        try:
            outcome.set_result(connect())
        except Exception as error:
            outcome.set_exception(error)

    threading.Thread(target=attempt, daemon=True).start()
    return outcome.result(CONNECT_SECONDS + 1)


def scheduler_address(file: Path) -> str:
    """Return the address in a scheduler file, as `dask scheduler --scheduler-file` writes it.

    Raises `ClusterError` when the file is none.
    """
    try:
        facts = json.loads(read_regular(file, FILE_BYTES))
    except OSError as error:
        raise ClusterError(f"cannot read the scheduler file {file}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise ClusterError(f"{file} is not a scheduler file: it is not JSON") from error
    address = facts.get("address") if isinstance(facts, dict) else None
    if not isinstance(address, str):
        raise ClusterError(f"{file} is not a scheduler file: it has no address")
    return address


def this_engine() -> Engine:
    """Return what computes shards in this process."""
    return Engine(ENGINE_VERSION, engine_fingerprint())


class _Task:
    """A call that is made where it is unpickled, by way of `_run_checked`.

    So it passes the scheduler as plain bytes, which need no package there; and a worker that lacks the package, or has
    one that is too old, fails the task, where Dask's own way would end the worker.
    """

    def __init__(self, *parts: Any) -> None:
        self._parts = parts

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return _run_checked, self._parts


def _run_checked(setting: Setting, work: Callable[..., R], args: tuple[Any, ...], kwargs: dict[str, Any]) -> R:
    """Do a task on a worker that is what it must be; errors of files name the worker too."""
    from distributed import get_worker

    worker = f"worker {get_worker().address}"
    if problem := setting.problem():
        raise PoolError(f"{worker} {problem}")
    try:
        return work(*args, **kwargs)
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, f"{os.strerror(error.errno)} on {worker}", error.filename) from error


def _translated(error: BaseException) -> BaseException:
    from distributed.scheduler import KilledWorker

    if isinstance(error, KilledWorker):
        return WorkersDied(one_line(str(error)), error.allowed_failures + 1)
    if isinstance(error, ImportError | AttributeError):
        # The next executor is made after a look at all workers, which names the one.
        return BrokenExecutor(one_line(str(error)))
    return error


def _cannot_run(who: str, error: BaseException) -> str:
    return f"{who} cannot run freecell-pools {ENGINE_VERSION} ({one_line(str(error))}): install the same there"


def _quieten() -> None:
    """Silence Dask's log in this process: what matters comes as an error, in one line."""
    for name in ("distributed", "distributed.client", "tornado", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
