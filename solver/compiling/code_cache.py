"""Where the machine code of the kernels is kept between runs, told without importing numba, which takes long.

Numba does not notice that a helper in another file changed, so each state of the solver's sources gets a
folder of its own, named by a hash of all of them and of where they are, the versions of numba and Python, the processor
and the settings of numba that change the code.
"""

import hashlib
import os
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

import llvmlite.binding

from .sources import sources_of

_SETTINGS = (
    "NUMBA_BOUNDSCHECK",
    "NUMBA_CPU_NAME",
    "NUMBA_CPU_FEATURES",
    "NUMBA_ENABLE_AVX",
    "NUMBA_LOOP_VECTORIZE",
    "NUMBA_OPT",
    "NUMBA_SLP_VECTORIZE",
)
"""Variables by which numba makes other code."""


def _cache_key() -> str:
    digest = hashlib.sha256()
    digest.update(sources_of(Path(__file__).parents[1]))
    facts = (
        os.path.abspath(__file__),
        version("numba"),
        sys.version,
        llvmlite.binding.get_host_cpu_name(),
        llvmlite.binding.get_host_cpu_features().flatten(),
        [os.environ.get(name) for name in _SETTINGS],
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
    """Tell whether no kernel of this very solver, or not that named `module.function`, was compiled here yet.

    That it was compiled does not say that it can be loaded: see `jit`.
    """
    compiled = os.environ.get("NUMBA_DISABLE_JIT") in (None, "", "0")
    return compiled and not any(CACHE_DIR.glob(f"**/{name}*.nbi"))
