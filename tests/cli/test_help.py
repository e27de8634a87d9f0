"""Help: there for every command and option, at once, without the heavy libraries."""

import subprocess
import sys

import click
import pytest
from command_runs import call, subcommand
from freecell_pools.cli.main import COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_has_help(name: str) -> None:
    found = subcommand(name)
    assert found.help
    assert found.short_help
    for parameter in found.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
            assert parameter.help.endswith("."), parameter.name


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_is_printed(name: str, option: str) -> None:
    result = call(name, option)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: cli {name} ")
    assert result.stderr == ""


def test_the_list_of_commands_is_complete() -> None:
    result = call("--help")
    assert result.exit_code == 0
    assert all(f"\n  {name} " in result.stdout for name in COMMANDS)
    assert call().stdout == result.stdout


def test_commands_that_return_lists_of_deals_or_verdicts_take_json() -> None:
    for name in COMMANDS:
        assert "--json" in {option for parameter in subcommand(name).params for option in parameter.opts}


def test_the_version_is_the_packages() -> None:
    from importlib.metadata import version

    assert version("freecell-pools") in call("--version").stdout


def test_the_limits_of_states_are_those_of_the_solver() -> None:
    from freecell_pools.solver.cells_needed import MOST_STATES
    from freecell_pools.solver.engine import DEFAULT_MAX_STATES

    for name in ("check", "solve", "hint", "inspect"):
        shown = " ".join(call(name, "--help").stdout.split())
        more = f", with --cells-needed {MOST_STATES:,}" if name == "check" else ""
        assert f"undecided then. Default: {DEFAULT_MAX_STATES:,}{more}." in shown


LIGHT = """
import sys
from freecell_pools.cli.main import cli
try:
    cli.main({arguments}, prog_name="freecell-pools")
except SystemExit as end:
    assert not end.code, end.code
heavy = {{"numba", "numpy", "pyarrow", "tqdm"}} & set(sys.modules)
assert not heavy, heavy
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["bench", "--help"],
        ["check", "--help"],
        ["build", "--help"],
        ["pick", "--help"],
        ["hint", "--help"],
        ["inspect", "--help"],
        ["deal", "617"],
    ],
)
def test_what_solves_nothing_imports_nothing_heavy(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIGHT.format(arguments=arguments)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_nothing_heavy_is_imported_beside_the_workers() -> None:
    call("check", "1")  # compiles the kernels, if need be
    script = LIGHT.format(arguments=["check", "1-40", "--workers", "2"])
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "40 deals: 40 solvable" in done.stdout
