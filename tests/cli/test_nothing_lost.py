"""Accidents of real builds: afterwards the same bytes as without, or one line that says what to do.

Never half pools, never mixed ones. `benchmarks/studies/soak.py` does at random moments what is done here at chosen
ones.
"""

import json
import os
import resource
import shlex
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from build_runs import accident, begun, build, contents, finish, workers_of
from built_pools import DEALS
from command_runs import COMMAND, call
from patience import PATIENCE_SECONDS


def killed(out: Path, *more: str) -> None:
    with begun(out, *more) as process:
        os.killpg(process.pid, signal.SIGKILL)


def assert_one_line(done: subprocess.CompletedProcess[str], code: int, *parts: str) -> None:
    assert (done.returncode, done.stdout) == (code, ""), done.stderr
    lines = [line for line in done.stderr.splitlines() if not line.startswith("Compiling") and " deals/s" not in line]
    assert len(lines) == 1, lines
    assert lines[0].startswith("Error: ")
    for part in parts:
        assert part in lines[0]


def assert_resumes(out: Path, built: Path, *more: str) -> None:
    """Check that there is no half pool, and that the same command gives the bytes of an undisturbed build."""
    assert not (out / "manifest.json").exists()
    done = build(out, *more)
    assert done.returncode == 0, done.stderr
    assert contents(out) == contents(built)


OTHER_RULES = ("--rules", "bakers-game", "--cells", "2", "--cuts", "500,900", "--cells-needed")


@pytest.fixture(scope="session")
def built_by_other_rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("other") / "pools"
    done = build(out, *OTHER_RULES)
    assert done.returncode == 0, done.stderr
    return out


def test_other_rules_and_cells_needed_are_resumed_too(built_by_other_rules: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    killed(out, *OTHER_RULES)
    assert_resumes(out, built_by_other_rules, *OTHER_RULES)


def test_a_worker_killed_under_other_rules(built_by_other_rules: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with begun(out, *OTHER_RULES, workers=2) as process:
        os.kill(workers_of(process)[0], signal.SIGKILL)
        _, errors = finish(process, out)
    assert process.returncode == 0, errors
    assert contents(out) == contents(built_by_other_rules)


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def flip_a_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def make_a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize("damage", [cut_short, flip_a_bit, make_a_pipe])
def test_a_damaged_shard_is_made_again(built: Path, tmp_path: Path, damage: Callable[[Path], None]) -> None:
    out = tmp_path / "out"
    killed(out)
    shard = sorted(out.glob(".build/*.parquet"))[0]
    damage(shard)
    done = build(out)
    assert done.returncode == 0
    assert done.stderr.splitlines()[0].endswith(": it is damaged: made again")
    assert contents(out) == contents(built)


def test_a_shard_of_other_rules_is_made_again(built: Path, tmp_path: Path) -> None:
    out, other = tmp_path / "out", tmp_path / "other"
    killed(out)
    killed(other, "--cells", "5", "--cuts", "500,900")
    for shard in other.glob(".build/*.parquet"):
        shutil.copy(shard, out / ".build" / shard.name)
    done = build(out)
    assert done.returncode == 0
    assert ": it was made by another run: made again" in done.stderr
    assert contents(out) == contents(built)


@pytest.mark.parametrize("gone", ["out", "out/.build"])
def test_a_folder_that_vanishes(built: Path, tmp_path: Path, gone: str) -> None:
    out = tmp_path / "out"
    with begun(out) as process:
        os.kill(process.pid, signal.SIGSTOP)
        try:
            shutil.rmtree(tmp_path / gone)
        finally:
            os.kill(process.pid, signal.SIGCONT)
        output, errors = finish(process, out)
    assert (process.returncode, output) == (1, "")
    assert errors.startswith(f"Error: No such file or directory ({out}/.build")
    assert errors.endswith("): once that is mended, the same command goes on from here\n")
    assert errors.count("\n") == 1
    assert_resumes(out, built)


@pytest.mark.parametrize("limit", [100, 2_000, 60_000, 115_000])
def test_files_that_may_not_grow(built: Path, tmp_path: Path, limit: int) -> None:
    """A limit on the size of files fails writes as a full disk does, at the ledger, at shards or at the pools."""
    out = tmp_path / "out"
    # What measures coverage writes files, too.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    done = build(out, env=environment, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    assert_one_line(done, 1, "File too large", "the same command goes on from here")
    assert not list(out.rglob("*.tmp"))
    assert_resumes(out, built)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """Mount small file systems, where this process may."""
    mounted: list[Path] = []

    def mount(options: str) -> Path:
        folder = tmp_path / f"disk{len(mounted)}"
        folder.mkdir()
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=False, capture_output=True
        )
        if done.returncode:
            pytest.skip("only root may mount a file system")
        mounted.append(folder)
        return folder

    yield mount
    for folder in mounted:
        subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.mark.parametrize("size", ["4k", "60k", "140k", "290k"])
def test_a_full_disk(built: Path, disk: Callable[[str], Path], size: str) -> None:
    folder = disk(f"size={size}")
    done = build(folder / "out")
    assert_one_line(done, 1, "No space left on device", "the same command goes on from here")
    assert not list(folder.rglob("*.tmp"))
    subprocess.run(["mount", "-o", "remount,size=10m", folder], check=True)
    assert_resumes(folder / "out", built)


def test_a_disk_that_cannot_be_written(disk: Callable[[str], Path]) -> None:
    folder = disk("ro")
    assert_one_line(build(folder), 2, f"cannot write to {folder}: Read-only file system")
    assert_one_line(build(folder / "out"), 2, f"cannot write to {folder}/out: Read-only file system")


def test_two_builds_by_different_rules_at_once(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with begun(out) as process:
        os.kill(process.pid, signal.SIGSTOP)
        try:
            second = build(out, "--rules", "bakers-game")
        finally:
            os.kill(process.pid, signal.SIGCONT)
        finish(process, out)
    assert process.returncode == 0
    assert_one_line(second, 1, f"another build is at work in {out}")
    assert contents(out) == contents(built)


@pytest.mark.parametrize("finished", [True, False])
@pytest.mark.parametrize(
    ("more", "named"),
    [
        (("--rules", "bakers-game"), "rules ("),
        (("--cells", "5", "--cuts", "1,2"), "rules ("),
        (("--cells-needed",), "cells_needed (no)"),
        (("--cuts", "1,2"), "thresholds (easy "),
    ],
)
def test_another_run_into_a_folder(
    built: Path, tmp_path: Path, more: tuple[str, ...], named: str, finished: bool
) -> None:
    out = tmp_path / "out"
    if finished:
        shutil.copytree(built, out)
    else:
        killed(out)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file() and path.name != ".lock"}
    refused = call("build", "--deals", DEALS, "--out", str(out), *more)
    assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert named in refused.stderr
    assert "delete" in refused.stderr
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file() and path.name != ".lock"} == before


@pytest.mark.parametrize("finished", [True, False])
def test_another_version_into_a_folder(built: Path, tmp_path: Path, finished: bool) -> None:
    """What another version of the engine began or finished is not gone on with, and not taken for this one's."""
    out = tmp_path / "out"
    if finished:
        note = Path(shutil.copytree(built, out)) / "manifest.json"
    else:
        killed(out)
        note = out / ".build" / "run.json"
    facts = json.loads(note.read_text())
    note.write_text(json.dumps(facts | {"engine_version": "0.0.9"}))
    assert_one_line(build(out), 2, "other engine_version (0.0.9): ", "delete")
    if not finished:
        note.write_text(json.dumps(facts | {"engine": "x"}))
        assert_one_line(build(out), 2, "holds an unfinished build with other engine (x): ", "delete")
        shutil.rmtree(out / ".build")
        assert_resumes(out, built)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(("how", "reason"), [("kill", "its worker died"), ("memory", "its worker was out of memory")])
def test_a_shard_that_kills_its_workers(built: Path, tmp_path: Path, workers: int, how: str, reason: str) -> None:
    out = tmp_path / "out"
    deadly = accident(DEADLY_SHARD="1001", DEADLY_HOW=how, DEADLY_NOTES=str(tmp_path / "notes"))
    done = build(out, workers=workers, env=deadly)
    assert_one_line(
        done, 1, f"{out}: all shards are finished but 1001-2000 ({reason} 3 times): the same command tries these again"
    )
    tries = (tmp_path / "notes").read_text().splitlines()
    assert len(tries) == 3
    if how == "kill":
        assert len({line.split()[0] for line in tries}) == 3
    names = sorted(path.name for path in out.glob(".build/*.parquet"))
    assert names == ["0000000998-0000001000.parquet", "0000002001-0000002203.parquet"]
    assert_resumes(out, built)


def test_a_folder_whose_name_is_no_text(built: Path, tmp_path: Path) -> None:
    """A terminal that takes UTF-8 only, as most do, is told of it all the same."""
    out = os.fsencode(tmp_path) + b"/\xff\x1b"
    shutil.copytree(built, os.fsdecode(out))
    for command in (["verify"], ["stats"], ["build", "--deals", DEALS, "--out"]):
        done = subprocess.run(
            [*COMMAND, *command, out],
            env=os.environ | {"PYTHONIOENCODING": "utf-8:strict"},
            capture_output=True,
            timeout=PATIENCE_SECONDS,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.decode().startswith(f"{tmp_path}/\ufffd?: ")


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_as_the_null_device(closed: str, built: Path, tmp_path: Path) -> None:
    command = shlex.join([*COMMAND, "build", "--deals", DEALS, "--out", str(tmp_path / "out"), "--workers", "2"])
    done = subprocess.run(f"{command} {closed}", shell=True, timeout=PATIENCE_SECONDS, check=False)
    assert done.returncode == 0
    assert contents(tmp_path / "out") == contents(built)
