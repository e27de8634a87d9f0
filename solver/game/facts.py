"""All that can be said of a position without searching, as one value."""

from typing import NamedTuple

from .board import Board, Move, apply_move, legal_moves, run_capacity
from .cards import Card
from .positions import finish_is_certain, finishing_moves, is_won, no_move_left, safe_autoplay
from .rules import Rules
from .steps import step_of


class Facts(NamedTuple):
    """What holds in a position.

    Attributes:
        legal_moves: every legal move, in the order of `board.legal_moves`.
        capacity: how many cards of a run move at once to a filled column; 52 where any number does.
        capacity_into_empty: the same into an empty column; None where none is empty.
        safe_moves: the moves that take home, one after the other, every card that may go with nothing lost.
        safe_cards: the cards that they take.
        finish_is_certain: whether moves to the foundations alone end the game, as no card lies on a lower one.
        finishing_moves: these moves; empty where the finish is not certain, or the game won.
        won: whether all cards are home.
        no_move_left: whether no move is legal though the game is not won.
    """

    legal_moves: tuple[Move, ...]
    capacity: int
    capacity_into_empty: int | None
    safe_moves: tuple[Move, ...]
    safe_cards: tuple[Card, ...]
    finish_is_certain: bool
    finishing_moves: tuple[Move, ...]
    won: bool
    no_move_left: bool


def inspect(board: Board, rules: Rules = Rules()) -> Facts:  # noqa: B008 - frozen
    """Return the facts of a position."""
    safe = safe_autoplay(board, rules)
    at = board
    cards = []
    for move in safe:
        cards.append(step_of(at, move).card)
        at = apply_move(at, move, rules)
    return Facts(
        legal_moves=tuple(legal_moves(board, rules)),
        capacity=run_capacity(board, rules),
        capacity_into_empty=run_capacity(board, rules, into_empty_column=True) if () in board.columns else None,
        safe_moves=tuple(safe),
        safe_cards=tuple(cards),
        finish_is_certain=finish_is_certain(board),
        finishing_moves=tuple(finishing_moves(board, rules)),
        won=is_won(board),
        no_move_left=no_move_left(board, rules),
    )
