"""Zombies and Paolo: figures that are neither Characters nor Enemies (STA-24.100, STA-33.8)."""

import pytest

from piracy_env.games.skull_tales.rules.adventure import companions
from piracy_env.games.skull_tales.state_land import Companion, Status
from tests.games.skull_tales.land.ashore import HOME, arena, asked, cell
from tests.games.skull_tales.land.enemies_at import activate, forced, places
from tests.scenario import act, expect, labels, refuses


def with_zombie(place, *others):
    table = arena(("voodoo_shaman", (0, 0)), *others)
    companions.raise_zombie(table.s, table.t, 0, cell(*place))
    return table


@pytest.mark.rule("STA-24.100")
def test_a_zombie_rises_with_its_figures_and_takes_the_doll():
    table = with_zombie((2, 2))
    assert companions.raise_zombie(table.s, table.t, 0, cell(3, 3)) == -1  # one at a time
    engine = table.play()
    expect(
        engine,
        {
            "npc_kind": [Companion.ZOMBIE, Companion.NOBODY],
            "npc_hp[0]": 3,
            "npc_row[0]": HOME + 2,
            f"spell[0][{companions.DOLL}]": companions.DOLL_OUT,
        },
    )


@pytest.mark.rule("STA-24.100")
def test_it_goes_for_the_nearest_enemy_at_the_end_of_the_turn_and_strikes():
    table = with_zombie((4, 0))
    table.foe("redcoat", (1, 4))
    engine = act(table.play(5, 5, 1, 1), "end_turn")
    expect(engine, {"npc_row[0]": HOME + 1, "npc_col[0]": HOME + 3, "foe_wounds[0]": 2})


@pytest.mark.rule("STA-24.100", "STA-17.7")
def test_nobody_gains_prestige_for_what_it_defeats():
    table = with_zombie((2, 3))
    table.foe("redcoat", (2, 4), wounds=2)
    engine = act(table.play(5, 1, 1, 1), "end_turn")
    expect(engine, {"foe_type[0]": -1, "ch_adv_pp[0]": 0})


@pytest.mark.rule("STA-24.100", "STA-12.9")
def test_enemies_attack_it_like_a_character():
    table = with_zombie((2, 3))
    foe = table.foe("redcoat", (2, 4))
    engine = activate(table, foe, 3, 4, 1, 1)  # its Melee is 2, and so are its dice
    assert forced(engine) == 0
    expect(engine, {"npc_hp[0]": 1})


@pytest.mark.rule("STA-24.100", "STA-5.24")
def test_at_three_wounds_it_is_gone_and_the_doll_is_ready():
    table = with_zombie((2, 3))
    table.state["npc_hp"][0, 0] = 1
    foe = table.foe("redcoat", (2, 4))
    engine = activate(table, foe, 6, 1, 1, 1)
    expect(
        engine,
        {
            "npc_kind[0]": Companion.NOBODY,
            "npc_row[0]": -1,
            f"spell[0][{companions.DOLL}]": companions.SPELL_READY,
        },
    )


@pytest.mark.rule("STA-24.100", "STA-R7")
def test_enemies_go_for_it_if_it_is_the_closest():
    table = with_zombie((4, 2))
    foe = table.foe("mummy", (4, 4))
    assert places(activate(table, foe, 1, 1, 1, 1, 1, 1))[0] == (3, 3)


# --- Paolo ----------------------------------------------------------------------------------------


def with_paolo(place, *others):
    table = arena(("sea_dog", (0, 0)), *others)
    companions.place_paolo(table.s, table.t, 0, cell(*place))
    return table


@pytest.mark.rule("STA-R58", "STA-33.8", "STA-2.22")
def test_paolo_is_led_before_the_own_actions():
    engine = act(with_paolo((2, 2)).play(), "npc")
    assert asked(engine) == "LEADING"
    act(engine, "step E", "step S", "step W", "step W", "step N")  # five steps and no more
    expect(engine, {"npc_row[0]": HOME + 2, "npc_col[0]": HOME + 1, "ch_ap[0]": 6})
    assert asked(engine) == "MENU"
    refuses(engine, "npc")  # once a turn


@pytest.mark.rule("STA-R58")
def test_led_after_own_actions_he_ends_the_turn():
    engine = act(with_paolo((2, 2), ("surgeon", (4, 4))).play(), "step S", "npc", "done")
    assert asked(engine) == "ORDER"


@pytest.mark.rule("STA-R58", "STA-33.8")
def test_nobody_else_leads_him_and_enemies_ignore_him():
    table = with_paolo((2, 3), ("surgeon", (4, 0)))
    assert "npc" not in labels(table.play(acting=1))
    foe = table.foe("redcoat", (2, 4), status=0)
    table.edit(0, ch_y=-1, ch_x=-1, ch_wounds=5, ch_status=int(Status.KNOCKED_OUT))
    table.state["npc_owner"][0, 0] = 1
    table.state["ch_y"][0, 0], table.state["ch_x"][0, 0] = cell(0, 0)
    engine = act(table.play(acting=1), "end_turn")
    assert places(engine)[foe] != (2, 3)
    expect(engine, {"npc_kind[0]": Companion.PAOLO, "npc_row[0]": HOME + 2})


@pytest.mark.rule("STA-33.8")
def test_who_stands_by_takes_over_from_who_is_down():
    table = with_paolo((2, 2), ("surgeon", (3, 2)), ("lookout", (4, 4)))
    table.state["npc_owner"][0, 0] = 2
    table.edit(2, ch_wounds=4, ch_status=int(Status.KNOCKED_OUT))
    engine = act(table.play(acting=1), "step W")
    expect(engine, {"npc_owner[0]": 1})
