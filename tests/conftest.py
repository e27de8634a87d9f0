"""Settings that all tests share."""

from hypothesis import settings

# The first example compiles kernels, so no example has a deadline.
settings.register_profile("freecell-pools", deadline=None, max_examples=100)
settings.load_profile("freecell-pools")
