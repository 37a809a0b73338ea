"""Reactions out of turn, and what is asked before Enemies act (section 8.1, X and E0)."""

import pytest

from piracy_env.games.skull_tales.state_land import Status
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import arena, asked, at
from tests.games.skull_tales.land.enemies_at import activate, call, enemy_round
from tests.games.skull_tales.land.test_attacks import GONE, knows
from tests.scenario import act, expect, labels

TOUGH = 9


# --- Quick Shot -----------------------------------------------------------------------------------


def guard(**fields):
    """A Surgeon with a loaded Pistol who shoots quickly."""
    table = knows(arena(("surgeon", (4, 0), "pistol")), 0, Trait.QUICK_SHOT)
    table.edit(0, **fields)
    return table


@pytest.mark.rule("STA-20.96", "STA-R55")
def test_enemies_that_are_placed_are_met_by_a_quick_shot():
    table = guard()
    engine = call(table, ["redcoat"], (4, 2))
    assert asked(engine) == "QUICKSHOT"
    assert labels(engine) == ["no", "quickshot"]


@pytest.mark.rule("STA-20.96", "STA-R14", "STA-2.8", "STA-R116")
def test_a_quick_shot_costs_destiny_and_no_ap():
    table = guard()
    table.edit(0, ch_ap=0)
    engine = call(table, ["redcoat"], (4, 2))
    engine.set(0, {"force": [5, 5, 5, *[0] * 61], "force_n": 3})
    act(engine, "quickshot")
    expect(engine, {"ch_dp[0]": 2, "foe_type[0]": GONE, "ch_adv_pp[0]": 1, "inv_flag[0, 1]": 3})
    expect(engine, {"last_hand[0]": -1})  # it is no part of a series of its own turn


@pytest.mark.rule("STA-20.96")
@pytest.mark.parametrize(
    "fields", [{"ch_dp": 0}, {"ch_status": Status.DESTINY_USED}, {"ch_status": Status.KNOCKED_OUT}]
)
def test_no_quick_shot_without_destiny(fields):
    if fields.get("ch_status") == Status.KNOCKED_OUT:
        fields = {**fields, "ch_wounds": 5}
        table = knows(
            arena(("surgeon", (4, 0), "pistol"), ("sea_dog", (4, 1))), 0, Trait.QUICK_SHOT
        )
        table.edit(0, **fields)
        table.play(acting=1)
        engine = call(table, ["redcoat"], (4, 2))
    else:
        engine = call(guard(**fields), ["redcoat"], (4, 2))
    assert asked(engine) != "QUICKSHOT"


@pytest.mark.rule("STA-20.96", "STA-R71", "STA-13.5")
def test_quick_shots_come_before_a_sprint():
    table = guard()
    engine = call(table, ["bootbiter"], (4, 2))
    assert asked(engine) == "QUICKSHOT"
    before = int(engine.states[0]["foe_row"][0]), int(engine.states[0]["foe_col"][0])
    engine.set(0, {"force": [1, 1, 1, 1, 1, 1, *[0] * 58], "force_n": 6})
    act(engine, "no")
    after = int(engine.states[0]["foe_row"][0]), int(engine.states[0]["foe_col"][0])
    assert before != after  # it has sprinted


@pytest.mark.rule("STA-20.96", "STA-R55")
def test_quick_shots_are_asked_in_the_order_of_slots():
    table = arena(("surgeon", (4, 0), "pistol"), ("lookout", (4, 4), "musket"))
    knows(knows(table, 0, Trait.QUICK_SHOT), 1, Trait.QUICK_SHOT)
    engine = call(table, ["redcoat"], (4, 2))
    expect(engine, seat=0)
    act(engine, "no")
    assert asked(engine) == "QUICKSHOT"
    expect(engine, seat=1)


# --- Opportunist ----------------------------------------------------------------------------------


@pytest.mark.rule("STA-20.30", "STA-R116")
def test_who_passes_and_does_not_attack_gives_an_opportunity():
    table = arena(("sea_dog", (2, 2), "sword"), ("surgeon", (2, 4)))
    knows(table, 0, Trait.OPPORTUNIST)
    table.set(captain=1)
    table.foe("officer", (1, 0), hp_max=TOUGH)
    engine = activate(table, 0, 1, 1, 1, 1, 1, 1, 1)  # a duel with the Captain
    assert asked(engine) == "OPPORTUNE"
    act(engine, "opportune")
    expect(engine, {"foe_wounds[0]": 2, "ch_dp[0]": 1})


@pytest.mark.rule("STA-20.30")
@pytest.mark.parametrize(
    ("hands", "fields"), [((), {}), (("sword",), {"ch_dp": 0}), (("sword",), {"ch_penance": 2})]
)
def test_an_opportunity_needs_a_weapon_and_destiny(hands, fields):
    table = arena(("sea_dog", (2, 2), *hands), ("surgeon", (2, 4)))
    knows(table, 0, Trait.OPPORTUNIST)
    table.edit(0, **fields)
    table.set(captain=1)
    table.foe("officer", (1, 0), hp_max=TOUGH)
    engine = activate(table, 0, 1, 1, 1, 1, 1, 1, 1)
    assert asked(engine) != "OPPORTUNE"


# --- before the Enemies act -----------------------------------------------------------------------


@pytest.mark.rule("STA-20.9")
def test_the_cautious_move_before_the_enemies_do():
    table = knows(arena(("sea_dog", (2, 0))), 0, Trait.CAUTIOUS)
    engine = enemy_round(table)
    assert labels(engine) == ["no", "cautious"]
    act(engine, "cautious", "step E", "step E", "step E")
    assert at(engine, 0) == (2, 3)
    assert asked(engine) == "STEPS"
    act(engine, "step E")
    assert labels(engine, "step") != []  # a fifth
    act(engine, "step N")
    assert asked(engine) != "STEPS"
    expect(engine, {"ch_dp[0]": 1})


@pytest.mark.rule("STA-20.9")
def test_no_caution_next_to_an_enemy():
    table = knows(arena(("sea_dog", (2, 0))), 0, Trait.CAUTIOUS)
    table.foe("redcoat", (2, 1))
    engine = enemy_round(table, 1, 1, 1, 1)
    assert asked(engine) != "CAUTIOUS"


@pytest.mark.rule("STA-20.9", "STA-20.75")
@pytest.mark.parametrize(
    ("trait", "question"), [(Trait.CAUTIOUS, "CAUTIOUS"), (Trait.BRAGGART, "BRAG")]
)
def test_who_acted_last_among_the_willing_does_it(trait, question):
    table = arena(("sea_dog", (2, 0)), ("surgeon", (4, 0)), ("lookout", (4, 4)))
    for slot in range(3):
        knows(table, slot, trait)
    engine = table.play(acting=2)
    engine.set(0, {"order_done": 7, "acted_order": [0, 2, 1, -1, -1]})
    act(engine, "end_turn")
    assert asked(engine) == question
    expect(engine, seat=1)
    act(engine, "no")
    expect(engine, seat=2)
    assert asked(engine) == question
    act(engine, question.lower(), *(["done"] if question == "CAUTIOUS" else []))
    assert asked(engine) != question  # the first is not asked
    if question == "BRAG":
        expect(engine, {"round": 3, "brag": 2})


@pytest.mark.rule("STA-20.75", "STA-20.9")
def test_caution_comes_before_brags_and_the_hidden_do_not_brag():
    table = arena(("sea_dog", (2, 0)), ("surgeon", (4, 0)))
    knows(knows(table, 0, Trait.CAUTIOUS), 1, Trait.BRAGGART)
    engine = table.play()
    engine.set(0, {"order_done": 3, "acted_order": [0, 1, -1, -1, -1]})
    act(engine, "end_turn")
    assert asked(engine) == "CAUTIOUS"
    act(engine, "no")
    assert asked(engine) == "BRAG"
    table.edit(1, ch_status=Status.HIDDEN)
    engine = table.play()
    engine.set(0, {"order_done": 3, "acted_order": [0, 1, -1, -1, -1]})
    act(engine, "end_turn", "no")
    assert asked(engine) != "BRAG"


@pytest.mark.rule("STA-20.75")
def test_enemies_go_for_the_braggart():
    table = arena(("sea_dog", (4, 4)), ("surgeon", (2, 2)))
    knows(table, 0, Trait.BRAGGART)
    table.foe("skeleton", (1, 0))
    engine = enemy_round(table, 1)
    engine.set(0, {"acted_order": [0, 1, -1, -1, -1]})
    assert asked(engine) == "BRAG"
    act(engine, "brag")
    # towards (4, 4), four steps, and not next to the Surgeon, who is closer
    row, col = int(engine.states[0]["foe_row"][0]) - 28, int(engine.states[0]["foe_col"][0]) - 28
    assert max(abs(row - 4), abs(col - 4)) == 1
