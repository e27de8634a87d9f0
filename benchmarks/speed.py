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
from dataclasses import replace

import click
from freecell_pools.solver.decide import decide_deals
from freecell_pools.solver.rules import MAX_CELLS, PRESETS, Rules
from freecell_pools.solver.verdict import UNDECIDED
from peer import search_options

STEP = 1000
PEER_LIMIT = ("--total-iterations-limit", "1000000")


def own(first: int, last: int, rules: Rules) -> tuple[float, float, int, int]:
    """Return processor and wall seconds for the verdicts on some deals, the states, and how many are undecided."""
    processor, wall, states, undecided = time.process_time(), time.perf_counter(), 0, 0
    for start in range(first, last + 1, STEP):
        answers = decide_deals(range(start, min(start + STEP, last + 1)), rules)
        states += int(answers.states.sum())
        undecided += int((answers.verdicts == UNDECIDED).sum())
    return time.process_time() - processor, time.perf_counter() - wall, states, undecided


def peer(command: list[str]) -> tuple[float, float, int]:
    """Return processor and wall seconds of a command, and how many deals it leaves undecided."""
    before, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return processor, time.perf_counter() - wall, shown.count("Intractable Board")


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
        other, other_wall, other_undecided = peer(command)
        mine, mine_wall, states, undecided = own(first, last, rules)
        ratios.append(other / mine)
        click.echo(
            f"round {turn + 1}: {mine / deals * 1e6:.1f} us a deal ({states / deals:.1f} states, "
            f"{undecided} undecided), "
            f"Freecell Solver {other / deals * 1e6:.1f} us ({other_undecided} undecided): "
            f"{ratios[-1]:.2f} times as fast (wall: {mine_wall:.2f} s, {other_wall:.2f} s)"
        )
    click.echo(f"median: {statistics.median(ratios):.2f} times as fast")


if __name__ == "__main__":
    main()
