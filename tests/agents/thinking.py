"""What a character makes of a position."""

from __future__ import annotations

from piracy_agents.heuristic import heuristic_of
from piracy_env.core.engine import Engine
from piracy_env.core.script import Script


def chosen(engine: Engine, character: str, times: int = 3) -> str:
    """What a character does in several worlds; it must be sure of it."""
    weigh, cast = heuristic_of(engine.game.name)
    script = Script(weigh, cast.weights).only(cast.names.index(character))
    actions = {int(engine.view([0], key=key).script_policy(script)[0][0]) for key in range(times)}
    labels = [engine.game.actions.label(action) for action in actions]
    assert len(labels) == 1, labels
    return labels[0]
