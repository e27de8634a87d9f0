"""Boards as text, in the format that Freecell Solver reads and prints.

    Foundations: H-0 C-A D-0 S-0
    Freecells: 5S - - -
    : 4C 2C 9C 8C QS 4S 2H
    ...

Eight column lines, the deepest card first. What is tolerated: either case, ``10`` for ``T``, any spacing and
line ends, columns with or without the ``:``, the two named lines (also ``Founds:`` and ``FC:``) missing or
anywhere, suits missing from the foundations, cells missing or more of them than the rules have as long as
they are empty. Lines that begin with ``#`` are comments.

An empty column is ``:`` alone. Where fewer than eight columns are written and none with a ``:``, blank lines
between the first and the last of them are empty columns too, as Freecell Solver has it, unless that made
more than eight. All other blank lines are skipped, and columns that are missing at the end are empty.
"""

import re

from .board import Board
from .cards import CARDS, RANKS, SUITS, Card, card_from_name, card_name
from .rules import COLUMNS, Rules

MAX_TEXT = 10_000
FOUNDATION_ORDER = "HCDS"
_LEVELS = "0" + RANKS
_NAMED_LINE = re.compile(r"(foundations|founds|freecells|fc)\s*:(.*)", re.IGNORECASE | re.DOTALL)
_LEVEL = re.compile(r"([CDSH])-(10|[0-9ATJQK])", re.IGNORECASE | re.ASCII)
_NAMES_SHOWN = 13


class BoardError(ValueError):
    """What is no board of the game: a text, where the message names the line, or a `Board` made by hand."""


def parse_board(text: str, rules: Rules = Rules()) -> Board:  # noqa: B008 - frozen
    """Return the board that a text describes.

    Raises `BoardError` when the text is no board of 52 different cards, or has more cells than the rules.

    >>> parse_board("Foundations: H-K C-K D-K S-Q\\nFreecells: - KS").cells
    (None, 50, None, None)
    """
    if len(text) > MAX_TEXT:
        raise BoardError(f"a board has at most {MAX_TEXT} characters, not {len(text)}")
    reader = _Reader(rules)
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        reader.read_line(number, line.strip())
    return reader.board()


def format_board(board: Board) -> str:
    """Return a board as text, ten lines, each with its line end.

    >>> print(format_board(parse_board("Foundations: H-K C-K D-K S-T\\nKS\\nQS JS")), end="")
    Foundations: H-K C-K D-K S-T
    Freecells: - - - -
    : KS
    : QS JS
    :
    :
    :
    :
    :
    :
    """
    levels = (f"{name}-{_LEVELS[board.foundations[SUITS.index(name)]]}" for name in FOUNDATION_ORDER)
    cells = ("-" if card is None else card_name(card) for card in board.cells)
    lines = [["Foundations:", *levels], ["Freecells:", *cells]]
    lines += [[":", *map(card_name, column)] for column in board.columns]
    return "".join(" ".join(words) + "\n" for words in lines)


class _Reader:
    """What has been read of a board so far."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.line_of: dict[Card, int] = {}
        self.named_lines: dict[str, int] = {}
        self.columns: list[tuple[Card, ...] | None] = []
        self.colons = False
        self.cells: tuple[Card | None, ...] = (None,) * rules.cells
        self.foundations = [0] * len(SUITS)

    def read_line(self, number: int, line: str) -> None:
        """Read one stripped line; blank lines are kept as None among the columns until all are known."""
        if line.startswith("#"):
            return
        if not line:
            if self.columns:
                self.columns.append(None)
        elif named := _NAMED_LINE.fullmatch(line):
            kind = "Foundations" if named[1].lower().startswith("fo") else "Freecells"
            if kind in self.named_lines:
                raise BoardError(f"line {number}: {kind} stand already in line {self.named_lines[kind]}")
            self.named_lines[kind] = number
            (self._read_foundations if kind == "Foundations" else self._read_cells)(number, named[2])
        else:
            self.colons |= line.startswith(":")
            if len(self.columns) - self.columns.count(None) == COLUMNS:
                raise BoardError(f"line {number}: a board has {COLUMNS} columns, this is one more")
            self.columns.append(tuple(self._read_card(number, word) for word in line.removeprefix(":").split()))

    def board(self) -> Board:
        """Return the board when all lines are read."""
        missing = [card_name(card) for card in range(CARDS) if card not in self.line_of]
        if missing:
            shown = " ".join(missing[:_NAMES_SHOWN]) + (" ..." if len(missing) > _NAMES_SHOWN else "")
            raise BoardError(f"{len(missing)} {'card' if len(missing) == 1 else 'cards'} missing: {shown}")
        while self.columns and self.columns[-1] is None:
            self.columns.pop()
        if self.colons or len(self.columns) > COLUMNS:
            self.columns = [column for column in self.columns if column is not None]
        columns = [column or () for column in self.columns]
        columns += [()] * (COLUMNS - len(columns))
        return Board(tuple(columns), self.cells, tuple(self.foundations))

    def _read_foundations(self, number: int, text: str) -> None:
        given = set()
        for word in re.sub(r"\s*-\s*", "-", text).split():
            level = _LEVEL.fullmatch(word)
            if level is None:
                raise BoardError(f"line {number}: {_quoted(word)} is no foundation, such as H-0 or C-A")
            suit = SUITS.index(level[1].upper())
            if suit in given:
                raise BoardError(f"line {number}: the foundation of {SUITS[suit]} is given twice")
            given.add(suit)
            rank = level[2].upper().replace("10", "T")
            self.foundations[suit] = 1 if rank == "1" else _LEVELS.index(rank)
            for below in range(self.foundations[suit]):
                self._place(number, below * len(SUITS) + suit)

    def _read_cells(self, number: int, text: str) -> None:
        cells = [None if word == "-" else self._read_card(number, word) for word in text.split()]
        while len(cells) > self.rules.cells and cells[-1] is None:
            cells.pop()
        if len(cells) > self.rules.cells:
            raise BoardError(f"line {number}: {len(cells)} cells, but the rules have {self.rules.cells}")
        self.cells = (*cells, *(None,) * (self.rules.cells - len(cells)))

    def _read_card(self, number: int, word: str) -> Card:
        try:
            card = card_from_name(word)
        except ValueError:
            raise BoardError(f"line {number}: {_quoted(word)} is not a card") from None
        self._place(number, card)
        return card

    def _place(self, number: int, card: Card) -> None:
        if card in self.line_of:
            raise BoardError(f"line {number}: {card_name(card)} stands already in line {self.line_of[card]}")
        self.line_of[card] = number


def _quoted(word: str) -> str:
    """Return a word from the text for a message, shortened, with nothing in it that a terminal obeys."""
    return ascii(word if len(word) <= 12 else word[:12] + "...")
