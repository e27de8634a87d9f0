"""`build` in real processes: the same bytes with any number of workers and after any accident."""

import json
import os
import shutil
import signal
from pathlib import Path

import pytest
from build_runs import begun, build, contents, finish, workers_of
from built_pools import DEALS, FIRST, LAST
from command_runs import call, run
from patience import PATIENCE_SECONDS


def test_two_workers_give_the_bytes_of_one(built: Path, tmp_path: Path) -> None:
    done = build(tmp_path / "out", workers=2)
    assert done.returncode == 0, done.stderr
    assert contents(tmp_path / "out") == contents(built)


def test_the_summary(built: Path) -> None:
    done = build(built)
    assert (done.returncode, done.stderr) == (0, "")
    first, verdicts, *tiers = done.stdout.splitlines()
    assert first == f"{built}: deals {DEALS}, was complete already"
    assert verdicts.split(":")[0].strip() == f"{LAST - FIRST + 1:,} deals"
    assert [line.split()[0] for line in tiers] == ["easy", "normal", "hard"]
    facts = json.loads(build(built, "--json").stdout)
    manifest = json.loads((built / "manifest.json").read_text())
    assert facts["already"] is True
    assert facts["out"] == str(built)
    assert facts["counts"] == manifest["counts"]
    assert facts["deals"] == {"first": FIRST, "last": LAST}
    assert facts["tiers"] == {name.split(".")[0]: file["rows"] for name, file in manifest["files"].items()}


@pytest.mark.parametrize("workers", [1, 2])
def test_killed_and_resumed(built: Path, tmp_path: Path, workers: int) -> None:
    out = tmp_path / "out"
    with begun(out, workers=workers) as process:
        os.killpg(process.pid, signal.SIGKILL)
    assert not (out / "manifest.json").exists()
    again = build(out, workers=workers)
    assert again.returncode == 0, again.stderr
    assert contents(out) == contents(built)


@pytest.mark.parametrize("workers", [1, 2])
def test_interrupted_and_resumed(built: Path, tmp_path: Path, workers: int) -> None:
    out = tmp_path / "out"
    with begun(out, workers=workers) as process:
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 130
    assert output == ""
    assert errors == f"Interrupted: the finished shards are kept in {out}, the same command goes on from here\n"
    finished = {path: path.stat().st_mtime_ns for path in out.glob(".build/*.parquet")}
    assert finished
    assert build(out, workers=workers).returncode == 0
    assert contents(out) == contents(built)


def test_a_worker_that_dies_is_replaced(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with begun(out, workers=2) as process:
        os.kill(workers_of(process)[-1], signal.SIGKILL)
        _, errors = finish(process, out)
    assert process.returncode == 0, errors
    assert contents(out) == contents(built)


def test_two_builds_into_one_folder(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with begun(out) as process:
        os.kill(process.pid, signal.SIGSTOP)
        try:
            second = build(out)
        finally:
            os.kill(process.pid, signal.SIGCONT)
        finish(process, out)
    assert process.returncode == 0
    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr == f"Error: another build is at work in {out}\n"
    assert contents(out) == contents(built)


def test_another_range_or_other_cuts_are_refused(built: Path) -> None:
    before = contents(built)
    for more in (["--deals", "1-10"], ["--cuts", "7,8"]):
        result = call("build", "--deals", DEALS, "--out", str(built), *more)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.count("\n") == 1
        assert "holds pools with other" in result.stderr
    assert contents(built) == before


def test_cuts_decide_the_tiers(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run("build", "--deals", "998-1030", "--out", str(out), "--cuts", "7,8").returncode == 0
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["thresholds"] == {"easy": 7, "normal": 8}
    assert run("verify", str(out)).returncode == 0


def test_damaged_pools_are_a_failure(built: Path, tmp_path: Path) -> None:
    out = Path(shutil.copytree(built, tmp_path / "out"))
    (out / "easy.parquet").write_bytes(b"PAR1")
    result = call("build", "--deals", DEALS, "--out", str(out))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "easy.parquet: its sha256 is not the manifest's: delete" in result.stderr
