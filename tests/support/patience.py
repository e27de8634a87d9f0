"""How long tests wait for what must come: only a fault makes them wait so long, however busy the machine is."""

import time
from collections.abc import Callable

PATIENCE_SECONDS = 300


def wait_until(condition: Callable[[], object]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < end, "it never came to hold"
        time.sleep(0.01)
