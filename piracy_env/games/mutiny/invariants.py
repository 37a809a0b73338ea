"""What is true of every state, and of every step: complaints in words, naming the culprit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from piracy_env.core.game import CUT, ENDED
from piracy_env.core.record import Record
from piracy_env.core.text import seat_letter
from piracy_env.games.mutiny.actions import ACT, ACTIONS
from piracy_env.games.mutiny.stacks import captain_of, pirate_name, stack_name, stack_under, stacks
from piracy_env.games.mutiny.state import (
    CARDS,
    FIXED_RANKS,
    LOWEST_FACE,
    NONE,
    PIRATES,
    RANKS,
    SEATS,
    SLOTS,
    CardType,
    Deadlock,
    End,
    Phase,
    Place,
)
from piracy_env.games.mutiny.tables import CARD_KEYS, KIND_NAMES

HIGHEST_FACE = LOWEST_FACE + FIXED_RANKS - 1
ICONS = 2
"""Most tokens that a card brings."""

# --- a state --------------------------------------------------------------------------------------


def invariants(s: Record, t: Record) -> list[str]:
    """What is wrong with a state."""
    links = list(_links(s))
    if links:
        return links  # nothing else can be read from broken chains
    return [
        *_stacks(s, t),
        *_cards(s),
        *_treasuries(s, t),
        *_course(s),
        *_pending(s, t),
        *_end(s, t),
    ]


def _links(s: Record) -> Iterator[str]:
    """`above` and `below` mirror each other and have no circle."""
    in_play = s.players * RANKS
    for pirate in range(PIRATES):
        name = pirate_name(pirate)
        for field, mirror in (("above", "below"), ("below", "above")):
            other = getattr(s, field)[pirate]
            if pirate >= in_play:
                if other != NONE:
                    seat = seat_letter(pirate // RANKS)
                    yield f"{field}[{name}] must be -1, as seat {seat} is empty"
            elif other >= in_play:
                yield f"{field}[{name}] is {other}, which is no pirate in play"
            elif other != NONE and getattr(s, mirror)[other] != pirate:
                neighbour = pirate_name(other)
                yield f"{field}[{name}] is {neighbour}, but {mirror}[{neighbour}] is not {name}"
    for pirate in range(in_play):
        upper, steps = pirate, 0
        while 0 <= upper < in_play and steps <= in_play:
            upper, steps = s.above[upper], steps + 1
        if steps > in_play:
            yield f"above[{pirate_name(pirate)}]: going up from here leads round in a circle"


def _stacks(s: Record, t: Record) -> Iterator[str]:
    """No stack is too high."""
    for stack in stacks(s):
        if len(stack) > t.numbers.largest_party:
            yield (
                f"the stack {stack_name(stack)} has {len(stack)} pirates, "
                f"but a party has at most {t.numbers.largest_party}"
            )


def _cards(s: Record) -> Iterator[str]:
    """Every card is in exactly one place, and `deck`, `display` and `card_loc` agree."""
    places: dict[int, list[str]] = {card: [] for card in range(CARDS)}
    expected = {}
    for index, card in enumerate(s.deck):
        if index >= s.deck_len:
            if card != NONE:
                yield f"deck[{index}] must be -1, as the deck has {s.deck_len} cards"
        elif card == NONE:
            yield f"deck[{index}] is {card}, which is no card"
        else:
            places[card].append(f"deck[{index}]")
            expected[card] = int(Place.DECK)
    for slot, card in enumerate(s.display):
        if slot >= s.display_size and card != NONE:
            yield f"display[{slot}] must be -1, as only {s.display_size} cards are turned up"
        elif card != NONE:
            places[card].append(f"display[{slot}]")
            expected[card] = Place.FIRST_SLOT + slot
    yield from _card_places(s, places, expected)


def _card_places(
    s: Record, places: dict[int, list[str]], expected: dict[int, int]
) -> Iterator[str]:
    boarded = 0
    for card, key in enumerate(CARD_KEYS):
        where, place = places[card], s.card_loc[card]
        if len(where) > 1:
            yield f"card {key} is in {' and in '.join(where)}"
        elif where and place != expected[card]:
            yield f"card {key} is in {where[0]}, but card_loc is {place}, not {expected[card]}"
        elif not where:
            boarded += 1
            if not (Place.KEPT <= place < Place.KEPT + s.players or place == Place.DISCARDED):
                yield f"card {key} is neither in the deck nor face up, but card_loc is {place}"
    if s.claimed != boarded:
        yield f"claimed is {s.claimed}, but {boarded} cards are neither in the deck nor face up"


def _treasuries(s: Record, t: Record) -> Iterator[str]:
    """Nobody has untold riches, and there are tokens for the cards to come too."""
    most = np.iinfo(np.int16).max - _growth(s, t)
    to_come = [t.cards[card] for card in (*s.deck, *s.display) if card != NONE]
    for seat in range(SEATS):
        letter = seat_letter(seat)
        if s.ducats[seat] > most:
            yield f"ducats[{letter}] is {s.ducats[seat]}: more than {most} could outgrow 16 bits"
    for kind, name in enumerate(KIND_NAMES):
        taken = sum(s.tokens[seat, kind] for seat in range(SEATS))
        left = t.booty[kind].number - sum(icon == kind for card in to_come for icon in card.booty)
        if taken > left:
            yield f"tokens[:, {name}] add up to {taken}, but there are only {left}"


def _growth(s: Record, t: Record) -> int:
    """More ducats than any seat can still gain, by turns and by the final scoring."""
    # A boarding brings a seat either the card's ducats, or wages for all but the captain.
    wages = t.numbers.mutiny_factor * (t.numbers.largest_party - 1)
    wages *= max(HIGHEST_FACE, *(card.q for card in t.cards))
    boardings = (CARDS - s.claimed) * max(wages, *(card.ducats for card in t.cards))
    ransoms = (s.max_turns - s.turns) * t.numbers.ransom
    tokens = sum(map(sum, s.tokens)) + (CARDS - s.claimed) * ICONS  # out now, or still to come
    printed = sum(kind.printed for kind in t.booty)
    wheels = 1 + sum(card.wheels for card in t.cards if card.type == CardType.SHIP)
    rate = max(max(row.per_wheel) for row in t.wheel_rates)
    return int(boardings + ransoms + printed + tokens * t.numbers.consolation + wheels * rate)


def _course(s: Record) -> Iterator[str]:
    """The black spot is in the game, and nobody is out of it."""
    if s.black_spot != NONE and not s.use_mutiny:
        yield f"black_spot is {s.black_spot}, but without mutiny it stays beside the board (-1)"
    if s.out:
        yield f"out is {s.out}, but nobody is ever eliminated"


def _pending(s: Record, t: Record) -> Iterator[str]:
    """What is under way fits the phase."""
    if s.phase == Phase.BOOTY:
        yield from _boarding(s, t)
    elif (s.pend_top, s.pend_slot, s.pend_mult) != (NONE, NONE, NONE):
        yield "pend_top, pend_slot and pend_mult must be -1 unless the phase is BOOTY"
    if s.phase != Phase.RANSOM_ASSEMBLE:
        if s.ransomed != NONE:
            yield f"ransomed is {s.ransomed}, but must be -1 unless the phase is RANSOM_ASSEMBLE"
    elif not 0 <= s.ransomed < RANKS:
        yield f"ransomed is {s.ransomed}, but must be a rank, 0 to {RANKS - 1}"
    else:
        own = [stack for stack in stacks(s) if stack[0] // RANKS == s.seat]
        if own != [[s.seat * RANKS + s.ransomed]]:
            names = ", ".join(map(stack_name, own)) or "none"
            yield (
                f"the only stack of seat {seat_letter(s.seat)} must be the ransomed "
                f"{pirate_name(s.seat * RANKS + s.ransomed)}, but its stacks are {names}"
            )
        if not s.use_ransom:
            yield "phase is RANSOM_ASSEMBLE, but use_ransom is off"


def _boarding(s: Record, t: Record) -> Iterator[str]:
    if not 0 <= s.pend_slot < SLOTS or not 0 <= s.display[s.pend_slot] < CARDS:
        yield f"pend_slot is {s.pend_slot}, where no card is face up"
        return
    if not 0 <= s.pend_top < s.players * RANKS or s.above[s.pend_top] != NONE:
        yield f"pend_top is {s.pend_top}, which is no top pirate"
        return
    card, key = t.cards[s.display[s.pend_slot]], CARD_KEYS[s.display[s.pend_slot]]
    party = stack_under(s, s.pend_top)
    if party[0] // RANKS != s.seat:
        yield f"{stack_name(party)} is boarding, but seat {seat_letter(s.seat)} is to move"
    if len(party) < max(2, card.min):
        yield f"{stack_name(party)} is too small to board {key}"
    if card.type == CardType.MONSTER or card.booty[1] in (NONE, card.booty[0]):
        yield f"pend_slot is {s.pend_slot}, but on {key} there is no token to choose"
    if s.pend_mult not in (1, t.numbers.mutiny_factor):
        yield f"pend_mult is {s.pend_mult}, but must be 1 or {t.numbers.mutiny_factor}"
    if s.pend_mult > 1 and s.black_spot == NONE:
        yield "pend_mult says mutiny, but the black spot lies beside the board"


def _end(s: Record, t: Record) -> Iterator[str]:
    """The end has come exactly when one of its causes has."""
    over = s.phase == Phase.OVER
    if over != (s.over == ENDED):
        yield f"phase is {Phase(s.phase).name}, but over is {s.over}"
    if over != (s.end_reason != End.RUNNING):
        yield f"end_reason is {s.end_reason} in phase {Phase(s.phase).name}"
    if (s.claimed == CARDS) != (s.end_reason == End.ALL_CARDS):
        yield f"claimed is {s.claimed}, but end_reason is {s.end_reason}"
    if not over and s.over != CUT and s.turns >= s.max_turns:
        yield f"turns is {s.turns}, the limit, but the game goes on"
    if s.end_reason == End.TURN_LIMIT and s.turns < s.max_turns:
        yield f"end_reason is the turn limit, but turns is only {s.turns}"
    if s.end_reason == End.DEAD_POSITION and s.deadlock_rule != Deadlock.END:
        yield "end_reason is a dead position, but deadlock_rule is disband"
    if s.claimed < CARDS and all(card == NONE for card in s.display):
        yield "display is empty, but not all cards are boarded"
    seats = range(s.players)
    if not over and (any(s.final_score) or any(s.final_rank)):
        yield "final_score and final_rank must be 0 until the end"
    elif any(s.final_rank):
        strength = [(s.final_score[seat], _highest_card(s, t, seat)) for seat in seats]
        places = [1 + sum(rival > mine for rival in strength) for mine in strength]
        if places != list(s.final_rank)[: s.players]:
            yield f"final_rank is {list(s.final_rank)}, but score and highest cards give {places}"


def _highest_card(s: Record, t: Record, seat: int) -> int:
    own = (card for card in range(CARDS) if s.card_loc[card] == Place.KEPT + seat)
    return max((t.cards[card].ducats for card in own), default=0)


# --- a step ---------------------------------------------------------------------------------------


def transition(before: Record, action: int, after: Record, t: Record) -> list[str]:
    """What is wrong with a step, beyond the two states themselves."""
    complaints = [
        *_counted(before, action, after),
        *_spot_moved(before, action, after),
        *_stack_count(before, action, after),
    ]
    if after.claimed > before.claimed:
        complaints += _boarded(before, action, after, t)
    elif ACT.ransom.start <= action < ACT.ransom.stop:
        complaints += _ransomed(before, action, after, t)
    else:
        complaints += _untouched(before, after)
    if after.phase == Phase.OVER and not all(list(after.final_rank)[: after.players]):
        complaints.append("the game is over, but final_rank is not set")
    return [f"{ACTIONS.label(action)}: {complaint}" for complaint in complaints]


def _counted(before: Record, action: int, after: Record) -> Iterator[str]:
    """Turns, passes and whose turn it is."""
    turn_over = after.phase in (Phase.TURN, Phase.OVER)
    if after.turns != before.turns + turn_over:
        yield f"turns went from {before.turns} to {after.turns}"
    passes = before.passes
    if turn_over:
        passes = before.passes + 1 if action == ACT.pass_.start else 0
        passes = 0 if after.phase == Phase.OVER or passes == before.players else passes
    if after.passes != passes:
        yield f"passes went from {before.passes} to {after.passes}, not to {passes}"
    seat = (before.seat + 1) % before.players if after.phase == Phase.TURN else before.seat
    if after.seat != seat:
        yield f"seat {seat_letter(after.seat)} is to move, not {seat_letter(seat)}"


def _spot_moved(before: Record, action: int, after: Record) -> Iterator[str]:
    """The black spot moves in a mutiny, and only then."""
    expected = before.black_spot
    if ACT.mutiny.start <= action < ACT.mutiny.stop:
        victim = _target(before, (action - ACT.mutiny.start) // SLOTS) // RANKS
        expected = before.seat if before.black_spot == victim else victim
    if after.black_spot != expected:
        yield f"black_spot went from {before.black_spot} to {after.black_spot}, not to {expected}"


def _stack_count(before: Record, action: int, after: Record) -> Iterator[str]:
    """How many stacks there are."""
    expected = len(stacks(before))
    if after.disbands > before.disbands:
        expected = before.players * RANKS
    elif action < ACT.assemble.stop:
        expected -= 1
    elif ACT.ransom.start <= action < ACT.ransom.stop:
        expected += 1
    elif after.claimed > before.claimed:
        expected += len(_party(before, action)) - 1
    if len(stacks(after)) != expected:
        yield f"there are {len(stacks(after))} stacks, not {expected}"


def _boarded(before: Record, action: int, after: Record, t: Record) -> Iterator[str]:
    """Who was paid what, and whether the card was kept."""
    slot, mutiny = _boarded_slot(before, action)
    index = before.display[slot]
    card, key, captain = t.cards[index], CARD_KEYS[index], before.seat
    wages = Counter(dict.fromkeys(range(before.players), 0))
    for pirate in _party(before, action):
        seat, rank = divmod(pirate, RANKS)
        if seat != captain:
            face = LOWEST_FACE + rank if rank < FIXED_RANKS else card.q
            wages[seat] += face * (t.numbers.mutiny_factor if mutiny else 1)
    purse = before.ducats[captain] + card.ducats
    paid = purse >= wages.total()
    expected = {seat: before.ducats[seat] + wages[seat] for seat in wages}
    expected[captain] = purse - wages.total() if paid else 0
    for seat, ducats in expected.items():
        if after.ducats[seat] != ducats:
            letter, found = seat_letter(seat), after.ducats[seat]
            yield f"{key} left seat {letter} with {found} ducats, not {ducats}"
    place = Place.KEPT + captain if paid else Place.DISCARDED
    if after.card_loc[index] != place:
        yield f"{key} went to place {after.card_loc[index]}, not {int(place)}"
    gained = [0] * len(KIND_NAMES)
    for seat in range(before.players):
        for kind in range(len(KIND_NAMES)):
            gained[kind] += after.tokens[seat, kind] - before.tokens[seat, kind]
    icons = [sum(icon == kind for icon in card.booty) for kind in range(len(KIND_NAMES))]
    if gained != icons:
        yield f"{key} shows the icons {icons}, but the tokens taken are {gained}"


def _ransomed(before: Record, action: int, after: Record, t: Record) -> Iterator[str]:
    """Who paid the ransom, and who got it."""
    pirate = before.seat * RANKS + action - ACT.ransom.start
    expected = list(before.ducats)
    expected[before.seat] -= min(t.numbers.ransom, expected[before.seat])
    expected[captain_of(before, pirate) // RANKS] += t.numbers.ransom
    if list(after.ducats) != expected:
        yield f"the treasuries are {list(after.ducats)}, not {expected}"


def _untouched(before: Record, after: Record) -> Iterator[str]:
    """Without a boarding or a ransom nobody gains or loses anything."""
    for field in ("ducats", "card_loc", "display", "deck"):
        if list(getattr(before, field)) != list(getattr(after, field)):
            yield f"{field} changed without a boarding"
    if any(list(before.tokens[seat]) != list(after.tokens[seat]) for seat in range(SEATS)):
        yield "tokens changed without a boarding"


def _boarded_slot(before: Record, action: int) -> tuple[int, bool]:
    """The slot of the card that a step boards, and whether by mutiny."""
    if before.phase == Phase.BOOTY:
        return before.pend_slot, before.pend_mult > 1
    if action < ACT.capture.stop:
        return (action - ACT.capture.start) % SLOTS, False
    return (action - ACT.mutiny.start) % SLOTS, True


def _party(before: Record, action: int) -> list[int]:
    """The pirates of the party that a step boards with."""
    if before.phase == Phase.BOOTY:
        return stack_under(before, before.pend_top)
    if action < ACT.capture.stop:
        return stack_under(before, before.seat * RANKS + (action - ACT.capture.start) // SLOTS)
    return stack_under(before, _target(before, (action - ACT.mutiny.start) // SLOTS))


def _target(before: Record, target: int) -> int:
    """The pirate of another seat that an action names."""
    return int((before.seat + target // RANKS + 1) % before.players * RANKS + target % RANKS)
