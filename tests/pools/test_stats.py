"""Counts of pools."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pyarrow.parquet as pq
from built_pools import FIRST, LAST
from freecell_pools.pools.stats import FINE, effort_edges, histogram, pool_stats, quantile
from hypothesis import given
from hypothesis import strategies as st


@given(st.lists(st.integers(1, 10**6), min_size=1))
def test_bins_hold_every_effort_once_and_touch(efforts: list[int]) -> None:
    bins = histogram(Counter(efforts))
    assert sum(count for _, _, count in bins) == len(efforts)
    for low, high, count in bins:
        assert count == sum(low <= effort <= high for effort in efforts)
    assert all(one[1] + 1 == two[0] for one, two in pairwise(bins))
    assert bins[0][2]
    assert bins[-1][2]


@given(st.lists(st.integers(1, 100), min_size=1))
def test_quantiles_are_values_in_order(values: list[int]) -> None:
    counter = Counter(values)
    assert quantile(counter, 0) == min(values)
    assert quantile(counter, 1) == max(values)
    assert quantile(counter, 0.5) == sorted(values)[(len(values) - 1) // 2]


def test_nothing_has_no_quantiles() -> None:
    assert quantile(Counter(), 0.5) is None
    assert histogram(Counter()) == []


def test_stats_of_real_pools(built: Path) -> None:
    stats = pool_stats(built)
    assert sum(stats.manifest.counts) == LAST - FIRST + 1
    for tier in stats.tiers.values():
        assert tier.efforts.total() == tier.pars.total() == tier.rows
        assert not tier.cells_needed
    cuts = stats.manifest.run.cuts
    assert max(stats.tiers["easy"].efforts) <= cuts.easy < min(stats.tiers["normal"].efforts)
    assert max(stats.tiers["normal"].efforts) <= cuts.normal < min(stats.tiers["hard"].efforts)


def test_effort_and_par_together(built: Path) -> None:
    edges = effort_edges(2**31 - 1, FINE)
    for tier, stats in pool_stats(built).tiers.items():
        table = pq.read_table(built / f"{tier}.parquet").to_pydict()
        steps = [max(edge for edge in edges if edge <= effort) for effort in table["effort"]]
        assert stats.par_by_effort == Counter(zip(steps, table["par"], strict=True))


def test_stats_by_cells_needed(built_with_cells: Path) -> None:
    for tier, stats in pool_stats(built_with_cells).tiers.items():
        table = pq.read_table(built_with_cells / f"{tier}.parquet").to_pydict()
        assert stats.cells_needed == Counter(table["cells_needed"])
        for cells, effort in stats.effort_by_cells.items():
            rows = zip(table["cells_needed"], table["effort"], strict=True)
            assert effort == sum(effort for needed, effort in rows if needed == cells)
