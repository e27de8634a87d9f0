"""`bench`: whether the search is as it was, and how fast it is."""

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .compiling import CHECKING, compile_first
from .errors import FAILURE, OK, Stop, say, stopping, write_errors
from .json_keys import Key
from .options import json_option
from .value_types import DealSpan, Integer, Name

if TYPE_CHECKING:
    from freecell_pools.benchmarks.compare import Change, Comparison
    from freecell_pools.benchmarks.result import Result

NAMED = 10
MEASURED = {"deals_per_s": "speed", "ratio": "beside the peer", "startup_warm_s": "start-up"}

_RANGE_MEANS = "The lowest and the highest of the rounds."

JSON_KEYS = {
    "bench_version": Key("integer", "The version of these keys; --compare reads results of the same one."),
    "signature": Key("string", "A hash of the verdicts, the states and the solutions of the fixed deals."),
    "as_committed": Key("boolean", "Whether it is the committed one."),
    "repeats": Key("boolean", "Whether it was the same a second time in the same process."),
    "differing": Key("integers", "The deals with another verdict, states or moves than the committed ones."),
    "states": Key("integer", "States expanded for the fixed deals."),
    "budget": Key("integer", "The most that they may be."),
    "counts.solvable": Key("integer", "How many of the fixed deals are solvable."),
    "counts.impossible": Key("integer", "How many are impossible."),
    "counts.undecided": Key("integer", "How many are undecided."),
    "deals.first": Key("integer", "The first deal of the range that is timed."),
    "deals.last": Key("integer", "The last one."),
    "rounds": Key("integer", "How often it was."),
    "deals_per_s": Key("number or null", "Deals a second of processor time, in the median; null with `--rounds 0`."),
    "deals_per_s_range": Key("numbers or null", _RANGE_MEANS),
    "states_per_s": Key("number or null", "States a second of processor time, in the median."),
    "states_per_s_range": Key("numbers or null", _RANGE_MEANS),
    "startup_warm_s": Key("number or null", "Seconds of processor time of `check 1`, in the median."),
    "startup_warm_s_range": Key("numbers or null", _RANGE_MEANS),
    "startup_cold_s": Key("number or null", "The same where nothing was compiled yet; null without `--cold`."),
    "peak_memory_mb": Key("number", "The most memory of this process, in megabytes."),
    "machine.cpu": Key("string", "The processor, and how many cores it has."),
    "machine.system": Key("string", "The operating system."),
    "machine.python": Key("string", "The version of Python."),
    "machine.numba": Key("string", "The version of numba."),
    "machine.numba_settings": Key("string", "Its settings in the environment, if any."),
    "ratio": Key("number", "How many times as fast as the peer this is, in the median.", "--against"),
    "ratio_range": Key("numbers", _RANGE_MEANS, "--against"),
    "comparison.states": Key("integers", "The states of the older result and of this one.", "--compare"),
    "comparison.unlike": Key(
        "object", "Machine facts and deals in which both differ; no times are compared then.", "--compare"
    ),
    "comparison.changes": Key(
        "object",
        "By keys from above: the `gain`, 0.04 for 4 % faster, the `noise`, and whether it `shows`.",
        "--compare",
    ),
}


@click.command(short_help="Compare the search with its committed signature, and time it.")
@click.option(
    "--deals",
    type=DealSpan(),
    default="1-8000",
    show_default=True,
    metavar="A-B",
    help="The range of deals to time. The signature always has the same ones.",
)
@click.option(
    "--rounds",
    type=Integer(0, 1000),
    default=5,
    show_default=True,
    metavar="N",
    help="How often to time them; 0 for the signature alone.",
)
@click.option("--cold", is_flag=True, help="Also time a start that compiles the solver anew; takes half a minute.")
@click.option(
    "--against",
    type=click.Choice(["fc-solve"]),
    help="Run Freecell Solver on the same deals in alternation, and print how many times as fast this is.",
)
@click.option(
    "--compare",
    "old",
    type=Name(path_type=Path),
    metavar="OLD.json",
    help="Tell what became better or worse since, by a file that --json gave.",
)
@click.option(
    "--write",
    type=Name(path_type=Path),
    metavar="FILE",
    help="Take the present signature as the new one and write it to FILE, benchmarks/signature.json.",
)
@click.option(
    "--budget",
    type=Integer(1),
    metavar="N",
    help="With --write: the most states that signatures may have from now on.",
)
@json_option
def command(
    deals: tuple[int, int],
    rounds: int,
    cold: bool,
    against: str | None,
    old: Path | None,
    write: Path | None,
    budget: int | None,
    as_json: bool,
) -> int:
    """Compare the search with its committed signature, and time it.

    The signature is the verdict, the states and the moves of a fixed list of deals, searched in one thread with limits
    in states. It is the same on every machine, twice in one process, with and without bounds checks. When it is not the
    committed one, the deals that differ are named, and the text of the new file follows.

    Times are processor time, the median of the rounds with their range. They change by a tenth with what else the
    machine does, the ratio of --against by a fiftieth: compare that, where there is a choice. The start-up is that of
    `check 1`.

    Exit code: 1 when the signature differs, and is not written, or needs more states than its budget, else 0. No time
    is a failure.
    """
    from freecell_pools.benchmarks.errors import BenchError, InputError
    from freecell_pools.pools.atomic import check_place

    if budget is not None and write is None:
        raise Stop("--budget is for --write")
    if write is not None:
        with write_errors():
            check_place(write)
    with stopping(BenchError, InputError):
        result, comparison = _measure(deals, rounds, cold, against is not None, old)
        if write is not None and result.repeats:
            result = _take(result, budget, write)
    if as_json:
        click.echo(json.dumps(result.facts() | ({"comparison": comparison.facts()} if comparison else {})))
    else:
        for line in [*_lines(result), *(_comparison_lines(comparison) if comparison else [])]:
            click.echo(line)
    return _judge(result, as_json)


def _measure(
    deals: tuple[int, int], rounds: int, cold: bool, with_peer: bool, old: Path | None
) -> "tuple[Result, Comparison | None]":
    from freecell_pools.benchmarks.bench import run_bench
    from freecell_pools.benchmarks.compare import compare, figures_of, read_result
    from freecell_pools.benchmarks.fc_solve import require_peer
    from freecell_pools.benchmarks.startup import compile_solver

    before = read_result(old) if old is not None else None
    if with_peer:
        require_peer()
    compile_first(CHECKING, compile_solver)
    result = run_bench(deals, rounds, with_peer=with_peer, with_cold_startup=cold)
    return result, compare(before, figures_of(result.facts())) if before else None


def _take(result: "Result", budget: int | None, file: Path) -> "Result":
    """Write the present signature as the new one, and return the result beside it."""
    from freecell_pools.benchmarks.signature import Committed, write_committed

    new = Committed(result.signature, result.committed.budget if budget is None else budget)
    with write_errors():
        write_committed(new, file)
    if not result.as_committed:
        say(f"{file} written; {_difference(result)}")
    return replace(result, committed=new)


def _judge(result: "Result", as_json: bool) -> int:
    """Say what is wrong, and return the exit code; the text of the new file is the last of the output."""
    problems = []
    if not result.repeats:
        problems.append("the signature is another one the second time in the same process")
    if not result.within_budget:
        states, budget = result.signature.states, result.committed.budget
        problems.append(f"{states:,} states are more than the budget of {budget:,}")
    if not result.as_committed:
        problems.append(_difference(result))
        if not as_json:
            click.echo(
                f"the new signature.json:\n{result.committed._replace(signature=result.signature).to_text()}", nl=False
            )
    for problem in problems:
        say(problem)
    return FAILURE if problems else OK


def _difference(result: "Result") -> str:
    old = result.committed.signature
    deals = result.signature.differing(old)
    named = ", ".join(map(str, deals[:NAMED])) + (" ..." if len(deals) > NAMED else "")
    where = f"{len(deals):,} deals ({named})" if deals else "solutions only"
    return f"the signature differs from the committed {old.digest}, {old.states:,} states, in {where}"


def _lines(result: "Result") -> list[str]:
    signature, budget = result.signature, result.committed.budget
    verdicts = ", ".join(f"{count:,} {verdict}" for verdict, count in signature.counts().items() if count)
    lines = [
        f"signature {signature.digest}{', as committed' if result.as_committed else ''}: {signature.states:,} states "
        f"of at most {budget:,}; {verdicts}"
    ]
    if result.deals_per_s and result.states_per_s:
        speed = result.deals_per_s
        lines.append(
            f"{speed.median:,.0f} deals/s ({speed.low:,.0f} to {speed.high:,.0f}), {result.states_per_s.median:,.0f} "
            f"states/s: deals {result.deals[0]}-{result.deals[1]}, {result.rounds} rounds"
        )
    if result.ratio:
        ratio = result.ratio
        lines.append(f"{ratio.median:.2f} times as fast as Freecell Solver ({ratio.low:.2f} to {ratio.high:.2f})")
    starts = []
    if result.warm_startup_s:
        starts.append(f"start-up {result.warm_startup_s.median:.2f} s")
    if result.cold_startup_s is not None:
        starts.append(f"{result.cold_startup_s:.1f} s where nothing was compiled")
    lines.append(", ".join([*starts, f"{result.peak_memory_mb:,.0f} MB of memory at most"]))
    return lines


def _comparison_lines(comparison: "Comparison") -> list[str]:
    from freecell_pools.benchmarks.compare import LEAST_ROUNDS

    before, now = comparison.states
    lines = ["states: as before" if now == before else f"states: {now:,} after {before:,}, {now / before - 1:+.2%}"]
    if comparison.unlike:
        unlike = "; ".join(
            f"{name}: {was or 'none'}, now {now or 'none'}" for name, (was, now) in comparison.unlike.items()
        )
        lines.append(f"times are not comparable: {unlike}")
    elif not comparison.changes:
        lines.append(f"times are not compared: both need at least {LEAST_ROUNDS} rounds")
    return [*lines, *(f"{MEASURED[name]}: {_change(change)}" for name, change in comparison.changes.items())]


def _change(change: "Change") -> str:
    if not change.shows:
        return f"no difference beyond the noise of {change.noise:.1%} ({change.gain:+.1%})"
    return f"{'faster' if change.gain > 0 else 'slower'} by {abs(change.gain):.1%} (noise {change.noise:.1%})"
