"""What a step of an Adventure may do (STA section 13: 9, 10 and 13)."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.games.skull_tales.actions import ACTIONS
from piracy_env.games.skull_tales.rules.adventure.goals import PERSON
from piracy_env.games.skull_tales.state import KIND, NONE, PIRATE, SLOT, SLOTS, B, Decision
from piracy_env.games.skull_tales.state_land import FOES, FoeStatus, Goal, Status
from piracy_env.games.skull_tales.terrain import (
    BLOCKED,
    CHASM,
    ROOF,
    SIDE_COL,
    SIDE_ROW,
)
from piracy_env.games.skull_tales.traits import Trait
from piracy_env.games.skull_tales.words_land import slot_letter

MOST_DICE = 5
COSTS_DESTINY = frozenset(
    {
        *("dp_heal", "dp_action", "die_plus", "roll_plus", "riposte_own", "counter", "charlatan"),
        *("opportune", "quickshot", "cautious", "tactic", "vengeful"),
    }
)
"""Actions that spend a Destiny Point, or are about to."""
_STEPPED = 4
"""The bit of a menu's B for a step that was taken."""
_PARTIAL, _TOTAL = 1, 2
_DESPISED = 1


def deed_faults(before: Record, action: int, after: Record, t: Record) -> Iterator[str]:
    """All that a step does and may not do, in words."""
    name = ACTIONS.parse(action)[0]
    slot = _doer(before)
    if slot != NONE:
        yield from _once(before, name, slot)
        if name == "step":
            yield from _engaged(before, slot)
    yield from _dice(after)
    yield from _purses(before, after, t)


def _doer(s: Record) -> int:
    """The Character that the uppermost frame is about; that of a window is the roller."""
    if s.sp == 0:
        return NONE
    frame = s.stk[s.sp - 1]
    if frame[KIND] == Decision.ROLL and s.rl_depth > 0:
        return int(s.rl_slot[s.rl_depth - 1])
    return int(frame[SLOT]) if 0 <= frame[SLOT] < SLOTS else NONE


# --- once only ------------------------------------------------------------------------------------


def _once(s: Record, name: str, slot: int) -> Iterator[str]:
    """One Destiny Point in a turn, and one Search (13: 10)."""
    if name in COSTS_DESTINY and s.ch_status[slot] & Status.DESTINY_USED:
        yield f"{slot_letter(s, slot)} uses a second Destiny Point"
    if name == "search" and s.ch_status[slot] & Status.SEARCHED:
        yield f"{slot_letter(s, slot)} searches twice in a turn"


def _dice(s: Record) -> Iterator[str]:
    for roll in range(s.rl_depth):
        if max(s.rl_n[roll], s.rl_m[roll]) > MOST_DICE:
            yield f"a roll has more than {MOST_DICE} dice"


# --- who is engaged -------------------------------------------------------------------------------


def _engaged(s: Record, slot: int) -> Iterator[str]:
    """Who is engaged does not step, unless something allows it (13: 13)."""
    frame = s.stk[s.sp - 1]
    if s.ch_y[slot] == NONE or s.ch_status[slot] & Status.HIDDEN or _is_loose(s, slot):
        return
    if frame[KIND] == Decision.STEPS and frame[B] > 0:
        return  # Spirit Walk, and moves that nobody stops
    is_menu = frame[KIND] == Decision.MENU
    if is_menu and s.ch_status[slot] & Status.RUNNING and frame[B] & _STEPPED:
        return
    for foe in range(FOES):
        if _engages(s, slot, foe):
            yield f"{slot_letter(s, slot)} steps, but is engaged by Enemy {foe}"


def _is_loose(s: Record, slot: int) -> bool:
    """Whether a Trait lets a Character step past Enemies."""
    return bool(s.ch_kind[slot] == PIRATE and s.ch_traits[slot][Trait.STEALTH])


def _engages(s: Record, slot: int, foe: int) -> bool:
    """Whether an Enemy stands next to a Character that has not broken away from it."""
    if s.foe_type[foe] == NONE or s.foe_row[foe] == NONE or s.free_from[slot] >> foe & 1:
        return False
    if s.foe_status[foe] & FoeStatus.ASLEEP:
        return False
    if s.foe_hide[foe] and not s.spotted[slot] >> foe & 1:
        return False
    here, there = (s.ch_y[slot], s.ch_x[slot]), (s.foe_row[foe], s.foe_col[foe])
    return _touch(s, here, there)


def _touch(s: Record, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two cells on the ground are adjacent (STA-R1)."""
    rows, cols = other[0] - one[0], other[1] - one[1]
    if max(abs(rows), abs(cols)) != 1 or _is_shared(s, one) or _is_shared(s, other):
        return False
    if rows == 0 or cols == 0:
        return _is_open(s, one, other)
    corners = ((one[0], other[1]), (other[0], one[1]))
    return any(
        s.b_tile[r][c] > 0
        and s.b_ter[r][c] != BLOCKED
        and _is_open(s, one, (r, c))
        and _is_open(s, (r, c), other)
        for r, c in corners
    )


def _is_shared(s: Record, place: tuple[int, int]) -> bool:
    """Whether a cell is part of a roof or a chasm, where nobody is engaged from the ground."""
    return s.b_ter[place[0]][place[1]] in {ROOF, CHASM}


def _is_open(s: Record, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether nothing parts two cells that lie side by side."""
    apart = (other[0] - one[0], other[1] - one[1])
    side = next(k for k in range(4) if (SIDE_ROW[k], SIDE_COL[k]) == apart)
    return bool(s.b_tile[other[0]][other[1]] > 0 and s.b_wall[one[0]][one[1]] >> side & 1 == 0)


# --- prestige and coins ---------------------------------------------------------------------------


def _purses(before: Record, after: Record, t: Record) -> Iterator[str]:
    """What is kept grows when the Adventure is paid, by no less than goals and chart (13: 9)."""
    if before.adv_result != NONE:
        return
    for seat in range(after.players):
        if after.adv_result != NONE:
            yield from _payment(before, after, t, seat)
            continue
        for what in ("pp", "coins"):
            if _kept(after, what, seat) > _kept(before, what, seat):
                yield f"{slot_letter(after, seat)} is paid {what} while the Adventure goes on"


def _kept(s: Record, name: str, seat: int) -> int:
    """Prestige or coins that outlast the Adventure."""
    return int(getattr(s, f"ch_{name}")[seat])


def _payment(before: Record, after: Record, t: Record, seat: int) -> Iterator[str]:
    who = slot_letter(after, seat)
    prestige, coins = _due(after, t, seat) if after.adv_result > 0 else (0, 0)
    gained = after.ch_pp[seat] - before.ch_pp[seat]
    if gained > after.adv_gain[seat]:
        yield f"{who} is paid {gained} prestige, but has gained {after.adv_gain[seat]}"
    if after.adv_gain[seat] < prestige:
        yield f"{who} has gained {after.adv_gain[seat]} prestige, goals and chart pay {prestige}"
    if after.adv_result == 0 and after.adv_gain[seat]:
        yield f"{who} has gained prestige by a failure"
    if after.ch_coins[seat] < coins:
        yield f"{who} has fewer coins than goals and chart pay"


def _due(s: Record, t: Record, seat: int) -> tuple[int, int]:
    """Prestige and coins of the goals and of the Success chart, at least.

    Who is led pays nothing to those who lie Knocked Out, and some charts nothing for a repeat.
    """
    plan, first = t.adventures[s.chapter], int(t.first_goal[s.chapter])
    count = int(t.first_goal[s.chapter + 1]) - first
    paid = [
        (int(t.goals[first + goal].prestige), int(t.goals[first + goal].coins))
        for goal in range(count)
        if s.goal_state[goal] == Goal.HELD
        and t.goals[first + goal].kind != PERSON
        and s.ch_owner[s.goal_holder[goal]] == seat
    ]
    if s.adv_result == _PARTIAL:
        paid.append((int(plan.partial_prestige), 0))
    elif s.adv_repeat > 0:
        paid.append((0, 0))
    elif s.adv_pres[seat] == _TOTAL:
        paid.append((int(plan.prestige), int(plan.coins)))
    else:
        paid.append((int(plan.others_prestige), int(plan.others_coins)))
    if s.adv_result == _TOTAL:
        paid.append((0, int(plan.all_coins)))
    halves = bool(s.ch_affl[seat] & _DESPISED)
    prestige = sum((one + 1) // 2 if halves else one for one, _ in paid)
    return prestige, sum(coins for _, coins in paid)
