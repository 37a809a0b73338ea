"""Steps, engagement, running, breaking away, passing through others (STA-10.8 to 10.17)."""

import pytest

from piracy_env.games.skull_tales.state_land import Status
from tests.games.skull_tales.land.ashore import arena, asked, at, candidates
from tests.scenario import act, expect, labels, refuses


@pytest.mark.rule("STA-10.8", "STA-10.1", "STA-2.1")
def test_a_step_costs_one_and_leads_in_eight_directions():
    table = arena(("sea_dog", (2, 2))).play()
    assert len(labels(table, "step")) == 8
    act(table, "step SE", "step N")
    assert at(table, 0) == (2, 3)
    expect(table, {"ch_ap[0]": 4})
    act(table, "step W", "step W", "step W", "step S")
    assert labels(table, "step") == []  # no AP is left
    assert labels(table) == ["end_turn", "dp_action"]


@pytest.mark.rule("STA-10.9", "STA-R2")
def test_no_diagonal_step_past_an_enemy():
    table = arena(("sea_dog", (2, 0)))
    table.foe("redcoat", (1, 0))
    table.edit(0, free_from=1)
    engine = table.play()
    assert "step NE" not in labels(engine)
    assert "step SE" in labels(engine)
    table = arena(("sea_dog", (2, 0)))
    table.foe("redcoat", (1, 0), hide=1)
    assert "step NE" in labels(table.play())


@pytest.mark.rule("STA-10.10", "STA-10.14")
def test_nobody_walks_onto_rock_or_enemies():
    table = arena(("sea_dog", (1, 2)))
    table.foe("redcoat", (2, 2))
    table.edit(0, free_from=1)
    found = labels(table.play(), "step")
    assert "step N" not in found  # rock
    assert "step S" not in found  # the Enemy


@pytest.mark.rule("STA-10.11")
@pytest.mark.parametrize(("ap", "legal"), [(2, True), (1, False)])
def test_leaving_water_costs_two(ap, legal):
    table = arena(("sea_dog", (1, 1)), tile="i8")
    table.edit(0, ch_ap=ap)
    engine = table.play()
    assert ("step W" in labels(engine)) == legal
    if legal:
        act(engine, "step W")
        expect(engine, {"ch_ap[0]": 0})


@pytest.mark.rule("STA-10.13", "STA-R23", "STA-R24")
def test_who_comes_next_to_an_enemy_is_engaged():
    table = arena(("sea_dog", (3, 0)))
    table.foe("redcoat", (1, 2))
    engine = table.play()
    act(engine, "step NE")
    assert labels(engine, "step") == []
    assert "break_away" in labels(engine)
    table = arena(("sea_dog", (3, 0)))
    table.foe("redcoat", (1, 2), hide=1)
    engine = act(table.play(), "step NE")
    assert labels(engine, "step") != []
    table = arena(("sea_dog", (3, 0)))
    table.foe("redcoat", (1, 2), status=2)  # inactive
    assert labels(act(table.play(), "step NE"), "step") != []


@pytest.mark.rule("STA-R24")
def test_one_may_be_engaged_from_the_start_of_the_turn():
    table = arena(("sea_dog", (2, 2)))
    table.foe("redcoat", (1, 1))
    assert labels(table.play(), "step") == []


@pytest.mark.rule("STA-S22", "STA-10.21", "STA-10.22", "STA-10.23", "STA-R79")
def test_s22_a_failed_break_away_wounds_and_frees():
    table = arena(("sea_dog", (2, 2)))
    table.foe("redcoat", (1, 1))
    table.foe("cursed_one", (1, 3))
    table.foe("redcoat", (4, 0))
    engine = table.play(1, 2, 2, 4, 1)
    act(engine, "break_away")
    expect(engine, {"ch_wounds[0]": 2, "ch_ap[0]": 4, "free_from[0]": 3})
    act(engine, "step E")  # still next to one of them
    act(engine, "step W", "step SW")  # next to the third, which stops it
    assert labels(engine, "step") == []


@pytest.mark.rule("STA-10.22", "STA-3.6")
def test_a_break_away_that_wins_does_no_harm():
    table = arena(("sea_dog", (2, 2)))
    table.foe("redcoat", (1, 1))
    engine = act(table.play(3, 1, 1, 1, 1), "break_away")
    expect(engine, {"ch_wounds[0]": 0, "free_from[0]": 1})


@pytest.mark.rule("STA-10.24", "STA-R23", "STA-R79")
@pytest.mark.parametrize("fields", [{"stun": 2}, {"status": 1}])
def test_nobody_is_hurt_breaking_away_from_the_helpless(fields):
    table = arena(("sea_dog", (2, 2)))
    table.foe("redcoat", (1, 1), **fields)
    engine = table.play(1)
    assert labels(engine, "step") == []
    act(engine, "break_away")
    expect(engine, {"ch_wounds[0]": 0, "free_from[0]": 1, "force_n": 1})  # nothing was thrown


@pytest.mark.rule("STA-S13", "STA-10.15", "STA-10.11", "STA-2.2")
def test_s13_a_wounded_runner_through_water():
    table = arena(("cutthroat", (2, 0)), tile="i8")
    table.edit(0, ch_wounds=1, ch_ap=5)
    engine = act(table.play(), "run")
    expect(engine, {"ch_ap[0]": 10})
    act(engine, "step E", "step E", "step E", "step E", "step S", "step S")
    expect(engine, {"ch_ap[0]": 1})
    table = arena(("cutthroat", (2, 0)), tile="i8")
    refuses(act(table.play(), "step N"), "run")


@pytest.mark.rule("STA-10.16", "STA-R25")
def test_a_runner_is_hit_once_by_those_it_passes():
    table = arena(("sea_dog", (3, 0)))
    table.foe("cursed_one", (1, 1))
    engine = act(table.play(), "run", "step NE")
    expect(engine, {"ch_wounds[0]": 0})
    assert labels(engine, "step") != []  # it need not stop
    act(engine, "step E")
    expect(engine, {"ch_wounds[0]": 2})
    act(engine, "step W")
    act(engine, "step S")
    expect(engine, {"ch_wounds[0]": 2})


@pytest.mark.rule("STA-R25")
def test_a_runner_falls_where_it_was():
    table = arena(("sea_dog", (3, 0)), ("surgeon", (4, 4)))
    table.foe("cursed_one", (1, 1))
    table.edit(0, ch_wounds=4)
    engine = act(table.play(), "run", "step NE", "step E")
    assert at(engine, 0) == (2, 1)
    expect(engine, {"ch_wounds[0]": 5, "flag": 9})


@pytest.mark.rule("STA-R26", "STA-10.17")
def test_a_runner_that_is_engaged_needs_destiny_to_get_away():
    table = arena(("sea_dog", (2, 2)))
    table.foe("redcoat", (1, 1))
    engine = act(table.play(6, 6, 6, 1, 1), "run")
    assert labels(engine, "step") == []
    refuses(engine, "break_away")
    act(engine, "dp_action", "break_away")
    expect(engine, {"ch_ap[0]": 12, "ch_dp[0]": 1})
    assert labels(engine, "step") != []


@pytest.mark.rule("STA-10.15", "STA-10.17", "STA-R15")
def test_a_runner_may_do_but_a_few_things():
    table = arena(("sea_dog", (2, 2)), ("surgeon", (2, 3)))
    engine = act(table.play(), "run")
    assert "push" in labels(engine)
    assert "chapter" not in labels(engine)


@pytest.mark.rule("STA-R22", "STA-10.14")
def test_passing_through_another_needs_leave_and_a_free_space():
    table = arena(("sea_dog", (2, 1)), ("surgeon", (2, 2)))
    engine = act(table.play(), "step E")
    assert asked(engine) == "CONSENT"
    expect(engine, seat=1)
    act(engine, "yes")
    assert at(engine, 0) == (2, 3)
    expect(engine, {"ch_ap[0]": 4})
    table = arena(("sea_dog", (2, 1)), ("surgeon", (2, 2)))
    engine = act(table.play(), "step E", "no")
    assert at(engine, 0) == (2, 1)
    expect(engine, {"ch_ap[0]": 6, "pass_no[0]": 2})
    refuses(engine, "step E")
    table = arena(("sea_dog", (2, 1)), ("surgeon", (2, 2)))
    table.edit(0, ch_ap=1)
    refuses(table.play(), "step E")
    table = arena(("sea_dog", (2, 3)), ("surgeon", (2, 4)))
    refuses(table.play(), "step E")  # no space behind


@pytest.mark.rule("STA-R22")
@pytest.mark.parametrize("status", [Status.KNOCKED_OUT, Status.HIDDEN])
def test_nobody_is_asked_for_those_who_lie_or_hide(status):
    table = arena(("sea_dog", (2, 1)), ("surgeon", (2, 2)))
    wounds = 5 if status == Status.KNOCKED_OUT else 0
    table.edit(1, ch_status=int(status), ch_wounds=wounds)
    engine = act(table.play(), "step E")
    assert at(engine, 0) == (2, 3)


@pytest.mark.rule("STA-R22")
def test_a_refusal_lasts_until_the_turn_ends():
    table = arena(("sea_dog", (2, 1)), ("surgeon", (2, 2)))
    engine = act(table.play(), "step E", "no", "end_turn")
    expect(engine, {"pass_no[0]": 0})


@pytest.mark.rule("STA-R15", "STA-2.6")
def test_destiny_pays_for_one_action_or_three_ap_of_steps():
    table = arena(("sea_dog", (2, 0)), ("surgeon", (4, 4)))
    table.edit(0, ch_ap=0)
    engine = table.play()
    assert labels(engine, "step") == []
    act(engine, "dp_action")
    expect(engine, {"ch_dp[0]": 1})
    act(engine, "step E", "step E", "step E")
    assert at(engine, 0) == (2, 3)
    assert labels(engine, "step") == []
    refuses(engine, "dp_action")  # one a turn


@pytest.mark.rule("STA-R15")
def test_another_action_ends_a_move_that_destiny_pays():
    table = arena(("sea_dog", (2, 2)), ("surgeon", (2, 3)))
    table.edit(0, ch_ap=1)
    engine = act(table.play(6, 6, 6, 1, 1), "dp_action", "step S", "push", "char 1", "no", "cand 0")
    expect(engine, {"ch_ap[0]": 0})
    assert labels(engine, "step") == []


@pytest.mark.rule("STA-R14", "STA-2.4", "STA-2.5", "STA-2.9")
def test_one_point_of_destiny_a_turn():
    table = arena(("surgeon", (2, 2)))
    table.edit(0, ch_wounds=2)
    engine = act(table.play(), "dp_heal")
    expect(engine, {"ch_wounds[0]": 1, "ch_dp[0]": 2, "ch_ap[0]": 6})
    refuses(engine, "dp_heal", "dp_action")
    table = arena(("surgeon", (2, 2)))
    refuses(table.play(), "dp_heal")  # nothing to heal
    table = arena(("surgeon", (2, 2)))
    table.edit(0, ch_wounds=2)
    table.set(no_dp=[1, 0, 0, 0, 0])
    refuses(table.play(), "dp_heal")


@pytest.mark.rule("STA-S14", "STA-10.25", "STA-R27")
def test_s14_a_jump_over_a_chasm():
    table = arena(("cutthroat", (2, 1)), tile="i10")
    engine = act(table.play(1, 3, 4, 5), "jump")
    assert candidates(engine) == [(2, 4)]
    act(engine, "cand 0")
    assert at(engine, 0) == (2, 4)
    expect(engine, {"ch_ap[0]": 4})


@pytest.mark.rule("STA-S15", "STA-10.26", "STA-14.11")
def test_s15_a_failed_jump_knocks_out():
    fellow = ("surgeon", (0, 4))
    table = arena(("cutthroat", (2, 1)), fellow, tile="i10", chapter="captain_jones")
    table.edit(0, ch_adv_pp=3)
    table.set(goal_state=[2, 2, 0, 0, 0, 0, 0, 0], goal_holder=[0, 0, -1, -1, -1, -1, -1, -1])
    engine = act(table.play(1, 2, 3, 4), "jump", "cand 0")
    assert at(engine, 0) == (2, 1)
    expect(engine, {"ch_wounds[0]": 4, "ch_adv_pp[0]": 0, "flag": 9})
    expect(engine, goal_state=[4, 2], goal_holder=[-1, 0])  # the merit is lost, the thing is not


@pytest.mark.rule("STA-S16", "STA-20.12")
def test_s16_a_chicken_jump_lands_with_a_wound():
    table = arena(("skipper", (2, 1)), tile="i10")
    table.edit(0, ch_ap=1)
    engine = act(table.play(1, 2, 3, 4), "jump", "cand 0")
    assert at(engine, 0) == (2, 4)
    expect(engine, {"ch_wounds[0]": 1, "ch_ap[0]": 0})


@pytest.mark.rule("STA-10.27")
def test_a_rope_makes_a_jump_succeed():
    table = arena(("cutthroat", (2, 1)), tile="i10")
    table.keep(0, 6)
    engine = act(table.play(1, 1, 1, 1), "jump", "cand 0")
    assert labels(engine) == ["no", "rope"]
    act(engine, "rope")
    assert at(engine, 0) == (2, 4)
    expect(engine, {"ch_ap[0]": 4, "s_n[0]": 0, "force_n": 4})


@pytest.mark.rule("STA-R27")
def test_a_jump_needs_a_free_landing():
    table = arena(("cutthroat", (2, 1)), tile="i10")
    table.foe("redcoat", (2, 4))
    assert "jump" not in labels(table.play())


@pytest.mark.rule("STA-S02", "STA-10.18", "STA-10.19")
def test_s02_an_unwilling_push():
    table = arena(("sea_dog", (2, 2)), ("surgeon", (2, 3)))
    engine = act(table.play(2, 3, 5, 2, 4), "push", "char 1")
    expect(engine, seat=1)
    act(engine, "no")
    expect(engine, {"seat": 0, "ch_ap[0]": 5})
    assert candidates(engine) == [(1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (3, 2), (3, 3)]
    act(engine, "cand 0")
    assert at(engine, 1) == (1, 1)


@pytest.mark.rule("STA-S03", "STA-10.18")
def test_s03_a_willing_push():
    table = arena(("sea_dog", (2, 2)), ("surgeon", (2, 3)))
    engine = act(table.play(2, 2, 3), "push", "char 1", "yes")
    assert asked(engine) == "SPACE"


@pytest.mark.rule("STA-10.20", "STA-R22")
def test_a_failed_push_cannot_be_repeated():
    table = arena(("sea_dog", (2, 2)), ("surgeon", (2, 3)))
    engine = act(table.play(1, 1, 1), "push", "char 1", "yes")
    assert asked(engine) == "MENU"
    refuses(engine, "push")
    table = arena(("sea_dog", (2, 2)), ("surgeon", (2, 3)))
    table.edit(1, ch_status=int(Status.KNOCKED_OUT), ch_wounds=5)
    refuses(table.play(), "push")  # nor one who lies there


@pytest.mark.rule("STA-R28", "STA-10.19")
@pytest.mark.parametrize(("dice", "wounds"), [((4, 1), 0), ((3, 3), 5)])
def test_who_is_pushed_into_a_chasm_falls_or_saves_itself(dice, wounds):
    table = arena(("sea_dog", (1, 1)), ("surgeon", (2, 1)), tile="i9")
    engine = act(table.play(3, 3, 3, *dice), "push", "char 1", "yes")
    chasm = candidates(engine).index((0, 2))
    act(engine, f"cand {chasm}")
    expect(engine, {"ch_wounds[1]": wounds})
    assert at(engine, 1) == (0, 1)


@pytest.mark.rule("STA-10.28", "STA-16.5", "STA-10.12", "STA-R29", "STA-16.8")
def test_a_climb_leads_up_and_down():
    table = arena(("sea_dog", (1, 6)), tile="v4", chapter="awakening")
    engine = act(table.play(), "climb")
    assert candidates(engine) == [(0, 7)]
    act(engine, "cand 0")
    assert at(engine, 0) == (0, 7)
    expect(engine, {"ch_ap[0]": 4})
    assert labels(engine, "step") == []
    act(engine, "climb")
    assert (0, 6) in candidates(engine)
    assert (2, 9) in candidates(engine)
    act(engine, "cand 0")
    assert at(engine, 0) == (0, 6)


@pytest.mark.rule("STA-16.8")
def test_a_full_roof_is_not_climbed():
    people = [(card, (0, 7)) for card in ("surgeon", "cutthroat", "lookout", "cook")]
    table = arena(("sea_dog", (1, 6)), *people, tile="v4", chapter="awakening")
    refuses(table.play(), "climb")


@pytest.mark.rule("STA-S37", "STA-16.6", "STA-R29")
def test_s37_a_failed_jump_between_roofs():
    table = arena(("skipper", (0, 3)), tile="v2", chapter="awakening")
    engine = act(table.play(3, 2, 1, 1), "jump")
    assert (0, 7) in candidates(engine)
    act(engine, f"cand {candidates(engine).index((0, 7))}")
    assert asked(engine) == "SPACE"
    act(engine, "cand 0")
    assert at(engine, 0) == (0, 2)
    expect(engine, {"ch_wounds[0]": 1, "ch_status[0]": int(Status.STUNNED)})
    assert asked(engine) == "MENU"


@pytest.mark.rule("STA-R68")
def test_a_stun_in_the_own_turn_does_not_end_it():
    table = arena(("sea_dog", (2, 2)))
    table.edit(0, ch_status=int(Status.STUNNED))
    engine = table.play()
    assert labels(engine, "step") != []
