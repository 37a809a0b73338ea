"""A training run to look at: its curves, and the newest network at a table of its judges.

What stands in the run's folder may be a stranger's: agents are found as those of a saved game are,
and the network is the one file of that name in the folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from piracy_env.core.engine import Engine
from piracy_env.core.files import read_json, read_json_lines
from piracy_env.core.game import Game
from piracy_env.core.view import Agent
from piracy_env.envs.opponents import find_agent, recall_agent
from piracy_env.errors import PiracyError
from piracy_env.registry import list_games, load

PLAN, LOG = "plan.json", "log.jsonl"
NETWORKS = ("last.safetensors", "best.safetensors")
LARGEST_LOG = 1 << 23
MOST_POINTS = 400
"""Of a curve: every so many entries of a longer log."""
NEWEST = "newest network"


class RunError(PiracyError):
    """A folder that holds no training run to look at."""


@dataclass(frozen=True)
class Sitting:
    """The newest network and the judges, each with its name, around a game."""

    engine: Engine
    names: tuple[str, ...]
    agents: dict[int, Agent]


def curves(folder: Path) -> dict[str, Any]:
    """How far a run is, and what the learner was paid at each judge's table."""
    game, plan = _plan(folder)
    log = read_json_lines(folder / LOG, RunError, LARGEST_LOG)
    step = max(1, -(-len(log) // MOST_POINTS))
    shown = log[::-1][::step][::-1]  # the last one is among them
    judges: dict[str, list[list[float]]] = {}
    for entry in shown:
        for name, found in _judged(entry).items():
            judges.setdefault(name, []).append(found)
    last = log[-1] if log else {}
    return {
        "title": game.title,
        "players": plan["players"],
        "budget": str(plan.get("budget", "")),
        "entries": len(log),
        "decisions": last.get("decisions", 0),
        "seconds": last.get("seconds", 0),
        "judges": judges,
    }


def sitting(folder: Path) -> Sitting:
    """A game of the newest network against the judges of its run, who take turns at the seats."""
    game, plan = _plan(folder)
    network = next((folder / name for name in NETWORKS if (folder / name).is_file()), None)
    if network is None:
        raise RunError("the run has written no network yet: it does at its first measurement")
    judges = list(_words(plan.get("judges")) or ["uniform"])
    options = plan.get("options")
    given = {k: v for k, v in options.items() if k in game.options} if options else {}
    engine = Engine(game, players=plan["players"], auto_reset=False, record=True, **given)
    engine.reset()
    names = [NEWEST, *(judges[k % len(judges)] for k in range(engine.players - 1))]
    agents = {0: find_agent(f"ppo:{network}", game)}
    agents |= {seat: recall_agent(name, game) for seat, name in enumerate(names) if seat}
    return Sitting(engine, tuple(names), agents)


def _plan(folder: Path) -> tuple[Game, dict[str, Any]]:
    plan = read_json(folder / PLAN, RunError)
    if not isinstance(plan, dict) or plan.get("game") not in list_games():
        raise RunError("the plan of the run names no game of the suite")
    if type(plan.get("players")) is not int or not isinstance(plan.get("options", {}), dict):
        raise RunError("the plan of the run has no players, or no options")
    return load(plan["game"]), plan


def _judged(entry: dict[str, Any]) -> dict[str, list[float]]:
    """Decisions, payment and its interval at each judge's table."""
    judges, at = entry.get("judges"), entry.get("decisions")
    if not isinstance(judges, dict) or type(at) is not int:
        return {}
    parts = ("payment", "payment_low", "payment_high")
    found: dict[str, list[Any]] = {
        name: [at, *(figures.get(part) for part in parts)]
        for name, figures in judges.items()
        if isinstance(figures, dict)
    }
    return {name: row for name, row in found.items() if all(_is_number(one) for one in row)}


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _words(value: object) -> Sequence[str]:
    return [word for word in value if isinstance(word, str)] if isinstance(value, list) else []
