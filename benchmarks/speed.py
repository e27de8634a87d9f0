"""Time the verdict on numbered deals beside Freecell Solver, in alternation on one thread.

    python benchmarks/speed.py                            # deals 1..32000, three rounds
    python benchmarks/speed.py --cells 2 --last 2000      # every deal decided, by proof, with two cells
    python benchmarks/speed.py --rules bakers-game --last 10000

Freecell Solver is `freecell-solver-range-parallel-solve` of Debian's `freecell-solver-bin`: for FreeCell its
fastest preset, else the setting that tells impossible deals, within a million states. Both are
measured in processor time, which other work on the machine disturbs least; for this project that of
`decide_deals`, which replays every solution, without starting Python and compiling. Wall time stands beside it.
"""

import resource
import statistics
import subprocess
import time
from collections import Counter
from dataclasses import replace
from typing import NamedTuple

import click
from freecell_pools.solver.decide import decide_deals
from freecell_pools.solver.rules import MAX_CELLS, PRESETS, Rules
from freecell_pools.solver.verdict import Verdict
from peer import search_options

STEP = 1000
PEER_LIMIT = ("--total-iterations-limit", "1000000")


class Run(NamedTuple):
    """What a program needed for a range of deals: processor and wall seconds, and what it found."""

    processor: float
    wall: float
    undecided: int
    solvable: int


def own(first: int, last: int, rules: Rules) -> tuple[Run, int, int]:
    """Decide some deals; return also the states of the solvable and of the impossible ones."""
    processor, wall = time.process_time(), time.perf_counter()
    verdicts, states = Counter[Verdict](), Counter[Verdict]()
    for start in range(first, last + 1, STEP):
        for answer in decide_deals(range(start, min(start + STEP, last + 1)), rules):
            verdicts[answer.verdict] += 1
            states[answer.verdict] += answer.states
    used = Run(
        time.process_time() - processor,
        time.perf_counter() - wall,
        verdicts[Verdict.UNDECIDED],
        verdicts[Verdict.SOLVABLE],
    )
    return used, states[Verdict.SOLVABLE], states[Verdict.IMPOSSIBLE]


def peer(command: list[str], deals: int) -> Run:
    """Run the peer's command on some deals."""
    before, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    undecided = shown.count("Intractable Board")
    solved = deals - undecided - shown.count("Unsolved Board")
    return Run(processor, time.perf_counter() - wall, undecided, solved)


@click.command()
@click.option("--first", default=1)
@click.option("--last", default=32_000)
@click.option("--rounds", default=3)
@click.option("--rules", "preset", type=click.Choice(list(PRESETS)), default="freecell")
@click.option("--cells", type=click.IntRange(0, MAX_CELLS), help="Number of cells instead of that of the rules.")
def main(first: int, last: int, rounds: int, preset: str, cells: int | None) -> None:
    """Print microseconds per deal of both, and their ratio, for each round and in the median."""
    deals = last - first + 1
    rules = PRESETS[preset] if cells is None else replace(PRESETS[preset], cells=cells)
    span = [str(first), str(last), str(deals)]
    command = ["freecell-solver-range-parallel-solve", *span, *PEER_LIMIT, *search_options(rules)]
    own(first, min(first + STEP // 10, last), rules)
    ratios = []
    for turn in range(rounds):
        other = peer(command, deals)
        mine, solving, proving = own(first, last, rules)
        ratios.append(other.processor / mine.processor)
        click.echo(
            f"round {turn + 1}: {as_text(mine, deals)}; Freecell Solver {as_text(other, deals)}: "
            f"{ratios[-1]:.2f} times as fast (wall: {mine.wall:.2f} s, {other.wall:.2f} s)"
        )
    impossible = deals - mine.solvable - mine.undecided
    click.echo(f"median: {statistics.median(ratios):.2f} times as fast")
    click.echo(
        f"solvable {mine.solvable / deals:.2%}; states a solvable deal {solving / max(mine.solvable, 1):.0f}, "
        f"an impossible one {proving / max(impossible, 1):.0f}"
    )


def as_text(run: Run, deals: int) -> str:
    """Return the time per deal, and what was found."""
    return f"{run.processor / deals * 1e6:.1f} us a deal ({run.solvable} solvable, {run.undecided} undecided)"


if __name__ == "__main__":
    main()
