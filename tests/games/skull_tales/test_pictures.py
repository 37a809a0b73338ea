"""Pictures of sea, Port and campaign: complete, and silent about secrets."""

from random import Random
from xml.etree import ElementTree

import pytest

from piracy_env.core.game import RUNNING
from piracy_env.core.record import Record
from piracy_env.drawing.svg import rasterize
from piracy_env.games.skull_tales import GAME
from piracy_env.games.skull_tales.questions import question
from piracy_env.games.skull_tales.render import HEIGHT, WIDTH
from piracy_env.games.skull_tales.rules.voyage import Step
from piracy_env.games.skull_tales.sea_chart import arc_of
from piracy_env.games.skull_tales.state import FRAMES, LAST_DECISION, NONE, Decision, Ended, Lasting
from tests.games.skull_tales.aboard import (
    CREW_QUARTERS,
    CROWS_NEST,
    GUARD,
    GUN_DECK,
    HELM,
    RIGGING,
    at_sea,
    begin,
    frame,
)
from tests.games.skull_tales.crew import in_port, market
from tests.games.skull_tales.foes import CUTTER, GHOST, MERCHANT, WHALE, alongside, foe, sailing
from tests.games.skull_tales.shipped import SHIPPED
from tests.scenario import act, deal

T = SHIPPED
SVG = "{http://www.w3.org/2000/svg}"
SCENARIOS = ("voyage", "port", "voyage_port", "quick")


def root_of(table, viewer):
    """The picture as a seat sees it, as a tree."""
    return ElementTree.fromstring(GAME.render(table.record(), table.tables_of(0), viewer))


def words_of(table, viewer=0):
    """The texts of a picture."""
    return [node.text or "" for node in root_of(table, viewer).iter(f"{SVG}text")]


def positions(players, scenario, moves, each):
    """A random game, from time to time."""
    table, dice = deal(GAME, seed=players, players=players, scenario=scenario), Random(players)
    for number in range(moves):
        if table.record().over != RUNNING:
            break
        if number % each == 0:
            yield table
        table.step([dice.choice(list(table.legal()))])
    yield table


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("players", [1, 3, 5])
def test_every_position_of_random_play_can_be_drawn(players, scenario):
    for table in positions(players, scenario, 120, 6):
        for viewer in (None, players - 1):
            root = root_of(table, viewer)
            assert (root.attrib["width"], root.attrib["height"]) == (str(WIDTH), str(HEIGHT))


@pytest.mark.parametrize("scenario", ["voyage", "port", "voyage_port"])
def test_worlds_alike_to_a_seat_have_the_same_picture(scenario):
    for table in positions(3, scenario, 240, 40):
        for seat in range(3):
            world = deal(GAME, seed=1, players=3, scenario=scenario)
            world.load_state_unchecked(0, table.worlds([0], [seat], [7]))
            assert words_of(world, seat) == words_of(table, seat)
            assert GAME.render(world.record(), table.tables_of(0), seat) == GAME.render(
                table.record(), table.tables_of(0), seat
            )


def test_a_picture_can_be_made_of_pixels():
    pixels = rasterize(GAME.render(sailing().record(), T, 0), 400)
    assert pixels.shape == (HEIGHT // 4, 400, 3)


# --- the sea --------------------------------------------------------------------------------------


def test_the_chart_has_islands_enemies_and_what_they_are_like():
    words = words_of(sailing(**foe(MERCHANT, (3, 7)), **foe(WHALE, (5, 8))))
    assert {"A", "W", "Tortuga", "Merchant Ship", "Whale", "At sea"} <= set(words)
    assert "Speed 4, Body 6, aboard 5" in words
    assert "Goal C: ?" in words


@pytest.mark.rule("STV-12.3")
@pytest.mark.parametrize("space", [0, 100, 178, 303, 314])
def test_the_arc_that_is_drawn_is_where_the_guns_reach(space):
    t = T.t
    land = tuple(not wet for wet in t.chart.water)
    for facing in range(6):
        reached = [
            other
            for other in range(len(land))
            if not land[other] and _is_in_arc(t, space, facing, other)
        ]
        assert arc_of(land, space, facing) == reached


def _is_in_arc(t, space, facing, target):
    """The rule itself, uncompiled."""
    far = t.chart.cube[space, target]
    if not 1 <= far <= 2:
        return False
    for way in (facing, (facing + 3) % 6):
        near = t.chart.near[space, way]
        if target in (near, t.chart.near[near, way] if near >= 0 else -1):
            return False
    return True


def test_dots_show_where_enemies_fire():
    def dots(**fields):
        svg = GAME.render(sailing(**fields).record(), T, 0)
        return svg.count('r="3.2"')

    assert dots() == 0
    assert dots(**foe(CUTTER, (14, 8))) == 14
    assert dots(**foe(CUTTER, (14, 8), mode=2)) == 0
    assert dots(**foe(WHALE, (14, 8), mode=0)) == 0


def test_a_goal_shows_its_number_once_it_is_turned_up():
    table = sailing(goal_rev=[1, 0, 0, 0])
    words = words_of(table, None)
    assert {"Goal C: 2", "Goal F: ?", "Goal K: ?", "Goal Q: ?"} <= set(words)


def test_weather_and_night_change_the_picture():
    picture = GAME.render(sailing().record(), T, 0)
    changes = [{"clock": 5}, {"ship_f": 1}, {"fired": 1}, {"sails_imp": 1}]
    changes += [{"pers": int(one)} for one in (Lasting.FOG, Lasting.TRADE_WIND, Lasting.CALM)]
    pictures = {GAME.render(sailing(**one).record(), T, 0) for one in changes}
    assert len(pictures | {picture}) == 1 + len(changes)


def test_the_ship_shows_posts_groups_and_cargo():
    table = sailing(on=(HELM, CROWS_NEST, RIGGING), pg={0: GUN_DECK})
    words = words_of(table)
    assert {"Crow's Nest", "Sick Bay", "Cannon", "Supplies", "Rum"} <= set(words)
    for pieces in ({"post[0]": CREW_QUARTERS}, {"pg_w[0]": 1}, {"pg_fat[0]": 2}, {"acted[1]": 1}):
        other = sailing(on=(HELM, CROWS_NEST, RIGGING), pg={0: GUN_DECK})
        other.set(0, pieces)
        assert root_of(other, 0) is not None
        assert GAME.render(other.record(), T, 0) != GAME.render(table.record(), T, 0)


def test_a_fight_shows_both_decks():
    words = words_of(alongside())
    assert "Boarding: the Merchant Ship" in words
    assert "5 aboard, 0 wounded" in words


def test_a_ghost_ship_is_drawn_where_it_is():
    near, far = (sailing(**foe(GHOST, at)) for at in ((10, 9), (3, 7)))
    assert "Ghost Ship" in words_of(near)
    assert GAME.render(near.record(), T, 0) != GAME.render(far.record(), T, 0)


# --- secrets --------------------------------------------------------------------------------------


@pytest.mark.rule("STV-7.4")
def test_the_coin_of_a_scheme_lies_face_down_for_others():
    table = begin(
        frame(Decision.STATIONS), on=(HELM, 3, CREW_QUARTERS), schemer=2, pg={0: GUARD}, rolled=0
    )
    act(table, "st_scheme", "coin silver")
    assert "silver" in words_of(table, 2)
    assert "silver" not in words_of(table, 0)
    assert "?" in words_of(table, 0)


@pytest.mark.rule("STV-8.4")
def test_a_bid_lies_face_down_for_others():
    table = act(at_sea(Step.MUTINY, morale=4, ch_tp=[0, 6, 0, 0, 0]), "no")
    act(table, "yes", "num 3")
    bids = [GAME.render(table.record(), T, viewer) for viewer in range(3)]
    table.set(0, {"bid[0]": 1})
    after = [GAME.render(table.record(), T, viewer) for viewer in range(3)]
    assert [one == other for one, other in zip(bids, after, strict=True)] == [False, True, True]


def test_cards_of_the_market_lie_face_down_until_they_are_seen():
    table = in_port(0, 2, **market(1, 2), mk_seen=[3, 0, 0, 0, 0])
    assert "Sword" in words_of(table, 0)
    assert "Sword" not in words_of(table, 1)


def test_a_rumor_is_shown_to_its_owner_alone():
    table = in_port(0, 4, **{"rum_id[1]": 6, "rum_held[1]": 1})
    assert "your Rumor: Sea Legs" in words_of(table, 1)
    assert "B's Rumor: Sea Legs" in words_of(table, None)
    assert not any("Sea Legs" in one for one in words_of(table, 0))
    assert "holds a Rumor" in words_of(table, 0)


# --- port, campaign, questions --------------------------------------------------------------------


def test_the_town_has_its_places_and_who_is_there():
    words = words_of(in_port(0, 4))
    assert {"The Docks", "Market Square", "The Chapel", "The Tavern", "The Mansion"} <= set(words)
    assert "Gerrit Jensen teaches rowdies" in words
    assert GAME.render(in_port(0, 4).record(), T, 0) != GAME.render(in_port(0, 5).record(), T, 0)


def test_the_end_says_why():
    table = sailing()
    act(table, "no")
    table.set(
        0, {"over": 1, "phase": 3, "ended": int(Ended.SUNK), "sp": 0, "stk": [[0] * 7] * FRAMES}
    )
    assert "The end" in words_of(table)
    assert "The ship is sunk" in words_of(table)


def test_every_decision_has_a_question():
    asked = [one for one in Decision if Decision.HEAL <= one <= LAST_DECISION]
    rows = sailing().states[:1].copy()
    for one in (Decision.PICK, Decision.HAND, *asked):
        rows["stk"][0, rows["sp"][0] - 1] = [int(one), 0, 0, NONE, 0, 0, 0]
        words = question(Record(rows[0]), T)
        assert words.endswith(("?", "Press Gang")), one.name
        assert "{" not in words
