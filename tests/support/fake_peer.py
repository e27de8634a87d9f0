"""A program in the place of Freecell Solver's, which says what a test wants."""

import os
from pathlib import Path

import pytest
from freecell_pools.benchmarks.fc_solve import PROGRAM

SOLVES_ALL = """\
echo "Started at 1000.000000"
deal=$1
while [ "$deal" -le "$2" ]; do
    if [ $((deal % $3)) = 0 ]; then
        echo "Reached Board No. $deal at 1000.0$((1000 + deal)) (total_num_iters=$((deal * 10)))"
    fi
    deal=$((deal + 1))
done
"""


def put_in_place(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Put a shell script first where programs are looked for."""
    program = folder / "bin" / PROGRAM
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script}")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
