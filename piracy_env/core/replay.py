"""Games on file: how a game was dealt and what was played, enough to play it all again.

A replay is a JSON file of a few hundred bytes. What it says is never trusted: it is played when it
is loaded, each action under the rules, and must come to the end that it claims. As it holds the
seed, it tells everything; what one seat may know of a game is its `view`.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np

from piracy_env.core.batch import TableSource
from piracy_env.core.engine import Engine
from piracy_env.core.files import parse_json, read_bytes, write_whole
from piracy_env.core.game import CUT, ENDED, RUNNING, Game
from piracy_env.core.tables import Tables
from piracy_env.core.text import seat_letter
from piracy_env.errors import PiracyError, ReplayError, listing

FORMAT = 1
LARGEST_FILE = 1 << 20
"""No replay is larger, in bytes: ten thousand moves take some twenty thousand."""
MOST_MOVES = 1 << 18

ENDS = {RUNNING: "running", ENDED: "ended", CUT: "cut"}
"""How a replay calls the state's field `over`."""

KEYS: dict[str, type] = {
    "replay": int,
    "game": str,
    "version": int,
    "tables": str,
    "options": dict,
    "reward": str,
    "limit": int,
    "seed": str,
    "episode": int,
    "start": str,
    "moves": int,
    "actions": str,
    "end": str,
    "scores": list,
    "ranks": list,
    "state": str,
    "checksum": str,
}
"""What stands in a file, in this order."""

_SEED = re.compile(r"0x[0-9a-f]{16}")

Finder = Game | Callable[[str], Game]
"""A game, or what finds one by its name, such as `registry.load`."""


@dataclass(frozen=True)
class Replay:
    """A recorded game: its deal, its actions and how it stands after them."""

    game: Game
    tables: Tables = field(compare=False)
    options: dict[str, object]
    """Player count and options."""
    reward: str
    """Reward mode; it does not change the game."""
    limit: int
    """The game is cut after so many moves."""
    seed: int
    episode: int
    """Number of the game in the stream of its seed."""
    start: bytes
    """The state that the game was edited to by hand; empty if it was played as dealt."""
    actions: tuple[int, ...]
    over: int
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    state: str
    """Digest of the state after the last action."""

    # --- making and storing ----------------------------------------------------------------------

    @classmethod
    def of(cls, engine: Engine, i: int = 0) -> Replay:
        """The game that stands in an engine made with `record=True`, up to its last action."""
        if not isinstance(engine, Engine):
            raise ReplayError(f"a replay is made of an engine, not of {engine!r}")
        scores, ranks, *_ = engine.outcome(i)
        return cls(
            game=engine.game,
            tables=engine.tables_of(i),
            options=engine.options.as_dict(),
            reward=engine.reward_mode,
            limit=engine.max_moves,
            seed=int(engine.slots["seed"][i]),
            episode=int(engine.slots["episode"][i]),
            start=engine.start_of(i),
            actions=tuple(engine.played(i)),
            over=engine.record(i).over,
            scores=tuple(scores),
            ranks=tuple(ranks),
            state=_digest(engine.states[i].tobytes()),
        )

    def text(self) -> str:
        """The replay as a file holds it."""
        contents = {
            "replay": FORMAT,
            "game": self.game.name,
            "version": self.game.version,
            "tables": self.tables.digest,
            "options": self.options,
            "reward": self.reward,
            "limit": self.limit,
            "seed": f"{self.seed:#018x}",
            "episode": self.episode,
            "start": _pack(self.start),
            "moves": len(self.actions),
            "actions": _pack(np.array(self.actions, "<i2").tobytes()),
            "end": ENDS[self.over],
            "scores": list(self.scores),
            "ranks": list(self.ranks),
            "state": self.state,
        }
        contents["checksum"] = _checksum(contents)
        lines = (f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in contents.items())
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def save(self, path: str | Path) -> None:
        """Write the replay to a file."""
        try:
            write_whole(path, self.text())
        except (OSError, ValueError) as error:  # of a name that no file can have
            reason = getattr(error, "strerror", None) or error
            raise ReplayError(f"{path}: cannot be written ({reason})", path=str(path)) from None

    @classmethod
    def load(cls, path: str | Path, game: Finder, tables: TableSource = None) -> Replay:
        """Read a file and play it: what comes back was verified to its last byte.

        Args:
            path: The file.
            game: The game, or what finds it by the name in the file, such as `piracy_env.load`.
            tables: The component tables of the game, if they are not the shipped ones.
        """
        raw = read_bytes(path, ReplayError, LARGEST_FILE)
        try:
            replay = cls.parse(raw, game, tables)
            replay.verify()
        except ReplayError as error:
            raise ReplayError(f"{path}: {error}", path=str(path), where=error.where) from None
        return replay

    @classmethod
    def parse(cls, raw: str | bytes, game: Finder, tables: TableSource = None) -> Replay:
        """Read the text of a replay without playing it yet."""
        if not isinstance(raw, (str, bytes)):
            raise ReplayError(f"a replay is read from a text, not from {raw!r}")
        given = _read(raw)
        found = _find(given, game)
        found_tables = _find_tables(given, found, tables)
        try:
            options = found.choose(**given["options"])
        except (PiracyError, TypeError) as error:
            raise ReplayError(f"options: {error}", where="options") from None
        _require(
            given, "reward", given["reward"] in found.reward_modes, "no reward mode of the game"
        )
        _require(given, "limit", 1 <= given["limit"] < 2**31, "must be 1 to 2147483647")
        _require(
            given, "seed", _SEED.fullmatch(given["seed"]), "must be 0x and 16 hexadecimal digits"
        )
        _require(given, "episode", 0 <= given["episode"] < 2**62, "must be a count from 0")
        _require(given, "moves", 0 <= given["moves"] <= MOST_MOVES, f"must be 0 to {MOST_MOVES}")
        _require(given, "end", given["end"] in ENDS.values(), f"must be {listing(ENDS.values())}")
        for key in ("scores", "ranks"):
            numbers = [value for value in given[key] if type(value) is int]
            right = len(numbers) == len(given[key]) == options.players
            _require(given, key, right, f"must be {options.players} whole numbers")
        return cls(
            game=found,
            tables=found_tables,
            options=options.as_dict(),
            reward=given["reward"],
            limit=given["limit"],
            seed=int(given["seed"], 16),
            episode=given["episode"],
            start=_unpack(given, "start", (0, found.dtype.itemsize)),
            actions=_ids(_unpack(given, "actions", (2 * given["moves"],))),
            over=next(number for number, word in ENDS.items() if word == given["end"]),
            scores=tuple(given["scores"]),
            ranks=tuple(given["ranks"]),
            state=given["state"],
        )

    # --- playing ---------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.actions)

    def begin(self) -> Engine:
        """An engine in which this game has just been dealt."""
        try:
            engine = Engine(
                self.game,
                tables=self.tables,
                reward=self.reward,
                max_moves=self.limit,
                auto_reset=False,
                record=True,
                **self.options,  # type: ignore[arg-type]
            )
            engine.seed(np.array([self.seed], np.uint64))
            engine.place(episode=self.episode - 1)
            engine.reset()
            if self.start:
                engine.load_state(0, np.frombuffer(self.start, self.game.dtype))
        except (PiracyError, IndexError, ValueError) as error:
            # a record of random bytes may break the very check of its invariants
            raise ReplayError(f"the start: {error}", where="start") from None
        return engine

    def play(self) -> Iterator[Engine]:
        """One engine, before the first action and after each."""
        engine = self.begin()
        yield engine
        for move, action in enumerate(self.actions, start=1):
            try:
                engine.step([action])
            except PiracyError as error:
                raise ReplayError(
                    f"move {move} of {len(self)}: {error}", where=f"move {move}"
                ) from None
            yield engine

    def told(self, viewer: int | None = None) -> Iterator[tuple[Engine, int | None]]:
        """The story as a viewer is told it: one engine at each turn, and what was done in it.

        Last comes the present position, in which nothing has been done. Who knows all (None) is
        told every move; a seat is told of none that others decided in secret.
        """
        for move, engine in enumerate(self.play()):
            if move == len(self):
                yield engine, None
            elif viewer is None or engine.describe_action(0, self.actions[move], viewer):
                yield engine, self.actions[move]

    def engine_at(self, move: int, viewer: int | None = None) -> Engine:
        """An engine after so many moves of which the viewer was told; it can be played on."""
        number = -1
        for number, (engine, _) in enumerate(self.told(viewer)):
            if number == move:
                return engine
        raise ReplayError(f"there are moves 0 to {number}, not {move}")

    def verify(self) -> None:
        """Play everything, and compare what comes out with what the replay claims."""
        for engine in self.play():
            last = engine
        found = Replay.of(last)
        claims = {
            "end": (ENDS[self.over], ENDS[found.over]),
            "scores": (list(self.scores), list(found.scores)),
            "ranks": (list(self.ranks), list(found.ranks)),
            "state": (self.state, found.state),
        }
        for key, (claimed, true) in claims.items():
            if claimed != true:
                raise ReplayError(
                    f"{key}: the file says {claimed}, but the game comes to {true}", where=key
                )

    def view(self, seat: int) -> SeatReplay:
        """What one seat may know of the game."""
        if not 0 <= seat < self.game.choose(**self.options).players:  # type: ignore[arg-type]
            raise ReplayError(f"no seat {seat}: seats are numbered from 0")
        turns = []
        for engine, action in self.told(seat):
            position = engine.describe(0, seat)
            if action is None:
                turns.append(StoryTurn(None, position, ""))
            else:
                words = engine.describe_action(0, action, seat)
                turns.append(StoryTurn(int(engine.seat[0]), position, words))
        over = self.over != RUNNING
        return SeatReplay(
            game=self.game.title,
            version=self.game.version,
            options=self.options,
            viewer=seat,
            turns=tuple(turns),
            end=ENDS[self.over],
            scores=self.scores if over else (),
            ranks=self.ranks if over else (),
        )


@dataclass(frozen=True)
class StoryTurn:
    """A position as a seat knows it, and what was done in it, as far as that seat may know."""

    seat: int | None
    """Who did it; nobody has in the last one, and who is asked there may be a secret."""
    position: str
    action: str


@dataclass(frozen=True)
class SeatReplay:
    """A game as one seat saw it: no seed, no generator, nothing hidden."""

    game: str
    version: int
    options: dict[str, object]
    viewer: int
    turns: tuple[StoryTurn, ...]
    """Those of which the seat was told, and the last position, without an action."""
    end: str
    scores: tuple[int, ...]
    """Empty while the game runs: scores may rest on what is hidden."""
    ranks: tuple[int, ...]

    def as_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        plain = {item.name: getattr(self, item.name) for item in fields(self)}
        turns = [
            {"seat": one.seat, "position": one.position, "action": one.action} for one in self.turns
        ]
        return plain | {"turns": turns, "scores": list(self.scores), "ranks": list(self.ranks)}

    def json(self) -> str:
        """As a JSON file."""
        return json.dumps(self.as_dict(), indent=1, ensure_ascii=False) + "\n"

    def text(self) -> str:
        """As a story, a paragraph a turn."""
        parts = [f"{self.game}, as {seat_letter(self.viewer)} saw it"]
        for move, turn in enumerate(self.turns):
            parts.append(turn.position.rstrip())
            if turn.seat is not None:
                parts.append(f"Move {move + 1}, {seat_letter(turn.seat)}: {turn.action}")
        return "\n\n".join(parts) + "\n"


# --- reading -------------------------------------------------------------------------------------


def _read(raw: str | bytes) -> dict[str, Any]:
    """The contents of a file, with every key there and of its type, and the checksum right."""
    if len(raw) > LARGEST_FILE:
        raise ReplayError(f"too large for a replay: more than {LARGEST_FILE:,} bytes")
    given = parse_json(raw, ReplayError, "damaged or truncated")
    if not isinstance(given, dict) or "replay" not in given:
        raise ReplayError('no replay: it must be a JSON object with the key "replay"')
    if given["replay"] != FORMAT or type(given["replay"]) is not int:
        raise ReplayError(f"replay: format {given['replay']!r} is unknown; this is format {FORMAT}")
    missing = [key for key in KEYS if key not in given]
    unknown = [key for key in given if key not in KEYS]
    if missing or unknown:
        raise ReplayError(f"keys missing: {listing(missing)}; keys unknown: {listing(unknown)}")
    for key, kind in KEYS.items():
        if type(given[key]) is not kind:
            raise ReplayError(
                f"{key}: must be of type {kind.__name__}, not {given[key]!r:.80}", where=key
            )
    if given["checksum"] != _checksum(given):
        raise ReplayError(
            f"changed since it was written: its checksum is {_checksum(given)}, "
            f"but it says {given['checksum']!r:.40}",
            where="checksum",
        )
    return given


def _find(given: Mapping[str, Any], game: Finder) -> Game:
    name, version = given["game"], given["version"]
    if not re.fullmatch(r"\w+", name):  # a file may not name a module to be imported
        raise ReplayError(f"game: {name!r:.40} is no name of a game", where="game")
    try:
        found = game if isinstance(game, Game) else game(name)
    except PiracyError as error:
        raise ReplayError(f"game: {error}", where="game") from None
    if found.name != name:
        raise ReplayError(f"game: a replay of {name}, not of {found.name}", where="game")
    if found.version != version:
        raise ReplayError(
            f"version: made by version {version} of {name}, but version {found.version} is "
            f"installed, and the same actions may now lead elsewhere",
            where="version",
        )
    return found


def _find_tables(given: Mapping[str, Any], game: Game, source: TableSource) -> Tables:
    tables = game.tables.load(source)
    if tables.digest != given["tables"]:
        raise ReplayError(
            f"tables: played with tables {given['tables']!r:.40}, but those of {tables.origin} are "
            f"{tables.digest!r}; give the ones that it was played with",
            where="tables",
        )
    return tables


def _require(given: Mapping[str, Any], key: str, right: object, allowed: str) -> None:
    if not right:
        raise ReplayError(f"{key}: {allowed}, not {given[key]!r:.80}", where=key)


# --- bytes in JSON -------------------------------------------------------------------------------


def _pack(raw: bytes) -> str:
    return base64.b64encode(zlib.compress(raw, 9)).decode() if raw else ""


def _unpack(given: Mapping[str, Any], key: str, sizes: tuple[int, ...]) -> bytes:
    """The bytes of a key: as many as one of `sizes`, and never more are unpacked."""
    text, raw = given[key], b""
    try:
        if text:
            raw = zlib.decompressobj().decompress(
                base64.b64decode(text, validate=True), max(sizes) + 1
            )
    except (binascii.Error, ValueError, zlib.error) as error:
        raise ReplayError(f"{key}: damaged ({error})", where=key) from None
    if len(raw) not in sizes:
        size = len(raw) if len(raw) <= max(sizes) else f"more than {max(sizes)}"
        allowed = " or ".join(str(size) for size in sizes)
        raise ReplayError(f"{key}: unpacks to {size} bytes, not {allowed}", where=key)
    return raw


def _ids(raw: bytes) -> tuple[int, ...]:
    return tuple(int(action) for action in np.frombuffer(raw, "<i2"))


def _checksum(contents: Mapping[str, Any]) -> str:
    sealed = {key: value for key, value in contents.items() if key != "checksum"}
    return _digest(json.dumps(sealed, sort_keys=True).encode())


def _digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:16]
