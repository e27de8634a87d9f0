"""Open the pools of a folder and read them a row group at a time, trusting nothing that the files claim."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import pyarrow as pa

from .errors import PoolError
from .guarded import GuardedFile, max_file_bytes, open_guarded
from .lines import one_line, short_line
from .manifest import Manifest, read_manifest
from .regular import open_regular
from .schema import METADATA_KEY, ROW_GROUP, pool_path, pool_schema, provenance
from .tiers import TIERS


@dataclass(frozen=True, slots=True)
class Pools:
    """The pools in a folder.

    Attributes:
        folder: where they are.
        manifest: what the folder's manifest says.
    """

    folder: Path
    manifest: Manifest

    def row_groups(
        self, tier: str, columns: list[str] | None = None, groups: Sequence[int] | None = None
    ) -> Iterator[tuple[int, pa.Table]]:
        """Yield the row groups of a tier, all in order or those named, each with the number of its first row, from 0.

        Raises `PoolError` when the file is missing, damaged or not what the manifest says.
        """
        path = pool_path(self.folder, tier)
        row = 0
        try:
            with open_guarded(path, self.manifest.files[tier].rows) as file:
                complaint = self._check_footer(file, tier)
                if complaint and groups is not None:
                    raise PoolError(complaint)
                starts = list(accumulate((group.rows for group in file.groups), initial=0))
                for group in range(len(file.groups)) if groups is None else groups:
                    row = starts[group]
                    table = file.read_group(group, columns)
                    if table.num_rows:
                        yield row, table
                if complaint:
                    raise PoolError(complaint)
        except FileNotFoundError as error:
            raise PoolError(f"{path.name} is missing") from error
        except (pa.ArrowException, OSError, ValueError) as error:
            reason = (isinstance(error, OSError) and error.strerror) or str(error)
            raise PoolError(f"{path.name} cannot be read from row {row} on: {one_line(reason)}") from error

    def _check_footer(self, file: GuardedFile, tier: str) -> str | None:
        """Raise `PoolError` when a file cannot be read safely as the manifest's.

        Returns what is wrong with it otherwise: its rows can be read all the same, and what is wrong with them named.
        """
        complaint = None
        name = pool_path(self.folder, tier).name
        footer, schema = file.parquet.metadata, file.parquet.schema_arrow
        if not schema.equals(pool_schema(self.manifest.run.last, self.manifest.run.cells_needed)):
            raise PoolError(f"{name} has other columns: {_describe(schema)}")
        rows = self.manifest.files[tier].rows
        if footer.num_rows != rows:
            raise PoolError(f"{name} has {footer.num_rows} rows, the manifest says {rows}")
        for number, group in enumerate(file.groups):
            if complaint is None and group.rows != max(1, min(ROW_GROUP, rows - number * ROW_GROUP)):
                complaint = f"{name} row group {number} has {group.rows} rows, not {ROW_GROUP}"
        try:
            about = json.loads((footer.metadata or {}).get(METADATA_KEY, b"null"))
        except ValueError:
            about = None
        if about != provenance(self.manifest.run, tier):
            complaint = complaint or f"{name} was written by another run than the manifest"
        return complaint


def open_pools(folder: Path) -> Pools:
    """Open the pools of a folder by its manifest.

    Raises `FolderError` when the folder holds no finished pools, `PoolError` when its manifest makes no sense.
    """
    return Pools(folder, read_manifest(folder))


def check_hashes(folder: Path, manifest: Manifest) -> Iterator[str]:
    """Yield a line for each pool file whose bytes are not those of the manifest."""
    for tier in TIERS:
        path = pool_path(folder, tier)
        try:
            with open_regular(path, max_file_bytes(manifest.files[tier].rows)) as file:
                sha256 = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            yield f"{path.name}: {error.strerror}"
        else:
            if sha256 != manifest.files[tier].sha256:
                yield f"{path.name}: its sha256 is not the manifest's"


def _describe(schema: pa.Schema) -> str:
    """Return the columns of a schema in one line of bounded length."""
    fields = ", ".join(f"{field.name} {field.type}{'?' * field.nullable}" for field in schema)
    return short_line(fields)
