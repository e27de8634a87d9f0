"""A pool of worker processes on this machine that neither outlives its parent nor hears Ctrl-C."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class LocalPool(ProcessPoolExecutor):
    """A process pool whose workers end with their parent, and at once when nobody waits for them.

    Each worker holds one end of a pipe; its other end is closed by `shutdown` without waiting, or by the
    death of the parent.
    """

    def __init__(self, workers: int) -> None:
        """Prepare a pool; processes start with the first tasks."""
        _start_tracker()
        context = multiprocessing.get_context("spawn")
        self._leash, self._hand = context.Pipe(duplex=False)
        super().__init__(workers, mp_context=context, initializer=_follow, initargs=(self._leash,))

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Submit a task; a worker that starts for it inherits that Ctrl-C is for the parent alone."""
        _start_tracker()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers: after their tasks, or now when `wait` is false."""
        if not wait:
            self._hand.close()
        super().shutdown(wait=True, cancel_futures=cancel_futures)
        self._hand.close()
        self._leash.close()


def local_pools(workers: int) -> Callable[[], Executor]:
    """Return what makes a pool of this many worker processes, anew whenever one broke."""
    return lambda: LocalPool(workers)


def own_process() -> Executor:
    """Return an executor with one thread, so that Ctrl-C is heard while a kernel runs."""
    return ThreadPoolExecutor(1)


def usable_cores() -> int:
    """Return the number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _start_tracker() -> None:
    """Start the process that clears up after this one, silent on what a killed or interrupted one left to it."""
    options = list(sys.warnoptions)
    sys.warnoptions.append("ignore:resource_tracker")
    try:
        resource_tracker.ensure_running()
    finally:
        sys.warnoptions[:] = options


def _follow(leash: Connection) -> None:
    """Make this worker end when the other end of the pipe is closed."""

    def wait_for_the_end() -> None:
        try:
            leash.recv_bytes()
        except (EOFError, OSError):
            os._exit(1)

    threading.Thread(target=wait_for_the_end, daemon=True).start()
