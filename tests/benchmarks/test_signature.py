"""The signature: its digest, its file, and what it says of two that differ."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from freecell_pools.benchmarks import signature as signature_module
from freecell_pools.benchmarks.errors import BenchError, InputError
from freecell_pools.benchmarks.signature import (
    DEALS,
    MAX_STATES,
    Committed,
    Row,
    Signature,
    read_committed,
    take_signature,
    write_committed,
)
from freecell_pools.pools.errors import PlaceError
from freecell_pools.solver.decide import decide_deals

FEW = Signature("0123456789abcdef", 107, {1: Row("solvable", 68, 95), 2: Row("impossible", 39, None)})


def test_the_search_is_the_committed_one() -> None:
    committed = read_committed()
    assert take_signature() == committed.signature
    assert committed.signature.states <= committed.budget <= 1.03 * committed.signature.states


def test_the_committed_one_is_of_the_fixed_deals_and_all_are_decided() -> None:
    committed = read_committed().signature
    assert tuple(committed.rows) == DEALS
    assert committed.counts() == {"solvable": 1302, "impossible": 8, "undecided": 0}
    assert committed.states == sum(row.states for row in committed.rows.values())
    assert max(row.states for row in committed.rows.values()) < MAX_STATES


def test_rows_are_the_answers() -> None:
    deals = (3, 11982, 2**33 - 1)
    found = take_signature(deals)
    answers = decide_deals(deals)
    assert list(found.rows.values()) == [(a.verdict, a.states, a.moves) for a in answers]
    assert found.rows[11982].moves is None
    assert found.states == sum(answers.states)


def test_the_digest_is_of_solutions_too(monkeypatch: pytest.MonkeyPatch) -> None:
    before = take_signature((1, 2))
    changed = [answer._replace(solution=f"{answer.solution}1h") for answer in decide_deals((1, 2))]
    monkeypatch.setattr(signature_module, "decide_deals", lambda deals, max_states: changed)
    after = take_signature((1, 2))
    assert after.digest != before.digest
    assert after.differing(before) == []
    assert after != before


def test_each_difference_is_named() -> None:
    other = Signature("x", 107, {2: Row("undecided", 39, None), 1: Row("solvable", 68, 95), 7: Row("solvable", 5, 60)})
    assert FEW.differing(other) == other.differing(FEW) == [2, 7]
    assert FEW.differing(FEW) == []


def test_what_is_written_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "signature.json"
    write_committed(Committed(FEW, 110), file)
    monkeypatch.setattr(signature_module, "FILE", file)
    assert read_committed() == Committed(FEW, 110)
    assert file.read_text().count("\n") == 9
    assert json.loads(file.read_text())["deals"]["2"] == ["impossible", 39, None]
    assert os.listdir(tmp_path) == ["signature.json"]


def test_the_committed_file_is_as_it_would_be_written() -> None:
    assert signature_module.FILE.read_text() == read_committed().to_text()


def test_more_states_than_the_budget_are_not_written(tmp_path: Path) -> None:
    file = tmp_path / "signature.json"
    file.write_text("mine")
    with pytest.raises(BenchError, match="107 states are more than the budget of 106") as error:
        write_committed(Committed(FEW, 106), file)
    assert not isinstance(error.value, InputError)
    assert file.read_text() == "mine"
    write_committed(Committed(replace(FEW, states=106), 106), file)


def test_what_cannot_be_written(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name, reason in (
        ("none/file", "there is no folder"),
        ("pipe", "is not a file"),
        (".", "is not a file"),
    ):
        with pytest.raises(PlaceError, match=reason):
            write_committed(Committed(FEW, 110), tmp_path / name)
    assert os.listdir(tmp_path) == ["pipe"]
