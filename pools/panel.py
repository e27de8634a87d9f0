"""The rating panel: the fixed searches whose work is a deal's effort.

It is versioned apart from the solver's portfolio, so that a faster verdict moves no deal to another tier. Whatever
changes what a member counts, its weights, its quota or the search itself, raises the version of the panel, and the
thresholds of `tiers` are calibrated anew. All games are rated by the same searches, each with thresholds of its own.
"""

from typing import NamedTuple

from freecell_pools.solver.plans import Member


class RatingPanel(NamedTuple):
    """The searches that rate deals.

    Attributes:
        version: raised when anything else here, or the search, changes.
        members: the searches, in an order in which halves, first and last or every other one, are alike.
        refining: the search that shortens a solution, from states along it.
    """

    version: int
    members: tuple[Member, ...]
    refining: Member


# Four quick searches, and three that look for short solutions, as a high weight of depth makes them. The work of the
# quick ones tells better which deals need many cells, that of the others which need many moves.
_MEMBERS = (
    Member(2000, (7, 64, 10, 31, 16, 2, 41, 50, 0), (312, 190, 108, 44, 0), (203, 100, 10, 0)),
    Member(2000, (2, 39, 1, 30, 9, 3, 35, 45, 0), (150, 79, 54, 20, 0), (82, 34, 2, 0)),
    Member(2000, (11, 50, 21, 15, 18, -1, 36, 50, 0), (418, 237, 117, 35, 0), (160, 86, 3, 0)),
    Member(2000, (1, 37, 1, 2, 9, 2, 42, 45, 0), (130, 74, 49, 20, 0), (82, 45, 20, 0)),
    Member(2000, (2, 38, 0, 30, 11, 3, 46, 45, 0), (121, 82, 48, 19, 0), (80, 28, 8, 0)),
    Member(2000, (5, 70, 14, 42, 25, 6, 51, 50, 0), (364, 226, 79, 41, 0), (135, 34, 22, 0)),
    Member(2000, (5, 28, 1, 9, 4, 0, 32, 45, 0), (93, 41, 33, 8, 0), (58, 37, 23, 0)),
)

_REFINING = Member(300, (2, 38, 0, 30, 11, 3, 60, 45, 0), (121, 82, 48, 19, 0), (80, 28, 8, 0))

PANEL = RatingPanel(2, _MEMBERS, _REFINING)
