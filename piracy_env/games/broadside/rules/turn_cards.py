"""Cards for the own turn, and inventory (BRO-11, BRO-13): when they can be played, what they do.

A card being played waits in `red_limbo` for its choices and goes to the discard pile after its
effect (BRO-R31), inventory onto its ship.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.broadside.rules.fleet import (
    NEST,
    QUARTERS,
    carries_inventory,
    free_table_slot,
    has_ship,
    is_alive,
    lay_out,
    most_crew,
    room,
    sink,
    take_aboard,
)
from piracy_env.games.broadside.rules.piles import (
    copies_in_game,
    count_blue,
    draw_blue,
    draw_red,
    give_up,
    limit_older,
    size,
    strike_off,
    take_random,
)
from piracy_env.games.broadside.state import (
    BLUE,
    FIRST_INVENTORY,
    FLEET,
    NONE,
    RED,
    TABLE,
    Phase,
    Place,
    Red,
)

ST_ELMOS_FIRE = int(Red.ST_ELMOS_FIRE)


# --- When: BRO-R25, BRO-R32 -----------------------------------------------------------------------


@kernel
def is_playable(s: Any, t: Any, kind: int) -> bool:  # noqa: PLR0911 - one return a kind
    """Whether a turn card or inventory can be played now, if it is in hand."""
    noinline()
    if s.plays[kind] >= copies_in_game(s, t, kind):
        return False
    if kind >= FIRST_INVENTORY:
        return True
    if kind == Red.FORTUNAS_BLESSING:
        return size(s.red_deck) + size(s.red_disc) > 0
    if kind in (Red.CAST_AWAY, Red.HARBOUR, Red.TRAITORS):
        return _has_room(s, t)
    if kind == Red.NEPTUNES_REVENGE:
        return _can_steal(s)
    if kind == Red.SABOTAGE:
        return _can_destroy(s)
    if kind == Red.OLD_SEADOG:  # BRO-R26
        is_early = s.phase == Phase.ADVENTURE and s.acts == 0
        return is_early and free_table_slot(s) != NONE and count_blue(s, Place.DISCARD) > 0
    return size(s.red_disc) > s.red_disc[ST_ELMOS_FIRE]  # BRO-R30


@kernel
def _has_room(s: Any, t: Any) -> bool:
    """Whether a ship of the player's can take crew (BRO-R37)."""
    for slot in range(FLEET):  # noqa: SIM110 - numba knows no any()
        if has_ship(s, s.cur, slot) and room(s, t, s.cur, slot) > 0:
            return True
    return False


@kernel
def _can_steal(s: Any) -> bool:
    """Whether an opponent has a red card."""
    for seat in range(s.players):  # noqa: SIM110 - numba knows no any()
        if can_be_robbed(s, seat):
            return True
    return False


@kernel
def can_be_robbed(s: Any, seat: int) -> bool:
    """Whether a seat is an opponent with a red card."""
    return seat != s.cur and is_alive(s, seat) and size(s.red_hand[seat]) > 0


@kernel
def _can_destroy(s: Any) -> bool:
    """Whether a ship of an opponent carries inventory (BRO-R28)."""
    for seat in range(s.players):
        for slot in range(FLEET):
            if seat != s.cur and carries_inventory(s, seat, slot):
                return True
    return False


@kernel
def can_use_nest(s: Any) -> bool:
    """Whether a Crow's Nest can swap adventures (BRO-R34)."""
    nests, cards = 0, 0
    for slot in range(FLEET):
        nests += s.fleet_inv[s.cur, slot, NEST]
    for slot in range(TABLE):
        cards += s.table_card[slot] != NONE
    return s.crow_used == 0 and nests > 0 and cards > 0


# --- Playing: BRO-11, BRO-13.1 --------------------------------------------------------------------


@kernel
def play_card(s: Any, t: Any, kind: int) -> None:
    """Play a card, and ask for the first choice that it needs."""
    noinline()
    give_up(s, s.cur, kind)
    s.plays[kind] += 1
    s.red_limbo = kind
    s.ret_phase = s.phase
    if kind == Red.FORTUNAS_BLESSING:
        draw_red(s, s.cur, t.reds[kind].amount)
        _put_away(s)
    elif kind == Red.NEPTUNES_REVENGE:
        s.phase = Phase.CARD_PLAYER
    elif kind in (Red.SABOTAGE, Red.TRAITORS):
        s.phase = Phase.CARD_ENEMY
    elif kind == Red.OLD_SEADOG:
        s.phase = Phase.CARD_BLUE
    elif kind == Red.ST_ELMOS_FIRE:
        s.phase = Phase.CARD_RED
    else:
        s.phase = Phase.CARD_OWN


@kernel
def _put_away(s: Any) -> None:
    """Discard the card after its effect, and go on with the turn."""
    s.red_disc[s.red_limbo] += 1
    _resume(s)


@kernel
def _resume(s: Any) -> None:
    """Go on with the turn."""
    s.red_limbo = NONE
    s.sel_enemy[0], s.sel_enemy[1] = NONE, NONE
    s.phase = s.ret_phase


@kernel
def choose_own_ship(s: Any, t: Any, slot: int) -> bool:
    """Use the card on an own ship; True if another ship was lost by it."""
    kind = s.red_limbo
    if kind >= FIRST_INVENTORY:
        s.fleet_inv[s.cur, slot, kind - FIRST_INVENTORY] += 1
        _resume(s)
        return False
    lost = kind == Red.TRAITORS and _seduce(s, t.reds[kind].amount)
    take_aboard(s, t, s.cur, slot, t.reds[kind].amount)
    _put_away(s)
    return lost


@kernel
def _seduce(s: Any, number: int) -> bool:
    """Traitors leave their ship; with the last of them it is lost (BRO-11.8, BRO-9.3)."""
    seat, slot = s.sel_enemy[0], s.sel_enemy[1]
    s.fleet_crew[seat, slot] = max(0, s.fleet_crew[seat, slot] - number)
    if s.fleet_crew[seat, slot] > 0:
        return False
    sink(s, seat, slot)
    return True


@kernel
def choose_enemy_ship(s: Any, seat: int, slot: int) -> None:
    """Choose the ship that Traitors leave, or whose inventory is sabotaged."""
    s.sel_enemy[0], s.sel_enemy[1] = seat, slot
    s.phase = Phase.CARD_OWN if s.red_limbo == Red.TRAITORS else Phase.CARD_INV


@kernel
def sabotage(s: Any, t: Any, inventory: int) -> None:
    """Destroy inventory; crew without quarters is lost (BRO-11.7, BRO-13.4, BRO-13.12)."""
    seat, slot = s.sel_enemy[0], s.sel_enemy[1]
    s.fleet_inv[seat, slot, inventory] -= 1
    s.red_disc[FIRST_INVENTORY + inventory] += 1
    if inventory == QUARTERS:
        s.fleet_crew[seat, slot] = min(s.fleet_crew[seat, slot], most_crew(s, t, seat, slot))
    _put_away(s)


@kernel
def rob(s: Any, victim: int) -> None:
    """Take any red card of an opponent's hand; only the two of them see it (BRO-11.6)."""
    noinline()
    thief = s.cur
    kind = take_random(s, s.red_hand[victim])
    s.red_hand[thief, kind] += 1
    s.known[victim, thief, kind] += 1
    strike_off(s, thief, victim, kind)
    for viewer in range(s.players):
        is_thief, is_victim = viewer == thief, viewer == victim
        if not is_thief and not is_victim:
            _lose_sight(s, viewer, victim, thief)
    _put_away(s)


@kernel
def _lose_sight(s: Any, viewer: int, victim: int, thief: int) -> None:
    """One card has changed hands, any: where each kind was known, one is now with either of two."""
    noinline()
    for kind in range(RED):
        if s.known[viewer, victim, kind] > 0:
            s.known[viewer, victim, kind] -= 1
            s.held[viewer, kind] += 1
            s.older[viewer, victim] += 1
    s.older[viewer, thief] += s.older[viewer, victim] > 0
    limit_older(s, viewer, victim)


@kernel
def fetch_red(s: Any, kind: int) -> None:
    """Take a card of the red discard pile, which everybody sees (BRO-11.10)."""
    s.red_disc[kind] -= 1
    s.red_hand[s.cur, kind] += 1
    for viewer in range(s.players):
        if viewer != s.cur:
            s.known[viewer, s.cur, kind] += 1
    _put_away(s)


@kernel
def bring_back(s: Any, t: Any, card: int) -> None:
    """Put a card of the blue discard pile into play (BRO-11.9)."""
    lay_out(s, t, card)
    _put_away(s)


# --- Crow's Nest: BRO-13.9, BRO-R34 ---------------------------------------------------------------


@kernel
def use_nest(s: Any, t: Any) -> None:
    """Swap all adventures for as many new ones; the old ones are discarded afterwards."""
    noinline()
    s.crow_used = 1
    number, old = 0, 0
    for slot in range(TABLE):
        if s.table_card[slot] != NONE:
            old |= 1 << s.table_card[slot]
            number += 1
            s.table_card[slot], s.table_crew[slot] = NONE, 0
    for _ in range(number):
        card = draw_blue(s, Place.TABLE)
        if card != NONE:
            lay_out(s, t, card)
    for card in range(BLUE):
        if old >> card & 1:
            s.blue_loc[card] = Place.DISCARD
