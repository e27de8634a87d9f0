"""Making a solution shorter without a new search: what it does not need is left out, and the rest is played again.

A path names each move by a card and the place that it goes to, so that it keeps its meaning when an earlier move is
left out: a card that is there already needs no move, and cards that lie on another go with it. Cards go home greedily
after every move, as in the dives that find the paths.
"""

from typing import NamedTuple

import numpy as np
from freecell_pools.solver.compiling.arrays import Int, Ints32, Record, Word
from freecell_pools.solver.compiling.bits import popcount
from freecell_pools.solver.compiling.jit import kernel

from .autoplay import autoplay
from .hashtable import find, keep, next_stamp
from .moves import capacity, card_and_place, may_base
from .root import CELLS
from .state import BASE, CELL, HOME, hash_of, place_of, with_place
from .tableau import IN_CELL, empty_columns, free_cards, shift, unpack, up_to_rank

MAX_STEPS = 512
"""Longer paths are left as they are."""

_ILLEGAL, _NEEDLESS, _MADE = (np.int64(status) for status in range(3))
_NONE = np.int64(-1)
_ONE = np.uint64(1)
_SLOTS = 4 * MAX_STEPS
_MASK = np.uint64(_SLOTS - 1)


class Draft(NamedTuple):
    """Memory for shortening one path.

    Attributes:
        step: int32[MAX_STEPS], the path, each step a move as in `moves` without flags.
        keys: uint64[3 * (MAX_STEPS + 1)], the state before each step, and that at the end.
        table: uint64[2 ** k], where each of these states is, see `hashtable`.
        stamp: int64[1].
        attempt: int32[MAX_STEPS], the steps of an attempt.
    """

    step: np.ndarray
    keys: np.ndarray
    table: np.ndarray
    stamp: np.ndarray
    attempt: np.ndarray


def new_draft() -> Draft:
    """Return memory for shortening."""
    return Draft(
        step=np.zeros(MAX_STEPS, np.int32),
        keys=np.zeros(3 * (MAX_STEPS + 1), np.uint64),
        table=np.zeros(_SLOTS, np.uint64),
        stamp=np.zeros(1, np.int64),
        attempt=np.zeros(MAX_STEPS, np.int32),
    )


@kernel
def shorten(s: Draft, t: Record, root: Record, k0: Word, k1: Word, k2: Word, path: Ints32, steps: Int) -> Int:
    """Shorten a path from a state to where all cards are home.

    `path` is int32[...], `steps` moves as in `moves`, none to a foundation; it is modified in place.

    Returns the number of steps that are left; the path leads to where it led.
    """
    if steps > MAX_STEPS:
        return np.int64(steps)
    unpack(k0, k1, k2, t, root)
    s.keys[0], s.keys[1], s.keys[2] = autoplay(t, root, True, k0, k1, k2)
    for i in range(steps):
        card, place = card_and_place(np.int64(path[i]))
        s.step[i] = card | place << 6
    steps = _note_states(s, t, root, steps)
    before = steps + 1
    while steps < before:
        before = steps
        steps = _leave_out(s, t, root, steps)
        steps = _go_straight(s, t, root, steps)
    for i in range(steps):
        path[i] = s.step[i]
    return np.int64(steps)


@kernel
def _note_states(s: Draft, t: Record, root: Record, steps: Int) -> Int:
    """Fill the states of the path in the draft; return the number of steps without those that lead to no new state."""
    made = np.int64(-1)
    while made < 0:
        made, steps = _note_until_loop(s, t, root, steps)
    return made


@kernel
def _note_until_loop(s: Draft, t: Record, root: Record, steps: Int) -> tuple[Int, Int]:
    """Fill the states of the path, or cut a loop out of it.

    Returns the number of steps that change anything, -1 after a cut, and the number of steps of the path.
    """
    stamp = next_stamp(s.table, s.stamp)
    k0, k1, k2 = s.keys[0], s.keys[1], s.keys[2]
    unpack(k0, k1, k2, t, root)
    keep(s.table, _MASK, stamp, s.keys, np.int64(0), k0, k1, k2)
    made = np.int64(0)
    for i in range(steps):
        status, k0, k1, k2 = _make(t, root, k0, k1, k2, np.int64(s.step[i]))
        if status == _MADE:
            s.step[made] = s.step[i]
            made += 1
            if not keep(s.table, _MASK, stamp, s.keys, made, k0, k1, k2):
                at = find(s.table, _MASK, stamp, s.keys, hash_of(k0, k1, k2), k0, k1, k2)
                for later in range(i + 1, steps):
                    s.step[at + later - i - 1] = s.step[later]
                return np.int64(-1), at + steps - i - 1
    return made, np.int64(steps)


@kernel
def _make(t: Record, root: Record, k0: Word, k1: Word, k2: Word, step: Int) -> tuple[Int, Word, Word, Word]:
    """Make a step, and send home what goes home then, if it is legal and changes anything.

    Returns _ILLEGAL, _NEEDLESS or _MADE, and the words of the state after it.
    """
    card, place = card_and_place(step)
    at = place_of(k0, k1, k2, card)
    if at in (HOME, place):
        return _NEEDLESS, k0, k1, k2
    if not _is_legal(t, root, card, place):
        return _ILLEGAL, k0, k1, k2
    shift(t, root, card, place)
    k0, k1, k2 = with_place(k0, k1, k2, card, place)
    k0, k1, k2 = autoplay(t, root, True, k0, k1, k2)
    return _MADE, k0, k1, k2


@kernel
def _is_legal(t: Record, root: Record, card: Int, place: Int) -> bool:
    """Tell whether a card that is not home may go, with the cards on it, to a column or a cell."""
    empty = empty_columns(t)
    free = root.rule[CELLS] - popcount(t.cells)
    count: Int = np.int64(1)
    source = np.int64(t.column[card])
    if source != IN_CELL:
        if not t.run[source] >> np.uint64(card) & _ONE:
            return False
        count = popcount(t.run[source] & up_to_rank(card))
    if place == CELL:
        return bool(count == 1 and source != IN_CELL and free > 0)
    if place == BASE:
        if empty == 0 or not may_base(root, card):
            return False
        return bool(count <= capacity(root.rule, free, empty - 1))
    onto = np.int64(root.parents[place - 1, card])
    if not free_cards(t) & ~t.cells & _ONE << np.uint64(onto):
        return False
    return bool(count <= capacity(root.rule, free, empty))


@kernel
def _attempt(s: Draft, t: Record, root: Record, steps: Int, at: Int, step: Int, skip: Int) -> Int:
    """Play the path from its step `at` on, with `step` put before it (unless _NONE), without the step `skip`.

    Where that leads to a state of the path, or to its end, with fewer steps, the path is changed to it.

    Returns the number of steps of the path.
    """
    k0, k1, k2 = s.keys[3 * at], s.keys[3 * at + 1], s.keys[3 * at + 2]
    unpack(k0, k1, k2, t, root)
    stamp = s.stamp[0]
    made = np.int64(0)
    next_step = np.int64(at)
    while True:
        if step == _NONE:
            if next_step == steps:
                return np.int64(steps)
            if next_step == skip:
                next_step += 1
                continue
            step = np.int64(s.step[next_step])
            next_step += 1
        status, k0, k1, k2 = _make(t, root, k0, k1, k2, step)
        if status == _ILLEGAL:
            return np.int64(steps)
        if status == _MADE:
            s.attempt[made] = step
            made += 1
            # From here on there is nothing to win any more when no step is left out.
            seen = find(s.table, _MASK, stamp, s.keys, hash_of(k0, k1, k2), k0, k1, k2)
            if seen >= 0:
                if at + made >= seen:
                    return np.int64(steps)
                return _splice(s, t, root, steps, at, made, seen)
            if at + made >= steps:
                return np.int64(steps)
        step = _NONE


@kernel
def _splice(s: Draft, t: Record, root: Record, steps: Int, at: Int, made: Int, seen: Int) -> Int:
    """Put the steps of the attempt in place of those from `at` up to `seen`; return the number of steps."""
    for i in range(made):
        s.step[at + i] = s.attempt[i]
    for i in range(seen, steps):
        s.step[at + made + i - seen] = s.step[i]
    return _note_states(s, t, root, at + made + steps - seen)


@kernel
def _leave_out(s: Draft, t: Record, root: Record, steps: Int) -> Int:
    """Leave out each step without which the rest still leads to the end; return the number of steps."""
    at = np.int64(0)
    while at < steps:
        left = _attempt(s, t, root, steps, at, _NONE, at)
        if left == steps:
            at += 1
        steps = left
    return steps


@kernel
def _go_straight(s: Draft, t: Record, root: Record, steps: Int) -> Int:
    """Move each card at once to where its next step takes it, where that is as good; return the number of steps."""
    at = np.int64(0)
    while at < steps:
        card, _ = card_and_place(np.int64(s.step[at]))
        later = at + 1
        while later < steps and card_and_place(np.int64(s.step[later]))[0] != card:
            later += 1
        left = steps
        if later < steps:
            left = _attempt(s, t, root, steps, at, np.int64(s.step[later]), at)
        if left == steps:
            at += 1
        steps = left
    return steps
