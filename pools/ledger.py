"""Which shards of a run are finished: a folder in the output folder, there until the pools are complete.

`run.json` says which run the shards belong to; a shard counts only when `shards.read_shard` accepts it.
"""

import json
import shutil
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa

from .atomic import replacing
from .errors import FolderError, PoolError
from .regular import read_regular
from .run import Run, differences, engine_fingerprint
from .shards import Span, Tally, count_verdicts, read_shard, shard_spans

FOLDER = ".build"
MAX_NOTE = 1 << 16


class Scan(NamedTuple):
    """What is in a ledger: the verdicts of the finished shards, the spans to do, and why a file was refused."""

    finished: Tally
    missing: list[Span]
    refused: list[str]


class Ledger:
    """The finished shards of one run."""

    def __init__(self, out: Path, run: Run) -> None:
        """Open the ledger in the folder `out`, or begin one.

        Raises `FolderError` when the ledger in it is another run's.
        """
        self.folder = out / FOLDER
        self.run = run
        facts = {**run.facts(), "engine": engine_fingerprint()}
        begun = self._begun_by()
        if begun is None:
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir()
            with replacing(self.folder / "run.json", self.folder) as file:
                file.write(json.dumps(facts, sort_keys=True).encode())
        elif begun != facts:
            raise FolderError(
                f"{out} holds an unfinished build with other {differences(facts, begun)}: "
                f"finish that one, or delete {self.folder}"
            )
        for leftover in self.folder.glob("*.tmp"):
            leftover.unlink(missing_ok=True)

    def scan(self) -> Scan:
        """Check every shard that is there."""
        finished, missing, refused = Tally(), [], []
        for span in shard_spans(self.run.first, self.run.last):
            try:
                verdicts = self.read(span).column("verdict").to_numpy()
            except FileNotFoundError:
                missing.append(span)
            except PoolError as error:
                missing.append(span)
                refused.append(str(error))
            else:
                finished = finished.plus(count_verdicts(verdicts))
        return Scan(finished, missing, refused)

    def read(self, span: Span) -> pa.Table:
        """Return a shard's table; raise `PoolError` naming the shard when it is not as this run writes it."""
        try:
            return read_shard(self.folder, self.run.rules, span, self.run.cells_needed)
        except PoolError as error:
            raise PoolError(f"shard {span}: {error}") from error

    def remove(self) -> None:
        """Delete the ledger, which the finished pools have made needless; what is left of it the next build deletes.

        A worker that was given up for lost may put a file there at this moment.
        """
        shutil.rmtree(self.folder, ignore_errors=True)

    def _begun_by(self) -> dict[str, object] | None:
        """Return the facts of the run that began the ledger, None when none did or its note is unreadable."""
        try:
            facts = json.loads(read_regular(self.folder / "run.json", MAX_NOTE))
        except (FileNotFoundError, ValueError, RecursionError):
            return None
        return facts if isinstance(facts, dict) else None
