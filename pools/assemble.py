"""From finished shards to the pools: three Parquet files and, last of all, the manifest."""

import hashlib
import json
from contextlib import ExitStack
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from freecell_pools.solver.verdict import IMPOSSIBLE, SOLVABLE, UNDECIDED

from .atomic import replacing
from .content_hash import ContentHash
from .errors import PoolError
from .ledger import Ledger
from .manifest import MAX_BYTES, NAME, FileFacts, Manifest
from .schema import METADATA_KEY, ROW_GROUP, open_writer, pool_path, pool_schema, provenance
from .shards import Span, Tally, shard_spans
from .tiers import TIERS, tier_of


class _PoolFile:
    """One tier's file while rows come in; only full row groups are written before the end."""

    def __init__(self, writer: pq.ParquetWriter, schema: pa.Schema) -> None:
        self._writer = writer
        self._content = ContentHash(schema)
        self._pending = schema.empty_table()
        self._rows = 0

    def add(self, rows: pa.Table) -> None:
        self._pending = pa.concat_tables([self._pending, rows])
        while self._pending.num_rows >= ROW_GROUP:
            self._write(self._pending.slice(0, ROW_GROUP))
            self._pending = self._pending.slice(ROW_GROUP)

    def finish(self, about: dict[str, object]) -> None:
        if self._pending.num_rows:
            self._write(self._pending)
        self._writer.add_key_value_metadata({METADATA_KEY: json.dumps(about, sort_keys=True)})

    def facts(self, path: Path) -> FileFacts:
        with path.open("rb") as file:
            sha256 = hashlib.file_digest(file, "sha256").hexdigest()
        return FileFacts(self._rows, sha256, self._content.hexdigest())

    def _write(self, group: pa.Table) -> None:
        group = group.combine_chunks()
        self._writer.write_table(group, row_group_size=ROW_GROUP)
        self._content.update(group)
        self._rows += group.num_rows


def assemble(ledger: Ledger, out: Path) -> Manifest:
    """Write the pools of a run whose shards are all finished; rows stream through, a row group at a time.

    Raises `PoolError` when a shard changed since it was checked, `OSError` when a file cannot be written. No file
    takes its name before all of its rows are on disk, and the manifest comes last.
    """
    run = ledger.run
    impossible: list[int] = []
    undecided: list[int] = []
    schema = pool_schema(run.last, run.cells_needed)
    with ExitStack() as stack:
        pools = {}
        for tier in TIERS:
            file = stack.enter_context(replacing(pool_path(out, tier), ledger.folder))
            pools[tier] = _PoolFile(stack.enter_context(open_writer(file, schema)), schema)
        for span in shard_spans(run.first, run.last):
            shard = _read(ledger, span)
            verdict = shard.column("verdict").to_numpy()
            deal = shard.column("deal").to_numpy()
            impossible += deal[verdict == IMPOSSIBLE].tolist()
            undecided += deal[verdict == UNDECIDED].tolist()
            tiers = tier_of(shard.column("effort").to_numpy(), run.cuts)
            rows = shard.select(schema.names).cast(schema)
            for index, tier in enumerate(TIERS):
                pools[tier].add(rows.filter(pa.array((verdict == SOLVABLE) & (tiers == index))))
        for tier in TIERS:
            pools[tier].finish(provenance(run, tier))
    files = {tier: pools[tier].facts(pool_path(out, tier)) for tier in TIERS}
    solvable = sum(file.rows for file in files.values())
    counts = Tally(solvable, len(impossible), len(undecided))
    manifest = Manifest(run, counts, tuple(impossible), tuple(undecided), files)
    text = manifest.to_json().encode()
    if len(text) > MAX_BYTES:
        raise PoolError(f"{out}: too many deals are not solvable to list them in one manifest, build smaller ranges")
    with replacing(out / NAME, ledger.folder) as file:
        file.write(text)
    return manifest


def _read(ledger: Ledger, span: Span) -> pa.Table:
    """Return a shard that was finished, and may have been changed since."""
    try:
        return ledger.read(span)
    except FileNotFoundError as error:
        raise PoolError(f"shard {span}: it is gone: the same command makes it again") from error
    except PoolError as error:
        raise PoolError(f"{error}: the same command makes it again") from error
