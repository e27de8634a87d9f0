"""Shortening a path: it stays a solution, never grows, and loses what was planted in it."""

import random
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest
from brute_force import random_ending
from freecell_pools.solver.game.board import FOUNDATION, Board, Move, apply_move, legal_moves
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.positions import is_won
from freecell_pools.solver.game.rules import PRESETS, Rules
from freecell_pools.solver.plans import Member
from freecell_pools.solver.replay import replay_board
from freecell_pools.solver.search.dive import NO_NODE, Dive, dive, new_dive
from freecell_pools.solver.search.refine import refine
from freecell_pools.solver.search.shorten import MAX_STEPS, new_draft, shorten
from freecell_pools.solver.search.state import CELL
from freecell_pools.solver.search.trace import trace, walk_back
from kernel_positions import Kit, Unordered, card_and_place, changes_nothing, collected, new_kit, pack_root, unordered
from kernel_settings import FEW, TRIES_LESS, needs_compiled, times

QUOTA = 2000
# A member of this test that solves nearly all, by long ways.
MEMBER = Member(QUOTA, (20, 50, 0, 0, 10, 10, 15, 35, 20), (320, 190, 110, 40, 0), (160, 70, 8, 0))
REFINING = Member(60, (6, 65, 10, 30, 16, 2, 70, 35, 20), (320, 190, 110, 40, 0), (160, 70, 8, 0)).weights()
ROOM = 8192


class Game(NamedTuple):
    """A position as kernels take it, with the memory they search by."""

    board: Board
    kit: Kit
    state: tuple[np.uint64, np.uint64, np.uint64]
    memory: Dive


def game(board: Board, rules: Rules = Rules()) -> Game:  # noqa: B008
    kit = new_kit(rules, MEMBER.weights())
    return Game(board, kit, pack_root(kit, board), new_dive(QUOTA))


def solve(game: Game) -> list[int] | None:
    """Return the steps of a solution, None where the dive finds none."""
    kit = game.kit
    node, _ = dive(game.memory, kit.children, kit.root, kit.weights, *game.state, QUOTA)
    if node == NO_NODE:
        return None
    path = np.zeros(QUOTA, np.int32)
    return path[: walk_back(game.memory.parent, game.memory.move, node, path)].tolist()


def shortened(game: Game, steps: list[int], quota: int | None = None) -> list[int]:
    """Return the steps after `shorten` or, with a quota, after `refine`."""
    kit, path, draft = game.kit, np.array([*steps, 0], np.int32), new_draft()
    if quota is None:
        left = shorten(draft, kit.tableau, kit.root, *game.state, path, len(steps))
    else:
        memory = (game.memory, draft, kit.tableau, kit.children, kit.root)
        left, _ = refine(*memory, REFINING, quota, *game.state, path, len(steps))
    return path[:left].tolist()


def moves_when_played(game: Game, steps: list[int]) -> int:
    """Write the steps as a solution and judge it by the replayer; return its moves."""
    kit, text, path = game.kit, np.zeros(ROOM, np.uint8), np.array([*steps, 0], np.int32)
    end, moves = trace(kit.layout, kit.tableau, kit.root, True, path, len(steps), text, 0)
    assert replay_board(game.board, bytes(text[:end]).decode(), kit.rules) == moves
    return int(moves)


def wandered(board: Board, rules: Rules, moves: int, randomness: random.Random) -> Board:
    """Return the board after random moves, none to a foundation undone."""
    for _ in range(moves):
        open_moves = [move for move in legal_moves(board, rules) if not changes_nothing(board, move)]
        if not open_moves:
            break
        board = apply_move(board, randomness.choice(open_moves), rules)
    return board


@needs_compiled
@pytest.mark.parametrize("quota", [None, 0, 100])
@pytest.mark.parametrize("preset", ["freecell", "bakers-game", "kings-only", "relaxed"])
def test_a_shortened_path_replays_and_is_never_longer(preset: str, quota: int | None) -> None:
    rules, randomness = PRESETS[preset], random.Random(7)
    gains = []
    for deal in range(1, times(60)):
        start = game(wandered(deal_board(deal, rules), rules, deal % 3 * 4, randomness), rules)
        steps = solve(start)
        if steps is None:
            continue
        after = shortened(start, steps, quota)
        gains.append(moves_when_played(start, steps) - moves_when_played(start, after))
        assert gains[-1] == len(steps) - len(after)
        assert shortened(start, after) == after
    assert min(gains) >= 0
    assert sum(gains) > len(gains)


def shortest(game: Game, most_states: int = 600) -> list[int] | None:
    """Return a way to the end with the fewest steps, by the reference engine; None where none is found."""
    board, rules = collected(game.board, game.kit.rules, greedy=True), game.kit.rules
    ways: dict[Unordered, list[int]] = {unordered(board): []}
    waiting = deque([board])
    while waiting and len(ways) < most_states:
        board = waiting.popleft()
        way = ways[unordered(board)]
        if is_won(board):
            return way
        for move in legal_moves(board, rules):
            if move.target == FOUNDATION:
                continue
            card, place = card_and_place(board, move, rules)
            child = collected(apply_move(board, move, rules), rules, greedy=True)
            if ways.setdefault(unordered(child), [*way, card | place << 6]) == [*way, card | place << 6]:
                waiting.append(child)
    return None


def endings(rules: Rules, count: int, cards_left: int) -> Iterator[tuple[Game, list[int]]]:
    """Yield small games that take some moves, with a shortest way for each."""
    randomness = random.Random(3)
    while count:
        start = game(random_ending(randomness, rules, cards_left), rules)
        best = shortest(start)
        if best is not None and len(best) > 2:
            yield start, best
            count -= 1


def boards_along(game: Game, steps: list[int]) -> Iterator[Board]:
    """Yield the board before each step."""
    rules = game.kit.rules
    board = collected(game.board, rules, greedy=True)
    for step in steps:
        yield board
        made = next(move for move in legal_moves(board, rules) if step_of(board, move, rules) == step)
        board = collected(apply_move(board, made, rules), rules, greedy=True)


def step_of(board: Board, move: Move, rules: Rules) -> int:
    card, place = card_and_place(board, move, rules)
    return card | place << 6


def reversible(board: Board, rules: Rules) -> Iterator[tuple[int, int]]:
    """Yield the steps of moves that can be taken back, each with the step that does so."""
    for move in legal_moves(board, rules):
        after = apply_move(board, move, rules)
        if move.target == FOUNDATION or collected(after, rules, greedy=True) != after:
            continue
        for back in legal_moves(after, rules):
            returned = apply_move(after, back, rules)
            if (
                back.target != FOUNDATION
                and not changes_nothing(board, move)
                and unordered(returned) == unordered(board)
            ):
                yield step_of(board, move, rules), step_of(after, back, rules)


def test_small_endings_are_never_shorter_than_the_shortest_way_and_mostly_as_short() -> None:
    solved = exact = 0
    for start, best in endings(Rules(cells=1), FEW // 7, 20):
        steps = solve(start)
        if steps is None:
            continue
        lengths = [len(steps), len(shortened(start, steps)), len(shortened(start, steps, 60))]
        assert lengths == sorted(lengths, reverse=True)
        assert lengths[-1] >= len(best)
        solved += 1
        exact += lengths[-1] == len(best)
    assert solved > 0
    assert exact >= 0.6 * solved


def test_a_planted_loop_is_removed() -> None:
    planted = 0
    for start, best in endings(Rules(cells=1), FEW // 10, 20):
        for at, board in enumerate(boards_along(start, best)):
            for there, back in reversible(board, start.kit.rules):
                assert len(shortened(start, [*best[:at], there, back, *best[at:]])) == len(best)
                planted += 1
    assert planted > (0 if TRIES_LESS else 20)


def test_a_planted_stop_in_a_cell_is_removed() -> None:
    """A card goes to a cell first, at once or a step before, and from there where it should go."""
    planted = 0
    for deal in range(1, times(11, 1) + 1):
        start = game(deal_board(deal))
        steps = shortened(start, solve(start) or [])
        for at, step in enumerate(steps):
            stop = (step & 63) | int(CELL) << 6
            for before in range(max(at - 2, 0), at + 1):
                longer = [*steps[:before], stop, *steps[before:]]
                if step != stop and is_playable(start, longer):
                    assert len(shortened(start, longer)) <= len(steps)
                    planted += 1
    assert planted > 5


def is_playable(game: Game, steps: list[int]) -> bool:
    """Tell whether each step is legal where it stands, and changes something, and the last one wins."""
    rules, board = game.kit.rules, collected(game.board, game.kit.rules, greedy=True)
    for step in steps:
        made = [move for move in legal_moves(board, rules) if move.target != FOUNDATION]
        made = [move for move in made if step_of(board, move, rules) == step and not changes_nothing(board, move)]
        if not made:
            return False
        board = collected(apply_move(board, made[0], rules), rules, greedy=True)
    return is_won(board)


def test_what_is_longer_than_the_memory_is_left_as_it_is() -> None:
    start = game(deal_board(1))
    steps = [int(CELL) << 6] * (MAX_STEPS + 1)
    assert shortened(start, steps) == shortened(start, steps, 10) == steps


def test_nothing_to_do() -> None:
    start = game(Board(((51,), *((),) * 7), (None,) * 4, (13, 13, 13, 12)))
    assert shortened(start, []) == shortened(start, [], 10) == []
