"""What came of an action: cards drawn and turned up, coins, sweeps, raids, the reckoning.

A story compares two positions. Which cards somebody draws, only the owner is told; how many, all
are. A Trade is told as if every card of it were laid down by itself and then all paid out at once,
so that nobody hears whether loot was left in the hand (NOT-R39).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from piracy_env.core.game import CUT
from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, plural, seat_letter
from piracy_env.games.notoriety.actions import ACTIONS
from piracy_env.games.notoriety.cards import (
    card_name,
    counted,
    loot_value,
    sale_value,
    together,
)
from piracy_env.games.notoriety.reckoning import reckoning
from piracy_env.games.notoriety.state import (
    FIRST_TREASURE,
    NONE,
    PIRATES,
    POWDER_MONKEY,
    PRIZES,
    SLOTS,
    Phase,
    Zone,
)
from piracy_env.games.notoriety.tables import CARD_KEYS

TOLD = (
    *("round", "start_player", "final_lap", "row", "cnt", "coins", "parley", "prize"),
    *("round_strength", "ach_np", "np", "place"),
)

_ZONES = {
    Zone.HAND: "hand",
    Zone.DECK: "Ship deck",
    Zone.DISC: "discard pile",
    Zone.BUR_OPEN: "buried openly",
    Zone.BUR_HID: "buried unseen",
    Zone.SHIP: "Ship Area",
    Zone.NEWREC: "New Recruits",
    Zone.FRONT: "in front",
}
_MONKEYS = {"brawl": 1, "bury": 1, "plunder": 2}
"""Powder Monkeys that a Command plays."""
_FROM_HAND = (
    *(Phase.COMMAND, Phase.TRADE_MORE, Phase.PARLEY_SELECT, Phase.BURY_PICK),
    Phase.ATTACK_RESPONSE,
)
"""Where `card` takes a card out of the hand."""


def tell(
    before: Record, tables: Tables, action: int, after: Record, viewer: int | None
) -> list[str]:
    """What chance and the rules made of an action, as far as a viewer may know it."""
    return [
        *_raid(before, action, after),
        *_cards(before, tables, action, after, viewer),
        *_coins(before, after),
        *_tokens(before, after),
        *_revealed(before, tables, after),
        *_attack(before, action, after),
        *_party(before, after),
        *_tavern(before, tables, action, after),
        *_course(before, after),
        *_end(before, tables, after),
    ]


# --- cards ----------------------------------------------------------------------------------------

Zones = list[list[int]]
"""Cards of a seat by zone and type."""


def _cards(
    before: Record, tables: Tables, action: int, after: Record, viewer: int | None
) -> Iterator[str]:
    """How the cards of each player have moved, and to their owner which were drawn."""
    for seat in range(after.players):
        then = [list(map(int, zone)) for zone in before.cnt[seat]]
        now = [list(map(int, zone)) for zone in after.cnt[seat]]
        if seat == before.seat and _is_trade(before, action):
            laid = _played(before, action)
            then, earlier = _laid_down(then, laid), then
            yield from _moved(seat, earlier, then)
            lost: list[int] = [0] * len(laid)
        else:
            lost = _played(before, action) if seat == before.seat else [0] * len(now[0])
        yield from _drawn(before, action, seat, (then, now), lost, viewer)
        yield from _moved(seat, then, now)


def _is_trade(before: Record, action: int) -> bool:
    """Whether a card is laid down for a Trade."""
    block, axes = ACTIONS.parse(action)
    is_loot = block == "card" and axes["card"] >= PIRATES and axes["card"] != POWDER_MONKEY
    return is_loot and before.phase in (Phase.COMMAND, Phase.TRADE_MORE)


def _played(before: Record, action: int) -> list[int]:
    """The cards that an action takes out of the hand, by type."""
    block, axes = ACTIONS.parse(action)
    cards = [0] * before.cnt.shape[-1]
    if block == "card" and before.phase in _FROM_HAND:
        cards[axes["card"]] = 1
    cards[POWDER_MONKEY] += _MONKEYS.get(block, 0)
    return cards


def _laid_down(zones: Zones, cards: Sequence[int]) -> Zones:
    """The cards of a seat when some of the hand lie in front."""
    moved = [list(zone) for zone in zones]
    for card, number in enumerate(cards):
        moved[Zone.HAND][card] -= number
        moved[Zone.FRONT][card] += number
    return moved


def _moved(seat: int, then: Zones, now: Zones) -> Iterator[str]:
    """How many cards lie where, in zones that have others than before."""
    changes = [
        f"{name} {sum(then[zone])} -> {sum(now[zone])}"
        for zone, name in _ZONES.items()
        if sum(then[zone]) != sum(now[zone])
    ]
    if changes:
        yield f"Cards of {seat_letter(seat)}: {', '.join(changes)}."


def _drawn(
    before: Record,
    action: int,
    seat: int,
    zones: tuple[Zones, Zones],
    lost: Sequence[int],
    viewer: int | None,
) -> Iterator[str]:
    """What came to a hand from the Ship deck; whether the discard pile became a new one."""
    then, now = zones
    pairs = zip(then[Zone.HAND], now[Zone.HAND], lost, strict=True)
    gains = [max(0, after - (was - gone)) for was, after, gone in pairs]
    block, axes = ACTIONS.parse(action)
    rescued = seat == before.seat and block == "disc" and before.phase == Phase.RESCUE_PICK
    if rescued:
        gains[axes["card"]] = max(0, gains[axes["card"]] - 1)
    if sum(now[Zone.DECK]) > sum(then[Zone.DECK]) - sum(gains):
        yield f"The discard pile of {seat_letter(seat)} becomes the new Ship deck (NOT-5.2)."
    if any(gains) and viewer in (None, seat):
        yield f"{seat_letter(seat)} draws {in_words(counted(gains))}."


def _revealed(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """A treasure that was turned up, or a pirate with two powers to choose from."""
    card = after.pending_card
    if card in (before.pending_card, NONE):
        return
    if card >= FIRST_TREASURE:
        name = card_name(tables, card)
        sale, value = sale_value(tables, card), loot_value(tables, card)
        yield f"{name} is turned up: to sell for {sale}, or to trade later for {value} (NOT-10.1)."
    else:
        yield f"The {card_name(tables, card)} has two powers, of which one is used (NOT-11.3)."


# --- coins, attacks, parties ----------------------------------------------------------------------


def _coins(before: Record, after: Record) -> Iterator[str]:
    """How the purses have changed."""
    changes = [
        f"{seat_letter(seat)} {before.coins[seat]} -> {after.coins[seat]}"
        for seat in range(after.players)
        if before.coins[seat] != after.coins[seat]
    ]
    if changes:
        yield f"Coins: {', '.join(changes)}."


def _tokens(before: Record, after: Record) -> Iterator[str]:
    """Parley tokens that were turned over."""
    for seat in range(after.players):
        if before.parley[seat] != after.parley[seat]:
            yield f"{seat_letter(seat)}'s Parley token is turned over for good (NOT-5.4)."


def _attack(before: Record, action: int, after: Record) -> Iterator[str]:
    """Who has to answer an Attack."""
    block, axes = ACTIONS.parse(action)
    if after.attacker not in (NONE, before.attacker):
        victim = seat_letter(after.seat)
        yield f"{victim} owes a coin to the supply, or a hand card (NOT-19.1)."
    elif block == "target" and after.attacker == NONE:
        victim = seat_letter((before.seat + axes["left"] + 1) % before.players)
        yield f"{victim} has neither coins nor cards: nothing happens (NOT-R14)."


def _party(before: Record, after: Record) -> Iterator[str]:
    """How strong a raiding party has become."""
    for seat in range(after.players):
        strong = before.strength[seat], after.strength[seat]
        if after.round == before.round and not after.over and strong[0] != strong[1]:
            yield (
                f"{seat_letter(seat)}'s party: Strength {strong[0]} -> {strong[1]}, "
                f"{plural(after.unused[seat], 'pirate')} unused (NOT-14.6)."
            )


# --- the tavern -----------------------------------------------------------------------------------


def _tavern(before: Record, tables: Tables, action: int, after: Record) -> Iterator[str]:
    """Sweeps, and who is new in the Tavern Row."""
    then, now = (_pile(s.pdisc, s.pdisc_n) for s in (before, after))
    block, axes = ACTIONS.parse(action)
    thrown = {before.row[axes["slot"]]} if block == "row" else set()
    swept = [card for card in now if card not in then and card not in thrown]
    is_raided = after.round != before.round or after.over
    if (swept and not is_raided) or _is_swept(before, after):
        names = in_words((CARD_KEYS[card] for card in swept), none="all five")
        yield f"Four officers or more: the tavern is swept ({names}; NOT-2.5)."
    if any(card not in now for card in then):
        yield "The Pirate discard is shuffled into the deck (NOT-8.3)."
    if any(
        card not in _pile(after.tdisc, after.tdisc_n)
        for card in _pile(before.tdisc, before.tdisc_n)
    ):
        yield "The Treasure discard is shuffled into the deck (NOT-10.5)."
    slots = [slot for slot in range(SLOTS) if before.row[slot] != after.row[slot]]
    new = [card_name(tables, after.row[slot]) for slot in slots if after.row[slot] != NONE]
    empty = [str(slot) for slot in slots if after.row[slot] == NONE]
    if new:
        yield f"New in the tavern: {in_words(new)}."
    if empty:
        yield f"Slot {in_words(empty)} of the tavern is empty for now (NOT-12.5)."


def _pile(cards: Sequence[int], number: int) -> list[int]:
    return [int(card) for card in list(cards)[:number]]


def _is_swept(before: Record, after: Record) -> bool:
    """Whether all of a row are others, and it is not filled for the first time."""
    pairs = list(zip(before.row, after.row, strict=True))
    return all(then not in (now, NONE) for then, now in pairs)


# --- raids and the end ----------------------------------------------------------------------------


def _raid(before: Record, action: int, after: Record) -> Iterator[str]:
    """The parties in the order of their Strength, and what they take."""
    number = before.round - 1
    seats = range(after.players)
    gains = {
        seat: [
            value
            for value, then, now in zip(PRIZES, before.prize[seat], after.prize[seat], strict=True)
            for _ in range(now - then)
        ]
        for seat in seats
    }
    strength = {seat: after.round_strength[seat, number] for seat in seats}
    is_raided = after.round != before.round or after.phase == Phase.GAME_OVER != before.phase
    changed = any(strength[seat] != before.round_strength[seat, number] for seat in seats)
    if not (any(gains.values()) or changed or (is_raided and after.over != CUT)):
        return
    yield f"Raid of round {before.round} (NOT-13):"
    for seat in sorted(seats, key=lambda seat: (-sum(gains[seat]), -strength[seat])):
        party = _raiders(before, action, seat)
        prize = f"takes {in_words(gains[seat])} NP" if gains[seat] else "takes nothing"
        weak = " (too weak: NOT-13.4)" if not gains[seat] and strength[seat] < 4 else ""
        who = f"with {party}" if party else "without pirates"
        yield f"  {seat_letter(seat)} {who}: Strength {strength[seat]}, {prize}{weak}"
    equals = [seat for seat in seats if list(strength.values()).count(strength[seat]) > 1]
    if any(gains[seat] for seat in equals) and before.round > 2:
        yield "  Equal Strength: unused pirates, coins, nearness to the Start Player (NOT-15)."


def _raiders(before: Record, action: int, seat: int) -> str:
    """The pirates of both areas, with one who was recruited last of all."""
    areas = together(before.cnt[seat, Zone.SHIP], before.cnt[seat, Zone.NEWREC])
    block, axes = ACTIONS.parse(action)
    if block == "row" and before.phase == Phase.RECRUIT and seat == before.seat:
        areas[before.row[axes["slot"]]] += 1
    return " ".join(counted(areas))


def _course(before: Record, after: Record) -> Iterator[str]:
    """Rounds, Start Players and last turns."""
    if before.round != after.round:
        yield f"Round {after.round} begins (NOT-16.5)."
    if before.start_player != after.start_player:
        yield f"{seat_letter(after.start_player)} is the Start Player (NOT-16.4)."
    if before.final_lap == after.final_lap:
        return
    if after.final_lap > before.final_lap:
        yield "All hands are empty: everybody has one more turn, to recruit (NOT-6.7)."
    elif after.final_lap:
        yield f"{plural(after.final_lap, 'last turn')} to go."
    elif after.round == before.round and not after.over:
        yield "There are cards in a hand again: the last turns are off (NOT-R29)."
    else:
        yield "The last turns are over."


def _end(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Why the game is over, and how each score comes about."""
    if after.over and not before.over:
        if after.over == CUT:
            yield "The limit of decisions is reached: the game is scored as it stands (NOT-R36)."
        else:
            yield "That was the last round: the game is over (NOT-17.1)."
    if after.over:
        yield from reckoning(after, tables)
