"""What is true of each flow and decision on the stack: it is about something that is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from piracy_env.core.plain import plain
from piracy_env.core.record import Record
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.chart import COLS
from piracy_env.games.skull_tales.rules.crew import must_captain_settle
from piracy_env.games.skull_tales.rules.ties import tied_seats
from piracy_env.games.skull_tales.state import (
    ACTOR,
    ALLY,
    CHARISMA,
    EMPTY,
    GROUPS,
    KIND,
    NONE,
    SLOT,
    SLOTS,
    STEP,
    A,
    B,
    C,
    Decision,
)

_SHIPS = range(4)
"""Sea Enemies that are ships."""
_DOWN, _GROUP_BITS, _KNOWN_TRAITS = 2, (1 << GROUPS) - 1, 105
_PUSHING = frozenset((Decision.PUSH, Decision.REROLL))

Fault = Iterator[str]


def question_faults(s: Record, t: Record) -> Fault:
    """What is wrong with flows and decisions whose frames have the right shape."""
    for place in range(s.sp):
        kind = Decision(s.stk[place][KIND])
        if kind in _RULES:
            for told in _RULES[kind](s, t, s.stk[place]):
                yield f"{kind.name} {told}"
    if s.stk[s.sp - 1][KIND] in _PUSHING:
        yield from _roll(s)


def _roll(s: Record) -> Fault:
    """Dice lie on the table, of whom the frame names."""
    frame = s.stk[s.sp - 1]
    if s.roll_ch != frame[SLOT] or s.roll_dif != frame[B]:
        yield "the dice on the table are another's"
    if frame[A] == CHARISMA and s.roll_n != 1:
        yield "Charisma is rolled with one die"
    if frame[KIND] == Decision.PUSH and not any(
        s.roll[die] <= s.roll_dif for die in range(s.roll_n)
    ):
        yield "no die has failed"


# --- Port and campaign ----------------------------------------------------------------------------


def _port_turn(s: Record, t: Record, frame: Any) -> Fault:
    is_top = s.stk[s.sp - 1][KIND] == Decision.PORT_TURN
    if is_top and not (s.t_moved or s.t_acted & 1 or s.tu[frame[ACTOR]]):
        yield "is asked of a seat without time"


def _bosun(s: Record, t: Record, frame: Any) -> Fault:
    if not (
        ACT.relax_mix.start <= frame[A] <= ACT.trade.start
        or frame[A] in (ACT.upgrade.start, ACT.hire_pg.start)
    ):
        yield f"asks for action {frame[A]}"


def _pay_ally(s: Record, t: Record, frame: Any) -> Fault:
    if s.ch_kind[frame[SLOT]] != ALLY:
        yield "is about nobody"


def _prosthesis(s: Record, t: Record, frame: Any) -> Fault:
    if not s.ch_perm[frame[ACTOR]] & ~s.ch_prosth[frame[ACTOR]]:
        yield "is for no limb"


def _rumor(s: Record, t: Record, frame: Any) -> Fault:
    if not s.look:
        yield "is asked about nothing"


def _settle_tie(s: Record, t: Record, frame: Any) -> Fault:
    if not plain(must_captain_settle)(s, plain(tied_seats)(s)):
        yield "is asked of nobody"


def _pick(s: Record, t: Record, frame: Any) -> Fault:
    if s.ch_kind[frame[ACTOR]] != EMPTY:
        yield "is asked of a seat that has a Pirate"


# --- the Voyage -----------------------------------------------------------------------------------


def _voyage(s: Record, t: Record, frame: Any) -> Fault:
    if s.fate > 0:
        yield "goes on, but has ended"
    if s.gone != any(s.stk[place][KIND] == Decision.MORALE_GONE for place in range(s.sp)):
        yield "has run out of Morale, or has not"
    if frame[B] == 1 and not 1 <= frame[A] <= SLOTS and frame[STEP] > 3:
        yield f"has a roll of slot {frame[A] - 1}"
    if frame[STEP] in (0, 5) and frame[A] > SLOTS:
        yield f"has asked {frame[A]} slots"


def _copy_trait(s: Record, t: Record, frame: Any) -> Fault:
    if any(not 0 <= s.cand[place][0] < _KNOWN_TRAITS for place in range(s.cand_n)):
        yield "offers what is no Trait"


def _song(s: Record, t: Record, frame: Any) -> Fault:
    if frame[STEP] == 1 and frame[A] == 0:
        yield "helps nobody"
    if frame[STEP] == 2 and s.ch_kind[frame[C]] == EMPTY:
        yield f"helps slot {frame[C]}"


def _stations(s: Record, t: Record, frame: Any) -> Fault:
    if frame[STEP] == 2 and not 0 <= frame[SLOT] < s.players:
        yield "has nobody in the Diving Bell"


def _move_goods(s: Record, t: Record, frame: Any) -> Fault:
    if frame[STEP] == 2 and s.hold[frame[A]] == 0:
        yield f"takes nothing from space {frame[A]}"
    if frame[STEP] == 3 and frame[SLOT] == NONE:
        yield "asks leave for nobody"


def _is_damaged(s: Record) -> bool:
    return bool(s.sails_imp > 0 or s.hold_imp > 0)


def _group_task(s: Record, t: Record, frame: Any) -> Fault:
    if s.stk[s.sp - 1][KIND] == Decision.GROUP_TASK and frame[SLOT] == NONE:
        yield "is asked of no group"
    if frame[STEP] > 0 and not _is_damaged(s):
        yield "repairs what is whole"


def _main_deck(s: Record, t: Record, frame: Any) -> Fault:
    tasks = [int(span.start) for span in (ACT.t_clean, ACT.t_repair, ACT.t_assist, ACT.t_fish)]
    if frame[STEP] == 0:
        if frame[A] != 0:
            yield f"has begun action {frame[A]}"
    elif frame[A] not in tasks:
        yield f"is at action {frame[A]}"
    elif frame[A] == tasks[1] and not _is_damaged(s):
        yield "repairs what is whole"
    elif frame[A] == tasks[2] and not _patients(s):
        yield "assists nobody"
    elif frame[STEP] == 2 and frame[A] not in tasks[1:3]:
        yield "asks what a success is for that has one use"


def _patients(s: Record) -> bool:
    """Whether anybody is Knocked Out."""
    return any(
        s.ch_kind[slot] != EMPTY and s.ch_wounds[slot] == s.ch_hp_max[slot] for slot in range(SLOTS)
    ) or any(s.pg_on[group] and s.pg_w[group] == _DOWN for group in range(GROUPS))


def _hidden(s: Record) -> list[int]:
    """Goal tokens that lie face down."""
    return [goal for goal in range(s.goal_n) if s.goal_rev[goal] == 0]


def _cartography(s: Record, t: Record, frame: Any) -> Fault:
    if frame[STEP] == 2 and frame[A] == 0:
        yield "has no marker left"
    if frame[STEP] < 2 and frame[A] > 0:
        yield "has successes before the roll"
    yield from _offers_islands(s)


def _spotting(s: Record, t: Record, frame: Any) -> Fault:
    seen = [goal for goal in range(4) if frame[A] >> goal & 1]
    if not set(seen) <= set(_hidden(s)):
        yield f"has tokens {seen} in sight"
    yield from _offers_islands(s)


def _offers_islands(s: Record) -> Fault:
    hidden = {int(s.goal_l[goal]) for goal in _hidden(s)}
    if any(s.cand[place][0] not in hidden for place in range(s.cand_n)):
        yield "offers an island without a token"


def _guard_coin(s: Record, t: Record, frame: Any) -> Fault:
    if s.coin_s == NONE:
        yield "is against no coin"


def _sets_of_seats(s: Record, t: Record, frame: Any) -> Fault:
    if (frame[A] | frame[B]) >> s.players:
        yield "names seats that do not exist"


def _bid(s: Record, t: Record, frame: Any) -> Fault:
    yield from _sets_of_seats(s, t, frame)
    if frame[ACTOR] == NONE or not frame[A] >> frame[ACTOR] & 1 or s.bid[frame[ACTOR]] != NONE:
        yield f"is asked of seat {frame[ACTOR]}"


def _mutiny(s: Record, t: Record, frame: Any) -> Fault:
    yield from _sets_of_seats(s, t, frame)
    if frame[ACTOR] in (NONE, s.captain) or frame[A] >> frame[ACTOR] & 1:
        yield f"is asked of seat {frame[ACTOR]}"


# --- islands --------------------------------------------------------------------------------------


def _at_island(s: Record, t: Record, frame: Any) -> Fault:
    if t.chart.letter[s.ship_r * COLS + s.ship_c] < 0:
        yield "is asked at sea"


def _ashore(s: Record, t: Record, frame: Any) -> Fault:
    """Who is sent or explores: groups in A, Characters in B."""
    yield from _at_island(s, t, frame)
    yield from _slots(s, frame[B])
    gone = [group for group in range(GROUPS) if frame[A] >> group & 1 and not s.pg_on[group]]
    if gone and frame[KIND] != Decision.EXPLORATION:
        yield f"sends groups {gone} ashore"


def _slots(s: Record, bits: int) -> Fault:
    empty = [slot for slot in range(SLOTS) if bits >> slot & 1 and s.ch_kind[slot] == EMPTY]
    if empty:
        yield f"has slots {empty}, in which nobody is"


# --- Events and Sea Enemies -----------------------------------------------------------------------

_OPEN, _ROLL, _DONE, _BURN, _DOUSED, _, _SAVED = range(7)
_FIRE_CARD = 24


def _event(s: Record, t: Record, frame: Any) -> Fault:
    row = t.voyage_events[max(s.ev_cur, 1) - 1]
    if s.ev_cur == 0 and frame[STEP] != _OPEN:
        yield "has no card"
    elif frame[STEP] in (_ROLL, _DONE) and row.post == 0:
        yield f"rolls for card {s.ev_cur}"
    elif frame[STEP] >= _BURN and s.ev_cur != _FIRE_CARD:
        yield f"burns with card {s.ev_cur}"
    if frame[STEP] in (_DONE, _DOUSED, _SAVED) and frame[SLOT] == NONE:
        yield "is rolled for by nobody"


def _put_off(s: Record, t: Record, frame: Any) -> Fault:
    if s.ev_cur == 0 or s.stk[s.sp - 2][STEP] != _OPEN:
        yield "is about no card"
    if frame[A] % SLOTS != frame[SLOT]:
        yield f"is asked about slot {frame[SLOT]} at place {frame[A]}"


def _on_board(s: Record, enemy: int) -> Fault:
    if not s.sea_on[enemy]:
        yield f"is about Sea Enemy {enemy}, which is not on the board"


def _signal(s: Record, t: Record, frame: Any) -> Fault:
    yield from _on_board(s, frame[A])
    if frame[A] not in _SHIPS:
        yield f"deceives Sea Enemy {frame[A]}"


def _generation(s: Record, t: Record, frame: Any) -> Fault:
    if s.sea_on[frame[A]]:
        yield f"brings Sea Enemy {frame[A]}, which is there"


def _shot(s: Record, t: Record, frame: Any) -> Fault:
    enemy = frame[A] % 16
    if enemy >= len(s.sea_on):
        yield f"is at Sea Enemy {enemy}"
    else:
        yield from _on_board(s, enemy)
    yield from _slots(s, frame[C])


def _ammunition(s: Record, t: Record, frame: Any) -> Fault:
    shot = s.stk[s.sp - 2]
    if shot[STEP] != 3 or shot[B] % 16 == 0 or shot[A] // 16 not in (1, 2):
        yield "is for another shot"
    if shot[A] % 16 not in _SHIPS:
        yield "is used on what is no ship"


def _ram(s: Record, t: Record, frame: Any) -> Fault:
    if frame[STEP] == 1:
        yield from _on_board(s, frame[A])
    if frame[STEP] == 2 and frame[SLOT] == NONE:
        yield "is felt by nobody"


def _fight(s: Record, t: Record, frame: Any) -> Fault:
    if s.b_e != frame[B]:
        yield f"is with Sea Enemy {frame[B]}, not {s.b_e}"


_RULES: dict[Decision, Callable[[Record, Record, Any], Fault]] = {
    Decision.PORT_TURN: _port_turn,
    Decision.BOSUN: _bosun,
    Decision.PAY_ALLY: _pay_ally,
    Decision.PROSTHESIS: _prosthesis,
    Decision.RUMOR: _rumor,
    Decision.SETTLE_TIE: _settle_tie,
    Decision.PICK: _pick,
    Decision.VOYAGE: _voyage,
    Decision.COPY_TRAIT: _copy_trait,
    Decision.SONG: _song,
    Decision.STATIONS: _stations,
    Decision.MOVE_GOODS: _move_goods,
    Decision.GROUP_TASK: _group_task,
    Decision.MAIN_DECK: _main_deck,
    Decision.CARTOGRAPHY: _cartography,
    Decision.SPOTTING: _spotting,
    Decision.GUARD_COIN: _guard_coin,
    Decision.CALL_MUTINY: _mutiny,
    Decision.JOIN_MUTINY: _mutiny,
    Decision.BID: _bid,
    Decision.ISLAND: _at_island,
    Decision.BURY: _at_island,
    Decision.SEND_ASHORE: _ashore,
    Decision.GO_ASHORE: _ashore,
    Decision.EXPLORATION: _ashore,
    Decision.EVENT: _event,
    Decision.PUT_OFF: _put_off,
    Decision.SIGNAL: _signal,
    Decision.GENERATION: _generation,
    Decision.SHOT: _shot,
    Decision.AMMUNITION: _ammunition,
    Decision.RAM: _ram,
    Decision.FIGHT: _fight,
}
"""What is told of a frame of each kind: words that follow its name."""
