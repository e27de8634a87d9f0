"""The fast search: what it keeps of each state, its quota, and that it depends on nothing before."""

import numpy as np
from freecell_pools.solver.board import Board
from freecell_pools.solver.dive import NO_NODE, Dive, dive, new_dive
from freecell_pools.solver.moves import SENDS_HOME
from freecell_pools.solver.plans import plan_for
from freecell_pools.solver.rules import Rules
from freecell_pools.solver.state import all_home
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_positions import (
    STUCK,
    Kit,
    State,
    children_of,
    collected,
    expected_state,
    new_kit,
    pack_root,
    put,
    searchable_rules,
    unpack_state,
    weight_vectors,
    words,
)
from kernel_settings import COMPILED, FEW
from positions_strategy import positions

QUOTA = 60 if COMPILED else 8
PLAN = plan_for(Rules())


def run(memory: Dive, kit: Kit, board: Board, quota: int) -> tuple[int, int]:
    state = pack_root(kit, board)
    node, states = dive(memory, kit.tableau, kit.children, kit.root, kit.weights, *state, quota)
    return int(node), int(states)


def kept(memory: Dive, nodes: int) -> list[State]:
    return [words(tuple(row)) for row in memory.keys[: 3 * nodes].reshape(nodes, 3).tolist()]


@settings(max_examples=FEW)
@given(positions(searchable_rules()), st.booleans(), weight_vectors())
def test_every_state_kept_is_the_child_it_is_said_to_be(
    position: tuple[Board, Rules], tuned: bool, weights: np.ndarray
) -> None:
    """Each open entry is a child of its parent, valued rightly, and each state that of an entry, settled."""
    board, rules = position
    kit = new_kit(rules, PLAN.proof if tuned else weights)
    memory = new_dive(QUOTA)
    memory.open_parent[:] = NO_NODE
    node, states = run(memory, kit, board, QUOTA)
    keys = kept(memory, states + (node != NO_NODE))  # the state that is won is kept, not expanded
    assert len(set(keys)) == len(keys)
    assert keys[0] == expected_state(collected(board, rules, greedy=True), board, rules)
    assert (memory.parent[0], memory.depth[0]) == (NO_NODE, 0)
    entries = np.flatnonzero(memory.open_parent != NO_NODE)
    opened: dict[int, set[tuple[int, int]]] = {}
    for entry in entries.tolist():
        listed = opened.setdefault(int(memory.open_parent[entry]), set())
        listed.add((int(memory.open_move[entry]), int(memory.open_value[entry])))
    for index, state in enumerate(keys):
        if index:
            parent, move = int(memory.parent[index]), int(memory.move[index])
            assert parent < index
            assert memory.depth[index] == memory.depth[parent] + 1
            assert move in {made for made, _ in opened[parent]}
            reached = unpack_state(kit, put(keys[parent], move & 63, move >> 6 & 7))
            assert state == expected_state(collected(reached, rules, greedy=True), board, rules)
        if index != node:
            unpack_state(kit, state)
            children = children_of(kit, greedy=True, full=False)
            assert opened.get(index, set()) == {
                (child.card | child.place << 6 | SENDS_HOME * child.sends_home, child.value) for child in children
            }


@settings(max_examples=FEW)
@given(positions(searchable_rules()))
def test_a_node_is_returned_only_when_all_cards_are_home(position: tuple[Board, Rules]) -> None:
    board, rules = position
    memory = new_dive(QUOTA)
    node, states = run(memory, new_kit(rules, PLAN.proof), board, QUOTA)
    won = [index for index, state in enumerate(kept(memory, states + (node != NO_NODE))) if all_home(*state)]
    assert won == ([] if node == NO_NODE else [node])


@settings(max_examples=FEW)
@given(positions(searchable_rules()), st.integers(0, QUOTA))
def test_a_quota_cuts_off_and_changes_nothing_else(position: tuple[Board, Rules], quota: int) -> None:
    board, rules = position
    kit, memory, again = new_kit(rules, PLAN.proof), new_dive(QUOTA), new_dive(QUOTA)
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
@given(positions(searchable_rules()), positions(searchable_rules()))
def test_memory_that_was_used_before(first: tuple[Board, Rules], second: tuple[Board, Rules]) -> None:
    (board, rules), (after, after_rules) = first, second
    used, fresh = new_dive(QUOTA), new_dive(QUOTA)
    run(used, new_kit(rules, PLAN.proof), board, QUOTA)
    found = run(used, new_kit(after_rules, PLAN.proof), after, QUOTA)
    assert found == run(fresh, new_kit(after_rules, PLAN.proof), after, QUOTA)
    assert kept(used, found[1]) == kept(fresh, found[1])


def test_a_won_position_is_found_at_once() -> None:
    board = Board(((51,), *((),) * 7), (50, None, None, None), (13, 13, 12, 12))
    assert run(new_dive(1), new_kit(Rules(), PLAN.proof), board, 1)[0] == 0


def test_a_stuck_position_has_one_state() -> None:
    assert run(new_dive(5), new_kit(Rules(cells=0), PLAN.proof), Board(STUCK, ()), 5) == (NO_NODE, 1)
