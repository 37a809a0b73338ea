"""What frames of searching, looting, exchanging and using can hold while somebody is asked.

States come from strangers, and compiled rules trust frames and candidates: who lies there, which
card is meant, which token.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from piracy_env.core.record import Record
from piracy_env.games.skull_tales.gear import LEGEND, Gear
from piracy_env.games.skull_tales.rules.adventure.carrying import CARDS, FLAGS, GOALS, NUMBERS
from piracy_env.games.skull_tales.rules.adventure.exchanging import COUNT, WHO
from piracy_env.games.skull_tales.rules.adventure.picking import GOAL_ITEMS
from piracy_env.games.skull_tales.rules.adventure.possessions import TO_USE
from piracy_env.games.skull_tales.rules.adventure.usable import SECOND, SHOWN
from piracy_env.games.skull_tales.state import (
    ACTOR,
    EMPTY,
    KIND,
    NONE,
    SLOT,
    SLOTS,
    STEP,
    A,
    B,
    Decision,
)
from piracy_env.games.skull_tales.state_land import GOAL_TOKENS, LYING, TOKENS_FALLEN, Goal

_MOST_FLAGS = 127
_STEPS: dict[Decision, tuple[int, ...]] = {
    Decision.SEARCHING: (0, 2, 4),
    Decision.FINDING: (0,),
    Decision.LOOTING: (0, 2),
    Decision.STRIPPING: (0, 1, 2),
    Decision.EXCHANGING: (0, 2, 3, 4, 5),
    Decision.USING: (0, 1, 2),
    Decision.PICKING_UP: (0, 1),
    Decision.DROPPING: (0, 1),
    Decision.GIVING: (0,),
    Decision.READING: (0,),
    **dict.fromkeys((Decision.GIVE, Decision.TAKE, Decision.EXCHANGE, Decision.OVERLOAD), (0,)),
    **dict.fromkeys((Decision.GRASP, Decision.MONEY), (0,)),
}
"""Steps in which a frame waits, or is asked."""


def thing_faults(s: Record, t: Record) -> Iterator[str]:
    """What is wrong with frames and candidates of things, in words."""
    wrong = False
    for place in range(s.sp):
        frame = s.stk[place]
        if frame[KIND] in _STEPS:
            for fault in _frame(s, t, frame):
                wrong = True
                yield f"{Decision(frame[KIND]).name} {fault}"
    if not wrong and s.sp > 1:
        yield from _offers(s)


def _frame(s: Record, t: Record, frame: Any) -> Iterator[str]:
    kind, slot = Decision(frame[KIND]), frame[SLOT]
    if not _is_somebody(s, slot):
        yield "is about nobody"
        return
    if frame[STEP] not in _STEPS[kind]:
        yield f"has no step {frame[STEP]}"
        return
    who = frame[A] if kind == Decision.TAKE else slot
    if _is_somebody(s, who) and frame[ACTOR] != s.ch_owner[who]:
        yield "asks another seat than its own"
    if kind in _WORDS:
        fault = _WORDS[kind](s, t, frame)
        if fault:
            yield fault


def _is_somebody(s: Record, slot: int) -> bool:
    return bool(0 <= slot < SLOTS and s.ch_kind[slot] != EMPTY)


def _is_card(t: Record, item: int, flag: int) -> bool:
    """Whether a number is that of a card that can be carried, with possible flags."""
    is_gear = 0 < item <= Gear.POWDER_HORN or LEGEND <= item < len(t.items)
    return is_gear and 0 <= flag <= _MOST_FLAGS


def _has(s: Record, slot: int, what: int) -> bool:
    """Whether a Character has the thing with a number."""
    if what < CARDS:
        return bool(0 <= what < s.inv_n[slot])
    if what < GOALS:
        return bool(what - CARDS < s.s_n[slot])
    if what < NUMBERS:
        goal = what - GOALS
        is_goal = goal < GOAL_TOKENS and s.goal_state[goal] == Goal.HELD
        return bool(is_goal and s.goal_holder[goal] == slot)
    return (what == NUMBERS and s.ch_rum[slot] > 0) or (what == NUMBERS + 1 and s.ch_brew[slot] > 0)


# --- what each kind of frame holds ----------------------------------------------------------------


def _finding(_s: Record, t: Record, frame: Any) -> str:
    return "" if 0 <= frame[A] < len(t.search) else "is no Search card"


def _looting(_s: Record, t: Record, frame: Any) -> str:
    return "" if 0 <= frame[A] <= len(t.garrisons) else "has a mark that does not exist"


def _stripping(s: Record, _t: Record, frame: Any) -> str:
    if frame[STEP] == 0:
        return ""
    body, what = frame[A] % WHO, frame[A] // WHO
    if frame[A] < 0 or not _is_somebody(s, body) or body == frame[SLOT]:
        return "is about no body"
    is_there = frame[STEP] < 2 or what < s.inv_n[body]
    return "" if is_there else "takes what is not there"


def _exchanging(s: Record, t: Record, frame: Any) -> str:
    if frame[STEP] == 0:
        return ""
    partner, count, what = frame[A] % WHO, frame[A] // WHO % COUNT, frame[A] // (WHO * COUNT)
    if frame[A] < 0 or not _is_somebody(s, partner) or partner == frame[SLOT]:
        return "is with nobody"
    if count > t.ashore.transfers:
        return f"has {count} transfers"
    is_asked = frame[STEP] == max(_STEPS[Decision.EXCHANGING])
    return "" if not is_asked or _has(s, partner, what) else "asks for what is not there"


def _exchange(s: Record, _t: Record, frame: Any) -> str:
    is_pair = _is_somebody(s, frame[A]) and frame[A] != frame[SLOT]
    return "" if is_pair and frame[B] >= 0 else "is with nobody"


def _using(s: Record, t: Record, frame: Any) -> str:
    if frame[STEP] > 0 and frame[A] >= SHOWN:
        is_card = frame[A] < SHOWN + 2 * SECOND and (frame[A] - SHOWN) % SECOND < len(t.search)
        return "" if is_card else "uses no card"
    is_there = frame[STEP] == 0 or _has(s, frame[SLOT], frame[A])
    return "" if is_there else "uses what is not there"


def _picking(s: Record, _t: Record, frame: Any) -> str:
    is_there = frame[STEP] == 0 or (0 <= frame[A] < LYING and s.gr_row[frame[A]] != NONE)
    return "" if is_there else "takes what does not lie there"


def _dropping(s: Record, _t: Record, frame: Any) -> str:
    if frame[STEP] == 0:
        return ""
    is_card = frame[A] < CARDS
    if not _has(s, frame[SLOT], frame[A]) or not (is_card or GOALS <= frame[A] < NUMBERS):
        return "drops what is not there"
    return "" if not is_card or NONE in s.gr_row else "drops more than can lie there"


def _giving(_s: Record, t: Record, frame: Any) -> str:
    is_card = frame[A] >= 0 and _is_card(t, frame[A] % FLAGS, frame[A] // FLAGS)
    return "" if is_card else "gives no card"


def _reading(s: Record, _t: Record, frame: Any) -> str:
    return "" if frame[A] in (0, 1) and s.pile_n[frame[A]] > 1 else "reads no pile"


def _give(s: Record, _t: Record, frame: Any) -> str:
    is_sound = TO_USE <= frame[A] < 0 or _is_somebody(s, frame[A])
    return "" if is_sound else "is for nobody"


def _take(s: Record, _t: Record, frame: Any) -> str:
    is_sound = _is_somebody(s, frame[A]) and frame[B] in (0, 1)
    return "" if is_sound else "is for nobody"


def _overload(_s: Record, t: Record, frame: Any) -> str:
    return "" if _is_card(t, frame[A], frame[B]) else "is about no card"


def _grasp(s: Record, _t: Record, frame: Any) -> str:
    return "" if 0 <= frame[A] < s.inv_n[frame[SLOT]] else "is about no card"


def _money(_s: Record, t: Record, frame: Any) -> str:
    most = max(row.coins for row in t.fallen)
    return "" if 0 < frame[A] <= most else "is about no coins"


_WORDS: dict[Decision, Callable[[Record, Record, Any], str]] = {
    Decision.FINDING: _finding,
    Decision.LOOTING: _looting,
    Decision.STRIPPING: _stripping,
    Decision.EXCHANGING: _exchanging,
    Decision.EXCHANGE: _exchange,
    Decision.USING: _using,
    Decision.PICKING_UP: _picking,
    Decision.DROPPING: _dropping,
    Decision.GIVING: _giving,
    Decision.READING: _reading,
    Decision.GIVE: _give,
    Decision.TAKE: _take,
    Decision.OVERLOAD: _overload,
    Decision.GRASP: _grasp,
    Decision.MONEY: _money,
}


# --- what is on offer -----------------------------------------------------------------------------


def _offers(s: Record) -> Iterator[str]:
    """Candidates of questions that flows of things have asked."""
    below, asked = s.stk[s.sp - 2], s.stk[s.sp - 1]
    found = [tuple(int(number) for number in s.cand[k]) for k in range(s.cand_n)]
    pair = (below[KIND], asked[KIND])
    if pair == (Decision.PICKING_UP, Decision.CARD) and any(not _lies(s, *one) for one in found):
        yield "something is on offer to be picked up that does not lie there"
    if pair == (Decision.LOOTING, Decision.SPACE) and set(found) - _tokens(s):
        yield "a token is on offer that does not lie there"
    if pair == (Decision.DROPPING, Decision.SPACE) and any(
        not _is_ground(s, *one) for one in found
    ):
        yield "a space is on offer that is none"
    if pair == (Decision.READING, Decision.TILE):
        pile, count = s.pile[below[A]], s.pile_n[below[A]]
        known = {int(pile[count - 1]), int(pile[count - 2])}
        if any(set(one) != known for one in found):
            yield "tokens are on offer that do not lie on top of the pile"
    is_drawn = 0 not in s.drawn and found == [(0, 0), (1, 0)]
    if pair == (Decision.SEARCHING, Decision.CARD) and not is_drawn:
        yield "two cards are on offer that were not drawn"


def _tokens(s: Record) -> set[tuple[int, int]]:
    """Where Fallen tokens lie."""
    places = {(int(s.fl_row[k]), int(s.fl_col[k])) for k in range(TOKENS_FALLEN)}
    return places - {(NONE, NONE)}


def _lies(s: Record, item: int, which: int) -> bool:
    """Whether a card or a goal on offer lies on the ground."""
    if item >= GOAL_ITEMS:
        goal = item - GOAL_ITEMS
        return bool(goal == which < GOAL_TOKENS and s.goal_state[goal] == Goal.LYING)
    is_thing = 0 <= which < LYING and s.gr_row[which] != NONE
    return bool(is_thing and s.gr_item[which] == item)


def _is_ground(s: Record, row: int, col: int) -> bool:
    size = len(s.b_tile)
    return bool(0 <= row < size and 0 <= col < size and s.b_tile[row][col] > 0)
