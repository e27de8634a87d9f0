"""The JavaScript reader gives what the files hold, wins with it, and fetches no more than it needs."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from browser import PROJECT, call_module
from built_games import GAMES
from forgery import change_manifest
from freecell_pools.pools.schema import open_writer, pool_schema
from freecell_pools.pools.tiers import TIERS
from range_server import RangeServer, serving

if TYPE_CHECKING:
    from playwright.sync_api import Page

READ = "/tests/pools/web/read_rows.js"
ROWS = 200
PUBLISHED = ["freecell", "bakers-game"]


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("rules", GAMES)
def test_random_rows_replay_to_a_win(page: "Page", server: RangeServer, games: Path, rules: str, tier: str) -> None:
    server.folders["/games"] = games
    assert_rows_win(page, games / rules, f"/games/{rules}", tier)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("name", PUBLISHED)
def test_random_rows_of_the_published_pools_replay_to_a_win(page: "Page", name: str, tier: str) -> None:
    assert_rows_win(page, PROJECT / "pools" / "data" / name, f"/pools/data/{name}", tier)


def assert_rows_win(page: "Page", folder: Path, address: str, tier: str) -> None:
    rows = pq.read_table(folder / f"{tier}.parquet").to_pylist()
    assert len(rows) >= ROWS
    chosen = random.Random(f"{address} {tier}").sample(range(len(rows)), ROWS)
    for index, replayed in zip(chosen, call_module(page, READ, "replayRows", address, tier, chosen), strict=True):
        assert replayed == {"row": rows[index], "moves": rows[index]["par"], "won": True}


def test_deals_are_found_by_number(page: "Page", server: RangeServer, games: Path) -> None:
    server.folders["/games"] = games
    where: dict[int, dict[str, Any]] = {}
    for tier in TIERS:
        for row in pq.read_table(games / "bakers-game" / f"{tier}.parquet").to_pylist():
            where[row["deal"]] = {"tier": tier, "row": row}
    deals = list(range(1, 301))
    found = call_module(page, READ, "findDeals", "/games/bakers-game", deals)
    assert found == [where.get(deal) for deal in deals]
    assert 200 < len(found) - found.count(None) < 300


def test_cells_needed_where_the_pools_have_it(page: "Page", server: RangeServer, built_with_cells: Path) -> None:
    server.folders["/cells"] = built_with_cells
    deals = list(range(600, 700))
    found = call_module(page, READ, "findDeals", "/cells", deals)
    assert {each["row"]["cells_needed"] for each in found} >= {1, 2, 3}
    assert found[17]["row"]["cells_needed"] == 4


FIRST, STEP, GROUP, GROUPS = 2**32 - 9000, 3, 1000, 6


@pytest.fixture
def large(server: RangeServer, tmp_path: Path) -> Iterator[pq.FileMetaData]:
    """A file at `/large/file.parquet` of six row groups with every third deal on both sides of 2^32."""
    schema = pool_schema(2**33)
    numbers = [FIRST + STEP * row for row in range(GROUP * GROUPS)]
    filler = random.Random(1)
    rows = [
        {"deal": n, "effort": row, "par": row % 90, "solution": f"{filler.getrandbits(800):x}"}
        for row, n in enumerate(numbers)
    ]
    with (tmp_path / "file.parquet").open("wb") as sink, open_writer(sink, schema) as writer:
        writer.write_table(pa.Table.from_pylist(rows, schema), row_group_size=GROUP)
    server.folders["/large"] = tmp_path
    server.requests.clear()
    yield pq.read_metadata(tmp_path / "file.parquet")
    del server.folders["/large"]


def fetched(server: RangeServer) -> list[tuple[int, int]]:
    """Return the spans of the file that were sent, in order."""
    requests = [request for request in server.requests if request.path == "/large/file.parquet"]
    assert all(request.status == (200 if request.method == "HEAD" else 206) for request in requests)
    return [request.span for request in requests if request.span]


def span_of(metadata: pq.FileMetaData, group: int, columns: range) -> tuple[int, int]:
    chunks = [metadata.row_group(group).column(column) for column in columns]
    starts = [chunk.dictionary_page_offset or chunk.data_page_offset for chunk in chunks]
    return min(starts), max(s + chunk.total_compressed_size for s, chunk in zip(starts, chunks, strict=True))


def test_only_the_row_group_of_a_deal_is_fetched(
    page: "Page", server: RangeServer, large: pq.FileMetaData, tmp_path: Path
) -> None:
    deal = FIRST + STEP * (3 * GROUP + 17)
    (row,) = call_module(page, READ, "findInFile", "/large/file.parquet", [deal])
    assert (row["deal"], row["effort"], row["par"]) == (deal, 3 * GROUP + 17, (3 * GROUP + 17) % 90)
    size = (tmp_path / "file.parquet").stat().st_size
    footer, *groups = fetched(server)
    assert footer == (size - 2**14, size)
    first, last = span_of(large, 3, range(4))
    assert groups[0] == span_of(large, 3, range(1))
    assert all(first <= start < end <= last for start, end in groups)
    assert sum(end - start for start, end in groups) < size / 4


def test_a_deal_that_is_not_there_costs_its_column_of_numbers_at_most(
    page: "Page", server: RangeServer, large: pq.FileMetaData
) -> None:
    last = FIRST + STEP * (GROUP * GROUPS - 1)
    absent = [FIRST - 1, FIRST + 1, last + 1]
    assert call_module(page, READ, "findInFile", "/large/file.parquet", absent) == [None] * 3
    assert fetched(server)[1:] == [span_of(large, 0, range(1))]


def test_the_edges_of_row_groups_are_found(page: "Page", large: pq.FileMetaData) -> None:
    edges = [row for group in range(GROUPS) for row in (group * GROUP, group * GROUP + GROUP - 1)]
    deals = [FIRST + STEP * row for row in edges]
    for function, wanted in (("findInFile", deals), ("rowsOfFile", edges)):
        rows = call_module(page, READ, function, "/large/file.parquet", wanted)
        assert [(row["deal"], row["effort"]) for row in rows] == list(zip(deals, edges, strict=True))


def test_a_row_group_is_fetched_once(page: "Page", server: RangeServer, large: pq.FileMetaData) -> None:
    call_module(page, READ, "rowsOfFile", "/large/file.parquet", [5, 6, 999])
    once = fetched(server)
    server.requests.clear()
    call_module(page, READ, "rowsOfFile", "/large/file.parquet", [5])
    assert once == fetched(server)


def test_a_server_without_ranges_will_do(page: "Page", games: Path) -> None:
    with serving({"": PROJECT, "/games": games}, ranges=False) as plain:
        page.goto(f"{plain.url}/tests/support/blank.html")
        (replayed,) = call_module(page, READ, "replayRows", "/games/freecell", "easy", [7])
        assert replayed["won"]
        read = {request.status for request in plain.requests if request.path.endswith(".parquet")}
        assert read == {200}


def test_what_is_no_pool_is_said(page: "Page", server: RangeServer, games: Path, tmp_path: Path) -> None:
    server.folders["/forged"] = tmp_path

    def error(change: Any, *arguments: Any) -> Any:
        shutil.copytree(games / "freecell", tmp_path / "pool")
        change(tmp_path / "pool")
        message = call_module(page, READ, "errorOf", "/forged/pool", *arguments)
        shutil.rmtree(tmp_path / "pool")
        return message

    assert error(lambda pool: None) == ""
    assert error(lambda pool: (pool / "manifest.json").unlink()).startswith("NoPool: There are no pools at http")
    newer = error(lambda pool: change_manifest(pool, lambda facts: facts.update(schema_version=2)))
    assert "a format or a numbering that this reader does not know" in newer
    other = error(lambda pool: change_manifest(pool, lambda facts: facts["rules"].update(build="by-colour")))
    assert other == 'RangeError: build: "by-colour" is no known rule'
    short = error(lambda pool: (pool / "easy.parquet").write_bytes(b"PAR1 cut short"), "easy", 0)
    assert short == "Error: parquet file invalid (footer != PAR1)"
    assert error(lambda pool: (pool / "easy.parquet").unlink(), "easy", 0) == "Error: fetch head failed 404"
    assert error(lambda pool: None, "easy", 10**6).startswith("RangeError: there is no row 1000000 among")
