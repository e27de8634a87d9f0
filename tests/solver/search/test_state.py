"""The packed state: its words, and that equal states are equal positions."""

import random

import numpy as np
import pytest
from freecell_pools.solver.game.board import Board, Move, apply_move, legal_moves
from freecell_pools.solver.game.cards import CARDS, rank
from freecell_pools.solver.game.rules import PRESETS, Rules
from freecell_pools.solver.search.state import (
    BASE,
    CELL,
    DEALT,
    HOME,
    NO_CARD,
    ON_A,
    ON_B,
    all_home,
    hash_of,
    masks,
    parents,
    place_of,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_positions import (
    State,
    Unordered,
    card_and_place,
    card_below,
    expected_place,
    expected_state,
    new_kit,
    pack_root,
    put,
    unordered,
    words,
)
from kernel_settings import FEW
from positions_strategy import Playout, playouts, positions

PLACES = [int(place) for place in (DEALT, ON_A, ON_B, BASE, CELL, HOME)]
WORDS = st.integers(0, 2**CARDS - 1)


@st.composite
def states(draw: st.DrawFn) -> tuple[State, list[int]]:
    """Draw a state and the place of each card in it; it need not be that of a position."""
    places = draw(st.lists(st.sampled_from(PLACES), min_size=CARDS, max_size=CARDS))
    planes = [sum((place >> plane & 1) << card for card, place in enumerate(places)) for plane in range(3)]
    return words((planes[0], planes[1], planes[2])), places


@given(states())
def test_places(drawn: tuple[State, list[int]]) -> None:
    state, places = drawn
    assert [place_of(*state, card) for card in range(CARDS)] == places


@given(states(), st.integers(0, CARDS - 1), st.sampled_from(PLACES))
def test_with_place_changes_one_card(drawn: tuple[State, list[int]], card: int, place: int) -> None:
    state, places = drawn
    places[card] = place
    changed = put(state, card, place)
    assert [place_of(*changed, other) for other in range(CARDS)] == places
    assert not any(int(word) >> CARDS for word in changed)


@given(states())
def test_masks(drawn: tuple[State, list[int]]) -> None:
    state, places = drawn
    for mask, place in zip(masks(*state), [DEALT, ON_A, ON_B, BASE, CELL, HOME], strict=True):
        assert [card for card in range(64) if int(mask) >> card & 1] == [c for c in range(CARDS) if places[c] == place]


@given(st.integers(0, CARDS - 1), st.sampled_from(PLACES))
def test_all_home_means_every_card(card: int, place: int) -> None:
    everything = 2**CARDS - 1
    state = words((everything, 0, everything))
    assert all_home(*state)
    assert all_home(*put(state, card, place)) == (place == HOME)


def test_hashes_of_neighbours_differ_in_the_bits_that_are_used() -> None:
    # The table takes its slot from the lower bits, its fingerprint from bits 32..47.
    start = words((0, 0, 0))
    near = [put(put(start, a, p), b, q) for a, b in [(0, 51), (5, 6)] for p in PLACES for q in PLACES]
    hashes = [int(hash_of(*state)) for state in near]
    assert len({h & 0xFFFFF for h in hashes}) > 0.95 * len(near)
    assert len({h >> 32 & 0xFFFF for h in hashes}) > 0.95 * len(near)


@pytest.mark.parametrize("build", ["alternating", "same-suit"])
def test_parents_are_the_cards_that_may_be_built_on(build: str) -> None:
    rules = Rules(build=build)  # type: ignore[arg-type]
    table = parents(rules)
    for card in range(CARDS):
        listed = [int(target) for target in table[:, card] if target != NO_CARD]
        assert sorted(listed) == [target for target in range(CARDS) if rules.may_build(card, target)]
    assert (table[:, CARDS:] == NO_CARD).all()


@pytest.mark.parametrize("build", ["alternating", "same-suit"])
def test_a_card_has_one_child_on_each_side(build: str) -> None:
    table = parents(Rules(build=build))  # type: ignore[arg-type]
    sides = (0, 1) if build == "alternating" else (0,)
    for target in range(CARDS):
        children = [np.flatnonzero(table[side] == target).size for side in range(2)]
        assert children == [int(rank(target) > 0 and side in sides) for side in range(2)]


@settings(max_examples=FEW)
@given(positions())
def test_a_card_on_a_legal_parent_is_never_dealt(position: tuple[Board, Rules]) -> None:
    board, rules = position
    kit = new_kit(rules)
    state = pack_root(kit, board)
    for card in (card for column in board.columns for card in column):
        under, place = card_below(board, card), place_of(*state, card)
        assert place == expected_place(board, card, board, rules)
        if under == NO_CARD:
            assert place == BASE
        elif rules.may_build(card, under):
            assert place in (ON_A, ON_B)
            assert kit.root.parents[place - ON_A, card] == under
        else:
            assert place == DEALT
            assert kit.root.dealt[card] == under


@settings(max_examples=FEW)
@given(playouts())
def test_a_move_changes_the_place_of_its_deepest_card_only(playout: Playout) -> None:
    board, rules = playout.start, playout.rules
    state = pack_root(new_kit(rules), board)
    for move in playout.moves:
        state = put(state, *card_and_place(board, move, rules))
        board = apply_move(board, move, rules)
        assert state == expected_state(board, playout.start, rules)


@settings(max_examples=FEW)
@given(positions(), st.randoms(use_true_random=False))
def test_the_order_of_columns_and_cells_does_not_show(position: tuple[Board, Rules], r: random.Random) -> None:
    board, rules = position
    permuted = Board(
        tuple(r.sample(board.columns, len(board.columns))),
        tuple(r.sample(board.cells, len(board.cells))),
        board.foundations,
    )
    kit = new_kit(rules)
    state = pack_root(kit, board)
    dealt = kit.root.dealt.tolist()
    assert pack_root(kit, permuted) == state
    assert kit.root.dealt.tolist() == dealt


@settings(max_examples=min(FEW, 20))
@given(positions())
def test_states_are_equal_where_positions_are(position: tuple[Board, Rules]) -> None:
    """All positions two moves away: many are reached twice, none may be taken for another."""
    start, rules = position
    reached = [(start, pack_root(new_kit(rules), start))]
    for _ in range(2):
        reached += [after(board, state, move, rules) for board, state in reached for move in legal_moves(board, rules)]
    board_of: dict[State, Unordered] = {}
    state_of: dict[Unordered, State] = {}
    for board, state in reached:
        assert board_of.setdefault(state, unordered(board)) == unordered(board)
        assert state_of.setdefault(unordered(board), state) == state


def after(board: Board, state: State, move: Move, rules: Rules) -> tuple[Board, State]:
    return apply_move(board, move, rules), put(state, *card_and_place(board, move, rules))


@pytest.mark.parametrize("name", PRESETS)
def test_the_bits_as_drawn(name: str) -> None:
    """One card in each place, by hand: 3C lay on 2D; 5S on 6H; the aces of clubs and hearts are home."""
    ac, ah, d2, c3, s5, h6, kd = 0, 3, 5, 8, 18, 23, 49
    board = Board(((d2, c3), (h6, s5), *((),) * 6), (kd, *(None,) * 3), (1, 0, 0, 1))
    rules = PRESETS[name]
    state = pack_root(new_kit(rules), board)
    built = int(PRESETS[name].build == "alternating")
    expected = {d2: 0b011, c3: 0b000, h6: 0b011, kd: 0b100, ac: 0b101, ah: 0b101, s5: 0b001 * built}
    shown = {card: sum((int(state[plane]) >> card & 1) << plane for plane in range(3)) for card in expected}
    assert shown == expected
