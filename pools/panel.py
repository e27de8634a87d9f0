"""The rating panel: the fixed searches whose work is a deal's effort.

It is versioned apart from the solver's portfolio, so that a faster verdict moves no deal to another tier. Whatever
changes what a member counts, its weights, its quota or the search itself, raises PANEL_VERSION, and the
thresholds of `tiers` are calibrated anew.
"""

from freecell_pools.solver.plans import Member

PANEL_VERSION = 2

PANEL = (
    Member(4000, (2, 39, 0, 1, 30, 9, 3, 40), (150, 79, 54, 20, 0), (82, 34, 2, 0)),
    Member(4000, (1, 37, 0, 1, 2, 9, 2, 36), (130, 74, 49, 20, 0), (82, 45, 20, 0)),
    Member(4000, (2, 38, 0, 0, 30, 11, 3, 42), (121, 82, 48, 19, 0), (80, 28, 8, 0)),
    Member(4000, (2, 38, 0, 0, 30, 11, 3, 44), (121, 82, 48, 19, 0), (80, 28, 8, 0)),
)

# Of the searches that shorten a solution, from states along it.
REFINING = Member(100, (2, 38, 0, 0, 30, 11, 3, 55), (121, 82, 48, 19, 0), (80, 28, 8, 0))
