"""The folder of the compiled kernels."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import freecell_pools.solver.compiling.code_cache as code_cache
import pytest


def test_cache_key_follows_the_sources_and_their_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "solver"
    shutil.copytree(Path(code_cache.__file__).parents[1], copy, ignore=shutil.ignore_patterns("__pycache__"))
    elsewhere = code_cache._cache_key()
    monkeypatch.setattr(code_cache, "__file__", str(copy / "compiling" / "code_cache.py"))
    before = code_cache._cache_key()
    assert before != elsewhere  # numba does not take over what was compiled from files elsewhere
    for changed in ("engine.py", "game/cards.py"):
        (copy / changed).write_text((copy / changed).read_text() + "\n")
        assert code_cache._cache_key() != before
        before = code_cache._cache_key()


def test_unwritable_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert code_cache._cache_root().parent == tmp_path


@pytest.mark.parametrize("name", ["NUMBA_BOUNDSCHECK", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_OPT"])
def test_cache_key_follows_the_settings_of_numba(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(name, raising=False)
    before = code_cache._cache_key()
    monkeypatch.setenv(name, "1")
    assert code_cache._cache_key() != before


def test_nothing_is_compiled_without_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_cache, "CACHE_DIR", tmp_path)
    for value, needed in (("1", False), ("0", True)):
        monkeypatch.setenv("NUMBA_DISABLE_JIT", value)
        assert code_cache.needs_compiling() is needed
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "kernel.nbi").write_bytes(b"")
    assert not code_cache.needs_compiling()


def test_the_folder_is_known_without_numba() -> None:
    module = code_cache.__name__
    script = f"import sys, {module}; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


@pytest.mark.parametrize("made", ["writable by others", "a link"])
def test_code_of_others_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: str) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = tmp_path / f"freecell-pools-{os.getuid()}"
    if made == "a link":
        (tmp_path / "elsewhere").mkdir(mode=0o700)
        folder.symlink_to(tmp_path / "elsewhere")
    else:
        folder.mkdir()
        folder.chmod(0o777)
    root = code_cache._cache_root()
    assert root != folder
    assert root.stat().st_mode & 0o077 == 0
