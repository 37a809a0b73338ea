"""Positions of random games, and what is said there of actions that are not legal."""

import numpy as np

from piracy_env.core.engine import Engine
from piracy_env.core.why import Moment, otherwise


def moments(game, players, moves=400, every=7, seed=3, **options):
    """Engines in the course of random games, with a position to ask about."""
    engine = Engine(game, 2, players=players, seed=seed, auto_reset=False, **options)
    engine.reset()
    dice = np.random.default_rng(players)
    for move in range(moves):
        running = np.flatnonzero(~engine.over)
        if not running.size:
            return
        if move % every == 0:
            yield engine, int(running[0]), dice
        masks = engine.masks_of(running)
        engine.step((dice.random(masks.shape) * masks + masks).argmax(1), running)


def check_reasons(engine, i):
    """Reasons apply to each action that is not legal, and to no legal one; return the decision."""
    game = engine.game
    mask, s = engine.masks_of([i])[0], engine.record(i)
    asked = game.decision_name(s) or game.phase_name(s)
    for action in range(game.actions.size):
        block, axes = game.actions.parse(action)
        if block not in game.why.blocks_of(asked, s):
            assert not mask[action], (asked, block)
            continue
        moment = Moment(s, engine.tables_of(i), action, block, axes, mask)
        applying = (one for one in game.why.against if one.applies(moment, asked))
        if mask[action]:
            applying = (one for one in applying if one.holds is not otherwise)
        found = next(applying, None)
        assert (found is None) == mask[action], (asked, game.actions.label(action), found)
    return asked
