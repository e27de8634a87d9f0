"""Each kernel is compiled for one set of types."""

import errno
import fcntl
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from freecell_pools.solver.compiling import jit
from kernel_settings import needs_compiled

COUNT = """
import importlib, pkgutil
import numba
import freecell_pools.solver as room
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.decide import decide, decide_deals
from freecell_pools.solver.compiling.code_cache import needs_compiling
from freecell_pools.solver.hints import hint
from freecell_pools.solver.plans import Member
from freecell_pools.solver.game.rules import Rules
from freecell_pools.solver.solving import solve
from freecell_pools.solver.survey import panel_of, survey_deals
MEMBER = Member(500, (7, 64, 10, 31, 16, 2, 41, 35, 20), (300, 0), (200, 0))
assert needs_compiling()
decide(deal_board(1))
assert not needs_compiling()
assert needs_compiling("survey.survey_layout")
decide_deals([11982]), hint(deal_board(1941)), solve(deal_board(1), Rules(cells=2))
survey_deals(1, 2, Rules(), panel_of([MEMBER], MEMBER))
assert not needs_compiling("survey.survey_layout")
for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
    for name, kernel in vars(importlib.import_module(module.name)).items():
        if hasattr(kernel, "signatures") and kernel.py_func.__module__ == module.name:
            # A constant argument is typed as a literal where that is the only call; the code is the same.
            plain = {tuple(map(numba.types.unliteral, types)) for types in kernel.signatures}
            print(module.name.rpartition(".")[2], name, len(plain))
"""


@needs_compiled
@pytest.mark.skipif(bool(os.environ.get("NUMBA_BOUNDSCHECK")), reason="compiles all anew to see the same as without")
def test_every_kernel_has_one_signature(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", COUNT],
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    counts = {" ".join(line.split()[:2]): int(line.split()[2]) for line in done.stdout.splitlines()}
    assert counts["dive dive"] == counts["exhaust exhaust"] == counts["moves generate"] == 1
    assert {name: count for name, count in counts.items() if count > 1} == {}


@needs_compiled
def test_only_one_process_at_a_time_writes_to_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "CACHE_DIR", tmp_path)
    compiling = threading.Thread(target=jit.kernel(double), args=(1,))
    with (tmp_path / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        compiling.start()
        compiling.join(3)
        assert compiling.is_alive()
        assert not list(tmp_path.glob("**/*.nb?"))
    compiling.join()
    again = jit.kernel(double)
    assert again(1) == 2
    assert sum(again.stats.cache_hits.values()) == 1  # type: ignore[attr-defined]


def double(number: Any) -> Any:
    return number + number


@needs_compiled
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", ["emptied", "cut", "zeros", "folder"])
def test_damaged_files_of_the_cache_count_as_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, damage: str
) -> None:
    monkeypatch.setattr(jit, "CACHE_DIR", tmp_path)
    assert jit.kernel(double)(1) == 2
    (path,) = tmp_path.glob(f"**/*.{kind}")
    content = path.read_bytes()
    path.unlink()
    if damage == "folder":
        path.mkdir()
    else:
        path.write_bytes({"emptied": b"", "cut": content[: len(content) // 2], "zeros": bytes(len(content))}[damage])
    assert jit.kernel(double)(1) == 2
    again = jit.kernel(double)
    assert again(1) == 2
    assert sum(again.stats.cache_hits.values()) == (damage != "folder")  # type: ignore[attr-defined]


@needs_compiled
def test_a_cache_that_cannot_be_written_is_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "CACHE_DIR", tmp_path)

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("numba.core.caching.IndexDataCacheFile.save", full)
    assert jit.kernel(double)(1) == 2
    assert not list(tmp_path.glob("**/*.nb?"))
