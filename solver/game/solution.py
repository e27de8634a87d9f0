"""Solutions as text, in standard FreeCell notation without spaces.

Two characters a move, source then target: columns ``1``..``8``, cells ``a``..``g``, foundation ``h``. So that
a text replays without a guess, two kinds of move carry a mark behind them:

    ``26v3``  several cards into an empty column: ``v`` and how many, a hexadecimal digit, 1..d (one card may
              go without)
    ``h3C``   a card taken back from a foundation: the suit of the foundation, upper case

How many cards move onto a card is plain from the ranks.
"""

from collections.abc import Sequence

from .board import CELL_NAMES, COLUMN_NAMES, FOUNDATION, Board, IllegalMove, Move, apply_move, place_index
from .cards import KING, SUITS, rank
from .rules import Rules

COUNT_MARK = "v"
_COUNTS = "0123456789abcd"[: KING + 2]


def format_move(board: Board, move: Move) -> str:
    """Return the notation of a move, not checked, on the board that it is made on."""
    text = move.source + move.target
    if move.suit is not None:
        return text + SUITS[move.suit]
    target = place_index(COLUMN_NAMES, move.target)
    if move.cards > 1 and target is not None and not board.columns[target]:
        return text + COUNT_MARK + _COUNTS[move.cards]
    return text


def move_words(board: Board, moves: Sequence[Move], rules: Rules) -> list[str]:
    """Return the notation of moves made one after the other, each as a word.

    Raises `IllegalMove` when one of them is.
    """
    words = []
    for move in moves:
        words.append(format_move(board, move))
        board = apply_move(board, move, rules)
    return words


def format_solution(board: Board, moves: Sequence[Move], rules: Rules) -> str:
    """Return the notation of moves made one after the other.

    Raises `IllegalMove` when one of them is.
    """
    return "".join(move_words(board, moves, rules))


def parse_solution(board: Board, text: str, rules: Rules) -> list[Move]:
    """Return the moves of a notation, which need not win.

    Raises `IllegalMove` with the number of the move, from 1, when one is not legal or not notation.
    """
    return _play(board, text, rules)[0]


def first_move(board: Board, text: str) -> Move:
    """Return the first move of a notation, not checked.

    Raises `IllegalMove` when it is not notation.
    """
    return _read_move(board, text, 0)[0]


def replay(board: Board, text: str, rules: Rules) -> Board:
    """Return the board after the moves of a notation.

    Raises `IllegalMove` with the number of the move, from 1, when one is not legal or not notation.

    >>> from freecell_pools.solver.game.board_text import parse_board
    >>> from freecell_pools.solver.game.positions import is_won
    >>> board = parse_board("Foundations: C-K D-K S-K H-T\\nQH JH\\nKH")
    >>> is_won(replay(board, "1h1h2h", Rules()))
    True
    """
    return _play(board, text, rules)[1]


def single_moves(board: Board, moves: list[Move], rules: Rules) -> list[Move]:
    """Return the same moves, each run carried card by card through empty cells and columns.

    Every move returned is legal where it stands, and the board after them is the same, the cells included. A
    run that single cards cannot carry, possible where a run of any length moves at once, stays one move.

    Raises `IllegalMove` when one of the moves is.
    """
    singles = []
    for move in moves:
        singles += _carry_run(board, move, rules)
        board = apply_move(board, move, rules)
    return singles


def _play(board: Board, text: str, rules: Rules) -> tuple[list[Move], Board]:
    moves: list[Move] = []
    position = 0
    while position < len(text):
        try:
            move, position = _read_move(board, text, position)
            board = apply_move(board, move, rules)
        except IllegalMove as reason:
            raise IllegalMove(f"Move {len(moves) + 1}: {reason}") from None
        moves.append(move)
    return moves, board


def _read_move(board: Board, text: str, position: int) -> tuple[Move, int]:
    """Return the move that begins at a position of the text, and where the next one begins."""
    source, target = text[position : position + 1], text[position + 1 : position + 2]
    position += 2
    if source == FOUNDATION:
        if (mark := text[position : position + 1]) == "" or mark not in SUITS:
            raise IllegalMove("A card taken back from a foundation needs its suit.")
        return Move(source, target, suit=SUITS.index(mark)), position + 1
    from_column, to_column = place_index(COLUMN_NAMES, source), place_index(COLUMN_NAMES, target)
    onto = board.columns[to_column] if to_column is not None else ()
    if text[position : position + 1] == COUNT_MARK:
        if from_column is None or to_column is None or onto:
            raise IllegalMove("Cards are counted only from a column into an empty one.")
        if (count := text[position + 1 : position + 2]) == "" or count not in _COUNTS[1:]:
            raise IllegalMove(f"{count!r} is no number of cards.")
        return Move(source, target, _COUNTS.index(count)), position + 2
    column = board.columns[from_column] if from_column is not None else ()
    cards = rank(onto[-1]) - rank(column[-1]) if column and onto else 1
    return Move(source, target, max(1, cards)), position


def _carry_run(board: Board, move: Move, rules: Rules) -> list[Move]:
    cells = [name for name, card in zip(CELL_NAMES, board.cells, strict=False) if card is None]
    columns = [
        name
        for name, column in zip(COLUMN_NAMES, board.columns, strict=True)
        if not column and name != move.target and rules.empty_column == "any"
    ]
    if move.cards == 1 or move.cards > (len(cells) + 1) << len(columns):
        return [move]
    return _carry(move.cards, move.source, move.target, cells, columns)


def _carry(cards: int, source: str, target: str, cells: list[str], columns: list[str]) -> list[Move]:
    """Return single-card moves for a run of at most (cells + 1) * 2^columns cards."""
    if cards <= len(cells) + 1:
        used = cells[: cards - 1]
        lifted, dropped = [Move(source, cell) for cell in used], [Move(cell, target) for cell in used]
        return [*lifted, Move(source, target), *reversed(dropped)]
    # As few cards as can be are set aside in a column, since they move twice.
    middle, others = columns[0], columns[1:]
    aside = max(1, cards - ((len(cells) + 1) << len(others)))
    return [
        *_carry(aside, source, middle, cells, others),
        *_carry(cards - aside, source, target, cells, others),
        *_carry(aside, middle, target, cells, others),
    ]
