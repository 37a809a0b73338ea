"""What is asked of a training: the game, the budget, the opponents, and how to learn."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Self

from experiments.training.lessons import MOST_LESSONS, Lesson, require_all
from piracy_agents.advice import NOBODY
from piracy_agents.learning.ppo import SELF_PLAY, PPOSettings
from piracy_agents.learning.values import MOST_GAMES
from piracy_agents.names import names, needs_a_module
from piracy_agents.settings import (
    Nested,
    Real,
    Several,
    String,
    Switch,
    Table,
    Whole,
    fit_table,
    kinds_of,
    require,
)
from piracy_env import registry
from piracy_env.core.choosing import whole
from piracy_env.core.files import read_toml
from piracy_env.core.game import Game
from piracy_env.core.options import Options
from piracy_env.core.rewards import are_rivals
from piracy_env.errors import OptionError, listing

SECONDS = {"s": 1, "m": 60, "h": 3600}
_TIME = re.compile(r"(\d{1,9})([smh])")
_DECISIONS = re.compile(r"(\d[\d_]{0,14})(k|M)? ?(?:steps|decisions)")

SELF = "self"
MODES = ("anchors", SELF, "league")
"""Whom a learner meets. As a judge, `self` is a crew of the learner alone."""

LARGEST = (1 << 31) - 1
"""No number of a plan is larger: torch takes no larger seeds."""

Word = Annotated[str, String()]
Count = Annotated[int, Whole(1, LARGEST)]
Names = Annotated[tuple[str, ...], Several(String(), "names")]


@dataclass(frozen=True)
class Budget:
    """How long to train: in seconds on this machine, or in decisions, which repeats exactly."""

    seconds: float = 0.0
    decisions: int = 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """A budget such as `90s`, `10m`, `2h`, or `500k decisions`, `2M decisions`."""
        if match := _TIME.fullmatch(text):
            budget = cls(seconds=int(match[1]) * SECONDS[match[2]])
        elif match := _DECISIONS.fullmatch(text):
            unit = {"": 1, "k": 1_000, "M": 1_000_000}[match[2] or ""]
            budget = cls(decisions=int(match[1].replace("_", "")) * unit)
        else:
            raise OptionError(
                f"a budget is a time, such as 90s, 10m or 2h, or a number of decisions, "
                f"such as '500k decisions', not {text!r:.80}"
            )
        if not budget.seconds and not budget.decisions:
            raise OptionError(f"a budget is more than nothing, not {text!r:.80}")
        return budget

    def progress(self, seconds: float, decisions: int) -> float:
        """How much of it is spent: 1 when there is nothing left."""
        return seconds / self.seconds if self.seconds else decisions / self.decisions


_GIVEN: tuple[tuple[str, tuple[type, ...], str], ...] = (
    ("anchors", (list, tuple), "a list of names"),
    ("judges", (list, tuple), "a list of names"),
    ("options", (Mapping,), "a table"),
)
"""What a plan is made of before its fields are looked at."""


@dataclass(frozen=True)
class TrainingPlan:
    """Everything that a training's result follows from, but for the machine."""

    game: Word
    players: Count
    budget: Word = "10m"
    seed: Annotated[int, Whole(0, LARGEST)] = 0
    against: Annotated[str, String(MODES)] = "league"
    """`self`: in all seats, the newest network. Else whom the one seat that learns meets: see
    `piracy_agents.learning.league`."""
    anchors: Names = ()
    """Scripted opponents; all there are for the game, if none are named."""
    judges: Names = ()
    """Agents that the learner is measured against: uniform and the best heuristic, by default;
    among mates the best heuristic and `self`, a crew of the learner alone."""
    teacher: Word = ""
    """Whom the learner imitates at first: the game's best heuristic by default, but for pure
    self-play; `none` for nobody."""
    demonstrations: Annotated[float, Real(0, 1)] = 0.2
    """Share of the budget for that."""
    begin: Word = ""
    """File of a network that is gone on from, of the same layers and the same adviser; whoever
    begins with one has no teacher unless one is named."""
    values: Annotated[int, Whole(0, MOST_GAMES)] = 0
    """Games of the finished network in all seats that teach what its search asks for: the values of
    all seats. 0: none."""
    interval: Count = 8
    """Updates between two measurements, and between two past selves."""
    deals: Count = 100
    """Deals of a measurement: each is played from every seat."""
    exploitability: Annotated[bool, Switch()] = False
    """Whether a measurement tells how far the network can be exploited: in small games, exactly."""
    options: Annotated[Mapping[str, Any], Table()] = field(default_factory=dict)
    """Options of the game, `preset` and `tables`, a file of component tables, among them;
    `max_moves` cuts long games earlier."""
    lessons: Annotated[tuple[Lesson, ...], Several(Nested(Lesson), "lessons", MOST_LESSONS)] = ()
    """Kinds of tables, side by side and one after the other; by default, those of the plan."""
    settings: PPOSettings = field(default_factory=PPOSettings)

    def __post_init__(self) -> None:
        require(self)
        if self.lessons:
            require_all(self.lessons)

    @classmethod
    def make(cls, game: str, players: int | None = None, **given: Any) -> Self:
        """A plan with its defaults filled in; what does not fit the game is refused."""
        loaded = registry.load(game)
        for name, kinds, words in _GIVEN:
            if name in given and not isinstance(given[name], kinds):
                raise OptionError(f"{name} must be {words}, not {given[name]!r:.80}", option=name)
        chosen = chosen_options(loaded, players, given.get("options", {}))
        scripted = [name for name in names(loaded) if name.startswith("heuristic:")]
        others, measure = ("uniform", *scripted), ("uniform", *scripted[:1])
        if scripted and not are_rivals(loaded, chosen.players):  # mates: scripted, if there are any
            others = tuple(scripted)
            measure = (*scripted[:1], SELF) if chosen.players > 1 else tuple(scripted[:1])
        anchors = tuple(given.pop("anchors", ())) or others
        judges = tuple(given.pop("judges", ())) or measure
        is_self_play = given.get("against") == SELF
        is_taught = scripted and not is_self_play and not given.get("begin")
        usual = scripted[0] if is_taught else NOBODY
        teacher = given.pop("teacher", "") or usual
        given.setdefault("settings", SELF_PLAY if is_self_play else PPOSettings())
        plan = cls(game, chosen.players, anchors=anchors, judges=judges, teacher=teacher, **given)
        Budget.parse(plan.budget)
        for lesson in plan.lessons:
            if lesson.mates and not is_self_play:
                raise OptionError("a lesson has mates of its own in self-play only", option="mates")
            there = plan.at(lesson)
            chosen_options(loaded, there.players, there.options)
            if are_rivals(loaded, there.players) != are_rivals(loaded, plan.players):
                raise OptionError(
                    f"{loaded.name}: rivals and mates cannot be lessons of one training, but "
                    f"{plan.players} and {there.players} players are"
                )
        return plan

    @classmethod
    def read(cls, path: Path, **given: Any) -> Self:
        """A plan from a TOML file; what is given beside it goes first."""
        return cls.of(read_toml(path, OptionError), str(path), **given)

    @classmethod
    def of(cls, table: dict[str, Any], where: str, **given: Any) -> Self:
        """A plan from the table of such a file."""
        own, against = table.get("settings", {}), given.get("against") or table.get("against")
        if against == SELF and isinstance(own, Mapping):
            table = {**table, "settings": dataclasses.asdict(SELF_PLAY) | dict(own)}
        return cls.make(**entries_of(cls, table, where, given))

    @property
    def demonstration_share(self) -> float:
        """The share of the budget after which the learner plays for itself."""
        return 0.0 if self.teacher == NOBODY else self.demonstrations

    @property
    def all_lessons(self) -> tuple[Lesson, ...]:
        """The kinds of tables: the plan's own, if no other are said."""
        return self.lessons or (Lesson(),)

    def at(self, lesson: Lesson) -> TrainingPlan:
        """The plan as it is at the tables of a lesson."""
        settings = self.settings
        if lesson.sharing is not None:
            settings = dataclasses.replace(settings, sharing=lesson.sharing)
        return dataclasses.replace(
            self,
            players=lesson.players or self.players,
            options={**self.options, **lesson.options},
            lessons=(),
            settings=settings,
        )

    def load_game(self) -> Game:
        """The game."""
        return registry.load(self.game)

    def as_dict(self) -> dict[str, Any]:
        """The plan as JSON can hold it."""
        return dataclasses.asdict(self)


def chosen_options(game: Game, players: int | None, given: Mapping[str, Any]) -> Options:
    """The game's options by what a plan says; what does not fit the game is refused."""
    allowed = ("preset", "tables", "max_moves", *game.options)
    if unknown := [name for name in given if name not in allowed]:
        raise OptionError(
            f"{game.name} has no option {listing(unknown)}; there are: {listing(allowed)}"
        )
    if "max_moves" in given:
        whole("max_moves", given["max_moves"], 1, LARGEST)
    tables = given.get("tables")
    if not (tables is None or isinstance(tables, str)):
        raise OptionError(f"tables must name a file, not {tables!r:.80}", option="tables")
    own = ("max_moves", "tables")
    chosen = game.choose(players, **{name: one for name, one in given.items() if name not in own})
    loaded = game.tables.load(tables)
    if game.unfit and (trouble := game.unfit(chosen, loaded)):
        raise OptionError(f"{game.name}: {trouble}", game=game.name)
    return chosen


def entries_of(
    plan: type[Any], table: dict[str, Any], where: str, given: Mapping[str, Any]
) -> dict[str, Any]:
    """What a file's table says for a kind of plan; what is given beside it goes first."""
    entries = fit_table(kinds_of(plan), table, where, noun="entry")
    _require_no_modules(entries, where)
    merged = {**entries, **{name: value for name, value in given.items() if value is not None}}
    if "game" not in merged:
        raise OptionError(f"{where}: names no game")
    return merged


def _require_no_modules(table: Mapping[str, Any], where: str) -> None:
    """Refuse a file's `module:attribute`: whoever wants a module imported says so himself."""
    agents = [*table.get("anchors", ()), *table.get("judges", ()), table.get("teacher", "")]
    agents += [lesson.mates for lesson in table.get("lessons", ())]
    named = [name for name in agents if needs_a_module(name)]
    named += [table["game"]] if ":" in table.get("game", "") else []
    if named:
        raise OptionError(
            f"{where}: {listing(map(repr, named))} would import a module, which no file may: "
            "name it on the command line"
        )
