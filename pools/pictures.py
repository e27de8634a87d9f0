"""Pictures as files: their formats, their looks, written whole or not at all.

Matplotlib is there only with the extra `plot`. Nothing here opens a display. Colours are those of Okabe and Ito, which
the colour-blind can tell apart; a picture in grey must be readable too, so areas have hatching and lines have dashes.
"""

import importlib
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .atomic import check_place, writing
from .errors import PictureError
from .lines import one_line

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS: Final = (".png", ".svg", ".pdf")
DPI: Final = 96

SKY, ORANGE, VERMILION, GREEN, BLUE = "#56B4E9", "#E69F00", "#D55E00", "#009E73", "#0072B2"
GREY: Final = "#BBBBBB"

# Without a salt the names inside an SVG are drawn at random, and without these entries there would be a date.
_SETTINGS: Final = {
    "svg.hashsalt": "freecell-pools",
    "font.size": 9.0,
    "axes.titlesize": 10.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "hatch.linewidth": 0.7,
    "legend.frameon": False,
}
_NO_DATE: Final = {".png": {}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}


def check_picture(path: Path) -> None:
    """Check that a picture can be drawn and put at a path, before any work.

    Raises `PictureError` when it cannot be drawn, `WriteError` when it cannot be put there.
    """
    if path.suffix.lower() not in FORMATS:
        raise PictureError(f"{path}: a picture's name ends in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}")
    check_place(path)
    try:
        importlib.import_module("matplotlib")
    except ModuleNotFoundError as error:
        raise PictureError(
            "pictures need matplotlib, which is not installed: pip install 'freecell-pools[plot]'"
        ) from error
    except (ImportError, ValueError) as error:
        raise PictureError(f"matplotlib cannot be used: {one_line(str(error))}") from error


@contextmanager
def house_style() -> Iterator[None]:
    """Draw and save with these looks, whatever the user's own settings of matplotlib are."""
    from matplotlib import style

    with style.context(["default", _SETTINGS]):
        yield


def save_picture(figure: "Figure", path: Path) -> None:
    """Write a figure in the format that its name ends in: the same bytes for the same figure.

    To be called in `house_style`. Raises `WriteError` when the file cannot be written; one that was there before
    is untouched then.
    """
    kind = path.suffix.lower()
    picture = io.BytesIO()
    figure.savefig(picture, format=kind[1:], dpi=DPI, metadata=_NO_DATE[kind])
    with writing(path) as file:
        file.write(picture.getbuffer())
