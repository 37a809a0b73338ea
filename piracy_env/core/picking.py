"""Which parts of the whole a listing takes: by name, in the order of the whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from piracy_env.errors import GameDefinitionError, listing

Part = TypeVar("Part")


def name_of(part: object) -> str:
    """The name of a part: of a field, what it begins with."""
    if isinstance(part, str):
        return part
    named: Any = part[0] if isinstance(part, tuple) and part else getattr(part, "name", None)
    if not isinstance(named, str):
        raise GameDefinitionError(f"a part is taken by its name, not by {part!r}")
    return named


def chosen_of(kind: str, chosen: Iterable[object], parts: Sequence[Part]) -> tuple[Part, ...]:
    """Some of the parts, in their own order; complains about what is no part, or taken twice."""
    if isinstance(chosen, str):
        raise GameDefinitionError(f"{kind}s are taken as a list of names, not as {chosen!r}")
    names = [name_of(part) for part in chosen]
    known = {name_of(part): part for part in parts}
    strange = [name for name in names if name not in known]
    if strange:
        there = f"there are: {listing(known)}"
        raise GameDefinitionError(f"the whole has no {kind} {listing(strange)}; {there}")
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise GameDefinitionError(f"{kind} {listing(twice)} is taken twice")
    if not names:
        raise GameDefinitionError(f"a listing takes at least one {kind}")
    return tuple(part for name, part in known.items() if name in names)
