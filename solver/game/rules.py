"""The rules of a game of the FreeCell family, one frozen value.

Each rule but `foundation_return` is decided in one method here for the readable reference engine (`board`, which has
that one); the kernels take the same `Rules` as the numbers of `root.ROOT`, field `rule`.
"""

from dataclasses import dataclass
from typing import Literal

from .cards import CARDS, KING, Card, colour, rank, suit

MAX_CELLS = 7
COLUMNS = 8
UNLIMITED = CARDS


@dataclass(frozen=True, slots=True)
class Rules:
    """Which moves a game allows.

    Attributes:
        cells: number of free cells, 0..7.
        build: which card may be built on which in a column, rank always descending by one.
        empty_column: which cards an empty column takes as its base.
        run_move: how many cards of a run move at once: as many as single-card moves through the cells and
            empty columns could carry ("capacity"), or any number ("unlimited").
        foundation_return: whether a foundation's top card may go back to a column or a cell.

    Raises:
        ValueError: when a field has a value that it does not allow.
    """

    cells: int = 4
    build: Literal["alternating", "same-suit"] = "alternating"
    empty_column: Literal["any", "kings"] = "any"
    run_move: Literal["capacity", "unlimited"] = "capacity"
    foundation_return: bool = False

    def __post_init__(self) -> None:
        """Check each field."""
        if type(self.cells) is not int or not 0 <= self.cells <= MAX_CELLS:
            raise ValueError(f"cells: {self.cells!r} is not a whole number in 0..{MAX_CELLS}")
        if type(self.foundation_return) is not bool:
            raise ValueError(f"foundation_return: {self.foundation_return!r} is neither True nor False")
        for name, allowed in CHOICES.items():
            if getattr(self, name) not in allowed:
                raise ValueError(f"{name}: {getattr(self, name)!r} is not one of {', '.join(allowed)}")

    def may_build(self, card: Card, target: Card) -> bool:
        """Tell whether `card` may be put on `target` in a column."""
        if rank(target) != rank(card) + 1:
            return False
        if self.build == "same-suit":
            return suit(card) == suit(target)
        return colour(card) != colour(target)

    def may_base(self, card: Card) -> bool:
        """Tell whether `card` may be put into an empty column."""
        return self.empty_column == "any" or rank(card) == KING

    def capacity(self, empty_cells: int, empty_columns: int) -> int:
        """Return how many cards of a run move at once, (e + 1) * 2^c.

        `empty_columns` are those that the move can pass through: its target is not one of them. Where only
        kings may be put into an empty column, none can be passed through.
        """
        if self.run_move == "unlimited":
            return UNLIMITED
        if self.empty_column == "kings":
            empty_columns = 0
        return (empty_cells + 1) << empty_columns


CHOICES = {
    "build": ("alternating", "same-suit"),
    "empty_column": ("any", "kings"),
    "run_move": ("capacity", "unlimited"),
}
"""The values that the named fields of `Rules` allow."""

PRESETS: dict[str, Rules] = {
    "freecell": Rules(),
    "bakers-game": Rules(build="same-suit"),
    "kings-only": Rules(empty_column="kings"),
    "relaxed": Rules(run_move="unlimited"),
    "foundation-return": Rules(foundation_return=True),
}
