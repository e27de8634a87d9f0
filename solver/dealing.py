"""The numbered deals as a kernel: the same cards as `deals.deal_cards`, where the scheme is described."""

from .compiling.arrays import Bytes
from .compiling.jit import kernel


@kernel
def deal_into(number: int, cards: Bytes) -> None:
    """Write a deal's cards in dealing order.

    The number is not checked: it must be in `deals.FIRST_DEAL`..`deals.LAST_DEAL`.

    Args:
        number: int64, the deal.
        cards: uint8[52], modified in place.
    """
    for j in range(52):
        # Microsoft's suits are C, D, H, S, ours C, D, S, H: the upper two change places.
        cards[j] = j ^ ((j >> 1) & 1)
    x = number & 0xFFFFFFFF
    for left in range(52, 0, -1):
        x = (x * 214013 + 2531011) & 0xFFFFFFFF
        if number < 0x80000000:
            value = (x >> 16) & 0x7FFF
        elif number < 0x100000000:
            value = (x >> 16) & 0x7FFF | 0x8000
        else:
            value = ((x >> 16) & 0xFFFF) + 1
        # The cards dealt so far gather at the end, the first of them last.
        pick = value % left
        picked = cards[pick]
        cards[pick] = cards[left - 1]
        cards[left - 1] = picked
    for i in range(26):
        first = cards[i]
        cards[i] = cards[51 - i]
        cards[51 - i] = first
