"""Enemies that come: where they stand, what is missing, Lost Enemies, Sprint (STA-12, STA-R39)."""

import pytest

from piracy_env.games.skull_tales.rules.adventure import abilities, foes
from piracy_env.games.skull_tales.state import Decision
from piracy_env.games.skull_tales.tables.adventures import GARRISON_KEYS
from piracy_env.games.skull_tales.tables.enemies import FOE_KEYS
from tests.games.skull_tales.land.ashore import HOME, arena, asked, candidates
from tests.games.skull_tales.land.enemies_at import call, carry_out, forced, places, wounds
from tests.scenario import act, expect

ALL_REDCOATS = [(row, col) for row in (3, 4) for col in range(4)]


@pytest.mark.rule("STA-S18", "STA-12.2", "STA-12.5", "STA-12.6", "STA-R39")
def test_enemies_take_the_farthest_exits_then_the_spaces_around_the_first():
    engine = call(
        arena(("sea_dog", (2, 0)), tile="i13"),
        ["redcoat", "redcoat", "officer", "cannibal", "cannibal"],
        (2, 0),
    )
    assert places(engine) == [(2, 4), (0, 2), (4, 2), (1, 3), (2, 3)]
    expect(engine, flag=10)


@pytest.mark.rule("STA-12.7", "STA-R39")
def test_without_another_exit_they_stand_as_far_from_the_entrance_as_can_be():
    engine = call(arena(("sea_dog", (2, 4)), tile="i7"), ["redcoat"] * 2, (2, 4))
    assert places(engine) == [(0, 0), (4, 0)]  # in the water, as the boat is not for them
    tile = call(arena(("sea_dog", (4, 2)), tile="s2"), ["skeleton"], (4, 2))
    assert places(tile) == [(0, 0)]


@pytest.mark.rule("STA-R39")
def test_dry_ground_is_better_if_it_is_as_far():
    engine = call(arena(("sea_dog", (0, 4)), tile="i8"), ["redcoat"] * 4, (0, 4))
    assert places(engine) == [(4, 2), (4, 1), (4, 3), (3, 1)]  # at last in the water


@pytest.mark.rule("STA-R39", "STA-R62", "STA-12.7")
def test_in_a_building_doors_and_openings_are_exits():
    # the living room of the Merchant House, entered from the patio: the way to the kitchen is far
    table = arena(("sea_dog", (4, 3)), tile="v1", chapter="awakening")
    # the opening to the kitchen, the door to the bedroom, as far each, then beside the first
    engine = call(table, ["redcoat", "officer", "redcoat"], (4, 2))
    assert places(engine) == [(2, 1), (2, 2), (2, 0)]


@pytest.mark.rule("STA-S19", "STA-12.8", "STA-R38")
def test_each_type_that_has_run_out_moves_the_flag():
    table = arena(("sea_dog", (0, 0)))
    for place in ALL_REDCOATS:
        table.foe("redcoat", place)
    for place in ((2, 0), (2, 1)):
        table.foe("officer", place)
    engine = call(table, ["redcoat", "redcoat", "officer"], (0, 0))
    expect(engine, flag=8)
    assert len(places(engine)) == 10


@pytest.mark.rule("STA-R38", "STA-12.8")
def test_the_figures_that_are_left_are_placed():
    table = arena(("sea_dog", (0, 0)))
    table.foe("officer", (2, 0))
    engine = call(table, ["officer", "officer"], (0, 0))
    assert len(places(engine, "officer")) == 2
    expect(engine, flag=9)


@pytest.mark.rule("STA-12.23", "STA-R8", "STA-1.11")
def test_the_captain_chooses_among_equal_spaces():
    table = arena(("sea_dog", (2, 0)), ("surgeon", (2, 1)), tile="i13", captain_control=True)
    table.set(captain=1)
    engine = call(table, ["redcoat"] * 3, (2, 0))
    assert asked(engine) == "ENEMY_PLACE"
    assert engine.record().seat == 1
    assert candidates(engine) == [(0, 2), (4, 2)]
    act(engine, "cand 1")
    assert places(engine) == [(2, 4), (4, 2), (0, 2)]


@pytest.mark.rule("STA-12.3", "STA-5.2")
def test_those_of_the_story_have_their_places_roles_and_marks():
    table = arena(("sea_dog", (0, 0)), tile="i4", chapter="captain_jones")
    foes.place_garrison(table.s, table.t, GARRISON_KEYS.index("jones_lieutenant"), 0)
    table.set(sp=0, foes_left=0)
    engine = table.play()
    assert places(engine) == [(2, 2), (1, 2), (2, 1), (2, 3), (3, 2)]
    expect(engine, {"foe_hp_max[0]": 5, "foe_role[0]": 1, "foe_hp_max[1]": 3})
    assert engine.record().foe_mark[0] > 0
    assert engine.record().foe_mark[1] == 0


@pytest.mark.rule("STA-2.19", "STA-R60")
@pytest.mark.parametrize(("pirates", "health"), [(3, 3), (4, 4)])
def test_a_pair_of_numbers_goes_by_how_many_characters_there_are(pirates, health):
    cards = ("sea_dog", "surgeon", "lookout", "cutthroat")[:pirates]
    table = arena(*((card, (0, col + (col > 1))) for col, card in enumerate(cards)))
    foe = table.foe("redcoat", (4, 4))
    assert table.state["foe_hp_max"][0, foe] == health


# --- beside a Character ---------------------------------------------------------------------------


@pytest.mark.rule("STA-R40", "STA-12.4", "STA-22.15", "STA-7.11")
def test_a_lost_enemy_takes_the_first_free_neighbour_and_strikes():
    table = arena(("sea_dog", (2, 2)), ("surgeon", (1, 1)))
    engine = carry_out(table, Decision.LOST_ENEMY, 0, a=1, dice=(6, 6, 1))
    assert places(engine, "redcoat") == [(1, 2)]
    assert wounds(engine) == [4, 0]
    assert forced(engine) == 0


@pytest.mark.rule("STA-R40")
def test_without_a_free_neighbour_it_takes_the_nearest_space():
    table = arena(("sea_dog", (0, 0)), tile="s2")
    for place in ((0, 1), (1, 0), (1, 1)):
        table.foe("officer" if place != (1, 1) else "cannibal", place)
    engine = carry_out(table, Decision.LOST_ENEMY, 0, a=0)
    assert places(engine, "redcoat") == [(1, 2)]


@pytest.mark.rule("STA-R59", "STA-12.8")
def test_a_lost_enemy_that_has_run_out_moves_the_flag():
    table = arena(("sea_dog", (0, 0)))
    for place in ALL_REDCOATS:
        table.foe("redcoat", place)
    engine = carry_out(table, Decision.LOST_ENEMY, 0, a=1)
    expect(engine, flag=9)


@pytest.mark.rule("STA-12.4")
@pytest.mark.parametrize(("tile", "kind"), [("i4", "cannibal"), ("t2", "skeleton")])
def test_lost_enemies_are_those_of_the_chapter_and_the_ground(tile, kind):
    table = arena(("sea_dog", (1, 1)), tile=tile, chapter="treasure_hunt")
    engine = carry_out(table, Decision.LOST_ENEMY, 0, a=0)
    assert len(places(engine, kind)) == 1


@pytest.mark.rule("STA-13.5", "STA-R71")
def test_who_sprints_acts_as_soon_as_all_stand():
    table = arena(("sea_dog", (2, 1)), tile="i13")
    # placed at the far exit; then the behaviour: Rush, and two attacks
    table.state["force"][0, :9] = 1
    engine = call(table, ["bootbiter", "redcoat"], (2, 0))
    rows = places(engine, "bootbiter")
    assert max(abs(rows[0][0] - 2), abs(rows[0][1] - 1)) == 1
    assert places(engine, "redcoat") == [(0, 2)]


# --- immortals and those who hold -----------------------------------------------------------------


def fallen(table, place, kind="skeleton", mark=0):
    one = table.state[0]
    one["fl_row"][0], one["fl_col"][0] = HOME + place[0], HOME + place[1]
    one["fl_immortal"][0], one["fl_mark"][0] = FOE_KEYS.index(kind), mark
    one["fig_left"][FOE_KEYS.index(kind)] -= 1


@pytest.mark.rule("STA-S28", "STA-13.4", "STA-R37")
def test_immortals_stand_up_with_full_health():
    table = arena(("sea_dog", (0, 0)))
    fallen(table, (2, 2))
    abilities.raise_immortals(table.s, table.t)
    engine = table.play()
    assert places(engine) == [(2, 2)]
    expect(engine, {"foe_wounds[0]": 0, "foe_hp_max[0]": 3, "fl_row[0]": -1, "fl_immortal[0]": -1})
    assert engine.record().fig_left[FOE_KEYS.index("skeleton")] == 5


@pytest.mark.rule("STA-R37")
def test_an_immortal_whose_space_is_taken_stands_up_beside_it():
    table = arena(("sea_dog", (2, 2)))
    fallen(table, (2, 2))
    abilities.raise_immortals(table.s, table.t)
    assert places(table.play()) == [(1, 1)]
