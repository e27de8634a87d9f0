"""Say so when kernels are compiled, which happens once for each installation."""

from collections.abc import Callable

import click


def compile_first(warm_up: Callable[[], object] | None = None, kernel: str = "") -> None:
    """Announce that kernels will be compiled, if so; with `warm_up`, have it done now, for workers to come.

    `kernel` names the one that is compiled last, where others may have been before.
    """
    from freecell_pools.solver.code_cache import needs_compiling

    if needs_compiling(kernel):
        click.echo("Compiling the solver, once for this installation (about 20 s) ...", err=True)
        if warm_up is not None:
            warm_up()
