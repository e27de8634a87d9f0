"""A hash of what a table says, whatever wrote the Parquet file and however it is compressed.

Each column has a SHA-256 of its own, over the values in row order: an integer is eight bytes, little-endian,
two's complement, whatever its width in the file; a string is its UTF-8 bytes and one newline (0x0A). The
content hash is the SHA-256 of one line a column, in the order of the columns: name, a space, the column's hash
in lower-case hex, a newline.
"""

import hashlib

import numpy as np
import pyarrow as pa


class ContentHash:
    """The content hash of a table that comes in pieces."""

    def __init__(self, schema: pa.Schema) -> None:
        """Begin with no rows."""
        self._columns = {name: hashlib.sha256() for name in schema.names}

    def update(self, piece: pa.Table) -> None:
        """Add the rows of a piece, which has the columns of the schema and no nulls."""
        for name, digest in self._columns.items():
            column = piece.column(name)
            if pa.types.is_integer(column.type):
                digest.update(column.to_numpy().astype(np.dtype("<i8")).tobytes())
            else:
                digest.update(b"".join(value + b"\n" for value in column.cast(pa.binary()).to_pylist()))

    def hexdigest(self) -> str:
        """Return the hash of the rows so far, 64 lower-case hex digits."""
        lines = "".join(f"{name} {digest.hexdigest()}\n" for name, digest in self._columns.items())
        return hashlib.sha256(lines.encode()).hexdigest()


def content_hash(table: pa.Table) -> str:
    """Return the content hash of a whole table."""
    digest = ContentHash(table.schema)
    digest.update(table)
    return digest.hexdigest()
