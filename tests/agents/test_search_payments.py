"""Searches of crews, of one seat alone, and of modes that a game pays in ways of its own."""

from dataclasses import replace

import numpy as np
import pytest

from piracy_agents.search import flat, mcts
from piracy_agents.search.guided import GuidedSearch
from piracy_agents.search.networked import NetworkSearch
from piracy_agents.search.searcher import Search
from piracy_agents.search.settings import SearchSettings
from piracy_env.core.engine import Engine
from piracy_env.errors import AgentError, GameDefinitionError, OptionError
from tests.agents.test_search_guided import linear
from tests.testing.diver import DIVER
from tests.testing.raft import ACT, RAFT
from tests.testing.toy import TOY

KINDS = ["mcts:80", "mcts:80+horizon=2", "mcts:60+trees=3", "flat:80", "guided"]
every_kind = pytest.mark.parametrize("kind", KINDS)
every_table = pytest.mark.parametrize(
    ("game", "players"), [*((RAFT, players) for players in RAFT.seats), (DIVER, 1)]
)


class Blank:
    """A judge without an opinion, who expects half of what there is."""

    def evaluate(self, observations, masks, seats, opinions):
        return masks.astype(np.float32), np.full(observations.shape[:2], 0.5, np.float32)


def searcher(kind, game, **settings):
    if kind == "guided":
        return GuidedSearch(game, SearchSettings(simulations=60, **settings), Blank())
    name, _, spec = kind.partition(":")
    words = [f"+{key}={value}" for key, value in settings.items()]
    return (mcts if name == "mcts" else flat).make(spec + "".join(words), game)


def dealt(game, n=1, **settings):
    engine = Engine(game, n, seed=3, auto_reset=False, **settings)
    engine.reset()
    return engine


# --- every search plays them ----------------------------------------------------------------------


@every_table
@every_kind
def test_values_are_within_what_can_be_paid(game, players, kind):
    engine = dealt(game, 4, players=players)
    for mode in game.modes_for(players):
        if mode in ("rank", "win", "score"):
            continue
        search = searcher(kind, game, reward=mode)
        found = search.think(engine.view())
        assert engine.action_mask[np.arange(4), found.picks].all()
        tried = found.visits > 0
        searched = tried.any(axis=1)
        assert searched.any() or game is DIVER, "the diver can only go down"
        for values in (found.values[tried], found.outlook[searched]):
            assert values.size == 0 or 0 <= values.min() <= values.max() <= 1 + 1e-6


@every_kind
def test_one_seat_alone_finds_what_pays(kind):
    engine = dealt(DIVER)
    engine.set(0, depth=3, breath=4, bag=5, opened=[1, 1, 1, 0, 0], shells=[2, 2, 1, 0, 0])
    search = searcher(kind, DIVER)
    assert DIVER.actions.label(int(search.act(engine.view())[0])) == "up"
    if kind != "guided":
        assert search.think(engine.view()).values[0].max() == pytest.approx(5 / 15)


@every_kind
def test_a_castaway_alone_builds(kind):
    engine = dealt(RAFT, players=1, needed=2, rounds=1)
    assert searcher(kind, RAFT).act(engine.view())[0] < ACT.stow.start


def test_what_is_paid_on_the_way_is_searched_for_as_what_it_adds_up_to():
    engine = dealt(RAFT, 3)
    for kind in KINDS[:4]:
        at_end = searcher(kind, RAFT, reward="mixed").think(engine.view())
        on_the_way = searcher(kind, RAFT, reward="standing").think(engine.view())
        assert (at_end.visits == on_the_way.visits).all()
        assert (at_end.values == on_the_way.values).all()


def test_a_horizon_is_valued_by_the_standing():
    engine = dealt(RAFT, players=2, calm=True)
    hand = [list(engine.record().hand[seat]) for seat in range(2)]
    worth = [1 + card // 6 for card in hand[0]]
    settings = SearchSettings(simulations=200, horizon=0, depth=1, reward="team")
    found = Search(RAFT, settings).think(engine.view())
    needed = 7 * 2
    expected = [worth[0] / needed, worth[1] / needed, 0.0, 0.0]
    assert found.values[0] == pytest.approx(expected, abs=1e-6)


def test_a_game_says_how_long_playouts_are_unless_the_search_does():
    long_game = replace(RAFT, playout_moves=3)

    def found(game, spec):
        return mcts.make(spec, game).think(dealt(game, players=2).view()).values

    assert (found(long_game, "80") == found(RAFT, "80+horizon=3")).all()
    assert (found(long_game, "80+horizon=100000") == found(RAFT, "80")).all()
    assert (found(long_game, "80") != found(RAFT, "80")).any()


@pytest.mark.parametrize("wrong", [-1, 2.5, None])
def test_no_game_plays_out_fewer_moves_than_none(wrong):
    with pytest.raises(GameDefinitionError, match="`playout_moves` must be a number from 0"):
        replace(RAFT, playout_moves=wrong)


# --- who is asked for nonsense --------------------------------------------------------------------


def test_nobody_takes_mates_for_rivals():
    with pytest.raises(AgentError, match=r"paranoid .* seats of raft .* utility is general"):
        mcts.make("20+paranoid", RAFT)
    with pytest.raises(AgentError, match="paranoid"):
        GuidedSearch(RAFT, SearchSettings(paranoid=True), Blank())
    assert mcts.make("20+paranoid", TOY).settings.paranoid


def test_a_mode_that_means_nothing_is_refused():
    with pytest.raises(AgentError, match="diver has no reward mode 'win'; there are: pearls, find"):
        mcts.make("20+reward=win", DIVER)
    search = mcts.make("20+reward=win", RAFT)
    with pytest.raises(OptionError, match="win is for 2 or more seats, not for 1; raft has here"):
        search.think(dealt(RAFT, players=1).view())
    assert search.think(dealt(RAFT, players=2, reward="win").view()).visits.any()


# --- networks as judges ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "players", "mode", "expected"),
    [
        (RAFT, 1, "mixed", [0.8]),
        (RAFT, 2, "mixed", [0.8, 0.8]),
        (RAFT, 2, "rank", [0.0, 0.0]),
    ],
)
def test_only_hopes_of_rivals_are_made_to_add_up(game, players, mode, expected):
    network = linear(game, np.zeros(game.actions.size), 0.0, mode)
    network.value.bias[:] = 0.8
    found = NetworkSearch(game, SearchSettings(3, reward=mode), network)
    assert found.think(dealt(game, players=players).view()).outlook[0] == pytest.approx(expected)
