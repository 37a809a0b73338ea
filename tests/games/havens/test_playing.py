"""Playing cards, and the windows for Instants: HAV-9, HAV-R26, HAV-R31, HAV-R39."""

import numpy as np
import pytest

from piracy_env.core.record import Record
from piracy_env.core.replay import Replay
from piracy_env.games.havens import GAME
from piracy_env.games.havens.state import NONE, Decision, Phase
from tests.games.havens.positions import (
    asked,
    cards,
    discards,
    hand,
    is_legal,
    money,
    ship,
    table,
    totals,
)
from tests.scenario import act, expect, labels

OWN, RIVAL = "9 34 46 57; 69; 4", "10 33 47 58; 66; 5"
SHIPS = {"0.0": OWN, "1.0": RIVAL}
EVERY_CARD = " ".join(str(card) for card in range(76, 102))


@pytest.mark.rule("HAV-9.1", "HAV-9.2")
@pytest.mark.parametrize(
    ("phase", "decision", "legal"),
    [
        (Phase.DRAW, Decision.DRAW, []),
        (Phase.ACTION, Decision.ACTION, [76, 77, 78, 79, 80, 82, 83, 101]),
        (Phase.REFILL, Decision.REFILL, []),
    ],
)
def test_which_cards_are_played_in_which_phase(phase, decision, legal):
    playable = []
    for card in range(76, 102):
        engine = table(SHIPS, hand=str(card), supply=20, phase=phase, decision=decision)
        if card in cards(engine):
            playable.append(card)
    assert playable == legal


@pytest.mark.rule("HAV-9.1")
def test_nobody_plays_wild_or_history_cards_in_a_rivals_turn():
    """Seat 1 holds them all, and is asked for none but Instants."""
    held = "76 78 82 84 86 87 89 90"
    engine = table(SHIPS, hands={1: held}, rows={0: "13"}, hand="82", dice="1 1 6 6 6 6 6 6 6")
    act(engine, "card 82", "target 1 0")
    assert asked(engine) == "1 DAMAGE"
    act(engine, "lose_guns", "attempt 0 0")
    assert asked(engine).startswith("0 ")
    assert hand(engine, 1) == held


@pytest.mark.rule("HAV-9.3")
@pytest.mark.parametrize("card", [76, 77, 78, 79, 80, 82, 83])
def test_wild_cards_cost_their_price(card):
    cost = GAME.tables.load().t.cards[card].cost
    target = "slot 0" if card < 78 else "target 1 0"
    engine = act(table(SHIPS, hand=str(card), unspent=cost), f"card {card}")
    assert money(engine) == (10, cost), "it is paid when it is played"
    act(engine, target)
    assert money(engine) == (10, 0)
    assert cards(table(SHIPS, hand=str(card), unspent=cost - 1)) == []


@pytest.mark.rule("HAV-9.4", "HAV-9.5")
def test_additions_count_for_one_roll_only():
    engine = table(
        {"0.0": OWN}, rows={0: "13"}, hand="87 88", dice="1 " * 9 + "2 " * 5 + "3 " + "1 " * 13
    )
    act(engine, "attempt 0 0", "card 88")
    assert asked(engine) == "0 WINDOW_ROLL"
    act(engine, "card 87")
    assert totals(engine) == [13, 13]
    act(engine, "fight_on")
    assert totals(engine) == [7, 6], "the next roll is a plain one"


@pytest.mark.rule("HAV-9.8")
def test_a_negated_card_has_no_effect_and_its_cost_stays_spent():
    engine = table(SHIPS, hand="82 1", hands={1: "92"}, dice="1")
    act(engine, "card 82", "target 1 0", "card 92")
    assert money(engine) == (10, 6)
    assert discards(engine) == "82 92"
    assert ship(engine, "1.0") == RIVAL
    expect(engine, script_n=1)


@pytest.mark.rule("HAV-9.8", "HAV-R31")
def test_negations_of_negations():
    engine = table(SHIPS, hand="82 93", hands={1: "92 92 93"}, dice="1")
    act(engine, "card 82", "target 1 0", "card 92")
    assert asked(engine) == "0 WINDOW_CARD"
    act(engine, "card 93")
    assert (asked(engine), labels(engine)) == ("1 WINDOW_CARD", ["card 93", "pass"])
    act(engine, "pass")
    assert asked(engine) == "1 WINDOW_CARD", "the first negation fell; another may follow"
    assert labels(engine) == ["card 92", "card 93", "pass"]
    act(engine, "card 92")
    assert asked(engine) == "0 ACTION"
    assert discards(engine) == "82 92 92 93"
    expect(engine, script_n=1, limbo_n=0, sp=1)


@pytest.mark.rule("HAV-10.15", "HAV-9.8")
def test_the_negation_of_a_negation_can_be_negated():
    engine = table(SHIPS, hand="82 93", hands={1: "92 93"}, dice="1 1")
    act(engine, "card 82", "target 1 0", "card 92", "card 93", "card 93")
    assert asked(engine) == "0 ACTION"
    assert discards(engine) == "82 92 93 93"
    assert ship(engine, "1.0") == RIVAL


@pytest.mark.rule("HAV-10.15")
@pytest.mark.parametrize(("card", "eligible"), [(82, [92, 93]), (90, [92, 93]), (101, [93])])
def test_what_negates_what(card, eligible):
    ships = {"0.0": "9 34 - -; 28; 0", "1.0": RIVAL}
    engine = table(ships, hand=str(card), hands={1: "92 93"}, dice="1 1 1")
    act(engine, f"card {card}", *{82: ["target 1 0"], 90: ["slot 0"], 101: []}[card])
    assert asked(engine) == "1 WINDOW_CARD"
    assert cards(engine) == eligible


@pytest.mark.rule("HAV-10.15", "HAV-R31")
def test_who_may_negate_in_which_order():
    engine = table(SHIPS, players=4, hand="82", hands={1: "92", 2: "93", 3: "92"}, dice="6")
    act(engine, "card 82", "target 1 0")
    for seat in (1, 2, 3):
        assert asked(engine) == f"{seat} WINDOW_CARD"
        act(engine, "pass")
    assert asked(engine) == "0 ACTION"
    assert [hand(engine, seat) for seat in (1, 2, 3)] == ["92", "93", "92"]


@pytest.mark.rule("HAV-9.2")
def test_additions_of_a_battle_are_asked_of_both_owners():
    ships = {"0.0": "23 45 51 61; 65; 2", "1.0": "10 33 46 57; 66; 0"}
    every, dice = "87 88 89 94 95 97 98", "1 " * 6 + "6 " * 8
    engine = table(ships, players=3, hand=every, hands={1: "89 94 95", 2: "96"}, dice=dice)
    act(engine, "move 0", "hex 65", "target 1 0")
    assert asked(engine) == "0 WINDOW_ROLL"
    assert cards(engine) == [89, 94, 95]
    act(engine, "card 89", "card 94", "pass")
    bt = engine.record().bt
    assert [*bt.pips, *bt.dice] == [8, 0, 0, 0]
    assert asked(engine) == "1 WINDOW_ROLL"
    assert cards(engine) == [94, 95]
    act(engine, "card 95", "card 94")
    assert (totals(engine), asked(engine)) == ([13, 52], "1 PRESS"), "seat 2 was not asked"


@pytest.mark.rule("HAV-9.2", "HAV-10.17")
def test_additions_of_an_attack_are_asked_clockwise():
    every = "87 88 89 94 95 96 97 98"
    hands = {1: every.replace(" 96", ""), 2: "96", 0: every}
    engine = table({"1.0": OWN}, players=3, turn=1, rows={1: "13"}, hands=hands)
    act(engine, "attempt 0 0")
    assert (asked(engine), cards(engine)) == ("1 WINDOW_ROLL", [87, 88, 97])
    act(engine, "pass")
    assert (asked(engine), cards(engine)) == ("2 WINDOW_ROLL", [96])
    act(engine, "card 96")
    assert (asked(engine), cards(engine)) == ("0 WINDOW_ROLL", [96])


@pytest.mark.rule("HAV-9.2", "HAV-10.20")
def test_every_rival_may_call_contrary_winds():
    engine = table({"0.0": OWN}, players=3, hands={1: "99", 2: "99"}, hand="93", dice="6")
    act(engine, "move 0")
    assert (asked(engine), cards(engine)) == ("1 WINDOW_MOVE", [99])
    act(engine, "card 99")
    assert asked(engine) == "0 WINDOW_CARD"
    act(engine, "pass")
    assert asked(engine) == "2 WINDOW_MOVE"
    act(engine, "card 99", "card 93")
    assert asked(engine) == "0 DEST"
    assert engine.record().mv.winds == 1


@pytest.mark.rule("HAV-9.9", "HAV-R25")
def test_at_most_two_wild_cards_on_a_vessel_at_sea():
    two = "; wild 76 1; wild 79 1", "; wild 77 1; wild 78 1"
    ships = {"0.0": OWN + two[0], "0.1": "8 32 - -; port", "1.0": RIVAL + two[1]}
    engine = table(ships, hand="76 77 78 79 80 82 83", supply=20)
    assert cards(engine) == [80, 82, 83]
    ships = {"0.0": OWN + "; wild 76 1", "0.1": "8 32 - -; port", "1.0": RIVAL + "; wild 78 1"}
    engine = table(ships, hand="76 77 78 79", supply=20)
    assert cards(engine) == [76, 77, 78, 79]
    assert labels(act(engine, "card 77")) == ["slot 0"]
    act(engine, "slot 0")
    assert engine.states.wild[0, 0, 0].tolist() == [76, 77]


@pytest.mark.rule("HAV-9.9")
def test_wild_cards_go_with_their_vessel():
    engine = table({"0.0": OWN + "; wild 76 1; wild 79 2"})
    act(engine, "burn_vessel 0")
    assert discards(engine) == "9 34 57 46 79 76"


@pytest.mark.rule("HAV-9.10")
def test_a_wild_card_lasts_upkeeps_of_the_vessels_owner():
    engine = table({"0.0": OWN + "; wild 76 2", "1.0": RIVAL + "; wild 79 2"}, hand="1")
    act(engine, "pass")
    assert engine.states.wild_ttl[0, :2, 0, 0].tolist() == [1, 2]


@pytest.mark.rule("HAV-9.11")
@pytest.mark.parametrize("card", [78, 79, 80, 82])
@pytest.mark.parametrize("die", range(1, 7))
def test_saving_rolls(card, die):
    save = GAME.tables.load().t.cards[card].save
    engine = table(SHIPS, hand=str(card), dice=str(die))
    act(engine, f"card {card}", "target 1 0")
    saved = ship(engine, "1.0") == RIVAL and engine.states.wild[0, 1, 0, 0] == NONE
    saved &= asked(engine) == "0 ACTION"
    assert saved == (die >= save)
    if saved:
        assert discards(engine) == str(card)


@pytest.mark.rule("HAV-9.7", "HAV-2.21")
def test_cards_played_between_turns_go_beneath_the_top_card():
    engine = table(players=3, hand="57 93", hands={1: "101 1", 2: "101 93"}, draw="2 3 4 5")
    act(engine, "pass", "card 57", "pass", *["draw_pile"] * 7, "card 101")
    assert asked(engine) == "2 WINDOW_CARD"
    act(engine, "card 93")
    assert asked(engine) == "0 WINDOW_CARD"
    act(engine, "pass")
    assert discards(engine) == "57 101 93"
    act(engine, "card 101", "pass")
    assert discards(engine) == "57 101 101 93"
    assert asked(engine) == "1 DRAW"


# --- What nobody may learn (HAV-R26) --------------------------------------------------------------

OPENINGS = {
    "roll": ({"0.0": OWN}, {"rows": {0: "13"}, "dice": "6 " * 7 + "1 " * 6}, 96, ["attempt 0 0"]),
    "move": ({"0.0": OWN}, {"dice": "3"}, 99, ["move 0"]),
    "declared": (
        {"0.0": "23 45 - -; 65; 0", "1.0": RIVAL},
        {"dice": "1 6 6 1 1 1 1 1 1 1 1 1"},
        100,
        ["move 0", "hex 65", "target 1 0"],
    ),
    "card": (SHIPS, {"hand": "82", "dice": "6"}, 92, ["card 82", "target 1 0"]),
    "save": (SHIPS, {"hand": "82", "dice": "6"}, 98, ["card 82", "target 1 0"]),
    "combat": (
        {"0.0": "23 45 - -; 65; 0", "1.0": RIVAL.replace("; 5", "; 0")},
        {"dice": "1 6 6 1 1 1 1 1 1 1 1 1"},
        94,
        ["move 0", "hex 65", "target 1 0"],
    ),
    "between": (
        {},
        {"hand": "57", "unspent": 0, "draw": "34 34 33 33 32 32 46 46"},
        101,
        ["pass", "card 57", *["draw_pile"] * 8],
    ),
}


@pytest.mark.rule("HAV-R26")
@pytest.mark.parametrize("window", OPENINGS)
def test_a_window_that_is_declined_leaves_no_trace(window):
    """Seat 1 holds an Instant and passes, or holds another card and is not asked."""
    ships, more, instant, opening = OPENINGS[window]
    hands = {"between": ["101 2", "1 2"]}.get(window, [str(instant), "1"])
    states = []
    for held in hands:
        recorded = {"record": True}
        engine = table(ships, players=3, hands={1: held}, options=recorded, **more)
        for label in opening:
            act(engine, label)
        waits = asked(engine).startswith("1 ") and "WINDOW" in asked(engine)
        assert waits == (held == hands[0])
        if waits:
            for seat in (0, 2):
                assert engine.describe_action(0, GAME.actions.spans.pass_.start, seat) == ""
            act(engine, "pass")
        states.append(engine)
    asked_engine, other = states
    stories = [[Replay.of(engine).view(seat) for seat in range(3)] for engine in states]
    for seat in (0, 2):
        assert stories[0][seat].text() == stories[1][seat].text()
        assert stories[0][seat].json() == stories[1][seat].json()
        counts = [engine.sample(0, seat, 1)["moves"][0] for engine in states]
        assert counts[0] == counts[1], "worlds do not count it either"
    assert len(stories[0][1].turns) == len(stories[1][1].turns) + 1
    for seat in (0, 2):
        assert np.array_equal(asked_engine.observe(0, seat), other.observe(0, seat))
        assert asked_engine.describe(0, seat) == other.describe(0, seat)
        assert asked_engine.render(0, seat) == other.render(0, seat)
        assert np.array_equal(asked_engine.mask(0, seat), other.mask(0, seat))
    for name in GAME.dtype.names:
        if name not in ("moves", "hand", "draw"):
            mine, its = asked_engine.states[name], other.states[name]
            assert mine.tobytes() == its.tobytes(), name


@pytest.mark.rule("HAV-R26")
@pytest.mark.parametrize("window", ["roll", "move", "card", "between"])
def test_bystanders_do_not_see_who_is_asked(window):
    """In a window the others see the same whoever it is that decides, and no decision at all."""
    ships, more, instant, opening = OPENINGS[window]
    hands = [{1: f"{instant} 1", 2: "2 3"}, {1: "2 1", 2: f"{instant} 3"}]
    seen = []
    for held in hands:
        engine = table(ships, players=4, hands=held, **more)
        for label in opening:
            act(engine, label)
        assert "WINDOW" in asked(engine)
        seen.append((engine.observe(0, 0), engine.observe(0, 3), engine.describe(0, 3)))
        kinds = slice(GAME.observation.slices.pending.start, None)
        for seat in (0, 3):
            assert not engine.observe(0, seat)[kinds][: len(Decision)].any()
    assert np.array_equal(seen[0][0], seen[1][0])
    assert np.array_equal(seen[0][1], seen[1][1])
    assert seen[0][2] == seen[1][2]


@pytest.mark.rule("HAV-R39")
@pytest.mark.parametrize("card", [12, 76, 82, 90])
def test_a_chosen_card_lies_face_up_until_its_place_is_chosen(card):
    engine = table({"0.0": "9 34 - -; 28; 0", "1.0": RIVAL}, hand=str(card))
    act(engine, f"card {card}")
    s = engine.record()
    assert (s.limbo_n, s.limbo[0], s.limbo_by[0]) == (1, card, 0)
    assert hand(engine) == ""
    assert not is_legal(engine, "pass"), "it cannot be taken back"
    world = Record(engine.sample(0, 1, 3)[0])
    assert world.limbo[0] == card
