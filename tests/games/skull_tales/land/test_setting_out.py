"""How an Adventure begins: crew, tiles, piles, decks, deployment, hands (STA-1 to STA-6)."""

import numpy as np
import pytest

from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.gear import Gear
from piracy_env.games.skull_tales.options import CHAPTERS
from piracy_env.games.skull_tales.rules import crew
from piracy_env.games.skull_tales.rules.adventure import hands, harm, layout, preparing
from piracy_env.games.skull_tales.state import NONE, Decision
from piracy_env.games.skull_tales.tables.adventures import ADVENTURE_KEYS
from piracy_env.games.skull_tales.tables.enemies import FOE_KEYS
from piracy_env.games.skull_tales.terrain import TOKENS
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import HOME, arena, asked, at, candidates
from tests.games.skull_tales.land.positions import T
from tests.scenario import act, deal, expect, labels, refuses


def begun(chapter="skull_cove", players=3, seed=1, **options):
    return deal(GAME, seed=seed, chapter=chapter, players=players, **options)


def keys(tokens):
    return sorted(TOKENS[int(token)] for token in tokens)


# --- who ------------------------------------------------------------------------------------------


@pytest.mark.rule("STA-4.2", "STA-2.12", "STA-2.13", "STA-4.1", "STA-R56")
@pytest.mark.parametrize("seed", range(3))
def test_fresh_pirates_have_their_cards_and_nothing_else(seed):
    one = begun(players=5, seed=seed).states[0]
    assert len(set(one["ch_card"].tolist())) == 5
    for seat in range(5):
        card = T.t.characters[one["ch_card"][seat]]
        assert one["ch_dp"][seat] == one["ch_dp_max"][seat] == card.dp
        assert not (one["ch_pp"][seat])
        assert not (one["ch_coins"][seat])
        assert not (one["ch_wounds"][seat])
        known = {int(card.adventure_trait), int(card.voyage_trait)}
        assert {int(k) for k in np.flatnonzero(one["ch_traits"][seat])} == known
        gear = sorted(int(k) for k in card.gear if k > 0)
        assert sorted(one["inv_id"][seat, : one["inv_n"][seat]].tolist()) == gear
        assert (one["inv_flag"][seat, : one["inv_n"][seat]] == 2).all()  # starting gear, loaded


@pytest.mark.rule("STA-4.2", "STA-2.9")
@pytest.mark.parametrize(("option", "points"), [(0, 0), (1, 1), (5, None)])
def test_destiny_at_the_start_is_an_option(option, points):
    one = begun(start_dp=option).states[0]
    for seat in range(3):
        most = int(one["ch_dp_max"][seat])
        assert one["ch_dp"][seat] == (most if points is None else min(points, most))


@pytest.mark.rule("STA-4.1", "STA-1.2", "STA-6.7")
def test_pirates_can_be_chosen_with_their_hands():
    engine = begun(players=2, characters="chosen", start_allies=0)
    assert asked(engine) == "PICK"
    first = int(engine.states[0]["seat"])
    act(engine, "num 3", "hand_l")
    refuses(engine, "num 3")
    act(engine, "num 0", "hand_r")
    expect(engine, {f"ch_card[{first}]": 3, f"ch_hand_dom[{first}]": 1})
    expect(engine, {f"ch_card[{1 - first}]": 0, f"ch_hand_dom[{1 - first}]": 0})


@pytest.mark.rule("STA-2.13", "STA-10.5", "STA-4.3")
def test_starting_gear_comes_back_and_firearms_are_loaded():
    table = arena(("surgeon", (2, 2)))
    one = table.state[0]
    one["inv_id"][0, :2] = [Gear.PISTOL, Gear.BUCKLER]
    one["inv_flag"][0, :2] = [3, 0]
    layout._bring_gear(table.s, table.t, 0)
    assert one["inv_id"][0, :3].tolist() == [Gear.PISTOL, Gear.BUCKLER, Gear.SWORD]
    assert one["inv_flag"][0, :3].tolist() == [2, 0, 2]


@pytest.mark.rule("STA-2.15", "STA-2.17", "STA-1.9")
@pytest.mark.parametrize(("players", "allies"), [(1, 3), (2, 2), (3, 0), (4, 0), (5, 0)])
def test_allies_at_the_start(players, allies):
    one = begun(players=players).states[0]
    assert (one["ch_kind"] == 2).sum() == allies
    assert (one["ch_kind"] > 0).sum() <= 5
    for slot in range(players, players + allies):
        card = T.t.allies[one["ch_card"][slot]]
        assert one["ch_mov"][slot] == card.moves
        assert one["ch_ap_max"][slot] == one["ch_dp_max"][slot] == 0


# --- tiles, piles, decks --------------------------------------------------------------------------


@pytest.mark.rule("STA-6.2", "STA-5.1", "STA-5.2", "STA-1.4")
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_flag_and_difficulty_stand_where_the_chapter_says(chapter):
    card = T.t.adventures[ADVENTURE_KEYS.index(chapter)]
    one = begun(chapter).states[0]
    assert (one["flag"], one["diff"]) == (card.flag, card.difficulty)
    assert begun(chapter, difficulty=2).states[0]["diff"] == 3


@pytest.mark.rule("STA-6.1", "STA-5.3", "STA-6.3")
def test_the_pile_of_the_cove():
    one = begun().states[0]
    assert one["pile_n"].tolist() == [6, 0]
    assert keys(one["pile"][0, :6]) == sorted(["i1", "i2", "i3", "i5", "i8", "i12"])
    assert [TOKENS[k] for k in one["tl_token"][: one["n_tl"]]] == ["i7", "i13"]
    assert (one["foe_type"] == NONE).all()
    orders = {tuple(begun(seed=seed).states[0]["pile"][0, :6].tolist()) for seed in range(6)}
    assert len(orders) > 1


@pytest.mark.rule("STA-6.1", "STA-5.3")
def test_some_tokens_are_drawn_and_the_others_kept():
    one = begun("captain_jones").states[0]
    assert one["pile_n"][0] == 4
    assert "i5" in keys(one["pile"][0, :4])
    assert one["reserve_n"] == 4
    both = [*one["pile"][0, :4], *one["reserve"][:4]]
    assert keys(both) == sorted(["i1", "i2", "i3", "i4", "i5", "i6", "i8", "i9"])
    exile = begun("exile").states[0]
    assert exile["pile_n"].tolist() == [5, 4]


@pytest.mark.rule("STA-6.3", "STA-5.7")
def test_starting_enemies_and_a_door_between_tiles():
    one = begun("awakening").states[0]
    assert (one["foe_type"] == FOE_KEYS.index("redcoat")).sum() == 2
    assert one["dr_state"][: one["n_dr"]].tolist() == [0]
    cheating = begun("cheating_death").states[0]
    assert (cheating["foe_status"] == 2).sum() == 3


@pytest.mark.rule("STA-6.4", "STA-5.18", "STA-5.19", "STA-5.26")
def test_decks_are_whole_and_without_legendary_items():
    one = begun().states[0]
    assert (one["sd_n"], one["idk_n"]) == (30, 24)
    for name, rows in (("sd", T.t.search), ("idk", T.t.incidents)):
        found = np.bincount(one[name][: one[f"{name}_n"]], minlength=len(rows))
        assert found.tolist() == [int(row.copies) for row in rows]


@pytest.mark.rule("STA-6.5", "STA-5.4")
def test_fallen_tokens_and_figures_are_in_the_supply():
    one = begun().states[0]
    assert (one["fl_row"] == NONE).all()
    found = np.bincount(one["fl_kind"], minlength=len(T.t.fallen))
    assert found.tolist() == [int(row.copies) for row in T.t.fallen]
    assert one["fig_left"].tolist() == [int(foe.figures) for foe in T.t.enemies]


@pytest.mark.rule("STA-2.19", "STA-R60")
@pytest.mark.parametrize(("players", "health"), [(1, 4), (2, 4), (3, 3), (4, 4)])
def test_pairs_count_characters_at_the_start(players, health):
    """Alone there are four of them, as there are with two Pirates and an Ally each."""
    engine = begun("awakening", players=players)
    expect(engine, {"foe_hp_max[0]": health})


@pytest.mark.rule("STA-2.20", "STA-12.22", "STA-12.20", "STA-5.4")
def test_a_defeated_enemy_leaves_a_token_and_its_prestige():
    table = arena(("sea_dog", (2, 2)))
    foe = table.foe("officer", (2, 3))
    assert not harm.hurt_foe(table.s, table.t, foe, 3, 0)
    assert harm.hurt_foe(table.s, table.t, foe, 1, 0)
    one = table.state[0]
    assert (one["foe_type"] == NONE).all()
    assert (one["fl_row"][0], one["fl_col"][0]) == (HOME + 2, HOME + 3)
    assert (one["ch_adv_pp"][0], one["fig_left"][1]) == (2, 2)


@pytest.mark.rule("STA-6.9", "STA-5.10")
def test_three_places_beside_starting_gear_and_what_is_worn():
    table = arena(("sea_dog", (2, 2)))
    for _ in range(2):
        crew.carry(table.s, table.t, 0, Gear.PISTOL, 0)
    table.edit(0, ch_rum=1, ch_brew=1)
    assert crew.half_places(table.s, 0) == 6
    assert not crew.has_room(table.s, table.t, 0, Gear.SWORD)
    assert crew.has_room(table.s, table.t, 0, Gear.BANDOLIER)
    table.edit(0, ch_rum=0, ch_brew=0)
    assert crew.has_room(table.s, table.t, 0, Gear.SWORD)


@pytest.mark.rule("STA-1.6", "STA-1.1")
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_each_chapter_is_a_preset_and_played_alone(chapter):
    assert GAME.presets[chapter] == {"chapter": chapter}
    one = begun(chapter).states[0]
    assert (one["scenario"], one["chapter"]) == (5, ADVENTURE_KEYS.index(chapter))


# --- who leads ------------------------------------------------------------------------------------


@pytest.mark.rule("STA-6.12", "STA-3.12", "STA-1.13")
def test_charisma_finds_a_captain():
    one = begun("exile").states[0]
    assert 0 <= one["captain"] == one["init"] < 3
    leaders = {int(begun("exile", seed=seed).states[0]["captain"]) for seed in range(12)}
    assert len(leaders) > 1


@pytest.mark.rule("STA-6.12", "STA-R41")
def test_without_a_captain_the_initiative_decides():
    engine = begun("captain_jones")
    one = engine.states[0]
    assert one["captain"] == NONE
    assert asked(engine) == "DEPLOY_ORDER" or asked(engine) == "PREP"
    while asked(engine) == "PREP":
        act(engine, labels(engine)[0])
    expect(engine, seat=int(one["init"]))


@pytest.mark.rule("STA-6.12", "STA-1.7")
def test_the_cove_has_a_captain():
    expect(begun(), captain=0, init=0)
    expect(begun("captain_jones", players=1), captain=0, init=0)


# --- deployment and hands -------------------------------------------------------------------------


def prepared(**options):
    engine = begun(**options)
    while asked(engine) == "PREP":
        act(engine, labels(engine)[0])
    return engine


@pytest.mark.rule("STA-6.11", "STA-6.13")
def test_seats_deploy_in_the_captains_order_on_the_boat():
    engine = prepared(players=2, start_allies=1)
    assert asked(engine) == "DEPLOY_ORDER"
    assert labels(engine) == ["char 0", "char 1"]
    act(engine, "char 1")
    expect(engine, seat=1)
    boat = [(row, col) for row in (1, 2, 3) for col in (0, 1)]
    assert candidates(engine) == boat
    act(engine, "cand 2")
    assert at(engine, 1) == (2, 0)
    assert candidates(engine) == [place for place in boat if place != (2, 0)]
    act(engine, "cand 0")  # its Ally
    assert at(engine, 3) == (1, 0)
    assert asked(engine) == "DEPLOY_ORDER"
    assert labels(engine) == ["char 0"]


@pytest.mark.rule("STA-6.6", "STA-5.11", "STA-6.8")
def test_hands_hold_one_item_each_or_one_together():
    table = arena(("lookout", (2, 2)))
    frame = [Decision.EQUIP_LEFT, 0, 0, 0, 0, 0, 0]
    table.state["stk"][0] = 0
    engine = table.play(frame=frame)
    assert labels(engine) == ["no", "inv 1"]  # the Dagger, not the Musket
    frame[0] = Decision.EQUIP_RIGHT
    table = arena(("lookout", (2, 2), "dagger"))
    engine = table.play(frame=frame)
    assert labels(engine) == ["no", "inv 0", "hand_empty"]
    act(engine, "inv 0")
    expect(engine, {"inv_loc[0]": [3, 0]})
    table = arena(("lookout", (2, 2), "dagger"))
    expect(act(table.play(frame=frame), "hand_empty"), {"inv_loc[0]": [0, 0]})


@pytest.mark.rule("STA-6.6", "STA-15.3", "STA-5.15", "STA-5.10")
def test_lost_hands_and_foreign_cards_hold_nothing():
    table = arena(("sea_dog", (2, 2)))
    one = table.state[0]
    assert hands.can_hold(table.s, table.t, 0, 0, 1)
    one["ch_perm"][0] = 8
    assert not hands.can_hold(table.s, table.t, 0, 0, 1)
    assert hands.can_hold(table.s, table.t, 0, 0, 2)
    one["ch_perm"][0] = 16
    one["inv_id"][0, 0] = Gear.MUSKET
    assert not hands.can_hold(table.s, table.t, 0, 0, 1)
    one["ch_perm"][0], one["inv_id"][0, 0] = 0, Gear.STAFF
    assert not hands.can_hold(table.s, table.t, 0, 0, 1)
    one["inv_id"][0, 0] = Gear.BANDOLIER
    assert not hands.can_hold(table.s, table.t, 0, 0, 1)


@pytest.mark.rule("STA-20.63", "STA-20.64", "STA-5.21", "STA-20.65", "STA-20.66")
@pytest.mark.parametrize(
    ("card", "trait", "count"),
    [("voodoo_shaman", None, 4), ("voodoo_shaman", Trait.VOODOO_II, 5)],
)
def test_voodoo_cards_are_chosen_before_an_adventure(card, trait, count):
    table = arena((card, (2, 2)))
    if trait is not None:
        table.state["ch_traits"][0, 0, trait] = 1
    engine = table.play(frame=[Decision.PREP, 0, 0, 0, preparing.VOODOO, 0, 0])
    levels = {int(T.t.magic[int(one.split()[1])].level) for one in labels(engine)}
    assert levels == ({1} if trait is None else {1, 2})
    chosen = labels(engine)[:count]
    act(engine, *chosen)
    assert asked(engine) != "PREP"
    assert (engine.states[0]["spell"][0] == 1).sum() == count


@pytest.mark.rule("STA-20.65", "STA-20.66", "STA-5.25")
def test_totems_are_equipped_before_an_adventure():
    table = arena(("witch", (2, 2)))
    table.state["ch_traits"][0, 0, Trait.TOTEM_MAGIC_II] = 1
    engine = table.play(frame=[Decision.PREP, 0, 0, 0, preparing.TOTEM, 0, 0])
    act(engine, "num 2")
    refuses(engine, "num 2")
    act(engine, "num 0")
    expect(engine, {"totem[0]": [2, 0]})


@pytest.mark.rule("STA-20.47", "STA-20.55", "STA-20.89")
def test_weapons_are_poisoned_blessed_and_loaded_before_an_adventure():
    table = arena(("surgeon", (2, 2)))
    for trait in (Trait.MASTER_POISONER, Trait.BLESSED, Trait.THICK_BULLETS):
        table.state["ch_traits"][0, 0, trait] = 1
    engine = table.play(frame=[Decision.PREP, 0, 0, 0, 0, 0, 0])
    act(engine, "inv 0", "inv 1", "num 1")
    expect(engine, {"inv_flag[0]": [2 + 8, 2 + 4], "thick[0]": 2})


def test_every_chapter_can_be_set_up():
    for chapter in CHAPTERS:
        for players in (1, 3, 5):
            assert not begun(chapter, players=players).complaints()
