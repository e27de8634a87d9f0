"""Cutting a range into shards; making, reading and refusing shards."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from fake_rating import fake_ratings
from freecell_pools.pools import panel, shards
from freecell_pools.pools.errors import PoolError
from freecell_pools.pools.schema import open_writer
from freecell_pools.pools.shards import (
    LARGE_RUN,
    LARGE_SHARD_DEALS,
    SHARD_DEALS,
    Span,
    Tally,
    make_shard,
    read_shard,
    shard_path,
    shard_spans,
)
from freecell_pools.solver.game.rules import Rules
from hypothesis import given
from hypothesis import strategies as st

SPAN = Span(2**33 - 500, 2**33 - 1)
RULES = Rules()


@given(st.integers(1, 2**33 - 1), st.integers(0, 10 * SHARD_DEALS))
def test_spans_cover_the_range_and_end_at_multiples(first: int, more: int) -> None:
    last = min(first + more, 2**33 - 1)
    spans = list(shard_spans(first, last))
    assert spans[0].first == first
    assert spans[-1].last == last
    assert all(one.last + 1 == two.first and one.last % SHARD_DEALS == 0 for one, two in pairwise(spans))
    assert all(0 <= span.last - span.first < SHARD_DEALS for span in spans)


@pytest.mark.parametrize(("deals", "size"), [(LARGE_RUN, SHARD_DEALS), (LARGE_RUN + 1, LARGE_SHARD_DEALS)])
def test_a_large_run_has_large_shards(deals: int, size: int) -> None:
    spans = list(shard_spans(501, 500 + deals))
    assert spans[0] == Span(501, size)
    assert spans[1] == Span(size + 1, 2 * size)
    assert spans[-1].last == 500 + deals


@pytest.fixture
def shard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("freecell_pools.pools.rating.rate_deals", fake_ratings)
    assert make_shard(tmp_path, RULES, SPAN) == Tally(solvable=500, impossible=0, undecided=0)
    return shard_path(tmp_path, SPAN)


def test_a_shard_is_read_as_it_was_made(shard: Path) -> None:
    table = read_shard(shard.parent, RULES, SPAN)
    assert table.column("deal").to_pylist() == list(range(SPAN.first, SPAN.last + 1))
    assert table.column("solution")[0].as_py() == f"solution of {SPAN.first}"
    assert [path.name for path in shard.parent.iterdir()] == [shard.name]


def test_the_same_shard_has_the_same_bytes(shard: Path) -> None:
    before = shard.read_bytes()
    make_shard(shard.parent, RULES, SPAN)
    assert shard.read_bytes() == before


def test_a_missing_shard_is_not_a_damaged_one(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_shard(tmp_path, RULES, SPAN)


@pytest.mark.parametrize("keep", [0, 3, 100, -200, -1])
def test_a_truncated_shard_is_refused(shard: Path, keep: int) -> None:
    shard.write_bytes(shard.read_bytes()[:keep])
    with pytest.raises(PoolError, match="damaged"):
        read_shard(shard.parent, RULES, SPAN)


@pytest.mark.parametrize("where", [0.1, 0.3, 0.5, 0.7])
def test_a_flipped_bit_is_refused(shard: Path, where: float) -> None:
    content = bytearray(shard.read_bytes())
    content[int(len(content) * where)] ^= 4
    shard.write_bytes(content)
    with pytest.raises(PoolError):
        read_shard(shard.parent, RULES, SPAN)


def test_a_rewritten_value_is_refused(shard: Path) -> None:
    with pq.ParquetFile(shard) as file:
        table, metadata = file.read(), file.metadata.metadata
    effort = pa.array([1, *table.column("effort").to_pylist()[1:]], pa.int32())
    table = table.set_column(2, table.schema.field("effort"), effort)
    with shard.open("wb") as file, open_writer(file, table.schema) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata(metadata)
    with pytest.raises(PoolError, match="content"):
        read_shard(shard.parent, RULES, SPAN)


def test_a_shard_of_other_rules_is_refused(shard: Path) -> None:
    with pytest.raises(PoolError, match="another run"):
        read_shard(shard.parent, Rules(cells=3), SPAN)


def test_a_shard_of_another_span_is_refused(shard: Path) -> None:
    other = Span(SPAN.first - 1000, SPAN.last - 1000)
    shard.rename(shard_path(shard.parent, other))
    with pytest.raises(PoolError, match="another run"):
        read_shard(shard.parent, RULES, other)


def test_a_shard_of_another_engine_is_refused(shard: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "engine_fingerprint", lambda: "another")
    with pytest.raises(PoolError, match="another run"):
        read_shard(shard.parent, RULES, SPAN)


def test_a_shard_of_another_panel_is_refused(shard: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel, "PANEL", panel.PANEL._replace(version=99))
    with pytest.raises(PoolError, match="another run"):
        read_shard(shard.parent, RULES, SPAN)


def test_a_parquet_file_from_elsewhere_is_refused(shard: Path) -> None:
    pq.write_table(pa.table({"a": [1]}), shard)
    with pytest.raises(PoolError, match="other columns"):
        read_shard(shard.parent, RULES, SPAN)


def test_provenance_names_what_the_shard_was_made_of(shard: Path) -> None:
    with pq.ParquetFile(shard) as file:
        about = json.loads(file.metadata.metadata[b"freecell-pools"])
    assert about["first"] == SPAN.first
    assert about["rules"]["cells"] == 4
    assert about["cells_needed"] is False
    assert set(about) == {
        "cells_needed",
        "content_sha256",
        "engine",
        "first",
        "last",
        "panel_version",
        "rules",
        "schema_version",
    }


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"deal": np.arange(1, 501)}, "other deals"),
        ({"verdict": np.full(500, 3, np.int8)}, "other verdicts"),
        ({"verdict": np.array([-1, *[1] * 499], np.int8)}, "other verdicts"),
    ],
)
def test_a_shard_of_wrong_rows_is_refused_though_its_hash_fits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], complaint: str
) -> None:
    ratings = fake_ratings(*SPAN, RULES)
    vars(ratings).update(change)
    monkeypatch.setattr("freecell_pools.pools.rating.rate_deals", lambda *_, **__: ratings)
    monkeypatch.setattr(shards, "count_verdicts", lambda verdicts: Tally())
    make_shard(tmp_path, RULES, SPAN)
    with pytest.raises(PoolError, match=complaint):
        read_shard(tmp_path, RULES, SPAN)


def test_a_shard_of_several_row_groups_is_refused(shard: Path) -> None:
    with pq.ParquetFile(shard) as file:
        table, metadata = file.read(), file.metadata.metadata
    with shard.open("wb") as file, open_writer(file, table.schema) as writer:
        writer.write_table(table, row_group_size=100)
        writer.add_key_value_metadata(metadata)
    with pytest.raises(PoolError, match="other deals"):
        read_shard(shard.parent, RULES, SPAN)
