"""What some tests need beyond the package: skipped without it on a developer's machine, failed without it in CI."""

import importlib.util
import os

import pytest


def need(module: str, extra: str) -> None:
    """Skip or fail the test when a module of an extra is not installed."""
    if importlib.util.find_spec(module) is None:
        reason = f"{module} is not installed: pip install '.[{extra}]'"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
