"""Random games beside a second implementation of the rules, and with invariants at every step."""

import numpy as np
import pytest

from piracy_env.core.record import Record
from piracy_env.games.mutiny import GAME
from piracy_env.games.mutiny.stacks import pirate_name, stacks
from piracy_env.games.mutiny.state import End, Phase, Place
from piracy_env.games.mutiny.tables import CARD_KEYS, KIND_NAMES
from tests.games.mutiny.positions import LETTERS
from tests.games.mutiny.reference import Table
from tests.scenario import deal

STEEP = {"cards": {key: {"min": 9} for key in CARD_KEYS}}
"""Nine pirates for every card: small parties block each other, and games come to a standstill."""
VARIANTS = {
    "plain": {},
    "lite": {"preset": "buccaneer_lite"},
    "no mutiny": {"use_mutiny": False},
    "no ransom, end": {"use_ransom": False, "deadlock_rule": "end", "wheel_cap": 4},
    "short": {"max_turns": 60, "display_size": 3},
    "steep, disband": {"tables": STEEP, "use_ransom": False, "max_turns": 200},
    "steep, end": {"tables": STEEP, "use_ransom": False, "deadlock_rule": "end"},
}
ENDS = {
    End.RUNNING: "",
    End.ALL_CARDS: "all cards",
    End.TURN_LIMIT: "turn limit",
    End.DEAD_POSITION: "dead position",
}


def second(engine):
    """The same deal for the second implementation."""
    record = engine.record()
    order = [card for card in [*record.display, *record.deck] if card >= 0]
    return Table(
        engine.tables_of(0).values["cards"],
        [CARD_KEYS[card] for card in order],
        LETTERS[record.seat],
        engine.options.as_dict(),
    )


def position(record):
    """A state in the words of the second implementation."""
    seats = range(record.players)
    keep = [
        {key for card, key in enumerate(CARD_KEYS) if record.card_loc[card] == place}
        for place in range(Place.KEPT, Place.DISCARDED + 1)
    ]
    return {
        "stacks": sorted([pirate_name(pirate) for pirate in stack] for stack in stacks(record)),
        "ducats": list(record.ducats)[: record.players],
        "tokens": [
            {kind: count for kind, count in zip(KIND_NAMES, record.tokens[p], strict=True) if count}
            for p in seats
        ],
        "kept": keep[: record.players],
        "lost": keep[5],
        "display": [CARD_KEYS[c] if c >= 0 else "" for c in record.display][: record.display_size],
        "deck": [CARD_KEYS[card] for card in record.deck if card >= 0],
        "spot": LETTERS[record.black_spot] if record.black_spot >= 0 else "",
        "active": LETTERS[record.seat],
        "counters": (record.turns, record.passes, record.disbands),
        "end": ENDS[End(record.end_reason)],
    }


def mirror(table):
    """The second implementation's state in the same words."""
    return {
        "stacks": sorted(table.stacks),
        "ducats": list(table.ducats.values()),
        "tokens": [dict(+tokens) for tokens in table.tokens.values()],
        "kept": [set(keys) for keys in table.kept.values()],
        "lost": set(table.lost),
        "display": table.display,
        "deck": table.deck,
        "spot": table.spot,
        "active": table.active,
        "counters": (table.turns, table.passes, table.disbands),
        "end": table.end,
    }


def play_both(players, variant, seed):
    """A random game, compared with the second implementation at every step."""
    engine = deal(GAME, seed=seed, players=players, **VARIANTS[variant])
    table = second(engine)
    random = np.random.default_rng(seed)
    while not engine.record().over:
        words = {GAME.actions.label(action) for action in engine.legal()}
        assert words == table.legal()
        label = str(random.choice(sorted(words)))
        engine.step([GAME.actions.id(label)])
        table.play(label)
        assert position(engine.record()) == mirror(table)
        assert engine.outcome()[0] == table.scores()
    assert engine.outcome()[1] == table.ranks()
    return engine.record()


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.filterwarnings("ignore::piracy_env.errors.TableWarning")
def test_two_implementations_agree(players, variant, seed):
    play_both(players, variant, seed)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.filterwarnings("ignore::piracy_env.errors.TableWarning")
def test_the_games_compared_reach_dead_positions(players):
    seeds = range(4)
    assert any(play_both(players, "steep, disband", seed).disbands for seed in seeds)
    ends = (play_both(players, "steep, end", seed).end_reason for seed in seeds)
    assert End.DEAD_POSITION in ends


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.filterwarnings("ignore::piracy_env.errors.TableWarning")
def test_invariants_hold_after_every_step(players, variant):
    engine = deal(GAME, seed=11, players=players, **VARIANTS[variant])
    t = engine.tables_of(0).t
    claimed_icons = np.zeros(len(KIND_NAMES), int)
    for _ in range(4):
        engine.reset()
        while not engine.record().over:
            before = engine.states[:1].copy()
            action = int(engine.uniform()[0])
            engine.step([action])
            assert engine.complaints() == []
            assert GAME.transition(Record(before[0]), action, engine.record(), t) == []
            boarded = engine.states.card_loc[0] >= Place.KEPT
            claimed_icons[:] = 0
            for card in np.flatnonzero(boarded):
                for kind in t.cards[int(card)].booty:
                    claimed_icons[kind] += kind >= 0
            assert (engine.states.tokens[0].sum(0) == claimed_icons).all()
            assert engine.states.moves[0] <= GAME.longest(engine.options)
        assert GAME.phases(engine.record().phase) == Phase.OVER


@pytest.mark.parametrize("players", [3, 4, 5])
def test_ransoming_as_often_as_possible_still_ends(players):
    engine = deal(GAME, players=players, seed=2, max_turns=120)
    while not engine.record().over:
        legal = engine.legal()
        wanted = [a for a in legal if GAME.actions.parse(a)[0] not in ("capture", "mutiny")]
        engine.step([(wanted or legal)[-1]])
        assert engine.complaints() == []
    assert engine.record().turns <= 120
