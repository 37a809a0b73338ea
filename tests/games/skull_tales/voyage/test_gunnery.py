"""The ship's guns, the Mortar and the maneuvers (STV-12, STV-21), as the rules tell them."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales.rules.docks import CHAIN, GRAPE, MORTAR
from piracy_env.games.skull_tales.state import Lasting
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.aboard import (
    GUN_DECK,
    HELM,
    MAIN_DECK,
    QUARTERDECK,
    RIGGING,
    dice,
    trait,
)
from tests.games.skull_tales.foes import (
    AGGRESSIVE,
    CRAB,
    GALLEON,
    GHOST,
    MERCHANT,
    MONSTER,
    NEUTRAL,
    NW,
    PASSIVE,
    SE,
    TOWER,
    WHALE,
    WHIRLPOOL,
    foe,
    sailing,
)
from tests.scenario import act, expect, labels, refuses

NOBODY = (QUARTERDECK, HELM, RIGGING)
GUNNER = (QUARTERDECK, HELM, GUN_DECK)
GROUP = {"pg": {0: GUN_DECK}}
NO_CANNON = {"hold": [5, 5, 7, 7, 7, *[0] * 15], "cannon_sup": 5}
IN_REACH = (12, 8)


@pytest.mark.rule("STV-12.1", "STV-12.2", "STV-12.5", "STV-12.8", "STV-12.11", "STV-12.15")
@pytest.mark.parametrize(("speed", "places", "left"), [(4, (1, 5), (3, 6)), (3, (1, 4, 6), (2, 5))])
def test_a_group_fires_all_cannons(speed, places, left):
    galleon = foe(GALLEON, IN_REACH, facing=NW, spd=speed)
    table = sailing(on=NOBODY, **GROUP, **galleon, **dice(5, 4, 6, *places))
    act(table, "fire_reg", "sea_enemy 0")
    expect(table, {"sea_spd[0]": left[0], "sea_hold[0]": left[1], "pg_fat": [1, 0], "fired": 1})
    expect(table, {"pg_acted": [1, 0], "ch_tp": [0, 0, 0], "force_n": 0})
    refuses(table, "fire_reg")


@pytest.mark.rule("STV-12.15")
def test_crew_of_an_enemy_ship_is_hit_too():
    table = sailing(on=NOBODY, **GROUP, **foe(GALLEON, IN_REACH), **dice(5, 1, 1, 3))
    act(table, "fire_reg", "sea_enemy 0")
    expect(table, {"sea_be[0]": 7, "sea_hold[0]": 7, "sea_spd[0]": 4})
    slow = foe(GALLEON, IN_REACH, spd=1)
    table = sailing(on=NOBODY, **GROUP, **slow, **dice(2, 1, 1, 1))
    act(table, "fire_reg", "sea_enemy 0")
    expect(table, {"sea_spd[0]": 1})


@pytest.mark.rule("STV-12.3", "STV-R2")
def test_guns_bear_on_the_sides_only():
    table = sailing(on=NOBODY, **GROUP, **foe(GALLEON, (10, 10)), ship_mov=1, rolled=1)
    refuses(table, "fire_reg")
    act(table, "turn_port")
    expect(table, ship_f=SE)
    act(table, "fire_reg")
    assert labels(table) == ["sea_enemy 0"]
    refuses(sailing(on=NOBODY, **GROUP, ship_mov=1, **foe(GALLEON, (13, 8))), "fire_reg")


@pytest.mark.rule("STV-12.4", "STV-12.2", "STV-R21")
@pytest.mark.parametrize(
    "lack",
    [
        {"on": NOBODY},
        {"on": NOBODY, **GROUP, "pg_fat[0]": 4},
        {"on": NOBODY, **GROUP, "pg_acted[0]": 1},
        {"on": GUNNER, "acted[2]": 1},
        {"on": NOBODY, **GROUP, "fired": 1},
        {"on": NOBODY, **GROUP, **NO_CANNON},
    ],
)
def test_somebody_has_to_serve_the_guns(lack):
    refuses(sailing(**foe(GALLEON, IN_REACH), **{"ship_mov": 1, **lack}), "fire_reg")


@pytest.mark.rule("STV-12.6", "STV-12.9")
def test_without_a_group_each_character_fires_a_cannon():
    on = (QUARTERDECK, GUN_DECK, GUN_DECK)
    table = sailing(on=on, **foe(GALLEON, IN_REACH), **dice(5, 2, 6))
    act(table, "fire_reg", "sea_enemy 0")
    expect(table, {"sea_hold[0]": 6, "ch_tp": [0, 1, 0], "acted": [0, 1, 1], "force_n": 0})


@pytest.mark.rule("STV-12.6", "STV-20.18", "STC-1.5")
def test_a_trait_gives_a_die_more_on_top():
    on = (GUN_DECK, GUN_DECK, GUN_DECK)
    skilled = {**trait(0, Trait.ARTILLERY), **trait(1, Trait.ARTILLERY)}
    skilled |= trait(2, Trait.ARTILLERY)
    table = sailing(on=on, **foe(GALLEON, IN_REACH), **skilled, **dice(1, 1, 1, 1, 6, 6))
    act(table, "fire_reg", "sea_enemy 0")
    expect(table, {"sea_spd[0]": 4, "sea_be[0]": 8, "sea_hold[0]": 6, "ch_tp": [0, 0, 1]})


@pytest.mark.rule("STV-12.7", "STV-R37", "STV-R55", "STV-R31", "STV-20.17", "STV-20.18", "STC-1.8")
@pytest.mark.parametrize("enemy", [GALLEON, WHALE])
def test_a_character_lends_its_trait_to_a_group(enemy):
    skilled = {**trait(2, Trait.ARTILLERY), **trait(2, Trait.HARPONEER)}
    table = sailing(
        on=GUNNER, **GROUP, **foe(enemy, IN_REACH, facing=NW), **skilled, **dice(1, 1, 1, 1, 5)
    )
    act(table, "fire_reg", f"sea_enemy {enemy}")
    expect(table, {"acted": [0, 0, 1], "force_n": 1, "ch_tp": [0, 0, 0]})


@pytest.mark.rule("STV-20.17", "STV-R42")
def test_a_harpoon_is_for_beasts():
    for enemy, acted in ((GALLEON, 0), (WHALE, 1), (MONSTER, 1), (CRAB, 1)):
        table = sailing(
            on=GUNNER, **GROUP, **foe(enemy, IN_REACH), **trait(2, Trait.HARPONEER), **dice(1, 1, 1)
        )
        act(table, "fire_reg", f"sea_enemy {enemy}")
        expect(table, {"acted[2]": acted})


@pytest.mark.rule("STV-R22", "STC-1.5")
def test_cannons_beyond_five_do_not_roll():
    hold = [10, 10, 10, 10, 10, *[0] * 15]
    table = sailing(
        on=GUNNER,
        **GROUP,
        hold=hold,
        cannon_sup=0,
        goods_sup=[1, 2, 3, 4, 4, 5, 6, 3, 3],
        **foe(GALLEON, IN_REACH),
        **trait(2, Trait.ARTILLERY),
        **dice(1, 1, 1, 1, 1, 6),
    )
    act(table, "fire_reg", "sea_enemy 0")
    expect(table, {"force_n": 1, "acted[2]": 0})


@pytest.mark.rule("STV-12.16", "STV-12.18", "STV-12.19", "STV-R53")
def test_dismast_and_raking_fire():
    merchant = foe(MERCHANT, (11, 8), facing=NW)
    table = sailing(on=GUNNER, **merchant, **dice(6, 2))
    act(table, "fire_dismast", "sea_enemy 2")
    expect(table, {"sea_be[2]": 4, "sea_spd[2]": 3, "sea_hold[2]": 5, "ch_tp": [0, 0, 1]})
    table = sailing(on=GUNNER, **merchant, **dice(5))
    act(table, "fire_dismast", "sea_enemy 2")  # 5 - 1 does not beat 4
    expect(table, {"sea_be[2]": 5, "sea_spd[2]": 4, "sea_hold[2]": 6, "ch_tp": [0, 0, 0]})


@pytest.mark.rule("STV-12.16", "STV-12.18", "STV-12.20")
def test_maneuvers_need_a_character_and_the_option():
    merchant = foe(MERCHANT, (11, 8), facing=NW)
    loaded = {"upg": CHAIN | GRAPE}
    table = sailing(on=GUNNER, **loaded, **merchant)
    assert {"fire_dismast", "fire_chain", "fire_grape"} <= set(labels(table))
    table = sailing(on=NOBODY, **GROUP, **loaded, **merchant, **dice(5, 1, 1, 4))
    refuses(table, "fire_dismast", "fire_chain", "fire_grape")
    act(table, "fire_reg", "sea_enemy 2")
    expect(table, {"sea_hold[2]": 5})  # no raking either
    without = {"options": {"maneuvers": False}}
    table = sailing(on=GUNNER, **GROUP, **loaded, **merchant, **dice(5, 1, 1, 4), **without)
    refuses(table, "fire_dismast", "fire_chain", "fire_grape")
    act(table, "fire_reg", "sea_enemy 2")
    expect(table, {"sea_hold[2]": 5})


@pytest.mark.rule("STV-12.18", "STV-R60")
def test_only_an_adjacent_ship_is_dismasted():
    refuses(sailing(on=GUNNER, **foe(MERCHANT, IN_REACH)), "fire_dismast")
    for enemy, at in ((WHALE, (11, 8)), (CRAB, (11, 8))):
        table = sailing(on=GUNNER, upg=CHAIN | GRAPE, **foe(enemy, at))
        refuses(table, "fire_dismast", "fire_chain", "fire_grape")


@pytest.mark.rule("STV-12.17", "STV-21.5")
@pytest.mark.parametrize(
    ("shot", "load", "answer", "changes"),
    [
        ("fire_chain", CHAIN, "yes", {"sea_spd[0]": 3, "sea_hold[0]": 6}),
        ("fire_grape", GRAPE, "yes", {"sea_be[0]": 7, "sea_hold[0]": 6}),
        ("fire_grape", GRAPE, "no", {"sea_be[0]": 8, "sea_hold[0]": 5}),
    ],
)
def test_special_shot_goes_where_it_is_meant(shot, load, answer, changes):
    table = sailing(on=GUNNER, **GROUP, upg=load, **foe(GALLEON, IN_REACH), **dice(5, 6, 1, 4, 4))
    act(table, shot, "sea_enemy 0")
    expect(table, seat=2)
    act(table, answer)
    expect(table, {**changes, "sea_ammo[0]": load // CHAIN})
    again = foe(GALLEON, IN_REACH, ammo=load // CHAIN)
    refuses(sailing(on=GUNNER, **GROUP, upg=load, **again), shot)


@pytest.mark.rule("STV-21.3", "STV-20.18")
def test_the_mortar_fires_in_all_directions():
    on = (QUARTERDECK, HELM, MAIN_DECK)
    for far, is_open in (((10, 9), False), ((10, 10), True), ((10, 11), True), ((10, 12), False)):
        table = sailing(on=on, upg=MORTAR, ship_mov=1, **foe(GALLEON, far))
        assert bool(labels(table, "mortar")) == is_open
    table = sailing(on=on, upg=MORTAR, **foe(GALLEON, (10, 11)), **dice(5, 6, 4, 4), fired=1)
    act(table, "mortar", "sea_enemy 0")
    expect(table, {"sea_hold[0]": 5, "ch_tp": [0, 0, 1], "acted": [0, 0, 1], "force_n": 0})
    skilled = trait(2, Trait.ARTILLERY)
    table = sailing(on=on, upg=MORTAR, **foe(GALLEON, (10, 11)), **skilled, **dice(1, 1, 6, 4))
    act(table, "mortar", "sea_enemy 0")
    expect(table, {"sea_hold[0]": 6, "fired": 0})
    refuses(sailing(on=on, ship_mov=1, **foe(GALLEON, (10, 11))), "mortar")


# --- what is fired at -----------------------------------------------------------------------------


@pytest.mark.rule("STV-18.12")
@pytest.mark.parametrize(("enemy", "at", "morale"), [(TOWER, (11, 6), 12), (CRAB, (11, 8), 11)])
def test_defense_is_the_face_that_hits(enemy, at, morale):
    ship = {"ship_c": 11, "ship_r": 7, "ship_f": 1}
    table = sailing(on=NOBODY, **GROUP, **foe(enemy, at), **dice(4, 3, 4), **ship)
    act(table, "fire_reg", f"sea_enemy {enemy}")
    expect(table, {f"sea_hold[{enemy}]": 2, "force_n": 0})
    last = foe(enemy, at, hold=1)
    table = sailing(on=NOBODY, **GROUP, **last, **dice(4, 3, 4), **ship, morale=10)
    act(table, "fire_reg", f"sea_enemy {enemy}")
    expect(table, {f"sea_on[{enemy}]": 0, "morale": morale})


@pytest.mark.rule("STV-18.7", "STV-R54")
@pytest.mark.parametrize("enemy", [WHALE, GALLEON])
def test_a_neutral_enemy_that_is_missed_is_attacked_too(enemy):
    neutral = foe(enemy, IN_REACH, mode=NEUTRAL)
    table = sailing(on=NOBODY, **GROUP, **neutral, **dice(1, 1, 1))
    act(table, "fire_reg", f"sea_enemy {enemy}")
    expect(table, {f"sea_mode[{enemy}]": AGGRESSIVE})


@pytest.mark.rule("STV-18.7", "STV-18.13", "STV-18.14")
def test_a_whale_that_is_fired_at_is_angry():
    table = sailing(on=NOBODY, **GROUP, **foe(WHALE, IN_REACH), **dice(4, 3, 1))
    act(table, "fire_reg", "sea_enemy 4")
    expect(table, {"sea_hold[4]": 3, "sea_mode[4]": AGGRESSIVE, "force_n": 0})


@pytest.mark.rule("STV-18.9", "STV-18.14")
def test_a_beaten_whale_is_worth_much():
    whale = foe(WHALE, IN_REACH, hold=1)
    table = sailing(on=NOBODY, **GROUP, **whale, **dice(4, 1, 1, 0), morale=5)
    act(table, "fire_reg", "sea_enemy 4")
    expect(table, {"sea_on[4]": 0, "morale": 6, "goods_sup": [0, 2, 3, 4, 2, 5, 1, 3, 3]})


@pytest.mark.rule("STV-18.18")
def test_a_monster_is_fired_at_where_it_is():
    table = sailing(on=GUNNER, **GROUP, **foe(MONSTER, (10, 8)), **dice(4, 4, 3))
    act(table, "fire_reg", "sea_enemy 5")
    expect(table, {"sea_hold[5]": 6, "sea_mode[5]": AGGRESSIVE})


@pytest.mark.rule("STV-18.15", "STV-18.20")
@pytest.mark.parametrize("enemy", [GHOST, WHIRLPOOL])
def test_some_cannot_be_attacked(enemy):
    table = sailing(on=NOBODY, **GROUP, **foe(enemy, IN_REACH), ship_mov=1, upg=MORTAR)
    refuses(table, "fire_reg", "mortar")


@pytest.mark.rule("STV-18.9", "STV-21.2")
def test_a_sunk_ship_leaves_a_wreck():
    table = sailing(
        on=NOBODY, **GROUP, **foe(GALLEON, IN_REACH, hold=1), **dice(5, 5, 1, 4), morale=10
    )
    act(table, "fire_reg", "sea_enemy 0")
    expect(table, {"sea_on[0]": 0, "morale": 13, "force_n": 0, "crew_booty": 100})
    assert table.record().pers & Lasting.SUNK


@pytest.mark.rule("STV-18.11")
def test_a_ship_without_crew_is_taken_without_plunder():
    crewless = foe(GALLEON, IN_REACH, be=1)
    table = sailing(on=NOBODY, **GROUP, **crewless, **dice(5, 1, 1, 2), morale=9)
    act(table, "fire_reg", "sea_enemy 0")
    expect(table, {"sea_on[0]": 0, "morale": 12, "pers": 0, "b_on": 0})


@pytest.mark.rule("STV-21.6", "STV-18.7")
@pytest.mark.parametrize(("at", "mode"), [((10, 3), PASSIVE), ((10, 2), NEUTRAL)])
def test_a_deceived_ship_sees_an_attack_nearby(at, mode):
    merchant = foe(MERCHANT, at, mode=NEUTRAL, codex=1)
    table = sailing(on=NOBODY, **GROUP, **merchant, **foe(GALLEON, IN_REACH), **dice(1, 1, 1))
    act(table, "fire_reg", "sea_enemy 0")
    expect(table, {"sea_mode[2]": mode, "sea_codex[2]": int(mode == NEUTRAL)})


@pytest.mark.rule("STC-1.9", "STC-1.10")
def test_a_gunners_own_die_can_be_helped():
    table = sailing(on=GUNNER, **foe(GALLEON, IN_REACH), **{"ch_dp[2]": 1}, **dice(4, 5))
    act(table, "fire_reg", "sea_enemy 0")
    expect(table, seat=2)
    act(table, "yes")
    expect(table, {"sea_hold[0]": 6, "ch_dp[2]": 0, "ch_tp[2]": 1})
