"""Run a program to its end and tell the processor time that it took, its children included."""

import os
import resource
import subprocess
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .errors import BenchError

_SHOWN = 200


class Finished(NamedTuple):
    """What a program printed, and its seconds of processor time."""

    output: str
    processor: float


def run_program(command: Sequence[str], more_environment: Mapping[str, str] | None = None) -> Finished:
    """Run a program; raise `BenchError` when it cannot be started or fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
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
