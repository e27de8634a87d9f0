"""Freecell Solver's options for a game: `freecell-solver-range-parallel-solve` and `fc-solve` take the same ones."""

from dataclasses import replace

from freecell_pools.solver.rules import Rules

_TELLS_IMPOSSIBLE = ["--method", "soft-dfs", "-to", "01ABCDE", "-sp", "r:tf"]
_QUICK_BY_SUIT = ["--method", "soft-dfs", "-to", "0123456789", "-sp", "r:tf"]


def game_options(rules: Rules) -> list[str]:
    """Return the options that say which game is played; no card comes back from a foundation there."""
    return [
        *("--freecells-num", str(rules.cells)),
        *("--sequences-are-built-by", "suit" if rules.build == "same-suit" else "alternate_color"),
        *("--empty-stacks-filled-by", rules.empty_column),
        *("--sequence-move", "unlimited" if rules.run_move == "unlimited" else "limited"),
    ]


def search_options(rules: Rules) -> list[str]:
    """Return its best setting for many deals of a game.

    For FreeCell that is its fastest preset. Its later searches do not take over other rules (with kings only it puts
    other cards into empty columns), so for all else there is a quick search and then one that tells impossible deals.
    """
    if replace(rules, foundation_return=False) == Rules():
        return ["-l", "lg"]
    game = game_options(rules)
    quick = ["-l", "te"] if rules.build == "alternating" else _QUICK_BY_SUIT
    return [*game, *quick, "-ni", *game, *_TELLS_IMPOSSIBLE]
