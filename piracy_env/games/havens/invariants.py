"""What is true of every state, and of every step: complaints in words, naming the culprit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from piracy_env.core.game import RUNNING
from piracy_env.core.record import Record
from piracy_env.games.havens.actions import ACT
from piracy_env.games.havens.cards import (
    ATTACKS,
    BECALMED,
    BURIED_TREASURE,
    CONTRARY_WINDS,
    CUT_THE_CABLE,
    DOUBLE_DEALING,
    FAVOURABLE_CURRENT,
    FIRST_HAVEN,
    FIRST_HISTORY,
    FIRST_WILD,
    GULF_STREAM,
    HEXES,
    HOT_PURSUIT,
    KINGS_PARDON,
    LETTER_OF_MARQUE,
    MAN_OF_WAR,
    PARTS,
    PLATE_FLEET,
    SCURVY,
    STARTERS,
    TAVERN_GOSSIP,
    TRADE_WINDS,
    TURN_OF_FORTUNE,
    TYPES,
)
from piracy_env.games.havens.state import (
    ACTOR,
    BY,
    CAPTAIN,
    CARD,
    COLUMN,
    CREW,
    FLAG,
    FRAMES,
    GREAT_GUNS,
    KIND,
    NONE,
    PLACE,
    SEAT,
    SLOT,
    SLOTS,
    VESSEL,
    WILDS,
    Battle,
    Decision,
    Phase,
)
from piracy_env.games.havens.tables import ATTACK_KEYS, CARD_KEYS
from piracy_env.games.havens.vessels import haven_hex, parts_of, reach_of

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
_MOVES = (Decision.PREMOVE, Decision.DEST, Decision.ENGAGE, Decision.WINDOW_MOVE)
_DUELS = (
    *(Decision.WINDOW_DECLARED, Decision.PARLEY, Decision.PARLEY_REPLY, Decision.PRESS),
    Decision.COUNTER,
)
_OF_ATTACKS = (
    *(Decision.ATT_CONTINUE, Decision.PLUNDER_SOURCE, Decision.PLUNDER_CARD, Decision.BONUS_MOVE),
)
_COURSE = (*_MOVES, *_DUELS, *_OF_ATTACKS, Decision.TIE, Decision.WINDOW_ROLL)
"""A move or a battle is one frame that turns from each of these decisions to the next."""
_WINDOWS = range(Decision.WINDOW_CARD, Decision.PARLEY)
_BATTLES: dict[int, tuple[int, ...]] = {
    **dict.fromkeys(_DUELS, (Battle.VESSEL,)),
    **dict.fromkeys(_OF_ATTACKS, (Battle.ATTACK,)),
    Decision.BONUS_MOVE: (Battle.NOBODY, Battle.ATTACK),
    Decision.TIE: (Battle.VESSEL, Battle.MAN_OF_WAR),
    Decision.WINDOW_ROLL: tuple(Battle),
}
"""Who fights in each decision of the course; in any other nobody does."""
_ABOVE_THE_MENU = tuple(
    kind
    for kind in Decision
    if Decision.PLACE <= kind <= Decision.BONUS_MOVE and kind != Decision.WINDOW_BETWEEN
)
_BOTTOM: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {
    Phase.ACTION: ((Decision.ACTION,), _ABOVE_THE_MENU),
    Phase.RESTOCK: ((Decision.WINDOW_BETWEEN,), (Decision.WINDOW_CARD,)),
}
"""What lies at the bottom of the stack and what above it; in other phases there is one frame."""
_CHOSEN = {
    Decision.PLACE: range(FIRST_HAVEN),
    Decision.WILD_TARGET: range(FIRST_WILD, FIRST_HISTORY),
    Decision.HIST_TARGET: (HOT_PURSUIT, BURIED_TREASURE, PLATE_FLEET),
}
"""The cards that are committed in a decision."""
_PLAYED_IN: dict[int, tuple[int, ...]] = {
    **dict.fromkeys(range(FIRST_WILD, FIRST_HISTORY), (Decision.ACTION,)),
    **dict.fromkeys((HOT_PURSUIT, BURIED_TREASURE, PLATE_FLEET), (Decision.ACTION,)),
    **dict.fromkeys((FAVOURABLE_CURRENT, GULF_STREAM), (Decision.PREMOVE, Decision.DEST)),
    **dict.fromkeys((TURN_OF_FORTUNE, DOUBLE_DEALING), (Decision.WINDOW_CARD,)),
    CONTRARY_WINDS: (Decision.WINDOW_MOVE,),
    CUT_THE_CABLE: (Decision.WINDOW_DECLARED,),
    TAVERN_GOSSIP: (Decision.ACTION, Decision.WINDOW_BETWEEN),
}
"""Where a card is played; any other adds to a roll."""
_AT_OWN = (LETTER_OF_MARQUE, TRADE_WINDS, HOT_PURSUIT, BURIED_TREASURE, PLATE_FLEET)
_AT_TARGETS = (*range(FIRST_WILD, FIRST_HISTORY), *_AT_OWN)
_SOURCES = 3
"""A Plunder Bonus comes from the hand, the table or the Column."""
_GONE = 3
"""FLAG of a card that has left the table."""
_OF_RIVALS = (
    *(Decision.CHOOSE_HAVEN, Decision.PARLEY, Decision.PARLEY_REPLY, Decision.TIE, Decision.PRESS),
    *(Decision.COUNTER, Decision.DAMAGE, Decision.ORPHAN, Decision.WINDOW_CARD),
    *(Decision.WINDOW_ROLL, Decision.WINDOW_MOVE, Decision.WINDOW_DECLARED),
    Decision.WINDOW_BETWEEN,
)
"""What others than the turn player may have to decide."""


def invariants(s: Record, t: Record) -> list[str]:
    """What is wrong with a state."""
    return [
        *_piles(s),
        *_wild_cards(s),
        *_copies(s, t),
        *_attacks(s),
        *_players(s, t),
        *_vessels(s, t),
        *_pieces(s),
        *_course(s, t),
        *_pending(s, t),
    ]


# --- Numbers --------------------------------------------------------------------------------------


def _piles(s: Record) -> Iterator[str]:
    """Piles hold what they count, and nothing beyond their ends."""
    for name, size in (
        *(("draw", s.draw_n), ("disc", s.disc_n), ("apile", s.apile_n), ("abot", s.abot_n)),
        *(("limbo", s.limbo_n), ("limbo_by", s.limbo_n), ("script", s.script_n)),
    ):
        if getattr(s, name)[size:].any():
            yield f"{name} holds cards that do not belong there, beyond the {size} of its pile"
    if not all(s.script[: s.script_n]):
        yield "script holds something else than dice"


def _wild_cards(s: Record) -> Iterator[str]:
    """Wild cards on vessels stay for one to three Upkeeps (HAV-I7)."""
    for seat in range(s.players):
        for slot in range(SLOTS):
            for place in range(WILDS):
                card, left = s.wild[seat, slot, place], s.wild_ttl[seat, slot, place]
                if card != NONE and not left:
                    yield f"wild[{seat}, {slot}][{place}] is {card} for {left} Upkeeps"
                if card == NONE and left:
                    yield f"wild_ttl[{seat}, {slot}][{place}] is {left}, but there is no card"


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
    if ranks != ([ranks.index(rank) + 1 for rank in ranks] if over else [0] * s.players):
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
    for place in range(s.sp, FRAMES):
        if any(s.stack[place]):
            yield f"the stack holds something at {place}, beyond its end"
    if s.over != RUNNING:
        return
    if not s.sp:
        yield "nothing is to be decided"
        return
    frame, phase = s.stack[s.sp - 1], Phase(s.phase)
    kind, actor = frame[KIND], frame[ACTOR]
    if kind not in _KINDS.get(phase, ()):
        yield f"decision {kind} in phase {phase.name}"
        return
    if actor != s.seat:
        yield f"seat {s.seat} is to move, but seat {actor} is asked"
    if actor != s.turn_seat and kind not in _OF_RIVALS:
        yield f"decision {kind} is asked of seat {actor} in the turn of seat {s.turn_seat}"
    if kind in _WINDOWS and (frame[FLAG] or frame[PLACE] >= s.players):
        yield f"the window {kind} has gone round the table, or is over"
    wrong = [*_order(s), *_frames(s, t)]
    yield from wrong or [*_limbo(s), *_move(s, t), *_battle(s), *_parley(s)]


def _order(s: Record) -> Iterator[str]:
    """At the bottom lies what the phase is about, and above it what can wait for each other."""
    first, above = _BOTTOM.get(s.phase, ((), ()))
    kinds = [s.stack[place, KIND] for place in range(s.sp)]
    if first and kinds[0] not in first:
        yield f"decision {kinds[0]} at the bottom of the stack in phase {Phase(s.phase).name}"
    if any(kind not in above for kind in kinds[1:]):
        yield f"decisions {kinds} wait for each other in phase {Phase(s.phase).name}"
    for kind, later in pairwise(kinds):
        waits = kind in (*_COURSE, Decision.ACTION, Decision.WINDOW_BETWEEN, Decision.WINDOW_CARD)
        if not waits and (kind, later) != (Decision.ORPHAN, Decision.ORPHAN):
            yield f"decision {later} lies on decision {kind}, which cannot wait"
    if sum(kind in _COURSE for kind in kinds) > 1:
        yield "there are two moves or battles at once"


def _frames(s: Record, t: Record) -> Iterator[str]:
    """Each frame names what its decision is about."""
    for place in range(s.sp):
        frame = s.stack[place]
        kind, card, seat, slot = frame[KIND], frame[CARD], frame[SEAT], frame[SLOT]
        where = f"frame {place} of decision {kind}"
        if kind in (Decision.SHIFT_DEST, Decision.ORPHAN, Decision.DAMAGE) and NONE in (seat, slot):
            yield f"{where} names no vessel"
        elif kind in (Decision.SHIFT_DEST, Decision.ORPHAN):
            if frame[PLACE] >= PARTS or card == NONE or s.part[seat, slot, frame[PLACE]] != card:
                yield f"{where}: a card is to be placed that is not there"
            if seat != frame[ACTOR] or (kind == Decision.SHIFT_DEST and s.at_sea[seat, slot]):
                yield f"{where}: seat {frame[ACTOR]} cannot move cards of seat {seat}"
        elif kind == Decision.DAMAGE and seat != frame[ACTOR]:
            yield f"{where}: seat {frame[ACTOR]} decides about seat {seat}"
        elif kind in _CHOSEN and card not in _CHOSEN[kind]:
            yield f"{where}: card {card} is not for it"
        elif kind in _CHOSEN and t.cards[card].cost > s.unspent[s.turn_seat]:
            yield f"{where}: {CARD_KEYS[card]} cannot be paid"
        elif kind in _OF_ATTACKS and (slot == NONE or not s.at_sea[s.turn_seat, slot]):
            yield f"{where}: the vessel that attacks is not at sea"
        elif kind == Decision.PLUNDER_CARD and frame[PLACE] >= _SOURCES:
            yield f"{where}: the Plunder Bonus comes from nowhere"
        elif kind == Decision.WINDOW_CARD:
            yield from _played(s, place)


def _played(s: Record, place: int) -> Iterator[str]:
    """A card that is played lies on the decision that it was played in, and has its target."""
    frame, below = s.stack[place], s.stack[place - 1]
    card, seat, slot = frame[CARD], frame[SEAT], frame[SLOT]
    if not place or frame[BY] == NONE or not FIRST_WILD <= card < TYPES:
        yield f"frame {place}: card {card} of seat {frame[BY]} is not played"
        return
    fits = below[KIND] in _PLAYED_IN.get(card, (Decision.WINDOW_ROLL,))
    if not fits or (below[KIND] == Decision.WINDOW_CARD and below[FLAG]):
        yield f"{CARD_KEYS[card]} is not played on decision {below[KIND]}"
    is_asked = place == s.sp - 1 or s.stack[place + 1, KIND] == Decision.WINDOW_CARD
    if frame[FLAG] not in ((0,) if is_asked else (2, 3)):
        yield f"what becomes of {CARD_KEYS[card]} is {frame[FLAG]}"
    if card in _AT_TARGETS:
        if NONE in (seat, slot):
            yield f"{CARD_KEYS[card]} has no target"
        elif is_asked and s.at_sea[seat, slot] != (card != KINGS_PARDON):
            yield f"slot {slot} of seat {seat} is no target of {CARD_KEYS[card]}"
        elif card in _AT_OWN and (seat != s.turn_seat or frame[BY] != seat):
            yield f"{CARD_KEYS[card]} is played on slot {slot} of seat {seat}"
        elif is_asked and card <= SCURVY and NONE not in s.wild[seat, slot]:
            yield f"slot {slot} of seat {seat} has no room for {CARD_KEYS[card]}"


def _limbo(s: Record) -> Iterator[str]:
    """Cards on their way are those that the frames are about, in the same order."""
    frames = [s.stack[place] for place in range(s.sp)]
    cards = [
        frame[CARD]
        for frame in frames
        if frame[KIND] in _CHOSEN or (frame[KIND] == Decision.WINDOW_CARD and frame[FLAG] != _GONE)
    ]
    if cards != list(s.limbo[: s.limbo_n]):
        yield f"limbo holds {list(s.limbo[: s.limbo_n])}, but the frames are about {cards}"


def _course_of(s: Record) -> tuple[int, Any]:
    """Decision and frame of the move or battle; NONE and nothing, if there is neither."""
    for place in range(s.sp):
        if s.stack[place, KIND] in _COURSE:
            return place, s.stack[place]
    return NONE, None


def _move(s: Record, t: Record) -> Iterator[str]:
    """A vessel that moves belongs to whose turn it is, and can go somewhere."""
    _, frame = _course_of(s)
    kind = NONE if frame is None else frame[KIND]
    mv = s.mv
    if kind not in _MOVES and s.bt.type != Battle.VESSEL:
        if (mv.seat, mv.slot, mv.origin) != (NONE,) * 3 or any(
            (mv.die, mv.adders, mv.winds, mv.free, mv.left)
        ):
            yield f"slot {mv.slot} of seat {mv.seat} moves, but no move is made"
        return
    if mv.seat != s.turn_seat or NONE in (mv.slot, mv.origin) or not s.at_sea[mv.seat, mv.slot]:
        yield f"slot {mv.slot} of seat {mv.seat} moves in the turn of seat {s.turn_seat}"
        return
    here = s.hex[mv.seat, mv.slot]
    if kind in (Decision.PREMOVE, Decision.WINDOW_MOVE, Decision.DEST):
        if mv.origin != (haven_hex(s, t, mv.seat) if here == NONE else here):
            yield f"slot {mv.slot} of seat {mv.seat} comes from hex {mv.origin}, not {here}"
        elif here == NONE:
            taken = [hex_ for row in s.hex for hex_ in row]
            if all(t.chart.distance[mv.origin, hex_] > 1 or hex_ in taken for hex_ in range(HEXES)):
                yield f"slot {mv.slot} of seat {mv.seat} cannot leave its Haven"
    elif here == NONE:
        yield f"slot {mv.slot} of seat {mv.seat} has stopped nowhere"


def _battle(s: Record) -> Iterator[str]:
    """A battle has two sides that are at sea, and fits what is decided."""
    bt = s.bt
    place, frame = _course_of(s)
    kind = NONE if frame is None else frame[KIND]
    if bt.type not in _BATTLES.get(kind, (Battle.NOBODY,)):
        yield f"a battle of type {bt.type} goes on during decision {_kind(s)}"
        return
    sides = {
        Battle.ATTACK: [(bt.att_seat, bt.att_slot)],
        Battle.VESSEL: [(bt.att_seat, bt.att_slot), (bt.def_seat, bt.def_slot)],
        Battle.MAN_OF_WAR: [(bt.def_seat, bt.def_slot)],
    }.get(bt.type, [])
    for seat, slot in sides:
        if NONE in (seat, slot) or not s.at_sea[seat, slot] or s.hex[seat, slot] == NONE:
            yield f"slot {slot} of seat {seat} fights, but is not at sea"
            return
    if bt.type == Battle.ATTACK:
        if bt.att_seat != s.turn_seat or bt.att_slot != frame[SLOT]:
            yield f"slot {bt.att_slot} of seat {bt.att_seat} attacks, not slot {frame[SLOT]}"
        elif bt.place == NONE or bt.attack != s.row[bt.att_seat, bt.place]:
            yield f"the Attack {bt.attack} is fought, but does not lie at place {bt.place}"
    elif bt.type == Battle.VESSEL:
        if bt.att_seat == bt.def_seat or (s.mv.seat, s.mv.slot) not in sides:
            yield f"slot {s.mv.slot} of seat {s.mv.seat} has stopped, but others fight"
        if bt.offer and (
            kind != Decision.PARLEY_REPLY or bt.offer > s.booty[bt.def_seat, bt.def_slot]
        ):
            yield f"a Parley offers {bt.offer}, in decision {kind}"
    elif bt.type == Battle.MAN_OF_WAR or kind == Decision.WINDOW_ROLL:
        yield from _rolled_for(s, s.stack[place - 1])
    else:
        yield from _peace(s)


def _rolled_for(s: Record, frame: Any) -> Iterator[str]:
    """A Man-of-War, or a card that a Saving Roll may cancel, is played at the side that rolls."""
    bt = s.bt
    expected = (frame[CARD], frame[SEAT], frame[SLOT], s.turn_seat)
    found = (bt.wild, bt.def_seat, bt.def_slot, bt.att_seat)
    if frame[KIND] != Decision.WINDOW_CARD or found != expected:
        yield f"card {bt.wild} is rolled for, but {frame[CARD]} is played"
    elif not BECALMED <= bt.wild <= MAN_OF_WAR:
        yield f"nobody rolls for {CARD_KEYS[bt.wild]}"
    elif (bt.wild == MAN_OF_WAR) != (bt.type == Battle.MAN_OF_WAR):
        yield f"{CARD_KEYS[bt.wild]} is rolled for in a battle of type {bt.type}"


def _parley(s: Record) -> Iterator[str]:
    """Booty is offered until the offer is answered, and no more than there is."""
    bt, most = s.bt, 0
    if any(s.stack[place, KIND] == Decision.PARLEY_REPLY for place in range(s.sp)):
        most = 0 if NONE in (bt.def_seat, bt.def_slot) else s.booty[bt.def_seat, bt.def_slot]
    if bt.offer > most:
        yield f"a Parley offers {bt.offer} of {most} pieces"


def _peace(s: Record) -> Iterator[str]:
    """Nobody fights, so there is nothing to be known of a battle."""
    bt = s.bt
    drawn = NONE if _kind(s) != Decision.ATTACK_SWAP else bt.attack
    nobody = (bt.att_seat, bt.att_slot, bt.def_seat, bt.def_slot, bt.place, bt.wild)
    counts = (bt.round, bt.rolls, bt.ties, bt.offer, *bt.pips, *bt.dice)
    if nobody != (NONE,) * 6 or bt.attack != drawn or any(counts):
        yield "there is no battle, but sides or rolls of one"


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
