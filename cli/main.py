"""The command `freecell-pools`: finds the subcommands, which are imported only when asked for."""

import gc
import importlib
import os
import sys
from contextlib import suppress
from typing import Any

import click

from .errors import FAILURE, INTERRUPTED, Stop, show_error

COMMANDS = ("bench", "build", "check", "deal", "hint", "inspect", "pick", "solve", "stats", "verify")

# Loading numba and the kernels makes 500,000 objects, none of them garbage, that Python would look through again and
# again. Worker processes import this module first, too.
gc.set_threshold(50_000)


class Commands(click.Group):
    """The subcommands, each in a module of its name; an error of any of them is one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the subcommands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Import a subcommand."""
        if name not in COMMANDS:
            return None
        command = importlib.import_module(f"freecell_pools.cli.{name}").command
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the subcommand; Ctrl-C and a full disk are errors like others, a closed pipe ends it quietly."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            raise Stop("Interrupted", INTERRUPTED) from error
        except BrokenPipeError:
            raise
        except OSError as error:
            raise Stop(error.strerror or str(error), FAILURE) from error
        except MemoryError as error:
            raise Stop("out of memory", FAILURE) from error

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command line and exit with the code that the subcommand returned."""
        try:
            code = super().main(*args, **{**kwargs, "standalone_mode": False})
        except click.ClickException as error:
            code = show_error(error)
        except click.Abort:
            code = INTERRUPTED
        sys.exit(code or 0)


@click.command(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="freecell-pools")
@click.pass_context
def cli(context: click.Context) -> None:
    """Decide FreeCell deals and build pools of solved ones.

    Data goes to standard output, messages and progress to standard error. Exit codes: 0 done, and solvable; 20
    proven impossible; 30 undecided; 2 bad input; 1 failure; 130 interrupted.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def _replace_closed_streams() -> None:
    """Put the null device where the caller closed a standard stream: a file opened later would take its number."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_RDWR)
            if null != number:
                os.dup2(null, number)
                os.close(null)
            os.set_inheritable(number, True)
            setattr(sys, name, open(number, "w" if number else "r", closefd=False))  # noqa: SIM115


def main() -> None:
    """Run the command line as a program."""
    _replace_closed_streams()
    try:
        cli.main(prog_name="freecell-pools")
    except SystemExit as end:
        # At once: to take down numba piece by piece is a third of the time of a short command, and a search
        # that nobody waits for any more would keep its thread, and so the process, for minutes.
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(end.code if isinstance(end.code, int) else 1)
