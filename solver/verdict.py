"""What is known about a position after a search: three verdicts that are never mixed up."""

from enum import StrEnum
from typing import NamedTuple


class Verdict(StrEnum):
    """The three things that can be said of a position."""

    SOLVABLE = "solvable"
    IMPOSSIBLE = "impossible"
    UNDECIDED = "undecided"


UNDECIDED, SOLVABLE, IMPOSSIBLE = range(3)
"""The verdicts as numbers, in arrays and shards: the index in VERDICTS."""

VERDICTS = (Verdict.UNDECIDED, Verdict.SOLVABLE, Verdict.IMPOSSIBLE)


class Limit(StrEnum):
    """Which limit ended an undecided search: the number of states allowed, or the memory for them."""

    STATES = "states"
    MEMORY = "memory"


class Answer(NamedTuple):
    """The verdict on one position.

    Attributes:
        verdict: `SOLVABLE` only with a solution that was replayed, `IMPOSSIBLE` only from an exhausted space, that
            of the game or of an easier one that has all its solutions.
        states: number of states expanded, by all searches together.
        moves: number of moves of the solution, those to a foundation too, a run as one.
        limit: the limit that was reached when undecided.
        solution: the moves in the notation of `solution`.
        cells_needed: the fewest cells with which it is solvable, as `cells_needed` finds them; None unless asked for.
    """

    verdict: Verdict
    states: int
    moves: int | None = None
    limit: Limit | None = None
    solution: str | None = None
    cells_needed: int | None = None
