"""How the points and the place of each player come about, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.game import RUNNING
from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import columns, seat_letter
from piracy_env.games.broadside.cards import SHIP_ROW
from piracy_env.games.broadside.describe import place_words
from piracy_env.games.broadside.ships import fleet, fleet_points
from piracy_env.games.broadside.state import End


def reckoning(s: Record, tables: Tables) -> list[str]:
    """The accounts of all players side by side, down to score and place."""
    seats = range(s.players)
    rows: list[list[object]] = [
        ["Reckoning", *map(seat_letter, seats)],
        *_ships(s, tables),
        _cave(s, tables),
        ["pirate points", *(_of(s, seat, fleet_points(s, tables.t, seat)) for seat in seats)],
        ["score", *(min(_points(s, tables, seat), s.target_points) for seat in seats)],
        ["treasure points", *(_of(s, seat, s.treasure_pts[seat]) for seat in seats)],
        ["ships", *(_of(s, seat, len(fleet(s, tables.t, seat))) for seat in seats)],
        ["crew", *(_of(s, seat, sum(s.fleet_crew[seat])) for seat in seats)],
        ["place", *(place_words(s, seat) for seat in seats)],
    ]
    return [*columns(rows, "<" + ">" * s.players), *_order(s)]


def _ships(s: Record, tables: Tables) -> Iterator[list[object]]:
    """What the ships of each kind bring, as `2x3` for two of three points."""
    counts = [
        [SHIP_ROW[ship.card] for ship in fleet(s, tables.t, seat)] for seat in range(s.players)
    ]
    for row, ship in enumerate(tables.t.ships):
        owned = [kinds.count(row) for kinds in counts]
        if ship.points and any(owned):
            name = str(tables.text("ships", "name")[row])
            yield [f"  {name}", *(f"{n}x{ship.points}" if n else "-" for n in owned)]


def _cave(s: Record, tables: Tables) -> list[object]:
    seats = range(s.players)
    points = tables.t.fame.points
    name = str(tables.text("fame", "name")[0])
    return [f"  {name}", *(points if s.cave_owner == seat else "-" for seat in seats)]


def _points(s: Record, tables: Tables, seat: int) -> int:
    return 0 if s.out >> seat & 1 else fleet_points(s, tables.t, seat)


def _of(s: Record, seat: int, number: int) -> object:
    """What a player has; nothing, who is eliminated."""
    return "-" if s.out >> seat & 1 else number


def _order(s: Record) -> Iterator[str]:
    """By what the places go."""
    if s.over == RUNNING:
        return
    if s.end_reason == End.POINTS:
        winner = seat_letter(s.cur)
        yield f"{winner} has the points in the own turn, and wins whatever others have (BRO-9.4)."
    yield "Then the order is by pirate points, treasure points, ships, crew."
    if s.out:
        order = sorted(
            (seat for seat in range(s.players) if s.out >> seat & 1),
            key=lambda seat: -s.elim_event[seat],
        )
        names = ", ".join(map(seat_letter, order))
        yield f"Eliminated, who lasted longest first: {names} (BRO-R44)."
