"""Who goes where, and what is done there: posts, commands, stations, tasks of the deck."""

from __future__ import annotations

from typing import Any

from piracy_agents.heuristic.skull_tales_voyage.odds import passes_roll
from piracy_agents.heuristic.skull_tales_voyage.posts import group_worth, post_worth
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.command import RUM_ONLY, can_group_go
from piracy_env.games.skull_tales.rules.crew import slot_at
from piracy_env.games.skull_tales.rules.hold import SUPPLIES, count_tokens, open_columns
from piracy_env.games.skull_tales.rules.ship import CREW_QUARTERS, HELM, SICK_BAY, character_at
from piracy_env.games.skull_tales.state import (
    AGILITY,
    CHARISMA,
    GROUPS,
    INTELLIGENCE,
    NONE,
    SLOT,
    SLOTS,
    STEP,
    STRENGTH,
    A,
    Decision,
)

_LEAKY = 3
"""Open columns with which the Hold is repaired before the Sails."""
_POSTS = 8
"""Posts that a Character can be sent to."""


@kernel
def weigh_crew(s: Any, t: Any, w: Any, kind: int, mask: Any, value: Any) -> None:
    """Value what Characters and groups do in the Travel and the Crew Round."""
    noinline()
    frame = s.stk[s.sp - 1]
    slot = frame[SLOT]
    if kind == Decision.TAKE_POST:
        for post in range(CREW_QUARTERS + 1):
            value[ACT.post.start + post] = post_worth(s, t, w, slot, post)
    elif kind in (Decision.COMMAND, Decision.SEND_GROUP):
        _weigh_commands(s, t, w, kind, value)
    elif kind in (Decision.RELOCATE, Decision.NEW_POST):
        _weigh_new_posts(s, t, w, kind, mask, value)
    elif kind == Decision.STATIONS:
        _weigh_stations(s, t, w, value)
    elif kind == Decision.GROUP_TASK:
        _weigh_group_task(s, w, slot, value)
    elif kind == Decision.MAIN_DECK:
        _weigh_deck(s, w, slot, value)
    elif kind == Decision.MOVE_GOODS:
        value[ACT.t_movegoods.start] = -1.0
    elif kind == Decision.SONG:
        value[ACT.yes.start] = 1.0 if frame[A] == 1 else s.ch_att[slot, CHARISMA] - w.voice
    elif kind == Decision.CONSTABLE:
        value[ACT.yes.start] = post_worth(s, t, w, slot, 2) - w.duty
    elif kind in (Decision.DAY_SUPPLIES, Decision.SAVE_TOKEN):
        value[ACT.yes.start] = 1.0


# --- commands -------------------------------------------------------------------------------------


@kernel
def _weigh_commands(s: Any, t: Any, w: Any, kind: int, value: Any) -> None:
    """Send the group whose place matters most; Rum where Morale is low."""
    if kind == Decision.SEND_GROUP:
        group = s.stk[s.sp - 1, SLOT]
        for post in range(SICK_BAY):
            value[ACT.post.start + post] = group_worth(s, t, w, group, post)
        return
    is_despair = s.stk[s.sp - 1, A] == RUM_ONLY
    value[ACT.rum.start] = w.fire if is_despair else w.rum - s.morale
    if is_despair:
        return
    for group in range(GROUPS):
        if s.pg_on[group] == 1:
            best = 0.0
            for post in range(SICK_BAY):
                if can_group_go(s, t, group, post):
                    best = max(best, group_worth(s, t, w, group, post))
            gain = best - group_worth(s, t, w, group, s.pg_post[group])
            value[ACT.pg.start + group] = gain - w.order
    value[ACT.relocate.start] = _relocation(s, w)


@kernel
def _relocation(s: Any, w: Any) -> float:
    """Somebody is reassigned only to steer a ship that nobody steers."""
    return w.steer if character_at(s, HELM) == NONE else -1.0


@kernel
def _weigh_new_posts(s: Any, t: Any, w: Any, kind: int, mask: Any, value: Any) -> None:
    """Who is least needed goes to where it is worth most."""
    if kind == Decision.NEW_POST:
        for post in range(_POSTS):
            value[ACT.post.start + post] = post_worth(s, t, w, s.stk[s.sp - 1, SLOT], post)
        return
    for place in range(SLOTS):
        if mask[ACT.char.start + place]:
            slot = slot_at(s, s.captain, place)
            value[ACT.char.start + place] = -post_worth(s, t, w, slot, s.post[slot])


@kernel
def _weigh_stations(s: Any, t: Any, w: Any, value: Any) -> None:
    """Deck, charts, sails, and schemes at last; the end once nothing is left."""
    value[ACT.st_main.start] = 4.0
    value[ACT.st_carto.start] = 3.0
    value[ACT.st_sail.start] = 2.0
    value[ACT.st_scheme.start] = 1.0
    value[ACT.dive.start] = 1.5
    value[ACT.rum.start] = w.rum - s.morale
    value[ACT.relocate.start] = _relocation(s, w) if s.rolled == 0 else -1.0


# --- the Main Deck --------------------------------------------------------------------------------


@kernel
def _weigh_group_task(s: Any, w: Any, group: int, value: Any) -> None:
    """Groups clean; they repair when nothing else is to be done, above all with Wood."""
    value[ACT.t_clean.start] = w.clean * s.filth - w.tire * s.pg_fat[group]
    value[ACT.t_repair.start] = w.mend[0] - w.tire * s.pg_fat[group]
    value[ACT.yes.start] = 1.0
    _weigh_repairs(s, value)


@kernel
def _weigh_repairs(s: Any, value: Any) -> None:
    """The Hold first, if it is nearly lost; else Sails."""
    value[ACT.fix_hold.start] = 1.0 * (open_columns(s) <= _LEAKY)
    value[ACT.fix_sail.start] = 0.5


@kernel
def _weigh_deck(s: Any, w: Any, slot: int, value: Any) -> None:
    """A Character on deck does what it is likely to succeed in."""
    if s.stk[s.sp - 1, STEP] > 0:
        _weigh_repairs(s, value)
        return
    value[ACT.t_clean.start] = w.clean * s.filth * passes_roll(s, slot, AGILITY, 5)
    value[ACT.t_repair.start] = w.mend[1] * passes_roll(s, slot, INTELLIGENCE, 4)
    value[ACT.t_assist.start] = w.assist * passes_roll(s, slot, INTELLIGENCE, 4)
    hunger = w.larder - count_tokens(s, 1 + SUPPLIES)
    value[ACT.t_fish.start] = hunger * passes_roll(s, slot, STRENGTH, 5)
    if s.players == 1 and slot > 0 and s.ch_tp[slot] + w.margin > s.morale:
        value[ACT.no.start] = w.fire
