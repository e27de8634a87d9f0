"""`build` on a real Dask scheduler with worker processes: the bytes of the local build, whatever happens to it."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from build_runs import ACCIDENTS, contents, finish, may_finish, wait_for_a_shard
from built_pools import DEALS
from command_runs import call, run, started
from dask_cluster import LocalCluster, another_engine, local_cluster, no_package
from extras import need
from patience import PATIENCE_SECONDS, wait_until

# Seven shards, of which the last four wait in mid-run.
MANY, HELD_FROM = "998-6203", "3001"


@pytest.fixture
def dask() -> None:
    need("distributed", "cluster")


@pytest.fixture
def cluster(dask: None, tmp_path: Path) -> Iterator[LocalCluster]:
    """A scheduler and two workers of one thread each."""
    with local_cluster(tmp_path / "cluster") as running:
        for _ in range(2):
            running.add_worker(**held(tmp_path / "out"))
        yield running


def held(out: Path) -> dict[str, str]:
    """Return the variables for workers that wait in mid-run of `MANY` until the build may finish."""
    return {"PYTHONPATH": str(ACCIDENTS), "HELD_FROM": HELD_FROM, "HELD_UNTIL": str(may_finish(out))}


@pytest.fixture(scope="module")
def built_many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built-many")
    assert run("build", "--deals", MANY, "--out", str(folder), "--workers", "1").returncode == 0
    return folder


def options(out: Path, address: str, deals: str = MANY) -> list[str]:
    return ["build", "--deals", deals, "--out", str(out), "--cluster", address]


@contextmanager
def begun(out: Path, cluster: LocalCluster) -> Iterator[subprocess.Popen[str]]:
    """Give a build of which a shard is finished; it waits in mid-run until `finish`."""
    with started(*options(out, cluster.address)) as process:
        wait_for_a_shard(process, out)
        yield process


def processing(cluster: LocalCluster) -> dict[str, int]:
    """Return how many tasks each worker has."""
    from distributed import Client

    with Client(cluster.address, timeout=PATIENCE_SECONDS, set_as_default=False) as client:
        return {worker: len(tasks) for worker, tasks in client.processing().items()}


def said(errors: str) -> str:
    """Return what a command said beside its progress, which a slow machine shows."""
    return "".join(
        line for line in errors.splitlines(keepends=True) if not re.search(r"^[\d,]+ of [\d,]+ deals, ", line)
    )


def one_line(done: subprocess.CompletedProcess[str], code: int) -> str:
    """Return the one line of a failed command."""
    assert (done.returncode, done.stdout) == (code, ""), done.stderr
    line = said(done.stderr)
    assert line.count("\n") == 1, line
    return line


def test_two_workers_give_the_bytes_of_a_local_build(built: Path, cluster: LocalCluster, tmp_path: Path) -> None:
    done = run(*options(tmp_path / "out", cluster.address, DEALS))
    assert (done.returncode, said(done.stderr)) == (0, "")
    assert contents(tmp_path / "out") == contents(built)
    # A relative folder is that of the build, not of the workers; and the scheduler's file is as good as its address.
    by_file = ["build", "--deals", DEALS, "--out", "relative", "--scheduler-file", str(cluster.file)]
    assert run(*by_file, cwd=tmp_path).returncode == 0
    assert contents(tmp_path / "relative") == contents(built)


def test_a_worker_killed_in_mid_run(built_many: Path, dask: None, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with local_cluster(tmp_path / "cluster") as cluster:
        workers = [cluster.add_worker("--no-nanny", "--name", name, **held(out)) for name in ("first", "second")]
        wait_until(lambda: len(processing(cluster)) == 2)
        with begun(out, cluster) as process:
            wait_until(lambda: all(processing(cluster).values()))
            workers[0].send_signal(signal.SIGKILL)
            workers[0].wait()
            assert process.poll() is None
            assert not (out / "manifest.json").exists()
            _, errors = finish(process, out)
            assert process.returncode == 0, errors
        assert len(processing(cluster)) == 1
    assert contents(out) == contents(built_many)


def test_a_worker_with_more_threads(built: Path, dask: None, tmp_path: Path) -> None:
    with local_cluster(tmp_path / "cluster") as cluster:
        cluster.add_worker(threads=3)
        done = run(*options(tmp_path / "out", cluster.address, DEALS))
    assert done.returncode == 0, done.stderr
    assert contents(tmp_path / "out") == contents(built)


def test_interrupted_and_resumed(built_many: Path, cluster: LocalCluster, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with begun(out, cluster) as process:
        os.killpg(process.pid, signal.SIGINT)
        output, errors = finish(process, out)
    assert (process.returncode, output) == (130, "")
    assert said(errors) == f"Interrupted: the finished shards are kept in {out}, the same command goes on from here\n"
    wait_until(lambda: not any(processing(cluster).values()))
    assert not (out / "manifest.json").exists()
    assert run(*options(out, cluster.address)).returncode == 0
    assert contents(out) == contents(built_many)


def test_the_scheduler_killed_in_mid_run(built_many: Path, cluster: LocalCluster, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with begun(out, cluster) as process:
        cluster.scheduler.send_signal(signal.SIGKILL)
        _, errors = finish(process, out)
    assert process.returncode == 1
    assert said(errors).count("\n") == 1, errors
    assert f"the connection to the scheduler {cluster.address} was lost" in errors
    assert "the same command goes on from here" in errors
    assert run("build", "--deals", MANY, "--out", str(out), "--workers", "1").returncode == 0
    assert contents(out) == contents(built_many)


def test_a_worker_with_another_engine_is_named(cluster: LocalCluster, tmp_path: Path) -> None:
    out = tmp_path / "out"
    cluster.add_worker(PYTHONPATH=another_engine(tmp_path / "other"))
    wait_until(lambda: len(processing(cluster)) == 3)
    named = re.fullmatch(
        r"Error: worker (\S+) has freecell-pools \S+ \(engine (\w+)\), this is freecell-pools \S+ \(engine (\w+)\): "
        r"install the same there and restart it\n",
        one_line(run(*options(out, cluster.address, DEALS)), 1),
    )
    assert named
    assert named[1] in processing(cluster)
    assert named[2] != named[3]
    assert not list(out.glob(".build/*.parquet"))


@pytest.mark.parametrize("kind", ["another engine", "no package"])
def test_a_wrong_worker_that_comes_later_is_named(dask: None, tmp_path: Path, kind: str) -> None:
    out = tmp_path / "out"
    with local_cluster(tmp_path / "cluster") as cluster:
        with started(*options(out, cluster.address, DEALS)) as process:
            assert process.stderr
            assert process.stderr.readline() == f"no worker is connected to {cluster.address}: waiting for one\n"
            if kind == "another engine":
                cluster.add_worker(PYTHONPATH=another_engine(tmp_path / "other"))
            else:
                cluster.add_worker("--no-nanny", *no_package(tmp_path))
            _, errors = process.communicate(timeout=PATIENCE_SECONDS)
        assert process.returncode == 1
        assert said(errors).count("\n") == 1, errors
        wrong = "has" if kind == "another engine" else "cannot run"
        assert said(errors).startswith(f"Error: worker {next(iter(processing(cluster)))} {wrong} freecell-pools ")
    assert not list(out.glob(".build/*.parquet"))


def test_only_the_workers_need_the_package(built: Path, dask: None, tmp_path: Path) -> None:
    without = no_package(tmp_path)
    with local_cluster(tmp_path / "cluster", 1, *without) as cluster:
        done = run(*options(tmp_path / "out", cluster.address, DEALS))
        assert done.returncode == 0, done.stderr
        assert contents(tmp_path / "out") == contents(built)
        cluster.add_worker("--no-nanny", *without)
        wait_until(lambda: len(processing(cluster)) == 2)
        line = one_line(run(*options(tmp_path / "again", cluster.address, DEALS)), 1)
        assert re.match(r"Error: worker tcp://\S+ cannot run freecell-pools .*: install the same there\n", line), line


def test_workers_that_do_not_see_the_folder(cluster: LocalCluster, tmp_path: Path) -> None:
    """The path means another folder in each process, as it does on machines that share none."""
    wait_until(lambda: len(processing(cluster)) == 2)
    done = run(*options(Path("/proc/self/cwd/out"), cluster.address, DEALS), cwd=tmp_path)
    line = one_line(done, 1)
    assert re.match(r"Error: worker tcp://\S+ does not see /proc/self/cwd/out/.build: the folder must be one", line)
    assert not list(tmp_path.glob("out/.build/*.parquet"))


def test_a_folder_that_vanishes(cluster: LocalCluster, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with begun(out, cluster) as process:
        out.rename(tmp_path / "elsewhere")
        _, errors = finish(process, out)
    assert process.returncode == 1
    assert said(errors).count("\n") == 1, errors
    assert "worker tcp://" in said(errors)


@pytest.mark.parametrize("server", ["none", "silent", "another"])
def test_no_scheduler_answers(dask: None, tmp_path: Path, server: str) -> None:
    impatient = "from freecell_pools.pools import cluster; cluster.CONNECT_SECONDS = 1.0; "
    program = impatient + "from freecell_pools.cli.main import main; main()"
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        if server == "none":
            listening.close()
        command = [sys.executable, "-c", program, *options(tmp_path / "out", address)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            if server == "another":
                peer, _ = listening.accept()
                peer.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 10)
                peer.close()
            try:
                output, errors = process.communicate(timeout=PATIENCE_SECONDS)
            finally:
                process.kill()
    assert (process.returncode, output) == (1, "")
    assert errors == f"Error: no Dask scheduler answers at {address} within 1 s: is it running, can it be reached?\n"
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("address", ["foo://127.0.0.1:8786", "tcp://127.0.0.1:port", ""])
def test_what_is_no_address(dask: None, tmp_path: Path, address: str) -> None:
    line = one_line(run(*options(tmp_path / "out", address)), 2)
    assert f"Error: {address!r} is not the address of a scheduler" in line


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (None, "cannot read the scheduler file .*: No such file or directory"),
        ("", "it is not JSON"),
        ("{", "it is not JSON"),
        ("\xff", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ("[]", "it has no address"),
        ('{"address": 5}', "it has no address"),
    ],
)
def test_what_is_no_scheduler_file(tmp_path: Path, text: str | None, wrong: str) -> None:
    file = tmp_path / "scheduler.json"
    if text is not None:
        file.write_text(text, "latin-1")
    result = call("build", "--deals", DEALS, "--out", str(tmp_path / "out"), "--scheduler-file", str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.match(f"Error: .*{wrong}", result.stderr)
    assert result.stderr.count("\n") == 1


def test_a_scheduler_file_that_is_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    result = call("build", "--deals", DEALS, "--out", str(tmp_path / "out"), "--scheduler-file", str(tmp_path / "pipe"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"Error: cannot read the scheduler file {tmp_path / 'pipe'}: Not a regular file\n"


def test_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = call(*options(tmp_path / "out", "tcp://127.0.0.1:8786"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "Error: a cluster needs Dask, which is not installed: pip install 'freecell-pools[cluster]'\n"
    )


@pytest.mark.parametrize("more", [["--scheduler-file", "x.json"], ["--workers", "2"]])
def test_contradictory_options(tmp_path: Path, more: list[str]) -> None:
    result = call(*options(tmp_path / "out", "tcp://127.0.0.1:8786"), *more)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"Error: {'--cluster and ' * (more[0] != '--workers')}{more[0]} ")
    assert result.stderr.count("\n") == 1
