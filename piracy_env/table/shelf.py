"""Files of the table: games that were put aside, and what a folder holds of replays and runs.

No name that comes over the network is ever opened as a path. What may be opened is what was found
by looking into the two folders that the server was started with.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from piracy_env.core.files import parse_json, read_bytes, unprintable, write_whole
from piracy_env.core.replay import LARGEST_FILE, Replay
from piracy_env.errors import PiracyError, ReplayError
from piracy_env.registry import load

FORMAT = 1
MOST_KEPT = 200
"""Games that were put aside; the oldest make room."""
MOST_FOUND = 500
"""Replays and runs of a folder that are listed."""
LARGEST_SHELF_FILE = 2 * LARGEST_FILE

_KEY = re.compile(r"[\w-]{8,40}")
_LOG, _PLAN = "log.jsonl", "plan.json"


class ShelfError(PiracyError):
    """A file of a table that cannot be read."""


class Shelf:
    """Two folders: one for tables that were put aside, one with replays and training runs."""

    def __init__(self, kept: Path, folder: Path) -> None:
        self.kept = kept
        self.folder = folder

    # --- tables that were put aside ---------------------------------------------------------------

    def put(self, key: str, facts: dict[str, Any], replay: Replay) -> None:
        """Keep a table: it holds the tokens, so that only its user may read it."""
        self.kept.mkdir(mode=0o700, parents=True, exist_ok=True)
        contents = {"table": FORMAT, **facts, "replay": replay.text()}
        path = self.kept / f"{key}.json"
        with _private():
            write_whole(path, json.dumps(contents))
        for old in [path for path in self._files() if is_table(path)][MOST_KEPT:]:
            old.unlink(missing_ok=True)

    def take(self, key: str) -> dict[str, Any]:
        """The facts of a table that was put aside, its replay as a text among them."""
        if not _KEY.fullmatch(key):
            raise ShelfError("there is no such table")
        path = self.kept / f"{key}.json"
        if path not in self._files():
            raise ShelfError("there is no such table")
        facts = parse_json(read_bytes(path, ShelfError, LARGEST_SHELF_FILE), ShelfError, str(path))
        if not isinstance(facts, dict) or facts.get("table") != FORMAT:
            raise ShelfError(f"{path}: no table of format {FORMAT}")
        return facts

    def drop(self, key: str) -> None:
        """Forget a table."""
        path = self.kept / f"{key}.json"
        if _KEY.fullmatch(key) and is_table(path):  # somebody may keep more in that folder
            path.unlink(missing_ok=True)

    def aside(self) -> list[str]:
        """The tables that were put aside, the latest first."""
        return [path.stem for path in self._files() if is_table(path)]

    def holds(self, key: str) -> bool:
        """Whether a table was put aside under a key."""
        return bool(_KEY.fullmatch(key)) and (self.kept / f"{key}.json").is_file()

    def _files(self) -> list[Path]:
        try:
            found = [path for path in self.kept.glob("*.json") if _KEY.fullmatch(path.stem)]
            return sorted(found, key=lambda path: (-path.stat().st_mtime, path.name))
        except OSError:
            return []

    # --- the folder -------------------------------------------------------------------------------

    def replays(self) -> dict[str, Path]:
        """Files that may be replays, by their names in the folder."""
        return {
            str(path.relative_to(self.folder)): path
            for path in self._found(("*.json", "*/*.json"))
            if is_replay(path)
        }

    def runs(self) -> dict[str, Path]:
        """Folders of training runs, by their names in the folder."""
        return {
            str(path.parent.relative_to(self.folder)): path.parent
            for path in self._found((_PLAN, f"*/{_PLAN}", f"*/*/{_PLAN}"))
            if (path.parent / _LOG).is_file() and not (path.parent / _LOG).is_symlink()
        }

    def _found(self, patterns: tuple[str, ...]) -> list[Path]:
        try:
            found = {path for pattern in patterns for path in self.folder.glob(pattern)}
            top = self.folder.resolve()
            inside = [path for path in found if path.is_file() and self._is_inside(path, top)]
            return sorted(inside, key=lambda path: -path.stat().st_mtime)[:MOST_FOUND]
        except OSError:
            return []

    def _is_inside(self, path: Path, top: Path) -> bool:
        """Whether a file lies in the folder, whatever leads to it, under a name that is a text."""
        name = str(path.relative_to(self.folder))
        is_direct = path.resolve() == top / name
        return is_direct and not unprintable(name)


def is_replay(path: Path) -> bool:
    """Whether a file begins as replays do."""
    return _begins(path, b'"replay"')


def is_table(path: Path) -> bool:
    """Whether a file begins as tables do that were put aside."""
    return _begins(path, b'"table"')


def _begins(path: Path, word: bytes) -> bool:
    try:
        if not path.is_file():  # to open a pipe would be to wait for somebody who writes
            return False
        with path.open("rb") as file:
            return file.read(64).lstrip(b"{ \n").startswith(word)
    except OSError:
        return False


def read_replay(text: str | bytes) -> Replay:
    """A replay of a game of the suite, verified."""
    replay = Replay.parse(text, load)
    replay.verify()
    return replay


def load_replay(path: Path) -> Replay:
    """The replay in a file, verified."""
    return read_replay(read_bytes(path, ReplayError, LARGEST_FILE))


@contextlib.contextmanager
def _private() -> Iterator[None]:
    """What is written meanwhile only its user may read."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)
