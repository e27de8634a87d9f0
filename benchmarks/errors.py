"""What can go wrong with a benchmark. Each message is one line."""


class BenchError(Exception):
    """A program that failed while it was measured."""


class InputError(BenchError):
    """What was asked for cannot be: a program that is not installed, a file that is no result of a benchmark."""
