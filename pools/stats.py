"""Counts and effort of the pools in a folder."""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from .manifest import Manifest
from .reader import open_pools
from .tiers import TIERS

FINE: Final = 6
"""Steps for each doubling of the effort that `TierStats.par_by_effort` tells apart."""


@dataclass(frozen=True, slots=True)
class TierStats:
    """One tier in numbers.

    Attributes:
        rows: number of deals.
        efforts: how many deals have which effort.
        pars: how many deals have which par.
        par_by_effort: how many deals have which effort and par; for the effort stands the lowest of its step, as
            `effort_edges` has them with `FINE` steps for a doubling.
        cells_needed: how many deals need which number of cells; empty where the pools do not tell.
        effort_by_cells: the sum of the efforts of these deals, by that number too.
    """

    rows: int
    efforts: Counter[int]
    pars: Counter[int]
    par_by_effort: Counter[tuple[int, int]]
    cells_needed: Counter[int]
    effort_by_cells: Counter[int]


@dataclass(frozen=True, slots=True)
class PoolStats:
    """The manifest of a pool folder, and the numbers of its tiers by name."""

    manifest: Manifest
    tiers: dict[str, TierStats]


def pool_stats(folder: Path) -> PoolStats:
    """Count efforts and pars of the pools in a folder.

    Raises `FolderError` when the folder holds no finished pools, `PoolError` when they are damaged.
    """
    pools = open_pools(folder)
    told = ["cells_needed"] if pools.manifest.run.cells_needed else []
    edges = np.array(effort_edges(np.iinfo(np.int32).max, FINE))
    tiers = {}
    for tier in TIERS:
        stats = TierStats(pools.manifest.files[tier].rows, *(Counter() for _ in range(5)))
        for _, group in pools.row_groups(tier, ["effort", "par", *told]):
            effort, par = group.column("effort").to_numpy(), group.column("par").to_numpy()
            if told:
                _count_cells(stats, effort, group.column("cells_needed").to_numpy())
            stats.efforts.update(_count(effort))
            stats.pars.update(_count(par))
            step = edges[np.maximum(np.searchsorted(edges, effort, side="right") - 1, 0)]
            both = _count(step << 16 | (par.astype(np.int64) + 2**15))
            stats.par_by_effort.update({(pair >> 16, pair % 2**16 - 2**15): deals for pair, deals in both.items()})
        tiers[tier] = stats
    return PoolStats(pools.manifest, tiers)


def _count(values: npt.NDArray[np.integer]) -> dict[int, int]:
    found, counts = np.unique(values, return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


def _count_cells(stats: TierStats, effort: npt.NDArray[np.int32], cells_needed: npt.NDArray[np.int8]) -> None:
    for cells in np.unique(cells_needed).tolist():
        efforts = effort[cells_needed == cells]
        stats.cells_needed[cells] += len(efforts)
        stats.effort_by_cells[cells] += int(efforts.sum(dtype=np.int64))


def quantile(counter: Counter[int], share: float) -> int | None:
    """Return the smallest value that at least this share of the counted values do not exceed.

    >>> quantile(Counter([1, 2, 3, 4]), 0.5)
    2
    """
    needed = share * counter.total()
    seen = 0
    for value in sorted(counter):
        seen += counter[value]
        if seen >= needed:
            return value
    return None


def effort_edges(highest: int, steps_per_doubling: int) -> list[int]:
    """Return the lowest efforts of steps of equal width on a logarithmic scale, from 1 to the first above `highest`.

    >>> effort_edges(15, 2)
    [1, 2, 3, 4, 6, 8, 11, 16]
    """
    edges = [1]
    step = 0
    while edges[-1] <= highest:
        step += 1
        edge = int(2 ** (step / steps_per_doubling) + 0.5)
        if edge > edges[-1]:
            edges.append(edge)
    return edges


def histogram(efforts: Counter[int], steps_per_doubling: int = 2) -> list[tuple[int, int, int]]:
    """Return (lowest effort, highest effort, deals) of bins of equal width on a logarithmic scale.

    >>> histogram(Counter([4, 5, 6, 15]))
    [(4, 5, 2), (6, 7, 1), (8, 10, 0), (11, 15, 1)]
    """
    if not efforts:
        return []
    bins = [
        (low, high - 1, sum(count for effort, count in efforts.items() if low <= effort < high))
        for low, high in pairwise(effort_edges(max(efforts), steps_per_doubling))
    ]
    filled = [index for index, (_, _, count) in enumerate(bins) if count]
    return bins[filled[0] : filled[-1] + 1] if filled else []
