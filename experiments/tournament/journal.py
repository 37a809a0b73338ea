"""What has been played, on file, so that an interrupted tournament goes on where it stopped.

A line a finished piece of work, each sealed with a checksum; the first line says which tournament
it is. A last line that was torn by the interruption is dropped, anything else that is wrong is
refused.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from experiments.tournament.play import Played
from experiments.tournament.schedule import TournamentError

FORMAT = 1


class JournalError(TournamentError):
    """A journal that is damaged, or that belongs to another tournament."""


class Journal:
    """The file of one tournament, which `digest` tells apart from every other one."""

    def __init__(self, path: Path, digest: str) -> None:
        self.path = path
        self._opening = {"tournament": FORMAT, "digest": digest}

    def resume(self) -> list[Played]:
        """What was played before; the file is then ready for more."""
        lines = self._whole_lines()
        if not lines:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_bytes(_seal(self._opening))
            return []
        opening = lines[0]
        if opening.get("tournament") != FORMAT or "digest" not in opening:
            raise JournalError(f"{self.path} is no journal of a tournament")
        if opening != self._opening:
            raise JournalError(
                f"{self.path} is the journal of another tournament: its agents, games, seeds or "
                "their code differ; give another --journal, or delete it"
            )
        try:
            played = [Played.of_dict(line) for line in lines[1:]]
        except (KeyError, TypeError) as error:
            raise JournalError(f"{self.path}: a line lacks what a line holds ({error})") from None
        return played

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
        try:
            raw = self.path.read_bytes()
        except FileNotFoundError:
            return []
        except OSError as error:
            raise JournalError(f"{self.path}: cannot be read ({error.strerror})") from None
        found: list[dict[str, Any]] = []
        sound = 0
        pieces = raw.splitlines(keepends=True)
        for number, piece in enumerate(pieces, start=1):
            line = _open(piece)
            if line is None and number < len(pieces):
                raise JournalError(f"{self.path}: line {number} is damaged")
            if line is None:
                os.truncate(self.path, sound)
                break
            found.append(line)
            sound += len(piece)
        return found


def _seal(contents: dict[str, Any]) -> bytes:
    text = json.dumps(contents, separators=(",", ":"))
    return f"{_checksum(text)} {text}\n".encode()


def _open(line: bytes) -> dict[str, Any] | None:
    """What a line holds, or None if it is not as it was written."""
    if not line.endswith(b"\n"):
        return None
    seal, _, text = line[:-1].decode(errors="replace").partition(" ")
    if seal != _checksum(text):
        return None
    contents: dict[str, Any] = json.loads(text)
    return contents


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
