"""Pictures as files: refused before any work, or written whole."""

import subprocess
import sys
from pathlib import Path

import pytest
from extras import need
from freecell_pools.pools.errors import PictureError, PlaceError
from freecell_pools.pools.pictures import FORMATS, check_picture, house_style, save_picture


@pytest.fixture(autouse=True)
def _matplotlib() -> None:
    need("matplotlib", "plot")


def test_formats_are_told_by_the_ending(tmp_path: Path) -> None:
    for name in (*(f"a{ending}" for ending in FORMATS), "a.b.PNG"):
        check_picture(tmp_path / name)
    for name in ("a", "a.jpg", ".png", "png"):
        with pytest.raises(PictureError, match=r"a picture's name ends in \.png, \.svg or \.pdf"):
            check_picture(tmp_path / name)


def test_a_place_that_cannot_hold_a_picture(tmp_path: Path) -> None:
    with pytest.raises(PlaceError, match="there is no folder"):
        check_picture(tmp_path / "missing" / "a.png")


def test_the_extra_is_named_where_it_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(PictureError, match=r"pip install 'freecell-pools\[plot\]'"):
        check_picture(tmp_path / "a.png")


def draw(path: Path) -> None:
    from matplotlib.figure import Figure

    with house_style():
        figure = Figure()
        figure.subplots().bar([1, 2], [3, 4], hatch="//")
        save_picture(figure, path)


@pytest.mark.parametrize("ending", FORMATS)
def test_the_same_figure_gives_the_same_bytes_of_its_format(ending: str, tmp_path: Path) -> None:
    first, again = tmp_path / f"first{ending}", tmp_path / f"again{ending.upper()}"
    draw(first)
    draw(again)
    content = first.read_bytes()
    assert content == again.read_bytes()
    assert content.startswith({".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}[ending])
    assert b"Date" not in content
    assert {file.name for file in tmp_path.iterdir()} == {first.name, again.name}


def test_the_users_settings_change_nothing(tmp_path: Path) -> None:
    import matplotlib

    draw(tmp_path / "usual.png")
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "savefig.transparent": True}):
        draw(tmp_path / "other.png")
    assert (tmp_path / "usual.png").read_bytes() == (tmp_path / "other.png").read_bytes()


def test_a_picture_that_cannot_be_drawn_leaves_the_old_one(tmp_path: Path) -> None:
    from matplotlib.figure import Figure

    path = tmp_path / "a.png"
    path.write_text("old")
    figure = Figure()
    figure.text(0.5, 0.5, r"$\nonsense$")
    with house_style(), pytest.raises(ValueError, match="nonsense"):
        save_picture(figure, path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_no_display_is_ever_opened() -> None:
    program = "import sys, freecell_pools.pools.stats_picture; print('matplotlib.pyplot' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
