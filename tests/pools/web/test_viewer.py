"""The viewer in a browser: choosing deals, stepping through solutions, on phones and on desktops."""

import datetime
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import pytest
from browser import open_page
from forgery import change_manifest
from freecell_pools.pools.pick import number_of_date, pick_rows
from freecell_pools.pools.tiers import TIERS
from freecell_pools.solver.board import Board, apply_move
from freecell_pools.solver.cards import CARDS
from freecell_pools.solver.deals import deal_board
from freecell_pools.solver.rules import PRESETS, Rules
from freecell_pools.solver.solution import parse_solution
from range_server import RangeServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

BAKERS_GAME = "Baker\N{RIGHT SINGLE QUOTATION MARK}s Game"
VIEWER = "/pools/web/?pools=/games/"
DESKTOP, PHONE = (1280, 860), (390, 844)
SCREENS = {"desktop": DESKTOP, "small desktop": (1024, 640), "tablet": (820, 1180), "phone": PHONE, "small": (320, 568)}
# A phone on its side.
SCREENS["side"] = (844, 390)


@pytest.fixture(autouse=True)
def served(server: RangeServer, games: Path) -> None:
    server.folders["/games"] = games


def row_of(games: Path, rules: str, deal: int) -> tuple[str, dict[str, Any]]:
    for tier in TIERS:
        for row in pq.read_table(games / rules / f"{tier}.parquet", filters=[("deal", "=", deal)]).to_pylist():
            return tier, row
    raise AssertionError(f"{rules} {deal} is in no tier")


def boards_of(deal: int, solution: str, rules: Rules) -> list[Board]:
    boards = [deal_board(deal, rules)]
    for move in parse_solution(boards[0], solution, rules):
        boards.append(apply_move(boards[-1], move, rules))
    return boards


def go(page: "Page", address: str) -> None:
    """Open the viewer at a deal, and wait for its cards."""
    page.goto("about:blank")
    page.goto(VIEWER + address)
    page.locator("#table").wait_for()


def facts(page: "Page") -> dict[str, str]:
    names, values = page.locator("dt").all_inner_texts(), page.locator("dd").all_inner_texts()
    return dict(zip(names, values, strict=True))


def said(page: "Page") -> str:
    return page.locator("#said").inner_text()


def step(page: "Page") -> int:
    return int(page.get_by_role("slider", name="Move").input_value())


CARDS_SHOWN = """() => [...document.querySelectorAll(".card")].map(card => ({
  row: card.dataset.row, x: +card.style.getPropertyValue("--x"), y: +card.style.getPropertyValue("--y"),
  moved: card.classList.contains("moved") }))"""


def cards_shown(page: "Page") -> list[dict[str, Any]]:
    """Return where each card lies, as the style sheet gets it."""
    return page.evaluate(CARDS_SHOWN)


def walk(page: "Page", button: str, times: int, look: str) -> list[Any]:
    """Click a button so many times and return what a JavaScript function gives after each."""
    return page.get_by_role("button", name=button).evaluate(
        f"(button, times) => Array.from({{ length: times }}, () => {{ button.click(); return ({look})(); }})", times
    )


def cards_expected(board: Board, moved: set[int]) -> list[dict[str, Any]]:
    places = {}
    for x, column in enumerate(board.columns):
        places.update({card: {"row": "2", "x": x, "y": y} for y, card in enumerate(column)})
    for x, cell in enumerate(board.cells):
        if cell is not None:
            places[cell] = {"row": "0", "x": x, "y": 0}
    for suit, level in enumerate(board.foundations):
        places.update({rank * 4 + suit: {"row": "0", "x": 4 + suit, "y": 0} for rank in range(level)})
    return [places[card] | {"moved": card in moved} for card in range(CARDS)]


def changed(before: Board, after: Board) -> set[int]:
    """Return the cards that do not lie where they lay."""
    old, new = cards_expected(before, set()), cards_expected(after, set())
    return {card for card in range(CARDS) if old[card] != new[card]}


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
        (impossible, f"Deal {impossible} cannot be won: every position that it can reach was searched."),
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


def longest_column(games: Path) -> tuple[str, int, int]:
    """Return game, deal and step of the longest column of 60 deals."""
    best = (0, "", 0, 0)
    for rules in ("freecell", "bakers-game"):
        for row in pq.read_table(games / rules / "hard.parquet").to_pylist()[:30]:
            for at, board in enumerate(boards_of(row["deal"], row["solution"], PRESETS[rules])):
                best = max(best, (max(map(len, board.columns)), rules, row["deal"], at))
    assert best[0] >= 13
    return best[1:]


def boxes(locator: "Locator") -> list[dict[str, float]]:
    return locator.evaluate_all("all => all.map(e => e.getBoundingClientRect().toJSON())")


@pytest.mark.parametrize("screen", SCREENS)
def test_all_fits_and_can_be_read(
    browser: "Browser", server: RangeServer, games: Path, tmp_path: Path, screen: str
) -> None:
    width, height = SCREENS[screen]
    rules, deal, at = longest_column(games)
    with open_page(browser, server, width, height, reduced_motion="reduce") as page:
        go(page, f"#{rules}/{deal}/{at}")
        assert page.screenshot(path=tmp_path / f"{screen}.png").startswith(b"\x89PNG")
        assert page.evaluate("document.documentElement.scrollWidth") == width
        (table,) = boxes(page.locator("#table"))
        assert table["height"] <= height
        cards, places = boxes(page.locator(".card")), cards_shown(page)
        for card in cards:
            assert table["left"] <= card["left"] < card["right"] <= table["right"]
            assert table["top"] <= card["top"] < card["bottom"] <= table["bottom"]
        # No column overlaps its neighbour, and of a covered card the line with rank and suit is free.
        indexes = boxes(page.locator(".card b span"))
        for i, card in enumerate(places):
            for j, other in enumerate(places):
                if card["row"] == other["row"] and card["x"] < other["x"]:
                    assert cards[i]["right"] < cards[j]["left"]
                if card["row"] == other["row"] == "2" and card["x"] == other["x"] and card["y"] + 1 == other["y"]:
                    assert indexes[i]["bottom"] <= cards[j]["top"] + 1
                    assert cards[j]["top"] - cards[i]["top"] >= 10
        assert min(box["height"] for box in indexes) >= 9
        controls = page.locator("header button, header select, #deal, .buttons button")
        around = boxes(controls)
        for i, one in enumerate(around):
            assert 0 <= one["left"] < one["right"] <= width
            assert one["height"] >= 40
            for other in around[i + 1 :]:
                apart = one["right"] <= other["left"] or other["right"] <= one["left"]
                assert apart or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]


def test_cards_glide_unless_motion_is_to_be_reduced(browser: "Browser", server: RangeServer) -> None:
    for motion, duration in (("no-preference", "0.24s, 0.24s"), ("reduce", "0s")):
        with open_page(browser, server, *DESKTOP, reduced_motion=motion) as page:
            go(page, "#freecell/5")
            assert page.locator(".card").first.evaluate("card => getComputedStyle(card).transitionDuration") == duration


CONTRASTS = """() => {
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (colour) => {
    const [r, g, b] = channels(colour).slice(0, 3).map((c) => c / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (; element; element = element.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      if (backgroundImage !== "none") return null;
      const parts = channels(backgroundColor);
      if (parts.length < 4 || parts[3] === 1) return backgroundColor;
    }
    return "rgb(255, 255, 255)";
  };
  const seen = {};
  for (const element of document.querySelectorAll("body *")) {
    const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const back = text && element.getClientRects().length ? behind(element) : null;
    if (!back || element.closest("[disabled], [aria-disabled=true]")) continue;
    const [a, b] = [light(getComputedStyle(element).color), light(back)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    seen[`${element.tagName} ${element.textContent.trim().slice(0, 30)}`] = ratio;
  }
  return seen;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_has_contrast(browser: "Browser", server: RangeServer, scheme: str) -> None:
    with open_page(browser, server, *DESKTOP, color_scheme=scheme) as page:
        go(page, "#freecell/5/9")
        contrasts = page.evaluate(CONTRASTS)
        assert len(contrasts) > 80
        assert {text: contrast for text, contrast in contrasts.items() if contrast < 4.5} == {}


def test_the_layout_is_there_in_words(page: "Page") -> None:
    go(page, "#freecell/1")
    layout = page.locator("#layout p").all_inner_texts()
    assert layout[0] == "Cells: empty"
    assert layout[1] == "Foundations: empty"
    first = "jack of diamonds, king of diamonds, 2 of spades, 4 of clubs, 3 of spades, 6 of diamonds, 6 of spades"
    assert layout[2] == f"Column 1, the last card is free: {first}"
    assert len(layout) == 10


def test_every_control_has_a_name(page: "Page") -> None:
    go(page, "#freecell/1")
    snapshot = page.locator("body").aria_snapshot()
    controls = re.findall(r"- (button|textbox|combobox|slider|radio)(.*)", snapshot)
    assert len(controls) > 15
    assert [rest for _, rest in controls if not rest.startswith(' "')] == []
