"""The table and the actions in words, for terminals: all that a player needs to play from."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.game import CUT
from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import columns, in_words, ordinal, plural, seat_letter, wrap
from piracy_env.games.havens.actions import ACTIONS
from piracy_env.games.havens.cards import PARTS, RED, TYPES, Kind
from piracy_env.games.havens.names import (
    attack_name,
    card_facts,
    card_name,
    counted,
    full_name,
    kind_name,
    money,
    nearby,
    surname,
    vessel_class_words,
    vessel_name,
)
from piracy_env.games.havens.state import (
    BY,
    CARD,
    CREW,
    GREAT_GUNS,
    KIND,
    NONE,
    SLOT,
    SLOTS,
    Battle,
    Decision,
    Phase,
)
from piracy_env.games.havens.vessels import (
    colour_of,
    haven_hex,
    move_cost_of,
    parts_of,
    reach_of,
    strength_of,
    wilds_on,
)

PRIVATE = (
    Decision.PREMOVE,
    Decision.WINDOW_CARD,
    Decision.WINDOW_ROLL,
    Decision.WINDOW_MOVE,
    Decision.WINDOW_DECLARED,
    Decision.WINDOW_BETWEEN,
    Decision.PLUNDER_SOURCE,
)
"""Decisions that betray a card in hand: others learn of them only if a card is played."""
_ASKS = {
    Decision.CHOOSE_HAVEN: "chooses a starting Haven",
    Decision.DRAW: "draws or purchases",
    Decision.DRAW_AFTER_REPLACE: "takes a card of the new Column, or draws one",
    Decision.ATTACK_SWAP: "has drawn {attack}: lay it on the Attack Row?",
    Decision.ACTION: "acts",
    Decision.PLACE: "brings {card} to the table: to which slot?",
    Decision.SHIFT_DEST: "shifts {card}: to which slot?",
    Decision.WILD_TARGET: "plays {card}: on which vessel?",
    Decision.HIST_TARGET: "plays {card}: for which vessel?",
    Decision.PREMOVE: "may play a card before the move roll of {mover}",
    Decision.DEST: "moves {mover} up to {reach}",
    Decision.ENGAGE: "may attack a rival's vessel with {mover}",
    Decision.WINDOW_CARD: "may negate {card} of {by}",
    Decision.WINDOW_ROLL: "may add to the coming roll",
    Decision.WINDOW_MOVE: "may call Contrary Winds upon {mover}",
    Decision.WINDOW_DECLARED: "is attacked and may cut the cable",
    Decision.WINDOW_BETWEEN: "may play a card between the turns",
    Decision.PARLEY: "may offer a Parley",
    Decision.PARLEY_REPLY: "is offered {offer} for safe passage",
    Decision.TIE: "evades, or fights on after another standoff?",
    Decision.PRESS: "has won the round: press it home, or break off?",
    Decision.COUNTER: "sees the attacker withdraw: fight on, or break off?",
    Decision.DAMAGE: "takes damage on {vessel}: guns or crew?",
    Decision.ATT_CONTINUE: "fights on against {attack}, or withdraws?",
    Decision.PLUNDER_SOURCE: "may take a Plunder Bonus: {plunder}",
    Decision.PLUNDER_CARD: "takes the Plunder Bonus: which {plunder}?",
    Decision.ORPHAN: "finds a new place for {card}, or discards it",
    Decision.BONUS_MOVE: "may move {vessel} again",
    Decision.DISCARD: "discards a card",
    Decision.DISCARD_MORE: "may discard another card",
    Decision.REFILL: "refills the hand",
}


def describe(s: Record, tables: Tables, seat: int | None) -> str:
    """The whole table as lines of text, with what the seat may know."""
    lines = [*wrap(_headline(s, tables, seat), indent="  "), *_battle(s, tables)]
    for other in range(s.players):
        lines += ["", *_player(s, tables, other, seat)]
    lines += ["", *_market(s, tables, seat)]
    for other in range(s.players):
        if seat in (None, other):
            lines += ["", *_hand(s, tables, other)]
    return "\n".join(lines)


# --- The moment -----------------------------------------------------------------------------------


def _headline(s: Record, tables: Tables, seat: int | None) -> str:
    """How far the game has come, and what is to be decided."""
    when = f"Round {s.round} of {last_round(s)}"
    goal = "" if s.timed else f", target {s.target}"
    final = ", the last one" if s.final_flag and not s.over else ""
    if s.over:
        how = "was cut short" if s.over == CUT else "is over"
        winners = [seat_letter(other) for other in range(s.players) if s.ranks[other] == 1]
        verb = "wins" if len(winners) == 1 else "share the win"
        wins = f" {in_words(winners)} {verb}." if winners else ""
        return f"{when}{goal}. The game {how}.{wins}"
    asks = question(s, tables, seat)
    return f"{when}{goal}{final}. {asks}{'' if asks[-1] in '?.' else '.'}"


def last_round(s: Record) -> int:
    """The round that is the last one in any case."""
    return int(min(s.max_rounds, s.timed_rounds)) if s.timed else int(s.max_rounds)


def question(s: Record, tables: Tables, seat: int | None) -> str:
    """Who has to decide what, as far as the viewer may know."""
    if s.sp == 0:
        return "The game has not begun"
    frame = s.stack[s.sp - 1]
    kind = Decision(frame[KIND])
    if kind in PRIVATE and seat not in (None, s.seat):
        is_between = s.phase == Phase.RESTOCK
        when = "Between two turns" if is_between else f"In the turn of {seat_letter(s.turn_seat)}"
        return f"{when} cards may be played"
    you = " (you)" if s.seat == seat else ""
    return f"{seat_letter(s.seat)}{you} {_ASKS[kind].format(**_subjects(s, tables, frame))}"


def decision_of(s: Record) -> Decision | None:
    """What is to be decided; nothing, before the deal and after the end."""
    return Decision(s.stack[s.sp - 1, KIND]) if s.sp else None


def _subjects(s: Record, tables: Tables, frame: list[int]) -> dict[str, str]:
    """What a question may be about."""
    found = dict.fromkeys(("card", "by", "attack", "plunder", "mover", "reach", "vessel"), "")
    if frame[CARD] != NONE:
        found["card"] = card_name(tables, frame[CARD])
    if frame[BY] != NONE:
        found["by"] = seat_letter(frame[BY])
    if s.bt.attack != NONE:
        attack = tables.t.attacks[s.bt.attack]
        colour = "red" if attack.colour == RED else "black"
        found["attack"] = attack_name(tables, s.bt.attack)
        found["plunder"] = f"{colour} {Kind(attack.plunder).name.lower()}"
    if s.mv.seat != NONE:
        found["mover"] = vessel_name(s, tables, s.mv.seat, s.mv.slot)
        found["reach"] = plural(reach_of(s, tables.t), "space")
    if frame[SLOT] != NONE:
        found["vessel"] = vessel_name(s, tables, s.seat, frame[SLOT])
    return found | {"offer": money(s.bt.offer)}


def _battle(s: Record, tables: Tables) -> Iterator[str]:
    """The battle that goes on, its last roll and what is added to the next one."""
    bt = s.bt
    if bt.type == Battle.NOBODY:
        return
    attacker, defender = sides(s, tables)
    rolled = f", last roll {bt.totals[0]} to {bt.totals[1]}" if bt.rolls else ""
    yield f"Battle: {attacker} against {defender}, round {bt.round}{rolled}."
    for side, name in enumerate((attacker, defender)):
        parts = [f"{bt.pips[side]:+d}"] if bt.pips[side] else []
        parts += [f"{plural(bt.dice[side], 'die', 'dice')} more"] if bt.dice[side] else []
        if parts:
            yield f"  next roll of {name}: {in_words(parts)}"


def sides(s: Record, tables: Tables) -> tuple[str, str]:
    """Attacker and defender of a battle, with their dice."""
    bt, t = s.bt, tables.t
    if bt.type == Battle.MAN_OF_WAR:
        attacker = f"Man-of-War ({t.cards[bt.wild].dice} dice)"
    else:
        attacker = _fighter(s, tables, bt.att_seat, bt.att_slot)
    if bt.type == Battle.ATTACK:
        strength = t.attacks[bt.attack].strength
        return attacker, f"{attack_name(tables, bt.attack)} ({strength} dice)"
    return attacker, _fighter(s, tables, bt.def_seat, bt.def_slot)


def _fighter(s: Record, tables: Tables, seat: int, slot: int) -> str:
    dice = plural(strength_of(s, tables.t, seat, slot), "die", "dice")
    return f"{seat_letter(seat)}'s {vessel_name(s, tables, seat, slot)} ({dice})"


# --- The players ----------------------------------------------------------------------------------


def _player(s: Record, tables: Tables, seat: int, viewer: int | None) -> Iterator[str]:
    """Supply, Haven, vessels and Attack Row of a player."""
    you = " (you)" if seat == viewer else ""
    haven = "no Haven yet"
    if s.haven[seat] != NONE:
        haven = f"Haven {card_name(tables, s.haven[seat])} ({haven_hex(s, tables.t, seat)})"
    place = f", {ordinal(s.ranks[seat])}" if s.ranks[seat] else ""
    yield (
        f"{'>' if seat == s.turn_seat and not s.over else ' '} {seat_letter(seat)}{you}: "
        f"supply {s.supply[seat]}, {s.unspent[seat]} unspent, {haven}, "
        f"{plural(sum(s.hand[seat]), 'card')} in hand{place}"
    )
    for slot in range(SLOTS):
        if parts_of(s, seat, slot):
            yield from wrap(f"    {slot} {_vessel(s, tables, seat, slot)}", indent="      ")
    known = counted(tables, s.known[seat])
    if known and viewer not in (None, seat):
        yield from wrap(f"    known in hand: {', '.join(known)}", indent="      ")
    rows = []
    for place_, attack in enumerate(s.row[seat]):
        if attack != NONE:
            rows.append([f"    row {place_}", *_attack_cells(tables, attack)])
    for line in columns(rows, align="<<<><<<"):
        yield from wrap(line, indent=" " * 10)


def _vessel(s: Record, tables: Tables, seat: int, slot: int) -> str:
    """A slot's cards, and where the vessel is."""
    named = []
    for card in parts_of(s, seat, slot):
        is_vessel = tables.t.cards[card].kind == Kind.VESSEL
        kind = f" ({vessel_class_words(tables, card)})" if is_vessel else ""
        named.append(card_name(tables, card) + kind)
    colour = "red" if colour_of(s, tables.t, seat, slot) == RED else "black"
    strength = strength_of(s, tables.t, seat, slot)
    text = f"{colour}: {', '.join(named)}; strength {strength}"
    if not s.at_sea[seat, slot]:
        return f"{text}, in assembly"
    here = s.hex[seat, slot]
    where = "setting sail" if here == NONE else f"at {nearby(tables, here)}"
    text += f"; {where}, booty {s.booty[seat, slot]}"
    text += f"; {_ways(s, tables, seat, slot)}" if here != NONE else ""
    text += ", has moved" if s.moved[seat, slot] else ""
    for card, left in wilds_on(s, seat, slot):
        text += f", {card_name(tables, card)} for {plural(left, 'Upkeep')}"
    return text


def _ways(s: Record, tables: Tables, seat: int, slot: int) -> str:
    """How far a vessel is from its Haven, and from the Attacks of its colour on the own row."""
    distance = tables.t.chart.distance[s.hex[seat, slot]]
    own = colour_of(s, tables.t, seat, slot)
    haven = haven_hex(s, tables.t, seat)
    ways = [f"{int(distance[haven])} to the Haven"] if haven != NONE else []
    ways += [
        f"{int(distance[tables.t.attacks[attack].hex])} to {attack_name(tables, attack)}"
        for attack in s.row[seat]
        if attack != NONE and tables.t.attacks[attack].colour == own
    ]
    return ", ".join(ways)


def _attack_cells(tables: Tables, attack: int) -> list[object]:
    """An Attack as cells of a table."""
    row = tables.t.attacks[attack]
    names = [surname(tables, captain) for captain in row.captains if captain >= 0]
    return [
        "red" if row.colour == RED else "black",
        f"{attack_name(tables, attack)} at {row.hex}",
        plural(row.strength, "die", "dice"),
        f"booty {row.booty}",
        f"plunder {Kind(row.plunder).name.lower()}",
        in_words(names, none=""),
    ]


# --- Piles and hands ------------------------------------------------------------------------------


def _market(s: Record, tables: Tables, seat: int | None) -> Iterator[str]:
    """Purchase Column, piles and cards on their way."""
    open_cards = [card for card in s.column if card != NONE]
    yield f"Purchase Column{':' if open_cards else ': empty'}"
    for card in open_cards:
        cost = tables.t.cards[card].cost
        kind, facts = kind_name(tables, card), card_facts(tables, card)
        words = f"    {full_name(tables, card)}, {kind}, cost {cost}: {facts}"
        yield from wrap(words, indent="      ")
    thrown = list(s.disc)[: s.disc_n][::-1]
    top = f", on top {full_name(tables, thrown[0])}" if thrown else ""
    yield f"Draw Pile {s.draw_n}, Discard Pile {s.disc_n}{top}"
    if thrown:
        counts = [thrown.count(card) for card in range(TYPES)]
        yield from wrap(f"  discarded: {', '.join(counted(tables, counts))}", indent="    ")
    if seat is None and s.draw_n:
        cards = [full_name(tables, card) for card in list(s.draw)[: s.draw_n][::-1]]
        yield from wrap(f"  to draw: {', '.join(cards)}", indent="    ")
    yield f"Attack Pile {s.apile_n} face down, {s.abot_n} face up"
    if s.abot_n:
        names = [attack_name(tables, attack) for attack in list(s.abot)[: s.abot_n]]
        yield from wrap(f"  face up: {', '.join(names)}", indent="    ")
    if s.limbo_n:
        on_way = [
            f"{card_name(tables, card)} of {seat_letter(by)}"
            for card, by in list(zip(s.limbo, s.limbo_by, strict=True))[: s.limbo_n]
        ]
        yield f"Being played: {', then '.join(on_way)}"


def _hand(s: Record, tables: Tables, seat: int) -> list[str]:
    """A hand as a table, for its owner."""
    rows: list[list[object]] = [
        ["card", "", f"hand of {seat_letter(seat)}", "kind", "cost", "what"]
    ]
    for card, count in enumerate(s.hand[seat]):
        if count:
            copies = f"{count} x" if count > 1 else ""
            row = tables.t.cards[card]
            kind, facts = kind_name(tables, card), card_facts(tables, card)
            rows.append([card, copies, card_name(tables, card), kind, row.cost or "-", facts])
    return columns(rows, align="><<<><")


# --- The actions ----------------------------------------------------------------------------------


def describe_action(s: Record, tables: Tables, action: int, viewer: int | None) -> str:
    """What an action of the seat to move does: done openly, or not at all (HAV-R26)."""
    block, axes = ACTIONS.parse(action)
    decision = decision_of(s)
    kind = Decision.ACTION if decision is None else decision
    if block == "pass" and kind in PRIVATE and viewer not in (None, s.seat):
        return ""
    words = {
        "card": _with_card, "hex": _with_hex, "row": _with_row, "slot": _with_slot,
        "move": _with_move, "attempt": _with_attempt, "secure": _with_vessel,
        "burn_vessel": _with_vessel, "burn_part": _with_part, "shift_part": _with_part,
        "target": _with_target,
    }  # fmt: skip
    if block in words:
        text = words[block](s, tables, kind, block, axes)
    else:
        text = _without_object(s, tables, kind, block, axes)
    return f"{seat_letter(s.seat)} {text}"


def _with_card(s: Record, tables: Tables, kind: Decision, _block: str, axes: dict[str, int]) -> str:
    card, rules = axes["card"], tables.t.rules
    name, row = full_name(tables, card), tables.t.cards[card]
    verbs = {
        Decision.CHOOSE_HAVEN: f"chooses {name} as Haven",
        Decision.DRAW: f"buys {name} for {money(rules.purchase_cost)}",
        Decision.DRAW_AFTER_REPLACE: f"takes {name} from the new Column",
        Decision.REFILL: f"buys {name} for {money(rules.purchase_cost)}",
        Decision.PLUNDER_CARD: f"puts {name} aboard",
        Decision.DISCARD: f"discards {name}",
        Decision.DISCARD_MORE: f"discards {name} for {money(rules.discard_cost)}",
    }
    if kind in verbs:
        return verbs[kind]
    if row.kind < PARTS:
        return f"brings {name} to the table for {money(row.cost)}"
    if row.kind == Kind.HAVEN:
        return f"moves the Haven to {name} for {money(row.cost)}"
    price = f" for {money(row.cost)}" if row.cost else ""
    return f"plays {name}{price}: {card_facts(tables, card)}"


def _with_hex(s: Record, tables: Tables, _kind: Decision, _block: str, axes: dict[str, int]) -> str:
    far = 0 if s.mv.seat == NONE else tables.t.chart.distance[s.mv.origin, axes["hex"]]
    targets = [
        attack_name(tables, attack)
        for attack in s.row[s.seat]
        if attack != NONE and tables.t.attacks[attack].hex == axes["hex"]
    ]
    own = f", where {in_words(targets)} waits" if targets else ""
    where = nearby(tables, axes["hex"])
    left = _left_to_go(s, tables, axes["hex"])
    return f"stops at {where}: {plural(int(far), 'space')}{own}{left}"


def _left_to_go(s: Record, tables: Tables, hex_: int) -> str:
    """How far it is from a hex to the Haven and to the nearest Attack for the vessel that moves."""
    if s.mv.seat == NONE:
        return ""
    distance, haven = tables.t.chart.distance[hex_], haven_hex(s, tables.t, s.mv.seat)
    own = colour_of(s, tables.t, s.mv.seat, s.mv.slot)
    ways = [
        (int(distance[tables.t.attacks[attack].hex]), attack_name(tables, attack))
        for attack in s.row[s.mv.seat]
        if attack != NONE and tables.t.attacks[attack].colour == own
    ]
    parts = [f"{far} to {name}" for far, name in sorted(ways)[:1] if far]
    parts += [f"{int(distance[haven])} to the Haven"] if haven != NONE else []
    return f"; {', '.join(parts)}" if parts else ""


def _with_row(s: Record, tables: Tables, _kind: Decision, _block: str, axes: dict[str, int]) -> str:
    old = s.row[s.seat, axes["place"]]
    new = attack_name(tables, s.bt.attack) if s.bt.attack != NONE else "the new Attack"
    return f"lays {new} in the place of {attack_name(tables, old) if old != NONE else 'nothing'}"


def _with_slot(s: Record, tables: Tables, kind: Decision, _block: str, axes: dict[str, int]) -> str:
    slot, frame = axes["slot"], s.stack[s.sp - 1]
    vessel = vessel_name(s, tables, s.seat, slot)
    if kind == Decision.PLUNDER_CARD:
        part = tables.t.attacks[s.bt.attack].plunder
        card = s.part[s.seat, slot, part]
        name = full_name(tables, card) if card != NONE else "nothing"
        return f"takes {name} from slot {slot}"
    card = frame[CARD]
    name = full_name(tables, card) if card != NONE else "the card"
    where = vessel if vessel == f"slot {slot}" else f"slot {slot} ({vessel})"
    verb = "plays" if kind in (Decision.WILD_TARGET, Decision.HIST_TARGET) else "puts"
    if kind in (Decision.SHIFT_DEST, Decision.ORPHAN):
        verb = "shifts"
    return f"{verb} {name} {'to' if verb == 'shifts' else 'on'} {where}"


def _with_move(s: Record, tables: Tables, kind: Decision, _block: str, axes: dict[str, int]) -> str:
    slot = axes["slot"]
    name = vessel_name(s, tables, s.seat, slot)
    if kind == Decision.BONUS_MOVE:
        return f"moves {name} again at no cost"
    verb = "moves" if s.at_sea[s.seat, slot] else "sets sail with"
    return f"{verb} {name} for {money(move_cost_of(s, tables.t, s.seat, slot))}"


def _with_attempt(
    s: Record, tables: Tables, _kind: Decision, _block: str, axes: dict[str, int]
) -> str:
    attack, slot = s.row[s.seat, axes["place"]], axes["slot"]
    dice = plural(strength_of(s, tables.t, s.seat, slot), "die", "dice")
    row = tables.t.attacks[attack]
    return (
        f"attempts {attack_name(tables, attack)} with {vessel_name(s, tables, s.seat, slot)}: "
        f"{dice} against {row.strength}, for {money(row.booty)}"
    )


def _with_vessel(
    s: Record, tables: Tables, _kind: Decision, block: str, axes: dict[str, int]
) -> str:
    slot = axes["slot"]
    name = vessel_name(s, tables, s.seat, slot)
    if block == "secure":
        return f"secures {money(s.booty[s.seat, slot])} and gives up {name}"
    return f"burns {name} with all aboard"


def _with_part(s: Record, tables: Tables, _kind: Decision, block: str, axes: dict[str, int]) -> str:
    card = s.part[s.seat, axes["slot"], axes["part"]]
    name = full_name(tables, card) if card != NONE else "nothing"
    if block == "burn_part":
        return f"burns {name} of slot {axes['slot']}"
    return f"takes {name} of slot {axes['slot']} to another vessel"


def _with_target(
    s: Record, tables: Tables, kind: Decision, _block: str, axes: dict[str, int]
) -> str:
    rival = (s.seat + 1 + axes["left"]) % s.players
    whose = f"{seat_letter(rival)}'s {vessel_name(s, tables, rival, axes['slot'])}"
    if kind == Decision.ENGAGE:
        strength = strength_of(s, tables.t, s.mv.seat, s.mv.slot)
        other = strength_of(s, tables.t, rival, axes["slot"])
        return f"attacks {whose}: {plural(strength, 'die', 'dice')} against {other}"
    return f"plays {card_name(tables, s.stack[s.sp - 1, CARD])} on {whose}"


_PASSES: dict[Decision | None, str] = {
    Decision.ATTACK_SWAP: "declines {attack}",
    Decision.ACTION: "ends the Action phase",
    Decision.PREMOVE: "rolls for the move",
    Decision.ENGAGE: "attacks nobody",
    Decision.PARLEY: "offers nothing",
    Decision.PLUNDER_SOURCE: "takes no Plunder Bonus",
    Decision.ORPHAN: "discards {card}",
    Decision.BONUS_MOVE: "does not move {vessel} again",
    Decision.DISCARD_MORE: "discards no more",
}
_PLAIN = {
    "draw_pile": "draws a card",
    "draw_attack": "draws an Attack card",
    "accept": "agrees to the Parley",
    "refuse": "refuses the Parley",
    "from_hand": "takes the Plunder Bonus from the hand",
    "from_table": "takes the Plunder Bonus from a vessel in assembly",
    "from_column": "takes the Plunder Bonus from the Purchase Column",
}
_FIGHTS: dict[Decision | None, str] = {
    Decision.PRESS: "presses it home",
    Decision.COUNTER: "fights on as the attacker",
}
_BREAKS: dict[Decision | None, str] = {
    Decision.COUNTER: "lets the battle end",
    Decision.TIE: "evades",
    Decision.ATT_CONTINUE: "withdraws",
}


def _without_object(
    s: Record, tables: Tables, kind: Decision, block: str, axes: dict[str, int]
) -> str:
    """Actions that need no object: passing, drawing, answers in a battle."""
    frame = s.stack[s.sp - 1]
    top = full_name(tables, s.disc[s.disc_n - 1]) if s.disc_n else "nothing"
    lost = NONE
    if frame[SLOT] != NONE:
        lost = s.part[s.seat, frame[SLOT], GREAT_GUNS if block == "lose_guns" else CREW]
    name = full_name(tables, lost) if lost != NONE else "the card"
    leaves = "withdraws" if s.seat == s.bt.att_seat else "evades"
    return {
        **_PLAIN,
        "pass": _PASSES.get(kind, "passes").format(**_subjects(s, tables, frame)),
        "draw_discard": f"takes {top} from the Discard Pile",
        "replace_column": f"pays {money(tables.t.rules.replace_cost)} for a new Purchase Column",
        "offer": f"offers {money(axes.get('number', 0) + 1)} for safe passage",
        "fight_on": _FIGHTS.get(kind, "fights on"),
        "break_off": _BREAKS.get(kind, leaves),
        "lose_guns": f"loses {name}",
        "lose_crew": f"loses {name}",
    }[block]
