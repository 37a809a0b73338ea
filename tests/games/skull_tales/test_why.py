"""Why, and why not, in all scenarios, chapters and phases: reasons agree with the mask."""

import pytest

from piracy_env.core.why import texts_of
from piracy_env.games.skull_tales import GAME as VOYAGE
from piracy_env.games.skull_tales.adventure import GAME as ADVENTURE
from piracy_env.games.skull_tales.campaign import GAME as WHOLE
from piracy_env.games.skull_tales.options import CHAPTERS
from piracy_env.games.skull_tales.state import Decision, Phase
from tests.games.reasons import check_reasons, moments
from tests.games.skull_tales.aboard import HELM
from tests.games.skull_tales.crew import in_port
from tests.games.skull_tales.foes import sailing
from tests.games.skull_tales.land.ashore import arena
from tests.scenario import act

_SHIP, _DOCKS, _MARKET, _CHAPEL, _TAVERN, _MANSION = range(6)


@pytest.mark.parametrize(
    ("scenario", "players", "moves"),
    [("port", 2, 160), ("port", 4, 160), ("voyage_port", 1, 900), ("voyage_port", 3, 900)],
)
def test_reasons_agree_with_the_mask_in_port_and_between_phases(scenario, players, moves):
    asked = {
        check_reasons(engine, i)
        for engine, i, _ in moments(
            VOYAGE, players, moves=moves, every=moves // 25, scenario=scenario
        )
    }
    assert "PORT_TURN" in asked
    assert len(asked) > 2


@pytest.mark.parametrize(
    ("place", "label", "asked"),
    [
        (_DOCKS, "upgrade", "UPGRADE"),
        (_DOCKS, "trade", "DOCKYARD"),
        (_DOCKS, "learn_a", "LEARN"),
        (_MARKET, "haggle", "HAGGLE"),
        (_MARKET, "order", "ORDER_GEAR"),
        (_MARKET, "stock", "STOCK_UP"),
        (_TAVERN, "story", "STORY"),
        (_TAVERN, "game_b", "GAME_OF_CHANCE"),
        (_MANSION, "bet_win", "BET"),
        (_MANSION, "loan", "LOAN"),
    ],
)
def test_reasons_agree_with_the_mask_on_visits(place, label, asked):
    engine = in_port(
        place=place, scenario="voyage_port", ch_coins=200, ch_pp=200, crew_booty=500, hold_imp=1
    )
    check_reasons(engine, 0)
    act(engine, label)
    assert check_reasons(engine, 0) == asked


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_reasons_agree_with_the_mask_in_all_chapters(chapter):
    players = 1 + CHAPTERS.index(chapter) % 4
    asked = {
        check_reasons(engine, i)
        for engine, i, _ in moments(
            ADVENTURE,
            players,
            moves=260,
            every=13,
            chapter=chapter,
            late=True,
            captain_control=True,
        )
    }
    assert "MENU" in asked
    assert len(asked) > 3


@pytest.mark.parametrize(
    ("players", "seed", "chapter", "phases"),
    [(2, 9, 4, {Phase.PORT, Phase.VOYAGE}), (3, 5, 0, {Phase.VOYAGE, Phase.ADVENTURE})],
)
def test_reasons_agree_with_the_mask_in_a_whole_campaign(players, seed, chapter, phases):
    seen = set()
    for engine, i, _ in moments(
        WHOLE, players, moves=1000, every=37, seed=seed, scenario="quick", camp_ch=chapter
    ):
        check_reasons(engine, i)
        seen.add(Phase(int(engine.record(i).phase)))
    assert seen >= phases


@pytest.mark.parametrize("game", [VOYAGE, ADVENTURE, WHOLE], ids=lambda game: game.name)
def test_all_decisions_that_ask_are_declared_with_rules_that_exist(game):
    known, why = texts_of(game), game.why
    asking = {handler.name for handler in game.decisions.handlers if _asks(handler)}
    assert asking <= set(why.behind)
    assert {name.split(" in ")[0] for name in why.behind} <= asking
    for cited in why.behind.values():
        assert all(rule in known for rules in cited.values() for rule in rules.split())
    for against in (*why.against, *why.elsewhere):
        assert all(rule in known for rule in against.rules.split()), against
        assert set(against.when.split()) <= {decision.name for decision in Decision}


def _asks(handler):
    return getattr(handler.legal, "__name__", "") != "mark_nothing"


# --- what a player reads --------------------------------------------------------------------------


def _told(engine, label):
    """What is said of an action that is not legal, and the first rule that is cited."""
    told = engine.explain(0, engine.game.actions.id(label))
    assert not told.legal
    return told.words, told.rules[0]


@pytest.mark.parametrize(
    ("label", "words", "rule"),
    [
        ("step S", "Enemies engage it: it has to break away first", "STA-10.13"),
        ("attack_melee", "it holds no weapon for melee", "STA-5.12"),
        ("search", "an Enemy is in the room", "STA-10.33"),
        ("take_breath", "an Enemy is adjacent", "STA-10.7"),
        ("open_door", "no closed door is straight before it", "STA-10.41"),
        ("stealth", "that takes the Trait Stealth", "STA-20.13"),
        ("ally", "it leads no Ally", "STA-17.1"),
        ("dodge", "that is asked when a shot hits", "STA-20.10"),
        ("tactic", "that is asked when the Initiative is looked at", "STA-20.51"),
        ("num 1", "now A (you) acts with Sea Dog", "STA-10.1"),
    ],
)
def test_who_is_engaged_is_told_what_it_cannot_do(label, words, rule):
    table = arena(("sea_dog", (2, 0)))
    table.foe("redcoat", (1, 0))
    assert _told(table.play(), label) == (words, rule)


@pytest.mark.parametrize(
    ("label", "words", "rule"),
    [
        ("step NE", "an Enemy is beside that diagonal step", "STA-10.9"),
        ("step N", "an Enemy stands there", "STA-10.14"),
        ("step W", "no tile lies there", "STA-10.29"),
        ("search", "it takes 2 Action Points, and 1 is left", "STA-10.33"),
    ],
)
def test_who_is_free_is_told_what_is_in_the_way_and_what_it_costs(label, words, rule):
    table = arena(("sea_dog", (2, 0)))
    table.foe("redcoat", (1, 0))
    table.edit(0, free_from=1, ch_ap=1)
    assert _told(table.play(), label) == (words, rule)


@pytest.mark.parametrize(
    ("seat", "place", "label", "words", "rule"),
    [
        (1, _DOCKS, "trade", "that is the Captain's alone", "STP-4.2"),
        (1, _DOCKS, "go 3", "no road leads from the Docks to the Chapel", "STP-2.4"),
        (1, _DOCKS, "port_done", "the Port Phase is ended on the ship", "STP-2.7"),
        (1, _DOCKS, "story", "that is done at the Tavern, and you are at the Docks", "STP-8.1"),
        (0, _SHIP, "learn_a", "nobody teaches on the ship", "STP-10.1"),
        (0, _MANSION, "luxury", "it costs 10 coins, and you have 5", "STP-9.3"),
        (0, _MANSION, "repay", "you owe nothing", "STP-9.6"),
        (0, _MANSION, "mv_fwd", "that is done at sea", "STC-2.4"),
        (0, _MANSION, "sell 0", "that is for a Trade at the Docks", "STP-5.7"),
    ],
)
def test_in_port_the_place_the_rank_and_the_price_are_told(seat, place, label, words, rule):
    assert _told(in_port(seat=seat, place=place, ch_coins=5), label) == (words, rule)


@pytest.mark.parametrize(
    ("label", "words", "rule"),
    [
        ("mv_fwd", "no MOV is left", "STV-9.3"),
        ("fire_reg", "nobody on the Gun Deck is able to fire", "STV-12.4"),
        ("mortar", "the ship has no Mortar", "STV-21.3"),
        ("coin gold", "that is for a Scheme", "STV-7.3"),
        ("story", "that is done in Port", "STC-2.4"),
    ],
)
def test_at_sea_it_is_told_who_and_what_is_missing(label, words, rule):
    assert _told(sailing(on=(HELM,)), label) == (words, rule)
