"""Worlds of the Adventure that a seat cannot tell from the true one.

Every pool is put in order before it is drawn from, so that where things truly lie has no say.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.bits import lowest
from piracy_env.core.jit import WORD, kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import below, shuffle
from piracy_env.games.skull_tales.rules.adventure.hunt import REVEALED
from piracy_env.games.skull_tales.rules.adventure.secrets import (
    bits_of,
    tokens_on_board,
    unseen_tokens,
)
from piracy_env.games.skull_tales.rules.chance import count_of, member_of
from piracy_env.games.skull_tales.state import EMPTY, FORCED, NONE, SLOTS
from piracy_env.games.skull_tales.state_land import (
    CHESTS,
    SEARCH_DECK,
    TOKENS_FALLEN,
    OncePlayed,
)
from piracy_env.games.skull_tales.tables.adventures import DISORDER_KEYS
from piracy_env.games.skull_tales.tables.cards import KINDS, SEARCH_KEYS

MAIN, SECOND = range(2)
"""The two piles of tile tokens."""
DRAWN = 2
_SEARCH_KINDS = len(SEARCH_KEYS)
_BREW = SEARCH_KEYS.index("brew")
_COIN, _ITEM = KINDS.index("coin"), KINDS.index("item")
_HOARDER = 1 << DISORDER_KEYS.index("hoarder")
_PAIR = 2
_DISORDERS = (1 << len(DISORDER_KEYS)) - 1


@kernel
def determinize(s: Any, t: Any, seat: int, key: Any) -> None:
    """Redraw what is hidden from a seat."""
    noinline()
    s.rng = WORD(key)
    for place in range(FORCED):
        s.force[place] = 0
    s.force_n = 0
    redraw_ashore(s, t, seat)


@kernel
def redraw_ashore(s: Any, t: Any, seat: int) -> None:
    """Redraw what the Adventure hides from a seat; nothing of chance is prescribed any more."""
    noinline()
    if s.chapter != NONE:
        _redraw_second(s)
        _redraw_main(s, t)
        _redraw_chests(s, t)
    _redraw_search(s, t, seat)
    sort(s.idk, s.idk_n)
    shuffle(s, s.idk, s.idk_n)
    sort(s.fl_kind, TOKENS_FALLEN)
    shuffle(s, s.fl_kind, TOKENS_FALLEN)
    _redraw_disorders(s, seat)


@kernel
def sort(cards: Any, count: int) -> None:
    """Put the first cards of a pile in the order of their numbers; there are few of them."""
    for last in range(1, count):
        card, place = cards[last] + 0, last
        while place > 0 and cards[place - 1] > card:
            cards[place] = cards[place - 1]
            place -= 1
        cards[place] = card


# --- tile tokens ----------------------------------------------------------------------------------


@kernel
def _redraw_second(s: Any) -> None:
    """The second pile, but for what all know of its top."""
    unknown = s.pile_n[SECOND] - s.pile_known[SECOND]
    sort(s.pile[SECOND], unknown)
    shuffle(s, s.pile[SECOND], unknown)


@kernel
def _redraw_main(s: Any, t: Any) -> None:
    """The first pile with what was set aside at random, and with the reserved token.

    Tokens that the Adventure keeps for later lie in the reserve, and all know that.
    """
    noinline()
    chance = bits_of(t.adventures[s.chapter].chance)
    unknown = s.pile_n[MAIN] - s.pile_known[MAIN]
    pool, aside = 0, 0
    for place in range(unknown):
        pool |= 1 << s.pile[MAIN, place]
    if s.reserved_on == 1:
        pool |= 1 << s.reserved_tok
    known = 0
    for place in range(s.reserve_n):
        if chance >> s.reserve[place] & 1:
            pool |= 1 << s.reserve[place]
            aside += 1
        else:
            known |= 1 << s.reserve[place]
    drawn = 0
    for _ in range(aside):
        drawn |= 1 << member_of(s, pool & chance & ~drawn, 0)
    pool &= ~drawn
    _set_aside(s, t, known | drawn)
    if s.reserved_on == 1:
        s.reserved_tok = member_of(s, pool, 0)
        pool &= ~(1 << s.reserved_tok)
    for place in range(unknown):
        s.pile[MAIN, place] = member_of(s, pool, 0)
        pool &= ~(1 << s.pile[MAIN, place])


@kernel
def _set_aside(s: Any, t: Any, tokens: int) -> None:
    """Lay tokens into the reserve in the order of the set-up, which tells nothing."""
    plan = t.adventures[s.chapter]
    left = _lay_aside(s, plan.reserve, tokens, 0)
    left = _lay_aside(s, plan.chance, left, count_of(tokens & ~left))
    place = count_of(tokens & ~left)
    while left:
        s.reserve[place] = lowest(left)
        left &= left - 1
        place += 1


@kernel
def _lay_aside(s: Any, listed: Any, tokens: int, first: int) -> int:
    """Lay those of the tokens that are listed into the reserve; the rest of them."""
    left, place = tokens, first
    for token in listed:
        if token != NONE and left >> token & 1:
            s.reserve[place] = token
            left &= ~(1 << token)
            place += 1
    return left


@kernel
def _redraw_chests(s: Any, t: Any) -> None:
    """Chests of tiles that are not explored, on any such tile."""
    there, free = tokens_on_board(s), unseen_tokens(s, t)
    for chest in range(CHESTS):
        if s.chest[chest] != NONE and there >> s.chest[chest] & 1 == 0:
            s.chest[chest] = member_of(s, free, 0)
            free &= ~(1 << s.chest[chest])


# --- Search cards ---------------------------------------------------------------------------------


@kernel
def _redraw_search(s: Any, t: Any, seat: int) -> None:
    """The Search deck, other seats' kept cards, and what another seat is looking at."""
    noinline()
    for slot in range(SLOTS):
        if _is_others(s, seat, slot):
            for place in range(s.s_n[slot]):
                _put(s, s.s_cards[slot, place])
    is_looking = s.seat != seat
    for place in range(DRAWN):
        if is_looking and s.drawn[place] != 0:
            _put(s, s.drawn[place] - 1)
    sort(s.sd, s.sd_n)
    _deal_kept(s, t, seat)
    for place in range(DRAWN):
        if is_looking and s.drawn[place] != 0:
            s.drawn[place] = 1 + _take(s, t, True)
    shuffle(s, s.sd, s.sd_n)


@kernel
def _deal_kept(s: Any, t: Any, seat: int) -> None:
    """Deal what others keep, first what all know of it."""
    for slot in range(SLOTS):
        if _is_others(s, seat, slot) and _has_shown_brew(s, slot):
            s.s_cards[slot, 0] = _take_brew(s)
    for slot in range(SLOTS):
        if _is_others(s, seat, slot):
            for place in range(_has_shown_brew(s, slot), s.s_n[slot]):
                s.s_cards[slot, place] = _take(s, t, False)


@kernel
def _is_others(s: Any, seat: int, slot: int) -> Any:
    """Whether another seat's Character has a slot."""
    return s.ch_kind[slot] != EMPTY and s.ch_owner[slot] != seat


@kernel
def _has_shown_brew(s: Any, slot: int) -> int:
    """1 if all know that a Character keeps a Brew, as it has used that once (STA-20.57)."""
    return int(s.oncea[slot] & OncePlayed.FIND_LEFT != 0)


@kernel
def _take_brew(s: Any) -> Any:
    """Take a Brew out of the deck, which has one."""
    place = 0
    while s.sd[place] != _BREW:
        place += 1
    return _take_out(s, place)


@kernel
def _put(s: Any, card: int) -> None:
    """Lay a card into the Search deck."""
    s.sd[s.sd_n] = card
    s.sd_n += 1


@kernel
def _take(s: Any, t: Any, is_any: bool) -> Any:
    """Take a card out of the deck, any or one that may be kept; each as likely."""
    count = 0
    for place in range(s.sd_n):
        count += is_any or is_kept(t, s.sd[place])
    left, place = below(s, count), 0
    while left > 0 or not (is_any or is_kept(t, s.sd[place])):
        left -= is_any or is_kept(t, s.sd[place])
        place += 1
    return _take_out(s, place)


@kernel
def _take_out(s: Any, place: int) -> Any:
    """Take the card at a place out of the deck."""
    card = s.sd[place] + 0
    for later in range(place, SEARCH_DECK - 1):
        s.sd[later] = s.sd[later + 1]
    s.sd[SEARCH_DECK - 1] = 0
    s.sd_n -= 1
    return card


@kernel
def is_kept(t: Any, card: int) -> bool:
    """Whether a card is one that is kept face down."""
    return card < _SEARCH_KINDS and t.search[card].kind in (_COIN, _ITEM)


# --- disorders ------------------------------------------------------------------------------------


@kernel
def _redraw_disorders(s: Any, seat: int) -> None:
    """Other seats' disorders, each another one (STA-34.1); what they have shown all know."""
    left = _DISORDERS & ~_HOARDER if s.players == _PAIR else _DISORDERS
    known = 1 << seat | s.sf[REVEALED]
    for other in range(s.players):
        if known >> other & 1 and s.dis[other] != NONE:
            left &= ~(1 << s.dis[other])
    for other in range(s.players):
        if known >> other & 1 == 0 and s.dis[other] != NONE:
            s.dis[other] = member_of(s, left, 0)
            left &= ~(1 << s.dis[other])
