"""Progress on standard error."""

import io
import os
import pty
import subprocess
import sys

import pytest
from command_runs import COMMAND
from freecell_pools.cli import progress as progress_module
from freecell_pools.cli.progress import Progress
from patience import PATIENCE_SECONDS


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with Progress(1000, "deals") as bar:
        bar.update(400, "400 solved", initial=400)
        bar.update(1000, "999 solved, 1 impossible")
    text = terminal.getvalue()
    assert "1000/1000" in text
    assert "999 solved, 1 impossible" in text
    assert "deals/s" in text
    assert "\x1b[3" not in text  # no colours, so NO_COLOR has nothing to do


def test_a_file_gets_a_line_now_and_then(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with Progress(4000, "deals") as bar:
        bar.update(1000, initial=1000)
        bar.update(2000)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(progress_module, "SECONDS_BETWEEN_LINES", 0)
    with Progress(4000, "deals") as bar:
        bar.update(1000, initial=1000)
        bar.update(2000, "1,999 solved")
    first, last = capsys.readouterr().err.splitlines()
    assert first == "1,000 of 4,000 deals, 0 deals/s"
    assert last.startswith("2,000 of 4,000 deals, ")
    assert last.endswith(" s left, 1,999 solved")


def test_what_is_not_shown_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress(10, "deals", shown=False) as bar:
        bar.update(10)
    assert capsys.readouterr().err == ""


def test_a_real_terminal_without_a_size_gets_a_bar_and_no_data() -> None:
    controller, terminal = pty.openpty()
    done = subprocess.run(
        [*COMMAND, "check", "--quiet", "1-30"],
        stdout=subprocess.PIPE,
        stderr=terminal,
        check=False,
        timeout=PATIENCE_SECONDS,
    )
    os.close(terminal)
    shown = os.read(controller, 1 << 16).decode()
    os.close(controller)
    assert done.returncode == 0
    assert done.stdout.startswith(b"30 deals: 30 solvable")
    assert "30/30" in shown
    assert "30 solvable" in shown
