"""Freecell Solver and this project on the same deals, in alternation on one thread.

    python benchmarks/peers.py --write                     # the games of RESULTS.md: its section is written anew
    python benchmarks/peers.py --cells 2 --last 2000       # one game
    python benchmarks/peers.py --rules bakers-game --last 10000 --rounds 1

For FreeCell the peer has its fastest preset, else the setting that tells impossible deals, within a million states.
Both are measured in processor time; for this project that of `decide_deals`, which replays every solution, without
starting Python and compiling. With --write the figures also go to `results/peers.json`.
"""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click
from freecell_pools.benchmarks.errors import BenchError
from freecell_pools.benchmarks.fc_solve import peer_round, require_peer
from freecell_pools.benchmarks.machine import machine_facts
from freecell_pools.benchmarks.rounds import Round, in_alternation, own_round
from freecell_pools.benchmarks.spread import Spread, spread_of
from freecell_pools.solver.game.rules import MAX_CELLS, PRESETS, Rules

RESULTS = Path(__file__).with_name("RESULTS.md")
DATA = Path(__file__).with_name("results") / "peers.json"
BEGIN, END = "<!-- written by peers.py -->\n", "<!-- end of what peers.py wrote -->\n"
WARM_UP = range(1, 101)
HEAD = """\
| game | deals | this project | decided | states a deal | Freecell Solver | decided | states a deal | ratio |
|---|---|---|---|---|---|---|---|---|
"""
NOTE = """\
Time is processor time a deal, the median of the rounds with the fastest and the slowest; decided are solvable +
impossible deals; each program counts states in its own way.
"""


class Game(NamedTuple):
    """Rules by the name of a preset and the number of cells, the last deal to compare, and the rounds."""

    preset: str
    cells: int
    last: int
    rounds: int
    first: int = 1

    @property
    def rules(self) -> Rules:
        """The rules."""
        return replace(PRESETS[self.preset], cells=self.cells)

    @property
    def deals(self) -> range:
        """The deals."""
        return range(self.first, self.last + 1)


GAMES = (
    Game("freecell", 4, 32_000, 5),
    Game("freecell", 3, 2_000, 3),
    Game("freecell", 2, 2_000, 3),
    Game("bakers-game", 4, 10_000, 3),
)


class Duel(NamedTuple):
    """The rounds of both on one game; what they find and count is the same in every round."""

    game: Game
    own: list[Round]
    peer: list[Round]

    def ratio(self) -> Spread:
        """Return how many times as fast this project is."""
        return spread_of(peer.processor / own.processor for own, peer in zip(self.own, self.peer, strict=True))

    def row(self) -> str:
        """Return a row of the table whose head is HEAD."""
        game, ratio = self.game, self.ratio()
        name = f"{game.preset}, {game.cells} cells"
        cells = [name, f"{game.first}..{game.last}", *_cells(self.own), *_cells(self.peer)]
        return f"| {' | '.join(cells)} | **{ratio.median:.2f}** ({ratio.low:.2f} to {ratio.high:.2f}) |\n"

    def facts(self) -> dict[str, object]:
        """Return the duel as values for JSON."""
        game = self.game
        return {
            "preset": game.preset,
            "cells": game.cells,
            "deals": {"first": game.first, "last": game.last},
            "own": _facts(self.own),
            "fc_solve": _facts(self.peer),
            "ratio": self.ratio()._asdict(),
        }


def run_both(game: Game) -> Duel:
    """Run both on a game, in alternation."""
    own_round(WARM_UP, game.rules)
    turns = in_alternation(
        game.rounds, partial(peer_round, game.deals, game.rules), partial(own_round, game.deals, game.rules)
    )
    return Duel(game, [own for _, own in turns], [peer for peer, _ in turns])


def _microseconds(rounds: list[Round]) -> Spread:
    return spread_of(each.processor / each.deals * 1e6 for each in rounds)


def _cells(rounds: list[Round]) -> list[str]:
    one, spread = rounds[0], _microseconds(rounds)
    digits = 1 if spread.median < 1000 else 0
    median, low, high = (f"{value:,.{digits}f}" for value in spread)
    decided = f"{one.solvable:,} + {one.impossible:,}" + f", {one.undecided:,} undecided" * bool(one.undecided)
    return [f"{median} µs ({low} to {high})", decided, f"{one.states / one.deals:,.0f}"]


def _facts(rounds: list[Round]) -> dict[str, object]:
    one = rounds[0]
    return {
        "us_per_deal": [each.processor / each.deals * 1e6 for each in rounds],
        "states": one.states,
        "solvable": one.solvable,
        "impossible": one.impossible,
        "undecided": one.undecided,
    }


def write_results(duels: list[Duel]) -> None:
    """Write the section of RESULTS.md, and the figures in JSON."""
    before, begin, rest = RESULTS.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise BenchError(f"{RESULTS.name} does not have the two lines between which the section belongs")
    section = "".join(("\n", HEAD, *(each.row() for each in duels), "\n", NOTE, "\n"))
    facts = {
        "machine": machine_facts(),
        "games": [each.facts() for each in duels],
    }
    DATA.write_text(json.dumps(facts) + "\n")
    RESULTS.write_text(before + begin + section + end + after)


@click.command()
@click.option("--first", default=1)
@click.option("--last", default=32_000)
@click.option("--rounds", default=3, type=click.IntRange(1))
@click.option("--rules", "preset", type=click.Choice(list(PRESETS)), default="freecell")
@click.option("--cells", type=click.IntRange(0, MAX_CELLS), help="Number of cells instead of that of the rules.")
@click.option("--write", is_flag=True, help="Compare the games of RESULTS.md instead of one, and write the results.")
def main(first: int, last: int, rounds: int, preset: str, cells: int | None, write: bool) -> None:
    """Print what both need for a deal, and how many times as fast this project is."""
    one = Game(preset, PRESETS[preset].cells if cells is None else cells, last, rounds, first)
    try:
        require_peer()
        click.echo(HEAD, nl=False)
        done = []
        for game in GAMES if write else (one,):
            done.append(run_both(game))
            click.echo(done[-1].row(), nl=False)
        if write:
            write_results(done)
    except BenchError as error:
        raise click.ClickException(str(error)) from error


if __name__ == "__main__":
    main()
