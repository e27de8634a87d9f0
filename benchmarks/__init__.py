"""Benchmarks: the signature of the search, its speed, and the comparison with other solvers."""
