"""What a seat sees of the Adventure, feature by feature."""

import numpy as np
import pytest

from piracy_env.core.layout import Layout
from piracy_env.core.writers import observing
from piracy_env.games.skull_tales.describe_land import describe
from piracy_env.games.skull_tales.layout_land import LAND_GROUPS
from piracy_env.games.skull_tales.observe.land_board import VIEW
from piracy_env.games.skull_tales.rules.adventure import tiles
from piracy_env.games.skull_tales.state import Decision, Phase
from piracy_env.games.skull_tales.state_land import Door, Exit, FoeStatus, Goal, Status
from piracy_env.games.skull_tales.tables.adventures import ADVENTURE_KEYS
from piracy_env.games.skull_tales.terrain import BLOCKED, FIRST_ROOF, ROOF, TOKENS
from tests.games.skull_tales.land.positions import T
from tests.games.skull_tales.land.table import Table

LAYOUT = Layout(*LAND_GROUPS)
OBSERVE = observing(LAYOUT)
OF_THE_ADVENTURE = ("phase", "track", "scards", "spells", "enemies", "grid", "tokens", "goals")
OF_THE_ADVENTURE += ("piles", "story", "roll", "cand")


def seen(table, seat=0):
    """What a seat sees, group by group, and each by its rows and features."""
    out = np.zeros(LAYOUT.size, np.float32)
    OBSERVE(table.s, table.t, seat, out)
    assert out.min() >= 0.0
    assert out.max() <= 1.0
    return LAYOUT.named(out)


def feature(group, name):
    """The place of a feature in its group."""
    return next(one for one in LAND_GROUPS if one.name == group).features.index(name)


def away(number):
    """A distance in rows or columns, as it is written."""
    return pytest.approx((number + 60) / 120)


@pytest.mark.parametrize("adventure", ADVENTURE_KEYS)
def test_every_seat_sees_numbers_from_0_to_1(adventure):
    for players in (1, 5):
        table = Table(adventure, players)
        for seat in range(players):
            assert seen(table, seat)["chars"][:players, 0].all()


def test_outside_an_adventure_only_the_record_is_seen():
    table = Table()
    table.set(phase=Phase.PORT, cand_n=2, sf=1, flag=9)
    found = seen(table)
    assert not any(found[name].any() for name in OF_THE_ADVENTURE)
    assert found["chars"].any()
    assert found["inv"].any()
    assert found["traits"].any()


def test_the_grid_is_the_ground_around_the_active_figure():
    table = Table()
    grid = seen(table)["grid"].reshape(VIEW, VIEW, 12)
    row, col = table.r.ch_y[0], table.r.ch_x[0]
    half = VIEW // 2
    for r in range(VIEW):
        for c in range(VIEW):
            there = row - half + r, col - half + c
            assert grid[r, c, 11] == (table.r.b_tile[there[0]][there[1]] == 0)
            assert grid[r, c, 1] == (table.r.b_ter[there[0]][there[1]] == BLOCKED)
            walls = sum(1 << side for side in range(4) if grid[r, c, 7 + side])
            assert walls == table.r.b_wall[there[0]][there[1]]


def test_the_grid_shows_exits_that_are_still_open():
    table = Table()
    row, col = table.place(2, 4)
    table.set_character(0, ch_y=row, ch_x=col)
    open_ = [k for k in range(table.r.n_ex) if table.r.ex_state[k] == Exit.OPEN]
    assert seen(table)["grid"].reshape(-1, 12)[:, 5].sum() == len(open_)
    tiles.close_exit(table.s, open_[0])
    assert seen(table)["grid"].reshape(-1, 12)[:, 5].sum() == len(open_) - 1


def test_the_grid_shows_both_sides_of_a_closed_door():
    table = Table("cheating_death")
    door = next(k for k in range(table.r.n_dr) if table.r.dr_state[k] == Door.CLOSED)
    row, col = table.r.dr_row[door], table.r.dr_col[door]
    table.set_character(0, ch_y=row, ch_x=col)
    shut = seen(table)["grid"].reshape(VIEW, VIEW, 12)[:, :, 6].sum()
    assert seen(table)["grid"].reshape(VIEW, VIEW, 12)[VIEW // 2, VIEW // 2, 6] == 1
    tiles.open_door(table.s, door)
    assert seen(table)["grid"].reshape(VIEW, VIEW, 12)[:, :, 6].sum() < shut


def test_beyond_the_board_is_outside():
    table = Table()
    table.set_character(0, ch_y=0, ch_x=0)
    assert seen(table)["grid"].reshape(VIEW, VIEW, 12)[:7, :, 11].all()


def test_characters_are_seen_from_the_own_seat_on():
    table = Table(players=3, allies=(5,))
    table.set_character(1, ch_adv_pp=15, ch_wounds=3)
    at = feature("chars", "pp gained")
    for seat, row in ((0, 1), (1, 0), (2, 2)):
        assert seen(table, seat)["chars"][row, at] == 0.5
    assert seen(table)["chars"][1, feature("chars", "wounds")] == 0.25
    ally = seen(table)["chars"][3]
    assert ally[0] == 1
    assert ally[1] == 0
    assert ally[feature("chars", "bruiser")] == 1
    assert not seen(table)["chars"][4].any()


def test_characters_are_as_far_away_as_they_are():
    table = Table()
    row, col = table.r.ch_y[0], table.r.ch_x[0]
    table.set_character(1, ch_y=row - 3, ch_x=col + 7)
    other = seen(table)["chars"][1]
    assert other[feature("chars", "dx")] == away(7)
    assert other[feature("chars", "dy")] == away(-3)
    table.set_character(1, ch_y=-1, ch_x=-1)
    assert seen(table)["chars"][1, feature("chars", "dx")] == 0


def test_conditions_are_seen():
    table = Table()
    table.set_character(0, ch_status=Status.POISONED | Status.STUN_AGED, ch_perm=0b100, ch_cursed=1)
    own = seen(table, 0)["chars"][0]
    names = {"poisoned", "left leg", "cursed"}
    words = ("stunned", "poisoned", "turn done", "right eye", "left leg", "left eye", "cursed")
    assert {name for name in words if own[feature("chars", name)]} == names


def test_hands_show_what_they_hold():
    table = Table()
    for entry in range(14):
        table.state["inv_id"][0, 0, entry] = 0
    table.set_character(0, inv_n=1)
    table.state["inv_id"][0, 0, 0], table.state["inv_loc"][0, 0, 0] = 4, 2
    own = seen(table)["chars"][0]
    assert own[feature("chars", "left pistol")] == own[feature("chars", "left loaded")] == 1
    assert own[feature("chars", "right anything")] == 0
    table.state["inv_flag"][0, 0, 0] = 1
    assert seen(table)["chars"][0, feature("chars", "left loaded")] == 0
    table.state["inv_id"][0, 0, 0], table.state["inv_loc"][0, 0, 0] = 5, 3
    own = seen(table)["chars"][0]
    assert own[feature("chars", "left anything")] == own[feature("chars", "right anything")] == 1


def test_enemies_are_seen_with_range_and_sight():
    table = Table("skull_cove")
    row, col = table.place(2, 1)
    table.set_character(0, ch_y=row, ch_x=col)
    foe = table.call("officer", (row, col + 1), wounds=1, mark=2, status=FoeStatus.HEXED)
    table.look()
    found = seen(table)["enemies"][foe]
    for name in ("in play", "officer", "adjacent", "seen", "hexed", "marked"):
        assert found[feature("enemies", name)] == 1, name
    assert found[feature("enemies", "range")] == 0
    assert found[feature("enemies", "hp left")] == pytest.approx(0.3)
    assert found[feature("enemies", "dx")] == away(1)
    table.state["foe_col"][0, foe] = col + 4
    table.look()
    found = seen(table)["enemies"][foe]
    assert found[feature("enemies", "range")] == pytest.approx(0.3)
    assert found[feature("enemies", "adjacent")] == 0


@pytest.mark.rule("STA-14.9")
def test_a_hidden_enemy_is_in_nobodys_sight():
    table = Table("skull_cove")
    row, col = table.r.ch_y[0], table.r.ch_x[0]
    foe = table.call("redcoat", (row, col + 1))
    table.look()
    assert table.r.sees == 1 << foe
    table.state["foe_hide"][0, foe] = 1
    table.look()
    assert table.r.sees == 0


def test_who_is_held_looks_from_where_it_is_held():
    table = Table()
    row, col = table.r.ch_y[0], table.r.ch_x[0]
    table.set_character(0, ch_y=-1, ch_x=-1, ch_status=Status.RESTRAINED)
    table.call("darkclaw", (row, col + 2), holds=1)
    there = seen(table)["enemies"][0]
    assert there[feature("enemies", "dx")] == away(0)
    assert there[feature("enemies", "holds")] == 1


def test_goals_are_whose_they_are():
    table = Table()
    table.set(goal_state=[Goal.HELD, Goal.LYING, Goal.LOST, 0, 0, 0, 0, 0])
    table.state["goal_holder"][0, 0] = 1
    table.state["goal_row"][0, 1], table.state["goal_col"][0, 1] = 30, 30
    assert seen(table, 1)["goals"][0].tolist() == [0, 1, 0, 0, 1, 0]
    assert seen(table, 0)["goals"][0].tolist() == [0, 1, 0, 0, 0, 0]
    assert seen(table, 0)["goals"][1].tolist() == [0, 0, 1, 0, 0, 1]
    assert seen(table, 0)["goals"][2].tolist() == [0, 0, 0, 1, 0, 0]
    assert seen(table, 0)["chars"][1, feature("chars", "goal 1")] == 1


def test_kept_cards_and_spells_are_the_own():
    table = Table()
    table.keep(1, 3, 6)
    table.state["spell"][0, 1, :4] = 1, 2, 4, 20
    assert seen(table, 1)["scards"][:3].tolist() == [0.25, pytest.approx(7 / 16), 0]
    assert not seen(table, 0)["scards"].any()
    assert seen(table, 0)["chars"][1, feature("chars", "search cards")] == pytest.approx(2 / 16)
    assert seen(table, 1)["spells"][:5] == pytest.approx([1.0, 0.8, 0.5, 0.2, 0.0])
    assert not seen(table, 0)["spells"].any()


def test_tokens_that_may_still_come():
    table = Table()
    names = {TOKENS[k] for k in np.flatnonzero(seen(table)["piles"][:36])}
    assert names == {"i1", "i2", "i3", "i4", "i5", "i6", "i8", "i9"}
    token = TOKENS[table.pile(0)[-1]]
    exit_ = next(k for k in range(table.r.n_ex) if table.r.ex_state[k] == Exit.OPEN)
    table.explore(exit_, token)
    names -= {token}
    assert {TOKENS[k] for k in np.flatnonzero(seen(table)["piles"][:36])} == names


def test_disorders_are_the_own():
    table = Table("treasure_hunt")
    table.state["dis"][0, :3] = 2, 0, 5
    for seat, disorder in enumerate((2, 0, 5)):
        assert np.flatnonzero(seen(table, seat)["own_secret"][:6]).tolist() == [disorder]


def test_a_roll_is_seen_by_all():
    table = Table()
    table.set(rl_depth=1)
    for name, value in (("kind", 4), ("n", 2), ("thr", 3), ("mod", -1), ("m", 1), ("ethr", 2)):
        table.state[f"rl_{name}"][0, 0] = value
    table.state["rl_d"][0, 0, :2], table.state["rl_e"][0, 0, 0] = (6, 3), 5
    roll = seen(table, 2)["roll"]
    assert roll[:4] == pytest.approx([0.5, 0.4, 1.0, 0.5])
    assert roll[feature("roll", "modifier")] == pytest.approx(3 / 8)
    assert roll[feature("roll", "other die 0")] == pytest.approx(5 / 6)
    assert roll[feature("roll", "plus 2")] == 0


def test_candidates_are_places_or_things():
    table = Table()
    row, col = table.r.ch_y[0], table.r.ch_x[0]
    table.set(cand_n=1)
    table.state["cand"][0, 0] = row + 1, col - 2
    table.state["stk"][0, 2, 0] = Decision.SPACE
    assert seen(table)["cand"][0].tolist() == [1, away(-2), away(1), 0]
    table.state["stk"][0, 2, 0] = Decision.TILE
    table.state["cand"][0, 0] = 31, 2
    assert seen(table)["cand"][0].tolist() == [1, 0, 0.5, 0.5]
    assert not seen(table)["cand"][1].any()


def test_the_track_and_the_turn_are_seen():
    table = Table()
    table.set(flag=5, diff=2, tick=1, captain=2, init=1, micro=75, round=4, seat=1, active_slot=1)
    track = seen(table, 1)["track"]
    names = {
        name
        for name in next(one for one in LAND_GROUPS if one.name == "track").features
        if track[feature("track", name)] == 1
    }
    assert track[0] == 0.25
    assert names == {"difficulty 2", "tick", "captain left 1", "initiative me", "captain_jones"}
    phase = seen(table, 1)["phase"]
    assert phase[Decision.MENU] == phase[feature("phase", "mine")] == 1
    assert phase[feature("phase", "active me")] == 1
    assert seen(table, 0)["phase"][feature("phase", "active left 1")] == 1
    assert seen(table, 0)["phase"][feature("phase", "mine")] == 0
    assert phase[-2:] == pytest.approx([0.5, 0.1])


@pytest.mark.rule("STA-R6")
def test_a_roof_is_one_space_to_ranges():
    table = Table("awakening")
    roof = [
        (row, col)
        for row in range(60)
        for col in range(60)
        if table.r.b_ter[row][col] == ROOF and table.r.b_reg[row][col] == FIRST_ROOF
    ]
    (row, col), (row2, col2) = roof[0], roof[-1]
    table.set_character(0, ch_y=row, ch_x=col)
    table.call("redcoat", (row2 + 2, col2 + 2))
    direct = max(row2 + 2 - row, col2 + 2 - col)
    assert direct > 2
    found = seen(table)["enemies"][0]
    assert found[feature("enemies", "range")] == pytest.approx(0.1)
    table.state["foe_row"][0, 0] = row2 + 25
    assert seen(table)["enemies"][0, feature("enemies", "range")] == 1.0


def test_cards_that_have_gone_are_seen_by_all():
    table = Table("captain_jones")
    table.fill("sdisc", "sdisc_n", [11, 11, 12])
    table.fill("idisc", "idisc_n", [9, 13])
    for seat in range(3):
        gone = seen(table, seat)["discards"]
        incidents, cards = T.t.incidents, T.t.search
        assert gone[11] == pytest.approx(2 / cards[11].copies)
        assert gone[16 + 9] == pytest.approx(1 / incidents[9].copies)
        assert np.count_nonzero(gone) == 4
        words = describe(table.r, T, seat)
        assert "Search cards on the discard pile: 2 Spike Trap and Net Trap." in words
        assert "Incidents on the discard pile: Cave-in and Old cache." in words
