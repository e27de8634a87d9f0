"""Parquet files that a pool file must not be: each a function of a real table and the file to write."""

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pyarrow.parquet.encryption as pe

Writer = Callable[[pa.Table, Path], None]


def plainly(table: pa.Table, path: Path, **settings: Any) -> None:
    """Write a table as pools are written, but for these settings."""
    pq.write_table(table, path, **{"store_schema": False, "use_dictionary": False, "row_group_size": 4096, **settings})


def with_solutions(table: pa.Table, solutions: list[str]) -> pa.Table:
    return table.set_column(3, table.schema.field(3), pa.array(solutions, pa.string()))


def other_columns(table: pa.Table, path: Path) -> None:
    plainly(table.rename_columns(["deal", "effort", "moves", "solution"]), path)


def nulls(table: pa.Table, path: Path) -> None:
    fields = [field.with_nullable(True) for field in table.schema]
    solutions = pa.array([None, *table.column("solution").to_pylist()[1:]], pa.string())
    plainly(table.set_column(3, "solution", solutions).cast(pa.schema(fields)), path)


def nested(table: pa.Table, path: Path) -> None:
    kind = pa.int32()
    for _ in range(90):
        kind = pa.struct([pa.field("\x1b[2J\n", kind)])
    plainly(pa.table({"deal": pa.array([None], kind)}), path)


def nested_deeply(table: pa.Table, path: Path) -> None:
    kind = pa.int32()
    for _ in range(400):
        kind = pa.list_(kind)
    plainly(pa.table({"deal": pa.array([None], kind)}), path)


def ten_thousand_columns(table: pa.Table, path: Path) -> None:
    plainly(pa.table({f"column {number}": [1] for number in range(10_000)}), path)


def no_columns(table: pa.Table, path: Path) -> None:
    plainly(pa.table({}), path)


def text_for_numbers(table: pa.Table, path: Path) -> None:
    plainly(table.set_column(0, pa.field("deal", pa.string(), False), table.column("deal").cast(pa.string())), path)


def dictionary_bomb(table: pa.Table, path: Path) -> None:
    """Write one text of 4 MB, and refer to it in every row: gigabytes once unpacked, some kilobytes here."""
    text = pa.DictionaryArray.from_arrays(pa.array([0] * table.num_rows, pa.int32()), ["1a" * (1 << 21)])
    field = pa.field("solution", text.type, False)
    plainly(table.set_column(3, field, text), path, use_dictionary=True, dictionary_pagesize_limit=1 << 30)


def prefix_bomb(table: pa.Table, path: Path) -> None:
    """Write one text of 256 KB, and in every other row that it begins like the one before it."""
    bomb = with_solutions(table, ["1a" * (1 << 17)] * table.num_rows)
    plainly(bomb, path, column_encoding={"solution": "DELTA_BYTE_ARRAY"})


def large_texts(table: pa.Table, path: Path) -> None:
    """Write plain texts of 64 MB in all, packed to a few kilobytes."""
    plainly(with_solutions(table, ["1a" * (1 << 25), *[""] * (table.num_rows - 1)]), path, compression="zstd")


def another_page_version(table: pa.Table, path: Path) -> None:
    plainly(table, path, data_page_version="2.0")


def encrypted(table: pa.Table, path: Path, *, plaintext_footer: bool = False) -> None:
    class Keys(pe.KmsClient):  # type: ignore[misc]  # pyarrow has no types
        def __init__(self, configuration: object) -> None:
            pe.KmsClient.__init__(self)

        def wrap_key(self, key: bytes, name: str) -> bytes:
            return base64.b64encode(key)

        def unwrap_key(self, key: bytes, name: str) -> bytes:
            return base64.b64decode(key)

    factory = pe.CryptoFactory(Keys)
    configuration = pe.EncryptionConfiguration(
        "footer", column_keys={"column": ["solution"]}, plaintext_footer=plaintext_footer
    )
    keys = factory.file_encryption_properties(pe.KmsConnectionConfig(), configuration)
    plainly(table, path, encryption_properties=keys)


def encrypted_column(table: pa.Table, path: Path) -> None:
    encrypted(table, path, plaintext_footer=True)


def billions_of_rows(table: pa.Table, path: Path) -> None:
    """Claim 2^33 - 1 rows in the footer, for the file and its row group."""
    plainly(table, path)
    rows = table.num_rows
    replace_in_footer(path, b"\x16" + varint(2 * rows), b"\x16" + varint(2 * (2**33 - 1)))


def many_rows(table: pa.Table, path: Path) -> None:
    """Write five million rows without a solution in one row group of a few kilobytes."""
    rows = 5_000_000
    numbers = [
        pa.array([1], field.type).take(pa.array([0] * rows)) for field in table.schema if field.name != "solution"
    ]
    solution = pa.DictionaryArray.from_arrays(pa.array([0] * rows, pa.int32()), [""])
    fields = [*list(table.schema)[:3], pa.field("solution", solution.type, False)]
    bomb = pa.Table.from_arrays([*numbers, solution], schema=pa.schema(fields))
    plainly(bomb, path, use_dictionary=True, row_group_size=rows)


def huge_footer(table: pa.Table, path: Path) -> None:
    plainly(table, path)
    content = path.read_bytes()
    path.write_bytes(content[:-8] + (2**31 - 1).to_bytes(4, "little") + content[-4:])


def empty_row_groups(table: pa.Table, path: Path) -> None:
    with pq.ParquetWriter(path, table.schema, store_schema=False, use_dictionary=False) as writer:
        writer.write_table(table.slice(0, 0))
        writer.write_table(table)
        writer.write_table(table.slice(0, 0))


def varint(number: int) -> bytes:
    """Return a number in base 128, the lowest digit first, as Thrift writes it."""
    digits = []
    while number >= 128:
        digits.append(number & 127 | 128)
        number >>= 7
    return bytes([*digits, number])


def replace_in_footer(path: Path, old: bytes, new: bytes) -> None:
    content = path.read_bytes()
    start = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
    footer = content[start:-8]
    assert old in footer
    footer = footer.replace(old, new)
    path.write_bytes(content[:start] + footer + len(footer).to_bytes(4, "little") + content[-4:])


HOSTILE: dict[Writer, str] = {
    other_columns: "has other columns: deal int32, effort int32, moves int16",
    nulls: "has other columns: deal int32?, effort int32?",
    nested: "has other columns: deal struct<?[2J : struct<?[2J : ",
    nested_deeply: "cannot be read from row 0 on: Parquet schema too deeply nested",
    ten_thousand_columns: "cannot be read from row 0 on: it claims a footer of ",
    no_columns: "has other columns: ",
    text_for_numbers: "has other columns: deal string",
    dictionary_bomb: "cannot be read from row 0 on: column solution is not stored plainly",
    prefix_bomb: "cannot be read from row 0 on: column solution is not stored plainly",
    large_texts: "cannot be read from row 0 on: row group 0 would take ",
    another_page_version: "cannot be read from row 0 on: ",
    encrypted: "cannot be read from row 0 on: it is encrypted",
    encrypted_column: "cannot be read from row 0 on: it is encrypted",
    billions_of_rows: "has 8589934591 rows, the manifest says ",
    many_rows: "has 5000000 rows, the manifest says ",
    huge_footer: "cannot be read from row 0 on: it does not end as a Parquet file does",
    empty_row_groups: "row group 0 has 0 rows, not 4096",
}
"""The hostile files, and what is said of them."""
