"""Magic cards, one by one: what they cost, whom they meet, what they do (STA-10.47, STA-24)."""

import pytest

from piracy_env.games.skull_tales.state_land import Buff, Companion, FoeStatus, Status
from piracy_env.games.skull_tales.tables.cards import MAGIC_KEYS
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import HOME, asked, at, candidates, cell
from tests.games.skull_tales.land.casters import cast, learn, shaman, spell, track, witch
from tests.games.skull_tales.land.enemies_at import activate, enemy_round, forced
from tests.games.skull_tales.land.positions import T
from tests.scenario import act, expect, labels, refuses

GONE, STANDS = -1, 0


# --- what it takes --------------------------------------------------------------------------------


@pytest.mark.rule("STA-10.47", "STA-5.21", "STA-5.22", "STA-24.0")
def test_a_card_costs_its_ap_and_goes_on_the_track_even_if_it_fails():
    table = shaman("terror", "healing_loa")
    table.foe("redcoat", (0, 4))
    engine = table.play(1, 1, 4, 4)
    act(engine, "cast")
    assert labels(engine) == [spell("terror")]  # nobody is wounded
    assert "Choices: 0 = Terror." in engine.describe(0, 0)
    assert engine.describe_action(0, engine.game.actions.id(spell("terror")), 0).endswith("Terror.")
    act(engine, spell("terror"))
    row = T.t.magic[MAGIC_KEYS.index("terror")]
    expect(engine, {"ch_ap[0]": 5 - row.ap, track("terror"): 2 + row.recharge})
    expect(engine, {"foe_status[0]": 0, "force_n": 0})
    refuses(engine, "cast")


@pytest.mark.rule("STA-5.22", "STA-7.9")
def test_a_card_comes_back_when_it_has_stood_on_the_rightmost_space():
    table = shaman("terror")
    table.foe("redcoat", (0, 4), status=int(FoeStatus.ASLEEP))
    engine = cast(table.play(1, 1, 1, 1), "terror")
    waits = []
    for _ in range(5):
        waits.append(int(engine.states[0]["spell"][0, 0]))
        act(engine, "end_turn")
        act(engine, labels(engine)[0])
    assert waits == [5, 4, 3, 2, 1]
    assert "cast" in labels(engine)


@pytest.mark.rule("STA-10.47", "STA-2.6", "STA-R15")
def test_a_destiny_point_pays_for_a_card():
    table = shaman("spirit_walk", "healing_loa")
    table.edit(0, ch_ap=0, ch_wounds=1)
    engine = table.play()
    refuses(engine, "cast")
    act(engine, "dp_action", "cast", spell("healing_loa"), "char 0")
    expect(engine, {"ch_wounds[0]": 0, "ch_dp[0]": 2, "ch_ap[0]": 0})


@pytest.mark.rule("STA-10.47", "STA-14.13", "STA-10.17")
@pytest.mark.parametrize("status", [Status.FRENZIED, Status.RUNNING])
def test_who_is_frenzied_or_runs_casts_nothing(status):
    table = shaman("spirit_walk")
    assert "cast" in labels(table.play())
    table.edit(0, ch_status=int(status))
    assert "cast" not in labels(table.play())


@pytest.mark.rule("STA-10.47", "STA-24.1")
def test_who_has_no_card_or_clairvoyance_alone_does_not_cast():
    assert "cast" not in labels(shaman().play())
    assert "cast" not in labels(shaman("clairvoyance").play())


@pytest.mark.rule("STA-R50", "STA-R81")
def test_the_wroth_cast_nothing_on_whom_has_not_attacked_them():
    table = shaman("hex", "terror")
    first, _ = table.foe("redcoat", (0, 4)), table.foe("redcoat", (1, 4))
    table.edit(0, ch_penance=2)
    assert "cast" not in labels(table.play())
    table.edit(0, hit_by_ever=1 << first)
    engine = act(table.play(5, 5, 5, 5), "cast")
    act(engine, spell("hex"))
    assert labels(engine) == [f"enemy {first}"]
    engine = cast(table.play(5, 5, 5, 5), "terror")
    expect(engine, {"foe_status": [FoeStatus.IDLE, 0]})


@pytest.mark.rule("STA-20.58")
@pytest.mark.parametrize(("traits", "hexed"), [((), 0), ((Trait.CONJURATION,), FoeStatus.HEXED)])
def test_conjuration_adds_to_the_dice_of_spells(traits, hexed):
    table = shaman("hex", traits=traits)
    table.foe("redcoat", (0, 4))
    engine = cast(table.play(1, 1, 4, 1), "hex", "enemy 0")
    expect(engine, {"foe_status[0]": int(hexed)})


# --- Voodoo ---------------------------------------------------------------------------------------


@pytest.mark.rule("STA-24.0")
def test_terror_keeps_the_humans_of_the_room_from_acting():
    table = shaman("terror")
    table.foe("redcoat", (0, 4))
    table.foe("skeleton", (1, 4))
    table.foe("cannibal", (4, 4), hide=1)
    engine = cast(table.play(1, 1, 1, 5), "terror")
    expect(engine, {"foe_status": [FoeStatus.IDLE, 0, 0]})


@pytest.mark.rule("STA-24.0", "STA-24.9")
def test_who_lost_its_activation_does_not_act():
    table = shaman()
    foe = table.foe("redcoat", (2, 3), status=int(FoeStatus.IDLE))
    engine = activate(table, foe, 6, 6, 6)
    expect(engine, {"ch_wounds[0]": 0, "foe_status[0]": 0, "force_n": 3})


@pytest.mark.rule("STA-24.2", "STA-5.24", "STA-R36", "STA-R82")
def test_a_fallen_token_becomes_a_zombie():
    table = shaman("voodoo_doll", place=(4, 0))
    one = table.state[0]
    for token, place in enumerate(((0, 4), (0, 4), (4, 4), (0, 1))):
        one["fl_row"][token], one["fl_col"][token] = cell(*place)
    one["fl_mark"][3] = 1  # the story needs it
    engine = act(table.play(), "cast", spell("voodoo_doll"))
    assert asked(engine) == "SPACE"
    assert candidates(engine) == [(0, 4), (4, 4)]
    act(engine, "cand 0")
    expect(engine, {"fl_row": [-1, HOME, HOME + 4, HOME], "ch_ap[0]": 2, track("voodoo_doll"): 20})
    expect(engine, {"npc_kind[0]": Companion.ZOMBIE, "npc_row[0]": HOME, "npc_col[0]": HOME + 4})
    refuses(engine, "cast")


@pytest.mark.rule("STA-24.2", "STA-13.4", "STA-R82")
def test_the_token_of_an_immortal_brings_nobody_back():
    table = shaman("voodoo_doll")
    one = table.state[0]
    one["fl_row"][0], one["fl_col"][0] = cell(2, 3)
    one["fl_immortal"][0] = 3
    one["fig_left"][3] -= 1
    engine = cast(table.play(), "voodoo_doll", "cand 0")
    expect(engine, {"fl_immortal[0]": -1, "fig_left[3]": 6, "ch_adv_pp[0]": 0})


@pytest.mark.rule("STA-24.2", "STA-R82")
def test_a_zombie_rises_beside_a_token_that_somebody_stands_on():
    table = shaman("voodoo_doll")
    table.state["fl_row"][0, 0], table.state["fl_col"][0, 0] = cell(2, 2)
    engine = cast(table.play(), "voodoo_doll", "cand 0")
    expect(engine, {"npc_row[0]": HOME + 1, "npc_col[0]": HOME + 1})


@pytest.mark.rule("STA-24.3", "STA-3.11")
def test_a_hex_takes_one_from_all_dice_until_the_next_incidents():
    table = shaman("hex")
    table.foe("redcoat", (2, 3))
    engine = cast(table.play(1, 1, 1, 5), "hex", "enemy 0")
    expect(engine, {"foe_status[0]": FoeStatus.HEXED, "last_off": 0})
    table = shaman()
    foe = table.foe("redcoat", (2, 3), status=int(FoeStatus.HEXED))
    expect(activate(table, foe, 3, 2, 1, 1), {"ch_wounds[0]": 0, "foe_status[0]": 8})
    engine = enemy_round(table, 3, 2, 1, 1)
    while asked(engine) != "ORDER":
        act(engine, labels(engine)[0])
    expect(engine, {"foe_status[0]": 0, "round": 3})


@pytest.mark.rule("STA-24.3", "STA-10.21", "STA-R85")
@pytest.mark.parametrize(("status", "wounds"), [(0, 1), (FoeStatus.HEXED, 0)])
def test_it_is_easier_to_break_away_from_the_hexed(status, wounds):
    table = shaman()
    table.foe("redcoat", (2, 3), status=int(status))
    engine = act(table.play(3, 1, 1, 4, 1), "break_away")
    expect(engine, {"ch_wounds[0]": wounds, "force_n": 0})


@pytest.mark.rule("STA-24.3", "STA-14.6", "STA-R85")
@pytest.mark.parametrize(("status", "wounds"), [(0, 1), (FoeStatus.HEXED, 0)])
def test_it_is_easier_to_struggle_free_of_the_hexed(status, wounds):
    table = shaman(others=(("sea_dog", (4, 4)),))
    table.foe("longshade", (2, 3), status=int(status), holds=2)
    table.edit(1, ch_y=-1, ch_x=-1, ch_status=int(Status.RESTRAINED))
    engine = act(table.play(5, 1, 1, 4, 1, 1, 1), "end_turn", "char 1")
    expect(engine, {"ch_wounds[1]": wounds, "force_n": 0})


@pytest.mark.rule("STA-24.4", "STA-R6", "STA-12.22")
def test_snake_bite_wounds_for_each_success_within_four():
    table = shaman("snake_bite", place=(4, 0))
    table.foe("redcoat", (0, 4))
    engine = cast(table.play(5, 6, 4, 1), "snake_bite", "enemy 0")
    expect(engine, {"foe_wounds[0]": 2, "ch_ap[0]": 3})
    table.state["foe_wounds"][0, 0] = 1
    engine = cast(table.play(5, 6, 4, 1), "snake_bite", "enemy 0")
    expect(engine, {"foe_type[0]": GONE, "ch_adv_pp[0]": 1})
    far = shaman("snake_bite", "hex", place=(1, 2))
    far.lay("i13", (HOME + 5, HOME))
    far.foe("redcoat", (6, 2))  # five spaces away
    assert labels(act(far.play(), "cast")) == [spell("hex")]


@pytest.mark.rule("STA-24.5", "STA-R81")
def test_healing_loa_heals_the_caster_or_who_is_adjacent():
    table = shaman("healing_loa", others=(("sea_dog", (2, 3)), ("surgeon", (4, 4))))
    for slot in range(3):
        table.edit(slot, ch_wounds=2)
    engine = act(table.play(), "cast", spell("healing_loa"))
    assert labels(engine) == ["char 0", "char 1"]
    act(engine, "char 1")
    expect(engine, {"ch_wounds": [2, 1, 2]})
    table.edit(1, ch_wounds=5, ch_status=int(Status.KNOCKED_OUT))
    table.edit(0, ch_wounds=0)
    assert "cast" not in labels(table.play())  # who is Knocked Out must be revived


@pytest.mark.rule("STA-24.6", "STA-R24", "STA-R22")
def test_a_spirit_walks_past_enemies_and_is_not_held():
    table = shaman("spirit_walk", place=(2, 0))
    table.foe("redcoat", (2, 1))
    table.foe("redcoat", (1, 0))
    engine = table.play()
    assert labels(engine, "step") == []
    cast(engine, "spirit_walk")
    assert asked(engine) == "STEPS"
    ways = ["step N", "step NE", "step E", "step SE", "step S"]
    assert labels(engine, "step") == ways
    act(engine, "step E")  # onto the space behind the Redcoat, two spaces away
    assert at(engine, 0) == (2, 2)
    act(engine, "step NW")
    assert at(engine, 0) == (1, 1)
    act(engine, "step SW")
    assert at(engine, 0) == (2, 0)
    assert asked(engine) == "MENU"  # four spaces
    expect(engine, {"ch_ap[0]": 4, "ch_wounds[0]": 0})
    assert labels(engine, "step") == []


@pytest.mark.rule("STA-24.6", "STA-R22")
def test_a_spirit_asks_before_it_walks_through_others():
    table = shaman("spirit_walk", place=(2, 0), others=(("sea_dog", (3, 1)),))
    table.foe("redcoat", (2, 1))
    engine = act(cast(table.play(), "spirit_walk"), "step SE")
    assert asked(engine) == "CONSENT"
    act(engine, "yes")
    assert at(engine, 0) == (4, 2)


@pytest.mark.rule("STA-24.7", "STA-3.6")
@pytest.mark.parametrize(("dice", "stun"), [((3, 1, 1, 1, 1, 1), 2), ((3, 1, 1, 1, 5, 1), 0)])
def test_binding_is_intelligence_against_intelligence(dice, stun):
    table = shaman("binding")
    table.foe("redcoat", (0, 4))
    engine = cast(table.play(*dice), "binding", "enemy 0")
    expect(engine, {"foe_stun[0]": stun, "force_n": 0})


@pytest.mark.rule("STA-24.7", "STA-24.3", "STA-R85")
def test_binding_is_easier_on_the_hexed():
    table = shaman("binding")
    table.foe("redcoat", (0, 4), status=int(FoeStatus.HEXED))
    engine = cast(table.play(3, 1, 1, 1, 5, 1), "binding", "enemy 0")
    expect(engine, {"foe_stun[0]": 2})


@pytest.mark.rule("STA-24.8", "STA-20.64")
def test_soul_drain_wounds_and_heals():
    table = shaman("soul_drain", traits=(Trait.VOODOO_II,))
    table.foe("cursed_one", (2, 4))
    table.edit(0, ch_wounds=2)
    engine = cast(table.play(6, 6, 1, 1), "soul_drain", "enemy 0")
    expect(engine, {"foe_wounds[0]": 2, "ch_wounds[0]": 1, "ch_ap[0]": 2})
    engine = cast(table.play(5, 5, 1, 1), "soul_drain", "enemy 0")
    expect(engine, {"foe_wounds[0]": 0, "ch_wounds[0]": 2})


@pytest.mark.rule("STA-24.8", "STA-13.7")
def test_who_drains_a_cursed_one_to_death_is_cursed():
    table = shaman("soul_drain", traits=(Trait.VOODOO_II,))
    table.foe("cursed_one", (2, 4), wounds=3)
    engine = cast(table.play(6, 1, 1, 1), "soul_drain", "enemy 0")
    expect(engine, {"foe_type[0]": GONE, "ch_cursed[0]": 1, "ch_adv_pp[0]": 2})


@pytest.mark.rule("STA-24.9")
def test_mass_terror_meets_all_enemies_of_the_room():
    table = shaman("mass_terror", traits=(Trait.VOODOO_II,))
    table.lay("i13", (HOME - 5, HOME))
    table.foe("redcoat", (0, 4))
    table.foe("skeleton", (1, 4))
    table.foe("redcoat", (-1, 2))
    engine = cast(table.play(6, 1, 1, 1), "mass_terror")
    expect(engine, {"foe_status": [FoeStatus.IDLE, FoeStatus.IDLE, 0]})


@pytest.mark.rule("STA-24.10", "STA-1.12", "STA-R81")
def test_the_barons_curse_takes_half_of_what_is_left():
    table = shaman("barons_curse", traits=(Trait.VOODOO_II,))
    table.foe("darkclaw", (0, 4), wounds=1, status=int(FoeStatus.ASLEEP))
    engine = cast(table.play(6, 1, 1, 1), "barons_curse", "enemy 0")
    expect(engine, {"foe_wounds[0]": 5, "foe_status[0]": 0})  # 4 of 7, though it is Impervious


@pytest.mark.rule("STA-24.11")
def test_the_guardian_loa_watches_over_one_in_sight():
    table = shaman(
        "guardian_loa",
        traits=(Trait.VOODOO_II,),
        place=(2, 0),
        others=(("sea_dog", (2, 4)), ("surgeon", (1, 0))),
    )
    table.foe("redcoat", (2, 2))
    engine = act(table.play(), "cast", spell("guardian_loa"))
    assert labels(engine) == ["char 0", "char 2"]
    act(engine, "char 2")
    expect(engine, {"buff": [0, 0, Buff.GUARDED]})


# --- Totem spells ---------------------------------------------------------------------------------


@pytest.mark.rule("STA-24.12", "STA-R20")
def test_the_wolfs_hunt_gives_steps_alone_and_costs_nothing():
    engine = cast(witch("wolf").play(), "wolfs_hunt")
    expect(engine, {"ch_ap[0]": 6, "mov_left": 3, track("wolfs_hunt"): 4})
    refuses(engine, "run")
    act(engine, "step E", "step E", "step W")
    expect(engine, {"ch_ap[0]": 6, "mov_left": 0})
    act(engine, "step W", "end_turn")
    expect(engine, {"mov_left": 0})


@pytest.mark.rule("STA-24.12", "STA-R15", "STA-8.17", "STA-R81")
def test_a_card_without_ap_uses_up_no_destiny_action_and_ends_no_series():
    table = witch("wolf")
    table.edit(0, last_hand=2)
    engine = act(table.play(), "dp_action")
    cast(engine, "wolfs_hunt")
    expect(engine, {"last_hand[0]": 2})
    act(engine, "step E", "step E", "step W", "step W", "step E", "step W")
    expect(engine, {"ch_ap[0]": 6})


@pytest.mark.rule("STA-24.13", "STA-20.65")
def test_the_bears_roar_knocks_down_who_is_adjacent():
    table = witch("bear")
    table.foe("redcoat", (2, 3))
    table.foe("skeleton", (1, 1))
    table.foe("redcoat", (4, 4))
    engine = cast(table.play(1, 1, 1, 5), "bears_roar")  # the Bear's Strength is 4
    expect(engine, {"foe_status": [FoeStatus.KNOCKED_DOWN, FoeStatus.KNOCKED_DOWN, 0]})
    assert forced(engine) == 0


@pytest.mark.rule("STA-24.14", "STA-24.15")
@pytest.mark.parametrize(
    ("totem", "card", "buff"),
    [("owl", "owls_eye", Buff.OWLS_EYE), ("serpent", "serpents_kiss", Buff.SERPENTS_KISS)],
)
def test_some_spells_wait_for_what_the_witch_does_next_in_this_turn(totem, card, buff):
    engine = cast(witch(totem, others=(("sea_dog", (4, 4)),)).play(), card)
    expect(engine, {"ch_ap[0]": 5, "buff[0]": buff})
    act(engine, "end_turn")
    expect(engine, {"buff[0]": 0})


@pytest.mark.rule("STA-24.15")
def test_the_serpents_kiss_stuns_with_the_next_hit():
    table = witch("serpent")
    table.foe("mummy", (2, 3))
    dice = (1, 1, 1, 1, 1, 1), (6, 4, 1, 1, 1, 1), (6, 4, 1, 1, 1, 1)
    engine = cast(table.play(*(die for one in dice for die in one)), "serpents_kiss")
    act(engine, "attack_unarmed", "enemy 0")
    expect(engine, {"buff[0]": Buff.SERPENTS_KISS, "foe_stun[0]": 0})
    act(engine, "attack_unarmed", "enemy 0")
    expect(engine, {"buff[0]": 0, "foe_stun[0]": 2})


@pytest.mark.rule("STA-20.65", "STA-5.21")
def test_only_the_spell_of_the_totem_that_is_borne_is_cast():
    engine = act(witch("owl").play(), "cast")
    assert labels(engine) == [spell("owls_eye")]
    table = learn(witch("owl"), 0)
    table.state["ch_traits"][0, 0, Trait.TOTEM_MAGIC] = 0
    table.state["spell"][0, 0], table.state["totem"][0, 0] = 0, -1
    assert "cast" not in labels(table.play())
