"""Tasks for worker processes, some of them deadly; they must be importable where they run."""

import errno
import os
import signal
import time
from pathlib import Path


def double(number: int) -> int:
    return 2 * number


def double_or_die(number: int) -> int:
    """Kill the worker at multiples of five."""
    if number % 5 == 0:
        time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def die_once(mark: str) -> str:
    """Kill the worker unless the file is there; make it first."""
    path = Path(mark)
    if not path.exists():
        path.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return mark


def process_id(pause: float) -> int:
    time.sleep(pause)
    return os.getpid()


def fill_the_disk(number: int) -> int:
    raise OSError(errno.ENOSPC, "No space left on device", f"/pools/{number}")
