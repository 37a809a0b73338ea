"""The end of an Adventure: its result, what is paid, and what is handed on (STA-18, section 10)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.game import ENDED
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.at_rest import clear_attempt, put_away
from piracy_env.games.skull_tales.rules.adventure.attempts import (
    ask_for_repeat,
    go_back,
)
from piracy_env.games.skull_tales.rules.adventure.cards_left import restock
from piracy_env.games.skull_tales.rules.adventure.carrying import lose_item, put_gear_back
from piracy_env.games.skull_tales.rules.adventure.deeds import concluded
from piracy_env.games.skull_tales.rules.adventure.goals import PERSON, goal_row, goals_of
from piracy_env.games.skull_tales.rules.adventure.people import has_status
from piracy_env.games.skull_tales.rules.adventure.picking import clear_thing
from piracy_env.games.skull_tales.rules.adventure.stories import (
    FAILURE,
    PARTIAL,
    TOTAL,
    is_partly_won,
)
from piracy_env.games.skull_tales.rules.adventure.track import (
    JUDGED,
    PAID,
    adventure_frame,
    gain_coins,
    gain_pp,
)
from piracy_env.games.skull_tales.rules.crew import gain_booty
from piracy_env.games.skull_tales.rules.crew import gain_coins as put_in_purse
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    drop_all,
    drop_to,
    mark_nothing,
    pop,
    top,
)
from piracy_env.games.skull_tales.rules.handing_on import note_result
from piracy_env.games.skull_tales.rules.parts import close_attempt
from piracy_env.games.skull_tales.state import (
    ALLY,
    EMPTY,
    NONE,
    SLOTS,
    STEP,
    A,
    Decision,
    Ended,
    Phase,
    Scenario,
)
from piracy_env.games.skull_tales.state_land import LYING, SPELLS, TOTEMS, Goal, Status

_ANEW = 0
"""The step of the frame of an Adventure that is to be repeated."""


@kernel
def result_of(s: Any, t: Any, reason: int) -> int:
    """What the Success chart says: failure, partial or total success (STA-18.6)."""
    if reason == Ended.GOALS_MET:
        return TOTAL
    if reason != Ended.ESCAPED and is_partly_won(s, t):
        return PARTIAL
    return FAILURE


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """Judge what is over, or repeat it; pay; when the story asks nothing more, close it."""
    noinline()
    step = adventure_frame(s)[STEP]
    if step == PAID:
        _close(s, t)
    elif step == JUDGED:
        top(s)[STEP] = PAID
        _pay(s, t)
    elif step == _ANEW:
        _begin_anew(s)
    else:
        _judge(s, t)
    return False


@kernel
def _judge(s: Any, t: Any) -> None:
    """What the chart says; in a campaign the attempt may be repeated (STA-18.7)."""
    drop_to(s, Decision.ADVENTURE)
    frame = top(s)
    frame[STEP] = JUDGED
    s.active_slot, s.rl_depth, s.foes_left = NONE, 0, 0
    s.adv_result = result_of(s, t, frame[A] - 1)
    ask_for_repeat(s, t)


@kernel
def _begin_anew(s: Any) -> None:
    """The attempt is forgotten (STA-18.8)."""
    top(s)[A] = 0
    s.stage_moves = 0
    close_attempt(s, s.adv_result)
    clear_attempt(s)
    go_back(s)


@kernel
def _pay(s: Any, t: Any) -> None:
    """Pay, and hand on."""
    noinline()
    if s.adv_result > FAILURE:
        _pay_goals(s, t)
        _pay_chart(s, t)
        _share_finds(s, t)
    for seat in range(s.players):
        _hand_on(s, t, seat)
    concluded(s, t)


@kernel
def _close(s: Any, t: Any) -> None:
    """All is settled: the game ends, or the campaign goes on."""
    reason = adventure_frame(s)[A] - 1
    _gather_gear(s, t)
    for slot in range(SLOTS):
        _put_away(s, slot)
    if s.scenario == Scenario.ADVENTURE:
        drop_all(s)
        s.phase, s.over, s.ended = Phase.OVER, ENDED, reason
    else:
        pop(s)
        restock(s, t)
        put_away(s)


@kernel
def _pay_goals(s: Any, t: Any) -> None:
    """Goals are paid to those who hold their tokens, an Ally's to its Pirate (STA-18.10)."""
    for goal in range(goals_of(s, t)):
        if s.goal_state[goal] == Goal.HELD:
            card, holder = t.goals[goal_row(s, t, goal)], s.goal_holder[goal]
            if card.kind == PERSON and has_status(s, holder, Status.KNOCKED_OUT):
                continue  # who lies there leads nobody
            owner = s.ch_owner[holder]
            gain_pp(s, t, owner, card.prestige)
            gain_coins(s, owner, card.coins)


@kernel
def _pay_chart(s: Any, t: Any) -> None:
    """The chart pays who completed the chapter, less those who did not, and the crew."""
    own = t.adventures[s.chapter]
    is_paid = s.adv_repeat == 0 or does_repeat_pay(s, t)
    for seat in range(s.players):
        if s.adv_result == PARTIAL:
            gain_pp(s, t, seat, own.partial_prestige)
        elif not is_paid:
            continue
        elif has_status(s, seat, Status.KNOCKED_OUT):
            gain_pp(s, t, seat, own.others_prestige)
            gain_coins(s, seat, own.others_coins)
        else:
            gain_pp(s, t, seat, own.prestige)
            gain_coins(s, seat, own.coins)
    if s.adv_result == TOTAL:
        for seat in range(s.players):
            gain_coins(s, seat, own.all_coins)
        gain_booty(s, own.crew_coins)


@kernel
def does_repeat_pay(s: Any, t: Any) -> bool:
    """Whether the chart pays an Adventure that was repeated (STC-2.6): [chapters] says so."""
    for chapter in range(len(t.chapters)):
        if t.chapters[chapter].adventure == s.chapter:
            return t.chapters[chapter].repeat_pays == 1
    return True


@kernel
def _share_finds(s: Any, t: Any) -> None:
    """Coins found and on Search cards; of an Ally's half, rounded up (STA-5.17, STA-17.3)."""
    for slot in range(SLOTS):
        if s.ch_kind[slot] == EMPTY:
            continue
        coins = 0
        for place in range(s.s_n[slot]):
            coins += t.search[s.s_cards[slot, place]].coins
        if s.ch_kind[slot] == ALLY:
            coins = (coins + s.ch_adv_coins[slot] + 1) // 2
            s.ch_adv_coins[slot] = 0
        gain_coins(s, s.ch_owner[slot], coins)


@kernel
def _hand_on(s: Any, t: Any, seat: int) -> None:
    """A Pirate's gains become its own; a failed attempt brings nothing (STA-R56, section 0.6)."""
    is_down = has_status(s, seat, Status.KNOCKED_OUT)
    s.adv_gain[seat] = 0
    if s.adv_result > FAILURE:
        s.adv_gain[seat] = s.ch_adv_pp[seat]
        s.ch_pp[seat] = min(s.ch_pp[seat] + s.ch_adv_pp[seat], 999)
        put_in_purse(s, seat, s.ch_adv_coins[seat])
    s.adv_pres[seat] = 2 if s.adv_result == TOTAL and not is_down else s.adv_result > FAILURE
    s.ch_adv_pp[seat], s.ch_adv_coins[seat] = 0, 0
    note_result(s, seat)


@kernel
def _gather_gear(s: Any, t: Any) -> None:
    """What lies about is lost, what was lent goes back (STA-R35, STA-10.39)."""
    for thing in range(LYING):
        if s.gr_row[thing] != NONE:
            lose_item(s, s.gr_item[thing])
            clear_thing(s, thing)
    put_gear_back(s, t)


@kernel
def _put_away(s: Any, slot: int) -> None:
    """What a Character had in this Adventure only is over (hand-over rules 2 and 3)."""
    if s.ch_kind[slot] == ALLY:
        s.ch_wounds[slot] = 0
    elif has_status(s, slot, Status.KNOCKED_OUT):
        s.ch_wounds[slot] = s.ch_hp_max[slot] - 1
    s.ch_status[slot], s.ch_x[slot], s.ch_y[slot], s.ch_ap[slot] = 0, NONE, NONE, 0
    s.ch_adv_pp[slot], s.ch_adv_coins[slot], s.s_n[slot] = 0, 0, 0
    s.buff[slot] = 0
    for place in range(len(s.s_cards[slot])):
        s.s_cards[slot, place] = 0
    for place in range(TOTEMS):
        s.totem[slot, place] = NONE
    for card in range(SPELLS):
        s.spell[slot, card] = 0


HANDLERS = (Handler(Decision.CONCLUSION, mark_nothing, answer_nothing, _go_on),)
