"""The search that proves: what it keeps is exactly what the reference engine can reach."""

import random
from itertools import pairwise

import numpy as np
import pytest
from brute_force import can_be_won, random_ending
from freecell_pools.solver.game.board import Board, apply_move, legal_moves
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.rules import Rules
from freecell_pools.solver.plans import plan_for
from freecell_pools.solver.search.exhaust import EXHAUSTED, OUT_OF_NODES, OUT_OF_STATES, Space, exhaust, new_space
from freecell_pools.solver.search.moves import MAX_CHILDREN
from freecell_pools.solver.search.state import all_home
from hypothesis import given, settings
from kernel_positions import (
    Kit,
    Unordered,
    collected,
    new_kit,
    pack_root,
    put,
    unordered,
    unpack_state,
    words,
)
from kernel_settings import COMPILED, FEW, TRIES_LESS, needs_compiled, times
from positions_strategy import positions

PROOF = plan_for(Rules()).weights[-1]
# Most of the time goes into boards that turn out to be too large to be searched in plain Python.
MOST = 300 if COMPILED else 30
QUOTA = 15 if COMPILED else 4
UNUSED = -2
EVERY_GAME = [
    Rules(cells, build, empty_column, run_move)
    for cells in (0, 1, 2)
    for build in ("alternating", "same-suit")
    for empty_column in ("any", "kings")
    for run_move in ("capacity", "unlimited")
]


def run(space: Space, kit: Kit, board: Board, quota: int = 10**6) -> tuple[int, int]:
    state = pack_root(kit, board)
    node, expanded = exhaust(
        space, kit.tableau, kit.scratch, kit.root, kit.weights, kit.children, *state, np.int64(quota)
    )
    return int(node), int(expanded)


def new_marked_space(nodes: int) -> Space:
    space = new_space(nodes)
    space.parent[:] = UNUSED
    return space


def kept(space: Space, kit: Kit) -> list[Unordered]:
    nodes = int((space.parent != UNUSED).sum())
    states = space.keys[: 3 * nodes].reshape(nodes, 3).tolist()
    return [unordered(unpack_state(kit, words(tuple(state)))) for state in states]


def reachable(board: Board, rules: Rules, most: int) -> set[Unordered] | None:
    """Return all positions that can be reached with safe cards sent home after each move, None when too many."""
    start = collected(board, rules, greedy=False)
    seen, left = {unordered(start)}, [start]
    while left:
        position = left.pop()
        for move in legal_moves(position, rules):
            after = collected(apply_move(position, move, rules), rules, greedy=False)
            if unordered(after) not in seen:
                if len(seen) == most:
                    return None
                seen.add(unordered(after))
                left.append(after)
    return seen


def fixed(kit: Kit, positions: list[Unordered]) -> set[tuple[frozenset[tuple[int, int]], tuple[int, ...]]]:
    """Return what no reversible move changes: the cards that lie on what they may not be built on, and those home."""
    return {
        (
            frozenset(
                (lower, upper)
                for column in position[0]
                for lower, upper in pairwise(column)
                if lower not in kit.root.parents[:, upper]
            ),
            position[2],
        )
        for position in positions
    }


@pytest.mark.parametrize("rules", EVERY_GAME, ids=lambda r: f"{r.cells}-{r.build}-{r.empty_column}-{r.run_move}")
def test_an_exhausted_space_is_all_that_can_be_reached_but_for_reversible_moves(rules: Rules) -> None:
    randomness = random.Random(f"{rules}")
    compared = 0
    for _ in range(times(30, 12)):
        board = random_ending(randomness, rules, randomness.randint(14, 52 if COMPILED else 20))
        expected = reachable(board, rules, MOST)
        if expected is None:
            continue
        kit, space = new_kit(rules, PROOF), new_marked_space(20 * MOST)
        node, expanded = run(space, kit, board)
        found = kept(space, kit)
        assert len(set(found)) == len(found)
        assert set(found) <= expected
        won = [index for index, position in enumerate(found) if sum(position[2]) == 52]
        if won:
            assert won == [node] == [len(found) - 1]
        else:
            assert node == EXHAUSTED
            assert expanded == len(found)
            assert fixed(kit, found) == fixed(kit, list(expected))
            compared += 1
        assert bool(won) == any(sum(position[2]) == 52 for position in expected)
    assert compared or rules.cells == 2 or TRIES_LESS


@needs_compiled
def test_the_space_of_a_deal_is_smaller_than_what_can_be_reached() -> None:
    saved = 0
    for cells, deals in ((1, (1, 3, 4)), (0, (1, 2, 3))):
        rules = Rules(cells)
        for deal in deals:
            kit, space, board = new_kit(rules, PROOF), new_marked_space(5000), deal_board(deal, rules)
            assert run(space, kit, board)[0] == EXHAUSTED
            expected, found = reachable(board, rules, 5000), kept(space, kit)
            assert expected is not None
            assert fixed(kit, found) == fixed(kit, list(expected))
            saved += len(expected) - len(found)
    assert saved > 0


@settings(max_examples=FEW)
@given(positions())
def test_every_state_kept_is_the_child_it_is_said_to_be(position: tuple[Board, Rules]) -> None:
    board, rules = position
    kit, space = new_kit(rules, PROOF), new_marked_space(MAX_CHILDREN * QUOTA)
    node, expanded = run(space, kit, board, QUOTA)
    found = kept(space, kit)
    assert node == len(found) - 1 or (node, expanded) == (OUT_OF_STATES, QUOTA) or expanded == len(found)
    assert found[0] == unordered(collected(board, rules, greedy=False))
    assert space.parent[0] == -1
    for index in range(1, len(found)):
        parent, move = int(space.parent[index]), int(space.move[index])
        assert parent < index
        before = words(tuple(space.keys[3 * parent : 3 * parent + 3].tolist()))
        reached = unpack_state(kit, put(before, move & 63, move >> 6 & 7))
        assert found[index] == unordered(collected(reached, rules, greedy=False))


def test_safe_cards_going_home_lose_no_solution() -> None:
    """Brute force with every move its own says the same as the space with safe cards sent home."""
    randomness = random.Random(7)
    verdicts = []
    for turn in range(times(48, 3)):
        rules = EVERY_GAME[turn % len(EVERY_GAME)]
        board = random_ending(randomness, rules, randomness.randint(12, 34 if COMPILED else 16))
        known, space = can_be_won(board, rules, MOST), reachable(board, rules, MOST)
        if known is not None and space is not None:
            assert known == any(sum(position[2]) == 52 for position in space)
            verdicts.append(known)
    assert {True, False} <= set(verdicts) or TRIES_LESS


def test_a_quota_of_states() -> None:
    kit = new_kit(Rules(), PROOF)
    for quota in (0, 1, 17):
        assert run(new_space(2000), kit, deal_board(11982), quota) == (OUT_OF_STATES, quota)


def test_no_room_for_more_nodes() -> None:
    kit, space = new_kit(Rules(), PROOF), new_marked_space(100)
    node, expanded = run(space, kit, deal_board(11982))
    assert node == OUT_OF_NODES
    assert 0 < expanded < len(kept(space, kit)) <= 100


def test_memory_that_was_used_before() -> None:
    rules = Rules(cells=0, build="same-suit")
    used, fresh, kit = new_space(4000), new_space(4000), new_kit(rules, PROOF)
    run(used, new_kit(Rules(), PROOF), deal_board(1), 50)
    for deal in range(1, 6 if COMPILED else 2):
        assert run(used, kit, deal_board(deal, rules), 150) == run(fresh, kit, deal_board(deal, rules), 150)
    assert used.stamp[0] == fresh.stamp[0] + 1


def test_a_won_position_is_found_without_a_step() -> None:
    kit, space = new_kit(Rules(), PROOF), new_space(10)
    board = Board(((51,), *((),) * 7), (50, None, None, None), (13, 13, 12, 12))
    assert run(space, kit, board) == (0, 0)
    assert all_home(*words(tuple(space.keys[:3].tolist())))


@pytest.mark.parametrize("nodes", [1, 2, 3, 6, 100, 1 << 15])
def test_the_table_is_never_full(nodes: int) -> None:
    space = new_space(nodes)
    slots = len(space.table)
    assert slots > nodes == len(space.parent) == len(space.following)
    assert slots & (slots - 1) == 0
    assert space.keys.dtype == np.uint64
    assert len(space.keys) == 3 * nodes
