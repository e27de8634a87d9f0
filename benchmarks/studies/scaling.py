"""What a build costs: with more workers, on a cluster, by the size of shards; and what all deals would cost.

    python benchmarks/studies/scaling.py workers # deals per second of 1 and 2 workers, local and on a cluster
    python benchmarks/studies/scaling.py overhead --shards 100000 # processor time, memory for shards that do nothing
    python benchmarks/studies/scaling.py files # the files of shards and pools, by the size of shards
    python benchmarks/studies/scaling.py paper --deal-us 800 ... # 2^32 deals from these figures

The cluster is a scheduler and workers on loopback (extra `cluster`). What others do on the machine changes processor
time less than time on the clock, so that is what to compare.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace

import click
import numpy as np
from freecell_pools.pools import rating, shards
from freecell_pools.pools.assemble import assemble
from freecell_pools.pools.build import build_pools
from freecell_pools.pools.cluster import connected
from freecell_pools.pools.ledger import Ledger
from freecell_pools.pools.panel import PANEL
from freecell_pools.pools.run import Run
from freecell_pools.pools.tasks import run_tasks
from freecell_pools.pools.tiers import TIERS, preset_cuts
from freecell_pools.pools.workers import local_pools
from freecell_pools.solver.game.rules import Rules

TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds(process: int) -> float:
    """Return the processor time of a process and of those of its children that ended."""
    values = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, values[11:15])) / TICKS


def megabytes(process: int) -> float:
    """Return the memory that a process has now."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def children() -> list[int]:
    """Return the processes that this one started and that still run."""
    return [int(child) for child in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]


@contextmanager
def dask_cluster(workers: int) -> Iterator[tuple[str, int, list[int]]]:
    """Give the address of a scheduler, its process, and those of its workers."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))

        def start(*arguments: str) -> int:
            command = [sys.executable, "-m", "dask", *arguments, "--no-dashboard"]
            process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            stack.callback(process.wait)
            stack.callback(process.kill)
            return process.pid

        file = folder / "scheduler.json"
        scheduler = start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        while not file.exists() or not file.read_text().endswith("}"):
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        processes = [start("worker", address, "--nthreads", "1", "--no-nanny") for _ in range(workers)]
        from distributed import Client

        with Client(address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=60)
        yield address, scheduler, processes


def build(run: Run, out: Path, make_executor: Callable[[], Executor], in_flight: int) -> tuple[float, float]:
    """Build pools; return the seconds on the clock and of processor time, that of all processes together."""

    def used() -> float:
        return processor_seconds(os.getpid()) + sum(map(processor_seconds, children()))

    before, start = used(), time.perf_counter()
    build_pools(run, out, make_executor, in_flight)
    return time.perf_counter() - start, used() - before


@click.group()
def main() -> None:
    """Measure what a build costs beside the search."""
    click.echo(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


def warm(executor: Executor, workers: int) -> Executor:
    """Have the kernels loaded by all workers, as they are for long in a run that takes days."""
    for future in [executor.submit(warm_up, pause) for pause in [1.0] * workers]:
        future.result()
    return executor


def warm_up(pause: float) -> None:
    """Load the kernels, and stay long enough for the other workers to get their turn."""
    time.sleep(pause)
    shards.warm_up(Rules())


def settings(first: int, deals: int) -> Run:
    """Return the run with FreeCell's rules."""
    return Run(first, first + deals - 1, Rules(), preset_cuts(Rules(), PANEL.version), PANEL.version)


@main.command()
@click.option("--first", default=100_001)
@click.option("--deals", default=16_000)
@click.option("--rounds", default=3)
def workers(first: int, deals: int, rounds: int) -> None:
    """Build a range with 1 and 2 workers, here and on a cluster, in alternation; all must give the same bytes."""
    run = settings(first, deals)
    shards.warm_up(Rules())
    figures: dict[str, list[tuple[float, float]]] = {}
    pools = set()
    for turn in range(rounds):
        for number in (1, 2):
            for place in ("local", "cluster"):
                name = f"{place}, {number} worker{'s' * (number > 1)}"
                with tempfile.TemporaryDirectory() as scratch, ExitStack() as stack:
                    out = Path(scratch) / "out"
                    (out / ".build").mkdir(parents=True)
                    make = local_pools(number)
                    if place == "cluster":
                        address, *_ = stack.enter_context(dask_cluster(number))
                        make = stack.enter_context(connected(address, out / ".build")).make_executor
                    ready = warm(make(), number)
                    wall, processor = build(
                        run, out, make if place == "cluster" else lambda ready=ready: ready, 2 * number
                    )
                    figures.setdefault(name, []).append((wall, processor))
                    pools.add(tuple((out / f"{tier}.parquet").read_bytes() for tier in TIERS))
                click.echo(f"round {turn + 1}, {name}: {wall:.2f} s, {processor:.2f} s of processor time")
    if len(pools) != 1:
        raise click.ClickException("the pools differ")
    base = statistics.median(processor for _, processor in figures["local, 1 worker"])
    for name, values in figures.items():
        wall, processor = (statistics.median(part) for part in zip(*values, strict=True))
        click.echo(
            f"{name}: {deals / wall:,.0f} deals/s on the clock, {1e6 * processor / deals:,.0f} us of processor time "
            f"a deal, {processor / base:.3f} of one local worker's"
        )
    click.echo(f"pools: {sum(map(len, next(iter(pools)))) / deals:.1f} bytes a deal")


def nothing(span: shards.Span) -> shards.Tally:
    """Do no work on a shard."""
    return shards.Tally(solvable=span.last - span.first + 1)


@main.command()
@click.option("--shards", "number", default=100_000)
@click.option("--in-flight", default=4)
def overhead(number: int, in_flight: int) -> None:
    """Send shards that do nothing to two workers on a cluster: processor time for each, and memory as it goes on."""
    spans = (shards.Span(deal, deal) for deal in range(1, number + 1))
    with ExitStack() as stack:
        address, scheduler, processes = stack.enter_context(dask_cluster(2))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cluster = stack.enter_context(connected(address, folder))
        everyone = {"client": os.getpid(), "scheduler": scheduler, "worker": processes[0]}
        before = {name: processor_seconds(process) for name, process in everyone.items()}
        start = time.perf_counter()
        for done, (span, tally) in enumerate(run_tasks(nothing, spans, cluster.make_executor, in_flight), 1):
            if tally != nothing(span):
                raise click.ClickException(f"{span}: {tally}")
            if done in (1, 1000) or done % max(1, number // 10) == 0:
                memory = ", ".join(f"{name} {megabytes(process):.0f} MB" for name, process in everyone.items())
                click.echo(f"{done:,} shards: {memory}")
        if done != number:
            raise click.ClickException(f"{done} shards were done")
        wall = time.perf_counter() - start
        for name, process in everyone.items():
            spent = processor_seconds(process) - before[name]
            click.echo(f"{name}: {1e3 * spent / number:.3f} ms of processor time a shard")
        click.echo(f"{1e3 * wall / number:.2f} ms a shard on the clock; load {os.getloadavg()[0]:.1f}")


@main.command()
@click.option("--deals", default=64_000)
@click.option("--rounds", default=3)
def files(deals: int, rounds: int) -> None:
    """Write, check and assemble shards of several sizes from ratings that are there already."""
    sample = rating.rate_deals(1, 4000, Rules())
    names = [field.name for field in fields(sample) if getattr(sample, field.name) is not None]

    def ready(first: int, last: int, rules: Rules, *, cells_needed: bool = False) -> SimpleNamespace:
        rows = (np.arange(first, last + 1) - 1) % 4000
        parts = {
            name: [values[i] for i in rows] if isinstance(values := getattr(sample, name), list) else values[rows]
            for name in names
        }
        return SimpleNamespace(**(parts | {"deal": np.arange(first, last + 1)}))

    rating.rate_deals = ready
    run = settings(1, deals)
    for size in (250, 1000, 4000, 16_000) * rounds:
        shards.SHARD_DEALS = size
        with tempfile.TemporaryDirectory() as scratch:
            out = Path(scratch)
            ledger = Ledger(out, run)
            spans = list(shards.shard_spans(run.first, run.last))
            start = time.process_time()
            for span in spans:
                ready(*span, run.rules)
            idle, start = time.process_time() - start, time.process_time()
            for span in spans:
                shards.make_shard(ledger.folder, run.rules, span)
            written, start = time.process_time() - start - idle, time.process_time()
            ledger.scan()
            scanned, start = time.process_time() - start, time.process_time()
            assemble(ledger, out)
            assembled = time.process_time() - start
            bytes_ = sum(path.stat().st_size for path in ledger.folder.iterdir())
        parts = ", ".join(
            f"{what} {1e6 * seconds / deals:.2f} us a deal ({1e3 * seconds / len(spans):.2f} ms a shard)"
            for what, seconds in (("write", written), ("check", scanned), ("assemble", assembled))
        )
        click.echo(f"shards of {size:,}: {parts}; {bytes_ / deals:.0f} bytes a deal")


@main.command()
@click.option("--deal-us", required=True, type=float, help="Processor time of a deal.")
@click.option("--deal-bytes", required=True, type=float, help="Bytes of the pools for each deal.")
@click.option("--shard-ms", required=True, type=float, help="Processor time of the scheduler for a shard.")
@click.option("--assemble-us", required=True, type=float, help="Processor time of a deal when pools are put together.")
def paper(deal_us: float, deal_bytes: float, shard_ms: float, assemble_us: float) -> None:
    """Print what 2^32 deals cost, from measured figures."""
    deals = 2**32
    click.echo(f"core-hours: {deals * deal_us / 3.6e9:,.0f}; pools: {deals * deal_bytes / 1e9:,.0f} GB")
    click.echo(f"putting the pools together: {deals * assemble_us / 3.6e9:.1f} hours of one core")
    for size in (1000, 4000, 10_000, 32_000):
        busy = size * deal_us / 1000 / shard_ms
        click.echo(
            f"shards of {size:,}: {deals / size:,.0f}, {size * deal_us / 1e6:.1f} s each; the scheduler is busy for "
            f"{deals / size * shard_ms / 3.6e6:.1f} h, enough for {busy:,.0f} workers"
        )


if __name__ == "__main__":
    main()
