"""Headless Chromium, and the reader and viewer served to it.

Where Playwright or Chromium is missing the tests are skipped, and fail in CI.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from extras import need, need_program
from patience import PATIENCE_SECONDS
from range_server import RangeServer, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PROJECT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


# Playwright keeps an event loop running in this thread, which the tests of other folders must not meet.
@pytest.fixture(scope="package")
def browser() -> Iterator["Browser"]:
    """Chromium, as the system has it."""
    need("playwright", "browser")
    from playwright.sync_api import sync_playwright

    executable = shutil.which(need_program(*NAMES, package="chromium"))
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable, args=list(OPTIONS))
        yield chromium
        chromium.close()


@pytest.fixture(scope="package")
def server() -> Iterator[RangeServer]:
    """The project's files at `/`, and whatever a test adds to `folders`."""
    with serving({"": PROJECT}) as server:
        yield server


@contextmanager
def open_page(browser: "Browser", server: RangeServer, width: int, height: int, **more: Any) -> Iterator["Page"]:
    """A page of its own in a browser without history; errors on it fail the test."""
    context = browser.new_context(base_url=server.url, viewport={"width": width, "height": height}, **more)
    context.set_default_timeout(PATIENCE_SECONDS * 1000)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


@pytest.fixture
def page(browser: "Browser", server: RangeServer) -> Iterator["Page"]:
    """A page of the size of a desktop."""
    with open_page(browser, server, 1280, 860) as page:
        yield page


def call_module(page: "Page", module: str, function: str, *arguments: Any) -> Any:
    """Import a module from the server in a page and return what one of its functions gives."""
    if page.url == "about:blank":
        page.goto("/tests/support/blank.html")
    return page.evaluate(
        "async ([module, name, given]) => (await import(module))[name](...given)", [module, function, list(arguments)]
    )
