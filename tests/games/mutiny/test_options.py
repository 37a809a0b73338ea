"""The options: MUT-11."""

import pytest

from piracy_env.errors import OptionError
from piracy_env.games.mutiny import GAME
from piracy_env.games.mutiny.state import End, Phase
from tests.games.mutiny.positions import ended, face_up, spot, table
from tests.scenario import act, deal, expect, labels

COVERED = "[B5 A4 C2 D2] [B3 A2] [C3 A3] [D3 A5 A?]"


@pytest.mark.rule("MUT-11.1")
@pytest.mark.parametrize("sum_", [0, 10, 50])
def test_start_ducats(sum_):
    expect(deal(GAME, start_ducats=sum_), ducats=[sum_] * 4)


@pytest.mark.rule("MUT-11.2")
def test_a_display_of_three():
    engine = deal(GAME, display_size=3)
    expect(engine, deck_len=17)
    assert len(face_up(engine).split()) == 3
    assert engine.record().display[3] == -1
    engine = table("[A4 B2]", display="S01", deck="S04 S05 S06 S07", display_size=3)
    assert face_up(act(engine, "capture slot 0 with 4")) == "S04 S05 S06"


@pytest.mark.rule("MUT-11.2")
def test_the_last_display_of_three_has_two_cards():
    engine = table("[A4 B2]", display="- S01 -", deck="S04 S05", display_size=3)
    act(engine, "capture slot 1 with 4")
    assert face_up(engine) == "S04 S05 -"
    expect(engine, deck_len=0)


@pytest.mark.rule("MUT-11.3")
def test_without_mutiny_the_spot_stays_beside_the_board():
    position = {"layout": "[B4 A3 C5 D2]", "display": "S06 S13"}
    assert len(labels(table(**position), "mutiny")) == 1
    assert labels(table(**position, use_mutiny=False), "mutiny") == []
    engine = deal(GAME, use_mutiny=False)
    while not engine.record().over:
        engine.step(engine.uniform())
    assert spot(engine) == "-"


@pytest.mark.rule("MUT-11.4")
def test_without_ransom_one_passes():
    assert labels(table(COVERED, display="S13", use_ransom=False)) == ["pass"]
    assert labels(table(COVERED, display="S06", use_ransom=False)) == [
        "mutiny against 5 of left 1 for slot 0"
    ]
    assert len(labels(table(COVERED, display="S13"))) == 5


@pytest.mark.rule("MUT-11.5")
def test_the_preset():
    preset = GAME.choose(preset="buccaneer_lite").stored
    changed = {name for name, value in GAME.choose().stored.items() if preset[name] != value}
    assert changed == {"start_ducats", "display_size", "use_mutiny", "use_ransom"}
    assert preset["start_ducats"] == 10
    assert preset["display_size"] == 3
    assert not preset["use_mutiny"]
    assert not preset["use_ransom"]


def test_the_preset_gives_way_to_options():
    assert GAME.choose(preset="buccaneer_lite", start_ducats=7).stored["start_ducats"] == 7


def test_max_turns():
    engine = deal(GAME, max_turns=50, use_mutiny=False)
    while not engine.record().over:
        engine.step(engine.uniform())
    expect(engine, turns=50, end_reason=End.TURN_LIMIT, phase=Phase.OVER, over=1)


def test_wheel_cap():
    kept = {"A": "S04 S07 S01 S02"}  # six wheels
    assert ended(ducats="0 0 0 0", kept=kept, wheel_cap=5).outcome()[0][0] == 5 * 2
    assert ended(ducats="0 0 0 0", kept=kept, wheel_cap=7).outcome()[0][0] == 6 * 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 2},
        {"players": True},
        {"first_player": 4},
        {"first_player": -2},
        {"players": 3, "first_player": 3},
        {"start_ducats": 51},
        {"start_ducats": 5.0},
        {"display_size": 5},
        {"use_mutiny": 1},
        {"deadlock_rule": "draw"},
        {"max_turns": 49},
        {"max_turns": 5001},
        {"wheel_cap": 31},
        {"reward": "coins"},
        {"preset": "buccaneer"},
        {"colour": "red"},
    ],
    ids=str,
)
def test_anything_else_is_refused(wrong):
    with pytest.raises(OptionError) as error:
        deal(GAME, **wrong)
    assert any(str(word) in str(error.value) for word in (*wrong, "players"))
