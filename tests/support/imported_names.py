"""The names that a source file imports."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]


def imported_names(source: Path) -> Iterator[str]:
    """Yield the full names that a file imports, at any place in it: of `from .a import b` in `cli/` that of `b`."""
    package = ("freecell_pools", *source.relative_to(ROOT).parent.parts)
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            module = ".".join((*above, node.module) if node.module else above)
            yield from (f"{module}.{alias.name}" for alias in node.names)
