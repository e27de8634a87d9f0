"""Footers and page headers read without Arrow say what Arrow says, and lies in them are found."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from freecell_pools.pools.guarded import GuardedFile, open_guarded
from freecell_pools.pools.pages import MAX_PAGES, read_groups, unpacked_bytes
from freecell_pools.pools.schema import open_writer, pool_schema
from hostile import encrypted, plainly, varint
from hypothesis import given
from hypothesis import strategies as st

ROWS = 10_000


@pytest.fixture
def file(tmp_path: Path) -> Path:
    schema = pool_schema(ROWS)
    columns = [range(1, ROWS + 1), range(ROWS), [80] * ROWS, [f"1a2b{deal}" for deal in range(ROWS)]]
    arrays = [pa.array(values, field.type) for values, field in zip(columns, schema, strict=True)]
    path = tmp_path / "file.parquet"
    with path.open("wb") as sink, open_writer(sink, schema) as writer:
        writer.write_table(pa.Table.from_arrays(arrays, schema=schema), row_group_size=4096)
    return path


def footer(path: Path) -> bytes:
    content = path.read_bytes()
    return content[-8 - int.from_bytes(content[-8:-4], "little") : -8]


def test_the_footer_is_read_as_arrow_reads_it(file: Path) -> None:
    theirs = pq.read_metadata(file)
    ours = read_groups(footer(file))
    assert [group.rows for group in ours] == [4096, 4096, 1808]
    for number, group in enumerate(ours):
        for index, chunk in enumerate(group.chunks):
            column = theirs.row_group(number).column(index)
            assert chunk.name == column.path_in_schema
            assert chunk.numbers == (column.physical_type == "INT32")
            assert chunk.length == column.total_compressed_size
            assert chunk.start == (column.dictionary_page_offset or column.data_page_offset)


def test_what_pages_unpack_to(file: Path) -> None:
    theirs = pq.read_metadata(file)
    with file.open("rb") as handle:
        for number, group in enumerate(read_groups(footer(file))):
            for index, chunk in enumerate(group.chunks):
                unpacked = unpacked_bytes(handle.fileno(), chunk, group.rows)
                claimed = theirs.row_group(number).column(index).total_uncompressed_size
                assert claimed - 200 < unpacked < claimed  # Arrow counts the page headers too
                with pytest.raises(ValueError, match=f"has {group.rows} values in a row group of 1 rows"):
                    unpacked_bytes(handle.fileno(), chunk, 1)


def test_a_page_that_claims_more_than_its_footer(file: Path) -> None:
    (group, *_) = read_groups(footer(file))
    chunk = group.chunks[3]
    content = file.read_bytes()
    with file.open("rb") as handle:
        unpacked = unpacked_bytes(handle.fileno(), chunk, group.rows)
    old, new = b"\x15" + varint(2 * unpacked), b"\x15" + varint(2 * (2**20 - 1))
    assert len(old) == len(new)
    assert content[chunk.start : chunk.start + 20].count(old) == 1
    file.write_bytes(content[: chunk.start] + content[chunk.start :].replace(old, new, 1))
    with file.open("rb") as handle:
        assert unpacked_bytes(handle.fileno(), chunk, group.rows) == 2**20 - 1


def test_too_many_pages(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    rows = 4 * MAX_PAGES
    plainly(pa.table({"deal": range(rows)}), path, data_page_size=1, write_batch_size=1)
    with open_guarded(path, rows) as opened, pytest.raises(ValueError, match="more than 1000 pages"):
        opened.read_group(0)


def test_columns_in_other_files_are_refused(file: Path) -> None:
    metadata = pq.read_metadata(file)
    metadata.set_file_path("elsewhere.parquet")
    metadata.write_metadata_file(file)
    with pytest.raises(ValueError, match="in other files"):
        read_groups(footer(file))


@pytest.mark.parametrize("content", [b"", b"PAR1", b"PAR1PAR1", b"\xff" * 100, b"PAR1" + b"\x10\0\0\0" + b"PAR1"])
def test_what_is_no_parquet_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(ValueError, match="it does not end as a Parquet file does"), open_guarded(path, 1):
        pass


@given(data=st.data())
def test_a_changed_footer_is_read_or_refused(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "changed.parquet"
    if not path.exists():
        plainly(pa.table({"deal": range(10), "solution": ["1a"] * 10}), path)
    content = bytearray(footer(path))
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        groups = read_groups(bytes(content))
    except ValueError:
        return
    assert all(group.rows >= 0 and chunk.length >= 0 for group in groups for chunk in group.chunks)


def test_a_guarded_file_gives_the_rows(file: Path) -> None:
    with open_guarded(file, ROWS) as opened:
        assert isinstance(opened, GuardedFile)
        tables = [opened.read_group(number) for number in range(3)]
        assert pa.concat_tables(tables).equals(pq.read_table(file))
        assert opened.read_group(2, ["par"]).column_names == ["par"]


def test_a_page_header_that_is_none(file: Path) -> None:
    chunk = read_groups(footer(file))[0].chunks[0]
    content = bytearray(file.read_bytes())
    content[chunk.start : chunk.start + chunk.length] = b"\xff" * chunk.length
    file.write_bytes(content)
    with open_guarded(file, ROWS) as opened, pytest.raises(ValueError, match=r"column deal has .* before a page"):
        opened.read_group(0)


def test_an_encrypted_column_is_refused_before_arrow_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "encrypted.parquet"
    encrypted(pa.table({"deal": range(10), "solution": ["1a"] * 10}), path, plaintext_footer=True)
    with pytest.raises(ValueError, match="it is encrypted"), open_guarded(path, 10):
        pass
