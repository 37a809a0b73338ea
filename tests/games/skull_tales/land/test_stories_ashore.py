"""What came of an action ashore is told: dice and why they count, cards, moves; and no secret."""

from random import Random

import pytest

from piracy_env.core.engine import Engine
from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.state import ALLY, NONE, Ended
from piracy_env.games.skull_tales.state_land import Goal, Status
from piracy_env.games.skull_tales.tables.adventures import ADVENTURE_KEYS
from tests.games.skull_tales.stories import is_told, left_out, moves, story


def dealt(chapter="captain_jones", players=3):
    """An Adventure as it begins."""
    table = Engine(GAME, seed=3, players=players, chapter=chapter, auto_reset=False)
    table.reset()
    return table


def told(changes, viewer=None, first=None):
    """The story of a step that has changed some fields, on top of others."""
    before = dealt().states[:1].copy()
    _write(before, first or {})
    after = before.copy()
    _write(after, changes)
    return story(GAME, before, 0, after, viewer)


def _write(row, fields):
    for name, value in fields.items():
        place = row[name][0]
        if isinstance(value, dict):
            for index, one in value.items():
                place[index] = one
        else:
            row[name][0] = value


@pytest.mark.parametrize("chapter", ADVENTURE_KEYS)
def test_random_play_is_told_in_full_and_without_secrets(chapter):
    table = dealt(chapter, 2)
    for seat, (before, action, after), (seen, then) in moves(table, Random(4), 60):
        assert set(left_out(GAME, before, action, after)) <= set(GAME.hidden)
        assert story(GAME, seen, action, then, seat) == story(GAME, before, action, after, seat)


@pytest.mark.rule("STA-3.2")
def test_a_roll_is_told_with_what_it_must_beat():
    roll = {"rl_kind": {0: 1}, "rl_n": {0: 3}, "rl_d": {0: [2, 5, 6, 0, 0]}, "rl_thr": {0: 4}}
    lines = told(roll)
    assert is_told(lines, "Dice: ", "(A) rolls 2, 5 and 6 against 4: 2 successes.")
    lines = told({**roll, "rl_plus": {0: [3, 0, 0, 0, 0]}, "rl_mod": {0: -1}})
    assert is_told(lines, "rolls 2+2, 5-1 and 6-1 against 4: 1 success.")


@pytest.mark.rule("STA-3.5")
def test_both_sides_of_a_contest_are_told():
    roll = {"rl_kind": {0: 2}, "rl_n": {0: 1}, "rl_d": {0: [3, 0, 0, 0, 0]}, "rl_thr": {0: 3}}
    other = {"rl_m": {0: 2}, "rl_e": {0: [6, 1, 0, 0, 0]}, "rl_ethr": {0: 2}}
    lines = told({**roll, **other, "rl_enemy": {0: -1}})
    assert is_told(lines, "in a contest", "rolls 3 against 3: no success; the other side rolls 6")


@pytest.mark.rule("STA-8.2")
def test_who_strikes_is_told_before_who_defends():
    foe = {"foe_type": {0: 0}, "foe_row": {0: 30}, "foe_col": {0: 30}, "foe_hp_max": {0: 3}}
    roll = {"rl_kind": {0: 3}, "rl_side": {0: 1}, "rl_enemy": {0: 0}, "rl_n": {0: 1}}
    dice = {"rl_d": {0: [6, 0, 0, 0, 0]}, "rl_thr": {0: 2}, "rl_m": {0: 1}, "rl_ethr": {0: 3}}
    lines = told({**roll, **dice, "rl_e": {0: [4, 0, 0, 0, 0]}}, first=foe)
    assert is_told(
        lines, "in melee: the Redcoat R0 rolls 4 against 3: 1 success;", "defends with 6"
    )


def test_dice_of_a_duel_are_told_once():
    both = {"rl_kind": {0: 3, 1: 3}, "rl_side": {1: 1}, "rl_slot": {0: 0, 1: 1}}
    dice = {"rl_n": {0: 1, 1: 1}, "rl_d": {0: [5, 0, 0, 0, 0], 1: [2, 0, 0, 0, 0]}}
    other = {"rl_m": {0: 1, 1: 1}, "rl_e": {0: [2, 0, 0, 0, 0], 1: [5, 0, 0, 0, 0]}}
    lines = told({**both, **dice, **other, "rl_enemy": {0: -1, 1: -1}})
    assert [line.count("Dice in melee") for line in lines] == [1]
    assert is_told(lines, "(A) rolls 5 against 0", "(B) rolls 2 against 0")


def test_what_happens_to_enemies_is_told():
    foe = {"foe_type": {0: 0}, "foe_row": {0: 30}, "foe_col": {0: 30}, "foe_hp_max": {0: 3}}
    assert is_told(told(foe), "The Redcoat R0 comes, at (30, 30).")
    hurt = {"foe_wounds": {0: 2}, "foe_row": {0: 31}, "foe_stun": {0: 2}}
    lines = told(hurt, first=foe)
    assert is_told(lines, "The Redcoat R0: to (31, 30); wounds 0 -> 2 of 3; Stunned.")
    away = told({"foe_row": {0: -1}, "foe_col": {0: -1}}, first=foe)
    assert is_told(away, "The Redcoat R0: off the board for now.")
    gone = {"foe_type": {0: -1}, "foe_row": {0: -1}, "foe_col": {0: -1}, "foe_hp_max": {0: 0}}
    assert is_told(told(gone, first=foe), "The Redcoat R0 is off the board; it was at (30, 30).")


def test_what_happens_to_characters_is_told():
    changes = {"ch_y": {0: 30}, "ch_x": {0: 28}, "ch_wounds": {0: 1}}
    lines = told({**changes, "ch_status": {0: int(Status.STUNNED)}, "ch_adv_pp": {0: 3}})
    assert is_told(lines, "(A): to (30, 28)", "wounds 0 -> 1", "prestige of the Adventure 0 -> 3")
    assert is_told(lines, "(A)", "Stunned")


def test_what_who_joins_brings_along_is_told_without_a_before():
    ally = {"ch_kind": {3: int(ALLY)}, "ch_card": {3: 0}, "ch_owner": {3: 0}, "ch_hp_max": {3: 3}}
    lines = told(ally)
    assert is_told(lines, "joins the crew.")
    assert is_told(lines, ": Health 3.")


def test_goals_track_and_cards_are_told():
    held = {"goal_state": {0: int(Goal.HELD)}, "goal_holder": {0: 1}}
    assert is_told(told(held), "held by B.")
    lost = told({"goal_state": {0: int(Goal.LOST)}, "goal_holder": {0: NONE}}, first=held)
    assert is_told(lost, ": lost.")
    assert is_told(told({"fog": 1}), "Fog: nobody shoots beyond range 3.")
    flag = int(dealt().states["flag"][0])
    assert is_told(told({"flag": flag - 1}), f"The flag moves: {flag} -> {flag - 1}.")
    assert "Incident: Ambush!" in told({"idisc_n": 1, "idisc": {0: 0}})
    assert "Incident: Wild beast." in told({"idisc_n": 1, "idisc": {0: 4}})
    assert "The end: goals met." in told({"ended": int(Ended.GOALS_MET)})


@pytest.mark.rule("STA-R49")
def test_a_kept_card_is_told_to_its_owner_alone():
    kept = {"s_n": {0: 1}, "s_cards": {(0, 0): 6}}
    assert is_told(told(kept, viewer=0), "(A) keeps 1 Search card.")
    assert is_told(told(kept, viewer=0), "(A) has Rope.")
    assert is_told(told(kept, viewer=1), "(A) keeps 1 Search card.")
    assert is_told(told(kept, viewer=None), "Rope")


def test_what_comes_before_the_set_up_is_told_in_full():
    """With Pirates that are chosen, nothing lies on the board until they are."""
    table = Engine(GAME, seed=3, players=2, characters="chosen", auto_reset=False)
    table.reset()
    for _, (before, action, after), _ in moves(table, Random(4), 30):
        lines = story(GAME, before, action, after)
        assert not is_told(lines, "off the board")
        assert not is_told(lines, "is gone")
        assert set(left_out(GAME, before, action, after)) <= set(GAME.hidden)


def test_who_leaves_the_board_is_told_whatever_else_is_as_before():
    there = {"npc_kind": {0: 1}, "npc_row": {0: 30}, "npc_col": {0: 31}, "npc_hp": {0: 4}}
    gone = {"npc_kind": {0: 0}, "npc_row": {0: -1}, "npc_col": {0: -1}, "npc_hp": {0: 0}}
    assert is_told(told(gone, first=there), "Paolo is off the board.")
    before = dealt().states[:1].copy()
    _write(before, there)
    after = before.copy()
    _write(after, gone)
    assert left_out(GAME, before, 0, after) == []
