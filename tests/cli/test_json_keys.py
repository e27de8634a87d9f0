"""The JSON of each command has the keys that REFERENCE.md names, with values of the kinds that it says."""

import importlib
import json
import shutil
import sys
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any

import pytest
from command_runs import call, subcommand
from fake_peer import SOLVES_ALL, put_in_place
from forgery import rewrite
from freecell_pools.benchmarks import startup
from freecell_pools.cli.json_keys import Key
from freecell_pools.cli.main import COMMANDS
from late_positions import STUCK, WON

TIERS = {"easy", "normal", "hard"}
KINDS = {"integer": int, "number": (int, float), "string": str, "boolean": bool, "object": dict}

# Together they show each key, and null for each that can be null.
POSITIONS = (("617",), ("11982",), ("617", "--max-states", "1"), ("--board", "WON"), ("--board", "STUCK"))
RUNS: dict[str, tuple[tuple[str, ...], ...]] = {
    "bench": (
        ("--rounds", "0", "--cold"),
        ("--rounds", "3", "--deals", "1-9", "--against", "fc-solve", "--compare", "RESULT"),
    ),
    "build": (("--rules", "bakers-game", "--deals", "8-10", "--out", "NEW", "--workers", "1"),),
    "check": (
        *(("617",), ("11982",), ("617", "--max-states", "1")),
        *(("164", "--cells-needed"), ("617", "--cells-needed", "--max-states", "1")),
    ),
    "deal": (("617",),),
    "hint": POSITIONS,
    "inspect": (*POSITIONS, ("--board", "WON", "--rules", "relaxed")),
    "pick": (("BUILT", "--seed", "S"), ("WITH_CELLS", "--date", "2026-11-30")),
    "solve": POSITIONS,
    "stats": (("BUILT",), ("WITH_CELLS",), ("ONE_TIER",), ("UNKNOWN",)),
    "verify": (("BUILT", "--recompute", "1"), ("DAMAGED",)),
}


@pytest.fixture(scope="module")
def files(built: Path, built_with_cells: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the names in RUNS stand for."""
    here = tmp_path_factory.mktemp("json-keys")
    (here / "won.txt").write_text(WON)
    (here / "stuck.txt").write_text(STUCK)
    damaged, unknown = (Path(shutil.copytree(built_with_cells, here / name)) for name in ("damaged", "unknown"))
    (damaged / "hard.parquet").unlink()
    rewrite(unknown, "normal", lambda rows: rows[0].update(cells_needed=-1))
    one_tier = here / "one-tier"
    assert call("build", "--deals", "1-2", "--cuts", "1,2", "--out", str(one_tier), "--workers", "1").exit_code == 0
    paths = {"NEW": here / "new", "BUILT": built, "WITH_CELLS": built_with_cells, "ONE_TIER": one_tier}
    paths |= {"WON": here / "won.txt", "STUCK": here / "stuck.txt", "DAMAGED": damaged, "UNKNOWN": unknown}
    paths["RESULT"] = here / "result.json"
    paths["RESULT"].write_text(call("bench", "--rounds", "0", "--json").stdout)
    return {name: str(path) for name, path in paths.items()}


@pytest.fixture(autouse=True)
def quick_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `bench` measure programs that are there and quick."""
    put_in_place(tmp_path, monkeypatch, SOLVES_ALL)
    monkeypatch.setattr(startup, "_COMMAND", [sys.executable, "-c", ""])


def fields(value: Any, known: Container[str] = (), name: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the keys of JSON, with those above them, and their values; what is `known` is not looked into."""
    if isinstance(value, dict) and name not in known:
        for key, inner in value.items():
            yield from fields(inner, known, f"{name}.{'TIER' if key in TIERS else key}".removeprefix("."))
    elif isinstance(value, list) and any(isinstance(inner, dict) for inner in value):
        for inner in value:
            yield from fields(inner, known, f"{name}[]")
    else:
        yield name, value


def fits(value: Any, kind: str) -> bool:
    """Tell whether a value is of a kind that a table of keys names."""
    if value is None:
        return kind.endswith(" or null")
    kind = kind.removesuffix(" or null")
    if kind == "arrays of strings":
        return isinstance(value, list) and all(fits(inner, "strings") for inner in value)
    if kind.endswith("s"):
        return isinstance(value, list) and all(fits(inner, kind[:-1]) for inner in value)
    return isinstance(value, KINDS[kind]) and isinstance(value, bool) == (kind == "boolean")


@pytest.mark.parametrize("name", COMMANDS)
def test_json_has_the_keys_of_the_table(name: str, files: dict[str, str]) -> None:
    table: dict[str, Key] = importlib.import_module(f"freecell_pools.cli.{name}").JSON_KEYS
    seen: dict[str, list[Any]] = {key: [] for key in table}
    for run in RUNS[name]:
        result = call(name, *(files.get(word, word) for word in run), "--json")
        assert result.stdout, (run, result.stderr)
        found = [field for line in result.stdout.splitlines() for field in fields(json.loads(line), table)]
        for key, value in found:
            assert key in table or value == [], f"{name} {run} prints {key}, which JSON_KEYS of the command has not"
            if key in table:
                assert fits(value, table[key].kind), (key, value)
                seen[key].append(value)
        missing = set(table) - {key for key, _ in found}
        assert missing == {
            key for key in missing if "[]." in key or (table[key].only_with and table[key].only_with not in run)
        }
    for key, values in seen.items():
        assert any(value is not None for value in values), f"no run of {name} shows {key}"
        assert (None in values) == table[key].kind.endswith(" or null"), f"no run of {name} shows {key} as null"


def test_only_options_of_the_command_bring_keys() -> None:
    for name in COMMANDS:
        options = {option for parameter in subcommand(name).params for option in parameter.opts}
        keys = importlib.import_module(f"freecell_pools.cli.{name}").JSON_KEYS
        assert {key.only_with for key in keys.values()} <= options | {""}


@pytest.mark.parametrize(
    ("value", "kind", "fitting"),
    [
        (1, "integer", True),
        (True, "integer", False),
        (1, "boolean", False),
        (1.5, "integer", False),
        (1.5, "number", True),
        (None, "string", False),
        (None, "string or null", True),
        (["a"], "strings", True),
        (["a", 1], "strings", False),
        ("a", "strings", False),
        ([["a"]], "arrays of strings", True),
        ([["a"], "a"], "arrays of strings", False),
        ({"a": 1}, "object", True),
    ],
)
def test_kinds(value: Any, kind: str, fitting: bool) -> None:
    assert fits(value, kind) is fitting


def test_fields_of_nested_json() -> None:
    found = dict(fields({"a": 1, "tiers": {"easy": {"rows": 2}}, "bins": [{"from": 3}], "none": [], "d": {"e": [4]}}))
    assert found == {"a": 1, "tiers.TIER.rows": 2, "bins[].from": 3, "none": [], "d.e": [4]}
    assert dict(fields({"a": {"b": 1}, "c": {"d": 2}}, {"a"})) == {"a": {"b": 1}, "c.d": 2}
