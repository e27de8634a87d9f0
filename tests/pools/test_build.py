"""Building pools from made-up ratings: resume, refusals, failures, and the shape of the files."""

import hashlib
import json
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow.parquet as pq
import pytest
from build_runs import contents
from fake_rating import fake_ratings, fake_verdict
from freecell_pools.pools import assemble as assemble_module
from freecell_pools.pools.atomic import replacing
from freecell_pools.pools.build import LOCK, MAX_FAILURES_IN_A_ROW, Built, build_pools
from freecell_pools.pools.content_hash import content_hash
from freecell_pools.pools.errors import FolderError, PoolError
from freecell_pools.pools.ledger import FOLDER
from freecell_pools.pools.lock import locked
from freecell_pools.pools.reader import open_pools
from freecell_pools.pools.run import Run
from freecell_pools.pools.schema import pool_schema, provenance
from freecell_pools.pools.shards import Span, Tally, shard_path, shard_spans
from freecell_pools.pools.tasks import MAX_DEATHS
from freecell_pools.pools.tiers import TIERS, Cuts, tier_of
from freecell_pools.pools.workers import own_process
from freecell_pools.solver.game.rules import Rules
from freecell_pools.solver.verdict import IMPOSSIBLE, SOLVABLE, UNDECIDED

CUTS = Cuts(easy=80, normal=160)
Setting = partial(Run, rules=Rules(), cuts=CUTS, panel_version=1)
RUN = Setting(1, 12345)
FILES = {"easy.parquet", "hard.parquet", "manifest.json", "normal.parquet"}


class Rating:
    """Made-up ratings that note which spans were asked for, and can be told to fail."""

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self.errors: dict[int, BaseException] = {}

    def __call__(self, first: int, last: int, rules: Rules, *, cells_needed: bool = False) -> SimpleNamespace:
        self.spans.append(Span(first, last))
        if first in self.errors:
            raise self.errors[first]
        return fake_ratings(first, last, rules, cells_needed=cells_needed)


@pytest.fixture
def rating(monkeypatch: pytest.MonkeyPatch) -> Rating:
    made_up = Rating()
    monkeypatch.setattr("freecell_pools.pools.rating.rate_deals", made_up)
    return made_up


def build(run: Run, out: Path, **more: Any) -> Built:
    return build_pools(run, out, own_process, 2, **more)


def test_a_build_leaves_the_pools_and_nothing_else(rating: Rating, tmp_path: Path) -> None:
    out = tmp_path / "new" / "folder"
    built = build(RUN, out)
    assert not built.already
    assert set(contents(out)) == FILES
    assert open_pools(out).manifest == built.manifest


def test_every_deal_is_where_it_belongs(rating: Rating, tmp_path: Path) -> None:
    manifest = build(RUN, tmp_path).manifest
    deals = range(RUN.first, RUN.last + 1)
    assert manifest.impossible == tuple(deal for deal in deals if fake_verdict(deal) == IMPOSSIBLE)
    assert manifest.undecided == tuple(deal for deal in deals if fake_verdict(deal) == UNDECIDED)
    ratings = fake_ratings(RUN.first, RUN.last, RUN.rules)
    solved = ratings.verdict == SOLVABLE
    for index, tier in enumerate(TIERS):
        wanted = solved & (tier_of(ratings.effort, CUTS) == index)
        with pq.ParquetFile(tmp_path / f"{tier}.parquet", page_checksum_verification=True) as file:
            table, footer = file.read(), file.metadata
        assert table.schema.equals(pool_schema(RUN.last))
        assert table.column("deal").to_pylist() == ratings.deal[wanted].tolist()
        assert table.column("effort").to_pylist() == ratings.effort[wanted].tolist()
        assert table.column("solution")[-1].as_py() == f"solution of {table.column('deal')[-1]}"
        groups = [footer.row_group(group).num_rows for group in range(footer.num_row_groups)]
        assert groups == [4096] * (table.num_rows // 4096) + [table.num_rows % 4096]
        assert json.loads(footer.metadata[b"freecell-pools"]) == provenance(RUN, tier)
        facts = manifest.files[tier]
        assert facts.rows == table.num_rows
        assert facts.content_sha256 == content_hash(table)
        assert facts.sha256 == hashlib.sha256((tmp_path / f"{tier}.parquet").read_bytes()).hexdigest()
    assert manifest.counts == Tally(int(solved.sum()), len(manifest.impossible), len(manifest.undecided))


def test_the_bytes_do_not_depend_on_the_size_of_shards(
    rating: Rating, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(RUN, tmp_path / "usual")
    monkeypatch.setattr("freecell_pools.pools.shards.SHARD_DEALS", 3500)
    build(RUN, tmp_path / "other")
    assert len(rating.spans) == 13 + 4
    assert contents(tmp_path / "usual") == contents(tmp_path / "other")


def test_a_tier_may_be_empty(rating: Rating, tmp_path: Path) -> None:
    manifest = build(Setting(1, 50), tmp_path).manifest
    assert [manifest.files[tier].rows for tier in TIERS] == [48, 0, 0]
    assert [table.num_rows for _, table in open_pools(tmp_path).row_groups("hard")] == []


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_a_file_of_about_one_row_group(rating: Rating, tmp_path: Path, more: int) -> None:
    solved = [deal for deal in range(1, 6000) if fake_verdict(deal) == SOLVABLE]
    build(Setting(1, solved[4095 + more], cuts=Cuts(1000, 2000)), tmp_path)
    groups = [table.num_rows for _, table in open_pools(tmp_path).row_groups("easy")]
    assert groups == {-1: [4095], 0: [4096], 1: [4096, 1]}[more]


def test_deals_past_2_31_are_int64(rating: Rating, tmp_path: Path) -> None:
    build(Setting(2**31 - 1000, 2**31), tmp_path)
    (_, table), *_ = open_pools(tmp_path).row_groups("easy")
    assert str(table.schema.field("deal").type) == "int64"
    assert table.column("deal").to_pylist()[-1] <= 2**31


def test_progress_counts_every_deal_once(rating: Rating, tmp_path: Path) -> None:
    seen: list[tuple[Tally, Tally]] = []
    build(RUN, tmp_path, progress=lambda done, resumed: seen.append((done, resumed)))
    totals = [sum(done) for done, _ in seen]
    assert totals == sorted(totals)
    assert totals[0] == 0
    assert totals[-1] == RUN.deals
    assert {resumed for _, resumed in seen} == {Tally()}


def test_building_again_finds_everything_done(rating: Rating, tmp_path: Path) -> None:
    first = build(RUN, tmp_path)
    before = contents(tmp_path)
    rating.spans.clear()
    again = build(RUN, tmp_path)
    assert again.already
    assert again.manifest == first.manifest
    assert not rating.spans
    assert contents(tmp_path) == before


def test_resuming_makes_only_what_is_missing_and_gives_the_same_bytes(rating: Rating, tmp_path: Path) -> None:
    build(RUN, tmp_path / "whole")
    rating.errors[5001] = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        build(RUN, tmp_path / "resumed")
    assert (tmp_path / "resumed" / FOLDER).is_dir()
    assert not (tmp_path / "resumed" / LOCK).exists()
    rating.errors.clear()
    rating.spans.clear()
    seen: list[tuple[Tally, Tally]] = []
    build(RUN, tmp_path / "resumed", progress=lambda done, resumed: seen.append((done, resumed)))
    assert Span(5001, 6000) in rating.spans
    assert Span(1, 1000) not in rating.spans
    assert sum(seen[0][0]) == sum(seen[0][1]) >= 4000
    assert contents(tmp_path / "resumed") == contents(tmp_path / "whole")


def test_a_tampered_shard_is_made_again_and_named(rating: Rating, tmp_path: Path) -> None:
    build(RUN, tmp_path / "whole")
    rating.errors[12001] = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        build(RUN, tmp_path / "other")
    rating.errors.clear()
    rating.spans.clear()
    shard = shard_path(tmp_path / "other" / FOLDER, Span(3001, 4000))
    shard.write_bytes(shard.read_bytes()[:-50])
    lines: list[str] = []
    build(RUN, tmp_path / "other", warn=lines.append)
    assert lines == ["shard 3001-4000: it is damaged: made again"]
    assert Span(3001, 4000) in rating.spans
    assert contents(tmp_path / "other") == contents(tmp_path / "whole")


def test_a_failed_shard_is_named_and_the_rest_is_finished(rating: Rating, tmp_path: Path) -> None:
    rating.errors = {first: ValueError("too large") for first in (2001, 4001)}
    with pytest.raises(PoolError, match=r"all shards are finished but 2001-3000 \(ValueError: too large\), 4001"):
        build(RUN, tmp_path)
    assert {first for first, _ in rating.spans} == {1 + 1000 * index for index in range(13)}
    assert not FILES & {path.name for path in tmp_path.iterdir()}
    rating.errors.clear()
    rating.spans.clear()
    assert build(RUN, tmp_path).manifest.counts != Tally()
    assert [first for first, _ in rating.spans] == [2001, 4001]


def test_the_named_shards_are_bounded(rating: Rating, tmp_path: Path) -> None:
    rating.errors = {1 + 1000 * index: ValueError("bad") for index in range(13)}
    with pytest.raises(PoolError, match="8 more: the same command tries these again"):
        build(RUN, tmp_path)


def test_a_machine_on_which_no_shard_can_be_made_is_given_up(rating: Rating, tmp_path: Path) -> None:
    run = Setting(1, 3000 * MAX_FAILURES_IN_A_ROW)
    rating.errors = {span.first: MemoryError() for span in shard_spans(run.first, run.last)}
    with pytest.raises(PoolError, match=r"given up after 20 shards failed in a row: 1-1000 \(its worker was out of m"):
        build(run, tmp_path)
    assert len(set(rating.spans)) <= MAX_FAILURES_IN_A_ROW + 2
    assert len(rating.spans) <= MAX_DEATHS * (MAX_FAILURES_IN_A_ROW + 2)


def test_failures_with_successes_between_are_not_given_up(rating: Rating, tmp_path: Path) -> None:
    run = Setting(1, 4000 * MAX_FAILURES_IN_A_ROW)
    rating.errors = {1 + 2000 * index: ValueError("bad") for index in range(2 * MAX_FAILURES_IN_A_ROW)}
    with pytest.raises(PoolError, match=f"all shards are finished but .* {2 * MAX_FAILURES_IN_A_ROW - 5} more"):
        build(run, tmp_path)
    assert len(rating.spans) == 4 * MAX_FAILURES_IN_A_ROW


def test_a_shard_that_found_no_memory_is_tried_again(
    rating: Rating, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []

    def short_of_memory(first: int, last: int, rules: Rules, *, cells_needed: bool = False) -> SimpleNamespace:
        tries.append(first)
        if first == 2001 and tries.count(first) < MAX_DEATHS:
            raise MemoryError
        return fake_ratings(first, last, rules, cells_needed=cells_needed)

    monkeypatch.setattr("freecell_pools.pools.rating.rate_deals", short_of_memory)
    assert not build(RUN, tmp_path).already
    assert tries.count(2001) == MAX_DEATHS
    assert len(tries) == 13 + MAX_DEATHS - 1


@pytest.mark.parametrize(
    ("other", "named"),
    [
        (Setting(1, 12346), "deals"),
        (Setting(1, 12345, rules=Rules(cells=3)), "rules"),
        (Setting(1, 12345, cuts=Cuts(80, 161)), "thresholds"),
        (Setting(1, 12345, panel_version=2), "panel_version"),
        (Setting(1, 12345, engine_version="0.0"), "engine_version"),
    ],
)
def test_another_runs_pools_are_refused(rating: Rating, tmp_path: Path, other: Run, named: str) -> None:
    build(RUN, tmp_path)
    before = contents(tmp_path)
    with pytest.raises(FolderError, match=f"holds pools with other {named}"):
        build(other, tmp_path)
    assert contents(tmp_path) == before


def test_damaged_pools_are_not_called_complete(rating: Rating, tmp_path: Path) -> None:
    build(RUN, tmp_path)
    whole = contents(tmp_path)
    (tmp_path / "hard.parquet").write_bytes(whole["hard.parquet"][:-1])
    with pytest.raises(PoolError, match=r"hard.parquet: its sha256 .* delete .*manifest.json to build anew"):
        build(RUN, tmp_path)
    (tmp_path / "manifest.json").unlink()
    build(RUN, tmp_path)
    assert contents(tmp_path) == whole


def test_a_second_build_at_once_is_refused(rating: Rating, tmp_path: Path) -> None:
    with locked(tmp_path / LOCK), pytest.raises(PoolError, match="another build is at work"):
        build(RUN, tmp_path)


def test_a_full_disk_while_solving_is_one_line_and_can_be_resumed(rating: Rating, tmp_path: Path) -> None:
    rating.errors[3001] = OSError(28, "No space left on device")
    with pytest.raises(PoolError, match=r"No space left on device .*the same command goes on"):
        build(RUN, tmp_path)
    rating.errors.clear()
    build(RUN, tmp_path)
    assert set(contents(tmp_path)) == FILES


@pytest.mark.parametrize("name", ["easy.parquet", "manifest.json"])
def test_a_full_disk_while_assembling_leaves_no_half_file(
    rating: Rating, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def full(path: Path, scratch: Path) -> Any:
        if path.name == name:
            raise OSError(28, "No space left on device", str(path))
        return replacing(path, scratch)

    monkeypatch.setattr(assemble_module, "replacing", full)
    with pytest.raises(PoolError, match=rf"No space left on device .*{name}"):
        build(RUN, tmp_path)
    assert not (tmp_path / "manifest.json").exists()
    monkeypatch.undo()
    monkeypatch.setattr("freecell_pools.pools.rating.rate_deals", rating)
    rating.spans.clear()
    build(RUN, tmp_path)
    assert not rating.spans
    assert set(contents(tmp_path)) == FILES


def test_killed_between_pools_and_manifest(rating: Rating, tmp_path: Path) -> None:
    """Pool files without a manifest are not pools yet; the next build writes them anew."""
    build(RUN, tmp_path / "whole")
    out = tmp_path / "out"
    rating.errors[9001] = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        build(RUN, out)
    rating.errors.clear()
    (out / "easy.parquet").write_bytes(b"an older file")
    build(RUN, out)
    assert contents(out) == contents(tmp_path / "whole")


def test_killed_between_manifest_and_clearing_up(rating: Rating, tmp_path: Path) -> None:
    build(RUN, tmp_path)
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "run.json").write_text("{}")
    assert build(RUN, tmp_path).already
    assert set(contents(tmp_path)) == FILES


def test_a_folder_that_cannot_be_written_is_refused(rating: Rating, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FolderError, match=r"cannot write to .*: it is not a folder"):
        build(RUN, tmp_path / "file")
    with pytest.raises(FolderError, match=r"cannot write to .*: Not a directory"):
        build(RUN, tmp_path / "file" / "below")
    assert not rating.spans


def test_a_shard_that_is_gone_when_it_is_assembled(
    rating: Rating, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def robbed(ledger: Any, out: Path) -> Any:
        shard_path(ledger.folder, Span(7001, 8000)).unlink()
        return assemble_module.assemble(ledger, out)

    monkeypatch.setattr("freecell_pools.pools.build.assemble", robbed)
    with pytest.raises(PoolError, match="shard 7001-8000: it is gone: the same command makes it again"):
        build(RUN, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [FOLDER]


def test_more_listed_deals_than_a_manifest_holds(
    rating: Rating, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assemble_module, "MAX_BYTES", 1000)
    with pytest.raises(PoolError, match="too many deals are not solvable to list them in one manifest, build smaller"):
        build(RUN, tmp_path)
    assert not (tmp_path / "manifest.json").exists()


def test_a_shard_that_changes_while_it_is_assembled(
    rating: Rating, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def spoiled(ledger: Any, out: Path) -> Any:
        path = shard_path(ledger.folder, Span(7001, 8000))
        path.write_bytes(path.read_bytes()[:-1])
        return assemble_module.assemble(ledger, out)

    monkeypatch.setattr("freecell_pools.pools.build.assemble", spoiled)
    with pytest.raises(PoolError, match="shard 7001-8000: it is damaged: the same command makes it again"):
        build(RUN, tmp_path)
    assert set(contents(tmp_path / FOLDER)) >= {"run.json"}
    assert [path.name for path in tmp_path.iterdir()] == [FOLDER]


def test_cells_needed_is_a_column_of_the_runs_that_asked_for_it(rating: Rating, tmp_path: Path) -> None:
    asked = Setting(1, 2500, cells_needed=True)
    build(asked, tmp_path / "asked")
    build(Setting(1, 2500), tmp_path / "plain")
    for tier in TIERS:
        with_it = pq.read_table(tmp_path / "asked" / f"{tier}.parquet")
        without = pq.read_table(tmp_path / "plain" / f"{tier}.parquet")
        assert with_it.schema.equals(pool_schema(asked.last, True))
        assert with_it.select(without.column_names).equals(without)
        assert with_it.column("cells_needed").to_pylist() == [deal % 5 for deal in with_it.column("deal").to_pylist()]
    tables = [group for _, group in open_pools(tmp_path / "asked").row_groups("easy", ["cells_needed"])]
    assert [table.column_names for table in tables] == [["cells_needed"]]


@pytest.mark.parametrize("asked", [False, True])
def test_a_build_begun_with_the_other_choice_of_cells_needed_is_refused(
    rating: Rating, tmp_path: Path, asked: bool
) -> None:
    begun = "yes" if asked else "no"
    rating.errors[1001] = ValueError("no")
    with pytest.raises(PoolError, match="all shards are finished but 1001-2000"):
        build(Setting(1, 2500, cells_needed=asked), tmp_path)
    with pytest.raises(FolderError, match=rf"unfinished build with other cells_needed \({begun}\): "):
        build(Setting(1, 2500, cells_needed=not asked), tmp_path)
    rating.errors.clear()
    build(Setting(1, 2500, cells_needed=asked), tmp_path)
    with pytest.raises(FolderError, match=r"holds pools with other cells_needed"):
        build(Setting(1, 2500, cells_needed=not asked), tmp_path)
