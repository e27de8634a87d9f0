"""What goes home by itself, safely or greedily, against the reference engine."""

from itertools import product

import pytest
from freecell_pools.solver.game.board import Board, free_cards, goes_home
from freecell_pools.solver.game.cards import CARDS, rank, suit
from freecell_pools.solver.game.positions import is_safe, settled_levels
from freecell_pools.solver.game.rules import Rules
from freecell_pools.solver.search.autoplay import autoplay, may_go_home, next_home
from freecell_pools.solver.search.state import NO_CARD
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_positions import (
    Kit,
    State,
    cards_of,
    collected,
    expected_facts,
    expected_state,
    facts,
    fill_from,
    new_kit,
    pack_root,
    unordered,
    unpack_state,
    words,
)
from kernel_settings import COMPILED, MANY
from positions_strategy import positions


def collect(kit: Kit, state: State, greedy: bool) -> State:
    return words(autoplay(kit.tableau, kit.root, greedy, *state))


@settings(max_examples=2 * MANY)
@given(positions(), st.booleans())
def test_autoplay_is_that_of_the_reference(position: tuple[Board, Rules], greedy: bool) -> None:
    board, rules = position
    kit = new_kit(rules)
    state = pack_root(kit, board)
    fill_from(kit, board)
    after = collect(kit, state, greedy)
    expected = collected(board, rules, greedy=greedy)
    assert facts(kit.tableau) == expected_facts(expected, rules)
    assert after == expected_state(expected, board, rules)
    assert unordered(unpack_state(kit, after)) == unordered(expected)


@settings(max_examples=MANY)
@given(positions(), st.booleans())
def test_which_cards_go(position: tuple[Board, Rules], greedy: bool) -> None:
    board, rules = position
    kit = new_kit(rules)
    fill_from(kit, board)
    going = sorted(
        card
        for _, card in free_cards(board)
        if goes_home(card, board) and (greedy or is_safe(card, settled_levels(board, rules), rules))
    )
    assert next_home(kit.tableau, kit.root, greedy) == (going[0] if going else NO_CARD)


@pytest.mark.parametrize("build", ["alternating", "same-suit"])
def test_which_cards_are_safe(build: str) -> None:
    """For each card that is next, all levels of the other suits that matter."""
    rules = Rules(build=build)  # type: ignore[arg-type]
    kit = new_kit(rules)
    for card in range(0, CARDS, 1 if COMPILED else 5):
        near = [level for level in range(rank(card) - 4, rank(card) + 2) if 0 <= level <= 13]
        for others in product(near, repeat=3):
            levels = list(others)
            levels.insert(suit(card), rank(card))
            following = [4 * level + which for which, level in enumerate(levels)]
            kit.tableau.wanted = sum(1 << waited for waited in following)
            safe = {waited for waited in cards_of(may_go_home(kit.tableau, kit.root, False)) if waited < CARDS}
            assert safe <= set(following)
            assert (card in safe) == is_safe(card, tuple(levels), rules)
            assert cards_of(may_go_home(kit.tableau, kit.root, True)) == sorted(following)


@pytest.mark.parametrize("greedy", [False, True])
def test_a_certain_finish_goes_home_as_a_whole(greedy: bool) -> None:
    columns = tuple(tuple(range(51 - suit, 11, -4)) for suit in range(4))
    board = Board((*columns, *((),) * 4), (8, 9, 10, 11), (2, 2, 2, 2))
    kit = new_kit(Rules())
    state = pack_root(kit, board)
    fill_from(kit, board)
    everything = 2**CARDS - 1
    assert collect(kit, state, greedy) == words((everything, 0, everything))
    assert facts(kit.tableau) == expected_facts(Board(((),) * 8, (None,) * 4, (13,) * 4), Rules())
