"""Campaigns as episodes, saved games, and what is refused (section 4.3, STC-2.9)."""

from __future__ import annotations

import pytest

from piracy_env.core.game import RUNNING
from piracy_env.errors import InvalidStateError, OptionError
from piracy_env.games.skull_tales.campaign import GAME
from piracy_env.games.skull_tales.rules.campaign import Stage
from piracy_env.games.skull_tales.rules.scores import score_of
from piracy_env.games.skull_tales.state import NONE, Ended, Part, Phase
from tests.games.skull_tales.shipped import SHIPPED
from tests.games.skull_tales.whole.crews import (
    ashore,
    between,
    campaign,
    concluded,
    judged,
    question,
)
from tests.scenario import act, deal, expect

T = SHIPPED.t
FAILURE, PARTIAL, TOTAL = range(3)
BY_PHASE, BY_CHAPTER = {"stop": "phase"}, {"stop": "chapter"}


def is_over(table, part, twice, **fields):
    """A part has ended, and the next one is set up."""
    expect(table, over=1, ended=int(Ended.PHASE_OVER), part=int(part), part_t=twice, **fields)
    assert table.outcome()[2] == twice / 2


def gone_on(table):
    """The same state once it is played on."""
    table.set(0, {"over": RUNNING})
    return table


@pytest.mark.rule("STC-9.4")
def test_a_voyage_is_over_when_the_board_is_laid_out():
    reached = {"camp_ch": 3, "fate": int(Ended.GOAL_REACHED), "options": BY_PHASE}
    table = act(between(Stage.AFTER_VOYAGE, **reached), "no")
    is_over(table, Part.VOYAGE, 2, phase=int(Phase.ADVENTURE))
    assert table.record().n_tl > 0
    act(gone_on(table), table.legal()[0])
    expect(table, part=NONE, part_t=0, ended=NONE, over=RUNNING)
    assert table.outcome()[2] < 1.0


@pytest.mark.rule("STC-9.4", "STC-7.1")
def test_a_lost_voyage_is_over_when_the_annex_is_laid_out():
    lost = {"camp_ch": 3, "fate": int(Ended.SUNK), "options": BY_PHASE}
    is_over(act(between(Stage.AFTER_VOYAGE, **lost), "no"), Part.VOYAGE, 0, camp_ch=11)


@pytest.mark.rule("STC-9.4")
@pytest.mark.parametrize(("result", "twice"), [(TOTAL, 2), (PARTIAL, 1)])
def test_an_adventure_is_a_part(result, twice):
    table = concluded(3, result, options=BY_PHASE)
    is_over(table, Part.ADVENTURE, twice, phase=int(Phase.PORT), camp_ch=4)
    s = table.record()
    gained = [score_of(s, T, seat) - s.score0[seat] for seat in range(3)]
    assert all(gain >= 0 for gain in gained)


@pytest.mark.rule("STC-9.4", "STC-2.6", "STC-2.7")
def test_a_repeated_adventure_is_a_new_part():
    table = ashore(3, options=BY_PHASE)
    gone_on(table)
    act(table, table.legal()[0])
    table.set(0, {"stage_moves": T.ashore.decisions - 1})
    act(table, table.legal()[0])
    is_over(table, Part.ADVENTURE, 0, phase=int(Phase.ADVENTURE), adv_repeat=1)
    table = act(judged(3, PARTIAL, options=BY_PHASE), "repeat")
    is_over(table, Part.ADVENTURE, 1, phase=int(Phase.ADVENTURE), adv_repeat=1)


@pytest.mark.rule("STC-9.4")
def test_the_hunt_is_a_part_and_chapter_six_belongs_to_it():
    table = concluded(5, TOTAL, options={"disorders": False, **BY_PHASE})
    while question(table) == "REPEAT":
        act(table, "continue")
    is_over(table, Part.ADVENTURE, 2, camp_ch=7, phase=int(Phase.PORT))


@pytest.mark.rule("STC-9.4")
def test_a_chapter_is_a_part():
    table = concluded(3, PARTIAL, options=BY_CHAPTER)
    expect(table, over=1, ended=int(Ended.CHAPTER_OVER), part=int(Part.CHAPTER), part_t=1)
    table = act(between(Stage.AFTER_VOYAGE, fate=int(Ended.GOAL_REACHED), options=BY_CHAPTER), "no")
    expect(table, over=RUNNING, part=NONE)


@pytest.mark.rule("STC-9.4")
def test_an_adventure_in_the_abstract_belongs_to_its_voyage():
    options = {"adventure_mode": 1, **BY_PHASE}
    reached = {"camp_ch": 3, "fate": int(Ended.GOAL_REACHED), "options": options}
    table = act(between(Stage.AFTER_VOYAGE, **reached), "no")
    while question(table) == "REPEAT" and table.record().over == RUNNING:
        act(table, "continue")
    is_over(table, Part.VOYAGE, 2, phase=int(Phase.PORT), camp_ch=4)


# --- what counts ----------------------------------------------------------------------------------


@pytest.mark.rule("STC-9.4")
def test_the_running_adventure_counts_by_its_goals():
    table = ashore(2, camp_first=2, camp_last=3)
    assert table.outcome()[2] == 0.0
    table.set(0, {"goal_state[0]": 1})
    goals = int(T.first_goal[2] - T.first_goal[1])
    assert table.outcome()[2] == pytest.approx(0.5 / goals / 2)


@pytest.mark.rule("STC-9.4")
@pytest.mark.parametrize("mode", ["mixed", "team", "own"])
def test_modes_pay_at_the_end(mode):
    table = campaign(camp_ch=3, camp_last=3, reward=mode)
    before = judged(3, TOTAL, camp_last=3, camp_first=3)
    table.load_state(0, before.states[:1])
    table.step([GAME.actions.id("continue")])
    paid = table.reward[0][:3]
    assert table.record().over == 1
    assert (abs(paid) <= 1.0).all()
    if mode == "team":
        assert (paid == 1.0).all()


# --- saved games ----------------------------------------------------------------------------------


@pytest.mark.rule("STC-2.9")
@pytest.mark.parametrize("chapter", [2, 12])
@pytest.mark.parametrize("phase", [Phase.PORT, Phase.VOYAGE, Phase.ADVENTURE])
def test_a_game_saved_in_any_phase_goes_on_as_it_would_have(phase, chapter):
    stage = {Phase.PORT: Stage.PORT, Phase.VOYAGE: Stage.VOYAGE}.get(phase)
    table = act(between(stage), "no") if stage is not None else ashore(chapter)
    expect(table, phase=int(phase))
    play(table, 12)
    copy = campaign()
    copy.load_state(0, table.states[:1])
    play(table, 40)
    play(copy, 40)
    assert table.states.tobytes() == copy.states.tobytes()


def play(table, count):
    """So many decisions, one as the other."""
    for number in range(count):
        if table.record().over:
            return
        legal = table.legal()
        table.step([legal[(7 * number) % len(legal)]])


# --- options --------------------------------------------------------------------------------------


@pytest.mark.rule("STC-9.1")
@pytest.mark.parametrize(
    "options",
    [
        {"scenario": "voyage"},
        {"chapter": "exile"},
        {"camp_ch": 7},
        {"scenario": "quick", "start": "pool"},
    ],
)
def test_options_that_the_whole_game_does_not_have_are_refused(options):
    with pytest.raises(OptionError):
        deal(GAME, **options)


@pytest.mark.rule("STC-9.1", "STC-3.1", "STC-3.2")
def test_campaigns_begin_as_they_should():
    table = deal(GAME)
    assert question(table) == "PICK"
    expect(table, camp_ch=1, camp_last=5, captain=NONE, phase=int(Phase.ADVENTURE))
    later = campaign(camp_ch=4)
    assert later.record().captain != NONE
    expect(later, ch_pp=[0] * 3, ch_coins=[0] * 3, crew_booty=0, phase=int(Phase.PORT))
    short = deal(GAME, preset="short_campaign")
    expect(short, camp_last=3)


@pytest.mark.rule("STA-1.4")
@pytest.mark.parametrize("difficulty", [0, 1, 2])
def test_the_option_makes_all_adventures_harder(difficulty):
    own = int(T.adventures[2].difficulty)
    table = ashore(3, options={"difficulty": difficulty})
    expect(table, diff=min(3, own + difficulty), difficulty=difficulty)


@pytest.mark.parametrize("players", GAME.seats)
def test_starts_of_the_pool_are_played_with_real_adventures(players):
    table = campaign(players=players, camp_ch=0, start="pool", difficulty=1, seed=4)
    assert not table.complaints()
    expect(table, scenario=4, difficulty=1, chapter=NONE)
    play(table, 20)
    assert not table.complaints()


# --- forged positions -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"n_tl": 1}, "something is left over from an Adventure: n_tl"),
        ({"snap_ch_pp[0]": 4}, "snap_ch_pp"),
        ({"foe_type[3]": 2}, "foe_type"),
        ({"chapter": 2}, "the board of an Adventure lies there, but it is not played"),
    ],
)
def test_a_board_at_sea_is_refused(fields, told):
    table = act(between(Stage.PORT), "no")
    with pytest.raises(InvalidStateError, match=told):
        table.set(0, fields)


def test_ashore_the_ship_is_looked_at_as_well():
    table = ashore(2)
    with pytest.raises(InvalidStateError, match="Cannons in supply and Hold"):
        table.set(0, {"cannon_sup": 0})
    with pytest.raises(InvalidStateError, match="flag is on its last space"):
        table.set(0, {"flag": 0, "round": 2})


def test_ashore_the_gear_deck_waits_as_it_was():
    """Else a world that a seat takes for possible could have other cards in the deck."""
    table = ashore(2)
    gear = next(k for k in range(1, 31) if table.record().gear_left[k] > 0)
    left = int(table.record().gear_left[gear])
    with pytest.raises(InvalidStateError, match=f"{left - 1} copies of gear {gear} are left, not"):
        table.set(0, {f"gear_left[{gear}]": left - 1})


@pytest.mark.rule("STC-3.1")
def test_only_the_first_chapter_is_without_a_captain():
    for table in (act(between(Stage.PORT), "no"), ashore(11)):
        with pytest.raises(InvalidStateError, match="there is no Captain"):
            table.set(0, {"captain": NONE})
    ashore(1).set(0, {"captain": NONE})


@pytest.mark.rule("STC-9.4")
def test_what_goes_back_after_an_adventure_is_worth_nothing():
    table = ashore(3)
    before = score_of(table.record(), T, 0)
    place = int(table.record().inv_n[0])
    for flag, worth in ((64, 0), (0, T.gear[1].cost // 4)):
        held = {f"inv_id[0, {place}]": 1, f"inv_flag[0, {place}]": flag, "inv_n[0]": place + 1}
        table.set(0, held)
        assert score_of(table.record(), T, 0) == before + worth
