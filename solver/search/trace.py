"""From the path of a search to the moves on the table, in the notation of `solution`.

A path names cards and places only; here they are played on the real columns and cells, with the cards that went home
by themselves, and written down.
"""

import numpy as np
from freecell_pools.solver.compiling.arrays import AnyInts, Bytes, Int, Ints32, Record
from freecell_pools.solver.compiling.bits import lowest_bit, popcount
from freecell_pools.solver.compiling.jit import kernel
from freecell_pools.solver.game.cards import CARDS, SUITS

from .autoplay import next_home
from .moves import card_and_place
from .state import BASE, CELL, HOME, NO_CARD
from .tableau import AT_HOME, IN_CELL, fill, shift, take_home

_ONE = np.int64(1)
_SUIT_NAMES = np.frombuffer(SUITS.encode("ascii"), np.uint8)
_COLUMN, _CELL, _HOME, _MANY = np.uint8(ord("1")), np.uint8(ord("a")), np.uint8(ord("h")), np.uint8(ord("v"))


@kernel
def trace(
    layout: Record,
    t: Record,
    root: Record,
    greedy: bool,
    path: Ints32,
    steps: Int,
    text: Bytes,
    start: Int,
) -> tuple[Int, Int]:
    """Write the moves of a path into `text` (uint8[:]) from `start` on.

    `path` is int32[...], `steps` moves from the root, each as in `moves`; `greedy` says how cards went home by
    themselves.

    Returns the index after the last character and the number of moves; -1 for the index when `text` is too short.
    """
    fill(layout, t, root)
    if start + 4 * CARDS > len(text):
        return np.int64(-1), np.int64(0)
    at = start
    at, count = _write_autoplay(t, root, greedy, text, at)
    for step in range(steps):
        if at + 4 * CARDS > len(text):
            return np.int64(-1), count
        card, place = card_and_place(np.int64(path[step]))
        at = _write_move(t, root, text, at, card, place)
        count += 1
        at, more = _write_autoplay(t, root, greedy, text, at)
        count += more
    return at, count


@kernel
def walk_back(parent: Ints32, move: AnyInts, node: Int, path: Ints32) -> Int:
    """Write the moves that led to a node into `path`, in order; return their number, -1 if there are too many."""
    steps = 0
    at = np.int64(node)
    while parent[at] >= 0:
        steps += 1
        at = np.int64(parent[at])
    if steps > len(path):
        return np.int64(-1)
    at = np.int64(node)
    for step in range(steps - 1, -1, -1):
        path[step] = move[at]
        at = np.int64(parent[at])
    return np.int64(steps)


@kernel
def _write_source(t: Record, text: Bytes, at: Int, card: Int) -> Int:
    """Write where a card is."""
    column = np.int64(t.column[card])
    if column == AT_HOME:
        text[at] = _HOME
    else:
        text[at] = _CELL + np.uint8(t.index[card]) if column == IN_CELL else _COLUMN + np.uint8(column)
    return at + 1


@kernel
def _first_free_cell(t: Record) -> Int:
    """Return the first cell that holds no card, by `t.index` of those in cells."""
    used = np.int64(0)
    rest = t.cells
    while rest:
        used |= _ONE << np.int64(t.index[lowest_bit(rest)])
        rest &= rest - np.uint64(1)
    cell = np.int64(0)
    while used >> cell & 1:
        cell += 1
    return cell


@kernel
def _write_autoplay(t: Record, root: Record, greedy: bool, text: Bytes, at: Int) -> tuple[Int, Int]:
    """Play and write all that goes home; return the new index and the number of moves."""
    count = np.int64(0)
    card = next_home(t, root, greedy)
    while card != NO_CARD:
        at = _write_home(t, root, text, at, card)
        count += 1
        card = next_home(t, root, greedy)
    return at, count


@kernel
def _write_home(t: Record, root: Record, text: Bytes, at: Int, card: Int) -> Int:
    """Play and write one move to a foundation."""
    at = _write_source(t, text, at, card)
    take_home(t, root, card)
    text[at] = _HOME
    return at + 1


@kernel
def _write_move(t: Record, root: Record, text: Bytes, at: Int, card: Int, place: Int) -> Int:
    """Play and write one move of a path."""
    if place == HOME:
        return _write_home(t, root, text, at, card)
    returns = t.column[card] == AT_HOME
    at = _write_source(t, text, at, card)
    cell = _first_free_cell(t)
    column = shift(t, root, card, place)
    if place == CELL:
        t.index[card] = cell
        text[at] = _CELL + np.uint8(cell)
    else:
        text[at] = _COLUMN + np.uint8(column)
    at += 1
    if returns:
        text[at] = _SUIT_NAMES[card & 3]
        return at + 1
    if place == CELL:
        return at
    count = popcount(t.run[column])
    if place == BASE and count > 1:
        text[at] = _MANY
        text[at + 1] = np.uint8(ord("0") + count) if count < 10 else np.uint8(ord("a") + count - 10)
        at += 2
    return at
