"""Measure how long each deal of a range takes, here and in Freecell Solver, for `benchmarks/studies/pictures.py`.

    python benchmarks/studies/single_deals.py > benchmarks/results/times-freecell.json

FreeCell, one thread. Freecell Solver is `freecell-solver-range-parallel-solve -l lg`, which tells the time after each
deal. Here each deal is a call of its own, replay included. What such a call costs beside its deal is taken off: the
mean of single calls less that of calls with a thousand deals, which is how commands decide them. Of the rounds, which
alternate, each deal's shortest time counts, so that what others do on the machine shows least.
"""

import json
import time

import click
import numpy as np
import numpy.typing as npt
from freecell_pools.benchmarks.fc_solve import peer_seconds
from freecell_pools.benchmarks.machine import machine_facts
from freecell_pools.solver.decide import decide_deals
from freecell_pools.solver.game.rules import Rules

Seconds = npt.NDArray[np.float64]


def own(first: int, last: int, at_once: int) -> Seconds:
    """Return the seconds of each call with so many deals here."""
    clock = [time.perf_counter()]
    for deal in range(first, last + 1, at_once):
        decide_deals(range(deal, min(deal + at_once, last + 1)))
        clock.append(time.perf_counter())
    return np.diff(clock)


@click.command()
@click.option("--first", default=1)
@click.option("--last", default=32_000)
@click.option("--rounds", default=5)
def main(first: int, last: int, rounds: int) -> None:
    """Print the times as JSON."""
    own(first, min(last, first + 500), 1)
    single, together, others = (
        np.min(times, axis=0)
        for times in zip(
            *(
                (own(first, last, 1), own(first, last, 1000), peer_seconds(range(first, last + 1), Rules()))
                for _ in range(rounds)
            ),
            strict=True,
        )
    )
    call = (single.sum() - together.sum()) / len(single)
    machine = machine_facts()
    facts = {
        "command": f"python benchmarks/studies/single_deals.py --first {first} --last {last} --rounds {rounds}",
        "machine": f"{machine['cpu']}, Python {machine['python']}",
        "deals": [first, last],
        "unit": "s",
        "call": round(call, 7),
        "ours": np.maximum(single - call, 1e-7).round(7).tolist(),
        "peer": others.round(7).tolist(),
    }
    click.echo(json.dumps(facts, separators=(",", ":")))


if __name__ == "__main__":
    main()
