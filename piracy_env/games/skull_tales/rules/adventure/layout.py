"""The set-up of an Adventure: crew, tiles, piles, decks, Captain (STA-4, STA-6)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import shuffle
from piracy_env.games.skull_tales.rules.adventure.carrying import restore_start
from piracy_env.games.skull_tales.rules.adventure.dice import clear_roll
from piracy_env.games.skull_tales.rules.adventure.exploring import AT_START
from piracy_env.games.skull_tales.rules.adventure.foes import place_garrison
from piracy_env.games.skull_tales.rules.adventure.late_start import advance
from piracy_env.games.skull_tales.rules.adventure.piles import FIRST, SECOND, shuffle_pile
from piracy_env.games.skull_tales.rules.adventure.stories import set_up
from piracy_env.games.skull_tales.rules.adventure.tiles import (
    FIRST_PLACE,
    add_door,
    is_barred,
    lay,
    lay_at_link,
    laying,
    tile_of,
)
from piracy_env.games.skull_tales.rules.captaincy import contest
from piracy_env.games.skull_tales.rules.chance import member_of
from piracy_env.games.skull_tales.rules.crew import WORN, free_slot, hire
from piracy_env.games.skull_tales.rules.setup import free_allies
from piracy_env.games.skull_tales.state import (
    ALLY,
    EMPTY,
    KEPT,
    NONE,
    SEATS,
    SLOTS,
    Scenario,
)
from piracy_env.games.skull_tales.state_land import (
    ROLLS,
    SPELLS,
    TOKENS_FALLEN,
    TOTEMS,
)
from piracy_env.games.skull_tales.tables.adventures import CAPTAINS

OF_THIS_ADVENTURE = 1 + 4 + 8 + 16 + 32 + 64
"""Bits of `inv_flag` that do not outlast an Adventure."""
SOLO_ALLIES = (0, 5, 6)
"""Who goes ashore with a lone Captain (section 10)."""
_NOBODY, _FIRST_SEAT = CAPTAINS.index("nobody"), CAPTAINS.index("first_seat")


# --- the crew -------------------------------------------------------------------------------------


@kernel
def muster_crew(s: Any, t: Any) -> None:
    """Allies of an Adventure that is played alone, and everybody's state at the start."""
    noinline()
    if s.scenario == Scenario.ADVENTURE:
        _hire_allies(s, t)
        advance(s, t)
    for slot in range(SLOTS):
        _freshen(s, slot)
        if s.ch_kind[slot] != EMPTY:
            _bring_gear(s, t, slot)


@kernel
def _hire_allies(s: Any, t: Any) -> None:
    """Alone, three Allies; else one each where the option says so (section 10, STV-R48)."""
    if s.players == 1:
        for place in range(len(SOLO_ALLIES)):
            hire(s, t, free_slot(s), 0, SOLO_ALLIES[place])
        return
    each = s.start_allies
    if each < 0:
        each = 1 if s.players == 2 else 0
    for seat in range(s.players if each else 0):
        slot = free_slot(s)
        if slot != NONE:
            hire(s, t, slot, seat, member_of(s, free_allies(s), 0))


@kernel
def _freshen(s: Any, slot: int) -> None:
    """What a Character has in this Adventure only."""
    noinline()
    s.s_n[slot], s.ch_adv_coins[slot], s.ch_adv_pp[slot] = 0, 0, 0
    s.ch_status[slot], s.ch_x[slot], s.ch_y[slot] = 0, NONE, NONE
    s.ch_ap[slot], s.ch_ally_revived[slot] = 0, 0
    for place in range(KEPT):
        s.s_cards[slot, place] = 0
    s.ally_act[slot], s.free_from[slot], s.last_hand[slot] = 0, 0, NONE
    s.insult_from[slot], s.eloq[slot], s.attacked_me[slot] = 0, 0, 0
    s.hit_by_ever[slot], s.vengeance[slot], s.once[slot], s.oncea[slot] = 0, NONE, 0, 0
    s.spotted[slot] = 0
    s.thick[slot], s.pass_no[slot], s.ko_n[slot], s.buff[slot], s.jerkin[slot] = 0, 0, 0, 0, 0
    for other in range(SLOTS):
        s.push_no[slot, other] = 0
    for totem in range(TOTEMS):
        s.totem[slot, totem] = NONE
    for spell in range(SPELLS):
        s.spell[slot, spell] = 0


@kernel
def _bring_gear(s: Any, t: Any, slot: int) -> None:
    """Starting gear is there again, all firearms are loaded, and nothing is held (STA-2.13)."""
    if s.ch_kind[slot] != ALLY:
        restore_start(s, t, slot)
    for place in range(s.inv_n[slot]):
        s.inv_flag[slot, place] &= -1 - OF_THIS_ADVENTURE
        if s.inv_loc[slot, place] != WORN:
            s.inv_loc[slot, place] = 0


# --- the table ------------------------------------------------------------------------------------


@kernel
def lay_out(s: Any, t: Any) -> None:
    """Lay out tiles, piles and decks, and settle who leads (STA-6.1 to 6.5, STA-6.12)."""
    noinline()
    clear_board(s)
    own = t.adventures[s.chapter]
    s.flag = own.flag
    s.diff = min(3, own.difficulty + s.difficulty)
    for kind in range(len(t.enemies)):
        s.fig_left[kind] = t.enemies[kind].figures
    _lay_start(s, t)
    _fill_piles(s, t)
    _shuffle_decks(s, t)
    for row in range(len(t.garrisons)):
        post = t.garrisons[row]
        if post.adventure == s.chapter and post.when == AT_START:
            place_garrison(s, t, row, tile_of(s, post.tile))
    _appoint(s, t)
    set_up(s, t)


@kernel
def clear_board(s: Any) -> None:
    """Nothing lies on the board, and nobody stands there."""
    noinline()
    s.b_tile[:], s.b_ter[:], s.b_reg[:], s.b_wall[:] = 0, 0, 0, 0
    s.n_tl, s.n_ex, s.n_dr, s.n_po, s.reserve_n = 0, 0, 0, 0, 0
    s.tl_token[:], s.tl_row[:], s.tl_col[:], s.tl_rot[:] = 0, 0, 0, 0
    s.tl_revealed[:], s.tl_rooms[:] = 0, 0
    s.ex_tile[:], s.ex_row[:], s.ex_col[:], s.ex_side[:], s.ex_state[:] = 0, 0, 0, 0, 0
    s.dr_row[:], s.dr_col[:], s.dr_side[:], s.dr_state[:], s.dr_name[:] = 0, 0, 0, 0, 0
    s.po_row[:], s.po_col[:], s.po_side[:] = 0, 0, 0
    _clear_figures(s)
    _clear_tokens(s)
    for seat in range(SEATS):
        s.acted_order[seat], s.dis[seat] = NONE, NONE
    for roll in range(ROLLS):
        clear_roll(s, roll)
    s.sf[:] = 0
    s.init, s.init_back, s.brag, s.last_off, s.active_slot = NONE, NONE, NONE, NONE, NONE
    s.round, s.tick, s.fog, s.order_done, s.rl_depth = 0, 0, 0, 0, 0
    s.foes_left, s.micro, s.mov_left = 0, 0, 0


@kernel
def _clear_figures(s: Any) -> None:
    """No Enemy is there, nor anybody else who is no Character."""
    noinline()
    s.foe_type[:], s.foe_row[:], s.foe_col[:] = NONE, NONE, NONE
    s.foe_role[:], s.foe_hp_max[:], s.foe_wounds[:], s.foe_stun[:] = 0, 0, 0, 0
    s.foe_hide[:], s.foe_status[:], s.foe_mark[:], s.foe_off[:] = 0, 0, 0, 0
    s.foe_holds[:], s.foe_damage[:], s.foe_acted[:] = 0, 0, 0
    s.npc_kind[:], s.npc_hp[:] = 0, 0
    s.npc_owner[:], s.npc_row[:], s.npc_col[:] = NONE, NONE, NONE


@kernel
def _clear_tokens(s: Any) -> None:
    """Nothing lies on the ground, and no goal is known."""
    noinline()
    s.fl_row[:], s.fl_col[:], s.fl_immortal[:], s.fl_mark[:] = NONE, NONE, NONE, 0
    s.gr_row[:], s.gr_col[:], s.gr_from[:] = NONE, NONE, NONE
    s.gr_item[:], s.gr_flag[:] = 0, 0
    s.goal_state[:], s.goal_holder[:], s.goal_row[:], s.goal_col[:] = 0, NONE, NONE, NONE
    s.chest[:] = NONE
    s.reserved_tok, s.reserved_on = NONE, 0


@kernel
def _lay_start(s: Any, t: Any) -> None:
    """Lay the starting tiles, joined by their exits or by the link of the first (STA-6.3)."""
    own = t.adventures[s.chapter]
    first = lay(s, t, own.start[0], 0, FIRST_PLACE)
    token = own.start[1]
    if token < 0:
        return
    if own.link == 1:
        lay_at_link(s, t, first, token)
    else:
        exit_ = own.start_exits[0] - 1
        turn, row, col = laying(s, t, exit_, token, own.start_exits[1] - 1)
        lay(s, t, token, turn, (row, col))
    _bar_exits(s, t)


@kernel
def _bar_exits(s: Any, t: Any) -> None:
    """Close the doors that stand in exits (STA-31.1)."""
    for name in range(len(t.doors)):
        door = t.doors[name]
        if door.border == 1 and is_barred(s, t, name):
            tile = tile_of(s, door.tile)
            edge = t.ground[door.tile, s.tl_rot[tile]].exits[door.mark - 1]
            add_door(s, s.tl_row[tile] + edge[0], s.tl_col[tile] + edge[1], edge[2], name)


@kernel
def _fill_piles(s: Any, t: Any) -> None:
    """Put the tokens of the chapter face down into piles and the reserve (STA-6.1, STA-5.3).

    What was set aside at random lies in the reserve even if it never comes back: nobody knows that
    it is out of the game.
    """
    own = t.adventures[s.chapter]
    s.pile[:], s.pile_n[:], s.pile_known[:], s.reserve[:] = 0, 0, 0, 0
    left = 0
    for place in range(len(own.chance)):
        if own.chance[place] >= 0:
            left |= 1 << place
    for _ in range(own.drawn):
        place = member_of(s, left, 0)
        left &= ~(1 << place)
        _add_to_pile(s, FIRST, own.chance[place])
    for place in range(len(own.certain)):
        _add_to_pile(s, FIRST, own.certain[place])
    for place in range(len(own.second)):
        _add_to_pile(s, SECOND, own.second[place])
    for place in range(len(own.reserve)):
        _set_aside(s, own.reserve[place])
    for place in range(len(own.chance)):
        if left >> place & 1:
            _set_aside(s, own.chance[place])
    shuffle_pile(s, FIRST)
    shuffle_pile(s, SECOND)


@kernel
def _add_to_pile(s: Any, pile: int, token: int) -> None:
    if token >= 0:
        s.pile[pile, s.pile_n[pile]] = token
        s.pile_n[pile] += 1


@kernel
def _set_aside(s: Any, token: int) -> None:
    if token >= 0:
        s.reserve[s.reserve_n] = token
        s.reserve_n += 1


@kernel
def _shuffle_decks(s: Any, t: Any) -> None:
    """Shuffle the Search deck, the Incident deck and the Fallen Enemy tokens (STA-6.4, 6.5)."""
    noinline()
    s.sd[:], s.sdisc[:], s.idk[:], s.idisc[:], s.drawn[:] = 0, 0, 0, 0, 0
    s.sd_n, s.sdisc_n, s.idk_n, s.idisc_n = 0, 0, 0, 0
    for card in range(len(t.search)):
        for _ in range(t.search[card].copies):
            s.sd[s.sd_n] = card
            s.sd_n += 1
    for card in range(len(t.incidents)):
        for _ in range(t.incidents[card].copies):
            s.idk[s.idk_n] = card
            s.idk_n += 1
    token = 0
    for kind in range(len(t.fallen)):
        for _ in range(t.fallen[kind].copies):
            s.fl_kind[token] = kind
            token += 1
    shuffle(s, s.sd, s.sd_n)
    shuffle(s, s.idk, s.idk_n)
    shuffle(s, s.fl_kind, TOKENS_FALLEN)


@kernel
def _appoint(s: Any, t: Any) -> None:
    """Who is Captain, and who has the Initiative (STA-6.12, STA-1.7)."""
    own = t.adventures[s.chapter]
    if s.players == 1 or own.captain == _FIRST_SEAT:
        s.captain = 0
    elif own.captain == _NOBODY:
        s.captain = NONE
    if s.captain == NONE:
        s.init = contest(s, (1 << s.players) - 1)
        if own.captain != _NOBODY:
            s.captain = s.init
    else:
        s.init = s.captain
