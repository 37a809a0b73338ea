"""The rules of mutiny, in the order of the rulebook.

A turn is one of four actions. *Assemble*: put an own stack onto somebody else's. *Capture*: board a
face-up card with an own party, share the loot and pay the crew. *Mutiny*: rise to the top of
another player's party, pass the black spot, and board with it at double wages. *Ransom*: with no
stack left, buy a pirate back and assemble with it. Who can do nothing passes. The game ends when
all cards are boarded.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.bits import lowest
from piracy_env.core.game import ENDED
from piracy_env.core.jit import INT, forceinline, kernel
from piracy_env.core.rng import below, shuffle
from piracy_env.games.mutiny.actions import ACT
from piracy_env.games.mutiny.outcome import settle
from piracy_env.games.mutiny.state import (
    CARDS,
    FIXED_RANKS,
    LOWEST_FACE,
    NONE,
    RANKS,
    SEATS,
    SLOTS,
    CardType,
    Deadlock,
    End,
    Phase,
    Place,
)

OTHERS = SEATS - 1
MOST_DISBANDS = 255

# Heights of one seat's stacks fit one integer, four bits for each rank; 0: not a top pirate.
BITS = 4
LOW_BITS = (1 << BITS) - 1
OWN_COLOUR = (1 << RANKS) - 1


# --- Setup: MUT-2 ---------------------------------------------------------------------------------


@kernel
def reset(s: Any, t: Any) -> None:
    """Lay out a new game from the options and the generator in a zeroed state."""
    s.above[:] = NONE
    s.below[:] = NONE
    s.display[:] = NONE
    s.black_spot = NONE
    s.pend_top, s.pend_slot, s.pend_mult = NONE, NONE, NONE
    s.ransomed = NONE
    for seat in range(s.players):
        s.ducats[seat] = s.start_ducats
    for card in range(CARDS):
        s.deck[card] = card
    s.deck_len = CARDS
    shuffle(s, s.deck, CARDS)
    _deal(s)
    s.seat = s.first_player if s.first_player >= 0 else below(s, s.players)


@kernel
def _deal(s: Any) -> None:
    """Turn up the next cards, the first in slot 0, as far as the deck goes (MUT-2.3, MUT-R28)."""
    dealt = min(s.display_size, s.deck_len)
    for slot in range(dealt):
        s.display[slot] = s.deck[slot]
        s.card_loc[s.deck[slot]] = Place.FIRST_SLOT + slot
    for rest in range(CARDS):
        s.deck[rest] = s.deck[rest + dealt] if rest + dealt < s.deck_len else NONE
    s.deck_len -= dealt


# --- The choice of an action: MUT-3 ---------------------------------------------------------------


@kernel
def legal(s: Any, t: Any, mask: Any) -> None:
    """Mark the actions that the seat to move may take."""
    if s.phase == Phase.TURN:
        own = _own_heights(s)
        can_act = _legal_captures(s, t, own, mask)
        can_act |= _legal_against_others(s, t, own, mask)
        if own == 0 and s.use_ransom:
            mask[ACT.ransom.start : ACT.ransom.stop] = True  # MUT-7.1
            can_act = True
        if not can_act:
            mask[ACT.pass_.start] = True  # MUT-R2, MUT-R3
    elif s.phase == Phase.RANSOM_ASSEMBLE:
        _legal_against_others(s, t, 1 << (BITS * s.ransomed), mask)
    elif s.phase == Phase.BOOTY:
        card = s.display[s.pend_slot]
        mask[ACT.booty.start + t.cards[card].booty[0]] = True
        mask[ACT.booty.start + t.cards[card].booty[1]] = True


@kernel
def step(s: Any, t: Any, action: int) -> None:
    """Carry out a legal action, and end the turn unless the same seat has to go on with it."""
    if action < ACT.assemble.stop:
        _assemble(s, action - ACT.assemble.start)
    elif action < ACT.capture.stop:
        _capture(s, action - ACT.capture.start)
    elif action < ACT.mutiny.stop:
        _mutiny(s, t, action - ACT.mutiny.start)
    elif action < ACT.ransom.stop:
        _ransom(s, t, action - ACT.ransom.start)
    if s.pend_slot != NONE:
        _board(s, t, action - ACT.booty.start)
    if s.pend_slot == NONE and not ACT.ransom.start <= action < ACT.ransom.stop:
        s.passes = s.passes + 1 if action == ACT.pass_.start else 0
        _end_turn(s, t)


@forceinline
def _own_heights(s: Any) -> int:
    """Heights of the stacks of the seat to move, packed by the rank of their top pirates."""
    heights = 0
    for rank in range(RANKS):
        pirate = s.seat * RANKS + rank
        if s.above[pirate] == NONE:
            heights |= _survey(s, pirate)[0] << (BITS * rank)
    return heights


@forceinline
def _legal_captures(s: Any, t: Any, own: int, mask: Any) -> bool:
    """Mark every card that an own party can board (MUT-5.1 to 5.4)."""
    found = False
    for rank in range(RANKS):
        height = (own >> (BITS * rank)) & LOW_BITS
        found |= _legal_boarding(s, t, height, ACT.capture.start + rank * SLOTS, mask)
    return found


@forceinline
def _legal_against_others(s: Any, t: Any, own: int, mask: Any) -> bool:
    """Mark every stack of another player that an own one may be put on, and every mutiny."""
    found = False
    targets = _tops_of_others(s)
    while targets:
        target = lowest(targets)
        targets &= targets - 1
        height, holds_mine = _survey(s, _other_pirate(s, target))
        found |= _legal_unions(t, own, height, target, mask)
        if holds_mine and s.use_mutiny and s.phase == Phase.TURN:  # MUT-6.2, 6.12
            found |= _legal_boarding(s, t, height, ACT.mutiny.start + target * SLOTS, mask)
    return found


@forceinline
def _tops_of_others(s: Any) -> int:
    """Top pirates of other players, as a set of the numbers by which actions name them."""
    tops = 0
    for left in range(1, s.players):
        seat = _seat_at_left(s, left)
        for rank in range(RANKS):
            on_top = INT(s.above[seat * RANKS + rank] == NONE)
            tops |= on_top << ((left - 1) * RANKS + rank)
    return tops


@forceinline
def _legal_unions(t: Any, own: int, height: int, target: int, mask: Any) -> bool:
    """Mark each own stack that may be put onto a stack of this height (MUT-4.6)."""
    found = False
    room = t.numbers.largest_party - height
    for rank in range(RANKS):
        own_height = (own >> (BITS * rank)) & LOW_BITS
        fits = (own_height > 0) & (own_height <= room)  # no branch: it could not be guessed
        mask[ACT.assemble.start + rank * OTHERS * RANKS + target] = fits
        found |= fits
    return found


@forceinline
def _legal_boarding(s: Any, t: Any, height: int, start: int, mask: Any) -> bool:
    """Mark each slot whose card a stack of this height can board: a single none (MUT-5.2)."""
    found = False
    if height >= 2:
        for slot in range(SLOTS):
            card = s.display[slot]
            strong = (card >= 0) & (height >= t.cards[max(card, 0)].min)
            mask[start + slot] = strong
            found |= strong
    return found


# --- Assemble a boarding party: MUT-4 -------------------------------------------------------------


@kernel
def _assemble(s: Any, choice: int) -> None:
    """Put an own stack onto one of another player."""
    rank, target = choice // (OTHERS * RANKS), choice % (OTHERS * RANKS)
    _put_onto(s, s.seat * RANKS + rank, _other_pirate(s, target))


# --- Capture: MUT-5 -------------------------------------------------------------------------------


@kernel
def _capture(s: Any, choice: int) -> None:
    """Bring an own party onto a card (MUT-5.3, 5.5)."""
    s.pend_top, s.pend_slot = s.seat * RANKS + choice // SLOTS, choice % SLOTS
    s.pend_mult = 1


@kernel
def _board(s: Any, t: Any, token: int) -> None:
    """Share the loot, unless the captain has a choice of tokens and has not made it yet."""
    card = s.display[s.pend_slot]
    first, second = t.cards[card].booty[0], t.cards[card].booty[1]
    is_choice = second >= 0 and first != second  # MUT-R29
    if not is_choice or t.cards[card].type == CardType.MONSTER:
        token = INT(first)
    elif s.phase != Phase.BOOTY:
        s.phase = Phase.BOOTY
        return
    _share_loot(s, t, token)


@kernel
def _share_loot(s: Any, t: Any, token: int) -> None:
    """Share the loot of the card being boarded, the captain taking `token`, and clear up."""
    card = s.display[s.pend_slot]
    captain = s.pend_top // RANKS
    _share_tokens(s, t, card, captain, token)
    s.ducats[captain] += t.cards[card].ducats  # MUT-5.10: before the wages
    wages = _pay_crew(s, t.cards[card].q)
    if wages <= s.ducats[captain]:
        s.ducats[captain] -= wages
        s.card_loc[card] = Place.KEPT + captain  # MUT-5.15, 6.9
    else:
        s.ducats[captain] = 0  # MUT-5.14: the supply pays the rest
        s.card_loc[card] = Place.DISCARDED  # MUT-5.16, 6.8
    _send_home(s, s.pend_top)
    s.claimed += 1
    s.display[s.pend_slot] = NONE
    s.pend_top, s.pend_slot, s.pend_mult = NONE, NONE, NONE
    if _is_display_empty(s):
        _deal(s)  # MUT-5.18


@kernel
def _share_tokens(s: Any, t: Any, card: int, captain: int, token: int) -> None:
    """Give the captain the chosen token and the mate the other one (MUT-5.7 to 5.9)."""
    s.tokens[captain, token] += 1
    first, second = t.cards[card].booty[0], t.cards[card].booty[1]
    if second != NONE:
        mate = s.below[s.pend_top] // RANKS
        # MUT-9.1, 9.2: on the sea monster both are the captain's
        taker = captain if t.cards[card].type == CardType.MONSTER else mate
        s.tokens[taker, second if token == first else first] += 1


@kernel
def _pay_crew(s: Any, q: int) -> int:
    """Pay all pirates of other players in the party and return the sum (MUT-5.11 to 5.13, 6.7)."""
    captain = s.pend_top // RANKS
    total = 0
    pirate = s.below[s.pend_top]
    while pirate >= 0:
        seat, rank = pirate // RANKS, pirate % RANKS
        if seat != captain:
            wage = s.pend_mult * (LOWEST_FACE + rank if rank < FIXED_RANKS else q)
            s.ducats[seat] += wage
            total += wage
        pirate = s.below[pirate]
    return total


@kernel
def _is_display_empty(s: Any) -> bool:
    """Whether no card is face up."""
    cards = 0
    for slot in range(SLOTS):
        cards += s.display[slot] != NONE
    return cards == 0


# --- Mutiny: MUT-6, and the black spot: MUT-8 -----------------------------------------------------


@kernel
def _mutiny(s: Any, t: Any, choice: int) -> None:
    """Rise to the top of another player's party and bring it onto a card."""
    former_captain = _other_pirate(s, choice // SLOTS)
    victim = former_captain // RANKS
    s.black_spot = s.seat if s.black_spot == victim else victim  # MUT-8.3, 8.4
    mutineer = former_captain
    while mutineer // RANKS != s.seat:  # MUT-R8: the topmost own pirate
        mutineer = s.below[mutineer]
    _take_out(s, mutineer)
    _put_onto(s, mutineer, former_captain)
    s.pend_top, s.pend_slot = mutineer, choice % SLOTS
    s.pend_mult = t.numbers.mutiny_factor


# --- Ransom a pirate: MUT-7 -----------------------------------------------------------------------


@kernel
def _ransom(s: Any, t: Any, rank: int) -> None:
    """Buy an own pirate back; the turn goes on with assembling."""
    pirate = s.seat * RANKS + rank
    top = pirate
    while s.above[top] >= 0:
        top = s.above[top]
    s.ducats[s.seat] -= min(t.numbers.ransom, s.ducats[s.seat])  # MUT-7.5: the supply adds the rest
    s.ducats[top // RANKS] += t.numbers.ransom
    _take_out(s, pirate)
    s.ransomed = rank
    s.phase = Phase.RANSOM_ASSEMBLE


# --- The end of a turn: MUT-3, MUT-R4, MUT-R5, MUT-R31 --------------------------------------------


@kernel
def _end_turn(s: Any, t: Any) -> None:
    """Count the turn; end the game or hand over to the next seat."""
    s.turns += 1
    dead = s.passes == s.players
    if s.claimed == CARDS:
        _end_game(s, t, End.ALL_CARDS)  # MUT-3.5
    elif dead and s.deadlock_rule == Deadlock.END:
        _end_game(s, t, End.DEAD_POSITION)
    else:
        if dead:
            _disband(s)
        if s.turns >= s.max_turns:
            _end_game(s, t, End.TURN_LIMIT)
        else:
            s.phase = Phase.TURN
            s.ransomed = NONE
            s.seat = _seat_at_left(s, 1)


@kernel
def _disband(s: Any) -> None:
    """Send every pirate home: nobody can do anything any more."""
    s.above[:] = NONE
    s.below[:] = NONE
    s.passes = 0
    s.disbands = min(s.disbands + 1, MOST_DISBANDS)


@kernel
def _end_game(s: Any, t: Any, reason: int) -> None:
    """Score the game."""
    s.phase = Phase.OVER
    s.over = ENDED
    s.end_reason = reason
    s.passes = 0
    s.ransomed = NONE
    settle(s, t)


# --- Stacks and seats -----------------------------------------------------------------------------


@forceinline
def _survey(s: Any, top: int) -> tuple[int, bool]:
    """Height of a stack, and whether a pirate of the seat to move is in it."""
    height, holds_mine = 0, False
    mine = OWN_COLOUR << (s.seat * RANKS)
    pirate = top
    while pirate >= 0:
        height += 1
        holds_mine |= (mine >> pirate) & 1 == 1
        pirate = s.below[pirate]
    return height, holds_mine


@kernel
def _put_onto(s: Any, top: int, target: int) -> None:
    """Put the stack under `top` onto the one under `target`, both in order (MUT-4.2)."""
    bottom = top
    while s.below[bottom] >= 0:
        bottom = s.below[bottom]
    s.below[bottom] = target
    s.above[target] = bottom


@kernel
def _take_out(s: Any, pirate: int) -> None:
    """Take a covered pirate out of its stack; the others close ranks."""
    upper, lower = s.above[pirate], s.below[pirate]
    s.below[upper] = lower
    if lower >= 0:
        s.above[lower] = upper
    s.above[pirate] = NONE
    s.below[pirate] = NONE


@kernel
def _send_home(s: Any, top: int) -> None:
    """Return all pirates of a party to their owners as singles (MUT-5.17)."""
    pirate = top
    while pirate >= 0:
        lower = s.below[pirate]
        s.above[pirate] = NONE
        s.below[pirate] = NONE
        pirate = lower


@forceinline
def _seat_at_left(s: Any, left: int) -> int:
    """The seat `left` places clockwise from the one to move."""
    return (s.seat + left) % s.players


@forceinline
def _other_pirate(s: Any, target: int) -> int:
    """The pirate of another seat that an action names, counted from the left neighbour's rank 0."""
    return _seat_at_left(s, target // RANKS + 1) * RANKS + target % RANKS
