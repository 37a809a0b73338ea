"""Setting sail and moving: HAV-4."""

import pytest

from piracy_env.games.havens import GAME
from piracy_env.games.havens.state import NONE
from tests.games.havens.positions import (
    asked,
    discards,
    hexes,
    is_legal,
    money,
    reach,
    ship,
    table,
)
from tests.scenario import act, labels, refuses

CHART = GAME.tables.load().t.chart


def within(origin, spaces):
    """All hexes so near."""
    return [hex_ for hex_ in range(100) if CHART.distance[origin, hex_] <= spaces]


@pytest.mark.rule("HAV-4.1", "HAV-4.2", "HAV-4.3")
def test_each_vessel_moves_once_a_turn_and_pays_for_it():
    ships = {"0.0": "9 34 - -; 69; 0", "0.1": "0 26 - -; port"}
    engine = table(ships, dice="1 1")
    act(engine, "move 0", "hex 69")
    assert money(engine) == (10, 8)
    refuses(engine, "move 0")
    act(engine, "move 1", "hex 72")
    assert money(engine) == (10, 5)
    refuses(engine, "move 1", "move 0")
    assert ship(engine, "0.1") == "0 26 - -; 72; 0"
    refuses(table(ships, unspent=1), "move 0", "move 1")
    assert labels(table(ships, unspent=2), "move") == ["move 0"]


@pytest.mark.rule("HAV-4.4", "HAV-10.2")
@pytest.mark.parametrize("die", [1, 4, 6])
@pytest.mark.parametrize("wild", ["", "; wild 77 2", "; wild 77 2; wild 77 1", "; wild 76 1"])
def test_the_move_roll(die, wild):
    engine = act(table({"0.0": f"9 32 - -; 99; 0{wild}"}, dice=str(die)), "move 0")
    assert hexes(engine) == within(99, die + 1 + 2 * wild.count("77"))


@pytest.mark.rule("HAV-4.4")
def test_a_move_is_never_less_than_one_space():
    engine = table({"0.0": "9 32 - -; 99; 0"}, hands={1: "99 99"}, dice="2")
    act(engine, "move 0", "card 99", "card 99")
    assert reach(engine) == 1


@pytest.mark.rule("HAV-4.5")
@pytest.mark.parametrize("vessel", range(24, 46))
def test_named_vessels_under_their_own_captains(vessel):
    t = GAME.tables.load().t
    own = t.vessels[vessel - 24].captain[0]
    colour, bonus = t.vessels[vessel - 24].colour, t.vessels[vessel - 24].move_bonus
    for captain in range(24):
        if t.captains[captain].colour == colour:
            engine = table({"0.0": f"{captain} {vessel} - -; 2; 0"}, dice="2")
            assert hexes(act(engine, "move 0")) == within(2, 2 + bonus + (captain == own))


@pytest.mark.rule("HAV-4.6", "HAV-R4")
def test_a_vessel_may_stop_early_or_stay():
    engine = act(table({"0.0": "9 34 - -; 69; 0"}, dice="6"), "move 0")
    assert set(within(69, 1)) <= set(hexes(engine))
    act(engine, "hex 69")
    assert (ship(engine, "0.0"), asked(engine)) == ("9 34 - -; 69; 0", "0 ACTION")


@pytest.mark.rule("HAV-4.7")
def test_a_stopped_vessel_does_not_move_on():
    engine = act(table({"0.0": "9 34 - -; 69; 0"}, dice="6", hand="84"), "move 0", "pass", "hex 69")
    refuses(engine, "move 0", "card 84")


@pytest.mark.rule("HAV-4.8", "HAV-4.9", "HAV-4.13")
def test_vessels_pass_through_hexes_but_do_not_share_them():
    ships = {"0.0": "9 34 - -; 76; 0", "0.1": "0 26 - -; 68; 0", "1.0": "8 32 - -; 75; 0"}
    engine = act(table(ships, dice="1"), "move 0")
    assert hexes(engine) == [hex_ for hex_ in within(76, 3) if hex_ not in (75, 68)]
    assert 76 in hexes(engine), "its own hex is free"


@pytest.mark.rule("HAV-4.13", "HAV-R13")
def test_a_rivals_haven_may_be_blockaded():
    blockade = {"0.0": "9 34 - -; 57; 0"}
    engine = table(blockade | {"1.0": "18 45 - -; port"}, turn=1, dice="1")
    act(engine, "move 0")
    assert hexes(engine) == [hex_ for hex_ in within(57, 4) if hex_ != 57]
    engine = table(blockade | {"1.0": "18 45 - -; 66; 6"}, turn=1, dice="1")
    act(engine, "move 0")
    refuses(engine, "hex 57")
    engine = act(table({"0.0": "9 34 - -; 58; 0"}, dice="1"), "move 0", "hex 57")
    assert ship(engine, "0.0") == "9 34 - -; 57; 0"


@pytest.mark.rule("HAV-4.10")
def test_nothing_passes_between_vessels_at_sea():
    ships = {"0.0": "9 34 46 57; 69; 5", "0.1": "8 32 - -; 68; 0"}
    assert labels(table(ships)) == [
        *("pass", "move 0", "move 1", "burn_vessel 0", "burn_vessel 1"),
    ]


@pytest.mark.rule("HAV-4.11")
def test_way_over_the_sea():
    assert CHART.distance[14, 18] == 5, "round Yucatan"
    assert sum(CHART.distance[76, hex_] == 1 for hex_ in range(100)) == 1
    engine = act(table({"0.0": "9 34 - -; 76; 0"}, dice="1"), "move 0")
    assert hexes(engine) == within(76, 3)


@pytest.mark.rule("HAV-4.12")
def test_a_blocked_haven():
    """San Blas, hex 50, has four neighbours: 39, 49, 60 and no other."""
    near = [hex_ for hex_ in range(100) if CHART.distance[50, hex_] == 1]
    rivals = dict(zip(("1.0", "1.1", "1.2", "2.0", "2.1", "2.2"), near, strict=False))
    ports = ["8 32", "9 34", "18 45", "22 44", "7 33", "10 30"]
    ships = {
        where: f"{parts} - -; {hex_}; 0"
        for (where, hex_), parts in zip(rivals.items(), ports[: len(near)], strict=True)
    }
    ships["0.0"] = "21 43 - -; port"
    for here in (True, False):
        more = {"0.1": "19 43 - -; 50; 0"} if here else {}
        engine = table(ships | more, players=3, havens="71 64 65")
        assert is_legal(engine, "move 0") != here


@pytest.mark.rule("HAV-4.12")
def test_setting_sail_past_a_vessel_in_the_haven():
    engine = table({"0.0": "9 34 - -; port", "1.0": "8 32 - -; 72; 0"}, dice="1")
    act(engine, "move 0")
    assert hexes(engine) == [hex_ for hex_ in within(72, 3) if hex_ != 72]


@pytest.mark.rule("HAV-4.14")
def test_attempts_before_and_after_the_move():
    ships = {"0.0": "9 34 46 57; 69; 0"}
    engine = table(ships, rows={0: "13 17"}, dice=" ".join(["6"] * 7 + ["1"] * 6 + ["1"]))
    act(engine, "attempt 0 0", "pass", "move 0", "hex 60")
    assert is_legal(engine, "attempt 0 1")


@pytest.mark.rule("HAV-R32")
def test_a_vessel_that_sets_sail_has_no_hex_yet():
    engine = act(table({"0.0": "9 34 - -; port"}, dice="1", hand="84"), "move 0")
    s = engine.record()
    assert (s.at_sea[0, 0], s.hex[0, 0], s.mv.origin) == (1, NONE, 72)
    assert asked(engine) == "0 PREMOVE"
    act(engine, "card 84", "hex 72")
    assert ship(engine, "0.0") == "9 34 - -; 72; 0"


@pytest.mark.rule("HAV-9.6", "HAV-10.9")
@pytest.mark.parametrize(("card", "spaces"), [(84, 3), (85, 5)])
@pytest.mark.parametrize("before", [True, False])
def test_currents_before_and_after_the_roll(card, spaces, before):
    engine = table({"0.0": "9 32 - -; 2; 0"}, hand=str(card), dice="1")
    act(engine, "move 0", *(["card " + str(card)] if before else ["pass", f"card {card}"]))
    assert asked(engine) == "0 DEST"
    assert reach(engine) == 2 + spaces
    assert discards(engine) == str(card)
