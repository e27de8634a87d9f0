"""`bench`: what it prints, and when it fails."""

import json
import resource
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from command_runs import call, run
from fake_peer import SOLVES_ALL, put_in_place
from freecell_pools.benchmarks import bench, signature
from freecell_pools.benchmarks.signature import Committed, Row, read_committed
from freecell_pools.benchmarks.spread import Spread

ALONE = ["bench", "--rounds", "0"]
SHORT = ["bench", "--deals", "1-50", "--rounds", "3"]


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """Have the solver compiled, which would be said on standard error."""
    call("check", "1")


@pytest.fixture
def committed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the committed signature that the command uses instead."""
    file = tmp_path / "signature.json"
    file.write_bytes(signature.FILE.read_bytes())
    monkeypatch.setattr(signature, "FILE", file)
    return file


@pytest.fixture
def quick_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the real processes whose start-up is measured."""
    monkeypatch.setattr(bench, "warm_startup", lambda: Spread(0.5, 0.4, 0.6))


def spoil(file: Path, **rows: Row) -> None:
    """Give deals other rows in the committed signature."""
    now = read_committed()
    other = {int(name.removeprefix("deal")): row for name, row in rows.items()}
    changed = replace(now.signature, digest="0" * 16, rows={**now.signature.rows, **other})
    file.write_text(now._replace(signature=changed).to_text())


def test_the_signature_alone() -> None:
    done = call(*ALONE)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "signature 241ee6991dc3bf4d, as committed: 329,180 states of at most" in done.stdout
    assert "1,302 solvable, 8 impossible" in done.stdout
    assert "deals/s" not in done.stdout


def test_keys_of_json() -> None:
    done = call(*SHORT, "--json")
    assert done.exit_code == 0
    facts = json.loads(done.stdout)
    assert done.stdout.count("\n") == 1
    assert facts["signature"] == read_committed().signature.digest
    assert facts["states"] == 329_180
    assert (facts["as_committed"], facts["repeats"], facts["differing"]) == (True, True, [])
    assert facts["counts"] == {"solvable": 1302, "impossible": 8, "undecided": 0}
    assert facts["deals"] == {"first": 1, "last": 50}
    for name in ("deals_per_s", "states_per_s", "startup_warm_s"):
        low, high = facts[f"{name}_range"]
        assert 0 < low <= facts[name] <= high
    assert facts["startup_cold_s"] is None
    assert facts["peak_memory_mb"] > 0
    assert "ratio" not in facts
    assert "comparison" not in facts


def test_a_changed_signature_fails_with_the_deals_and_the_new_text(committed: Path) -> None:
    right = committed.read_text()
    spoil(committed, deal7=Row("solvable", 1, 50), deal11982=Row("undecided", 9, None))
    done = call(*ALONE)
    assert done.exit_code == 1
    assert "in 2 deals (7, 11982)" in done.stderr
    assert done.stderr.count("\n") == 1
    assert "as committed" not in done.stdout
    assert done.stdout.partition("the new signature.json:\n")[2] == right
    facts = json.loads(call(*ALONE, "--json").stdout)
    assert (facts["as_committed"], facts["differing"]) == (False, [7, 11982])


def test_solutions_alone_may_differ(committed: Path) -> None:
    spoil(committed)
    done = call(*ALONE)
    assert (done.exit_code, done.stderr.count("in solutions only")) == (1, 1)


def test_a_new_signature_is_written_within_the_budget(committed: Path) -> None:
    right = committed.read_text()
    spoil(committed, deal7=Row("solvable", 1, 50))
    done = call(*ALONE, "--write", str(committed))
    assert done.exit_code == 0
    assert "written; the signature differs from the committed 0000000000000000" in done.stderr
    assert committed.read_text() == right
    assert call(*ALONE).exit_code == 0


def test_a_budget_is_not_exceeded_by_accident(committed: Path) -> None:
    now = read_committed()
    committed.write_text(now._replace(budget=329_179).to_text())
    before = committed.read_text()
    done = call(*ALONE)
    assert done.exit_code == 1
    assert done.stderr == "329,180 states are more than the budget of 329,179\n"
    done = call(*ALONE, "--write", str(committed))
    assert (done.exit_code, done.stdout) == (1, "")
    assert "is not written: 329,180 states are more than the budget of 329,179" in done.stderr
    assert committed.read_text() == before
    assert call(*ALONE, "--write", str(committed), "--budget", "329180").exit_code == 0
    assert read_committed() == Committed(now.signature, 329_180)
    assert call(*ALONE).exit_code == 0


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("y" * 300, "File name too long"),
        ("none/new.json", "there is no folder none"),
        (".", "it is not a file"),
        ("/proc/new.json", "No such file or directory"),
    ],
)
def test_a_place_that_cannot_be_written_is_found_before_any_work(
    name: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(bench, "take_signature", None)
    done = call(*ALONE, "--write", name)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"Error: cannot write {name}: {reason}\n"


def test_a_disk_that_fills_up_leaves_the_old_signature(tmp_path: Path) -> None:
    file = tmp_path / "new.json"
    file.write_text("old")
    limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (4096, 4096))
    done = run(*ALONE, "--write", str(file), preexec_fn=limit)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"Error: cannot write {file}: File too large\n"
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_another_signature_the_second_time_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = read_committed().signature
    taken = iter([right, replace(right, states=right.states + 1)])
    monkeypatch.setattr(bench, "take_signature", lambda: next(taken))
    done = call(*ALONE, "--write", str(tmp_path / "new.json"))
    assert done.exit_code == 1
    assert done.stderr == "the signature is another one the second time in the same process\n"
    assert not (tmp_path / "new.json").exists()


@pytest.mark.usefixtures("quick_start")
def test_beside_the_peer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_in_place(tmp_path, monkeypatch, SOLVES_ALL)
    done = call(*SHORT, "--against", "fc-solve", "--json")
    facts = json.loads(done.stdout)
    low, high = facts["ratio_range"]
    assert 0 < low <= facts["ratio"] <= high
    assert "times as fast as Freecell Solver (" in call(*SHORT, "--against", "fc-solve").stdout


@pytest.mark.usefixtures("quick_start")
def test_a_peer_that_is_missing_or_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    done = call(*ALONE, "--against", "fc-solve")
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "is not installed: Debian's package freecell-solver-bin has it" in done.stderr
    put_in_place(tmp_path, monkeypatch, "exit 5")
    done = call(*SHORT, "--against", "fc-solve")
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "failed with exit code 5" in done.stderr


@pytest.mark.usefixtures("quick_start")
def test_compared_with_an_older_result(tmp_path: Path) -> None:
    old = tmp_path / "old.json"
    facts = json.loads(call(*SHORT, "--json").stdout)
    slow = {"deals_per_s": 1.0, "deals_per_s_range": [0.99, 1.01], "states": 400_000}
    old.write_text(json.dumps(facts | slow))
    done = call(*SHORT, "--compare", str(old))
    assert done.exit_code == 0
    assert "states: 329,180 after 400,000, -17.71%" in done.stdout
    assert "speed: faster by " in done.stdout
    assert "start-up: " in done.stdout
    changes = json.loads(call(*SHORT, "--compare", str(old), "--json").stdout)["comparison"]["changes"]
    assert changes["deals_per_s"]["shows"] is True
    fast = {"deals_per_s": 1e12, "deals_per_s_range": [1e12, 1e12]}
    old.write_text(json.dumps(facts | fast))
    assert "speed: slower by 100.0%" in call(*SHORT, "--compare", str(old)).stdout
    old.write_text(json.dumps(facts | {"machine": facts["machine"] | {"cpu": "another"}}))
    done = call(*ALONE, "--deals", "1-50", "--compare", str(old))
    assert "states: as before" in done.stdout
    assert "times are not comparable: cpu: another, now " in done.stdout
    old.write_text(json.dumps(facts))
    assert "both need at least 3 rounds" in call(*ALONE, "--deals", "1-50", "--compare", str(old)).stdout


@pytest.mark.parametrize("content", [None, "", "{}", "[1", '{"bench_version": 99}', "\0"])
def test_an_older_result_that_is_none(tmp_path: Path, content: str | None) -> None:
    old = tmp_path / "old.json"
    if content is not None:
        old.write_text(content)
    done = call("bench", "--compare", str(old))
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"Error: {old} ")


def test_a_real_process() -> None:
    done = run(*ALONE)
    assert done.returncode == 0, done.stderr
    assert "as committed" in done.stdout
