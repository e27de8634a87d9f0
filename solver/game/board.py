"""A position as plain tuples, and the moves the rules allow in it.

This is the readable reference engine: it judges and never searches. Kernels, notation and verifier are tested
against it. Columns are called ``1``..``8``, cells ``a``..``g`` and the foundations together ``h``, as in
standard FreeCell notation.
"""

from dataclasses import dataclass
from typing import NamedTuple

from .cards import SUITS, Card, Suit, card_name, rank, suit
from .rules import COLUMNS, MAX_CELLS, Rules

COLUMN_NAMES = "12345678"[:COLUMNS]
CELL_NAMES = "abcdefg"[:MAX_CELLS]
FOUNDATION = "h"
NO_CARDS_HOME = (0,) * len(SUITS)


class IllegalMove(ValueError):  # noqa: N818 - the name that python-chess made usual
    """A move that the rules do not allow; the message says why."""


@dataclass(frozen=True, slots=True)
class Board:
    """A position.

    Nothing is checked here: a board holds 52 different cards when it comes from `deals.deal_board`,
    `board_text.parse_board` or, through legal moves, from such a board.

    Attributes:
        columns: eight columns of cards, the deepest card first.
        cells: what each free cell holds, None when empty; as many as the rules have.
        foundations: how many cards of each suit are home, 0..13, in the order of `cards.SUITS`.
    """

    columns: tuple[tuple[Card, ...], ...]
    cells: tuple[Card | None, ...]
    foundations: tuple[int, ...] = NO_CARDS_HOME


class Move(NamedTuple):
    """A move of one card or of a run.

    Attributes:
        source: the place it leaves: ``1``..``8``, ``a``..``g`` or ``h``.
        target: the place it goes to.
        cards: how many cards move at once.
        suit: which foundation gives the card; only when the source is ``h``.
    """

    source: str
    target: str
    cards: int = 1
    suit: Suit | None = None


def place_index(names: str, place: str) -> int | None:
    """Return the index of a place among `COLUMN_NAMES` or `CELL_NAMES`, None when it is not one of them."""
    return names.index(place) if len(place) == 1 and place in names else None


def run_length(column: tuple[Card, ...], rules: Rules) -> int:
    """Return how many cards at the free end of a column are built on one another; 0 for an empty column."""
    length = min(1, len(column))
    while length < len(column) and rules.may_build(column[-length], column[-length - 1]):
        length += 1
    return length


def run_capacity(board: Board, rules: Rules, into_empty_column: bool = False) -> int:
    """Return how many cards of a run move at once on this board, to a filled or into an empty column."""
    empty_columns = board.columns.count(()) - into_empty_column
    return rules.capacity(board.cells.count(None), empty_columns)


def free_cards(board: Board) -> list[tuple[str, Card]]:
    """Return the cards that may move alone, with their places: the last of each column, then the cells'."""
    free = [(name, column[-1]) for name, column in zip(COLUMN_NAMES, board.columns, strict=True) if column]
    return free + [(name, card) for name, card in zip(CELL_NAMES, board.cells, strict=False) if card is not None]


def goes_home(card: Card, board: Board) -> bool:
    """Tell whether a card is the next one of its suit's foundation."""
    return board.foundations[suit(card)] == rank(card)


def homeward_moves(board: Board) -> list[Move]:
    """Return the legal moves to the foundations, safe or not, in the order of `legal_moves`."""
    return [Move(place, FOUNDATION) for place, card in free_cards(board) if goes_home(card, board)]


def legal_moves(board: Board, rules: Rules) -> list[Move]:
    """Return every legal move, in a fixed order.

    Empty cells are interchangeable and so are empty columns: only the first of each is named as a target.
    The order is: to a foundation, to a filled column, into an empty column, to a cell; within each the
    sources in the order columns, cells, foundations (clubs, diamonds, spades, hearts), then the targets from
    left to right, then the number of cards from one up. A card never moves from cell to cell.
    """
    return (
        homeward_moves(board)
        + _to_filled_columns(board, rules)
        + _into_empty_column(board, rules)
        + _to_cell(board, rules)
    )


def apply_move(board: Board, move: Move, rules: Rules) -> Board:
    """Return the board after a move; any empty cell and any empty column will do as its target.

    Raises `IllegalMove` with a sentence that says why when the rules do not allow the move.
    """
    cards = _cards_to_move(board, move, rules)
    _check_target(board, move, cards, rules)
    columns, cells, foundations = list(board.columns), list(board.cells), list(board.foundations)
    if (column := place_index(COLUMN_NAMES, move.source)) is not None:
        columns[column] = columns[column][: -len(cards)]
    elif (cell := place_index(CELL_NAMES, move.source)) is not None:
        cells[cell] = None
    else:
        foundations[suit(cards[0])] -= 1
    if (column := place_index(COLUMN_NAMES, move.target)) is not None:
        columns[column] += cards
    elif (cell := place_index(CELL_NAMES, move.target)) is not None:
        cells[cell] = cards[0]
    else:
        foundations[suit(cards[0])] += 1
    return Board(tuple(columns), tuple(cells), tuple(foundations))


def moved_cards(board: Board, move: Move) -> tuple[Card, ...]:
    """Return the cards that a legal move takes, the deepest first."""
    if (column := place_index(COLUMN_NAMES, move.source)) is not None:
        return board.columns[column][-move.cards :]
    if (cell := place_index(CELL_NAMES, move.source)) is not None:
        held = board.cells[cell]
        assert held is not None
        return (held,)
    assert move.suit is not None
    return (_top_of_foundation(board, move.suit),)


def _top_of_foundation(board: Board, which: Suit) -> Card:
    return (board.foundations[which] - 1) * len(SUITS) + which


def _returning_moves(board: Board, rules: Rules) -> list[tuple[Move, Card]]:
    """Return a move without target for each foundation that may give its top card back, and that card."""
    if not rules.foundation_return:
        return []
    return [
        (Move(FOUNDATION, "", suit=which), _top_of_foundation(board, which))
        for which, count in enumerate(board.foundations)
        if count
    ]


def _to_filled_columns(board: Board, rules: Rules) -> list[Move]:
    filled = [(name, column) for name, column in zip(COLUMN_NAMES, board.columns, strict=True) if column]
    capacity = run_capacity(board, rules)
    moves = []
    for source, column in filled:
        longest = min(run_length(column, rules), capacity)
        for target, onto in filled:
            cards = rank(onto[-1]) - rank(column[-1])
            if 1 <= cards <= longest and rules.may_build(column[-cards], onto[-1]):
                moves.append(Move(source, target, cards))
    singles = [(Move(name, ""), card) for name, card in free_cards(board) if name in CELL_NAMES]
    for move, card in singles + _returning_moves(board, rules):
        moves += [move._replace(target=target) for target, onto in filled if rules.may_build(card, onto[-1])]
    return moves


def _into_empty_column(board: Board, rules: Rules) -> list[Move]:
    if () not in board.columns:
        return []
    target = COLUMN_NAMES[board.columns.index(())]
    capacity = run_capacity(board, rules, into_empty_column=True)
    moves = []
    for source, column in zip(COLUMN_NAMES, board.columns, strict=True):
        longest = min(run_length(column, rules), capacity)
        moves += [Move(source, target, n) for n in range(1, longest + 1) if rules.may_base(column[-n])]
    singles = [(Move(name, ""), card) for name, card in free_cards(board) if name in CELL_NAMES]
    moves += [
        move._replace(target=target) for move, card in singles + _returning_moves(board, rules) if rules.may_base(card)
    ]
    return moves


def _to_cell(board: Board, rules: Rules) -> list[Move]:
    if None not in board.cells:
        return []
    target = CELL_NAMES[board.cells.index(None)]
    moves = [Move(name, target) for name, _ in free_cards(board) if name in COLUMN_NAMES]
    return moves + [move._replace(target=target) for move, _ in _returning_moves(board, rules)]


def _cards_to_move(board: Board, move: Move, rules: Rules) -> tuple[Card, ...]:
    """Return the cards a move takes, deepest first; raise `IllegalMove` when its source refuses."""
    if move.suit is not None and move.source != FOUNDATION:
        raise IllegalMove("A suit is named only for a card taken back from a foundation.")
    if (column := place_index(COLUMN_NAMES, move.source)) is not None:
        held = board.columns[column]
        if not held:
            raise IllegalMove(f"Column {move.source} is empty.")
        if not 1 <= move.cards <= len(held):
            raise IllegalMove(f"Column {move.source} has {len(held)} cards, not {move.cards} to move.")
        if move.cards > run_length(held, rules):
            raise IllegalMove(f"The last {move.cards} cards of column {move.source} are not a run.")
        return held[-move.cards :]
    if move.cards != 1:
        raise IllegalMove(f"{move.source!r} gives one card at a time, not {move.cards}.")
    if (cell := place_index(CELL_NAMES, move.source)) is not None:
        card = board.cells[cell] if cell < len(board.cells) else None
        if card is None:
            raise IllegalMove(f"Cell {move.source} is empty.")
        return (card,)
    if move.source == FOUNDATION:
        return (_returned_card(board, move.suit, rules),)
    raise IllegalMove(f"{move.source!r} is no column, cell or foundation.")


def _returned_card(board: Board, which: Suit | None, rules: Rules) -> Card:
    if not rules.foundation_return:
        raise IllegalMove("Foundations do not give cards back.")
    if which is None or which not in range(len(SUITS)):
        raise IllegalMove("A card taken back from a foundation needs its suit.")
    if not board.foundations[which]:
        raise IllegalMove(f"The foundation of {SUITS[which]} is empty.")
    return _top_of_foundation(board, which)


def _check_target(board: Board, move: Move, cards: tuple[Card, ...], rules: Rules) -> None:
    """Raise `IllegalMove` when the target does not take these cards."""
    card = cards[0]
    if (column := place_index(COLUMN_NAMES, move.target)) is not None:
        onto = board.columns[column]
        if move.source == move.target:
            raise IllegalMove(f"Column {move.source} is source and target.")
        if not onto and not rules.may_base(card):
            raise IllegalMove(f"{card_name(card)} may not be put into an empty column.")
        if onto and not rules.may_build(card, onto[-1]):
            raise IllegalMove(f"{card_name(card)} may not be put on {card_name(onto[-1])}.")
        capacity = run_capacity(board, rules, into_empty_column=not onto)
        if len(cards) > capacity:
            raise IllegalMove(f"{len(cards)} cards cannot move at once, only {capacity}.")
        return
    if len(cards) > 1:
        raise IllegalMove(f"{move.target!r} takes one card at a time, not {len(cards)}.")
    if (cell := place_index(CELL_NAMES, move.target)) is not None:
        if move.source in CELL_NAMES:
            raise IllegalMove("A card does not move from cell to cell.")
        if cell >= len(board.cells):
            raise IllegalMove(f"There is no cell {move.target}.")
        if (held := board.cells[cell]) is not None:
            raise IllegalMove(f"Cell {move.target} holds {card_name(held)}.")
    elif move.target != FOUNDATION:
        raise IllegalMove(f"{move.target!r} is no column, cell or foundation.")
    elif move.source == FOUNDATION or not goes_home(card, board):
        raise IllegalMove(f"{card_name(card)} is not the next card of its foundation.")
