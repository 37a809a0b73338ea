"""All tables of a server: how many there are, who finds them, and what is kept of them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from piracy_env.core.replay import Replay
from piracy_env.core.view import Agent
from piracy_env.envs.opponents import is_person
from piracy_env.errors import PiracyError
from piracy_env.table.board import Board
from piracy_env.table.links import Link, links_for, require_links
from piracy_env.table.opening import Offer, Opening
from piracy_env.table.room import BusyError, Pace, Pools, Room, agents_among
from piracy_env.table.shelf import Shelf, ShelfError, load_replay
from piracy_env.table.watch import sitting

MOST_ROOMS = 24
"""Tables at which somebody may play at a time; others wait on the shelf."""
IDLE = 3600.0
"""Seconds after which a table that nobody looks at is put aside."""
SAVE_EVERY = 2.0
"""Seconds between two looks at what is to be saved or put aside."""
THINKERS, DRAWERS = 3, 2
"""Threads in which agents think, and in which pictures are drawn and files looked at."""
KEY_BYTES = 9
ADVISERS = ("heuristic", "ppo")
"""Who is asked for a hint at once."""
SEARCHER, LONGEST_SEARCH = "mcts", 200_000
"""Who is asked then, and goes on with the same tree up to so many simulations."""

_LOG = logging.getLogger("piracy_env.table")

T = TypeVar("T")


class House:
    """The tables of a server.

    Args:
        shelf: Where they are kept.
        offer: What may be played.
    """

    def __init__(self, shelf: Shelf, offer: Offer) -> None:
        self.shelf = shelf
        self.offer = offer
        self.rooms: dict[str, Room] = {}
        self._pools = Pools(
            ThreadPoolExecutor(DRAWERS, thread_name_prefix="table"),
            ThreadPoolExecutor(THINKERS, thread_name_prefix="thinker"),
        )
        self._watched: dict[str, str] = {}
        self._opening = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    # --- tables -----------------------------------------------------------------------------------

    async def open(self, opening: Opening, pace: float = 1.0) -> Room:
        """Set a new table."""
        links = links_for(opening.here, opening.elsewhere)
        key = secrets.token_urlsafe(KEY_BYTES)
        async with self._opening:
            await self._make_room()
            board, agents = await self._in_thread(lambda: self._set(opening))
            return await self._admit(Room(key, board, agents, links, self._pools), Pace(pace))

    async def resume(self, replay: Replay, names: Sequence[str]) -> Room:
        """Go on with a saved game; its people sit at the screen of whoever opens the table."""
        here = [seat for seat, name in enumerate(names) if is_person(name)]
        key = secrets.token_urlsafe(KEY_BYTES)
        async with self._opening:
            await self._make_room()
            board, agents = await self._in_thread(lambda: self._set_up(replay, names))
            return await self._admit(Room(key, board, agents, links_for(here, ()), self._pools))

    async def watch(self, name: str) -> Room:
        """The newest network of a run at a table of its judges; it is kept nowhere."""
        folder = await self.run(name)
        async with self._opening:
            old = self.rooms.get(self._watched.get(name, ""))
            if old is not None and old.board.is_running:
                return old
            if old is not None:
                await self._put_aside(old)
            await self._make_room()
            seated = await self._in_thread(lambda: sitting(folder))
            board = await self._in_thread(lambda: Board(seated.engine, seated.names))
            key = self._watched[name] = secrets.token_urlsafe(KEY_BYTES)
            room = Room(key, board, seated.agents, links_for((), ()), self._pools)
            room.is_kept = False
            return await self._admit(room)

    async def run(self, name: str) -> Path:
        """The folder of a run, by the name that it was listed by."""
        found = await self._in_thread(self.shelf.runs)
        if name not in found:
            raise ShelfError("there is no such run in the folder")
        return found[name]

    async def find(self, key: str) -> Room:
        """The table of an address, brought back if it was put aside."""
        if key in self.rooms:
            return self.rooms[key]
        if not await self._in_thread(lambda: self.shelf.holds(key)):
            raise ShelfError("there is no such table")
        async with self._opening:
            if key in self.rooms:
                return self.rooms[key]
            facts = await self._in_thread(lambda: self.shelf.take(key))
            await self._make_room()
            return await self._admit(*await self._in_thread(lambda: self._restored(key, facts)))

    async def end(self, key: str) -> None:
        """Close a table for good."""
        room = self.rooms.pop(key, None)
        if room is not None:
            room.is_ended = True  # whoever is writing it at this moment forgets it again
            await room.close()
        await self._in_thread(lambda: self.shelf.drop(key))

    async def _admit(self, room: Room, pace: Pace | None = None) -> Room:
        room.pace = pace or room.pace
        await room.begin()
        self.rooms[room.key] = room
        return room

    async def _make_room(self) -> None:
        """Put the table aside that nobody has looked at for longest, if there are too many."""
        if len(self.rooms) < MOST_ROOMS:
            return
        oldest = min(self.rooms.values(), key=lambda room: room.looked_at)
        if time.monotonic() - oldest.looked_at < SAVE_EVERY:
            raise BusyError(f"{MOST_ROOMS} tables are taken: close one of them")
        await self._put_aside(oldest)

    def _set(self, opening: Opening) -> tuple[Board, dict[int, Agent]]:
        board = Board(opening.engine(), opening.names)
        return board, self._seated(board)

    def _set_up(self, replay: Replay, names: Sequence[str]) -> tuple[Board, dict[int, Agent]]:
        if not names:
            raise ShelfError("the game does not say who sat where")
        board = Board.resumed(replay, names)
        return board, self._seated(board)

    def _seated(self, board: Board) -> dict[int, Agent]:
        game = board.engine.game
        return {
            seat: self.offer.agent(board.names[seat], game) for seat in agents_among(board.names)
        }

    # --- keeping ----------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Begin to save what is played."""
        self._task = asyncio.create_task(self._keep())

    async def close(self) -> None:
        """Save all tables, and end them."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        for room in [*self.rooms.values()]:
            await self._put_aside(room)
        for pool in self._pools:
            pool.shutdown(wait=True, cancel_futures=True)

    def wake(self) -> None:
        """Let go of all who wait for news."""
        for room in self.rooms.values():
            room.let_go()

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(SAVE_EVERY)
            for room in [*self.rooms.values()]:
                if time.monotonic() - room.looked_at > IDLE:
                    await self._put_aside(room)
                elif not room.is_saved:
                    await self._save(room)

    async def _put_aside(self, room: Room) -> None:
        self.rooms.pop(room.key, None)
        await room.close()
        await self._save(room)

    async def _save(self, room: Room) -> None:
        room.is_saved = True
        if not room.is_kept:
            return
        async with room.lock:
            replay = room.board.replay()
        facts = {
            "game": self.offer.home(replay.game),
            "links": [link.as_dict() for link in room.links],
            "pace": room.pace.seconds,
        }
        try:
            await self._in_thread(lambda: self.shelf.put(room.key, facts, replay))
        except (OSError, PiracyError) as error:  # a full disk: the other tables go on, this too
            room.is_saved = False
            _LOG.warning("the table %s could not be saved: %s", room.key, error)
        if room.is_ended:
            await self._in_thread(lambda: self.shelf.drop(room.key))

    def _restored(self, key: str, facts: dict[str, Any]) -> tuple[Room, Pace]:
        try:
            game = self.offer.game(facts["game"])
            replay = Replay.parse(facts["replay"], game)
            links = [
                Link(str(link["token"]), tuple(map(int, link["seats"])), bool(link["host"]))
                for link in facts["links"]
            ]
            require_links(links, [k for k, name in enumerate(replay.seats) if is_person(name)])
            pace = Pace(float(facts["pace"]))
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, PiracyError):
                raise
            raise ShelfError(f"the table {key} is damaged: {error}") from None
        board, agents = self._set_up(replay, replay.seats)
        return Room(key, board, agents, links, self._pools), pace

    # --- the folder, and advice -------------------------------------------------------------------

    async def saved(self, name: str) -> Replay:
        """A replay of the folder, by the name that it was listed by."""
        found = await self._in_thread(self.shelf.replays)
        if name not in found:
            raise ShelfError("there is no such replay in the folder")
        return await self._in_thread(lambda: load_replay(found[name]))

    def advisers(self, room: Room) -> list[tuple[str, Agent]]:
        """Who is asked for a hint and knows at once."""
        known = self.offer.agents_for(room.board.engine.game)
        return [(name, self._adviser(name, room)) for name in ADVISERS if name in known]

    def searcher(self, room: Room) -> Agent | None:
        """Who is asked then, and thinks as long as somebody waits; None if the game has nobody.

        Each hint has a searcher of its own: its tree is large, and goes with it.
        """
        known = self.offer.agents_for(room.board.engine.game)
        has_search = any(name.startswith(f"{SEARCHER}:") for name in known)
        if not has_search:
            return None
        return self.offer.agent(f"{SEARCHER}:{LONGEST_SEARCH}", room.board.engine.game)

    def _adviser(self, name: str, room: Room) -> Agent:
        """An agent for hints at one table: two tables that asked it would share its memory."""
        if name not in room.advisers:
            room.advisers[name] = self.offer.agent(name, room.board.engine.game)
        return room.advisers[name]

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pools.drawing, work)
