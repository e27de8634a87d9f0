"""The content hash, computed a second time as its description says."""

import hashlib

import pyarrow as pa
from freecell_pools.pools.content_hash import ContentHash, content_hash

TABLE = pa.table(
    {
        "deal": pa.array([1, 2, 2**31 - 1], pa.int32()),
        "effort": pa.array([7, -1, 300], pa.int32()),
        "solution": pa.array(["1h", "", "26v3"], pa.string()),
    }
)


def by_the_description() -> str:
    deal = b"".join(value.to_bytes(8, "little", signed=True) for value in (1, 2, 2**31 - 1))
    effort = b"".join(value.to_bytes(8, "little", signed=True) for value in (7, -1, 300))
    solution = b"1h\n\n26v3\n"
    lines = "".join(
        f"{name} {hashlib.sha256(content).hexdigest()}\n"
        for name, content in (("deal", deal), ("effort", effort), ("solution", solution))
    )
    return hashlib.sha256(lines.encode()).hexdigest()


def test_the_description_gives_the_hash() -> None:
    assert content_hash(TABLE) == by_the_description()


def test_pieces_and_chunks_do_not_matter() -> None:
    pieces = ContentHash(TABLE.schema)
    for start, length in ((0, 1), (1, 0), (1, 2)):
        pieces.update(TABLE.slice(start, length))
    assert pieces.hexdigest() == by_the_description()
    assert content_hash(pa.concat_tables([TABLE.slice(0, 2), TABLE.slice(2)])) == by_the_description()


def test_the_width_of_integers_does_not_matter() -> None:
    wide = TABLE.set_column(0, "deal", TABLE.column("deal").cast(pa.int64()))
    assert content_hash(wide) == by_the_description()


def test_any_change_shows() -> None:
    hashes = {
        content_hash(table)
        for table in (
            TABLE,
            TABLE.slice(0, 2),
            TABLE.take([1, 0, 2]),
            TABLE.rename_columns(["deal", "work", "solution"]),
            TABLE.set_column(2, "solution", pa.array(["1h", "", "26v4"])),
            TABLE.set_column(1, "effort", pa.array([7, -1, 301], pa.int32())),
        )
    }
    assert len(hashes) == 6
