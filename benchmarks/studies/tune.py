"""Tune the weights of one search with CMA-ES.

    python benchmarks/studies/tune.py --minutes 10 --out first.json     # the first member of the portfolio
    python benchmarks/studies/tune.py --minutes 10 --after first.json   # the next, on what that one leaves
    python benchmarks/studies/tune.py --cells 2 --proof --out 2.json    # the exhaustive search for two cells

Deals come from above 1,000,000 only; each generation sees new ones. The price of a vector is the expected number of
states with the best quota for it: every deal costs its states up to the quota and, when that is reached, `--rest` more
for the members that follow. Where many deals are impossible, as with few cells or built by suit, they cost a dive the
same with any weights: those proven so within the quota are left out. Needs the package `cma`.
"""

import json
import time
from dataclasses import replace
from pathlib import Path

import click
import cma
import numpy as np
from freecell_pools.solver.compiling.jit import kernel
from freecell_pools.solver.dealing import deal_into
from freecell_pools.solver.game.rules import PRESETS
from freecell_pools.solver.plans import Member
from freecell_pools.solver.portfolio import new_worker
from freecell_pools.solver.search import weights as w
from freecell_pools.solver.search.dive import dive
from freecell_pools.solver.search.exhaust import EXHAUSTED, exhaust
from freecell_pools.solver.search.root import lay_out, pack

START = (20.0, 30.0, 10.0, 10.0, 12.0, 6.0, 6.0, 20.0, 20.0, 120.0, 70.0, 30.0, 10.0, 120.0, 60.0, 20.0)
CELLS = 4


def vector(x: np.ndarray) -> np.ndarray:
    """Return the weights of a point: the features, then the cost of 0..3 free cells and of 0..2 empty columns."""
    values = np.rint(x).astype(int).tolist()
    room = values[w.ROOM :]
    return Member(0, tuple(values[: w.ROOM]), (*room[:CELLS], 0), (*room[CELLS:], 0)).weights()


@kernel
def count_states(worker, deals, weights, quota, states):
    """Fill `states` (int64[n]) with the states expanded for each deal, quota + 1 where the dive fails."""
    for i in range(len(deals)):
        deal_into(deals[i], worker.cards)
        lay_out(worker.cards, worker.layout)
        k0, k1, k2 = pack(worker.layout, worker.root)
        node, expanded = dive(worker.dive, worker.children, worker.root, weights, k0, k1, k2, quota)
        states[i] = expanded if node >= 0 else quota + 1


@kernel
def count_proof_states(worker, deals, weights, quota, states, impossible):
    """Fill `states` (int64[n]) as `count_states`, by the exhaustive search, `impossible` (bool[n]) by its proofs."""
    for i in range(len(deals)):
        deal_into(deals[i], worker.cards)
        lay_out(worker.cards, worker.layout)
        k0, k1, k2 = pack(worker.layout, worker.root)
        node, expanded = exhaust(
            worker.space, worker.tableau, worker.scratch, worker.root, weights, worker.children, k0, k1, k2, quota
        )
        impossible[i] = node == EXHAUSTED
        states[i] = expanded if node >= 0 else quota + 1


def price(states: np.ndarray, quota: int, rest: float) -> tuple[float, int]:
    """Return the expected states per deal with the best quota, and that quota."""
    ordered = np.sort(states)
    n = len(ordered)
    solved = np.arange(1, n + 1)
    cost = (np.cumsum(ordered) + (n - solved) * (ordered + rest)) / n
    cost = cost[ordered <= quota]
    if not len(cost):
        return quota + rest, quota
    best = int(np.argmin(cost))
    return float(cost[best]), int(ordered[best])


@click.command()
@click.option("--minutes", default=5.0, help="How long to tune.")
@click.option("--deals", default=1500, help="Deals in each generation.")
@click.option("--quota", default=1200, help="States at most for each deal.")
@click.option("--rest", default=300.0, help="States that a deal left unsolved will cost later.")
@click.option("--seed", default=1)
@click.option("--rules", default="freecell", type=click.Choice(sorted(PRESETS)))
@click.option("--cells", type=click.IntRange(0, 7), help="Number of cells instead of that of the rules.")
@click.option("--proof", is_flag=True, help="Tune the exhaustive search.")
@click.option("--start", type=click.Path(path_type=Path), help="Start from the point in this file.")
@click.option("--sigma", default=0.25)
@click.option("--after", type=click.Path(path_type=Path), multiple=True, help="Points of the members before, in order.")
@click.option("--out", type=click.Path(path_type=Path), required=True)
def main(minutes, deals, quota, rest, seed, rules, cells, proof, start, sigma, after, out):
    """Tune one search and write its point, weights, quota and price."""
    before = [json.loads(path.read_text()) for path in after]
    game = PRESETS[rules] if cells is None else replace(PRESETS[rules], cells=cells)
    often_impossible = game.cells < PRESETS[rules].cells or game.build == "same-suit"
    most = max([quota, *(member["quota"] for member in before)])
    worker = new_worker(game, most, 16 * quota if often_impossible or proof else 1)
    begin = np.array(json.loads(start.read_text())["point"] if start else START)
    scale = np.maximum(np.abs(begin), 4.0)
    first = 1_000_001 + 10_000_000 * seed
    search = cma.CMAEvolutionStrategy(begin / scale, sigma, {"seed": seed, "verbose": -9})

    def left(first: int) -> tuple[np.ndarray, int]:
        """Return deals that the members before leave unsolved, and where to go on."""
        kept = np.zeros(0, np.int64)
        while len(kept) < deals:
            chunk = np.arange(first, first + (8 * deals if before else deals))
            first += len(chunk)
            if often_impossible:
                states, impossible = np.zeros(len(chunk), np.int64), np.zeros(len(chunk), np.bool_)
                count_proof_states(worker, chunk, vector(begin), quota, states, impossible)
                chunk = chunk[~impossible]
            for member in before:
                states = np.zeros(len(chunk), np.int64)
                count_states(worker, chunk, vector(np.array(member["point"])), member["quota"], states)
                chunk = chunk[states > member["quota"]]
            kept = np.concatenate((kept, chunk))
        return kept[:deals], first

    def counts(point: np.ndarray, chunk: np.ndarray) -> np.ndarray:
        """Return the states that each deal costs with the weights of a point."""
        states = np.zeros(len(chunk), np.int64)
        if proof:
            count_proof_states(worker, chunk, vector(point), quota, states, np.zeros(len(chunk), np.bool_))
        else:
            count_states(worker, chunk, vector(point), quota, states)
        return states

    end = time.monotonic() + 60 * minutes
    generation = 0
    while time.monotonic() < end:
        chunk, first = left(first)
        points = search.ask()
        prices = []
        for point in points:
            prices.append(price(counts(point * scale, chunk), quota, rest)[0])
        search.tell(points, prices)
        generation += 1
        if generation % 10 == 0:
            click.echo(
                f"{generation} {np.median(prices):.1f} {np.rint(search.mean * scale).astype(int).tolist()}",
                err=True,
            )
    point = np.rint(search.mean * scale)
    chunk, first = left(first)
    chunk = np.concatenate((chunk, left(first)[0]))
    states = counts(point, chunk)
    value, best = price(states, quota, rest)
    result = {
        "point": point.astype(int).tolist(),
        "quota": best,
        "price": round(value, 1),
        "median": float(np.median(states)),
        "solved_in_quota": round(float(np.mean(states <= best)), 4),
        "generations": generation,
        "seed": seed,
        "rules": rules,
        "cells": game.cells,
    }
    out.write_text(json.dumps(result, indent=1) + "\n")
    click.echo(json.dumps(result))


if __name__ == "__main__":
    main()
