"""Files that appear whole or not at all."""

import errno
import os
from pathlib import Path

import pytest
from freecell_pools.pools import atomic
from freecell_pools.pools.atomic import check_place, replacing, writing
from freecell_pools.pools.errors import PlaceError, WriteError


def test_a_file_appears_when_it_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "file"
    with replacing(target, tmp_path) as file:
        file.write(b"content")
        assert not target.exists()
    assert target.read_bytes() == b"content"
    assert list(tmp_path.iterdir()) == [target]


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_bytes(b"old")

    def half() -> None:
        with replacing(target, tmp_path) as file:
            file.write(b"half of the new con")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        half()
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("length", [1, 242, 243, 255])
def test_every_name_that_a_file_can_have(length: int, tmp_path: Path) -> None:
    target = tmp_path / ("a" * length)
    check_place(target)
    assert not list(tmp_path.iterdir())
    with replacing(target, tmp_path) as file:
        file.write(b"content")
        assert [path.suffix for path in tmp_path.iterdir()] == [".tmp"]
    assert target.read_bytes() == b"content"


def test_places_where_there_can_be_no_file(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "astray").symlink_to(tmp_path / "missing" / "file")
    before = sorted(tmp_path.rglob("*"))
    for name, reason in {
        "missing/file": "there is no folder",
        "file/file": "there is no folder",
        "astray": "there is no folder",
        "folder": "it is not a file",
        "pipe": "it is not a file",
        ".": "it is not a file",
        "loop": "Too many levels of symbolic links",
        "a" * 256: "File name too long",
        "/proc/file": "No such file or directory",
        "a\0b": "null byte",
    }.items():
        path = tmp_path / name
        with pytest.raises(PlaceError, match=reason) as error:
            check_place(path)
        assert str(error.value).startswith(f"cannot write {path}: ")
        with pytest.raises(PlaceError, match=reason), writing(path):
            pass
    assert sorted(tmp_path.rglob("*")) == before


def test_a_link_stays_one(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "old").write_bytes(b"old")
    for name in ("old", "new"):
        link = tmp_path / name
        link.symlink_to(Path("folder", name))
        check_place(link)
        with writing(link) as file:
            file.write(b"content")
        assert link.is_symlink()
        assert (folder / name).read_bytes() == b"content"
    assert len(list(tmp_path.rglob("*"))) == 5


@pytest.mark.parametrize(
    ("number", "place"),
    [(errno.ENOSPC, False), (errno.EDQUOT, False), (errno.EFBIG, False), (errno.EACCES, True), (errno.EROFS, True)],
)
def test_a_full_disk_is_no_wrong_place(
    number: int, place: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    target = tmp_path / "file"
    target.write_bytes(b"old")
    monkeypatch.setattr(atomic.os, "fsync", fail)
    with pytest.raises(WriteError, match=f"cannot write {target}: {os.strerror(number)}") as error, writing(target):
        pass
    assert isinstance(error.value, PlaceError) == place
    assert target.read_bytes() == b"old"
    monkeypatch.setattr(Path, "open", fail)
    with pytest.raises(WriteError, match=os.strerror(number)) as error:
        check_place(target)
    assert isinstance(error.value, PlaceError) == place
    monkeypatch.undo()
    assert list(tmp_path.iterdir()) == [target]
