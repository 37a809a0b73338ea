"""What a search is told: a budget and options, read from the words of its name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from piracy_agents.heuristic import heuristic_of
from piracy_agents.heuristic import names as heuristics
from piracy_agents.settings import Real, String, Switch, Whole, kinds_of, require
from piracy_env.core.game import Game
from piracy_env.core.script import NO_SCRIPT, Script
from piracy_env.errors import AgentError, listing

MOST_SIMULATIONS = 100_000_000
LONGEST_THOUGHT = 3600.0
"""Most seconds a move."""

_COUNT = re.compile(r"\d{1,9}")
_TIME = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)(ms|s)")


@dataclass(frozen=True)
class SearchSettings:
    """How a search searches. Each field but the first two is an option of the same name."""

    simulations: Annotated[int, Whole(0, MOST_SIMULATIONS)] = 1000
    """Simulations a decision; 0 if time limits it."""
    seconds: Annotated[float, Real(0, LONGEST_THOUGHT)] = 0.0
    """Time a decision; 0 if simulations limit it."""
    c: Annotated[float, Real(0.01, 100)] = 0.0
    """Weight of exploration in the tree; 0 takes the default of the rule."""
    paranoid: Annotated[bool, Switch()] = False
    """All others are taken to play against the searching seat, rather than each for itself."""
    ucb: Annotated[bool, Switch()] = False
    """UCB1 decides what is tried: not the heuristic's opinion (PUCT), nor sequential halving."""
    uniform: Annotated[bool, Switch()] = False
    """Playouts are random although a heuristic advises: it guides the tree alone."""
    heat: Annotated[float, Real(0.01, 100)] = 1.0
    """How little a difference of the heuristic's opinion matters to the tree."""
    epsilon: Annotated[float, Real(0, 1)] = 0.1
    """Share of random moves in the heuristic's playouts."""
    horizon: Annotated[int, Whole(0, 100_000)] = -1
    """Moves of a playout before it is valued by the standing; -1: as the game declares."""
    depth: Annotated[int, Whole(1, 256)] = 256
    """Levels of the tree."""
    trees: Annotated[int, Whole(1, 64)] = 1
    """Independent trees that share the budget, and whose visits are added up."""
    reward: Annotated[str, String()] = ""
    """The reward mode whose payments are maximised; the game's default if none is named."""
    threads: Annotated[int, Whole(1, 1024)] = 0
    """Threads that search several trees at a time; 0: one for each core."""

    def __post_init__(self) -> None:
        require(self)

    @property
    def limited_by_time(self) -> bool:
        """Whether the budget is time."""
        return self.seconds > 0


@dataclass(frozen=True)
class SearchSpec:
    """A search as it was asked for: settings, and the heuristic that advises it."""

    settings: SearchSettings
    script: Script = NO_SCRIPT


KINDS = kinds_of(SearchSettings)
SWITCHES = tuple(name for name, kind in KINDS.items() if isinstance(kind, Switch))
"""Options that are named alone; all others are written `name=value`."""


def read(spec: str, game: Game, fixed: Mapping[str, Any], allowed: tuple[str, ...]) -> SearchSpec:
    """Read `<budget>[+<option>]...`; `fixed` are the kind's own settings, `allowed` its options.

    `heuristic[:<character>]` names who advises.
    """
    budget, *options = spec.split("+") if spec else ["1000"]
    parsed = SearchSpec(replace(SearchSettings(**read_budget(budget)), **fixed))
    for word in options:
        parsed = _read_option(parsed, word, game, allowed)
    return parsed


def read_budget(word: str) -> dict[str, Any]:
    """A number of simulations, or a time such as `50ms` or `2s`."""
    if _COUNT.fullmatch(word) and 1 <= int(word) <= MOST_SIMULATIONS:
        return {"simulations": int(word)}
    time = _TIME.fullmatch(word)
    if time:
        seconds = float(time[1]) * (0.001 if time[2] == "ms" else 1.0)
        if 0 < seconds <= LONGEST_THOUGHT:
            return {"simulations": 0, "seconds": seconds}
    raise AgentError(
        f"a search has a budget of 1 to {MOST_SIMULATIONS} simulations, such as 1000, "
        f"or of time, such as 50ms or 2s, not {word!r}"
    )


def _read_option(parsed: SearchSpec, word: str, game: Game, allowed: tuple[str, ...]) -> SearchSpec:
    kind, _, character = word.partition(":")
    if kind == "heuristic" and kind in allowed:
        return replace(parsed, script=script_of(character, game))
    name, _, value = word.partition("=")
    if name not in allowed or (name in SWITCHES and word != name) or name == "heuristic":
        forms = [
            option if option in (*SWITCHES, "heuristic") else f"{option}=..." for option in allowed
        ]
        raise AgentError(f"a search has no option {word!r}; there are: {listing(forms)}")
    changed: dict[str, Any] = {name: name in SWITCHES or _read_value(name, value, game)}
    return replace(parsed, settings=replace(parsed.settings, **changed))


def _read_value(name: str, value: str, game: Game) -> object:
    if name == "reward":
        known = {mode for players in game.seats for mode in game.modes_for(players)}
        if value not in known:
            modes = [mode for mode in game.reward_modes if mode in known]
            raise AgentError(
                f"{game.name} has no reward mode {value!r}; there are: {listing(modes)}"
            )
        return value
    kind = KINDS[name]
    assert isinstance(kind, (Whole, Real))
    try:
        return kind.parse(value)
    except ValueError:
        raise AgentError(f"{name} must be {kind}, not {value!r}") from None


def script_of(character: str, game: Game) -> Script:
    """A game's heuristic as one character plays it; without a name, the best."""
    weigh, profiles = heuristic_of(game.name)
    name = character or profiles.best
    if name not in profiles.names:
        raise AgentError(
            f"{game.name} has no heuristic {character!r}; there are: {listing(profiles.names)}"
        )
    return Script(weigh, profiles.weights).only(profiles.names.index(name))


def has_heuristic(game: Game) -> bool:
    """Whether a heuristic could advise."""
    return bool(heuristics(game))
