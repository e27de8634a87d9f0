"""Pool files from elsewhere: one line that says what is wrong, no traceback, no more memory than a pool takes."""

import json
import os
import resource
import shutil
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from command_runs import call, run
from forgery import change_manifest, rewrite
from hostile import HOSTILE, Writer, billions_of_rows, dictionary_bomb, many_rows

MEMORY = 3 << 30


@pytest.fixture
def pools(built: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(built, tmp_path / "pools"))


def forge(pools: Path, write: Writer) -> Path:
    path = pools / "easy.parquet"
    table = pq.read_table(path)
    path.unlink()
    write(table, path)
    return path


def hash_anew(pools: Path) -> None:
    """Make the manifest agree with the file as far as that is possible without reading it."""
    import hashlib

    content = (pools / "easy.parquet").read_bytes()
    change_manifest(
        pools, lambda facts: facts["files"]["easy.parquet"].update(sha256=hashlib.sha256(content).hexdigest())
    )


@pytest.mark.parametrize("write", HOSTILE, ids=lambda write: write.__name__)
def test_verify_names_what_is_wrong(pools: Path, write: Writer) -> None:
    forge(pools, write)
    hash_anew(pools)
    result = call("verify", str(pools))
    assert (result.exit_code, result.stdout) == (1, "")
    lines = result.stderr.splitlines()
    assert lines[0].startswith(f"easy.parquet {HOSTILE[write]}"), lines
    assert all(line.isprintable() and len(line) < 500 for line in lines)


@pytest.mark.parametrize("write", HOSTILE, ids=lambda write: write.__name__)
def test_stats_says_the_same(pools: Path, write: Writer) -> None:
    forge(pools, write)
    result = call("stats", str(pools))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"Error: easy.parquet {HOSTILE[write].rstrip()}")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("write", HOSTILE, ids=lambda write: write.__name__)
def test_pick_says_so_too(pools: Path, write: Writer) -> None:
    forge(pools, write)
    result = call("pick", str(pools), "--tier", "easy", "--seed", "1")
    assert (result.exit_code, result.stdout) == (1, "")
    known = (HOSTILE[write].rstrip(), "was written by another run than the manifest")
    assert result.stderr.startswith(tuple(f"Error: easy.parquet {reason}" for reason in known))
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("command", [["pick", "--seed", "1", "--tier", "easy"], ["stats"], ["verify"]])
@pytest.mark.parametrize("group", [1, 7])
def test_other_row_groups(pools: Path, group: int, command: list[str]) -> None:
    rewrite(pools, "easy", lambda rows: None, group=group)
    result = call(*command, str(pools))
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"easy.parquet row group 0 has {group} rows, not 4096" in result.stderr


def test_a_manifest_that_knows_of_no_solvable_deal(built_with_cells: Path, tmp_path: Path) -> None:
    pools = Path(shutil.copytree(built_with_cells, tmp_path / "pools"))
    change_manifest(pools, lambda facts: facts["counts"].update(solvable=0))
    result = call("stats", str(pools))
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.parametrize("write", [billions_of_rows, many_rows], ids=lambda write: write.__name__)
def test_a_manifest_that_claims_the_same_rows_changes_nothing(pools: Path, write: Writer) -> None:
    forge(pools, write)
    rows = pq.read_metadata(pools / "easy.parquet").num_rows
    change_manifest(pools, lambda facts: facts["files"]["easy.parquet"].update(rows=rows))
    result = call("stats", str(pools))
    assert (result.exit_code, result.stderr) == (
        1,
        f"Error: easy.parquet cannot be read from row 0 on: row group 0 claims {rows} rows\n",
    )


@pytest.mark.parametrize("write", [dictionary_bomb, many_rows], ids=lambda write: write.__name__)
def test_a_real_process_needs_little_memory(pools: Path, write: Writer) -> None:
    forge(pools, write)
    done = run("stats", str(pools), preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
    assert done.returncode == 1
    assert done.stderr.startswith(f"Error: easy.parquet {HOSTILE[write]}")


@pytest.mark.parametrize("name", ["easy.parquet", "manifest.json"])
@pytest.mark.parametrize("command", ["verify", "stats"])
def test_what_is_no_regular_file_is_not_waited_for(pools: Path, name: str, command: str) -> None:
    path = pools / name
    path.unlink()
    os.mkfifo(path)
    for _ in range(2):
        result = call(command, str(pools))
        assert (result.exit_code, result.stdout) == (1, "")
        assert f"{name} cannot be read" in result.stderr
        assert "Not a regular file" in result.stderr
        path.unlink(missing_ok=True)
        path.symlink_to("/dev/zero")


def test_a_sparse_file_of_a_terabyte_is_not_hashed(pools: Path) -> None:
    os.truncate(pools / "easy.parquet", 1 << 40)
    result = call("verify", str(pools))
    assert result.exit_code == 1
    assert "easy.parquet: 1,099,511,627,776 bytes are more than" in result.stderr


def test_a_manifest_of_many_lists_is_not_parsed(pools: Path) -> None:
    (pools / "manifest.json").write_text("[" + "{}," * 1_000_000 + "{}]")
    result = call("verify", str(pools))
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "it has more lists and objects than one" in result.stderr


def test_a_text_of_a_manifest_cannot_reach_the_terminal(pools: Path) -> None:
    change_manifest(pools, lambda facts: facts.update(engine_version="1\x1b[2J\n\ud800" + 1000 * "9"))
    deals = json.loads((pools / "manifest.json").read_text())["deals"]
    result = call("build", "--deals", f"{deals['first']}-{deals['last']}", "--out", str(pools))
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "engine_version (1?[2J ?999" in result.stderr
    assert len(result.stderr) < 500


def test_the_name_of_a_folder_cannot_reach_the_terminal(pools: Path) -> None:
    forge(pools, next(iter(HOSTILE)))
    folder = pools.rename(pools.with_name("a\x07\nb"))
    result = call("verify", str(folder))
    assert (result.exit_code, result.stdout) == (1, "")
    lines = result.stderr.split("\n")
    assert lines[-2:] == [f"{folder.parent}/a??b: not as promised", ""]
    assert all(line.isprintable() for line in lines)
