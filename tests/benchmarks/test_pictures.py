"""The pictures of the results: what they show, and what is said when results are missing."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from extras import need

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "studies" / "pictures.py"
TIMES: dict[str, Any] = {
    "command": "measure",
    "machine": "a machine",
    "deals": [11, 13],
    "unit": "s",
    "ours": [2e-3, 1e-3, 4e-3],
    "peer": [2e-2, 1e-2, 4e-2],
}
SCALING: dict[str, Any] = TIMES | {"unit": "deals/s", "local": {"1": 100, "2": 190}, "cluster": {"1": 90, "2": 180}}


@pytest.fixture
def pictures() -> ModuleType:
    need("matplotlib", "plot")
    spec = importlib.util.spec_from_file_location("benchmark_pictures", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def draw(results: Path, out: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, SCRIPT, "--results", results, "--out", out]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_survival_curves_have_the_share_that_takes_so_long(pictures: ModuleType) -> None:
    axes = pictures.draw_times("freecell", TIMES).axes[0]
    ours, peer = axes.lines
    assert ours.get_xdata().tolist() == [4e-3, 2e-3, 1e-3]
    assert peer.get_xdata().tolist() == [4e-2, 2e-2, 1e-2]
    assert ours.get_ydata().tolist() == peer.get_ydata().tolist() == pytest.approx([1 / 3, 2 / 3, 1])
    assert ours.get_linestyle() != peer.get_linestyle()
    assert "median 2 ms" in ours.get_label()
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")


def test_many_deals_keep_the_slowest_and_the_fastest(pictures: ModuleType) -> None:
    times, shares = pictures.survival(list(range(1, 100_001)))
    assert (times[0], times[-1]) == (100_000, 1)
    assert len(times) <= pictures.POINTS
    assert shares.tolist() == pytest.approx(((100_001 - times) / 100_000).tolist())


def test_scaling_stands_beside_the_ideal_line(pictures: ModuleType) -> None:
    axes = pictures.draw_scaling(SCALING).axes[0]
    ideal, local, cluster = axes.lines
    assert list(ideal.get_ydata()) == [100, 200]
    assert list(local.get_ydata()) == [100, 190]
    assert list(cluster.get_ydata()) == [90, 180]
    assert "1.90 times with 2" in local.get_label()


def test_one_command_draws_all_of_them(pictures: ModuleType, tmp_path: Path) -> None:
    for name, facts in {"times-freecell": TIMES, "times-bakers-game": TIMES, "scaling": SCALING}.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(facts))
    done = draw(tmp_path, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    made = sorted(path.name for path in tmp_path.glob("*.svg"))
    assert made == ["scaling.svg", "times-bakers-game.svg", "times-freecell.svg"]


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("times-freecell", None, "times-freecell.json is missing: RESULTS.md says what measures it"),
        ("scaling", None, "scaling.json is missing"),
        ("scaling", "[", "scaling.json cannot be read"),
        (
            "scaling",
            json.dumps(TIMES),
            "scaling.json does not have all of cluster, command, deals, local, machine, unit",
        ),
        ("scaling", json.dumps(SCALING | {"unit": "s"}), "scaling.json has the unit 's', not 'deals/s'"),
        ("times-freecell", json.dumps(TIMES | {"ours": [1]}), "there is not a time for each of deals 11 to 13"),
    ],
)
def test_results_that_are_none(
    pictures: ModuleType, tmp_path: Path, name: str, content: str | None, expected: str
) -> None:
    for file, facts in (("times-freecell", TIMES), ("scaling", SCALING)):
        (tmp_path / f"{file}.json").write_text(json.dumps(facts))
    path = tmp_path / f"{name}.json"
    path.write_text(content) if content is not None else path.unlink()
    done = draw(tmp_path, tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1
    assert expected in done.stderr
    assert not list(tmp_path.glob("*.svg"))
