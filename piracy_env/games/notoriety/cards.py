"""Cards and what they show, in a player's words: for texts and pictures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from piracy_env.core.text import plural
from piracy_env.games.notoriety.state import (
    CAPTAIN,
    DOUBLOON,
    FIRST_TREASURE,
    PIRATES,
    POWDER_MONKEY,
    QUARTERMASTER,
    RANK_NAMES,
    RANKS,
    SUIT_NAMES,
    TYPES,
    Effect,
)
from piracy_env.games.notoriety.tables import CARD_KEYS, ICONS, MODE_OR

OFFICERS = tuple(card for card in range(PIRATES) if card % RANKS in (QUARTERMASTER, CAPTAIN))


def card_name(tables: Any, card: int) -> str:
    """What a card is called: `Quartermaster of Skulls`, `Ruby`, `Powder Monkey`."""
    if card < PIRATES:
        return f"{RANK_NAMES[card % RANKS]} of {SUIT_NAMES[card // RANKS]}"
    if card < POWDER_MONKEY:
        return str(tables.text("treasures", "name")[card - FIRST_TREASURE])
    return str(tables.text("starting", "name")[card - POWDER_MONKEY])


def power_words(icons: Iterable[int], joined: str = ", then ") -> str:
    """Powers in words, from left to right: `draw 2, then brawl`."""
    return joined.join(power_word(icon) for icon in icons if icon >= 0)


def power_word(icon: int) -> str:
    """One power: `draw 2`, `take 3 coins`, `bury a card`."""
    kind, amount = ICONS[icon]
    words = {
        Effect.TRADE: f"take {plural(amount, 'coin')}",
        Effect.DRAW: f"draw {amount}",
        Effect.ATTACK: "attack",
        Effect.BRAWL: "brawl",
        Effect.BURY: "bury a card",
        Effect.LOOKOUT: "look out",
        Effect.PLUNDER: "plunder",
        Effect.RESCUE: "rescue",
        Effect.CAPTAIN: "be wild in the raid",
    }
    return words[kind]


def pirate_powers(tables: Any, card: int) -> str:
    """What a pirate does when boarded or recruited; nothing for a Parrot."""
    pirate = tables.t.pirates[card]
    return power_words(pirate.powers, " or " if pirate.mode == MODE_OR else ", then ")


def loot_value(tables: Any, card: int) -> str:
    """What loot brings by a Trade: `2 coins, then bury a card`."""
    if card == DOUBLOON:
        return plural(tables.t.starting[1].white_trade, "coin")
    treasure = tables.t.treasures[card - FIRST_TREASURE]
    return _value(treasure.white_trade, treasure.white_powers)


def sale_value(tables: Any, card: int) -> str:
    """What a treasure brings when it is sold."""
    treasure = tables.t.treasures[card - FIRST_TREASURE]
    return _value(treasure.black_trade, treasure.black_powers)


def _value(coins: int, powers: Iterable[int]) -> str:
    parts = [plural(coins, "coin")] if coins else []
    parts += [power_word(icon) for icon in powers if icon >= 0]
    return ", then ".join(parts) or "nothing"


def counted(counts: Iterable[int]) -> list[str]:
    """A zone as short names: `H1`, `3 PM`."""
    found = []
    for card, count in zip(range(TYPES), counts, strict=True):
        if count:
            found.append(CARD_KEYS[card] if count == 1 else f"{count} {CARD_KEYS[card]}")
    return found


def together(*zones: Iterable[int]) -> list[int]:
    """Several zones as one."""
    return [sum(column) for column in zip(*zones, strict=True)]
