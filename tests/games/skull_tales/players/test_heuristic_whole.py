"""The heuristic of the whole game: that of the sea, and on the board that of the Adventure."""

from __future__ import annotations

import numpy as np
import pytest

from piracy_agents.heuristic import Heuristic, heuristic_of, names
from piracy_agents.heuristic.characters import Profiles
from piracy_env.errors import AgentError
from piracy_env.games.skull_tales.campaign import GAME
from piracy_env.games.skull_tales.rules.campaign import Stage
from piracy_env.games.skull_tales.state import Phase
from tests.games.skull_tales.whole.crews import ashore, between, judged
from tests.scenario import act, expect

WEIGH, CAST = heuristic_of("skull_tales")
AT_SEA, ASHORE = (heuristic_of(f"skull_tales_{part}")[1] for part in ("voyage", "adventure"))


def play(table, most, agents):
    """Play by scripted seats."""
    for _ in range(most):
        if table.record().over:
            return
        agent = agents[int(table.seat[0]) % len(agents)]
        table.step([int(np.asarray(agent.act(table.view()))[0])])


def test_there_are_a_decent_player_and_five_archetypes():
    others = ("loyal_mate", "mutineer", "raider", "scholar", "gambler")
    assert names(GAME) == [f"heuristic:{name}" for name in ("shipmate", *others)]
    assert all(CAST.about[name] for name in CAST.names)


def test_each_has_the_weights_of_two_others():
    raider = CAST.weights[CAST.names.index("raider")]
    assert raider["at_sea"] == AT_SEA.weights[AT_SEA.names.index("raider")]
    assert raider["ashore"] == ASHORE.weights[ASHORE.names.index("vanguard")]
    assert len({row.tobytes() for row in CAST.weights}) == len(CAST.names)


@pytest.mark.parametrize("phase", list(Phase)[:3])
def test_all_play_in_every_phase(phase):
    stage = {Phase.PORT: Stage.PORT, Phase.VOYAGE: Stage.VOYAGE}.get(phase)
    table = act(between(stage), "no") if stage is not None else ashore(3)
    expect(table, phase=int(phase))
    for first in (0, 3):
        play(table, 20, [Heuristic(GAME, name) for name in CAST.names[first : first + 3]])
        assert not table.complaints()


@pytest.mark.parametrize("name", CAST.names)
def test_half_a_success_on_the_board_is_taken(name):
    table = judged(3, 1)
    play(table, 1, [Heuristic(GAME, name)])
    expect(table, adv_repeat=0, camp_ch=4, ch_part=4)


PAIRS = """
best = "one"
[one]
about = "A sailor."
at_sea = "shipmate"
ashore = "shipmate"
"""


@pytest.mark.parametrize(
    ("line", "instead", "told"),
    [
        ('best = "one"', 'best = "two"', "best must be one of one, not 'two'"),
        ('ashore = "shipmate"', 'ashore = "nobody"', "ashore must be one of shipmate"),
        ('ashore = "shipmate"', "", "needs the lines about, at_sea, ashore"),
    ],
)
def test_pairs_that_are_none_are_refused(line, instead, told):
    Profiles.paired(PAIRS, "here", at_sea=AT_SEA, ashore=ASHORE)
    with pytest.raises(AgentError, match=told):
        Profiles.paired(PAIRS.replace(line, instead), "here", at_sea=AT_SEA, ashore=ASHORE)
