"""Types of the values that options and arguments take."""

import re
from typing import Any

import click

from .deal_lists import DealListError, parse_span

_INTEGER = re.compile(r"-?[0-9]+")


class Integer(click.IntRange):
    """A whole number within a range, in the digits 0 to 9 and nothing else that Python takes for a number."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Parse a text."""
        if isinstance(value, str) and not _INTEGER.fullmatch(value):
            self.fail(f"{value!r} is not a valid {self.name}.", param, ctx)
        return super().convert(value, param, ctx)


class Name(click.Path):
    """The name of a file or a folder, which is not empty: an unset variable does not name the folder one is in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Parse a text."""
        if value == "":
            self.fail("the name is empty", param, ctx)
        try:
            return super().convert(value, param, ctx)
        except ValueError as error:
            self.fail(str(error), param, ctx)


class DealSpan(click.ParamType):  # type: ignore[type-arg]  # not generic in older click
    """A deal or a range of deals, given to the command as its first and its last deal."""

    name = "deals"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """Parse a text."""
        try:
            return parse_span(value)
        except DealListError as error:
            self.fail(str(error), param, ctx)


class Deal(click.ParamType):  # type: ignore[type-arg]  # not generic in older click
    """A deal number."""

    name = "deal"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Parse a text."""
        try:
            first, last = parse_span(value)
        except DealListError as error:
            self.fail(str(error), param, ctx)
        if first != last:
            self.fail(f"{value} is a range, one deal is wanted", param, ctx)
        return first


class CutPair(click.ParamType):  # type: ignore[type-arg]  # not generic in older click
    """Two efforts with a comma between."""

    name = "cuts"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """Parse a text."""
        parts = value.split(",")
        if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
            self.fail(f"{value!r} is not two efforts such as 60,110", param, ctx)
        return int(parts[0]), int(parts[1])
