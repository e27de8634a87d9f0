"""Time `check -q` with several workers beside one, in alternation, on a machine that others use too.

    python benchmarks/studies/workers.py                          # deals 1..1000000, two workers, five pairs of runs
    python benchmarks/studies/workers.py --last 3000000 --pairs 3

Wall time is what counts here, so a run begins only when the machine is idle, and is thrown away when others took
more than `--disturbed` of the processor time that there was. How much they took is known from /proc/stat.
"""

import os
import resource
import statistics
import subprocess
import sys
import time
from typing import NamedTuple

import click
from freecell_pools.cli.errors import IMPOSSIBLE, OK

IDLE = 0.05
"""Busy cores below which the machine counts as idle."""
LOOK = 1.5
"""Seconds of looking whether it is."""


class Run(NamedTuple):
    """Seconds on the clock and of processor time, workers included; the share of all cores others took; the output."""

    wall: float
    processor: float
    others: float
    shown: str


def busy() -> float:
    """Return the processor seconds that all processes of the machine have used."""
    with open("/proc/stat") as stat:
        user, nice, system, _, _, interrupts, soft = map(int, stat.readline().split()[1:8])
    return (user + nice + system + interrupts + soft) / os.sysconf("SC_CLK_TCK")


def wait_for_idle(end: float) -> None:
    """Wait until nobody else works; end the program when it is too late."""
    while time.monotonic() < end:
        before = busy()
        time.sleep(LOOK)
        if (busy() - before) / LOOK < IDLE:
            return
    raise click.ClickException("the machine was not idle for long enough")


def run(last: int, workers: int) -> Run:
    """Run the command once."""
    command = [sys.executable, "-m", "freecell_pools.cli", "check", f"1-{last}", "-q", "--workers", str(workers)]
    used, before, start = busy(), resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (OK, IMPOSSIBLE):
        raise click.ClickException(f"{' '.join(command)} failed: {done.stderr.strip()}")
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    others = (busy() - used - processor) / (wall * len(os.sched_getaffinity(0)))
    return Run(wall, processor, others, done.stdout)


def undisturbed(last: int, workers: int, disturbed: float, end: float) -> Run:
    """Run the command until others leave it in peace."""
    while True:
        wait_for_idle(end)
        done = run(last, workers)
        good = done.others <= disturbed
        click.echo(
            f"{workers} at work: {done.wall:.2f} s, {done.processor:.2f} s of processor time, others {done.others:.1%}"
            + ("" if good else ": thrown away")
        )
        if good:
            return done


@click.command()
@click.option("--last", default=1_000_000)
@click.option("--workers", default=2)
@click.option("--pairs", default=5)
@click.option("--disturbed", default=0.02)
@click.option("--minutes", default=60.0, help="When to give up waiting for an idle machine.")
def main(last: int, workers: int, pairs: int, disturbed: float, minutes: float) -> None:
    """Print the time of both for each pair, and how much more the workers do."""
    run(1, 1)  # compiles
    end = time.monotonic() + 60 * minutes
    ratios = []
    for _ in range(pairs):
        one, many = (undisturbed(last, number, disturbed, end) for number in (1, workers))
        if one.shown != many.shown:
            raise click.ClickException("the verdicts differ")
        ratios.append(one.wall / many.wall)
    click.echo(f"{workers} workers do {statistics.median(ratios):.2f} times the work of one", nl=False)
    click.echo(f" ({min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()
