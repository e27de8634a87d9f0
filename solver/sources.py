"""A hash of source files: what was compiled or computed by other sources is told apart by it."""

from pathlib import Path


def sources_of(folder: Path) -> bytes:
    """Return the names and texts of all Python files in a folder, in the order of their names, to be hashed."""
    return b"".join(
        source.name.encode() + b"\0" + source.read_bytes() + b"\0" for source in sorted(folder.glob("*.py"))
    )
