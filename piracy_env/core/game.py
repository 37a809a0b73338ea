"""The contract of a game: one fixed-size record, kernels over it, words and pictures beside it.

Every state begins with the same header, so that generic code never asks the game:

| field | meaning |
|---|---|
| `rng` | random generator, one 64-bit word |
| `players` | number of players |
| `seat` | seat to move |
| `phase` | member of the game's `phases` |
| `moves` | actions applied, forced ones too (counted by the engine) |
| `over` | 0 running, 1 ended, 2 cut by the safety limit |
| `out` | bit mask of eliminated seats |

then come the game's options, then its own fields. An option with the name of an own field is not
kept beside it: it is what the field holds before the deal. All integers but `rng` are signed:
compiled code would turn the difference of two unsigned fields into a huge number.
"""

from __future__ import annotations

import dataclasses
import importlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.actions import ActionTable
from piracy_env.core.files import read_text, rule_files
from piracy_env.core.layout import Layout
from piracy_env.core.options import Option, Options, fault_of, field_of, settled
from piracy_env.core.ranges import Ranges, require_all
from piracy_env.core.record import Record, is_within, kind_at
from piracy_env.core.rewards import BUILT_IN, ZERO_SUM, RewardMode, fault_of_payment, modes_for
from piracy_env.core.tables import Schema, Tables
from piracy_env.errors import GameDefinitionError, OptionError, UnknownOptionError, listing

if TYPE_CHECKING:
    from piracy_env.core.decisions import DecisionTable
    from piracy_env.core.why import Why

RUNNING, ENDED, CUT = 0, 1, 2

HEADER = (
    ("rng", np.uint64),
    ("players", np.int8),
    ("seat", np.int8),
    ("phase", np.int8),
    ("over", np.int8),
    ("out", np.int16),
    ("moves", np.int32),
)


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """A game: six kernels over one record, and what others have to know of it.

    The kernels are plain functions that numba can compile (`core.jit.kernel`). `s` is the state, a
    record of `fields` behind the header; `t` is the record of the component tables:

    | kernel | does |
    |---|---|
    | `reset(s, t)` | deals a new game from the options and the generator in `s` |
    | `legal(s, t, mask)` | marks the legal actions of the seat to move: at least one |
    | `step(s, t, action)` | applies a legal action; chance is drawn from `s.rng` |
    | `observe(s, t, seat, out)` | writes what the seat may know, from 0 to 1 |
    | `determinize(s, t, seat, key)` | draws anew what the seat does not know, `rng` too |
    | `outcome(s, t, result)` | scores now; places and the reason when it is over |

    `Game.of` finds kernels, words and declarations in modules by their names.
    """

    name: str
    """An identifier: the game's name everywhere."""
    title: str
    """Its name for people."""
    version: int
    """Rises when the same seed and actions can give another result or observation."""

    reset: Callable[[Any, Any], None]
    """Deals a new game from the options and the generator in `s`."""
    legal: Callable[[Any, Any, Any], None]
    """Marks the legal actions of the seat to move."""
    step: Callable[[Any, Any, int], None]
    """Applies a legal action."""
    observe: Callable[[Any, Any, int, Any], None]
    """Writes what a seat may know."""
    determinize: Callable[[Any, Any, int, Any], None]
    """Draws anew, from a key, what a seat does not know."""
    outcome: Callable[[Any, Any, Any], None]
    """Fills in a record (`core.outcome`): `result.score[p]` at any time; at the end the places
    `result.rank[p]`, which all seats share if nobody has won, and `result.reason`, the place of the
    reason in `reasons`; where seats have something in common, `result.team`, from 0 to 1."""

    seats: tuple[int, ...]
    """Player counts the game is for."""
    default_seats: int
    """The player count when none is given."""
    phases: type[IntEnum]
    """What the header's `phase` may be."""
    fields: tuple[tuple[Any, ...], ...]
    """The state's own fields: name, dtype and, for arrays, shape."""
    ranges: Ranges
    """What each own field can hold; those of a record inside are named `record.field`."""
    hidden: tuple[str, ...]
    """Fields of which some seat knows less than all: `determinize` changes these and `rng` only.
    Of a record inside it may be single members, such as `bt.pips`.

    Where actions are taken in secret it also sets `moves` to 0, which would count them.
    """
    tables: Schema
    """The component tables: cards, boards, prices."""
    actions: ActionTable
    """All actions, as named blocks."""
    observation: Layout
    """The observation, as named groups."""
    longest: Callable[[Options], int]
    """No game takes more moves than this."""
    score_scale: float | Callable[[Options], float]
    """What the reward mode `score` divides by."""
    reasons: tuple[str, ...]
    """Names of the ways in which a game ends, `cut` apart."""

    invariants: Callable[[Record, Record], list[str]]
    """What is wrong with a state (s, t), in words; empty if nothing is."""
    describe: Callable[[Record, Tables, int | None], str]
    """The position in words, as a seat knows it; None knows all."""
    describe_action: Callable[[Record, Tables, int, int | None], str]
    """An action of the seat to move in words; nothing if the viewer may not even know of it.

    Stories leave such actions out, and the positions in which they were chosen.
    """
    render: Callable[[Record, Tables, int | None], str]
    """The position as SVG, as a seat knows it."""

    options: dict[str, Option] = field(default_factory=dict)
    """What a player may choose before the game, by name."""
    presets: dict[str, dict[str, object]] = field(default_factory=dict)
    """Named choices of options."""
    fixed: dict[str, Option] = field(default_factory=dict)
    """Options of the whole that a listing does not offer: its states keep their defaults."""
    decisions: DecisionTable | None = None
    """What is decided, by name, where that is more than the phase: see `core.decisions`."""
    whole: Game | None = None
    """The game of which this one is a listing."""
    conflict: Callable[[Options], str] | None = None
    """Why options that are allowed each for itself do not go together; empty if they do."""
    unfit: Callable[[Options, Tables], str] | None = None
    """Why options do not go together with the tables that are played with; empty if they do."""
    utility: str = ZERO_SUM
    """How the interests of the seats relate: `zero-sum`, `general` or `identical`."""
    rewards: tuple[RewardMode, ...] = ()
    """Reward modes beyond `rank`, `win` and `score`."""
    default_reward: str = "rank"
    """The mode that everybody plays for unless told otherwise."""
    reward: Callable[[Any, Any, int, Any], None] | None = None
    """What the game's own modes pay at the end: (s, t, number of the mode in `rewards`, out). Of a
    game that runs or was cut, the standing: an estimate of that payment."""
    transition: Callable[[Record, int, Record, Record], list[str]] | None = None
    """Complaints about one step: (state before, action, state after, t)."""
    tell: Callable[[Record, Tables, int, Record, int | None], list[str]] | None = None
    """What chance and the rules made of an action, line by line, as a viewer may know it.

    It is given (state before, tables, action, state after, viewer); None is told all. What was done
    the line above says, in the words of `describe_action`. Lines tell public facts or the viewer's
    own, and never that somebody was asked in secret. The battery puts changes back one by one and
    asks again, so a story survives a state after which is no sound one.
    """
    told: tuple[str, ...] = ()
    """Fields whose changes `tell` owes to all who may know of them: the battery holds it to it."""
    mark: Callable[[Record, Tables, int, Record, int | None], str] | None = None
    """Markup over the picture of a position that shows what was done last (`drawing.last`).

    It is given (state before, tables, action, state now, viewer), of the last action of which the
    viewer was told; others may have been done in secret since. It shows no more than was told.
    """
    why: Why | None = None
    """The rules behind each decision's actions, and what can forbid one (`WHY` in a module)."""
    list_only: dict[str, str] = field(default_factory=dict)
    """Blocks with actions that no element of the picture leads to, and why (`drawing.picks`)."""
    inline: bool = False
    """Whether loops are compiled for this game with its kernels taken in: worth it if they take no
    longer than the calls of them, and if nobody waits for the compiler."""
    about: str = ""
    """What it is like to play, in a sentence."""
    battery_moves: int = 10_000
    """A check of the battery leaves a game after so many moves: for games that take far longer."""
    playout_moves: int = 0
    """A search's playout is valued by the standing after so many moves, unless the search is told
    otherwise: for games that take far longer. 0: it is played to the end."""
    history: tuple[str, ...] = ()
    """One line for each version: what changed for the same seed and actions."""
    rule_parts: tuple[str, ...] = ()
    """The parts of the rules that are this game's, `voyage` for `RULES_voyage.md`; all, if none is
    named. The tests ask for a test of each of their rules."""
    place: str = ""
    """Where it is to be imported from, `module:attribute`; other processes find it there."""

    @classmethod
    def of(cls, home: str, *modules: ModuleType, **facts: Any) -> Game:
        """A game whose parts are found by their names.

        A function such as `reset` or `render` is looked for under the name of its field; what a
        game declares is looked for as `FIELDS`, `RANGES`, `HIDDEN`, `TABLES`, `ACTIONS`,
        `OBSERVATION`, `OPTIONS`, `PRESETS`, `DECISIONS`, `TOLD`, `WHY`, `LIST_ONLY` and `Phase`.

        Args:
            home: The module that declares the game, `__name__`. The game is its `GAME`; under any
                other name it is `module:attribute`.
            modules: Where the parts are, beside the home itself.
            facts: Everything that is not found there, such as `name` and `seats`.
        """
        module, _, attribute = home.partition(":")
        name = facts.get("name", module)
        if module not in sys.modules:
            raise GameDefinitionError(f"{name}: no module {module!r} is imported", game=name)
        parts = _parts_in([sys.modules[module], *modules])
        given = {"place": f"{module}:{attribute or 'GAME'}", **parts, **facts}
        known = [field.name for field in dataclasses.fields(cls)]
        needed = [field.name for field in dataclasses.fields(cls) if _is_needed(field)]
        missing = tuple(_PARTS.get(part, part) for part in needed if part not in given)
        if missing:
            raise GameDefinitionError(
                f"{name}: the declaration lacks {listing(missing)}", game=name, missing=missing
            )
        unknown = [name for name in facts if name not in known]
        if unknown:
            raise GameDefinitionError(f"{name}: a game has no {listing(unknown)}", game=name)
        return cls(**given)

    def listing(self, home: str, **facts: Any) -> Game:
        """A game over the same package that uses some parts of this one: see `core.family`.

        Args:
            home: Where it is, as `module:attribute`.
            facts: What it takes: `phases`, `fields`, `blocks` of actions, `groups` of the
                observation, `decisions` and `options`, each a list of names or of the parts
                themselves, and `fixed`, options that it does not offer with their values. `options`
                may also be options of its own by name, and a fixed one may be an option. What is
                not mentioned it takes whole, and the order is that of this game. Then `name`,
                `title` and `presets`, and what else is to differ, such as `longest`.
        """
        from piracy_env.core.family import listing_of  # it has kernels, and so needs the compiler

        return listing_of(self, home, facts)

    def __post_init__(self) -> None:
        for name in _FUNCTIONS:
            function = getattr(self, name)
            if not callable(function) and not (function is None and name in _SPARE):
                self._refuse(f"`{name}` must be a function, not {function!r}")
        own = [field[0] for field in self.fields]
        twice = [name for name in own if own.count(name) > 1 or name in dict(HEADER)]
        if twice:
            self._refuse(f"fields {listing(sorted({*twice}))} are declared twice")
        if self.default_seats not in self.seats:
            self._refuse(f"default_seats {self.default_seats} not in {self.seats}")
        if fault := fault_of_payment(self):
            self._refuse(fault)
        if not (type(self.battery_moves) is int and self.battery_moves > 0):
            self._refuse(f"`battery_moves` must be a number from 1, not {self.battery_moves!r}")
        if not (type(self.playout_moves) is int and self.playout_moves >= 0):
            self._refuse(f"`playout_moves` must be a number from 0, not {self.playout_moves!r}")
        if bool(self.told) != (self.tell is not None):
            self._refuse("`told` (`TOLD` in a module) and `tell` must be declared together")
        self._require_options()
        require_all(self.name, self.dtype, tuple(own), self.ranges)
        self._require_paths("hidden", self.hidden)
        self._require_paths("told", self.told)
        self._require_decisions()

    def _require_options(self) -> None:
        own = np.dtype(list(self.fields))
        fields = {name: own[name] for name in own.names or ()}
        for name, option in {**self.options, **self.fixed}.items():
            if fault := fault_of(name, option, fields):
                self._refuse(f"option {name} {fault}")
            if name in dict(HEADER):
                self._refuse(f"option {name} has the name of a field of the header")
            if name in self.options and name in self.fixed:
                self._refuse(f"option {name} is fixed, and offered as well")

    def _require_paths(self, kind: str, paths: tuple[str, ...]) -> None:
        unknown = [path for path in paths if kind_at(self.dtype, path) is None]
        if unknown:
            self._refuse(f"{kind} fields {listing(unknown)} are not in the state")
        within = [
            path
            for path in paths
            if paths.count(path) > 1 or is_within(path.rpartition(".")[0], paths)
        ]
        if within:
            self._refuse(f"{kind} fields {listing(sorted({*within}))} are declared twice")

    def _require_decisions(self) -> None:
        table = self.decisions
        if table is None:
            return
        if not hasattr(table, "decision_of"):
            self._refuse(f"`decisions` must be a DecisionTable, not {table!r}")
        try:
            table.number(Record(np.zeros(1, self.dtype)[0]))
        except Exception as error:  # whatever a stranger's function raises
            self._refuse(
                f"which decision is asked cannot be read from a blank state: {error!r}; "
                "`decision_of` is a plain function of fields, and calls no kernel"
            )

    def _refuse(self, complaint: str) -> NoReturn:
        raise GameDefinitionError(f"{self.name}: {complaint}", game=self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        """Games are pickled by name: their kernels belong to the code, not to a file."""
        home = self.home
        if home is None:
            home = str(id(self))
            _KNOWN[home] = self
        return _recall, (home, self.name, self.version)

    @property
    def folder(self) -> Path:
        """Where its tables and rules are: the folder of its package, which listings share."""
        return self.tables.path.parent

    @property
    def rule_files(self) -> list[Path]:
        """The files of its rules, in Markdown."""
        return rule_files(self.folder, self.rule_parts)

    def rules_text(self) -> str:
        """Its rules in Markdown, all files in one: every rule has an id."""
        return "\n".join(read_text(path, GameDefinitionError) for path in self.rule_files)

    @property
    def home(self) -> str | None:
        """Its `place`, if this very game is there; None if it was made on the spot."""
        module, _, attribute = self.place.partition(":")
        is_there = getattr(sys.modules.get(module), attribute, None) is self
        return self.place if is_there else None

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The record type of a state: header, options, own fields.

        It is packed, so that equal states are equal bytes: numpy copies fields, but leaves garbage
        in gaps between them.
        """
        known = {**self.options, **self.fixed}
        options = [field_of(name, known[name]) for name in self.kept_options]
        return np.dtype([*HEADER, *options, *self.fields])

    @property
    def kept_options(self) -> tuple[str, ...]:
        """Options that a state holds throughout; any other only sets a field for the deal."""
        own = {field[0] for field in self.fields}
        return tuple(name for name in (*self.options, *self.fixed) if name not in own)

    @property
    def max_seats(self) -> int:
        """The largest player count."""
        return max(self.seats)

    @property
    def modes(self) -> tuple[RewardMode, ...]:
        """All reward modes, those of every game first."""
        return (*BUILT_IN, *self.rewards)

    @property
    def reward_modes(self) -> tuple[str, ...]:
        """Names of all reward modes."""
        return tuple(mode.name for mode in self.modes)

    def mode(self, name: str) -> RewardMode:
        """The reward mode of a name."""
        return self.modes[self.reward_modes.index(name)]

    def modes_for(self, players: int) -> tuple[str, ...]:
        """Names of the reward modes that mean something with so many seats."""
        return modes_for(self, players)

    def choose(
        self, players: int | None = None, preset: str | None = None, **given: object
    ) -> Options:
        """Check a player count and options, and fill in the defaults."""
        players = self.default_seats if players is None else players
        is_whole = isinstance(players, (int, np.integer)) and not isinstance(players, bool)
        if not is_whole or players not in self.seats:
            raise OptionError(
                f"{self.name} is for {listing(self.seats)} players, not {players!r}",
                game=self.name,
                option="players",
                value=players,
                allowed=self.seats,
            )
        if preset is not None and not (isinstance(preset, str) and preset in self.presets):
            raise OptionError(
                f"{self.name} has no preset {preset!r}; there are: {listing(self.presets)}",
                game=self.name,
                option="preset",
                value=preset,
                allowed=tuple(self.presets),
            )
        chosen = {**(self.presets[preset] if preset else {}), **given}
        known = ("players", "preset", "reward", "tables", *self.options)
        for name in chosen:
            if name not in self.options:
                raise UnknownOptionError(
                    game=self.name,
                    option=name,
                    value=chosen[name],
                    allowed=known,
                )
        values: dict[str, object] = {
            name: option.default for name, option in self.options.items()
        } | chosen
        stored: dict[str, Any] = {
            name: option.read(option.default) for name, option in self.fixed.items()
        }
        for name, option in self.options.items():
            try:
                stored[name] = option.read(values[name])
                values[name] = settled(values[name])
            except ValueError as error:
                raise OptionError(
                    f"{self.name}: option {name} {error}",
                    game=self.name,
                    option=name,
                    value=values[name],
                    allowed=option.allowed(),
                ) from None
        options = Options(int(players), values, stored)
        trouble = self.conflict(options) if self.conflict else ""
        if trouble:
            raise OptionError(f"{self.name}: {trouble}", game=self.name)
        return options

    def blank(self, options: Options) -> NDArray[Any]:
        """A zeroed state that holds the player count and the options: what `reset` starts from."""
        state: NDArray[Any] = np.zeros(1, self.dtype)
        state["players"] = options.players
        for name, value in options.stored.items():
            state[name] = value
        return state

    def phase_name(self, s: Record) -> str:
        """The phase of a state in words."""
        return self.phases(s.phase).name

    def hides(self, path: str) -> bool:
        """Whether a field, or a member of a record such as `bt.pips`, is declared as hidden."""
        return is_within(path, self.hidden)

    def decision_name(self, s: Record) -> str:
        """The decision that a state asks for; empty when it is over, or phases say it all."""
        return self.decisions.name(s) if self.decisions else ""

    def situation(self, s: Record) -> str:
        """Phase and decision of a state in words, such as `phase ACTION, decision DAMAGE`."""
        decision = self.decision_name(s)
        return f"phase {self.phase_name(s)}" + (f", decision {decision}" if decision else "")


_FUNCTIONS = (
    *("reset", "legal", "step", "observe", "determinize", "outcome"),
    *("longest", "invariants", "describe", "describe_action", "render"),
    *("conflict", "unfit", "reward", "transition", "tell", "mark"),
)
_SPARE = ("conflict", "unfit", "reward", "transition", "tell", "mark")
"""Functions that a game may do without."""
_PARTS = {
    "phases": "Phase",
    "fields": "FIELDS",
    "ranges": "RANGES",
    "hidden": "HIDDEN",
    "tables": "TABLES",
    "actions": "ACTIONS",
    "observation": "OBSERVATION",
    "options": "OPTIONS",
    "presets": "PRESETS",
    "decisions": "DECISIONS",
    "told": "TOLD",
    "why": "WHY",
    "list_only": "LIST_ONLY",
    **{name: name for name in _FUNCTIONS},
}
"""Under which name a module holds which part of a game."""


def _is_needed(declared: dataclasses.Field[Any]) -> bool:
    return (declared.default, declared.default_factory) == (dataclasses.MISSING,) * 2


def _parts_in(modules: Sequence[ModuleType]) -> dict[str, Any]:
    """The parts of a game that modules hold under their names; each name means one thing."""
    parts: dict[str, Any] = {}
    places: dict[str, str] = {}
    for module in modules:
        for part, name in _PARTS.items():
            value = getattr(module, name, None)
            if value is None or isinstance(value, ModuleType):
                continue
            if parts.setdefault(part, value) is not value:
                raise GameDefinitionError(
                    f"`{name}` is one thing in {places[part]} and another in {module.__name__}"
                )
            places.setdefault(part, module.__name__)
    return parts


_KNOWN: dict[str, Game] = {}


def _recall(home: str, name: str, version: int) -> Game:
    """Find the game that a pickle names."""
    if home in _KNOWN:
        return _KNOWN[home]
    module, _, attribute = home.partition(":")
    try:
        game = getattr(importlib.import_module(module), attribute, None) if attribute else None
    except ImportError:
        game = None
    if not isinstance(game, Game) or game.version != version:
        raise GameDefinitionError(
            f"the pickled game {name} version {version} is not installed ({home})"
        )
    return game
