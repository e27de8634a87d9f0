"""The texts of source files, to be hashed: what was compiled or computed by others is told apart by that."""

from pathlib import Path


def sources_of(package: Path) -> bytes:
    """Return the places and texts of all Python files of a package and of those in it, in order, to be hashed."""
    folders = [package, *(found.parent for found in package.glob("*/__init__.py"))]
    sources = sorted(source for folder in folders for source in folder.glob("*.py"))
    return b"".join(
        source.relative_to(package).as_posix().encode() + b"\0" + source.read_bytes() + b"\0" for source in sources
    )
