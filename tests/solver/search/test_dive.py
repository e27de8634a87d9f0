"""The fast search: what it keeps of each state, its order, its quota, and that it depends on nothing before."""

import numpy as np
import pytest
from freecell_pools.solver.game.board import Board
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.rules import Rules
from freecell_pools.solver.plans import plan_for
from freecell_pools.solver.search import weights as w
from freecell_pools.solver.search.buckets import PRIORITIES
from freecell_pools.solver.search.dive import MOST_CHILDREN, MOST_VALUE, NO_NODE, Dive, dive, new_dive, pack_child
from freecell_pools.solver.search.evaluate import position_cost
from freecell_pools.solver.search.moves import SENDS_HOME
from freecell_pools.solver.search.state import NO_CARD, all_home
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_positions import (
    STUCK,
    Child,
    Kit,
    State,
    children_of,
    collected,
    expected_facts,
    expected_state,
    facts,
    new_kit,
    pack_root,
    put,
    read_tableau,
    takes_apart,
    unordered,
    unpack_state,
    weight_vectors,
    words,
)
from kernel_settings import COMPILED, FEW
from positions_strategy import positions

QUOTA = 60 if COMPILED else 8
TUNED = plan_for(Rules()).weights[0]


def run(memory: Dive, kit: Kit, board: Board, quota: int) -> tuple[int, int]:
    state = pack_root(kit, board)
    node, states = dive(memory, kit.children, kit.root, kit.weights, *state, np.int64(quota))
    return int(node), int(states)


def kept(memory: Dive, nodes: int) -> list[State]:
    return [words(tuple(row)) for row in memory.keys[: 3 * nodes].reshape(nodes, 3).tolist()]


def children_in(memory: Dive, node: int) -> list[tuple[int, int]]:
    """Return value and move of the children of a node in memory that was new, the best first; none is 0."""
    packed = memory.children[MOST_CHILDREN * node : MOST_CHILDREN * (node + 1)]
    return [(child >> 10, child & 1023) for child in sorted(packed[: np.count_nonzero(packed)].tolist())]


def held(value: int) -> int:
    return min(max(value, 0), MOST_VALUE)


@settings(max_examples=FEW)
@given(positions(), st.booleans(), weight_vectors())
def test_every_state_kept_is_the_child_it_is_said_to_be(
    position: tuple[Board, Rules], tuned: bool, weights: np.ndarray
) -> None:
    """Each state is that of a child, settled, and shown by its board; the children of each are held, valued."""
    board, rules = position
    kit = new_kit(rules, TUNED if tuned else weights)
    memory = new_dive(QUOTA)
    node, states = run(memory, kit, board, QUOTA)
    keys = kept(memory, states + (node != NO_NODE))  # the state that is won is kept, not expanded
    assert len(set(keys)) == len(keys)
    assert keys[0] == expected_state(collected(board, rules, greedy=True), board, rules)
    assert (memory.parent[0], memory.depth[0]) == (NO_NODE, 0)
    opened = [{move: value for value, move in children_in(memory, index)} for index in range(states)]
    splits = [0] * len(keys)  # what the moves to a state cost for taking sequences apart
    exact = [True] * len(keys)  # as long as no value was too large or small to be held
    for index, state in enumerate(keys):
        shown = unpack_state(kit, state)
        assert unordered(read_tableau(memory.boards[index])) == unordered(shown)
        assert facts(memory.boards[index]) == expected_facts(read_tableau(memory.boards[index]), rules)
        cost = int(position_cost(kit.tableau, kit.root, kit.weights))
        base: int | None = cost
        last = NO_CARD
        if index:
            parent, move = int(memory.parent[index]), int(memory.move[index])
            assert parent < index
            assert memory.depth[index] == memory.depth[parent] + 1
            value = opened[parent][move]
            exact[index] = exact[parent] and 0 < value < MOST_VALUE
            child = Child(move & 63, move >> 6 & 7, bool(move & SENDS_HOME), value)
            splits[index] = splits[parent]
            if takes_apart(unpack_state(kit, keys[parent]), child, rules):
                splits[index] += int(kit.weights[w.SPLIT])
            cost += splits[index]
            if move & SENDS_HOME:
                base = cost if exact[index] else None
            else:
                base, last = value, move & 63
            assert base == cost or not exact[index]
            reached = unpack_state(kit, put(keys[parent], move & 63, move >> 6 & 7))
            assert state == expected_state(collected(reached, rules, greedy=True), board, rules)
        if index != node and base is not None:
            unpack_state(kit, state)
            assert opened[index] == {
                child.card | child.place << 6 | SENDS_HOME * child.sends_home: held(child.value)
                for child in children_of(kit, greedy=True, full=False, last=last, base=base)
            }


@settings(max_examples=FEW)
@given(positions(), st.booleans(), weight_vectors())
def test_the_state_with_the_best_value_comes_next(
    position: tuple[Board, Rules], tuned: bool, weights: np.ndarray
) -> None:
    """The node whose best child has the lowest value with the cost of its depth, of equals the one that came last.

    Of the children of one node with equal values the one with the lowest move; known states are passed over.
    """
    board, rules = position
    kit = new_kit(rules, np.abs(TUNED if tuned else weights // 20))
    kit.weights[[w.SEQUENCE, w.KING]] = 0  # no value below 0 is held
    memory = new_dive(QUOTA)
    node, states = run(memory, kit, board, QUOTA)
    keys = kept(memory, states + (node != NO_NODE))
    children = [children_in(memory, index) for index in range(states)]
    waiting: list[tuple[int, int, int]] = []  # priority, minus how late it came, node

    def wait(node: int, late: int) -> None:
        if children[node]:
            tax = int(memory.depth[node] + 1) * int(kit.weights[w.DEPTH])
            waiting.append((min(children[node][0][0] + tax, PRIORITIES - 1), -late, node))

    known = {keys[0]}
    late = 0
    for index in range(1, len(keys)):
        wait(index - 1, late := late + 1)
        while True:
            _, _, parent = best = min(waiting)
            waiting.remove(best)
            _, move = children[parent].pop(0)
            wait(parent, late := late + 1)
            reached = unpack_state(kit, put(keys[parent], move & 63, move >> 6 & 7))
            state = expected_state(collected(reached, rules, greedy=True), board, rules)
            if state not in known:
                break
        known.add(state)
        assert (state, parent, move) == (keys[index], memory.parent[index], memory.move[index])


@given(st.integers(1, 1023), st.integers(-(2**31), 2**31 - 1))
def test_a_child_is_one_number(move: int, value: int) -> None:
    child = int(pack_child(np.int32(move), np.int32(value)))
    assert (child & 1023, child >> 10) == (move, held(value))


@settings(max_examples=FEW)
@given(positions())
def test_a_node_is_returned_only_when_all_cards_are_home(position: tuple[Board, Rules]) -> None:
    board, rules = position
    memory = new_dive(QUOTA)
    node, states = run(memory, new_kit(rules, TUNED), board, QUOTA)
    won = [index for index, state in enumerate(kept(memory, states + (node != NO_NODE))) if all_home(*state)]
    assert won == ([] if node == NO_NODE else [node])


@settings(max_examples=FEW)
@given(positions(), st.integers(0, QUOTA))
def test_a_quota_cuts_off_and_changes_nothing_else(position: tuple[Board, Rules], quota: int) -> None:
    board, rules = position
    kit, memory, again = new_kit(rules, TUNED), new_dive(QUOTA), new_dive(QUOTA)
    node, states = run(memory, kit, board, QUOTA)
    short, short_states = run(again, kit, board, quota)
    if short == NO_NODE:
        assert short_states <= quota
        assert short_states == min(quota, states)
        assert node == NO_NODE or quota < states
    else:
        assert (short, short_states) == (node, states)
    assert kept(again, short_states) == kept(memory, states)[:short_states]


@settings(max_examples=FEW)
@given(positions(), positions(), st.integers(0, QUOTA))
def test_memory_that_was_used_before(first: tuple[Board, Rules], second: tuple[Board, Rules], quota: int) -> None:
    (board, rules), (after, after_rules) = first, second
    used, fresh = new_dive(QUOTA), new_dive(QUOTA)
    run(used, new_kit(rules, TUNED), board, quota)
    found = run(used, new_kit(after_rules, TUNED), after, QUOTA)
    assert found == run(fresh, new_kit(after_rules, TUNED), after, QUOTA)
    assert kept(used, found[1]) == kept(fresh, found[1])


@pytest.mark.parametrize("quota", [QUOTA, 500 if COMPILED else 12])
def test_memory_that_is_larger_than_the_quota(quota: int) -> None:
    """Of the table a short dive uses the first slots only, of which it fills less than half."""
    kit, board = new_kit(Rules(), TUNED), deal_board(11982)
    least, more = new_dive(quota), new_dive(4000)
    found = run(least, kit, board, quota)
    assert found == run(more, kit, board, quota) == (NO_NODE, quota)
    assert kept(least, quota) == kept(more, quota)
    used = np.flatnonzero(more.table)
    assert len(used) == quota + 1  # the next state is kept before the quota ends the dive
    assert used.max() < max(256, 8 * quota)


def test_a_won_position_is_found_at_once() -> None:
    board = Board(((51,), *((),) * 7), (50, None, None, None), (13, 13, 12, 12))
    assert run(new_dive(1), new_kit(Rules(), TUNED), board, 1)[0] == 0


def test_a_stuck_position_has_one_state() -> None:
    assert run(new_dive(5), new_kit(Rules(cells=0), TUNED), Board(STUCK, ()), 5) == (NO_NODE, 1)
