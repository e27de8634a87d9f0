"""REFERENCE.md and README.md show the commands as they are."""

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from command_runs import subcommand
from freecell_pools.cli.errors import EXIT_CODES
from freecell_pools.cli.main import COMMANDS, cli
from freecell_pools.cli.reference import lines

ROOT = Path(__file__).parents[2]
REFERENCE = (ROOT / "cli" / "REFERENCE.md").read_text()
README = (ROOT / "README.md").read_text()


def section(name: str) -> str:
    """Return what stands on a command."""
    found = re.search(rf"^## {name}\n(.*?)(?=^## |\Z)", REFERENCE, re.MULTILINE | re.DOTALL)
    assert found, name
    return found[1]


def test_the_reference_is_that_of_the_commands() -> None:
    assert "\n".join(lines()) + "\n" == REFERENCE, "run: python -m freecell_pools.cli.reference > cli/REFERENCE.md"


def test_the_generator_prints_it_and_imports_nothing_heavy() -> None:
    script = """
import runpy, sys
runpy.run_module("freecell_pools.cli.reference", run_name="__main__")
heavy = {"numba", "numpy", "pyarrow", "tqdm", "matplotlib"} & set(sys.modules)
assert not heavy, heavy
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == REFERENCE


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_and_option_stands_in_it(name: str) -> None:
    text, command = section(name), subcommand(name)
    assert f"    freecell-pools {name} [OPTIONS]" in text
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help is not None
            row = next((line for line in text.splitlines() if parameter.help in line), "")
            for option in (*parameter.opts, *parameter.secondary_opts):
                assert re.search(rf"(?<![\w-]){option}(?![\w-])", row), option
            if isinstance(parameter.type, click.Choice):
                assert all(f"`{choice}`" in row for choice in parameter.type.choices), row


@pytest.mark.parametrize("name", COMMANDS)
def test_help_says_what_each_argument_is(name: str) -> None:
    for parameter in subcommand(name).params:
        if isinstance(parameter, click.Argument):
            assert parameter.metavar
            assert re.search(rf"\b{parameter.metavar.removesuffix('...')}\b", subcommand(name).help or "")


def test_each_exit_code_stands_in_it_and_in_the_help() -> None:
    for code, meaning in EXIT_CODES.items():
        assert f"\n| {code} | {meaning} |\n" in REFERENCE
        assert re.search(rf"\b{code}\s+\w", (cli.help or "").partition("Exit codes:")[2]), code
        assert re.search(rf"\b{code}\s+\w", README.partition("\nExit codes:")[2].partition("\n\n")[0]), code


@pytest.mark.parametrize("name", COMMANDS)
def test_the_readme_names_each_command(name: str) -> None:
    table = README.partition("\n## Commands\n")[2].partition("\n## ")[0]
    assert re.search(rf"^\|.*`{name} ", table, re.MULTILINE)
    assert "(cli/REFERENCE.md)" in table


def test_the_readme_names_no_option_that_is_none() -> None:
    parameters = [parameter for name in COMMANDS for parameter in subcommand(name).params]
    options = {option for parameter in parameters for option in (*parameter.opts, *parameter.secondary_opts)}
    table = README.partition("\n## Commands\n")[2].partition("\n## ")[0]
    named = set(re.findall(r"(?<![\w-])--?[a-z][\w-]*", table)) - {"--help"}
    assert len(named) > 10
    assert named <= options
