"""The pool of mid-campaign starts: positions where a phase begins, which the option `start` deals.

Those where an Adventure begins come last, and are for games that play it on its board: it is laid
out when the start is dealt.

They lie in `data/starts.npz`, made by `experiments/start_pool.py`: for each start its number of
players and its fields, and what they were made with: the version of the game, and its tables. Made
with anything else they would be positions that no game comes to, so then there are none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.options import Options
from piracy_env.core.tables import Tables
from piracy_env.errors import TableError
from piracy_env.games.skull_tales.state import FRAME, SEATS, VERSION, VOYAGE_FIELDS, Phase

POOL = Path(__file__).with_name("data") / "starts.npz"
MOST = 48
"""Starts for each number of players at most."""
STACKED = 6
"""Frames that are on the stack when a phase begins, at most."""
OWN: tuple[Any, ...] = tuple(
    ("stk", np.int16, (STACKED, FRAME)) if one[0] == "stk" else one
    for one in VOYAGE_FIELDS
    if one[0] != "scenario"
)
"""What a start tells beside the phase; the scenario is that of the game that is dealt."""
START = np.dtype([("phase", np.int8), *OWN])
DERIVED = (
    ("starts", START, (SEATS, MOST)),
    ("starts_n", np.int8, (SEATS,)),
    ("starts_by", np.int64),
)
"""Fields of the tables: the starts for each number of players, how many of them are in Port and at
sea, and what tables are known by that starts may be drawn with."""
_PARTS = ("version", "tables", "players", "starts")


def fingerprint(row: Any, sections: Iterable[str]) -> int:
    """What some sections of tables are known by."""
    told = hashlib.sha256()
    for section in sections:
        for name, numbers in _columns(row[section], section):
            told.update(name.encode() + numbers.tobytes())
    return int.from_bytes(told.digest()[:8], "little", signed=True)


def _columns(part: Any, name: str) -> Iterator[tuple[str, NDArray[Any]]]:
    """All columns by name: what lies between them is no number of the tables."""
    if part.dtype.names is None:
        yield name, np.asarray(part)
    for one in part.dtype.names or ():
        yield from _columns(part[one], f"{name}.{one}")


def save(path: Path, row: Any, players: NDArray[np.int8], starts: NDArray[Any]) -> None:
    """Write a pool that was made with this version and these tables."""
    np.savez_compressed(
        path,
        version=np.int64(VERSION),
        tables=np.int64(row["starts_by"]),
        players=players.astype(np.int8),
        starts=starts.astype(START),
    )


def read(path: Path, row: Any) -> tuple[NDArray[np.int8], NDArray[Any]]:
    """The numbers of players [n] and the starts [n] of a pool; refuses what does not fit."""
    try:
        with np.load(path, allow_pickle=False) as pool:
            version, tables, players, starts = (pool[name] for name in _PARTS)
    except (OSError, KeyError, ValueError, EOFError) as error:
        raise TableError(f"{path.name} is no pool of starts: {error}") from None
    if version != VERSION:
        raise TableError(f"{path.name} has starts of version {version}; the game is {VERSION}")
    if starts.dtype != START or players.shape != starts.shape or starts.ndim != 1:
        raise TableError(f"{path.name} has starts with other fields than the game has")
    if tables != row["starts_by"]:
        raise TableError(f"{path.name} has starts that were made with other tables")
    counts = np.bincount(players[players > 0], minlength=SEATS + 1)
    if len(counts) > SEATS + 1 or counts.max() > MOST or counts.sum() < len(players):
        raise TableError(f"{path.name} has at most {MOST} starts for each of 1 to {SEATS} players")
    return players, starts


def derive(row: Any, sections: Iterable[str], path: Path | None = None) -> None:
    """Write the pool into tables that it was made with; into others, none.

    `sections` are those that Port, Voyage and campaign are played with.
    """
    row["starts_by"] = fingerprint(row, sections)
    try:
        players, starts = read(path or POOL, row)
    except TableError:
        return
    is_ashore = starts["phase"] == Phase.ADVENTURE
    for seats in range(1, SEATS + 1):
        own = starts[(players == seats) & ~is_ashore]
        last = starts[(players == seats) & is_ashore]
        row["starts"][seats - 1, : len(own)] = own
        row["starts"][seats - 1, len(own) : len(own) + len(last)] = last
        row["starts_n"][seats - 1] = len(own)


def unfit(options: Options, tables: Tables) -> str:
    """Why a start cannot be drawn from the pool with these tables; empty if it can."""
    if options.values.get("start") != "pool" or tables.t.starts_n[options.players - 1] > 0:
        return ""
    try:
        read(POOL, tables.record[0])
    except TableError as error:
        return f"start pool: {error}"
    return f"start pool: {POOL.name} has no start for {options.players} players"
