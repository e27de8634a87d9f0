"""Every golden file holds for the JavaScript reader too."""

import json
from typing import TYPE_CHECKING

import pytest
from browser import PROJECT, call_module

if TYPE_CHECKING:
    from playwright.sync_api import Page

CONTRACT = PROJECT / "pools" / "contract"
FILES = sorted(path.name for path in CONTRACT.glob("*.json"))
CHECKS = "/tests/pools/web/golden_checks.js"


@pytest.mark.parametrize("file", FILES)
def test_golden_file(page: "Page", file: str) -> None:
    result = call_module(page, CHECKS, "check", file)
    assert result["differences"] == []
    assert result["checked"] == len(json.loads((CONTRACT / file).read_text())["cases"]) > 0


def test_no_check_lacks_its_file(page: "Page") -> None:
    assert sorted(call_module(page, CHECKS, "checkedFiles")) == FILES
