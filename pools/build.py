"""From a range of deals to pools: shards on an executor, a ledger to resume from, then the files."""

import shutil
import tempfile
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from .assemble import assemble
from .errors import FolderError, PoolError
from .ledger import FOLDER, Ledger
from .lock import locked
from .manifest import NAME, Manifest, read_manifest
from .reader import check_hashes
from .run import Run, differences
from .shards import Span, Tally, make_shard
from .tasks import Failed, run_tasks

LOCK = ".lock"
NAMED_FAILURES = 5
# A machine on which no worker can live should not be tried with each of 100,000 shards.
MAX_FAILURES_IN_A_ROW = 20


@dataclass(frozen=True, slots=True)
class Built:
    """What a build came to: the manifest, and whether the pools had been there already."""

    manifest: Manifest
    already: bool


def build_pools(
    run: Run,
    out: Path,
    make_executor: Callable[[], Executor],
    in_flight: int | Callable[[], int],
    *,
    progress: Callable[[Tally, Tally], None] = lambda done, resumed: None,
    warn: Callable[[str], None] = lambda line: None,
) -> Built:
    """Build the pools of a run in the folder `out`, going on where an earlier try ended.

    Args:
        run: the deals, rules and versions.
        out: the folder for the pools; made when it is not there.
        make_executor: makes the executor that computes shards, again whenever a worker's death broke it.
        in_flight: how many shards may be submitted at once, or what tells that.
        progress: called at the start and after each shard with the verdicts so far, and with those among
            them that an earlier try left.
        warn: called with a line for each shard of an earlier try that is refused and made again.

    Raises:
        FolderError: when the folder cannot be used: not writable, or it holds another run's pools or ledger.
        PoolError: when another build is at work there, a disk is full, or some shards could not be made.
    """
    _make_folder(out)
    try:
        with locked(out / LOCK) as mine:
            if not mine:
                raise PoolError(f"another build is at work in {out}")
            return _build(run, out, make_executor, in_flight, progress, warn)
    except OSError as error:
        what = f"{error.strerror or error} ({error.filename2 or error.filename or out})"
        raise PoolError(f"{what}: once that is mended, the same command goes on from here") from error


def _build(
    run: Run,
    out: Path,
    make_executor: Callable[[], Executor],
    in_flight: int | Callable[[], int],
    progress: Callable[[Tally, Tally], None],
    warn: Callable[[str], None],
) -> Built:
    if (out / NAME).exists():
        return Built(_finished_before(run, out), already=True)
    ledger = Ledger(out, run)
    scan = ledger.scan()
    for line in scan.refused:
        warn(f"{line}: made again")
    done = scan.finished
    progress(done, scan.finished)
    failures: list[tuple[Span, Failed]] = []
    in_a_row = 0
    work = partial(make_shard, ledger.folder, run.rules, cells_needed=run.cells_needed)
    with closing(run_tasks(work, scan.missing, make_executor, in_flight)) as outcomes:
        for span, outcome in outcomes:
            if isinstance(outcome, Failed):
                failures.append((span, outcome))
                in_a_row += 1
                if in_a_row == MAX_FAILURES_IN_A_ROW:
                    break
            else:
                in_a_row = 0
                done = done.plus(outcome)
                progress(done, scan.finished)
    if failures:
        raise PoolError(_describe(failures, out, given_up=in_a_row == MAX_FAILURES_IN_A_ROW))
    manifest = assemble(ledger, out)
    ledger.remove()
    return Built(manifest, already=False)


def _finished_before(run: Run, out: Path) -> Manifest:
    """Return the manifest of finished pools in `out`; raise when they are another run's or damaged."""
    manifest = read_manifest(out)
    if manifest.run != run:
        raise FolderError(
            f"{out} holds pools with other {differences(run.facts(), manifest.run.facts())}: "
            f"choose another folder, or delete {out / NAME} to build anew"
        )
    for problem in check_hashes(out, manifest):
        raise PoolError(f"{problem}: delete {out / NAME} to build anew")
    shutil.rmtree(out / FOLDER, ignore_errors=True)
    return manifest


def _make_folder(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=out):
            pass
    except FileExistsError as error:
        raise FolderError(f"cannot write to {out}: it is not a folder") from error
    except OSError as error:
        raise FolderError(f"cannot write to {out}: {error.strerror}") from error


def _describe(failures: list[tuple[Span, Failed]], out: Path, *, given_up: bool) -> str:
    """Name the shards that could not be made; their number is bounded, so that it stays one line."""
    named = [f"{span} ({failed.reason})" for span, failed in failures[:NAMED_FAILURES]]
    more = [f"{len(failures) - len(named)} more"] if len(failures) > len(named) else []
    shards = ", ".join(named + more)
    if given_up:
        return (
            f"{out}: given up after {MAX_FAILURES_IN_A_ROW} shards failed in a row: {shards}: the same command goes on"
        )
    return f"{out}: all shards are finished but {shards}: the same command tries these again"
