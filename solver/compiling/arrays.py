"""The types that kernels take and give.

To numba a Python int in a kernel is an int64, so the type of counts, indices, cards and costs does not tell the two
apart; masks and words of a state are uint64 throughout. A record is a np.record, which knows no types of its fields.
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Int: TypeAlias = Any
Word: TypeAlias = Any
Record: TypeAlias = Any
Bytes: TypeAlias = npt.NDArray[np.uint8]
AnyInts: TypeAlias = npt.NDArray[Any]
Ints: TypeAlias = npt.NDArray[np.int64]
Ints32: TypeAlias = npt.NDArray[np.int32]
Words: TypeAlias = npt.NDArray[np.uint64]
