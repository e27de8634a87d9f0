"""Choose which tuned searches to run in which order, and how long each, so that a deal costs the fewest states.

    python benchmarks/studies/schedule.py m1.json m2.json m3.json ...

Every search runs on the same deals (above 1,000,000) up to `--quota` states. Steps are then chosen one by one: the
search and quota that solve the most of the remaining deals for the states they cost; the quotas are improved in turn
until nothing gains, by other steps and by more. What is left after the last step goes to the exhaustive search at
`--rest` states.
"""

import json
from pathlib import Path

import click
import numpy as np
from freecell_pools.solver.game.rules import PRESETS
from freecell_pools.solver.portfolio import new_worker
from tune import count_states, vector

Schedule = list[tuple[int, int]]


def cost(states: np.ndarray, schedule: Schedule, rest: float) -> tuple[float, float]:
    """Return the mean states per deal and the share of deals left, for int64[searches, deals]."""
    left = np.ones(states.shape[1], bool)
    total = 0.0
    for search, quota in schedule:
        total += np.minimum(states[search, left], quota).sum()
        left &= states[search] > quota
    total += rest * left.sum()
    return total / len(left), float(left.mean())


def best_step(states: np.ndarray, left: np.ndarray, quotas: list[int]) -> tuple[int, int]:
    """Return the search and quota with the most deals solved per state spent."""
    rates = {
        (search, quota): float((row <= quota).sum() / np.minimum(row, quota).sum())
        for search, row in enumerate(states[:, left])
        for quota in quotas
    }
    return max(rates, key=lambda step: rates[step])


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--deals", default=20_000)
@click.option("--first", default=2_000_001)
@click.option("--quota", default=8000, help="States at most for one search.")
@click.option("--rest", default=20_000.0, help="States for a deal that no step solves.")
@click.option("--rules", default="freecell", type=click.Choice(sorted(PRESETS)))
def main(files: tuple[Path, ...], deals: int, first: int, quota: int, rest: float, rules: str) -> None:
    """Print the schedule as JSON, a line a step."""
    worker = new_worker(PRESETS[rules], quota, 1)
    numbers = np.arange(first, first + deals)
    states = np.zeros((len(files), deals), np.int64)
    for row, path in zip(states, files, strict=True):
        count_states(worker, numbers, vector(np.array(json.loads(path.read_text())["point"])), quota, row)
        click.echo(f"{path.name}: median {np.median(row):.0f}, solved {np.mean(row <= quota):.4f}", err=True)
    quotas = sorted({round(40 * 1.25**k) for k in range(30) if 40 * 1.25**k <= quota} | {quota})
    schedule: Schedule = []
    left = np.ones(deals, bool)
    while left.any() and len(schedule) < 12:
        step = best_step(states, left, quotas)
        if not (states[step[0], left] <= step[1]).any():
            break
        schedule.append(step)
        left &= states[step[0]] > step[1]
    improved = True
    while improved:
        improved = False
        for i in range(len(schedule) + 1):
            options = [schedule[:i] + schedule[i + 1 :]] + [
                [*schedule[:i], (search, q), *schedule[i + replaced :]]
                for search in range(len(files))
                for q in quotas
                for replaced in range(2)
            ]
            better = min(options, key=lambda option: cost(states, option, rest))
            if cost(states, better, rest)[0] < cost(states, schedule, rest)[0] - 1e-6:
                schedule, improved = better, True
                break
    mean, unsolved = cost(states, schedule, rest)
    for search, limit in schedule:
        click.echo(json.dumps({"search": files[search].name, "quota": limit}))
    click.echo(f"{mean:.1f} states a deal, {unsolved:.5f} left", err=True)


if __name__ == "__main__":
    main()
