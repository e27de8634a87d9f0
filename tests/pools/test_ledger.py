"""The ledger: which shards of a run are finished."""

import json
from functools import partial
from pathlib import Path

import pytest
from fake_rating import fake_ratings
from freecell_pools.pools import ledger as ledger_module
from freecell_pools.pools.errors import FolderError, PoolError
from freecell_pools.pools.ledger import FOLDER, Ledger
from freecell_pools.pools.run import Run
from freecell_pools.pools.shards import Span, Tally, make_shard, shard_path
from freecell_pools.pools.tiers import Cuts
from freecell_pools.solver.game.rules import Rules
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

Setting = partial(Run, rules=Rules(), cuts=Cuts(60, 110), panel_version=1)
RUN = Setting(1, 2500)


@pytest.fixture(autouse=True)
def _made_up_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("freecell_pools.pools.rating.rate_deals", fake_ratings)


def test_a_new_ledger_has_everything_to_do(tmp_path: Path) -> None:
    scan = Ledger(tmp_path, RUN).scan()
    assert scan == (Tally(), [Span(1, 1000), Span(1001, 2000), Span(2001, 2500)], [])


def test_finished_shards_are_found_again(tmp_path: Path) -> None:
    make_shard(Ledger(tmp_path, RUN).folder, RUN.rules, Span(1001, 2000))
    scan = Ledger(tmp_path, RUN).scan()
    assert scan == (Tally(998, 1, 1), [Span(1, 1000), Span(2001, 2500)], [])


def test_a_damaged_shard_is_refused_by_name(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path, RUN)
    make_shard(ledger.folder, RUN.rules, Span(1001, 2000))
    path = shard_path(ledger.folder, Span(1001, 2000))
    path.write_bytes(path.read_bytes()[:-1])
    scan = ledger.scan()
    assert scan.finished == Tally()
    assert len(scan.missing) == 3
    assert scan.refused == ["shard 1001-2000: it is damaged"]
    with pytest.raises(PoolError, match="shard 1001-2000"):
        ledger.read(Span(1001, 2000))


@pytest.mark.parametrize(
    "other",
    [
        Setting(1, 2501),
        Setting(2, 2500),
        Setting(1, 2500, rules=Rules(cells=3)),
        Setting(1, 2500, cuts=Cuts(60, 111)),
        Setting(1, 2500, panel_version=2),
        Setting(1, 2500, engine_version="0.0.0"),
    ],
)
def test_another_runs_ledger_is_refused(tmp_path: Path, other: Run) -> None:
    make_shard(Ledger(tmp_path, RUN).folder, RUN.rules, Span(1, 1000))
    with pytest.raises(FolderError, match=r"unfinished build with other .*: finish that one, or delete"):
        Ledger(tmp_path, other)
    assert Ledger(tmp_path, RUN).scan().finished != Tally()


def test_another_engines_ledger_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Ledger(tmp_path, RUN)
    monkeypatch.setattr(ledger_module, "engine_fingerprint", lambda: "another")
    with pytest.raises(FolderError, match="other engine"):
        Ledger(tmp_path, RUN)


@pytest.mark.parametrize("note", [b"", b"{", b"[]", b"\xff\xfe"])
def test_a_ledger_whose_note_is_unreadable_begins_anew(tmp_path: Path, note: bytes) -> None:
    folder = Ledger(tmp_path, RUN).folder
    make_shard(folder, RUN.rules, Span(1, 1000))
    (folder / "run.json").write_bytes(note)
    assert Ledger(tmp_path, RUN).scan().finished == Tally()


def test_leftovers_of_a_killed_writer_are_cleared(tmp_path: Path) -> None:
    folder = Ledger(tmp_path, RUN).folder
    (folder / "freecell-pools-1234abcd.tmp").write_bytes(b"half")
    Ledger(tmp_path, RUN)
    assert [path.name for path in folder.iterdir()] == ["run.json"]


def test_a_finished_ledger_goes(tmp_path: Path) -> None:
    Ledger(tmp_path, RUN).remove()
    assert not (tmp_path / FOLDER).exists()


@given(
    st.binary(max_size=50)
    | st.dictionaries(
        st.text(), st.none() | st.text() | st.lists(st.text()) | st.dictionaries(st.text(), st.integers())
    )
    .map(json.dumps)
    .map(str.encode)
)
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_note_begins_anew_or_is_refused_in_a_line(tmp_path: Path, note: bytes) -> None:
    folder = Ledger(tmp_path, RUN).folder
    (folder / "run.json").write_bytes(note)
    try:
        Ledger(tmp_path, RUN)
    except FolderError as error:
        refusal = str(error)
        (folder / "run.json").unlink()
    else:
        refusal = ""
    assert refusal.isprintable()
    assert len(refusal) < 1000
    assert Ledger(tmp_path, RUN).scan().finished == Tally()
