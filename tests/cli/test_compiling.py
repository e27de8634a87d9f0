"""The word that kernels are compiled."""

import importlib
import inspect

import pytest
from freecell_pools.cli.compiling import CHECKING, RATING, SOLVING, compile_first


def test_it_is_said_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    warmed: list[bool] = []
    monkeypatch.setattr("freecell_pools.solver.compiling.code_cache.needs_compiling", lambda name: name == "a")
    compile_first(("a", "b"), lambda: warmed.append(True))
    compile_first(("a",))
    out, err = capsys.readouterr()
    assert out == ""
    assert err == 2 * "Compiling what this command needs, once for this installation (up to a minute) ...\n"
    assert warmed == [True]


def test_nothing_is_said_when_all_is_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    warmed: list[bool] = []
    monkeypatch.setattr("freecell_pools.solver.compiling.code_cache.needs_compiling", lambda name: False)
    compile_first(("a", "b"), lambda: warmed.append(True))
    assert capsys.readouterr() == ("", "")
    assert not warmed


@pytest.mark.parametrize("name", CHECKING + RATING + SOLVING)
def test_the_kernels_asked_for_are_there(name: str) -> None:
    module, function = name.split(".")
    kernel = getattr(importlib.import_module(f"freecell_pools.solver.{module}"), function)
    assert "@kernel" in inspect.getsource(getattr(kernel, "py_func", kernel))
