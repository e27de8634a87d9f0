"""What a worker makes of its answers, in a module that it can import however the tests were started."""

from collections.abc import Sequence

from freecell_pools.solver.answers import Answers
from freecell_pools.solver.verdict import Answer


def all_of_it(deals: Sequence[int], answers: Answers) -> tuple[list[int], list[Answer]]:
    """Return the deals and all answers."""
    return list(deals), list(answers)
