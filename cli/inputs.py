"""Texts from files and from standard input, with a line for whatever is wrong with them."""

import sys
from pathlib import Path

from .errors import Stop

STDIN = "-"
BOARD_BYTES = 1 << 16
LIST_BYTES = 1 << 24


def input_name(name: str) -> str:
    """Return what a message calls a file, or standard input."""
    return "standard input" if name == STDIN else name


def read_text(name: str, limit: int) -> str:
    """Return the text of a file, or of standard input for `-`; refuse more than `limit` bytes."""
    shown = input_name(name)
    try:
        if name == STDIN:
            content = sys.stdin.buffer.read(limit + 1)
        else:
            with Path(name).open("rb") as file:
                content = file.read(limit + 1)
    except (OSError, ValueError) as error:
        raise Stop(f"{shown}: {getattr(error, 'strerror', None) or error}") from error
    if b"\0" in content:
        raise Stop(f"{shown}: not a text")
    if len(content) > limit:
        raise Stop(f"{shown}: longer than {limit} bytes")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Stop(f"{shown}: not a text") from error
    if not text.strip():
        raise Stop(f"{shown}: empty")
    return text
