"""The component tables of skull_tales: one set for the campaign and all its parts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from piracy_env.core.record import Record
from piracy_env.core.tables import Schema, Tables
from piracy_env.games.skull_tales import starts
from piracy_env.games.skull_tales.tables import campaign, crew, land, port, sea

_PARTS: tuple[Any, ...] = (campaign, crew, land, sea, port)
"""Modules with `SECTIONS`, `forbidden` and `doubtful`; `derive` writes the fields `DERIVED`, which
follow from the sections."""


_AT_SEA = tuple(section.name for part in _PARTS if part is not land for section in part.SECTIONS)
"""Sections of the campaign, the Voyage and the Port."""


class Derived(Schema):
    """Tables with more fields, worked out from the sections when they are loaded."""

    def dtype(self) -> np.dtype[Any]:
        """The record type of a whole set of tables."""
        sections = super().dtype()
        fields: list[Any] = [(name, sections[name]) for name in sections.names or ()]
        return np.dtype(
            [
                *fields,
                *(one for part in _PARTS for one in getattr(part, "DERIVED", ())),
                *starts.DERIVED,
            ]
        )

    def _load(self, source: object) -> Tables:
        """Read tables, and work out what follows from them."""
        tables = super()._load(source)
        if isinstance(source, Tables):
            return tables
        record = tables.record.copy()
        for part in _PARTS:
            if hasattr(part, "derive"):
                part.derive(tables.t, record[0])
        starts.derive(record[0], _AT_SEA)
        return replace(tables, record=record)


def _check(t: Record, values: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Complaints: those that forbid a table, and departures from the shipped one."""
    forbidden = [complaint for part in _PARTS for complaint in part.forbidden(t, values)]
    if forbidden:
        return forbidden, []
    return [], [complaint for part in _PARTS for complaint in part.doubtful(t, values)]


TABLES = Derived(
    Path(__file__).parents[1] / "data",
    *(section for part in _PARTS for section in part.SECTIONS),
    check=_check,
)
