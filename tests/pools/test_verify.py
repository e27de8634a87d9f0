"""The verifier: right pools pass, and each fault is named by file and row."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from built_pools import FIRST
from forgery import Rows, change_manifest, rehash, rewrite
from freecell_pools.pools import verify as verify_module
from freecell_pools.pools.errors import FolderError
from freecell_pools.pools.manifest import read_manifest
from freecell_pools.pools.schema import METADATA_KEY, ROW_GROUP, open_writer
from freecell_pools.pools.verify import MAX_PROBLEMS, verify_pools


@pytest.fixture
def pools(built: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(built, tmp_path / "pools"))


def problems(folder: Path) -> list[str]:
    found = verify_pools(folder).problems
    assert all("\n" not in line for line in found)
    return found


def test_what_was_built_is_right(built: Path) -> None:
    verified = verify_pools(built)
    assert verified.problems == []
    assert verified.rows == read_manifest(built).counts.solvable


def test_cells_needed_out_of_range_is_named(built_with_cells: Path, tmp_path: Path) -> None:
    assert verify_pools(built_with_cells).problems == []
    folder = Path(shutil.copytree(built_with_cells, tmp_path / "pools"))
    rewrite(folder, "easy", lambda rows: rows[3].update(cells_needed=5) or rows[4].update(cells_needed=-2))
    rehash(folder)
    found = problems(folder)
    assert [line.partition("): ")[2] for line in found] == [
        "its cells_needed 5 is not in -1..4",
        "its cells_needed -2 is not in -1..4",
    ]


def test_a_manifest_that_hides_the_column_is_noticed(built_with_cells: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(built_with_cells, tmp_path / "pools"))
    change_manifest(folder, lambda facts: facts.update(cells_needed=False))
    assert all("has other columns" in line for line in problems(folder))


def test_progress_counts_the_rows(built: Path) -> None:
    counts: list[int] = []
    rows = verify_pools(built, counts.append).rows
    assert sum(counts) == rows


def test_a_folder_without_pools_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FolderError):
        verify_pools(tmp_path)


def cut_last_move(row: dict[str, Any]) -> None:
    row["solution"] = row["solution"][:-2]


def wrong_first_move(row: dict[str, Any]) -> None:
    row["solution"] = "ah" + row["solution"][2:]


def no_notation(row: dict[str, Any]) -> None:
    row["solution"] = "\u2660\n" + row["solution"]


ROW_FAULTS: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (cut_last_move, "its solution does not win: Cards are left after move"),
    (wrong_first_move, "its solution does not win: Move 1: Cell a is empty"),
    (no_notation, "its solution does not win: Move 1"),
    (lambda row: row.update(solution=""), "its solution does not win: Cards are left after move 0"),
    (lambda row: row.update(par=row["par"] + 1), "its par is"),
    (lambda row: row.update(effort=2**31 - 1), "its effort 2147483647 makes it hard"),
    (lambda row: row.update(effort=0), "its effort 0 is not positive"),
    (lambda row: row.update(effort=-5), "its effort -5 is not positive"),
]


@pytest.mark.parametrize("thorough", [False, True])
@pytest.mark.parametrize(("change", "text"), ROW_FAULTS)
def test_a_changed_row_is_named(
    pools: Path, change: Callable[[dict[str, Any]], object], text: str, thorough: bool
) -> None:
    deals: list[int] = []

    def change_row(rows: Rows) -> None:
        deals.append(rows[7]["deal"])
        change(rows[7])

    rewrite(pools, "easy", change_row)
    if thorough:
        rehash(pools)
    found = problems(pools)
    assert any(line.startswith(f"easy.parquet row 7 (deal {deals[0]}): ") and text in line for line in found)
    hashes = [line for line in found if "sha256" in line]
    assert hashes == [] if thorough else len(hashes) == 2


def test_rows_out_of_order_are_named(pools: Path) -> None:
    rewrite(pools, "normal", lambda rows: rows.insert(3, rows.pop(4)))
    rehash(pools)
    (line,) = problems(pools)
    assert line.startswith("normal.parquet row 4 ")
    assert line.endswith("it does not come after the deal before it")


def test_a_row_given_twice_is_named(pools: Path) -> None:
    rewrite(pools, "hard", lambda rows: rows.insert(2, rows[1]))
    rehash(pools)
    found = problems(pools)
    assert any(line.startswith("hard.parquet row 2 ") for line in found)
    assert any("counted" in line for line in found)


def test_a_row_of_another_deal_is_named(pools: Path) -> None:
    rewrite(pools, "easy", lambda rows: rows[-1].update(deal=2**31 - 1))
    rehash(pools)
    assert any("(deal 2147483647): it is not in" in line for line in problems(pools))
    rewrite(pools, "easy", lambda rows: rows[-1].update(deal=-(2**31)))
    rehash(pools)
    assert any("(deal -2147483648): it is not in" in line for line in problems(pools))


def test_a_deal_in_another_tier_is_named(pools: Path) -> None:
    moved: Rows = []
    rewrite(pools, "easy", lambda rows: moved.append(rows.pop(5)))
    rewrite(
        pools,
        "hard",
        lambda rows: rows.__setitem__(slice(None), sorted(rows + moved, key=lambda row: int(row["deal"]))),
    )
    rehash(pools)
    (line,) = problems(pools)
    assert line.startswith("hard.parquet row ")
    assert line.endswith("makes it easy")


def test_a_missing_deal_is_named(pools: Path) -> None:
    gone: Rows = []
    rewrite(pools, "easy", lambda rows: gone.append(rows.pop(0)))
    rehash(pools)
    change_manifest(pools, lambda facts: facts["counts"].update(undecided=1))
    change_manifest(pools, lambda facts: facts.update(undecided=[FIRST]))
    expected = [] if gone[0]["deal"] == FIRST else [f"deal {gone[0]['deal']} is missing"]
    found = problems(pools)
    assert [line for line in found if line.endswith("missing")] == expected


def test_a_deal_in_two_places_is_named(pools: Path) -> None:
    taken: Rows = []
    rewrite(pools, "easy", lambda rows: taken.extend((rows[3], rows.pop(4))))
    rehash(pools)
    change_manifest(pools, lambda facts: facts["counts"].update(impossible=1))
    change_manifest(pools, lambda facts: facts.update(impossible=[taken[0]["deal"]]))
    assert problems(pools) == [
        f"deal {taken[0]['deal']} is in easy.parquet and in the impossible",
        f"deal {taken[1]['deal']} is missing",
    ]


def test_small_windows_find_the_same(pools: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify_module, "WINDOW", 7)
    assert problems(pools) == []
    test_a_deal_in_two_places_is_named(pools)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda facts: facts["counts"].update(solvable=5), "are counted as solvable"),
        (lambda facts: facts["counts"].update(undecided=1), "0 undecided deals are listed, 1 counted"),
        (lambda facts: facts.update(impossible=[2, 2]), "the impossible deals are not in order"),
        (lambda facts: facts.update(undecided=[2**40]), "an undecided deal is not in"),
        (lambda facts: facts["thresholds"].update(easy=facts["thresholds"]["easy"] + 1), "by another run"),
        (lambda facts: facts.update(engine_version="9"), "by another run"),
        (lambda facts: facts["rules"].update(cells=5) or facts.update(preset=None), "by another run"),
        (lambda facts: facts["files"]["easy.parquet"].update(sha256="0" * 64), "easy.parquet: its sha256"),
        (lambda facts: facts["files"]["easy.parquet"].update(content_sha256="0"), "easy.parquet: its content_sha256"),
        (lambda facts: facts["files"]["easy.parquet"].update(rows=3), "rows, the manifest says 3"),
    ],
)
def test_a_changed_manifest_is_found(pools: Path, change: Callable[[dict[str, Any]], object], text: str) -> None:
    change_manifest(pools, change)
    assert any(text in line for line in problems(pools))


def test_other_row_groups_are_found(pools: Path) -> None:
    rewrite(pools, "easy", lambda rows: None, group=100)
    rehash(pools)
    assert problems(pools) == ["easy.parquet row group 0 has 100 rows, not 4096"]


def test_nulls_and_other_columns_are_found(pools: Path) -> None:
    path = pools / "easy.parquet"
    table = pq.read_table(path)
    fields = [field.with_nullable(True) for field in table.schema]
    solutions = pa.array([None, *table.column("solution").to_pylist()[1:]], pa.string())
    table = table.set_column(3, "solution", solutions).cast(pa.schema(fields))
    pq.write_table(table, path, store_schema=False)
    rehash_error = problems(pools)
    assert any("easy.parquet has other columns: deal int32?, effort" in line for line in rehash_error)


@pytest.mark.parametrize("tier", ["easy", "hard"])
@pytest.mark.parametrize("content", [b"", b"PAR1", b"PAR1" * 100, b"no parquet at all", None])
def test_a_file_that_is_none_is_found(pools: Path, tier: str, content: bytes | None) -> None:
    path = pools / f"{tier}.parquet"
    path.write_bytes(content) if content is not None else path.unlink()
    found = problems(pools)
    assert all(line.startswith(path.name) for line in found)
    assert any("missing" in line if content is None else "cannot be read" in line for line in found)


@pytest.mark.parametrize("keep", [0.2, 0.5, 0.9, 0.999])
def test_a_file_cut_short_is_found(pools: Path, keep: float) -> None:
    path = pools / "normal.parquet"
    content = path.read_bytes()
    path.write_bytes(content[: int(keep * len(content))])
    assert any(line.startswith("normal.parquet cannot be read") for line in problems(pools))


@pytest.mark.parametrize("where", [0.01, 0.1, 0.5, 0.9])
def test_a_flipped_bit_is_found(pools: Path, where: float) -> None:
    path = pools / "easy.parquet"
    content = bytearray(path.read_bytes())
    content[int(where * len(content))] ^= 16
    path.write_bytes(content)
    assert any(line.startswith("easy.parquet: its sha256") for line in problems(pools))


def test_many_problems_are_bounded(pools: Path) -> None:
    rewrite(pools, "easy", lambda rows: list(map(cut_last_move, rows)))
    rehash(pools)
    found = problems(pools)
    assert len(found) == MAX_PROBLEMS + 1
    assert [line.split()[2] for line in found[:MAX_PROBLEMS]] == ["0", "1", "2", "3", "4"]
    assert found[-1] == "easy.parquet: more problems, not listed"


def test_rows_of_a_file_written_by_another_program_are_named_too(pools: Path) -> None:
    path = pools / "normal.parquet"
    table = pq.read_table(path)
    rows = table.to_pylist()
    rows[2]["effort"] = 1
    table = pa.Table.from_pylist(rows, schema=table.schema.remove_metadata())
    pq.write_table(table, path, row_group_size=7, use_dictionary=["effort"], compression="zstd")
    found = problems(pools)
    assert any(f"normal.parquet row 2 (deal {rows[2]['deal']})" in line for line in found), found


def test_a_provenance_that_is_no_json_is_found(pools: Path) -> None:
    path = pools / "easy.parquet"
    table = pq.read_table(path)
    with path.open("wb") as sink, open_writer(sink, table.schema) as writer:
        writer.write_table(table, row_group_size=ROW_GROUP)
        writer.add_key_value_metadata({METADATA_KEY: "{"})
    rehash(pools)
    assert any(problem.startswith("easy.parquet") for problem in verify_pools(pools).problems)
