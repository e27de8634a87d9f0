"""The rating panel: the fixed searches whose work is a deal's effort.

It is versioned apart from the solver's portfolio, so that a faster verdict moves no deal to another tier. Whatever
changes what a member counts, its weights, its quota or the search itself, raises PANEL_VERSION, and the
thresholds of `tiers` are calibrated anew.
"""

from freecell_pools.solver.plans import Member

PANEL_VERSION = 2

# Six searches tuned apart: three quick ones, and three that look for short solutions, as a high weight of depth makes
# them. The work of the quick ones tells better which deals need many cells, that of the others which need many moves.
# In their order so that halves, first and last or every other one, have some of both.
PANEL = (
    Member(3000, (2, 39, 0, 1, 30, 9, 3, 35), (150, 79, 54, 20, 0), (82, 34, 2, 0)),
    Member(3000, (2, 38, 0, 0, 30, 11, 3, 46), (121, 82, 48, 19, 0), (80, 28, 8, 0)),
    Member(3000, (1, 37, 0, 1, 2, 9, 2, 42), (130, 74, 49, 20, 0), (82, 45, 20, 0)),
    Member(3000, (1, 37, 0, 1, 2, 9, 2, 35), (130, 74, 49, 20, 0), (82, 45, 20, 0)),
    Member(3000, (5, 28, 0, 1, 9, 4, 0, 32), (93, 41, 33, 8, 0), (58, 37, 23, 0)),
    Member(3000, (-3, 45, 0, 0, 0, 10, 3, 42), (135, 74, 49, 21, 0), (72, 34, 6, 0)),
)

# The searches that shorten a solution, from states along it.
REFINING = Member(300, (2, 38, 0, 0, 30, 11, 3, 60), (121, 82, 48, 19, 0), (80, 28, 8, 0))
