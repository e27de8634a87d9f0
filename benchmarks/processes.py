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


@contextmanager
def _held() -> Iterator[None]:
    """Let signals whose handlers may raise wait for the end of the block.

    An exception inside `subprocess.Popen` leaves a program that has begun and that nobody knows.
    """
    came: list[int] = []
    mine = threading.current_thread() is threading.main_thread()
    held = {number: signal.getsignal(number) for number in (*_ENDS, signal.SIGINT) if mine}
    held = {number: handler for number, handler in held.items() if callable(handler)}
    for number in held:
        signal.signal(number, lambda this, _frame: came.append(this))
    try:
        yield
    finally:
        for number, handler in held.items():
            signal.signal(number, handler)
        for late in came:
            signal.raise_signal(late)


def _run(command: Sequence[str], environment: Mapping[str, str]) -> tuple[int, str, str]:
    """Return a program's exit code and what it printed; kill it when an exception ends the wait for it."""
    program = None
    try:
        with _held():
            program = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
                env=environment,
            )
        output, said = program.communicate()
    finally:
        if program is not None:
            with program:
                program.kill()
    return program.returncode, output, said


def run_program(command: Sequence[str], more_environment: Mapping[str, str] | None = None) -> Finished:
    """Run a program, which a signal that ends this process ends too.

    Raises `BenchError` when it cannot be started or fails.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        with cleaning_up():
            code, output, said = _run(command, os.environ | (more_environment or {}))
    except OSError as error:
        raise BenchError(f"{command[0]} cannot be run: {error.strerror}") from error
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if code:
        said = " ".join((said or output).split())[-_SHOWN:]
        raise BenchError(f"{command[0]} failed with exit code {code}: {said or 'it says nothing'}")
    return Finished(output, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
