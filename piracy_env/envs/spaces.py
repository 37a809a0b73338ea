"""Spaces of a game, the same for all seats and player counts."""

from __future__ import annotations

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from piracy_env.core.game import Game


def observation_space(game: Game) -> Box:
    """What a seat sees."""
    return Box(0.0, 1.0, (game.observation.size,), np.float32)


def action_space(game: Game) -> Discrete:
    """All that a seat may ever do; the mask says what it may do now."""
    return Discrete(game.actions.size)


def masked_space(game: Game) -> Dict:
    """What a seat sees, and its mask, of the type that `Discrete.sample` takes."""
    mask = Box(0, 1, (game.actions.size,), np.int8)
    return Dict({"observation": observation_space(game), "action_mask": mask})
