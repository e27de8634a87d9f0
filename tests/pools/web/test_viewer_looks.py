"""How the viewer looks, and what it is to those who do not see it: sizes, contrast, motion, words and names."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest
from browser import open_page
from freecell_pools.solver.game.rules import PRESETS
from range_server import RangeServer
from viewer import DESKTOP, PHONE, boards_of, cards_shown, go

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.usefixtures("served")

SCREENS = {
    "desktop": DESKTOP,
    "small desktop": (1024, 640),
    "tablet": (820, 1180),
    "phone": PHONE,
    "phone on its side": (844, 390),
    "small phone": (320, 568),
}


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
