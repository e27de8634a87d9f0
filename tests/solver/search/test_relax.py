"""The search of the relaxed game: its verdicts against plain brute force and the exhaustive search."""

import random

import numpy as np
import pytest
from brute_force import can_be_won, random_ending
from freecell_pools.solver.game.board import Board
from freecell_pools.solver.game.board_text import parse_board
from freecell_pools.solver.game.cards import CARDS, Card, rank, suit
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.positions import is_won
from freecell_pools.solver.game.rules import Rules
from freecell_pools.solver.game.solution import replay
from freecell_pools.solver.plans import plan_for
from freecell_pools.solver.search.exhaust import EXHAUSTED, OUT_OF_NODES, OUT_OF_STATES, Space, exhaust, new_space
from freecell_pools.solver.search.relax import relax, search_relaxed
from freecell_pools.solver.search.trace import trace
from kernel_positions import Kit, new_kit, pack_root, unpack_state, words
from kernel_settings import COMPILED, TRIES_LESS, needs_compiled, times
from relaxed_game import Facts, ending_of_twins, fixed_facts, relaxed_positions

PROOF = plan_for(Rules()).weights[-1]
PATH = np.zeros(1 << 12, np.int32)
TEXT = np.zeros(1 << 12, np.uint8)
# Most of the time goes into boards that turn out to be too large for brute force.
MOST = 1500 if COMPILED else 30
QUOTA = 20_000 if COMPILED else 150
FIRSTS = [card for card in range(CARDS) if rank(card) >= 2 and suit(card) < 2]
# Moves that `prune` has to keep here lead to positions that can be reached in no other way.
ON_A_RUN = """\
Foundations: H-0 C-A D-T S-2
: JH 7H 6S 5H 4S
: KS QH JC 3C 2H
: KC QD JS TH TS 9C 8H 7C 6H 6C
: 4C 9S 2C AH
: KD QC 4H 5C
: 3S 7S TC 9H 8C 8S 5S
: KH QS JD
: 3H
"""
ON_A_RUN_WITH_KINGS = """\
Foundations: H-0 C-0 D-0 S-A
Freecells: 2D
: KD QS JD 2H 9C 8C 7D 6S 5D 4S 3D 2S AD
: KH QD JC TD
: QC JH TS
: AC 7H 6C 5H 4C 3C TH
: 2C TC KC 7C 8D 4D 6D 5C 4H 3H
:
: QH JS KS 9H 9S 8H 7S 6H 5S
: AH 9D 8S 3S
"""
GAMES = [
    Rules(cells, "alternating", empty_column, run_move)
    for cells in (0, 1, 2)
    for empty_column in ("any", "kings")
    for run_move in ("capacity", "unlimited")
]


def run(space: Space, kit: Kit, board: Board, quota: int = 10**7) -> tuple[int, int]:
    state = pack_root(kit, board)
    steps, expanded = relax(
        space, kit.tableau, kit.scratch, kit.root, kit.weights, kit.children, *state, PATH, np.int64(quota)
    )
    return int(steps), int(expanded)


def assert_replays(kit: Kit, board: Board, steps: int) -> None:
    end, moves = trace(kit.layout, kit.tableau, kit.root, False, PATH, np.int64(steps), TEXT, np.int64(0))
    assert moves >= steps
    assert is_won(replay(board, TEXT[:end].tobytes().decode(), kit.rules))


@pytest.mark.parametrize("rules", GAMES, ids=lambda r: f"{r.cells}-{r.empty_column}-{r.run_move}")
def test_verdicts_are_those_of_brute_force(rules: Rules) -> None:
    randomness = random.Random(f"{rules}")
    kit, space = new_kit(rules, PROOF), new_space(1 << 14)
    won = lost = 0
    for _ in range(times(60, 6)):
        board = random_ending(randomness, rules, randomness.randint(12, 52 if COMPILED else 14))
        expected = can_be_won(board, rules, MOST)
        if expected is None:
            continue
        steps, _ = run(space, kit, board)
        assert (steps >= 0) == expected
        if expected:
            won += 1
            assert_replays(kit, board, steps)
        else:
            assert steps == EXHAUSTED
            lost += 1
    assert TRIES_LESS or (won and lost)


def search(space: Space, kit: Kit, board: Board, changing: set[Card]) -> tuple[int, set[Facts]]:
    """Search the relaxed game of some twins; return the node or status and, where lost, the facts of all states."""
    state = pack_root(kit, board)
    kit.root.twins = sum(5 << first for first in changing)
    node, expanded = search_relaxed(
        space, kit.tableau, kit.scratch, kit.root, kit.weights, kit.children, *state, np.int64(10**7)
    )
    if node != EXHAUSTED:
        return int(node), set()
    states = space.keys[: 3 * expanded].reshape(-1, 3).tolist()
    return EXHAUSTED, {fixed_facts(unpack_state(kit, words(tuple(state))), kit.rules) for state in states}


@pytest.mark.parametrize("rules", GAMES, ids=lambda r: f"{r.cells}-{r.empty_column}-{r.run_move}")
def test_the_relaxed_game_is_that_of_plain_boards(rules: Rules) -> None:
    """Who wins it and, where it is lost, what can be reached in it but for reversible moves."""
    randomness = random.Random(f"relaxed {rules}")
    kit, space = new_kit(rules, PROOF), new_space(1 << 14)
    won = lost = 0
    for turn in range(times(40, 6)):
        board = ending_of_twins(randomness, rules)
        changing = set(FIRSTS if turn % 2 else randomness.sample(FIRSTS, randomness.randint(1, len(FIRSTS) - 1)))
        expected = relaxed_positions(board, rules, changing, 200 if COMPILED else 20, collects=True)
        if expected is None:
            continue
        node, found = search(space, kit, board, changing)
        assert (node >= 0) == is_won(expected[-1]), (board, changing)
        if turn % 4 < 2:
            every_move = relaxed_positions(board, rules, changing, 200 if COMPILED else 20, collects=False)
            assert every_move is None or is_won(every_move[-1]) == (node >= 0), (board, changing)
        if node < 0:
            assert found == {fixed_facts(position, rules) for position in expected}, (board, changing)
        won, lost = won + int(node >= 0), lost + int(node < 0)
    assert TRIES_LESS or (won and (lost or rules == Rules(2, run_move="unlimited")))


@needs_compiled
@pytest.mark.parametrize(
    ("text", "rules"),
    [(ON_A_RUN, Rules(cells=0)), (ON_A_RUN_WITH_KINGS, Rules(cells=1, empty_column="kings"))],
    ids=["any", "kings"],
)
def test_a_run_is_taken_apart_down_to_the_twin_of_a_card_that_may_go_home(text: str, rules: Rules) -> None:
    board = parse_board(text, rules)
    expected = relaxed_positions(board, rules, set(FIRSTS), 500, collects=True)
    assert expected is not None
    node, found = search(new_space(1 << 14), new_kit(rules, PROOF), board, set(FIRSTS))
    assert node == EXHAUSTED
    assert not is_won(expected[-1])
    assert found == {fixed_facts(position, rules) for position in expected}


@pytest.mark.parametrize("rules", GAMES, ids=lambda r: f"{r.cells}-{r.empty_column}-{r.run_move}")
def test_verdicts_on_endings_full_of_twins(rules: Rules) -> None:
    randomness = random.Random(f"twins {rules}")
    kit, space = new_kit(rules, PROOF), new_space(1 << 17)
    decided = {True: 0, False: 0}
    for _ in range(times(150, 3)):
        board = ending_of_twins(randomness, rules)
        state = pack_root(kit, board)
        node, _ = exhaust(space, kit.tableau, kit.scratch, kit.root, kit.weights, kit.children, *state, np.int64(QUOTA))
        if node < EXHAUSTED:
            continue
        steps, _ = run(space, kit, board)
        assert (steps >= 0) == (node >= 0), board
        if steps >= 0:
            assert_replays(kit, board, steps)
        decided[steps >= 0] += 1
    assert TRIES_LESS or min(decided.values()) > 0


@needs_compiled
@pytest.mark.parametrize("cells", [1, 2, 3])
def test_verdicts_on_deals_are_those_of_the_exhaustive_search(cells: int) -> None:
    rules = Rules(cells=cells)
    kit, space = new_kit(rules, PROOF), new_space(1 << 18)
    decided = {True: 0, False: 0}
    for deal in range(1_000_001, 1_000_101):
        board = deal_board(deal, rules)
        state = pack_root(kit, board)
        node, _ = exhaust(
            space, kit.tableau, kit.scratch, kit.root, kit.weights, kit.children, *state, np.int64(30_000)
        )
        if node < EXHAUSTED:
            continue
        steps, _ = run(space, kit, board)
        assert (steps >= 0) == (node >= 0), deal
        if steps >= 0:
            assert_replays(kit, board, steps)
        decided[steps >= 0] += 1
    assert decided[True] + decided[False] > 50


@needs_compiled
@pytest.mark.parametrize(("deal", "cells"), [(267, 2), (16322, 2), (12284, 1)])
def test_solutions_where_twins_had_changed_places(deal: int, cells: int) -> None:
    """The exhaustive search did not find these within sixty million states."""
    rules = Rules(cells=cells)
    kit, board = new_kit(rules, PROOF), deal_board(deal, rules)
    steps, _ = run(new_space(1 << 20), kit, board)
    assert steps > 0
    assert_replays(kit, board, steps)


@needs_compiled
@pytest.mark.parametrize("deal", [28660, 30019])
def test_proofs_where_only_the_relaxed_game_is_won(deal: int) -> None:
    rules = Rules(cells=1)
    steps, expanded = run(new_space(1 << 20), new_kit(rules, PROOF), deal_board(deal, rules))
    assert steps == EXHAUSTED
    assert expanded > 10_000


@needs_compiled
def test_a_proof_takes_fewer_states() -> None:
    """The exhaustive search needs 4,335,772 states."""
    rules = Rules(cells=1)
    kit, space, board = new_kit(rules, PROOF), new_space(1 << 20), deal_board(1500176, rules)
    state = pack_root(kit, board)
    quota = np.int64(300_000)
    node, _ = exhaust(space, kit.tableau, kit.scratch, kit.root, kit.weights, kit.children, *state, quota)
    assert node == OUT_OF_STATES
    steps, expanded = run(space, kit, board)
    assert steps == EXHAUSTED
    assert expanded < 150_000


def test_limits() -> None:
    kit, board = new_kit(Rules(cells=1), PROOF), deal_board(1500176, Rules(cells=1))
    for quota in (0, 1, 20):
        assert run(new_space(1 << 12), kit, board, quota) == (OUT_OF_STATES, quota)
    assert run(new_space(100), kit, board)[0] == OUT_OF_NODES
    assert kit.root.twins == 0
