"""From a path to notation: the reference engine plays the text to the same position."""

import numpy as np
import pytest
from freecell_pools.solver.game.board import FOUNDATION, Board, apply_move, legal_moves
from freecell_pools.solver.game.cards import CARDS
from freecell_pools.solver.game.positions import is_won
from freecell_pools.solver.game.rules import COLUMNS, Rules
from freecell_pools.solver.game.solution import parse_solution, replay
from freecell_pools.solver.plans import plan_for
from freecell_pools.solver.search.dive import dive, new_dive
from freecell_pools.solver.search.exhaust import exhaust, new_space
from freecell_pools.solver.search.root import fill_layout
from freecell_pools.solver.search.state import BASE, CELL
from freecell_pools.solver.search.trace import trace, walk_back
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_positions import (
    Kit,
    card_and_place,
    changes_nothing,
    collected,
    new_kit,
    pack_root,
    read_tableau,
    unordered,
)
from kernel_settings import COMPILED, MANY
from positions_strategy import positions

ROOM = 4096
UNTOUCHED = 0xEE
QUOTA = 200 if COMPILED else 8
PROOF = plan_for(Rules()).weights[-1]
UNLIMITED = Rules(run_move="unlimited")


def write(kit: Kit, board: Board, path: list[int], greedy: bool, text: np.ndarray, start: int = 0) -> tuple[int, int]:
    fill_layout(kit.layout, board)
    steps = np.array([*path, 0], np.int32)
    end, moves = trace(kit.layout, kit.tableau, kit.root, greedy, steps, len(path), text, start)
    return int(end), int(moves)


@settings(max_examples=MANY)
@given(
    positions(),
    st.lists(st.integers(0, 2**16), max_size=25),
    st.booleans(),
    st.sampled_from([0, 1, 77]),
)
def test_a_path_is_written_so_that_it_replays(
    position: tuple[Board, Rules], choices: list[int], greedy: bool, start: int
) -> None:
    begin, rules = position
    board, path = collected(begin, rules, greedy=greedy), []
    for choice in choices:
        moves = [move for move in legal_moves(board, rules) if not changes_nothing(board, move)]
        if not moves:
            break
        card, place = card_and_place(board, moves[choice % len(moves)], rules)
        path.append(card | place << 6)
        board = collected(apply_move(board, moves[choice % len(moves)], rules), rules, greedy=greedy)
    kit, text = new_kit(rules), np.full(ROOM, UNTOUCHED, np.uint8)
    end, count = write(kit, begin, path, greedy, text, start)
    written = bytes(text[start:end]).decode("ascii")
    assert unordered(replay(begin, written, rules)) == unordered(board)
    assert count == len(parse_solution(begin, written, rules))
    assert unordered(read_tableau(kit.tableau)) == unordered(board)
    assert set(text[:start]) | set(text[end:]) <= {UNTOUCHED}


@settings(max_examples=MANY)
@given(positions(), st.booleans())
def test_what_a_search_finds_replays(position: tuple[Board, Rules], greedy: bool) -> None:
    begin, rules = position
    kit, text, path = new_kit(rules, PROOF), np.full(ROOM, UNTOUCHED, np.uint8), np.zeros(ROOM, np.int32)
    state, quota = pack_root(kit, begin), np.int64(QUOTA)
    if greedy:
        fast = new_dive(QUOTA)
        node, _ = dive(fast, kit.children, kit.root, kit.weights, *state, quota)
        parent, move = fast.parent, fast.move
    else:
        full = new_space(100 * QUOTA)
        node, _ = exhaust(full, kit.tableau, kit.scratch, kit.root, kit.weights, kit.children, *state, quota)
        parent, move = full.parent, full.move
    if node >= 0:
        steps = walk_back(parent, move, np.int64(node), path)
        end, count = write(kit, begin, path[:steps].tolist(), greedy, text)
        written = bytes(text[:end]).decode("ascii")
        assert is_won(replay(begin, written, rules))
        assert count == len(parse_solution(begin, written, rules))


@pytest.mark.parametrize(("cards", "mark"), [(2, "v2"), (9, "v9"), (10, "va"), (11, "vb"), (12, "vc"), (13, "vd")])
def test_the_number_of_cards_into_an_empty_column(cards: int, mark: str) -> None:
    """Of the run KS QH JS .. AS; the aces are taken for home already, so that AS does not leave for it."""
    run = [4 * rank + (3 if rank % 2 else 2) for rank in range(12, -1, -1)]
    others = [card for card in range(CARDS) if card not in run]
    board = Board((tuple(others[:10] + run), (), tuple(others[10:]), *((),) * 5), (None,) * 4, (1, 1, 1, 1))
    kit, text = new_kit(UNLIMITED), np.zeros(ROOM, np.uint8)
    end, count = write(kit, board, [run[13 - cards] | int(BASE) << 6], False, text)
    assert (bytes(text[:end]).decode(), count) == ("12" + mark, 1)


def test_one_card_into_an_empty_column_and_through_cells() -> None:
    """Of four columns from ace up to king, the last moves to column 5, others to the first cells that are empty."""
    kit, text = new_kit(Rules(cells=3)), np.zeros(ROOM, np.uint8)
    columns = tuple(tuple(range(suit, CARDS, 4)) for suit in range(4))
    board = Board((*columns, *((),) * 4), (None,) * 3)
    kd, ks, kh, qs = 49, 50, 51, 46
    steps = [(kh, BASE), (ks, CELL), (qs, CELL), (ks, BASE), (kd, CELL)]
    end, count = write(kit, board, [int(card | place << 6) for card, place in steps], False, text)
    assert (bytes(text[:end]).decode(), count) == ("45" + "3a" + "3b" + "a6" + "2a", 5)


@settings(max_examples=MANY)
@given(positions(max_moves=5), st.booleans(), st.integers(0, 3 * 4 * CARDS))
def test_a_text_that_is_too_short_for_the_moves(position: tuple[Board, Rules], greedy: bool, room: int) -> None:
    """Nothing is written beyond its end; the first cards go home by themselves here, and have room."""
    begin, rules = position
    board, path = collected(begin, rules, greedy=greedy), []
    ahead = 2 * (sum(board.foundations) - sum(begin.foundations))
    for _ in range(60):
        moves = [move for move in legal_moves(board, rules) if move.target != FOUNDATION]
        moves = [move for move in moves if not changes_nothing(board, move)]
        if not moves:
            break
        card, place = card_and_place(board, moves[0], rules)
        path.append(card | place << 6)
        board = collected(apply_move(board, moves[0], rules), rules, greedy=greedy)
    kit, whole = new_kit(rules), np.full(ROOM, UNTOUCHED, np.uint8)
    end, _ = write(kit, begin, path, greedy, whole[: ahead + room])
    assert (whole[ahead + room :] == UNTOUCHED).all()
    if end >= 0:
        assert unordered(replay(begin, bytes(whole[:end]).decode(), rules)) == unordered(board)


def test_a_text_that_is_too_short_for_what_goes_home_after_a_step() -> None:
    """Each of four kings lies on a column that goes home as a whole when the king has left for a cell."""
    columns = tuple((*range(44 + suit, -1, -4), 48 + suit) for suit in range(4))
    board = Board((*columns, *((),) * (COLUMNS - 4)), (None,) * 4)
    path = [int(48 + suit | CELL << 6) for suit in range(4)]
    kit, lengths = new_kit(Rules()), []
    for room in range(500):
        whole = np.full(ROOM, UNTOUCHED, np.uint8)
        end, count = write(kit, board, path, True, whole[:room])
        assert (whole[room:] == UNTOUCHED).all()
        if end >= 0:
            assert count == CARDS + 4
            lengths.append(end)
    assert set(lengths) == {2 * (CARDS + 4)}


def test_a_text_that_is_too_short_for_what_goes_home_first() -> None:
    whole = np.full(ROOM, UNTOUCHED, np.uint8)
    columns = tuple(tuple(range(48 + suit, -1, -4)) for suit in range(4))
    end, _ = write(new_kit(Rules()), Board((*columns, *((),) * (COLUMNS - 4)), (None,) * 4), [], True, whole[:10])
    assert end == -1
    assert (whole[10:] == UNTOUCHED).all()
