"""Time the verdict on numbered deals beside Freecell Solver, in alternation on one thread.

    python benchmarks/speed.py                    # deals 1..32000, three rounds

Freecell Solver is `freecell-solver-range-parallel-solve` of Debian's `freecell-solver-bin`, with the preset given by
`--peer`. Both are measured in processor time, which other work on the machine disturbs least; for this project
that of `decide_deals`, which replays every solution, without starting Python and compiling. Wall time stands beside it.
"""

import resource
import statistics
import subprocess
import time

import click
from freecell_pools.solver.decide import decide_deals

STEP = 1000


def own(first: int, last: int) -> tuple[float, float, int]:
    """Return processor and wall seconds for the verdicts on some deals, and the states expanded."""
    processor, wall, states = time.process_time(), time.perf_counter(), 0
    for start in range(first, last + 1, STEP):
        states += sum(answer.states for answer in decide_deals(range(start, min(start + STEP, last + 1))))
    return time.process_time() - processor, time.perf_counter() - wall, states


def peer(command: list[str]) -> tuple[float, float]:
    """Return processor and wall seconds of a command."""
    before, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return processor, time.perf_counter() - wall


@click.command()
@click.option("--first", default=1)
@click.option("--last", default=32_000)
@click.option("--rounds", default=3)
@click.option("--peer", "options", default="-l lg", help="Options of Freecell Solver.")
def main(first: int, last: int, rounds: int, options: str) -> None:
    """Print microseconds per deal of both, and their ratio, for each round and in the median."""
    deals = last - first + 1
    command = ["freecell-solver-range-parallel-solve", str(first), str(last), str(deals), *options.split()]
    decide_deals(range(first, min(first + STEP, last + 1)))
    ratios = []
    for turn in range(rounds):
        other, other_wall = peer(command)
        mine, mine_wall, states = own(first, last)
        ratios.append(other / mine)
        click.echo(
            f"round {turn + 1}: {mine / deals * 1e6:.1f} us a deal ({states / deals:.1f} states), "
            f"Freecell Solver {other / deals * 1e6:.1f} us: {ratios[-1]:.2f} times as fast "
            f"(wall: {mine_wall:.2f} s, {other_wall:.2f} s)"
        )
    click.echo(f"median: {statistics.median(ratios):.2f} times as fast")


if __name__ == "__main__":
    main()
