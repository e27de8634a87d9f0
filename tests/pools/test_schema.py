"""The settings of the Parquet files, read back from a file."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from freecell_pools.pools.schema import METADATA_KEY, open_writer, pool_schema, shard_schema


def test_deals_are_int32_while_they_fit() -> None:
    assert pool_schema(2**31 - 1).field("deal").type == pa.int32()
    assert pool_schema(2**31).field("deal").type == pa.int64()


def test_no_column_is_nullable() -> None:
    assert [field.name for field in pool_schema(1)] == ["deal", "effort", "par", "solution"]
    assert not any(field.nullable for field in pool_schema(1))


def test_cells_needed_is_appended() -> None:
    for with_it, without in ((pool_schema(1, True), pool_schema(1)), (shard_schema(True), shard_schema())):
        assert with_it.remove(len(without)).equals(without)
        assert (with_it.names[-1], with_it.types[-1]) == ("cells_needed", pa.int8())
        assert not with_it.field("cells_needed").nullable


@pytest.fixture
def written(tmp_path: Path) -> pq.ParquetFile:
    schema = pool_schema(10)
    table = pa.Table.from_pylist(
        [{"deal": deal, "effort": 5, "par": 80, "solution": "1h2h"} for deal in range(1, 11)], schema
    )
    path = tmp_path / "pool.parquet"
    with path.open("wb") as file, open_writer(file, schema) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({METADATA_KEY: "about"})
    return pq.ParquetFile(path, page_checksum_verification=True)


def test_settings_are_those_of_the_contract(written: pq.ParquetFile) -> None:
    with written:
        footer = written.metadata
        assert footer.format_version == "2.6"
        # No Arrow schema: the provenance is the only metadata.
        assert footer.metadata == {METADATA_KEY: b"about"}
        group = footer.row_group(0)
        assert [column.column_index for column in group.sorting_columns] == [0]
        columns = [group.column(index) for index in range(group.num_columns)]
        assert {column.compression for column in columns} == {"SNAPPY"}
        assert [column.has_dictionary_page for column in columns] == [False, True, True, False]
        assert [column.is_stats_set for column in columns] == [True, True, True, False]
        assert not any(column.has_offset_index or column.has_column_index for column in columns)
        assert written.schema_arrow.equals(pool_schema(10))


def test_pages_carry_checksums(tmp_path: Path, written: pq.ParquetFile) -> None:
    with written:
        column = written.metadata.row_group(0).column(3)
        start, size = column.data_page_offset, column.total_compressed_size
    path = tmp_path / "pool.parquet"
    content = bytearray(path.read_bytes())
    content[start + size - 1] ^= 1
    path.write_bytes(content)
    with pq.ParquetFile(path, page_checksum_verification=True) as file, pytest.raises(OSError, match="CRC"):
        file.read()
