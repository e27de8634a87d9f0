"""A real scheduler and real workers, each a process of its own, on loopback."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from freecell_pools import cli, pools, solver
from patience import wait_until

SUPPORT = Path(__file__).parent


class LocalCluster:
    """A scheduler whose workers come and go as a test says."""

    def __init__(self, folder: Path, *options: str, **environment: str) -> None:
        """Start the scheduler; its options and variables may be added to."""
        self._folder = folder
        self._processes: list[subprocess.Popen[bytes]] = []
        self.file = folder / "scheduler.json"
        command = ["scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(self.file)]
        self.scheduler = self._start("scheduler", *command, *options, **environment)
        wait_until(lambda: self.file.exists() and self.file.read_text().endswith("}"))
        self.address: str = json.loads(self.file.read_text())["address"]

    def add_worker(self, *options: str, threads: int = 1, **environment: str) -> subprocess.Popen[bytes]:
        """Start a worker without a nanny, so that nobody starts it again; it need not be ready yet."""
        scratch = self._folder / f"worker-{len(self._processes)}"
        common = ("worker", self.address, "--nthreads", str(threads), "--local-directory", str(scratch))
        return self._start(scratch.name, *common, *(options or ("--no-nanny",)), **environment)

    def close(self) -> None:
        """End all processes; what a nanny looks after ends with it."""
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.wait()

    def _start(self, name: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        path = os.pathsep.join([*filter(None, [environment.pop("PYTHONPATH", "")]), str(SUPPORT)])
        folder = self._folder / f"{name}-folder"
        folder.mkdir()
        with (self._folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *arguments, "--no-dashboard"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=folder,
                env={**os.environ, "PYTHONPATH": path, **environment},
            )
        self._processes.append(process)
        return process


@contextmanager
def local_cluster(folder: Path, workers: int = 0, *options: str, **environment: str) -> Iterator[LocalCluster]:
    """Give a scheduler with some workers while the block runs."""
    folder.mkdir()
    cluster = LocalCluster(folder, *options, **environment)
    try:
        for _ in range(workers):
            cluster.add_worker()
        yield cluster
    finally:
        cluster.close()


def another_engine(folder: Path) -> str:
    """Copy the package with a line more in the solver; return the folder for PYTHONPATH."""
    for room in (solver, pools, cli):
        name = room.__name__.rpartition(".")[2]
        shutil.copytree(
            Path(str(room.__file__)).parent,
            folder / "freecell_pools" / name,
            ignore=shutil.ignore_patterns("__pycache__", "data"),
        )
    source = folder / "freecell_pools" / "solver" / "game" / "cards.py"
    source.write_text(source.read_text() + "# another engine\n")
    return str(folder)


def no_package(folder: Path) -> tuple[str, str]:
    """Return the options of a scheduler or worker in whose process the package is not installed."""
    preload = folder / "without_the_package.py"
    preload.write_text('import sys\n\nsys.modules["freecell_pools"] = None\n')
    return "--preload", str(preload)


def tasks_of(dask_scheduler: Any) -> int:
    """Return how many tasks a scheduler knows of; Dask calls this in its process."""
    return len(dask_scheduler.tasks)
