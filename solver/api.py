"""What other programs call: `from freecell_pools.solver import solve, hint, ...`.

`check`, `solve`, `hint` and `inspect` take a board or the number of a deal. Threads may call all of them at the same
time: they search one after the other, as a process has one memory for it. The kernels are loaded with the first search.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .game import facts as _facts
from .game.board import Board
from .game.board_check import check_board
from .game.deals import deal_board
from .game.facts import Facts
from .game.rules import Rules
from .game.solution import replay
from .verdict import Answer

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .hints import Hint

_FREECELL = Rules()
_MOST_STATES = 2**62


def deal(number: int, rules: Rules = _FREECELL) -> Board:
    """Return the board that a numbered deal begins with, 1 to 2^33 - 1 as in Microsoft's game and FreeCell Pro.

    Raises `ValueError` when there is no deal with this number.
    """
    return deal_board(number, _checked(rules))


def play(board: Board, moves: str, rules: Rules = _FREECELL) -> Board:
    """Return the board after moves in notation, one or many, without spaces.

    Raises `IllegalMove` with the number of the move, from 1, when one is not legal or not notation.
    """
    return replay(board, moves, _checked(rules))


def check(position: Board | int, rules: Rules = _FREECELL, *, max_states: int | None = None) -> Answer:
    """Tell whether a deal or a position can be won, with the first solution found.

    Args:
        position: a board, or the number of a deal.
        rules: the game.
        max_states: states that may be expanded; undecided then. None stands for the solver's own limit.

    Raises:
        BoardError: when the board is none, or has not the cells of the rules.
        ValueError: when there is no deal with this number, `max_states` is not positive, or `rules` are none.
        ReplayError: when the solver has a bug: no answer is given that was not replayed.
    """
    board, limit = _board(position, rules), _limit(max_states)
    from .decide import decide

    return decide(board, rules, max_states=limit)


def check_deals(deals: Sequence[int], rules: Rules = _FREECELL, *, max_states: int | None = None) -> list[Answer]:
    """Tell of many numbered deals whether they can be won, much faster than one by one; see `check`."""
    limit = _limit(max_states)
    from .decide import decide_deals

    return list(decide_deals(deals, _checked(rules), max_states=limit))


def cells_needed_deals(
    deals: Sequence[int], rules: Rules = _FREECELL, *, max_states: int | None = None
) -> "npt.NDArray[np.int8]":
    """Return the fewest cells with which each numbered deal is solvable, by proof on both sides: int8[n].

    It is -1 where that takes more than `max_states` for some number of cells, 8 where even seven are too few. The
    number of cells of `rules` means nothing; errors are those of `check`.
    """
    limit = None if max_states is None else _limit(max_states)
    from .cells_needed import MOST_STATES, cells_needed_deals

    return cells_needed_deals(deals, _checked(rules), max_states=limit or MOST_STATES)


def solve(position: Board | int, rules: Rules = _FREECELL, *, max_states: int | None = None) -> Answer:
    """Solve a deal or a position, with a short solution; arguments and errors are those of `check`.

    The verdict and the states are the same too; the solution has as many moves or fewer. It need not be the shortest.
    """
    board, limit = _board(position, rules), _limit(max_states)
    from .solving import solve

    return solve(board, rules, max_states=limit)


def hint(position: Board | int, rules: Rules = _FREECELL, *, max_states: int | None = None) -> "Hint":
    """Return the next move and the verdict; arguments and errors are those of `check`.

    Whoever follows hints wins: `moves_left` falls by one with each, though no hint knows of those before.
    """
    board, limit = _board(position, rules), _limit(max_states)
    from .hints import hint

    return hint(board, rules, max_states=limit)


def inspect(position: Board | int, rules: Rules = _FREECELL) -> Facts:
    """Return what can be said of a position without a search: legal moves, safe cards, certain finish, and more.

    Errors are those of `check`.
    """
    return _facts.inspect(_board(position, rules), rules)


def _board(position: Board | int, rules: Rules) -> Board:
    _checked(rules)
    if not isinstance(position, Board):
        return deal_board(position, rules)
    check_board(position, rules)
    return position


def _checked(rules: Rules) -> Rules:
    """Return the rules; their name, say, is a mistake that would show far from here."""
    if not isinstance(rules, Rules):
        raise ValueError(f"rules: {rules!r} are no Rules, such as Rules(cells=3) or PRESETS['bakers-game']")
    return rules


def _limit(max_states: int | None) -> int:
    from .engine import DEFAULT_MAX_STATES

    if max_states is None:
        return DEFAULT_MAX_STATES
    if type(max_states) is not int or max_states < 1:
        raise ValueError(f"max_states: {max_states!r} is not a positive whole number")
    return min(max_states, _MOST_STATES)
