"""Battle cards (BRO-12): when each may be played, and what it does until the battle ends."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.broadside.rules.battle import fighters, is_decided, lose_crew
from piracy_env.games.broadside.rules.chance import roll_wind
from piracy_env.games.broadside.rules.piles import give_up
from piracy_env.games.broadside.rules.plunder import decide
from piracy_env.games.broadside.state import ATTACKER, DEFENDER, Red, Step

FIRST_BATTLE, LAST_BATTLE = int(Red.GOOD_WIND), int(Red.FAST_RELOAD)
_GRAPPLING_HOOKS, _FAST_RELOAD = int(Red.GRAPPLING_HOOKS), int(Red.FAST_RELOAD)


@kernel
def fits_window(s: Any, kind: int) -> bool:
    """Whether a battle card can still have an effect in the open window (BRO-R09)."""
    if s.b_step == Step.FOG or kind == Red.FOG:
        return s.b_step == Step.FOG and kind == Red.FOG
    if kind == Red.SURPRISE_ATTACK:
        return s.b_step == Step.WIND and s.b_side == ATTACKER  # BRO-12.6
    if kind == Red.GOOD_WIND:
        return s.b_step == Step.WIND
    if kind >= Red.CHAIN_SHOT:
        return s.b_step != Step.CREW
    return True


@kernel
def play_battle_card(s: Any, t: Any, kind: int, onto: int) -> bool:
    """Play a card; Good Wind onto the ship of side `onto`. True if it decides the battle."""
    noinline()
    me, enemy = s.b_side, 1 - s.b_side
    give_up(s, s.seat, kind)
    s.red_battle[kind] += 1
    s.b_passes = 0
    if kind == Red.GOOD_WIND:
        s.b_gw[onto] += 1
    elif kind == Red.SURPRISE_ATTACK:
        s.b_surprise += 1
    elif kind in (Red.GOOD_SPEECH, Red.BOTTLE_OF_RUM):
        s.b_temp[me] += t.reds[kind].amount
    elif kind in (Red.TERROR, Red.DRUNKEN_BRAWL):
        lose_crew(s, enemy, t.reds[kind].amount)
        if is_decided(s):
            decide(s, t, fighters(s, ATTACKER), fighters(s, DEFENDER))
            return True
    elif kind == Red.CHAIN_SHOT:
        s.b_chain[me] += 1
    elif kind == Red.FOG:
        s.b_wind = roll_wind(s, t)
    elif kind == Red.GRAPPLING_HOOKS:
        _play_grappling_hooks(s)
    else:
        _play_fast_reload(s)
    return False


@kernel
def _play_grappling_hooks(s: Any) -> None:
    """Skip the cannons, or cancel a Fast Reload, the enemy's first (BRO-12.15, BRO-R35)."""
    me, enemy = s.b_side, 1 - s.b_side
    if s.b_fr[enemy] > 0:
        s.b_fr[enemy] -= 1
        _discard_pair(s)
    elif s.b_fr[me] > 0:
        s.b_fr[me] -= 1
        _discard_pair(s)
    else:
        s.b_gh += 1


@kernel
def _play_fast_reload(s: Any) -> None:
    """Fire once more, or cancel Grappling Hooks (BRO-12.14, BRO-12.15)."""
    if s.b_gh > 0:
        s.b_gh -= 1
        _discard_pair(s)
    else:
        s.b_fr[s.b_side] += 1


@kernel
def _discard_pair(s: Any) -> None:
    """Discard Grappling Hooks and a Fast Reload without effect."""
    for kind in (_GRAPPLING_HOOKS, _FAST_RELOAD):
        s.red_battle[kind] -= 1
        s.red_disc[kind] += 1
