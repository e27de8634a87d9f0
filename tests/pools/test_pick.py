"""Which rows a seed or a date picks, and their deals."""

import datetime
import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from forgery import rehash, rewrite
from freecell_pools.pools.errors import FolderError, PoolError
from freecell_pools.pools.pick import number_of_date, number_of_seed, parse_date, pick, pick_rows
from freecell_pools.pools.schema import METADATA_KEY, ROW_GROUP, open_writer
from hypothesis import given
from hypothesis import strategies as st


def fill(rows: list[dict[str, Any]]) -> None:
    rows[:] = [{**rows[0], "deal": 3 * row + 1} for row in range(9000)]


@pytest.fixture
def many_rows(built: Path, tmp_path: Path) -> Path:
    """Pools with three row groups of easy deals, and no hard deals."""
    folder = Path(shutil.copytree(built, tmp_path / "many-rows"))
    rewrite(folder, "easy", fill)
    rewrite(folder, "hard", list.clear)
    rehash(folder)
    return folder


@given(st.integers(1, 3000), st.integers(0, 2**32))
def test_as_many_picks_as_rows_are_all_rows(rows: int, number: int) -> None:
    assert sorted(pick_rows(number, rows, rows)) == list(range(rows))


@given(st.integers(2, 2**33), st.integers(0, 2**32), st.data())
def test_picks_of_the_next_number_begin_with_the_second(rows: int, number: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(2, min(rows, 50)))
    picks = pick_rows(number, count, rows)
    assert len(set(picks)) == count
    assert all(0 <= row < rows for row in picks)
    assert pick_rows(number + 1, count - 1, rows) == picks[1:]


@pytest.mark.parametrize(("count", "rows"), [(0, 5), (6, 5), (1, 0)])
def test_too_few_rows(count: int, rows: int) -> None:
    with pytest.raises(ValueError, match="cannot be picked"):
        pick_rows(1, count, rows)


def test_days_go_on_without_a_repeat_and_over_the_whole_file() -> None:
    rows = 12809
    days = [pick_rows(number_of_date(datetime.date(2026, 1, 1)) + day, 1, rows)[0] for day in range(rows)]
    assert len(set(days)) == rows
    for start in range(0, 3650, 30):
        tenths = Counter(10 * row // rows for row in days[start : start + 30])
        assert sorted(tenths) == list(range(10))
        assert max(tenths.values()) <= 4


# The published vectors of FNV-1a with 32 bits: http://www.isthe.com/chongo/src/fnv/test_fnv.c
@pytest.mark.parametrize(("seed", "number"), [("", 0x811C9DC5), ("a", 0xE40C292C), ("foobar", 0xBF9CF968)])
def test_seeds_are_hashed_by_fnv_1a(seed: str, number: int) -> None:
    assert number_of_seed(seed) == number


@pytest.mark.parametrize("rows", [97, 1000, 4096, 12809])
def test_seeds_spread_evenly(rows: int) -> None:
    seeds = 20 * 100
    hundredths = Counter(100 * pick_rows(number_of_seed(str(seed)), 1, rows)[0] // rows for seed in range(seeds))
    chi_square = sum((hundredths[part] - 20) ** 2 / 20 for part in range(100))
    assert chi_square < 180, "99 degrees of freedom: chance exceeds 180 once in a million times"


@pytest.mark.parametrize(("text", "number"), [("1970-01-01", 0), ("2000-02-29", 11016), ("9999-12-31", 2932896)])
def test_dates_are_counted_in_days(text: str, number: int) -> None:
    assert number_of_date(parse_date(text)) == number


@pytest.mark.parametrize(
    "text",
    ["", "today", "2026-11-31", "2027-02-29", "20261130", "2026-W48-1", "2026-1-1", "2026-11-30 ", "\u0662026-11-30"],
)
def test_no_date(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no date such as 2026-11-30$"):
        parse_date(text)


def test_no_deals_before_1970() -> None:
    with pytest.raises(ValueError, match="1969-12-31 is before 1970-01-01"):
        parse_date("1969-12-31")


@pytest.mark.parametrize("tier", ["easy", "normal", "hard"])
def test_the_deals_are_those_of_the_rows(built: Path, tier: str) -> None:
    table = pq.read_table(built / f"{tier}.parquet").to_pylist()
    picked = pick(built, tier, 20787, len(table))
    assert [deal.row for deal in picked] == pick_rows(20787, len(table), len(table))
    assert sorted(deal.row for deal in picked) == list(range(len(table)))
    for deal in picked:
        row = table[deal.row]
        assert (deal.deal, deal.effort, deal.par, deal.solution) == tuple(row.values())
        assert deal.cells_needed is None


def test_cells_needed_is_told_where_it_is_known(built_with_cells: Path, tmp_path: Path) -> None:
    cells = {row["deal"]: row["cells_needed"] for row in pq.read_table(built_with_cells / "hard.parquet").to_pylist()}
    for deal in pick(built_with_cells, "hard", 1, len(cells)):
        assert deal.cells_needed == cells[deal.deal]
    folder = Path(shutil.copytree(built_with_cells, tmp_path / "pools"))
    rewrite(folder, "hard", lambda rows: [row.update(cells_needed=-1) for row in rows])
    assert pick(folder, "hard", 1)[0].cells_needed is None


def test_rows_of_large_tiers_are_read_from_their_row_groups(many_rows: Path) -> None:
    table = pq.read_table(many_rows / "easy.parquet").column("deal").to_pylist()
    assert pq.ParquetFile(many_rows / "easy.parquet").num_row_groups == 3
    for number in (5, 6, 7):
        picked = pick(many_rows, "easy", number, 4)
        assert [deal.deal for deal in picked] == [table[row] for row in pick_rows(number, 4, len(table))]
    everything = pick(many_rows, "easy", 5, len(table))
    assert [deal.deal for deal in everything] == [table[row] for row in pick_rows(5, len(table), len(table))]


def test_picks_from_the_first_rows_stay_when_the_range_grows(many_rows: Path) -> None:
    table = pq.read_table(many_rows / "easy.parquet").column("deal").to_pylist()
    before = [table[:5000][row] for row in pick_rows(77, 6, 5000)]
    assert [deal.deal for deal in pick(many_rows, "easy", 77, 6, rows=5000)] == before
    assert [deal.deal for deal in pick(many_rows, "easy", 77, 6)] != before


def test_too_few_deals(built: Path, many_rows: Path) -> None:
    rows = json.loads((built / "manifest.json").read_text())["files"]["hard.parquet"]["rows"]
    with pytest.raises(FolderError, match=f"has {rows} hard deals; {rows + 1} of {rows} cannot be picked"):
        pick(built, "hard", 1, rows + 1)
    with pytest.raises(FolderError, match=f"has {rows} hard deals; 3 of 2 cannot be picked"):
        pick(built, "hard", 1, 3, rows=2)
    with pytest.raises(FolderError, match=f"has {rows} hard deals, not {rows + 1} to pick from"):
        pick(built, "hard", 1, 1, rows=rows + 1)
    with pytest.raises(FolderError, match="has no hard deals"):
        pick(many_rows, "hard", 1)


def test_damaged_pools(built: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(built, tmp_path / "pools"))
    (folder / "easy.parquet").write_bytes((folder / "easy.parquet").read_bytes()[:-3000])
    with pytest.raises(PoolError, match=r"easy\.parquet cannot be read"):
        pick(folder, "easy", 1)
    page = pq.read_metadata(built / "easy.parquet").row_group(0).column(0).data_page_offset
    content = bytearray((built / "easy.parquet").read_bytes())
    content[page + 100] ^= 1
    (folder / "easy.parquet").write_bytes(content)
    with pytest.raises(PoolError, match="cannot be read from row 0 on: "):
        pick(folder, "easy", 1)
    (folder / "easy.parquet").unlink()
    with pytest.raises(PoolError, match=r"easy\.parquet is missing"):
        pick(folder, "easy", 1)


def test_a_solution_that_is_no_text(built: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(built, tmp_path / "pools"))
    path = folder / "easy.parquet"
    with pq.ParquetFile(path) as file:
        table, metadata = file.read(), file.metadata.metadata
    texts = pa.array([b"\xff"] * table.num_rows, pa.binary()).view(pa.string())
    table = table.set_column(table.schema.get_field_index("solution"), table.schema.field("solution"), texts)
    with path.open("wb") as sink, open_writer(sink, table.schema) as writer:
        writer.write_table(table, row_group_size=ROW_GROUP)
        writer.add_key_value_metadata({METADATA_KEY: metadata[METADATA_KEY]})
    with pytest.raises(PoolError, match="the easy deals cannot be read: "):
        pick(folder, "easy", 1)
