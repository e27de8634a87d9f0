"""`check`: verdicts on deals."""

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_runs import COMMAND, call, run, start
from freecell_pools.cli.verdicts import as_line
from freecell_pools.solver.verdict import Answer, Verdict
from patience import PATIENCE_SECONDS


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_solvable_deal() -> None:
    result = call("check", "617", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    (answer,) = objects(result.stdout)
    assert list(answer) == ["deal", "verdict", "states", "moves", "limit"]
    assert answer["deal"] == 617
    assert answer["verdict"] == "solvable"
    assert answer["states"] > 0
    assert answer["moves"] > 51
    assert answer["limit"] is None


def test_an_impossible_deal() -> None:
    result = call("check", "11982", "--json")
    assert result.exit_code == 20
    (answer,) = objects(result.stdout)
    assert answer["verdict"] == "impossible"
    assert answer["moves"] is answer["limit"] is None


def test_an_undecided_deal() -> None:
    result = call("check", "11982", "--json", "--max-states", "1000")
    assert result.exit_code == 30
    (answer,) = objects(result.stdout)
    assert answer["verdict"] == "undecided"
    assert answer["limit"] == "states"
    assert answer["moves"] is None


@pytest.mark.parametrize(
    ("deals", "limit", "code"),
    [
        (["1", "2"], [], 0),
        (["1", "11982"], [], 20),
        (["11982", "1"], [], 20),
        (["1-3", "11982"], ["--max-states", "2000"], 30),
    ],
)
def test_the_exit_code_of_several_deals(deals: list[str], limit: list[str], code: int) -> None:
    assert call("check", *deals, *limit).exit_code == code


def test_cells_needed() -> None:
    result = call("check", "--cells-needed", "617", "11982", "--json")
    assert result.exit_code == 20
    one, other = objects(result.stdout)
    assert list(one) == ["deal", "verdict", "states", "moves", "limit", "cells_needed"]
    assert (one["cells_needed"], other["cells_needed"]) == (4, 5)
    first, second, _ = call("check", "--cells-needed", "617", "11982").stdout.splitlines()
    assert first.startswith("617: solvable in ")
    assert first.endswith(" states); needs 4 cells")
    assert second.endswith("; needs 5 cells")
    result = call("check", "--cells-needed", "617", "--json", "--max-states", "10")
    assert objects(result.stdout)[0]["cells_needed"] is None
    result = call("check", "--cells-needed", "617", "--max-states", "10")
    assert result.stdout.endswith("; cells needed unknown, limit reached\n")
    assert as_line("1", Answer(Verdict.IMPOSSIBLE, 5, cells_needed=8)) == (
        "1: impossible (5 states); impossible even with 7 cells"
    )


def test_text_has_a_line_a_deal_and_a_summary() -> None:
    result = call("check", "2", "11982")
    first, second, summary = result.stdout.splitlines()
    assert first.startswith("2: solvable in ")
    assert second.startswith("11982: impossible (")
    assert summary.startswith("2 deals: 1 solvable, 1 impossible, 0 undecided; ")
    assert result.stderr == ""
    assert call("check", "2").stdout.splitlines() == [first]
    assert call("check", "11982", "--max-states", "1000").stdout.startswith(
        "11982: undecided, limit of states reached ("
    )


def test_quiet_leaves_the_solvable_out() -> None:
    result = call("check", "--quiet", "1-5", "11982", "6")
    lines = result.stdout.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("11982: impossible")
    assert lines[1].startswith("7 deals: 6 solvable, 1 impossible")
    result = call("check", "--quiet", "--json", "1-5", "11982")
    assert [answer["deal"] for answer in objects(result.stdout)] == [11982]
    assert result.stderr.startswith("6 deals: ")


def test_ranges_lists_files_and_standard_input_come_together(tmp_path: Path) -> None:
    path = tmp_path / "deals"
    path.write_text("# mine\n20\n\n21 # and this\n")
    result = call("check", "7", "1-3,5", "-", "--file", str(path), "--json", text="30\r\n31")
    assert [answer["deal"] for answer in objects(result.stdout)] == [7, 1, 2, 3, 5, 20, 21, 30, 31]


def test_workers_change_nothing() -> None:
    one = run("check", "1-60", "11982", "--json")
    two = run("check", "1-60", "11982", "--json", "--workers", "2")
    assert one.returncode == two.returncode == 20
    assert one.stdout == two.stdout
    assert one.stderr == two.stderr


def test_both_ends_of_the_numbers() -> None:
    result = call("check", "1", "2147483648", "4294967296", "8589934591")
    assert result.exit_code == 0
    assert "4 solvable" in result.stdout


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_closed_pipe_ends_it_quietly(workers: str) -> None:
    with subprocess.Popen(
        [*COMMAND, "check", "1-100000000", "--workers", workers], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"1: solvable")
        process.stdout.close()
        assert process.wait(PATIENCE_SECONDS) == 1
        assert process.stderr.read() == b""


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupt_is_one_line(workers: str) -> None:
    with start("check", "1-100000000", "--workers", workers) as process:
        assert process.stdout is not None
        process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 130
    assert errors == "Interrupted\n"


def test_an_interrupt_is_heard_in_the_middle_of_a_long_proof() -> None:
    script = (
        "import sys, time\n"
        "from freecell_pools.cli.main import main\n"
        "from freecell_pools.solver import decide\n"
        "def long_proof(*arguments, **more):\n"
        "    print('begun', flush=True)\n"
        "    time.sleep(600)\n"
        "decide.decide_deals = long_proof\n"
        "sys.argv = ['freecell-pools', 'check', '1']\n"
        "main()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 130
    assert errors == "Interrupted\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, "check", "1"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=PATIENCE_SECONDS,
        )
    assert (done.returncode, done.stderr) == (1, "Error: No space left on device\n")


@pytest.mark.parametrize(
    ("arguments", "code", "errors"), [("617 >&-", 0, ""), ("- <&-", 2, "Error: standard input: empty\n")]
)
def test_a_closed_stream_is_as_the_null_device(arguments: str, code: int, errors: str) -> None:
    command = f"{shlex.join(COMMAND)} check {arguments}"
    done = subprocess.run(command, shell=True, stderr=subprocess.PIPE, text=True, timeout=PATIENCE_SECONDS, check=False)
    assert (done.returncode, done.stderr) == (code, errors)
