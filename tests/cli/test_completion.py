"""Completion in the shell: commands, options, their values and file names, without the heavy libraries."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from freecell_pools.cli.main import COMMANDS

LIGHT = """
import sys
from freecell_pools.cli.main import cli
try:
    cli.main(prog_name="freecell-pools")
except SystemExit as end:
    assert not end.code, end.code
heavy = {"numba", "numpy", "pyarrow", "tqdm", "matplotlib"} & set(sys.modules)
assert not heavy, heavy
"""


def complete(*words: str) -> list[str]:
    """Return what bash is told when the last of these words is to be completed, and check that it was quick to say."""
    asked = {"_FREECELL_POOLS_COMPLETE": "bash_complete", "COMP_CWORD": str(len(words))}
    asked["COMP_WORDS"] = " ".join(["freecell-pools", *words])
    done = subprocess.run(
        [sys.executable, "-c", LIGHT], env=os.environ | asked, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


def test_commands() -> None:
    assert complete("") == [f"plain,{name}" for name in COMMANDS]
    assert complete("ch") == ["plain,check"]


def test_options() -> None:
    assert complete("check", "--ru") == ["plain,--rules", "plain,--run-move"]
    assert complete("hint", "--no-") == ["plain,--no-foundation-return"]


def test_values() -> None:
    assert complete("check", "--rules", "") == [
        f"plain,{name}" for name in ("freecell", "bakers-game", "kings-only", "relaxed", "foundation-return")
    ]
    assert complete("pick", "pools", "--tier", "h") == ["plain,hard"]


@pytest.mark.parametrize(
    "words",
    [
        ("check", "--file"),
        ("solve", "--board"),
        ("hint", "--board"),
        ("inspect", "--board"),
        ("build", "--out"),
        ("build", "--scheduler-file"),
        ("verify",),
        ("stats",),
        ("pick",),
    ],
)
def test_file_names(words: tuple[str, ...]) -> None:
    assert complete(*words, "some") == ["file,some"]


def test_numbers_are_not_completed() -> None:
    assert complete("check", "") == []
    assert complete("check", "--workers", "") == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [("freecell-pools ve", ["verify"]), ("freecell-pools check --rules ki", ["kings-only"])],
)
def test_the_script_for_bash(line: str, expected: list[str]) -> None:
    script = """
eval "$(_FREECELL_POOLS_COMPLETE=bash_source freecell-pools)"
complete -p freecell-pools > /dev/null || exit 1
COMP_WORDS=($1) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_freecell_pools_completion freecell-pools
printf '%s\\n' "${COMPREPLY[@]}"
"""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "--norc", "-c", script, "bash", line],
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == expected


@pytest.mark.parametrize(("shell", "command"), [("bash", "complete "), ("zsh", "compdef "), ("fish", "complete ")])
def test_each_shell_of_the_readme_has_a_script(shell: str, command: str) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    assert f"_FREECELL_POOLS_COMPLETE={shell}_source freecell-pools" in readme
    done = subprocess.run(
        [sys.executable, "-c", LIGHT],
        env=os.environ | {"_FREECELL_POOLS_COMPLETE": f"{shell}_source"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert command in done.stdout
    assert "freecell-pools" in done.stdout
