"""Progress on standard error: a bar on a terminal, else a line now and then."""

import os
import sys
import time
from types import TracebackType

import click

SECONDS_BETWEEN_LINES = 10.0


class Progress:
    """How far a long command has come; shows itself from the first `update` on."""

    def __init__(self, total: int, unit: str, *, shown: bool = True) -> None:
        """Prepare for `total` units; with `shown` false nothing is ever printed."""
        self._total = total
        self._unit = unit
        self._shown = shown
        self._bar: _Bar | _Lines | None = None

    def update(self, done: int, note: str = "", *, initial: int = 0) -> None:
        """Tell how many units are done, of which `initial` cost no time in this run."""
        if not self._shown:
            return
        if self._bar is None:
            kind = _Bar if sys.stderr.isatty() else _Lines
            self._bar = kind(self._total, self._unit, initial)
        self._bar.update(done, note)

    def __enter__(self) -> "Progress":
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Leave the terminal in order."""
        if self._bar is not None:
            self._bar.close()


class _Bar:
    def __init__(self, total: int, unit: str, initial: int) -> None:
        from tqdm import tqdm

        tqdm.monitor_interval = 0  # no thread that looks after slow bars
        size = {"dynamic_ncols": True} if _terminal_has_size() else {"ncols": 80, "nrows": 24}
        self._bar = tqdm(total=total, initial=initial, unit=f" {unit}", file=sys.stderr, **size)

    def update(self, done: int, note: str) -> None:
        self._bar.set_postfix_str(note, refresh=False)
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        self._bar.close()


class _Lines:
    def __init__(self, total: int, unit: str, initial: int) -> None:
        self._total, self._unit, self._initial = total, unit, initial
        self._start = self._printed = time.monotonic()

    def update(self, done: int, note: str) -> None:
        now = time.monotonic()
        if now - self._printed < SECONDS_BETWEEN_LINES:
            return
        self._printed = now
        rate = (done - self._initial) / (now - self._start)
        left = f", {(self._total - done) / rate:,.0f} s left" if rate else ""
        counts = f"{done:,} of {self._total:,} {self._unit}, {rate:,.0f} {self._unit}/s"
        click.echo(f"{counts}{left}{', ' * bool(note)}{note}", err=True)

    def close(self) -> None:
        pass


def _terminal_has_size() -> bool:
    """Tell whether the terminal knows its size; a bar on one that says 0, as some recorders do, would be blank."""
    try:
        return min(os.get_terminal_size(sys.stderr.fileno())) > 0
    except (OSError, ValueError):
        return False
