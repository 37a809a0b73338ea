"""All tables of the Adventure but those of the crew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from piracy_env.core.record import Record
from piracy_env.games.skull_tales.tables import adventures, cards, enemies, tiles
from piracy_env.games.skull_tales.terrain import BLOCKED, CHASM, TOKENS

_PARTS = (tiles, cards, enemies, adventures)
SECTIONS = (*tiles.TILES, *cards.CARDS, *enemies.ENEMIES, *adventures.ADVENTURES)
DERIVED = (*tiles.DERIVED, *enemies.DERIVED, *adventures.DERIVED)


def derive(t: Record, row: Any) -> None:
    """Work out what follows from the sections."""
    for part in (tiles, enemies, adventures):
        part.derive(t, row)


def forbidden(t: Record, values: dict[str, Any]) -> Iterator[str]:
    """Complaints that forbid a table."""
    for part in _PARTS:
        yield from part.forbidden(t, values)
    yield from _places_without_ground(t)


def doubtful(t: Record, values: dict[str, Any]) -> Iterator[str]:
    """Departures from the totals of the shipped tables."""
    for part in _PARTS:
        yield from part.doubtful(t, values)


def _places_without_ground(t: Record) -> Iterator[str]:
    """Places of the stories where nobody can stand."""
    ground = tiles.grounds(t)
    places = [
        *(
            (f"[adventures] {key}", one.zone_tile, one.zone)
            for key, one in _rows(adventures.ADVENTURE_KEYS, t.adventures)
        ),
        *(
            (f"[garrisons] {key}", one.tile, one.at)
            for key, one in _rows(adventures.GARRISON_KEYS, t.garrisons)
        ),
        *(
            (f"[specials] {key}", one.to_tile, [one.to])
            for key, one in _rows(adventures.SPECIAL_KEYS, t.specials)
        ),
    ]
    for where, tile, at in places:
        for row, col in at:
            if row < 0:
                continue
            size = ground[tile]["size"]
            if row >= size or col >= size or ground[tile]["ter"][row, col] in (BLOCKED, CHASM):
                yield f"{where}: nobody can stand at ({row}, {col}) of {TOKENS[tile]}"
    for key, one in _rows(adventures.OBSTACLE_KEYS, t.obstacles):
        if max(one.at) >= ground[one.tile]["size"]:
            yield f"[obstacles] {key}: {TOKENS[one.tile]} has no such space"
    for key, one in _rows(adventures.ENTRANCE_KEYS, t.entrances):
        if one.exit > ground[one.tile]["exits_n"]:
            yield f"[entrances] {key}: {TOKENS[one.tile]} has no exit {one.exit}"
    for key, one in _rows(adventures.ADVENTURE_KEYS, t.adventures):
        for tile, exit_ in zip(one.start, one.start_exits, strict=True):
            if tile >= 0 and exit_ > ground[tile]["exits_n"]:
                yield f"[adventures] {key}: {TOKENS[tile]} has no exit {exit_}"


def _rows(keys: tuple[str, ...], rows: Any) -> Iterator[tuple[str, Record]]:
    yield from zip(keys, rows, strict=True)
