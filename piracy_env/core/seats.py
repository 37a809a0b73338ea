"""What a seat is called: a number, a letter, an agent of PettingZoo, or so many places to the left.

Seat 0 is `A` in words and pictures, `player_0` in PettingZoo. Observations and some actions count
from the seat whose view they are: `left 1` is the next one clockwise.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np

from piracy_env.core.control import MAX_SEATS
from piracy_env.core.text import seat_letter
from piracy_env.errors import OptionError

NOBODY = MAX_SEATS
"""A viewer in no seat, who is told what everybody knows; one who knows all is None."""

_WRITTEN = re.compile(
    r"(?P<letter>[a-z])|player[_ ](?P<number>\d)|left (?P<left>\d)", re.IGNORECASE
)


def side_of(viewer: int | None, players: int) -> int:
    """The seat from whose side a viewer looks at the table: its own, or else the first."""
    return viewer if viewer is not None and viewer < players else 0


class SeatNames(NamedTuple):
    """All that a seat is called."""

    number: int
    """In arrays, and wherever Python asks for a seat."""
    letter: str
    """In words, pictures and replays."""
    agent: str
    """In the PettingZoo environment."""
    left: str
    """From the own seat, as observations and actions have it: `me`, `left 1`, ...; else empty."""


def seat_names(seat: int | str, players: int, own: int | str | None = None) -> SeatNames:
    """All that a seat is called at a table of so many; with `own`, as that seat sees it too."""
    number = seat_of(seat, players, own)
    left = ""
    if own is not None:
        places = (number - seat_of(own, players)) % players
        left = f"left {places}" if places else "me"
    return SeatNames(number, seat_letter(number), f"player_{number}", left)


def seat_of(name: object, players: int, own: int | str | None = None) -> int:
    """The number of the seat of a name: `1`, `B`, `player_1`, or `left 1` of the own one."""
    if isinstance(players, bool) or not isinstance(players, int | np.integer):
        raise OptionError(f"players must be a whole number, not {players!r}", option="players")
    number: int | None = None
    if isinstance(name, int | np.integer) and not isinstance(name, bool):
        number = int(name)
    elif isinstance(name, str) and (match := _WRITTEN.fullmatch(name.strip())):
        if match["letter"]:
            number = ord(match["letter"].upper()) - ord("A")
        elif match["number"]:
            number = int(match["number"])
        elif own is not None and int(match["left"]) < players:
            number = (seat_of(own, players) + int(match["left"])) % players
    elif isinstance(name, str) and name.strip() == "me" and own is not None:
        number = seat_of(own, players)
    if number is None or not 0 <= number < players:
        raise OptionError(
            f"seat must be a whole number from 0 to {players - 1}, a letter, player_<number>"
            f"{'' if own is None else ' or left <places>'}, not {name!r}",
            option="seat",
            value=name,
            allowed=f"0 to {players - 1}",
        )
    return number
