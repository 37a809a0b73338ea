"""One table: people and agents around a board, and whoever waits for news of it."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np

from piracy_env.core.engine import Engine
from piracy_env.core.match import ask
from piracy_env.core.seats import NOBODY
from piracy_env.core.view import Agent
from piracy_env.envs.opponents import is_person
from piracy_env.errors import PiracyError
from piracy_env.table.board import Board, Viewer
from piracy_env.table.links import Link, LinkError, link_of
from piracy_env.table.reasons import Wanted, reasons
from piracy_env.table.thoughts import Opinion, opinion_of, pondered
from piracy_env.table.views import position, seat_card

LONGEST_WAIT = 25.0
"""Seconds that a page is kept waiting for news."""
MOST_WATCHING, MOST_AT_A_SEAT = 64, 8
"""Pages that wait for news of one table: of all who watch, and of each link with a seat."""
MOST_ADVISED = 3
"""Requests for a hint or a reason that wait for each other at one table."""
SLOWEST = 20.0
"""Most seconds between two moves of agents."""
DESERTED = 60.0
"""Seconds without anybody looking, after which agents among themselves stop playing."""
A_LOOK = 0.25
"""Seconds after which a pause is looked at again."""

_ONE = np.arange(1)
_LOG = logging.getLogger("piracy_env.table")
T = TypeVar("T")


class StaleError(PiracyError):
    """What was asked for belongs to a position that is past."""


class BusyError(PiracyError):
    """There is no room for one more."""


@dataclass
class View:
    """What a viewer was told last, and how often that has changed."""

    version: int
    body: str


@dataclass
class Pace:
    """How agents play: seconds between two moves of theirs, and whether they wait."""

    seconds: float
    is_paused: bool = False

    def __post_init__(self) -> None:
        self.seconds = min(max(self.seconds, 0.0), SLOWEST)


class Pools(NamedTuple):
    """Threads: some draw and look things up; others think, and nobody's board waits for them."""

    drawing: Executor
    thinking: Executor


class Room:
    """A table: a board, who sits around it, the links to it, and what each of them was told.

    Args:
        key: What its address says.
        board: The game.
        agents: Who plays the seats that no person sits in.
        links: Who may look at it, through whose eyes.
        pools: Where it is drawn, and where agents think.
    """

    def __init__(
        self,
        key: str,
        board: Board,
        agents: dict[int, Agent],
        links: Sequence[Link],
        pools: Pools,
    ) -> None:
        self.key = key
        self.board = board
        self.agents = agents
        self.links = tuple(links)
        self.pace = Pace(1.0)
        self.advisers: dict[str, Agent] = {}
        """Who was asked for hints here; searches write to memory of their own."""
        self.trouble = ""
        """Why agents do not go on."""
        self.thoughts: dict[str, Any] | None = None
        """What the agent that moved last thought, where everybody may know."""
        self.looked_at = time.monotonic()
        self.is_saved = False
        self.is_kept = True
        """Whether it is saved at all."""
        self.is_ended = False
        """Whether it was closed for good."""
        self.edition = secrets.token_hex(3)
        """So that nothing from before a restart is taken for the present position."""
        self.lock = asyncio.Lock()
        self._pools = pools
        self._views: dict[Viewer, View] = {}
        self._news = asyncio.Event()
        self._wake = asyncio.Event()
        self._is_closed = False
        self._waiting: Counter[str] = Counter()
        self._advising = asyncio.Lock()
        self._advised = 0
        self._pondering: Pondering | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def game_name(self) -> str:
        """The game that is played."""
        return self.board.engine.game.name

    @property
    def is_open(self) -> bool:
        """Whether nobody plays but agents, so that whoever watches may know all."""
        return not self.board.people

    async def begin(self) -> None:
        """Draw the table, and let agents play."""
        await self._in_thread(self._redraw)
        self._task = asyncio.create_task(self._play_agents())
        self._wake.set()

    def let_go(self) -> None:
        """Begin to end: nobody is kept waiting any longer."""
        self._is_closed = True
        self._wake.set()
        self._tell()

    async def close(self) -> None:
        """End: whoever waits is told."""
        self.let_go()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    # --- what links may know ----------------------------------------------------------------------

    def link(self, token: str) -> Link:
        """The link of a token."""
        found = link_of(self.links, token)
        self.looked_at = time.monotonic()
        self._wake.set()
        return found

    def viewer_of(self, link: Link, seat: int | None) -> Viewer:
        """Through whose eyes a link looks: of one of its seats, or of nobody's."""
        if seat is None and not link.seats:
            return None if self.is_open else NOBODY
        wanted = link.seats[0] if seat is None else seat
        if wanted not in link.seats:
            raise LinkError("this link is not of that seat")
        return wanted

    def version(self, link: Link, viewer: Viewer) -> str:
        """What changes with all that a link is told."""
        return f"{self.edition}-{self._views[viewer].version}-{self._turn(link)}"

    def _turn(self, link: Link) -> int:
        """The seat of a link that is to move; -1 if none is."""
        return self.board.mover if self.board.mover in link.seats else -1

    async def news(self, link: Link, viewer: Viewer, since: str) -> str:
        """What a viewer sees as JSON, as soon as that is not what it has seen already."""
        whose = link.token if link.seats else ""
        if self._waiting[whose] >= (MOST_AT_A_SEAT if link.seats else MOST_WATCHING):
            raise BusyError("too many pages look at this table")
        self._waiting[whose] += 1
        try:
            end = time.monotonic() + LONGEST_WAIT
            while self.version(link, viewer) == since and not self._is_closed:
                left = end - time.monotonic()
                if left <= 0:
                    break
                await _wait(self._news, left)
        finally:
            self._waiting[whose] -= 1
        self.looked_at = time.monotonic()
        version = self.version(link, viewer)
        if version == since:
            return json.dumps({"version": version})
        head = {"version": version, "turn": self._turn(link), "viewer": _shown(viewer)}
        return f"{json.dumps(head)[:-1]}, {self._views[viewer].body[1:]}"

    def about(self, link: Link) -> dict[str, Any]:
        """What stays as it is: the game, who sits where, what the link is for."""
        engine = self.board.engine
        known: dict[str, Any] = {
            "key": self.key,
            "game": engine.game.name,
            "title": engine.game.title,
            "options": engine.options.as_dict(),
            "seats": [seat_card(seat, name) for seat, name in enumerate(self.board.names)],
            "own": list(link.seats),
            "host": link.is_host,
            "open": self.is_open,
            "undo": self.may_undo(link),
            "blocks": {
                block.name: {"doc": block.doc, "size": block.size}
                for block in engine.game.actions.blocks
            },
            "list_only": engine.game.list_only,
        }
        if link.is_host:
            known["links"] = [each.as_dict() for each in self.links]
        return known

    # --- what links may do ------------------------------------------------------------------------

    async def act(self, link: Link, seat: int, action: int, version: str) -> None:
        """Play an action for a person."""
        async with self.lock:
            self._require_turn(link, seat, version)
            if action not in self.board.engine.legal():
                raise StaleError("that is no legal action now")
            await self._in_thread(lambda: self.board.play(action))
            await self._changed()

    def _require_turn(self, link: Link, seat: int, version: str) -> None:
        viewer = self.viewer_of(link, seat)
        if version != self.version(link, viewer) or self.board.mover != seat or self._is_closed:
            raise StaleError("the table has moved on: look again")

    def may_undo(self, link: Link) -> bool:
        """Whether a link may take back: only where all people sit at it."""
        return bool(link.seats) and {*self.board.people} == {*link.seats}

    async def undo(self, link: Link, version: str, seat: int) -> None:
        """Go back to the last decision of a person."""
        if not self.may_undo(link):
            raise LinkError("people at other screens play too: nothing is taken back")
        async with self.lock:
            if version != self.version(link, self.viewer_of(link, seat)):
                raise StaleError("the table has moved on: look again")
            await self._in_thread(self.board.undo)
            self.trouble = ""
            await self._changed()

    async def set_pace(self, link: Link, seconds: float, is_paused: bool) -> None:
        """Say how fast agents play."""
        if not link.is_host:
            raise LinkError("only who opened the table sets its pace")
        self.pace = Pace(seconds, is_paused)
        self._wake.set()

    async def opinions(
        self, link: Link, seat: int, version: str, agents: Callable[[], Sequence[tuple[str, Agent]]]
    ) -> list[dict[str, Any]]:
        """What some agents would do in a person's place: they are given what it may know."""

        def think(twin: Engine) -> list[dict[str, Any]]:
            view = twin.view()
            found = [opinion_of(agent, view, name) for name, agent in agents()]
            return [opinion.as_dict(view) for opinion in found if opinion is not None]

        return await self._advise(link, seat, version, think)

    async def ponder(
        self, link: Link, seat: int, version: str, searcher: Callable[[], Agent | None]
    ) -> dict[str, Any] | None:
        """What a search thinks in a person's place, which goes on each time that it is asked.

        Nothing is left to be thought about, or there is no such search, if it is None.
        """

        def think(twin: Engine) -> dict[str, Any] | None:
            if self._pondering is None or self._pondering.version != version:
                agent, view = searcher(), twin.view()
                thoughts = pondered(agent, view) if agent is not None else iter(())
                self._pondering = Pondering(version, view, thoughts)
            opinion = next(self._pondering.thoughts, None)
            return opinion.as_dict(self._pondering.view) if opinion is not None else None

        return await self._advise(link, seat, version, think)

    async def reasons(
        self, link: Link, seat: int, version: str, wanted: Wanted
    ) -> list[dict[str, Any]]:
        """Why a person may do something now, or may not, with the rules behind it."""
        return await self._advise(link, seat, version, lambda twin: reasons(twin, wanted))

    async def _advise(self, link: Link, seat: int, version: str, think: Callable[[Engine], T]) -> T:
        """Work something out about the position of whoever is to move, one thing at a time."""
        if self._advised >= MOST_ADVISED:
            raise BusyError("one question after the other: the last ones are not answered yet")
        self._advised += 1
        try:
            async with self._advising:
                async with self.lock:
                    self._require_turn(link, seat, version)
                    twin = self.board.engine.clone()
                found = await self._thought(lambda: think(twin))
                self._require_turn(link, seat, version)
                return found
        finally:
            self._advised -= 1

    # --- agents -----------------------------------------------------------------------------------

    async def _play_agents(self) -> None:
        while not self._is_closed:
            await self._wake.wait()
            self._wake.clear()
            try:
                while await self._moves_one():
                    pass
            except Exception:
                self._stand_still()

    async def _moves_one(self) -> bool:
        """Let an agent move, if one is to; whether one has."""
        seat, board = self.board.mover, self.board
        if not self._is_agents_turn(seat):
            return False
        if not any(board.is_secret(viewer) for viewer in board.viewers):
            await self._keep_pace()  # a pause would tell that somebody was asked in secret
        async with self.lock:
            if not self._is_agents_turn(seat) or board.mover != seat:
                return True
            moves, engine = board.moves, board.engine
            twin = engine.clone()
        try:
            action, thoughts = await self._thought(lambda: self._think(twin, seat))
        except Exception as error:  # whatever somebody's agent may raise, and say of itself
            _LOG.warning("%s: %s", self.key, error)
            name = board.names[seat]
            said = str(error) if isinstance(error, PiracyError) else f"{name} failed: {error}"
            self.trouble = said if self.is_open else f"the agent {name} could not go on"
            await self._changed()
            return False
        async with self.lock:
            if board.engine is engine and board.moves == moves and not self._is_closed:
                self.thoughts = thoughts
                await self._in_thread(lambda: board.play(action))
                await self._changed()
        return True

    def _is_agents_turn(self, seat: int) -> bool:
        deserted = self.is_open and time.monotonic() - self.looked_at > DESERTED
        waits = self._is_closed or self.pace.is_paused or self.trouble or deserted
        return seat in self.agents and not waits

    async def _keep_pace(self) -> None:
        begun = time.monotonic()
        while not self._is_closed and not self.pace.is_paused:
            left = self.pace.seconds - (time.monotonic() - begun)
            if left <= 0:
                return
            await asyncio.sleep(min(left, A_LOOK))

    def _think(self, engine: Engine, seat: int) -> tuple[int, dict[str, Any] | None]:
        """An agent's action, and what it thought if everybody may know."""
        agent, name = self.agents[seat], self.board.names[seat]
        listened = _Listened(agent)
        action = int(ask(engine, _ONE, listened, name)[0])
        if not self.is_open or listened.view is None:
            return action, None
        opinion = opinion_of(agent, listened.view, name, acted=True)
        thoughts = opinion.as_dict(listened.view) | {"seat": seat} if opinion else None
        return action, thoughts

    # --- telling ----------------------------------------------------------------------------------

    async def _changed(self) -> None:
        self._pondering = None
        self.is_saved = False
        try:
            await self._in_thread(self._redraw)
        except Exception:
            self._stand_still()
        self._tell()
        self._wake.set()

    def _stand_still(self) -> None:
        """Say that a defect of a game, or of this table, keeps the position from being shown."""
        _LOG.exception("%s: the table stands still", self.key)
        self.trouble = "the table stands still: the log of the server says why"
        for viewer, view in self._views.items():
            seen = json.loads(view.body) | {"trouble": self.trouble, "legal": []}
            self._views[viewer] = View(view.version + 1, json.dumps(seen, ensure_ascii=False))
        self._tell()

    def _redraw(self) -> None:
        for viewer in self.board.viewers:
            seen = position(self.board, viewer) | {"trouble": self.trouble}
            if self.is_open:
                seen["thoughts"] = self.thoughts
            body = json.dumps(seen, ensure_ascii=False)
            last = self._views.get(viewer)
            if last is None or last.body != body:
                self._views[viewer] = View(last.version + 1 if last else 0, body)

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pools.drawing, work)

    async def _thought(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pools.thinking, work)


def agents_among(names: Sequence[str]) -> list[int]:
    """The seats that no person sits in."""
    return [seat for seat, name in enumerate(names) if not is_person(name)]


@dataclass(frozen=True)
class Pondering:
    """A search that goes on thinking about a position as long as somebody asks."""

    version: str
    view: Any
    thoughts: Iterator[Opinion]


class _Listened:
    """An agent, and the view that it was asked with."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.view: Any = None

    def act(self, view: Any) -> Any:
        """What the agent does."""
        self.view = view
        return self.agent.act(view)


def _shown(viewer: Viewer) -> int | None:
    return None if viewer in (None, NOBODY) else viewer


async def _wait(event: asyncio.Event, seconds: float) -> None:
    """Wait for news, or so long."""
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return
