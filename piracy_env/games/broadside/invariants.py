"""What is true of every state, and of every step: complaints in words, naming the culprit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from piracy_env.core.game import CUT, ENDED, RUNNING
from piracy_env.core.record import Record
from piracy_env.games.broadside.actions import ACTIONS, RED_KEYS
from piracy_env.games.broadside.cards import COPY, SHIP_ROW, TREASURE_ROW
from piracy_env.games.broadside.options import MOST_DECISIONS
from piracy_env.games.broadside.ships import Ship, fleet, fleet_points, ship_in_fleet
from piracy_env.games.broadside.state import (
    ATTACKER,
    BLUE,
    DEFENDER,
    FIRST_INVENTORY,
    FIRST_SLOOP,
    NONE,
    RED,
    SEATS,
    SHIPS,
    TABLE,
    End,
    Phase,
    Place,
    Red,
    Step,
)

_CARD_PHASES = range(Phase.CARD_OWN, Phase.REORG)
_SHARING = (Phase.INCOME, Phase.SHARE)
_CREW_CARDS = (Red.CAST_AWAY, Red.HARBOUR, Red.TRAITORS)
_KINDS = {  # the cards that lead into each phase
    Phase.CARD_OWN: (*_CREW_CARDS, *range(FIRST_INVENTORY, RED)),
    Phase.CARD_ENEMY: (Red.TRAITORS, Red.SABOTAGE),
    Phase.CARD_PLAYER: (Red.NEPTUNES_REVENGE,),
    Phase.CARD_RED: (Red.ST_ELMOS_FIRE,),
    Phase.CARD_BLUE: (Red.OLD_SEADOG,),
    Phase.CARD_INV: (Red.SABOTAGE,),
}
_TABLE_CLEARED = (Phase.INCOME, Phase.DISCARD)
_NOTHING_IN_PEACE = (
    *("red_battle", "b_neutral", "b_step", "b_side", "b_passes", "b_temp", "b_chain", "b_fr"),
    *("b_gw", "b_gh", "b_surprise", "b_wind", "b_rolled", "b_round"),
)


# --- a state --------------------------------------------------------------------------------------


def invariants(s: Record, t: Record) -> list[str]:
    """What is wrong with a state."""
    slots = [*_slots(s), *_zones(s, t)]
    if slots:
        return slots  # ships that are not where they should be have no crew to be counted
    return [
        *_red_cards(s, t),
        *_crews(s, t),
        *_players(s, t),
        *_fame(s, t),
        *_knowledge(s),
        *_counted(s),
        *_left_out(s),
        *_course(s, t),
        *_choices(s, t),
        *_battle(s, t),
        *_places(s),
    ]


def _numbers(name: str, value: object) -> Iterator[tuple[str, int]]:
    """All numbers of a field, each with its place."""
    if isinstance(value, int):
        yield name, value
    elif hasattr(value, "__iter__"):
        for index, item in enumerate(value):
            yield from _numbers(f"{name}[{index}]", item)


def _slots(s: Record) -> Iterator[str]:
    """What lies in a slot belongs there, and an empty slot holds nothing."""
    for slot, card in enumerate(s.table_card):
        if card == NONE and s.table_crew[slot]:
            yield f"the empty slot {slot} of the middle has {s.table_crew[slot]} crew"
        if card != NONE and (s.table_crew[slot] > 0) != (SHIP_ROW[card] != NONE):
            yield f"card {card} in the middle has {s.table_crew[slot]} crew"
    for seat in range(SEATS):
        inside = s.fleet_crew[seat] + s.fleet_acted[seat] + s.fleet_inv[seat].sum(1)
        for slot, (card, held) in enumerate(zip(s.fleet_card[seat], inside, strict=True)):
            if card != NONE and SHIP_ROW[card] == NONE:
                yield f"card {card} in slot {slot} of seat {seat} is no ship"
            if card == NONE and held:
                yield f"the empty slot {slot} of seat {seat} is not empty"


def _zones(s: Record, t: Record) -> Iterator[str]:
    """Every blue card of this game is in exactly one place, and the arrays agree with it."""
    found: dict[int, list[int]] = {card: [] for card in range(SHIPS)}
    for card in s.table_card:
        if card != NONE:
            found[card].append(Place.TABLE)
    for seat in range(SEATS):
        for card in s.fleet_card[seat]:
            if card != NONE:
                found[card].append(Place.FLEET + seat)
    seats = range(s.players)
    for card, place in enumerate(s.blue_loc):
        dealt: list[int] = [Place.DECK, Place.DISCARD, *(Place.HAND + seat for seat in seats)]
        if TREASURE_ROW[card] != NONE:
            dealt += [Place.TREASURE + seat for seat in seats]
        if card >= FIRST_SLOOP or not _takes_part(s, t, card):
            dealt = [Place.BOX]
        if (found[card] or [place]) != [place]:
            yield f"blue_loc[{card}] is {place}, but the card is in {found[card]}"
        elif not found[card] and place not in dealt:
            yield f"blue_loc[{card}] is {place}, where it cannot be"
        elif found[card] and not _takes_part(s, t, card):
            yield f"card {card} is in {place}, but does not take part"


def _takes_part(s: Record, t: Record, card: int) -> bool:
    """Whether a blue card, or the Big Sloop of a seat, is in this game."""
    if card >= FIRST_SLOOP:
        return bool(card < FIRST_SLOOP + s.players)
    is_ship = SHIP_ROW[card] != NONE
    row = t.ships[SHIP_ROW[card]] if is_ship else t.treasures[TREASURE_ROW[card]]
    return COPY[card] < _copies(s, row)


def _copies(s: Record, row: Record) -> int:
    """Copies of a card in this game."""
    more = (row.contents if s.expansion_size else row.list) if s.expansion else 0
    return int(row.base) + int(more)


def _red_cards(s: Record, t: Record) -> Iterator[str]:
    """Red cards are neither lost nor doubled, and hands of waiting players are small."""
    limit = int(t.numbers.red_limit)
    if s.round_no == 1:  # with other tables the first hands may be larger
        income = max(t.numbers.draw_red, t.numbers.least_red) if s.first_round_equal else 0
        limit = max(limit, t.numbers.start_red + income)
    totals = s.red_hand.sum(0) + s.red_deck + s.red_disc + s.red_battle
    totals[FIRST_INVENTORY:] += s.fleet_inv.sum((0, 1))
    for kind, (total, plays) in enumerate(zip(totals, s.plays, strict=True)):
        found, copies = total + (s.red_limbo == kind), _copies(s, t.reds[kind])
        if found != copies:
            yield f"there are {found} copies of {RED_KEYS[kind]}, but {copies} in the game"
        if plays > copies:
            yield f"{RED_KEYS[kind]} was played {plays} times, of {copies} copies"
    for seat in range(SEATS):
        hand = sum(s.red_hand[seat])
        if seat != s.cur and hand > limit:
            yield f"seat {seat} holds {hand} red cards, but may keep {limit}"


def _crews(s: Record, t: Record) -> Iterator[str]:
    """Every ship has at least one crew and at most its maximum, but for a running share-out."""
    for seat in range(s.players):
        for ship in fleet(s, t, seat):
            where = f"slot {ship.slot} of seat {seat}"
            waits = s.phase == Phase.SHARE and seat == s.cur and ship.slot >= s.dist_slot
            if waits and ship.crew:
                yield f"the crew of {where} is not decided yet, but there are {ship.crew}"
            elif not waits and not 1 <= ship.crew <= ship.most:
                yield f"the crew of {where} is {ship.crew}, not 1 to {ship.most}"


def _players(s: Record, t: Record) -> Iterator[str]:
    """Who is afloat has a ship, and who is not has nothing."""
    for seat in range(s.players):
        lost = bool(s.out >> seat & 1)
        own = [place for place in s.blue_loc if place >= Place.HAND and place % 10 == seat]
        if lost != (s.elim_event[seat] > 0):
            yield f"elim_event[{seat}] is {s.elim_event[seat]}, but out is {s.out}"
        elif lost and (own or sum(s.red_hand[seat]) or s.treasure_pts[seat]):
            yield f"seat {seat} is eliminated, but still owns something"
        elif not lost and not fleet(s, t, seat):
            yield f"seat {seat} has no ship left, but is not eliminated"


def _fame(s: Record, t: Record) -> Iterator[str]:
    """Treasure points are those of the treasures, and the Treasure Cave is with the most."""
    places = list(s.blue_loc)
    for seat in range(s.players):
        cards = [card for card in range(BLUE) if places[card] == Place.TREASURE + seat]
        points = sum(t.treasures[TREASURE_ROW[card]].points for card in cards)
        if s.treasure_pts[seat] != points:
            yield f"seat {seat} has {points} treasure points, not {s.treasure_pts[seat]}"
    every = list(s.treasure_pts)
    most = max(every)
    if s.cave_owner != NONE and (most == 0 or every[s.cave_owner] < most):
        yield f"seat {s.cave_owner} owns the Treasure Cave without the most treasure points"
    if s.cave_owner == NONE and most and every.count(most) == 1:
        yield f"nobody owns the Treasure Cave, though seat {every.index(most)} should"


def _knowledge(s: Record) -> Iterator[str]:
    """What is known of a hand is in it."""
    for viewer in range(SEATS):
        for holder in range(SEATS):
            known = s.known[viewer, holder]
            if not known.any():
                continue
            nothing = viewer == holder or s.out >> holder & 1 or s.players <= max(viewer, holder)
            for kind in range(RED):
                held = 0 if nothing else s.red_hand[holder, kind]
                if known[kind] > held:
                    yield (
                        f"known[{viewer}, {holder}] has {known[kind]} {RED_KEYS[kind]}, "
                        f"but at most {held} can be known"
                    )


def _counted(s: Record) -> Iterator[str]:
    """What is known to be in some hand is there, and hands have places for it."""
    for viewer in range(s.players):
        rivals = [seat for seat in range(s.players) if seat != viewer]
        spare = s.red_hand[rivals] - s.known[viewer, rivals]
        for kind in (s.held[viewer] > spare.sum(0)).nonzero()[0].tolist():
            yield (
                f"held[{viewer}] has {s.held[viewer, kind]} {RED_KEYS[kind]}, "
                f"but the others have {spare[:, kind].sum()} more than it knows of"
            )
        for seat in (viewer, *range(s.players, SEATS)):
            if s.older[viewer, seat]:
                whose = "the own hand" if seat == viewer else "no hand"
                yield f"older[{viewer}, {seat}] is {s.older[viewer, seat]}, in {whose}"
        for rival, room in zip(rivals, spare.sum(1).tolist(), strict=True):
            if s.older[viewer, rival] > room:
                yield f"older[{viewer}, {rival}] is {s.older[viewer, rival]}, of {room} cards"
        if _have_too_little_room(s.held[viewer], s.older[viewer, rivals], spare):
            yield (
                f"held[{viewer}] has {sum(s.held[viewer])} cards, for which the other hands have "
                f"no room: of these {s.older[viewer, rivals].tolist()} are older than the deck"
            )
    for nobody in range(s.players, SEATS):
        if s.held[nobody].any() or s.older[nobody].any():
            yield f"held or older has cards that seat {nobody} counts, where nobody sits"


def _have_too_little_room(held: Any, older: Any, spare: Any) -> bool:
    """Whether cards of each kind cannot be shared out: in each hand are so many old ones.

    Of no kind can a hand take more than it has to spare. The cards can be shared out if any choice
    of hands has room for what does not go into the others (the least cut of a flow from kinds to
    hands).
    """
    taken = np.array([*product((False, True), repeat=len(older))])
    elsewhere = np.minimum(held, ~taken @ spare.astype(np.int64)).sum(1)
    return bool((taken @ older.astype(np.int64) + elsewhere < held.sum()).any())


def _left_out(s: Record) -> Iterator[str]:
    """Blue cards that were not in the deck when it was shuffled are not there."""
    counted = [0] * SEATS
    for card, is_left in enumerate(s.blue_left):
        place = s.blue_loc[card]
        if is_left and place == Place.DECK:
            yield f"card {card} is in the deck, but was not when that was shuffled"
        if is_left and Place.HAND <= place < Place.FLEET:
            counted[place - Place.HAND] += 1
    for seat, (found, number) in enumerate(zip(counted, s.blue_older, strict=True)):
        if found != number:
            yield f"blue_older[{seat}] is {number}, but its hand holds {found} such cards"


def _course(s: Record, t: Record) -> Iterator[str]:
    """Whose move it is, and why the game is not over."""
    phase = Phase(s.phase)
    ended = (phase == Phase.OVER, s.end_reason > 0)
    if s.over != CUT and ended != (s.over == ENDED,) * 2:
        yield f"over is {s.over}, in phase {phase.name} for reason {End(s.end_reason).name}"
    if s.moves > MOST_DECISIONS:
        yield f"{s.moves} decisions were made, of {MOST_DECISIONS}"
    if phase in _TABLE_CLEARED and any(card != NONE for card in s.table_card):
        yield f"in phase {phase.name} nothing lies in the middle"
    if s.over != RUNNING:
        return
    if s.round_no > s.max_rounds:
        yield f"round {s.round_no} is played, of {s.max_rounds}"
    if s.out >> s.seat & 1:
        yield f"seat {s.seat} is to move, but eliminated"
    if s.seat != s.cur and phase != Phase.WINDOW:
        yield f"seat {s.seat} is to move in phase {phase.name}, but the turn is that of {s.cur}"
    if sum(not s.out >> seat & 1 for seat in range(s.players)) < 2:
        yield "fewer than two players are left, but the game is running"
    if fleet_points(s, t, s.cur) >= s.target_points:
        yield f"seat {s.cur} has {fleet_points(s, t, s.cur)} points, but the game is running"


def _choices(s: Record, t: Record) -> Iterator[str]:
    """What has been chosen so far fits the phase."""
    phase = Phase(s.phase)
    if (s.red_limbo != NONE) != (phase in _CARD_PHASES):
        yield f"red_limbo is {s.red_limbo} in phase {phase.name}"
    elif phase in _KINDS and s.red_limbo not in _KINDS[phase]:
        yield f"{RED_KEYS[s.red_limbo]} does not lead into phase {phase.name}"
    if phase in _CARD_PHASES and s.ret_phase not in (Phase.ADVENTURE, Phase.REORG):
        yield f"ret_phase is {s.ret_phase}"
    if s.pool and phase not in _SHARING:
        yield f"pool is {s.pool} in phase {phase.name}"
    reorganises = phase == Phase.REORG or (phase in _CARD_PHASES and s.ret_phase == Phase.REORG)
    if s.muster and not reorganises and phase != Phase.OVER:
        yield f"muster is {s.muster} in phase {phase.name}"
    if (s.dist_slot != NONE) != (phase in _SHARING):
        yield f"dist_slot is {s.dist_slot} in phase {phase.name}"
    if phase in _SHARING and s.fleet_card[s.cur, s.dist_slot] == NONE:
        yield f"crew goes to the empty slot {s.dist_slot}"
    if s.muster and s.redist_done:
        yield f"muster is {s.muster}, but crew was shared out already"
    if phase == Phase.DISCARD and sum(s.red_hand[s.cur]) <= t.numbers.red_limit:
        yield "a card is to be discarded, but none is too many"
    yield from _shared_out(s, t)
    yield from _actors(s)
    yield from _enemy_choice(s)


def _shared_out(s: Record, t: Record) -> Iterator[str]:
    """All crew that is shared out finds room on the ships to come, and each of them gets some."""
    if s.phase not in _SHARING:
        return
    later = [ship for ship in fleet(s, t, s.cur) if ship.slot >= s.dist_slot]
    room = sum(ship.most - ship.crew for ship in later)
    least = len(later) if s.phase == Phase.SHARE else 1
    if not least <= s.pool <= room:
        yield f"pool is {s.pool}, but the ships to come take {least} to {room}"


def _actors(s: Record) -> Iterator[str]:
    """The ship that acts, and the treasure that is dug for."""
    phase = Phase(s.phase)
    acts = phase in (Phase.TARGET, Phase.WINDOW, Phase.EXPEDITION)
    if (s.sel_ship != NONE) != acts:
        yield f"sel_ship is {s.sel_ship} in phase {phase.name}"
    elif acts and s.fleet_card[s.cur, s.sel_ship] == NONE:
        yield f"the empty slot {s.sel_ship} acts"
    if (s.exp_slot != NONE) != (phase == Phase.EXPEDITION):
        yield f"exp_slot is {s.exp_slot} in phase {phase.name}"
    elif s.exp_slot != NONE and TREASURE_ROW[s.table_card[s.exp_slot]] == NONE:
        yield f"slot {s.exp_slot} of the middle holds no treasure"


def _enemy_choice(s: Record) -> Iterator[str]:
    """The opponent's ship that a card is for."""
    seat, slot = s.sel_enemy
    wanted = s.phase == Phase.CARD_INV or (
        s.phase == Phase.CARD_OWN and s.red_limbo == Red.TRAITORS
    )
    if wanted != (seat != NONE) or wanted != (slot != NONE):
        yield f"sel_enemy is {seat}, {slot} in phase {Phase(s.phase).name}"
    elif wanted and (seat == s.cur or s.fleet_card[seat, slot] == NONE):
        yield f"slot {slot} of seat {seat} was chosen, which is no ship of an opponent"
    elif s.phase == Phase.CARD_INV and not any(s.fleet_inv[seat, slot]):
        yield f"slot {slot} of seat {seat} was chosen, which carries no inventory"


def _battle(s: Record, t: Record) -> Iterator[str]:
    """The battle under way is between two ships, and its cards add up."""
    if s.b_on != (s.phase == Phase.WINDOW):
        yield f"b_on is {s.b_on} in phase {Phase(s.phase).name}"
    elif not s.b_on:
        for name in (*_NOTHING_IN_PEACE, "b_seat", "b_slot", "b_roller"):
            idle = 0 if name in _NOTHING_IN_PEACE else NONE
            for place, value in _numbers(name, getattr(s, name)):
                if value != idle:
                    yield f"{place} is {value} without a battle"
    else:
        yield from _fighters(s)
        yield from _battle_cards(s, t)


def _fighters(s: Record) -> Iterator[str]:
    """The attacker is the ship that acts, and the defender is another one."""
    seat, slot = s.b_seat[DEFENDER], s.b_slot[DEFENDER]
    if (s.b_seat[ATTACKER], s.b_slot[ATTACKER]) != (s.cur, s.sel_ship):
        yield f"slot {s.sel_ship} of seat {s.cur} should be the attacker"
    if s.b_neutral:
        if seat != NONE or not 0 <= slot < TABLE or not s.table_crew[slot]:
            yield f"slot {slot} of the middle is attacked, which holds no ship"
    elif seat in (NONE, s.cur) or slot == NONE or s.fleet_card[seat, slot] == NONE:
        yield f"slot {slot} of seat {seat} is attacked, which is no ship of an opponent"
    if s.b_seat[s.b_side] != s.seat and not (s.b_neutral and s.b_side == DEFENDER):
        yield f"seat {s.seat} is to move, but side {s.b_side} is to act"
    if s.b_neutral and (s.b_side or s.b_passes):
        yield "a neutral ship plays no cards, so only the attacker is asked"
    if s.b_neutral != (s.b_roller != NONE):
        yield f"b_roller is {s.b_roller} against {'a neutral ship' if s.b_neutral else 'a player'}"


def _battle_cards(s: Record, t: Record) -> Iterator[str]:
    """Every effect has its card on the table."""
    for name, kind in (("b_chain", Red.CHAIN_SHOT), ("b_fr", Red.FAST_RELOAD),
                       ("b_gw", Red.GOOD_WIND)):  # fmt: skip
        counted = sum(getattr(s, name))
        if counted != s.red_battle[kind]:
            yield f"{name} counts {counted}, but {s.red_battle[kind]} cards are played"
    for name, kind in (("b_gh", Red.GRAPPLING_HOOKS), ("b_surprise", Red.SURPRISE_ATTACK)):
        if getattr(s, name) != s.red_battle[kind]:
            yield f"{name} is {getattr(s, name)}, but {s.red_battle[kind]} cards are played"
    hired = sum(
        s.red_battle[kind] * t.reds[kind].amount for kind in (Red.GOOD_SPEECH, Red.BOTTLE_OF_RUM)
    )
    if sum(s.b_temp) > hired:
        yield f"{sum(s.b_temp)} crew are on cards that hold {hired}"
    if s.b_gh and any(s.b_fr):
        yield "Grappling Hooks and Fast Reload are in play together"
    if s.b_rolled != (s.b_step > Step.WIND) or (not s.b_rolled and s.b_wind):
        yield f"b_rolled is {s.b_rolled} with wind {s.b_wind} in step {Step(s.b_step).name}"
    if s.b_round and s.b_step != Step.CREW:
        yield f"b_round is {s.b_round} in step {Step(s.b_step).name}"


def _places(s: Record) -> Iterator[str]:
    """At the end the places 1 to n are given, equal players sharing theirs."""
    if s.end_reason == End.RUNNING:
        if any((*s.rank_lo, *s.rank_hi)):
            yield "places are given before the end"
        return
    groups = Counter(zip(list(s.rank_lo)[: s.players], list(s.rank_hi)[: s.players], strict=True))
    place = 1
    for (low, high), members in sorted(groups.items()):
        if (low, high) != (place, place + members - 1):
            yield f"{members} of the players have places {low} to {high}, but {place} is next"
        place += members


# --- a step ---------------------------------------------------------------------------------------


def transition(before: Record, action: int, after: Record, t: Record) -> list[str]:
    """What is wrong with a step."""
    return [*_crew_grows(before, action, after, t), *_shared_crew(before, action, after, t)]


def _crew_grows(before: Record, action: int, after: Record, t: Record) -> Iterator[str]:
    """A fleet gets crew by income, plunder, cards, treasures and share-outs, and not too much."""
    block, where = ACTIONS.parse(action)
    for seat in range(before.players):
        growth = sum(after.fleet_crew[seat]) - sum(before.fleet_crew[seat])
        if growth <= 0:
            continue
        most = 0
        if before.phase in _SHARING and seat == before.cur:
            most = where["crew"]
        elif before.phase in (Phase.TARGET, Phase.WINDOW):
            most = _spoils(before, block, where, seat, after, t)
        elif before.phase == Phase.EXPEDITION and seat == before.cur:
            most = t.treasures[TREASURE_ROW[before.table_card[before.exp_slot]]].crew
        elif before.phase == Phase.CARD_OWN and seat == before.cur:
            most = t.reds[before.red_limbo].amount if before.red_limbo in _CREW_CARDS else 0
        if growth > most:
            yield f"the crew of seat {seat} grew by {growth} in phase {Phase(before.phase).name}"


def _spoils(
    before: Record, block: str, where: dict[str, int], seat: int, after: Record, t: Record
) -> int:
    """The most crew that a battle or the first roll for a treasure brings."""
    if block == "target_table" and seat == before.cur:
        card = before.table_card[where["slot"]]
        if TREASURE_ROW[card] != NONE:
            return int(t.treasures[TREASURE_ROW[card]].crew)
    gained = {*after.fleet_card[seat]} - {*before.fleet_card[seat]} - {NONE}
    if len(gained) > 1:
        return 0
    full = all(card != NONE for card in before.fleet_card[seat])
    prizes = [t.ships[SHIP_ROW[card]].cargo for card in gained]
    most = max(ship.cargo for ship in t.ships) if full else 0
    return int(max([most, *prizes]))


def _shared_crew(before: Record, action: int, after: Record, t: Record) -> Iterator[str]:
    """Reorganisation creates no crew but what a ship is sold for."""
    if before.phase not in (Phase.REORG, Phase.SHARE) or after.cur != before.cur:
        return
    if after.over != RUNNING or after.phase not in (Phase.REORG, Phase.SHARE):
        return
    block, where = ACTIONS.parse(action)
    sold: Ship | None = None
    if block == "sell":
        sold = ship_in_fleet(before, t, before.cur, where["ship"])
    old, new = (sum(s.fleet_crew[s.cur]) + s.pool + s.muster for s in (before, after))
    allowed = old + (sold.cargo if sold else 0)
    if new > allowed:
        yield f"reorganisation turned {old} crew into {new}"
