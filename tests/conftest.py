"""Settings that all tests share."""

import signal

from hypothesis import settings

# The first example compiles kernels, so no example has a deadline.
settings.register_profile("freecell-pools", deadline=None, max_examples=100)
settings.load_profile("freecell-pools")

# A shell starts what runs in the background with Ctrl-C switched off, and the commands under test would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
