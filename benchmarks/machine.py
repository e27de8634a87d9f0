"""The machine and the set-up that a time belongs to."""

import os
import platform
import resource
import sys
from importlib.metadata import version
from pathlib import Path

FACTS = ("cpu", "system", "python", "numba", "numba_settings")
"""What must be the same for two times to be comparable: processor, system, Python, numba and its settings."""

_SETTINGS = ("NUMBA_BOUNDSCHECK", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_DISABLE_JIT", "NUMBA_OPT")


def machine_facts() -> dict[str, str]:
    """Return the present value of each of FACTS."""
    settings = [f"{name}={os.environ[name]}" for name in _SETTINGS if os.environ.get(name)]
    values = (
        f"{_cpu_model()}, {os.cpu_count()} cores",
        f"{platform.system()} {platform.machine()}",
        platform.python_version(),
        version("numba"),
        " ".join(settings),
    )
    return dict(zip(FACTS, values, strict=True))


def peak_memory_mb() -> float:
    """Return the most memory that this process held so far, in megabytes of 10^6 bytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def _cpu_model() -> str:
    """Return the processor's name as the system shows it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
