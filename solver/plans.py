"""The tuned weights and quotas, by game; the numbers come from the tuning in `benchmarks/`."""

import numpy as np

from . import weights as w
from .portfolio import Plan
from .rules import Rules


def weight_vector(features: dict[int, int], cells: tuple[int, ...], columns: tuple[int, ...]) -> np.ndarray:
    """Return int64[SIZE]: the weights by index, and the cost of so many free cells and of empty columns.

    The last value of `cells` and of `columns` stands for all higher numbers too.
    """
    vector = np.zeros(w.SIZE, np.int64)
    for index, value in features.items():
        vector[index] = value
    for free in range(8):
        for empty in range(8):
            vector[w.ROOM + 8 * free + empty] = cells[min(free, len(cells) - 1)] + columns[min(empty, len(columns) - 1)]
    return vector


def plan_for(rules: Rules) -> Plan:
    """Return the searches that decide a game."""
    first = weight_vector(
        {
            w.HOME: 10,
            w.BREAK: 15,
            w.OVER: 2,
            w.SEQUENCE: 5,
            w.KING: 5,
            w.NEED_1: 6,
            w.NEED_2: 3,
            w.DEPTH: 3,
        },
        (60, 35, 15, 5, 0),
        (60, 30, 10, 0),
    )
    second = weight_vector(
        {
            w.HOME: 10,
            w.BREAK: 12,
            w.OVER: 3,
            w.SEQUENCE: 2,
            w.KING: 10,
            w.NEED_1: 10,
            w.NEED_2: 3,
            w.DEPTH: 1,
        },
        (60, 35, 15, 5, 0),
        (60, 30, 10, 0),
    )
    return Plan(np.stack([first, second]), np.array([400, 1500], np.int64), first)
