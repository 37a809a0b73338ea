"""Questions with parameters: a space, a card, a Character, a number, a permission.

A flow that must know something asks one of these, and waits below the question. The answer is laid
into the flow's frame as B and C, and the flow goes on to its next step. So a flow may keep what it
has to remember in SLOT and A. Candidates are offered after the question was put:

    ask(s, Decision.SPACE, seat, slot)
    offer(s, row, col)
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.crew import place_of, slot_at
from piracy_env.games.skull_tales.rules.frames import (
    mark_candidates,
    mark_yes_no,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import ACTOR, NONE, SLOTS, STEP, A, B, C, Decision

_HALF = 11
"""Numbers whose bits fit into one of a frame's numbers."""
_OPTIONAL, _ROPE, SPELL = 1, 2, 3
"""A of a question: NO is an answer; NO, and `rope`; the candidates are spells."""
NOBODYS = SLOTS
"""The answer `npc`: somebody who is no player's."""


@kernel
def reply(s: Any, one: int, other: int) -> None:
    """The question is answered: tell the flow below, which goes on."""
    pop(s)
    frame = top(s)
    frame[B], frame[C] = one, other
    frame[STEP] += 1


@kernel
def ask(s: Any, kind: int, seat: int, slot: int) -> None:
    """Ask for one of the candidates that are offered next: SPACE, CARD, TILE, WEAPON, ...

    The reply is the pair of numbers of the candidate.
    """
    push_for(s, kind, seat, slot, 0, 0)


@kernel
def ask_person(s: Any, seat: int, slot: int, slots: int) -> None:
    """Ask for one of some Characters, a bit each; bit 5 is `npc`. The reply is the slot."""
    push_for(s, Decision.PERSON, seat, slot, slots, 0)


@kernel
def ask_number(s: Any, seat: int, slot: int, numbers: int) -> None:
    """Ask for one of some numbers 0 to 21, a bit each. The reply is the number."""
    push_for(s, Decision.NUMBER, seat, slot, numbers & (1 << _HALF) - 1, numbers >> _HALF)


@kernel
def ask_consent(s: Any, slot: int, asker: int) -> None:
    """Ask the owner of a Character whether it agrees with what `asker` is about: 1 or 0."""
    push_for(s, Decision.CONSENT, s.ch_owner[slot], slot, asker, 0)


@kernel
def ask_whether(s: Any, seat: int, slot: int, about: int) -> None:
    """Put a question of the story, which is answered by yes or no: 1 or 0. `about` is its row."""
    push_for(s, Decision.SPECIAL, seat, slot, about, 0)


@kernel
def ask_rope(s: Any, seat: int, slot: int) -> None:
    """Ask whether a Rope is used: 1 or 0 (STA-10.27)."""
    push_for(s, Decision.CARD, seat, slot, _ROPE, 0)


@kernel
def ask_spell(s: Any, seat: int, slot: int) -> None:
    """Ask for one of the spells that are offered next, as first numbers. The reply is the spell."""
    push_for(s, Decision.CARD, seat, slot, SPELL, 0)


@kernel
def is_answerable(s: Any, is_so: bool) -> bool:
    """A question without an answer is not asked: what it was about comes to nothing."""
    if not is_so:
        pop(s)
        pop(s)
    return is_so


# --- candidates -----------------------------------------------------------------------------------


@kernel
def _mark_offers(s: Any, t: Any, mask: Any) -> None:
    if top(s)[A] == SPELL:
        for place in range(s.cand_n):
            mask[ACT.spell.start + s.cand[place, 0]] = True
        return
    mark_candidates(s, mask)
    if top(s)[A] != 0:
        mask[ACT.no.start] = True
    if top(s)[A] == _ROPE:
        mask[ACT.rope.start] = True


@kernel
def _is_offered(s: Any, t: Any) -> bool:
    how = top(s)[A]
    return is_answerable(s, s.cand_n > 0 or how in (_OPTIONAL, _ROPE))


@kernel
def _take_offer(s: Any, t: Any, action: int) -> None:
    if top(s)[A] == SPELL:
        reply(s, action - ACT.spell.start, 0)
    elif action == ACT.rope.start:
        reply(s, 1, 0)
    elif action == ACT.no.start:
        is_rope = top(s)[A] == _ROPE
        reply(s, 0 if is_rope else NONE, NONE)
    else:
        place = action - ACT.cand.start
        reply(s, s.cand[place, 0], s.cand[place, 1])


# --- people, numbers, permission ------------------------------------------------------------------


@kernel
def _mark_people(s: Any, t: Any, mask: Any) -> None:
    frame = top(s)
    for slot in range(SLOTS):
        if frame[A] >> slot & 1:
            mask[ACT.char.start + place_of(s, frame[ACTOR], slot)] = True
    if frame[A] >> NOBODYS & 1:
        mask[ACT.npc.start] = True


@kernel
def _is_anybody_meant(s: Any, t: Any) -> bool:
    return is_answerable(s, top(s)[A] != 0)


@kernel
def _name_person(s: Any, t: Any, action: int) -> None:
    if action == ACT.npc.start:
        reply(s, NOBODYS, 0)
    else:
        reply(s, slot_at(s, top(s)[ACTOR], action - ACT.char.start), 0)


@kernel
def _mark_numbers(s: Any, t: Any, mask: Any) -> None:
    frame = top(s)
    for number in range(2 * _HALF):
        if frame[A + number // _HALF] >> number % _HALF & 1:
            mask[ACT.num.start + number] = True


@kernel
def _has_numbers(s: Any, t: Any) -> bool:
    return is_answerable(s, top(s)[A] != 0 or top(s)[B] != 0)


@kernel
def _say_number(s: Any, t: Any, action: int) -> None:
    reply(s, action - ACT.num.start, 0)


@kernel
def _consent(s: Any, t: Any, action: int) -> None:
    reply(s, action == ACT.yes.start, 0)


HANDLERS = (
    Handler(Decision.SPACE, _mark_offers, _take_offer, _is_offered, "a space, of those offered"),
    Handler(Decision.CARD, _mark_offers, _take_offer, _is_offered, "a card, of those offered"),
    Handler(Decision.TILE, _mark_offers, _take_offer, _is_offered, "a token, or how a tile lies"),
    Handler(Decision.PERSON, _mark_people, _name_person, _is_anybody_meant, "a Character"),
    Handler(Decision.NUMBER, _mark_numbers, _say_number, _has_numbers, "a number"),
    Handler(Decision.CONSENT, mark_yes_no, _consent, doc="whether another's Character agrees"),
)
