"""Positions of the Adventure in words and in pictures: complete, and silent about secrets."""

from xml.etree import ElementTree

import pytest

from piracy_env.drawing.svg import rasterize
from piracy_env.games.skull_tales.actions import ACTIONS
from piracy_env.games.skull_tales.describe_land import describe
from piracy_env.games.skull_tales.figures_land import reach
from piracy_env.games.skull_tales.map_land import drawn
from piracy_env.games.skull_tales.render_land import HEIGHT, WIDTH, render
from piracy_env.games.skull_tales.rules.adventure import tiles
from piracy_env.games.skull_tales.state import Decision
from piracy_env.games.skull_tales.state_land import Companion, Status
from piracy_env.games.skull_tales.tables.adventures import ADVENTURE_KEYS
from piracy_env.games.skull_tales.terrain import BLOCKED, FLOOR, WATER
from piracy_env.games.skull_tales.wording_land import describe_action
from tests.games.skull_tales.land.positions import T
from tests.games.skull_tales.land.scene import scene
from tests.games.skull_tales.land.table import Table
from tests.games.skull_tales.land.test_seeing import seen
from tests.games.skull_tales.land.test_worlds import laid_out

SVG = "{http://www.w3.org/2000/svg}"
SECRETS = ("Idol of Fortune", "Rope")


def picture(table, viewer=0):
    """The texts of a picture."""
    root = ElementTree.fromstring(render(table.r, T, viewer))
    assert (root.attrib["width"], root.attrib["height"]) == (str(WIDTH), str(HEIGHT))
    return [node.text or "" for node in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("adventure", ADVENTURE_KEYS)
@pytest.mark.parametrize("players", [1, 5])
def test_every_adventure_can_be_told_and_drawn(adventure, players):
    for table in (Table(adventure, players), scene(adventure, players)):
        for viewer in (0, players - 1, None):
            assert T.text("adventures", "name")[table.r.chapter] in describe(table.r, T, viewer)
            assert "Flag" in picture(table, viewer)


def test_a_picture_can_be_made_of_pixels():
    pixels = rasterize(render(scene("captain_jones").r, T, 0), 400)
    assert pixels.shape == (HEIGHT // 4, 400, 3)


@pytest.mark.rule("STA-R49")
def test_kept_cards_are_told_to_their_owner_alone():
    table = scene("captain_jones")
    for viewer, is_told in ((0, True), (1, False), (None, True)):
        words = describe(table.r, T, viewer)
        assert all((secret in words) == is_told for secret in SECRETS)
    assert set(SECRETS) <= set(picture(table, 0))
    assert not set(SECRETS) & set(picture(table, 1))
    assert "2 Search cards" in describe(table.r, T, 1)


@pytest.mark.rule("STA-R49")
def test_disorders_are_told_to_their_owner_alone():
    table = laid_out("treasure_hunt")
    name = T.text("disorders", "name")[1]
    assert f"Disorder of A: {name}" in describe(table.r, T, 0)
    assert name not in describe(table.r, T, 1)
    assert f"Disorder: {name}" in picture(table, 0)
    assert f"Disorder: {name}" not in picture(table, 1)


def test_what_lies_face_down_is_told_to_nobody():
    table = scene("captain_jones")
    kinds = T.text("fallen", "name")
    told = f"[{kinds[table.r.fl_kind[0]]}]"
    assert told in describe(table.r, T, None)
    assert told not in describe(table.r, T, 0)
    assert "from the top" in describe(table.r, T, None)
    assert "from the top" not in describe(table.r, T, 0)


def test_a_search_card_is_named_to_its_owner_alone():
    table = scene("captain_jones")
    card = next(k for k in range(len(ACTIONS)) if ACTIONS.label(k) == "scard 0")
    assert describe_action(table.r, T, card, 0) == "Choose the Idol of Fortune."
    assert describe_action(table.r, T, card, 1) == "Choose a kept Search card: scard 0."


def test_actions_name_what_they_are_about():
    table = scene("captain_jones")
    words = {
        describe_action(table.r, T, k, 0)
        for k in range(len(ACTIONS))
        if ACTIONS.label(k).partition(" ")[0] in ("enemy", "char", "inv", "goal", "spell")
    }
    for told in ("the Redcoat R0.", "the Gunner (B).", "the Sword.", "the spell Terror."):
        assert f"Choose {told}" in words
    assert "Choose: The captain's diary." in words


def test_spaces_steps_and_dice_are_named():
    table = scene("captain_jones")
    table.set(cand_n=1, rl_depth=1)
    table.state["cand"][0, 0] = 30, 31
    table.state["rl_d"][0, 0, :2], table.state["rl_e"][0, 0, :2] = (4, 2), (6, 5)
    table.state["stk"][0, table.r.sp - 1, 0] = Decision.SPACE
    for label, words in (
        ("cand 0", "Choose the space (30, 31)."),
        ("step NE", "Step north-east."),
        ("die_plus 1", "Spend a Destiny Point to add 1 to the 2."),
        ("reroll_foe 1", "Have the 5 of the other side thrown again."),
        ("num 4", "Say 4."),
    ):
        action = next(k for k in range(len(ACTIONS)) if ACTIONS.label(k) == label)
        assert describe_action(table.r, T, action, 0) == words


def test_gains_of_an_adventure_stand_beside_what_was_owned():
    table = scene("captain_jones")
    table.state["ch_pp"][0, 0], table.state["ch_adv_pp"][0, 0] = 4, 0
    assert "4 PP" in picture(table)
    table.state["ch_adv_pp"][0, 0] = 2
    assert "4 +2 PP" in picture(table)
    assert "prestige 4 +2" in describe(table.r, T, 0)


def test_the_map_has_figures_walls_and_exits():
    table = Table("captain_jones")
    table.call("redcoat", table.place(0, 4))
    lines = drawn(table.r)
    text = "\n".join(lines)
    assert " A " in text
    assert " R0" in text
    assert ">" in text
    assert len(lines) == 2 + 2 * 5
    open_ = next(k for k in range(table.r.n_ex) if table.r.ex_state[k] == 0)
    assert "X" not in text
    tiles.close_exit(table.s, open_)
    assert "X" in "\n".join(drawn(table.r))


def test_the_map_shows_doors_and_roofs():
    text = "\n".join(drawn(Table("cheating_death").r))
    assert "D" in text
    assert "%%%" in "\n".join(drawn(Table("awakening").r))


def test_choices_are_named():
    table = scene("captain_jones")
    table.set(cand_n=1)
    table.state["cand"][0, 0] = table.r.ch_y[0], table.r.ch_x[0]
    table.state["stk"][0, 2, 0] = Decision.SPACE
    assert f"Choices: 0 = {table.r.ch_y[0]},{table.r.ch_x[0]}." in describe(table.r, T, 1)


def test_dice_are_told_and_drawn():
    table = scene("captain_jones")
    before = len(render(table.r, T, 0))
    table.set(rl_depth=1)
    for name, value in (("slot", 0), ("n", 3), ("thr", 4), ("m", 2), ("ethr", 3)):
        table.state[f"rl_{name}"][0, 0] = value
    table.state["rl_d"][0, 0, :3], table.state["rl_e"][0, 0, :2] = (6, 5, 1), (2, 4)
    words = "Dice of Sea Dog: 6 5 1 to beat 4; the other side 2 4 to beat 3."
    assert words in describe(table.r, T, 2)
    assert len(render(table.r, T, 0)) > before


def test_the_end_is_told():
    table = scene("captain_jones")
    table.set(over=1, adv_result=1, ended=1, sp=0)
    assert "a partial success (out of time)" in describe(table.r, T, 0)
    assert "The end: partial success" in picture(table, 0)
    table.set(over=2, adv_result=-1, ended=-1)
    assert "cut short" in describe(table.r, T, 0)


def test_all_companions_are_drawn():
    table = scene("alchemical_crystal")
    row, col = table.r.ch_y[0], table.r.ch_x[0]
    table.set(npc_kind=[Companion.PAOLO, Companion.ZOMBIE], npc_row=[row, row])
    table.set(npc_col=[col, col], npc_hp=[0, 2], npc_owner=[0, 1])
    assert {"Pao", "Z"} <= set(picture(table))


def test_reach_ends_at_walls_enemies_and_with_the_points():
    table = Table("captain_jones", 1, allies=())
    row, col = table.place(2, 2)
    table.set_character(0, ch_y=row, ch_x=col, ch_ap=2)
    found = reach(table.r)
    assert max(found.values()) == 2
    assert (row, col - 1) in found
    assert all(abs(r - row) <= 2 and abs(c - col) <= 2 for r, c in found)
    water = [place for place in found if table.r.b_ter[place[0]][place[1]] == WATER]
    assert all(found[place] == 2 for place in water)
    table.call("redcoat", (row, col + 1))
    assert reach(table.r) == {}
    table.set_character(0, ch_status=Status.HIDDEN)
    table.state["foe_hide"][0, 0] = 1
    assert reach(table.r)


@pytest.mark.rule("STA-R1")
def test_who_stands_round_a_corner_holds_the_active_figure():
    table = Table("captain_jones", 1, allies=())
    rock = next(
        (row, col)
        for row in range(1, 59)
        for col in range(1, 59)
        if table.r.b_ter[row][col] == BLOCKED
        and table.r.b_ter[row][col + 1] == table.r.b_ter[row + 1][col] == FLOOR
        and table.r.b_ter[row + 1][col + 1] == FLOOR
    )
    table.set_character(0, ch_y=rock[0], ch_x=rock[1] + 1)
    assert reach(table.r)
    table.call("redcoat", (rock[0] + 1, rock[1]))
    assert reach(table.r) == {}


def test_a_tile_that_is_being_laid_is_named():
    table = scene("captain_jones")
    stack = table.state["stk"][0]
    stack[1] = Decision.EXPLORING, 0, 2, 0, 3 + 128 * 4, 0, 0
    stack[2] = Decision.TILE, 0, 0, 0, 0, 0, 0
    table.set(sp=3, cand_n=1)
    table.state["cand"][0, 0] = 1, 3
    words = describe(table.r, T, 1)
    assert "(i5)." in words.split("Flag")[0]
    assert "0 = entered by its exit 2, 3 quarter turns clockwise" in words
    assert seen(table)["cand"][0].tolist() == [1, 5 / 64, 0.75, 2 / 64]


def test_a_weapon_for_both_hands_is_drawn_once():
    table = scene("captain_jones", 5)
    drawn_texts = picture(table, 1)
    assert drawn_texts.count("Blunderbuss") == 1
    assert "R+L" in drawn_texts
