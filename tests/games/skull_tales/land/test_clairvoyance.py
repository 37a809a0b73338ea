"""Clairvoyance: a card that is cast out of turn, into anybody's roll (STA-5.23, STA-24.1)."""

import pytest

from piracy_env.games.skull_tales.state import Decision
from piracy_env.games.skull_tales.state_land import Status
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import arena, asked
from tests.games.skull_tales.land.casters import learn, shaman, track
from tests.games.skull_tales.land.enemies_at import carry_out
from tests.games.skull_tales.land.test_attacks import knows, wield
from tests.scenario import act, expect, labels, refuses


def watched(*hands, traits=(), **options):
    """A Surgeon next to a Redcoat, a Shaman with the card somewhere, windows open."""
    options.setdefault("roll_window", True)
    table = arena(("surgeon", (2, 2), *hands), ("voodoo_shaman", (4, 0)), **options)
    table.foe("redcoat", (2, 3), hp_max=4)
    return knows(learn(table, 1, "clairvoyance"), 0, *traits)


@pytest.mark.rule("STA-5.23", "STA-24.1", "STA-R16")
def test_a_clairvoyant_is_asked_about_anothers_roll():
    engine = act(watched("sword").play(1, 1, 1, 1, 1, 6), "attack_melee", "enemy 0")
    assert asked(engine) == "ROLL"
    expect(engine, seat=1)
    assert labels(engine) == ["no", "clairvoyance"]
    act(engine, "clairvoyance")
    expect(engine, {"seat": 1, track("clairvoyance", 1): 4, "ch_ap[1]": 5})
    assert labels(engine) == [
        *(f"reroll_own {die}" for die in range(3)),
        *(f"reroll_foe {die}" for die in range(2)),
    ]
    act(engine, "reroll_own 2")
    expect(engine, {"foe_wounds[0]": 3, "seat": 0})
    assert asked(engine) == "MENU"


@pytest.mark.rule("STA-24.1")
def test_an_enemys_die_is_thrown_again_too():
    engine = carry_out(watched("sword"), Decision.STRIKE, 0, a=0, dice=(5, 1, 1, 1, 1, 1))
    expect(engine, seat=1)
    act(engine, "clairvoyance", "reroll_foe 0")
    expect(engine, {"ch_wounds[0]": 0, "force_n": 0})


@pytest.mark.rule("STA-24.1", "STA-R16", "STA-R84")
def test_the_clairvoyant_is_asked_after_the_roller():
    engine = act(watched("sword").play(2, 1, 1, 1, 1, 1), "attack_melee", "enemy 0")
    expect(engine, seat=0)
    assert labels(engine) == ["no", "die_plus 0"]
    act(engine, "no")
    expect(engine, seat=1)
    act(engine, "no")
    expect(engine, {"seat": 0, track("clairvoyance", 1): 1, "foe_wounds[0]": 0})
    assert asked(engine) == "MENU"


@pytest.mark.rule("STA-24.1", "STA-5.23", "STA-R84")
def test_the_own_roll_has_it_in_its_own_window():
    table = shaman("clairvoyance", "hex", roll_window=True)
    table.foe("redcoat", (2, 4))
    table.edit(0, ch_dp=0)
    engine = act(table.play(1, 1, 1, 1, 5), "cast", "spell 3", "enemy 0")
    assert labels(engine) == ["no", "clairvoyance"]
    act(engine, "clairvoyance", "reroll_own 0")
    assert asked(engine) == "MENU"
    expect(engine, {"foe_status[0]": 8, track("clairvoyance"): 4})


@pytest.mark.rule("STA-24.1", "STA-2.7")
def test_a_die_that_destiny_has_raised_loses_that_when_it_is_thrown_again():
    engine = act(watched("sword").play(2, 1, 1, 1, 1, 1), "attack_melee", "enemy 0", "die_plus 0")
    act(engine, "clairvoyance", "reroll_own 0")
    expect(engine, {"rl_plus[0][0]": 0, "foe_wounds[0]": 0})


@pytest.mark.rule("STA-24.1", "STA-14.13", "STA-14.12")
@pytest.mark.parametrize(
    "fields",
    [
        {"ch_status": int(Status.FRENZIED)},
        {"ch_status": int(Status.KNOCKED_OUT), "ch_wounds": 5},
        {"spell": 2},
    ],
)
def test_who_cannot_cast_is_not_asked(fields):
    table = watched("sword")
    if "spell" in fields:
        table.state["spell"][0, 1, 1] = 2
    else:
        table.edit(1, **fields)
    engine = act(table.play(1, 1, 1, 1, 1), "attack_melee", "enemy 0")
    assert asked(engine) == "MENU"


@pytest.mark.rule("STA-24.1")
def test_without_windows_nobody_is_asked():
    engine = watched("sword", roll_window=False).play(1, 1, 1, 1, 1)
    assert asked(act(engine, "attack_melee", "enemy 0")) == "MENU"


@pytest.mark.rule("STA-24.1", "STA-7.7")
def test_allies_rolls_are_seen_coming_too():
    table = watched("sword")
    table.ally(2, "old_salt", (1, 3))
    engine = act(table.play(1, 1, 1, 1, 1, 6), "ally", "char 2", "attack_melee", "enemy 0")
    expect(engine, seat=1)
    act(engine, "clairvoyance", "reroll_own 0")
    expect(engine, {"foe_wounds[0]": 2})


@pytest.mark.rule("STA-R70", "STA-21.28", "STA-R84")
def test_charisma_has_no_window_but_for_destiny():
    table = wield(watched(traits=(Trait.COMMAND,)), 0, "lucky_charm")
    table.state["inv_loc"][0, 0, 0] = 0
    table.ally(2, "old_salt", (1, 1))
    engine = act(table.play(3), "command")
    assert labels(engine) == ["no", "die_plus 0"]
    refuses(engine, "clairvoyance", "charm_reroll")
    act(engine, "no")
    assert asked(engine) == "MENU"
