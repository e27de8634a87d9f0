"""Deal numbers as they are typed."""

import pytest
from freecell_pools.cli.deal_lists import DealList, DealListError
from hypothesis import given
from hypothesis import strategies as st

SPANS = st.lists(st.tuples(st.integers(1, 2**33 - 40), st.integers(0, 30)), min_size=1, max_size=6)


@given(SPANS, st.integers(1, 50))
def test_chunks_are_the_deals_in_their_order(spans: list[tuple[int, int]], size: int) -> None:
    deals = DealList()
    deals.add(",".join(f"{first}-{first + more}" if more else str(first) for first, more in spans))
    expected = [deal for first, more in spans for deal in range(first, first + more + 1)]
    chunks = list(deals.chunks(size))
    assert [deal for chunk in chunks for deal in chunk] == expected
    assert len(deals) == len(expected)
    assert all(len(chunk) == size for chunk in chunks[:-1])
    assert 1 <= len(chunks[-1]) <= size


def test_billions_of_deals_cost_nothing() -> None:
    deals = DealList()
    deals.add("1-8589934591")
    assert len(deals) == 2**33 - 1
    assert next(deals.chunks(3)) == [1, 2, 3]


def test_lines_may_be_blank_or_comments() -> None:
    deals = DealList()
    deals.add_lines(["# found hard", "", " 617  # mine", "1-3, 5", "\t"])
    assert list(deals.chunks(10)) == [[617, 1, 2, 3, 5]]


@given(st.text())
def test_any_text_is_a_list_or_an_error(text: str) -> None:
    deals = DealList()
    try:
        deals.add(text)
    except DealListError:
        return
    assert len(deals) >= 1


def test_an_error_names_the_line() -> None:
    with pytest.raises(DealListError, match="line 3: there is no deal 0"):
        DealList().add_lines(["1", "", "0"])
