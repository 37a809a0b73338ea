"""Powers, and rulings that no chapter has tested: NOT-19, NOT-R."""

import numpy as np
import pytest

from piracy_env.games.notoriety import GAME
from piracy_env.games.notoriety.state import Phase, Zone
from piracy_env.games.notoriety.tables import CARD_KEYS
from tests.games.notoriety.positions import deck, phase, row, table, zone
from tests.scenario import act, expect, labels, refuses

FEATURES = GAME.observation.feature_names()


@pytest.mark.rule("NOT-19.2")
def test_a_brawl_power_needs_no_powder_monkey():
    engine = act(table(hand="H1"), "card H1", "row 0")
    assert (row(engine), zone(engine, 0, "disc")) == ("A1 K2 K3 K5 K6", "")


@pytest.mark.rule("NOT-19.3")
def test_a_bury_power_needs_no_powder_monkey():
    engine = act(table(hand="S1", disc="PM"), "card S1", "disc PM")
    assert (zone(engine, 0, "bur_open"), zone(engine, 0, "disc")) == ("PM", "")


@pytest.mark.rule("NOT-19.4", "NOT-R17")
def test_draw_takes_what_there_is():
    engine = act(table(hand="H6", deck="PM DB ruby"), "card H6")
    assert (zone(engine, 0, "hand"), deck(engine, 0)) == ("PM DB", "ruby")
    assert zone(act(table(hand="H6", deck="PM"), "card H6"), 0, "hand") == "PM"


@pytest.mark.rule("NOT-19.5")
def test_trade_takes_coins():
    expect(act(table(hand="A6"), "card A6"), coins=[5, 2, 2])


@pytest.mark.rule("NOT-19.6")
def test_lookout_takes_one_of_the_two_top_cards():
    engine = act(table(hand="H2", deck="PM ruby DB"), "card H2")
    assert labels(engine) == ["card ruby", "card PM"]
    act(engine, "card ruby")
    assert (zone(engine, 0, "hand"), deck(engine, 0)) == ("ruby", "PM DB")
    expect(engine, known_top=[1], look=[255, 255])


@pytest.mark.rule("NOT-R16")
def test_a_lookout_puts_the_discard_pile_below_the_deck():
    engine = act(table(hand="H2", deck="ruby", disc="PM PM PM"), "card H2")
    assert labels(engine) == ["card ruby", "card PM"]
    act(engine, "card PM")
    assert deck(engine, 0).split()[0] == "ruby"
    assert zone(engine, 0, "disc") == ""


@pytest.mark.rule("NOT-19.7")
def test_a_plunder_power_needs_no_powder_monkeys():
    engine = act(table(hand="S5"), "card S5")
    assert (phase(engine), labels(engine)) == ("0 SELL_KEEP", ["sell", "keep"])


@pytest.mark.rule("NOT-19.9")
def test_a_captain_may_be_wild_for_this_round():
    engine = act(table(hand="HC", ship="W2 W3", disc="PM"), "card HC")
    assert labels(engine) == ["left power", "right power"]
    other = act(engine.clone(), "left power")
    expect(other, cap_wild=[0], strength=[0])
    act(engine, "right power")
    expect(engine, cap_wild=[1], strength=[12])


@pytest.mark.rule("NOT-R5")
def test_at_most_five_wilds_count():
    # with five wild Captains the Parrots are left out
    engine = table(hand="DB", ship="HC AC WC SC KC HP H1", wild="HAWSK")
    without = table(hand="DB", ship="HC AC WC SC KC H1", wild="HAWSK")
    assert engine.states.strength[0, 0] == without.states.strength[0, 0]
    assert engine.states.unused[0, 0] == without.states.unused[0, 0] + 1
    # with two only the first three Parrots count
    engine = table(hand="DB", ship="HC AC HP AP WP SP KP H1", wild="HA")
    fewer = table(hand="DB", ship="HC AC HP AP WP H1", wild="HA")
    assert engine.states.strength[0, 0] == fewer.states.strength[0, 0]
    assert engine.states.unused[0, 0] == fewer.states.unused[0, 0] + 2


@pytest.mark.rule("NOT-R8")
def test_discard_piles_are_open():
    engine = table(others={1: {"hand": "DB", "disc": "H1 PM"}, 2: {"hand": "DB"}}, hand="DB")
    seen = engine.observe(0, 0)
    assert seen[FEATURES.index("opp_1.discard H1")] == 1
    assert seen[FEATURES.index("opp_1.discard PM")] == pytest.approx(1 / 6)


@pytest.mark.rule("NOT-R9", "NOT-R38")
def test_who_sees_what_of_hidden_cards():
    engine = table(
        hand="H1", deck="ruby DB", others={1: {"hand": "DB", "bur_hid": "A1"}, 2: {"hand": "DB"}}
    )
    before = engine.observe(0, 1)
    counts = engine.states["cnt"][0].copy()
    ruby, pirate = CARD_KEYS.index("ruby"), CARD_KEYS.index("H1")
    counts[0, Zone.HAND, [ruby, pirate]] = 1, 0
    counts[0, Zone.DECK, [ruby, pirate]] = 0, 1
    decks = engine.states["deck"][0].copy()
    decks[0, :2] = pirate, CARD_KEYS.index("DB")
    engine.set(0, cnt=counts, deck=decks)
    assert (engine.observe(0, 1) == before).all()
    assert not (engine.observe(0, 0) == before).all()


@pytest.mark.rule("NOT-R11")
def test_a_trade_pays_before_its_powers():
    engine = act(table(hand="bell DB", disc="PM"), "card bell", "card DB")
    expect(engine, coins=[4], phase=Phase.RESCUE_PICK)


@pytest.mark.rule("NOT-R14", "NOT-19.1")
def test_anybody_else_may_be_attacked():
    engine = act(
        table(players=4, hand="W2", coins=[2, 0, 1, 0], others={1: {}, 2: {}, 3: {"hand": "DB"}}),
        "card W2",
    )
    assert labels(engine) == ["target 1", "target 2", "target 3"]
    assert labels(act(engine.clone(), "target 2")) == ["pay coin"]
    assert labels(act(engine.clone(), "target 3")) == ["card DB"]
    assert phase(act(engine.clone(), "target 1")) == "0 RECRUIT"


@pytest.mark.rule("NOT-R15")
def test_a_card_discarded_for_an_attack_does_nothing():
    engine = table(hand="W2", others={1: {"hand": "A6"}, 2: {"hand": "DB"}})
    act(engine, "card W2", "target 1", "card A6")
    expect(engine, coins=[2, 2, 2])
    assert zone(engine, 1, "disc") == "A6"


@pytest.mark.rule("NOT-R19")
def test_a_sweep_of_four_while_recruiting():
    engine = table(
        phase=Phase.RECRUIT, coins=9, row="H1 HQ AQ WQ K2", pirates="SQ A1 A2 A3 A4 A5 W1",
    )  # fmt: skip
    act(engine, "row 0", "row 4")
    assert row(engine) == "A1 A2 A3 A4 A5", (
        "four officers in a row of four are swept, all slots filled"
    )


@pytest.mark.rule("NOT-R28")
def test_the_limit_of_recruits_holds_in_the_last_lap():
    engine = table(
        phase=Phase.RECRUIT, newrec="H1 H2 H3", fields={"final_lap": 1}, others={1: {}, 2: {}}
    )
    assert labels(engine) == ["done"]


@pytest.mark.rule("NOT-R31")
def test_a_brawl_in_an_empty_tavern():
    engine = act(table(hand="PM", row="- - - - -", pirates=""), "brawl")
    assert (phase(engine), zone(engine, 0, "disc")) == ("0 RECRUIT", "PM")


@pytest.mark.rule("NOT-R36")
def test_the_61st_turn_discards_the_hand():
    engine = table(
        hand="PM", fields={"turns": [60, 60, 59, 0]}, others={1: {"hand": "DB"}, 2: {"hand": "DB"}}
    )
    act(engine, "brawl", "row 0", "done")
    assert (phase(engine), zone(engine, 1, "disc")) == ("1 RECRUIT", "DB")
    act(engine, "done")
    assert phase(engine) == "2 COMMAND"


@pytest.mark.rule("NOT-R36")
def test_twenty_plunders_a_turn():
    engine = act(table(hand="S5", fields={"plunders": 20}), "card S5")
    assert phase(engine) == "0 RECRUIT"
    engine = act(table(hand="S5", fields={"plunders": 19}), "card S5")
    assert phase(engine) == "0 SELL_KEEP"


@pytest.mark.rule("NOT-R38")
def test_worlds_agree_with_what_a_seat_knows():
    engine = table(
        hand="H1 PM", deck="ruby DB DB PM", bur_hid="A1",
        others={1: {"hand": "A2 PM DB", "deck": "A3 PM DB", "bur_hid": "W4"}, 2: {"hand": "DB"}},
        fields={"known_top": [1, 0, 0, 0]}, row="K1 K2 K3 K5 K6", pirates="W5 W6 W7",
    )  # fmt: skip
    hands, tops = set(), set()
    keys = engine.keys(7, 0, 300)
    worlds = engine.worlds(np.zeros(300, np.int64), np.zeros(300, np.int64), keys)
    for world in worlds:
        assert world.deck[0, 3] == CARD_KEYS.index("ruby"), "the owner knows the top card"
        assert (world.cnt[0] == engine.states.cnt[0, 0]).all()
        assert world.cnt[1, Zone.HAND].sum() == 3
        assert world.cnt[1, Zone.BUR_HID].sum() == 1
        hands.add(tuple(world.cnt[1, Zone.HAND]))
        tops.add(int(world.pdeck[2]))
        other = engine.clone()
        other.load_state_unchecked(0, np.array([world], GAME.dtype))
        assert not other.complaints()
        assert (other.observe(0, 0) == engine.observe(0, 0)).all()
    assert len(hands) > 8
    assert tops == {CARD_KEYS.index(name) for name in ("W5", "W6", "W7")}


@pytest.mark.rule("NOT-R38")
def test_a_trade_that_goes_on_shows_loot_in_hand():
    engine = act(
        table(hand="ruby DB PM", deck="PM PM PM PM", others={1: {"hand": "PM"}, 2: {}}), "card ruby"
    )
    assert phase(engine) == "0 TRADE_MORE"
    worlds = engine.worlds(np.zeros(200, np.int64), np.ones(200, np.int64), engine.keys(1, 0, 200))
    assert (worlds.cnt[:, 0, Zone.HAND, CARD_KEYS.index("DB")] == 1).all()


@pytest.mark.rule("NOT-R10")
def test_cards_in_front_cannot_be_buried_or_rescued():
    engine = act(table(hand="PM PM", disc=""), "bury")
    assert labels(engine) == ["card PM"]
    engine = act(table(hand="PM PM", treasures="bell"), "plunder", "sell")
    assert phase(engine) == "0 RECRUIT", "the powder monkeys played are not in the discard pile yet"


def test_a_refused_action_changes_nothing():
    engine = table(hand="PM DB")
    refuses(
        engine,
        "card PM",
        "disc DB",
        "row 0",
        "target 1",
        "plunder",
        "done",
        "parley",
        "sell",
        "keep",
        "pay coin",
    )
