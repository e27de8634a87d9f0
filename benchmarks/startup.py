"""How long the command takes to answer for one deal, from nothing, as its users start it."""

import sys
import tempfile

from .processes import cleaning_up, run_program
from .spread import Spread, spread_of

_COMMAND = [sys.executable, "-m", "freecell_pools.cli", "check", "1"]
_ROUNDS = 5


def compile_solver() -> None:
    """Compile the solver in a process of its own: one that has compiled is larger afterwards, and some percent slower.

    Raises `BenchError` when it fails.
    """
    run_program(_COMMAND)


def warm_startup() -> Spread:
    """Return the seconds of processor time that `check 1` takes when the kernels were compiled before."""
    return spread_of(run_program(_COMMAND).processor for _ in range(_ROUNDS))


def cold_startup() -> float:
    """Return the seconds of processor time that `check 1` takes on a machine where nothing was compiled yet."""
    with cleaning_up(), tempfile.TemporaryDirectory() as cache:
        return run_program(_COMMAND, {"XDG_CACHE_HOME": cache}).processor
