"""How commands fail: one line on stderr and an exit code."""

from collections.abc import Iterator
from contextlib import contextmanager

import click
from freecell_pools.pools.errors import harmless

OK, FAILURE, BAD_INPUT, IMPOSSIBLE, UNDECIDED, INTERRUPTED = 0, 1, 2, 20, 30, 130

EXIT_CODES = {
    OK: "Done and, of a command that gives a verdict, solvable.",
    IMPOSSIBLE: "Proven impossible; of several deals, at least one, and none undecided.",
    UNDECIDED: "Undecided; of several deals, at least one.",
    BAD_INPUT: "Wrong usage or bad input.",
    FAILURE: "Failure, of a verification too.",
    INTERRUPTED: "Interrupted by Ctrl-C.",
}


class Stop(click.ClickException):
    """End the command with a line on stderr and this exit code."""

    def __init__(self, message: str, exit_code: int = BAD_INPUT) -> None:
        """Keep the line and the code."""
        super().__init__(message)
        self.code = exit_code


def show_error(error: click.ClickException) -> int:
    """Print an error as one line and return its exit code."""
    code = error.code if isinstance(error, Stop) else error.exit_code
    message = " ".join(error.format_message().split())
    say(message if code == INTERRUPTED else f"Error: {message}")
    return code


def say(message: str) -> None:
    """Print a message as one line on stderr, with nothing in it that a terminal obeys: it may name a file."""
    click.echo(harmless(message), err=True)


@contextmanager
def write_errors() -> Iterator[None]:
    """Turn the errors of files to write into those of the command line: bad input when the place is the wrong one."""
    from freecell_pools.pools.errors import PlaceError, WriteError

    try:
        yield
    except WriteError as error:
        raise Stop(str(error), BAD_INPUT if isinstance(error, PlaceError) else FAILURE) from error


@contextmanager
def pool_errors() -> Iterator[None]:
    """Turn the errors of the pools into those of the command line: bad input when the folder is the wrong one."""
    from freecell_pools.pools.errors import FolderError, PoolError

    try:
        yield
    except PoolError as error:
        raise Stop(str(error), BAD_INPUT if isinstance(error, FolderError) else FAILURE) from error
