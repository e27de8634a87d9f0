"""`verify` and `stats` on real pools."""

import json
import shutil
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from built_pools import FIRST, LAST
from command_runs import call, run
from forgery import rewrite


def test_verify_passes(built: Path) -> None:
    rows = json.loads((built / "manifest.json").read_text())["counts"]["solvable"]
    result = call("verify", str(built))
    assert result.stdout == f"{built}: {rows:,} solutions replayed, all as the manifest says\n"
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(call("verify", str(built), "--json").stdout) == {
        "ok": True,
        "rows": rows,
        "recomputed": 0,
        "problems": [],
    }


def test_verify_fails_naming_file_and_row(built: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(built, tmp_path / "pools"))
    rewrite(folder, "normal", lambda rows: rows[5].update(solution=rows[5]["solution"][:-4]))
    deal = pq.read_table(folder / "normal.parquet").column("deal")[5].as_py()
    done = run("verify", str(folder))
    assert (done.returncode, done.stdout) == (1, "")
    lines = done.stderr.splitlines()
    assert lines[0] == "normal.parquet: its sha256 is not the manifest's"
    assert lines[1].startswith(f"normal.parquet row 5 (deal {deal}): its solution does not win: Cards are left after ")
    assert lines[-1] == f"{folder}: not as promised"


def test_verify_in_json_lists_the_problems(built: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(built, tmp_path / "pools"))
    (folder / "hard.parquet").unlink()
    result = call("verify", str(folder), "--json")
    assert result.exit_code == 1
    facts = json.loads(result.stdout)
    assert facts["ok"] is False
    assert "hard.parquet is missing" in facts["problems"]


@pytest.mark.parametrize("command", ["verify", "stats"])
def test_a_manifest_that_is_none_is_a_failure(command: str, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("{}")
    result = call(command, str(tmp_path))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"Error: {tmp_path}/manifest.json: schema_version is missing\n"


def test_stats(built: Path) -> None:
    result = call("stats", str(built))
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0].startswith(f"{built}: deals {FIRST}-{LAST}: ")
    assert [line.split()[0] for line in lines[3:6]] == ["easy", "normal", "hard"]
    assert max(line.count("#") for line in lines[8:]) == 50
    facts = json.loads(call("stats", str(built), "--json").stdout)
    manifest = json.loads((built / "manifest.json").read_text())
    assert facts["counts"] == manifest["counts"]
    assert facts["deals"] == manifest["deals"]
    assert sum(tier["rows"] for tier in facts["tiers"].values()) == manifest["counts"]["solvable"]
    assert sum(bin["deals"] for bin in facts["histogram"]) == manifest["counts"]["solvable"]
    easy = facts["tiers"]["easy"]["effort"]
    assert 0 < easy["min"] <= easy["median"] <= easy["max"] <= manifest["thresholds"]["easy"]


def test_stats_by_cells_needed(built: Path, built_with_cells: Path) -> None:
    assert json.loads(call("stats", str(built), "--json").stdout)["cells_needed"] == []
    assert "cells needed" not in call("stats", str(built)).stdout
    found = json.loads(call("stats", str(built_with_cells), "--json").stdout)["cells_needed"]
    assert [row["cells"] for row in found] == sorted(row["cells"] for row in found)
    assert sum(row["deals"] for row in found) == 100
    assert found[-1]["cells"] == 4
    assert all(row["mean_effort"] > 0 for row in found)
    lines = call("stats", str(built_with_cells)).stdout.splitlines()
    start = next(index for index, line in enumerate(lines) if line.startswith("cells needed "))
    shown = [line.split() for line in lines[start + 1 : start + 1 + len(found)]]
    assert [(int(row[0]), int(row[1])) for row in shown] == [(row["cells"], row["deals"]) for row in found]


def test_stats_of_damaged_pools(built: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(built, tmp_path / "pools"))
    (folder / "easy.parquet").write_bytes(b"")
    result = call("stats", str(folder))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Error: easy.parquet cannot be read")
    assert result.stderr.count("\n") == 1
