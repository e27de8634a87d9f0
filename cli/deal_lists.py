"""Deal numbers as they are typed: `617`, `1-100`, `1,5,7-9`, or one a line in a file."""

import re
from array import array
from collections.abc import Iterable, Iterator

from freecell_pools.solver.game.deals import FIRST_DEAL, LAST_DEAL

_SPAN = re.compile(r"([0-9]{1,15})(?:-([0-9]{1,15}))?")


class DealListError(ValueError):
    """A text that is no list of deals; the message quotes it."""


class DealList:
    """Spans of deals in the order they were given; a span of billions takes no more room than one deal."""

    def __init__(self) -> None:
        """Begin with no deals."""
        self._bounds = array("q")

    def __len__(self) -> int:
        """Return the number of deals."""
        return sum(last - first + 1 for first, last in self._spans())

    def add(self, text: str) -> None:
        """Add a list as `1,5,7-9`; raise `DealListError` when it is none."""
        for part in text.split(","):
            self._bounds.extend(parse_span(part.strip()))

    def add_lines(self, lines: Iterable[str]) -> None:
        """Add lists, one a line; blank lines and what follows a `#` do not count.

        Raises `DealListError` naming the line.
        """
        for number, line in enumerate(lines, 1):
            text = line.partition("#")[0].strip()
            if text:
                try:
                    self.add(text)
                except DealListError as error:
                    raise DealListError(f"line {number}: {error}") from error

    def chunks(self, size: int) -> Iterator[list[int]]:
        """Yield the deals in lists of `size`, the last one shorter."""
        chunk: list[int] = []
        for first, last in self._spans():
            while first <= last:
                some = range(first, min(last + 1, first + size - len(chunk)))
                chunk += some
                first = some.stop
                if len(chunk) == size:
                    yield chunk
                    chunk = []
        if chunk:
            yield chunk

    def _spans(self) -> Iterator[tuple[int, int]]:
        return zip(self._bounds[::2], self._bounds[1::2], strict=True)


def parse_span(text: str) -> tuple[int, int]:
    """Return the first and the last deal of `617` or `1-100`.

    Raises `DealListError` when the text is neither or names no deal.

    >>> parse_span("1-100"), parse_span("617")
    ((1, 100), (617, 617))
    """
    match = _SPAN.fullmatch(text)
    if match is None:
        shown = text if len(text) <= 40 else text[:40] + "..."
        raise DealListError(f"{shown!r} is no deal number, nor a range such as 1-100")
    first, last = int(match[1]), int(match[2] or match[1])
    for deal in (first, last):
        if not FIRST_DEAL <= deal <= LAST_DEAL:
            raise DealListError(f"there is no deal {deal}: they run from {FIRST_DEAL} to {LAST_DEAL}")
    if last < first:
        raise DealListError(f"the range {text} ends before it begins")
    return first, last
