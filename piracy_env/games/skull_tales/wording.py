"""Actions in words: what each would do in the decision that waits."""

from __future__ import annotations

from collections.abc import Callable

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import seat_letter
from piracy_env.games.skull_tales import wording_fights, wording_sea
from piracy_env.games.skull_tales.actions import ACTIONS
from piracy_env.games.skull_tales.names import (
    ATTRIBUTES,
    LIMBS,
    PLACES,
    POSTS,
    character_name,
    coins,
    gear_name,
    goods_name,
    name_of,
    sheet_of,
    slot_in_row,
    trait_name,
)
from piracy_env.games.skull_tales.rules.mansion import LEAST_BET
from piracy_env.games.skull_tales.rules.setup import STAYS_BEHIND
from piracy_env.games.skull_tales.state import KIND, STEP, A, Decision
from piracy_env.games.skull_tales.wording_fights import distance_words, post_words, target_words
from piracy_env.games.skull_tales.wording_sea import candidate_words, number_words, way_words

_SECRET = (Decision.SCHEME, Decision.GUARD_COIN, Decision.BID)
"""Decisions of which others learn only that they were made."""
_UPGRADES = "upgrades"
_YES_NO = {
    Decision.HEAL: ("Keep the Destiny Point.", "Spend a Destiny Point to discard a wound."),
    Decision.PUSH: ("Let the roll stand.", "Spend a Destiny Point to add 1 to a die."),
    Decision.REROLL: ("Let the roll stand.", "Use Clairvoyance to roll again."),
    Decision.PAY_ALLY: ("Dismiss {subject}.", "Pay {subject} the salary of {salary}."),
    Decision.BOSUN: ("Refuse the Bosun.", "Let the Bosun do it."),
    Decision.RUMOR: ("Discard the Rumor.", "Keep the Rumor."),
    Decision.ASSIGNMENT: ("Discard {card}.", "Take the Assignment {card}."),
    Decision.PORT_TURN: ("End the turn.", ""),
    Decision.PORT_EVENT: ("Decline.", ""),
    Decision.DOCKYARD: ("Leave the yard.", ""),
    Decision.UPGRADE: ("Buy nothing.", ""),
    Decision.STOCK_UP: ("Leave the stall.", ""),
    Decision.HAGGLE: ("Leave the Market.", ""),
    Decision.ORDER_GEAR: ("Order nothing.", ""),
    Decision.RETIRE: ("Leave nothing behind.", "Leave coins and gear to the new Pirate."),
    **wording_fights.ANSWERS,
    **wording_sea.ANSWERS,
}
_GROUPS = {**wording_fights.GROUPS, **wording_sea.GROUPS}


def describe_action(s: Record, tables: Tables, action: int, viewer: int | None) -> str:
    """An action of the seat to move; what it betrays is told to that seat alone."""
    block, where = ACTIONS.parse(action)
    kind = s.stk[s.sp - 1][KIND] if s.sp > 0 else -1
    is_own = viewer is None or viewer == s.seat
    if kind in _SECRET and not is_own:
        return "Choose in secret."
    index = next(iter(where.values()), 0)
    if block in ("no", "yes"):
        return _answer(s, tables, kind, block == "yes")
    told = _TELLERS.get(block)
    if told is not None:
        words = told(s, tables, kind, index, is_own)
        if words:
            return words
    doc = ACTIONS.blocks[[one.name for one in ACTIONS.blocks].index(block)].doc
    return f"{doc.rstrip('.')}: {ACTIONS.label(action)}." if where else doc


def _answer(s: Record, tables: Tables, kind: int, is_yes: bool) -> str:
    """A yes or a no."""
    if kind not in _YES_NO:
        return "Accept." if is_yes else "Decline, pass, end."
    frame = s.stk[s.sp - 1]
    words = _YES_NO[Decision(kind)][is_yes]
    if kind == Decision.PAY_ALLY:
        slot = frame[3]
        return words.format(
            subject=character_name(s, tables, slot), salary=coins(s.ch_salary[slot])
        )
    if kind == Decision.ASSIGNMENT:
        return words.format(card=name_of(tables, "assignments", frame[A] - 1))
    return words or "Accept."


# --- candidates -----------------------------------------------------------------------------------


def _candidate(s: Record, tables: Tables, kind: int, index: int, is_own: bool) -> str:
    """An entry of the list of candidates, by what it is a list of."""
    if kind == Decision.LEARN:
        return _lesson(s, tables, index)
    if kind == Decision.HAGGLE:
        if not is_own or s.mk[index] <= 0:
            return f"Buy card {index} of the Market."
        return f"Buy the {gear_name(tables, s.mk[index])}."
    if kind in _ROWS:
        words, section = _ROWS[Decision(kind)]
        named = words.format(name_of(tables, section, index))
        return named if section == "gear" else f"{named[:-1]}: {sheet_of(tables, section, index)}."
    return candidate_words(s, tables, kind, index, is_own)


_ROWS = {
    Decision.ORDER_GEAR: ("Order a {}.", "gear"),
    Decision.HIRE_ALLY: ("Talk to the {}.", "allies"),
    Decision.PICK_ALLY: ("Take the {}.", "allies"),
    Decision.RETIRE: ("Go on as the {}.", "characters"),
}
"""Decisions whose candidates are rows of a section."""


def _lesson(s: Record, tables: Tables, index: int) -> str:
    """A Trait of the teacher, and its price."""
    teacher = s.stk[s.sp - 1][A]
    cls = tables.t.teachers[teacher].cls
    trait = [k for k in range(105) if tables.t.traits[k].cls == cls][index]
    price, prestige = s.cand[index]
    return f"Learn {trait_name(tables, trait)} for {coins(price)} and {prestige} prestige."


# --- other blocks ---------------------------------------------------------------------------------


def _number(s: Record, tables: Tables, kind: int, index: int, is_own: bool) -> str:
    """A number, by what it counts."""
    if kind == Decision.PICK:
        card = sheet_of(tables, "characters", index)
        return f"Play the {name_of(tables, 'characters', index)}: {card}."
    if kind == Decision.BET:
        return f"Bet {coins(LEAST_BET + index)}."
    if kind == Decision.STORY:
        return f"Buy drinks for {coins(index)}." if index else "Buy no drinks."
    if kind == Decision.GAME_OF_CHANCE:
        return f"Stake {coins(index)}."
    if kind == Decision.LOAN:
        what = "TU" if s.stk[s.sp - 1][STEP] == 0 else "prestige"
        return f"Give {index} more {what} for the loan."
    told = distance_words(s, tables, kind, index, is_own)
    return told or number_words(s, tables, kind, index, is_own) or f"Say {index}."


def _person(s: Record, tables: Tables, kind: int, index: int, is_own: bool) -> str:
    """A Character, or its seat."""
    slot = slot_in_row(s, s.seat if kind != Decision.SETTLE_TIE else s.captain, index)
    if s.ch_kind[slot] == 0:
        return ""
    who = character_name(s, tables, slot)
    if kind == Decision.PICK_ALLY and s.stk[s.sp - 1][A] == STAYS_BEHIND:
        return f"Leave {who} behind."
    if kind == Decision.LEARN:
        return f"Thank {who} for the lesson."
    return f"Choose {who}."


def _carried(s: Record, tables: Tables, kind: int, index: int, is_own: bool) -> str:
    """A card that is carried."""
    gear = s.inv_id[s.seat][index]
    if gear <= 0:
        return ""
    verb = "Sell" if kind == Decision.HAGGLE else "Choose"
    return f"{verb} the {gear_name(tables, gear)}."


def _option(s: Record, tables: Tables, kind: int, index: int, is_own: bool) -> str:
    """An option of a Port Event, or one of two Events."""
    frame = s.stk[s.sp - 1]
    if kind == Decision.TWO_EVENTS:
        return f"Take {name_of(tables, 'port_events', frame[A + index])}."
    if kind == Decision.PORT_EVENT:
        return f"{name_of(tables, 'port_events', frame[A])}: {_effect(tables, frame[A], index)}."
    return ""


def _effect(tables: Tables, card: int, option: int) -> str:
    """What an option of a card asks for and changes."""
    row, letter = tables.t.port_events[card], "abc"[option]
    attribute = int(getattr(row, f"{letter}_attribute"))
    win = _changes(getattr(row, f"{letter}_win"))
    if attribute == 0:
        return win or "nothing"
    lose = _changes(getattr(row, f"{letter}_lose"))
    test = f"{ATTRIBUTES[attribute - 1]} {getattr(row, f'{letter}_difficulty')}"
    return f"{test}, success {win or 'nothing'}, failure {lose or 'nothing'}"


def _changes(changes: list[int]) -> str:
    """What changes, in the order of the columns."""
    what = ("prestige", "coins", "TU", "Destiny", "wounds")
    words = [f"{n:+d} {name}" for n, name in zip(changes, what, strict=False) if n]
    mood = changes[5]
    if mood:
        words.append("Approval" if mood > 0 else "Dislike")
    return " ".join(words)


def _teacher(s: Record, tables: Tables, second: int) -> str:
    """A teacher of the place."""
    here = [k for k in range(6) if tables.t.teachers[k].place == s.loc[s.seat]]
    return f"Take a lesson from {name_of(tables, 'teachers', here[second])}." if here else ""


_TELLERS: dict[str, Callable[[Record, Tables, int, int, bool], str]] = {
    "cand": _candidate,
    "num": _number,
    "char": _person,
    "inv": _carried,
    "opt": _option,
    "go": lambda s, t, kind, index, own: f"Go to {PLACES[index]}.",
    "post": lambda s, t, kind, index, own: (
        post_words(s, t, kind, index, own)
        or way_words(s, t, kind, index, own)
        or f"Take post: {POSTS[index]}."
    ),
    "pg": lambda s, t, kind, index, own: _GROUPS.get(kind, "").format(index),
    "att": lambda s, t, kind, index, own: f"Roll {ATTRIBUTES[index]}.",
    "limb": lambda s, t, kind, index, own: f"Replace the {LIMBS[index]}.",
    "sell": lambda s, t, kind, index, own: f"Sell {goods_name(t, index)}.",
    "up": lambda s, t, kind, index, own: f"Buy: {name_of(t, _UPGRADES, index)}.",
    "ship": lambda s, t, kind, index, own: f"Buy the {name_of(t, 'ships', index)}.",
    "atone": lambda s, t, kind, index, own: f"Do penance: {name_of(t, 'penances', index)}.",
    "sea_enemy": target_words,
    "learn_a": lambda s, t, kind, index, own: _teacher(s, t, 0),
    "learn_b": lambda s, t, kind, index, own: _teacher(s, t, 1),
    "salary": lambda s, t, kind, index, own: f"Earn the salary of {seat_letter(s.seat)}.",
}
