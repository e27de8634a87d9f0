"""What several rounds of one measurement say: the middle, and how far they lie apart."""

import statistics
from collections.abc import Iterable
from typing import NamedTuple


class Spread(NamedTuple):
    """The median, the lowest and the highest of some positive values."""

    median: float
    low: float
    high: float

    @property
    def noise(self) -> float:
        """Half the distance of lowest and highest, as a share of the median."""
        return (self.high - self.low) / 2 / self.median


def spread_of(values: Iterable[float]) -> Spread:
    """Return the spread of at least one value.

    >>> spread_of([3.0, 1.0, 2.0])
    Spread(median=2.0, low=1.0, high=3.0)
    """
    ordered = sorted(values)
    return Spread(statistics.median(ordered), ordered[0], ordered[-1])
