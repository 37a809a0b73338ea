"""The Annexes: what becomes of a crew that has lost its ship (STC-7)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.abstract import CASTAWAYS, CHEATING_DEATH
from piracy_env.games.skull_tales.rules.captaincy import elect_by
from piracy_env.games.skull_tales.rules.crew import clear_slot, gain_prestige
from piracy_env.games.skull_tales.rules.frames import next_step, pop, push, push_for, top
from piracy_env.games.skull_tales.rules.hold import (
    add_group,
    fit_out,
    load_first_cargo,
    remove_group,
)
from piracy_env.games.skull_tales.rules.maiming import maim
from piracy_env.games.skull_tales.rules.parts import close_held
from piracy_env.games.skull_tales.rules.rolls import call_for, count_up_to, improve, successes
from piracy_env.games.skull_tales.rules.setup import FIRST_GROUPS, SOLO_ALLIES, SOUTHERN_LADY
from piracy_env.games.skull_tales.rules.stages import has_board
from piracy_env.games.skull_tales.state import (
    ALLY,
    GROUPS,
    MELEE,
    NONE,
    RANGED,
    SLOTS,
    STEP,
    Decision,
    Ended,
    Phase,
)
from piracy_env.games.skull_tales.traits import Trait

_MENU, _WEAPON, _OUTCOME = range(3)
"""Steps of what castaways do."""
SCHOONER, _SMALL_CREW = 0, 2
RANSOM, _PATIENCE = 50, 10
"""What waiting costs in coins, and brings in prestige."""
_COMMAND = int(Trait.COMMAND)
_RESCUERS = 4
"""What the roll against the rescuers has to beat."""


@kernel
def lose_voyage(s: Any, t: Any) -> None:
    """A lost Voyage leads to an Annex; the Captain may have to say to which (STC-7.1 to 7.3)."""
    noinline()
    fate = s.fate + 0
    s.fate = 0
    s.voyages += 1
    s.back_ch = s.camp_ch
    if fate == Ended.ALL_DOWN:
        push(s, Decision.ANNEX, NONE)
    else:
        set_annex(s, t, CHEATING_DEATH if fate == Ended.CAPTURED else CASTAWAYS)


@kernel
def set_annex(s: Any, t: Any, annex: int) -> None:
    """An Annex comes next; one who is alone picks Allies for it anew (STC-4.5, STV-R50)."""
    s.camp_ch = annex
    s.phase = Phase.ADVENTURE
    if has_board(s, t):
        close_held(s)
    if s.players == 1:
        for slot in range(1, SLOTS):
            if s.ch_kind[slot] == ALLY:
                clear_slot(s, slot)
        push_for(s, Decision.PICK_ALLY, 0, NONE, SOLO_ALLIES, 0)


@kernel
def _mark_annexes(s: Any, t: Any, mask: Any) -> None:
    """Mark both Annexes."""
    mask[ACT.annex_1.start] = True
    mask[ACT.annex_2.start] = True


@kernel
def _choose_annex(s: Any, t: Any, action: int) -> None:
    """The Captain chooses where a crew wakes up of which nobody stands."""
    pop(s)
    set_annex(s, t, CASTAWAYS if action == ACT.annex_1.start else CHEATING_DEATH)


# --- an Annex is won ------------------------------------------------------------------------------


@kernel
def win_annex(s: Any, t: Any) -> None:
    """Who leads the crew from now on, and with what ship (STC-7.4, STC-7.7)."""
    noinline()
    if s.camp_ch == CASTAWAYS:
        elect_by(s, s.adv_gain)
        s.dpu[s.captain] = 0
        push(s, Decision.CASTAWAY, NONE)
    else:
        elect_by(s, s.ch_pp)
        _take_southern_lady(s, t)


@kernel
def _take_southern_lady(s: Any, t: Any) -> None:
    """A ship like the first, its cargo and its groups."""
    fit_out(s, t, SOUTHERN_LADY)
    load_first_cargo(s)
    _muster_groups(s, FIRST_GROUPS)


@kernel
def _muster_groups(s: Any, count: int) -> None:
    """New groups of pirates are hired, and no others are there."""
    for group in range(GROUPS):
        remove_group(s, group)
    for _ in range(count):
        add_group(s)


# --- castaways ------------------------------------------------------------------------------------


@kernel
def _castaways_stand(s: Any, t: Any) -> bool:
    """Whether the Captain has still to choose; if the dice lie, they decide."""
    if top(s)[STEP] < _OUTCOME:
        return True
    captain = s.captain
    pop(s)
    _take_southern_lady(s, t)
    if successes(s) >= t.rules.castaway_need:
        s.ch_dp[captain], s.ch_wounds[captain] = 0, 1
    else:
        maim(s, captain)
    return False


@kernel
def _mark_castaways(s: Any, t: Any, mask: Any) -> None:
    """Mark both ways, or both attributes."""
    if top(s)[STEP] == _MENU:
        mask[ACT.castaway_mutiny.start] = True
        mask[ACT.castaway_wait.start] = True
    else:
        mask[ACT.att.start + MELEE] = True
        mask[ACT.att.start + RANGED] = True


@kernel
def _decide(s: Any, t: Any, action: int) -> None:
    """Rise against the rescuers, or wait for a port (STC-7.5, STC-7.6)."""
    if action == ACT.castaway_wait.start:
        pop(s)
        _wait(s, t)
        return
    next_step(s)
    if top(s)[STEP] == _OUTCOME:
        captain = s.captain
        call_for(s, captain, action - ACT.att.start, _RESCUERS)
        improve(s, 0, s.ch_traits[captain, _COMMAND] + 0)
        count_up_to(s, t.rules.castaway_need, t.rules.castaway_need)


@kernel
def _wait(s: Any, t: Any) -> None:
    """The Captain owes for the passage, and for a Schooner without Goods."""
    noinline()
    captain = s.captain
    s.ch_debtor[captain] = 1
    s.debt[captain] += RANSOM
    gain_prestige(s, captain, _PATIENCE)
    fit_out(s, t, SCHOONER)
    _muster_groups(s, _SMALL_CREW)


HANDLERS = (
    Handler(Decision.ANNEX, _mark_annexes, _choose_annex),
    Handler(Decision.CASTAWAY, _mark_castaways, _decide, _castaways_stand),
)
