"""Pick deals from a tier: by a seed, or the deal of a day. FORMAT.md has the rule for frontends, a line for a line.

The rows of a tier are walked in steps that have no divisor in common with their number, so that each is met once before
the first one is met again: n picks are n deals, and no deal of the day comes twice in as many days as there are rows.
"""

import datetime
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from .errors import FolderError, PoolError
from .lines import one_line
from .reader import Pools, open_pools
from .schema import ROW_GROUP

DAY_ZERO = datetime.date(1970, 1, 1)


@dataclass(frozen=True, slots=True)
class Picked:
    """A row of a pool.

    Attributes:
        row: its number in the file of its tier, from 0.
        deal: the deal.
        effort: how much work it cost the rating panel.
        par: moves of the solution.
        solution: the notation of a solution.
        cells_needed: the fewest cells with which the deal is solvable; None where that is not known or not told.
    """

    row: int
    deal: int
    effort: int
    par: int
    solution: str
    cells_needed: int | None


def pick_rows(number: int, count: int, rows: int) -> list[int]:
    """Return the rows that a number picks, all different; the rows of the next number begin with the second one.

    >>> pick_rows(0, 5, 12809), pick_rows(1, 2, 12809)
    ([0, 7916, 3023, 10939, 6046], [7916, 3023])

    Raises `ValueError` unless there are as many rows as are to be picked, and one at least.
    """
    if not 1 <= count <= rows:
        raise ValueError(f"{count} of {rows} rows cannot be picked")
    step = rows * 618034 // 1000000
    while math.gcd(step, rows) != 1:
        step += 1
    return [(number + index) * step % rows for index in range(count)]


def number_of_seed(seed: str) -> int:
    """Return the number of a seed, the 32-bit FNV-1a hash of its UTF-8 bytes.

    >>> number_of_seed(""), number_of_seed("a")
    (2166136261, 3826002220)

    Raises `ValueError` when the text has no UTF-8 bytes.
    """
    value = 2166136261
    for byte in seed.encode():
        value = (value ^ byte) * 16777619 % 2**32
    return value


def number_of_date(date: datetime.date) -> int:
    """Return the number of a date, the days since 1970-01-01.

    >>> number_of_date(datetime.date(2026, 11, 30))
    20787
    """
    return (date - DAY_ZERO).days


def parse_date(text: str) -> datetime.date:
    """Return the date that a text such as 2026-11-30 names.

    Raises `ValueError` when there is no such day, or when it is before 1970.
    """
    try:
        if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text, re.ASCII):
            raise ValueError
        date = datetime.date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{one_line(ascii(text))[:40]} is no date such as 2026-11-30") from None
    if date < DAY_ZERO:
        raise ValueError(f"{text} is before {DAY_ZERO}, the first day that has deals")
    return date


def days_from(text: str, count: int) -> list[datetime.date]:
    """Return a day and those after it, so many in all.

    Raises `ValueError` when the text is no date, or when the calendar ends before.
    """
    first = parse_date(text)
    if (datetime.date.max - first).days < count - 1:
        raise ValueError(f"there are no {count:,} days from {first} to {datetime.date.max}")
    return [first + datetime.timedelta(days) for days in range(count)]


def pick(folder: Path, tier: str, number: int, count: int = 1, rows: int | None = None) -> list[Picked]:
    """Return the deals of a tier that a number picks.

    Args:
        folder: the pool folder.
        tier: the tier.
        number: that of a seed or of a date.
        count: how many deals.
        rows: pick from so many rows, the first ones of the tier, as before its range grew; from all unless given.

    Raises `FolderError` when the folder holds no finished pools or too few deals, `PoolError` when they are damaged.
    """
    pools = open_pools(folder)
    there = pools.manifest.files[tier].rows
    if not there:
        raise FolderError(f"{folder} has no {tier} deals")
    if not 1 <= (rows or there) <= there:
        raise FolderError(f"{folder} has {there:,} {tier} deals, not {rows:,} to pick from")
    if not 1 <= count <= (rows or there):
        raise FolderError(f"{folder} has {there:,} {tier} deals; {count:,} of {rows or there:,} cannot be picked")
    return _read(pools, tier, pick_rows(number, count, rows or there))


def _read(pools: Pools, tier: str, rows: Sequence[int]) -> list[Picked]:
    """Read some rows of a tier, and no row group that has none of them."""
    here: dict[int, list[int]] = {}
    for row in sorted(rows):
        here.setdefault(row // ROW_GROUP, []).append(row)
    found: dict[int, dict[str, int | str]] = {}
    try:
        for first, group in pools.row_groups(tier, groups=list(here)):
            wanted = here[first // ROW_GROUP]
            facts = group.take(pa.array([row - first for row in wanted])).to_pylist()
            found.update(zip(wanted, facts, strict=True))
    except (pa.ArrowException, ValueError) as error:
        raise PoolError(f"the {tier} deals cannot be read: {one_line(str(error))}") from error
    return [_picked(row, found[row]) for row in rows]


def _picked(row: int, facts: dict[str, int | str]) -> Picked:
    cells = int(facts.get("cells_needed", -1))
    return Picked(
        row=row,
        deal=int(facts["deal"]),
        effort=int(facts["effort"]),
        par=int(facts["par"]),
        solution=str(facts["solution"]),
        cells_needed=cells if cells >= 0 else None,
    )
