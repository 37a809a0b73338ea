"""The table and the actions in words, for terminals: all that a player needs to play from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from piracy_env.core.game import CUT
from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import columns, in_words, ordinal, plural, seat_letter, wrap
from piracy_env.games.broadside.actions import ACTIONS
from piracy_env.games.broadside.cards import SHIP_ROW, TREASURE_ROW
from piracy_env.games.broadside.ships import (
    Ship,
    adventures,
    cannon_dice,
    card_name,
    fighter,
    fleet,
    fleet_points,
    red_effect,
    red_name,
    ship_in_middle,
)
from piracy_env.games.broadside.state import (
    ATTACKER,
    BLUE,
    DEFENDER,
    FIRST_INVENTORY,
    NONE,
    End,
    Phase,
    Place,
    Red,
    Step,
)
from piracy_env.games.broadside.tables import SYMBOLS

_ASKS = {
    Phase.INCOME: "shares out the income: {pool} left, how many go onto {next}?",
    Phase.ADVENTURE: "sends out a ship, plays a card, or ends the adventures",
    Phase.TARGET: "chooses what {own} goes after",
    Phase.WINDOW: "may play battle cards {step}",
    Phase.EXPEDITION: "may dig again with {own}",
    Phase.CARD_OWN: "chooses an own ship for {card}",
    Phase.CARD_ENEMY: "chooses a ship of an opponent for {card}",
    Phase.CARD_PLAYER: "chooses whom to rob with {card}",
    Phase.CARD_RED: "takes a card of the red discard pile",
    Phase.CARD_BLUE: "brings a card of the blue discard pile back",
    Phase.CARD_INV: "chooses the inventory to destroy",
    Phase.REORG: "may sell a ship, share the crew out anew, play cards, or end the turn",
    Phase.SHARE: "shares all crew out: {pool} left, how many go onto {next}?",
    Phase.DISCARD: "discards down to {limit} red cards",
}
_STEPS = {
    Step.WIND: "before the wind is rolled",
    Step.FOG: "after the wind is rolled",
    Step.CANNONS: "before the cannons fire",
    Step.CREW: "before the crews fight",
}
_ENDINGS = {
    End.POINTS: "has the pirate points",
    End.SURVIVOR: "is the last captain afloat",
    End.ROUND_LIMIT: "leads after the last round",
}


def describe(s: Record, tables: Tables, seat: int | None) -> str:
    """The position as a seat knows it; None also sees all hands and decks."""
    lines = [_headline(s, tables, seat), "", *_middle(s, tables)]
    if s.b_on:
        lines += ["", *_battle(s, tables)]
    for player in range(s.players):
        lines += ["", *_player(s, tables, player, seat)]
    return "\n".join([*lines, "", *_piles(s, tables, seat)])


# --- the position ---------------------------------------------------------------------------------


def _headline(s: Record, tables: Tables, seat: int | None) -> str:
    """How far the game has come, and what is to be decided."""
    when = f"Round {min(s.round_no, s.max_rounds)} of at most {s.max_rounds}"
    if s.over or s.phase == Phase.OVER:
        return f"{when}. {result(s)}"
    you = " (you)" if s.seat == seat else ""
    turn = "" if s.seat == s.cur else f", turn of {seat_letter(s.cur)}"
    asks = question(s, tables)
    return f"{when}{turn}. {seat_letter(s.seat)}{you} {asks}{'' if asks[-1] == '?' else '.'}"


def result(s: Record) -> str:
    """How the game has ended."""
    if s.over == CUT:
        return "The game was cut short."
    winners = [seat_letter(seat) for seat in range(s.players) if s.rank_lo[seat] == 1]
    if s.end_reason == End.DRAW or len(winners) > 1:
        return f"The game is over: {in_words(winners)} share the first place."
    return f"The game is over: {winners[0]} {_ENDINGS[End(s.end_reason)]} and wins."


def question(s: Record, tables: Tables) -> str:
    """What the seat to move has to decide."""
    return _ASKS[Phase(s.phase)].format(
        pool=f"{s.pool} crew" if s.pool else "",
        next=_own_name(s, tables, s.dist_slot),
        own=_own_name(s, tables, s.sel_ship),
        card="" if s.red_limbo == NONE else red_name(tables, s.red_limbo),
        step=step_words(s),
        limit=tables.t.numbers.red_limit,
    )


def step_words(s: Record) -> str:
    """How far the battle under way has come."""
    return _STEPS[Step(s.b_step)]


def _own_name(s: Record, tables: Tables, slot: int) -> str:
    """A ship of the player whose turn it is, as `the Brig`."""
    return "" if slot == NONE else f"the {_name_in(s, tables, s.cur, slot)}"


def _name_in(s: Record, tables: Tables, seat: int, slot: int) -> str:
    """The ship in a slot, even an empty one."""
    card = s.fleet_card[seat, slot]
    return f"ship in slot {slot}" if card == NONE else card_name(tables, card)


_SHIP_HEAD = ("slot", "ship", "speed", "guns", "crew", "cargo", "PP")


def _ship_cells(tables: Tables, ship: Ship) -> list[object]:
    crew = f"{ship.crew}/{ship.most}"
    name = card_name(tables, ship.card)
    return [ship.slot, name, ship.speed, ship.cannons, crew, ship.cargo, ship.points]


def _middle(s: Record, tables: Tables) -> list[str]:
    """The adventures in the middle."""
    if not adventures(s):
        return ["Nothing lies in the middle."]
    ships = [slot for slot in adventures(s) if SHIP_ROW[s.table_card[slot]] != NONE]
    lines = ["In the middle:"]
    if ships:
        rows = [_ship_cells(tables, ship_in_middle(s, tables.t, slot)) for slot in ships]
        lines += [f"    {line}" for line in columns([_SHIP_HEAD, *rows], align="><>>>>>")]
    for slot in adventures(s):
        if slot not in ships:
            words = treasure_words(tables, s.table_card[slot])
            lines += wrap(f"    slot {slot}: {words}", indent="      ")
    return lines


def treasure_words(tables: Tables, card: int) -> str:
    """A treasure: `Treasure Map I (1 TP): roll 2 dice for 1 explorer; ...`."""
    row = tables.t.treasures[TREASURE_ROW[card]]
    return f"{card_name(tables, card)} ({row.points} TP): {treasure_task(tables, card)}"


def treasure_task(tables: Tables, card: int) -> str:
    """What a treasure asks for, and what it brings besides its points."""
    row = tables.t.treasures[TREASURE_ROW[card]]
    rewards = [f"{row.crew} crew"] * bool(row.crew) + [plural(row.red, "red card")] * bool(row.red)
    symbol = SYMBOLS[row.symbol]
    asked = f"{row.need} {symbol}{'s' if row.need > 1 and symbol != 'crew' else ''}"
    gain = f" for {in_words(rewards)}" if rewards else ""
    return f"{asked} on {plural(row.dice, 'die', 'dice')}{gain}; failure costs {row.loss} crew"


def _battle(s: Record, tables: Tables) -> Iterator[str]:
    """The two ships that fight, the cards played, and the wind."""
    t = tables.t
    yield f"Battle, {step_words(s)}:"
    rows: list[list[object]] = [["", "ship", "speed", "cannon dice", "crew", "on cards"]]
    for side, what in ((ATTACKER, "attacks"), (DEFENDER, "defends")):
        ship = fighter(s, t, side)
        owner = "nobody" if s.b_seat[side] == NONE else seat_letter(s.b_seat[side])
        crew = f"{ship.crew}/{ship.most}"
        name = card_name(tables, ship.card)
        dice = cannon_dice(s, t, side)
        rows.append([f"{owner} {what}", name, ship.speed, dice, crew, s.b_temp[side]])
    yield from (f"    {line}" for line in columns(rows, align="<<>>>>"))
    notes = [f"wind {s.b_wind:+d}"] if s.b_rolled else ["wind not rolled"]
    notes += [plural(s.b_round, "round") + " of boarding"] if s.b_round else []
    notes += [f"cards played: {counted(tables, s.red_battle)}"] if any(s.red_battle) else []
    notes += [f"{seat_letter(s.b_roller)} rolls for the prey"] if s.b_neutral else []
    yield from wrap(f"    {'; '.join(notes)}", indent="    ")


def counted(tables: Tables, counts: Iterable[int]) -> str:
    """A pile or hand of red cards: `2 Terror, Fog`."""
    cards = [
        f"{count} {red_name(tables, kind)}" if count > 1 else red_name(tables, kind)
        for kind, count in enumerate(counts)
        if count
    ]
    return ", ".join(cards) or "none"


def inventory_words(tables: Tables, ship: Ship) -> str:
    """The inventory of a ship, nothing if it has none."""
    return counted(tables, (0,) * FIRST_INVENTORY + ship.inventory) if any(ship.inventory) else ""


def _player(s: Record, tables: Tables, player: int, seat: int | None) -> Iterator[str]:
    """What a player owns, as far as the viewer may know it."""
    you = " (you)" if player == seat else ""
    mark = ">" if player == s.cur and not s.over else " "
    place = f", {place_words(s, player)}" if s.rank_lo[player] else ""
    if s.out >> player & 1:
        yield f"{mark} {seat_letter(player)}{you}: eliminated{place}"
        return
    cave = f", {tables.text('fame', 'name')[0]}" if s.cave_owner == player else ""
    points = fleet_points(s, tables.t, player)
    treasures = blue_names(s, tables, Place.TREASURE + player)
    found = f" ({treasures})" if s.treasure_pts[player] else ""
    yield (
        f"{mark} {seat_letter(player)}{you}: {points} of {s.target_points} PP, "
        f"{s.treasure_pts[player]} TP{found}{cave}{place}"
    )
    rows: list[list[object]] = [[*_SHIP_HEAD, "", ""]]
    for ship in fleet(s, tables.t, player):
        acted = "has acted" if ship.acted and player == s.cur else ""
        rows.append([*_ship_cells(tables, ship), inventory_words(tables, ship), acted])
    yield from (f"    {line}" for line in columns(rows, align="><>>>>><<"))
    for line in hand_lines(s, tables, player, seat):
        yield from wrap(f"    {line}", indent="      ")
    if player == seat:
        yield from _hand_texts(s, tables, player)


def _hand_texts(s: Record, tables: Tables, player: int) -> Iterator[str]:
    """What each red card of a hand does."""
    rows = [
        [f"      {red_name(tables, kind)}", red_effect(tables, kind)]
        for kind, count in enumerate(s.red_hand[player])
        if count
    ]
    yield from columns(rows)


def place_words(s: Record, player: int) -> str:
    """The final place: `1st`, or `2nd to 3rd` if it is shared."""
    low, high = s.rank_lo[player], s.rank_hi[player]
    return ordinal(low) if low == high else f"{ordinal(low)} to {ordinal(high)}"


def hand_lines(s: Record, tables: Tables, player: int, seat: int | None) -> Iterator[str]:
    """The hands of a player, or what the viewer knows of them."""
    red = s.red_hand[player]
    blue = [card for card in range(BLUE) if s.blue_loc[card] == Place.HAND + player]
    if seat in (None, player):
        yield f"red hand ({sum(red)}): {counted(tables, red)}"
        if blue:
            names = ", ".join(card_name(tables, card) for card in blue)
            yield f"blue hand ({len(blue)}): {names}"
        return
    known = s.known[seat, player] if seat < s.players else ()
    what = f", among them {counted(tables, known)}" if any(known) else ""
    adventure = f", blue hand of {len(blue)}" if blue else ""
    yield f"red hand of {sum(red)}{what}{adventure}"


def _piles(s: Record, tables: Tables, seat: int | None) -> Iterator[str]:
    """Decks and open discard piles."""
    deck = f" ({counted(tables, s.red_deck)})" if seat is None and any(s.red_deck) else ""
    yield from wrap(f"Red deck {sum(s.red_deck)}{deck}; discards: {counted(tables, s.red_disc)}.",
                    indent="    ")  # fmt: skip
    places = [list(s.blue_loc).count(place) for place in (Place.DECK, Place.DISCARD)]
    hidden = blue_names(s, tables, Place.DECK)
    deck = f" ({hidden})" if seat is None and places[0] else ""
    discards = blue_names(s, tables, Place.DISCARD)
    yield from wrap(f"Blue deck {places[0]}{deck}; discards: {discards}.", indent="    ")
    if seat is not None and seat < s.players:
        yield from _counted_out(s, tables, seat)


def _counted_out(s: Record, tables: Tables, seat: int) -> Iterator[str]:
    """What others must hold, as it was not in a discard pile that became the deck."""
    blue = [
        card_name(tables, card)
        for card, place in enumerate(s.blue_loc)
        if s.blue_left[card] and Place.HAND <= place < Place.FLEET and place != Place.HAND + seat
    ]
    red = [counted(tables, s.held[seat])] if any(s.held[seat]) else []
    if red or blue:
        cards = ", ".join([*red, *blue])
        yield from wrap(f"Others hold, for they were not shuffled: {cards}.", indent="    ")


def blue_names(s: Record, tables: Tables, place: int) -> str:
    """The cards of a blue pile: `2 Coaster, Brig`."""
    names = [card_name(tables, card) for card in range(BLUE) if s.blue_loc[card] == place]
    return ", ".join(
        f"{names.count(name)} {name}" if names.count(name) > 1 else name
        for name in dict.fromkeys(names)
    ) or "none"  # fmt: skip


# --- the actions ----------------------------------------------------------------------------------


def describe_action(s: Record, tables: Tables, action: int, _viewer: int | None) -> str:
    """What an action of the seat to move does; all of it is done in the open."""
    block, axes = ACTIONS.parse(action)
    me = seat_letter(s.seat)
    if block == "pass":
        return f"{me} {_PASSES.get(Phase(s.phase), 'passes')}"
    words = {
        "play_red": _plays, "good_wind_enemy": _plays, "pick_red": _picks_red,
        "pick_blue": _picks_blue, "target_table": _goes_for, "count": _mans,
        "target_player": _robs, "inv": _destroys,
    }.get(block)  # fmt: skip
    if words:
        return f"{me} {words(s, tables, axes)}"
    if block == "target_enemy":
        return f"{me} {_targets(s, tables, axes)}"
    if "ship" in axes:
        name = _name_in(s, tables, s.seat, axes["ship"])
        return f"{me} {_with_own_ship(s, tables, block, name, axes['ship'])}"
    return f"{me} {_PLAIN[block]}"


_PASSES = {
    Phase.ADVENTURE: "ends the adventures",
    Phase.WINDOW: "plays no card",
    Phase.EXPEDITION: "stops digging",
    Phase.REORG: "ends the turn",
}
_PLAIN = {
    "redistribute": "shares all crew out anew",
    "crows_nest": "swaps all adventures by a Crow's Nest",
    "roll": "digs again",
}


def _plays(s: Record, tables: Tables, axes: dict[str, int]) -> str:
    kind = axes.get("card", int(Red.GOOD_WIND))
    onto = ""
    if kind == Red.GOOD_WIND:
        onto = " for the own ship" if "card" in axes else " for the enemy ship"
    return f"plays {red_name(tables, kind)}{onto}"


def _picks_red(s: Record, tables: Tables, axes: dict[str, int]) -> str:
    verb = "takes" if s.phase == Phase.CARD_RED else "discards"
    return f"{verb} {red_name(tables, axes['card'])}"


def _picks_blue(s: Record, tables: Tables, axes: dict[str, int]) -> str:
    return f"brings {card_name(tables, axes['card'])} back into play"


def _goes_for(s: Record, tables: Tables, axes: dict[str, int]) -> str:
    card = s.table_card[axes["slot"]]
    with_ship = f" with {_own_name(s, tables, s.sel_ship)}" if s.sel_ship != NONE else ""
    if card == NONE:
        return f"goes for slot {axes['slot']} of the middle{with_ship}"
    verb = "attacks" if SHIP_ROW[card] != NONE else "digs for"
    return f"{verb} the {card_name(tables, card)}{with_ship}"


def _targets(s: Record, tables: Tables, axes: dict[str, int]) -> str:
    """An opponent's ship is attacked, or chosen for a card."""
    seat = (s.seat + axes["left"] + 1) % s.players
    ship = f"the {_name_in(s, tables, seat, axes['ship'])} of {seat_letter(seat)}"
    if s.phase == Phase.CARD_ENEMY and s.red_limbo == Red.SABOTAGE:
        return f"sabotages {ship}"
    if s.phase == Phase.CARD_ENEMY:
        return f"bribes crew of {ship}"
    with_ship = f" with {_own_name(s, tables, s.sel_ship)}" if s.sel_ship != NONE else ""
    return f"attacks {ship}{with_ship}"


def _mans(s: Record, tables: Tables, axes: dict[str, int]) -> str:
    slot = s.dist_slot
    name = "the next ship" if slot == NONE else _own_name(s, tables, slot)
    return f"puts {axes['crew']} crew onto {name}"


def _robs(s: Record, tables: Tables, axes: dict[str, int]) -> str:
    return f"robs {seat_letter((s.seat + axes['left'] + 1) % s.players)} of a red card"


def _destroys(s: Record, tables: Tables, axes: dict[str, int]) -> str:
    return f"destroys the {red_name(tables, FIRST_INVENTORY + axes['card'])}"


def _with_own_ship(s: Record, tables: Tables, block: str, name: str, slot: int) -> str:
    """A ship acts, is sold, or gets what a card brings."""
    if block == "act_ship":
        return f"sends the {name} out"
    if block == "sell":
        card = s.fleet_card[s.seat, slot]
        crew = s.fleet_crew[s.seat, slot]
        if card == NONE:
            return f"sells the {name}"
        return f"sells the {name} for {tables.t.ships[SHIP_ROW[card]].cargo} crew, {crew} aboard"
    kind = s.red_limbo
    if kind == NONE:
        return f"chooses the {name}"
    if kind >= FIRST_INVENTORY:
        return f"puts {red_name(tables, kind)} onto the {name}"
    return f"puts {tables.t.reds[kind].amount} crew onto the {name}"
