"""Stepping through a solution in the viewer: by buttons, keys, slider, list, taps and swipes, and by itself."""

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser import open_page
from freecell_pools.solver.game.rules import PRESETS
from range_server import RangeServer
from viewer import CARDS_SHOWN, PHONE, boards_of, cards_expected, cards_shown, changed, go, row_of, said, step, walk

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.usefixtures("served")


def test_every_step_shows_its_board(page: "Page", games: Path) -> None:
    _, row = row_of(games, "freecell", 617)
    boards = boards_of(617, row["solution"], PRESETS["freecell"])
    go(page, "#freecell/617")
    assert cards_shown(page) == cards_expected(boards[0], set())
    shown = walk(page, "One move forward", len(boards) - 1, CARDS_SHOWN)
    for cards, (before, after) in zip(shown, pairwise(boards), strict=True):
        assert cards == cards_expected(after, changed(before, after))
    assert "The game is won." in said(page)
    assert page.locator("#position").inner_text() == "Won: all cards are home"
    shown = walk(page, "One move back", len(boards) - 1, CARDS_SHOWN)
    for cards, (before, after) in zip(shown, reversed([(None, boards[0]), *pairwise(boards[:-1])]), strict=True):
        assert cards == cards_expected(after, changed(before, after) if before else set())


def test_buttons_keys_list_and_slider(page: "Page", games: Path) -> None:
    par = row_of(games, "freecell", 5)[1]["par"]
    go(page, "#freecell/5/3")
    assert step(page) == 3
    for button, expected in [
        ("One move forward", 4),
        ("One move back", 3),
        ("To the end", par),
        ("One move forward", par),
        ("To the start", 0),
        ("One move back", 0),
    ]:
        # Playwright would wait for a button at its end to be enabled.
        page.get_by_role("button", name=button).click(force=True)
        assert step(page) == expected
    for key, expected in [("ArrowRight", 1), ("End", par), ("ArrowLeft", par - 1), ("Home", 0)]:
        page.keyboard.press(key)
        assert step(page) == expected
    page.locator("#moves button").nth(11).click()
    assert step(page) == 11
    assert page.locator("#moves [aria-current=step]").inner_text() == page.locator("#said b").inner_text()
    page.get_by_role("slider", name="Move").fill("20")
    assert said(page).startswith("20 of ")
    assert page.evaluate("location.hash") == "#freecell/5/20"
    page.reload()
    page.locator("#table").wait_for()
    assert step(page) == 20


@pytest.mark.parametrize("width", [320, 360, 390])
def test_the_buttons_stay_where_they_are(browser: "Browser", server: RangeServer, games: Path, width: int) -> None:
    par = row_of(games, "freecell", 617)[1]["par"]
    with open_page(browser, server, width, 800) as page:
        go(page, "#freecell/617")
        where = "() => document.querySelector('#to-forward').getBoundingClientRect().y"
        assert set(walk(page, "One move forward", par, where)) == {page.evaluate(where)}
        assert "The game is won." in said(page)


def test_arrow_keys_in_the_number_do_not_step(page: "Page") -> None:
    go(page, "#freecell/5")
    page.get_by_role("textbox", name="Deal number").focus()
    page.keyboard.press("ArrowRight")
    assert step(page) == 0


def test_play_goes_on_by_itself_until_it_is_paused(page: "Page") -> None:
    page.clock.install()
    go(page, "#freecell/5")
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(8100)
    assert step(page) == 11
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(8100)
    assert step(page) == 11
    page.keyboard.press("p")
    page.clock.run_for(200_000)
    assert "The game is won." in said(page)
    assert page.get_by_role("button", name="Play").is_visible()


def test_taps_and_swipes(browser: "Browser", server: RangeServer) -> None:
    with open_page(browser, server, *PHONE, has_touch=True, is_mobile=True) as page:
        go(page, "#freecell/5/2")
        box = page.locator("#table").bounding_box()
        assert box
        middle = box["y"] + box["height"] / 2
        page.touchscreen.tap(box["x"] + box["width"] * 0.8, middle)
        assert step(page) == 3
        page.touchscreen.tap(box["x"] + box["width"] * 0.1, middle)
        assert step(page) == 2
        for start, end, expected in [(300, 100, 3), (100, 300, 2), (200, 205, 3)]:
            page.mouse.move(box["x"] + start, middle)
            page.mouse.down()
            page.mouse.move(box["x"] + end, middle + 5)
            page.mouse.up()
            assert step(page) == expected
