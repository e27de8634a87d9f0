"""The effort of a deal: how much work it costs the panel.

A member's work is the number of states that it expands, its quota where it finds no solution. The effort is ten times
the geometric mean over the members, rounded down: run times of a search are spread over orders of magnitude, and
the mean of their logarithms is what several searches agree on. All of it is integer arithmetic, so
the same deal has the same effort everywhere.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from freecell_pools.solver.cells_needed import UNKNOWN, cells_needed_deals
from freecell_pools.solver.game.rules import Rules
from freecell_pools.solver.survey import panel_of, survey_deals
from freecell_pools.solver.verdict import SOLVABLE

from .panel import PANEL

SCALE = 10


@dataclass(frozen=True, slots=True)
class Ratings:
    """What is known of the deals of a range, a row each.

    Attributes:
        deal: int64[n].
        verdict: int8[n], the index in `verdict.VERDICTS`.
        effort: int32[n].
        par: int16[n], moves of the solution, 0 unless solvable.
        solution: the shortest solution that a member found, empty unless solvable.
        cells_needed: int8[n], the fewest cells with which the deal is solvable, -1 where that is not known, as of deals
            not solvable by these rules; None unless asked for.
    """

    deal: npt.NDArray[np.int64]
    verdict: npt.NDArray[np.int8]
    effort: npt.NDArray[np.int32]
    par: npt.NDArray[np.int16]
    solution: list[str]
    cells_needed: npt.NDArray[np.int8] | None = None


def effort_of(counts: Sequence[int]) -> int:
    """Return the effort for the states that each member expanded.

    >>> effort_of([50, 50, 50, 50]), effort_of([10, 1000]), effort_of([2, 3])
    (500, 1000, 24)
    """
    members = len(counts)
    product = SCALE**members * math.prod(max(count, 1) for count in counts)
    root: int = round(product ** (1 / members))
    while root**members > product:
        root -= 1
    while (root + 1) ** members <= product:
        root += 1
    return root


def rate_deals(first: int, last: int, rules: Rules, *, cells_needed: bool = False) -> Ratings:
    """Solve and rate the deals from `first` to `last`, a range that fits into memory.

    `cells_needed` asks for the fewest cells with which each solvable deal is so.

    Raises `ReplayError` when a solution does not replay, a bug of the solver.
    """
    counts, answers = survey_deals(first, last, rules, panel_of(PANEL.members, PANEL.refining))
    deals = np.arange(first, last + 1, dtype=np.int64)
    solvable = answers.verdicts == SOLVABLE
    return Ratings(
        deal=deals,
        verdict=answers.verdicts,
        effort=np.array([effort_of(row) for row in counts.tolist()], np.int32),
        par=np.where(solvable, answers.moves, 0).astype(np.int16),
        solution=[answer.solution or "" for answer in answers],
        cells_needed=_cells_needed(deals, solvable, rules) if cells_needed else None,
    )


def _cells_needed(deals: npt.NDArray[np.int64], solvable: npt.NDArray[np.bool_], rules: Rules) -> npt.NDArray[np.int8]:
    needed = np.full(len(deals), UNKNOWN, np.int8)
    needed[solvable] = cells_needed_deals(deals[solvable], rules, solvable_with=rules.cells)
    return needed
