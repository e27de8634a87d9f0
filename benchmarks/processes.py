"""Run a program to its end and tell the processor time that it took, its children included."""

import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import NamedTuple

from .errors import BenchError

_SHOWN = 200
_ENDS = (signal.SIGTERM, signal.SIGHUP)
_SIGNALLED = 128
"""What a shell adds to the number of a signal to have an exit code."""


class Finished(NamedTuple):
    """What a program printed, and its seconds of processor time."""

    output: str
    processor: float


@contextmanager
def cleaning_up() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end this process by `SystemExit` while the block runs, not at once and without a word.

    So what the block began is ended with it: programs, temporary folders. Signals that are ignored or handled
    otherwise stay so, and those of a thread that is not the main one.
    """
    mine = threading.current_thread() is threading.main_thread()
    changed = [number for number in _ENDS if mine and signal.getsignal(number) is signal.SIG_DFL]
    for number in changed:
        signal.signal(number, _exit)
    try:
        yield
    finally:
        for number in changed:
            signal.signal(number, signal.SIG_DFL)


def _exit(number: int, _frame: FrameType | None) -> None:
    sys.exit(_SIGNALLED + number)


def run_program(command: Sequence[str], more_environment: Mapping[str, str] | None = None) -> Finished:
    """Run a program, which a signal that ends this process ends too.

    Raises `BenchError` when it cannot be started or fails.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        with cleaning_up():
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
                env=os.environ | (more_environment or {}),
            )
    except OSError as error:
        raise BenchError(f"{command[0]} cannot be run: {error.strerror}") from error
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        said = " ".join((done.stderr or done.stdout).split())[-_SHOWN:]
        raise BenchError(f"{command[0]} failed with exit code {done.returncode}: {said or 'it says nothing'}")
    return Finished(done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
