"""The examples in README.md and in docstrings do what they show."""

import doctest
import importlib
import re
from pathlib import Path

import pytest
from kernel_settings import needs_compiled

ROOT = Path(__file__).parent.parent
MODULES = [
    ".".join(("freecell_pools", *source.relative_to(ROOT).with_suffix("").parts))
    for room in ("solver", "pools", "benchmarks", "cli")
    for source in sorted((ROOT / room).rglob("*.py"))
    if ">>> " in source.read_text() and (source.parent / "__init__.py").exists()
]


@needs_compiled
def test_readme() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 2
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README.md", "README.md", 0)
    assert len(example.examples) > 10
    assert doctest.DocTestRunner().run(example).failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted
    assert result.failed == 0


def test_docstrings_have_examples() -> None:
    assert len(MODULES) > 5
