"""The Parquet schemas of pools and shards, and how pools are written.

The settings are those that hyparquet, parquet-wasm and parquetjs all read. Columns are only ever appended; a
change of meaning raises `run.SCHEMA_VERSION`.
"""

from pathlib import Path
from typing import IO, Final

import pyarrow as pa
import pyarrow.parquet as pq

from .run import Run

ROW_GROUP: Final = 4096
METADATA_KEY = b"freecell-pools"


_CELLS_NEEDED: Final = pa.field("cells_needed", pa.int8(), nullable=False)


def pool_schema(last: int, cells_needed: bool = False) -> pa.Schema:
    """Return the columns of a pool whose range ends with the deal `last`: deal is int32 while that fits.

    `cells_needed` tells whether the run asked for that column.
    """
    deal = pa.int32() if last < 2**31 else pa.int64()
    schema = pa.schema(
        [
            pa.field("deal", deal, nullable=False),
            pa.field("effort", pa.int32(), nullable=False),
            pa.field("par", pa.int16(), nullable=False),
            pa.field("solution", pa.string(), nullable=False),
        ]
    )
    return schema.append(_CELLS_NEEDED) if cells_needed else schema


def pool_path(folder: Path, tier: str) -> Path:
    """Return the file of a tier."""
    return folder / f"{tier}.parquet"


def provenance(run: Run, tier: str) -> dict[str, object]:
    """Return what a pool file says of itself under `METADATA_KEY`, as JSON."""
    return run.facts() | {"tier": tier}


def shard_schema(cells_needed: bool = False) -> pa.Schema:
    """Return the columns of a shard: every deal of its range, those not solvable with an empty solution."""
    schema = pa.schema(
        [
            pa.field("deal", pa.int64(), nullable=False),
            pa.field("verdict", pa.int8(), nullable=False),
            pa.field("effort", pa.int32(), nullable=False),
            pa.field("par", pa.int16(), nullable=False),
            pa.field("solution", pa.string(), nullable=False),
        ]
    )
    return schema.append(_CELLS_NEEDED) if cells_needed else schema


def open_writer(sink: IO[bytes], schema: pa.Schema) -> pq.ParquetWriter:
    """Return a writer with the settings of the contract."""
    numeric = [field.name for field in schema if pa.types.is_integer(field.type)]
    return pq.ParquetWriter(
        sink,
        schema,
        version="2.6",
        data_page_version="1.0",
        compression="snappy",
        use_dictionary=[name for name in numeric if name != "deal"],
        write_statistics=numeric,
        sorting_columns=[pq.SortingColumn(schema.get_field_index("deal"))],
        write_page_checksum=True,
        write_page_index=False,
        store_schema=False,
    )
