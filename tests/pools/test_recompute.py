"""Deals of pools solved and rated again: which ones, and every field compared."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from built_pools import FIRST, LAST
from command_runs import call
from forgery import change_manifest, rehash, rewrite
from freecell_pools.pools import recompute as recompute_module
from freecell_pools.pools.errors import FolderError
from freecell_pools.pools.reader import open_pools
from freecell_pools.pools.recompute import MAX_PROBLEMS, recompute, sample
from freecell_pools.pools.workers import local_pools, own_process
from hypothesis import given
from hypothesis import strategies as st


@given(st.integers(1, 2**33 - 1), st.integers(0, 10_000), st.integers(0, 300), st.integers(0, 2**40))
def test_a_sample_has_one_deal_of_each_part(first: int, more: int, number: int, seed: int) -> None:
    last = min(first + more, 2**33 - 1)
    deals = sample(first, last, number, seed)
    width = last - first + 1
    assert len(deals) == min(number, width)
    for part, deal in enumerate(deals):
        start, stop = part * width // len(deals), (part + 1) * width // len(deals)
        assert first + start <= deal < first + stop
    assert deals == sample(first, last, number, seed)


def test_seeds_take_other_deals() -> None:
    assert len({tuple(sample(1, 2**33 - 1, 5, seed)) for seed in range(20)}) == 20
    assert sample(1, 7, 100, 3) == [1, 2, 3, 4, 5, 6, 7]


@pytest.fixture
def pools(built: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(built, tmp_path / "pools"))


def again(folder: Path, deals: list[int]) -> list[str]:
    return recompute(open_pools(folder), deals, own_process, 4)


def test_what_was_built_comes_out_again(built: Path, built_with_cells: Path) -> None:
    seen: list[int] = []
    assert recompute(open_pools(built), sample(FIRST, LAST, 40, 1), local_pools(2), 4, seen.append) == []
    assert sum(seen) == 40
    assert again(built_with_cells, sample(600, 699, 5, 0)) == []


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("effort", lambda row: row.update(effort=row["effort"] - 1)),
        ("par", lambda row: row.update(par=row["par"] + 1)),
        ("solution", lambda row: row.update(solution="1a" + row["solution"])),
    ],
)
def test_each_field_is_compared(pools: Path, name: str, change: Callable[[dict[str, Any]], object]) -> None:
    deals: list[int] = []
    rewrite(pools, "easy", lambda rows: deals.append(rows[9]["deal"]) or change(rows[9]))
    rehash(pools)
    (line,) = again(pools, deals)
    assert line.startswith(f"easy.parquet row 9 (deal {deals[0]}): its {name} is ")
    assert ", computed again it is " in line


def test_cells_needed_is_compared(built_with_cells: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(built_with_cells, tmp_path / "pools"))
    deals: list[int] = []
    rewrite(folder, "easy", lambda rows: deals.append(rows[2]["deal"]) or rows[2].update(cells_needed=4))
    rehash(folder)
    (line,) = again(folder, deals)
    assert line.startswith(f"easy.parquet row 2 (deal {deals[0]}): its cells_needed is 4, computed again it is ")


@pytest.mark.parametrize("verdict", ["impossible", "undecided"])
def test_a_deal_that_is_listed_as_not_solvable_is_solved_again(pools: Path, verdict: str) -> None:
    deals: list[int] = []
    rewrite(pools, "easy", lambda rows: deals.append(rows.pop(4)["deal"]))
    rehash(pools)
    change_manifest(pools, lambda facts: facts["counts"].update({verdict: 1}))
    change_manifest(pools, lambda facts: facts.update({verdict: deals}))
    assert call("verify", str(pools)).exit_code == 0
    assert again(pools, deals) == [f"deal {deals[0]}: it is {verdict}, solved again it is solvable"]


def test_many_differences_are_bounded(pools: Path) -> None:
    rewrite(pools, "easy", lambda rows: [row.update(par=row["par"] + 1) for row in rows])
    rehash(pools)
    found = again(pools, sample(FIRST, LAST, 40, 0))
    assert len(found) == MAX_PROBLEMS + 1
    assert found[-1] == "more deals that come out otherwise, not listed"


def test_the_command(built: Path, pools: Path) -> None:
    result = call("verify", str(built), "--recompute", "30", "--seed", "7")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.endswith("all as the manifest says; 30 deals computed again, all the same\n")
    assert json.loads(call("verify", str(built), "--recompute", "5", "--json").stdout)["recomputed"] == 5
    rewrite(pools, "easy", lambda rows: [row.update(effort=row["effort"] - 1) for row in rows])
    rehash(pools)
    assert call("verify", str(pools)).exit_code == 0
    result = call("verify", str(pools), "--recompute", "30")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "its effort is " in result.stderr
    (pools / "hard.parquet").unlink()
    result = call("verify", str(pools), "--recompute", "30", "--json")
    assert json.loads(result.stdout)["recomputed"] == 0


def test_another_panel_cannot_be_computed_again(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recompute_module, "PANEL", recompute_module.PANEL._replace(version=99))
    with pytest.raises(FolderError, match="was rated by panel 2, which this version cannot: it has 99"):
        again(built, [FIRST])
    result = call("verify", str(built), "--recompute", "1")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


def test_a_deal_that_cannot_be_solved_again_is_named(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no way")

    monkeypatch.setattr(recompute_module, "_rate", fail)
    (problem,) = again(built, [FIRST])
    assert problem.endswith(f"(deal {FIRST}): it could not be solved again: RuntimeError: no way")


def test_workers_compute_again_what_one_process_does(built: Path) -> None:
    result = call("verify", str(built), "--recompute", "6", "--workers", "2")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.endswith("; 6 deals computed again, all the same\n")
