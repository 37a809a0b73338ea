"""What came of an action: battles, digs, prizes, losses, cards drawn and robbed, the end.

A story compares two positions. Cards drawn or robbed are told by name to those who see them, and by
number to the others; the rest lies open on the table.
"""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.game import RUNNING
from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, plural, seat_letter
from piracy_env.games.broadside import telling_battle
from piracy_env.games.broadside.actions import ACTIONS
from piracy_env.games.broadside.cards import TREASURE_ROW
from piracy_env.games.broadside.describe import counted
from piracy_env.games.broadside.reckoning import reckoning
from piracy_env.games.broadside.ships import card_name, fleet_points
from piracy_env.games.broadside.state import (
    BLUE,
    FIRST_INVENTORY,
    FIRST_SLOOP,
    FLEET,
    NONE,
    TABLE,
    End,
    Phase,
    Place,
    Red,
)
from piracy_env.games.broadside.tables import SYMBOLS

TOLD = (
    *("fleet_card", "fleet_crew", "fleet_inv", "table_card", "table_crew", "treasure_pts"),
    *("cave_owner", "red_hand", "red_battle", "elim_event", "round_no", "cur"),
    *("end_reason", "rank_lo", "rank_hi"),
)

_ENDINGS = {
    End.POINTS: "{who} has {target} pirate points in the own turn: the game is over (BRO-9.4).",
    End.SURVIVOR: "{who} is the last captain afloat: the game is over (BRO-9.5).",
    End.DRAW: "Nobody is afloat any more: the game is over (BRO-R44).",
    End.ROUND_LIMIT: "That was the last round: the game is over (BRO-R46).",
}


def tell(
    before: Record, tables: Tables, action: int, after: Record, viewer: int | None
) -> list[str]:
    """What chance and the rules made of an action, as far as a viewer may know it."""
    return [
        *telling_battle.course(before, tables, action, after),
        *_dig(before, tables, action, after),
        *_muster(before, action, after),
        *_fleets(before, tables, action, after),
        *_middle_cleared(before, tables, after),
        *_treasures(before, tables, after),
        *_eliminated(before, tables, after),
        *_points(before, tables, after),
        *_turn(before, after),
        *_shuffled(before, action, after),
        *_cards(before, tables, action, after, viewer),
        *_adventures(before, tables, after, viewer),
        *_end(before, tables, after),
    ]


# --- treasures ------------------------------------------------------------------------------------


def _dig(before: Record, tables: Tables, action: int, after: Record) -> Iterator[str]:
    """What a roll for a treasure has come to."""
    block, axes = ACTIONS.parse(action)
    slot = {"target_table": axes.get("slot", NONE), "roll": before.exp_slot}.get(block, NONE)
    card = before.table_card[slot] if slot != NONE else NONE
    if card == NONE or TREASURE_ROW[card] == NONE:
        return
    row = tables.t.treasures[TREASURE_ROW[card]]
    symbol, dice = SYMBOLS[row.symbol], plural(row.dice, "die", "dice")
    if after.treasure_pts[before.cur] > before.treasure_pts[before.cur]:
        yield f"{dice.capitalize()} show {row.need} {symbol}: it is found (BRO-10.7)."
    elif after.table_card[slot] == card or after.fleet_card[before.cur, before.sel_ship] == NONE:
        few = f"no {symbol}" if row.need == 1 else f"fewer than {row.need} {symbol}"
        yield f"{dice.capitalize()} show {few}: {plural(row.loss, 'crew', 'crew')} lost (BRO-10.8)."


def _treasures(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Treasure points, and whose the Treasure Cave is."""
    changes = [
        f"{seat_letter(seat)} {before.treasure_pts[seat]} -> {after.treasure_pts[seat]}"
        for seat in range(after.players)
        if before.treasure_pts[seat] != after.treasure_pts[seat]
    ]
    if changes:
        yield f"Treasure points: {', '.join(changes)}."
    if before.cave_owner != after.cave_owner:
        name = tables.text("fame", "name")[0]
        if after.cave_owner == NONE:
            yield f"The {name} belongs to nobody any more (BRO-R40)."
        else:
            points = tables.t.fame.points
            yield f"The {name} goes to {seat_letter(after.cave_owner)}: {points} PP (BRO-10.5)."


# --- fleets ---------------------------------------------------------------------------------------


def _muster(before: Record, action: int, after: Record) -> Iterator[str]:
    """What crew is gathered to be shared out anew."""
    if ACTIONS.parse(action)[0] == "redistribute":
        ashore = (
            before.muster + sum(before.fleet_crew[before.cur]) - sum(after.fleet_crew[before.cur])
        )
        left = ashore - after.pool
        lost = f", {left} find no place and are lost" if left else ""
        yield f"{ashore} crew are gathered, to be shared out{lost} (BRO-6.3)."


def _fleets(before: Record, tables: Tables, action: int, after: Record) -> Iterator[str]:
    """Ships won and lost, crew and inventory that came aboard or went."""
    block = ACTIONS.parse(action)[0]
    for seat in range(after.players):
        for slot in range(FLEET):
            then, now = before.fleet_card[seat, slot], after.fleet_card[seat, slot]
            if then == now and now != NONE:
                if block != "redistribute":
                    yield from _changed(before, tables, after, seat, slot)
                continue
            if then != NONE:
                yield _gone(before, tables, block, after, seat, slot)
            if now != NONE:
                yield _gained(before, tables, after, seat, slot)


def _changed(before: Record, tables: Tables, after: Record, seat: int, slot: int) -> Iterator[str]:
    """What has changed on a ship."""
    name = f"{seat_letter(seat)}'s {card_name(tables, after.fleet_card[seat, slot])}"
    crew = before.fleet_crew[seat, slot], after.fleet_crew[seat, slot]
    changes = [f"{crew[0]} -> {crew[1]} crew"] if crew[0] != crew[1] else []
    new = _inventory(tables, before.fleet_inv[seat, slot], after.fleet_inv[seat, slot])
    lost = _inventory(tables, after.fleet_inv[seat, slot], before.fleet_inv[seat, slot])
    changes += [f"{new} aboard"] * bool(new) + [f"{lost} destroyed"] * bool(lost)
    if changes:
        yield f"{name}: {', '.join(changes)}."


def _gone(before: Record, tables: Tables, block: str, after: Record, seat: int, slot: int) -> str:
    """A ship that its owner has no longer."""
    card = before.fleet_card[seat, slot]
    crew = before.fleet_crew[seat, slot] - after.fleet_crew[seat, slot]
    freight = _inventory(tables, after.fleet_inv[seat, slot], before.fleet_inv[seat, slot])
    laden = f" with {freight}" if freight else ""
    name = f"{seat_letter(seat)}'s {card_name(tables, card)}{laden}"
    if block == "sell":
        gathered = after.muster - before.muster
        return (
            f"{name} is sold: {crew} crew and {gathered - crew} for its cargo wait to be shared "
            "out (BRO-6.1)."
        )
    if any(card in after.fleet_card[other] for other in range(after.players) if other != seat):
        return f"{name} is taken; {crew} crew are gone (BRO-8.16)."
    where = "leaves the game" if card >= FIRST_SLOOP else "goes to the discard pile"
    return f"{name} is lost with {crew} crew and {where} ({_LOSSES[card >= FIRST_SLOOP]})."


_LOSSES = {False: "BRO-R17", True: "BRO-R47"}


def _gained(before: Record, tables: Tables, after: Record, seat: int, slot: int) -> str:
    """A prize."""
    name = card_name(tables, after.fleet_card[seat, slot])
    crew = after.fleet_crew[seat, slot] - before.fleet_crew[seat, slot]
    freight = _inventory(tables, before.fleet_inv[seat, slot], after.fleet_inv[seat, slot])
    laden = f" and {freight}" if freight else ""
    return f"{seat_letter(seat)} has a prize: the {name} with {crew} crew{laden} (BRO-8.17)."


def _inventory(tables: Tables, fewer: object, more: object) -> str:
    """What there is more of, nothing if there is nothing."""
    gains = [max(0, int(b) - int(a)) for a, b in zip(fewer, more, strict=True)]  # type: ignore[call-overload]
    return counted(tables, [0] * FIRST_INVENTORY + gains) if any(gains) else ""


def _points(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """How many pirate points players have now, if they have others than before."""
    changes = []
    for seat in range(after.players):
        points = [fleet_points(s, tables.t, seat) for s in (before, after)]
        if points[0] != points[1]:
            changes.append(f"{seat_letter(seat)} {points[0]} -> {points[1]}")
    if changes:
        yield f"Pirate points: {', '.join(changes)}; {after.target_points} win."


def _eliminated(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Who has lost the last ship."""
    for seat in range(after.players):
        if before.elim_event[seat] == after.elim_event[seat]:
            continue
        cards = counted(tables, before.red_hand[seat])
        yield (
            f"{seat_letter(seat)} has no ship left and is eliminated (BRO-9.1); red cards "
            f"discarded: {cards} (BRO-R41)."
        )


# --- cards ----------------------------------------------------------------------------------------


def _turn(before: Record, after: Record) -> Iterator[str]:
    """Whose turn begins."""
    if after.over == RUNNING and (before.cur, before.round_no) != (after.cur, after.round_no):
        yield f"Round {after.round_no}: turn of {seat_letter(after.cur)}."
    elif (before.cur, before.round_no) != (after.cur, after.round_no):
        yield f"It would be the turn of {seat_letter(after.cur)}, round {after.round_no}."


def _shuffled(before: Record, action: int, after: Record) -> Iterator[str]:
    """Discard piles that became decks."""
    drawn = sum(sum(_drawn(before, action, after, seat)) for seat in range(after.players))
    if sum(after.red_deck) > sum(before.red_deck) - drawn:
        yield "The red discard pile becomes the new deck (BRO-4.3)."
    if any(
        after.blue_loc[card] == Place.DECK != before.blue_loc[card] for card in range(BLUE)
    ) or list(before.blue_left) != list(after.blue_left):
        yield "The blue discard pile becomes the new deck (BRO-4.3)."


def _drawn(before: Record, action: int, after: Record, seat: int) -> list[int]:
    """Red cards that a seat has got, by kind; those it was robbed of or has played are no loss."""
    block, axes = ACTIONS.parse(action)
    gains = [
        int(now) - int(then)
        for then, now in zip(before.red_hand[seat], after.red_hand[seat], strict=True)
    ]
    if seat == before.seat and block in ("play_red", "good_wind_enemy"):
        gains[axes.get("card", int(Red.GOOD_WIND))] += 1
    if seat == before.seat and block == "pick_red" and before.phase == Phase.DISCARD:
        gains[axes["card"]] += 1
    if block in ("pick_red", "target_player") and before.phase != Phase.DISCARD:
        return [0] * len(gains)
    return [max(0, gain) for gain in gains]


def _cards(
    before: Record, tables: Tables, action: int, after: Record, viewer: int | None
) -> Iterator[str]:
    """Red cards drawn and robbed, and how many each player holds."""
    yield from _robbed(before, tables, action, after, viewer)
    for seat in range(after.players):
        drawn = _drawn(before, action, after, seat)
        if any(drawn):
            cards = f": {counted(tables, drawn)}" if viewer in (None, seat) else ""
            yield f"{seat_letter(seat)} draws {plural(sum(drawn), 'red card')}{cards}."
    sizes = [
        f"{seat_letter(seat)} {sum(before.red_hand[seat])} -> {sum(after.red_hand[seat])}"
        for seat in range(after.players)
        if sum(before.red_hand[seat]) != sum(after.red_hand[seat])
    ]
    if sizes:
        yield f"Red cards in hand: {', '.join(sizes)}."


def _robbed(
    before: Record, tables: Tables, action: int, after: Record, viewer: int | None
) -> Iterator[str]:
    """What Neptune's Revenge has taken, to the two who see the card."""
    block, axes = ACTIONS.parse(action)
    if block != "target_player":
        return
    thief, victim = before.seat, (before.seat + axes["left"] + 1) % before.players
    pairs = zip(before.red_hand[thief], after.red_hand[thief], strict=True)
    gains = [max(0, int(now) - int(then)) for then, now in pairs]
    card = counted(tables, gains) if viewer in (None, thief, victim) else "a red card"
    yield f"{seat_letter(thief)} takes {card} from the hand of {seat_letter(victim)} (BRO-11.6)."


# --- the middle -----------------------------------------------------------------------------------


def _middle(before: Record, after: Record) -> tuple[list[int], list[int]]:
    """Slots of the middle that hold the same card no more, and that hold a new one."""
    slots = [slot for slot in range(TABLE) if before.table_card[slot] != after.table_card[slot]]
    gone = [slot for slot in slots if before.table_card[slot] != NONE]
    return gone, [slot for slot in slots if after.table_card[slot] != NONE]


def _middle_cleared(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Crew that adventures have lost, and what lies in the middle no more."""
    gone, _ = _middle(before, after)
    for slot in range(TABLE):
        crew = before.table_crew[slot], after.table_crew[slot]
        if crew[0] != crew[1] and after.table_card[slot] == before.table_card[slot] != NONE:
            name = card_name(tables, after.table_card[slot])
            yield f"The {name} in the middle: {crew[0]} -> {crew[1]} crew."
    names = []
    for slot in gone:
        card, crew = before.table_card[slot], before.table_crew[slot]
        if after.table_card[slot] == NONE:
            crew -= after.table_crew[slot]
        manned = f" ({crew} crew)" if crew else ""
        names.append(f"{card_name(tables, card)}{manned}")
    if names:
        verb = "leaves" if len(names) == 1 else "leave"
        yield f"{in_words(names)} {verb} the middle."


def _adventures(before: Record, tables: Tables, after: Record, viewer: int | None) -> Iterator[str]:
    """Blue cards that were drawn into a hand, and that were laid out."""
    for seat in range(after.players):
        place = Place.HAND + seat
        new = [
            card_name(tables, card)
            for card in range(BLUE)
            if after.blue_loc[card] == place != before.blue_loc[card]
        ]
        if new:
            cards = f": {in_words(new)}" if viewer in (None, seat) else ""
            yield f"{seat_letter(seat)} draws {plural(len(new), 'blue card')}{cards}."
    _, slots = _middle(before, after)
    laid = []
    for slot in slots:
        name = card_name(tables, after.table_card[slot])
        crew = after.table_crew[slot]
        laid.append(f"{name} ({crew} crew)" if crew else name)
    if laid:
        yield f"Laid out: {in_words(laid)} (BRO-5.1)."


def _end(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Why the game is over, and how places come about."""
    if after.end_reason != before.end_reason:
        who = seat_letter(after.seat)
        yield _ENDINGS[End(after.end_reason)].format(who=who, target=after.target_points)
    if after.phase == Phase.OVER:
        yield from reckoning(after, tables)
