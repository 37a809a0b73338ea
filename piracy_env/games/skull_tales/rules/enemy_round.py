"""The Sea Enemy Round: each Enemy sails, fires, strikes or boards (STV-18, STV-12.10).

The flow keeps its place in the order of activation, what the present Enemy does next (A), the MOV
that it has left (B), and which Enemies may not board in this round (C), a bit each.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.chart import COLS, DIRECTIONS
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.drift import call_drift
from piracy_env.games.skull_tales.rules.enemies import (
    AGGRESSIVE,
    GHOST_SHIP,
    NEUTRAL,
    PASSIVE,
    SEA_MONSTER,
    STONE_CRAB,
    WATCHTOWER,
    WHALE,
    WHIRLPOOL,
    is_active,
    is_taken,
)
from piracy_env.games.skull_tales.rules.fight import begin_fight
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    next_step,
    pop,
    top,
)
from piracy_env.games.skull_tales.rules.ship import (
    ANYWHERE,
    AREA,
    ON_HOLD,
    call_impacts,
    change_morale,
    enemy_distance,
    enemy_space,
    ship_space,
)
from piracy_env.games.skull_tales.rules.steering import (
    bears,
    is_home,
    make_for_goal,
    steer_closer,
    steer_home,
    steer_to_board,
    steer_to_fire,
    step_towards,
    swim,
)
from piracy_env.games.skull_tales.rules.targets import is_ahead_or_astern
from piracy_env.games.skull_tales.rules.voyage_setup import remove_enemy
from piracy_env.games.skull_tales.state import ENEMIES, NONE, STEP, A, B, C, Decision

ORDER = (7, 6, 0, 1, 2, 3, 4, 5, 8, 9)
"""Whirlpool, Ghost Ship, then by the table (STV-18.24)."""
_WAKES, _SAILS, _HAS_FIRED = range(3)
"""What an Enemy does next."""
_PULL = 4
"""The lowest face at which the Whirlpool pulls."""
_WHALE_BLOW = 2
"""Impacts of the Whale's ram."""


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """The next Enemy, or what the present one still does."""
    noinline()
    frame = top(s)
    if frame[STEP] >= ENEMIES:
        for enemy in range(ENEMIES):
            if frame[C] >> enemy & 1:
                s.sea_no_brd[enemy] = 0
        pop(s)
        return False
    enemy = ORDER[frame[STEP]]
    doing, mov = frame[A], frame[B]
    if s.sea_on[enemy] == 0:
        _is_done(s)
    elif doing == _WAKES:
        _wake(s, t, enemy)
    elif doing == _SAILS and s.sea_mode[enemy] == PASSIVE:
        _is_done(s)
        _flee(s, t, enemy, mov)
    elif doing == _SAILS:
        _come_on(s, t, enemy, mov)
    else:
        _is_done(s)
        _come_aboard(s, t, enemy, mov)
    return False


@kernel
def _is_done(s: Any) -> None:
    """It is the next Enemy's turn."""
    frame = top(s)
    frame[A], frame[B] = _WAKES, 0
    next_step(s)


@kernel
def _then(s: Any, doing: int, mov: int) -> None:
    """What the present Enemy does next."""
    frame = top(s)
    frame[A], frame[B] = doing, mov


# --- awake or not ---------------------------------------------------------------------------------


@kernel
def _wake(s: Any, t: Any, enemy: int) -> None:
    """An Enemy's turn begins: it is Inactive, waits, or acts (STV-18.2 to STV-18.5)."""
    if enemy == WHIRLPOOL:
        _is_done(s)
        _swallow(s, t)
    elif enemy == GHOST_SHIP:
        _is_done(s)
        _haunt(s, t)
    elif not is_active(s, t, enemy):
        _is_done(s)
        _let_go(s, t, enemy)
    else:
        s.sea_was_act[enemy] = 1
        if enemy in (WATCHTOWER, STONE_CRAB):
            _is_done(s)
            _fire_from_land(s, t, enemy)
        elif s.sea_mode[enemy] == NEUTRAL:
            _is_done(s)
        elif enemy in (WHALE, SEA_MONSTER):
            _is_done(s)
            _strike(s, t, enemy, speed(s, t, enemy))
        else:
            _then(s, _SAILS, speed(s, t, enemy))


@kernel
def _let_go(s: Any, t: Any, enemy: int) -> None:
    """The ship is out of reach: Morale may fall, and the Enemy goes a space (STV-18.3, 18.4)."""
    if s.sea_was_act[enemy] == 1:
        s.sea_was_act[enemy] = 0
        change_morale(s, -t.sea_enemies[enemy].red)
    if t.sea_enemies[enemy].speed == 0:
        return
    if s.sea_mode[enemy] == AGGRESSIVE:
        step_towards(s, t, enemy, ship_space(s))
    elif s.sea_mode[enemy] == PASSIVE:
        _set_goal(s, t, enemy)
        step_towards(s, t, enemy, t.chart.scroll[s.sea_goal[enemy]])
        _leave_at_home(s, t, enemy)


@kernel
def speed(s: Any, t: Any, enemy: int) -> int:
    """Roll the Speed dice of an Enemy; near the Whirlpool each counts one less (STV-18.22)."""
    row = t.sea_enemies[enemy]
    slack = 0
    if s.sea_on[WHIRLPOOL] == 1:
        far = t.chart.cube[enemy_space(s, enemy), enemy_space(s, WHIRLPOOL)]
        slack = 1 if far <= AREA else 0
    mov = 0
    for _ in range(s.sea_spd[enemy]):
        mov += throw(s) - slack >= row.speed_on
    return mov


# --- ships ----------------------------------------------------------------------------------------


@kernel
def _come_on(s: Any, t: Any, enemy: int, mov: int) -> None:
    """An Aggressive ship brings its guns to bear, or comes closer (STV-18.6)."""
    spent = steer_to_fire(s, t, enemy, mov)
    if spent != NONE:
        _then(s, _HAS_FIRED, mov - spent)
        fire_at_ship(s, t, enemy)
        return
    _is_done(s)
    if steer_to_board(s, t, enemy, mov):
        begin_fight(s, t, enemy)
    else:
        steer_closer(s, t, enemy, mov)


@kernel
def _come_aboard(s: Any, t: Any, enemy: int, mov: int) -> None:
    """After its shot an Aggressive ship boards, if it has the MOV."""
    if s.sea_mode[enemy] == AGGRESSIVE and steer_to_board(s, t, enemy, mov):
        begin_fight(s, t, enemy)


@kernel
def _set_goal(s: Any, t: Any, enemy: int) -> None:
    if s.sea_goal[enemy] == NONE:
        make_for_goal(s, t, enemy)


@kernel
def _leave_at_home(s: Any, t: Any, enemy: int) -> None:
    """A Merchant Ship at its goal is gone (STV-18.19)."""
    if is_home(s, t, enemy):
        remove_enemy(s, enemy)


@kernel
def _flee(s: Any, t: Any, enemy: int, mov: int) -> None:
    """A Passive ship fires if it can, and makes for its goal (STV-18.8)."""
    _set_goal(s, t, enemy)
    if bears(s, t, enemy):
        fire_at_ship(s, t, enemy)
    steer_home(s, t, enemy, mov)
    _leave_at_home(s, t, enemy)


# --- fire -----------------------------------------------------------------------------------------


@kernel
def fire_at_ship(s: Any, t: Any, enemy: int) -> None:
    """An Enemy rolls its Firepower; along the ship's length it rakes (STV-12.10, STV-12.19)."""
    row = t.sea_enemies[enemy]
    s.sea_fired[enemy] = 1
    hits = 0
    for _ in range(row.fire):
        hits += throw(s) >= row.fire_on
    is_raking = is_ahead_or_astern(t, ship_space(s), s.ship_f, enemy_space(s, enemy))
    if s.maneuvers == 1 and hits > 0 and is_raking:
        call_impacts(s, 1, ON_HOLD)
    call_impacts(s, hits, ON_HOLD if enemy == STONE_CRAB else ANYWHERE)


@kernel
def _fire_from_land(s: Any, t: Any, enemy: int) -> None:
    """Watchtower and Stone Crab fire in all directions."""
    if s.sea_mode[enemy] != NEUTRAL and enemy_distance(s, t, enemy) <= t.sea_enemies[enemy].reach:
        fire_at_ship(s, t, enemy)


# --- beasts and hazards ---------------------------------------------------------------------------


@kernel
def _strike(s: Any, t: Any, enemy: int, mov: int) -> None:
    """Whale and Sea Monster come, and strike where the ship is (STV-18.13, STV-18.17)."""
    swim(s, t, enemy, mov, 0)
    if enemy_distance(s, t, enemy) > 0:
        return
    if enemy == WHALE:
        _dive(s, t)
        call_impacts(s, _WHALE_BLOW, ON_HOLD)
        return
    hits = 0
    for _ in range((s.sea_hold[enemy] + 1) // 2):
        hits += throw(s) >= t.sea_enemies[enemy].fire_on
    call_impacts(s, hits, ANYWHERE)


@kernel
def _dive(s: Any, t: Any) -> None:
    """The Whale moves off to the first free water next to the ship."""
    best, facing, ship = NONE, 0, ship_space(s)
    for direction in range(DIRECTIONS):
        space = t.chart.near[ship, direction]
        if space < 0 or t.chart.water[space] == 0 or is_taken(s, space):
            continue
        if best == NONE or space < best:
            best, facing = space, direction
    if best != NONE:
        s.sea_c[WHALE], s.sea_r[WHALE] = best % COLS, best // COLS
        s.sea_f[WHALE] = facing


@kernel
def _haunt(s: Any, t: Any) -> None:
    """The Ghost Ship frightens the crew while it is near, and follows (STV-18.15)."""
    if not is_active(s, t, GHOST_SHIP):
        remove_enemy(s, GHOST_SHIP)
        return
    s.sea_was_act[GHOST_SHIP] = 1
    change_morale(s, -1)
    swim(s, t, GHOST_SHIP, speed(s, t, GHOST_SHIP), 1)


@kernel
def _swallow(s: Any, t: Any) -> None:
    """The Whirlpool damages a ship that is next to it, and pulls (STV-18.21, STV-18.22)."""
    far = enemy_distance(s, t, WHIRLPOOL)
    s.sea_was_act[WHIRLPOOL] = 1 if far <= AREA else 0
    direction = _line_to(s, t, enemy_space(s, WHIRLPOOL))
    if direction != NONE and throw(s) >= _PULL:
        call_drift(s, 1, direction)
    if far <= 1:
        call_impacts(s, 1, ON_HOLD)


@kernel
def _line_to(s: Any, t: Any, aim: int) -> int:
    """The direction in which an aim lies straight within the Area of Effect, NONE if it does not.

    Land between them does not matter: the pull drives the ship against it.
    """
    for direction in range(DIRECTIONS):
        space = ship_space(s)
        for _ in range(AREA):
            if space >= 0:
                space = t.chart.near[space, direction]
                if space == aim:
                    return direction
    return NONE


HANDLERS = (Handler(Decision.ENEMY_ROUND, mark_nothing, answer_nothing, _go_on),)
