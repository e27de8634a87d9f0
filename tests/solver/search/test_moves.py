"""The lists of children: against the reference engine, by hand, and in counts of move sequences (perft)."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from freecell_pools.solver.game.board import (
    COLUMN_NAMES,
    FOUNDATION,
    Board,
    apply_move,
    goes_home,
    legal_moves,
    run_capacity,
    run_length,
)
from freecell_pools.solver.game.board_text import parse_board
from freecell_pools.solver.game.cards import CARDS, SUITS, card_name, rank, suit
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.positions import is_safe, settled_levels
from freecell_pools.solver.game.rules import COLUMNS, MAX_CELLS, PRESETS, Rules
from freecell_pools.solver.search.dive import MOST_CHILDREN, new_dive
from freecell_pools.solver.search.moves import MAX_CHILDREN, built_on, capacity
from freecell_pools.solver.search.state import BASE, CELL, HOME, NO_CARD, ON_B
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_positions import (
    STUCK,
    Kit,
    State,
    Unordered,
    card_and_place,
    card_below,
    cards_of,
    changes_nothing,
    children_of,
    facts,
    fill_from,
    new_kit,
    pack_root,
    put,
    unordered,
    unpack_state,
    weight_vectors,
)
from kernel_settings import FEW, MANY, needs_compiled
from positions_strategy import any_rules, positions
from run_boards import GAMES, run_boards

PERFT = json.loads((Path(__file__).parents[2] / "data" / "perft.json").read_text())
# The kernel does not list cards that are home for good.
PERFT_BOARDS = [entry for entry in PERFT["boards"] if not PRESETS[entry["rules"]].foundation_return]


def expected_children(
    board: Board, rules: Rules, *, greedy: bool, full: bool
) -> dict[tuple[int, int], tuple[bool, Unordered]]:
    """Return for each card and place that should be listed its flag, and the board after the move alone."""
    expected = {}
    levels = settled_levels(board, rules)
    for move in legal_moves(board, rules):
        if changes_nothing(board, move):
            continue
        card, place = card_and_place(board, move, rules)
        if move.source == FOUNDATION and not (full and rank(card) >= levels[suit(card)]):
            continue
        goes = place == HOME or move.source == FOUNDATION
        if move.source in COLUMN_NAMES and not goes:
            under = card_below(board, card)
            goes = under != NO_CARD and goes_home(under, board)
            goes = goes and (greedy or is_safe(under, levels, rules))
            source = board.columns[COLUMN_NAMES.index(move.source)]
            if not (full or goes) and place in (BASE, CELL) and move.cards < run_length(source, rules):
                continue
        if place != HOME or not greedy:
            expected[card, place] = (goes, unordered(apply_move(board, move, rules)))
    return expected


@settings(max_examples=2 * MANY)
@given(positions(), st.booleans(), st.booleans())
def test_lists_are_those_of_the_reference_engine(position: tuple[Board, Rules], greedy: bool, full: bool) -> None:
    check_list(*position, greedy=greedy, full=full)


@needs_compiled
@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_lists_of_runs_of_each_length(rules: Rules) -> None:
    for position in run_boards(rules):
        check_list(position.board, rules, greedy=True, full=False)


def check_list(board: Board, rules: Rules, *, greedy: bool, full: bool) -> None:
    kit = new_kit(rules)
    state = pack_root(kit, board)
    fill_from(kit, board)
    children = children_of(kit, greedy=greedy, full=full)
    assert len(children) <= MAX_CHILDREN
    found = {
        (child.card, child.place): (child.sends_home, unordered(unpack_state(kit, put(state, child.card, child.place))))
        for child in children
    }
    assert len(found) == len(children)
    assert found == expected_children(board, rules, greedy=greedy, full=full)


@settings(max_examples=MANY)
@given(positions(), weight_vectors(), st.booleans(), st.booleans(), st.integers(0, CARDS - 1))
def test_the_card_that_does_not_move(
    position: tuple[Board, Rules], weights: np.ndarray, greedy: bool, full: bool, any_card: int
) -> None:
    """It only goes to its foundation; all other moves are listed as before, also those of cards on it."""
    board, rules = position
    kit = new_kit(rules, weights)
    fill_from(kit, board)
    children = children_of(kit, greedy=greedy, full=full)
    for last in {any_card, *(child.card for child in children)}:
        still = children_of(kit, greedy=greedy, full=full, last=last)
        assert still == [child for child in children if child.card != last or child.place == HOME]


@settings(max_examples=MANY)
@given(positions(), weight_vectors(), st.booleans(), st.booleans())
def test_listing_children_changes_nothing(
    position: tuple[Board, Rules], weights: np.ndarray, greedy: bool, full: bool
) -> None:
    board, rules = position
    kit = new_kit(rules, weights)
    fill_from(kit, board)
    before = facts(kit.tableau)
    first = children_of(kit, greedy=greedy, full=full)
    assert facts(kit.tableau) == before
    assert children_of(kit, greedy=greedy, full=full) == first


@settings(max_examples=FEW)
@given(any_rules(), st.integers(0, 2**CARDS - 1))
def test_built_on(rules: Rules, cards: int) -> None:
    expected = [card for card in range(CARDS) if any(rules.may_build(card, target) for target in cards_of(cards))]
    assert cards_of(built_on(new_kit(rules).root, np.uint64(cards))) == expected


@settings(max_examples=FEW)
@given(any_rules(), st.integers(0, 7), st.integers(0, 8))
def test_capacity(rules: Rules, cells: int, columns: int) -> None:
    assert capacity(new_kit(rules).root.rule, np.int64(cells), np.int64(columns)) == rules.capacity(cells, columns)


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
    run = ("7S", "6H", "5C")
    assert places_of(kit, run, greedy=False, full=True) == [{ON_B}, {BASE}, {BASE, CELL}]
    assert places_of(kit, run, greedy=False, full=False) == [{ON_B}, set(), set()]


def test_a_part_of_a_run_that_lets_a_card_go_home_by_hand() -> None:
    """Without 2S the 3H can go home, which is not safe; nothing goes without 3H."""
    columns = ((34, 12, 51, 46, 14, 11, 6), (2, 1, 0))
    used = {card for column in columns for card in column} | {3, 7}
    others = tuple(card for card in range(CARDS) if card not in used)
    kit = new_kit(Rules())
    fill_from(kit, Board((*columns, others, *((),) * (COLUMNS - 3)), (None,) * 4, (0, 0, 0, 2)))
    run = ("4S", "3H", "2S")
    assert places_of(kit, run, greedy=True, full=False) == [{BASE}, set(), {BASE, CELL}]
    assert places_of(kit, run, greedy=False, full=False) == [{BASE}, set(), set()]
    assert places_of(kit, run, greedy=True, full=True) == [{BASE}, {BASE}, {BASE, CELL}]


def places_of(kit: Kit, names: tuple[str, ...], *, greedy: bool, full: bool) -> list[set[int]]:
    """Return for each card the places that are listed for it."""
    children = children_of(kit, greedy=greedy, full=full)
    return [{child.place for child in children if card_name(child.card) == name} for name in names]


def test_nothing_is_listed_when_nothing_moves() -> None:
    rules = Rules(cells=0)
    kit = new_kit(rules)
    for board in (Board(STUCK, ()), Board(((),) * COLUMNS, (), (13,) * 4)):
        assert legal_moves(board, rules) == []
        fill_from(kit, board)
        assert children_of(kit, greedy=False, full=True) == []


def test_a_dive_has_room_for_all_its_children() -> None:
    """Two sources for each column's top card, each column and cell into an empty column, each column to a cell.

    And as many parts of runs to each of the last two as there are cards that may go home.
    """
    most = 2 * COLUMNS + COLUMNS + MAX_CELLS + COLUMNS + 2 * len(SUITS)
    for states in (1, 10, 1000):
        memory = new_dive(states)
        assert most <= MOST_CHILDREN
        assert len(memory.children) == MOST_CHILDREN * len(memory.following) == MOST_CHILDREN * (states + 1)
        assert len(memory.table) > states + 1
        assert len(memory.keys) == 3 * (states + 1)
        assert len(memory.boards) == len(memory.parent) == states + 1
