"""Rolls of Characters, what cards say, and what Traits cost (STA-2, STA-3, STA-19)."""

import numpy as np
import pytest

from piracy_env.games.skull_tales.rules.adventure import dice, harm, people, windows
from piracy_env.games.skull_tales.state import AGILITY, CHARISMA, STRENGTH, Decision
from piracy_env.games.skull_tales.state_land import Status
from piracy_env.games.skull_tales.tables.enemies import FOE_KEYS, GROUPS
from piracy_env.games.skull_tales.traits import TRAIT_KEYS, Trait
from tests.games.skull_tales.land.ashore import arena
from tests.games.skull_tales.land.positions import T


def roll(card, attribute, difficulty, *faces, need=1, contest=False, bonus=0, extra=0):
    """Passed, successes, dice: of a Character's roll."""
    table = arena((card, (2, 2)))
    table.play(*faces, frame=[Decision.MENU, 0, 0, 0, 0, 0, 0])
    call = dice.call_for_contest if contest else dice.call_for_roll
    call(table.s, table.t, 0, attribute, difficulty)
    dice.need_successes(table.s, need)
    dice.improve_roll(table.s, bonus)
    dice.add_dice(table.s, extra)
    one = table.state[0]
    while one["stk"][one["sp"] - 1, 0] in (Decision.DICE, Decision.ROLL):
        kind = one["stk"][one["sp"] - 1, 0]
        handler = next(h for h in (*dice.HANDLERS, *windows.HANDLERS) if h.kind == kind)
        handler.stands(table.s, table.t)
    frame = one["stk"][2]
    return int(frame[5]), int(frame[6]), int(one["rl_n"][0])


@pytest.mark.rule("STA-S01", "STA-3.2", "STA-3.3", "STA-2.11")
def test_s01_two_successes_of_three_dice():
    assert roll("voodoo_shaman", AGILITY, 4, 5, 5, 2, need=2) == (1, 2, 3)
    assert roll("voodoo_shaman", AGILITY, 4, 5, 4, 2, need=2) == (0, 1, 3)
    assert roll("voodoo_shaman", AGILITY, 4, 4, 4, 4) == (0, 0, 3)


@pytest.mark.rule("STA-3.5", "STA-3.6")
@pytest.mark.parametrize(
    ("faces", "passed"), [((2, 3, 5, 2, 4), 1), ((3, 3, 2, 4, 4), 0), ((1, 1, 1, 1, 1), 0)]
)
def test_confronted_rolls_beat_the_other_sides_value(faces, passed):
    assert roll("sea_dog", STRENGTH, 2, *faces, contest=True)[0] == passed


@pytest.mark.rule("STA-3.1")
def test_five_dice_are_the_most():
    assert roll("cutthroat", AGILITY, 3, *[6] * 5, extra=4) == (1, 5, 5)


@pytest.mark.rule("STA-3.12")
@pytest.mark.parametrize(("face", "passed"), [(3, 0), (4, 1)])
def test_charisma_adds_to_one_die(face, passed):
    assert roll("sea_dog", CHARISMA, 5, face) == (passed, passed, 1)


@pytest.mark.rule("STA-3.11")
def test_bonuses_change_every_die():
    assert roll("sea_dog", STRENGTH, 4, 4, 4, 3, bonus=1)[1] == 2
    assert roll("sea_dog", STRENGTH, 4, 5, 6, 6, bonus=-1)[1] == 2


@pytest.mark.rule("STA-2.3", "STA-2.20")
def test_wounds_as_many_as_health_knock_out():
    table = arena(("sea_dog", (2, 2)), ("surgeon", (4, 4)))
    table.play()
    assert not harm.hurt(table.s, table.t, 0, 4)
    assert harm.hurt(table.s, table.t, 0, 1)
    assert table.state["ch_status"][0, 0] & Status.KNOCKED_OUT


@pytest.mark.rule("STA-2.10", "STA-2.14", "STA-2.18", "STA-2.21")
def test_what_cards_say_is_in_the_tables():
    kinds = [GROUPS[foe.group] for foe in T.t.enemies]
    human = ("redcoat", "officer", "cannibal", "bounty_hunter")
    assert {FOE_KEYS[k] for k, kind in enumerate(kinds) if kind == "human"} == set(human)
    assert kinds[3:6] == ["supernatural"] * 3
    assert kinds[6:9] == ["abomination"] * 3
    for card in T.t.characters:
        assert all(2 <= value <= 5 for value in card.attributes)


@pytest.mark.rule("STA-2.12", "STA-17.7")
def test_who_has_a_trait_ashore():
    table = arena(("sea_dog", (2, 2)))
    table.ally(1, "powder_monkey", (2, 3))
    assert people.has_trait(table.s, table.t, 0, Trait.CHEATER)
    assert not people.has_trait(table.s, table.t, 0, Trait.ACROBAT)
    assert people.has_trait(table.s, table.t, 1, Trait.CHICKEN_JUMP)
    assert not people.has_trait(table.s, table.t, 1, Trait.CHEATER)


# --- Traits ---------------------------------------------------------------------------------------


@pytest.mark.rule("STA-19.1", "STA-19.2", "STA-19.3")
def test_prices_go_by_category_and_class():
    coins = np.asarray(T.t.rules.trait_coins).tolist()
    prestige = np.asarray(T.t.rules.trait_prestige).tolist()
    assert coins == [70, 85, 105, 100, 115, 150, 130, 145, 195]
    assert prestige == [50, 60, 75, 60, 70, 90, 70, 80, 105]


@pytest.mark.rule("STA-19.4", "STA-19.6", "STA-19.8")
def test_prerequisites_synergies_and_unique_traits():
    rows = {key: T.t.traits[k] for k, key in enumerate(TRAIT_KEYS)}
    assert (rows["elusive"].attribute, rows["elusive"].minimum) == (4, 3)
    assert rows["treacherous"].trait == Trait.STEALTH
    assert rows["pounce"].synergy == Trait.ACROBAT
    assert [key for key, row in rows.items() if row.unique] == ["bosun", "constable"]
    assert {key for key, row in rows.items() if row.printed_only} == {"voodoo", "totem_magic"}
