"""Solve and rate some deals of the pools again, and compare every field with what the pools say of them."""

import hashlib
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from freecell_pools.solver.game.rules import Rules

from .errors import FolderError
from .panel import PANEL
from .reader import Pools
from .schema import pool_path
from .tasks import Failed, run_tasks
from .tiers import TIERS

Fields = dict[str, Any]

MAX_PROBLEMS = 5


class _Claim(NamedTuple):
    """What the pools say of a deal: where, and its verdict with the other fields of its row."""

    where: str
    fields: Fields


def sample(first: int, last: int, number: int, seed: int) -> list[int]:
    """Return deals spread over a range: one from each of `number` parts of equal width, all when it has no more.

    Part i begins i * width / number after the first deal, rounded down. Its deal is, counted from its beginning, the
    remainder of the first eight bytes (big-endian) of the SHA-256 of "seed i" by the width of the part.

    >>> sample(1, 32000, 4, 0)
    [1532, 14581, 18656, 29192]
    """
    width = last - first + 1
    number = min(number, width)
    deals = []
    for part in range(number):
        start, stop = part * width // number, (part + 1) * width // number
        drawn = int.from_bytes(hashlib.sha256(f"{seed} {part}".encode()).digest()[:8], "big")
        deals.append(first + start + drawn % (stop - start))
    return deals


def recompute(
    pools: Pools,
    deals: list[int],
    make_executor: Callable[[], Executor],
    in_flight: int,
    progress: Callable[[int], None] = lambda deals: None,
) -> list[str]:
    """Solve and rate deals again; return a line for each field that comes out otherwise, bounded in number.

    Args:
        pools: pools in which `verify_pools` finds nothing wrong.
        deals: ascending numbers in their range, solvable or not.
        make_executor: makes the executor that does the work.
        in_flight: how many deals may be submitted at once.
        progress: called with 1 after each deal.

    Raises `FolderError` when the pools were rated by a panel that this version does not have.
    """
    run = pools.manifest.run
    if run.panel_version != PANEL.version:
        raise FolderError(
            f"{pools.folder} was rated by panel {run.panel_version}, which this version cannot: it has {PANEL.version}"
        )
    problems = list(islice(_differences(pools, deals, make_executor, in_flight, progress), MAX_PROBLEMS + 1))
    if len(problems) > MAX_PROBLEMS:
        problems[MAX_PROBLEMS:] = ["more deals that come out otherwise, not listed"]
    return problems


def _differences(
    pools: Pools,
    deals: list[int],
    make_executor: Callable[[], Executor],
    in_flight: int,
    progress: Callable[[int], None],
) -> Iterator[str]:
    run = pools.manifest.run
    claims = _claims(pools, deals)
    work = partial(_rate, run.rules, run.cells_needed)
    with closing(run_tasks(work, deals, make_executor, in_flight, ordered=True)) as outcomes:
        for deal, found in outcomes:
            progress(1)
            where, claimed = claims.get(deal, _Claim(f"deal {deal}", {"verdict": "in no place"}))
            if isinstance(found, Failed):
                yield f"{where}: it could not be solved again: {found.reason}"
            elif found["verdict"] != claimed["verdict"]:
                yield f"{where}: it is {claimed['verdict']}, solved again it is {found['verdict']}"
            else:
                yield from (
                    f"{where}: its {name} is {claimed[name]}, computed again it is {found[name]}"
                    for name in claimed
                    if claimed[name] != found[name]
                )


def _claims(pools: Pools, deals: list[int]) -> dict[int, _Claim]:
    """Return what the pools say of some deals."""
    claims = {}
    for tier in TIERS:
        name = pool_path(pools.folder, tier).name
        for first_row, group in pools.row_groups(tier):
            rows = np.flatnonzero(np.isin(group.column("deal").to_numpy(), deals))
            for row, fields in zip(rows.tolist(), group.take(rows).to_pylist(), strict=True):
                deal = fields.pop("deal")
                where = f"{name} row {first_row + row} (deal {deal})"
                claims[deal] = _Claim(where, {"verdict": "solvable", **fields})
    for verdict in ("impossible", "undecided"):
        for deal in np.intersect1d(np.array(getattr(pools.manifest, verdict), np.int64), deals).tolist():
            claims[deal] = _Claim(f"deal {deal}", {"verdict": verdict})
    return claims


def _rate(rules: Rules, cells_needed: bool, deal: int) -> Fields:
    """Solve and rate one deal."""
    from freecell_pools.solver.verdict import VERDICTS

    from .rating import rate_deals

    found = rate_deals(deal, deal, rules, cells_needed=cells_needed)
    fields: Fields = {name: getattr(found, name)[0].item() for name in ("effort", "par")}
    if found.cells_needed is not None:
        fields["cells_needed"] = found.cells_needed[0].item()
    return {"verdict": str(VERDICTS[found.verdict[0]]), "solution": found.solution[0], **fields}
