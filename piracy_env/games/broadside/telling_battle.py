"""What came of a battle, phase by phase: wind, cannons, boarding, and who has the ship at the end.

Dice are told by what they have done: a position holds no dice. Crew on cards is gone when a battle
is over, so that hits of its last roll are told by the crew that is left aboard.
"""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import plural, seat_letter
from piracy_env.games.broadside.actions import ACT
from piracy_env.games.broadside.describe import counted
from piracy_env.games.broadside.ships import cannon_dice, card_name, fighter
from piracy_env.games.broadside.state import ATTACKER, DEFENDER, NONE, Red, Step

SIDES = (ATTACKER, DEFENDER)


def course(before: Record, tables: Tables, action: int, after: Record) -> Iterator[str]:
    """What a card or a roll of the dice has done in the battle under way."""
    if not before.b_on:
        if after.b_on:
            yield f"{_strengths(after, tables)} (BRO-8.1)."
    elif action == ACT.pass_.start:
        step = {Step.CANNONS: _cannons, Step.CREW: _boarding}.get(Step(before.b_step), _wind)
        yield from step(before, tables, after)
        if not after.b_on:
            yield from _cards(before, tables, after)
    else:
        yield from _cards(before, tables, after)
        if not after.b_on:
            yield _decided(before, tables, after)
        elif after.b_rolled:
            yield from _new_wind(before, tables, after)


def ship_name(s: Record, tables: Tables, side: int) -> str:
    """The ship of a side: `A's Brig`, `the Merchant`."""
    name = card_name(tables, fighter(s, tables.t, side).card)
    owner = s.b_seat[side]
    return f"the {name}" if owner == NONE else f"{seat_letter(owner)}'s {name}"


# --- cards ----------------------------------------------------------------------------------------


def _cards(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """What lies in the battle now, or has gone to the discard pile with it."""
    if after.b_on:
        is_longer = sum(after.red_battle) > sum(before.red_battle)
        if not is_longer:
            yield "Grappling Hooks and a Fast Reload cancel each other (BRO-12.15)."
        cards = counted(tables, after.red_battle)
        yield f"{_strengths(after, tables)}; cards: {cards}."
    else:
        gone = [max(0, then - now) for then, now in _pairs(before, after)]
        if any(gone):
            yield f"The battle cards are discarded: {counted(tables, gone)} (BRO-12.3)."


def _pairs(before: Record, after: Record) -> Iterator[tuple[int, int]]:
    return zip(map(int, before.red_battle), map(int, after.red_battle), strict=True)


def _strengths(s: Record, tables: Tables) -> str:
    """Both ships as they fight now, with all that was played."""
    parts = []
    for side in SIDES:
        ship, dice = fighter(s, tables.t, side), cannon_dice(s, tables.t, side)
        crew = f"{ship.crew}+{s.b_temp[side]}" if s.b_temp[side] else str(ship.crew)
        guns = plural(dice, "cannon die", "cannon dice")
        parts.append(f"{ship_name(s, tables, side)} has speed {ship.speed}, {guns}, {crew} crew")
    return _capital("; ".join(parts))


# --- wind -----------------------------------------------------------------------------------------


def _wind(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """The wind that was rolled, and whether the prey is caught."""
    if after.b_on and not before.b_rolled:
        yield from _new_wind(before, tables, after)
    if after.b_on and after.b_step == Step.CANNONS:
        yield f"{_capital(ship_name(after, tables, DEFENDER))} is caught (BRO-8.9)."
    elif not after.b_on:
        fast, slow = (fighter(before, tables.t, side).speed for side in SIDES)
        wind = (
            f"Speed {fast}{before.b_wind:+d} is"
            if before.b_rolled
            else f"The wind is {_lighter(tables, slow - fast)}: speed {fast} with it is"
        )
        yield f"{wind} less than {slow}; the attack is broken off (BRO-8.10)."


def _new_wind(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """The wind after the first roll, or after a Fog."""
    if not before.b_rolled or after.red_battle[Red.FOG] > before.red_battle[Red.FOG]:
        yield f"The wind is {_signed(after.b_wind)}: {_chase(after, tables)}."


def _chase(s: Record, tables: Tables) -> str:
    fast, slow = (fighter(s, tables.t, side).speed for side in SIDES)
    return f"speed {fast}{s.b_wind:+d} against {slow}"


def _signed(wind: int) -> str:
    return f"{wind:+d}" if wind else "0"


def _lighter(tables: Tables, needed: int) -> str:
    """What the wind must have been, if it was less than needed."""
    winds = sorted({int(face) for face in tables.t.wind_die.faces if face < needed})
    return _signed(winds[0]) if len(winds) == 1 else f"below {needed:+d}"


# --- cannons and boarding -------------------------------------------------------------------------


def _cannons(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """What the cannons have hit, once both sides are content."""
    dice = [cannon_dice(before, tables.t, side) for side in SIDES]
    if not after.b_on:
        names = [ship_name(before, tables, side) for side in SIDES]
        fires = [f"{names[side]} rolls {plural(dice[side], 'die', 'dice')}" for side in SIDES]
        yield f"Cannons: {', '.join(fires)} (BRO-8.11)."
        yield _decided(before, tables, after)
    elif after.b_step != before.b_step and before.b_gh:
        yield "Grappling Hooks: nobody fires (BRO-12.13)."
    elif after.b_step != before.b_step and not any(dice):
        yield "Neither ship has a cannon to fire (BRO-8.11)."
    elif after.b_step != before.b_step:
        yield f"Cannons: {_exchange(before, tables, after, dice)} (BRO-8.11)."


def _boarding(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Who has boarded whom, once both sides are content."""
    crew = [_fighters(before, tables, side) for side in SIDES]
    if not after.b_on:
        names = [ship_name(before, tables, side) for side in SIDES]
        words = f"{names[0]} with {crew[0]} against {names[1]} with {crew[1]}"
        yield f"Boarding, {words}, to the end (BRO-8.15)."
        yield _decided(before, tables, after)
    elif after.b_round != before.b_round:
        words = _exchange(before, tables, after, crew)
        yield f"Boarding, round {after.b_round}: {words} (BRO-8.13)."


def _exchange(before: Record, tables: Tables, after: Record, dice: list[int]) -> str:
    """What both sides have scored with their dice."""
    parts = []
    for side in SIDES:
        prey = 1 - side
        hits = _fighters(before, tables, prey) - _fighters(after, tables, prey)
        scored = plural(hits, "hit") if hits else "no hit"
        with_dice = plural(dice[side], "die", "dice")
        parts.append(f"{ship_name(before, tables, side)} {scored} with {with_dice}")
    return "; ".join(parts)


def _fighters(s: Record, tables: Tables, side: int) -> int:
    return int(fighter(s, tables.t, side).crew + s.b_temp[side])


def _decided(before: Record, tables: Tables, after: Record) -> str:
    """How the battle has ended."""
    kept = [_is_there(before, after, side) for side in SIDES]
    names = [_capital(ship_name(before, tables, side)) for side in SIDES]
    if all(kept):
        return "Nobody has won after 200 rounds: the battle is broken off (BRO-R45)."
    if kept[ATTACKER]:
        return f"{names[ATTACKER]} wins{_cost(before, tables, after, ATTACKER)} (BRO-8.16)."
    if kept[DEFENDER]:
        rule = "BRO-R18" if before.b_neutral else "BRO-R19"
        return f"{names[DEFENDER]} wins{_cost(before, tables, after, DEFENDER)} ({rule})."
    if before.b_neutral and after.out >> before.b_seat[ATTACKER] & 1:
        return f"{names[ATTACKER]} is lost, and the battle with it (BRO-R17, BRO-R18)."
    return "Neither ship has any crew left: both are lost (BRO-R17)."


def _cost(before: Record, tables: Tables, after: Record, side: int) -> str:
    """What crew a winner has left."""
    left = _crew_aboard(before, after, side)
    return f" with {left} of {fighter(before, tables.t, side).crew} crew left"


def _crew_aboard(before: Record, after: Record, side: int) -> int:
    """The crew now on the ship that a side had."""
    seat, slot = before.b_seat[side], before.b_slot[side]
    return int(after.table_crew[slot] if seat == NONE else after.fleet_crew[seat, slot])


def _is_there(before: Record, after: Record, side: int) -> bool:
    """Whether the ship of a side is still where it was."""
    seat, slot = before.b_seat[side], before.b_slot[side]
    if seat == NONE:
        return bool(after.table_card[slot] == before.table_card[slot])
    return bool(after.fleet_card[seat, slot] == before.fleet_card[seat, slot])


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
