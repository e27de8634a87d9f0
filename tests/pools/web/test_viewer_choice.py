"""Choosing a deal in the viewer, what is said of it, and what is said where there is none."""

import datetime
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest
from forgery import change_manifest
from freecell_pools.pools.pick import number_of_date, pick_rows
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.rules import PRESETS
from range_server import RangeServer
from viewer import VIEWER, boards_of, cards_expected, cards_shown, changed, facts, go, row_of, said

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.usefixtures("served")

BAKERS_GAME = "Baker\N{RIGHT SINGLE QUOTATION MARK}s Game"


def test_what_is_said_of_a_deal(page: "Page", games: Path, server: RangeServer, built_with_cells: Path) -> None:
    tier, row = row_of(games, "freecell", 617)
    go(page, "#freecell/617")
    shown = {"Deal": "617", "Level": tier.capitalize(), "Effort": f"{row['effort']:,}", "Par": f"{row['par']} moves"}
    assert {name: value.capitalize() for name, value in facts(page).items()} == shown
    assert page.get_by_role("radio", name=tier.capitalize()).is_checked()
    assert said(page).split() == ["0", "of", str(row["par"]), "Deal", "617", "as", "it", "is", "dealt."]

    server.folders["/cells"] = built_with_cells
    page.goto("/pools/web/?pools=/cells/#freecell/617")
    page.get_by_text("Cells needed").wait_for()
    assert facts(page)["Cells needed"] == "4"


def test_the_deal_of_the_day_is_that_of_pick(page: "Page", games: Path) -> None:
    page.clock.set_fixed_time(datetime.datetime(2026, 11, 30, 12, 0))
    go(page, "")
    for tier in ("normal", "easy", "hard"):
        rows = pq.read_table(games / "freecell" / f"{tier}.parquet").to_pylist()
        page.get_by_text(tier.capitalize(), exact=True).first.click()
        if tier == "normal":
            page.get_by_role("button", name="Deal of the day").click()
        (today,) = pick_rows(number_of_date(datetime.date(2026, 11, 30)), 1, len(rows))
        page.get_by_text(f"Deal {rows[today]['deal']} as it is dealt.").wait_for()
        assert facts(page)["Level"].lower() == tier


@pytest.mark.parametrize("address", ["#%E0%A4%A", "#nothing", "#freecell/", "#%/%"])
def test_an_address_that_names_nothing_is_no_trouble(page: "Page", address: str) -> None:
    page.goto(VIEWER + address)
    page.locator("#table, #message:has-text('Deals are numbered')").first.wait_for()
    page.get_by_role("button", name="Random").click()
    page.locator("#table").wait_for()


def test_random_deals_are_of_the_tier(page: "Page", games: Path) -> None:
    go(page, "")
    page.get_by_label("Game").select_option(label=BAKERS_GAME)
    page.get_by_text("Hard", exact=True).first.click()
    page.locator("dd", has_text="hard").wait_for()
    hard = set(pq.read_table(games / "bakers-game" / "hard.parquet")["deal"].to_pylist())
    seen = set()
    for _ in range(5):
        page.evaluate("document.querySelector('#facts').replaceChildren()")
        page.get_by_role("button", name="Random").click()
        page.locator("dd").first.wait_for()
        seen.add(int(facts(page)["Deal"]))
    assert seen <= hard
    assert len(seen) > 1


def test_another_game_shows_the_same_deal_under_its_rules(page: "Page", games: Path) -> None:
    go(page, "#freecell/3")
    page.get_by_label("Game").select_option(label=BAKERS_GAME)
    tier, row = row_of(games, "bakers-game", 3)
    page.wait_for_url("**#bakers-game/3")
    assert facts(page)["Par"] == f"{row['par']} moves"
    assert facts(page)["Level"].lower() == tier
    boards = boards_of(3, row["solution"], PRESETS["bakers-game"])
    page.keyboard.press("End")
    assert cards_shown(page) == cards_expected(boards[-1], changed(*boards[-2:]))


def choose(page: "Page", text: str) -> None:
    number = page.get_by_role("textbox", name="Deal number")
    number.fill(text)
    number.press("Enter")


def test_deals_without_a_solution_are_dealt_and_said_so(page: "Page", games: Path) -> None:
    go(page, "#bakers-game/3")
    impossible = json.loads((games / "bakers-game" / "manifest.json").read_text())["impossible"][0]
    for number, message in [
        (impossible, f"Deal {impossible} cannot be won, which is proven."),
        (
            2**33 - 1,
            "These pools hold deals 1 to 1500. Of deal 8589934591 no solution is known here; it may have none.",
        ),
    ]:
        choose(page, str(number))
        page.get_by_text(message).wait_for()
        assert cards_shown(page) == cards_expected(deal_board(number), set())
        assert facts(page) == {"Deal": str(number)}
        assert not page.locator("#player").is_visible()
    choose(page, "3")
    page.locator("#player").wait_for()
    assert page.locator("#message").inner_text() == ""


@pytest.mark.parametrize("number", ["0", "8589934592"])
def test_numbers_that_are_no_deals_are_said_so(page: "Page", number: str) -> None:
    go(page, "#freecell/3")
    choose(page, number)
    page.get_by_text("Deals are numbered from 1 to 8,589,934,591.").wait_for()
    assert facts(page)["Deal"] == "3"


def test_a_solution_that_does_not_win_is_not_shown(page: "Page") -> None:
    go(page, "#freecell/3")
    page.route(
        "**/positions.js",
        lambda route: route.fulfill(
            content_type="text/javascript",
            body=route.fetch().text().replace("=== CARDS", "=== CARDS + 1"),
        ),
    )
    page.reload()
    page.get_by_text("The solution of deal 3 does not win.").wait_for()


def test_no_pools_is_said(page: "Page") -> None:
    page.goto("/pools/web/?pools=/nothing/")
    page.get_by_text("The pools cannot be read. There are none at").wait_for()
    assert page.get_by_role("button", name="Random").is_disabled()


def test_pools_of_another_format_are_said(page: "Page", server: RangeServer, tmp_path: Path, games: Path) -> None:
    (tmp_path / "manifest.json").write_bytes((games / "freecell" / "manifest.json").read_bytes())
    change_manifest(tmp_path, lambda facts: facts.update(schema_version=9))
    server.folders["/newer"] = tmp_path
    page.goto("/pools/web/?pools=/newer/")
    page.get_by_text("a format or a numbering that this reader does not know").wait_for()
