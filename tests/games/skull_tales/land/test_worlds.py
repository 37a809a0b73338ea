"""What a seat does not know of an Adventure is drawn anew, and nothing else."""

import numpy as np
import pytest

from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.determinize_land import determinize
from piracy_env.games.skull_tales.invariants_ashore import invariants
from piracy_env.games.skull_tales.rules.adventure.search_cards import BREW
from piracy_env.games.skull_tales.state_land import LAND_HIDDEN, Exit, OncePlayed
from piracy_env.games.skull_tales.tables.adventures import ADVENTURE_KEYS, DISORDER_KEYS
from piracy_env.games.skull_tales.terrain import TOKENS
from tests.games.skull_tales.land.positions import T
from tests.games.skull_tales.land.table import Table
from tests.games.skull_tales.land.test_seeing import LAYOUT, OBSERVE
from tests.scenario import deal

HIDDEN = (*LAND_HIDDEN, "force", "force_n", "rng")
WORLDS = 24


def laid_out(adventure="captain_jones", players=3, seed=0):
    """A table on which every secret is one."""
    table = Table(adventure, players, allies=() if players > 3 else (5,), seed=seed)
    table.keep(0, 3)
    if players > 1:
        table.keep(1, 0, 6, 7)
    if players < 4:
        table.keep(players, 1)
    if adventure == "treasure_hunt":
        table.state["dis"][0, :players] = (1, 3, 0, 5, 2)[:players]
    if adventure == "skull_cove":
        table.set(chest=table.pile(0)[:3])
    assert invariants(table.r, T.t) == []
    return table


def worlds(table, seat, count=WORLDS):
    """Worlds that a seat takes for possible."""
    true = table.state.copy()
    for key in range(count):
        table.state[:] = true
        determinize(table.s, table.t, seat, 1 + key)
        yield table.state.copy()
    table.state[:] = true


def observed(table, seat):
    out = np.zeros(LAYOUT.size, np.float32)
    OBSERVE(table.s, table.t, seat, out)
    return out


@pytest.mark.rule("STA-R49")
@pytest.mark.parametrize("adventure", ADVENTURE_KEYS)
@pytest.mark.parametrize("players", [1, 2, 5])
def test_worlds_look_the_same_and_are_sound(adventure, players):
    table = laid_out(adventure, players)
    true = table.state.copy()
    for seat in range(players):
        before = observed(table, seat)
        for world in worlds(table, seat, 6):
            changed = {name for name in true.dtype.names if (world[name] != true[name]).any()}
            assert changed <= set(HIDDEN)
            table.state[:] = world
            assert invariants(table.r, T.t) == []
            assert (observed(table, seat) == before).all()
            table.state[:] = true


@pytest.mark.parametrize("adventure", ADVENTURE_KEYS)
def test_a_world_depends_on_the_key_alone(adventure):
    table = laid_out(adventure)
    twins = [*worlds(table, 0, 4)]
    for world in twins[:2]:
        table.state[:] = world
        for again, twin in zip(worlds(table, 0, 4), twins, strict=True):
            assert again.tobytes() == twin.tobytes()


def test_all_that_is_hidden_moves():
    for adventure, names in {
        "captain_jones": ("pile", "reserve", "sd", "idk", "fl_kind", "s_cards"),
        "treasure_hunt": ("dis", "pile", "reserve"),
        "castaways": ("pile", "reserve"),
        "skull_cove": ("chest", "pile"),
    }.items():
        table = laid_out(adventure)
        for name in names:
            values = {world[name].tobytes() for world in worlds(table, 0)}
            assert len(values) > 3, (adventure, name)


def test_own_cards_and_the_own_allys_stay():
    table = laid_out()
    for world in worlds(table, 0):
        assert world["s_cards"][0, 0, 0] == 3
        assert world["s_cards"][0, 3, 0] == 1
    assert len({world["s_cards"][0, 3, 0] for world in worlds(table, 1)}) > 2


def test_others_keep_only_what_is_kept():
    table = laid_out()
    found = {int(card) for world in worlds(table, 0, 80) for card in world["s_cards"][0, 1, :3]}
    assert found == set(range(9)) - {3}  # the Idol of Fortune is the own one


def test_prescribed_chance_is_forgotten():
    table = laid_out()
    table.set(force_n=2)
    table.state["force"][0, :2] = 5, 6
    for world in worlds(table, 0, 2):
        assert not world["force"].any()
        assert world["force_n"][0] == 0


@pytest.mark.rule("STA-R65")
def test_tokens_that_all_know_stay_on_top():
    table = laid_out()
    table.set(pile_known=[2, 0])
    top = table.pile(0)[-2:]
    for world in worlds(table, 0):
        count = world["pile_n"][0, 0]
        assert world["pile"][0, 0, :count].tolist()[-2:] == top


def test_a_token_kept_for_later_is_known_to_be():
    table = laid_out()
    for world in worlds(table, 0):
        reserve = world["reserve"][0, : world["reserve_n"][0]].tolist()
        pile = world["pile"][0, 0, : world["pile_n"][0, 0]].tolist()
        assert TOKENS.index("i4") in reserve
        assert TOKENS.index("i5") in pile


def test_the_reserved_token_may_be_any_of_the_pile():
    table = laid_out()
    pile = table.pile(0)
    table.set(reserved_on=1, reserved_tok=pile[-1])
    table.fill("pile", "pile_n", pile[:-1], 0)
    assert len({int(world["reserved_tok"][0]) for world in worlds(table, 0, 60)}) > 4


def test_chests_of_explored_tiles_stay():
    table = laid_out("skull_cove")
    exit_ = next(k for k in range(table.r.n_ex) if table.r.ex_state[k] == Exit.OPEN)
    table.explore(exit_, TOKENS[table.r.chest[1]])
    for world in worlds(table, 0):
        assert world["chest"][0, 1] == table.r.chest[1]
        assert len(set(world["chest"][0].tolist())) == 3


def test_what_another_seat_looks_at_is_redrawn():
    table = laid_out()
    card = int(table.state["sd"][0, table.state["sd_n"][0] - 1])
    table.state["sd_n"][0] -= 1
    table.state["sd"][0, table.state["sd_n"][0]] = 0
    table.state["drawn"][0, 0] = 1 + card
    assert {int(world["drawn"][0, 0]) for world in worlds(table, 0)} == {1 + card}
    assert len({int(world["drawn"][0, 0]) for world in worlds(table, 1)}) > 3


@pytest.mark.rule("STA-R74", "STA-20.57")
def test_who_has_used_a_brew_once_still_has_it_in_all_worlds():
    table = laid_out()
    table.keep(0, BREW, 2, 6)
    table.state["oncea"][0, 0] = OncePlayed.FIND_LEFT
    hands = [world["s_cards"][0, 0, :3].tolist() for world in worlds(table, 1)]
    assert all(BREW in cards for cards in hands)
    assert len({tuple(cards) for cards in hands}) > 3


@pytest.mark.rule("STA-34.1")
def test_two_pirates_never_have_the_hoarder():
    table = laid_out("treasure_hunt", 2)
    found = {int(world["dis"][0, 1]) for world in worlds(table, 0, 60)}
    assert found == set(range(len(DISORDER_KEYS))) - {1, DISORDER_KEYS.index("hoarder")}


def test_every_order_of_a_pile_is_as_likely():
    table = laid_out("exile")
    counts = np.zeros((5, 36))
    for world in worlds(table, 0, 400):
        for place, token in enumerate(world["pile"][0, 0, :5]):
            counts[place, token] += 1
    there = counts[:, counts.any(0)]
    assert there.shape == (5, 5)
    assert abs(there - 80).max() < 40


@pytest.mark.rule("STA-5.3")
@pytest.mark.parametrize("adventure", ["captain_jones", "treasure_hunt", "castaways"])
def test_what_was_set_aside_lies_in_one_order_in_truth_and_in_worlds(adventure):
    """The order tells nothing, so it may not tell the truth from a world either."""
    plan = T.t.adventures[ADVENTURE_KEYS.index(adventure)]
    order = [token for token in (*plan.reserve, *plan.chance) if token >= 0]
    for seed in range(4):
        engine = deal(GAME, seed=seed, chapter=adventure, players=3)
        drawn = np.asarray(engine.worlds([0] * 12, [0] * 12, range(12)))
        for state in (*engine.states[:1], *drawn):
            aside = state["reserve"][: state["reserve_n"]].tolist()
            assert aside == sorted(aside, key=order.index)
