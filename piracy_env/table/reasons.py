"""Why something may be done now, or may not: found by words, or by what was pointed at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from piracy_env.core.engine import Engine
from piracy_env.core.why import Explanation
from piracy_env.drawing.picks import Pick
from piracy_env.errors import PiracyError

MOST_ASKED, MOST_TOLD = 48, 8
"""Actions whose reasons are looked for, and different reasons that are told."""

_PICK = re.compile(r"(\w{1,40})(?::((?:\w{1,40}=\d{1,4})(?:,\w{1,40}=\d{1,4})*))?", re.ASCII)


@dataclass(frozen=True)
class Wanted:
    """What somebody would like to do."""

    words: tuple[str, ...] = ()
    """All of them stand in the action's block, its label or what the block is for; the whole label
    means one action alone."""
    picks: tuple[Pick, ...] = ()
    """Of what was pointed at: one of them is about the action."""

    @classmethod
    def read(cls, words: str, picks: str) -> Wanted:
        """What a page asks: words as they were typed, picks as pictures carry them."""
        return cls(tuple(words.lower().split()[:8]), tuple(_read(word) for word in picks.split()))


def reasons(engine: Engine, wanted: Wanted) -> list[dict[str, Any]]:
    """What speaks for or against what is wanted by whoever is to move.

    What cannot be done comes first: that is what people ask for. Equal reasons are told once.
    """
    legal = {*engine.legal()}
    meant = [*_meant(engine, wanted)]
    called = " ".join(wanted.words)
    named = [action for action in meant if engine.game.actions.labels[action].lower() == called]
    found = sorted(named or meant, key=lambda action: action in legal)[:MOST_ASKED]
    told: dict[tuple[object, ...], dict[str, Any]] = {}
    for action in found:
        why = engine.explain(0, action)
        same = (why.legal, why.rules, action if why.legal else why.words)
        if same in told:
            told[same]["others"] += 1
        elif len(told) < MOST_TOLD:
            told[same] = _as_dict(why)
    return [*told.values()]


def _meant(engine: Engine, wanted: Wanted) -> Iterator[int]:
    """The actions that somebody may mean."""
    table = engine.game.actions
    for block, span in zip(table.blocks, table.spans, strict=True):
        picks = [pick for pick in wanted.picks if pick.block == block.name]
        if wanted.picks and not picks:
            continue
        about = f"{block.name.replace('_', ' ')} {block.doc}".lower()
        for action in range(span.start, span.stop):
            at = block.coordinates(action - span.start)
            if picks and not any(pick.fits(block.name, at) for pick in picks):
                continue
            said = f"{about} {table.labels[action].lower()}"
            if all(word in said for word in wanted.words):
                yield action


def _as_dict(why: Explanation) -> dict[str, Any]:
    rules = [{"id": rule, "text": why.texts.get(rule, "")} for rule in why.rules]
    return {"label": why.label, "legal": why.legal, "words": why.words, "rules": rules, "others": 0}


def _read(word: str) -> Pick:
    match = _PICK.fullmatch(word)
    if match is None:
        raise PiracyError(f"{word!r:.60} points at no action")
    pairs = (pair.split("=") for pair in (match[2] or "").split(",") if pair)
    return Pick(match[1], {axis: int(value) for axis, value in pairs})
