"""What came of an action: rolls, rounds won and lost, booty, damage, payments, draws, the turn.

A story compares two positions. Who may answer with a card is asked in secret (HAV-R26), and a roll
follows at once if nobody may: so a story is the same whether its step was taken in one or in two.
For that reason sums of dice are told where all see them, when somebody decides about the round.
"""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import seat_letter
from piracy_env.games.havens import telling_vessels
from piracy_env.games.havens.actions import ACTIONS
from piracy_env.games.havens.describe import decision_of
from piracy_env.games.havens.names import attack_name, counted, full_name, place_name
from piracy_env.games.havens.reckoning import reckoning
from piracy_env.games.havens.state import NONE, ROW, Battle, Decision, Phase
from piracy_env.games.havens.vessels import haven_hex, strength_of

TOLD = (
    *telling_vessels.TOLD,
    *("turn_seat", "round", "final_flag", "supply", "unspent", "haven", "hand", "column", "row"),
    "ranks",
)

_FROM_ELSEWHERE = (Decision.DRAW, Decision.DRAW_AFTER_REPLACE, Decision.REFILL)
"""Where a card that is named comes from the Purchase Column."""
_NOT_FROM_HAND = (*_FROM_ELSEWHERE, Decision.CHOOSE_HAVEN, Decision.PLUNDER_CARD)


def tell(
    before: Record, tables: Tables, action: int, after: Record, viewer: int | None
) -> list[str]:
    """What chance and the rules made of an action, as far as a viewer may know it."""
    cards = [list(map(list, s.hand)) for s in (before, after)]
    mid, earlier = _played(before, action, cards[0]), cards[0]
    return [
        *_hands(after, earlier, mid),
        *_money(before, after),
        *_havens(before, tables, after),
        *_fight(before, tables, action, after),
        *telling_vessels.changes(before, tables, after),
        *_die(before, after),
        *telling_vessels.saved(before, tables, after),
        *_rows(before, tables, after),
        *_draws(before, tables, action, (mid, cards[1]), viewer),
        *_hands(after, mid, cards[1]),
        *_piles(before, tables, after),
        *_turn(before, after),
        *_end(before, tables, after),
    ]


# --- cards and money ------------------------------------------------------------------------------

Hands = list[list[int]]


def _played(before: Record, action: int, hands: Hands) -> Hands:
    """The hands after a card has been played, and before anything comes of it."""
    block, axes = ACTIONS.parse(action)
    hands = [list(hand) for hand in hands]
    kind = decision_of(before)
    if block == "card" and kind not in _NOT_FROM_HAND and hands[before.seat][axes["card"]]:
        hands[before.seat][axes["card"]] -= 1
    return hands


def _hands(s: Record, then: Hands, now: Hands) -> Iterator[str]:
    """How many cards hands hold that hold other numbers than before."""
    changes = [
        f"{seat_letter(seat)} {sum(then[seat])} -> {sum(now[seat])}"
        for seat in range(s.players)
        if sum(then[seat]) != sum(now[seat])
    ]
    if changes:
        yield f"Cards in hand: {', '.join(changes)}."


def _draws(
    before: Record,
    tables: Tables,
    action: int,
    hands: tuple[Hands, Hands],
    viewer: int | None,
) -> Iterator[str]:
    """Which cards came from the Draw Pile, to their owner."""
    block, axes = ACTIONS.parse(action)
    for seat in range(before.players):
        if viewer not in (None, seat):
            continue
        pairs = zip(hands[0][seat], hands[1][seat], strict=True)
        gains = [max(0, now - then) for then, now in pairs]
        open_card = NONE
        if seat == before.seat and block == "card" and decision_of(before) in _FROM_ELSEWHERE:
            open_card = axes["card"]
        elif seat == before.seat and block == "draw_discard":
            open_card = before.disc[before.disc_n - 1]
        if open_card != NONE:
            gains[open_card] = max(0, gains[open_card] - 1)
        if any(gains):
            yield f"{seat_letter(seat)} draws {', '.join(counted(tables, gains))}."


def _money(before: Record, after: Record) -> Iterator[str]:
    """Supplies and what is unspent of them; what a new turn turns up is told with it."""
    for seat in range(after.players):
        letter = seat_letter(seat)
        if before.supply[seat] != after.supply[seat]:
            yield f"{letter}'s supply: {before.supply[seat]} -> {after.supply[seat]} (HAV-8.3)."
        is_new = _is_new_turn(before, after) and seat == after.turn_seat
        if before.unspent[seat] != after.unspent[seat] and not is_new:
            left = f"{before.unspent[seat]} -> {after.unspent[seat]}"
            yield f"{letter} has {left} of {after.supply[seat]} unspent."


def _havens(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Havens that were chosen or changed."""
    for seat in range(after.players):
        if before.haven[seat] != after.haven[seat] != NONE:
            name = full_name(tables, after.haven[seat])
            where = place_name(tables, haven_hex(after, tables.t, seat))
            yield f"{seat_letter(seat)}'s Haven is {name}, at {where}."


def _piles(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """A new Draw Pile, and a Column that has changed."""
    if after.draw_n > before.draw_n:
        yield "The Discard Pile is shuffled to be the new Draw Pile (HAV-2.19)."
    if after.apile_n > before.apile_n:
        yield "The face-up Attacks are shuffled and turned down (HAV-2.20)."
    if list(before.column) != list(after.column):
        names = [full_name(tables, card) if card != NONE else "-" for card in after.column]
        yield f"Purchase Column: {', '.join(names)}."


def _rows(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """New Attacks."""
    if after.bt.attack != before.bt.attack != after.bt.attack and _is_drawn(after):
        yield f"Turned up: {_attack_words(tables, after.bt.attack)}."
    for seat in range(after.players):
        for place in range(ROW):
            new = after.row[seat, place]
            if before.row[seat, place] != new and new != NONE:
                words = _attack_words(tables, new)
                yield f"New on {seat_letter(seat)}'s Attack Row, place {place}: {words}."


def _is_drawn(after: Record) -> bool:
    return decision_of(after) == Decision.ATTACK_SWAP and after.bt.attack != NONE


def _attack_words(tables: Tables, attack: int) -> str:
    row = tables.t.attacks[attack]
    where = place_name(tables, row.hex)
    return f"{attack_name(tables, attack)} at {where}, {row.strength} dice, booty {row.booty}"


# --- battles --------------------------------------------------------------------------------------


def _fight(before: Record, tables: Tables, action: int, after: Record) -> Iterator[str]:
    """Who fights whom, and the last roll if somebody is asked about it."""
    yield from _joined(before, tables, action)
    kind = decision_of(after)
    bt = after.bt
    has_rolled = bt.rolls > before.bt.rolls or (bt.rolls and bt.round < before.bt.round)
    if bt.type == Battle.NOBODY or not has_rolled:
        return
    sums = f"{bt.totals[0]} to {bt.totals[1]}"
    if kind in (Decision.ATT_CONTINUE, Decision.DAMAGE):
        how = "a standoff" if bt.totals[0] == bt.totals[1] else "the round is lost"
        yield f"The dice: {sums}, {how} (HAV-5.5)."
    elif kind == Decision.PRESS:
        how = "attacker" if bt.totals[0] > bt.totals[1] else "defender"
        yield f"The dice: {sums}, the {how} wins the round (HAV-6.7)."
    elif kind == Decision.TIE:
        yield f"The dice: {sums}, a standoff again: the defender may evade (HAV-6.8)."


def _die(before: Record, after: Record) -> Iterator[str]:
    """The roll for a move: a vessel has set out before it, with or without a pause for cards."""
    if after.mv.die not in (before.mv.die, 0):
        yield f"The die of the move shows {after.mv.die} (HAV-4.4)."


def _joined(before: Record, tables: Tables, action: int) -> Iterator[str]:
    """A battle that begins, with the dice of both."""
    block, axes = ACTIONS.parse(action)
    kind = decision_of(before)
    if block == "target" and kind == Decision.ENGAGE:
        rival = (before.seat + 1 + axes["left"]) % before.players
        mine = strength_of(before, tables.t, before.mv.seat, before.mv.slot)
        its = strength_of(before, tables.t, rival, axes["slot"])
        yield f"Battle: {mine} dice against {its} (HAV-6.1)."


# --- the course -----------------------------------------------------------------------------------


def _is_new_turn(before: Record, after: Record) -> bool:
    return bool(before.turn_seat != after.turn_seat or before.round != after.round)


def _turn(before: Record, after: Record) -> Iterator[str]:
    """Whose turn begins, with how much to spend; that the target is reached."""
    if before.final_flag != after.final_flag:
        yield f"The target of {after.target} is reached: this round is the last (HAV-11.1)."
    if _is_new_turn(before, after):
        seat = after.turn_seat
        then, now = before.unspent[seat], after.unspent[seat]
        money = f"{now} unspent" if then == now else f"{then} -> {now} unspent"
        yield f"Round {after.round}: turn of {seat_letter(seat)}, {money} (HAV-2.2)."


def _end(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Why the game is over, and how the places come about."""
    if after.over and not before.over:
        why = "the target was reached" if after.final_flag else "that was the last round"
        yield f"The game is over: {why} (HAV-11)."
    if after.phase == Phase.OVER:
        yield from reckoning(after)
