"""Incident cards: when one is drawn, whom each meets, what it does (STA-7.10, STA-23)."""

import pytest

from piracy_env.games.skull_tales.state import Decision, Ended
from piracy_env.games.skull_tales.state_land import Exit, Status
from piracy_env.games.skull_tales.tables.cards import INCIDENT_KEYS, SEARCH_KEYS
from tests.games.skull_tales.land.ashore import HOME, arena, asked
from tests.games.skull_tales.land.enemies_at import (
    carry_out,
    deck,
    enemy_round,
    forced,
    incident,
    places,
    wounds,
)
from tests.scenario import expect

CREW = (("sea_dog", (0, 0)), ("surgeon", (0, 4)), ("lookout", (4, 2)))


# --- whether, and which ---------------------------------------------------------------------------


def drawn(table):
    """Whether a Rising tide happens."""
    engine = incident(table, "rising_tide")
    return engine.record().flag == 9


@pytest.mark.rule("STA-7.10")
def test_a_card_needs_quiet():
    assert drawn(arena(*CREW))
    table = arena(*CREW)
    table.foe("redcoat", (2, 2))
    assert not drawn(table)
    table = arena(*CREW)
    table.foe("redcoat", (2, 2), hide=1)
    assert drawn(table)


@pytest.mark.rule("STA-7.10")
def test_an_enemy_next_to_somebody_on_another_tile_is_no_quiet():
    def with_enemy(col):
        table = arena(("sea_dog", (0, 4)), ("surgeon", (3, 3)))
        table.lay("i13", (HOME - 2, HOME + 5))
        table.foe("redcoat", (0, col))
        return drawn(table)

    assert not with_enemy(5)
    assert with_enemy(6)


@pytest.mark.rule("STA-7.10")
def test_the_knocked_out_do_not_count():
    table = arena(*CREW[:2])
    table.lay("i13", (HOME - 2, HOME + 5))
    table.edit(1, ch_y=HOME, ch_x=HOME + 6, ch_wounds=5, ch_status=int(Status.KNOCKED_OUT))
    table.foe("redcoat", (0, 7))
    assert drawn(table)


@pytest.mark.rule("STA-R32")
def test_the_incident_deck_is_made_anew_from_its_discards():
    table = arena(*CREW)
    table.state["idisc"][0, :2] = INCIDENT_KEYS.index("rising_tide")
    deck(table)
    table.set(idisc_n=2)
    engine = carry_out(table, Decision.INCIDENT_CARD, 0, a=-1)
    expect(engine, flag=9, idk_n=1, idisc_n=1)


@pytest.mark.rule("STA-S05", "STA-23.0", "STA-7.11", "STA-R40")
def test_an_ambush_strikes_each_pirate_at_once():
    table = arena(("cutthroat", (0, 0), "dagger", "dagger"), ("lookout", (4, 4), "dagger"))
    engine = enemy_round(table, 5, 1, 1, 1, 1, 1, 3, 1, 1, 1, cards=["ambush"])
    assert places(engine, "redcoat") == [(0, 1), (3, 3)]
    assert wounds(engine) == [1, 1]
    assert forced(engine) == 0
    assert asked(engine) == "ORDER"


@pytest.mark.rule("STA-23.0")
def test_an_ambush_goes_by_seats_from_the_initiative_on():
    table = arena(*CREW)
    table.set(init=2)
    engine = incident(table, "ambush", *[1] * 12)
    assert places(engine) == [(3, 1), (0, 1), (0, 3)]


# --- rolls ----------------------------------------------------------------------------------------


@pytest.mark.rule("STA-23.1", "STA-14.13")
def test_toloache_makes_somebody_on_an_island_frenzied():
    engine = incident(arena(*CREW), "toloache", 1, 4, 4, 4, 4)
    expect(engine, {"ch_status[1]": int(Status.FRENZIED), "ch_status[0]": 0})
    engine = incident(arena(*CREW), "toloache", 1, 5, 1, 1, 1)
    expect(engine, {"ch_status[1]": 0})
    engine = incident(arena(*CREW, tile="c6", chapter="exile"), "toloache", 1, 4, 4, 4, 4)
    assert forced(engine) == 5


@pytest.mark.rule("STA-23.2")
def test_a_rockslide_meets_all_in_caves_and_temples():
    crew = (("sea_dog", (0, 0)), ("surgeon", (0, 4)))
    engine = incident(arena(*crew, tile="c6", chapter="exile"), "rockslide", 4, 4, 4, 5, 1)
    assert wounds(engine) == [1, 0]
    engine = incident(arena(*crew), "rockslide", 1, 1, 1, 1, 1)
    assert wounds(engine) == [0, 0]
    assert forced(engine) == 5


@pytest.mark.rule("STA-23.4")
@pytest.mark.parametrize(
    ("dice", "wounded", "status"),
    [((2, 3, 4), 1, 0), ((1, 3, 4), 1, Status.POISONED), ((1, 5, 4), 0, 0)],
)
def test_a_wild_beast_wounds_and_with_a_one_poisons(dice, wounded, status):
    engine = incident(arena(*CREW), "wild_beast", 0, *dice)
    expect(engine, {"ch_wounds[0]": wounded, "ch_status[0]": int(status)})


@pytest.mark.rule("STA-23.5")
def test_a_hidden_trap_stuns():
    engine = incident(arena(*CREW), "hidden_trap", 2, 4, 4, 4, 4)
    expect(engine, {"ch_status[2]": int(Status.STUNNED)})


@pytest.mark.rule("STA-23.11")
def test_a_fever_poisons():
    engine = incident(arena(*CREW), "fever", 1, 4, 4)
    expect(engine, {"ch_status[1]": int(Status.POISONED)})


@pytest.mark.rule("STA-23.4")
def test_a_card_may_meet_an_ally():
    table = arena(("sea_dog", (0, 0)), ("surgeon", (0, 4)))
    table.ally(2, "bruiser", (4, 4))
    engine = incident(table, "wild_beast", 2, 2, 2)
    expect(engine, {"ch_wounds[2]": 1})


# --- without rolls --------------------------------------------------------------------------------


@pytest.mark.rule("STA-23.3")
def test_thieves_take_coins_of_this_adventure():
    table = arena(*CREW)
    table.edit(1, ch_adv_coins=3, ch_coins=9)
    expect(incident(table, "thieves", 1, 5), {"ch_adv_coins[1]": 0, "ch_coins[1]": 9})
    expect(incident(table, "thieves", 1, 2), {"ch_adv_coins[1]": 1})


@pytest.mark.rule("STA-23.3")
def test_thieves_take_a_search_card_from_who_has_no_coins():
    table = arena(*CREW)
    table.state["s_cards"][0, 1, :2] = SEARCH_KEYS.index("purse"), SEARCH_KEYS.index("rope")
    table.edit(1, s_n=2)
    table.set(sd=0, sd_n=0)
    engine = incident(table, "thieves", 1, 0)
    expect(engine, {"s_n[1]": 1, "s_cards[1]": [SEARCH_KEYS.index("rope"), 0], "sdisc_n": 1})


@pytest.mark.rule("STA-23.6", "STA-R39")
@pytest.mark.parametrize(
    ("holder", "expected"),
    [
        (0, [(0, 9), (-2, 7)]),  # is elsewhere: away from the lowest slot there
        (2, [(0, 5), (-2, 7)]),  # away from its own space
    ],
)
def test_a_patrol_comes_to_where_most_are(holder, expected):
    table = arena(("sea_dog", (0, 0)), ("surgeon", (0, 6)), ("lookout", (0, 8)), ("cook", (4, 4)))
    table.lay("i13", (HOME - 2, HOME + 5))  # its western exit is that of the first tile
    table.edit(3, ch_status=int(Status.KNOCKED_OUT), ch_wounds=6)  # does not count
    table.set(init=holder)
    engine = incident(table, "patrol", 6)  # two Redcoats
    assert places(engine) == expected


@pytest.mark.rule("STA-23.6")
def test_a_patrol_looks_at_the_tile_of_the_initiative_if_equal():
    table = arena(("sea_dog", (0, 0)), ("surgeon", (0, 0)))
    table.lay("i13", (HOME - 2, HOME + 5))
    table.edit(1, ch_y=HOME, ch_x=HOME + 6)
    table.set(init=1)
    (place,) = places(incident(table, "patrol", 3))
    assert place[1] >= 5


@pytest.mark.rule("STA-23.7")
def test_a_rising_tide_moves_the_flag():
    table = arena(*CREW)
    table.set(flag=1)
    engine = incident(table, "rising_tide")
    expect(engine, flag=0, ended=Ended.OUT_OF_TIME)


@pytest.mark.rule("STA-23.8")
def test_fog_lasts_until_the_next_incident_round():
    table = arena(*CREW)
    expect(incident(table, "fog"), fog=1)
    table.set(fog=1)
    expect(enemy_round(table), fog=0)


@pytest.mark.rule("STA-23.9")
def test_a_cave_in_closes_an_exit_but_never_the_only_one():
    table = arena(*CREW)
    table.pile("i1")
    engine = incident(table, "cave_in", 1)
    expect(engine, {"ex_state": [Exit.OPEN, Exit.CLOSED, Exit.OPEN]})
    table = arena(*CREW)
    table.pile("i1")
    table.state["ex_state"][0, :2] = Exit.CLOSED
    engine = incident(table, "cave_in", 0)
    expect(engine, {"ex_state": [Exit.CLOSED, Exit.CLOSED, Exit.OPEN]})


@pytest.mark.rule("STA-23.10")
def test_a_quiet_moment_gives_destiny_up_to_the_limit():
    table = arena(*CREW)
    for slot, points in enumerate((0, 3, 1)):
        table.edit(slot, ch_dp=points)
    engine = incident(table, "quiet_moment")
    expect(engine, {"ch_dp": [1, 3, 2]})


@pytest.mark.rule("STA-23.12")
def test_trackers_find_who_has_gained_most_and_wait():
    table = arena(*CREW)
    table.edit(1, ch_adv_pp=2)
    table.set(init=1)
    engine = incident(table, "trackers")
    assert places(engine) == [(0, 3)]
    assert wounds(engine) == [0, 0, 0]


@pytest.mark.rule("STA-23.12")
def test_trackers_choose_at_random_among_equals():
    engine = incident(arena(*CREW), "trackers", 2)
    assert places(engine) == [(3, 1)]
