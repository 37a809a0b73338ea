"""The component tables of skull_tales, one set for the campaign and all its parts.

Two fields are worked out from the sections when tables are loaded: `t.chart`, the ways over the sea,
and `t.town`, those between the places of the Port.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from piracy_env.core.record import Record
from piracy_env.core.tables import Schema, Tables
from piracy_env.games.skull_tales.chart import DIRECTIONS, SPACES, apart, beside, is_water, ways
from piracy_env.games.skull_tales.tables import campaign, port, sea
from piracy_env.games.skull_tales.tables.words import LETTERS, PLACES

CHART = np.dtype(
    [
        ("near", np.int16, (SPACES, DIRECTIONS)),
        ("water", np.int8, (SPACES,)),
        ("coast", np.int8, (SPACES,)),
        ("letter", np.int8, (SPACES,)),
        ("scroll", np.int16, (len(LETTERS),)),
        ("cube", np.int8, (SPACES, SPACES)),
        ("way", np.int8, (SPACES, SPACES)),
    ]
)
"""Neighbours by direction (-1 beyond the edge), water, water next to land, the letter of a scroll
(-1 for none) and the space of each, distances as the crow flies, and lengths of ways over water."""
TOWN = np.dtype([("road", np.int8, (len(PLACES), len(PLACES)))])
"""1 where a road leads from one place of the Port to another."""
_PARTS = (campaign, sea, port)


class Charted(Schema):
    """Tables with the ways over the sea and through the Port."""

    def dtype(self) -> np.dtype[Any]:
        """The record type of a whole set of tables."""
        sections = super().dtype()
        fields = [(name, sections[name]) for name in sections.names or ()]
        return np.dtype([*fields, ("chart", CHART), ("town", TOWN)])

    def load(self, source: str | Path | Mapping[str, Any] | Tables | None = None) -> Tables:
        """Read tables, and work out what follows from them."""
        tables = super().load(source)
        if isinstance(source, Tables):
            return tables
        record = tables.record.copy()
        _write_chart(tables.t, record["chart"][0])
        _write_town(tables.t, record["town"][0])
        return replace(tables, record=record)


def _write_chart(t: Record, chart: Any) -> None:
    """Find neighbours, coasts, scrolls and ways."""
    water = is_water(t.sea.chart)
    near = [beside(space) for space in range(SPACES)]
    chart["near"] = near
    chart["water"] = water
    chart["coast"] = [
        water[space] and any(not water[other] for other in near[space] if other >= 0)
        for space in range(SPACES)
    ]
    letters = [max(-1, int(place) - 1) for line in t.sea.chart for place in line]
    chart["letter"] = letters
    chart["scroll"] = [letters.index(number) for number in range(len(LETTERS))]
    chart["cube"] = [[apart(one, other) for other in range(SPACES)] for one in range(SPACES)]
    chart["way"] = [ways(water, start) for start in range(SPACES)]


def _write_town(t: Record, town: Any) -> None:
    """Find the roads from each place."""
    for row in t.roads:
        one, other = row.places
        town["road"][one][other] = town["road"][other][one] = 1


def _check(t: Record, values: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Complaints: those that forbid a table, and departures from the shipped one."""
    forbidden = [complaint for part in _PARTS for complaint in part.forbidden(t, values)]
    if forbidden:
        return forbidden, []
    return [], [complaint for part in _PARTS for complaint in part.doubtful(t, values)]


TABLES = Charted(
    Path(__file__).parents[1] / "data",
    *(*campaign.CAMPAIGN, *sea.SEA, *port.PORT),
    check=_check,
)
