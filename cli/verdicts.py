"""How verdicts are printed, and the exit code they come to."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from freecell_pools.solver.game.rules import MAX_CELLS
from freecell_pools.solver.verdict import VERDICTS

from .errors import IMPOSSIBLE, OK, UNDECIDED

if TYPE_CHECKING:
    from freecell_pools.solver.answers import Answers
    from freecell_pools.solver.verdict import Answer


class Report(NamedTuple):
    """What is left of the answers on some deals once they were reported.

    Attributes:
        lines: what is printed of them, each line with its end.
        verdicts: how many deals got which verdict.
        states: number of states expanded for all of them.
    """

    lines: str
    verdicts: Counter[str]
    states: int


def report(as_json: bool, quiet: bool, deals: Sequence[int], answers: "Answers") -> Report:
    """Return the report on some deals; with `quiet` the solvable ones have no line."""
    verdicts = [str(VERDICTS[verdict]) for verdict in answers.verdicts.tolist()]
    lines = [
        json.dumps(as_facts(deal, answers[row])) if as_json else as_line(str(deal), answers[row])
        for row, (deal, verdict) in enumerate(zip(deals, verdicts, strict=True))
        if not quiet or verdict != "solvable"
    ]
    return Report("".join(line + "\n" for line in lines), Counter(verdicts), int(answers.states.sum()))


def as_facts(deal: int | None, answer: "Answer") -> dict[str, object]:
    """Return the JSON object of an answer, which `check` prints and `solve` adds to."""
    facts: dict[str, object] = {
        "deal": deal,
        "verdict": answer.verdict,
        "states": answer.states,
        "moves": answer.moves,
        "limit": answer.limit,
    }
    if answer.cells_needed is None:
        return facts
    return facts | {"cells_needed": answer.cells_needed if 0 <= answer.cells_needed <= MAX_CELLS else None}


def as_line(name: str, answer: "Answer") -> str:
    """Return an answer for a reader."""
    line = _verdict_line(name, answer)
    if answer.cells_needed is None:
        return line
    if answer.cells_needed < 0:
        return f"{line}; cells needed unknown, limit reached"
    if answer.cells_needed > MAX_CELLS:
        return f"{line}; impossible even with {MAX_CELLS} cells"
    return f"{line}; needs {answer.cells_needed} cell{'s' * (answer.cells_needed != 1)}"


def _verdict_line(name: str, answer: "Answer") -> str:
    states = f"{answer.states:,} state{'s' * (answer.states != 1)}"
    if answer.moves is not None:
        return f"{name}: solvable in {answer.moves} move{'s' * (answer.moves != 1)} ({states})"
    if answer.limit is not None:
        return f"{name}: undecided, limit of {answer.limit} reached ({states})"
    return f"{name}: {answer.verdict} ({states})"


def exit_code(verdicts: Counter[str]) -> int:
    """Return the code for some verdicts: 30 when any deal is undecided, else 20 when any is impossible, else 0."""
    if verdicts["undecided"]:
        return UNDECIDED
    return IMPOSSIBLE if verdicts["impossible"] else OK
