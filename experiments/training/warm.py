"""Makes machine code before the clock of a training runs."""

from __future__ import annotations

import time
from typing import Any

from experiments.training.plan import Plan
from piracy_env.envs.opponents import find_agent
from piracy_env.envs.seat import OneSeat


def compile_for(plan: Plan) -> float:
    """Let everybody who will sit at the tables make a move; how many seconds that took.

    What is not on disk yet is compiled, once for each game and heuristic.
    """
    start = time.perf_counter()
    game = plan.load_game()
    options: dict[str, Any] = {"players": plan.players, **plan.options}
    for rival in dict.fromkeys([*plan.anchors, *plan.judges]):
        table = OneSeat(game, 1, opponents=rival, reward=plan.settings.reward, **options)
        table.reset(seed=0)
        table.step(find_agent("uniform", game).act(table.engine.view([0])))
    return time.perf_counter() - start
