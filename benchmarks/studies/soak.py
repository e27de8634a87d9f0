"""Kill builds at random moments, and see that the pools come out as if nothing had happened.

    python benchmarks/studies/soak.py --kills 50 --deals 1-12000 --workers 2 --seed 1 -- --rules freecell

An undisturbed build comes first. Then the same command is given again and again, each time hit at a random moment:
its parent or one of its workers is killed (SIGKILL), the parent is ended (SIGTERM), or all of it is interrupted
(SIGINT, as Ctrl-C does). When the pools are complete, their bytes are compared with those of the undisturbed build and
the next folder is begun, until there were enough hits. Exit code 1, and the folder is kept, when anything but the same
bytes or one line comes out.
"""

import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import click

COMMAND = [sys.executable, "-m", "freecell_pools.cli", "build"]
KINDS = ("parent", "worker", "SIGTERM", "Ctrl-C")
ENDINGS = {0: ("",), 1: ("Error: ", "the same command tries these again"), 130: ("Interrupted",)}


def digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of all that is in a folder, by name."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def workers_of(process: int) -> list[int]:
    """Return the worker processes of a build that are there now."""
    found = []
    for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
            found.append(int(child))
    return found


def hit(process: int, kind: str, chance: random.Random) -> bool:
    """Strike a build; return whether it could be, which it cannot when it ended or has no worker yet."""
    try:
        if kind == "parent":
            os.kill(process, signal.SIGKILL)
        elif kind == "SIGTERM":
            os.kill(process, signal.SIGTERM)
        elif kind == "Ctrl-C":
            os.killpg(process, signal.SIGINT)
        else:
            os.kill(chance.choice(workers_of(process)), signal.SIGKILL)
    except (OSError, IndexError):
        return False
    return True


def check_ending(code: int, errors: str) -> str:
    """Return what is wrong with how a build ended that was hit, nothing when it is as promised."""
    if code in (-signal.SIGKILL, -signal.SIGTERM):
        return ""
    # An interrupt while Python itself starts, before the command begins, ends in Python's own words.
    before = not errors or (errors.rstrip().endswith("KeyboardInterrupt") and "in invoke" not in errors)
    if code in (1, -signal.SIGINT) and before:
        return ""
    lines = [line for line in errors.splitlines() if "deals/s" not in line and "made again" not in line]
    wanted = ENDINGS.get(code)
    if wanted is None or "Traceback" in errors or len(lines) > 1 or not all(part in errors for part in wanted):
        return f"ended with {code}: {errors[-2000:]}"
    return ""


@click.command()
@click.option("--kills", default=50, show_default=True)
@click.option("--deals", default="1-12000", show_default=True)
@click.option("--workers", default=2, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.argument("more", nargs=-1)
def main(kills: int, deals: str, workers: int, seed: int, more: tuple[str, ...]) -> None:
    """Kill builds at random moments and compare the pools with those of an undisturbed one; MORE goes to `build`."""
    chance = random.Random(seed)
    root = Path(tempfile.mkdtemp(prefix="soak-"))
    command = [*COMMAND, "--deals", deals, "--workers", str(workers), *more, "--out"]
    start = time.monotonic()
    subprocess.run([*command, root / "undisturbed"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    usual = time.monotonic() - start
    reference = digests(root / "undisturbed")
    click.echo(f"undisturbed: {usual:.1f} s, {len(reference)} files")
    hits: Counter[str] = Counter()
    finished = starts = survived = 0
    out = root / "pools"
    kind = chance.choice(KINDS)
    while hits.total() < kills or out.exists():
        starts += 1
        process = subprocess.Popen(
            [*command, out],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        struck = 0
        while hits.total() < kills and process.poll() is None:
            time.sleep(chance.uniform(0, usual))
            if process.poll() is not None or not hit(process.pid, kind, chance):
                continue
            hits[kind] += 1
            struck += 1
            click.echo(f"hit {hits.total()}: {kind}", err=True)
            last, kind = kind, chance.choice(KINDS)
            if last != "worker":
                break
        _, errors = process.communicate()
        complaint = check_ending(process.returncode, errors)
        survived += process.returncode == 0 and struck > 0
        if (out / "manifest.json").exists():
            now = digests(out)
            inside = {name: digest for name, digest in now.items() if name in reference}
            if inside != reference or (process.returncode == 0 and now != reference):
                complaint = complaint or "the bytes are others"
            if process.returncode == 0:
                finished += 1
                shutil.rmtree(out)
        if complaint:
            click.echo(f"start {starts}, hit {hits.total()}: {complaint}\nkept in {out}", err=True)
            raise SystemExit(1)
    shutil.rmtree(root)
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(hits.items()))
    click.echo(
        f"{hits.total()} hits ({kinds}) in {starts} starts, of which {survived} went on to their end after a hit"
    )
    click.echo(f"{finished} times the pools were complete, each time with the bytes of the undisturbed build")


if __name__ == "__main__":
    main()
