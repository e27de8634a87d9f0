"""The rating panel: the fixed searches whose work is a deal's effort.

It is versioned apart from the solver's portfolio, so that a faster verdict moves no deal to another tier. Whatever
changes what a member counts, its weights, its quota or the search itself, raises PANEL_VERSION, and the
thresholds of `tiers` are calibrated anew.
"""

from freecell_pools.solver.plans import Member

PANEL_VERSION = 1

# Six searches tuned apart: from other starts, on all deals or on those that others leave, for the mean or for the tail.
PANEL = (
    Member(2000, (7, 64, 10, 31, 16, 2, 41, 35), (312, 190, 108, 44, 0), (203, 100, 10, 0)),
    Member(2000, (11, 50, 21, 15, 18, -1, 36, 35), (418, 237, 117, 35, 0), (160, 86, 3, 0)),
    Member(2000, (6, 69, 13, 41, 18, 6, 48, 35), (349, 206, 125, 52, 0), (148, 53, 38, 0)),
    Member(2000, (2, 46, 1, 3, 12, 2, 28, 35), (262, 154, 105, 47, 0), (148, 84, 27, 0)),
    Member(2000, (5, 70, 14, 42, 25, 6, 51, 35), (364, 226, 79, 41, 0), (135, 34, 22, 0)),
    Member(2000, (8, 69, 13, 23, -2, 2, 51, 35), (343, 212, 170, 36, 0), (147, 86, 14, 0)),
)
