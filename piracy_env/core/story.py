"""What happened: the actions that were applied, and what chance and the rules made of each.

An engine may apply several actions in one step, and keeps no position that is past. So a story is
told by playing the recorded actions once more, as far as it was not told before, and only if
somebody asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.memory import shown
from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import seat_letter

if TYPE_CHECKING:
    from piracy_env.core.engine import Engine
    from piracy_env.core.game import Game


@dataclass(frozen=True, eq=False)
class Event:
    """One action that was applied; it is put into words for whoever asks."""

    game: Game
    tables: Tables
    before: NDArray[Any]
    """The state [1] in which it was chosen."""
    action: int
    after: NDArray[Any]
    """The state [1] that it led to."""
    forced: bool = False
    """Whether nothing else was legal."""

    @property
    def seat(self) -> int:
        """Who did it."""
        return int(self.before["seat"][0])

    def words(self, viewer: int | None) -> str:
        """What was done; nothing if the viewer may not even know of it."""
        s = Record(shown(self.before)[0])
        return self.game.describe_action(s, self.tables, self.action, viewer)

    def news(self, viewer: int | None) -> list[str]:
        """What chance and the rules made of it, line by line; nothing if the game tells nothing."""
        if self.game.tell is None:
            return []
        before, after = (Record(shown(state)[0]) for state in (self.before, self.after))
        return self.game.tell(before, self.tables, self.action, after, viewer)

    def as_last(self, viewer: int | None) -> str:
        """The line below a position that tells what was done last."""
        return f"Last move, {seat_letter(self.seat)}: {self.words(viewer)}"

    def mark(self, now: Record, viewer: int | None) -> str:
        """How it shows in the picture of the present position."""
        assert self.game.mark is not None
        before = Record(shown(self.before)[0])
        return self.game.mark(before, self.tables, self.action, now, viewer)

    def lines(self, viewer: int | None) -> list[str]:
        """Who did what, as far as the viewer may know it, and what came of it."""
        words = self.words(viewer)
        return [f"{seat_letter(self.seat)}: {words}"] * bool(words) + self.news(viewer)


class Story:
    """The events of one game of an engine that was made with `record=True`, as it goes on.

    It begins with the deal, or with what is still to come (`now=True`).
    """

    def __init__(self, engine: Engine, i: int = 0, *, now: bool = False) -> None:
        from piracy_env.core.replay import Replay  # a replay tells its story too

        self._i = i
        self._edition = _edition_of(engine, i)
        replay = Replay.of(engine, i)
        self._board = replay.begin()
        self._told = 0
        if now:
            self._board.load_state_unchecked(0, engine.states[i : i + 1])
            self._told = len(replay)

    def is_of(self, engine: Engine) -> bool:
        """Whether the engine still plays this game, neither dealt anew nor edited."""
        return _edition_of(engine, self._i) == self._edition

    def go_on(self, engine: Engine) -> Iterator[Event]:
        """What has happened since this was asked last, or else since the game was dealt."""
        for action in engine.played(self._i, self._told):
            self._told += 1
            yield self._apply(action)

    def _apply(self, action: int) -> Event:
        board = self._board
        before, forced = board.states[:1].copy(), int(board.action_mask[0].sum()) == 1
        board.step([action])
        tables = board.tables_of()
        return Event(board.game, tables, before, action, board.states[:1].copy(), forced)


def _edition_of(engine: Engine, i: int) -> list[int]:
    """Which game of its seed an engine plays, and which edition of it."""
    edition, episode, _ = engine.moment(np.array([i]))[:, 0].tolist()
    return [edition, episode]


@dataclass
class Hearing:
    """What one viewer was told of a game since its last decision."""

    story: Story
    events: list[Event] = field(default_factory=list)
    begins_with_its_own: bool = False
    """Whether the first of the events is a decision of the viewer's."""

    def catch_up(self, engine: Engine, viewer: int | None) -> list[str]:
        """The lines; what the viewer itself decided it knows, but not what came of it."""
        for event in self.story.go_on(engine):
            if event.seat == viewer and not (event.forced and engine.skip_forced):
                self.events.clear()
                self.begins_with_its_own = True
            self.events.append(event)
        lines: list[str] = []
        for number, event in enumerate(self.events):
            known = number == 0 and self.begins_with_its_own
            lines += event.news(viewer) if known else event.lines(viewer)
        return lines


_HEARINGS: WeakKeyDictionary[Engine, dict[tuple[int, int | None], Hearing]] = WeakKeyDictionary()
"""How far the games of each engine were told to whom: nothing is played over again twice."""


def news_of(engine: Engine, i: int, viewer: int | None) -> list[str]:
    """What a viewer was told of a game since its last decision, or since the deal."""
    known = _HEARINGS.setdefault(engine, {})
    hearing = known.get((i, viewer))
    if hearing is None or not hearing.story.is_of(engine):
        hearing = known[i, viewer] = Hearing(Story(engine, i))
    return hearing.catch_up(engine, viewer)


@dataclass
class Latest:
    """The last action of a game of which one viewer was told."""

    story: Story
    event: Event | None = None

    def catch_up(self, engine: Engine, viewer: int | None) -> Event | None:
        """The same after what has happened since."""
        for event in self.story.go_on(engine):
            if viewer is None or event.words(viewer):
                self.event = event
        return self.event


_LATEST: WeakKeyDictionary[Engine, dict[tuple[int, int | None], Latest]] = WeakKeyDictionary()


def last_told(engine: Engine, i: int, viewer: int | None) -> Event | None:
    """The last action of a game of which a viewer was told; None if there was none since the deal.

    What was done in secret since does not change it.
    """
    known = _LATEST.setdefault(engine, {})
    latest = known.get((i, viewer))
    if latest is None or not latest.story.is_of(engine):
        latest = known[i, viewer] = Latest(Story(engine, i))
    return latest.catch_up(engine, viewer)
