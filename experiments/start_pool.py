"""The pool of mid-campaign starts of `skull_tales_voyage` and `skull_tales`: made by heuristics.

    python -m experiments.start_pool --each 40 --ashore 8 --seed 0

Crews of mixed characters play campaigns of the first and of the last chapters phase by phase (the
option `stop`); each phase that is set up is a start. Of all that were met so many are kept for each
number of players, as evenly over phases and chapters as there are any. For `skull_tales` Voyages
among them are played on to the Adventure of the chapter, or to the Annex of a crew that has lost
its ship: those starts begin with the board still to be laid out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments.execution.command import command
from piracy_agents.heuristic import heuristic_of
from piracy_env.cli import choices
from piracy_env.core.engine import Engine
from piracy_env.core.game import RUNNING, Game
from piracy_env.core.script import Script
from piracy_env.games.skull_tales import GAME
from piracy_env.games.skull_tales.campaign import GAME as WHOLE
from piracy_env.games.skull_tales.options import LAST_CHAPTER
from piracy_env.games.skull_tales.ranges_land import AT_REST
from piracy_env.games.skull_tales.rules.adventure.attempts import KEPT
from piracy_env.games.skull_tales.rules.campaign import Stage
from piracy_env.games.skull_tales.starts import MOST, POOL, STACKED, START, save
from piracy_env.games.skull_tales.state import ACTOR, KIND, NONE, Decision, Phase

LISTS = ((2, 5), (7, 10))
"""First and last chapters of the campaigns."""
COPIED = frozenset(name for name, _ in KEPT)
"""Fields of which a laid out Adventure has a copy from before."""
PARTS = 24
"""Phases of a campaign that are played at most."""


@command()
def main(argv: list[str] | None = None) -> None:
    """Play, choose, and write the pool."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=choices.count, default=40, help="starts for each crew size")
    parser.add_argument("--ashore", type=choices.count, default=8, help="Adventures among them")
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
    row = GAME.tables.load().record[0]
    for seats, own in zip(GAME.seats, starts[: len(GAME.seats)], strict=True):
        most = min(args.ashore, MOST - len(own))
        met = ashore_from(own[own["phase"] == Phase.VOYAGE], seats, most, args.seed)
        print(f"{seats} players: {len(met)} Adventures", flush=True)
        starts.append(met)
        players += [seats] * len(met)
    save(args.out, row, np.array(players), np.concatenate(starts))
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


def play_part(engine: Engine, dice: np.random.Generator, most: int = 0) -> None:
    """Play all games to the end of their parts, each seat by a character drawn for it.

    With `most`, no more decisions than that.
    """
    weigh, profiles = heuristic_of(engine.game.name)
    of = dice.integers(len(profiles.names), size=(engine.num_envs, engine.options.players))
    while (running := np.flatnonzero(engine.states["over"] == RUNNING)).size:
        playing = of[running, engine.seat[running]]
        for k in np.unique(playing):
            games = running[playing == k]
            script = Script(weigh, profiles.weights).only(int(k))
            engine.step(engine.view(games).script_policy(script)[0], games)
        most -= 1
        if most == 0:
            return


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


def ashore_from(voyages: NDArray[Any], players: int, count: int, seed: int) -> NDArray[Any]:
    """So many Adventures, of as many chapters as there are, to which these Voyages lead."""
    dice = np.random.default_rng([seed, players])
    engine = Engine(
        WHOLE, players=players, seed=seed, auto_reset=False,
        scenario="campaign", stop="phase", characters="dealt", camp_last=LAST_CHAPTER,
    )  # fmt: skip
    engine.reset()
    met: dict[int, list[NDArray[Any]]] = {}
    for start in dice.permutation(voyages):
        if sum(map(len, met.values())) >= count:
            break
        engine.load_state(0, as_state(engine, start))
        play_part(engine, dice)
        s = engine.record()
        while s.phase == Phase.ADVENTURE and s.stk[1][KIND] == Decision.PICK_ALLY:
            engine.set(0, over=RUNNING)
            play_part(engine, dice, 1)
        if s.phase == Phase.ADVENTURE and s.chapter != NONE:
            met.setdefault(s.camp_ch, []).append(as_attempt(engine.states[:1]))
    starts = [start for own in met.values() for start in own]
    return np.concatenate(starts) if starts else np.zeros(0, START)


def as_state(engine: Engine, start: np.void) -> NDArray[Any]:
    """The state of a game that begins with a start."""
    state = engine.game.blank(engine.options)
    for name, value in AT_REST.items():
        state[name] = value
    for name in START.names or ():
        place = (slice(None), *(slice(length) for length in START[name].shape))
        state[name][place] = start[name]
    actor = start["stk"][start["sp"] - 1, ACTOR]
    state["seat"] = start["captain"] if actor == NONE else actor
    return state


def as_attempt(state: NDArray[Any]) -> NDArray[Any]:
    """An Adventure that has just been laid out, as a start before that."""
    start = np.zeros(1, START)
    for name in START.names or ():
        place = (slice(None), *(slice(length) for length in START[name].shape))
        start[name] = state[f"snap_{name}" if name in COPIED else name][place]
    start["stk"], start["sp"], start["cand"], start["cand_n"] = 0, 1, 0, 0
    start["stk"][0, 0] = (Decision.CAMPAIGN, NONE, Stage.ATTEMPT, NONE, 0, 0, 0)
    start["part"], start["part_t"], start["ended"] = NONE, 0, NONE
    start["score0"], start["stage_moves"], start["chapter"] = 0, 0, NONE
    return start


def evenly(met: NDArray[Any], count: int, dice: np.random.Generator) -> NDArray[Any]:
    """So many of the starts, by turns of each phase in each chapter."""
    kinds = met["phase"] * 100 + met["camp_ch"]
    queues = [list(dice.permutation(np.flatnonzero(kinds == kind))) for kind in np.unique(kinds)]
    taken: list[int] = []
    while len(taken) < min(count, len(met)):
        for queue in queues:
            if queue and len(taken) < count:
                taken.append(int(queue.pop()))
    chosen: NDArray[Any] = met[np.array(sorted(taken))]
    return chosen


if __name__ == "__main__":
    sys.exit(main())
