"""Twins that change places: against boards on which the two cards are exchanged."""

from itertools import pairwise

import numpy as np
from freecell_pools.solver.game.cards import CARDS, rank, suit
from freecell_pools.solver.game.rules import Rules
from freecell_pools.solver.search.state import DEALT, HOME
from freecell_pools.solver.search.twins import ALL_TWINS, arrange_twins, loose_twins, swap_twins, with_twins
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_positions import (
    State,
    cards_of,
    expected_place,
    expected_state,
    new_kit,
    pack_root,
    unordered,
    unpack_state,
    words,
)
from kernel_settings import MANY
from positions_strategy import Playout, playouts
from relaxed_game import exchanged

RULES = Rules()
KIT = new_kit(RULES)
GAMES = playouts(st.just(RULES))


def state_of(game: Playout) -> State:
    """Return the state of the end of a game with its start as root; all twins but the lowest may change places."""
    pack_root(KIT, game.start)
    KIT.root.twins = ALL_TWINS
    return expected_state(game.end, game.start, RULES)


def swapped(state: State, twins: list[int]) -> State:
    for first in twins:
        state = words(swap_twins(*state, KIT.root, np.int64(first)))
    return state


@settings(max_examples=MANY)
@given(GAMES)
def test_which_twins_are_loose(game: Playout) -> None:
    places = [expected_place(game.end, card, game.start, RULES) for card in range(CARDS)]
    fixed = {card for card in range(CARDS) if places[card] in (DEALT, HOME) or rank(card) < 2}
    for column in game.end.columns:
        fixed |= {lower for lower, upper in pairwise(column) if places[upper] == DEALT}
    expected = [card for card in range(CARDS) if suit(card) < 2 and not {card, card + 2} & fixed]
    assert cards_of(loose_twins(*state_of(game), KIT.root)) == expected


@settings(max_examples=MANY)
@given(GAMES)
def test_swapped_twins_lie_in_each_others_places(game: Playout) -> None:
    state = state_of(game)
    for first in cards_of(loose_twins(*state, KIT.root)):
        other = swapped(state, [first])
        assert unordered(unpack_state(KIT, other)) == unordered(exchanged(game.end, first))
        assert swapped(other, [first]) == state
        assert loose_twins(*other, KIT.root) == loose_twins(*state, KIT.root)


@settings(max_examples=MANY)
@given(GAMES)
def test_arranging_only_swaps_twins(game: Playout) -> None:
    state = state_of(game)
    twins = loose_twins(*state, KIT.root)
    *arranged, changed = arrange_twins(*state, KIT.root, np.uint64(twins))
    assert set(cards_of(changed)) <= set(cards_of(twins))
    assert swapped(state, cards_of(changed)) == words(tuple(arranged))


@settings(max_examples=MANY)
@given(GAMES)
def test_one_state_stands_for_both_ways_to_place_twins_unless_in_equal_places(game: Playout) -> None:
    state = state_of(game)
    for first in cards_of(loose_twins(*state, KIT.root)):
        other = swapped(state, [first])
        places = {expected_place(game.end, card, game.start, RULES) for card in (first, first + 2)}
        if len(places) == 2:
            alone = np.uint64(1 << first)
            assert arrange_twins(*state, KIT.root, alone)[:3] == arrange_twins(*other, KIT.root, alone)[:3]


def test_cards_and_their_twins() -> None:
    twins, cards = 1 << 20 | 1 << 33, 1 << 20 | 1 << 35 | 1 << 24
    assert with_twins(np.uint64(twins), np.uint64(cards)) == cards | 1 << 22 | 1 << 33
