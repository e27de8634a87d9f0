"""How kernels are compiled and where their machine code is kept.

Numba does not notice that a helper in another file changed, so each state of the solver's sources gets a cache
folder of its own, named by a hash of all of them, the versions of numba and Python, the processor and
whether bounds are checked. Every kernel is made by `kernel`; nothing else sets JIT policy.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

import llvmlite.binding
import numba

from .sources import sources_of

P = ParamSpec("P")
R = TypeVar("R")


def _cache_key() -> str:
    digest = hashlib.sha256()
    digest.update(sources_of(Path(__file__).parent))
    facts = (
        numba.__version__,
        sys.version,
        numba.config.CPU_NAME or llvmlite.binding.get_host_cpu_name(),
        numba.config.CPU_FEATURES or llvmlite.binding.get_host_cpu_features().flatten(),
        numba.config.BOUNDSCHECK,
    )
    digest.update(repr(facts).encode())
    return digest.hexdigest()[:20]


def _cache_root() -> Path:
    """Return the user's cache folder, or a private one in the temporary folder where that is not writable."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    root = Path(base) / "freecell-pools"
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        root = Path(tempfile.gettempdir()) / f"freecell-pools-{os.getuid()}"
        root.mkdir(mode=0o700, exist_ok=True)
        # Cached code is run, so a folder that someone else made there is not to be trusted.
        made = root.lstat()
        if made.st_uid != os.getuid() or not root.is_dir() or root.is_symlink() or made.st_mode & 0o022:
            return Path(tempfile.mkdtemp(prefix="freecell-pools-"))
        return root


CACHE_DIR = _cache_root() / _cache_key()


def needs_compiling(name: str = "") -> bool:
    """Tell whether no kernel of this very solver, or not that named `module.function`, was compiled here yet."""
    return not numba.config.DISABLE_JIT and not any(CACHE_DIR.glob(f"**/{name}*.nbi"))


def part(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a part of one kernel: it is compiled into its caller, and is apart only for the reader."""
    compiled: Callable[P, R] = numba.njit(inline="always", nogil=True, error_model="numpy", _nrt=False)(function)
    return compiled


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function with numba: cached between runs, without the GIL, no Python exceptions for division."""
    kept = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(CACHE_DIR)
    try:
        compiled: Callable[P, R] = numba.njit(cache=True, nogil=True, error_model="numpy", _nrt=False)(function)
    finally:
        numba.config.CACHE_DIR = kept
    return compiled
