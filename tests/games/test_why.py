"""Why an action is legal or not: the declared reasons and the mask never disagree."""

import numpy as np
import pytest

import piracy_env
from piracy_env.core.why import texts_of
from piracy_env.registry import list_games, load
from tests.games.reasons import check_reasons, moments

DECLARED = tuple(list_games())


@pytest.mark.parametrize("name", list_games())
def test_every_action_is_explained_by_rules_that_exist(name):
    game = load(name)
    known = texts_of(game)
    for engine, i, dice in moments(game, game.default_seats):
        mask = engine.masks_of([i])[0]
        illegal = np.flatnonzero(~mask)
        for action in [*np.flatnonzero(mask), *dice.choice(illegal, min(12, len(illegal)))]:
            told = engine.explain(i, int(action))
            assert told.legal == mask[action]
            assert told.words
            assert set(told.rules) <= set(known)
            assert name not in DECLARED or told.rules, str(told)


@pytest.mark.parametrize("name", DECLARED)
@pytest.mark.parametrize("fewest", [True, False])
def test_what_speaks_against_an_action_is_true_of_all_illegal_ones_and_of_no_legal_one(
    name, fewest
):
    game = load(name)
    seats = min(game.seats) if fewest else max(game.seats)
    for engine, i, _ in moments(game, seats, moves=200, every=10):
        check_reasons(engine, i)


@pytest.mark.parametrize("name", DECLARED)
def test_every_decision_and_every_rule_that_is_named_exists(name):
    game = load(name)
    known, why = texts_of(game), game.why
    decisions = (
        {handler.name for handler in game.decisions.handlers}
        if game.decisions
        else {phase.name for phase in game.phases}
    )
    blocks = {block.name for block in game.actions.blocks}
    assert {part for name in why.behind for part in name.split(" in ")[:1]} <= decisions
    for cited in why.behind.values():
        assert set(cited) <= blocks
        assert all(rule in known for rules in cited.values() for rule in rules.split())
    for against in (*why.against, *why.elsewhere):
        assert set(against.blocks.split()) <= blocks
        assert set(against.when.split()) <= decisions
        assert all(rule in known for rule in against.rules.split())


def test_an_environment_explains_its_actions():
    env = piracy_env.env("mutiny", players=4)
    env.reset(seed=1)
    action = env.engine.game.actions.id("ransom 3")
    told = env.explain(action)
    assert not told.legal
    assert told.rules == ("MUT-7.1",)
    assert str(told).startswith("ransom 3: not legal: only who has no stack at all may ransom")
    assert "MUT-7.1 Only a player with no stack" in str(told)
    first = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0])
    assert env.explain(first).legal


def test_a_game_that_is_over_explains_that():
    env = piracy_env.env("notoriety", players=2, max_steps=1)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert env.engine.explain(0, 0).words == "the game is over"
