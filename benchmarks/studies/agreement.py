"""Compare verdicts with Freecell Solver's, deal by deal, for each preset.

    python benchmarks/studies/agreement.py                          # deals 1..1000 of every preset
    python benchmarks/studies/agreement.py --rules bakers-game --deals 1-200

Each solution that Freecell Solver (`fc-solve` of Debian's `freecell-solver-bin`) finds is replayed in the reference
engine. A deal that it solves and this project calls impossible is a bug, and so is a solution that does not replay: the
exit code is 1 then. That it leaves a deal unsolved proves nothing.
"""

import os
import re
import subprocess
from collections import Counter

import click
from freecell_pools.benchmarks.fc_solve import search_options
from freecell_pools.solver.decide import decide_deals
from freecell_pools.solver.game.board_text import format_board
from freecell_pools.solver.game.deals import deal_board
from freecell_pools.solver.game.positions import is_won
from freecell_pools.solver.game.rules import PRESETS, Rules
from freecell_pools.solver.game.solution import replay
from freecell_pools.solver.verdict import Verdict

NOTATION = re.compile(r"^(?:[1-8a-g][1-8a-gh](?:v[0-9a-f])? )+$")
QUIET = os.environ | {"FREECELL_SOLVER_QUIET": "1"}


def peer_solution(deal: int, rules: Rules, limit: int) -> str | None:
    """Return the solution that Freecell Solver finds, as one text, None where it finds none."""
    shown = subprocess.run(
        ["fc-solve", "--max-iters", str(limit), *search_options(rules), "-m", "-snx", "-sel"],
        input=format_board(deal_board(deal, rules)),
        capture_output=True,
        text=True,
        env=QUIET,
        check=False,
    ).stdout
    if "This game is solveable." not in shown:
        return None
    return "".join(line.replace(" ", "") for line in shown.splitlines() if NOTATION.match(f"{line.rstrip()} "))


def compare(name: str, first: int, last: int, limit: int, max_states: int) -> int:
    """Print how the verdicts on a range compare; return the number of bugs."""
    rules = PRESETS[name]
    answers = decide_deals(range(first, last + 1), rules, max_states=max_states)
    counts: Counter[tuple[Verdict, bool]] = Counter()
    bugs = 0
    for deal, answer in enumerate(answers, first):
        found = peer_solution(deal, rules, limit)
        counts[answer.verdict, found is not None] += 1
        if found is None:
            continue
        try:
            replays = is_won(replay(deal_board(deal, rules), found, rules))
        except ValueError as error:
            replays = False
            click.echo(f"{name} deal {deal}: {error}")
        if not replays or answer.verdict is Verdict.IMPOSSIBLE:
            bugs += 1
            click.echo(f"{name} deal {deal}: {answer.verdict}, solution of Freecell Solver: {found}")
    solved = sum(count for (_, found), count in counts.items() if found)
    click.echo(f"{name}, deals {first}-{last}: Freecell Solver solves {solved}, all replayed" if not bugs else name)
    for verdict in Verdict:
        click.echo(f"  {verdict}: {counts[verdict, True]} that it solves, {counts[verdict, False]} that it does not")
    return bugs


@click.command()
@click.option("--rules", "presets", type=click.Choice(list(PRESETS)), multiple=True, help="Default: every preset.")
@click.option("--deals", default="1-1000")
@click.option("--limit", default=100_000, help="States that Freecell Solver may check for a deal.")
@click.option("--max-states", default=4_000_000, help="States that this project may expand for a deal.")
def main(presets: tuple[str, ...], deals: str, limit: int, max_states: int) -> None:
    """Compare."""
    first, last = (int(number) for number in deals.split("-"))
    bugs = sum(compare(name, first, last, limit, max_states) for name in presets or PRESETS)
    raise SystemExit(1 if bugs else 0)


if __name__ == "__main__":
    main()
