"""The raiding party straight from its definition.

Every cell for every wild, every partition into sets.
"""

import numba
import numpy as np

REAL, PARROT, CAPTAIN = 0, 1, 2
RANKS = 9


@numba.njit
def set_value(mask, suits, ranks):
    """Value of one set of cards by its best reading, 0 if they form none."""
    n, ranks_seen, suits_seen = 0, 0, 0
    for card in range(len(suits)):
        if mask >> card & 1:
            n += 1
            ranks_seen |= 1 << ranks[card]
            suits_seen |= 1 << suits[card]
    one_suit = suits_seen & (suits_seen - 1) == 0
    different, low, high = 0, -1, -1
    for rank in range(RANKS):
        if ranks_seen >> rank & 1:
            different += 1
            low = rank if low < 0 else low
            high = rank
    in_sequence = different == n and high - low + 1 == n
    best = 0
    if different == 1 and 2 <= n <= 5:
        best = max(best, 4 + 6 * (n - 2))
    if n >= 3 and in_sequence:
        best = max(best, 6 + 2 * (n - 3))
    if n >= 3 and one_suit:
        best = max(best, 8 + 3 * (n - 3))
    if n >= 3 and one_suit and in_sequence:
        best = max(best, 12 + 4 * (n - 3))
    if n == RANKS and in_sequence:
        best = max(best, 25)
    return best


@numba.njit
def best_partition(suits, ranks, absent):
    """64 x Strength - cards used, over all partitions of all sets of cards whose cells differ."""
    n = len(suits)
    best, scores = 0, np.full(1 << n, -1, np.int64)
    scores[0] = 0
    for mask in range(1, 1 << n):
        if mask & absent or not cells_differ(mask, suits, ranks):
            continue
        first = mask & -mask
        rest = mask ^ first
        others = rest
        while True:
            part = others | first
            if scores[mask ^ part] >= 0:
                value = set_value(part, suits, ranks)
                if value > 0:
                    size = 0
                    for card in range(n):
                        size += part >> card & 1
                    scores[mask] = max(scores[mask], scores[mask ^ part] + 64 * value - size)
            if others == 0:
                break
            others = (others - 1) & rest
        best = max(best, scores[mask])
    return best


@numba.njit
def cells_differ(mask, suits, ranks):
    seen = 0
    for card in range(len(suits)):
        if mask >> card & 1:
            cell = 1 << (RANKS * suits[card] + ranks[card])
            if seen & cell:
                return False
            seen |= cell
    return True


@numba.njit
def brute_force(suits, ranks, kinds, in_play):
    """The best party of any cards.

    `suits`, `ranks` and `kinds` of each; wilds take every cell they may, or none.
    """
    n = len(suits)
    suits, ranks = suits.copy(), ranks.copy()
    wilds = [card for card in range(n) if kinds[card] != REAL]
    cells = np.zeros(n, np.int64)  # cell of each wild, the last number: not used
    best = 0
    while True:
        absent = 0
        for card in wilds:
            choices = RANKS if kinds[card] == PARROT else RANKS * in_play
            if cells[card] == choices:
                absent |= 1 << card
            else:
                ranks[card] = cells[card] % RANKS
                if kinds[card] == CAPTAIN:
                    suits[card] = cells[card] // RANKS
        best = max(best, best_partition(suits, ranks, absent))
        turned = False
        for card in wilds:
            choices = RANKS if kinds[card] == PARROT else RANKS * in_play
            cells[card] += 1
            if cells[card] <= choices:
                turned = True
                break
            cells[card] = 0
        if not turned:
            return best
