"""The viewer as a test sees it: opened at a deal, what it says, where its cards lie, and where they should."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import pytest
from freecell_pools.pools.tiers import TIERS
from freecell_pools.solver.game.board import Board, apply_move
from freecell_pools.solver.game.cards import CARDS
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.rules import Rules
from freecell_pools.solver.game.solution import parse_solution
from range_server import RangeServer

if TYPE_CHECKING:
    from playwright.sync_api import Page

VIEWER = "/pools/web/?pools=/games/"
DESKTOP, PHONE = (1280, 860), (390, 844)


@pytest.fixture
def served(server: RangeServer, games: Path) -> None:
    """The built games, where `VIEWER` looks for them."""
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
    words: str = page.locator("#said").inner_text()
    return words


def step(page: "Page") -> int:
    return int(page.get_by_role("slider", name="Move").input_value())


CARDS_SHOWN = """() => [...document.querySelectorAll(".card")].map(card => ({
  row: card.dataset.row, x: +card.style.getPropertyValue("--x"), y: +card.style.getPropertyValue("--y"),
  moved: card.classList.contains("moved") }))"""


def cards_shown(page: "Page") -> list[dict[str, Any]]:
    """Return where each card lies, as the style sheet gets it."""
    cards: list[dict[str, Any]] = page.evaluate(CARDS_SHOWN)
    return cards


def walk(page: "Page", button: str, times: int, look: str) -> list[Any]:
    """Click a button so many times and return what a JavaScript function gives after each."""
    seen: list[Any] = page.get_by_role("button", name=button).evaluate(
        f"(button, times) => Array.from({{ length: times }}, () => {{ button.click(); return ({look})(); }})", times
    )
    return seen


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
