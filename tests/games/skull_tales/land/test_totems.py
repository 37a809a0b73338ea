"""Totems: attributes in place of the card's, changing them, two at once (STA-20.65, STA-20.66)."""

import pytest

from piracy_env.games.skull_tales.rules.adventure import weapons
from piracy_env.games.skull_tales.rules.adventure.people import attribute_of
from piracy_env.games.skull_tales.state import AGILITY, CHARISMA, MELEE, PERCEPTION, RANGED
from piracy_env.games.skull_tales.state_land import Status
from piracy_env.games.skull_tales.tables.cards import TOTEM_KEYS
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import arena, asked
from tests.games.skull_tales.land.casters import bear, track, witch
from tests.games.skull_tales.land.positions import T
from tests.games.skull_tales.land.test_attacks import wield
from tests.games.skull_tales.land.test_seeing import LAYOUT, feature
from tests.scenario import act, expect, labels, refuses

WOLF, BEAR, OWL, SERPENT = range(len(TOTEM_KEYS))
OWN = [2, 2, 2, 2, 4, 4, 3]


def attributes(table, slot=0):
    return [int(attribute_of(table.s, table.t, slot, one)) for one in range(CHARISMA + 1)]


@pytest.mark.rule("STA-20.65")
@pytest.mark.parametrize("totem", TOTEM_KEYS)
def test_a_totem_stands_in_for_the_card(totem):
    shown = T.t.totems[TOTEM_KEYS.index(totem)].attributes.tolist()
    assert attributes(witch(totem)) == [*shown, OWN[CHARISMA]]


@pytest.mark.rule("STA-20.65")
def test_nobody_else_has_anything_from_a_totem():
    table = arena(("witch", (2, 2)), ("sea_dog", (3, 3)))
    table.state["totem"][0, :2, 0] = WOLF, BEAR
    table.state["ch_traits"][0, 0, Trait.TOTEM_MAGIC] = 0
    assert attributes(table) == OWN
    assert attributes(table, 1) == [3, 3, 3, 3, 3, 3, 2]


@pytest.mark.rule("STA-20.65", "STA-15.2", "STA-15.4", "STA-15.5", "STA-R80")
def test_permanent_wounds_count_with_a_totem_but_not_below_two():
    table = witch("serpent")
    one = table.state["ch_att"][0, 0]
    one[PERCEPTION] -= 1
    assert attributes(table)[PERCEPTION] == 2
    one[PERCEPTION] -= 1
    assert attributes(table)[PERCEPTION] == 2
    one[MELEE] += 3
    assert attributes(table)[MELEE] == 5


@pytest.mark.rule("STA-20.66")
def test_of_two_totems_the_higher_value_counts():
    table = witch("wolf", "owl", traits=(Trait.TOTEM_MAGIC_II,))
    assert attributes(table) == [3, 3, 3, 4, 4, 4, 3]


@pytest.mark.rule("STA-20.65", "STA-3.2")
def test_rolls_are_made_with_what_the_totem_shows():
    table = witch("serpent")
    table.foe("redcoat", (2, 3))
    engine = act(table.play(1, 1, 1, 3, 1, 1), "break_away")
    expect(engine, {"force_n": 0, "ch_wounds[0]": 0})  # four dice against two
    assert (attributes(table)[AGILITY], OWN[AGILITY]) == (4, 2)


@pytest.mark.rule("STA-20.65", "STA-5.25", "STA-5.22")
def test_another_totem_costs_one_ap_and_the_old_one_recharges():
    table = witch("wolf")
    engine = act(table.play(), "totem")
    assert labels(engine) == ["num 1", "num 2", "num 3"]
    act(engine, f"num {SERPENT}")
    expect(engine, {"totem[0]": [SERPENT, -1], "ch_ap[0]": 5, track("wolfs_hunt"): 4})
    act(engine, "totem")
    assert labels(engine) == ["num 1", "num 2"]
    act(engine, f"num {OWL}")
    expect(engine, {"totem[0]": [OWL, -1], track("serpents_kiss"): 4, track("owls_eye"): 1})


@pytest.mark.rule("STA-20.65")
def test_without_a_totem_that_is_ready_none_is_changed():
    table = witch("wolf")
    table.state["spell"][0, 0, 13:16] = 2, 3, 4
    refuses(table.play(), "totem")
    table.state["spell"][0, 0, 13] = 1
    table.edit(0, ch_ap=0)
    refuses(table.play(), "totem")
    refuses(arena(("sea_dog", (2, 2))).play(), "totem")


@pytest.mark.rule("STA-20.66", "STA-5.25", "STA-R80")
def test_the_second_totem_is_taken_beside_the_first_or_for_it():
    table = witch("wolf", traits=(Trait.TOTEM_MAGIC_II,))
    engine = act(table.play(), "totem", f"num {BEAR}")
    assert labels(engine) == ["num 0", "num 1"]
    act(engine, "num 1")
    expect(engine, {"totem[0]": [WOLF, BEAR], track("wolfs_hunt"): 1})
    act(engine, "totem", f"num {OWL}", "num 0")
    expect(engine, {"totem[0]": [OWL, BEAR], track("wolfs_hunt"): 4})


# --- two at once, in the Incident Round -----------------------------------------------------------


def incidents(table):
    """Play on into the next Incident Round."""
    table.set(order_done=31)
    return act(table.play(), "end_turn")


@pytest.mark.rule("STA-20.66")
@pytest.mark.parametrize(("answer", "second"), [("num 1", -1), ("num 2", BEAR)])
@pytest.mark.parametrize(("points", "left", "wounds"), [(2, 1, 0), (0, 0, 1)])
def test_two_totems_cost_a_destiny_point_or_a_wound(answer, second, points, left, wounds):
    table = witch("wolf", "bear", traits=(Trait.TOTEM_MAGIC_II,))
    table.edit(0, ch_dp=points)
    engine = incidents(table)
    assert asked(engine) == "TOTEMS"
    assert labels(engine) == ["num 1", "num 2"]
    act(engine, answer)
    expect(engine, {"totem[0]": [WOLF, second], "ch_dp[0]": left, "ch_wounds[0]": wounds})
    expect(engine, {track("bears_roar"): 3 if second == -1 else 1})  # and one move in this round
    assert asked(engine) == "ORDER"


@pytest.mark.rule("STA-20.66", "STA-14.11")
def test_the_price_can_knock_the_witch_out():
    table = witch("wolf", "bear", traits=(Trait.TOTEM_MAGIC_II,), others=(("sea_dog", (4, 4)),))
    table.edit(0, ch_dp=0, ch_wounds=3)
    table.edit(1, ch_status=int(Status.TURN_DONE))
    engine = act(incidents(table), "num 2")
    expect(engine, {"ch_wounds[0]": 4, "ch_status[0]": Status.KNOCKED_OUT, "flag": 9})


@pytest.mark.rule("STA-20.66")
def test_one_totem_or_a_witch_that_is_down_is_not_asked_about():
    table = witch("wolf", traits=(Trait.TOTEM_MAGIC_II,))
    assert asked(incidents(table)) == "ORDER"
    table = arena(("sea_dog", (4, 4)), ("witch", (2, 2)))
    bear(table, 1, "wolf", "bear")
    table.state["ch_traits"][0, 1, Trait.TOTEM_MAGIC_II] = 1
    table.edit(1, ch_wounds=4, ch_status=int(Status.KNOCKED_OUT))
    table.set(force_n=0)
    assert asked(incidents(table)) == "ORDER"


@pytest.mark.rule("STA-5.14", "STA-20.65")
def test_thrown_weapons_fly_as_far_as_the_totems_strength():

    table = wield(witch("bear"), 0, "dagger")
    assert weapons.range_of(table.s, table.t, 0, 0) == 4
    assert attributes(table)[RANGED] == 2


# --- what is told and seen ------------------------------------------------------------------------


def test_totems_are_told_and_their_attributes_seen_by_all():
    table = witch("wolf", "owl", traits=(Trait.TOTEM_MAGIC_II,), others=(("sea_dog", (4, 4)),))
    engine = table.play()
    shown = dict(zip(("Me", "Ra", "St", "Ag", "In", "Pe", "Ch"), attributes(table), strict=True))
    for seat in range(2):
        words = engine.describe(0, seat)
        assert " ".join(f"{name} {value}" for name, value in shown.items()) in words
        assert "bears the Wolf and Owl Totems" in words
        at = feature("chars", "melee")
        row = LAYOUT.named(engine.observe(0, seat))["chars"][seat]
        assert row[at : at + 7] == pytest.approx([value / 5 for value in attributes(table)])
    assert "Wolf Totem" in engine.render(0, 0)


def told(engine, number):
    """A number in words."""
    return engine.describe_action(0, engine.game.actions.id(f"num {number}"), 0)


def test_numbers_of_totems_are_named():
    table = witch("wolf", traits=(Trait.TOTEM_MAGIC_II,))
    engine = act(table.play(), "totem")
    assert told(engine, BEAR) == "Bear."
    act(engine, f"num {BEAR}")
    assert told(engine, 1) == "In the second place."
    engine = incidents(witch("wolf", "bear", traits=(Trait.TOTEM_MAGIC_II,)))
    assert (told(engine, 1), told(engine, 2)) == (
        "Keep the first Totem.",
        "Keep both Totems.",
    )
