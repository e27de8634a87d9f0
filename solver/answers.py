"""The answers on many deals, in columns: a row becomes an `Answer` only when it is looked at.

Made for every deal, these objects cost 7 % of the time, nearly half of that in Python's garbage collector.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
import numpy.typing as npt

from .compiling.arrays import Ints
from .verdict import SOLVABLE, UNDECIDED, VERDICTS, Answer, Limit


@dataclass(frozen=True, slots=True, eq=False)
class Answers(Sequence[Answer]):
    """The answers on n deals, in their order.

    Attributes:
        verdicts: int8[n], the index in `verdict.VERDICTS`.
        states: int64[n], states expanded.
        moves: int64[n], moves of the solution where there is one.
        offsets: int64[n + 1], where each solution begins in `text`, and where the last one ends.
        text: the solutions in ASCII, back to back.
        lacked_memory: bool[n], whether it is undecided because the search needed more memory than it may have.
        cells_needed: int8[n], as `cells_needed` finds them; None unless asked for.
    """

    verdicts: npt.NDArray[np.int8]
    states: Ints
    moves: Ints
    offsets: Ints
    text: bytes
    lacked_memory: npt.NDArray[np.bool_]
    cells_needed: npt.NDArray[np.int8] | None = None

    def __len__(self) -> int:
        """Return the number of deals."""
        return len(self.verdicts)

    @overload
    def __getitem__(self, row: int) -> Answer: ...
    @overload
    def __getitem__(self, row: slice) -> list[Answer]: ...
    def __getitem__(self, row: int | slice) -> Answer | list[Answer]:
        """Return the answer on a deal, or on some."""
        if isinstance(row, slice):
            return [self[each] for each in range(*row.indices(len(self)))]
        row = range(len(self))[row]
        found = answer_of(
            int(self.verdicts[row]),
            int(self.states[row]),
            int(self.moves[row]),
            self.text[self.offsets[row] : self.offsets[row + 1]],
            lacked_memory=bool(self.lacked_memory[row]),
        )
        return found if self.cells_needed is None else found._replace(cells_needed=int(self.cells_needed[row]))

    def __iter__(self) -> Iterator[Answer]:
        """Yield the answers."""
        return map(self.__getitem__, range(len(self)))


def answer_of(verdict: int, states: int, moves: int, solution: bytes, *, lacked_memory: bool = False) -> Answer:
    """Return what a search found as an answer.

    Args:
        verdict: the index in `verdict.VERDICTS`.
        states: states expanded.
        moves: moves of the solution, where there is one.
        solution: its text in ASCII.
        lacked_memory: whether it is undecided for want of memory.
    """
    if verdict == SOLVABLE:
        return Answer(VERDICTS[verdict], states, moves, solution=solution.decode("ascii"))
    limit = Limit.MEMORY if lacked_memory else Limit.STATES
    return Answer(VERDICTS[verdict], states, limit=limit if verdict == UNDECIDED else None)
