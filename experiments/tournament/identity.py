"""What tells a tournament from every other one: digests of its agents, its rules and its plan."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from tokenize import COMMENT, NL, tokenize
from typing import Any

import numpy as np

import piracy_agents
from experiments.tournament.play import TournamentPlan, entrants_of
from piracy_env.core.binding import fingerprint
from piracy_env.core.game import Game
from piracy_env.core.script import Script
from piracy_env.core.view import Agent

_SOURCES = ("*.py", "*.toml")
_DEPTH = 4


def plan_digest(plan: TournamentPlan) -> str:
    """Digest of a plan, of the code of its game and of its agents: it stands for the results."""
    entrants = entrants_of(plan)
    return _digest(
        json.dumps(asdict(plan), sort_keys=True, default=str),
        fingerprint(entrants.game),
        tables_digest(plan),
        *(agent_digest(agent, entrants.game) for agent in entrants.agents),
    )


def tables_digest(plan: TournamentPlan) -> str:
    """Digest of the component tables that are played with."""
    return plan.engine(1, record=False).tables_of().digest


def agent_digest(agent: Agent, game: Game) -> str:
    """Digest of an agent: its name, its code, and the numbers that it plays by.

    The numbers are those of its `script`, and all arrays and plain values among its attributes; an
    agent with an attribute `digest` says itself what else it depends on.
    """
    own = getattr(agent, "digest", "")
    facts: list[Any] = [words_of(agent), own() if callable(own) else own]
    script: Any = getattr(agent, "script", None)
    if callable(script):
        facts += _facts(script(game), game, _DEPTH)
    facts += _facts(agent, game, _DEPTH)
    return _digest(*facts, *_sources(type(agent).__module__))


def words_of(agent: Agent) -> str:
    """What an agent calls itself, or where its class is found."""
    kind = type(agent)
    if kind.__repr__ is object.__repr__:
        return f"{kind.__module__}:{kind.__qualname__}"
    return repr(agent)


def _sources(module: str) -> Iterator[bytes]:
    """The files of a module: of its whole folder, if it is one of the players' package."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None:
        return
    path = Path(file)
    is_part = module.partition(".")[0] == piracy_agents.__name__
    paths = sorted(p for s in _SOURCES for p in path.parent.glob(s)) if is_part else [path]
    for source in paths:
        yield source.name.encode() + b"\0" + _without_comments(source)


def _without_comments(path: Path) -> bytes:
    """What a file says to the interpreter, or the whole file if it is no module."""
    if path.suffix != ".py":
        return path.read_bytes()
    with path.open("rb") as file:
        tokens = [token for token in tokenize(file.readline) if token.type not in (COMMENT, NL)]
    return "\0".join(token.string for token in tokens).encode()


def _facts(value: Any, game: Game, depth: int) -> Iterator[Any]:
    """What a value amounts to, as far as it can be told apart by looking at it."""
    if isinstance(value, np.ndarray):
        yield f"{value.dtype.str} {value.shape}"
        yield np.ascontiguousarray(value).tobytes()
    elif isinstance(value, Script):
        yield fingerprint(game, value.weigh)
        yield value.weights.tobytes()
    elif isinstance(value, (str, bytes, int, float, complex, Path, type(None))):
        yield repr(value)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _facts(item, game, depth)
    elif isinstance(value, dict):
        for name in sorted(value, key=str):
            yield str(name)
            yield from _facts(value[name], game, depth)
    elif depth and not isinstance(value, (type, Game)) and hasattr(value, "__dict__"):
        shown = {
            name: attribute for name, attribute in vars(value).items() if not name.startswith("_")
        }
        yield from _facts(shown, game, depth - 1)


def _digest(*facts: Any) -> str:
    sum_of = hashlib.sha256()
    for fact in facts:
        sum_of.update(fact if isinstance(fact, bytes) else str(fact).encode())
        sum_of.update(b"\0")
    return sum_of.hexdigest()[:16]
