"""Ferry: the toy cutlass with rules that are compiled each for itself, some calling in circles."""

from __future__ import annotations

import dataclasses

from piracy_env.core.jit import kernel
from piracy_env.core.separate import separate
from tests.testing import toy
from tests.testing.toy import TOY

FARE = 1


@kernel
def legal(s, t, mask):
    mark(s, t, mask)


@kernel
def step(s, t, action):
    cross(s, t, action)


@separate
def mark(s, t, mask) -> None:
    toy.legal(s, t, mask)


@separate
def cross(s, t, action: int) -> None:
    toy.step(s, t, action)
    if not is_fit(s, s.seat) and s.over == 0:
        raise ValueError("the dead do not move")
    if there(s, legs=s.seat + 5) != (s.seat + 5) * FARE:
        raise ValueError("lost on the way")


@separate
def is_fit(s, seat: int) -> bool:
    return s.lives_of[seat] > 0


@separate
def there(s, legs: int) -> int:
    """Sail there, and go on with what is left."""
    return FARE + back(s, legs - 1) if legs > 0 else 0


@separate
def back(s, legs: int) -> int:
    """Sail back, and go on with what is left."""
    return FARE + there(s, legs - 1) if legs > 0 else 0


GAME = dataclasses.replace(TOY, name="ferry", place=f"{__name__}:GAME", legal=legal, step=step)
