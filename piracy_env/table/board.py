"""A game at a table, with its story: what each viewer may know of both."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from piracy_env.core.engine import Engine
from piracy_env.core.game import RUNNING
from piracy_env.core.replay import Replay
from piracy_env.core.seats import NOBODY
from piracy_env.core.story import Event, Story
from piracy_env.envs.opponents import is_person
from piracy_env.errors import OrderError

MOST_LINES = 400
"""Of a story, for each viewer."""

Viewer = int | None
"""A seat, `NOBODY` for what everybody knows, None for one who knows all."""


@dataclass(frozen=True)
class Line:
    """Of a story."""

    move: int
    """Number of the action that it tells of."""
    seat: int
    """Who acted; -1 for what came of it."""
    words: str


class Board:
    """A game that is played move by move, told to each of its viewers.

    Args:
        engine: The game, of an engine made with `record=True`.
        names: Who sits in each seat.
    """

    def __init__(self, engine: Engine, names: Sequence[str]) -> None:
        self.engine = engine
        self.names = tuple(names)
        self.people = tuple(seat for seat, name in enumerate(names) if is_person(name))
        self.viewers: tuple[Viewer, ...] = (*self.people, NOBODY) if self.people else (None,)
        """Who is told the story: where nobody plays, those who watch are told all."""
        self.stories: dict[Viewer, deque[Line]] = {
            viewer: deque(maxlen=MOST_LINES) for viewer in self.viewers
        }
        self.shown: dict[Viewer, int] = dict.fromkeys(self.viewers, 0)
        """After how many moves each viewer looks at the table: see `is_secret`."""
        self.decisions: list[int] = []
        """Moves before each decision of a person."""
        self._story = Story(engine)
        self._told = 0
        self.tell()

    # --- the game ---------------------------------------------------------------------------------

    @property
    def moves(self) -> int:
        """How many actions were applied."""
        return self._told

    @property
    def is_running(self) -> bool:
        """Whether somebody is to move."""
        return bool(self.engine.record().over == RUNNING)

    @property
    def mover(self) -> int:
        """The seat to move; -1 at the end."""
        return int(self.engine.seat[0]) if self.is_running else -1

    def play(self, action: int) -> None:
        """Apply an action, and tell everybody of it."""
        self.engine.step([action])
        self.tell()

    def tell(self) -> None:
        """Tell everybody what they were not told yet."""
        for event in self._story.go_on(self.engine):
            if event.seat in self.people:
                self.decisions.append(self._told)
            for viewer in self.viewers:
                self._tell(event, viewer)
            self._told += 1
        for viewer in self.viewers:
            if not self.is_secret(viewer):
                self.shown[viewer] = self._told

    def _tell(self, event: Event, viewer: Viewer) -> None:
        if words := event.words(viewer):
            self.stories[viewer].append(Line(self._told, event.seat, words))
        for news in event.news(viewer):
            self.stories[viewer].append(Line(self._told, -1, news))

    def is_secret(self, viewer: Viewer) -> bool:
        """Whether a viewer may not even know that the seat to move is asked.

        So it is where something may be done of which the viewer is told nothing. Such a viewer goes
        on looking at the position before.
        """
        mover = self.mover
        if viewer is None or mover in (-1, viewer):
            return False
        words = (self.engine.describe_action(0, a, _eyes(viewer)) for a in self.engine.legal())
        return not all(words)

    def engine_for(self, viewer: Viewer) -> Engine:
        """The position that a viewer looks at."""
        if self.shown[viewer] == self._told:
            return self.engine
        return Replay.of(self.engine).engine_at(self.shown[viewer])

    def undo(self) -> None:
        """Go back to the last decision of a person; dice and cards will fall as they did."""
        if not self.decisions:
            raise OrderError("nobody has decided anything yet")
        move = self.decisions.pop()
        self.engine = Replay.of(self.engine).engine_at(move)
        self._story = Story(self.engine, now=True)
        self._told = move
        for story in self.stories.values():
            kept = [line for line in story if line.move < move]
            story.clear()
            story.extend(kept)
        self.shown = {viewer: self._last_open(viewer, move) for viewer in self.viewers}
        self.tell()

    def _last_open(self, viewer: Viewer, move: int) -> int:
        """The last position up to a move that a viewer may look at."""
        now, replay = self.engine, Replay.of(self.engine)
        for earlier in range(move, -1, -1):
            self.engine = now if earlier == move else replay.engine_at(earlier)
            is_open = not self.is_secret(viewer)
            self.engine = now
            if is_open:
                return earlier
        return 0

    def replay(self) -> Replay:
        """The game so far, with who sits where."""
        return Replay.of(self.engine, seats=self.names)

    @classmethod
    def resumed(cls, replay: Replay, names: Sequence[str]) -> Board:
        """A game that goes on where a replay ends; its story is told from the beginning."""
        board = cls(replay.engine_at(len(replay)), names)
        board.shown = {v: board._last_open(v, board.moves) for v in board.viewers}
        return board


def _eyes(viewer: int) -> int | str:
    return "common" if viewer == NOBODY else viewer
