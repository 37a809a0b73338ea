"""Sharing crew out ship by ship reaches every allowed distribution, once: BRO-4.5 and BRO-6."""

import itertools

import pytest

from piracy_env.games.broadside.cards import SHIP_ROW
from piracy_env.games.broadside.state import NONE, Phase, Place
from tests.games.broadside.positions import T, blues, fleet, phase, reds, sea
from tests.scenario import act, expect, labels, refuses

FLEETS = {
    "two ships": "sloop[4] fishing_smack[2]",
    "three ships, crowded": "fishing_smack[6] fishing_smack[6] coaster[7]",
    "three ships, thinly manned": "sloop[1] fishing_smack[1] coaster[2]",
    "four ships": "fishing_smack[2] fishing_smack[3] coaster[1] coaster[2]",
    "quarters": "fishing_smack[2]+living_quarters coaster[3] fishing_smack[1]",
}


def distributions(engine, done):
    """Every way through the counts: what the fleet looks like in the end, and how many counts."""
    waiting, found = [(engine, 0)], []
    while waiting:
        position, depth = waiting.pop()
        if done(position):
            crew = [c for c in position.states["fleet_crew"][0, 0].tolist() if c]
            found.append((tuple(crew), depth))
            continue
        for action in position.legal():
            assert position.game.actions.label(action).startswith("count")
            waiting.append((act(position.clone(), action), depth + 1))
    return found


def limits(engine):
    """Most crew of each ship of seat 0."""
    s = engine.record()
    return [
        T.ships[SHIP_ROW[card]].max + T.reds[22].amount * s.fleet_inv[0, slot, 4]
        for slot, card in enumerate(s.fleet_card[0])
        if card != NONE
    ]


@pytest.mark.rule("BRO-6.3", "BRO-6.4", "BRO-R24")
@pytest.mark.parametrize("ships", FLEETS.values(), ids=FLEETS)
def test_every_distribution_is_reached_by_one_way(ships):
    engine = sea(ships, phase=Phase.REORG, expansion=True)
    most, total = limits(engine), int(engine.states["fleet_crew"][0, 0].sum())
    ranges = (range(1, m + 1) for m in most)
    allowed = [crew for crew in itertools.product(*ranges) if sum(crew) == total]
    act(engine, "redistribute")
    found = distributions(engine, lambda e: e.states["phase"][0] == Phase.REORG)
    assert sorted(crew for crew, _ in found) == sorted(allowed)
    assert {depth for _, depth in found} == {len(most)}


@pytest.mark.rule("BRO-6.1", "BRO-R23")
def test_crew_that_fits_nowhere_is_lost():
    engine = sea("fishing_smack[6] fishing_smack[5] coaster[8]", phase=Phase.REORG)
    act(engine, "sell 2")
    expect(engine, muster=10)
    act(engine, "redistribute")
    expect(engine, pool=12, muster=0)
    found = distributions(engine, lambda e: e.states["phase"][0] == Phase.REORG)
    assert found == [((6, 6), 2)]


@pytest.mark.rule("BRO-4.5", "BRO-4.6")
@pytest.mark.parametrize("ships", [*list(FLEETS.values())[:4], "sloop[10] galleon[18] coaster[7]"])
def test_income_reaches_every_distribution(ships):
    engine = act(sea("", ships, phase=Phase.REORG), "pass")
    before = [c for c in engine.states["fleet_crew"][0, 1].tolist() if c]
    s = engine.record()
    rows = [T.ships[SHIP_ROW[card]] for card in s.fleet_card[1] if card != NONE]
    room = [row.max - crew for row, crew in zip(rows, before, strict=True)]
    pool = min(sum(room), sum(row.cargo for row in rows))
    allowed = {
        tuple(crew + more for crew, more in zip(before, given, strict=True))
        for given in itertools.product(*(range(free + 1) for free in room))
        if sum(given) == pool
    }
    found = income_ends(engine)
    assert len(found) == len(set(found))
    assert set(found) == allowed


def income_ends(engine):
    waiting, found = [engine], []
    while waiting:
        position = waiting.pop()
        if position.states["phase"][0] != Phase.INCOME:
            found.append(tuple(c for c in position.states["fleet_crew"][0, 1].tolist() if c))
            continue
        waiting += [act(position.clone(), action) for action in position.legal()]
    return found


@pytest.mark.rule("BRO-6.3")
def test_sharing_is_done_once_a_turn():
    engine = sea("sloop[4] coaster[4]", phase=Phase.REORG)
    act(engine, "redistribute", "count 3", "count 5")
    assert (phase(engine), labels(engine)) == ("0 REORG", ["pass"])
    refuses(engine, "redistribute", "sell 0", "sell 1")


def test_a_single_ship_has_nothing_to_share():
    assert labels(sea("sloop[4]", phase=Phase.REORG)) == ["pass"]


@pytest.mark.rule("BRO-R22")
def test_one_ship_may_be_sold():
    engine = sea("sloop coaster merchant", phase=Phase.REORG)
    assert labels(engine, "sell") == ["sell 0", "sell 1", "sell 2"]
    act(engine, "sell 1")
    assert labels(engine) == ["redistribute"]


@pytest.mark.rule("BRO-R22")
def test_any_number_of_ships_may_be_sold_by_option_but_not_the_last():
    engine = sea("sloop coaster[2] merchant[5]", phase=Phase.REORG, sell_unlimited=True)
    act(engine, "sell 1", "sell 2")
    expect(engine, muster=2 + 2 + 5 + 4, sold=2)
    assert labels(engine) == ["redistribute"]


@pytest.mark.rule("BRO-6.2", "BRO-R47")
def test_a_sold_sloop_is_out_of_the_game():
    engine = act(sea("sloop[7] coaster", phase=Phase.REORG), "sell 0")
    expect(engine, muster=9)
    assert blues(engine, Place.DISCARD) == ""
    assert engine.states["blue_loc"][0, 50] == Place.BOX
    assert fleet(engine, 0) == "- coaster[4]"


@pytest.mark.rule("BRO-6.5", "BRO-13.3")
def test_inventory_does_not_move():
    engine = sea("sloop[4]+full_rig coaster[4]+gunnery_upgrade", phase=Phase.REORG)
    act(engine, "redistribute", "count 1", "count 7")
    assert fleet(engine, 0) == "sloop[1]+full_rig coaster[7]+gunnery_upgrade"
    assert not [label for label in labels(engine) if label.startswith("own_ship")]


def test_ships_keep_their_slots():
    engine = sea("sloop[4] coaster[4] merchant[5]", phase=Phase.REORG)
    act(engine, "sell 1", "redistribute")
    expect(engine, dist_slot=0)
    act(engine, "count 9")
    expect(engine, dist_slot=2)
    act(engine, "count 6")
    assert fleet(engine, 0) == "sloop[9] - merchant[6]"
    assert reds(engine, "red_disc") == ""


@pytest.mark.rule("BRO-R16")
def test_inventory_of_a_sold_ship_is_discarded():
    engine = sea("sloop coaster+full_rig+full_rig+gunnery_upgrade", phase=Phase.REORG)
    act(engine, "sell 1")
    assert reds(engine, "red_disc") == "full_rig full_rig gunnery_upgrade"
