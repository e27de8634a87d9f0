"""`manifest.json`: which run made the pools, the verdicts by number, and the hashes of the files."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TypeVar

from freecell_pools.solver.game.rules import Rules

from .errors import FolderError, PoolError
from .lines import one_line, short_line
from .regular import read_regular
from .run import SCHEMA_VERSION, Run
from .shards import Tally
from .tiers import TIERS, Cuts

NAME = "manifest.json"
# Room for seven million listed deals; reading so much takes less than 1 GB.
MAX_BYTES = 1 << 26
_MAX_BRACKETS = 100

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What the manifest says of one pool file.

    Attributes:
        rows: number of rows.
        sha256: SHA-256 of the file's bytes, which depend on the version of pyarrow.
        content_sha256: the hash of `content_hash`, which does not.
    """

    rows: int
    sha256: str
    content_sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of one pool folder.

    Attributes:
        run: what the pools were built from.
        counts: deals of the range by verdict.
        impossible: the impossible deals, ascending.
        undecided: the undecided deals, ascending.
        files: for each tier its file's facts.
    """

    run: Run
    counts: Tally
    impossible: tuple[int, ...]
    undecided: tuple[int, ...]
    files: Mapping[str, FileFacts]

    def to_json(self) -> str:
        """Return the text of `manifest.json`: sorted keys, no timestamps, one final newline."""
        facts = self.run.facts() | {
            "counts": self.counts._asdict(),
            "impossible": self.impossible,
            "undecided": self.undecided,
            "files": {
                f"{tier}.parquet": {
                    "rows": file.rows,
                    "sha256": file.sha256,
                    "content_sha256": file.content_sha256,
                }
                for tier, file in self.files.items()
            },
        }
        return json.dumps(facts, sort_keys=True, indent=1) + "\n"


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a pool folder.

    Raises `FolderError` when the folder holds no finished pools, `PoolError` when its manifest makes no sense.
    """
    path = folder / NAME
    try:
        if not folder.is_dir():
            raise FolderError(f"{folder} is not a folder" if folder.exists() else f"{folder} does not exist")
        content = read_regular(path, MAX_BYTES)
    except FileNotFoundError as error:
        raise FolderError(f"{folder} holds no finished pools: there is no {NAME} in it") from error
    except OSError as error:
        raise PoolError(f"{path} cannot be read: {error.strerror}") from error
    if content.count(b"[") + content.count(b"{") > _MAX_BRACKETS:
        raise PoolError(f"{path} is no manifest: it has more lists and objects than one")
    try:
        facts = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise PoolError(f"{path} is not JSON: {one_line(str(error))}") from error
    try:
        return _parse(facts)
    except ValueError as error:
        raise PoolError(f"{path}: {error}") from error


def _parse(facts: object) -> Manifest:
    """Return the manifest with these facts; raise `ValueError` for whatever is missing or out of place."""
    table = _checked(facts, dict, "the manifest")
    schema_version = _get(table, "schema_version", int)
    if schema_version != SCHEMA_VERSION:
        raise ValueError(f"schema_version {schema_version} is not {SCHEMA_VERSION}, the one this version reads")
    deals = _get(table, "deals", dict)
    thresholds = _get(table, "thresholds", dict)
    counts = _get(table, "counts", dict)
    files = _get(table, "files", dict)
    run = Run(
        first=_get(deals, "first", int),
        last=_get(deals, "last", int),
        rules=_parse_rules(_get(table, "rules", dict)),
        cuts=Cuts(*(_get(thresholds, name, int) for name in Cuts._fields)),
        panel_version=_get(table, "panel_version", int),
        cells_needed=_get(table, "cells_needed", bool),
        engine_version=_get(table, "engine_version", str),
        schema_version=schema_version,
        numbering=_get(table, "numbering", str),
    )
    _compare(table, run)
    if set(files) != {f"{tier}.parquet" for tier in TIERS}:
        raise ValueError(f"files are not one for each of {', '.join(TIERS)}")
    return Manifest(
        run=run,
        counts=Tally(*(_get_count(counts, name) for name in Tally._fields)),
        impossible=_parse_deals(table, "impossible"),
        undecided=_parse_deals(table, "undecided"),
        files={tier: _parse_file(_get(files, f"{tier}.parquet", dict)) for tier in TIERS},
    )


def _compare(table: dict[str, object], run: Run) -> None:
    """Raise `ValueError` unless a manifest says of its run what the run says of itself; it may say more."""
    for name, value in run.facts().items():
        if not _says(table.get(name), value):
            raise ValueError(f"{name} is {short_line(json.dumps(table.get(name)))}, it should be {json.dumps(value)}")


def _says(told: object, value: object) -> bool:
    if isinstance(value, dict):
        return isinstance(told, dict) and all(name in told and _says(told[name], part) for name, part in value.items())
    return type(told) is type(value) and told == value


def _parse_rules(facts: dict[str, object]) -> Rules:
    for field in fields(Rules):
        if field.name not in facts:
            raise ValueError(f"rules: {field.name} is missing")
    try:
        return Rules(**facts)  # type: ignore[arg-type]  # Rules checks each value
    except TypeError as error:
        raise ValueError(f"rules: {one_line(str(error))}") from error


def _parse_deals(table: dict[str, object], name: str) -> tuple[int, ...]:
    deals = _get(table, name, list)
    if not all(_is(deal, int) for deal in deals):
        raise ValueError(f"{name} is not a list of deals")
    return tuple(deals)


def _parse_file(facts: dict[str, object]) -> FileFacts:
    return FileFacts(
        rows=_get_count(facts, "rows"),
        sha256=_get(facts, "sha256", str),
        content_sha256=_get(facts, "content_sha256", str),
    )


def _get(table: dict[str, object], name: str, kind: type[V]) -> V:
    if name not in table:
        raise ValueError(f"{name} is missing")
    return _checked(table[name], kind, name)


def _get_count(table: dict[str, object], name: str) -> int:
    if (count := _get(table, name, int)) < 0:
        raise ValueError(f"{name} is below 0")
    return count


def _checked(value: object, kind: type[V], name: str) -> V:
    if not _is(value, kind):
        raise ValueError(f"{name} is not {_KINDS[kind]}")
    assert isinstance(value, kind)
    return value


def _is(value: object, kind: type) -> bool:
    """Tell whether a JSON value is of a kind; true and false are no numbers."""
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


_KINDS = {dict: "an object", list: "a list", int: "a whole number", str: "a string", bool: "true or false"}
