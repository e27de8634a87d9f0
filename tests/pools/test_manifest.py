"""The manifest: written, read, and refused with the reason."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from freecell_pools.pools import manifest as manifest_module
from freecell_pools.pools.errors import FolderError, PoolError
from freecell_pools.pools.manifest import FileFacts, Manifest, read_manifest
from freecell_pools.pools.run import Run
from freecell_pools.pools.shards import Tally
from freecell_pools.pools.tiers import TIERS, Cuts
from freecell_pools.solver.game.rules import PRESETS, Rules
from hypothesis import given
from hypothesis import strategies as st

MANIFEST = Manifest(
    run=Run(1, 10, PRESETS["bakers-game"], Cuts(60, 110), 3),
    counts=Tally(7, 2, 1),
    impossible=(3, 5),
    undecided=(4,),
    files={tier: FileFacts(rows, "ab" * 32, "cd" * 32) for tier, rows in zip(TIERS, (4, 2, 1), strict=True)},
)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(MANIFEST.to_json())
    assert read_manifest(tmp_path) == MANIFEST


def test_the_text_has_sorted_keys_and_names_everything() -> None:
    text = MANIFEST.to_json()
    facts = json.loads(text)
    assert text == json.dumps(facts, sort_keys=True, indent=1) + "\n"
    assert facts["preset"] == "bakers-game"
    assert facts["thresholds"] == {"easy": 60, "normal": 110}
    assert facts["deals"] == {"first": 1, "last": 10}
    assert facts["counts"] == {"solvable": 7, "impossible": 2, "undecided": 1}
    assert facts["impossible"] == [3, 5]
    assert facts["files"]["hard.parquet"] == {"rows": 1, "sha256": "ab" * 32, "content_sha256": "cd" * 32}
    assert facts["rules"]["build"] == "same-suit"
    assert facts["numbering"] == "microsoft"


def test_rules_of_no_preset_have_no_name() -> None:
    run = Run(1, 10, Rules(cells=2), Cuts(60, 110), 3)
    assert run.facts()["preset"] is None


CHANGES: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda facts: facts.pop("deals"), "deals is missing"),
    (lambda facts: facts.update(deals=[1, 10]), "deals is not an object"),
    (lambda facts: facts["deals"].update(last="10"), "last is not a whole number"),
    (lambda facts: facts["deals"].update(last=0), "not a range of deals"),
    (lambda facts: facts.update(schema_version=2), "schema_version 2 is not 1"),
    (lambda facts: facts.update(schema_version=True), "schema_version is not a whole number"),
    (lambda facts: facts.update(panel_version=1.5), "panel_version is not a whole number"),
    (lambda facts: facts.pop("cells_needed"), "cells_needed is missing"),
    (lambda facts: facts.update(cells_needed=1), "cells_needed is not true or false"),
    (lambda facts: facts.update(engine_version=None), "engine_version is not a string"),
    (lambda facts: facts["thresholds"].pop("easy"), "easy is missing"),
    (lambda facts: facts["thresholds"].update(easy=200), "do not rise"),
    (lambda facts: facts["rules"].update(cells=9), "cells: 9"),
    (lambda facts: facts["rules"].update(cells="4"), "cells: '4' is not a whole number"),
    (lambda facts: facts["rules"].update(cells=True), "cells: True is not a whole number"),
    (lambda facts: facts["rules"].update(foundation_return=0), "foundation_return: 0 is neither"),
    (lambda facts: facts["rules"].update(foundation_return=[1]), "foundation_return: [1] is neither"),
    (lambda facts: facts["rules"].pop("foundation_return"), "foundation_return is missing"),
    (lambda facts: facts["rules"].pop("build"), "build is missing"),
    (lambda facts: facts.update(preset="freecell"), 'preset is "freecell", it should be "bakers-game"'),
    (lambda facts: facts.update(preset=None), 'preset is null, it should be "bakers-game"'),
    (lambda facts: facts.update(preset={"x": "\x1b"}), "it should be"),
    (lambda facts: facts.pop("preset"), "preset is null, it should be"),
    (lambda facts: facts["rules"].update(build="up"), "build: 'up'"),
    (lambda facts: facts["rules"].update(build=[]), "build"),
    (lambda facts: facts["rules"].update(jokers=1), "jokers"),
    (lambda facts: facts["counts"].update(solvable=None), "solvable is not a whole number"),
    (lambda facts: facts["counts"].update(impossible=-1), "impossible is below 0"),
    (lambda facts: facts["files"]["easy.parquet"].update(rows=-3), "rows is below 0"),
    (lambda facts: facts.update(impossible=[1, "2"]), "impossible is not a list of deals"),
    (lambda facts: facts.update(undecided=7), "undecided is not a list"),
    (lambda facts: facts["files"].pop("easy.parquet"), "files are not one for each"),
    (lambda facts: facts["files"].update({"other.parquet": {}}), "files are not one for each"),
    (lambda facts: facts["files"]["easy.parquet"].pop("sha256"), "sha256 is missing"),
]


@pytest.mark.parametrize(("change", "reason"), CHANGES)
def test_each_fault_is_named(tmp_path: Path, change: Callable[[dict[str, Any]], object], reason: str) -> None:
    facts = json.loads(MANIFEST.to_json())
    change(facts)
    (tmp_path / "manifest.json").write_text(json.dumps(facts))
    with pytest.raises(PoolError, match=r"manifest\.json: .*") as error:
        read_manifest(tmp_path)
    assert reason in str(error.value)
    assert "\n" not in str(error.value)


def test_it_may_say_more(tmp_path: Path) -> None:
    facts = json.loads(MANIFEST.to_json())
    for table in (facts, facts["deals"], facts["thresholds"], facts["counts"]):
        table["more"] = [1]
    (tmp_path / "manifest.json").write_text(json.dumps(facts))
    assert read_manifest(tmp_path) == MANIFEST


@pytest.mark.parametrize("content", [b"", b"{", b"[" * 100_000, b"null", b"\xff\xfe\x00", b"[]"])
def test_what_is_no_manifest_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "manifest.json").write_bytes(content)
    with pytest.raises(PoolError, match=r"manifest\.json"):
        read_manifest(tmp_path)


def test_a_huge_manifest_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manifest_module, "MAX_BYTES", 100)
    (tmp_path / "manifest.json").write_text(MANIFEST.to_json())
    with pytest.raises(PoolError, match="1,144 bytes are more than the 100 it may have"):
        read_manifest(tmp_path)


def test_a_folder_without_pools_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder, reason in (("none", "does not exist"), ("file", "is not a folder"), (".", "no finished pools")):
        with pytest.raises(FolderError, match=reason):
            read_manifest(tmp_path / folder)
    (tmp_path / "manifest.json").mkdir()
    with pytest.raises(PoolError, match="cannot be read"):
        read_manifest(tmp_path)


def test_names_from_a_file_cannot_reach_the_terminal(tmp_path: Path) -> None:
    facts = json.loads(MANIFEST.to_json())
    facts["rules"]["a\n\x1b[2Jb"] = 1
    (tmp_path / "manifest.json").write_text(json.dumps(facts))
    with pytest.raises(PoolError) as error:
        read_manifest(tmp_path)
    assert str(error.value).isprintable()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def is_read_or_refused(folder: Path, content: bytes) -> None:
    (folder / "manifest.json").write_bytes(content)
    try:
        found = read_manifest(folder)
    except PoolError as error:
        refusal = str(error)
    else:
        refusal = ""
        (folder / "manifest.json").write_text(found.to_json())
        assert read_manifest(folder) == found
    assert refusal.isprintable()


@given(data=st.data())
def test_a_spoilt_manifest_is_read_or_refused(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    facts = json.loads(MANIFEST.to_json())
    place: Any = facts
    while True:
        key = data.draw(st.sampled_from(sorted(place)) if isinstance(place, dict) else st.integers(0, len(place) - 1))
        if not (isinstance(place[key], dict | list) and place[key] and data.draw(st.booleans())):
            break
        place = place[key]
    place[key] = data.draw(JSON)
    is_read_or_refused(tmp_path_factory.getbasetemp(), json.dumps(facts).encode())


@given(
    st.binary(max_size=100) | st.text(alphabet='{}[]":,0123456789.eE+-nulltruefalse \\ud8', max_size=60).map(str.encode)
)
def test_garbage_is_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    is_read_or_refused(tmp_path_factory.getbasetemp(), content)
