"""A shard: the deals of one span, solved and rated, in one Parquet file.

Two integers go in, one file and a small summary come out, so that any executor can compute it. Shards are cut
at fixed multiples, whatever the number of workers; the bytes of the pools do not depend on where. A shard carries
what it was made of and the hash of its content: it is used again only when both are what the run asks for.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from freecell_pools.solver.game.rules import Rules
from freecell_pools.solver.verdict import IMPOSSIBLE, SOLVABLE, UNDECIDED, VERDICTS

from .atomic import replacing
from .content_hash import content_hash
from .errors import PoolError
from .guarded import open_guarded
from .run import SCHEMA_VERSION, engine_fingerprint
from .schema import METADATA_KEY, open_writer, shard_schema

SHARD_DEALS = 1000
LARGE_SHARD_DEALS = 10_000
LARGE_RUN = 10_000_000
"""Runs of more deals are cut into larger shards: less to do for a cluster's scheduler, fewer files in a folder."""


class Span(NamedTuple):
    """The deals from `first` to `last`, both included."""

    first: int
    last: int

    def __str__(self) -> str:
        """Return the span as it is typed on the command line."""
        return f"{self.first}-{self.last}"


class Tally(NamedTuple):
    """How many deals got which verdict."""

    solvable: int = 0
    impossible: int = 0
    undecided: int = 0

    def __str__(self) -> str:
        """Return the counts for a reader.

        >>> str(Tally(31_999, 1))
        '31,999 solvable, 1 impossible, 0 undecided'
        """
        return ", ".join(f"{count:,} {verdict}" for verdict, count in self._asdict().items())

    def plus(self, other: "Tally") -> "Tally":
        """Return the sum of two tallies."""
        return Tally(*(mine + yours for mine, yours in zip(self, other, strict=True)))


def shard_spans(first: int, last: int) -> Iterator[Span]:
    """Cut a range of deals into spans that end at multiples of a fixed size: `SHARD_DEALS`, in a large run more.

    >>> [str(span) for span in shard_spans(998, 2001)]
    ['998-1000', '1001-2000', '2001-2001']
    """
    size = SHARD_DEALS if last - first < LARGE_RUN else LARGE_SHARD_DEALS
    while first <= last:
        end = -(-first // size) * size
        yield Span(first, min(end, last))
        first = end + 1


def shard_path(folder: Path, span: Span) -> Path:
    """Return the file of a shard; the names sort like the deals."""
    return folder / f"{span.first:010}-{span.last:010}.parquet"


def make_shard(folder: Path, rules: Rules, span: Span, cells_needed: bool = False) -> Tally:
    """Solve and rate the deals of a span, write the shard and return what it holds.

    `cells_needed` asks for that column too.

    Raises `OSError` when the file cannot be written, `ReplayError` when the solver has a bug.
    """
    from .rating import rate_deals

    ratings = rate_deals(span.first, span.last, rules, cells_needed=cells_needed)
    schema = shard_schema(cells_needed)
    columns = [getattr(ratings, name) for name in schema.names]
    table = pa.Table.from_arrays(
        [pa.array(values, field.type) for values, field in zip(columns, schema, strict=True)],
        schema=schema,
    )
    provenance = {**_origin(rules, span, cells_needed), "content_sha256": content_hash(table)}
    with replacing(shard_path(folder, span), folder) as file, open_writer(file, schema) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({METADATA_KEY: json.dumps(provenance, sort_keys=True)})
    return count_verdicts(ratings.verdict)


def warm_up(rules: Rules, cells_needed: bool = False) -> None:
    """Rate one deal, so that the kernels are compiled before several workers want them."""
    from .rating import rate_deals

    rate_deals(1, 1, rules, cells_needed=cells_needed)


def read_shard(folder: Path, rules: Rules, span: Span, cells_needed: bool = False) -> pa.Table:
    """Return a shard's table, after checking that it is whole and what this run would have written.

    Raises `PoolError` with the reason when it is not, `FileNotFoundError` when there is none.
    """
    path = shard_path(folder, span)
    if not path.exists():
        raise FileNotFoundError(path)
    try:
        with open_guarded(path, span.last - span.first + 1) as file:
            footer = file.parquet.metadata
            provenance = json.loads((footer.metadata or {}).get(METADATA_KEY, b"{}"))
            if not file.parquet.schema_arrow.equals(shard_schema(cells_needed)):
                raise PoolError("it has other columns")
            if len(file.groups) != 1:
                raise PoolError("it holds other deals")
            table = file.read_group(0)
    except (pa.ArrowException, OSError, ValueError, RecursionError) as error:
        raise PoolError("it is damaged") from error
    if not isinstance(provenance, dict) or provenance.pop("content_sha256", None) != content_hash(table):
        raise PoolError("its content does not match its hash")
    if provenance != _origin(rules, span, cells_needed):
        raise PoolError("it was made by another run")
    deals = table.column("deal").to_numpy()
    if not np.array_equal(deals, np.arange(span.first, span.last + 1)):
        raise PoolError("it holds other deals")
    verdicts = table.column("verdict").to_numpy()
    if ((verdicts < 0) | (verdicts >= len(VERDICTS))).any():
        raise PoolError("it holds other verdicts")
    return table


def count_verdicts(verdicts: npt.NDArray[np.int8]) -> Tally:
    """Count the verdicts of some deals (int8[n])."""
    counts = np.bincount(verdicts, minlength=3).tolist()
    return Tally(solvable=counts[SOLVABLE], impossible=counts[IMPOSSIBLE], undecided=counts[UNDECIDED])


def _origin(rules: Rules, span: Span, cells_needed: bool) -> dict[str, object]:
    from .panel import PANEL

    return {
        "schema_version": SCHEMA_VERSION,
        "engine": engine_fingerprint(),
        "panel_version": PANEL.version,
        "rules": asdict(rules),
        "cells_needed": cells_needed,
        "first": span.first,
        "last": span.last,
    }
