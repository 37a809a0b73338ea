"""Measures how fast games run: the figures behind `piracy bench` and the tables of results.

    measure("mutiny", players=4, envs=1024, threads=1).steps_per_second

All figures are of uniformly random legal play inside compiled code. Works are timed in turns, and
the median of several turns counts, so that a busy machine treats them alike.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from piracy_env.core.batch import TableSource
from piracy_env.core.engine import Engine
from piracy_env.core.game import Game
from piracy_env.errors import OptionError
from piracy_env.registry import load

Work = Callable[[], int]
"""Does a piece of work, some milliseconds long, and returns how many units it did."""
Clock = Callable[[], float]
"""Tells seconds: the wall's, or with `time.process_time` those of the processor, which other load
on the machine does not lengthen; threads that work side by side count one after the other there."""

TURNS = 9
LONGEST = 86_400
"""Seconds that a measurement may take: a day."""
PIECE = 0.02
"""Seconds that a piece of work should take, so that the call from Python does not count."""


@dataclass(frozen=True)
class Measurement:
    """How fast a game runs."""

    game: str
    version: int
    players: int
    envs: int
    threads: int
    steps_per_second: float
    """Decisions, with the mask and the observation of the seat to move written for each."""
    steps_per_second_without_observation: float
    """Decisions, with the mask alone."""
    playouts_per_second: float
    """Copies of a fresh deal, redrawn for the seat to move and played to the end."""
    moves_per_game: float
    observation_size: int
    action_count: int

    def as_dict(self) -> dict[str, str | int | float]:
        """The figures by name, rounded to what they are worth."""
        return {
            name: round(value, 1) if isinstance(value, float) else value
            for name, value in asdict(self).items()
        }


def measure(
    game: str | Game,
    *,
    players: int | None = None,
    envs: int = 1024,
    threads: int = 1,
    seconds: float = 3.0,
    tables: TableSource = None,
    **options: Any,
) -> Measurement:
    """Measure a game for about so many seconds, compilation not counted."""
    if not isinstance(seconds, (int, float)) or not 0 < seconds <= LONGEST:
        raise OptionError(f"seconds must be more than 0, and at most {LONGEST:,}, not {seconds!r}")
    engine = Engine(
        load(game), envs, players=players, threads=threads, tables=tables, seed=0, **options
    )
    speed = rates(
        {
            "observed": stepping(engine),
            "unobserved": stepping(engine, observe=False),
            "playouts": playing_out(dealt(engine)),
        },
        seconds,
    )
    return Measurement(
        game=engine.game.name,
        version=engine.game.version,
        players=engine.options.players,
        envs=envs,
        threads=threads,
        steps_per_second=speed["observed"],
        steps_per_second_without_observation=speed["unobserved"],
        playouts_per_second=speed["playouts"],
        moves_per_game=moves_per_game(engine),
        observation_size=engine.game.observation.size,
        action_count=engine.game.actions.size,
    )


def rates(
    works: Mapping[str, Work], seconds: float, turns: int = TURNS, clock: Clock = time.perf_counter
) -> dict[str, float]:
    """Units a second of each work: the median of its turns, `seconds` for all works together."""
    share = seconds / turns / max(len(works), 1)
    for work in works.values():
        work()
    taken = [
        {name: _rate(work, share, clock) for name, work in works.items()} for _ in range(turns)
    ]
    return {name: statistics.median(turn[name] for turn in taken) for name in works}


def _rate(work: Work, seconds: float, clock: Clock) -> float:
    done, start, elapsed = 0, clock(), 0.0
    while elapsed < seconds:
        done += work()
        elapsed = clock() - start
    return done / elapsed


def stepping(engine: Engine, observe: bool = True) -> Work:
    """Random steps of a whole batch, which begins anew."""
    engine.reset()
    rounds = 1

    def work() -> int:
        nonlocal rounds
        done, start = rounds * engine.num_envs, time.perf_counter()
        engine.rollout(rounds, observe=observe)
        if time.perf_counter() - start < PIECE:
            rounds *= 2
        return done

    return work


def dealt(engine: Engine) -> Engine:
    """Another batch of the same kind, with games that have not begun."""
    fresh = engine.clone()
    fresh.reset()
    return fresh


def playing_out(engine: Engine, batch: int = 256) -> Work:
    """Playouts from the positions that an engine holds."""
    numbers = np.arange(batch)
    games = numbers % engine.num_envs
    seats = engine.seat[games]
    drawn = 0

    def work() -> int:
        nonlocal drawn
        engine.playouts(games, seats, engine.keys(0, drawn, batch))
        drawn += batch
        return batch

    return work


def moves_per_game(engine: Engine, games: int = 1024) -> float:
    """Mean length of a random game."""
    fresh = dealt(engine)
    numbers = np.arange(games) % fresh.num_envs
    _, lengths = fresh.playouts(numbers, fresh.seat[numbers], fresh.keys(1, 0, games))
    return float(lengths.mean())
