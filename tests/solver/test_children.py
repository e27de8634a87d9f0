"""The lists of children on boards by hand, in counts of move sequences (perft), and their length."""

import json
import re
from pathlib import Path

import pytest
from freecell_pools.solver.board import Board, legal_moves, run_capacity, run_length
from freecell_pools.solver.board_text import parse_board
from freecell_pools.solver.cards import CARDS, card_name
from freecell_pools.solver.deals import deal_board
from freecell_pools.solver.dive import new_dive
from freecell_pools.solver.moves import MAX_CHILDREN
from freecell_pools.solver.rules import COLUMNS, MAX_CELLS, PRESETS, Rules
from freecell_pools.solver.state import BASE, CELL, ON_B
from hypothesis import given, settings
from kernel_positions import (
    STUCK,
    Kit,
    State,
    children_of,
    fill_from,
    new_kit,
    pack_root,
    put,
    searchable_rules,
    unpack_state,
)
from kernel_settings import MANY, needs_compiled
from positions_strategy import positions

PERFT = json.loads((Path(__file__).parents[1] / "data" / "perft.json").read_text())
PERFT_BOARDS = [entry for entry in PERFT["boards"] if not PRESETS[entry["rules"]].foundation_return]


@needs_compiled
@pytest.mark.parametrize("deal", [entry["deal"] for entry in PERFT["deals"]])
def test_perft_of_deals(deal: int) -> None:
    counts = next(entry["counts"] for entry in PERFT["deals"] if entry["deal"] == deal)
    check_perft(deal_board(deal), Rules(), counts)


@needs_compiled
@pytest.mark.parametrize("index", range(len(PERFT_BOARDS)))
def test_perft_of_boards(index: int) -> None:
    entry = PERFT_BOARDS[index]
    rules = PRESETS[entry["rules"]]
    check_perft(parse_board("\n".join(entry["board"]), rules), rules, entry["counts"])


def check_perft(board: Board, rules: Rules, counts: list[int]) -> None:
    kit = new_kit(rules)
    state = pack_root(kit, board)
    assert [perft(kit, state, depth) for depth in range(1, len(counts) + 1)] == counts


def perft(kit: Kit, state: State, depth: int) -> int:
    """Return the number of legal move sequences; the kernel does not list moves that change no state."""
    still = moves_that_change_nothing(unpack_state(kit, state), kit.rules)
    children = children_of(kit, greedy=False, full=True)
    if depth == 1:
        return len(children) + still
    more = sum(perft(kit, put(state, child.card, child.place), depth - 1) for child in children)
    return more + (still * perft(kit, state, depth - 1) if still else 0)


def moves_that_change_nothing(board: Board, rules: Rules) -> int:
    """Return how many columns may move as a whole into an empty one; only the filled cells of the board are named."""
    if () not in board.columns:
        return 0
    empty_cells = (None,) * (rules.cells - len(board.cells))
    most = run_capacity(Board(board.columns, board.cells + empty_cells), rules, into_empty_column=True)
    return sum(
        0 < len(column) <= min(most, run_length(column, rules)) and rules.may_base(column[0])
        for column in board.columns
    )


def test_a_run_by_hand() -> None:
    """Onto 8D go 7S 6H 5C together; into the empty column at most two of them, with one free cell of four."""
    table = "Freecells: KC KD KS -\n: 2D 7S 6H 5C\n: KH 8D\n: QC QD\n: QS QH\n: JC JD\n: JS JH\n:"
    used = set(re.findall(r"\b[2-9JQK][CDSH]\b", table))
    rest = [card_name(card) for card in range(CARDS) if card_name(card) not in used]
    kit = new_kit(Rules())
    fill_from(kit, parse_board(table + "\n: " + " ".join(rest)))
    places: dict[str, set[int]] = {}
    for child in children_of(kit, greedy=False, full=True):
        places.setdefault(card_name(child.card), set()).add(child.place)
    assert {name: places[name] for name in ("7S", "6H", "5C")} == {"7S": {ON_B}, "6H": {BASE}, "5C": {BASE, CELL}}


def test_nothing_is_listed_when_nothing_moves() -> None:
    rules = Rules(cells=0)
    kit = new_kit(rules)
    for board in (Board(STUCK, ()), Board(((),) * COLUMNS, (), (13,) * 4)):
        assert legal_moves(board, rules) == []
        fill_from(kit, board)
        assert children_of(kit, greedy=False, full=True) == []


@settings(max_examples=MANY)
@given(positions(searchable_rules()))
def test_shorter_lists_are_parts_of_the_full_one(position: tuple[Board, Rules]) -> None:
    board, rules = position
    kit = new_kit(rules)
    fill_from(kit, board)
    full = children_of(kit, greedy=False, full=True)
    assert len(full) <= MAX_CHILDREN
    assert set(children_of(kit, greedy=False, full=False)) <= set(full)
    moves = {(child.card, child.place) for child in full}
    for parts in (True, False):
        shorter = [(child.card, child.place) for child in children_of(kit, greedy=True, full=parts)]
        assert len(set(shorter)) == len(shorter)
        assert set(shorter) <= moves


def test_a_dive_has_room_for_all_its_children() -> None:
    """Two sources for each column's top card, each column and cell into an empty column, each column to a cell."""
    most = 2 * COLUMNS + COLUMNS + MAX_CELLS + COLUMNS
    for states in (1, 10, 1000):
        memory = new_dive(states)
        assert len(memory.open_move) >= most * states
        assert len(memory.table) > states + 1
        assert len(memory.keys) == 3 * (states + 1)
