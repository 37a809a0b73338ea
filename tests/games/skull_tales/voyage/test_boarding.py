"""Boarding, Plunder and the Ram (STV-13, STV-14, STV-21.4), as the rules tell them."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales.rules.docks import RAM
from piracy_env.games.skull_tales.rules.fight import ENEMY_DECK
from piracy_env.games.skull_tales.rules.voyage import Step
from piracy_env.games.skull_tales.state import Decision, Ended
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.aboard import (
    CREW_QUARTERS,
    CROWS_NEST,
    GUN_DECK,
    GUNWALE,
    HELM,
    MAIN_DECK,
    QUARTERDECK,
    SICK_BAY,
    at_sea,
    dice,
    trait,
)
from tests.games.skull_tales.foes import (
    AGGRESSIVE,
    AHEAD,
    CUTTER,
    FIGHTERS,
    GALLEON,
    MERCHANT,
    MONSTER,
    NEUTRAL,
    PASSIVE,
    WHALE,
    alongside,
    asked,
    foe,
    sailing,
)
from tests.scenario import act, expect, labels, refuses


def fight_on(table):
    """Nobody changes place, nobody surrenders, the next round begins."""
    while asked(table) in (Decision.REGROUP, Decision.BOARDING, Decision.SURRENDER):
        act(table, "no")


# --- the start ------------------------------------------------------------------------------------


@pytest.mark.rule("STV-13.1", "STV-13.2", "STV-13.5", "STV-13.8")
def test_sharing_a_space_ties_the_ships():
    table = alongside()
    expect(table, {"b_on": 1, "b_e": MERCHANT, "b_round": 0, "b_cut": 0, "sea_be[2]": 5, "seat": 1})
    options = ["no", "b_swivel", "b_call_mel", "b_call_rng", "b_board"]
    assert labels(table) == options


@pytest.mark.rule("STV-13.1", "STV-21.6")
@pytest.mark.parametrize(("enemy", "mode"), [(MERCHANT, PASSIVE), (CUTTER, AGGRESSIVE)])
def test_boarding_a_neutral_ship_is_an_attack(enemy, mode):
    table = alongside(enemy, **{f"sea_mode[{enemy}]": NEUTRAL, f"sea_codex[{enemy}]": 1})
    expect(table, {f"sea_mode[{enemy}]": mode, f"sea_codex[{enemy}]": 0})


@pytest.mark.rule("STV-13.1")
def test_of_several_enemies_the_first_is_boarded_first():
    both = {**foe(CUTTER, AHEAD, be=1, be_w=1), **foe(MERCHANT, AHEAD)}
    table = alongside(CUTTER, (5, 1, 1), **both)
    expect(table, b_e=CUTTER)
    act(table, "no")  # B does nothing, PG0 removes the last Boarding Enemy
    while asked(table) in (Decision.PLUNDER_GROUPS, Decision.PLUNDER):
        act(table, "no")
    expect(table, {"b_e": MERCHANT, "sea_on[1]": 0})


@pytest.mark.rule("STV-18.18", "STV-18.14", "STV-9.10")
def test_a_monster_is_not_boarded_and_a_whale_not_entered():
    table = sailing(on=FIGHTERS, ship_mov=1, **foe(MONSTER, AHEAD))
    act(table, "mv_fwd")
    expect(table, b_on=0, ship_r=9)
    refuses(sailing(on=FIGHTERS, ship_mov=1, **foe(WHALE, AHEAD)), "mv_fwd")


@pytest.mark.rule("STV-13.3", "STV-5.14")
def test_groups_are_moved_by_a_fresh_supply_of_command():
    table = sailing(on=FIGHTERS, ship_mov=1, **foe(MERCHANT, AHEAD))
    act(table, "mv_fwd")
    expect(table, cp=4, seat=0)
    act(table, "pg 2")
    assert "post 9" not in labels(table)
    act(table, "post 7", "pg 3", "post 7", "no")
    expect(table, {"pg_post": [8, 8, 7, 7], "cp": 0, "cp_used": 1, "seat": 1})


# --- Characters -----------------------------------------------------------------------------------


@pytest.mark.rule("STV-13.10", "STV-13.14", "STV-13.15", "STV-13.16", "STV-R9", "STV-R43")
@pytest.mark.parametrize(("named", "wounds", "morale"), [(("pg 0", "pg 1"), (1, 1), 20)])
def test_a_supported_group_fights_better(named, wounds, morale):
    table = alongside(rolls=(5, 6, 1, 2, 3, 5, 2, 1, 6, 3))
    act(table, "b_call_rng", "pg 0")
    expect(table, {"sea_be[2]": 4, "sea_be_w[2]": 0, "ch_tp": [0, 1, 0], "seat": 0})
    assert labels(table) == ["pg 0", "pg 1"]
    act(table, *named)
    expect(table, {"pg_w": list(wounds), "morale": morale, "pg_fat": [0, 0], "force_n": 0})


@pytest.mark.rule("STV-13.16", "STV-2.8", "STV-2.9", "STV-R7", "STV-R10")
def test_two_wounds_knock_a_group_out():
    table = alongside(rolls=(1, 1, 5, 2, 1, 6, 3))
    act(table, "no", "pg 0", "pg 0")
    expect(table, {"pg_w": [2, 0], "pg_post": [SICK_BAY, GUNWALE], "morale": 17})


@pytest.mark.rule("STV-13.16", "STV-13.17")
def test_wounds_beyond_those_on_the_gunwale_are_void():
    table = alongside(rolls=(1, 5, 5, 5, 5, 5), pg={0: GUNWALE, 1: MAIN_DECK})
    act(table, "no", "pg 0", "pg 0")
    expect(table, {"pg_w": [2, 0, 0, 0], "morale": 17})
    assert asked(table) == Decision.REGROUP


@pytest.mark.rule("STV-13.17")
def test_without_groups_on_the_gunwale_others_suffer():
    table = alongside(rolls=(5, 1, 1, 1, 1), pg={})
    act(table, "no")
    assert labels(table) == ["pg 0", "pg 1", "pg 2", "pg 3"]
    act(table, "pg 3")
    expect(table, {"pg_w[3]": 1, "ch_wounds": [0, 0, 0]})


@pytest.mark.rule("STV-13.14")
def test_exhausted_groups_do_not_roll_but_suffer():
    table = alongside(rolls=(6, 1, 1, 1, *(1,) * 5), **{"pg_fat[0]": 4})
    refuses(act(table, "b_call_mel"), "pg 0")
    act(table, "pg 1")
    expect(table, {"sea_be[2]": 5, "sea_be_w[2]": 1, "force_n": 0})


@pytest.mark.rule("STV-13.14", "STV-13.15")
def test_a_four_wounds_nobody():
    table = alongside(rolls=(4,) * 7)
    act(table, "no")
    expect(table, {"sea_be[2]": 5, "sea_be_w[2]": 0, "pg_w": [0, 0], "force_n": 0})


@pytest.mark.rule("STV-20.3")
def test_a_deck_officer_lends_a_die_more():
    table = alongside(rolls=(1,) * 11, **trait(1, Trait.DECK_OFFICER))
    act(table, "b_call_mel", "pg 0")
    expect(table, force_n=0)  # five dice, one, and five Boarding Enemies


@pytest.mark.rule("STV-13.8", "STV-20.18")
@pytest.mark.parametrize(
    ("skilled", "rolls", "left"), [({}, (6, 5, 6), (4, 0)), ("artillery", (1, 1, 1, 6), (5, 1))]
)
def test_swivel_guns_wound_on_a_six(skilled, rolls, left):
    more = trait(1, Trait.ARTILLERY) if skilled else {}
    table = alongside(rolls=(*rolls, 1, 1, 1, 1, 1, 1, 1), **more)
    act(table, "b_swivel")
    expect(table, {"sea_be[2]": left[0], "sea_be_w[2]": left[1], "ch_tp[1]": rolls.count(6)})


@pytest.mark.rule("STV-13.4", "STV-13.8")
def test_there_are_two_swivel_guns():
    table = alongside(on=(GUNWALE, GUNWALE, HELM), rolls=(1,) * 13)
    act(table, "b_swivel", "b_swivel")
    expect(table, b_swiv=2)
    fight_on(table)
    expect(table, b_swiv=0)
    table.set(0, {"b_swiv": 2})
    refuses(table, "b_swivel")


@pytest.mark.rule("STV-13.9", "STV-13.7", "STV-20.20")
def test_the_crows_nest_shoots_after_the_gunwale():
    skilled = trait(0, Trait.EAGLE_EYE)
    table = alongside(on=(CROWS_NEST, GUNWALE, HELM), rolls=(6, 5, 1, 6), **skilled)
    expect(table, seat=1)
    act(table, "no")
    expect(table, seat=0)
    assert labels(table) == ["no", "b_crow"]
    act(table, "b_crow")
    expect(table, {"ch_tp[0]": 2, "force_n": 0})


@pytest.mark.rule("STV-13.11", "STV-13.7")
def test_who_falls_into_the_sea_is_out():
    table = alongside(rolls=(4, 3, 1, 5, 5, 1, 1, 1, 1), **{"ch_tp[1]": 5, "sea_be[2]": 1})
    act(table, "b_board")
    expect(table, {"ch_tp[1]": 3, "post[1]": GUNWALE, "ch_wounds[1]": 0, "b_on": 1})
    assert asked(table) == Decision.PLUNDER_GROUPS
    act(table, "no", "no")  # groups, then A; B may not plunder, being out
    expect(table, seat=2)
    act(table, "no")
    expect(table, {"b_pos": [0, 0, 0], "post[1]": GUNWALE, "ch_wounds[1]": 0, "b_on": 0})


@pytest.mark.rule("STV-13.11", "STV-13.12", "STV-13.7")
def test_who_jumps_aboard_acts_there_at_once():
    table = alongside(rolls=(5, 1, 1, 5, 6, 4))
    act(table, "b_board")
    expect(table, {"b_pos[1]": ENEMY_DECK, "deeds[1]": 64})
    assert labels(table) == ["b_atk_mel", "b_atk_rng", "b_cut"]
    act(table, "b_atk_mel")
    expect(table, {"sea_be[2]": 4, "ch_tp[1]": 2, "ch_wounds[1]": 0})


@pytest.mark.rule("STV-13.12", "STV-3.15")
@pytest.mark.parametrize(("before", "down"), [(0, False), (5, True)])
def test_an_attack_in_vain_hurts(before, down):
    table = alongside(rolls=(5, 1, 1, 4, 4, 4), **{"ch_wounds[1]": before, "ch_tp[1]": 3})
    act(table, "b_board", "b_atk_rng")
    expect(table, {"ch_wounds[1]": before + 1, "ch_tp[1]": 0 if down else 3})
    expect(table, {"b_pos[1]": 0 if down else ENEMY_DECK})
    expect(table, {"post[1]": SICK_BAY if down else GUNWALE})


@pytest.mark.rule("STV-R34", "STV-R11", "STV-13.12")
def test_surrender_is_looked_at_before_the_lines():
    table = alongside(rolls=(5, 5, 5), **{"sea_be[2]": 2, "sea_be_w[2]": 1, "b_cut": 0})
    s = table.record()
    assert asked(table) == Decision.GUNWALE
    positions = {"b_pos[1]": ENEMY_DECK, "b_pos[2]": ENEMY_DECK, "b_cut": 1}
    stack = [[int(value) for value in one] for one in s.stk]
    stack[int(s.sp) - 1] = [Decision.ENEMY_DECK, 1, 0, 1, 0, 0, 0]
    stack[int(s.sp) - 2][2:5] = [1, -1, 2]  # C comes after B
    table.set(0, {**positions, "stk": stack})
    act(table, "b_atk_mel")
    expect(table, {"sea_on[2]": 0, "b_cut": 1})
    assert asked(table) == Decision.PLUNDER_GROUPS


@pytest.mark.rule("STV-20.21")
def test_a_precise_slash_strikes_again():
    table = alongside(rolls=(5, 1, 1, 3, 1, 5, 6), **trait(1, Trait.PRECISE_SLASH))
    act(table, "b_board", "b_atk_mel")
    expect(table, {"ch_tp[1]": 2})


@pytest.mark.rule("STV-20.16", "STV-13.7")
def test_gun_ports_are_jumped_from_first():
    on = (HELM, GUNWALE, GUN_DECK)
    table = alongside(on=on, rolls=(5, 1, 1), **trait(2, Trait.GUN_PORT_BOARDING))
    expect(table, seat=2)
    assert labels(table) == ["no", "b_board"]
    act(table, "b_board")
    expect(table, {"b_pos[2]": ENEMY_DECK, "post[2]": GUN_DECK})
    act(table, "b_cut")
    expect(table, {"seat": 1, "b_cut": 1, "ch_tp[2]": 1})


@pytest.mark.rule("STV-13.13", "STV-13.23", "STV-13.7")
def test_two_cut_lines_part_the_ships():
    table = alongside(rolls=(5, 1, 1, *(1,) * 7), **{"ch_tp[1]": 0})
    act(table, "b_board", "b_cut")
    expect(table, {"b_cut": 1, "ch_tp[1]": 1})
    fight_on(table)
    expect(table, {"b_round": 1, "seat": 1})
    act(table, "b_cut")
    expect(table, {"b_cut": 2, "ch_tp[1]": 2, "seat": 1})
    assert "no" not in labels(table)
    assert "post 7" in labels(table)
    act(table, "post 3")
    expect(table, {"post[1]": MAIN_DECK, "ship_mov": 0, "b_on": 0, "morale": 20})
    expect(table, {"sea_on[2]": 1, "sea_be[2]": 5, "sea_no_brd[2]": 1})


@pytest.mark.rule("STV-R38", "STV-13.23")
def test_after_cut_lines_boarding_needs_a_new_entering():
    table = alongside(rolls=(5, 1, 1, *(1,) * 7))
    act(table, "b_board", "b_cut")
    fight_on(table)
    act(table, "b_cut", "post 7")
    assert asked(table) == Decision.SAILING
    expect(table, b_on=0)


@pytest.mark.rule("STV-13.18")
def test_characters_change_places_after_a_round():
    table = alongside(rolls=(1,) * 7)
    act(table, "no")
    expect(table, seat=0)
    assert asked(table) == Decision.REGROUP
    act(table, "no", "post 3")
    expect(table, {"post[1]": MAIN_DECK, "seat": 2})


@pytest.mark.rule("STV-13.21", "STV-19.4")
def test_the_captain_may_surrender_after_a_round():
    table = alongside(rolls=(1,) * 7)
    act(table, "no", "no", "no", "no", "no")
    assert labels(table) == ["no", "surrender"]
    act(table, "surrender")
    expect(table, {"ended": Ended.CAPTURED, "crew_booty": 0})


@pytest.mark.rule("STV-13.20", "STV-19.4", "STC-6.9")
def test_without_groups_the_captain_surrenders():
    down = {f"pg_w[{group}]": 2 for group in (1, 2, 3)}
    down |= {f"pg_post[{group}]": SICK_BAY for group in (1, 2, 3)}
    table = alongside(rolls=(1, 5, 5, 1, 1, 1), **down, **{"pg_post[0]": GUNWALE, "pg": {}})
    act(table, "no", "pg 0", "pg 0")
    expect(table, {"ended": Ended.CAPTURED, "crew_booty": 0, "b_on": 0})


@pytest.mark.rule("STV-R41", "STV-13.19")
def test_both_sides_down_at_once_is_a_victory():
    down = {f"pg_w[{group}]": 2 for group in (1, 2, 3)}
    down |= {f"pg_post[{group}]": SICK_BAY for group in (1, 2, 3)}
    last = {"sea_be[2]": 1, "sea_be_w[2]": 1, "pg_w[0]": 1}
    table = alongside(rolls=(5, 5), **down, **last, **{"pg_post[0]": GUNWALE, "pg": {}})
    act(table, "no", "pg 0")
    expect(table, {"over": 0, "sea_on[2]": 0, "morale": 19})


@pytest.mark.rule("STC-9.2")
def test_after_twenty_rounds_the_lines_count_as_cut():
    table = alongside(rolls=(1,) * 7)
    table.set(0, {"b_round": 19})
    act(table, "no")
    fight_on(table)
    expect(table, {"b_on": 0, "ship_mov": 0, "sea_on[2]": 1, "sea_be[2]": 5})


@pytest.mark.rule("STV-13.22", "STV-13.6")
def test_groups_are_whole_after_a_fight():
    table = alongside(rolls=(1, 5), **{"sea_be[2]": 1, "sea_be_w[2]": 1, "pg_w[0]": 1})
    act(table, "no", "no")
    while asked(table) in (Decision.PLUNDER_GROUPS, Decision.PLUNDER):
        act(table, "no")
    expect(table, {"pg_w": [0, 0], "pg_post": [GUNWALE, GUNWALE], "pg_fat": [0, 0], "b_on": 0})


# --- the prize ------------------------------------------------------------------------------------

WEAK = {"sea_be[2]": 1, "sea_be_w[2]": 1}


def taken(rolls=(), **fields):
    """A Merchant Ship has just surrendered."""
    table = alongside(rolls=(5, 1, 1, *rolls), **{**WEAK, **fields})
    act(table, "no")
    return table


@pytest.mark.rule("STV-14.1", "STV-14.2", "STV-14.3", "STV-14.4", "STV-14.5", "STV-14.8")
def test_the_plunder_is_bounded_by_both_ships():
    hold = [10, 10, 10, 5, 5, 7, 7, 7, *[0] * 12]
    table = taken((0, 0, 0, 1, 1, 1), hold=hold, **{"sea_hold[2]": 5, "morale": 17})
    expect(table, morale=19)
    act(table, "pg 0", "pl_goods", "pg 1", "pl_cannon", "pg 2", "pl_goods")
    expect(table, {"pg_fat": [1, 1, 1, 0], "seat": 0})
    refuses(table, "pg 0")
    act(table, "no")  # PG3 stays where it is
    act(table, "pl_goods")
    expect(table, {"ch_tp[0]": 1, "b_on": 0, "cannon_sup": 1})
    assert sum(1 for token in table.record().hold if token) == 14


@pytest.mark.rule("STV-14.3", "STV-14.5")
def test_a_group_takes_two_goods_or_none():
    table = taken(**{"sea_hold[2]": 1})
    act(table, "pg 0")
    assert labels(table) == ["no", "pl_cannon"]
    table = taken(cannon_sup=0, hold=[10] * 5 + [5, 5, 7, 7, 7] + [0] * 10)
    act(table, "pg 0")
    assert labels(table) == ["no", "pl_goods"]


@pytest.mark.rule("STV-14.6", "STV-6.16")
@pytest.mark.parametrize(("die", "sails"), [(4, 1), (5, 0)])
def test_a_group_repairs_on_five_or_six(die, sails):
    table = taken((die,), sails_imp=1)
    act(table, "pg 0", "pl_repair")
    expect(table, {"sails_imp": sails, "pg_fat[0]": 1})
    table = taken((6,), sails_imp=1, hold_imp=1)
    act(table, "pg 0", "pl_repair")
    assert labels(table) == ["fix_sail", "fix_hold"]
    act(table, "fix_hold")
    expect(table, {"sails_imp": 1, "hold_imp": 0})


@pytest.mark.rule("STV-14.7", "STV-14.2")
def test_characters_repair_with_intelligence():
    table = taken((5, 1, 1, 4, 4, 4), hold_imp=2)
    act(table, "no", "pl_repair")
    expect(table, {"hold_imp": 1, "ch_tp[0]": 1, "seat": 1})
    act(table, "pl_repair")
    expect(table, {"hold_imp": 1, "ch_tp[1]": 0, "seat": 2})


@pytest.mark.rule("STV-14.2")
def test_characters_share_by_prestige_after_the_captain():
    of_b = {
        "ch_kind[3]": 2,
        "ch_card[3]": 0,
        "ch_owner[3]": 1,
        "ch_hp_max[3]": 4,
        "post[3]": GUNWALE,
    }
    of_a = {
        "ch_kind[4]": 2,
        "ch_card[4]": 1,
        "ch_owner[4]": 0,
        "ch_hp_max[4]": 4,
        "post[4]": GUNWALE,
    }
    table = taken(**{"ch_pp[0]": 1, "ch_pp[1]": 5}, **of_a, **of_b)
    while asked(table) != Decision.PLUNDER:
        act(table, "no")
    slots = []
    while asked(table) == Decision.PLUNDER:
        s = table.record()
        slots.append(int(s.stk[s.sp - 1][3]))
        act(table, "no")
    assert slots == [0, 2, 1, 4, 3]


def order_of_plunder(table, *answers):
    """Whose Plunder it is, one after another; the Captain answers when asked."""
    slots, left = [], list(answers)
    while asked(table) in (Decision.PLUNDER_GROUPS, Decision.PLUNDER, Decision.SETTLE_TIE):
        if asked(table) == Decision.SETTLE_TIE:
            expect(table, seat=0)
            assert labels(table) == ["char 1", "char 2"]
            act(table, left.pop(0))
            continue
        if asked(table) == Decision.PLUNDER:
            s = table.record()
            slots.append(int(s.stk[s.sp - 1][3]))
        act(table, "no")
    assert not left
    return slots


@pytest.mark.rule("STC-9.3", "STV-14.2", "STV-R73")
def test_the_captain_may_settle_who_plunders_first():
    same = {"ch_pp": [5, 9, 9, 0, 0]}
    assert order_of_plunder(taken(**same)) == [0, 1, 2]
    named = {"options": {"tie_mode": 1}}
    assert order_of_plunder(taken(**same, **named), "char 2") == [0, 2, 1]
    assert order_of_plunder(taken(**same, **named), "char 1") == [0, 1, 2]
    assert order_of_plunder(taken(ch_pp=[9, 9, 8, 0, 0], **named)) == [0, 1, 2]


@pytest.mark.rule("STC-9.3", "STV-14.5")
def test_no_tie_is_settled_where_nothing_is_left():
    same = {"ch_pp": [5, 9, 9, 0, 0], "options": {"tie_mode": 1}, "sea_hold[2]": 1}
    table = taken((0,), **same)
    while asked(table) == Decision.PLUNDER_GROUPS:
        act(table, "no")
    act(table, "pl_goods")  # the Captain takes the last
    expect(table, b_on=0)


@pytest.mark.rule("STV-13.19")
def test_a_treasure_galleon_pays():
    galleon = foe(GALLEON, AHEAD, be=1, be_w=1)
    for source, booty in ((1, 100), (2, 140)):
        table = alongside(GALLEON, (5, 1, 1), **galleon, **{"sea_src[0]": source})
        act(table, "no")
        expect(table, crew_booty=booty)


@pytest.mark.rule("STV-13.19")
def test_a_spice_convoy_brings_one_goods_more():
    for source, cloth in ((5, 3), (7, 2)):
        table = taken((2,), **{"sea_src[2]": source})
        while asked(table) in (Decision.PLUNDER_GROUPS, Decision.PLUNDER):
            act(table, "no")
        expect(table, {"goods_sup[2]": cloth})


@pytest.mark.rule("STC-8.1")
@pytest.mark.parametrize(("chapter", "prestige"), [(4, 33), (7, 30), (2, 30)])
def test_a_prize_tells_where_to_go(chapter, prestige):
    table = taken(camp_ch=chapter)
    expect(table, {"ch_pp[0]": prestige, "ch_tp": [0, 0, 0], "goal_n": 1 if prestige > 30 else 4})


@pytest.mark.rule("STV-R58")
def test_what_is_known_is_no_news():
    known = {"goal_n": 1, "goal_l": [5, -1, -1, -1], "goal_id": [1, 0, 0, 0], "goal_rev[0]": 1}
    table = taken(camp_ch=4, **known)
    expect(table, {"ch_pp[0]": 30})


@pytest.mark.rule("STV-R59")
def test_a_group_that_declines_has_had_its_turn():
    table = taken()
    act(table, "pg 0", "no")
    expect(table, {"pg_fat[0]": 0})
    assert "pg 0" not in labels(table)
    assert "pg 1" in labels(table)


@pytest.mark.rule("STC-3.5")
@pytest.mark.parametrize(
    ("assignment", "source", "enemy", "booty"),
    [(3, 5, MERCHANT, 180), (3, 5, CUTTER, 100), (2, 102, CUTTER, 200), (2, 3, CUTTER, 100)],
)
def test_prizes_fulfil_assignments(assignment, source, enemy, booty):
    weak = foe(enemy, AHEAD, be=1, be_w=1, src=source)
    table = alongside(enemy, (5, 1, 1), **weak, asg=assignment, asg_out=1 << assignment - 1)
    act(table, "no")
    expect(table, {"crew_booty": booty, "asg": 0 if booty > 100 else assignment})


# --- the Ram --------------------------------------------------------------------------------------


@pytest.mark.rule("STV-21.4", "STV-18.23")
@pytest.mark.parametrize(("rolls", "trust", "hold_imp"), [((1, 2, 4), 0, 1), ((1, 2, 5), 1, 0)])
def test_the_ram_hurts_both(rolls, trust, hold_imp):
    on = (QUARTERDECK, HELM, MAIN_DECK)
    table = sailing(on=on, upg=RAM, ship_mov=1, **foe(CUTTER, AHEAD), **dice(*rolls))
    act(table, "mv_fwd")
    expect(table, seat=0)
    act(table, "yes")
    expect(table, {"sea_hold[1]": 3, "ch_tp[1]": trust, "hold_imp": hold_imp, "b_on": 1})


@pytest.mark.rule("STV-21.4")
def test_a_rammed_ship_may_sink_before_it_is_boarded():
    on = (QUARTERDECK, HELM, MAIN_DECK)
    cutter = foe(CUTTER, AHEAD, hold=1)
    table = sailing(on=on, upg=RAM, ship_mov=2, morale=10, **cutter, **dice(5, 1, 1))
    act(table, "mv_fwd", "yes")
    expect(table, {"sea_on[1]": 0, "morale": 12, "b_on": 0, "ship_mov": 1})
    table = sailing(on=on, upg=RAM, ship_mov=1, **foe(MONSTER, AHEAD), **dice(5, 1, 1))
    act(table, "mv_fwd", "yes")
    expect(table, {"sea_hold[5]": 7, "b_on": 0})


@pytest.mark.rule("STV-13.1")
def test_an_enemy_boards_too():
    cutter = foe(CUTTER, (10, 9), facing=0)
    table = at_sea(Step.ENEMIES, on=(QUARTERDECK, GUNWALE, CREW_QUARTERS), **cutter)
    table.set(0, dice(6, 6, 6, 6, 6, 1, 1))
    act(table, "no")
    expect(table, {"b_on": 1, "b_e": CUTTER, "sea_r[1]": 8, "sea_fired[1]": 1})
