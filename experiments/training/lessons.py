"""Lessons: the kinds of tables that a training has, side by side and one after the other.

A curriculum is a list of them: each says what it changes of the game's options, for how long there
are such tables, and how many of all they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from piracy_agents.settings import Maybe, Real, String, Table, Whole, require
from piracy_env.core.options import written
from piracy_env.errors import OptionError

MOST_LESSONS = 32
MOST_PLAYERS = 64
SAME = 0
"""In place of a number of players: that of the plan."""


@dataclass(frozen=True)
class Lesson:
    """Tables of one kind, for a part of a training."""

    options: Annotated[Mapping[str, Any], Table()] = field(default_factory=dict)
    """Options of the game, beside those of the plan and before them."""
    players: Annotated[int, Whole(SAME, MOST_PLAYERS)] = SAME
    """How many; 0 for as many as the plan says."""
    share: Annotated[float, Real(0, 1)] = 1.0
    """How many of the tables these are, beside the shares of the other lessons at the time."""
    sharing: Annotated[float | None, Maybe(Real(0, 1))] = None
    """In self-play: how much of what a seat is paid here all seats share; as in the settings of the
    plan, if nothing is said."""
    mates: Annotated[str, String()] = ""
    """In self-play: an agent that sits in all seats but one here; nobody, if none is named."""
    begins: Annotated[float, Real(0, 1)] = 0.0
    """Share of the budget after which there are such tables."""
    ends: Annotated[float, Real(0, 1)] = 1.0
    """Share of the budget after which there are none any more; 1: never, and it is judged."""

    def __post_init__(self) -> None:
        require(self)
        if not self.begins < self.ends:
            span = f"begins at {self.begins:g} cannot end at {self.ends:g}"
            raise OptionError(f"a lesson that {span}")
        if not self.share:
            raise OptionError("a lesson with a share of 0 is none")

    @property
    def name(self) -> str:
        """What tells it from others in reports; empty for the plan's own tables."""
        words = [f"{name}={written(value)}" for name, value in self.options.items()]
        return " ".join([*words, f"players={self.players}"] if self.players else words)

    def is_given(self, progress: float) -> bool:
        """Whether there are such tables when so much of the budget is spent."""
        return self.begins <= progress < self.ends or (self.ends == 1.0 <= progress)


def given_at(lessons: Sequence[Lesson], progress: float) -> tuple[int, ...]:
    """The numbers of the lessons that there are when so much of the budget is spent."""
    return tuple(k for k, lesson in enumerate(lessons) if lesson.is_given(progress))


def require_all(lessons: Sequence[Lesson]) -> None:
    """Refuse a curriculum with a gap, or with nothing that it leads to."""
    for moment in (0.0, *(lesson.ends for lesson in lessons)):
        if not given_at(lessons, moment):
            raise OptionError(f"no lesson is given after {moment:.0%} of the budget")
    names = [lesson.name for lesson in lessons if lesson.ends == 1.0]
    if len({*names}) < len(names):
        raise OptionError(f"two lessons that last are the same: {sorted(names)}")


def tables_of(lessons: Sequence[Lesson], tables: int) -> list[int]:
    """How many tables each of some lessons has: by their shares, and one at least."""
    if tables < len(lessons):
        raise OptionError(f"{len(lessons)} lessons side by side need as many tables, not {tables}")
    whole = sum(lesson.share for lesson in lessons)
    counts = [max(1, round(tables * lesson.share / whole)) for lesson in lessons]
    while (over := sum(counts) - tables) != 0:
        largest = max(range(len(counts)), key=counts.__getitem__)
        counts[largest] -= max(1, min(over, counts[largest] - 1)) if over > 0 else over
    return counts
