"""Listings: several games over one package, each with the parts of the whole that it uses.

A listing takes phases, fields, action blocks, observation groups and decisions of the whole, in the
order of the whole. The kernels are those of the whole, and speak of its actions by the ids of the
whole; what a listing adds is the border, where ids are translated. The compiler meets them with the
listing's record: `either` chooses what code is for states with a field.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.actions import ActionTable
from piracy_env.core.decisions import DecisionTable
from piracy_env.core.game import HEADER, Game
from piracy_env.core.jit import INT, kernel
from piracy_env.core.layout import Layout
from piracy_env.core.noinline import noinline
from piracy_env.core.options import Option
from piracy_env.core.picking import chosen_of
from piracy_env.core.scratch import scratch_of
from piracy_env.core.writers import observing
from piracy_env.errors import GameDefinitionError, listing

Names = Iterable[object]


PARTS = ("phases", "fields", "blocks", "groups", "decisions", "options", "fixed")
"""What a listing takes of the whole: names, or the parts themselves; all, if nothing is said."""

Parts = Mapping[str, Any]


def listing_of(whole: Game, home: str, given: Mapping[str, Any]) -> Game:
    """A game with some parts of the whole, and facts of its own."""
    parts = {name: given[name] for name in PARTS if name in given}
    facts = {name: value for name, value in given.items() if name not in PARTS}
    name = facts.get("name")
    if not isinstance(name, str) or name == whole.name:
        raise GameDefinitionError(f"a listing of {whole.name} needs a name of its own")
    try:
        changes = {**_state(whole, parts), **_kernels(whole, parts)}
    except GameDefinitionError as error:
        raise GameDefinitionError(f"{name}: {error}", game=name) from None
    if not changes["told"]:
        changes["tell"] = None
    changes |= {"place": home, "whole": whole, "presets": {}, **facts}
    known = {field.name for field in dataclasses.fields(Game)}
    unknown = [name for name in changes if name not in known]
    if unknown:
        raise GameDefinitionError(f"{name}: a game has no {listing(unknown)}", game=name)
    return dataclasses.replace(whole, **changes)


# --- what is declared -----------------------------------------------------------------------------


def _state(whole: Game, parts: Parts) -> dict[str, Any]:
    """Phases, fields and what belongs to them, options."""
    own = whole.fields
    if "fields" in parts:
        own = chosen_of("field", parts["fields"], whole.fields)
    kept = {field[0] for field in own}
    phases: Any = whole.phases
    if "phases" in parts:
        members = chosen_of("phase", parts["phases"], tuple(whole.phases))
        numbers = {phase.name: int(phase) for phase in members}
        phases = _fewer(phases, numbers)
    options, fixed = _options(whole, parts)
    return {
        "fields": own,
        "ranges": {n: rule for n, rule in whole.ranges.items() if n.partition(".")[0] in kept},
        "hidden": tuple(n for n in whole.hidden if n.partition(".")[0] in kept),
        "told": tuple(n for n in whole.told if n.partition(".")[0] in kept | {*dict(HEADER)}),
        "phases": phases,
        "options": options,
        "fixed": fixed,
    }


def _fewer(kinds: type[IntEnum], numbers: dict[str, int]) -> Any:
    """An enum with some members of another, and its name."""
    return IntEnum(kinds.__name__, numbers, module=kinds.__module__)


def _options(whole: Game, parts: Parts) -> tuple[dict[str, Option], dict[str, Option]]:
    """What may be chosen, and what is fixed: an option whose default it is."""
    fixed = {name: _fixed(whole, name, value) for name, value in parts.get("fixed", {}).items()}
    chosen = parts.get("options")
    if isinstance(chosen, Mapping):
        offered = dict(chosen)
    elif chosen is None:
        offered = {name: option for name, option in whole.options.items() if name not in fixed}
    else:
        taken = chosen_of("option", chosen, [*whole.options.items()]) if [*chosen] else ()
        offered = dict(taken)
    if both := [name for name in offered if name in fixed]:
        raise GameDefinitionError(f"option {listing(both)} is fixed, and offered as well")
    return offered, fixed


def _fixed(whole: Game, name: str, value: object) -> Option:
    """An option that holds one value: one of the whole's, or one of the listing's own."""
    if isinstance(value, Option):
        return value
    if name not in whole.options:
        there = listing(whole.options)
        raise GameDefinitionError(f"the whole has no option {name}; there are: {there}")
    option: Any = whole.options[name]
    try:
        option.read(value)
    except ValueError as error:
        raise GameDefinitionError(f"the fixed option {name} {error}") from None
    fixed: Option = dataclasses.replace(option, default=value)
    return fixed


# --- kernels --------------------------------------------------------------------------------------


def _kernels(whole: Game, parts: Parts) -> dict[str, Any]:
    """The kernels of the whole, with fewer decisions, fewer actions and fewer groups."""
    made: dict[str, Any] = {}
    legal, step = whole.legal, whole.step
    if "decisions" in parts:
        made = _decided(whole, parts["decisions"])
        legal, step = made["legal"], made["step"]
    if "blocks" in parts:
        blocks = chosen_of("action block", parts["blocks"], whole.actions.blocks)
        table = ActionTable(*blocks)
        ids = _ids(whole, table)
        made |= {
            "actions": table,
            "legal": marking(legal, ids, whole.actions.size),
            "step": answering(step, ids),
            "list_only": {b.name: why for b in blocks if (why := whole.list_only.get(b.name))},
            **_spoken(whole, ids),
        }
    if "groups" in parts:
        groups = chosen_of("observation group", parts["groups"], whole.observation.groups)
        layout = Layout(*groups)
        made |= {"observation": layout, "observe": observing(layout)}
    return made


def _decided(whole: Game, chosen: Names) -> dict[str, Any]:
    """Kernels that send a state to fewer decisions."""
    table = whole.decisions
    if not isinstance(table, DecisionTable):
        raise GameDefinitionError(f"{whole.name} declares no decisions")
    for part in ("legal", "step"):
        if getattr(whole, part) is not getattr(table, part):
            raise GameDefinitionError(
                f"`{part}` of {whole.name} is not that of its table of decisions, so there is none "
                "for fewer decisions; what follows an answer belongs into the table's `settle`"
            )
    fewer = table.only(*chosen)
    made = {"decisions": fewer, "legal": fewer.legal, "step": fewer.step}
    if table.reset is not None and whole.reset is table.reset:
        made["reset"] = fewer.reset
    return made


def _ids(whole: Game, table: ActionTable) -> NDArray[np.int64]:
    """What the whole calls the actions of a table with some of its blocks."""
    taken = [block.name for block in table.blocks]
    spans = zip(whole.actions.blocks, whole.actions.spans, strict=True)
    return np.concatenate([np.arange(*where[:2]) for block, where in spans if block.name in taken])


def runs_of(ids: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where ascending ids follow each other without a gap: rows of place, first id, how many."""
    places = np.flatnonzero(np.diff(ids, prepend=-2) != 1)
    return np.stack([places, ids[places], np.diff(places, append=len(ids))], axis=1)


@kernel
def _copy(source: Any, target: Any) -> None:
    for place in range(len(target)):
        target[place] = source[place]


@kernel
def _any_of(marks: Any) -> int:
    found = 0
    for place in range(len(marks)):
        found |= marks[place]
    return found


def weighing(rule: Any, game: Game) -> Any:
    """A kernel `weigh` of a listing, for a rule that values the actions of the whole.

    The rule is a kernel (s, t, w, mask, value), as every `weigh`; what the listing lacks is not
    marked, and what it is worth is lost.
    """
    if game.whole is None:
        raise GameDefinitionError(f"{game.name} is no listing: its `weigh` needs no border")
    size, runs = game.whole.actions.size, runs_of(_ids(game.whole, game.actions))
    marks_of, worths_of = scratch_of(size), scratch_of(size, np.float32)

    @kernel
    def weigh(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
        noinline()
        marks, worths = marks_of(), worths_of()
        for run in range(len(runs)):
            own, known, length = runs[run, 0], runs[run, 1], runs[run, 2]
            _copy(mask[own : own + length], marks[known : known + length])
        rule(s, t, w, marks, worths)
        for run in range(len(runs)):
            own, known, length = runs[run, 0], runs[run, 1], runs[run, 2]
            _copy(worths[known : known + length], value[own : own + length])

    return weigh


def marking(rule: Any, ids: NDArray[np.int64], size: int) -> Any:
    """A kernel `legal` whose actions are some of those that a rule of the whole marks."""
    scratch = scratch_of(size)
    runs, missing = runs_of(ids), runs_of(np.setdiff1d(np.arange(size), ids))

    @kernel
    def legal(s: Any, t: Any, mask: Any) -> None:
        noinline()
        marks = scratch()
        rule(s, t, marks)
        for run in range(len(runs)):
            own, known, length = runs[run, 0], runs[run, 1], runs[run, 2]
            _copy(marks[known : known + length], mask[own : own + length])
        lost = 0
        for run in range(len(missing)):
            known, length = missing[run, 1], missing[run, 2]
            lost |= _any_of(marks[known : known + length])
        if lost:
            raise LookupError("the rules allow an action that this listing lacks")

    return legal


def answering(rule: Any, ids: NDArray[np.int64]) -> Any:
    """A kernel `step` that tells a rule of the whole what it calls an action."""

    @kernel
    def step(s: Any, t: Any, action: int) -> None:
        noinline()
        rule(s, t, INT(ids[action]))

    return step


def _spoken(whole: Game, ids: NDArray[np.int64]) -> dict[str, Callable[..., Any]]:
    """Words about actions, and checks of them, that the whole has."""
    in_whole = [int(action) for action in ids]
    words, changed = whole.describe_action, whole.transition
    story, marked = whole.tell, whole.mark

    def describe_action(s: Any, tables: Any, action: int, viewer: int | None) -> str:
        return words(s, tables, in_whole[action], viewer)

    def transition(before: Any, action: int, after: Any, t: Any) -> list[str]:
        assert changed is not None
        return list(changed(before, in_whole[action], after, t))

    def tell(before: Any, tables: Any, action: int, after: Any, viewer: int | None) -> list[str]:
        assert story is not None
        return list(story(before, tables, in_whole[action], after, viewer))

    def mark(before: Any, tables: Any, action: int, now: Any, viewer: int | None) -> str:
        assert marked is not None
        return str(marked(before, tables, in_whole[action], now, viewer))

    spoken: dict[str, Callable[..., Any]] = {"describe_action": describe_action}
    if changed is not None:
        spoken["transition"] = transition
    if story is not None:
        spoken["tell"] = tell
    if marked is not None:
        spoken["mark"] = mark
    return spoken
