"""What a seat sees, beside a second, slow computation from stacks and cards in words."""

import numpy as np
import pytest

from piracy_env.games.mutiny import GAME
from piracy_env.games.mutiny.stacks import stacks
from piracy_env.games.mutiny.state import CardType, Phase, Place
from tests.games.mutiny.positions import ended, table
from tests.scenario import act, deal

OBS = GAME.observation.slices
SIZES = {
    "phase": 3,
    "my_turn": 1,
    "actor": 5,
    "n_players": 3,
    "clock": 4,
    "pending": 10,
    "players": 75,
    "spot_beside": 1,
    "display": 60,
    "unseen": 20,
    "pirates": 350,
    "stacks": 150,
    "rules": 7,
}


def one_hot(size, index):
    return [float(index == place) for place in range(size)]


def rows(group, width, written):
    """A group of rows of which only some are written."""
    out = np.zeros((group, width))
    for row, values in written.items():
        out[row] = values
    return out.ravel()


def expected_players(record, t, left, party):
    """Rows of the group `players`."""
    rows_of = {}
    for p in range(record.players):
        kept = [t.cards[c] for c in range(20) if record.card_loc[c] == Place.KEPT + p]
        rows_of[left[p]] = [
            1,
            record.ducats[p] / 200,
            *(count / 6 for count in record.tokens[p]),
            sum(card.wheels for card in kept if card.type == CardType.SHIP) / 20,
            sum(card.anchors for card in kept if card.type == CardType.RUINS) / 6,
            len(kept) / 20,
            max((card.ducats for card in kept), default=0) / 30,
            record.black_spot == p,
            any(card.type == CardType.MONSTER for card in kept),
            sum(stack[0] // 5 == p for stack in party) / 5,
        ]
    return rows_of


def expected_display(record, t):
    """Rows of the group `display`."""
    rows_of = {}
    for slot, index in enumerate(record.display):
        if index >= 0:
            card = t.cards[index]
            icons = [sum(kind == icon for icon in card.booty) / 2 for kind in range(6)]
            rows_of[slot] = [1, *one_hot(3, card.type), card.min / 9, card.ducats / 30]
            rows_of[slot] += [card.q / 6, *icons, card.wheels / 2, card.anchors / 2]
    return rows_of


def expected_stacks(record, seat, left, party):
    """Rows of the groups `pirates` and `stacks`."""
    number = {5 * p + rank: 5 * left[p] + rank for p in left for rank in range(5)}
    pirates, piles = {}, {}
    for stack in party:
        top = stack[0]
        for depth, pirate in enumerate(stack):
            where = [*one_hot(5, left[top // 5]), *one_hot(5, top % 5), depth / 8]
            pirates[number[pirate]] = [1, depth == 0, len(stack) == 1, *where]
        paid = [pirate % 5 for pirate in stack if pirate // 5 != top // 5]
        foreign = [pirate % 5 for pirate in stack if pirate // 5 != seat]
        piles[number[top]] = [
            len(stack) / 9,
            sum(rank + 2 for rank in paid if rank < 4) / 40,
            paid.count(4) / 5,
            (len(stack) - len(foreign)) / 5,
            sum(rank + 2 for rank in foreign if rank < 4) / 40,
            foreign.count(4) / 5,
        ]
    return pirates, piles


def expected(record, t, seat):
    """The observation as the layout describes it, group by group."""
    n = record.players
    running = record.phase != Phase.OVER
    left = {other: (other - seat) % n for other in range(n)}
    party = stacks(record)
    boarding = record.phase == Phase.BOOTY
    pirates, piles = expected_stacks(record, seat, left, party)
    pending = [
        *one_hot(4, record.pend_slot),
        record.pend_mult == 2,
        *one_hot(5, record.pend_top % 5),
    ]
    return np.clip(
        np.concatenate(
            [
                one_hot(3, record.phase),
                [running and record.seat == seat],
                one_hot(5, left[record.seat] if running else -1),
                one_hot(3, n - 3),
                [record.turns / record.max_turns, record.claimed / 20],
                [record.deck_len / 20, record.passes / 5],
                pending if boarding else [0] * 10,
                rows(5, 15, expected_players(record, t, left, party)),
                [record.black_spot == -1],
                rows(4, 15, expected_display(record, t)),
                [record.card_loc[card] == Place.DECK for card in range(20)],
                rows(25, 14, pirates),
                rows(25, 6, piles),
                [record.display_size == 4, record.use_mutiny, record.use_ransom],
                [record.deadlock_rule, record.max_turns / 5000],
                [record.wheel_cap / 30, record.wheel_cap == 0],
            ]
        ),
        0,
        1,
    )


def test_layout():
    assert {group.name: group.size for group in GAME.observation.groups} == SIZES
    assert GAME.observation.size == 689


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seed", range(3))
def test_every_seat_sees_what_the_layout_says(players, seed):
    engine = deal(GAME, players=players, seed=seed)
    t = engine.tables_of(0).t
    while True:
        for seat in range(players):
            seen = engine.observe(0, seat)
            assert seen.dtype == np.float32
            wanted = expected(engine.record(), t, seat).astype(np.float32)
            np.testing.assert_allclose(seen, wanted, rtol=0, atol=1e-7)
        if engine.record().over:
            return
        engine.step(engine.uniform())


def test_large_amounts_count_as_one():
    engine = table(ducats="500 5 5 5")
    assert engine.observe(0, 0)[OBS.players][1] == 1
    odd = {"cards": {"S10": {"ducats": 60, "wheels": 6, "q": 9}}}
    with pytest.warns(match="where the shipped table has"):
        engine = table(tables=odd)
    assert engine.observe(0, 0).max() == 1


def test_the_boarding_party_is_seen_by_all():
    engine = act(table("[B4 A3 C5 D2]", display="S13 S06"), "mutiny against 4 of left 1 for slot 1")
    for seat in range(4):
        pending = engine.observe(0, seat)[OBS.pending]
        assert pending.tolist() == [0, 1, 0, 0, 1, 0, 1, 0, 0, 0]


def test_nobody_is_to_move_at_the_end():
    engine = ended()
    for seat in range(4):
        seen = engine.observe(0, seat)
        assert not seen[OBS.phase].any()
        assert not seen[OBS.my_turn].any()
        assert not seen[OBS.actor].any()


def test_samples_shuffle_the_deck_and_nothing_else():
    engine = act(table("[A3 B5 C? A2]", display="S07 S01"), "capture slot 0 with 3")
    true = engine.states[0]
    seconds = set()
    for key in range(200):
        world = engine.sample(0, seat=2, key=key)
        changed = {
            name for name in world.dtype.names if world[name].tobytes() != true[name].tobytes()
        }
        assert changed <= {"deck", "rng"}
        assert set(world.deck[0].tolist()) == set(true.deck.tolist())
        seconds.add(int(world.deck[0, 0]))
    assert seconds == set(true.deck[:18].tolist())


def test_a_sample_does_not_depend_on_the_true_order():
    engine, other = table(deck="S01 S02 S03 S04"), table(deck="S04 S02 S01 S03")
    for key in range(20):
        assert engine.sample(0, 1, key).tobytes() == other.sample(0, 3, key).tobytes()
