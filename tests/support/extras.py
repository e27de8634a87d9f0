"""What some tests need beyond the package: skipped without it on a developer's machine, failed without it in CI."""

import importlib.util
import os
import shutil
from typing import NoReturn

import pytest


def need(module: str, extra: str) -> None:
    """Skip or fail the test when a module of an extra is not installed."""
    if importlib.util.find_spec(module) is None:
        _give_up(f"{module} is not installed: pip install '.[{extra}]'")


def need_program(*names: str, package: str) -> str:
    """Return the first of some programs that is installed; skip or fail the test when none is."""
    found = next(filter(shutil.which, names), None)
    if found is None:
        _give_up(f"{names[0]} is not installed: Debian's package {package} has it")
    return found


def _give_up(reason: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
