"""The kernel for deals against the plain-Python deal."""

import numpy as np
from freecell_pools.solver.dealing import deal_into
from freecell_pools.solver.game.cards import CARDS
from freecell_pools.solver.game.deals import FIRST_DEAL, LAST_DEAL, deal_cards
from hypothesis import example, given
from hypothesis import strategies as st


@given(st.integers(FIRST_DEAL, LAST_DEAL))
@example(FIRST_DEAL)
@example(2**31 - 1)
@example(2**31)
@example(2**32 - 1)
@example(2**32)
@example(2**32 + 1)
@example(LAST_DEAL)
def test_kernel_deals_the_same_cards(number: int) -> None:
    cards = np.zeros(CARDS, np.uint8)
    deal_into(number, cards)
    dealt = deal_cards(number)
    assert tuple(cards.tolist()) == dealt
    assert sorted(dealt) == list(range(CARDS))


def test_kernel_uses_each_branch() -> None:
    for number in [*range(2**31 - 50, 2**31 + 50), *range(2**32 - 50, 2**32 + 50)]:
        cards = np.zeros(CARDS, np.uint8)
        deal_into(number, cards)
        assert tuple(cards.tolist()) == deal_cards(number)
