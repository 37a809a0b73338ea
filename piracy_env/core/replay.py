"""Games on file: how a game was dealt and what was played, enough to play it all again.

A replay is a JSON file of a few hundred bytes; that of a long game has checkpoints too, at which it
is opened in the middle. What it says is never trusted: it is played when it is loaded, each action
under the rules, and must come to the end that it claims. As it holds the seed, it tells everything;
what one seat may know of a game is its `view`.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core import checkpoints
from piracy_env.core.batch import TableSource
from piracy_env.core.checkpoints import Checkpoint
from piracy_env.core.engine import Engine
from piracy_env.core.files import parse_json, read_bytes, unprintable, write_whole
from piracy_env.core.game import CUT, ENDED, RUNNING, Game
from piracy_env.core.outcome import Outcome
from piracy_env.core.packing import digest, pack, unpack
from piracy_env.core.story import Event
from piracy_env.core.tables import Tables
from piracy_env.core.text import ending, seat_letter
from piracy_env.errors import OrderError, PiracyError, ReplayError, listing

FORMAT = 2
LARGEST_FILE = 1 << 24
"""No replay is larger, in bytes: a million moves take one or two million, checkpoints four more."""
LONGEST_NAME = 1000
"""Letters of whoever sat in a seat."""

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
    "team": list,
    "reason": str,
    "state": str,
    "checksum": str,
}
"""What stands in a file, in this order."""
LATER: dict[str, type] = {"seats": list, "checkpoints": list}
"""What stands in it since format 2; in format 1 they are empty."""

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
    team: float | None
    """What all had reached together; None in games of rivals."""
    reason: str
    """Why it ended; empty while it runs."""
    state: str
    """Digest of the state after the last action."""
    seats: tuple[str, ...] = ()
    """Who sat in each seat, if it is known: `human`, `human:Anne`, or an agent's name."""
    checkpoints: tuple[Checkpoint, ...] = field(default=(), compare=False, repr=False)
    """States on the way of a long game."""

    # --- making and storing ----------------------------------------------------------------------

    @classmethod
    def of(cls, engine: Engine, i: int = 0, seats: Sequence[str] = ()) -> Replay:
        """The game that stands in an engine made with `record=True`, up to its last action.

        Args:
            engine: The engine.
            i: The number of the game.
            seats: Who sits in each seat, if that shall be known to whoever goes on with it.
        """
        if not isinstance(engine, Engine):
            raise ReplayError(f"a replay is made of an engine, not of {engine!r}")
        _require_names(seats, engine.options.players)
        scores, ranks, team, reason = engine.outcome(i)
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
            team=team,
            reason=reason,
            state=digest(engine.states[i].tobytes()),
            seats=tuple(seats),
        )

    def with_checkpoints(self) -> Replay:
        """The same game, with checkpoints if it is long; it is played for them."""
        step, marks = checkpoints.spread(len(self)), []
        if len(self) <= step or self.checkpoints:
            return self
        for move, engine in enumerate(self.play()):
            if move % step == 0 and 0 < move < len(self):
                marks.append(Checkpoint.of(engine, move))
        return replace(self, checkpoints=checkpoints.thinned(marks))

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
            "start": pack(self.start),
            "moves": len(self.actions),
            "actions": pack(np.array(self.actions, "<i2").tobytes()),
            "end": ENDS[self.over],
            "scores": list(self.scores),
            "ranks": list(self.ranks),
            "team": [] if self.team is None else [self.team],
            "reason": self.reason,
            "state": self.state,
            "seats": list(self.seats),
            "checkpoints": [checkpoint.as_dict() for checkpoint in self.checkpoints],
        }
        contents["checksum"] = _checksum(contents)
        lines = (f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in contents.items())
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def save(self, path: str | Path) -> None:
        """Write the replay to a file, with checkpoints if the game is long."""
        text = self.with_checkpoints().text()
        if len(text) > LARGEST_FILE:
            raise ReplayError(
                f"{path}: is not written, for it could not be read: {len(text):,} bytes, and "
                f"{LARGEST_FILE:,} at most",
                path=str(path),
            )
        try:
            write_whole(path, text)
        except (OSError, ValueError) as error:  # of a name that no file can have
            reason = getattr(error, "strerror", None) or error
            raise ReplayError(f"{path}: cannot be written ({reason})", path=str(path)) from None

    @classmethod
    def load(
        cls, path: str | Path, game: Finder, tables: TableSource = None, *, verify: bool = True
    ) -> Replay:
        """Read a file and play it: what comes back was verified to its last byte.

        Args:
            path: The file.
            game: The game, or what finds it by the name in the file, such as `piracy_env.load`.
            tables: The component tables of the game, if they are not the shipped ones.
            verify: Whether to play it. A long game is opened at once without; then the positions
                that `engine_at` gives are sound, but nobody knows yet that the game came to them.
        """
        raw = read_bytes(path, ReplayError, LARGEST_FILE)
        try:
            replay = cls.parse(raw, game, tables)
            if verify:
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
        its_game = _find(given, game)
        its_tables = _find_tables(given, its_game, tables)
        try:
            options = its_game.choose(**given["options"])
        except (PiracyError, TypeError) as error:
            raise ReplayError(f"options: {error}", where="options") from None
        _require(
            given, "reward", given["reward"] in its_game.reward_modes, "no reward mode of the game"
        )
        _require(given, "limit", 1 <= given["limit"] < 2**31, "must be 1 to 2147483647")
        _require(
            given, "seed", _SEED.fullmatch(given["seed"]), "must be 0x and 16 hexadecimal digits"
        )
        _require(given, "episode", 0 <= given["episode"] < 2**62, "must be a count from 0")
        most = min(given["limit"], its_game.longest(options))
        _require(given, "moves", 0 <= given["moves"] <= most, f"must be 0 to {most}")
        _require(given, "end", given["end"] in ENDS.values(), f"must be {listing(ENDS.values())}")
        for key in ("scores", "ranks"):
            numbers = [value for value in given[key] if type(value) is int]
            right = len(numbers) == len(given[key]) == options.players
            _require(given, key, right, f"must be {options.players} whole numbers")
        is_share = all(type(value) in (int, float) and 0 <= value <= 1 for value in given["team"])
        right = is_share and len(given["team"]) <= 1
        _require(given, "team", right, "must be empty, or hold a number from 0 to 1")
        if given["seats"]:
            _require_names(given["seats"], options.players)
        return cls(
            game=its_game,
            tables=its_tables,
            options=options.as_dict(),
            reward=given["reward"],
            limit=given["limit"],
            seed=int(given["seed"], 16),
            episode=given["episode"],
            start=unpack(given["start"], "start", (0, its_game.dtype.itemsize)),
            actions=_ids(unpack(given["actions"], "actions", (2 * given["moves"],))),
            over=next(number for number, word in ENDS.items() if word == given["end"]),
            scores=tuple(given["scores"]),
            ranks=tuple(given["ranks"]),
            team=given["team"][0] if given["team"] else None,
            reason=given["reason"],
            state=given["state"],
            seats=tuple(given["seats"]),
            checkpoints=checkpoints.parse_all(
                given["checkpoints"], its_game, options.players, given["moves"]
            ),
        )

    # --- playing ---------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.actions)

    def begin(self) -> Engine:
        """An engine in which this game has just been dealt."""
        try:
            engine = self._dealt()
            if self.start:
                engine.load_state(0, np.frombuffer(self.start, self.game.dtype))
                if engine.over[0] and len(self):
                    raise OrderError("the game is over, but moves follow")
        except (PiracyError, IndexError, ValueError) as error:
            # a record of random bytes may break the very check of its invariants
            raise ReplayError(f"the start: {error}", where="start") from None
        return engine

    def _dealt(self) -> Engine:
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
        return engine

    def _opened(self, at: Checkpoint) -> Engine:
        """An engine in which this game stands at a checkpoint, if that is a sound state."""
        engine = self.begin()
        try:
            engine.recall_state(
                0,
                np.frombuffer(at.state, self.game.dtype),
                start=self.start,
                actions=self.actions[: at.move],
                decisions=at.decisions,
            )
        except (PiracyError, IndexError, ValueError) as error:
            where = f"checkpoint at move {at.move}"
            raise ReplayError(f"the {where}: {error}", where=where) from None
        return engine

    def play(self) -> Iterator[Engine]:
        """One engine, before the first action and after each."""
        engine = self.begin()
        yield engine
        yield from self._play_on(engine, 0)

    def _play_on(self, engine: Engine, first: int) -> Iterator[Engine]:
        """The engine after each action from number `first` on."""
        for move, action in enumerate(self.actions[first:], start=first + 1):
            try:
                engine.play(action)
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
        for _, engine, action in self._turns(viewer):
            yield engine, action

    def _turns(self, viewer: int | None) -> Iterator[tuple[int, Engine, int | None]]:
        for move, engine in enumerate(self.play()):
            if move == len(self):
                yield move, engine, None
            elif viewer is None or engine.describe_action(0, self.actions[move], viewer):
                yield move, engine, self.actions[move]

    def moves_told(self, viewer: int | None = None) -> Sequence[int]:
        """After how many actions each turn of `told` stands."""
        if viewer is None:
            return range(len(self) + 1)
        return [move for move, _, _ in self._turns(viewer)]

    def story(self, viewer: int | None = None, first: int = 0) -> Iterator[StoryTurn]:
        """The same in words: what came of the turn before, the position, and what was done in it.

        What comes of moves in secret, as far as it is told, follows what came of the turn before.
        The story may be opened in the middle, after the `first` actions.
        """
        news: list[str] = []
        before: NDArray[Any] | None = None
        opened = self.engine_at(first)
        positions = itertools.chain([opened], self._play_on(opened, first))
        for move, engine in enumerate(positions, start=first):
            now = engine.states[:1].copy()
            if before is not None:
                event = Event(self.game, self.tables, before, self.actions[move - 1], now)
                news += event.news(viewer)
            if move == len(self):
                yield StoryTurn(None, engine.describe(0, viewer), "", tuple(news))
                return
            words = engine.describe_action(0, self.actions[move], viewer)
            if viewer is None or words:
                position = engine.describe(0, viewer)
                seat, decision = int(engine.seat[0]), engine.decision(0, viewer)
                yield StoryTurn(seat, position, words, tuple(news), decision)
                news.clear()
            before = now

    def engine_at(self, move: int, viewer: int | None = None) -> Engine:
        """An engine after so many moves of which the viewer was told; it can be played on.

        From the last checkpoint before it, if there is one; for one who was not told every move it
        must be counted from the beginning.
        """
        moves = self.moves_told(viewer)
        if not 0 <= move < len(moves):
            raise ReplayError(f"there are moves 0 to {len(moves) - 1}, not {move}")
        wanted = moves[move]
        before = [checkpoint for checkpoint in self.checkpoints if checkpoint.move <= wanted]
        first = before[-1].move if before else 0
        engine = self._opened(before[-1]) if before else self.begin()
        for _ in itertools.islice(self._play_on(engine, first), wanted - first):
            pass
        return engine

    def verify(self) -> None:
        """Play everything, and compare what comes out with what the replay claims."""
        claimed_at = {checkpoint.move: checkpoint for checkpoint in self.checkpoints}
        for move, engine in enumerate(self.play()):
            last = engine
            if move in claimed_at and claimed_at[move] != Checkpoint.of(engine, move):
                where = f"checkpoint at move {move}"
                raise ReplayError(f"{where}: the game comes to another state", where=where)
        played = Replay.of(last)
        claims = {
            "end": (ENDS[self.over], ENDS[played.over]),
            "scores": (list(self.scores), list(played.scores)),
            "ranks": (list(self.ranks), list(played.ranks)),
            "team": (self.team, played.team),
            "reason": (self.reason, played.reason),
            "state": (self.state, played.state),
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
        over = self.over != RUNNING
        return SeatReplay(
            game=self.game.title,
            version=self.game.version,
            options=self.options,
            viewer=seat,
            turns=tuple(self.story(seat)),
            end=ENDS[self.over],
            scores=self.scores if over else (),
            ranks=self.ranks if over else (),
            team=self.team if over else None,
            reason=self.reason,
        )


@dataclass(frozen=True)
class StoryTurn:
    """A position as a seat knows it, and what was done in it, as far as that seat may know."""

    seat: int | None
    """Who did it; nobody has in the last one, and who is asked there may be a secret."""
    position: str
    action: str
    news: tuple[str, ...] = ()
    """What chance and the rules have made of the turn before."""
    decision: str = ""
    """Name of what was decided, for who decided it and who knows all."""


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
    team: float | None
    reason: str

    def as_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        plain = {item.name: getattr(self, item.name) for item in fields(self)}
        turns = [
            {name: getattr(turn, name) for name in ("seat", "position", "decision", "action")}
            | {"news": list(turn.news)}
            for turn in self.turns
        ]
        return plain | {"turns": turns, "scores": list(self.scores), "ranks": list(self.ranks)}

    def json(self) -> str:
        """As a JSON file."""
        return json.dumps(self.as_dict(), indent=1, ensure_ascii=False) + "\n"

    def text(self) -> str:
        """As a story, a paragraph a turn."""
        parts = [f"{self.game}, as {seat_letter(self.viewer)} saw it"]
        for move, turn in enumerate(self.turns):
            parts += ["\n".join(turn.news)] if turn.news else []
            parts.append(turn.position.rstrip())
            if turn.seat is not None:
                parts.append(f"Move {move + 1}, {seat_letter(turn.seat)}: {turn.action}")
        if self.reason:
            came = Outcome([*self.scores], [*self.ranks], self.team, self.reason)
            parts.append(ending(came))
        return "\n\n".join(parts) + "\n"


# --- reading -------------------------------------------------------------------------------------


def _read(raw: str | bytes) -> dict[str, Any]:
    """The contents of a file, with every key there and of its type, and the checksum right."""
    if len(raw) > LARGEST_FILE:
        raise ReplayError(f"too large for a replay: more than {LARGEST_FILE:,} bytes")
    given = parse_json(raw, ReplayError, "damaged or truncated")
    if not isinstance(given, dict) or "replay" not in given:
        raise ReplayError('no replay: it must be a JSON object with the key "replay"')
    if type(given["replay"]) is not int or not 1 <= given["replay"] <= FORMAT:
        raise ReplayError(f"replay: format {given['replay']!r} is unknown; this is format {FORMAT}")
    keys = KEYS | (LATER if given["replay"] > 1 else {})
    missing = [key for key in keys if key not in given]
    unknown = [key for key in given if key not in keys]
    if missing or unknown:
        raise ReplayError(f"keys missing: {listing(missing)}; keys unknown: {listing(unknown)}")
    for key, kind in keys.items():
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
    return {key: kind() for key, kind in LATER.items()} | given


def _find(given: Mapping[str, Any], game: Finder) -> Game:
    name, version = given["game"], given["version"]
    if not re.fullmatch(r"\w+", name):  # a file may not name a module to be imported
        raise ReplayError(f"game: {name!r:.40} is no name of a game", where="game")
    try:
        candidate = game if isinstance(game, Game) else game(name)
    except PiracyError as error:
        raise ReplayError(f"game: {error}", where="game") from None
    if candidate.name != name:
        raise ReplayError(f"game: a replay of {name}, not of {candidate.name}", where="game")
    if candidate.version != version:
        raise ReplayError(
            f"version: made by version {version} of {name}, but version {candidate.version} is "
            f"installed, and the same actions may now lead elsewhere",
            where="version",
        )
    return candidate


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


def _require_names(seats: Sequence[object], players: int) -> None:
    """Refuse what cannot stand for who sat where: nobody at all, or a short name in each seat."""
    right = [name for name in seats if isinstance(name, str) and _is_name(name)]
    if isinstance(seats, str) or (seats and not len(right) == len(seats) == players):
        raise ReplayError(
            f"seats: must be {players} names of 1 to {LONGEST_NAME} printable letters, "
            f"not {seats!r:.80}",
            where="seats",
        )


def _is_name(text: str) -> bool:
    return 0 < len(text) <= LONGEST_NAME and text == text.strip() and not unprintable(text)


def _ids(raw: bytes) -> tuple[int, ...]:
    return tuple(int(action) for action in np.frombuffer(raw, "<i2"))


def _checksum(contents: Mapping[str, Any]) -> str:
    sealed = {key: value for key, value in contents.items() if key != "checksum"}
    return digest(json.dumps(sealed, sort_keys=True).encode())
