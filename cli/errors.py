"""How commands fail: one line on stderr and an exit code."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import click
from freecell_pools.pools.errors import FolderError, PlaceError, PoolError, WriteError
from freecell_pools.pools.lines import harmless, one_line

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
    message = one_line(error.format_message())
    say(message if code == INTERRUPTED else f"Error: {message}")
    return code


def say(message: str) -> None:
    """Print a message as one line on stderr, with nothing in it that a terminal obeys: it may name a file."""
    click.echo(harmless(message), err=True)


def shown(name: Path) -> str:
    """Return the name of a file as it may be printed: no byte that is no character, nothing that a terminal obeys."""
    return harmless(click.format_filename(name))


@contextmanager
def stopping(kind: type[Exception], bad_input: type[Exception]) -> Iterator[None]:
    """Turn errors of a kind into those of the command line: bad input where they are of the narrower kind."""
    try:
        yield
    except kind as error:
        raise Stop(str(error), BAD_INPUT if isinstance(error, bad_input) else FAILURE) from error


def write_errors() -> AbstractContextManager[None]:
    """Turn the errors of files to write into those of the command line: bad input when the place is the wrong one."""
    return stopping(WriteError, PlaceError)


def pool_errors() -> AbstractContextManager[None]:
    """Turn the errors of the pools into those of the command line: bad input when the folder is the wrong one."""
    return stopping(PoolError, FolderError)
