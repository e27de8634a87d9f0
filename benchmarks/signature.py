"""The signature of the search: what a fixed list of deals costs, to the state.

The same sources give the same signature on every machine: a change that was not meant to change the search must leave
it alone. `signature.json` holds the committed one, with a budget for its states, so that the search does not grow
slower little by little.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from freecell_pools.pools.atomic import writing
from freecell_pools.solver.decide import decide_deals
from freecell_pools.solver.verdict import Verdict

from .errors import BenchError

FILE = Path(__file__).with_name("signature.json")
MAX_STATES = 1_000_000
DEALS = (
    *range(1, 1001),
    *(11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948, 1941, 98714),
    *range(2**31 - 50, 2**31 + 50),
    *range(2**32 - 50, 2**32 + 50),
    *range(2**33 - 100, 2**33),
)


class Row(NamedTuple):
    """What is known of one deal: the verdict, the states expanded, the moves of the solution, None without one."""

    verdict: str
    states: int
    moves: int | None


@dataclass(frozen=True, slots=True)
class Signature:
    """The signature of the search.

    Attributes:
        digest: a hash of the verdicts, the states and the solutions.
        states: states expanded for all deals together.
        rows: what is known of each deal, by its number.
    """

    digest: str
    states: int
    rows: Mapping[int, Row]

    def counts(self) -> dict[str, int]:
        """Return the number of deals by verdict, the last 0 as a rule."""
        found = Counter(row.verdict for row in self.rows.values())
        return {name: found[name] for name in (Verdict.SOLVABLE, Verdict.IMPOSSIBLE, Verdict.UNDECIDED)}

    def differing(self, other: "Signature") -> list[int]:
        """Return the deals that only one of both has, or with another row; none when solutions alone differ."""
        return sorted(
            deal for deal in self.rows.keys() | other.rows.keys() if self.rows.get(deal) != other.rows.get(deal)
        )


class Committed(NamedTuple):
    """A signature as it is kept in a file, and how many states no signature may exceed."""

    signature: Signature
    budget: int

    def to_text(self) -> str:
        """Return the text of the file, a deal a line."""
        digest, states, rows = self.signature.digest, self.signature.states, self.signature.rows
        lines = ",\n".join(f'  "{deal}": {json.dumps(row)}' for deal, row in rows.items())
        head = f' "budget": {self.budget},\n "digest": "{digest}",\n "states": {states},\n'
        return f'{{\n{head} "deals": {{\n{lines}\n }}\n}}\n'


def take_signature(deals: Sequence[int] = DEALS) -> Signature:
    """Search the deals and return the signature.

    Raises `ReplayError` when the solver has a bug.
    """
    answers = decide_deals(deals, max_states=MAX_STATES)
    lines = "".join(f"{deal} {a.verdict} {a.states} {a.solution}\n" for deal, a in zip(deals, answers, strict=True))
    rows = {deal: Row(str(a.verdict), a.states, a.moves) for deal, a in zip(deals, answers, strict=True)}
    return Signature(hashlib.sha256(lines.encode()).hexdigest()[:16], sum(row.states for row in rows.values()), rows)


def read_committed() -> Committed:
    """Return the committed signature, one of the files of this package."""
    facts = json.loads(FILE.read_text())
    rows = {int(deal): Row(*row) for deal, row in facts["deals"].items()}
    return Committed(Signature(facts["digest"], facts["states"], rows), facts["budget"])


def write_committed(committed: Committed, file: Path) -> None:
    """Write a new signature, whole or not at all.

    Raises `WriteError` when the file cannot be written, `BenchError` when the signature exceeds its budget.
    """
    states, budget = committed.signature.states, committed.budget
    if states > budget:
        raise BenchError(f"{file} is not written: {states:,} states are more than the budget of {budget:,} (--budget)")
    with writing(file) as out:
        out.write(committed.to_text().encode())
