"""Measure the rating panel: how well its searches agree, how effort and par compare with what else is known.

    python benchmarks/studies/effort.py                             # agreement, cost and tier shares
    python benchmarks/studies/effort.py --moves near_optimal.csv.gz # and the counts of moves in that file
    python benchmarks/studies/effort.py --cells 2                   # and which deals can be won with two cells
    python benchmarks/studies/effort.py --calibrate                 # the cuts for pools/tiers.py, nothing else

The file has lines `deal,moves`: player moves, those not to a foundation. All rank correlations are Spearman's.
"""

import gzip
import time
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np
from freecell_pools.pools.panel import PANEL
from freecell_pools.pools.rating import effort_of
from freecell_pools.pools.tiers import TIERS, preset_cuts, tier_of
from freecell_pools.solver.decide import decide_deals
from freecell_pools.solver.game.cards import CARDS
from freecell_pools.solver.game.rules import PRESETS, Rules
from freecell_pools.solver.survey import panel_of, survey_deals
from freecell_pools.solver.verdict import Verdict

CALIBRATION = (1, 32_000)
SHARES = (0.4, 0.8)
BATCH = 1_000


def ranks(values: np.ndarray) -> np.ndarray:
    """Return the rank of each value (float64[n]), equal values sharing the mean of theirs."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[inverse]


def spearman(left: np.ndarray, right: np.ndarray) -> float:
    """Return the rank correlation of two arrays."""
    return float(np.corrcoef(ranks(left), ranks(right))[0, 1])


class Rated(NamedTuple):
    """The solvable deals of a range.

    Attributes:
        deals: int64[n], their numbers.
        states: int64[n, members], states that each member expanded.
        effort: int64[n].
        moves: int64[n], player moves of par, those not to a foundation.
        cost: microseconds of processor time for each deal of the range.
    """

    deals: np.ndarray
    states: np.ndarray
    effort: np.ndarray
    moves: np.ndarray
    cost: float


def rate(first: int, last: int, rules: Rules) -> Rated:
    """Rate a range."""
    panel = panel_of(PANEL.members, PANEL.refining)
    begin = time.process_time()
    counts, moves = [], []
    for start in range(first, last + 1, BATCH):
        part, answers = survey_deals(start, min(start + BATCH - 1, last), rules, panel)
        counts.append(part)
        moves += [answer.moves or 0 for answer in answers]
    cost = 1e6 * (time.process_time() - begin) / len(moves)
    solved = np.flatnonzero(moves)
    states = np.concatenate(counts)[solved]
    return Rated(first + solved, states, efforts(states), np.array(moves)[solved] - CARDS, cost)


def efforts(states: np.ndarray) -> np.ndarray:
    """Return the effort for each row of states, int64[n]."""
    return np.array([effort_of(row) for row in states.tolist()])


def split_halves(states: np.ndarray) -> list[float]:
    """Return the rank correlation of the efforts of two halves, for each way to halve the panel."""
    members = states.shape[1]
    found = []
    for half in combinations(range(members), members // 2):
        rest = [member for member in range(members) if member not in half]
        # Each even split comes twice.
        if len(half) < len(rest) or half[0] == 0:
            found.append(spearman(efforts(states[:, half]), efforts(states[:, rest])))
    return found


def separation(effort: np.ndarray, hard: np.ndarray) -> float:
    """Return the probability that a deal of the hard ones has the higher effort than one of the others."""
    rank = ranks(effort)[hard]
    count, others = len(rank), len(effort) - len(rank)
    return float((rank.sum() - count * (count + 1) / 2) / (count * others))


def read_moves(path: Path) -> dict[int, int]:
    """Return the moves of each deal in a file of lines `deal,moves`, gzipped or not."""
    content = path.read_bytes()
    lines = (gzip.decompress(content) if path.suffix == ".gz" else content).decode().split()
    return {int(line.split(",")[0]): int(line.split(",")[1]) for line in lines if line.replace(",", "").isdigit()}


def report_moves(path: Path, rated: Rated) -> None:
    """Print how effort and par compare with known counts of moves."""
    known = read_moves(path)
    rows = np.array([row for row, deal in enumerate(rated.deals.tolist()) if deal in known], np.int64)
    wanted = np.array([known[deal] for deal in rated.deals[rows].tolist()])
    moves = rated.moves[rows]
    click.echo(f"deals in the file: {len(rows)}, mean player moves there {wanted.mean():.2f}")
    click.echo(f"rank correlation of effort with them: {spearman(rated.effort[rows], wanted):.3f}")
    click.echo(f"rank correlation of player moves of par with them: {spearman(moves, wanted):.3f}")
    click.echo(f"mean player moves of par: {moves.mean():.2f}, ratio {moves.mean() / wanted.mean():.3f}")


@click.command()
@click.option("--rules", "preset", type=click.Choice(list(PRESETS)), default="freecell")
@click.option("--deals", default="500001-510000", help="The range to measure.")
@click.option("--moves", type=click.Path(exists=True, path_type=Path), help="Known counts of player moves.")
@click.option("--cells", type=click.IntRange(0, 3), help="Also compare with which deals so many cells suffice for.")
@click.option("--tiers", default="1-32000,500001-510000,2000001-2010000,7000000001-7000010000", help="Ranges.")
@click.option("--calibrate", is_flag=True, help="Print the cuts for pools/tiers.py from deals 1..32000.")
def main(preset, deals, moves, cells, tiers, calibrate):
    """Measure the panel."""
    rules = PRESETS[preset]
    rate(1, 10, rules)  # compiles
    if calibrate:
        effort = rate(*CALIBRATION, rules).effort
        easy, normal = (int(np.sort(effort)[int(share * len(effort)) - 1]) for share in SHARES)
        click.echo(f'("{preset}", {PANEL.version}): Cuts(easy={easy}, normal={normal}),')
        return
    first, last = (int(number) for number in deals.split("-"))
    rated = rate(first, last, rules)
    click.echo(f"{preset}, panel {PANEL.version}, {len(PANEL.members)} members, deals {first}..{last}")
    click.echo(f"solvable: {len(rated.deals):,}; cost: {rated.cost:.0f} µs per deal of the range")
    for member, column in zip(PANEL.members, rated.states.T, strict=True):
        full = (column >= member.quota).mean()
        click.echo(f"  mean {column.mean():.0f} median {np.median(column):.0f} at quota {full:.2%}  {member.features}")
    halves = split_halves(rated.states)
    click.echo(f"split-half rank correlation: mean {np.mean(halves):.3f}, worst {min(halves):.3f}")
    click.echo(f"mean player moves of par: {rated.moves.mean():.2f}")
    if moves:
        report_moves(moves, rated)
    if cells is not None:
        answers = decide_deals(rated.deals.tolist(), replace(rules, cells=cells), max_states=200_000)
        hard = np.array([answer.verdict is not Verdict.SOLVABLE for answer in answers])
        click.echo(f"not solved with {cells} cells: {hard.mean():.2%}, separation {separation(rated.effort, hard):.3f}")
    for span in tiers.split(",") if tiers else ():
        first, last = (int(number) for number in span.split("-"))
        tier = tier_of(rate(first, last, rules).effort, preset_cuts(rules, PANEL.version))
        shares = ", ".join(f"{name} {(tier == index).mean():.1%}" for index, name in enumerate(TIERS))
        click.echo(f"tiers of deals {first}..{last}: {shares}")


if __name__ == "__main__":
    main()
