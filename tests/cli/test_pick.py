"""`pick`: deals by a seed, and the deal of the day."""

import json
import shutil
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from command_runs import call, run
from forgery import change_manifest, rehash, rewrite
from freecell_pools.cli.pick import TIERS
from freecell_pools.pools import tiers


def facts(*arguments: str) -> list[dict[str, object]]:
    result = call("pick", *arguments, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_seed_picks_different_deals_always_the_same(built: Path) -> None:
    result = run("pick", str(built), "--tier", "easy", "--seed", "S", "-n", "5")
    assert (result.returncode, result.stderr) == (0, "")
    picked = facts(str(built), "--tier", "easy", "--seed", "S", "-n", "5")
    assert len({deal["deal"] for deal in picked}) == 5
    rows = pq.read_table(built / "easy.parquet").to_pylist()
    for line, deal in zip(result.stdout.splitlines(), picked, strict=True):
        assert list(deal) == ["tier", "row", "deal", "effort", "par", "cells_needed", "solution"]
        row = rows[deal["row"]]  # type: ignore[call-overload]
        assert {key: deal[key] for key in row} == row
        assert (deal["tier"], deal["cells_needed"]) == ("easy", None)
        assert line == f"{deal['deal']}: easy, effort {deal['effort']:,}, par {deal['par']}"
    assert facts(str(built), "--tier", "easy", "--seed", "T", "-n", "5") != picked


def test_the_tiers_are_those_of_the_pools() -> None:
    assert TIERS == tiers.TIERS


def test_the_deal_of_the_day(built: Path) -> None:
    result = call("pick", str(built), "--date", "2026-11-30")
    (deal,) = facts(str(built), "--date", "2026-11-30")
    assert (deal["date"], deal["tier"]) == ("2026-11-30", "normal")
    assert result.stdout == f"2026-11-30  {deal['deal']}: normal, effort {deal['effort']:,}, par {deal['par']}\n"


def test_the_deals_of_the_next_days(built: Path) -> None:
    week = facts(str(built), "--date", "2024-02-28", "-n", "3")
    assert [deal["date"] for deal in week] == ["2024-02-28", "2024-02-29", "2024-03-01"]
    assert week == [facts(str(built), "--date", str(deal["date"]))[0] for deal in week]


def test_cells_needed_is_shown(built_with_cells: Path) -> None:
    lines = call("pick", str(built_with_cells), "--tier", "hard", "--seed", "1", "-n", "9").stdout.splitlines()
    picked = facts(str(built_with_cells), "--tier", "hard", "--seed", "1", "-n", "9")
    for line, deal in zip(lines, picked, strict=True):
        assert line.endswith(f", needs {deal['cells_needed']} cell{'s' * (deal['cells_needed'] != 1)}")


def test_picks_from_the_first_rows_only(built: Path) -> None:
    picked = facts(str(built), "--tier", "easy", "--seed", "x", "-n", "10", "--rows", "10")
    assert sorted(deal["row"] for deal in picked) == list(range(10))  # type: ignore[type-var]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "Name either --seed or --date."),
        (["--seed", "1", "--date", "2026-11-30"], "Name either --seed or --date."),
        (["--date", "2026-11-31"], "'2026-11-31' is no date such as 2026-11-30"),
        (["--date", "tomorrow"], "'tomorrow' is no date such as 2026-11-30"),
        (["--date", "\x1b[31m" + "9" * 500], "is no date such as 2026-11-30"),
        (["--date", "1969-12-31"], "1969-12-31 is before 1970-01-01"),
        (["--date", "9999-12-31", "-n", "2"], "there are no 2 days from 9999-12-31 to 9999-12-31"),
        (["--date", "2026-11-30", "-n", "99999999999999"], "there are no 99,999,999,999,999 days"),
        (["--seed", "1", "-n", "0"], "0 is not in the range x>=1"),
        (["--seed", "1", "-n", "99999"], "99,999 of "),
        (["--seed", "1", "--rows", "99999"], "99,999 to pick from"),
        (["--seed", "1", "--rows", "4", "-n", "5"], "5 of 4 cannot be picked"),
        (["--seed", "1", "--tier", "medium"], "'medium' is not one of 'easy', 'normal', 'hard'"),
        (["--seed", "\udcff"], "The seed is no text in UTF-8"),
    ],
)
def test_bad_input_is_one_line(built: Path, arguments: list[str], expected: str) -> None:
    result = call("pick", str(built), *arguments)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    assert len(result.stderr) < 300
    assert "\x1b" not in result.stderr
    assert expected in result.stderr


def test_an_empty_tier_and_a_folder_without_pools_are_bad_input(built: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(built, tmp_path / "pools"))
    rewrite(folder, "hard", list.clear)
    rehash(folder)
    result = call("pick", str(folder), "--tier", "hard", "--seed", "1")
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"Error: {folder} has no hard deals\n")
    result = call("pick", str(tmp_path), "--seed", "1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "holds no finished pools" in result.stderr


def test_damaged_pools_are_a_failure(built: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(built, tmp_path / "pools"))
    change_manifest(folder, lambda manifest: manifest["files"]["easy.parquet"].update(rows=10**9))
    result = call("pick", str(folder), "--tier", "easy", "--seed", "1")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "the manifest says 1000000000" in result.stderr
    (folder / "normal.parquet").unlink()
    result = call("pick", str(folder), "--seed", "1")
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", "Error: normal.parquet is missing\n")
