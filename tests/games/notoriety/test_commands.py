"""Rounds, turns and the five Commands: NOT-4 to NOT-12."""

import pytest

from piracy_env.games.notoriety import GAME
from piracy_env.games.notoriety.state import Phase
from tests.games.notoriety.positions import deck, phase, pile, row, table, zone
from tests.scenario import act, deal, expect, labels, refuses

# --- course: NOT-4 to NOT-6 -----------------------------------------------------------------------


@pytest.mark.rule("NOT-4.2", "NOT-17.1")
@pytest.mark.parametrize(("players", "rounds"), [(2, 6), (3, 5), (4, 5)])
def test_number_of_rounds(players, rounds):
    engine = table(
        players=players, phase=Phase.RECRUIT, fields={"final_lap": 1, "round": rounds},
        row="H1 H2 H3 H5 H6",
        others={seat: {} for seat in range(1, players)},
    )  # fmt: skip
    act(engine, "done")
    expect(engine, over=1, phase=Phase.GAME_OVER, round=rounds, start_player=0)
    earlier = table(
        players=players, phase=Phase.RECRUIT, fields={"final_lap": 1, "round": rounds - 1},
        row="H1 H2 H3 H5 H6",
        others={seat: {} for seat in range(1, players)}, deck="PM",
    )  # fmt: skip
    act(earlier, "done")
    expect(earlier, over=0, round=rounds)


@pytest.mark.rule("NOT-4.3", "NOT-5.1")
def test_a_round_begins_with_five_cards_each():
    engine = deal(GAME, players=4)
    assert engine.states.cnt[0, :, 0].sum(1).tolist() == [5, 5, 5, 5]
    assert engine.states.phase[0] == Phase.PARLEY


@pytest.mark.rule("NOT-R39")
def test_a_trade_that_could_go_on_is_completed_without_a_trace():
    engine = act(table(hand="DB DB", others={1: {}}), "card DB")
    assert phase(engine) == "0 TRADE_MORE"
    done, more = (GAME.actions.id(label) for label in ("done", "card DB"))
    assert engine.describe_action(0, done, 0)
    assert engine.describe_action(0, done, 1) == "", "that there is loot left is not told"
    assert engine.describe_action(0, more, 1)
    assert engine.sample(0, 1, 5)["moves"][0] == 0, "nor do worlds count it"


@pytest.mark.rule("NOT-5.2")
def test_an_empty_ship_deck_is_reshuffled_in_the_middle_of_a_draw():
    engine = act(table(hand="H6", deck="DB", disc="PM"), "card H6")
    assert (zone(engine, 0, "hand"), deck(engine, 0), zone(engine, 0, "disc")) == ("PM DB", "", "")
    engine = act(table(hand="H6", deck="PM PM", disc="DB"), "card H6")
    assert (zone(engine, 0, "hand"), zone(engine, 0, "disc")) == ("PM PM", "DB")


@pytest.mark.rule("NOT-5.3", "NOT-R7")
def test_parley_needs_a_card_and_draws_up_to_five():
    engine = act(table(phase=Phase.PARLEY, hand="PM PM DB", deck="H1 H2 H3 H4"), "parley")
    assert labels(engine) == ["card PM", "card DB"]
    act(engine, "card DB")
    assert "done" in labels(engine)
    act(engine, "done")
    assert (zone(engine, 0, "hand"), zone(engine, 0, "disc")) == ("H1 H2 H3 PM PM", "DB")


@pytest.mark.rule("NOT-5.3")
def test_parley_with_the_whole_hand_ends_by_itself():
    engine = act(table(phase=Phase.PARLEY, hand="DB", deck="PM"), "parley", "card DB")
    assert zone(engine, 0, "hand") == "PM DB"
    assert phase(engine) == "1 PARLEY"


@pytest.mark.rule("NOT-5.4")
def test_parley_once_a_game():
    engine = table(phase=Phase.PARLEY, hand="DB", deck="PM", fields={"parley": [1, 0, 1, 0]})
    act(engine, "done")
    assert phase(engine) == "2 PARLEY", "seat 1 has turned its token before"
    act(engine, "parley", "card DB")
    expect(engine, parley=[1, 0, 0])
    assert phase(engine) == "0 COMMAND"


@pytest.mark.rule("NOT-R6")
def test_parley_is_offered_in_turn_order():
    engine = deal(GAME, start_player=1)
    order = []
    while engine.states.phase[0] == Phase.PARLEY:
        order.append(int(engine.states.seat[0]))
        act(engine, "done")
    assert order == [1, 2, 0]
    assert phase(engine) == "1 COMMAND"


@pytest.mark.rule("NOT-6.1", "NOT-6.2")
def test_turns_go_round_clockwise_until_no_card_is_left():
    engine = table(hand="PM PM", others={1: {"hand": "PM"}, 2: {"hand": "PM"}}, coins=0)
    seen = []
    while engine.states["round"][0] == 3:
        seen.append(phase(engine))
        act(
            engine,
            {"COMMAND": "brawl", "BRAWL_PICK": "row 0", "RECRUIT": "done"}[seen[-1].split()[1]],
        )
    turns = [one for one in seen if "BRAWL_PICK" not in one]
    commands = [one[0] for one in turns if "COMMAND" in one]
    assert commands == ["0", "1", "2", "0"]
    assert [one[0] for one in turns[-3:]] == ["1", "2", "0"], "the last lap"


@pytest.mark.rule("NOT-6.3", "NOT-6.4")
def test_one_command_then_one_recruit():
    engine = table(hand="PM DB", coins=9)
    refuses(engine, "done", "row 0")
    act(engine, "card DB")
    assert phase(engine) == "0 RECRUIT"
    refuses(engine, "brawl")
    act(engine, "row 1", "card PM")
    assert phase(engine) == "1 COMMAND"


@pytest.mark.rule("NOT-6.5")
def test_with_an_empty_hand_one_may_still_recruit():
    engine = table(hand="DB", others={1: {}, 2: {"hand": "DB"}})
    act(engine, "card DB", "done")
    assert phase(engine) == "1 RECRUIT"
    assert labels(engine) == ["row 0", "row 1", "row 2", "done"]


@pytest.mark.rule("NOT-6.6")
def test_the_five_commands():
    engine = table(hand="PM PM DB ruby H1")
    assert labels(engine) == ["card H1", "card ruby", "card DB", "brawl", "bury", "plunder"]


@pytest.mark.rule("NOT-6.7")
def test_everybody_gets_a_last_turn():
    engine = act(table(hand="DB", others={1: {}, 2: {}}), "card DB", "done")
    expect(engine, final_lap=3)
    act(engine, "done")
    expect(engine, final_lap=2)
    act(engine, "row 0", "row 1")
    expect(engine, final_lap=1, seat=0)


# --- Trade: NOT-7 ---------------------------------------------------------------------------------


@pytest.mark.rule("NOT-7.1", "NOT-7.2")
def test_a_trade_may_stop_early():
    engine = act(table(hand="DB DB DB diamond"), "card diamond", "card DB", "done")
    expect(engine, coins=[6])
    assert zone(engine, 0, "hand") == "DB DB"


@pytest.mark.rule("NOT-7.3", "NOT-R11")
def test_powers_follow_the_coins_in_the_order_of_play():
    engine = act(table(hand="shovel statue", disc="H1"), "card statue", "card shovel")
    expect(engine, coins=[5])
    assert phase(engine) == "0 BRAWL_PICK"
    act(engine, "row 0")
    assert phase(engine) == "0 BURY_PICK"
    engine = act(table(hand="shovel statue", disc="H1"), "card shovel", "card statue")
    assert phase(engine) == "0 BURY_PICK"


@pytest.mark.rule("NOT-7.4", "NOT-R10")
def test_traded_cards_are_discarded_last():
    engine = act(table(hand="shovel PM"), "card shovel")
    assert labels(engine) == ["card PM"], "the shovel cannot bury itself"
    act(engine, "card PM")
    assert zone(engine, 0, "disc") == "shovel"
    engine = act(table(hand="pearls", deck="PM"), "card pearls")
    assert zone(engine, 0, "hand") == "PM", "the pearls are not reshuffled by their own Lookout"


@pytest.mark.rule("NOT-7.5")
def test_coins_stay_over_the_turn():
    engine = act(table(hand="DB", others={1: {}, 2: {"hand": "DB"}}), "card DB", "done", "done")
    expect(engine, coins=[3, 2, 2])


# --- Brawl: NOT-8 ---------------------------------------------------------------------------------


@pytest.mark.rule("NOT-8.1", "NOT-8.2", "NOT-8.5")
def test_brawl():
    engine = act(table(hand="PM"), "brawl")
    assert zone(engine, 0, "disc") == ""
    assert labels(engine) == [f"row {slot}" for slot in range(5)]
    act(engine, "row 1")
    assert (row(engine), pile(engine, "pdisc")) == ("K1 A1 K3 K5 K6", {"K2"})
    assert (zone(engine, 0, "disc"), phase(engine)) == ("PM", "0 RECRUIT")


@pytest.mark.rule("NOT-8.3")
def test_brawl_with_an_empty_pirate_deck():
    engine = act(table(hand="PM", pirates=""), "brawl", "row 2")
    assert row(engine) == "K1 K2 K3 K5 K6", "the pirate thrown out is all there is to shuffle"
    engine = table(hand="PM", pirates="", pirate_discard="H1 H2 H3")
    act(engine, "brawl", "row 2")
    expect(engine, pdeck_n=3, pdisc_n=0)


@pytest.mark.rule("NOT-8.4")
def test_brawl_may_sweep():
    engine = table(hand="PM", row="HQ AQ WQ H1 H2", pirates="SQ A1 A2 A3 A4 A5")
    act(engine, "brawl", "row 3")
    assert row(engine) == "A1 A2 A3 A4 A5"
    assert pile(engine, "pdisc") == {"HQ", "AQ", "WQ", "SQ", "H1", "H2"}


# --- Bury: NOT-9 ----------------------------------------------------------------------------------


@pytest.mark.rule("NOT-9.1")
def test_any_card_of_hand_or_discard_pile_may_be_buried():
    engine = act(table(hand="PM PM DB H1", disc="ruby A2"), "bury")
    assert labels(engine) == ["card H1", "card PM", "card DB", "disc A2", "disc ruby"]


@pytest.mark.rule("NOT-9.2", "NOT-9.3", "NOT-R9")
def test_who_knows_a_buried_card():
    before = table(hand="PM H1", disc="ruby")
    features = GAME.observation.feature_names()
    own, seen = features.index("self.buried H1"), features.index("opp_2.buried ruby")
    hidden = features.index("opp_2.hand, deck or buried H1")
    count, secret = features.index("opp_2.buried"), features.index("opp_2.hidden buried")
    engine = act(before.clone(), "bury", "card H1")
    assert engine.observe(0, 0)[own] == 1
    assert engine.observe(0, 1)[[hidden, count, secret]] == pytest.approx([1, 1 / 15, 1 / 15])
    engine = act(before.clone(), "bury", "disc ruby")
    assert engine.observe(0, 1)[[seen, count, secret]] == pytest.approx([1, 1 / 15, 0])


@pytest.mark.rule("NOT-9.4")
def test_the_powder_monkey_is_discarded_last():
    engine = act(table(hand="PM DB"), "bury")
    assert zone(engine, 0, "disc") == ""
    act(engine, "card DB")
    assert zone(engine, 0, "disc") == "PM"


# --- Plunder: NOT-10 ------------------------------------------------------------------------------


@pytest.mark.rule("NOT-10.1")
def test_plunder_takes_two_powder_monkeys():
    assert "plunder" not in labels(table(hand="PM DB"))
    engine = act(table(hand="PM PM PM"), "plunder")
    assert zone(engine, 0, "hand") == "PM"
    assert GAME.observation.size == len(engine.observe(0, 2))
    revealed = GAME.observation.feature_names().index("pending.revealed ruby")
    assert engine.observe(0, 2)[revealed] == 1


@pytest.mark.rule("NOT-10.4", "NOT-R35")
def test_a_kept_treasure_lies_on_the_open_discard_pile():
    engine = act(table(hand="PM PM", treasures="cutlass"), "plunder", "keep")
    assert phase(engine) == "0 RECRUIT", "its Attack does not work now"
    seen = GAME.observation.feature_names().index("opp_1.discard cutlass")
    assert engine.observe(0, 2)[seen] == 1


@pytest.mark.rule("NOT-10.5")
def test_the_treasure_discard_is_shuffled_only_when_the_deck_is_empty():
    engine = act(table(hand="PM PM", treasures="potato", treasure_discard="ruby"), "plunder")
    expect(engine, tdeck_n=0, tdisc_n=1)
    act(engine, "sell")
    assert pile(engine, "tdisc") == {"ruby", "potato"}


@pytest.mark.rule("NOT-10.6", "NOT-R12")
def test_white_trade_is_an_icon_too():
    for name, choices in (
        ("goblets", ["sell", "keep"]),
        ("map", ["sell", "keep"]),
        ("silk", ["sell"]),
    ):
        assert labels(act(table(hand="PM PM", treasures=name), "plunder")) == choices


@pytest.mark.rule("NOT-10.7")
def test_a_banner_gives_no_coins():
    engine = act(table(hand="jewels"), "card jewels")
    expect(engine, coins=[5])  # three by trade, though its banner says six


# --- Board: NOT-11 --------------------------------------------------------------------------------


@pytest.mark.rule("NOT-11.1", "NOT-11.4")
def test_a_boarded_pirate_stays_in_the_ship_area():
    engine = act(table(hand="A4 PM"), "card A4")
    expect(engine, coins=[4])
    act(engine, "done")
    assert zone(engine, 0, "ship") == "A4"
    assert zone(engine, 0, "disc") == ""


@pytest.mark.rule("NOT-11.2")
def test_all_powers_joined_by_plus_from_left_to_right():
    engine = act(table(hand="S3 PM"), "card S3")
    expect(engine, coins=[2])
    act(engine, "card PM")
    expect(engine, coins=[3])


@pytest.mark.rule("NOT-R13")
def test_an_idle_side_of_a_slash_may_be_chosen():
    engine = act(table(hand="HQ"), "card HQ")
    assert labels(engine) == ["left power", "right power"]
    assert phase(act(engine, "right power")) == "0 RECRUIT"


# --- Recruit: NOT-12 ------------------------------------------------------------------------------


@pytest.mark.rule("NOT-12.1", "NOT-12.3")
def test_a_recruit_costs_its_coins():
    engine = act(table(phase=Phase.RECRUIT, coins=[5, 0, 0], row="K1 H3 K3 K5 K6"), "row 1")
    expect(engine, coins=[4, 0, 0], recruits=[1])  # two to pay, one by its power
    assert zone(engine, 0, "newrec") == "H3"
    poor = table(phase=Phase.RECRUIT, coins=[1, 9, 9], row="H3 A1 K3 K5 K6")
    assert labels(poor) == ["done"], "the power does not pay for the pirate itself"


@pytest.mark.rule("NOT-12.2")
def test_one_recruit_a_turn_and_three_a_round():
    engine = table(phase=Phase.RECRUIT, coins=[9, 0, 0], newrec="H1 H2")
    act(engine, "row 2", "target 1", "card DB")
    assert phase(engine)[0] != "0"
    expect(engine, recruits=[3])
    full = table(phase=Phase.RECRUIT, coins=[9, 0, 0], newrec="H1 H2 H3")
    assert labels(full) == ["done"]


@pytest.mark.rule("NOT-12.4", "NOT-R30")
def test_a_recruits_power_works_at_once():
    engine = table(phase=Phase.RECRUIT, coins=[9, 0, 0], row="H6 K2 K3 K5 K6", deck="PM DB")
    act(engine, "row 0")
    assert zone(engine, 0, "hand") == "PM DB"
    assert phase(engine) == "1 COMMAND", "what was drawn is played from the next turn on"


@pytest.mark.rule("NOT-12.5", "NOT-R17")
def test_the_row_is_refilled_as_far_as_there_are_pirates():
    engine = act(
        table(phase=Phase.RECRUIT, coins=[9, 0, 0], row="H3 K2 K3 K5 K6", pirates=""), "row 0"
    )
    assert row(engine) == "- K2 K3 K5 K6"
    assert "row 0" not in labels(engine)


@pytest.mark.rule("NOT-12.6", "NOT-R18")
def test_sweeps_are_repeated():
    engine = table(
        phase=Phase.RECRUIT, coins=[9, 0, 0], row="HQ AQ WQ H3 H1",
        pirates="SQ HC AC WC SC KQ A1 A2 A3 A4 A5",
    )  # fmt: skip
    act(engine, "row 3")
    assert row(engine) == "A1 A2 A3 A4 A5"
    assert len(pile(engine, "pdisc")) == 10


@pytest.mark.rule("NOT-R18")
def test_parrots_are_no_officers():
    engine = table(phase=Phase.RECRUIT, coins=[9, 0, 0], row="HQ AQ WQ H3 HP", pirates="AP")
    act(engine, "row 3")
    assert row(engine) == "HQ AQ WQ AP HP"


@pytest.mark.rule("NOT-R18")
def test_sweeps_end_when_there_are_only_officers():
    engine = table(phase=Phase.RECRUIT, coins=[9, 0, 0], row="HQ AQ WQ H3 H1", pirates="SQ")
    act(engine, "row 3")
    expect(engine, pdeck_n=0, pdisc_n=0)
    assert sorted(row(engine).split()) == ["AQ", "H1", "HQ", "SQ", "WQ"]
