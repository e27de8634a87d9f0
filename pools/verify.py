"""Prove that the pools in a folder are what their manifest promises.

Every solution is replayed by `solver.replay`, which shares nothing with the search. What is found wrong is
named by file and row, rows counted from 0.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from freecell_pools.solver.cells_needed import UNKNOWN
from freecell_pools.solver.game.board import IllegalMove
from freecell_pools.solver.game.deals import FIRST_DEAL, LAST_DEAL, deal_board
from freecell_pools.solver.game.solution import parse_solution
from freecell_pools.solver.replay import replay_deals

from .content_hash import ContentHash
from .errors import PoolError
from .manifest import NAME, Manifest
from .reader import Pools, check_hashes, open_pools
from .run import Run
from .schema import pool_path, pool_schema
from .tiers import TIERS, tier_of

Ints = npt.NDArray[np.int64]
Problem = tuple[int, str]

MAX_PROBLEMS = 5
WINDOW = 1 << 20


@dataclass(frozen=True, slots=True)
class Verified:
    """What a verification found: rows replayed, and a line for each problem, bounded in number."""

    rows: int
    problems: list[str]


def verify_pools(folder: Path, progress: Callable[[int], None] = lambda rows: None) -> Verified:
    """Check everything that can be checked without solving the deals again.

    Args:
        folder: the pool folder.
        progress: called with the number of rows that were just checked.

    Raises `FolderError` when the folder holds no finished pools, `PoolError` when its manifest makes no sense.
    """
    pools = open_pools(folder)
    problems = [f"{NAME}: {line}" for line in islice(_check_lists(pools.manifest), MAX_PROBLEMS)]
    problems += check_hashes(folder, pools.manifest)
    rows = 0
    sound = not problems
    for tier in TIERS:
        found: list[str] = []
        try:
            for count, lines in _check_file(pools, tier):
                rows += count
                progress(count)
                found += islice(lines, MAX_PROBLEMS + 1 - len(found))
        except PoolError as error:
            found.append(str(error))
        if len(found) > MAX_PROBLEMS:
            found[MAX_PROBLEMS:] = [f"{pool_path(folder, tier).name}: more problems, not listed"]
        problems += found
        sound &= not found
    if sound:
        problems += islice(_check_places(pools), MAX_PROBLEMS)
    return Verified(rows, problems)


def _check_lists(manifest: Manifest) -> Iterator[str]:
    """Yield what does not fit within the manifest itself."""
    run = manifest.run
    for name in ("impossible", "undecided"):
        deals = np.array(getattr(manifest, name), object)
        if deals.size != getattr(manifest.counts, name):
            yield f"{deals.size} {name} deals are listed, {getattr(manifest.counts, name)} counted"
        if (deals[1:] <= deals[:-1]).any():
            yield f"the {name} deals are not in order"
        if ((deals < run.first) | (deals > run.last)).any():
            yield f"an {name} deal is not in {run.first}-{run.last}"
    rows = sum(file.rows for file in manifest.files.values())
    if rows != manifest.counts.solvable:
        yield f"the files have {rows} rows, {manifest.counts.solvable} deals are counted as solvable"
    if sum(manifest.counts) != run.deals:
        yield f"{sum(manifest.counts)} deals are counted, {run.first}-{run.last} are {run.deals}"


def _check_file(pools: Pools, tier: str) -> Iterator[tuple[int, Iterator[str]]]:
    """Yield the number of rows and the problems of each row group, last those of the whole file."""
    name = pool_path(pools.folder, tier).name
    run = pools.manifest.run
    content = ContentHash(pool_schema(run.last, run.cells_needed))
    before = run.first - 1
    for first_row, group in pools.row_groups(tier):
        content.update(group)
        deals = group.column("deal").to_numpy().astype(np.int64)
        problems = _check_rows(group, deals, before, run, tier)
        yield (
            len(deals),
            (f"{name} row {first_row + row} (deal {deals[row]}): {text}" for row, text in sorted(problems)),
        )
        before = int(deals[-1])
    if content.hexdigest() != pools.manifest.files[tier].content_sha256:
        yield 0, iter([f"{name}: its content_sha256 is not the manifest's"])


def _check_rows(group: pa.Table, deals: Ints, before: int, run: Run, tier: str) -> list[Problem]:
    """Return what is wrong with the rows of one row group, each with its index."""
    effort = group.column("effort").to_numpy()
    par = group.column("par").to_numpy()
    order = np.diff(deals, prepend=before) <= 0
    problems = [(row, "it does not come after the deal before it") for row in _where(order)]
    outside = (deals < run.first) | (deals > run.last)
    problems += [(row, f"it is not in {run.first}-{run.last}") for row in _where(outside)]
    problems += [(row, f"its effort {effort[row]} is not positive") for row in _where(effort <= 0)]
    tiers = tier_of(effort, run.cuts)
    problems += [
        (row, f"its effort {effort[row]} makes it {TIERS[tiers[row]]}") for row in _where(tiers != TIERS.index(tier))
    ]
    if run.cells_needed:
        needed = group.column("cells_needed").to_numpy()
        problems += [
            (row, f"its cells_needed {needed[row]} is not in {UNKNOWN}..{run.rules.cells}")
            for row in _where((needed < UNKNOWN) | (needed > run.rules.cells))
        ]
    moves = _replay(deals, group.column("solution"), run)
    for row in _where((moves < 0) & ~outside)[: MAX_PROBLEMS + 1]:
        text = group.column("solution")[row].cast(pa.binary()).as_py().decode("ascii", "replace")
        problems.append((row, f"its solution does not win: {_fault(int(deals[row]), text, run)}"))
    problems += [
        (row, f"its par is {par[row]}, its solution has {moves[row]} moves")
        for row in _where((moves >= 0) & (moves != par) & ~outside)
    ]
    return problems


def _replay(deals: Ints, solutions: pa.ChunkedArray, run: Run) -> Ints:
    """Return what `replay_deals` says of each row; numbers that are no deal's are replayed as the first one."""
    column = solutions.combine_chunks()
    if isinstance(column, pa.ChunkedArray):
        column = pa.concat_arrays(column.chunks)
    _, offsets, text = column.buffers()
    ends = np.frombuffer(offsets, np.int32)[column.offset : column.offset + len(column) + 1].astype(np.int64)
    characters = np.frombuffer(text, np.uint8) if text is not None else np.empty(0, np.uint8)
    playable = np.where((deals >= FIRST_DEAL) & (deals <= LAST_DEAL), deals, FIRST_DEAL)
    return replay_deals(playable, characters, ends, run.rules)


def _fault(deal: int, text: str, run: Run) -> str:
    """Say why a solution does not win, in the words of the reference engine."""
    board = deal_board(deal, run.rules)
    try:
        moves = parse_solution(board, text, run.rules)
    except IllegalMove as reason:
        return str(reason).rstrip(".")
    return f"Cards are left after move {len(moves)}"


def _check_places(pools: Pools) -> Iterator[str]:
    """Yield each deal of the range that is not in exactly one place; files and lists are in order by now."""
    run, manifest = pools.manifest.run, pools.manifest
    places = {pool_path(pools.folder, tier).name: _Deals(_deals_of(pools, tier)) for tier in TIERS}
    places["the impossible"] = _Deals(iter([np.array(manifest.impossible, np.int64)]))
    places["the undecided"] = _Deals(iter([np.array(manifest.undecided, np.int64)]))
    for start in range(run.first, run.last + 1, WINDOW):
        stop = min(start + WINDOW, run.last + 1)
        taken = {name: place.take_below(stop) for name, place in places.items()}
        counts = np.zeros(stop - start, np.int64)
        for deals in taken.values():
            np.add.at(counts, deals - start, 1)
        for deal in (int(start + offset) for offset in np.flatnonzero(counts != 1)):
            where = [name for name, deals in taken.items() if deal in deals]
            yield f"deal {deal} is in {' and in '.join(where)}" if where else f"deal {deal} is missing"


def _deals_of(pools: Pools, tier: str) -> Iterator[Ints]:
    for _, group in pools.row_groups(tier, ["deal"]):
        yield group.column("deal").to_numpy().astype(np.int64)


class _Deals:
    """Ascending deal numbers that come in pieces, taken in windows."""

    def __init__(self, pieces: Iterator[Ints]) -> None:
        self._pieces = pieces
        self._next: Ints = np.empty(0, np.int64)

    def take_below(self, stop: int) -> Ints:
        """Return the deals not yet taken that are below `stop`."""
        taken = []
        for piece in chain([self._next], self._pieces):
            cut = int(np.searchsorted(piece, stop))
            taken.append(piece[:cut])
            self._next = piece[cut:]
            if cut < len(piece):
                break
        return np.concatenate(taken)


def _where(mask: npt.NDArray[np.bool_]) -> list[int]:
    rows: list[int] = np.flatnonzero(mask).tolist()
    return rows
