"""Pools changed as a forger would, to see whether it is noticed."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from freecell_pools.pools.content_hash import content_hash
from freecell_pools.pools.schema import METADATA_KEY, ROW_GROUP, open_writer

Rows = list[dict[str, Any]]


def rewrite(folder: Path, tier: str, change: Callable[[Rows], object], *, group: int = ROW_GROUP) -> None:
    """Change the rows of a file as a forger would who minds checksums, but not the manifest."""
    path = folder / f"{tier}.parquet"
    with pq.ParquetFile(path) as file:
        table, metadata = file.read(), file.metadata.metadata
    rows = table.to_pylist()
    change(rows)
    with path.open("wb") as sink, open_writer(sink, table.schema) as writer:
        writer.write_table(pa.Table.from_pylist(rows, table.schema), row_group_size=group)
        writer.add_key_value_metadata({METADATA_KEY: metadata[METADATA_KEY]})


def change_manifest(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    path = folder / "manifest.json"
    facts = json.loads(path.read_text())
    change(facts)
    path.write_text(json.dumps(facts))


def rehash(folder: Path) -> None:
    """Make the hashes and counts of the manifest fit the files, as a thorough forger would."""

    def change(facts: dict[str, Any]) -> None:
        for name, file in facts["files"].items():
            content = (folder / name).read_bytes()
            table = pq.read_table(folder / name)
            file["rows"] = table.num_rows
            file["sha256"] = hashlib.sha256(content).hexdigest()
            file["content_sha256"] = content_hash(table)
        facts["counts"]["solvable"] = sum(file["rows"] for file in facts["files"].values())

    change_manifest(folder, change)
