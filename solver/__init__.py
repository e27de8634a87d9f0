"""The FreeCell engine: cards, deals, rules, the packed state, search and verdict.

What other programs use is here by name, and loaded when it is used: nothing below imports the kernels' compiler
before something is to be solved. `api` has the functions that search. No module may have a name of `__all__`: once
imported it would stand in its place.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .api import cells_needed_deals, check, check_deals, deal, hint, inspect, play, solve
    from .engine import ReplayError
    from .game.board import Board, IllegalMove, Move, apply_move, legal_moves
    from .game.board_text import BoardError, format_board, parse_board
    from .game.cards import card_from_name, card_name
    from .game.facts import Facts
    from .game.positions import finish_is_certain, is_won, no_move_left, safe_autoplay
    from .game.rules import PRESETS, Rules
    from .game.solution import format_move, format_solution, parse_solution, single_moves
    from .hints import Hint
    from .verdict import Answer, Limit, Verdict

__all__ = [
    "PRESETS",
    "Answer",
    "Board",
    "BoardError",
    "Facts",
    "Hint",
    "IllegalMove",
    "Limit",
    "Move",
    "ReplayError",
    "Rules",
    "Verdict",
    "apply_move",
    "card_from_name",
    "card_name",
    "cells_needed_deals",
    "check",
    "check_deals",
    "deal",
    "finish_is_certain",
    "format_board",
    "format_move",
    "format_solution",
    "hint",
    "inspect",
    "is_won",
    "legal_moves",
    "no_move_left",
    "parse_board",
    "parse_solution",
    "play",
    "safe_autoplay",
    "single_moves",
    "solve",
]

_MODULES = {
    "api": ("cells_needed_deals", "check", "check_deals", "deal", "hint", "inspect", "play", "solve"),
    "game.board": ("Board", "IllegalMove", "Move", "apply_move", "legal_moves"),
    "game.board_text": ("BoardError", "format_board", "parse_board"),
    "game.cards": ("card_from_name", "card_name"),
    "engine": ("ReplayError",),
    "game.facts": ("Facts",),
    "hints": ("Hint",),
    "game.positions": ("finish_is_certain", "is_won", "no_move_left", "safe_autoplay"),
    "game.rules": ("PRESETS", "Rules"),
    "game.solution": ("format_move", "format_solution", "parse_solution", "single_moves"),
    "verdict": ("Answer", "Limit", "Verdict"),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Load the module that a name of `__all__` is in."""
    if (module := _MODULE_OF.get(name)) is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{module}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the names of this module, those not loaded yet too."""
    return sorted({*globals(), *__all__})
