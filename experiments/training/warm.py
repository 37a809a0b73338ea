"""Makes machine code before the clock of a training runs."""

from __future__ import annotations

import time
from typing import Any

from experiments.training.plan import SELF, TrainingPlan
from piracy_env.cli.progress import Progress
from piracy_env.envs.opponents import find_agent
from piracy_env.envs.seat import OneSeat


def compile_for(plan: TrainingPlan) -> None:
    """Let everybody who will sit at the tables make a move, and say how long that took.

    What is not on disk yet is compiled, once for each game and heuristic.
    """
    print("compiling what is not compiled yet: a minute or two, the first time ...", flush=True)
    start = time.perf_counter()
    game = plan.load_game()
    options: dict[str, Any] = {"players": plan.players, **plan.options}
    teachers = [plan.teacher] if plan.demonstration_share else []
    judges = [judge for judge in plan.judges if judge != SELF]
    rivals = list(dict.fromkeys([*plan.anchors, *judges, *teachers]))
    with Progress() as bar:
        for done, rival in enumerate(rivals):
            bar.show(f"a first move of {rival}", done, len(rivals))
            table = OneSeat(game, 1, opponents=rival, reward=plan.settings.reward, **options)
            table.reset(seed=0)
            next(table.play(find_agent(rival, game)))
    print(f"ready after {time.perf_counter() - start:.0f} s", flush=True)
