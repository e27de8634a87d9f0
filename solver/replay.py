"""The fast replayer: judges stored solutions by the rules alone.

It shares no code with the search, so that an error there cannot hide here; the deal kernel and the rules are
all it builds on. The notation is described in `solution`, whose `replay` judges alike and gives reasons.
"""

from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from .compiling.arrays import Bytes, Int, Ints, Record
from .compiling.jit import kernel
from .dealing import deal_into
from .game.board import CELL_NAMES, COLUMN_NAMES, FOUNDATION, Board
from .game.cards import CARDS, KING, SUITS
from .game.deals import FIRST_DEAL, LAST_DEAL
from .game.rules import COLUMNS, MAX_CELLS, Rules

T = TypeVar("T", bound=np.generic)

_NOTHING = -1
_EMPTY, _BLOCKED = -1, -2
_MARK = ord("v")


def _table(names: str) -> Ints:
    """Return a table that gives the index among the names for each character code, or _NOTHING."""
    return np.array([names.find(chr(code)) for code in range(256)], np.int64)


# A place is a number: columns 0..7, cells 8..14, the foundations 15.
_PLACE = _table(COLUMN_NAMES + CELL_NAMES + FOUNDATION)
_FIRST_CELL, _HOME = COLUMNS, COLUMNS + MAX_CELLS
_SUIT = _table(SUITS)
_COUNT = _table("123456789abcd") + 1  # 0 for what is no count


_POSITION = np.dtype(
    [
        # The cards of each column, the deepest first, and how many of them there are.
        ("columns", np.uint8, (COLUMNS, CARDS)),
        ("heights", np.int64, (COLUMNS,)),
        # The card in each cell, _EMPTY, or _BLOCKED where the rules have no such cell.
        ("cells", np.int64, (MAX_CELLS,)),
        # How many cards of each suit are home.
        ("home", np.int64, (len(SUITS),)),
    ],
    align=True,
)
"""A position, modified in place from move to move, one record: kernels take it as a pointer."""


class _Flags(NamedTuple):
    """The rules but for the number of cells, which the position shows."""

    same_suit: bool
    kings_only: bool
    unlimited: bool
    returns: bool


def replay_deals(deals: Ints, text: Bytes, offsets: Ints, rules: Rules) -> Ints:
    """Judge one solution for each of many deals.

    Args:
        deals: int64[n], the deal numbers.
        text: uint8[any], the solutions in ASCII, back to back.
        offsets: int64[n + 1], where each of them begins in the text, and where the last ends.
        rules: the rules they are played by.

    Returns:
        int64[n]: the number of moves of a solution that wins; -(1 + index of the first illegal move); or
        -(1 + number of moves) where all are legal and not all cards are home at the end.

    Raises:
        ValueError: when a number is no deal's, or the offsets do not cut the text into n pieces.
    """
    deals, offsets = np.asarray(deals, np.int64), np.asarray(offsets, np.int64)
    if offsets.shape != (deals.size + 1,) or offsets[0] < 0 or offsets[-1] > text.size:
        raise ValueError(f"{offsets.size} offsets into {text.size} characters for {deals.size} deals")
    if (np.diff(offsets) < 0).any():
        raise ValueError("offsets do not ascend")
    if not ((deals >= FIRST_DEAL) & (deals <= LAST_DEAL)).all():
        raise ValueError(f"a deal number is not in {FIRST_DEAL}..{LAST_DEAL}")
    results = np.empty(deals.size, np.int64)
    dealt, position = np.empty(CARDS, np.uint8), _blank_position()
    deals, text, offsets = _read_only(deals), _read_only(text), _read_only(offsets)
    _replay_deals(deals, text, offsets, rules.cells, _flags(rules), dealt, position, results)
    return results


def replay_board(board: Board, text: str, rules: Rules) -> int:
    """Judge a solution from any position; the result is that of `replay_deals`."""
    position = _blank_position()
    for index, column in enumerate(board.columns):
        position.columns[index, : len(column)] = column
        position.heights[index] = len(column)
    position.cells[: len(board.cells)] = [_EMPTY if card is None else card for card in board.cells]
    position.home[:] = board.foundations
    moves = _read_only(np.frombuffer(text.encode("ascii", "replace"), np.uint8))
    return _replay(moves, 0, moves.size, position, _flags(rules))


def _blank_position() -> Record:
    position = np.zeros(1, _POSITION).view(np.recarray)[0]
    position.cells[:] = _BLOCKED
    return position


def _flags(rules: Rules) -> _Flags:
    return _Flags(
        rules.build == "same-suit",
        rules.empty_column == "kings",
        rules.run_move == "unlimited",
        rules.foundation_return,
    )


def _read_only(array: npt.NDArray[T]) -> npt.NDArray[T]:
    """Return a contiguous view nobody writes to, so that the kernels see one type whatever the caller has."""
    view = np.ascontiguousarray(array).view()
    view.flags.writeable = False
    return view


@kernel
def _replay_deals(
    deals: Ints,
    text: Bytes,
    offsets: Ints,
    cell_count: int,
    flags: _Flags,
    dealt: Bytes,
    position: Record,
    results: Ints,
) -> None:
    """Judge solutions; `dealt`, uint8[52], and `position` are scratch, `results`, int64[n], the answer."""
    for n in range(deals.size):
        deal_into(deals[n], dealt)
        position.heights[:] = 0
        for i in range(52):
            position.columns[i % 8, i // 8] = dealt[i]
            position.heights[i % 8] += 1
        for cell in range(7):
            position.cells[cell] = _EMPTY if cell < cell_count else _BLOCKED
        position.home[:] = 0
        results[n] = _replay(text, offsets[n], offsets[n + 1], position, flags)


@kernel
def _replay(text: Bytes, start: int, end: int, position: Record, flags: _Flags) -> int:
    """Judge the solution text[start:end] from a position, which is modified in place."""
    moves = 0
    while start < end:
        start = _step(text, start, end, position, flags)
        if start == _NOTHING:
            return -1 - moves
        moves += 1
    home = 0
    for suit in range(4):
        home += position.home[suit]
    return moves if home == 52 else -1 - moves


@kernel
def _step(text: Bytes, at: int, end: int, position: Record, flags: _Flags) -> int:
    """Make the move that begins at text[at]; return where the next one begins, _NOTHING if it is illegal."""
    if at + 2 > end:
        return _NOTHING
    source, target = _PLACE[text[at]], _PLACE[text[at + 1]]
    at += 2
    if source in (_NOTHING, target) or target == _NOTHING:
        return _NOTHING
    count: Int = 1
    card: Int
    if source == _HOME:
        suit = _SUIT[text[at]] if at < end else _NOTHING
        if suit == _NOTHING or position.home[suit] == 0 or not flags.returns:
            return _NOTHING
        at += 1
        card = 4 * (position.home[suit] - 1) + suit
    elif source >= _FIRST_CELL:
        card = position.cells[source - _FIRST_CELL]
        if card < 0 or _FIRST_CELL <= target < _HOME or (at < end and text[at] == _MARK):
            return _NOTHING
    else:
        height = position.heights[source]
        if height == 0:
            return _NOTHING
        if at < end and text[at] == _MARK:
            if target >= _FIRST_CELL or position.heights[target] > 0 or at + 1 == end:
                return _NOTHING
            count = _COUNT[text[at + 1]]
            at += 2
        elif target < _FIRST_CELL and position.heights[target] > 0:
            onto = np.int64(position.columns[target, position.heights[target] - 1])
            count = (onto >> 2) - (np.int64(position.columns[source, height - 1]) >> 2)
        if not _is_movable(source, target, count, position, flags):
            return _NOTHING
        card = np.int64(position.columns[source, height - count])
    if not _accepts(target, card, position, flags):
        return _NOTHING
    _carry(source, target, count, card, position)
    return at


@kernel
def _may_build(card: Int, onto: Int, flags: _Flags) -> bool:
    """Tell whether a card may be put on another in a column."""
    if (onto >> 2) != (card >> 2) + 1:
        return False
    if flags.same_suit:
        return bool((onto & 3) == (card & 3))
    return bool((onto & 1) != (card & 1))


@kernel
def _is_movable(source: int, target: int, count: int, position: Record, flags: _Flags) -> bool:
    """Tell whether the last `count` cards of a column are a run, and few enough to move at once."""
    columns, height = position.columns, position.heights[source]
    if count < 1 or count > height:
        return False
    for row in range(height - count, height - 1):
        if not _may_build(np.int64(columns[source, row + 1]), np.int64(columns[source, row]), flags):
            return False
    if count == 1 or flags.unlimited:
        return True
    capacity = 1
    for cell in range(7):
        if position.cells[cell] == _EMPTY:
            capacity += 1
    if not flags.kings_only:
        for column in range(8):
            if column != target and position.heights[column] == 0:
                capacity *= 2
    return count <= capacity


@kernel
def _accepts(target: int, card: int, position: Record, flags: _Flags) -> bool:
    """Tell whether a place takes a card, the deepest of those that move."""
    if target == _HOME:
        return bool(position.home[card & 3] == card >> 2)
    if target >= _FIRST_CELL:
        return bool(position.cells[target - _FIRST_CELL] == _EMPTY)
    height = position.heights[target]
    if height > 0:
        return _may_build(card, np.int64(position.columns[target, height - 1]), flags)
    return not flags.kings_only or card >> 2 == KING


@kernel
def _carry(source: int, target: int, count: int, card: int, position: Record) -> None:
    """Move `count` cards, of which `card` is the deepest; the position is modified in place."""
    columns, heights = position.columns, position.heights
    if target == _HOME:
        position.home[card & 3] += 1
    elif target >= _FIRST_CELL:
        position.cells[target - _FIRST_CELL] = card
    else:
        columns[target, heights[target]] = card
        for i in range(1, count):
            columns[target, heights[target] + i] = columns[source, heights[source] - count + i]
        heights[target] += count
    if source == _HOME:
        position.home[card & 3] -= 1
    elif source >= _FIRST_CELL:
        position.cells[source - _FIRST_CELL] = _EMPTY
    else:
        heights[source] -= count
