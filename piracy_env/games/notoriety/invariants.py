"""What is true of every state, and of every step: complaints in words, naming the culprit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from piracy_env.core.game import ENDED, RUNNING
from piracy_env.core.record import Record
from piracy_env.games.notoriety.actions import ACT, ACTIONS
from piracy_env.games.notoriety.options import allows
from piracy_env.games.notoriety.rules.party import CELLS, UNIT, WILD_LIMIT, best_party
from piracy_env.games.notoriety.state import (
    CAPTAIN,
    DOUBLOON,
    FIRST_TREASURE,
    KRAKEN,
    NONE,
    PARROT,
    PIRATES,
    POWDER_MONKEY,
    PRIZES,
    QUARTERMASTER,
    RANKS,
    SEATS,
    SLOTS,
    SUITS,
    TYPES,
    Effect,
    Phase,
    Zone,
)
from piracy_env.games.notoriety.tables import CARD_KEYS, MODE_OR, MOST_DRAW, MOST_TRADE

IMPOSSIBLE_STRENGTHS = (1, 2, 3, 5, 7, 9)
_HALVES = (Phase.PARLEY, Phase.PARLEY_SELECT)
_CLEAR_FRONT = (Phase.PARLEY, Phase.COMMAND, Phase.RECRUIT)
_CLEAR_STACK = (*_CLEAR_FRONT, Phase.PARLEY_SELECT, Phase.TRADE_MORE)
_FULL_ROW = _CLEAR_STACK
_AMOUNTS = {
    Effect.TRADE: range(1, MOST_TRADE + 1),
    Effect.DRAW: range(1, MOST_DRAW + 1),
    Effect.END_COMMAND: (0,),
    Effect.END_RECRUIT: (0,),
}
"""Amounts of effects; any other is used once."""
_MANY_OTHERS = 10
"""With so many other pirates about, ten sweeps in a row will not leave four officers."""


# --- a state --------------------------------------------------------------------------------------


def invariants(s: Record, t: Record) -> list[str]:
    """What is wrong with a state."""
    return [
        *_piles(s),
        *_counted(s),
        *_copies(s, t),
        *_areas(s),
        *_course(s),
        *_effects(s, t),
        *_pending(s, t),
        *_tavern(s),
        *_prizes(s, t),
    ]


def _piles(s: Record) -> Iterator[str]:
    """Ordered piles hold what they should, and nothing beyond their ends."""
    for name, first, last in (
        *(("pdeck", 0, PIRATES), ("pdisc", 0, PIRATES)),
        *(("tdeck", FIRST_TREASURE, POWDER_MONKEY), ("tdisc", FIRST_TREASURE, POWDER_MONKEY)),
    ):
        pile, n = list(getattr(s, name)), getattr(s, f"{name}_n")
        if any(not first <= card < last for card in pile[:n]) or any(pile[n:]):
            yield f"{name} holds cards that do not belong there"
    for seat in range(s.players):
        deck, n = list(s.deck[seat]), s.deck_n[seat]
        counts = Counter(deck[:n])
        counted = [counts[card] for card in range(TYPES)]
        if counted != list(s.cnt[seat, Zone.DECK]) or any(deck[n:]):
            yield f"deck[{seat}] does not hold the cards that cnt counts in DECK"
        if s.known_top[seat] and n == 0:
            yield f"seat {seat} knows the top card of an empty Ship deck"
    front, counts = list(s.front), Counter(list(s.front)[: s.front_n])
    for seat in range(s.players):
        owner = seat == (s.seat if s.phase in _HALVES else s.turn_player)
        for card, count in enumerate(s.cnt[seat, Zone.FRONT]):
            if count != (counts[card] if owner else 0):
                yield f"seat {seat} has {CARD_KEYS[card]} in FRONT, or should have"
    if any(front[s.front_n :]):
        yield "front holds cards beyond front_n"


def _counted(s: Record) -> Iterator[str]:
    """What everybody counts of hidden cards is there, and finds places among the old cards."""
    for seat in range(s.players):
        hand, buried = s.cnt[seat, Zone.HAND], s.cnt[seat, Zone.BUR_HID]
        others = hand - s.in_hand[seat]
        for card in range(TYPES):
            if others[card] < 0:
                yield f"in_hand has {CARD_KEYS[card]} of seat {seat}, which is not in hand"
            elif s.off_deck[seat, card] > others[card] + buried[card]:
                yield f"off_deck has {CARD_KEYS[card]} of seat {seat} too often"
        for name, most in (("old_hand", sum(others)), ("old_buried", sum(buried))):
            if getattr(s, name)[seat] > most:
                yield f"{name}[{seat}] is {getattr(s, name)[seat]}, of {most} cards"
        if sum(s.off_deck[seat]) > s.old_hand[seat] + s.old_buried[seat]:
            yield f"off_deck has more cards of seat {seat} than are old"


def _copies(s: Record, t: Record) -> Iterator[str]:
    """No card has more copies than the box."""
    copies: Counter[int] = Counter()
    for name in ("pdeck", "pdisc", "tdeck", "tdisc"):
        copies.update(list(getattr(s, name))[: getattr(s, f"{name}_n")])
    copies.update(card for card in s.row if card != NONE)
    if FIRST_TREASURE <= s.pending_card < POWDER_MONKEY:
        copies[s.pending_card] += 1
    for seat in range(s.players):
        for zone in Zone:
            copies.update(dict(enumerate(s.cnt[seat, zone])))
    for card, count in copies.items():
        most = 1
        if card >= POWDER_MONKEY:
            most = s.players * t.starting[card - POWDER_MONKEY].dealt[s.players - 2]
        elif card < PIRATES and card // RANKS == KRAKEN and s.players == 2:
            most = 0
        if count > most:
            yield f"there are {count} copies of {CARD_KEYS[card]}, but {most} in the game"


def _areas(s: Record) -> Iterator[str]:
    """Ship and New Recruits Areas, and the party that they make."""
    for seat in range(s.players):
        ship, recruits = list(s.cnt[seat, Zone.SHIP]), list(s.cnt[seat, Zone.NEWREC])
        if any(ship[card] or recruits[card] for card in range(PIRATES, TYPES)):
            yield f"the areas of seat {seat} hold something else than pirates"
        if sum(recruits) != s.recruits[seat]:
            told = s.recruits[seat]
            yield f"seat {seat} has {sum(recruits)} new recruits, but recruits is {told}"
        for suit in range(SUITS):
            captain = RANKS * suit + CAPTAIN
            if s.cap_wild[seat] >> suit & 1 and not ship[captain] + recruits[captain]:
                yield f"cap_wild[{seat}] names {CARD_KEYS[captain]}, which is not in the areas"
        found = party_of(s, seat)
        if (s.strength[seat], s.unused[seat]) != found:
            yield (
                f"seat {seat} has strength {s.strength[seat]} and unused {s.unused[seat]}, "
                f"but the best party has {found[0]} and {found[1]}"
            )
        if s.strength[seat] in IMPOSSIBLE_STRENGTHS:
            yield f"no party has strength {s.strength[seat]}"


def party_of(s: Record, seat: int) -> tuple[int, int]:
    """Strength and unused pirates of a seat's best party."""
    pirates = s.cnt[seat, Zone.SHIP] + s.cnt[seat, Zone.NEWREC]
    areas = [card for card, count in enumerate(pirates) if count and card < PIRATES]
    wild = [c for c in areas if c % RANKS == CAPTAIN and s.cap_wild[seat] >> c // RANKS & 1]
    captains = wild[:WILD_LIMIT]
    parrots = [card for card in areas if card % RANKS == PARROT][: WILD_LIMIT - len(captains)]
    fixed = [card for card in areas if card % RANKS != PARROT and card not in captains]
    score = int(
        best_party(
            sum(1 << CELLS * (card // RANKS) + card % RANKS for card in fixed),
            sum(1 << card // RANKS for card in parrots),
            len(captains),
            KRAKEN if s.players == 2 else SUITS,
        )
    )
    strength = -(-score // UNIT)
    return strength, len(areas) - (UNIT * strength - score)


def _course(s: Record) -> Iterator[str]:
    """Whose move it is, and what lies about."""
    phase = Phase(s.phase)
    if not allows(s.ach_mask):
        yield f"ach_mask is {s.ach_mask}, which is no choice of two or three Achievement cards"
    if s.over == ENDED and phase != Phase.GAME_OVER:
        yield f"the game has ended, but the phase is {phase.name}"
    if s.over == RUNNING and phase == Phase.GAME_OVER:
        yield "the phase is GAME_OVER, but the game is running"
    if s.over != RUNNING:
        return
    free_seat = phase in (*_HALVES, Phase.ATTACK_RESPONSE)
    if not free_seat and s.seat != s.turn_player:
        yield f"in phase {phase.name} the turn player {s.turn_player} moves, not seat {s.seat}"
    if phase in _CLEAR_FRONT and s.front_n:
        yield f"in phase {phase.name} no card lies in front of anybody"
    if phase in _CLEAR_STACK and s.stk_n:
        yield f"in phase {phase.name} no effect waits"
    if phase not in _CLEAR_STACK and not s.stk_n:
        yield f"in phase {phase.name} at least the end of the action waits"


def _effects(s: Record, t: Record) -> Iterator[str]:
    """Each effect that waits has an amount that a card may show, or the card that it is of."""
    if s.stk_code[s.stk_n :].any() or s.stk_arg[s.stk_n :].any():
        yield f"the stack holds something beyond its {s.stk_n} effects"
    for place in range(s.stk_n):
        effect, argument = s.stk_code[place], s.stk_arg[place]
        if effect == Effect.CHOICE:
            fits = t.pirates[argument].mode == MODE_OR
        elif effect == Effect.CAPTAIN:
            fits = argument % RANKS == CAPTAIN
        else:
            fits = argument in _AMOUNTS.get(effect, (1,))
        if not fits:
            yield f"stk_arg[{place}] is {argument}, which does not fit {Effect(effect).name}"


def _pending(s: Record, t: Record) -> Iterator[str]:
    """The decision of the seat to move is possible."""
    if s.over != RUNNING:
        return
    hand, pile = list(s.cnt[s.seat, Zone.HAND]), list(s.cnt[s.seat, Zone.DISC])
    crew = [*range(PIRATES), POWDER_MONKEY]
    loot = [*range(FIRST_TREASURE, POWDER_MONKEY), DOUBLOON]
    revealed = FIRST_TREASURE <= s.pending_card < POWDER_MONKEY
    divided = 0 <= s.pending_card < PIRATES and t.pirates[s.pending_card].mode == MODE_OR
    needs = {
        Phase.PARLEY: (any(hand) and s.parley[s.seat], "cards and an unused Parley token"),
        Phase.PARLEY_SELECT: (any(hand) and not s.parley[s.seat], "cards and a used Parley token"),
        Phase.COMMAND: (any(hand), "cards in hand"),
        Phase.TRADE_MORE: (s.front_n > 0 and any(hand[c] for c in loot), "loot played and in hand"),
        Phase.BRAWL_PICK: (any(card != NONE for card in s.row), "a pirate in the Tavern Row"),
        Phase.BURY_PICK: (any(hand) or any(pile), "a card to bury"),
        Phase.SELL_KEEP: (revealed, "a revealed treasure"),
        Phase.POWER_CHOICE: (divided, 'a pirate with a "/"'),
        Phase.ATTACK_RESPONSE: (any(hand) or s.coins[s.seat], "a coin or a card"),
        Phase.RESCUE_PICK: (any(pile[card] for card in crew), "crew in the discard pile"),
    }
    possible, what = needs.get(Phase(s.phase), (True, ""))
    if not possible:
        yield f"phase {Phase(s.phase).name} needs {what}"
    if s.phase not in (Phase.SELL_KEEP, Phase.POWER_CHOICE) and s.pending_card != NONE:
        yield f"pending_card is {s.pending_card}, but nothing is to be decided about it"
    attacked = s.phase == Phase.ATTACK_RESPONSE
    if attacked != (s.attacker != NONE) or (attacked and s.attacker != s.turn_player):
        yield f"attacker is {s.attacker} in phase {Phase(s.phase).name}"
    elif attacked and s.attacker == s.seat:
        yield "nobody attacks himself"
    n = s.deck_n[s.seat]
    looks = s.phase == Phase.LOOKOUT_PICK
    pair = [s.deck[s.seat, n - 1], s.deck[s.seat, n - 2]] if looks and n > 1 else [NONE, NONE]
    if list(s.look) != pair or (looks and n < 2):
        yield "look does not hold the two uppermost cards of an open Lookout, or NONE"


def _tavern(s: Record) -> Iterator[str]:
    """The Tavern Row is full and not crowded with officers, as far as there are pirates."""
    if s.phase not in _FULL_ROW:
        return
    row = [card for card in s.row if card != NONE]
    if len(row) < SLOTS and s.pdeck_n + s.pdisc_n:
        yield f"the Tavern Row has {len(row)} pirates, though there are more"
    about = [*row, *list(s.pdeck)[: s.pdeck_n], *list(s.pdisc)[: s.pdisc_n]]
    others = [card for card in about if not QUARTERMASTER <= card % RANKS <= CAPTAIN]
    officers = [card for card in row if QUARTERMASTER <= card % RANKS <= CAPTAIN]
    if len(officers) > 3 and len(others) >= _MANY_OTHERS:
        yield f"the Tavern Row holds {len(officers)} officers"


def _prizes(s: Record, t: Record) -> Iterator[str]:
    """Nobody took more tokens than there were."""
    raids = s.round if s.over == ENDED else s.round - 1
    stacks = Counter({1: s.players * min(raids, 2)})
    for token in t.prizes[s.players - 2].tokens:
        stacks[token] += max(0, raids - 2)
    for kind, value in enumerate(PRIZES):
        taken = sum(s.prize[seat, kind] for seat in range(SEATS))
        if taken > stacks[value] or any(s.prize[seat, kind] < 0 for seat in range(SEATS)):
            yield f"{taken} tokens of value {value} are taken, but {stacks[value]} were set out"
    for seat in range(s.players):
        if sum(s.prize[seat]) > raids:
            yield f"seat {seat} has {sum(s.prize[seat])} prize tokens after {raids} raids"


# --- a step ---------------------------------------------------------------------------------------


def transition(before: Record, action: int, after: Record, t: Record) -> list[str]:
    """What is wrong with a step."""
    return [
        *_conservation(before, after),
        *_money(before, action, after, t),
        *_one_way(before, after),
        *_strength_grows(before, after),
    ]


def _all_cards(s: Record) -> Counter[int]:
    cards: Counter[int] = Counter()
    for name in ("pdeck", "pdisc", "tdeck", "tdisc"):
        cards.update(list(getattr(s, name))[: getattr(s, f"{name}_n")])
    cards.update(card for card in s.row if card != NONE)
    if FIRST_TREASURE <= s.pending_card < POWDER_MONKEY:
        cards[s.pending_card] += 1
    for seat in range(s.players):
        for zone in Zone:
            cards.update(dict(enumerate(s.cnt[seat, zone])))
    return +cards


def _conservation(before: Record, after: Record) -> Iterator[str]:
    """Cards neither appear nor vanish."""
    old, new = _all_cards(before), _all_cards(after)
    for card in sorted((old - new) + (new - old)):
        yield f"there were {old[card]} copies of {CARD_KEYS[card]}, now there are {new[card]}"


def _money(before: Record, action: int, after: Record, t: Record) -> Iterator[str]:
    """Coins are paid for recruits and to attackers only, and earned by the turn player only."""
    block, where = ACTIONS.parse(action)
    for seat in range(before.players):
        gain = after.coins[seat] - before.coins[seat]
        cost = 0
        if seat == before.seat and block == "row" and before.phase == Phase.RECRUIT:
            cost = t.pirates[before.row[where["slot"]]].cost
        elif seat == before.seat and action == ACT.pay_coin.start:
            cost = 1
        if gain < -cost or (gain > 0 and seat != before.turn_player):
            yield f"the coins of seat {seat} went from {before.coins[seat]} to {after.coins[seat]}"


def _one_way(before: Record, after: Record) -> Iterator[str]:
    """Tokens stay turned, buried cards buried, and rounds follow one another."""
    for seat in range(before.players):
        if after.parley[seat] > before.parley[seat]:
            yield f"the Parley token of seat {seat} was turned back"
        for zone in (Zone.BUR_OPEN, Zone.BUR_HID):
            if (after.cnt[seat, zone] < before.cnt[seat, zone]).any():
                yield f"a card left the buried pile of seat {seat}"
    moved_on = after.round - before.round
    expected = (before.start_player + moved_on) % before.players
    if moved_on not in (0, 1) or after.start_player != expected:
        yield (
            f"round {before.round} of Start Player {before.start_player} became "
            f"round {after.round} of {after.start_player}"
        )


def _strength_grows(before: Record, after: Record) -> Iterator[str]:
    """More pirates or wilds never make a party weaker."""
    if before.round == after.round and after.over != ENDED:
        for seat in range(before.players):
            if after.strength[seat] < before.strength[seat]:
                yield f"the party of seat {seat} became weaker"
