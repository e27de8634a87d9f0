"""Say so when kernels are compiled, which happens once for each installation."""

from collections.abc import Callable

import click

REPLAYING = ("replay._replay_deals",)
CHECKING = ("portfolio.decide_numbers", *REPLAYING)
RATING = ("survey.survey_numbers", *REPLAYING)
SOLVING = ("portfolio.decide_layout", "survey.survey_layout")
"""The kernels that are compiled last for a kind of work; an interrupted compilation leaves some of the others."""


def compile_first(kernels: tuple[str, ...], warm_up: Callable[[], object] | None = None) -> None:
    """Announce that kernels will be compiled, if one of these is not; with `warm_up`, have it done for workers."""
    from freecell_pools.solver.compiling.code_cache import needs_compiling

    if any(map(needs_compiling, kernels)):
        click.echo("Compiling what this command needs, once for this installation (up to a minute) ...", err=True)
        if warm_up is not None:
            warm_up()
