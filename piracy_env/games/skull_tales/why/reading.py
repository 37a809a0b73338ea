"""What reasons read: the frames of what is decided, and the fields of who decides."""

from __future__ import annotations

from piracy_env.core.why import Moment
from piracy_env.games.skull_tales.state import SLOT


def frame(m: Moment, what: int) -> int:
    """One of the numbers of the decision's frame."""
    return int(m.s.stk[m.s.sp - 1, what])


def below(m: Moment, what: int) -> int:
    """The same of the frame below, of what the decision belongs to."""
    return int(m.s.stk[m.s.sp - 2, what])


def slot_of(m: Moment) -> int:
    """The Character that the decision is about."""
    return frame(m, SLOT)


def mine(m: Moment, field: str) -> int:
    """A field with a row for each seat, of the seat that decides."""
    return int(getattr(m.s, field)[m.s.seat])
