"""Powers and what they ask for.

Effects wait on a stack and are used one by one (NOT-11, NOT-19).
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.notoriety.rules.piles import (
    are_treasures_left,
    discard_pirate,
    discard_treasure,
    draw,
    draw_top,
    fill_slot,
    hide,
    is_crew,
    is_row_empty,
    move,
    refill_row,
    reveal_treasure,
    show,
    shuffle_below,
    size,
    sweep,
)
from piracy_env.games.notoriety.rules.rounds import clear_front
from piracy_env.games.notoriety.state import (
    BUR_OPEN,
    DISC,
    FIRST_TREASURE,
    HAND,
    NONE,
    RANKS,
    TYPES,
    Effect,
    Phase,
)
from piracy_env.games.notoriety.tables import (
    ICON_AMOUNT,
    ICON_KIND,
    MODE_OR,
    MOST_POWERS,
    TREASURE_POWERS,
)

NOTHING, NEW_PARTY, TURN_OVER = 0, 1, 2
"""What an action has brought about: the pirates that can raid have changed, the turn is over."""
MOST_PLUNDERS = 20
"""Plunder effects of a turn (NOT-R36)."""
PAIR = 2
"""Cards that a Lookout looks at."""


# --- The stack ------------------------------------------------------------------------------------


@kernel
def push(s: Any, effect: int, argument: int) -> None:
    """Let an effect be used before all that wait already."""
    s.stk_code[s.stk_n], s.stk_arg[s.stk_n] = effect, argument
    s.stk_n += 1


@kernel
def push_powers(s: Any, t: Any, card: int) -> None:
    """Use a pirate's powers from left to right, or let one of two be chosen (NOT-11.2, 11.3)."""
    noinline()
    if t.pirates[card].mode == MODE_OR:
        push(s, Effect.CHOICE, card)
        return
    for place in range(MOST_POWERS - 1, -1, -1):
        push_icon(s, t.pirates[card].powers[place], card)


@kernel
def push_treasure_powers(s: Any, powers: Any) -> None:
    """Let a treasure's powers of one colour be used, from left to right."""
    noinline()
    for place in range(TREASURE_POWERS - 1, -1, -1):
        push_icon(s, powers[place], 0)


@kernel
def push_icon(s: Any, icon: int, card: int) -> None:
    """Let one power icon be used; a Captain's own icon needs to know the card."""
    if icon >= 0:
        kind = ICON_KIND[icon]
        push(s, kind, card if kind == Effect.CAPTAIN else ICON_AMOUNT[icon])


@kernel
def resolve(s: Any) -> int:
    """Use effects until one needs a decision or none is left; returns what came of them.

    Impossible effects do nothing (NOT-R13).
    """
    noinline()
    news, waiting = NOTHING, False
    while s.stk_n > 0 and not waiting:
        s.stk_n -= 1
        effect, argument = s.stk_code[s.stk_n], s.stk_arg[s.stk_n]
        s.stk_code[s.stk_n], s.stk_arg[s.stk_n] = 0, 0
        if effect == Effect.CAPTAIN:
            s.cap_wild[s.seat] |= 1 << (argument // RANKS)
            news |= NEW_PARTY
        elif effect == Effect.END_COMMAND:
            clear_front(s)
            s.phase = Phase.RECRUIT
        elif effect == Effect.END_RECRUIT:
            refill_row(s)
            news |= TURN_OVER
        else:
            waiting = _use(s, effect, argument)
    return news


@kernel
def _use(s: Any, effect: int, argument: int) -> bool:
    """Use one effect of the seat to move; True if somebody has to decide something."""
    noinline()
    waiting, me = False, s.seat
    if effect == Effect.TRADE:
        s.coins[me] += argument
    elif effect == Effect.DRAW:
        draw(s, me, argument)
    elif effect == Effect.ATTACK:
        waiting = _ask(s, Phase.ATTACK_TARGET)
    elif effect == Effect.BRAWL:
        waiting = not is_row_empty(s) and _ask(s, Phase.BRAWL_PICK)
    elif effect == Effect.BURY:
        cards = size(s, me, HAND) + size(s, me, DISC)
        waiting = cards > 0 and _ask(s, Phase.BURY_PICK)
    elif effect == Effect.LOOKOUT:
        waiting = _look_out(s)
    elif effect == Effect.PLUNDER:
        waiting = _plunder(s)
    elif effect == Effect.RESCUE:
        waiting = _has_discarded_crew(s) and _ask(s, Phase.RESCUE_PICK)
    else:
        s.pending_card = argument
        waiting = _ask(s, Phase.POWER_CHOICE)
    return waiting


@kernel
def _ask(s: Any, phase: int) -> bool:
    """Wait for a decision."""
    s.phase = phase
    return True


# --- Each power: NOT-19 ---------------------------------------------------------------------------


@kernel
def choose_side(s: Any, t: Any, side: int) -> None:
    """Use one side of a "/" (NOT-11.3)."""
    card = s.pending_card
    s.pending_card = NONE
    push_icon(s, t.pirates[card].powers[side], card)


@kernel
def attack(s: Any, target: int) -> None:
    """Let the target choose how to pay, if it can pay at all (NOT-19.1, NOT-R14)."""
    if s.coins[target] > 0 or size(s, target, HAND) > 0:
        s.attacker = s.seat
        s.seat = target
        s.phase = Phase.ATTACK_RESPONSE


@kernel
def pay_coin(s: Any) -> None:
    """Return a coin to the supply."""
    s.coins[s.seat] -= 1
    _end_attack(s)


@kernel
def pay_card(s: Any, card: int) -> None:
    """Discard a hand card without its effect (NOT-R15)."""
    show(s, s.seat, card, DISC)
    _end_attack(s)


@kernel
def _end_attack(s: Any) -> None:
    """The turn player goes on."""
    s.seat = s.attacker
    s.attacker = NONE


@kernel
def brawl(s: Any, slot: int) -> None:
    """Replace a pirate of the Tavern Row (NOT-8.1 to 8.4)."""
    discard_pirate(s, s.row[slot])
    fill_slot(s, slot)
    sweep(s)


@kernel
def bury(s: Any, card: int, source: int) -> None:
    """Bury a card of the hand, which nobody sees, or of the open discard pile (NOT-9, NOT-R9)."""
    if source == HAND:
        hide(s, s.seat, card)
    else:
        move(s, s.seat, card, DISC, BUR_OPEN)


@kernel
def _look_out(s: Any) -> bool:
    """Look at the two uppermost cards; a single one goes to the hand (NOT-19.6, NOT-R16)."""
    me = s.seat
    if s.deck_n[me] < PAIR:
        shuffle_below(s, me)
    if s.deck_n[me] == 0:
        return False
    if s.deck_n[me] == 1:
        draw_top(s, me)
        return False
    s.look[0] = s.deck[me, s.deck_n[me] - 1]
    s.look[1] = s.deck[me, s.deck_n[me] - 2]
    return _ask(s, Phase.LOOKOUT_PICK)


@kernel
def take_from_lookout(s: Any, card: int) -> None:
    """Take a card of the pair; the other one stays on top of the Ship deck."""
    me = s.seat
    if s.look[0] != card:
        s.deck[me, s.deck_n[me] - 1] = card
        s.deck[me, s.deck_n[me] - 2] = s.look[0]
    s.look[0], s.look[1] = NONE, NONE
    draw_top(s, me)
    s.known_top[me] = 1


@kernel
def _plunder(s: Any) -> bool:
    """Reveal a treasure, if there is one (NOT-10.1, NOT-10.5)."""
    s.plunders = min(s.plunders + 1, 127)
    if s.plunders > MOST_PLUNDERS or not are_treasures_left(s):
        return False
    s.pending_card = reveal_treasure(s)
    return _ask(s, Phase.SELL_KEEP)


@kernel
def may_keep(t: Any, card: int) -> bool:
    """Whether a treasure has a white icon, Trade or power (NOT-10.6, NOT-R12)."""
    treasure = card - FIRST_TREASURE
    return t.treasures[treasure].white_trade > 0 or t.treasures[treasure].white_powers[0] >= 0


@kernel
def sell(s: Any, t: Any) -> None:
    """Discard the revealed treasure for its black icons (NOT-10.3)."""
    card = s.pending_card
    s.pending_card = NONE
    discard_treasure(s, card)
    s.coins[s.seat] += t.treasures[card - FIRST_TREASURE].black_trade
    push_treasure_powers(s, t.treasures[card - FIRST_TREASURE].black_powers)


@kernel
def keep(s: Any) -> None:
    """Put the revealed treasure onto the own discard pile (NOT-10.4)."""
    s.cnt[s.seat, DISC, s.pending_card] += 1
    s.pending_card = NONE


@kernel
def _has_discarded_crew(s: Any) -> bool:
    """Whether there is somebody to rescue."""
    pile = s.cnt[s.seat, DISC]
    for card in range(TYPES):  # noqa: SIM110 - numba knows no any()
        if pile[card] > 0 and is_crew(card):
            return True
    return False


@kernel
def rescue(s: Any, card: int) -> None:
    """Take a crew card of the open discard pile into the hand (NOT-19.8)."""
    move(s, s.seat, card, DISC, HAND)
    s.in_hand[s.seat, card] += 1
