"""Starts of the pool where an Adventure begins: for games that lay out its board."""

from __future__ import annotations

import numpy as np
import pytest

from piracy_env.core.record import Record
from piracy_env.games.skull_tales.campaign import GAME
from piracy_env.games.skull_tales.rules.scores import score_of
from piracy_env.games.skull_tales.starts import MOST
from piracy_env.games.skull_tales.state import NONE, Decision, Phase, Scenario
from tests.games.skull_tales.shipped import SHIPPED
from tests.games.skull_tales.whole.crews import campaign

TABLES = SHIPPED
ROW = TABLES.record[0]
AT_SEA = ROW["starts_n"]


def ashore(players):
    """Places of the starts of Adventures for so many players."""
    phases = ROW["starts"]["phase"][players - 1]
    return [k for k in range(int(AT_SEA[players - 1]), MOST) if phases[k] == Phase.ADVENTURE]


def dealt(table, number):
    """A game from one of the starts."""
    blank = GAME.blank(table.options)
    blank["rng"], blank["force"][0, 0], blank["force_n"] = 5, number, 1
    GAME.reset(Record(blank[0]), TABLES.t)
    return blank


def test_there_are_some_of_several_chapters_for_each_number_of_players():
    for players in GAME.seats:
        own = ashore(players)
        assert own == list(range(own[0], own[0] + len(own)))
        assert len(own) >= 6
        chapters = ROW["starts"]["camp_ch"][players - 1, own]
        assert len(set(chapters.tolist())) >= 2


@pytest.mark.parametrize("players", GAME.seats)
def test_each_is_played_on_its_board_from_its_start(players):
    table = campaign(players=players, camp_ch=0, start="pool", stop="phase")
    for number in ashore(players):
        table.load_state(0, dealt(table, number))
        s = table.record()
        assert s.stk[1][0] == Decision.ADVENTURE
        assert s.chapter == TABLES.t.chapters[s.camp_ch - 1].adventure != NONE
        assert (s.adv_repeat, s.part, s.n_tl > 0) == (0, NONE, True)
        assert s.score0[0] == score_of(s, TABLES.t, 0)
        for _ in range(3):
            table.step(table.uniform())
        assert not table.complaints()


@pytest.mark.parametrize("players", GAME.seats)
def test_each_start_at_sea_and_in_port_is_a_position_of_the_whole_game(players):
    """Ranges and invariants hold, and somebody has something to decide."""
    table = campaign(players=players, camp_ch=0, start="pool")
    for number in range(int(AT_SEA[players - 1])):
        table.load_state(0, dealt(table, number))
        s = table.record()
        assert (s.scenario, s.chapter) == (Scenario.CAMPAIGN, NONE)
        assert table.legal()


def test_the_whole_game_draws_starts_of_all_phases():
    phases = set()
    for seed in range(40):
        phases.add(int(campaign(camp_ch=0, start="pool", seed=seed).record().phase))
    assert phases == {Phase.PORT, Phase.VOYAGE, Phase.ADVENTURE}


def test_a_board_is_laid_out_anew_for_each_deal():
    table = campaign(players=3, camp_ch=0, start="pool")
    number = ashore(3)[0]
    piles = set()
    for seed in range(6):
        blank = GAME.blank(table.options)
        blank["rng"], blank["force"][0, 0], blank["force_n"] = 11 * seed + 1, number, 1
        GAME.reset(Record(blank[0]), TABLES.t)
        piles.add(np.asarray(blank["pile"]).tobytes())
    assert len(piles) > 1
