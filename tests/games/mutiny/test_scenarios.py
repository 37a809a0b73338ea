"""Forty positions with their outcome, move by move."""

import pytest

from piracy_env.errors import OptionError
from piracy_env.games.mutiny import GAME
from piracy_env.games.mutiny.state import End, Phase
from tests.games.mutiny.positions import (
    active,
    booty,
    ducats,
    ended,
    face_up,
    layout,
    owned,
    place_of,
    spot,
    table,
)
from tests.scenario import act, deal, expect, labels, refuses


def blocks(engine):
    return {GAME.actions.parse(action)[0] for action in engine.legal()}


def others(engine):
    """Legal ids that are not assemblies."""
    return [action for action in engine.legal() if action >= 100]


@pytest.mark.parametrize(("players", "unions"), [(3, 50), (4, 75), (5, 100)])
def test_mut_s01_setup(players, unions):
    engine = deal(GAME, players=players)
    record = engine.record()
    assert list(record.above) == list(record.below) == [-1] * 25
    expect(engine, ducats=[5] * players, deck_len=16, black_spot=-1)
    assert "-" not in face_up(engine)
    assert engine.legal() == [a for a in range(100) if a // 5 % 4 < players - 1]
    assert len(engine.legal()) == unions


@pytest.mark.parametrize("players", [2, 6])
def test_mut_s01_refuses_other_player_counts(players):
    with pytest.raises(OptionError, match="3, 4, 5"):
        deal(GAME, players=players)


def test_mut_s02_assembling_two_singles():
    engine = act(table(), 3)
    assert layout(engine) == "[A2 B5]"
    assert active(engine) == "B"
    expect(engine, turns=1)


def test_mut_s03_assembling_two_parties():
    engine = act(table("[A3 C2 B4] [B? A5]"), 24)
    assert layout(engine) == "[A3 C2 B4 B? A5]"


def test_mut_s04_nine_is_the_limit():
    engine = table("[A2 B2 C2 D2] [B3 C3 D3 A3 B4] [C4 D4 B5 C5 D5 A4]")
    # A2 goes onto B3, which makes nine, and onto the singles B?, C? and D?; onto C4 makes ten.
    assert [action for action in engine.legal() if action < 20] == [1, 4, 9, 14]
    refuses(engine, 7)


def test_mut_s05_no_own_stack_on_an_own_one_and_no_single_aboard():
    engine = table("[A4 B2]", display="S01")
    assert all(action // 5 % 4 < 3 for action in engine.legal() if action < 100)
    refuses(engine, 104)
    assert 108 in engine.legal()


def test_mut_s06_capture_with_a_choice():
    engine = act(table("[A3 B5 C? A2]", display="S07 S01"), 104)
    expect(engine, phase=Phase.BOOTY)
    assert engine.legal() == [207, 209]
    act(engine, 209)
    assert (booty(engine, "A"), booty(engine, "B")) == ("wheel", "relics")
    assert ducats(engine) == "10 10 11 5"
    assert owned(engine, "A") == "S07"
    assert layout(engine) == ""
    assert face_up(engine) == "- S01 - -"
    assert active(engine) == "B"


def test_mut_s07_one_token_is_the_captains():
    engine = act(table("[A4 B2]", display="S02 S13"), 108)
    assert (booty(engine, "A"), booty(engine, "B")) == ("rum", "")
    assert ducats(engine) == "10 7 5 5"
    assert owned(engine, "A") == "S02"


def test_mut_s08_wages_beyond_the_treasury():
    engine = act(table("[A2 B5 C5 D5 B4]", display="S03 S13"), 100, 205)
    assert ducats(engine) == "0 14 10 10"
    assert (booty(engine, "A"), booty(engine, "B")) == ("saber", "rum")
    assert place_of(engine, "S03") == 10


def test_mut_s09_paying_exactly():
    engine = act(table("[A2 B5 C5 D3]", ducats="0 5 5 5", display="S06 S13"), 100, 208)
    assert ducats(engine) == "0 10 10 8"
    assert owned(engine, "A") == "S06"


def test_mut_s10_capturing_takes_an_own_captain():
    engine = table("[B3 A4 C2]", display="S03 S13")
    assert others(engine) == [124]


def test_mut_s11_no_refill_before_the_display_is_empty():
    engine = table("[A4 B2] [B3 C2]", display="S01 S02 R01 S03", deck="S04 S05 S06 S07")
    act(engine, 109)
    assert face_up(engine) == "S01 - R01 S03"
    expect(engine, deck_len=4)


def test_mut_s12_refill():
    engine = act(table("[A4 B2]", display="S02", deck="S04 S05 S06 S07 S08"), 108)
    assert face_up(engine) == "S04 S05 S06 S07"
    expect(engine, deck_len=1)
    assert active(engine) == "B"


def test_mut_s13_the_last_card_ends_the_game():
    engine = act(table("[A4 B2]", display="S02", deck=""), 108)
    expect(engine, phase=Phase.OVER, over=1, end_reason=End.ALL_CARDS)
    assert engine.legal() == []
    assert all(list(engine.record().final_rank)[:4])
    assert engine.outcome()[0] == list(engine.record().final_score)[:4]


def mutiny(**setup):
    return table("[B4 A3 C5 D2]", display="S06 S13", **setup)


def test_mut_s14_mutiny_beyond_the_treasury():
    engine = act(mutiny(), 128)
    assert spot(engine) == "B"
    assert layout(engine) == "[A3 B4 C5 D2]"
    assert engine.legal() == [208, 210]
    act(engine, 208)
    assert (booty(engine, "A"), booty(engine, "B")) == ("chest", "anchor")
    assert ducats(engine) == "0 13 15 9"
    assert place_of(engine, "S06") == 10


def test_mut_s15_mutiny_paid_in_full():
    engine = act(mutiny(ducats="20 5 5 5"), 128, 210)
    assert ducats(engine) == "11 13 15 9"
    assert (booty(engine, "A"), booty(engine, "B")) == ("anchor", "chest")
    assert owned(engine, "A") == "S06"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("B", "A", id="mut_s16_victim_has_it"),
        pytest.param("A", "B", id="mut_s17_mutineer_has_it"),
        pytest.param("D", "B", id="mut_s18_somebody_else_has_it"),
    ],
)
def test_where_the_black_spot_goes(before, after):
    assert spot(act(mutiny(ducats="20 5 5 5", spot=before), 128)) == after


def test_mut_s19_no_mutiny_without_a_strong_party_that_holds_an_own_pirate():
    assert others(table("[B2 C3 D4 C5] [B3 A4]", display="S06 S13")) == []


def test_mut_s20_own_pirates_are_not_paid_in_a_mutiny():
    engine = act(table("[B2 A5 C3 A?]", display="S08 S13"), "mutiny against 2 of left 1 for slot 0")
    assert layout(engine) == "[A5 B2 C3 A?]"
    act(engine, "take chest")
    assert ducats(engine) == "9 9 11 5"
    assert (booty(engine, "A"), booty(engine, "B")) == ("chest", "rum")
    assert owned(engine, "A") == "S08"


def test_mut_s21_the_unknown_face_doubles_too():
    engine = act(table("[B? A2 C2]", display="R02 S13"), "mutiny against ? of left 1 for slot 0")
    assert booty(engine, "A") == "relics"
    assert ducats(engine) == "0 17 9 5"
    assert place_of(engine, "R02") == 10


def ransom(card="S06", purse=7):
    return table(
        "[B5 A4 C2] [B3 A2] [C3 A3 D2] [D3 A5 A?]",
        display=f"{card} S13 S12 M01",
        ducats=f"{purse} 5 5 5",
    )


def test_mut_s22_who_has_no_stack_may_ransom():
    assert ransom().legal() == [200, 201, 202, 203, 204]
    assert labels(ransom("S03")) == [
        "mutiny against 5 of left 1 for slot 0",
        "mutiny against 3 of left 2 for slot 0",
        "mutiny against 3 of left 3 for slot 0",
        *(f"ransom {face}" for face in "2345?"),
    ]


def test_mut_s23_ransom_then_assemble():
    engine = act(ransom(), 202)
    assert ducats(engine) == "2 10 5 5"
    assert "[B5 C2]" in layout(engine)
    assert active(engine) == "A"
    expect(engine, phase=Phase.RANSOM_ASSEMBLE, turns=0)
    assert len(engine.legal()) == 13
    assert all(40 <= action < 60 for action in engine.legal())
    act(engine, "assemble 4 onto 3 of left 3")
    assert "[A4 D3 A5 A?]" in layout(engine)
    assert active(engine) == "B"
    expect(engine, turns=1)


def test_mut_s24_the_supply_adds_to_the_ransom():
    engine = act(ransom(purse=3), 200)
    assert ducats(engine) == "0 10 5 5"
    assert "B3" not in layout(engine)


def test_mut_s25_back_onto_the_same_party():
    engine = table("[B5 A4 C2 D2 A3 C3 D3 A5 C4] [C5 A2 A?]", display="S13 M01", ducats="9 5 5 5")
    act(engine, "ransom 3")
    assert "[B5 A4 C2 D2 C3 D3 A5 C4]" in layout(engine)
    assert len(engine.legal()) == 10
    act(engine, "assemble 3 onto 5 of left 1")
    assert "[A3 B5 A4 C2 D2 C3 D3 A5 C4]" in layout(engine)


def test_mut_s26_captain_and_mate_of_one_colour():
    engine = table("[B5 A4 B3 C2] [C3 A2 A3 A5 A?]", display="S03 S13", ducats="9 5 5 5")
    act(engine, "ransom 4", "assemble 4 onto 2 of left 3")
    assert "[B5 B3 C2]" in layout(engine)
    act(engine, "capture slot 0 with 5", "take rum")
    assert booty(engine, "B") == "saber rum"
    assert ducats(engine) == "4 16 7 5"
    assert owned(engine, "B") == "S03"


def test_mut_s27_the_sea_monster():
    engine = act(table("[A2 B3 C4 D5 A3 B?]", display="M01 S13"), 100)
    assert booty(engine, "A") == "wheel anchor"
    assert booty(engine, "B") == ""
    assert ducats(engine) == "14 11 9 10"
    assert owned(engine, "A") == "M01"


@pytest.mark.parametrize(
    ("holder", "score"),
    [
        ("A", [40, 7, 30, 20]),
        ("B", [50, 0, 30, 20]),
        ("D", [50, 7, 30, 20]),
        ("-", [50, 7, 30, 20]),
    ],
)
def test_mut_s28_the_black_spot_at_the_end(holder, score):
    engine = ended(ducats="50 7 30 20", kept={"D": "M01"}, spot=holder)
    assert engine.outcome()[0] == score


def test_mut_s29_booty_at_the_end():
    engine = ended(
        ducats="10 10 10 10",
        tokens={
            "A": "saber saber chest",
            "B": "saber saber rum rum rum chest",
            "C": "saber chest",
            "D": "rum chest",
        },
    )
    assert engine.outcome()[0] == [31, 40, 26, 26]


def test_mut_s30_first_example_of_the_rules():
    engine = ended(ducats="0 0 0 0", kept={"A": "R01 R04 S04 S10"})
    assert engine.outcome()[0][0] == 24


def test_mut_s31_second_example_of_the_rules():
    engine = ended(
        ducats="0 0 0 0",
        kept={"A": "R01 R04 S04 S07 S01 S02"},
        tokens={"A": "anchor anchor", "B": "anchor"},
    )
    assert engine.outcome()[0][:2] == [60, 1]


def test_mut_s32_first_and_last_column():
    engine = ended(
        players=3, ducats="0 0 0", kept={"A": "S04 S10 S01", "B": "R01 R02 R03 R04 R05 S02"}
    )
    assert engine.outcome()[0] == [0, 10, 0]


def test_mut_s33_wheel_tokens():
    engine = ended(
        ducats="0 0 0 0",
        kept={"A": "S04 S01", "C": "S02"},
        tokens={"A": "wheel wheel", "B": "wheel wheel", "C": "wheel"},
    )
    assert engine.outcome()[0] == [8, 2, 3, 0]


def test_mut_s34_a_tie_goes_to_the_highest_card():
    engine = ended(ducats="76 80 70 0", kept={"A": "S13", "B": "M01"})
    assert engine.outcome()[:2] == ([80, 80, 70, 0], [2, 1, 3, 4])
    assert engine.rewards() == pytest.approx([1 / 3, 1, -1 / 3, -1])


@pytest.mark.parametrize(
    ("mode", "rewards"),
    [("rank", [2 / 3, 2 / 3, -2 / 3, -2 / 3]), ("win", [0.5, 0.5, -0.5, -0.5])],
)
def test_mut_s35_shared_places(mode, rewards):
    engine = ended(ducats="40 40 10 10", reward=mode)
    assert engine.outcome()[1] == [1, 1, 3, 3]
    assert engine.rewards() == pytest.approx(rewards)


def test_mut_s36_a_forced_pass():
    engine = table("[A2 C2] [B2 C3 B3 C4 B4 C5 B5 C? B?]", display="S12 S13", players=3)
    assert engine.legal() == [211]
    act(engine, "pass")
    assert active(engine) == "B"
    assert labels(engine) == ["capture slot 0 with 2", "capture slot 1 with 2"]
    expect(engine, passes=1)


DEAD = "[A2 B2 C2 A3 B3] [B4 A4 C3 B5 A5] [C4 A? B? C5 C?]"


def test_mut_s37_a_dead_position_is_disbanded():
    engine = table(DEAD, display="S12 S13 M01", players=3, ducats="7 8 9", spot="C")
    for _ in range(3):
        assert engine.legal() == [211]
        act(engine, 211)
    assert layout(engine) == ""
    expect(engine, disbands=1, passes=0, seat=0, turns=3, black_spot=2, claimed=0)
    assert len(engine.legal()) == 50
    assert ducats(engine) == "7 8 9"
    assert face_up(engine) == "S12 S13 M01 -"


def test_mut_s37_a_dead_position_may_end_the_game():
    engine = table(DEAD, display="S12 S13 M01", players=3, deadlock_rule="end")
    act(engine, 211, 211, 211)
    expect(engine, phase=Phase.OVER, end_reason=End.DEAD_POSITION, turns=3, passes=0)


def test_mut_s37_a_card_within_reach_forbids_the_pass():
    engine = table(DEAD, display="S12 S13 S11", players=3)
    assert labels(engine) == [
        "capture slot 2 with 2",
        "mutiny against 4 of left 1 for slot 2",
        "mutiny against 4 of left 2 for slot 2",
    ]


def test_mut_s38_the_turn_limit():
    engine = act(table(max_turns=50, fields={"turns": 49}), "assemble 2 onto 2 of left 1")
    expect(engine, phase=Phase.OVER, over=1, end_reason=End.TURN_LIMIT, turns=50)
    assert engine.terminated[0]
    assert not engine.truncated[0]
    assert engine.outcome()[:2] == ([5, 5, 5, 5], [1, 1, 1, 1])


def test_mut_s39_three_cards_and_ten_ducats():
    engine = deal(GAME, display_size=3, start_ducats=10)
    expect(engine, ducats=[10] * 4, deck_len=17)
    shown = 3
    while not engine.record().over:
        assert engine.record().display[3] == -1
        before = engine.record().claimed
        engine.step(engine.uniform())
        if engine.record().claimed > before and before + 1 < 20:
            shown = 3 - (before + 1) % 3 if before + 1 < 18 else 20 - before - 1
        assert sum(card >= 0 for card in engine.record().display) == (
            shown if engine.record().claimed < 20 else 0
        )
    expect(engine, claimed=20, end_reason=End.ALL_CARDS)


@pytest.mark.parametrize("seed", range(3))
def test_mut_s39_buccaneer_lite_has_neither_mutiny_nor_ransom(seed):
    engine = deal(GAME, seed=seed, preset="buccaneer_lite")
    while not engine.record().over:
        assert blocks(engine) <= {"assemble", "capture", "booty", "pass"}
        engine.step(engine.uniform())


def test_mut_s40_refusals_while_a_token_is_chosen():
    engine = act(table("[A3 B5 C? A2]", display="S07 S01"), 104)
    refuses(engine, 205, 100, 211, 212, -1)
    seen = [engine.observe(0, seat).tobytes() for seat in range(4)]
    true = engine.states[0]
    for seat in range(4):
        world = engine.sample(0, seat)
        for name in world.dtype.names:
            if name not in ("deck", "rng"):
                assert world[name].tobytes() == true[name].tobytes(), name
        assert sorted(world["deck"][0][:18]) == sorted(true["deck"][:18])
        other = engine.clone()
        other.load_state(0, world)
        assert [other.observe(0, seat).tobytes() for seat in range(4)] == seen
