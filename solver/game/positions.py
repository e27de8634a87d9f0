"""What can be said of a position without searching: safe collecting, certain finish, won, stuck."""

from itertools import pairwise

from .board import Board, Move, apply_move, homeward_moves, legal_moves, moved_cards
from .cards import CARDS, SUITS, Card, rank, suit
from .rules import Rules


def is_won(board: Board) -> bool:
    """Tell whether all cards are home."""
    return sum(board.foundations) == CARDS


def no_move_left(board: Board, rules: Rules) -> bool:
    """Tell whether the game is lost because no move is legal; a game that is won is not."""
    return not is_won(board) and not legal_moves(board, rules)


def finish_is_certain(board: Board) -> bool:
    """Tell whether the rest can be collected with moves to the foundations alone.

    That is so when no card of a column lies on one of lower rank, whatever the colours: the lowest card that
    is not home is then covered by cards of its own rank at most, which fit their foundations as well.
    """
    return all(rank(above) <= rank(below) for column in board.columns for below, above in pairwise(column))


def is_safe(card: Card, levels: tuple[int, ...], rules: Rules) -> bool:
    """Tell whether a card that fits its foundation may go home with nothing lost.

    With r = 1 for an ace and `levels` the cards home per suit: in alternating colours both suits of the other
    colour must stand at r - 1 or above, so that no card is left to put on it; or both at r - 2 or above and
    the other suit of its colour at r - 3 or above, so that each card to put on it can itself go home. In a
    game built in suit every card is safe.
    """
    if rules.build == "same-suit":
        return True
    r = rank(card) + 1
    lowest_other_colour = min(levels[suit(card) ^ 1], levels[suit(card) ^ 3])
    return lowest_other_colour >= r - 1 or (lowest_other_colour >= r - 2 and levels[suit(card) ^ 2] >= r - 3)


def settled_levels(board: Board, rules: Rules) -> tuple[int, ...]:
    """Return how many cards of each suit are home for good: those nobody gains by taking back.

    Without returns from the foundations these are all cards home. With them, a suit settles from the ace up
    as long as the next card home is safe, judged by the settled cards alone.

    Follow any solution with such a card c, of rank r, left at home instead. It needs less room, and nothing that was
    free is covered. A card d that the solution puts on c is of rank r - 1 and the other colour: it is settled, or the
    one below it is, so that it can go home; a card of rank r - 2 put on d is of c's colour, and its foundation has
    settled up to r - 3 at least, so that it can go home too; all lower ones are settled. What went home in this way
    is on top of its foundation when the solution moves it on, since the solution does not have it there.
    """
    if not rules.foundation_return or rules.build == "same-suit":
        return board.foundations
    levels = (0,) * len(SUITS)
    while True:
        raised = tuple(
            level + (level < home and is_safe(level * len(SUITS) + which, levels, rules))
            for which, (level, home) in enumerate(zip(levels, board.foundations, strict=True))
        )
        if raised == levels:
            return levels
        levels = raised


def safe_moves(board: Board, rules: Rules) -> list[Move]:
    """Return the moves to the foundations that are legal and safe now, in the order of `legal_moves`."""
    levels = settled_levels(board, rules)
    return [move for move in homeward_moves(board) if is_safe(moved_cards(board, move)[0], levels, rules)]


def safe_autoplay(board: Board, rules: Rules) -> list[Move]:
    """Return the safe moves to the foundations, in order, until none is left.

    Each time the first safe move in the order of `legal_moves` is played: columns, then cells.
    """
    moves: list[Move] = []
    while safe := safe_moves(board, rules):
        moves.append(safe[0])
        board = apply_move(board, safe[0], rules)
    return moves


def finishing_moves(board: Board, rules: Rules) -> list[Move]:
    """Return the moves to the foundations that end the game where that is certain, none where it is not.

    Each time the first one in the order of `legal_moves` is made.
    """
    moves: list[Move] = []
    if finish_is_certain(board):
        while homeward := homeward_moves(board):
            moves.append(homeward[0])
            board = apply_move(board, homeward[0], rules)
    return moves
