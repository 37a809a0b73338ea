"""Why, and why not, in all scenarios, chapters and phases: reasons agree with the mask."""

import pytest

from piracy_env.core.why import texts_of
from piracy_env.games.skull_tales import GAME as VOYAGE
from piracy_env.games.skull_tales.adventure import GAME as ADVENTURE
from piracy_env.games.skull_tales.campaign import GAME as WHOLE
from piracy_env.games.skull_tales.options import CHAPTERS
from piracy_env.games.skull_tales.state import Decision, Phase
from tests.games.reasons import check_reasons, moments


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
