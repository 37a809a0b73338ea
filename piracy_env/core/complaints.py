"""What is wrong with an array, in words: whole arrays are compared at once, and few places told."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

MOST_TOLD = 4
"""Places that are told of; of the others, how many there are."""


def at_places(name: str, wrong: ArrayLike, what: str) -> list[str]:
    """Complaints about the places of an array at which `wrong` is true: `chart[3, 4] has fish`.

    For invariants of big records: what is compared is an array, and no loop goes over its places.
    """
    places = np.argwhere(np.asarray(wrong, np.bool_))
    complaints = [
        f"{name}[{', '.join(map(str, place))}] {what}" for place in places[:MOST_TOLD].tolist()
    ]
    more = len(places) - len(complaints)
    return [*complaints, f"and so at {more} more places of {name}"] if more else complaints
