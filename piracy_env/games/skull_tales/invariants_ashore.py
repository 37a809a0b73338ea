"""What is true of Characters, cards, goals and the course of an Adventure (STA section 13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from piracy_env.core.game import RUNNING
from piracy_env.core.record import Record
from piracy_env.games.skull_tales.gear import LEGEND, Gear
from piracy_env.games.skull_tales.hoard_land import (
    half_places,
    hidden_tokens,
    is_kept,
    laid_tokens,
)
from piracy_env.games.skull_tales.invariants_deeds import deed_faults
from piracy_env.games.skull_tales.invariants_land import board_faults, figure_faults
from piracy_env.games.skull_tales.invariants_magic import magic_faults
from piracy_env.games.skull_tales.invariants_things import thing_faults
from piracy_env.games.skull_tales.invariants_waiting import waiting_faults
from piracy_env.games.skull_tales.ranges_land import AT_REST, CLEARED
from piracy_env.games.skull_tales.state import (
    CANDIDATES,
    CARRIED,
    EMPTY,
    FRAME,
    FRAMES,
    KEPT,
    KIND,
    NONE,
    PIRATE,
    SLOT,
    SLOTS,
    A,
    Decision,
    Ended,
)
from piracy_env.games.skull_tales.state_land import (
    CHESTS,
    FOES,
    GOAL_TOKENS,
    LYING,
    TOKENS_FALLEN,
    Goal,
    OncePlayed,
    Status,
)
from piracy_env.games.skull_tales.tables.cards import SEARCH_KEYS
from piracy_env.games.skull_tales.tables.enemies import FALLEN_KEYS
from piracy_env.games.skull_tales.terrain import BOARD, TOKENS
from piracy_env.games.skull_tales.words_land import BOTH, LEFT, RIGHT, STARTING, WORN

PLACES = 3
"""Cards that a Character can carry, beside starting gear and what is worn."""
_HANDS = {RIGHT: 1, LEFT: 2, BOTH: 3}
"""The hands that an item fills, a bit each."""
_LOST_HANDS = {3: 1, 4: 2}
"""The hand that a permanent wound takes, by the bit of `ch_perm`."""
_FIRST_FLOW = 120
_KINDS = frozenset(Decision)
_IN_PASSING = frozenset({Decision.OVERLOAD, Decision.EXCHANGE, Decision.GIVE, Decision.TAKE})
"""While one of these is asked a Character may carry too much."""
_PARTED = frozenset((Ended.PHASE_OVER, Ended.CHAPTER_OVER))
"""Ends of a part of a campaign, of which the next is set up."""
_LAYING = frozenset({Decision.TILE})
_CHOOSING = frozenset({Decision.PICK, Decision.HAND})
_MOST = {Decision.FOES_COMING: BOARD * BOARD}
"""What a frame is about lies below this, if it is no Character and no Enemy."""


def ashore_faults(s: Record, t: Record) -> Iterator[str]:
    """All that is wrong with an Adventure, in words."""
    if s.chapter == NONE:
        yield "no Adventure is played"
        return
    for part in (_crew, _inventories, _pockets, _tokens, _decks, _piles, _goals, _course, _frames):
        yield from part(s, t)
    yield from magic_faults(s, t)
    if s.over == RUNNING:
        yield from thing_faults(s, t)
    yield from board_faults(s, t)
    yield from figure_faults(s, t)


def invariants(s: Record, t: Record) -> list[str]:
    """What is wrong with a state, in words."""
    if s.round == 0 and s.n_tl == 0:  # Pirates are chosen, and nothing is laid out yet
        return [*_faults_before(s, t)]
    return [*ashore_faults(s, t)]


def _faults_before(s: Record, t: Record) -> Iterator[str]:
    """What is wrong with a game whose Adventure is not laid out yet."""
    for part in (_crew, _inventories, _pockets, _frames):
        yield from part(s, t)
    if s.over == RUNNING and s.stk[s.sp - 1][KIND] not in _CHOOSING:
        yield "nothing is laid out, but no Pirate is chosen"
    left = [name for name in CLEARED if (np.asarray(getattr(s, name)) != AT_REST[name]).any()]
    if left:
        yield f"nothing is laid out, but something is there: {', '.join(sorted(left))}"


def transition(before: Record, action: int, after: Record, t: Record) -> list[str]:
    """What is wrong with a step: the flag goes back, a token is lost, and deeds (13: 1, 7, 9-13).

    That tokens are out of the Adventure is no fault of a position: it may be set by hand.
    """
    if before.round == 0 or after.adv_repeat != before.adv_repeat:
        return []
    faults = [*_lost_tokens(before, after, t), *deed_faults(before, action, after, t)]
    if after.flag > before.flag:
        faults.append(f"the flag goes back from {before.flag} to {after.flag}")
    return faults


# --- Characters -----------------------------------------------------------------------------------


def _crew(s: Record, t: Record) -> Iterator[str]:
    """Slots, wounds, Destiny Points, conditions."""
    for kind in (PIRATE, PIRATE + 1):
        slots = [slot for slot in range(SLOTS) if s.ch_kind[slot] == kind]
        cards = [s.ch_card[slot] for slot in slots if s.ch_card[slot] != NONE]
        if len(set(cards)) < len(cards):
            yield f"two Characters have one card: {sorted(cards)}"
        rows = len(t.characters if kind == PIRATE else t.allies)
        if any(card >= rows for card in cards):
            yield "a Character has a card that does not exist"
    for slot in range(SLOTS):
        if s.ch_kind[slot] != EMPTY:
            yield from _character(s, slot)
        elif s.inv_n[slot] or s.s_n[slot] or s.ch_y[slot] != NONE:
            yield f"slot {slot} is empty, but has something"


def _character(s: Record, slot: int) -> Iterator[str]:
    if (s.ch_kind[slot] == PIRATE) != (slot < s.players):
        yield f"slot {slot} has the wrong kind of Character"
    if not 0 <= s.ch_owner[slot] < s.players:
        yield f"Character {slot} is nobody's"
    elif slot < s.players and s.ch_owner[slot] != slot:
        yield f"the Pirate of seat {slot} is another's"
    if s.ch_wounds[slot] > s.ch_hp_max[slot]:
        yield f"Character {slot} has {s.ch_wounds[slot]} wounds of {s.ch_hp_max[slot]}"
    if s.ch_dp[slot] > s.ch_dp_max[slot]:
        yield f"Character {slot} has more Destiny Points than its limit"
    is_down = bool(s.ch_status[slot] & Status.KNOCKED_OUT)
    if is_down != (s.ch_wounds[slot] == s.ch_hp_max[slot] > 0) and not s.over:
        yield f"Character {slot} is Knocked Out, or has all its wounds, but not both"
    if is_down and s.ch_adv_pp[slot]:
        yield f"Character {slot} is Knocked Out and has gained prestige"
    if (s.ch_y[slot] == NONE) != (s.ch_x[slot] == NONE):
        yield f"Character {slot} is half off the board"
    is_held = any(s.foe_holds[foe] == slot + 1 for foe in range(FOES))
    if is_held and (not s.ch_status[slot] & Status.RESTRAINED or s.ch_y[slot] != NONE):
        yield f"Character {slot} is held by an Enemy, but still on the board or free"


def _inventories(s: Record, t: Record) -> Iterator[str]:
    """Cards that are carried: their number, their hands and places."""
    copies: Counter[int] = Counter()
    is_passing = any(s.stk[place][KIND] in _IN_PASSING for place in range(s.sp))
    is_passing = is_passing or (s.sp > 0 and s.stk[s.sp - 1][KIND] >= _FIRST_FLOW)
    for slot in range(SLOTS):
        count = s.inv_n[slot]
        entries = [
            (s.inv_id[slot][k], s.inv_loc[slot][k], s.inv_flag[slot][k]) for k in range(CARRIED)
        ]
        if any(any(entry) for entry in entries[count:]):
            yield f"Character {slot} carries something beyond its {count} cards"
        yield from _hands(s, t, slot, entries[:count])
        copies.update(item for item, _, flag in entries[:count] if not flag & STARTING)
        if half_places(s, t, slot) > 2 * PLACES and not is_passing:
            yield f"Character {slot} carries too much"
    copies.update(s.gr_item[k] for k in range(LYING) if not s.gr_flag[k] & STARTING)
    for item, found in copies.items():
        if not _is_card(t, item) or item in {Gear.DAGGER, Gear.PISTOL, Gear.SWORD, Gear.AXE}:
            continue  # found ones are no cards of the deck
        most = 1 if item >= LEGEND else t.gear[item].copies
        if found > most:
            yield f"there are {found} cards of gear {item}, not {most}"


def _hands(s: Record, t: Record, slot: int, entries: list[Any]) -> Iterator[str]:
    filled = 0
    for item, loc, _ in entries:
        if not _is_card(t, item):
            yield f"Character {slot} carries {item}, which is no card to be carried"
            continue
        if (loc == WORN) != (t.items[item].worn == 1):
            yield f"Character {slot} wears what is not worn, or has it elsewhere: {item}"
        if loc in _HANDS:
            if (loc == BOTH) != (t.items[item].hands > 1):
                yield f"Character {slot} holds {item} in the wrong number of hands"
            if filled & _HANDS[loc]:
                yield f"Character {slot} holds two cards in one hand"
            filled |= _HANDS[loc]
    lost = sum(hand for bit, hand in _LOST_HANDS.items() if s.ch_perm[slot] >> bit & 1)
    if filled & lost:
        yield f"Character {slot} holds something in a hand that it has lost"


def _is_card(t: Record, item: int) -> bool:
    """Whether a number is that of a Gear card, or of a Legendary Item."""
    return 0 < item <= Gear.POWDER_HORN or LEGEND <= item < len(t.items)


def _pockets(s: Record, t: Record) -> Iterator[str]:
    """Kept Search cards are such as are kept; disorders are different."""
    for slot in range(SLOTS):
        cards = [s.s_cards[slot][k] for k in range(KEPT)]
        if any(cards[s.s_n[slot] :]):
            yield f"Character {slot} keeps something beyond its {s.s_n[slot]} Search cards"
        if any(not is_kept(t, card) for card in cards[: s.s_n[slot]]):
            yield f"Character {slot} keeps a Search card that is not kept"
        kept = cards[: s.s_n[slot]]
        if s.oncea[slot] & OncePlayed.FIND_LEFT and SEARCH_KEYS.index("brew") not in kept:
            yield f"Character {slot} has used a found Brew once that it does not keep"
        if s.oncea[slot] & OncePlayed.BREW_LEFT and s.ch_brew[slot] == 0:
            yield f"Character {slot} has used a Brew once that it does not have"
    disorders = [one for one in s.dis if one != NONE]
    if len(set(disorders)) < len(disorders):
        yield "two Pirates have the same disorder"
    if any(s.dis[seat] != NONE for seat in range(s.players, SLOTS)):
        yield "nobody has a disorder"


# --- tokens and decks -----------------------------------------------------------------------------


def _tokens(s: Record, t: Record) -> Iterator[str]:
    """Fallen tokens, and what lies on the ground."""
    kinds = Counter(s.fl_kind)
    for kind, key in enumerate(FALLEN_KEYS):
        if kinds[kind] != t.fallen[kind].copies:
            yield f"{kinds[kind]} Fallen tokens are {key}, not {t.fallen[kind].copies}"
    for what, count in (("fl", TOKENS_FALLEN), ("gr", LYING)):
        for k in range(count):
            row, col = getattr(s, f"{what}_row")[k], getattr(s, f"{what}_col")[k]
            if (row == NONE) != (col == NONE):
                yield f"token {what} {k} is half off the board"
            elif row != NONE and s.b_tile[row][col] == 0:
                yield f"token {what} {k} lies beside the tiles"
    for k in range(TOKENS_FALLEN):
        if s.fl_row[k] == NONE and (s.fl_immortal[k] != NONE or s.fl_mark[k]):
            yield f"Fallen token {k} is in the supply, but marked"
    for k in range(LYING):
        if (s.gr_row[k] == NONE) != (s.gr_item[k] == 0):
            yield f"thing {k} lies nowhere, or nothing lies somewhere"
        elif s.gr_item[k] and not _is_card(t, s.gr_item[k]):
            yield f"thing {k} is {s.gr_item[k]}, which is no card"


def _decks(s: Record, t: Record) -> Iterator[str]:
    """Search and Incident cards: no more of a kind than there are."""
    found = Counter([*s.sd[: s.sd_n], *s.sdisc[: s.sdisc_n]])
    found.update(card - 1 for card in s.drawn if card)
    for slot in range(SLOTS):
        found.update(s.s_cards[slot][: s.s_n[slot]])
    for card, count in found.items():
        most = t.search[card].copies if card < len(SEARCH_KEYS) else 1
        if count > most:
            yield f"there are {count} Search cards {card}, not {most}"
    incidents = Counter([*s.idk[: s.idk_n], *s.idisc[: s.idisc_n]])
    for card, count in incidents.items():
        if count > t.incidents[card].copies:
            yield f"there are {count} Incident cards {card}, not {t.incidents[card].copies}"


def _piles(s: Record, t: Record) -> Iterator[str]:
    """Each token of the Adventure is in one place, and each pile has its own (13: 1)."""
    plan = t.adventures[s.chapter]
    second = {token for token in plan.second if token != NONE}
    places = _token_places(s)
    for pile in range(2):
        tokens = s.pile[pile][: s.pile_n[pile]]
        if s.pile_known[pile] > s.pile_n[pile]:
            yield f"more of pile {pile} is known than there is"
        if any((token in second) != (pile == 1) for token in tokens):
            yield f"pile {pile} has a token of the other one"
    if (s.reserved_on == 1) != (s.reserved_tok != NONE):
        yield "a token is reserved, or none, but not both"
    twice = [TOKENS[token] for token, count in places.items() if count > 1]
    if twice:
        yield f"tile tokens are in two places: {twice}"
    unseen, laid = set(hidden_tokens(s, t)), laid_tokens(s)
    if set(places) - laid - unseen:
        yield "a pile has a token that the Adventure does not use"
    yield from _chests(s, unseen | laid)


def _token_places(s: Record) -> Counter[int]:
    """In how many places each tile token is: on the board, in piles, set aside, reserved."""
    places = Counter(s.tl_token[tile] for tile in range(s.n_tl) if s.tl_token[tile] != NONE)
    for pile in range(2):
        places.update(s.pile[pile][: s.pile_n[pile]])
    places.update(s.reserve[: s.reserve_n])
    if s.reserved_on == 1:
        places[s.reserved_tok] += 1
    return places


def _lost_tokens(before: Record, after: Record, t: Record) -> Iterator[str]:
    """No unseen token vanishes, but for one or two that are being laid."""
    is_laying = any(after.stk[place][KIND] in _LAYING for place in range(after.sp))
    is_laying |= any(after.stk[place][KIND] >= _FIRST_FLOW for place in range(2, after.sp))
    lost = set(hidden_tokens(after, t)) - set(_token_places(after))
    lost -= set(hidden_tokens(before, t)) - set(_token_places(before))
    if lost and not is_laying and not after.over:
        yield f"tile tokens are nowhere: {[TOKENS[token] for token in sorted(lost)]}"


def _chests(s: Record, there: set[int]) -> Iterator[str]:
    chests = [s.chest[k] for k in range(CHESTS) if s.chest[k] != NONE]
    if len(set(chests)) < len(chests):
        yield "two chests are on one tile"
    if set(chests) - there:
        yield "a chest is on a tile that the Adventure does not use"


def _goals(s: Record, t: Record) -> Iterator[str]:
    """Goals are held by somebody, lie somewhere, or neither."""
    count = int(t.first_goal[s.chapter + 1] - t.first_goal[s.chapter])
    for goal in range(GOAL_TOKENS):
        state, holder = s.goal_state[goal], s.goal_holder[goal]
        if goal >= count and state != Goal.UNKNOWN:
            yield f"this Adventure has no goal {goal + 1}"
        if (state == Goal.HELD) != (holder != NONE):
            yield f"goal {goal + 1} is held by nobody, or not held but somebody's"
        elif holder != NONE and s.ch_kind[holder] == EMPTY:
            yield f"goal {goal + 1} is held by an empty slot"
        row, col = s.goal_row[goal], s.goal_col[goal]
        if (state == Goal.LYING) != (row != NONE) or (row == NONE) != (col == NONE):
            yield f"goal {goal + 1} lies nowhere, or does not lie but has a place"
        elif row != NONE and s.b_tile[row][col] == 0:
            yield f"goal {goal + 1} lies beside the tiles"


# --- the course -----------------------------------------------------------------------------------


def _course(s: Record, _t: Record) -> Iterator[str]:
    """Initiative, order, whose turn it is."""
    if s.init != NONE and s.init_back == NONE and not s.over:
        best = max(s.ch_adv_pp[seat] for seat in range(s.players))
        if s.ch_adv_pp[s.init] < best:
            yield f"seat {s.init} has the Initiative, but another has gained more"
    if s.order_done >> s.players:
        yield "a seat has acted that nobody has"
    acted = [seat for seat in s.acted_order if seat != NONE]
    if len(set(acted)) < len(acted) or any(seat >= s.players for seat in acted):
        yield "seats acted twice, or seats that nobody has"
    elif s.round > 0 and sum(1 << seat for seat in acted) != s.order_done:
        yield "it is not told in which order the seats acted that have"
    if s.active_slot != NONE and s.ch_kind[s.active_slot] == EMPTY:
        yield "an empty slot is active"
    is_waiting = s.sp > 0 and _is_asking(s) and not _is_concluded(s)
    if s.flag == 0 and s.round > 0 and not s.over and is_waiting:
        yield "the flag is on its last space, but the Adventure goes on"


def _is_concluded(s: Record) -> bool:
    """Whether the Adventure is over, and only its story asks something (STA-34.12)."""
    frames = (s.stk[place] for place in range(s.sp))
    return any(frame[KIND] == Decision.ADVENTURE and frame[A] > 0 for frame in frames)


def _is_asking(s: Record) -> bool:
    return bool(s.stk[s.sp - 1][KIND] < _FIRST_FLOW)


def _frames(s: Record, t: Record) -> Iterator[str]:
    """Frames and candidates."""
    if (s.over == RUNNING) != (s.sp > 0) and s.ended not in _PARTED:
        yield f"{s.sp} frames, and over is {s.over}"
    for place in range(FRAMES):
        frame = s.stk[place]
        if place < s.sp and frame[KIND] not in _KINDS:
            yield f"frame {place} is of no kind"
        elif place < s.sp and not NONE <= frame[SLOT] < _MOST.get(frame[KIND], max(SLOTS, FOES)):
            yield f"frame {place} is about nobody"
        if place >= s.sp and any(frame[index] for index in range(FRAME)):
            yield f"frame {place} is left over"
    if s.over == RUNNING and s.sp > 0 and not _is_asking(s):
        yield "nobody is asked"
    elif s.over == RUNNING and all(s.stk[place][KIND] in _KINDS for place in range(s.sp)):
        yield from waiting_faults(s, t)
    if np.asarray(s.cand)[s.cand_n : CANDIDATES].any():
        yield f"a candidate is left over beyond {s.cand_n}"
