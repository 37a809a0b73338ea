"""The table and the actions in words, for terminals: all that a player needs to play from."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.game import CUT, ENDED
from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import columns, in_words, ordinal, plural, seat_letter, wrap
from piracy_env.games.notoriety.actions import ACTIONS
from piracy_env.games.notoriety.cards import (
    OFFICERS,
    card_name,
    counted,
    loot_value,
    pirate_powers,
    power_word,
    sale_value,
    together,
)
from piracy_env.games.notoriety.options import NAMES
from piracy_env.games.notoriety.outcome import FIRST_PLACE, SECOND_PLACE
from piracy_env.games.notoriety.reckoning import achievements, known_value
from piracy_env.games.notoriety.state import (
    CAPTAIN,
    FIRST_TREASURE,
    NONE,
    PIRATES,
    PRIZES,
    RANKS,
    ROUNDS,
    SUIT_LETTERS,
    Achievement,
    Phase,
    Zone,
)
from piracy_env.games.notoriety.tables import CARD_KEYS

PORT_ROUNDS = 2
_SECOND = f", second {SECOND_PLACE}"
_COUNTED = {
    Achievement.RICHEST: "banners of your loot",
    Achievement.MERCILESS: "buried crew",
    Achievement.BURIED_TREASURE: "banners of buried loot",
    Achievement.MUTINEER: "buried officers",
    Achievement.RECRUITER: "pirates",
    Achievement.SHIPSHAPE: "1: a pirate of each rank",
    Achievement.COMMANDER: "longest straight flush",
}
"""What each Achievement counts (NOT-20)."""
_STRENGTHS = (
    "Strength: one rank 4 for two, 6 for each more; straight 6 for three, 2 for each more; flush 8 "
    "for three, 3 for each more; straight flush 12 for three, 4 for each more; full ship 25."
)
"""The player's aid on sets (NOT-14)."""
_ASKS = {
    Phase.PARLEY: "may parley: discard hand cards and draw new ones",
    Phase.PARLEY_SELECT: "chooses cards to discard for the Parley",
    Phase.COMMAND: "gives a Command",
    Phase.TRADE_MORE: "may add loot to the Trade",
    Phase.BRAWL_PICK: "brawls: which pirate leaves the tavern?",
    Phase.BURY_PICK: "buries a card",
    Phase.SELL_KEEP: "has plundered {card}: sell or keep?",
    Phase.POWER_CHOICE: "chooses a power of the {card}",
    Phase.ATTACK_TARGET: "chooses whom to attack",
    Phase.ATTACK_RESPONSE: "is attacked by {attacker}: a coin or a card?",
    Phase.LOOKOUT_PICK: "looks out: which of the two cards goes to the hand?",
    Phase.RESCUE_PICK: "rescues crew from the discard pile",
    Phase.RECRUIT: "may recruit",
}


def describe(s: Record, tables: Tables, seat: int | None) -> str:
    """The position as a seat knows it; None also sees all hands and the order of the decks."""
    lines = [_headline(s, tables, seat), "", *_tavern(s, tables), *_stocks(s, seat), ""]
    for player in range(s.players):
        lines += [*_player(s, tables, player, seat), ""]
    if any(s.place):
        return "\n".join([*lines, *_accounts(s)])
    return "\n".join([*lines, *_stakes(s, tables, seat)])


# --- the position ---------------------------------------------------------------------------------


def _headline(s: Record, tables: Tables, seat: int | None) -> str:
    """How far the game has come, and what is to be decided."""
    last = ROUNDS if s.players == 2 else ROUNDS - 1
    when = f"Round {s.round} of {last}, Start Player {seat_letter(s.start_player)}."
    if s.phase == Phase.GAME_OVER or s.over:
        how = "was cut short" if s.over == CUT else "is over"
        winners = [seat_letter(p) for p in range(s.players) if s.place[p] == 1]
        wins = f" {in_words(winners)} {'wins' if len(winners) == 1 else 'win'}." if winners else ""
        return f"{when} The game {how}.{wins}"
    asks = question(s, tables)
    you = " (you)" if s.seat == seat else ""
    lap = f" Last turns, {s.final_lap} left." if s.final_lap else ""
    return f"{when}{lap} {seat_letter(s.seat)}{you} {asks}{'' if asks[-1] == '?' else '.'}"


def question(s: Record, tables: Tables) -> str:
    """What the seat to move has to decide."""
    card = "" if s.pending_card == NONE else card_name(tables, s.pending_card)
    attacker = "" if s.attacker == NONE else seat_letter(s.attacker)
    return _ASKS[Phase(s.phase)].format(card=card, attacker=attacker)


def _tavern(s: Record, tables: Tables) -> list[str]:
    """The Tavern Row with costs and powers."""
    rows: list[list[object]] = [["slot", "cost", "", "pirate", "power"]]
    for slot, card in enumerate(s.row):
        if card == NONE:
            rows.append([slot, "", "-"])
            continue
        powers = pirate_powers(tables, card) or "-"
        cost = tables.t.pirates[card].cost
        rows.append([slot, cost, CARD_KEYS[card], card_name(tables, card), powers])
    return columns(rows, align=">><<<")


def _stocks(s: Record, seat: int | None) -> Iterator[str]:
    """Decks and open discards of pirates and treasures."""
    for what, deck, discard in (("Pirate", "pdeck", "pdisc"), ("Treasure", "tdeck", "tdisc")):
        cards = list(getattr(s, deck))[: getattr(s, f"{deck}_n")][::-1]
        order = f": {' '.join(CARD_KEYS[card] for card in cards)}" if seat is None and cards else ""
        thrown = list(getattr(s, discard))[: getattr(s, f"{discard}_n")]
        names = " ".join(CARD_KEYS[card] for card in sorted(thrown)) or "empty"
        yield from wrap(f"{what} deck {len(cards)}{order}; discard: {names}", indent="  ")


def _player(s: Record, tables: Tables, player: int, seat: int | None) -> Iterator[str]:
    """What a player owns, as far as the viewer may know it."""
    zones = s.cnt[player]
    you = " (you)" if player == seat else ""
    token = "Parley unused" if s.parley[player] else "Parley used"
    over = f", {s.np[player]} NP, {ordinal(s.place[player])}" if s.place[player] else ""
    yield (
        f"{'>' if player == s.seat and not s.over else ' '} {seat_letter(player)}{you}: "
        f"{plural(s.coins[player], 'coin')}, {_prizes(s, player)}, {token}{over}"
    )
    lines = [("party", _party(s, player))]
    if seat in (None, player):
        lines += [
            ("hand", _names(zones[Zone.HAND])),
            ("Ship deck", _deck(s, player, seat)),
            ("buried", _names(together(zones[Zone.BUR_OPEN], zones[Zone.BUR_HID]))),
        ]
    else:
        hidden = sum(zones[Zone.BUR_HID])
        pool = together(zones[Zone.HAND], zones[Zone.DECK], zones[Zone.BUR_HID])
        sizes = (
            f"hand {sum(zones[Zone.HAND])}, Ship deck {s.deck_n[player]}, buried unseen {hidden}"
        )
        lines += [(sizes, _names(pool))]
        if any(s.in_hand[player]):
            lines += [("certainly in hand", _names(s.in_hand[player]))]
        if any(s.off_deck[player]):
            lines += [("in hand or buried, not in the deck", _names(s.off_deck[player]))]
        lines += [("buried openly", _names(zones[Zone.BUR_OPEN]))]
    lines += [("discard pile", _names(zones[Zone.DISC]))]
    if sum(zones[Zone.FRONT]):
        lines += [("in front", _names(zones[Zone.FRONT]))]
    if s.phase == Phase.LOOKOUT_PICK and player == s.seat and seat in (None, player):
        lines += [("sees", " ".join(CARD_KEYS[card] for card in s.look))]
    for what, names in lines:
        yield from wrap(f"    {what}: {names}", indent="      ")


def _names(counts: list[int]) -> str:
    return ", ".join(counted(counts)) or "-"


def _deck(s: Record, player: int, seat: int | None) -> str:
    """An own Ship deck: its cards, and the top one if it is known."""
    cards = list(s.deck[player])[: s.deck_n[player]][::-1]
    if seat is None:
        return " ".join(CARD_KEYS[card] for card in cards) or "-"
    known = f" ({CARD_KEYS[cards[0]]} on top)" if s.known_top[player] else ""
    return f"{len(cards)} cards: {_names(s.cnt[player, Zone.DECK])}{known}"


def _party(s: Record, player: int) -> str:
    """The areas and their Strength."""
    areas = together(s.cnt[player, Zone.SHIP], s.cnt[player, Zone.NEWREC])
    if not any(areas):
        return "nobody yet"
    names = []
    for card in range(PIRATES):
        wild = card % RANKS == CAPTAIN and s.cap_wild[player] >> card // RANKS & 1
        if areas[card]:
            names.append(CARD_KEYS[card] + ("*" if wild else ""))
    return f"{' '.join(names)} - strength {s.strength[player]}, {s.unused[player]} unused"


def _prizes(s: Record, player: int) -> str:
    tokens = [
        str(value) for value, n in zip(PRIZES, s.prize[player], strict=True) for _ in range(n)
    ]
    return f"prizes {'+'.join(tokens)}" if tokens else "no prizes"


def _stakes(s: Record, tables: Tables, seat: int | None) -> Iterator[str]:
    """What the round and the game are about."""
    if s.round <= PORT_ROUNDS:
        yield "At stake: 1 NP for every party of strength 4 or more."
    else:
        tokens = [str(token) for token in tables.t.prizes[s.players - 2].tokens if token]
        yield f"At stake: {in_words(tokens)} NP for the strongest parties of strength 4 or more."
    yield from _aid(s, tables, seat)
    suits = ", ".join(SUIT_LETTERS)
    yield f"Suits {suits} (W is Swords); PM powder monkey, DB doubloon; * a wild Captain."


def _aid(s: Record, tables: Tables, seat: int | None) -> Iterator[str]:
    """A player's aid: how Achievements stand, as far as a seat knows, and what sets are worth."""
    yield f"Achievements, first {FIRST_PLACE} NP{_SECOND if s.players > 2 else ''}:"
    for achievement in achievements(s):
        stands = ", ".join(
            f"{seat_letter(player)} {known_value(s, tables, achievement, player, seat)}"
            for player in range(s.players)
        )
        name = NAMES[achievement].replace("_", " ")
        yield f"  {name} ({_COUNTED[achievement]}): {stands}"
    yield from wrap(_STRENGTHS, indent="  ")


def _accounts(s: Record) -> list[str]:
    """Where everybody's NP come from, what breaks ties, and how the raids went."""
    head = ["place", "player", "NP", "Achievements", "prizes", "officers", "Parley"]
    ties = ["coins", "officer cards", "strength by round"]
    rows: list[list[object]] = [[*head, *ties]]
    raids = s.round if s.over == ENDED else s.round - 1
    for player in sorted(range(s.players), key=lambda p: s.place[p]):
        prizes = sum(value * n for value, n in zip(PRIZES, s.prize[player], strict=True))
        officers = s.np[player] - s.ach_np[player] - prizes - s.parley[player]
        cards = sum(zone[card] for zone in s.cnt[player] for card in OFFICERS)
        raided = " ".join(str(strength) for strength in s.round_strength[player][:raids])
        rows.append(
            [ordinal(s.place[player]), seat_letter(player), s.np[player], s.ach_np[player], prizes,
             officers, s.parley[player], s.coins[player], cards, raided]
        )  # fmt: skip
    return columns(rows, align="<<>>>>>>><")


# --- the actions ----------------------------------------------------------------------------------


def describe_action(s: Record, tables: Tables, action: int, viewer: int | None) -> str:  # noqa: PLR0911 - one return a kind of action
    """What an action of the seat to move does; others do not see what is buried or looked at."""
    block, axes = ACTIONS.parse(action)
    me = seat_letter(s.seat)
    if block == "done" and s.phase == Phase.TRADE_MORE and viewer not in (None, s.seat):
        return ""  # NOT-R39
    if block in ("card", "disc"):
        name = card_name(tables, axes["card"])
        secret = viewer is not None and viewer != s.seat
        return f"{me} {_with_card(s, tables, axes['card'], name, block == 'disc', secret)}"
    if block == "row":
        return f"{me} {_in_tavern(s, tables, s.row[axes['slot']])}"
    if block == "target":
        return f"{me} attacks {seat_letter((s.seat + axes['left'] + 1) % s.players)}"
    if block in ("opt_first", "opt_second"):
        if not 0 <= s.pending_card < PIRATES:
            return f"{me} chooses a power"
        side = int(block == "opt_second")
        icon = tables.t.pirates[s.pending_card].powers[side]
        return f"{me} uses the {card_name(tables, s.pending_card)} to {power_word(icon)}"
    if block in ("sell", "keep") and s.pending_card >= FIRST_TREASURE and s.pending_card != NONE:
        name = card_name(tables, s.pending_card)
        for_what = f" for {sale_value(tables, s.pending_card)}" if block == "sell" else ""
        return f"{me} {block}s {name}{for_what}"
    return f"{me} {_PLAIN.get(block) or _DONE.get(Phase(s.phase), 'is done')}"


_PLAIN = {
    "brawl": "plays a Powder Monkey to brawl",
    "bury": "plays a Powder Monkey to bury a card",
    "plunder": "plays two Powder Monkeys to plunder",
    "parley": "parleys",
    "sell": "sells the treasure",
    "keep": "keeps the treasure",
    "pay_coin": "pays a coin",
}
_DONE = {
    Phase.PARLEY: "keeps the Parley token",
    Phase.PARLEY_SELECT: "discards the chosen cards and draws",
    Phase.TRADE_MORE: "completes the Trade",
    Phase.RECRUIT: "recruits nobody",
}


def _with_card(
    s: Record, tables: Tables, card: int, name: str, discarded: bool, secret: bool
) -> str:
    """What is done with a card of the hand or the discard pile."""
    if discarded:
        if s.phase == Phase.RESCUE_PICK:
            return f"rescues {name}"
        return f"buries {name} from the discard pile"
    if s.phase == Phase.COMMAND and card < PIRATES:
        powers = pirate_powers(tables, card)
        return f"boards with the {name}{f': {powers}' if powers else ''}"
    verbs = {
        Phase.BURY_PICK: "buries a hand card" if secret else f"buries {name} from the hand",
        Phase.LOOKOUT_PICK: "takes one of two cards"
        if secret
        else f"takes {name}, the other stays",
        Phase.ATTACK_RESPONSE: f"discards {name}",
        Phase.PARLEY_SELECT: f"chooses {name} to discard",
    }
    default = f"trades {name}" if card < PIRATES else f"trades {name} for {_worth(tables, card)}"
    return verbs.get(Phase(s.phase), default)


def _worth(tables: Tables, card: int) -> str:
    return "nothing" if CARD_KEYS[card] == "PM" else loot_value(tables, card)


def _in_tavern(s: Record, tables: Tables, card: int) -> str:
    """A pirate of the row is recruited, or thrown out."""
    if card == NONE:
        return "finds an empty place in the tavern"
    name = card_name(tables, card)
    if s.phase != Phase.RECRUIT:
        return f"throws the {name} out of the tavern"
    powers = pirate_powers(tables, card)
    cost = plural(tables.t.pirates[card].cost, "coin")
    return f"recruits the {name} for {cost}{f': {powers}' if powers else ''}"
