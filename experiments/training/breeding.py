"""Who trains in each round of a population: whose weights, and which settings."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Self

import numpy as np

from experiments.training.plan import LARGEST, TrainingPlan
from piracy_agents.learning.ppo import MOST, PPOSettings
from piracy_agents.settings import (
    Maybe,
    Real,
    Several,
    Whole,
    fit_table,
    kinds_of,
    require,
)
from piracy_env.core.files import read_toml
from piracy_env.errors import CheckpointError, OptionError

Generator = np.random.Generator
Range = tuple[float, float]

EXPLORABLE = (
    *("rate", "entropy", "discount", "trace", "clip", "value", "kl"),
    *("epochs", "minibatch"),
)
"""Settings that weights can be taken over with."""
USUAL: Mapping[str, Range] = {"rate": (1e-4, 1e-3), "entropy": (1e-3, 0.01), "clip": (0.1, 0.3)}
"""What is explored, unless something else is asked for."""
MOVE = 0.2
"""How far a setting moves, as a part of its range (of the logarithms)."""
NEVER_DEALT = 0xB4EED
"""Tells the stream of these draws apart from all others under the seed."""


@dataclass(frozen=True)
class _Range:
    """From where to where a setting is explored."""

    def fit(self, value: Any) -> Range:
        """The range as a tuple."""
        low, high = Several(Real(0, MOST), "", most=2, least=2).fit(value)
        if not 0 < low <= high:
            raise ValueError
        return low, high

    def __str__(self) -> str:
        return f"a range of two numbers above 0, at most {MOST}, such as [0.1, 0.3]"


@dataclass(frozen=True)
class _Ranges:
    """Ranges by the names of settings."""

    def fit(self, value: Any) -> dict[str, Range]:
        """The table as it is."""
        kinds = dict.fromkeys(EXPLORABLE, _Range())
        return fit_table(kinds, value, "", noun="explorable setting")

    def __str__(self) -> str:
        return "a table"


@dataclass(frozen=True)
class PopulationPlan:
    """All that a population's result follows from, but for the machine."""

    plan: TrainingPlan
    """What each member does, its budget over all rounds included."""
    members: Annotated[int, Whole(2, MOST)] = 4
    rounds: Annotated[int, Whole(1, MOST)] = 3
    replaced: Annotated[int, Whole(0, MOST)] = 1
    """How many of the last take over from as many of the first, between two rounds."""
    deals: Annotated[int, Whole(2, MOST)] = 200
    """Deals of the meeting after each round: each is played from every seat."""
    explore: Annotated[Mapping[str, Range], _Ranges()] = field(default_factory=lambda: dict(USUAL))
    """From where to where each setting is explored."""

    def __post_init__(self) -> None:
        require(self)
        if 2 * self.replaced > self.members:
            raise OptionError(
                f"replaced must be at most half of the {self.members} members, not {self.replaced}"
            )

    @classmethod
    def make(cls, config: Path | None = None, **given: Any) -> Self:
        """What a configuration asks for; what is given beside it goes first."""
        table = read_toml(config, OptionError) if config else {}
        where = str(config or "the command line")
        own = table.pop("population", {})
        kinds = {name: kind for name, kind in kinds_of(cls).items() if name != "plan"}
        own = fit_table(kinds, own, f"{where} [population]", noun="entry")
        own |= {name: given[name] for name in kinds if given.get(name) is not None}
        if isinstance(settings := table.setdefault("settings", {}), dict):
            settings.setdefault("threads", 1)  # members train side by side
        given = {name: value for name, value in given.items() if name not in kinds}
        return cls(TrainingPlan.of(table, where, **given), **own)

    def as_dict(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return dataclasses.asdict(self)


@dataclass(frozen=True)
class Member:
    """Somebody who trains for a round."""

    round: Annotated[int, Whole(1, MOST)]
    number: Annotated[int, Whole(1, MOST)]
    seed: Annotated[int, Whole(0, LARGEST)]
    settings: PPOSettings
    parent: Annotated[int | None, Maybe(Whole(1, MOST))] = None
    """The member of the round before whose weights it goes on from; nobody's in the first."""

    @property
    def name(self) -> str:
        """What it is called."""
        return f"round {self.round}, member {self.number}"

    @classmethod
    def of(cls, kept: Any) -> Self:
        """A member from plain values, which may come from anybody's file."""
        if not isinstance(kept, dict) or set(kept) != {
            field.name for field in dataclasses.fields(cls)
        }:
            raise CheckpointError(f"a member has other entries: {kept!r:.80}")
        return cls(**fit_table(kinds_of(cls), kept, "a member", error=CheckpointError))


def first_round(config: PopulationPlan) -> list[Member]:
    """The first member has the settings of the plan, the others some from all over the ranges."""
    generator = _generator(config, 1)
    members = []
    for number in range(1, config.members + 1):
        drawn = {
            name: low * (high / low) ** generator.random()
            for name, (low, high) in sorted(config.explore.items())
        }
        settings = _with(config.plan.settings, drawn) if number > 1 else config.plan.settings
        members.append(Member(1, number, _seed(config, 1, number), settings))
    return members


def next_round(config: PopulationPlan, number: int, ranked: Sequence[Member]) -> list[Member]:
    """Everybody goes on, but the last ones from the first ones' weights; `ranked` is in order."""
    generator = _generator(config, number)
    heirs = [member.number for member in ranked[len(ranked) - config.replaced :]]
    givers = dict(zip(reversed(heirs), ranked, strict=False))
    members = []
    for own in sorted(ranked, key=lambda member: member.number):
        giver = givers.get(own.number, own)
        settings = own.settings
        if giver is not own:
            settings = moved(giver.settings, config.explore, generator)
        seed = _seed(config, number, own.number)
        members.append(Member(number, own.number, seed, settings, giver.number))
    return members


def moved(settings: PPOSettings, explore: Mapping[str, Range], generator: Generator) -> PPOSettings:
    """The settings, each explored one a little larger or smaller within its range."""
    values = {}
    for name, (low, high) in sorted(explore.items()):
        step = (high / low) ** (MOVE if generator.random() < 0.5 else -MOVE)
        values[name] = min(max(getattr(settings, name) * step, low), high)
    return _with(settings, values)


def _with(settings: PPOSettings, values: Mapping[str, float]) -> PPOSettings:
    """The settings with some values, in three figures."""
    fitting: dict[str, Any] = {
        name: round(value) if type(getattr(settings, name)) is int else float(f"{value:.3g}")
        for name, value in values.items()
    }
    return dataclasses.replace(settings, **fitting)


def _seed(config: PopulationPlan, number: int, member: int) -> int:
    """Seed of a member's round: no two are alike."""
    return int(np.random.default_rng([config.plan.seed, number, member]).integers(1 << 31))


def _generator(config: PopulationPlan, number: int) -> Generator:
    return np.random.default_rng([config.plan.seed, number, NEVER_DEALT])
