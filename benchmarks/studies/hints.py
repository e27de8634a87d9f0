"""How long hints take on positions in mid-game, and whether whoever follows them wins.

    python benchmarks/studies/hints.py                                        # milliseconds a hint, for each game
    python benchmarks/studies/hints.py --follow --deals 2000 --game freecell    # games played by hints alone

Positions are as players meet them: half of them lie on the solution of a deal, half are a few random legal moves away
from it. Nothing that was found for one position is kept for the next, as for a server that sees every game once; with
--follow it is kept, as where a player asks move after move.
"""

import random
import time
from collections import Counter

import click
import numpy as np
from freecell_pools.solver import hints
from freecell_pools.solver.game.board import Board, apply_move, legal_moves
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.positions import is_won
from freecell_pools.solver.game.rules import PRESETS, Rules
from freecell_pools.solver.game.solution import parse_solution
from freecell_pools.solver.hints import hint
from freecell_pools.solver.solving import solve

GAMES = dict(PRESETS)
GAMES |= {f"cells={cells}": Rules(cells=cells) for cells in (1, 2, 3, 7)}

_MOST_ASTRAY = 8


def positions(deals: range, rules: Rules, max_states: int) -> list[Board]:
    """Return one position in mid-game for each solvable deal."""
    randomness = random.Random(1)
    found = []
    for deal in deals:
        board = deal_board(deal, rules)
        solution = solve(board, rules, max_states=max_states).solution
        if solution is None:
            continue
        moves = parse_solution(board, solution, rules)
        for move in moves[: randomness.randrange(len(moves))]:
            board = apply_move(board, move, rules)
        for _ in range(randomness.choice((0, randomness.randint(1, _MOST_ASTRAY)))):
            if legal := legal_moves(board, rules):
                board = apply_move(board, randomness.choice(legal), rules)
        found.append(board)
    return found


def shown(counts: Counter[str]) -> str:
    """Return counts for a reader."""
    return ", ".join(f"{count} {name}" for name, count in counts.items())


def measure(deals: range, rules: Rules, max_states: int) -> str:
    """Return a line on the hints for positions of some deals."""
    boards = positions(deals, rules, max_states)
    if not boards:
        return "no deal is solvable"
    verdicts: Counter[str] = Counter()
    times = []
    hint(boards[0], rules, max_states=max_states)
    for board in boards:
        hints._guide_for.cache_clear()
        start = time.process_time()
        found = hint(board, rules, max_states=max_states)
        times.append(1000 * (time.process_time() - start))
        verdicts[found.verdict] += 1
    median, p90, p99 = np.percentile(times, (50, 90, 99))
    return f"median {median:.2f} ms, 90 % {p90:.1f}, 99 % {p99:.1f}, most {max(times):.0f}; {shown(verdicts)}"


def follow(deals: range, rules: Rules, max_states: int) -> str:
    """Return a line on games that are played by hints alone."""
    ends: Counter[str] = Counter()
    times, moves, first_solutions = [], [], []
    for deal in deals:
        board = deal_board(deal, rules)
        answer = solve(board, rules, max_states=max_states)
        if answer.moves is None:
            ends[answer.verdict] += 1
            continue
        expected = None
        made = 0
        while not is_won(board):
            start = time.process_time()
            found = hint(board, rules, max_states=max_states)
            times.append(1000 * (time.process_time() - start))
            if found.move is None:
                ends["lost the way"] += 1
                break
            if expected is not None and found.moves_left != expected:
                raise SystemExit(f"deal {deal}: {found.moves_left} moves left where {expected} were expected")
            expected = len(found.line) - 1
            board = apply_move(board, found.move, rules)
            made += 1
        else:
            ends["won"] += 1
            moves.append(made)
            first_solutions.append(answer.moves)
    if not moves:
        return shown(ends)
    return (
        f"{shown(ends)}; {np.mean(moves):.1f} moves a game, {np.mean(first_solutions):.1f} in the solution of `solve`; "
        f"median {np.median(times):.2f} ms a hint, most {max(times):.0f}"
    )


@click.command()
@click.option("--deals", default=500, help="Deals 1 to N.")
@click.option("--max-states", default=2_000_000)
@click.option("--game", "names", type=click.Choice(list(GAMES)), multiple=True, default=list(GAMES))
@click.option("--follow", "following", is_flag=True, help="Play each deal by hints alone.")
def main(deals: int, max_states: int, names: tuple[str, ...], following: bool) -> None:
    """Print a line for each game."""
    run = follow if following else measure
    for name in names:
        click.echo(f"{name:12} {run(range(1, deals + 1), GAMES[name], max_states)}")


if __name__ == "__main__":
    main()
