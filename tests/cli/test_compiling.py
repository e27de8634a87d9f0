"""The word that kernels are compiled."""

import pytest
from freecell_pools.cli.compiling import compile_first


def test_it_is_said_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    warmed: list[bool] = []
    monkeypatch.setattr("freecell_pools.solver.code_cache.needs_compiling", lambda name: True)
    compile_first(lambda: warmed.append(True))
    compile_first()
    out, err = capsys.readouterr()
    assert out == ""
    assert err == 2 * "Compiling the solver, once for this installation (about 20 s) ...\n"
    assert warmed == [True]


def test_nothing_is_said_when_all_is_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    warmed: list[bool] = []
    monkeypatch.setattr("freecell_pools.solver.code_cache.needs_compiling", lambda name: False)
    compile_first(lambda: warmed.append(True))
    assert capsys.readouterr() == ("", "")
    assert not warmed
