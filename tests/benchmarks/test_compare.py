"""Two results: which is better, what is noise, and what is no result at all."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from freecell_pools.benchmarks import compare as compare_module
from freecell_pools.benchmarks.compare import Figures, compare, figures_of, read_result
from freecell_pools.benchmarks.errors import InputError
from freecell_pools.benchmarks.machine import FACTS, machine_facts
from freecell_pools.benchmarks.spread import Spread
from hypothesis import given
from hypothesis import strategies as st

FACTS_OF_A_RESULT: dict[str, Any] = {
    "bench_version": 1,
    "states": 1000,
    "rounds": 5,
    "deals": {"first": 1, "last": 8000},
    "machine": machine_facts(),
    "deals_per_s": 30000.0,
    "deals_per_s_range": [29700.0, 30300.0],
    "startup_warm_s": 0.4,
    "startup_warm_s_range": [0.38, 0.44],
    "ratio": 5.0,
    "ratio_range": [4.9, 5.2],
}


def changed(**values: Any) -> dict[str, Any]:
    return json.loads(json.dumps(FACTS_OF_A_RESULT | values))


def figures(speed: Spread, start: Spread = Spread(1, 1, 1)) -> Figures:  # noqa: B008
    return Figures(1000, 5, {"cpu": "A"}, {"deals_per_s": speed, "startup_warm_s": start})


def test_faster_by_more_than_the_noise() -> None:
    found = compare(figures(Spread(100, 95, 105)), figures(Spread(106, 105, 107))).changes["deals_per_s"]
    assert found.gain == pytest.approx(0.06)
    assert found.noise == pytest.approx(0.05 + 1 / 106)
    assert found.shows


def test_a_small_change_is_noise() -> None:
    found = compare(figures(Spread(100, 97, 103)), figures(Spread(96, 94, 98))).changes["deals_per_s"]
    assert found.gain == pytest.approx(-0.04)
    assert not found.shows


def test_quiet_rounds_do_not_make_four_percent_a_difference() -> None:
    found = compare(figures(Spread(100, 100, 100)), figures(Spread(104, 104, 104))).changes["deals_per_s"]
    assert (found.noise, found.shows) == (0.05, False)


def test_a_shorter_start_is_a_gain() -> None:
    same = Spread(100, 100, 100)
    found = compare(figures(same, Spread(1.5, 1.5, 1.5)), figures(same, Spread(1, 1, 1))).changes["startup_warm_s"]
    assert found.gain == pytest.approx(0.5)


def test_times_of_another_machine_are_not_compared() -> None:
    old = figures_of(changed(machine=machine_facts() | {"cpu": "another"}, states=900))
    found = compare(old, figures_of(FACTS_OF_A_RESULT))
    assert found.unlike == {"cpu": ("another", machine_facts()["cpu"])}
    assert found.changes == {}
    assert found.states == (900, 1000)


def test_times_of_other_deals_or_too_few_rounds_are_not_compared() -> None:
    new = figures_of(FACTS_OF_A_RESULT)
    other = compare(figures_of(changed(deals={"first": 1, "last": 9})), new)
    assert (other.unlike, other.changes) == ({"deals": ("1-9", "1-8000")}, {})
    few = compare(figures_of(changed(rounds=2)), new)
    assert (few.unlike, few.changes) == ({}, {})


def test_only_what_both_measured_is_compared() -> None:
    old = changed(startup_warm_s=None, startup_warm_s_range=None)
    del old["ratio"]
    assert compare(figures_of(old), figures_of(FACTS_OF_A_RESULT)).changes.keys() == {"deals_per_s"}


def test_a_result_is_read(tmp_path: Path) -> None:
    file = tmp_path / "old.json"
    file.write_text(json.dumps(FACTS_OF_A_RESULT) + "\n")
    found = read_result(file)
    assert found == figures_of(FACTS_OF_A_RESULT)
    assert found.settings.keys() == {*FACTS, "deals"}
    assert found.measured["ratio"] == (5.0, 4.9, 5.2)


CHANGES: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda facts: facts.update(bench_version=2), "bench_version is not 1"),
    (lambda facts: facts.update(bench_version=True), "bench_version is not 1"),
    (lambda facts: facts.update(bench_version=1.0), "bench_version is not 1"),
    (lambda facts: facts.update(bench_version="1"), "bench_version is not 1"),
    (lambda facts: facts.update(deals={"first": 5, "last": 1}), "deals has its last before its first"),
    (lambda facts: facts.pop("bench_version"), "bench_version is not 1"),
    (lambda facts: facts.pop("states"), "states is not a whole number"),
    (lambda facts: facts.update(states=True), "states is not a whole number"),
    (lambda facts: facts.update(states=10**4000), "states is not a whole number"),
    (lambda facts: facts.update(rounds=-1), "rounds is not a whole number of at least 0"),
    (lambda facts: facts.update(deals=[1, 2]), "deals is not an object"),
    (lambda facts: facts["deals"].update(last="x"), "last is not a whole number"),
    (lambda facts: facts.pop("machine"), "machine is not an object"),
    (lambda facts: facts["machine"].pop("cpu"), "machine is not a text for each of cpu"),
    (lambda facts: facts["machine"].update(more=""), "machine is not a text for each of cpu"),
    (lambda facts: facts["machine"].update(cpu=5), "machine is not a text for each of cpu"),
    (lambda facts: facts.update(deals_per_s="fast"), "deals_per_s with its range is not three positive numbers"),
    (lambda facts: facts.update(deals_per_s=10**4000), "too large"),
    (lambda facts: facts.update(deals_per_s=float("nan")), "deals_per_s with its range"),
    (lambda facts: facts.update(deals_per_s=0), "deals_per_s with its range"),
    (lambda facts: facts.update(deals_per_s=1), "deals_per_s is not within its range"),
    (lambda facts: facts.pop("ratio_range"), "ratio with its range"),
    (lambda facts: facts.update(ratio_range=[1]), "ratio with its range"),
    (lambda facts: facts.update(ratio_range=[1, float("inf")]), "ratio with its range"),
]


@pytest.mark.parametrize(("change", "reason"), CHANGES)
def test_each_fault_is_named(tmp_path: Path, change: Callable[[dict[str, Any]], object], reason: str) -> None:
    facts = changed()
    change(facts)
    file = tmp_path / "old.json"
    file.write_text(json.dumps(facts))
    with pytest.raises(InputError, match=r"old\.json is no result of bench --json: .*") as error:
        read_result(file)
    assert reason in str(error.value)


@pytest.mark.parametrize("content", [b"", b"{", b"[" * 100_000, b"null", b"\xff\xfe\x00", b"[]", b"9" * 5000])
def test_garbage_is_refused_in_a_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "old.json").write_bytes(content)
    with pytest.raises(InputError, match=r"old\.json is no result") as error:
        read_result(tmp_path / "old.json")
    assert str(error.value).isprintable()


def test_what_is_no_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "huge").write_bytes(b" " * 101)
    monkeypatch.setattr(compare_module, "MAX_BYTES", 100)
    for name, reason in (
        ("none", "No such file"),
        (".", "Is a directory"),
        ("pipe", "Not a regular file"),
        ("huge", "101 bytes are more than the 100 it may have"),
    ):
        with pytest.raises(InputError, match=reason):
            read_result(tmp_path / name)


def test_what_a_file_says_cannot_reach_the_terminal() -> None:
    old = figures_of(changed(machine=machine_facts() | {"cpu": "a\n\x1b[2J" + "b" * 1000}))
    was, _ = compare(old, figures_of(FACTS_OF_A_RESULT)).unlike["cpu"]
    assert was.isprintable()
    assert len(was) == 100


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@given(key=st.sampled_from(sorted(FACTS_OF_A_RESULT)), value=JSON)
def test_a_spoilt_result_is_read_or_refused(key: str, value: object, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.getbasetemp() / "old.json"
    file.write_text(json.dumps(FACTS_OF_A_RESULT | {key: value}))
    try:
        found = read_result(file)
    except InputError as error:
        assert str(error).isprintable()  # noqa: PT017
        return
    json.dumps(compare(found, figures_of(FACTS_OF_A_RESULT)).facts(), allow_nan=False)
