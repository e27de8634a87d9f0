"""Runs of the command line: in this process, which is quick, and in processes of their own, which is real."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from click.testing import CliRunner, Result
from freecell_pools.cli.main import cli
from patience import PATIENCE_SECONDS

COMMAND = [sys.executable, "-m", "freecell_pools.cli"]


def subcommand(name: str) -> click.Command:
    """Return a command as click knows it."""
    assert isinstance(cli, click.Group)
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    return found


def call(*arguments: str, text: str | bytes = "") -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(cli, arguments, input=text)


def run(*arguments: str, text: str = "", **more: Any) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [*COMMAND, *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
        **more,
    )


def start(*arguments: str, **more: Any) -> subprocess.Popen[str]:
    """Start a command as the leader of a process group."""
    return subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **more,
    )


@contextmanager
def started(*arguments: str, **more: Any) -> Iterator[subprocess.Popen[str]]:
    """Give a command that runs, and end it where the block did not."""
    with start(*arguments, **more) as process:
        try:
            yield process
        finally:
            process.kill()
