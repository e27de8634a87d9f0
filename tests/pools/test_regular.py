"""Only regular files of bounded size are opened."""

import os
from pathlib import Path

import pytest
from freecell_pools.pools.regular import open_regular, read_regular


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_regular(path, 5) == b"12345"
    (tmp_path / "link").symlink_to(path)
    assert read_regular(tmp_path / "link", 5) == b"12345"
    with pytest.raises(OSError, match="5 bytes are more than the 4 it may have"):
        read_regular(path, 4)


def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, reason in (
        (tmp_path / "pipe", "Not a regular file"),
        (Path("/dev/zero"), "Not a regular file"),
        (tmp_path, "Is a directory"),
        (tmp_path / "none", "No such file"),
    ):
        before = len(os.listdir("/proc/self/fd"))
        with pytest.raises(OSError, match=reason):
            open_regular(path, 10)
        assert len(os.listdir("/proc/self/fd")) == before
