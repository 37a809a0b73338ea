"""A referee who knows the rulebook alone watches random games.

It shares no code with the rules: it reads the table before and after each action, and says what was
legal, who had to follow whom, what the raids paid, and how the game ended.
"""

import random

import numpy as np
import pytest

from piracy_env.games.notoriety import GAME
from tests.games.notoriety.brute_force import CAPTAIN, PARROT, REAL, brute_force
from tests.scenario import deal

HAND, DECK, DISC, BUR_OPEN, BUR_HID, SHIP, NEWREC, FRONT = range(8)
PM, DB, NOBODY = 70, 71, 255
PHASES = {phase.value: phase.name for phase in GAME.phases}
NAMES = [GAME.actions.label(action).removeprefix("card ") for action in range(72)]
VARIANTS = [
    {},
    {"achievements": "recruiter+commander"},
    {"achievements": "shipshape+mutineer+buried_treasure"},
    {"achievements": "three", "richest_scope": 1, "commander_parrot": 0},
]


def crew(card):
    return card < 50 or card == PM


def cards_in(s, seat, *zones):
    return [card for zone in zones for card in range(72) for _ in range(s.cnt[seat, zone, card])]


# --- what is legal --------------------------------------------------------------------------------


def legal(s, t):
    """Labels of the legal actions."""
    me = s.seat
    hand, pile = set(cards_in(s, me, HAND)), set(cards_in(s, me, DISC))
    row = [slot for slot in range(5) if s.row[slot] != NOBODY]
    played = {f"card {NAMES[card]}" for card in hand}
    thrown = {f"disc {NAMES[card]}" for card in pile}
    rows = {f"row {slot}" for slot in row}
    monkeys = s.cnt[me, HAND, PM]
    return {
        "PARLEY": lambda: {"done", "parley"},
        "PARLEY_SELECT": lambda: played | ({"done"} if s.front_n else set()),
        "COMMAND": lambda: (
            {f"card {NAMES[card]}" for card in hand if card != PM}
            | ({"brawl"} if monkeys else set())
            | ({"bury"} if monkeys and len(cards_in(s, me, HAND, DISC)) > 1 else set())
            | ({"plunder"} if monkeys > 1 and s.tdeck_n + s.tdisc_n else set())
        ),
        "TRADE_MORE": lambda: {"done"} | {f"card {NAMES[card]}" for card in hand if not crew(card)},
        "BRAWL_PICK": lambda: rows,
        "BURY_PICK": lambda: played | thrown,
        "SELL_KEEP": lambda: {"sell"} | ({"keep"} if has_white(t, s.pending_card) else set()),
        "POWER_CHOICE": lambda: {"left power", "right power"},
        "ATTACK_TARGET": lambda: {f"target {k}" for k in range(1, s.players)},
        "ATTACK_RESPONSE": lambda: played | ({"pay coin"} if s.coins[me] else set()),
        "LOOKOUT_PICK": lambda: {f"card {NAMES[card]}" for card in s.look},
        "RESCUE_PICK": lambda: {f"disc {NAMES[card]}" for card in pile if crew(card)},
        "RECRUIT": lambda: (
            {"done"}
            | {
                f"row {slot}"
                for slot in row
                if s.recruits[me] < 3 and t.pirates[s.row[slot]].cost <= s.coins[me]
            }
        ),
    }[PHASES[s.phase]]()


def has_white(t, card):
    return t.treasures[card - 50].white_trade > 0 or t.treasures[card - 50].white_powers[0] >= 0


# --- whose turn it is -----------------------------------------------------------------------------


def watch_turns(before, after):
    """Turns go clockwise, and a round ends when everybody had a last turn without cards."""
    if before.round == after.round and before.turn_player != after.turn_player:
        assert after.turn_player == (before.turn_player + 1) % before.players
        empty = not any(cards_in(after, seat, HAND) for seat in range(after.players))
        if not empty:
            assert after.final_lap == 0
        else:
            assert after.final_lap == (before.final_lap - 1 if before.final_lap else before.players)
    if before.round != after.round:
        assert before.final_lap == 1
        assert after.start_player == after.turn_player == (before.start_player + 1) % before.players
        for seat in range(after.players):
            owned = len(cards_in(after, seat, HAND, DECK, DISC))
            assert len(cards_in(after, seat, HAND)) == min(5, owned)


def watch_decks(before, after):
    """Discards are shuffled only into a Ship deck that is too short, and never lose a card."""
    for seat in range(before.players):
        if after.deck_n[seat] > before.deck_n[seat]:
            gone = set(cards_in(before, seat, DISC)) - set(cards_in(after, seat, DISC, DECK, HAND))
            assert gone <= set(cards_in(after, seat, BUR_OPEN, FRONT))
            left = list(before.deck[seat])[: before.deck_n[seat]]
            new_round = before.round != after.round
            assert len(left) < (5 if new_round or PHASES[before.phase][:6] == "PARLEY" else 2)


# --- raids and the end ----------------------------------------------------------------------------


def strength(s, seat):
    """Strength and unused pirates of the best party, by brute force."""
    party = cards_in(s, seat, SHIP, NEWREC)
    wild = [card % 10 == 8 and bool(s.cap_wild[seat] >> card // 10 & 1) for card in party]
    kinds = [
        PARROT if card % 10 == 9 else CAPTAIN if is_wild else REAL
        for card, is_wild in zip(party, wild, strict=True)
    ]
    if not party:
        return 0, 0
    score = brute_force(
        np.array([card // 10 for card in party]),
        np.array([min(card % 10, 8) for card in party]),
        np.array(kinds),
        4 if s.players == 2 else 5,
    )
    total = -(-score // 64)
    return total, len(party) - (64 * total - score)


def watch_raid(before, after, tokens):
    """What a raid paid: Ports in the first rounds, then tokens by rank, never for less than 4."""
    paid = [
        sum(v * (after.prize[seat][k] - before.prize[seat][k]) for k, v in enumerate((1, 2, 3, 6)))
        for seat in range(before.players)
    ]
    n, start = before.players, before.start_player
    parties = {seat: (before.strength[seat], before.unused[seat]) for seat in range(n)}
    order = sorted(
        (seat for seat in range(n) if parties[seat][0] >= 4),
        key=lambda seat: (parties[seat], before.coins[seat], -((seat - start) % n)),
        reverse=True,
    )
    expected = [0] * n
    for place, seat in enumerate(order):
        expected[seat] = 1 if before.round < 3 else tokens[place]
    assert paid == expected


def values(s, t, seat):
    """What each Achievement counts for a player."""
    banner = {50 + k: t.treasures[k].banner for k in range(20)} | {DB: t.starting[1].banner}
    buried = cards_in(s, seat, BUR_OPEN, BUR_HID)
    free = cards_in(s, seat, DECK) if s.richest_scope else cards_in(s, seat, DECK, DISC)
    owned = cards_in(s, seat, DECK, DISC, BUR_OPEN, BUR_HID)
    return [
        sum(banner.get(card, 0) for card in free),
        sum(crew(card) for card in buried),
        sum(banner.get(card, 0) for card in buried),
        sum(card < 50 and card % 10 in (7, 8) for card in buried),
        sum(card < 50 for card in owned),
        {card % 10 for card in owned if card < 50} >= set(range(9)),
        max(longest_run(set(owned), suit, s.commander_parrot) for suit in range(5)),
    ]


def longest_run(owned, suit, parrots):
    best = 0
    for first in range(9):
        for last in range(first + 2, 9):
            missing = sum(10 * suit + rank not in owned for rank in range(first, last + 1))
            if missing <= (parrots and 10 * suit + 9 in owned):
                best = max(best, last - first + 1)
    return best


def watch_end(s, t):
    """Achievements, points and places."""
    n = s.players
    mine = [values(s, t, seat) for seat in range(n)]
    awards = [0] * n
    for bit in range(7):
        if not s.ach_mask >> bit & 1:
            continue
        column = [row[bit] for row in mine]
        firsts = [seat for seat in range(n) if column[seat] and column[seat] == max(column)]
        rest = [column[seat] for seat in range(n) if seat not in firsts]
        for seat in range(n):
            if seat in firsts:
                awards[seat] += 4
            elif len(firsts) == 1 and n > 2 and bit != 5 and column[seat] == max(rest) > 0:
                awards[seat] += 2
    keys = []
    for seat in range(n):
        owned = cards_in(s, seat, *range(8))
        q, c = (sum(card < 50 and card % 10 == rank for card in owned) for rank in (7, 8))
        prizes = sum(v * s.prize[seat][k] for k, v in enumerate((1, 2, 3, 6)))
        keys.append((awards[seat] + prizes + q + 2 * c + s.parley[seat], s.coins[seat],
                     awards[seat], q + c))  # fmt: skip
    assert list(s.ach_np)[:n] == awards
    assert list(s.np)[:n] == [key[0] for key in keys]
    assert list(s.place)[:n] == [1 + sum(other > key for other in keys) for key in keys]


# --- the games ------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS, ids=["first", "two", "shipshape", "literal"])
@pytest.mark.parametrize("players", GAME.seats)
def test_the_referee_agrees(players, variant):
    engine = deal(GAME, seed=players, players=players, **variant)
    t = engine.tables_of().t
    tokens = list(t.prizes[players - 2].tokens)
    draw = random.Random(players)
    weighed, raids = 0, 0
    while not engine.states.over[0]:
        before = copy_of(engine)
        labels = {GAME.actions.label(action) for action in engine.legal()}
        assert labels == legal(before, t)
        label = draw.choice(sorted(labels))
        engine.step([GAME.actions.id(label)])
        after = engine.record()
        watch_turns(before, after)
        watch_decks(before, after)
        if (before.round != after.round or after.over) and label == "done":
            watch_raid(before, after, tokens)  # no last recruit has changed the parties
            raids += 1
        for seat in range(players):
            if weighed < 60 and 2 <= len(cards_in(before, seat, SHIP, NEWREC)) <= 6:
                assert strength(before, seat) == (before.strength[seat], before.unused[seat])
                weighed += 1
    assert raids > 1
    watch_end(engine.record(), t)


def copy_of(engine):
    """The table as it is now, to be kept."""
    return engine.clone().record()
