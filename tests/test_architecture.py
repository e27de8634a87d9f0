"""The tables of ARCHITECTURE.md name every file, and no file imports one that stands higher."""

import re
import tomllib
from pathlib import Path

import pytest
from imported_names import imported_names

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "ARCHITECTURE.md").read_text()
ROOMS = re.findall(r"^### `([\w/]+)/`$", TEXT, re.MULTILINE)
BELOW = {"search": ("search", "game", "compiling"), "game": ("game",), "compiling": ("compiling",)}


def rows(room: str) -> list[list[str]]:
    """Return the names in each row of the table of a room."""
    table = TEXT.partition(f"\n### `{room}/`\n")[2].partition("\n### ")[0]
    return [re.findall(r"`(\w+)`", cell) for cell in re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE)]


def siblings(source: Path) -> set[str]:
    """Return the files of its own room that a file imports."""
    here = ".".join(("freecell_pools", *source.relative_to(ROOT).parent.parts))
    # Of a name in a file of the room, the part after that of the room begins with the file's.
    imported = {name.removeprefix(here).split(".")[1] for name in imported_names(source) if name.startswith(f"{here}.")}
    return imported & {other.stem for other in source.parent.glob("*.py")}


@pytest.mark.parametrize("room", ROOMS)
def test_every_file_stands_in_the_table_once(room: str) -> None:
    named = [name for row in rows(room) for name in row]
    files = {source.stem for source in (ROOT / room).glob("*.py")} - {"__init__"}
    assert sorted(named) == sorted(files)


def test_every_room_of_the_package_has_a_table() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    assert {package.partition(".")[2].replace(".", "/") for package in settings["packages"]} == set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_no_file_imports_one_that_stands_higher(room: str) -> None:
    place = {name: number for number, row in enumerate(rows(room)) for name in row}
    for name, number in place.items():
        for other in siblings(ROOT / room / f"{name}.py"):
            assert place[other] >= number, f"{room}/{name}.py imports {other}, which stands higher"


@pytest.mark.parametrize("room", BELOW)
def test_a_room_of_the_solver_imports_those_below_only(room: str) -> None:
    below = tuple(f"freecell_pools.solver.{other}." for other in BELOW[room])
    for source in (ROOT / "solver" / room).glob("*.py"):
        for name in imported_names(source):
            assert name.startswith(below) or not name.startswith("freecell_pools."), f"{source.name} imports {name}"


def test_the_replayer_shares_nothing_with_the_search() -> None:
    sources = [ROOT / "solver" / "replay.py"]
    for source in sources:
        assert not [name for name in imported_names(source) if ".search" in name], source.name
        sources += [source.with_name(f"{name}.py") for name in siblings(source)]
    assert [source.stem for source in sources] == ["replay", "dealing"]


def test_every_path_in_the_text_is_there() -> None:
    paths = re.findall(r"`((?:solver|pools|cli|benchmarks|tests)/[\w./]*)`", TEXT)
    assert len(paths) > 20
    for path in paths:
        assert (ROOT / path).exists(), path


def test_every_name_in_contributing_is_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    sources = {source.stem: source.read_text() for source in (ROOT / "solver").rglob("*.py")}
    names = [
        (file, name)
        for file, name in re.findall(r"`(\w+)\.(\w+)`", text)
        if file in sources and name not in ("py", "js")
    ]
    assert len(names) > 15
    for file, name in names:
        assert re.search(rf"^(def |class )?{name}\b", sources[file], re.MULTILINE), f"{file}.{name}"
    methods = re.findall(r"`Rules\.(\w+)`", text)
    assert len(methods) >= 3
    for name in methods:
        assert f"    def {name}(" in sources["rules"], name


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"])
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text()
    headings = {
        re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    }
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert links
    for link in links:
        if link.startswith("#"):
            assert link[1:] in headings, link
        elif "://" not in link:
            assert (ROOT / link.partition("#")[0]).exists(), link
