"""What games are like: how long they are, how they end, and what the first turn is worth.

    python -m experiments.game_statistics broadside --out FILE
    python -m experiments.game_statistics broadside --agents uniform heuristic --games 2000

All seats of a game are played by the same agent, inside compiled code: `uniform`, or a heuristic.
What a game's state tells beyond the contract of all games stands in `game_statistics.toml`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments.execution.command import command
from experiments.reporting import page
from piracy_env.cli import choices
from piracy_env.core.control import ASK
from piracy_env.core.engine import Engine
from piracy_env.core.files import read_toml
from piracy_env.core.game import CUT, Game
from piracy_env.core.outcome import CUT_NAME
from piracy_env.core.rewards import are_rivals
from piracy_env.envs.opponents import find_agent, on_autopilot
from piracy_env.errors import AgentError, OptionError
from piracy_env.registry import load

BATCH = 500
"""Games that are played at once."""
OUTER = (5, 95)
"""Percentiles that tell how much lengths differ."""
NEVER = (None, "0.0 %", "0.00")
SURE = 1.96
"""Standard errors on either side that hold the truth with 95 percent."""


@dataclass(frozen=True)
class Facts:
    """Names of the fields and words that tell what only this game has."""

    length: str = ""
    unit: str = ""
    limit: str = ""
    first: str = ""
    ending: str = ""
    endings: tuple[str, ...] = ()

    @classmethod
    def of(cls, game: str) -> Facts:
        """The facts about a game, none if nothing is said of it."""
        path = Path(__file__).with_suffix(".toml")
        facts: dict[str, Any] = read_toml(path, OptionError).get(game, {})
        endings = facts.pop("endings", [])
        return cls(**facts, endings=tuple(endings))


@dataclass(frozen=True)
class Sample:
    """Finished games [n] of one player count, and their outcomes [n, players]."""

    states: NDArray[Any]
    ranks: NDArray[np.int64]
    scores: NDArray[np.int64]
    reasons: NDArray[np.str_] = field(default_factory=lambda: np.zeros(0, np.str_))
    """[n] why they ended."""
    teams: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    """[n] what all had reached together; NaN among rivals."""
    successes: NDArray[np.bool_] = field(default_factory=lambda: np.zeros((0, 1), np.bool_))
    payments: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 1)))
    are_rivals: bool = True

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.ranks.shape[1])

    def turn_order(self, facts: Facts) -> NDArray[np.int64]:
        """The seats [n, players] in the order of their first turns."""
        first = self.states[facts.first].astype(np.int64)
        return (first[:, None] + np.arange(self.players)) % self.players

    def wins(self, facts: Facts) -> NDArray[np.float64]:
        """Each player's part of the win [n, players], in turn order; winners share it."""
        won = self.ranks == 1
        parts = won / np.maximum(1, won.sum(1, keepdims=True))
        return np.take_along_axis(parts, self.turn_order(facts), axis=1)

    def lengths(self, facts: Facts) -> NDArray[np.int64]:
        """The lengths of the games in turns or rounds."""
        lengths = self.states[facts.length].astype(np.int64)
        return np.minimum(lengths, self.states[facts.limit]) if facts.limit else lengths


COLUMNS = ("states", "ranks", "scores", "reasons", "teams", "successes", "payments")


def play(game: Game, agent: str, players: int, games: int, seed: int, **options: Any) -> Sample:
    """Play games to the end, all seats by one agent."""
    controllers, script = on_autopilot([find_agent(agent, game)], game)
    if controllers[0] == ASK:
        raise AgentError(f"{agent!r} cannot be played by compiled code")
    parts: list[tuple[NDArray[Any], ...]] = []
    for part, first in enumerate(range(0, games, BATCH)):
        count = min(BATCH, games - first)
        engine = Engine(game, count, players=players, seed=seed + part, auto_reset=False, **options)
        engine.take_seats(controllers * players, script=script)
        engine.reset()  # with nobody left to be asked, this plays them to the end
        parts.append(
            (
                np.array(engine.states, game.dtype),
                engine.final_ranks.copy(),
                engine.final_scores.copy(),
                engine.final_reasons.copy(),
                engine.final_teams.copy(),
                engine.final_successes.copy(),
                engine.final_payments.copy(),
            )
        )
    joined: dict[str, Any] = {
        name: np.concatenate(column)
        for name, column in zip(COLUMNS, zip(*parts, strict=True), strict=True)
    }
    return Sample(**joined, are_rivals=are_rivals(game, players))


def describe(sample: Sample, facts: Facts) -> dict[str, str]:
    """What the games of one player count were like, by the names of the columns."""
    states, players = sample.states, sample.players
    row = {"players": str(players), "decisions": _spread(states["moves"])}
    if facts.length:
        row[facts.unit] = _spread(sample.lengths(facts))
    for number, ending in enumerate(facts.endings):
        if ending:
            row[f"ends by {ending}"] = _percent(np.mean(states[facts.ending] == number))
    if not facts.endings:
        for name, count in Counter(sample.reasons.tolist()).most_common():
            if name != CUT_NAME:
                row[f"ends by {name.replace('_', ' ')}"] = _percent(count / len(states))
    row["cut"] = _percent(np.mean(states["over"] == CUT))
    if not sample.are_rivals:
        row |= _reached(sample)
    out = np.array([states["out"] >> seat & 1 for seat in range(players)])
    row["eliminated"] = f"{out.sum(0).mean():.2f}"
    row["best score"] = f"{sample.scores.max(1).mean():.1f}"
    row["mean score"] = f"{sample.scores.mean():.1f}"
    for turn, share in enumerate(sample.wins(facts).mean(0) if facts.first else ()):
        row[f"wins as no. {turn + 1}"] = _percent(share)
    return row


def _reached(sample: Sample) -> dict[str, str]:
    """What seats are paid, and how often all there was to reach has been reached."""
    row = {"mean reward": f"{sample.payments.mean():+.3f}"}
    teams = sample.teams
    if not np.isnan(teams).any():
        ended = sample.states["over"] != CUT
        row["success"] = _percent(np.mean((teams == 1.0) & ended))
        row["success in part"] = _percent(np.mean((teams > 0) & (teams < 1)))
    elif sample.players == 1:
        row["success"] = _percent(sample.successes.mean())
    return row


def table(rows: Sequence[dict[str, str]]) -> str:
    """The rows as a table, without columns that say that nothing of the kind happened."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    telling = [name for name in columns if any(row.get(name) not in NEVER for row in rows)]
    return page.table(telling, [[row.get(name, page.MISSING) for name in telling] for row in rows])


def report(game: Game, agents: Sequence[str], games: int, seed: int, **options: Any) -> str:
    """The tables of all agents."""
    for agent in agents:
        find_agent(agent, game)  # before any is played for minutes
    facts = Facts.of(game.name)
    sections = []
    for agent in agents:
        samples = [play(game, agent, seats, games, seed, **options) for seats in game.seats]
        sections.append(f"## {agent}\n\n{table([describe(sample, facts) for sample in samples])}")
    sure = 100 * SURE * np.sqrt(0.25 / games)
    notes = (
        f"{games:,} games for each number of players, all seats played by one agent. Lengths are "
        f"means, with the {OUTER[0]}th and the {OUTER[1]}th percentile. Shares of wins go by the "
        "order of the first turns; players who tie for the first place share the win. A share is "
        f"at most {sure:.1f} points off, with 95 percent certainty."
    )
    return "\n\n".join([notes, *sections]) + "\n"


def _spread(values: NDArray[Any]) -> str:
    low, high = np.percentile(values, OUTER)
    return f"{values.mean():.1f} ({low:.0f}-{high:.0f})"


def _percent(share: Any) -> str:
    return f"{100 * share:.1f} %"


@command()
def main(argv: Sequence[str] | None = None) -> None:
    """Play, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="name of the game")
    parser.add_argument("--agents", nargs="+", default=["uniform"], help="who plays all seats")
    parser.add_argument(
        "--games", type=choices.count, default=4000, help="games for each number of players"
    )
    parser.add_argument("--seed", type=choices.whole, default=0)
    choices.add_variant(parser)
    parser.add_argument("--out", type=Path, help="where to write the page; shown if left out")
    args = parser.parse_args(argv)
    game = load(args.game)
    variant = choices.variant(args, game)
    tables = report(game, args.agents, args.games, args.seed, **variant)
    heading = page.heading("experiments.game_statistics")
    title = f"# What games of {game.name} are like\n\n{heading}\n"
    if args.out is None:
        print(tables)
    else:
        args.out.write_text(f"{title}\n{tables}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
