"""`stats --plot`: the numbers as ever and a picture, or one line and no picture."""

import json
import os
import resource
import sys
from pathlib import Path

import pytest
from command_runs import call, run
from extras import need


@pytest.fixture(autouse=True)
def _matplotlib() -> None:
    need("matplotlib", "plot")


@pytest.mark.parametrize("more", [(), ("--json",)])
@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_a_picture_beside_the_same_numbers(ending: str, more: tuple[str, ...], built: Path, tmp_path: Path) -> None:
    picture = tmp_path / f"pools.{ending}"
    result = call("stats", str(built), "--plot", str(picture), *more)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == call("stats", str(built), *more).stdout
    assert picture.stat().st_size > 10_000
    assert list(tmp_path.iterdir()) == [picture]


def test_a_picture_of_deals_by_cells_and_of_none(built_with_cells: Path, tmp_path: Path) -> None:
    assert call("stats", str(built_with_cells), "--plot", str(tmp_path / "a.png")).exit_code == 0
    # 11982 is impossible, so that all tiers are empty.
    done = run("build", "--deals", "11982", "--out", str(tmp_path / "none"), "--workers", "1")
    assert done.returncode == 0, done.stderr
    done = run("stats", str(tmp_path / "none"), "--plot", str(tmp_path / "none.png"))
    assert (done.returncode, done.stderr) == (0, "")


def test_the_same_bytes_in_another_process(built: Path, tmp_path: Path) -> None:
    call("stats", str(built), "--plot", str(tmp_path / "a.svg"))
    run("stats", str(built), "--plot", str(tmp_path / "b.svg"))
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("pools.gif", "pools.gif: a picture's name ends in .png, .svg or .pdf"),
        ("pools", "pools: a picture's name ends in"),
        ("missing/pools.png", "cannot write missing/pools.png: there is no folder missing"),
        ("folder.png", "cannot write folder.png: it is not a file"),
        ("folder.png/", "cannot write folder.png: it is not a file"),
    ],
)
def test_a_file_that_no_picture_can_be(
    file: str, expected: str, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder.png").mkdir()
    result = call("stats", str(built), "--plot", file)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"Error: {expected}")
    assert result.stderr.count("\n") == 1
    assert list(tmp_path.rglob("*")) == [tmp_path / "folder.png"]


def test_without_matplotlib_a_line_says_so_before_any_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = call("stats", "no-such-folder", "--plot", str(tmp_path / "a.png"), "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "Error: pictures need matplotlib, which is not installed: pip install 'freecell-pools[plot]'\n"
    )


def test_a_backend_that_matplotlib_does_not_know(built: Path, tmp_path: Path) -> None:
    done = run(
        "stats",
        str(built),
        "--plot",
        str(tmp_path / "a.png"),
        env=os.environ | {"MPLBACKEND": "none such", "DISPLAY": ""},
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: matplotlib cannot be used: Key backend: 'none such' is not a valid value")
    assert done.stderr.count("\n") == 1


def test_no_picture_of_pools_that_are_none(tmp_path: Path) -> None:
    result = call("stats", str(tmp_path), "--plot", str(tmp_path / "a.png"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "holds no finished pools" in result.stderr
    assert not list(tmp_path.iterdir())


def test_a_disk_that_fills_up_leaves_the_old_picture(built: Path, tmp_path: Path) -> None:
    picture = tmp_path / "a.png"
    # Now matplotlib writes its list of fonts, if it has none.
    assert call("stats", str(built), "--plot", str(tmp_path / "other.png")).exit_code == 0
    (tmp_path / "other.png").unlink()
    picture.write_text("old")
    done = run(
        "stats",
        str(built),
        "--plot",
        str(picture),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"Error: cannot write {picture}: File too large\n"
    assert picture.read_text() == "old"
    assert list(tmp_path.iterdir()) == [picture]


def test_a_place_where_nothing_can_be_written(built: Path) -> None:
    """Nobody can make files in /proc, though root is told that it may."""
    result = call("stats", str(built), "--plot", "/proc/a.png")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: cannot write /proc/a.png: ")
    assert result.stderr.count("\n") == 1


def test_json_is_one_object_with_a_picture_too(built: Path, tmp_path: Path) -> None:
    lines = call("stats", str(built), "--json", "--plot", str(tmp_path / "a.pdf")).stdout.splitlines()
    assert len(lines) == 1
    assert json.loads(lines[0])["histogram"]
