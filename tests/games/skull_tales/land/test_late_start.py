"""A late start: two Traits more, and gear of 30 coins (option `late`, STA-R73)."""

import numpy as np
import pytest

from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.gear import Gear
from piracy_env.games.skull_tales.rules.adventure import late_start
from piracy_env.games.skull_tales.rules.adventure.weapons import WORN
from piracy_env.games.skull_tales.rules.crew import STARTING
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import arena
from tests.games.skull_tales.land.positions import T
from tests.scenario import deal


def learned(engine, seat):
    """Traits of a Pirate beside the two of its card."""
    card = T.t.characters[int(engine.states[0]["ch_card"][seat])]
    printed = {int(card.adventure_trait), int(card.voyage_trait)}
    return set(np.flatnonzero(engine.states[0]["ch_traits"][seat]).tolist()) - printed


@pytest.mark.rule("STA-R73", "STA-19.4")
@pytest.mark.parametrize("seed", range(8))
def test_late_pirates_know_two_more_traits_of_their_classes(seed):
    engine = deal(GAME, seed=seed, players=5, chapter="skull_cove", late=True, start_allies=0)
    for seat in range(5):
        found = learned(engine, seat)
        assert len(found) == 2
        for trait in found:
            row = T.t.traits[trait]
            assert engine.states[0]["ch_cls"][seat] >> row.cls & 1
            assert 0 in [int(phase) for phase in row.phases]
            assert not row.printed_only
            assert row.trait < 0 or engine.states[0]["ch_traits"][seat, row.trait]
            if row.attribute > 0:
                assert engine.states[0]["ch_att"][seat, row.attribute - 1] >= row.minimum


@pytest.mark.rule("STA-R73")
@pytest.mark.parametrize("seed", range(8))
def test_late_pirates_have_gear_of_thirty_coins_from_one_deck(seed):
    engine = deal(GAME, seed=seed, players=5, chapter="skull_cove", late=True, start_allies=0)
    one, found = engine.states[0], []
    for seat in range(5):
        bought = [
            int(one["inv_id"][seat, place])
            for place in range(one["inv_n"][seat])
            if not one["inv_flag"][seat, place] & STARTING
        ]
        assert sum(int(T.t.gear[item].cost) for item in bought) <= 30
        assert len(bought) <= 3
        found += bought
    assert all(found.count(item) <= T.t.gear[item].copies for item in found)
    assert not engine.complaints()


@pytest.mark.rule("STA-R73")
def test_what_a_late_start_draws_is_kept_or_put_back():
    table = arena(("sea_dog", (2, 2)), late=True)
    table.state["force"][0, :5] = [0, 0, Gear.LONG_RIFLE, Gear.TAMPERED_HOOK, Gear.BANDOLIER]
    table.state["force_n"] = 5
    late_start.advance(table.s, table.t)
    one = table.state[0]
    carried = one["inv_id"][0, : one["inv_n"][0]].tolist()
    assert carried == [Gear.SWORD, Gear.AXE, Gear.BANDOLIER]  # too dear; of no use; kept
    assert one["inv_loc"][0, 2] == WORN
    # the first fitting Traits of a Duelist: Fencing opens others, which come before it
    known = {Trait.CHEATER, Trait.HELMSMAN, Trait.FENCING, Trait.SEASONED}
    assert set(np.flatnonzero(one["ch_traits"][0]).tolist()) == known


@pytest.mark.rule("STA-R73")
def test_nobody_starts_late_unless_told_to():
    engine = deal(GAME, seed=1, players=2, chapter="skull_cove")
    assert [learned(engine, seat) for seat in range(2)] == [set(), set()]


@pytest.mark.rule("STA-R73")
@pytest.mark.parametrize("seed", range(4))
def test_destiny_is_full_after_what_was_learned(seed):
    s = deal(GAME, seed=seed, players=5, chapter="skull_cove", late=True).record()
    assert [s.ch_dp[seat] for seat in range(5)] == [s.ch_dp_max[seat] for seat in range(5)]
