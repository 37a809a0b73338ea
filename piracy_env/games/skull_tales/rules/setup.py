"""The setup: Pirates, Allies, the ship, and what each scenario begins with."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.either import either
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.chance import index_below, member_of
from piracy_env.games.skull_tales.rules.crew import (
    clear_slot,
    enlist,
    free_slot,
    hire,
    is_ally_free,
)
from piracy_env.games.skull_tales.rules.frames import (
    clear_candidates,
    offer,
    pop,
    push,
    push_for,
    top,
    turn_to,
)
from piracy_env.games.skull_tales.rules.hold import (
    add_group,
    close_column,
    fit_out,
    hit_sails,
    load_first_cargo,
    remove_group,
    stow,
)
from piracy_env.games.skull_tales.rules.rolls import forget_roll
from piracy_env.games.skull_tales.state import (
    ACTOR,
    ALLY,
    COPIES,
    EMPTY,
    ENEMIES,
    GOALS,
    GROUPS,
    NONE,
    SEATS,
    SLOTS,
    A,
    Decision,
    Phase,
    Scenario,
)

PIRATES, ALLIES = 12, 8
"""Rows of [characters] and [allies]."""
SOLO_ALLIES = 3
STAYS_BEHIND = -1
"""In place of how many Allies are to be picked: which of four does not come along."""
SOUTHERN_LADY = 1
"""The row of [ships] of the first ship."""
FIRST_GROUPS = 4
_FIRST = (2, 2, 2, 2, 1)
"""The chapter that each scenario begins with unless told otherwise."""
_CLOTH, _TOBACCO, _SUGAR = 3, 4, 8
"""Tokens of the Hold."""


@kernel
def deal_anew(s: Any, t: Any) -> None:
    """A new crew, before its first chapter."""
    noinline()
    _clear_table(s, t)
    _choose_chapters(s, t)
    s.phase = _first_phase(s, t)
    push(s, Decision.CAMPAIGN, NONE)
    if s.characters == 0:
        left = (1 << PIRATES) - 1
        for seat in range(s.players):
            card = member_of(s, left, 0)
            left &= ~(1 << card)
            muster(s, t, seat, card, 0)


@kernel
def muster(s: Any, t: Any, seat: int, card: int, hand: int) -> None:
    """A seat begins with a Pirate, and with the Destiny Points that `start_dp` names."""
    enlist(s, t, seat, card, hand)
    if s.start_dp >= 0:
        s.ch_dp[seat] = min(s.start_dp, s.ch_dp_max[seat])


@kernel
def _clear_table(s: Any, t: Any) -> None:
    """Nobody is there, and nothing is aboard."""
    noinline()
    for slot in range(SLOTS):
        clear_slot(s, slot)
        s.post[slot], s.watch[slot] = NONE, NONE
    for seat in range(SEATS):
        s.rum_x[seat], s.bet_to[seat] = NONE, NONE
        s.bid[seat], s.bid_shown[seat] = NONE, NONE
    for group in range(GROUPS):
        remove_group(s, group)
        s.b_sup_by[group] = NONE
    for enemy in range(ENEMIES):
        s.sea_c[enemy], s.sea_r[enemy], s.sea_goal[enemy] = NONE, NONE, NONE
    for goal in range(GOALS):
        s.goal_l[goal] = NONE
    s.captain, s.chapter, s.adv_result, s.back_ch, s.isle_souls = NONE, NONE, NONE, NONE, NONE
    s.asg_x, s.bury_l, s.bury_seat, s.offer_to = NONE, NONE, NONE, NONE
    s.ship_c, s.ship_r, s.schemer, s.b_e, s.coin_s = NONE, NONE, NONE, NONE, NONE
    s.shown[0], s.shown[1] = NONE, NONE
    s.part, s.ended = NONE, NONE
    s.clock = 1
    forget_roll(s)
    fit_out(s, t, SOUTHERN_LADY)
    for gear in range(COPIES):
        s.gear_left[gear] = t.gear[gear].copies


@kernel
def _any_chapter(s: Any, t: Any, chapter: int) -> bool:
    return True


@kernel
def _has_voyage(s: Any, t: Any, chapter: int) -> bool:
    is_there: bool = t.chapters[chapter - 1].voyage == 1
    return is_there


_can_be_drawn = either("ex_state", _any_chapter, _has_voyage)
"""Whether a quick game may be of a chapter: at sea it must have a Voyage: (s, t, chapter)."""


@kernel
def _choose_chapters(s: Any, t: Any) -> None:
    """The list of chapters, or the only one."""
    first = s.camp_ch
    if first == 0:
        first = _FIRST[s.scenario]
        if s.scenario == Scenario.QUICK:
            first = 1 + index_below(s, 10)
            while not _can_be_drawn(s, t, first):
                first = 1 + first % 10
    s.camp_first, s.camp_ch = first, first
    if s.scenario not in (Scenario.VOYAGE_PORT, Scenario.CAMPAIGN):
        s.camp_last = first


@kernel
def _first_phase(s: Any, t: Any) -> int:
    """The phase that a game begins with."""
    chapter = t.chapters[s.camp_ch - 1]
    if s.scenario == Scenario.VOYAGE:
        return Phase.VOYAGE
    if s.scenario == Scenario.PORT or chapter.port == 1:
        return Phase.PORT
    return Phase.VOYAGE if chapter.voyage == 1 else Phase.ADVENTURE


# --- the crew -------------------------------------------------------------------------------------


@kernel
def ask_for_pirate(s: Any, t: Any) -> bool:
    """Let one of those who have no Pirate yet choose, in random order; whether there is one."""
    left = 0
    for seat in range(s.players):
        if s.ch_kind[seat] == EMPTY:
            left |= 1 << seat
    if left == 0:
        return False
    push(s, Decision.PICK, member_of(s, left, 0))
    return True


@kernel
def is_card_free(s: Any, card: int) -> bool:
    """Whether a Pirate is nobody's."""
    for seat in range(s.players):
        if s.ch_kind[seat] != EMPTY and s.ch_card[seat] == card:
            return False
    return True


@kernel
def _mark_pirates(s: Any, t: Any, mask: Any) -> None:
    """Mark the Pirates that nobody has (STC-2.1)."""
    for card in range(PIRATES):
        mask[ACT.num.start + card] = is_card_free(s, card)


@kernel
def _pick_pirate(s: Any, t: Any, action: int) -> None:
    """Take a Pirate; its dominant hand comes next."""
    top(s)[A] = action - ACT.num.start
    turn_to(s, Decision.HAND)


@kernel
def mark_hands(s: Any, t: Any, mask: Any) -> None:
    """Mark both hands."""
    mask[ACT.hand_r.start] = True
    mask[ACT.hand_l.start] = True


@kernel
def _pick_hand(s: Any, t: Any, action: int) -> None:
    """Choose the dominant hand."""
    frame = top(s)
    muster(s, t, frame[ACTOR], frame[A], action == ACT.hand_l.start)
    pop(s)


@kernel
def deal_allies(s: Any, t: Any) -> None:
    """The Allies that a crew starts with (STV-R48); alone, one chooses three (STC-4.1)."""
    noinline()
    if s.players == 1:
        push_for(s, Decision.PICK_ALLY, 0, NONE, SOLO_ALLIES, 0)
        return
    each = s.start_allies
    if each < 0:
        each = 1 if s.players == 2 else 0
    for seat in range(s.players if each else 0):
        slot = free_slot(s)
        if slot != NONE:
            hire(s, t, slot, seat, member_of(s, free_allies(s), 0))


@kernel
def free_allies(s: Any) -> int:
    """The Allies that serve nobody, a bit each."""
    free = 0
    for card in range(ALLIES):
        if is_ally_free(s, card):
            free |= 1 << card
    return free


@kernel
def _is_ally_to_pick(s: Any, t: Any) -> bool:
    """Whether one more Ally may be picked; `A` counts how many."""
    frame = top(s)
    if frame[A] == STAYS_BEHIND:
        return True
    if frame[A] == 0 or free_slot(s) == NONE or free_allies(s) == 0:
        pop(s)
        return False
    clear_candidates(s)
    for card in range(ALLIES):
        offer(s, t.allies[card].salary, t.allies[card].prestige)
    return True


@kernel
def _mark_allies(s: Any, t: Any, mask: Any) -> None:
    """Mark the Allies that serve nobody, or the slots of those that serve."""
    if top(s)[A] == STAYS_BEHIND:
        for slot in range(1, SLOTS):
            mask[ACT.char.start + slot] = s.ch_kind[slot] == ALLY
        return
    for card in range(ALLIES):
        mask[ACT.cand.start + card] = is_ally_free(s, card)


@kernel
def _pick_ally(s: Any, t: Any, action: int) -> None:
    """The picked Ally joins, or stays behind (STV-R49)."""
    if top(s)[A] == STAYS_BEHIND:
        s.ch_in_adv[action - ACT.char.start] = 0
        pop(s)
        return
    hire(s, t, free_slot(s), 0, action - ACT.cand.start)
    top(s)[A] -= 1


# --- what a scenario begins with ------------------------------------------------------------------


@kernel
def provide(s: Any, t: Any) -> None:
    """Give the crew its ship and its means (STV-4.5, and the start states of the scenarios)."""
    noinline()
    fit_out(s, t, SOUTHERN_LADY)
    load_first_cargo(s)
    for _ in range(FIRST_GROUPS):
        add_group(s)
    if s.scenario == Scenario.PORT:
        _provide_in_port(s)
    elif s.scenario in (Scenario.VOYAGE, Scenario.QUICK):
        s.crew_booty = t.rules.cb_start
        if t.chapters[s.camp_ch - 1].voyage == 1:
            for seat in range(s.players):
                s.ch_pp[seat], s.ch_coins[seat] = 10, 10
    elif s.scenario == Scenario.VOYAGE_PORT:
        s.crew_booty = t.rules.cb_start


@kernel
def _provide_in_port(s: Any) -> None:
    """A crew that comes home from an Adventure."""
    for seat in range(s.players):
        s.ch_pp[seat], s.ch_coins[seat], s.ch_wounds[seat] = 60, 80, 1
    hit_sails(s)
    close_column(s)
    close_column(s)
    stow(s, _CLOTH)
    stow(s, _TOBACCO)
    stow(s, _SUGAR)
    s.crew_booty = 150
    s.adv_result = 2


HANDLERS = (
    Handler(Decision.PICK, _mark_pirates, _pick_pirate),
    Handler(Decision.HAND, mark_hands, _pick_hand),
    Handler(Decision.PICK_ALLY, _mark_allies, _pick_ally, _is_ally_to_pick),
)
