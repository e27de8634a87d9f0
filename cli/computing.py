"""Where a build computes: in worker processes of this machine, or on a cluster."""

import functools
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .compiling import CHECKING, RATING, compile_first
from .errors import Stop
from .options import workers_option
from .value_types import Name

if TYPE_CHECKING:
    from freecell_pools.pools.run import Run

F = TypeVar("F", bound=Callable[..., Any])

SHARDS_PER_WORKER = 2

Computing = tuple[Path, Callable[[], Executor], int | Callable[[], int]]
"""The output folder, what makes an executor, and how many shards that may have at once."""


@dataclass(frozen=True, slots=True)
class Place:
    """What the options say: the number of worker processes here, or the address of a scheduler or a file with it."""

    workers: int | None
    cluster: str | None
    scheduler_file: Path | None

    def __post_init__(self) -> None:
        """Refuse options that contradict each other."""
        if self.cluster is not None and self.scheduler_file:
            raise Stop("--cluster and --scheduler-file name a scheduler both: give one of them")
        if self.workers and (self.cluster is not None or self.scheduler_file):
            raise Stop("--workers is for this machine: a cluster has the workers that were started for it")

    @contextmanager
    def computing(self, run: "Run", out: Path, warn: Callable[[str], None]) -> Iterator[Computing]:
        """Give what computes the shards of a run, while the block runs."""
        if self.cluster is None and self.scheduler_file is None:
            yield out, *self._here(run)
            return
        from freecell_pools.pools.cluster import ClusterError, connected, scheduler_address
        from freecell_pools.pools.ledger import FOLDER

        # The workers run in other folders.
        out = out.absolute()
        try:
            address = scheduler_address(self.scheduler_file) if self.scheduler_file else str(self.cluster)
            with connected(address, out / FOLDER, warn) as cluster:
                yield out, cluster.make_executor, cluster.in_flight
        except ClusterError as error:
            raise Stop(str(error)) from error

    def _here(self, run: "Run") -> tuple[Callable[[], Executor], int]:
        from freecell_pools.pools.shards import warm_up
        from freecell_pools.pools.workers import local_pools, usable_cores

        kernels = RATING + CHECKING if run.cells_needed else RATING
        compile_first(kernels, lambda: warm_up(run.rules, run.cells_needed))
        workers = self.workers or usable_cores()
        return local_pools(workers), workers * SHARDS_PER_WORKER


def computing_options(command: F) -> F:
    """Give a command the options that say where shards are computed; it gets them as `place`."""

    @workers_option(None, "the usable cores")
    @click.option("--cluster", metavar="ADDRESS", help="Build on a Dask cluster: its scheduler, as tcp://host:8786.")
    @click.option(
        "--scheduler-file",
        type=Name(path_type=Path),
        metavar="FILE",
        help="The same, by the file that `dask scheduler --scheduler-file FILE` writes.",
    )
    @functools.wraps(command)
    def with_place(
        *args: Any, workers: int | None, cluster: str | None, scheduler_file: Path | None, **kwargs: Any
    ) -> Any:
        return command(*args, place=Place(workers, cluster, scheduler_file), **kwargs)

    return with_place  # type: ignore[return-value]
