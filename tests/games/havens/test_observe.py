"""What a seat sees, beside a second, slow computation by the names of the features."""

import numpy as np
import pytest

from piracy_env.games.havens import GAME
from piracy_env.games.havens.state import NONE, Decision
from piracy_env.games.havens.tables import ATTACK_KEYS, CARD_KEYS, HAVEN_KEYS
from tests.games.havens.lively import voyage
from tests.games.havens.positions import table
from tests.scenario import act, deal

NAMES = GAME.observation.feature_names()
SIZES = {
    "globals": 25, "players": 24, "havens": 48, "own_hand": 102, "known_hands": 306,
    "column": 102, "discard_top": 102, "discard": 102, "slots": 1008, "rows": 576,
    "attacks_out": 36, "planes": 900, "pending": 198, "rules": 7, "first": 4,
}  # fmt: skip
SECRET = (9, 12, 13, 14, 15, 16, 24)
"""Decisions that only who is asked may see."""


def test_groups_and_sizes():
    assert {group.name: group.size for group in GAME.observation.groups} == SIZES
    assert GAME.observation.size == 3540
    assert len(set(NAMES)) == 3540


def clipped(value, most):
    return max(0.0, min(1.0, value / most))


def seen(engine, seat):
    """Features that are not 0, by name."""
    values = engine.observe(0, seat)
    return {name: float(value) for name, value in zip(NAMES, values, strict=True) if value}


def expected(s, t, me):
    """The same, worked out by name."""
    chairs = {(me + k) % s.players: ("me", *(f"left {n}" for n in (1, 2, 3)))[k]
              for k in range(s.players)}  # fmt: skip
    found = {}
    _expect_globals(s, chairs, found)
    _expect_rules(s, chairs, found)
    for seat, chair in chairs.items():
        _expect_player(s, seat, chair, found)
        for slot in range(3):
            _expect_slot(s, t, (me, seat, slot), f"slots[{chair} {slot}]", found)
        for place, attack in enumerate(s.row[seat]):
            found[f"rows[{chair} {place}].{ATTACK_KEYS[attack]}"] = 1
    _expect_piles(s, me, found)
    _expect_planes(s, t, me, chairs, found)
    _expect_pending(s, t, me, chairs, found)
    return {name: np.float32(value) for name, value in found.items() if value}


def _expect_rules(s, chairs, found):
    found |= {
        "rules.target": clipped(s.target, 200),
        "rules.timed": s.timed,
        "rules.max_rounds": s.max_rounds / 60,
        "rules.timed_rounds": s.timed_rounds / 40,
        "rules.finish_round": s.finish_round,
        "rules.parley": s.parley,
        "rules.game's rounds": (min(s.max_rounds, s.timed_rounds) if s.timed else s.max_rounds)
        / 60,
        f"first.{chairs[s.first_seat]}": 1,
    }


def _expect_globals(s, chairs, found):
    phases = ("setup", "reclaim", "draw", "action", "upkeep", "discard", "refill", "restock")
    found |= {
        "globals.round": clipped(s.round, 40),
        "globals.highest supply": clipped(max(s.supply), s.target),
        "globals.last round": s.final_flag,
        f"globals.turn of {chairs[s.turn_seat]}": 1,
        "globals.draw pile": s.draw_n / 150, "globals.discard pile": s.disc_n / 150,
        "globals.attacks face down": s.apile_n / 36, "globals.attacks face up": s.abot_n / 36,
        "globals.shifts": s.shifts / 6, "globals.attempts": s.attempts / 12,
        "globals.discards": s.discards / 3, f"globals.players {s.players}": 1,
    }  # fmt: skip
    if s.phase < 8:
        found[f"globals.phase {phases[s.phase]}"] = 1


def _expect_player(s, seat, chair, found):
    row = f"players[{chair}]"
    found |= {
        f"{row}.present": 1, f"{row}.supply": clipped(s.supply[seat], 100),
        f"{row}.unspent": clipped(s.unspent[seat], 100),
        f"{row}.booty at sea": clipped(sum(s.booty[seat]), 100),
        f"{row}.hand": sum(s.hand[seat]) / 12, f"{row}.vessels at sea": sum(s.at_sea[seat]) / 3,
    }  # fmt: skip
    if s.haven[seat] != NONE:
        found[f"havens[{chair}].{HAVEN_KEYS[s.haven[seat] - 64]}"] = 1


def _expect_slot(s, t, where, row, found):
    me, seat, slot = where
    cards = [card for card in s.part[seat, slot] if card != NONE]
    if not cards:
        return
    captain, vessel = s.part[seat, slot, 0], s.part[seat, slot, 1]
    wild = [(c, n) for c, n in zip(s.wild[seat, slot], s.wild_ttl[seat, slot], strict=True)
            if c != NONE]  # fmt: skip
    on = [card for card, _ in wild]
    strength = sum(t.cards[c].strength for c in cards) + 2 * on.count(76) - 2 * on.count(79)
    found |= {f"{row}.{CARD_KEYS[card]}": 1 for card in cards}
    found |= {
        f"{row}.{('red', 'black')[t.cards[cards[0]].colour]}": 1,
        f"{row}.at sea": s.at_sea[seat, slot], f"{row}.moved": s.moved[seat, slot],
        f"{row}.strength": clipped(max(1, strength), 20),
        f"{row}.booty": clipped(s.booty[seat, slot], 40),
        f"{row}.safe from me": s.safe[seat, slot] >> me & 1,
    }  # fmt: skip
    if vessel != NONE:
        sails = t.vessels[vessel - 24]
        bonus = sails.move_bonus + (sails.captain[0] == captain) + 2 * on.count(77)
        found |= {f"{row}.move bonus": clipped(bonus, 8), f"{row}.move cost": sails.move_cost / 4}
    if s.hex[seat, slot] != NONE:
        here = t.hexes[s.hex[seat, slot]]
        found |= {f"{row}.col": here.col / 16, f"{row}.row": here.row / 10}
        if t.havens[s.haven[seat] - 64].hex == s.hex[seat, slot]:
            found[f"{row}.at own haven"] = 1
    for card, key in zip(range(76, 80), CARD_KEYS[76:80], strict=True):
        found[f"{row}.{key}"] = sum(left for other, left in wild if other == card) / 6
    for place in range(4):
        found[f"{row}.withdrew from place {place}"] = s.failed[seat, slot] >> place & 1


def _expect_piles(s, me, found):
    pile = list(s.disc)[: s.disc_n]
    for card, key in enumerate(CARD_KEYS):
        found[f"own_hand.{key}"] = clipped(s.hand[me, card], 3)
        found[f"column.{key}"] = clipped(list(s.column).count(card), 3)
        found[f"discard.{key}"] = clipped(pile.count(card), 3)
        for left in range(1, s.players):
            known = s.known[(me + left) % s.players, card]
            found[f"known_hands[left {left}].{key}"] = clipped(known, 3)
    if pile:
        found[f"discard_top.{CARD_KEYS[pile[-1]]}"] = 1
    for attack in list(s.abot)[: s.abot_n]:
        found[f"attacks_out.{ATTACK_KEYS[attack]}"] = 1


def _expect_planes(s, t, me, chairs, found):
    for seat, chair in chairs.items():
        for slot in range(3):
            plane = f"own slot {slot}" if seat == me else f"vessels of {chair}"
            if s.hex[seat, slot] != NONE:
                found[f"planes[{plane}].{s.hex[seat, slot]}"] = 1
        if s.haven[seat] != NONE:
            plane = "own haven" if seat == me else "rivals' havens"
            found[f"planes[{plane}].{t.havens[s.haven[seat] - 64].hex}"] = 1
    for attack in s.row[me]:
        found[f"planes[own attacks].{t.attacks[attack].hex}"] = 1


def _expect_pending(s, t, me, chairs, found):
    bt, mv, concerned = s.bt, s.mv, []
    frame = list(s.stack[s.sp - 1]) if s.sp else [NONE] * 8
    kind = frame[0]
    if s.sp and (frame[1] == me or kind not in SECRET):
        found[f"pending.decision {Decision(kind).name.lower()}"] = 1
    concerned += [(frame[4], frame[5]), (mv.seat, mv.slot)]
    concerned += [(bt.att_seat, bt.att_slot), (bt.def_seat, bt.def_slot)]
    for seat, slot in concerned:
        if NONE not in (seat, slot):
            name = f"own slot {slot}" if seat == me else f"vessel of {chairs[seat]} {slot}"
            found[f"pending.{name}"] = 1
    sides = (1, 0) if bt.def_seat == me and bt.att_seat != me else (0, 1)
    role = "attacker" if bt.att_seat == me else "defender" if sides[0] else "onlooker"
    for side, name in zip(sides, ("own", "other"), strict=True):
        found[f"pending.{name} total"] = clipped(bt.totals[side], 90)
        found[f"pending.{name} pips"] = clipped(bt.pips[side], 20)
        found[f"pending.{name} dice"] = clipped(bt.dice[side], 6)
    found |= {f"pending.{role}": 1, "pending.ties": clipped(bt.ties, 5),
              "pending.rolls": bt.rolls / 20, "pending.offer": bt.offer / 20}  # fmt: skip
    if mv.seat != NONE and mv.die:
        captain, vessel = s.part[mv.seat, mv.slot, 0], t.vessels[s.part[mv.seat, mv.slot, 1] - 24]
        bonus = vessel.move_bonus + (vessel.captain[0] == captain)
        bonus += 2 * list(s.wild[mv.seat, mv.slot]).count(77)
        found["pending.reach"] = clipped(max(1, mv.die + bonus + mv.adders - 3 * mv.winds), 15)
    loose = kind in (Decision.SHIFT_DEST, Decision.ORPHAN)
    if loose or s.limbo_n:
        card = frame[2] if loose else s.limbo[s.limbo_n - 1]
        owner = frame[1] if loose else s.limbo_by[s.limbo_n - 1]
        found |= {f"pending.card {CARD_KEYS[card]}": 1, f"pending.played by {chairs[owner]}": 1}
    if bt.attack != NONE:
        found[f"pending.attack {ATTACK_KEYS[bt.attack]}"] = 1


def assert_seen(engine, seat):
    found, wanted = seen(engine, seat), expected(engine.record(), engine.tables_of().t, seat)
    assert found.keys() == wanted.keys()
    for name, value in wanted.items():
        assert found[name] == pytest.approx(value, abs=1e-6), name


@pytest.mark.rule("HAV-1.12")
@pytest.mark.parametrize("players", GAME.seats)
def test_observations_of_lively_games(players):
    engine = deal(GAME, seed=players, players=players, start_haven_mode=players % 2)
    decisions = set()
    for k, s in enumerate(voyage(engine, 1200, seed=players)):
        kind = s.stack[s.sp - 1, 0]
        if k % 7 == 0 or kind not in decisions:
            for seat in range(players):
                assert_seen(engine, seat)
        decisions.add(kind)
    assert len(decisions) > 15


@pytest.mark.rule("HAV-R26")
def test_who_is_asked_in_a_window_is_not_shown():
    engine = table(
        {"0.0": "12 35 54 62; 54; 0", "1.0": "8 32 - -; 66; 0"}, hand="82", hands={1: "92"}
    )
    act(engine, "card 82", "target 1 0")
    assert engine.record().stack[engine.record().sp - 1, 0] == Decision.WINDOW_CARD
    assert seen(engine, 1)["pending.decision window_card"] == 1
    onlooker = seen(engine, 0)
    assert not [name for name in onlooker if name.startswith("pending.decision")]
    assert onlooker["pending.card hurricane"] == 1
    assert onlooker["pending.played by me"] == 1
    assert_seen(engine, 0)
    assert_seen(engine, 1)


@pytest.mark.rule("HAV-1.13")
def test_cards_from_open_places_are_remembered():
    engine = table(hand="57", column="53 38 88")
    before = seen(engine, 1)
    assert not [name for name in before if name.startswith("known_hands")]
    engine = act(
        table(hand="57", column="53 38 88", fields={"phase": 2}, decision=Decision.DRAW), "card 53"
    )
    assert seen(engine, 1)["known_hands[left 1].black_8_pounders"] == pytest.approx(1 / 3)


def test_amounts_beyond_the_scale_are_cut():
    engine = table({"0.0": "12 35 54 62; 54; 300"}, supply=[400, 10], options={"target": 200},
                   fields={"final_flag": 1})  # fmt: skip
    view = seen(engine, 0)
    assert view["players[me].supply"] == view["slots[me 0].booty"] == 1
    assert view["globals.highest supply"] == 1
