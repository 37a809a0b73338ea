"""The addresses of the table, and how its server is started and ended."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from piracy_env.cli.rulebook import Rulebook, UnknownRuleError
from piracy_env.core.files import parse_json
from piracy_env.core.game import RUNNING
from piracy_env.core.text import seat_letter
from piracy_env.drawing.fonts import FONTS
from piracy_env.errors import MissingExtraError, PiracyError
from piracy_env.table.guard import LARGEST_BODY, Guard, is_loopback
from piracy_env.table.house import House
from piracy_env.table.links import Link, LinkError
from piracy_env.table.opening import game_card, read_opening
from piracy_env.table.reasons import Wanted
from piracy_env.table.room import BusyError, Room, StaleError
from piracy_env.table.shelf import ShelfError
from piracy_env.table.viewer import page_of, thinker_for, told
from piracy_env.table.views import called
from piracy_env.table.watch import curves

try:
    from starlette.applications import Starlette
    from starlette.middleware.gzip import GZipMiddleware
    from starlette.requests import ClientDisconnect, Request
    from starlette.responses import JSONResponse, Response
    from starlette.routing import Route
except ImportError as error:
    raise MissingExtraError('the table needs starlette: pip install "piracy_env[table]"') from error

MOST_RULES = 40
"""Passages of the rules that a search brings."""
LONGEST_QUESTION = 400
"""Letters of what somebody asks the reasons of."""
MOST_LOOKED_AT = 4
"""Replays that are kept as their page draws them."""
A_MOMENT = 0.2
"""Seconds after which it is looked whether the server is to end."""

_STATIC = Path(__file__).with_name("static")
_TYPES = {".js": "text/javascript", ".css": "text/css"}


class TooLargeError(PiracyError):
    """A request of more than is read."""


_STATUS: dict[type[PiracyError], int] = {
    TooLargeError: 413,
    LinkError: 403,
    StaleError: 409,
    BusyError: 503,
    ShelfError: 404,
}
_SMALLEST_PACKED = 800

Handler = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True)
class Place:
    """Where a server is reached, and who may open tables there."""

    host: str = "127.0.0.1"
    port: int = 8462
    names: tuple[str, ...] = ()
    """Further names by which it is reached."""
    token: str = ""
    """Opens the lobby; none is needed if only this machine reaches the server."""

    @classmethod
    def at(
        cls, host: str, port: int, names: tuple[str, ...] = (), *, is_shared: bool = False
    ) -> Place:
        """A place with a token, if others reach it: over the network, or at the same machine."""
        is_own = is_loopback(host) and not is_shared
        return cls(host, port, names, "" if is_own else secrets.token_urlsafe(16))

    @property
    def address(self) -> str:
        """What to open in a browser: the lobby."""
        return self.address_of("")

    def address_of(self, page: str) -> str:
        """What to open in a browser for a page."""
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host, self.host)
        host = f"[{host}]" if ":" in host and not host.startswith("[") else host
        return f"http://{host}:{self.port}/{page}" + (f"#{self.token}" if self.token else "")


def application(house: House, place: Place, is_ending: Callable[[], bool] = lambda: False) -> Guard:
    """The whole application, guarded."""
    pages = _Pages(house, place)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async def watch() -> None:
            while not is_ending():
                await asyncio.sleep(A_MOMENT)
            house.wake()

        await house.begin()
        watching = asyncio.create_task(watch())
        yield
        watching.cancel()
        await house.close()

    app = Starlette(routes=pages.routes(), lifespan=lifespan)
    app.add_middleware(GZipMiddleware, minimum_size=_SMALLEST_PACKED, compresslevel=6)
    return Guard(app, place.host, place.names)


def serve(house: House, place: Place) -> None:
    """Run the server until it is interrupted; all tables are saved then."""
    with contextlib.suppress(KeyboardInterrupt):  # which it raises anew when it has ended
        server_for(house, place).run()


def server_for(house: House, place: Place) -> Any:
    """The server, ready to run."""
    from piracy_env.table.connection import server_of

    server: Any = None
    app = application(house, place, lambda: server is not None and server.should_exit)
    server = server_of(app, place.host, place.port)
    return server


class _Pages:
    """What each address answers."""

    def __init__(self, house: House, place: Place) -> None:
        self.house = house
        self.place = place
        self._looking = asyncio.Lock()
        self._looked: dict[object, bytes] = {}
        self._books: dict[str, Rulebook] = {}
        self.files = {
            path.name: (path.read_bytes(), _TYPES[path.suffix])
            for path in sorted(_STATIC.iterdir())
            if path.suffix in _TYPES
        }

    def routes(self) -> list[Route]:
        """All addresses."""
        table = "/api/tables/{key}"
        reading: dict[str, Handler] = {
            "/": self.page("lobby"),
            "/t/{key}": self.page("table"),
            "/replay": self.page("replay"),
            "/watch": self.page("watch"),
            "/static/{name}": self.static,
            "/font/{number:int}": self.font,
            "/api/lobby": self.lobby,
            "/api/game": self.game,
            "/api/replay": self.look,
            "/api/run": self.curves,
            table: self.about,
            f"{table}/state": self.state,
            f"{table}/hint": self.hint,
            f"{table}/why": self.why,
            f"{table}/rules": self.rules,
            f"{table}/replay": self.replay,
        }
        writing: dict[str, Handler] = {
            "/api/tables": self.open,
            "/api/resume": self.resume,
            "/api/watch": self.watch,
            f"{table}/act": self.act,
            f"{table}/undo": self.undo,
            f"{table}/pace": self.pace,
            f"{table}/end": self.end,
        }
        return [
            *(Route(path, _told(handler), methods=["GET"]) for path, handler in reading.items()),
            *(Route(path, _told(handler), methods=["POST"]) for path, handler in writing.items()),
        ]

    # --- pages ------------------------------------------------------------------------------------

    def page(self, name: str) -> Handler:
        """A page of the package."""
        body = page_of(name)

        async def answer(_: Request) -> Response:
            return Response(body, media_type="text/html", headers={"cache-control": "no-cache"})

        return answer

    async def static(self, request: Request) -> Response:
        """A file of the package."""
        name = request.path_params["name"]
        if name not in self.files:
            raise ShelfError("there is no such file")
        body, kind = self.files[name]
        return Response(body, media_type=kind, headers={"cache-control": "no-cache"})

    async def font(self, request: Request) -> Response:
        """The letters of the pictures."""
        number = request.path_params["number"]
        if number >= len(FONTS):
            raise ShelfError("there is no such font")
        headers = {"cache-control": "public, max-age=604800"}
        return Response(FONTS[number].file.read_bytes(), media_type="font/ttf", headers=headers)

    # --- the lobby --------------------------------------------------------------------------------

    def _require_lobby(self, request: Request) -> None:
        given = request.headers.get("x-lobby", "").encode()
        if self.place.token and not secrets.compare_digest(self.place.token.encode(), given):
            raise LinkError("the lobby is opened by the link that the server printed")

    async def lobby(self, request: Request) -> Response:
        """Games, running tables, and what there is in the folder."""
        self._require_lobby(request)
        shelf = self.house.shelf
        replays, runs = await asyncio.to_thread(lambda: ([*shelf.replays()], [*shelf.runs()]))
        rooms = sorted(self.house.rooms.values(), key=lambda room: -room.looked_at)
        return JSONResponse(
            {
                "games": self.house.offer.names(),
                "tables": [_row(room) for room in rooms],
                "aside": [key for key in shelf.aside() if key not in self.house.rooms],
                "replays": replays,
                "runs": runs,
            }
        )

    async def game(self, request: Request) -> Response:
        """What may be chosen for a game."""
        self._require_lobby(request)
        offer, name = self.house.offer, request.query_params.get("name")

        def card() -> dict[str, Any]:
            return game_card(str(name), offer.game(name), offer)

        return JSONResponse(await asyncio.to_thread(card))

    async def open(self, request: Request) -> Response:
        """Open a table."""
        self._require_lobby(request)
        asked = await _json(request)
        offer = self.house.offer
        opening = await asyncio.to_thread(lambda: read_opening(asked, offer))
        room = await self.house.open(opening, _seconds(asked.get("pace", 1.0)))
        return JSONResponse({"key": room.key, "token": room.links[0].token})

    async def resume(self, request: Request) -> Response:
        """Go on with a replay of the folder."""
        self._require_lobby(request)
        asked = await _json(request)
        replay = await self.house.saved(str(asked.get("name")))
        if not replay.seats:
            raise PiracyError("the file does not say who sat where: `piracy play --resume` asks")
        room = await self.house.resume(replay, replay.seats)
        return JSONResponse({"key": room.key, "token": room.links[0].token})

    async def look(self, request: Request) -> Response:
        """A finished game of the folder, to look at move by move."""
        self._require_lobby(request)
        if self._looking.locked():
            raise BusyError("another game is being played once more: try again in a moment")
        async with self._looking:
            return await self._looked_at(request.query_params.get("name", ""))

    async def _looked_at(self, name: str) -> Response:
        """What a replay's page draws, kept for the next one who looks."""
        replay = await self.house.saved(name)
        if replay.over == RUNNING:
            raise LinkError("a replay tells everything: that game is still going on")
        at = name, hash(replay.text())
        if at not in self._looked:
            shown = await asyncio.to_thread(lambda: told(replay, None, thinker_for(replay)))
            while len(self._looked) >= MOST_LOOKED_AT:
                self._looked.pop(next(iter(self._looked)))
            self._looked[at] = JSONResponse(shown).body
        return Response(self._looked[at], media_type="application/json")

    async def curves(self, request: Request) -> Response:
        """How far a training run is."""
        self._require_lobby(request)
        folder = await self.house.run(request.query_params.get("name", ""))
        return JSONResponse(await asyncio.to_thread(lambda: curves(folder)))

    async def watch(self, request: Request) -> Response:
        """The newest network of a run at a table of its judges."""
        self._require_lobby(request)
        asked = await _json(request)
        room = await self.house.watch(str(asked.get("name")))
        return JSONResponse({"key": room.key, "token": room.links[0].token})

    async def end(self, request: Request) -> Response:
        """Close a table for good."""
        room, link = await self._entered(request)
        if not link.is_host:
            raise LinkError("only who opened the table closes it")
        await self.house.end(room.key)
        return JSONResponse({})

    # --- a table ----------------------------------------------------------------------------------

    async def _entered(self, request: Request) -> tuple[Room, Link]:
        room = await self.house.find(request.path_params["key"])
        return room, room.link(request.headers.get("x-token", ""))

    async def about(self, request: Request) -> Response:
        """What a link is for."""
        room, link = await self._entered(request)
        return JSONResponse(room.about(link))

    async def state(self, request: Request) -> Response:
        """What is to be seen, as soon as it is another than before."""
        room, link = await self._entered(request)
        viewer = room.viewer_of(link, _seat(request.query_params.get("seat")))
        text = await room.news(link, viewer, request.query_params.get("since", ""))
        return Response(text, media_type="application/json", headers={"cache-control": "no-store"})

    async def act(self, request: Request) -> Response:
        """Play an action."""
        room, link = await self._entered(request)
        asked = await _json(request)
        action, version = asked.get("action"), asked.get("version")
        if type(action) is not int or not isinstance(version, str):
            raise PiracyError("an action is a whole number, and belongs to a version")
        await room.act(link, _own_seat(asked), action, version)
        return JSONResponse({})

    async def undo(self, request: Request) -> Response:
        """Go back to the last decision of a person."""
        room, link = await self._entered(request)
        asked = await _json(request)
        await room.undo(link, str(asked.get("version")), _own_seat(asked))
        return JSONResponse({})

    async def pace(self, request: Request) -> Response:
        """Say how fast agents play."""
        room, link = await self._entered(request)
        asked = await _json(request)
        await room.set_pace(link, _seconds(asked.get("seconds")), asked.get("paused") is True)
        return JSONResponse({})

    async def hint(self, request: Request) -> Response:
        """What agents would do; each level asks one that thinks longer."""
        room, link = await self._entered(request)
        query = request.query_params
        seat = _seat(query.get("seat"))
        if seat is None:
            raise LinkError("hints are for who sits at the table")
        house, version = self.house, query.get("version", "")
        if query.get("level", "0") == "0":
            opinions = await room.opinions(link, seat, version, lambda: house.advisers(room))
            return JSONResponse({"opinions": opinions, "more": True})
        found = await room.ponder(link, seat, version, lambda: house.searcher(room))
        return JSONResponse({"opinions": [found] if found else [], "more": found is not None})

    async def why(self, request: Request) -> Response:
        """Why something may be done now, or may not."""
        room, link = await self._entered(request)
        query = request.query_params
        seat, find, pick = _seat(query.get("seat")), query.get("find", ""), query.get("pick", "")
        if seat is None or not (find.strip() or pick.strip()):
            raise PiracyError("say who would like to do what")
        if max(len(find), len(pick)) > LONGEST_QUESTION:
            raise PiracyError(f"a question has at most {LONGEST_QUESTION} letters")
        wanted = Wanted.read(find, pick)
        answers = await room.reasons(link, seat, query.get("version", ""), wanted)
        return JSONResponse({"answers": answers})

    async def rules(self, request: Request) -> Response:
        """Passages of the rules, by id or by words."""
        room, _ = await self._entered(request)
        wanted = request.query_params.get("find", "")[:80]
        game = room.board.engine.game

        def found() -> list[dict[str, Any]]:
            book = self._books.get(game.name) or Rulebook.of(game)
            self._books[game.name] = book
            chosen = book.find(wanted) if wanted.strip() else book.chapters()
            return [
                {"id": one.id, "title": one.title, "level": one.level, "text": "\n".join(one.lines)}
                for one in chosen[:MOST_RULES]
            ]

        try:
            return JSONResponse({"passages": await asyncio.to_thread(found), "words": ""})
        except UnknownRuleError as error:
            return JSONResponse({"passages": [], "words": str(error)})

    async def replay(self, request: Request) -> Response:
        """The game as a file, once it is over: it tells everything."""
        room, _ = await self._entered(request)
        if room.board.is_running:
            raise LinkError("a replay tells everything: it is given out when the game is over")
        text = await asyncio.to_thread(lambda: room.board.replay().with_checkpoints().text())
        name = f"{room.game_name}-{room.key}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(text, media_type="application/json", headers=headers)


def _row(room: Room) -> dict[str, Any]:
    """A table as the lobby lists it, for who may open tables: all its links are there."""
    return {
        "key": room.key,
        "title": room.board.engine.game.title,
        "seats": [f"{seat_letter(k)} {called(name)}" for k, name in enumerate(room.board.names)],
        "moves": min(room.board.shown.values()),  # of which everybody knows
        "over": not room.board.is_running,
        "token": room.links[0].token,
    }


def _told(handler: Handler) -> Handler:
    """Answer errors of ours in words, each with its status."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except ClientDisconnect:  # nobody is there to be answered
            return Response(status_code=400)
        except PiracyError as error:
            status = next((code for kind, code in _STATUS.items() if isinstance(error, kind)), 400)
            return JSONResponse({"error": str(error)}, status)

    return answer


async def _json(request: Request) -> dict[str, Any]:
    body = bytearray()
    async for piece in request.stream():  # whatever the header says of its size
        body += piece
        if len(body) > LARGEST_BODY:
            raise TooLargeError(f"no request is larger than {LARGEST_BODY:,} bytes")
    value = parse_json(bytes(body), PiracyError, "the request")
    if not isinstance(value, dict):
        raise PiracyError("a request is a JSON object")
    return value


def _seat(text: str | None) -> int | None:
    """A small number out of an address; nothing if none is given."""
    if text is None or text == "":
        return None
    if not text.isdecimal() or len(text) > 3:
        raise PiracyError(f"a seat is a number, not {text!r:.40}")
    return int(text)


def _own_seat(asked: dict[str, Any]) -> int:
    seat = asked.get("seat")
    if type(seat) is not int:
        raise PiracyError("say which seat you act for")
    return seat


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise PiracyError(f"a pace is a number of seconds, not {value!r:.40}")
    return float(value)
