"""Facts on the machine, and the start-up of real processes."""

import sys

import pytest
from freecell_pools.benchmarks import startup
from freecell_pools.benchmarks.errors import BenchError
from freecell_pools.benchmarks.machine import FACTS, machine_facts, peak_memory_mb
from freecell_pools.benchmarks.startup import warm_startup


def test_facts_name_what_changes_times(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NUMBA_BOUNDSCHECK", "NUMBA_CPU_NAME", "NUMBA_DISABLE_JIT"):
        monkeypatch.delenv(name, raising=False)
    facts = machine_facts()
    assert tuple(facts) == FACTS
    assert all(facts[name] for name in FACTS if name != "numba_settings")
    assert facts["numba_settings"] == ""
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    assert machine_facts()["numba_settings"] == "NUMBA_BOUNDSCHECK=1 NUMBA_CPU_NAME=generic"


def test_memory_is_in_megabytes() -> None:
    held = bytearray(b"x") * 50_000_000
    assert 50 < peak_memory_mb() < 50_000
    del held


def test_a_start_is_one_of_a_real_process() -> None:
    found = warm_startup()
    assert 0 < found.low <= found.median <= found.high


def test_a_cold_start_finds_an_empty_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    script = "import sys; from freecell_pools.solver.compiling.code_cache import *; sys.exit(not needs_compiling())"
    monkeypatch.setattr(startup, "_COMMAND", [sys.executable, "-c", script])
    assert startup.cold_startup() > 0


def test_a_start_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(startup, "_COMMAND", [*startup._COMMAND, "--nope"])
    with pytest.raises(BenchError, match=r"failed with exit code 2: Error: No such option.*--nope"):
        startup.compile_solver()
