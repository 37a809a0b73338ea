"""Why an action is legal, or why it is not: the rules behind it, as a game declares them.

A game says which rules each decision's actions rest on, and what stands against an action that is
not legal: a condition that is read from fields, or asked of the rules' own kernels (`core.plain`).
The battery holds the conditions against the mask: none of them applies to a legal action.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.memory import shown
from piracy_env.core.record import Record
from piracy_env.core.text import in_words, spaced

if TYPE_CHECKING:
    from piracy_env.core.decisions import Handler
    from piracy_env.core.game import Game
    from piracy_env.core.tables import Tables

RULE = re.compile(r"\b[A-Z]{3}-R?\d+(?:\.\d+)?\b")
"""An id of a rule or a ruling."""
MOST_CITED = 8
"""Rules of a decision that are cited to whoever wants something else."""


@dataclass(frozen=True)
class Moment:
    """A position, and an action that somebody would like to take."""

    s: Record
    tables: Tables
    action: int
    block: str
    axes: dict[str, int]
    mask: NDArray[np.bool_]

    @property
    def t(self) -> Record:
        """The component tables."""
        return self.tables.t

    @property
    def has_others(self) -> bool:
        """Whether another action is legal."""
        return bool(self.mask.sum() > self.mask[self.action])


def otherwise(_: Moment) -> bool:
    """What is left when no other condition applies."""
    return True


@dataclass(frozen=True)
class Against:
    """Something that forbids actions of some blocks."""

    blocks: str
    """Their names, with blanks between."""
    rules: str
    """Ids of the rules that forbid it; if empty, those behind the action where it is legal."""
    words: str | Callable[[Moment], str]
    """What is wrong, as half a sentence."""
    holds: Callable[[Moment], bool]
    """Whether it is so."""
    when: str = ""
    """The phases or decisions in which it is asked, with blanks between; all, if none is named."""

    def applies(self, moment: Moment, asked: str) -> bool:
        """Whether this is what forbids an action."""
        if moment.block not in self.blocks.split() or (
            self.when and asked not in self.when.split()
        ):
            return False
        return bool(self.holds(moment))

    def said_of(self, moment: Moment) -> str:
        """What is wrong with an action."""
        return self.words if isinstance(self.words, str) else self.words(moment)


@dataclass(frozen=True)
class Why:
    """The rules of a game's decisions."""

    behind: Mapping[str, Mapping[str, str]]
    """By phase or decision: the blocks that it asks for, and the ids of the rules behind each. What
    is not here rests on the rules that the decision's handler cites."""
    against: Sequence[Against] = ()
    """What can be wrong, what comes first first."""
    elsewhere: Sequence[Against] = ()
    """What is wrong with actions that the decision does not ask for, if more can be said of them
    than what it does ask for."""
    within: Callable[[Record], str] | None = None
    """What a decision is a part of, for those that several rules ask for: `behind` tells the rules
    of the `ROOM in SEARCH` apart from those of any other `ROOM`."""

    asks: Callable[[Record, Tables], str] | None = None
    """What is decided now, as half a sentence, if names of decisions and blocks do not say it."""

    def blocks_of(self, asked: str, s: Record) -> Mapping[str, str]:
        """The blocks that a decision asks for, and the rules behind each."""
        blocks = self.behind.get(asked, {})
        if self.within is None or not blocks:
            return blocks
        return {**blocks, **self.behind.get(f"{asked} in {self.within(s)}", {})}


@dataclass(frozen=True)
class Explanation:
    """Why an action is legal or not."""

    action: int
    label: str
    """The action, as the table of actions calls it."""
    legal: bool
    words: str
    """What it does, or what forbids it."""
    rules: tuple[str, ...]
    """Ids of the rules and rulings behind that."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """What these rules say."""

    def __str__(self) -> str:
        verdict = "legal" if self.legal else "not legal"
        cited = f" ({', '.join(self.rules)})" if self.rules else ""
        lines = [f"{self.label}: {verdict}: {self.words}{cited}."]
        return "\n".join([*lines, *(f"  {rule} {text}" for rule, text in self.texts.items())])


def explain(
    game: Game,
    tables: Tables,
    state: NDArray[Any],
    mask: NDArray[np.bool_],
    action: int,
    words: str,
) -> Explanation:
    """Why an action is legal in a state [1], or what forbids it.

    Args:
        game: The game.
        tables: Its component tables.
        state: The position.
        mask: The legal actions of the seat to move.
        action: What is asked about.
        words: What a legal action does, in words.
    """
    s = Record(shown(state)[0])
    label, (block, axes) = game.actions.label(action), game.actions.parse(action)
    if s.over:
        return Explanation(action, label, False, "the game is over", ())
    asked = game.decision_name(s) or game.phase_name(s)
    if mask[action]:
        rules = _behind(game, asked, s).get(block) or _cited(game, asked, s)
        return _explanation(game, action, label, True, words, rules)
    moment = Moment(s, tables, action, block, axes, mask)
    return _explanation(game, action, label, False, *_fault(game, asked, moment))


def _fault(game: Game, asked: str, moment: Moment) -> tuple[str, Sequence[str]]:
    """What forbids an action, in words and by the ids of rules."""
    blocks = _behind(game, asked, moment.s)
    is_asked = not blocks or moment.block in blocks
    for against in _reasons(game, is_asked):
        if against.applies(moment, asked):
            rules = RULE.findall(against.rules) or blocks.get(moment.block, ())
            return against.said_of(moment), tuple(rules)
    if game.why is not None and game.why.asks is not None:
        words = game.why.asks(moment.s, moment.tables)
        return f"{'that is no answer: ' if is_asked else ''}{words}", _in_short(game, asked, moment)
    if is_asked:
        choices = in_words(_legal_blocks(game, moment.mask), last="or")
        return f"the choice is among {choices} ({spaced(asked).lower()})", _cited(
            game, asked, moment.s
        )
    choices = in_words((spaced(block) for block in blocks), last="or")
    return f"now is the time for {choices} ({spaced(asked).lower()})", _cited(game, asked, moment.s)


def _in_short(game: Game, asked: str, moment: Moment) -> tuple[str, ...]:
    """The rules behind a block, or else those of the whole decision, if they are few."""
    own = _behind(game, asked, moment.s).get(moment.block)
    rules = own or _cited(game, asked, moment.s)
    return rules if len(rules) <= MOST_CITED else _cited_by_handler(game, asked)


def _reasons(game: Game, is_asked: bool) -> Sequence[Against]:
    if game.why is None:
        return ()
    return game.why.against if is_asked else game.why.elsewhere


def _legal_blocks(game: Game, mask: NDArray[np.bool_]) -> list[str]:
    """The blocks of the legal actions, in plain words."""
    blocks = {game.actions.parse(int(action))[0] for action in np.flatnonzero(mask)}
    return [spaced(block.name) for block in game.actions.blocks if block.name in blocks]


def _behind(game: Game, asked: str, s: Record) -> dict[str, tuple[str, ...]]:
    """The blocks that a decision asks for, with the rules behind them."""
    declared = game.why.blocks_of(asked, s) if game.why is not None else {}
    return {block: tuple(RULE.findall(rules)) for block, rules in declared.items()}


def _cited(game: Game, asked: str, s: Record) -> tuple[str, ...]:
    """The rules of a decision: those declared of its blocks, or cited by what handles it."""
    declared = [rule for rules in _behind(game, asked, s).values() for rule in rules]
    return tuple(dict.fromkeys(declared)) or _cited_by_handler(game, asked)


def _cited_by_handler(game: Game, asked: str) -> tuple[str, ...]:
    known = texts_of(game)
    return tuple(
        rule for handler in _handlers(game, asked) for rule in cited_by(handler) if rule in known
    )


def _handlers(game: Game, asked: str) -> list[Handler]:
    if game.decisions is None:
        return []
    return [handler for handler in game.decisions.handlers if handler.name == asked]


def cited_by(handler: Handler) -> tuple[str, ...]:
    """The ids in the docstrings and comments of what marks and answers a decision."""
    parts = (handler.legal, handler.stands, handler.step)
    functions = [getattr(part, "py_func", part) for part in parts if part is not None]
    found = [rule for function in functions for rule in _ids_in(function)]
    if not found:
        module = inspect.getmodule(functions[0])
        found = RULE.findall((module.__doc__ or "") if module is not None else "")
    return tuple(dict.fromkeys(found))


@cache
def _ids_in(function: Callable[..., Any]) -> tuple[str, ...]:
    try:
        return tuple(RULE.findall(inspect.getsource(function)))
    except (OSError, TypeError):  # made on the spot: there is no source
        return ()


def _explanation(
    game: Game, action: int, label: str, legal: bool, words: str, rules: Iterable[str]
) -> Explanation:
    ids = tuple(rules)
    known = texts_of(game)
    texts = {rule: known[rule] for rule in ids if rule in known}
    return Explanation(action, label, legal, words.rstrip("."), ids, texts)


_ENTRY = re.compile(
    rf"^[-*|]? *[*`]*({RULE.pattern})[*`]*[ |:.]*(.*(?:\n +[^-*| ].*)*)$", re.MULTILINE
)


def texts_of(game: Game) -> dict[str, str]:
    """What each rule of a game says, by its id; nothing for a game without rules."""
    return _texts(game.rules_text()) if game.rule_files else {}


@cache
def _texts(rules: str) -> dict[str, str]:
    return {match[1]: " ".join(match[2].split()).strip(" |") for match in _ENTRY.finditer(rules)}
