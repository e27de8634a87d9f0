"""Freecell Solver: what it prints, and what happens when it is missing or fails."""

from pathlib import Path

import pytest
from extras import need_program
from fake_peer import put_in_place
from freecell_pools.benchmarks.errors import BenchError, InputError
from freecell_pools.benchmarks.fc_solve import PROGRAM, peer_round, peer_seconds, require_peer, search_options
from freecell_pools.solver.game.rules import PRESETS, Rules

REACHED = "echo Reached Board No. 2 at 5.0 '(total_num_iters=5)'\n"


def test_a_round_counts_what_it_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = """\
echo "Started at 1796048762.594536"
echo "Unsolved Board No. 6 at 1796048762.6"
echo "Intractable Board No. 7 at 1796048762.7"
echo "Reached Board No. 8 at 1796048762.8 (total_num_iters=204959)"
"""
    put_in_place(tmp_path, monkeypatch, script)
    assert peer_round(range(5, 9), Rules())[1:] == (204959, 2, 1, 1)


def test_seconds_of_each_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = """\
echo "Started at 10.5"
echo "Reached Board No. 5 at 11.0 (total_num_iters=1)"
echo "Unsolved Board No. 6 at 11.25"
echo "Reached Board No. 6 at 11.25 (total_num_iters=2)"
"""
    put_in_place(tmp_path, monkeypatch, script)
    assert peer_seconds(range(5, 7), Rules()) == [0.5, 0.25]
    with pytest.raises(BenchError, match="did not reach every deal up to 7"):
        peer_seconds(range(5, 8), Rules())


def test_it_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError, match="is not installed: Debian's package freecell-solver-bin"):
        require_peer()
    with pytest.raises(BenchError, match="cannot be run: No such file"):
        peer_round(range(1, 3), Rules())


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo Unknown option >&2\nexit 3", "failed with exit code 3: Unknown option"),
        ("kill -9 $$", "failed with exit code -9: it says nothing"),
        ("echo Reached Board No. 1 at 5.0 '(total_num_iters=5)'", "did not reach deal 2"),
        ("", "did not reach deal 2"),
        (f"{REACHED}echo Intractable Board No. 1; echo Unsolved Board No. 1", "names a deal twice"),
        (f"{REACHED}echo Unsolved Board No. 3", "or one that it was not asked for"),
        (f"{REACHED}echo Intractable Board", "or one that it was not asked for"),
        (f"{REACHED}for deal in 1 2 1 2 1 2; do echo Intractable Board No. $deal; done", "names a deal twice"),
        (f"echo Reached Board No. 2 at 5.0 '(total_num_iters={'9' * 5000})'", "did not reach deal 2"),
    ],
)
def test_it_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, reason: str) -> None:
    put_in_place(tmp_path, monkeypatch, script)
    with pytest.raises(BenchError, match=reason) as error:
        peer_round(range(1, 3), Rules())
    assert not isinstance(error.value, InputError)


def test_its_fastest_preset_is_for_freecell_alone() -> None:
    assert search_options(Rules()) == search_options(PRESETS["foundation-return"]) == ["-l", "lg"]
    for name in ("bakers-game", "kings-only", "relaxed"):
        assert "lg" not in search_options(PRESETS[name])
    assert search_options(Rules(cells=2))[:2] == ["--freecells-num", "2"]


@pytest.mark.parametrize(
    ("rules", "counts"), [(Rules(), (20, 0, 0)), (PRESETS["bakers-game"], (15, 5, 0)), (Rules(cells=0), (0, 20, 0))]
)
def test_the_real_one(rules: Rules, counts: tuple[int, int, int]) -> None:
    need_program(PROGRAM, package="freecell-solver-bin")
    found = peer_round(range(11, 31), rules)
    assert found.deals == 20
    assert found[2:] == counts
    assert found.states > 20
    assert len(peer_seconds(range(11, 31), rules)) == 20


def test_the_real_one_finds_that_a_deal_is_impossible() -> None:
    need_program(PROGRAM, package="freecell-solver-bin")
    assert peer_round(range(11981, 11984), Rules())[2:] == (2, 1, 0)
