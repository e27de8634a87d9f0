"""The package list is that of the folders, and no room imports another by its bare name or upwards."""

import tomllib
from importlib.metadata import files
from pathlib import Path

import pytest
from freecell_pools.benchmarks import signature
from imported_names import imported_names

ROOT = Path(__file__).parent.parent
ROOMS = ("solver", "pools", "benchmarks", "cli")


def packages_on_disk() -> dict[str, str]:
    found = {}
    for room in ROOMS:
        for init in (ROOT / room).rglob("__init__.py"):
            folder = init.parent.relative_to(ROOT)
            found["freecell_pools." + ".".join(folder.parts)] = folder.as_posix()
    return found


def test_the_package_list_is_that_of_the_folders() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    assert sorted(settings["packages"]) == sorted(packages_on_disk())
    assert settings["package-dir"] == {f"freecell_pools.{room}": room for room in ROOMS}


def test_every_other_file_that_the_package_needs_is_in_it() -> None:
    data = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    assert data == {"freecell_pools.benchmarks": ["signature.json"]}
    assert signature.FILE.is_file()


def test_the_package_holds_code_only() -> None:
    installed = [path.as_posix() for path in files("freecell-pools") or []]
    assert any("freecell_pools" in path for path in installed)
    assert [path for path in installed if path.endswith(".parquet") or "/contract/" in path] == []


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_are_imported_by_their_full_names_and_downwards_only(room: str) -> None:
    above = ROOMS[ROOMS.index(room) + 1 :]
    # What is not packaged may import what it likes, by its full name.
    for source in set((ROOT / room).rglob("*.py")) - set((ROOT / room).glob("studies/*")):
        for name in imported_names(source):
            assert name.partition(".")[0] not in ROOMS, f"{source.name} imports {name}"
            assert not name.startswith(tuple(f"freecell_pools.{other}" for other in above)), source.name


@pytest.mark.parametrize("room", ["tests", "benchmarks/studies"])
def test_nobody_else_uses_the_bare_names(room: str) -> None:
    for source in (ROOT / room).rglob("*.py"):
        for name in imported_names(source):
            assert name.partition(".")[0] not in ROOMS, f"{source} imports {name}"
