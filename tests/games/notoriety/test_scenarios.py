"""The scenarios S16 to S40: short plays from given tables. S01 to S15 are in `test_parties.py`."""

import random

import pytest

from piracy_env.errors import OptionError
from piracy_env.games.notoriety import GAME
from piracy_env.games.notoriety.state import KRAKEN, RANKS, Phase, Zone
from piracy_env.games.notoriety.tables import CARD_KEYS
from tests.games.notoriety.positions import deck, ids, phase, pile, row, table, zone
from tests.scenario import act, deal, expect, labels, refuses

IDLE = {1: {"hand": ""}, 2: {"hand": ""}}


@pytest.mark.parametrize(
    ("players", "pirates", "monkeys", "rounds"), [(2, 40, 6, 6), (3, 50, 6, 5), (4, 50, 4, 5)]
)
def test_s16_setup(players, pirates, monkeys, rounds):
    engine = deal(GAME, players=players)
    s = engine.record()
    assert s.pdeck_n + 5 + s.pdisc_n == pirates
    everywhere = {*list(s.pdeck)[: s.pdeck_n], *list(s.row), *list(s.pdisc)[: s.pdisc_n]}
    assert len(everywhere) == pirates
    assert any(card // RANKS == KRAKEN for card in everywhere) == (players > 2)
    assert sum(CARD_KEYS[card][1] in "QC" for card in s.row) <= 3
    expect(engine, tdeck_n=20, round=1)
    for seat in range(players):
        assert s.cnt[seat, Zone.HAND].sum() == 5
        owned = s.cnt[seat].sum(0)
        assert owned[CARD_KEYS.index("PM")] == monkeys
        assert owned[CARD_KEYS.index("DB")] == 4
        assert (s.coins[seat], s.parley[seat]) == (2, 1)
    tokens = list(engine.tables_of().t.prizes[players - 2].tokens)
    assert [token for token in tokens if token] == [6, 3, 2, 1][:players]
    while not engine.states.over[0]:
        engine.step(engine.uniform())
    expect(engine, round=rounds)


@pytest.mark.rule("NOT-13.3", "NOT-16.1", "NOT-16.3")
def test_s17_the_rulebooks_raid():
    monkeys = " ".join(["PM"] * 5)
    engine = table(
        phase=Phase.RECRUIT, row="K1 K2 K3 K5 S6", fields={"final_lap": 1}, deck=monkeys,
        ship="H2 H3 A4 W6 K6",
        others={
            1: {"ship": "W1 W7 WP", "deck": monkeys},
            2: {"ship": "HQ W5", "deck": monkeys},
        },
        pirates="A1 A3 A5 A6",
    )  # fmt: skip
    expect(engine, strength=[10, 8, 0], unused=[0, 0, 2])
    act(engine, "done")
    expect(
        engine,
        prize=[[0, 0, 0, 1], [0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
        round=4,
        start_player=1,
    )
    assert [zone(engine, seat, "disc") for seat in range(3)] == [
        "H2 H3 A4 W6 K6",
        "W1 W7 WP",
        "HQ W5",
    ]


@pytest.mark.rule("NOT-2.5")
def test_s18_sweep_when_the_tavern_opens():
    from piracy_env.core.record import Record
    from piracy_env.games.notoriety.rules import setup

    state = GAME.blank(GAME.choose(3))
    cards = ids("HQ AQ WC SC H1 A1 A2 A3 A4 A5")[::-1]
    state["pdeck"][0, :10], state["pdeck_n"] = cards, 10
    if hasattr(setup.open_tavern, "py_func"):
        import numba

        open_tavern = numba.njit(lambda states: setup.open_tavern(states[0]))
        open_tavern(state)
    else:
        setup.open_tavern(Record(state[0]))
    assert [CARD_KEYS[card] for card in state["row"][0]] == ["A1", "A2", "A3", "A4", "A5"]
    assert sorted(state["pdisc"][0, :5]) == sorted(ids("HQ AQ WC SC H1"))
    assert state["pdisc_n"][0] == 5


@pytest.mark.rule("NOT-12.5", "NOT-12.6")
def test_s19_sweep_after_a_recruit():
    engine = table(
        phase=Phase.RECRUIT, row="HQ AQ WC H2 K2", pirates="SQ A3 A4 A5 W1 W5", disc="PM"
    )
    act(engine, "row 4")
    expect(engine, coins=[0])
    assert labels(engine) == ["disc PM"]
    act(engine, "disc PM")
    assert row(engine) == "A3 A4 A5 W1 W5"
    assert pile(engine, "pdisc") == {"HQ", "AQ", "WC", "H2", "SQ"}


@pytest.mark.rule("NOT-7.1", "NOT-7.2", "NOT-7.3", "NOT-7.4")
def test_s20_trade_with_a_power():
    engine = table(hand="DB DB shovel PM", disc="H1")
    act(engine, "card DB", "card DB", "card shovel")
    expect(engine, coins=[5])
    assert labels(engine) == ["card PM", "disc H1"]
    act(engine, "disc H1")
    assert zone(engine, 0, "bur_open") == "H1"
    assert zone(engine, 0, "disc") == "shovel DB DB"
    assert phase(engine) == "0 RECRUIT"


@pytest.mark.rule("NOT-9.1", "NOT-9.4", "NOT-R31")
def test_s21_when_bury_is_legal():
    assert labels(table(hand="PM")) == ["brawl"]
    engine = act(table(hand="PM DB"), "bury")
    assert labels(engine) == ["card DB"]
    act(engine, "card DB")
    assert (zone(engine, 0, "bur_hid"), zone(engine, 0, "disc")) == ("DB", "PM")
    engine = act(table(hand="PM", disc="PM"), "bury", "disc PM")
    assert (zone(engine, 0, "disc"), zone(engine, 0, "bur_open")) == ("PM", "PM")


@pytest.mark.rule("NOT-10.3", "NOT-10.6", "NOT-10.8")
def test_s22_the_potato_must_be_sold():
    engine = act(table(hand="PM PM", treasures="potato ruby"), "plunder")
    assert labels(engine) == ["sell"]
    act(engine, "sell")
    expect(engine, coins=[3])
    assert pile(engine, "tdisc") == {"potato"}
    assert zone(engine, 0, "disc") == "PM PM"


@pytest.mark.rule("NOT-10.1", "NOT-10.2", "NOT-10.4")
def test_s23_keep_or_sell():
    engine = act(table(hand="PM PM"), "plunder")
    assert labels(engine) == ["sell", "keep"]
    other = engine.clone()
    act(engine, "keep")
    expect(engine, coins=[2])
    assert zone(engine, 0, "disc") == "ruby PM PM"
    act(other, "sell")
    expect(other, coins=[5])
    assert pile(other, "tdisc") == {"ruby"}


@pytest.mark.rule("NOT-10.3", "NOT-R10")
def test_s24_sold_power_and_reshuffle():
    engine = act(table(hand="PM PM", disc="H1", treasures="rum ruby"), "plunder", "sell")
    expect(engine, coins=[4])
    assert (zone(engine, 0, "hand"), zone(engine, 0, "disc")) == ("H1", "PM PM")


@pytest.mark.rule("NOT-10.5", "NOT-R13", "NOT-R31")
def test_s25_the_treasure_deck_is_empty():
    engine = table(hand="PM PM", treasures="", treasure_discard="ruby")
    assert "plunder" in labels(engine)
    act(engine, "plunder")
    expect(engine, pending_card=CARD_KEYS.index("ruby"), tdeck_n=0, tdisc_n=0)
    engine = table(hand="PM PM S5", treasures="")
    refuses(engine, "plunder")
    act(engine, "card S5")
    assert phase(engine) == "0 RECRUIT"


@pytest.mark.rule("NOT-11.2")
def test_s26_plus_in_order():
    engine = act(table(hand="H5", deck="DB"), "card H5")
    assert labels(engine) == ["card DB"]
    act(engine, "card DB")
    assert [zone(engine, 0, name) for name in ("bur_hid", "hand", "ship")] == ["DB", "", "H5"]


@pytest.mark.rule("NOT-11.3")
def test_s27_one_side_of_a_slash():
    engine = act(table(hand="S7", deck="PM PM PM"), "card S7")
    assert labels(engine) == ["left power", "right power"]
    other = engine.clone()
    act(engine, "right power")
    expect(engine, coins=[5], deck_n=[3])
    act(other, "left power")
    expect(other, coins=[2])
    assert zone(other, 0, "hand") == "PM PM"


@pytest.mark.rule("NOT-19.6", "NOT-R16")
def test_s28_lookout_over_a_reshuffle():
    engine = act(table(hand="H2", deck="PM", disc="DB"), "card H2")
    assert labels(engine) == ["card PM", "card DB"]
    act(engine, "card DB")
    assert (zone(engine, 0, "hand"), deck(engine, 0), zone(engine, 0, "disc")) == ("DB", "PM", "")
    expect(engine, known_top=[1])
    engine = act(table(hand="H2", deck="PM"), "card H2")
    assert (zone(engine, 0, "hand"), phase(engine)) == ("PM", "0 RECRUIT")
    expect(engine, known_top=[0])
    assert phase(act(table(hand="H2"), "card H2")) == "0 RECRUIT"


@pytest.mark.rule("NOT-19.8")
def test_s29_rescue():
    assert phase(act(table(hand="H4", disc="emerald DB"), "card H4")) == "0 RECRUIT"
    engine = act(table(hand="H4", disc="emerald PM A2"), "card H4")
    assert labels(engine) == ["disc A2", "disc PM"]
    act(engine, "disc A2")
    assert (zone(engine, 0, "hand"), zone(engine, 0, "disc")) == ("A2", "emerald PM")


@pytest.mark.rule("NOT-19.1", "NOT-R14", "NOT-R15")
def test_s30_attack():
    engine = table(hand="W2", coins=[2, 1, 2])
    act(engine, "card W2")
    refuses(engine, "target 3")
    act(engine, "target 1")
    assert (phase(engine), labels(engine)) == ("1 ATTACK_RESPONSE", ["card DB", "pay coin"])
    act(engine, "pay coin")
    expect(engine, coins=[2, 0, 2])
    assert (zone(engine, 1, "hand"), phase(engine)) == ("DB", "0 RECRUIT")
    engine = act(table(hand="W2", coins=[2, 0, 2]), "card W2", "target 1")
    assert labels(engine) == ["card DB"]
    act(engine, "card DB")
    assert zone(engine, 1, "disc") == "DB"
    engine = act(
        table(hand="W2", coins=[2, 0, 2], others={1: {}, 2: {"hand": "DB"}}), "card W2", "target 1"
    )
    assert phase(engine) == "0 RECRUIT"


@pytest.mark.rule("NOT-12.1", "NOT-12.2")
def test_s31_recruit_limits():
    engine = table(phase=Phase.RECRUIT)
    assert labels(engine) == ["row 0", "row 1", "row 2", "done"]
    assert labels(table(phase=Phase.RECRUIT, newrec="H1 H2 H3")) == ["done"]


@pytest.mark.rule("NOT-12.4", "NOT-12.5", "NOT-R19")
def test_s32_power_before_the_refill():
    engine = act(table(phase=Phase.RECRUIT, coins=[1, 2, 2]), "row 0")
    assert labels(engine) == ["row 1", "row 2", "row 3", "row 4"]
    act(engine, "row 2")
    assert (row(engine), pile(engine, "pdisc")) == ("A3 K2 A1 K5 K6", {"K3"})
    expect(engine, coins=[0])
    assert phase(engine) == "1 COMMAND"


@pytest.mark.rule("NOT-19.9", "NOT-13.15", "NOT-R32")
def test_s33_a_recruited_captain():
    engine = table(
        phase=Phase.RECRUIT, coins=[5, 2, 2], deck="PM PM PM PM PM", ship="W2 W3",
        row="WC K2 K3 K5 K6",
        others={1: {"deck": "PM PM PM PM PM"}, 2: {"deck": "PM PM PM PM PM"}},
        fields={"final_lap": 1},
    )  # fmt: skip
    act(engine, "row 0")
    expect(engine, strength=[8], unused=[0])
    act(engine, "right power")
    expect(engine, round=4, cap_wild=[0], round_strength=[[0, 0, 12, 0, 0, 0]])
    assert "WC" in zone(engine, 0, "disc")
    before = table(
        phase=Phase.RECRUIT, coins=[5, 2, 2], deck="PM", ship="W2 W3", row="WC K2 K3 K5 K6",
    )  # fmt: skip
    act(before, "row 0", "right power")
    expect(before, cap_wild=[4], strength=[12], unused=[0])


@pytest.mark.rule("NOT-6.7", "NOT-R28")
def test_s34_the_last_lap():
    monkeys = "PM PM PM PM PM"
    engine = table(hand="PM", deck=monkeys, others={1: {"deck": monkeys}, 2: {"deck": monkeys}})
    act(engine, "brawl", "row 0", "done")
    for seat in (1, 2, 0):
        assert phase(engine) == f"{seat} RECRUIT"
        act(engine, "done")
    expect(engine, round=4, start_player=1, prize=[[0, 0, 0, 0]] * 4)


@pytest.mark.rule("NOT-R29")
def test_s35_the_lap_is_cancelled():
    engine = table(hand="PM", row="K1 S2 K3 K5 K6", others={1: {"deck": "PM"}, 2: {}})
    act(engine, "brawl", "row 0", "done")
    assert phase(engine) == "1 RECRUIT"
    act(engine, "row 1")
    assert zone(engine, 1, "hand") == "PM"
    expect(engine, final_lap=0)
    act(engine, "done", "done")
    assert (phase(engine), labels(engine)) == ("1 COMMAND", ["brawl"])
    act(engine, "brawl", "row 0", "done")
    for seat in (2, 0, 1):
        assert phase(engine) == f"{seat} RECRUIT"
        expect(engine, round=3)
        act(engine, "done")
    expect(engine, round=4)


@pytest.mark.rule("NOT-5.3", "NOT-5.4", "NOT-5.5", "NOT-5.6", "NOT-R7")
def test_s36_parley():
    engine = table(phase=Phase.PARLEY, hand="PM PM PM DB DB", deck="H1")
    assert labels(engine) == ["done", "parley"]
    act(engine, "parley")
    expect(engine, parley=[0, 1, 1])
    assert labels(engine) == ["card PM", "card DB"], "at least one card is discarded"
    act(engine, "card PM", "card PM", "card PM", "done")
    assert (zone(engine, 0, "hand"), deck(engine, 0), zone(engine, 0, "disc")) == (
        "H1 PM PM DB DB",
        "PM",
        "",
    )
    asked = [phase(engine)]
    draw = random.Random(1)
    while not engine.states.over[0]:
        act(engine, "done" if "PARLEY" in asked[-1] else draw.choice(labels(engine)))
        asked.append(phase(engine))
    assert {"1 PARLEY", "2 PARLEY"} <= set(asked)
    assert "0 PARLEY" not in asked, "a used token is never offered again"
    s = engine.record()
    assert [parley_points(s, seat) for seat in range(3)] == [0, 1, 1]


def parley_points(s, seat):
    """What is left of a player's points without Achievements, prizes and officers."""
    prizes = sum(value * n for value, n in zip((1, 2, 3, 6), s.prize[seat], strict=True))
    owned = s.cnt[seat].sum(0)
    officers = sum({"Q": 1, "C": 2}.get(name[1], 0) * owned[i] for i, name in enumerate(CARD_KEYS))
    return s.np[seat] - s.ach_np[seat] - prizes - officers


@pytest.mark.rule("NOT-13.2", "NOT-15.1", "NOT-15.2", "NOT-15.3", "NOT-R34")
def test_s37_ports_and_ties():
    engine = table(
        phase=Phase.RECRUIT, fields={"final_lap": 1, "round": 1}, ship="H4 A4",
        others={1: {"ship": "H2 A2 W2 S2 K2"}, 2: {"ship": "H1"}}, row="K1 K3 K5 K6 S1",
    )  # fmt: skip
    expect(engine, strength=[4, 22, 0])
    act(engine, "done")
    expect(engine, prize=[[1, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
    engine = table(
        players=4, phase=Phase.RECRUIT, coins=[0, 5, 5, 9], row="K6 K7 S1 S2 A1",
        pirates="WQ KQ", ship="H1 A4 W4 S4",
        others={1: {"ship": "H5 A5 K5"}, 2: {"ship": "H3 A3 K3"}, 3: {"ship": "H2 A6 W1 SQ"}},
        fields={"final_lap": 1, "round": 4, "start_player": 2, "turn_player": 0},
    )  # fmt: skip
    expect(engine, strength=[10, 10, 10, 0], unused=[1, 0, 0, 4])
    act(engine, "done")
    expect(engine, prize=[[0, 0, 0, 1], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]])


def test_s40_errors():
    for wrong in (0b1100000, 0b1, 0b1111, "shipshape+commander"):
        with pytest.raises(OptionError):
            deal(GAME, achievements=wrong)
    for players in (1, 5):
        with pytest.raises(OptionError):
            deal(GAME, players=players)
    refuses(act(table(hand="PM PM", treasures="potato ruby"), "plunder"), "keep")
    refuses(table(phase=Phase.RECRUIT, row="- K2 K3 K5 K6", pirates=""), "row 0")
    refuses(act(table(hand="W2"), "card W2"), "target 3")
