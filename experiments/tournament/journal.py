"""What has been played, on file, so that an interrupted tournament goes on where it stopped.

A line a finished piece of work, each sealed with a checksum; the first line says which tournament
it is. A last line that was torn by the interruption is dropped, anything else that is wrong is
refused.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

from experiments.tournament.play import Played
from experiments.tournament.schedule import SALT, Schedule, TournamentError
from piracy_env.core.files import LARGEST_TEXT, parse_json, read_bytes, read_first_line
from piracy_env.errors import listing

FORMAT = 3
LONGEST_OPENING = 1024
"""Bytes of the first line."""
ROOM = 256
"""Most bytes that a journal has for a seat of a game, or for an agent in a piece of work."""
LONGEST_REASON = 80
"""Characters of why a game ended."""
BY_SEAT = {"ranks": int, "scores": int, "rewards": float, "successes": bool}
BY_GAME = {"moves": int, "cut": bool}
OF_AGENTS = {"seats": int, "decisions": int, "timed": int, "seconds": float}
"""Columns of a line, and the types of their numbers."""


class JournalError(TournamentError):
    """A journal that is damaged, or that belongs to another tournament."""


def salt_of(path: Path | None) -> int | None:
    """The salt of the tournament that a journal belongs to, if there is one to go on with."""
    if path is None or not path.exists():
        return None
    line = read_first_line(path, JournalError, LONGEST_OPENING)
    written = str((_open(line, f"{path}: line 1") or {}).get("salt", ""))
    return int(written, 16) if re.fullmatch(f"[0-9a-f]{{1,{SALT // 4}}}", written) else None


class Journal:
    """The file of one tournament, which `digest` tells apart from every other one."""

    def __init__(self, path: Path, digest: str, schedule: Schedule) -> None:
        self.path = path
        self.schedule = schedule
        self._opening = {"tournament": FORMAT, "digest": digest, "salt": f"{schedule.salt:x}"}

    def resume(self) -> list[Played]:
        """What was played before; the file is then ready for more."""
        lines = self._whole_lines()
        if not lines:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.touch(mode=0o600)  # while games are played the salt is a secret
            self.path.write_bytes(_seal(self._opening))
            return []
        opening = lines[0]
        number = opening.get("tournament")
        if type(number) is not int or "digest" not in opening:
            raise JournalError(f"{self.path} is no journal of a tournament")
        if number != FORMAT:
            raise JournalError(
                f"{self.path} is a journal of format {number}, which another version keeps, not of "
                f"format {FORMAT}: go on with that version, or delete it and play anew"
            )
        if opening != self._opening:
            raise JournalError(
                f"{self.path} is the journal of another tournament: its agents, games, seeds or "
                "their code differ; give another --journal, or delete it"
            )
        played = [self._played(line, number) for number, line in enumerate(lines[1:], start=2)]
        deals = sorted((part.first, part.last) for part in played)
        for (_, last), (first, _) in itertools.pairwise(deals):
            if first < last:
                raise JournalError(f"{self.path}: tells of deal {first} twice")
        return played

    def _played(self, line: dict[str, Any], number: int) -> Played:
        """What a line tells of: deals of this tournament, and all that is known of each game."""
        where = f"{self.path}: line {number}"
        known = {field.name for field in fields(Played)} - {"replays"}
        if set(line) != known:
            raise JournalError(f"{where}: must hold {listing(sorted(known))}")
        first, last = line["first"], line["last"]
        is_whole = type(first) is int and type(last) is int
        if not is_whole or not 0 <= first < last <= self.schedule.deals:
            raise JournalError(
                f"{where}: deals {first!r:.20} to {last!r:.20} are not of the "
                f"{self.schedule.deals} of this tournament"
            )
        self._require_games(line, (last - first) * self.schedule.games_a_deal, where)
        self._require_clock(line["clock"], where)
        return Played.of_dict(line)

    def _require_games(self, line: dict[str, Any], games: int, where: str) -> None:
        players = self.schedule.players
        for name, kind in BY_SEAT.items():
            if not _is_table(line[name], kind, games, players):
                raise JournalError(f"{where}: {name} must be {players} numbers a game")
        for name, kind in BY_GAME.items():
            if not _is_table(line[name], kind, games):
                raise JournalError(f"{where}: {name} must tell of {games} games")
        if any(not 1 <= rank <= players for ranks in line["ranks"] for rank in ranks):
            raise JournalError(f"{where}: ranks are 1 to {players}")
        if not _is_list(line["teams"], games, _is_team):
            raise JournalError(f"{where}: teams must tell of {games} games, from 0 to 1 or null")
        if not _is_list(line["reasons"], games, _is_reason):
            raise JournalError(f"{where}: reasons must be {games} words of why games ended")
        is_alone = players == 1
        for ranks, team in zip(line["ranks"], line["teams"], strict=True):
            if team is None and not is_alone and 1 not in ranks:
                raise JournalError(f"{where}: somebody is first in every game of rivals")

    def _require_clock(self, clock: Any, where: str) -> None:
        agents = self.schedule.agents
        is_clock = isinstance(clock, dict) and set(clock) == set(OF_AGENTS)
        if not is_clock or not all(_is_table(clock[k], OF_AGENTS[k], agents) for k in OF_AGENTS):
            raise JournalError(f"{where}: the clock must tell of {agents} agents")
        if any(seconds < 0 for column in clock.values() for seconds in column):
            raise JournalError(f"{where}: no clock runs backward")

    def add(self, played: Played) -> None:
        """Keep a finished piece of work: when this returns, it is on the disk."""
        with self.path.open("ab") as file:
            file.write(_seal(played.as_dict()))
            file.flush()
            os.fsync(file.fileno())

    def remove(self) -> None:
        """Delete the file, once its contents have been told elsewhere."""
        self.path.unlink(missing_ok=True)

    def _whole_lines(self) -> list[dict[str, Any]]:
        """The lines of the file; a torn one at its end is cut off."""
        if not self.path.exists():
            return []
        plan = self.schedule
        room = ROOM * (plan.games * plan.players + plan.deals * plan.agents)
        raw = read_bytes(self.path, JournalError, LARGEST_TEXT + room)
        lines: list[dict[str, Any]] = []
        sound = 0
        pieces = raw.splitlines(keepends=True)
        for number, piece in enumerate(pieces, start=1):
            line = _open(piece, f"{self.path}: line {number}")
            if line is None and number < len(pieces):
                raise JournalError(f"{self.path}: line {number} is damaged")
            if line is None and not lines and not _seal(self._opening).startswith(piece):
                raise JournalError(f"{self.path} is no journal of this tournament")
            if line is None:
                os.truncate(self.path, sound)
                break
            lines.append(line)
            sound += len(piece)
        return lines


def _seal(contents: dict[str, Any]) -> bytes:
    text = json.dumps(contents, separators=(",", ":"))
    return f"{_checksum(text)} {text}\n".encode()


def _open(line: bytes, where: str) -> dict[str, Any] | None:
    """What a line holds, or None if it is not as it was written."""
    if not line.endswith(b"\n"):
        return None
    seal, _, text = line[:-1].decode(errors="replace").partition(" ")
    if seal != _checksum(text):
        return None
    contents = parse_json(text, JournalError, where)
    if not isinstance(contents, dict):
        raise JournalError(f"{where}: must be an object, not {contents!r:.80}")
    return contents


def _is_table(value: Any, kind: type, length: int, *shape: int) -> bool:
    """Whether a value is a list of such a length, of numbers or of lists."""
    if not isinstance(value, list) or len(value) != length:
        return False
    if shape:
        return all(_is_table(row, kind, *shape) for row in value)
    kinds = {int, float} if kind is float else {kind}
    return all(type(number) in kinds for number in value)


def _is_list(value: Any, length: int, fits: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and len(value) == length and all(map(fits, value))


def _is_team(value: Any) -> bool:
    return value is None or (type(value) in {int, float} and 0 <= value <= 1)


def _is_reason(value: Any) -> bool:
    return type(value) is str and 0 < len(value) <= LONGEST_REASON and value.isprintable()


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
