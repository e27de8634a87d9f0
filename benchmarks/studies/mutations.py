"""Do the tests notice? Each rule, bound, shift or comparison below is made wrong, one at a time, and the tests are run.

    python benchmarks/studies/mutations.py               # all of them, half an hour
    python benchmarks/studies/mutations.py settled prune # those with these words in their names

For each it prints the first test that failed, or that it SURVIVED, and exits with 1 when one did. The project's files
are changed in a copy only.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import click

PROJECT = Path(__file__).parents[2]
TOO_LONG = 900


class Mutation(NamedTuple):
    """One fault: in a file a text, which is there once, becomes another; and the tests that should notice."""

    name: str
    file: str
    old: str
    new: str
    tests: str


MUTATIONS = (
    # The rules, as the reference engine has them.
    Mutation(
        "a run moves past the empty column that it goes into",
        "solver/game/board.py",
        "board.columns.count(()) - into_empty_column",
        "board.columns.count(())",
        "tests/solver/game/test_board.py",
    ),
    Mutation(
        "with kings only a run passes through empty columns",
        "solver/game/rules.py",
        "empty_columns = 0",
        "pass",
        "tests/solver/game/test_board.py tests/solver/search/test_moves.py",
    ),
    Mutation(
        "a card is built on its own colour too",
        "solver/game/rules.py",
        "return colour(card) != colour(target)",
        "return suit(card) != suit(target)",
        "tests/solver/game/test_board.py",
    ),
    Mutation(
        "queens go into empty columns of kings only",
        "solver/game/rules.py",
        'self.empty_column == "any" or rank(card) == KING',
        'self.empty_column == "any" or rank(card) >= KING - 1',
        "tests/solver/game/test_board.py tests/solver/test_replay.py",
    ),
    Mutation(
        "the safe bound of the reference engine is one lower",
        "solver/game/positions.py",
        "lowest_other_colour >= r - 2 and levels",
        "lowest_other_colour >= r - 3 and levels",
        "tests/solver/game/test_positions.py",
    ),
    Mutation(
        "the finish is certain only where cards descend strictly",
        "solver/game/positions.py",
        "rank(above) <= rank(below)",
        "rank(above) < rank(below)",
        "tests/solver/game/test_positions.py",
    ),
    Mutation(
        "deals from 2^31 on are dealt as those below",
        "solver/game/deals.py",
        "(x >> 16) & 0x7FFF | 0x8000",
        "(x >> 16) & 0x7FFF",
        "tests/solver/game/test_deals.py",
    ),
    # The same in the kernels.
    Mutation(
        "the kernel for deals shifts by 15 bits",
        "solver/dealing.py",
        "value = ((x >> 16) & 0xFFFF) + 1",
        "value = ((x >> 15) & 0xFFFF) + 1",
        "tests/solver/test_dealing.py",
    ),
    Mutation(
        "the search moves twice as many cards at once",
        "solver/search/moves.py",
        "return (empty_cells + 1) << empty_columns",
        "return (empty_cells + 1) << (empty_columns + 1)",
        "tests/solver/search/test_moves.py",
    ),
    Mutation(
        "the search counts an empty column as way and target",
        "solver/search/moves.py",
        "limit = capacity(root.rule, free, empty - 1)",
        "limit = capacity(root.rule, free, empty)",
        "tests/solver/search/test_moves.py",
    ),
    Mutation(
        "the search puts any card into empty columns of kings only",
        "solver/search/moves.py",
        "return bool(card >= FIRST_KING or not root.rule[KINGS_ONLY])",
        "return True",
        "tests/solver/search/test_moves.py",
    ),
    Mutation(
        "one of the two shifts from red to black is missing",
        "solver/search/moves.py",
        "black = (lower | lower >> _TWO) & _CLUBS",
        "black = lower & _CLUBS",
        "tests/solver/search/test_moves.py",
    ),
    Mutation(
        "the highest bit of a place is shifted by one only",
        "solver/search/state.py",
        "((p >> np.uint64(2)) << c)",
        "((p >> _ONE) << c)",
        "tests/solver/search/test_state.py",
    ),
    Mutation(
        "states are told apart by two of their three words",
        "solver/search/hashtable.py",
        "if keys[3 * node] == k0 and keys[3 * node + 1] == k1 and keys[3 * node + 2] == k2:",
        "if keys[3 * node] == k0 and keys[3 * node + 1] == k1:",
        "tests/solver/search/test_hashtable.py",
    ),
    Mutation(
        "a run that moves leaves its deepest cards behind",
        "solver/search/tableau.py",
        "return (_ONE << np.uint64((card | 3) + 1)) - _ONE",
        "return (_ONE << np.uint64(card + 1)) - _ONE",
        "tests/solver/search/test_tableau.py tests/solver/search/test_moves.py",
    ),
    # What goes home by itself.
    Mutation(
        "safe in the search: the other colour may be one lower",
        "solver/search/autoplay.py",
        "(low >= level - 1 and level_of",
        "(low >= level - 2 and level_of",
        "tests/solver/search/test_autoplay.py",
    ),
    Mutation(
        "safe in the search: the other suit of the colour may be one lower",
        "solver/search/autoplay.py",
        "level_of(home, suit ^ 2) >= level - 2",
        "level_of(home, suit ^ 2) >= level - 3",
        "tests/solver/search/test_autoplay.py",
    ),
    Mutation(
        "settled in the search: cards that are not home settle too",
        "solver/search/autoplay.py",
        "card >> 2 < home_level(t, suit)",
        "card >> 2 <= home_level(t, suit)",
        "tests/solver/search/test_autoplay.py tests/solver/search/test_moves.py",
    ),
    Mutation(
        "the proof sends cards home greedily",
        "solver/search/exhaust.py",
        "k0, k1, k2 = autoplay(t, root, False, k0, k1, k2)",
        "k0, k1, k2 = autoplay(t, root, True, k0, k1, k2)",
        "tests/solver/search/test_exhaust.py",
    ),
    # Proofs.
    Mutation(
        "a limit of states counts as a proof",
        "solver/search/exhaust.py",
        "return np.int64(OUT_OF_STATES), expanded",
        "return np.int64(EXHAUSTED), expanded",
        "tests/solver/search/test_exhaust.py tests/solver/test_decide.py",
    ),
    Mutation(
        "what no search decided counts as impossible",
        "solver/portfolio.py",
        "return np.int64(UNDECIDED), states, np.int64(0), False",
        "return np.int64(IMPOSSIBLE), states, np.int64(0), False",
        "tests/solver/test_decide.py",
    ),
    Mutation(
        "pruned: also moves out of a card's parent",
        "solver/search/prune.py",
        "needed = loose < 0 or source == onto",
        "needed = loose < 0",
        "tests/solver/search/test_exhaust.py",
    ),
    Mutation(
        "pruned: what could be taken one card further",
        "solver/search/prune.py",
        "while rest and taken < slots:",
        "while rest and taken < slots - 1:",
        "tests/solver/search/test_exhaust.py",
    ),
    Mutation(
        "relaxed: twins that are buried count as loose",
        "solver/search/twins.py",
        "loose &= ~(_ONE << np.uint64(root.dealt[lowest_bit(dealt)]))",
        "loose &= ~np.uint64(0)",
        "tests/solver/search/test_twins.py tests/solver/search/test_relax.py",
    ),
    Mutation(
        "relaxed: a card is safe though it may change places",
        "solver/search/autoplay.py",
        "if level >= _CHANGING and not (inert and (not changing & bit or level_of(t.wanted, suit ^ 2) > level)):",
        "if level >= _CHANGING and not inert:",
        "tests/solver/search/test_twins.py tests/solver/search/test_relax.py",
    ),
    Mutation(
        "fewest cells: what n do not suffice for needs n + 2 at least",
        "solver/cells_needed.py",
        "low[rows[verdicts == IMPOSSIBLE]] = cells + 1",
        "low[rows[verdicts == IMPOSSIBLE]] = cells + 2",
        "tests/solver/test_cells_needed.py -k published",
    ),
    # What judges solutions.
    Mutation(
        "the replayer counts the target as a way",
        "solver/replay.py",
        "if column != target and position.heights[column] == 0:",
        "if position.heights[column] == 0:",
        "tests/solver/test_replay.py -k at_once",
    ),
    Mutation(
        "the replayer takes any card home",
        "solver/replay.py",
        "return bool(position.home[card & 3] == card >> 2)",
        "return True",
        "tests/solver/test_replay.py",
    ),
    Mutation(
        "verify does not compare the par",
        "pools/verify.py",
        "_where((moves >= 0) & (moves != par) & ~outside)",
        "_where((moves < 0) & (moves != par) & ~outside)",
        "tests/pools/test_verify.py",
    ),
    # Pools.
    Mutation(
        "an effort at the cut belongs to the harder tier",
        "pools/tiers.py",
        'side="left"',
        'side="right"',
        "tests/pools/test_tiers.py tests/test_examples.py",
    ),
    Mutation(
        "an effort may be rounded up",
        "pools/rating.py",
        "while root**members > product:",
        "while root**members > 2 * product:",
        "tests/pools/test_rating.py",
    ),
    Mutation(
        "content is hashed with the bytes of integers reversed",
        "pools/content_hash.py",
        'np.dtype("<i8")',
        'np.dtype(">i8")',
        "tests/pools/test_content_hash.py",
    ),
    Mutation(
        "the steps of a pick may have a divisor in common with the rows",
        "pools/pick.py",
        "while math.gcd(step, rows) != 1:",
        "while step == 0:",
        "tests/pools/test_pick.py",
    ),
    Mutation(
        "a shard of another engine is taken",
        "pools/ledger.py",
        "elif begun != facts:",
        'elif {**begun, "engine": facts["engine"]} != facts:',
        "tests/pools/test_ledger.py",
    ),
)


def copy_of_project(target: Path) -> Path:
    """Copy the project's files, and give its rooms the names that they are imported by; return the copy."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    copy = target / "project"
    for name in filter(None, listed.split("\0")):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PROJECT / name, copy / name)
    (target / "path" / "freecell_pools").mkdir(parents=True)
    for room in ("solver", "pools", "cli", "benchmarks"):
        (target / "path" / "freecell_pools" / room).symlink_to(copy / room)
    return copy


def first_failure(copy: Path, tests: str) -> str | None:
    """Run tests in a copy; return the first one that fails, None when none does."""
    cache = copy.parent / "cache"
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests.split()],
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy.parent / "path"), "XDG_CACHE_HOME": str(cache)},
            capture_output=True,
            text=True,
            check=False,
            timeout=TOO_LONG,
        )
    except subprocess.TimeoutExpired:
        return f"no end within {TOO_LONG} s"
    finally:
        shutil.rmtree(cache, ignore_errors=True)
    if done.returncode == 0:
        return None
    if done.returncode != 1:
        raise click.ClickException(f"pytest could not run {tests}:\n{done.stdout}{done.stderr}")
    found = re.search(r"^(?:FAILED|ERROR) \S*?(\w+\.py(?:::\w+)*)", done.stdout, re.MULTILINE)
    return found[1] if found else done.stdout


@click.command()
@click.argument("words", nargs=-1)
def main(words: tuple[str, ...]) -> None:
    """Make each fault and say which test notices it."""
    chosen = [each for each in MUTATIONS if not words or any(word in each.name for word in words)]
    survived = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_of_project(Path(folder))
        for mutation in chosen:
            path, start = copy / mutation.file, time.monotonic()
            text = path.read_text()
            if (times := text.count(mutation.old)) != 1:
                raise click.ClickException(f"{mutation.name}: {mutation.file} has its text {times} times")
            path.write_text(text.replace(mutation.old, mutation.new))
            failed = first_failure(copy, mutation.tests)
            path.write_text(text)
            survived += failed is None
            click.echo(f"| {mutation.name} | `{mutation.file}` | {f'`{failed}`' if failed else 'SURVIVED'} |")
            click.echo(f"{time.monotonic() - start:.0f} s", err=True)
    click.echo(f"{len(chosen)} faults, {survived} survived")
    raise SystemExit(1 if survived else 0)


if __name__ == "__main__":
    main()
