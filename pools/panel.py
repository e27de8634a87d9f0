"""The rating panel: the fixed searches whose work is a deal's effort.

It is versioned apart from the solver's portfolio, so that a faster verdict moves no deal to another tier. Whatever
changes what a member counts, its weights, its quota or the search itself, raises PANEL_VERSION, and the
thresholds of `tiers` are calibrated anew.
"""

from freecell_pools.solver.plans import Member

PANEL_VERSION = 1

_CELLS = (320, 192, 113, 37, 0)
_COLUMNS = (164, 71, 8, 0)

PANEL = (
    Member(2000, (6, 65, 0, 10, 30, 16, 2, 41), _CELLS, _COLUMNS),
    Member(2000, (10, 60, 6, 10, 15, 25, 3, 20), _CELLS, _COLUMNS),
    Member(2000, (20, 50, 0, 0, 0, 10, 10, 30), _CELLS, _COLUMNS),
    Member(2000, (10, 80, 10, 5, 40, 10, 0, 60), _CELLS, _COLUMNS),
)
