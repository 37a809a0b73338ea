"""What is true of every state, and of every step: complaints in words, naming the culprit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from piracy_env.core.game import RUNNING
from piracy_env.core.record import Record
from piracy_env.games.havens.actions import ACT
from piracy_env.games.havens.cards import (
    ATTACKS,
    CARDS,
    FIRST_HAVEN,
    FIRST_WILD,
    HEXES,
    MUTINY,
    PARTS,
    STARTERS,
    TYPES,
)
from piracy_env.games.havens.state import (
    ACTOR,
    CAPTAIN,
    COLUMN,
    CREW,
    FRAMES,
    GREAT_GUNS,
    KIND,
    LIMBO,
    MOST_DECISIONS,
    NONE,
    PLACE,
    ROW,
    SCRIPT,
    SEAT,
    SEATS,
    SLOT,
    SLOTS,
    VESSEL,
    WILDS,
    Battle,
    Decision,
    Phase,
)
from piracy_env.games.havens.tables import ATTACK_KEYS, CARD_KEYS
from piracy_env.games.havens.vessels import parts_of, reach_of

_SIDES = 6
_BETWEEN = (Decision.WINDOW_BETWEEN, Decision.WINDOW_CARD)
_KINDS = {
    Phase.SETUP: (Decision.CHOOSE_HAVEN,),
    Phase.DRAW: (Decision.DRAW, Decision.DRAW_AFTER_REPLACE, Decision.ATTACK_SWAP),
    Phase.ACTION: tuple(
        kind
        for kind in Decision
        if Decision.ACTION <= kind <= Decision.BONUS_MOVE and kind != Decision.WINDOW_BETWEEN
    ),
    Phase.DISCARD: (Decision.DISCARD, Decision.DISCARD_MORE),
    Phase.REFILL: (Decision.REFILL,),
    Phase.RESTOCK: _BETWEEN,
}
"""What can be decided in each phase."""
_OF_RIVALS = (
    *(Decision.CHOOSE_HAVEN, Decision.PARLEY, Decision.PARLEY_REPLY, Decision.TIE, Decision.PRESS),
    *(Decision.COUNTER, Decision.DAMAGE, Decision.ORPHAN, Decision.WINDOW_CARD),
    *(Decision.WINDOW_ROLL, Decision.WINDOW_MOVE, Decision.WINDOW_DECLARED),
    Decision.WINDOW_BETWEEN,
)
"""What others than the turn player may have to decide."""


def invariants(s: Record, t: Record) -> list[str]:
    """What is wrong with a state."""
    ranges = list(_ranges(s, t))
    if ranges:
        return ranges  # nothing else can be read from numbers that mean nothing
    return [
        *_copies(s, t),
        *_attacks(s),
        *_players(s, t),
        *_vessels(s, t),
        *_pieces(s),
        *_course(s, t),
        *_pending(s, t),
    ]


# --- Numbers --------------------------------------------------------------------------------------


def _ranges(s: Record, t: Record) -> Iterator[str]:
    """Every number means something (HAV-I11)."""
    last = min(s.max_rounds, s.timed_rounds) if s.timed else s.max_rounds
    limits = {
        "turn_seat": (0, s.players - 1), "first_seat": (0, s.players - 1), "round": (1, last),
        "final_flag": (0, 1), "draw_n": (0, CARDS), "disc_n": (0, CARDS),
        "apile_n": (0, ATTACKS), "abot_n": (0, ATTACKS), "limbo_n": (0, LIMBO),
        "script_n": (0, SCRIPT), "shifts": (0, t.rules.most_shifts),
        "attempts": (0, t.rules.most_attempts), "discards": (0, t.rules.most_discards),
        "sp": (0, FRAMES), "moves": (0, MOST_DECISIONS),
    }  # fmt: skip
    for name, (low, high) in limits.items():
        if not low <= getattr(s, name) <= high:
            yield f"{name} is {getattr(s, name)}, not {low} to {high}"
            return
    for name, size, high in (
        *(("draw", s.draw_n, TYPES), ("disc", s.disc_n, TYPES), ("limbo", s.limbo_n, TYPES)),
        *(("apile", s.apile_n, ATTACKS), ("abot", s.abot_n, ATTACKS)),
    ):
        pile = list(getattr(s, name))
        if any(not 0 <= card < high for card in pile[:size]) or any(pile[size:]):
            yield f"{name} holds cards that do not belong there"
    script = list(s.script)
    if any(not 1 <= die <= _SIDES for die in script[: s.script_n]) or any(script[s.script_n :]):
        yield "script holds something else than dice"
    for place, card in enumerate(s.column):
        if card != NONE and not 0 <= card < TYPES:
            yield f"column[{place}] is {card}, which is no card"
    for seat in range(SEATS):
        yield from _seat_ranges(s, seat)


def _seat_ranges(s: Record, seat: int) -> Iterator[str]:
    """The numbers of one seat; an empty seat has none."""
    present = seat < s.players
    for name, high in (("supply", 32_000), ("unspent", 32_000), ("ranks", s.players)):
        value = getattr(s, name)[seat]
        if not 0 <= value <= high * present:
            yield f"{name}[{seat}] is {value}, not 0 to {high * present}"
    for name in ("hand", "known"):
        counts = list(getattr(s, name)[seat])
        if any(not 0 <= count <= CARDS * present for count in counts):
            yield f"{name}[{seat}] holds a number of copies that cannot be"
    haven = s.haven[seat]
    if haven != NONE and not (present and FIRST_HAVEN <= haven < FIRST_WILD):
        yield f"haven[{seat}] is {haven}, which is no Haven"
    for place, attack in enumerate(s.row[seat]):
        if not 0 <= attack < ATTACKS if present else attack != NONE:
            yield f"row[{seat}, {place}] is {attack}, which is no Attack card"
    for slot in range(SLOTS):
        yield from _slot_ranges(s, seat, slot, present)


def _slot_ranges(s: Record, seat: int, slot: int, present: bool) -> Iterator[str]:
    """The numbers of one slot."""
    where = f"[{seat}, {slot}]"
    limits = {
        "at_sea": 1, "moved": 1, "booty": 32_000, "failed": (1 << ROW) - 1,
        "safe": (1 << s.players) - 1,
    }  # fmt: skip
    for name, high in limits.items():
        value = getattr(s, name)[seat, slot]
        if not 0 <= value <= high * present:
            yield f"{name}{where} is {value}, not 0 to {high * present}"
    here = s.hex[seat, slot]
    if here != NONE and not (present and 0 <= here < HEXES):
        yield f"hex{where} is {here}, which is no hex"
    firsts = (0, 24, 46, 56, FIRST_HAVEN)
    for part, card in enumerate(s.part[seat, slot]):
        if card != NONE and not (present and firsts[part] <= card < firsts[part + 1]):
            yield f"part{where}[{part}] is {card}, which does not belong there"
    for place in range(WILDS):
        card, left = s.wild[seat, slot, place], s.wild_ttl[seat, slot, place]
        staying = FIRST_WILD <= card < MUTINY
        if card != NONE and not (present and staying and 1 <= left <= 3):  # HAV-I7
            yield f"wild{where}[{place}] is {card} for {left} Upkeeps"
        if card == NONE and left:
            yield f"wild_ttl{where}[{place}] is {left}, but there is no card"


# --- Cards ----------------------------------------------------------------------------------------


def _cards(s: Record) -> Counter[int]:
    """All playing cards, wherever they are."""
    cards: Counter[int] = Counter()
    for name in ("draw", "disc", "limbo"):
        cards.update(list(getattr(s, name))[: getattr(s, f"{name}_n")])
    cards.update(card for card in [*s.column, *s.haven] if card != NONE)
    for seat in range(s.players):
        cards.update(dict(enumerate(s.hand[seat])))
        for slot in range(SLOTS):
            cards.update(parts_of(s, seat, slot))
            cards.update(card for card in s.wild[seat, slot] if card != NONE)
    return cards


def _copies(s: Record, t: Record) -> Iterator[str]:
    """Every card is somewhere, as often as it should be (HAV-I1)."""
    cards = _cards(s)
    for card, copies in enumerate(t.cards["copies"]):
        if cards[card] != copies:
            yield f"there are {cards[card]} copies of {CARD_KEYS[card]}, not {copies}"


def _attacks(s: Record) -> Iterator[str]:
    """Every Attack card is somewhere, once (HAV-I2)."""
    attacks = Counter([*list(s.apile)[: s.apile_n], *list(s.abot)[: s.abot_n]])
    for seat in range(s.players):
        attacks.update(s.row[seat])
    if _kind(s) == Decision.ATTACK_SWAP:
        attacks[s.bt.attack] += 1
    for attack in range(ATTACKS):
        if attacks[attack] != 1:
            yield f"there are {attacks[attack]} copies of the Attack {ATTACK_KEYS[attack]}, not 1"


def _kind(s: Record) -> int:
    """The present decision, NONE if there is none."""
    return int(s.stack[s.sp - 1, KIND]) if s.sp else NONE


# --- Players and their vessels --------------------------------------------------------------------


def _players(s: Record, t: Record) -> Iterator[str]:
    """Supply, hand and Haven of each player (HAV-I3, HAV-I4)."""
    for seat in range(s.players):
        if s.unspent[seat] > s.supply[seat]:
            yield f"seat {seat} has {s.unspent[seat]} unspent of a supply of {s.supply[seat]}"
        for card, (known, held) in enumerate(zip(s.known[seat], s.hand[seat], strict=True)):
            if known > held:
                yield f"more {CARD_KEYS[card]} are known in the hand of seat {seat} than there are"
        cards = sum(s.hand[seat])
        if cards > t.rules.hand_limit:
            yield f"the hand of seat {seat} has {cards} cards"
        if s.haven[seat] == NONE and s.phase != Phase.SETUP:
            yield f"seat {seat} has no Haven"
    for seat in range(s.players):
        for place in range(SLOTS):
            if s.safe[seat, place] >> seat & 1:
                yield f"the vessel {place} of seat {seat} is safe from its owner"


def _vessels(s: Record, t: Record) -> Iterator[str]:
    """What is assembled fits together (HAV-I5 to HAV-I7)."""
    orphan = s.stack[s.sp - 1] if _kind(s) == Decision.ORPHAN else None
    for seat in range(s.players):
        for slot in range(SLOTS):
            where = f"slot {slot} of seat {seat}"
            parts = s.part[seat, slot]
            if len({t.cards[card].colour for card in parts_of(s, seat, slot)}) > 1:
                yield f"{where} has cards of both colours"
            has = [parts[part] != NONE for part in range(PARTS)]
            waits = orphan is not None and (orphan[SEAT], orphan[SLOT]) == (seat, slot)
            if has[GREAT_GUNS] and not has[VESSEL] and not waits:
                yield f"{where} has great guns without a vessel"
            if has[CREW] and not (has[VESSEL] or has[CAPTAIN]) and not waits:
                yield f"{where} has a crew without captain or vessel"
            if s.at_sea[seat, slot] and not (has[VESSEL] and has[CAPTAIN]):
                yield f"{where} is at sea without captain or vessel"
            if not s.at_sea[seat, slot]:
                marks = (s.moved, s.failed, s.safe, s.booty)
                if any(mark[seat, slot] for mark in marks) or any(
                    card != NONE for card in s.wild[seat, slot]
                ):
                    yield f"{where} is not at sea, but has marks, booty or Wild cards"


def _pieces(s: Record) -> Iterator[str]:
    """Pieces on the gameboard (HAV-I5)."""
    places: Counter[int] = Counter()
    for seat in range(s.players):
        for slot in range(SLOTS):
            here, at_sea = s.hex[seat, slot], s.at_sea[seat, slot]
            sets_sail = (s.mv.seat, s.mv.slot) == (seat, slot)
            if (here == NONE) != (not at_sea) and not (at_sea and sets_sail):
                yield f"slot {slot} of seat {seat}: at_sea is {at_sea}, but hex is {here}"
            places[here] += here != NONE
    for hex_, count in places.items():
        if count > 1:
            yield f"{count} vessels lie on hex {hex_}"


# --- The course of the game -----------------------------------------------------------------------


def _course(s: Record, t: Record) -> Iterator[str]:
    """Phase, places at the end, and the Purchase Column (HAV-I8, HAV-I13)."""
    over = s.over != RUNNING
    if over != (s.phase == Phase.OVER):
        yield f"over is {s.over}, but the phase is {Phase(s.phase).name}"
    ranks = sorted(list(s.ranks)[: s.players])
    if ranks != (list(range(1, s.players + 1)) if over else [0] * s.players):
        yield f"the places are {ranks}"
    if over and s.sp:
        yield "the game is over, but something is to be decided"
    reached = not s.timed and max(s.supply) >= s.target
    if s.final_flag != reached:
        yield f"final_flag is {s.final_flag}, the largest supply {max(s.supply)} of {s.target}"
    is_short = any(card == NONE for card in s.column) and s.draw_n + s.disc_n > 0
    if _kind(s) == Decision.DRAW and is_short:
        yield "the Purchase Column is not full at the beginning of a turn"
    if s.phase == Phase.SETUP:
        starters = range(FIRST_HAVEN, FIRST_HAVEN + STARTERS)
        if any(haven not in (NONE, *starters) for haven in s.haven):
            yield "a starting Haven is none of the starters"


def _pending(s: Record, t: Record) -> Iterator[str]:
    """Frames, move and battle go together."""
    for place in range(FRAMES):
        if place >= s.sp and any(s.stack[place]):
            yield f"the stack holds something at {place}, beyond its end"
    if s.over != RUNNING:
        return
    if not s.sp:
        yield "nothing is to be decided"
        return
    frame = s.stack[s.sp - 1]
    kind, actor = frame[KIND], frame[ACTOR]
    if kind not in _KINDS.get(Phase(s.phase), ()):
        yield f"decision {kind} in phase {Phase(s.phase).name}"
    if actor != s.seat or not 0 <= actor < s.players:
        yield f"seat {s.seat} is to move, but seat {actor} is asked"
    if actor != s.turn_seat and kind not in _OF_RIVALS:
        yield f"decision {kind} is asked of seat {actor} in the turn of seat {s.turn_seat}"
    yield from _battle(s, t)
    if s.mv.seat != NONE and (s.mv.seat != s.turn_seat or not 0 <= s.mv.slot < SLOTS):
        yield f"slot {s.mv.slot} of seat {s.mv.seat} moves in the turn of seat {s.turn_seat}"
    is_loose = kind in (Decision.SHIFT_DEST, Decision.ORPHAN)
    if is_loose and s.part[frame[SEAT], frame[SLOT], frame[PLACE]] == NONE:
        yield "a card is to be placed that is not there"


def _battle(s: Record, t: Record) -> Iterator[str]:
    """A battle has two sides that are at sea."""
    bt = s.bt
    if not 0 <= bt.rolls <= t.rules.most_rolls:
        yield f"a battle has {bt.rolls} rolls"
    sides = {
        Battle.ATTACK: [(bt.att_seat, bt.att_slot)],
        Battle.VESSEL: [(bt.att_seat, bt.att_slot), (bt.def_seat, bt.def_slot)],
        Battle.MAN_OF_WAR: [(bt.def_seat, bt.def_slot)],
    }.get(bt.type, [])
    for seat, slot in sides:
        if not (0 <= seat < s.players and 0 <= slot < SLOTS and s.at_sea[seat, slot]):
            yield f"slot {slot} of seat {seat} fights, but is not at sea"
    if bt.type == Battle.ATTACK and bt.attack not in (NONE, s.row[bt.att_seat, bt.place]):
        yield f"the Attack {bt.attack} is fought, but does not lie at place {bt.place}"


# --- A step ---------------------------------------------------------------------------------------


def transition(before: Record, action: int, after: Record, t: Record) -> list[str]:
    """What is wrong with a step."""
    return [
        *_money(before, action, after),
        *_refill(before, after, t),
        *_column(before, action, after),
        *_voyages(before, action, after, t),
        *_rounds(before, after),
    ]


def _money(before: Record, action: int, after: Record) -> Iterator[str]:
    """A supply grows by what is secured, and by nothing else (HAV-I3)."""
    for seat in range(before.players):
        gain = after.supply[seat] - before.supply[seat]
        secured = 0
        if ACT.secure.start <= action < ACT.secure.stop and seat == before.seat:
            secured = before.booty[seat, action - ACT.secure.start]
        if gain != secured:
            yield f"the supply of seat {seat} grew by {gain}, secured were {secured}"
        reclaimed = after.turn_seat == seat and after.phase == Phase.DRAW
        paid = before.unspent[seat] + secured - after.unspent[seat]
        if not reclaimed and (paid < 0 or (paid and seat != before.turn_seat)):
            yield f"seat {seat} paid {paid}"


def _refill(before: Record, after: Record, t: Record) -> Iterator[str]:
    """After phase 6 the hand is full, unless there was no card (HAV-I4)."""
    discarding = (Phase.DISCARD, Phase.REFILL)
    if before.phase in discarding and after.phase not in discarding:
        cards = sum(after.hand[before.turn_seat])
        if cards < t.rules.hand_size and before.draw_n + before.disc_n:
            yield f"the hand of seat {before.turn_seat} is refilled to {cards} cards only"


def _column(before: Record, action: int, after: Record) -> Iterator[str]:
    """The Column grows in phase 7 and when it is replaced, and never otherwise (HAV-I8)."""
    inside = (Phase.DRAW, Phase.ACTION, Phase.DISCARD, Phase.REFILL)
    if before.phase in inside and after.phase in inside and before.turn_seat == after.turn_seat:
        old = sum(card != NONE for card in before.column)
        new = sum(card != NONE for card in after.column)
        if new > old and action != ACT.replace_column.start:
            yield f"the Purchase Column grew from {old} to {new} of {COLUMN} cards"


def _voyages(before: Record, action: int, after: Record, t: Record) -> Iterator[str]:
    """A piece moves as far as it may, or into the hex of a vessel it has defeated (HAV-I9)."""
    for seat in range(before.players):
        for slot in range(SLOTS):
            old, new = before.hex[seat, slot], after.hex[seat, slot]
            if new in (old, NONE):
                continue
            if ACT.hex.start <= action < ACT.hex.stop:
                mv = before.mv
                far = t.chart.distance[mv.origin, new]
                moves = (mv.seat, mv.slot) == (seat, slot) and new == action - ACT.hex.start
                allowed = moves and far <= reach_of(before, t)
            else:
                beaten = any(
                    before.hex[other, ship] == new and after.hex[other, ship] == NONE
                    for other in range(before.players)
                    for ship in range(SLOTS)
                )
                allowed = beaten and t.chart.distance[old, new] == 1
            if not allowed:
                yield f"slot {slot} of seat {seat} came from hex {old} to hex {new}"


def _rounds(before: Record, after: Record) -> Iterator[str]:
    """Turns go clockwise, and rounds follow one another (HAV-1.1, HAV-1.11)."""
    if after.turn_seat == before.turn_seat:
        expected = before.round
    elif after.turn_seat == (before.turn_seat + 1) % before.players:
        expected = before.round + (after.turn_seat == before.first_seat)
    else:
        yield f"the turn went from seat {before.turn_seat} to seat {after.turn_seat}"
        return
    if after.round != expected:
        yield f"round {before.round} became round {after.round}"
