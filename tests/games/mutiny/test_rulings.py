"""What the rules leave open: MUT-R."""

import pytest

from piracy_env.games.mutiny import GAME
from piracy_env.games.mutiny.state import End, Phase, Place
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
from tests.scenario import act, deal, expect, labels, position

DEAD = "[A2 B2 C2 A3 B3] [B4 A4 C3 B5 A5] [C4 A? B? C5 C?]"
OBS = GAME.observation.slices


@pytest.mark.rule("MUT-R1")
def test_everybody_sees_everything_but_the_order_of_the_deck():
    engine = table(
        "[A2 B5 C?]",
        display="S01 S02",
        deck="S03 S04 S05",
        ducats="1 2 3 4",
        kept={"B": "R01"},
        tokens={"C": "rum"},
    )
    for seat in range(4):
        words = engine.describe(0, seat)
        assert "[A2 B5 C?]" in words
        assert "R01" in words
        assert "1 rum" in words
        assert "Discarded: S06 S07" in words
    other = position(GAME, {}, players=4)
    swapped = engine.states[0:1].copy()
    swapped["deck"][0, :3] = swapped["deck"][0, [2, 0, 1]]
    other.load_state(0, swapped)
    for seat in range(4):
        assert (engine.observe(0, seat) == other.observe(0, seat)).all()
        assert engine.describe(0, seat) == other.describe(0, seat)


@pytest.mark.rule("MUT-R2")
@pytest.mark.parametrize("seed", range(3))
def test_passing_is_legal_only_alone(seed):
    engine = deal(GAME, seed=seed, players=3)
    while not engine.record().over:
        assert "pass" not in labels(engine) or len(engine.legal()) == 1
        engine.step(engine.uniform())


@pytest.mark.rule("MUT-R3")
def test_who_has_stacks_but_can_do_nothing_passes():
    engine = table("[A2 C2] [B2 C3 B3 C4 B4 C5 B5 C? B?]", display="S12 S13", players=3)
    assert labels(engine) == ["pass"]
    assert active(act(engine, "pass")) == "B"


@pytest.mark.rule("MUT-R4")
def test_a_dead_position_sends_all_pirates_home_or_ends_the_game():
    dead = {"display": "S12 S13 M01", "players": 3}
    engine = act(table(DEAD, **dead), "pass", "pass")
    expect(engine, passes=2)
    act(engine, "pass")
    assert (layout(engine), active(engine)) == ("", "A")
    expect(engine, phase=Phase.TURN, disbands=1, passes=0)
    over = act(table(DEAD, deadlock_rule="end", **dead), "pass", "pass", "pass")
    expect(over, phase=Phase.OVER, end_reason=End.DEAD_POSITION, disbands=0)


@pytest.mark.rule("MUT-R4")
def test_passes_must_be_in_a_row():
    engine = table(DEAD, display="S12 S13 M01", players=3, fields={"passes": 1})
    act(engine, "pass")
    expect(engine, passes=2)
    free = table(fields={"passes": 2})
    expect(act(free, "assemble 2 onto 2 of left 1"), passes=0)


@pytest.mark.rule("MUT-R5")
def test_the_turn_limit_ends_and_scores_the_game():
    engine = table(fields={"turns": 498}, max_turns=500, ducats="1 2 3 4")
    act(engine, "assemble 2 onto 2 of left 1")
    expect(engine, phase=Phase.TURN, turns=499)
    act(engine, "assemble 3 onto 2 of left 1")
    expect(engine, phase=Phase.OVER, end_reason=End.TURN_LIMIT, final_score=[1, 2, 3, 4])


@pytest.mark.rule("MUT-R5")
def test_the_default_limit_and_the_longest_game():
    options = GAME.choose()
    assert options.stored["max_turns"] == 500
    assert GAME.longest(options) == 1000


@pytest.mark.rule("MUT-R6")
def test_the_mutineer_chooses_among_the_cards_within_reach():
    engine = table("[B4 A3 C5 D2]", display="S06 S13 S01 R02")
    slots = [label[-1] for label in labels(engine, "mutiny")]
    assert slots == ["0", "2", "3"]


@pytest.mark.rule("MUT-R8")
def test_the_uppermost_own_pirate_rises():
    engine = table("[B4 C5 A3 A5]", display="S06 S13")
    assert len(labels(engine, "mutiny")) == 1
    assert layout(act(engine, "mutiny against 4 of left 1 for slot 0")) == "[A3 B4 C5 A5]"


@pytest.mark.rule("MUT-R9")
def test_the_same_party_must_hold_an_own_pirate_and_be_strong():
    assert labels(table("[B4 C5 D2 C3] [B5 A3]", display="S06 S13"), "mutiny") == []


@pytest.mark.rule("MUT-R10")
def test_in_a_mutiny_own_pirates_earn_nothing_and_the_deposed_captain_double():
    engine = table("[B4 A3 A5]", display="S03 S13", ducats="0 0 0 0")
    act(engine, "mutiny against 4 of left 1 for slot 0", "take rum")
    assert ducats(engine) == "0 8 0 0"
    assert owned(engine, "A") == "S03"


@pytest.mark.rule("MUT-R11")
def test_captain_and_mate_of_one_colour_take_both_tokens():
    engine = act(table("[A5 A3 C2]", display="S03 S13"), "capture slot 0 with 5", "take rum")
    assert booty(engine, "A") == "saber rum"


@pytest.mark.rule("MUT-R12")
def test_a_party_of_one_is_a_single():
    engine = table("[B5 A4] [C3 A2 A3] [D3 A5 A?]", display="S01", ducats="5 5 5 5")
    act(engine, "ransom 4", "assemble 4 onto 2 of left 1")
    assert active(engine) == "B"
    assert not [label for label in labels(engine, "capture") if label.endswith("5")]


@pytest.mark.rule("MUT-R13")
def test_a_party_of_one_colour_boards_without_wages():
    engine = act(table("[A5 A3 A4]", display="R02 S13", ducats="0 5 5 5"), "capture slot 0 with 5")
    assert ducats(engine) == "9 5 5 5"
    assert owned(engine, "A") == "R02"


@pytest.mark.rule("MUT-R14", "MUT-R15", "MUT-R16")
def test_a_lost_card_leaves_tokens_and_wages_and_counts_as_boarded():
    engine = table("[A2 B5 C5 D5]", display="S03", deck="S01 S02", ducats="0 0 0 0")
    act(engine, "capture slot 0 with 2", "take rum")
    assert place_of(engine, "S03") == Place.DISCARDED
    assert (booty(engine, "A"), booty(engine, "B")) == ("rum", "saber")
    assert ducats(engine) == "0 5 5 5"
    assert face_up(engine) == "S01 S02 - -"
    expect(engine, claimed=18)


@pytest.mark.rule("MUT-R16")
def test_mutiny_and_capture_lose_cards_to_the_same_place():
    engine = table("[B4 A3 C5 D2]", display="S06 S13")
    act(engine, "mutiny against 4 of left 1 for slot 0", "take chest")
    assert place_of(engine, "S06") == Place.DISCARDED


@pytest.mark.rule("MUT-R17")
def test_short_of_money_all_earn_in_full():
    engine = table("[A2 B5 C5 D5 B4]", display="S03 S13", ducats="0 0 0 0")
    act(engine, "capture slot 0 with 2", "take rum")
    assert ducats(engine) == "0 9 5 5"


@pytest.mark.rule("MUT-R18")
def test_paying_the_last_ducat_is_paying_in_full():
    engine = table("[A2 B5 C5 D3]", display="S06 S13", ducats="0 5 5 5")
    act(engine, "capture slot 0 with 2", "take chest")
    assert ducats(engine).split()[0] == "0"
    assert owned(engine, "A") == "S06"


@pytest.mark.rule("MUT-R19")
def test_a_ransomed_pirate_may_return_to_the_party_it_left():
    nine = "[B5 A4 C2 D2 A3 C3 D3 A5 C4] [C5 A2 A?]"
    engine = act(table(nine, display="S13"), "ransom 3")
    assert "assemble 3 onto 5 of left 1" in labels(engine)
    act(engine, "assemble 3 onto 5 of left 1")
    assert "[A3 B5 A4 C2 D2 C3 D3 A5 C4]" in layout(engine)


@pytest.mark.rule("MUT-R20")
@pytest.mark.parametrize("rest", ["", " [C3 A2 A4 A5 A?]"])
def test_mutiny_with_stacks_or_without(rest):
    engine = table("[B4 A3 C5 D2]" + rest, display="S06 S13")
    assert "mutiny against 4 of left 1 for slot 0" in labels(engine)


@pytest.mark.rule("MUT-R21")
def test_more_than_four_anchors_count_as_four():
    kept = {"A": "S02 R01 R02 R03 R04 R05 R06"}
    assert ended(ducats="0 0 0 0", kept=kept, tokens={"A": "anchor"}).outcome()[0][0] == 15


@pytest.mark.rule("MUT-R22")
def test_no_cap_on_wheels_by_default():
    ships = " ".join(f"S{number:02}" for number in range(1, 14))
    engine = ended(ducats="0 0 0 0", kept={"A": ships})
    assert engine.outcome()[0][0] == 20 * 2
    capped = ended(ducats="0 0 0 0", kept={"A": ships}, wheel_cap=8)
    assert capped.outcome()[0][0] == 8 * 2


@pytest.mark.rule("MUT-R23")
def test_none_is_never_the_most():
    assert ended(ducats="0 0 0 0", kept={"A": "S04"}).outcome()[0] == [2 * 2, 0, 0, 0]


@pytest.mark.rule("MUT-R24")
def test_a_lost_sea_monster_saves_nobody():
    engine = table("[A2 B5 C5 D5 B? C4]", display="M01", deck="", ducats="0 0 0 0", spot="A")
    act(engine, "capture slot 0 with 2")
    assert owned(engine, "A") == "M01"
    assert engine.outcome()[0][0] == 2 + 4  # one wheel with one anchor, and no penalty
    poor = table("[A2 B5 C5 D5 B? C4 D4]", display="M01", deck="", ducats="0 0 0 0", spot="A")
    act(poor, "capture slot 0 with 2")
    assert place_of(poor, "M01") == Place.DISCARDED
    assert poor.outcome()[0][0] == 0  # the wheel's 4 go to the supply


@pytest.mark.rule("MUT-R25")
@pytest.mark.parametrize(("purse", "left"), [(4, 0), (10, 0), (11, 1)])
def test_nobody_pays_more_for_the_spot_than_there_is(purse, left):
    assert ended(ducats=f"{purse} 5 5 5", spot="A").outcome()[0][0] == left


@pytest.mark.rule("MUT-R26")
def test_the_sea_monster_has_neither_wheels_nor_anchors():
    monster = GAME.tables.load().t.cards[19]
    assert (monster.wheels, monster.anchors) == (0, 0)
    odd = {
        "cards": {
            "M01": {"wheels": 2, "anchors": 2},
            "R01": {"wheels": 3},
            "S01": {"anchors": 1},
        }
    }
    with pytest.warns(match="count on"):
        engine = ended(ducats="0 0 0 0", kept={"A": "M01 R01 S01"}, tables=odd)
    assert engine.outcome()[0][0] == 4  # S01's one wheel, R01's one anchor


@pytest.mark.rule("MUT-R27")
def test_ties_for_any_place_go_to_the_higher_card_of_any_type():
    engine = ended(ducats="40 20 20 20", kept={"B": "R03", "C": "R02"})
    assert engine.outcome()[:2] == ([40, 20, 20, 20], [1, 2, 3, 4])
    engine = ended(ducats="40 20 20 20", kept={"C": "M01"})
    assert engine.outcome()[1] == [1, 3, 2, 3]
    engine = ended(ducats="40 20 20 20", kept={"B": "R04 R05", "C": "M01"})
    assert engine.outcome()[1] == [1, 3, 2, 4]  # 24 on one card beats 15 + 18


@pytest.mark.rule("MUT-R28")
def test_the_refill_comes_before_the_next_turn_from_slot_0_on():
    engine = table("[A4 B2] [B5 C2]", display="S01", deck="S02 R01 S03 S04 S05")
    act(engine, "capture slot 0 with 4")
    assert (active(engine), face_up(engine)) == ("B", "S02 R01 S03 S04")
    assert len(labels(engine, "capture")) == 2


@pytest.mark.rule("MUT-R29")
@pytest.mark.filterwarnings("ignore::piracy_env.errors.TableWarning")
def test_two_equal_icons_leave_no_choice():
    twice = {"cards": {"S03": {"booty": ["rum", "rum"]}, "S02": {"booty": ["saber"]}}}
    engine = table("[A2 B2 C2]", display="S03 S13", tables=twice)
    act(engine, "capture slot 0 with 2")
    assert (booty(engine, "A"), booty(engine, "B")) == ("rum", "rum")


@pytest.mark.rule("MUT-R30")
def test_the_sea_monster_taken_by_mutiny():
    engine = table("[B4 A3 C5 D2 C2 D?]", display="M01 S13", ducats="20 0 0 0")
    act(engine, "mutiny against 4 of left 1 for slot 0")
    assert (booty(engine, "A"), booty(engine, "B")) == ("wheel anchor", "")
    assert ducats(engine) == "12 8 14 10"  # 44 - 2 x (4 + 5 + 2 + 2 + 3)
    assert spot(engine) == "B"


@pytest.mark.rule("MUT-R31")
def test_all_cards_go_before_the_turn_limit():
    engine = table("[A4 B2]", display="S02", deck="", fields={"turns": 49}, max_turns=50)
    act(engine, "capture slot 0 with 4")
    expect(engine, end_reason=End.ALL_CARDS, turns=50, passes=0)


@pytest.mark.rule("MUT-R31")
@pytest.mark.parametrize(
    ("rule", "reason", "disbands"),
    [("end", End.DEAD_POSITION, 0), ("disband", End.TURN_LIMIT, 1)],
)
def test_a_dead_position_goes_before_the_turn_limit(rule, reason, disbands):
    last = {"turns": 49, "passes": 2}
    engine = table(
        DEAD, display="S12 S13 M01", players=3, fields=last, max_turns=50, deadlock_rule=rule
    )
    act(engine, "pass")
    expect(engine, end_reason=reason, turns=50, passes=0, disbands=disbands, phase=Phase.OVER)


@pytest.mark.rule("MUT-R32")
@pytest.mark.parametrize("number", [1, 2, 5])
def test_the_printed_amount_is_gained_once(number):
    tokens = {"A": " ".join(["chest"] * number)}
    assert ended(ducats="0 0 0 0", tokens=tokens).outcome()[0][0] == 15
