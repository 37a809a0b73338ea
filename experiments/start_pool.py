"""The pool of mid-campaign starts of `skull_tales_voyage`: made by play of its heuristics.

    python -m experiments.start_pool --each 40 --seed 0

Crews of mixed characters play campaigns of the first and of the last chapters phase by phase (the
option `stop`); each phase that is set up is a start. Of all that were met so many are kept for each
number of players, as evenly over phases and chapters as there are any.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_agents.heuristic import heuristic_of
from piracy_env.cli import choices
from piracy_env.core.engine import Engine
from piracy_env.core.game import RUNNING, Game
from piracy_env.core.script import Script
from piracy_env.games.skull_tales import GAME
from piracy_env.games.skull_tales.starts import MOST, POOL, STACKED, START, save
from piracy_env.games.skull_tales.state import NONE, Phase

LISTS = ((2, 5), (7, 10))
"""First and last chapters of the campaigns."""
PARTS = 24
"""Phases of a campaign that are played at most."""


def main(argv: list[str] | None = None) -> None:
    """Play, choose, and write the pool."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=choices.count, default=40, help="starts for each crew size")
    parser.add_argument("--games", type=choices.count, default=40, help="campaigns of each kind")
    parser.add_argument("--seed", type=choices.whole, default=0)
    parser.add_argument("--out", type=Path, default=POOL)
    args = parser.parse_args(argv)
    each = min(args.each, MOST)
    players: list[int] = []
    starts: list[NDArray[Any]] = []
    for seats in GAME.seats:
        met = np.concatenate(list(_met(GAME, seats, args.games, args.seed)))
        chosen = evenly(met, each, np.random.default_rng([args.seed, seats]))
        print(f"{seats} players: {len(chosen)} of {len(met)} starts")
        starts.append(chosen)
        players += [seats] * len(chosen)
    save(args.out, GAME.tables.load().record[0], np.array(players), np.concatenate(starts))
    print(f"{args.out}: {args.out.stat().st_size} bytes")


def _met(game: Game, players: int, games: int, seed: int) -> Iterator[NDArray[Any]]:
    """The phases that campaigns come to."""
    for number, (first, last) in enumerate(LISTS):
        engine = Engine(
            game, games, players=players, seed=seed + number, auto_reset=False,
            scenario="voyage_port", stop="phase", camp_ch=first, camp_last=last,
        )  # fmt: skip
        engine.reset()
        for _ in range(PARTS):
            play_part(engine, np.random.default_rng([seed, number]))
            begun = np.flatnonzero(engine.states["phase"] != Phase.OVER)
            if begun.size == 0:
                break
            yield as_starts(engine.states[begun])
            for i in begun:
                engine.set(int(i), over=RUNNING)


def play_part(engine: Engine, dice: np.random.Generator) -> None:
    """Play all games to the end of their parts, each seat by a character drawn for it."""
    weigh, cast = heuristic_of(engine.game.name)
    of = dice.integers(len(cast.names), size=(engine.num_envs, engine.options.players))
    while (running := np.flatnonzero(engine.states["over"] == RUNNING)).size:
        playing = of[running, engine.seat[running]]
        for k in np.unique(playing):
            asked = running[playing == k]
            script = Script(weigh, cast.weights).only(int(k))
            engine.step(engine.view(asked).script_policy(script)[0], asked)


def as_starts(states: NDArray[Any]) -> NDArray[Any]:
    """Positions at the end of a part as starts of the next: no part of theirs is paid any more."""
    states = states[states["sp"] <= STACKED]
    starts = np.zeros(len(states), START)
    for name in START.names or ():
        place = (slice(None), *(slice(length) for length in START[name].shape))
        starts[name] = states[name][place]
    starts["part"], starts["part_t"], starts["ended"] = NONE, 0, NONE
    starts["score0"] = 0
    return starts


def evenly(met: NDArray[Any], count: int, dice: np.random.Generator) -> NDArray[Any]:
    """So many of the starts, by turns of each phase in each chapter."""
    kinds = met["phase"] * 100 + met["camp_ch"]
    queues = [list(dice.permutation(np.flatnonzero(kinds == one))) for one in np.unique(kinds)]
    taken: list[int] = []
    while len(taken) < min(count, len(met)):
        for queue in queues:
            if queue and len(taken) < count:
                taken.append(int(queue.pop()))
    chosen: NDArray[Any] = met[np.array(sorted(taken))]
    return chosen


if __name__ == "__main__":
    main()
