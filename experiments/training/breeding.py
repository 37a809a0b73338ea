"""Who trains in each round of a population: whose weights, and which settings."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import numpy as np

from experiments.training.plan import TrainingPlan
from piracy_agents.learning.ppo import MOST, PPOSettings
from piracy_env.core.files import read_toml
from piracy_env.errors import CheckpointError, OptionError, listing

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

ENTRIES = ("members", "rounds", "replaced", "deals", "explore")
"""What the table of a configuration may hold."""


@dataclass(frozen=True)
class Breeding:
    """All that a population's result follows from, but for the machine."""

    plan: TrainingPlan
    """What each member does, its budget over all rounds included."""
    members: int = 4
    rounds: int = 3
    replaced: int = 1
    """How many of the last take over from as many of the first, between two rounds."""
    deals: int = 200
    """Deals of the meeting after each round: each is played from every seat."""
    explore: Mapping[str, Range] = field(default_factory=lambda: dict(USUAL))
    """From where to where each setting is explored."""

    def __post_init__(self) -> None:
        for name, least in (("members", 2), ("rounds", 1), ("replaced", 0), ("deals", 2)):
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= MOST:
                raise OptionError(f"{name} must be a whole number from {least} to {MOST}")
        if 2 * self.replaced > self.members:
            raise OptionError(
                f"replaced must be at most half of the {self.members} members, not {self.replaced}"
            )
        for name, reach in self.explore.items():
            if name not in EXPLORABLE:
                raise OptionError(f"no setting {name} to explore; there are: {listing(EXPLORABLE)}")
            if len(reach) != 2 or not 0 < reach[0] <= reach[1] <= MOST:
                raise OptionError(
                    f"explore: {name} must be a range of two numbers above 0, at most {MOST}"
                )

    @classmethod
    def make(cls, config: Path | None = None, **given: Any) -> Self:
        """What a configuration asks for; what is given beside it goes first."""
        table = read_toml(config, OptionError) if config else {}
        where = str(config or "the command line")
        own = table.pop("population", {})
        if not isinstance(own, dict):
            raise OptionError(f"{where}: population must be a table, not {own!r}")
        unknown = [name for name in own if name not in ENTRIES]
        if unknown:
            raise OptionError(
                f"{where} [population]: no entry {listing(unknown)}; there are: {listing(ENTRIES)}"
            )
        own |= {name: given.pop(name) for name in ENTRIES if given.get(name) is not None}
        if "explore" in own:
            own["explore"] = _ranges(own["explore"], f"{where} [population.explore]")
        if isinstance(settings := table.setdefault("settings", {}), dict):
            settings.setdefault("threads", 1)  # members train side by side
        given = {name: value for name, value in given.items() if name not in ENTRIES}
        return cls(TrainingPlan.of(table, where, **given), **own)

    def as_dict(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return dataclasses.asdict(self)


def _ranges(given: Any, where: str) -> dict[str, Range]:
    """Ranges from a table of lists."""
    if not isinstance(given, dict):
        raise OptionError(f"{where} must be a table, not {given!r}")
    found: dict[str, Range] = {}
    for name, reach in given.items():
        is_listed = isinstance(reach, list) and len(reach) == 2
        if not is_listed or not all(type(one) in (int, float) for one in reach):
            raise OptionError(f"{where}: {name} must be a range such as [0.1, 0.3], not {reach!r}")
        found[name] = (float(reach[0]), float(reach[1]))
    return found


@dataclass(frozen=True)
class Member:
    """Somebody who trains for a round."""

    round: int
    number: int
    seed: int
    settings: PPOSettings
    parent: int | None = None
    """The member of the round before whose weights it goes on from; nobody's in the first."""

    @property
    def name(self) -> str:
        """What it is called."""
        return f"round {self.round}, member {self.number}"

    @classmethod
    def of(cls, kept: Any) -> Self:
        """A member from plain values, which may come from anybody's file."""
        if not isinstance(kept, dict) or set(kept) != {one.name for one in dataclasses.fields(cls)}:
            raise CheckpointError(f"a member has other entries: {kept!r:.80}")
        settings = PPOSettings.read(kept["settings"], "a member's settings")
        numbers = {name: value for name, value in kept.items() if name != "settings"}
        for name, value in numbers.items():
            least = 0 if name == "seed" else 1
            if (name, value) != ("parent", None) and (type(value) is not int or value < least):
                raise CheckpointError(
                    f"a member's {name} must be a whole number, not {value!r:.80}"
                )
        return cls(**numbers, settings=settings)


def first_round(asked: Breeding) -> list[Member]:
    """The first member has the settings of the plan, the others some from all over the ranges."""
    generator = _generator(asked, 1)
    members = []
    for number in range(1, asked.members + 1):
        drawn = {
            name: low * (high / low) ** generator.random()
            for name, (low, high) in sorted(asked.explore.items())
        }
        settings = _with(asked.plan.settings, drawn) if number > 1 else asked.plan.settings
        members.append(Member(1, number, _seed(asked, 1, number), settings))
    return members


def next_round(asked: Breeding, number: int, ranked: Sequence[Member]) -> list[Member]:
    """Everybody goes on, but the last ones from the first ones' weights; `ranked` is in order."""
    generator = _generator(asked, number)
    heirs = [one.number for one in ranked[len(ranked) - asked.replaced :]]
    givers = dict(zip(reversed(heirs), ranked, strict=False))
    members = []
    for own in sorted(ranked, key=lambda one: one.number):
        giver = givers.get(own.number, own)
        settings = own.settings
        if giver is not own:
            settings = moved(giver.settings, asked.explore, generator)
        seed = _seed(asked, number, own.number)
        members.append(Member(number, own.number, seed, settings, giver.number))
    return members


def moved(settings: PPOSettings, explore: Mapping[str, Range], generator: Generator) -> PPOSettings:
    """The settings, each explored one a little larger or smaller within its range."""
    found = {}
    for name, (low, high) in sorted(explore.items()):
        step = (high / low) ** (MOVE if generator.random() < 0.5 else -MOVE)
        found[name] = min(max(getattr(settings, name) * step, low), high)
    return _with(settings, found)


def _with(settings: PPOSettings, found: Mapping[str, float]) -> PPOSettings:
    """The settings with some values, in three figures."""
    fitting: dict[str, Any] = {
        name: round(value) if type(getattr(settings, name)) is int else float(f"{value:.3g}")
        for name, value in found.items()
    }
    return dataclasses.replace(settings, **fitting)


def _seed(asked: Breeding, number: int, member: int) -> int:
    """Seed of a member's round: no two are alike."""
    return int(np.random.default_rng([asked.plan.seed, number, member]).integers(1 << 31))


def _generator(asked: Breeding, number: int) -> Generator:
    return np.random.default_rng([asked.plan.seed, number, NEVER_DEALT])
