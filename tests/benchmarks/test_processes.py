"""Programs that are measured: not longer there than what measures them."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from freecell_pools.benchmarks.processes import cleaning_up, run_program
from patience import PATIENCE_SECONDS

HEAD = """
import sys, tempfile
from freecell_pools.benchmarks import startup
from freecell_pools.benchmarks.processes import run_program
folder = sys.argv[1]
tempfile.tempdir = f"{folder}/temporary"
program = f"echo $$ $XDG_CACHE_HOME > {folder}/pipe; exec sleep 600"
startup._COMMAND = ["sh", "-c", program]
"""


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """Return a pipe into which the program writes its number and where its cache is; make a folder beside it."""
    (tmp_path / "temporary").mkdir()
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@pytest.mark.parametrize("call", ["cold_startup", "warm_startup", "compile_solver"])
def test_a_signal_ends_the_program_too(call: str, number: int, pipe: Path) -> None:
    command = [sys.executable, "-c", f"{HEAD}startup.{call}()", str(pipe.parent)]
    environment = {name: value for name, value in os.environ.items() if name != "XDG_CACHE_HOME"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=environment) as parent:
        try:
            program, *cache = pipe.read_text().split()
            assert [Path(each).parent for each in cache] == [pipe.parent / "temporary"] * (call == "cold_startup")
            assert is_there(int(program))
            parent.send_signal(number)
            parent.communicate(timeout=PATIENCE_SECONDS)
        finally:
            parent.kill()
    assert parent.returncode == (-number if number == signal.SIGINT else 128 + number)
    assert not is_there(int(program))
    assert not list((pipe.parent / "temporary").iterdir())


@pytest.mark.parametrize(
    ("number", "error"), [(signal.SIGTERM, SystemExit), (signal.SIGHUP, SystemExit), (signal.SIGINT, KeyboardInterrupt)]
)
def test_a_signal_ends_a_program_that_is_only_just_begun(
    number: int, error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[subprocess.Popen[str]] = []

    class Signalled(subprocess.Popen[str]):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            begun.append(self)
            signal.raise_signal(number)

    monkeypatch.setattr(subprocess, "Popen", Signalled)
    try:
        with pytest.raises(error):
            run_program(["sleep", "600"])
        assert begun[0].poll() == -signal.SIGKILL
    finally:
        begun[0].kill()


def test_signals_are_as_before_afterwards() -> None:
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    with cleaning_up():
        run_program(["true"])
        assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
    assert {number: signal.getsignal(number) for number in before} == before


def test_an_ignored_signal_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with cleaning_up():
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_other_threads_may_run_programs() -> None:
    said: list[str] = []
    thread = threading.Thread(target=lambda: said.append(run_program(["echo", "yes"]).output))
    thread.start()
    thread.join()
    assert said == ["yes\n"]
