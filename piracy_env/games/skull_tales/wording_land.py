"""Actions ashore in words: what each would do in the decision that waits."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.games.skull_tales.actions import ACTIONS
from piracy_env.games.skull_tales.describe_land import candidate, is_thing, laid_token
from piracy_env.games.skull_tales.names import character_name, name_of, sheet_of, slot_in_row
from piracy_env.games.skull_tales.numbers_land import number_words
from piracy_env.games.skull_tales.rules.adventure.possessions import TO_USE
from piracy_env.games.skull_tales.rules.adventure.questions import SPELL
from piracy_env.games.skull_tales.state import EMPTY, KIND, NONE, SLOT, SLOTS, A, Decision
from piracy_env.games.skull_tales.words_land import (
    carried_name,
    foe_code,
    foe_name,
    goal_name,
    goals_there,
    search_name,
    thing_numbers,
)

_YES_NO: dict[int, dict[str, str]] = {
    Decision.EQUIP_RIGHT: {"no": "Leave the hands as they are."},
    Decision.EQUIP_LEFT: {"no": "Leave the hands as they are."},
    Decision.GRASP: {"no": "Put it into the bag."},
    Decision.ROLL: {"no": "Let the dice stand."},
    Decision.CARD: {"no": "Take nothing."},
    Decision.OVERLOAD: {"no": "Leave it there."},
    Decision.MASTERY: {"no": "Stay."},
    Decision.ALLY_END: {"no": "Let no more Allies act."},
    Decision.GIVE: {"no": "Nothing."},
    Decision.TAKE: {"no": "Nothing."},
    Decision.CONSENT: {"no": "Refuse.", "yes": "Agree."},
}
"""What a question means by them, where they say more."""
_COMPASS = (
    *("north", "north-east", "east", "south-east"),
    *("south", "south-west", "west", "north-west"),
)
_DOCS = {block.name: block.doc for block in ACTIONS.blocks}


class Named(NamedTuple):
    """An action that names something by its number."""

    s: Record
    tables: Tables
    kind: int
    """The decision that waits."""
    number: int
    viewer: int | None


def describe_action(s: Record, tables: Tables, action: int, viewer: int | None) -> str:
    """An action of the seat to move; which Search card is meant is told to its owner alone."""
    block, where = ACTIONS.parse(action)
    kind = int(s.stk[s.sp - 1][KIND]) if s.sp else NONE
    if block in ("no", "yes"):
        return _YES_NO.get(kind, {}).get(block, f"{block.capitalize()}.")
    if not where:
        return _DOCS[block]
    number = next(iter(where.values()))
    tell = _TELLERS.get(block)
    words = tell(Named(s, tables, kind, number, viewer)) if tell else ""
    return words or f"{_DOCS[block].rstrip('.')}: {ACTIONS.label(action)}."


# --- people and places ----------------------------------------------------------------------------


def _step(named: Named) -> str:
    return f"Step {_COMPASS[named.number]}."


def _enemy(named: Named) -> str:
    s = named.s
    if s.foe_type[named.number] == NONE:
        return ""
    who = f"the {foe_name(s, named.tables, named.number)} {foe_code(s, named.number)}"
    if named.kind == Decision.ENEMY_ORDER:
        return f"Have {who} act next."
    return f"{_aimed(named)} {who}."


def _character(named: Named) -> str:
    s = named.s
    slot = slot_in_row(s, s.seat, named.number)
    if s.ch_kind[slot] == EMPTY or s.ch_card[slot] == NONE:
        return ""
    who = character_name(s, named.tables, slot)
    if named.kind == Decision.DEPLOY_ORDER:
        return f"Deploy {who} next."
    if named.kind in (Decision.ORDER, Decision.ALLY_END):
        return f"Have {who} act next."
    return f"{_aimed(named)} {who}."


def _aimed(named: Named) -> str:
    """What is done with a target."""
    s = named.s
    is_attack = named.kind == Decision.TARGET and s.sp > 1
    return "Attack" if is_attack and s.stk[s.sp - 2][KIND] == Decision.ATTACK else "Choose"


def _candidate(named: Named) -> str:
    s = named.s
    if named.number >= s.cand_n:
        return ""
    words = candidate(s, named.tables, named.number, named.viewer)
    if laid_token(s) != NONE:
        return f"Lay it out {words}."
    if named.kind == Decision.CARD and s.stk[s.sp - 1][A] == SPELL:
        return f"Choose the spell {words}."
    if named.kind in (Decision.CARD, Decision.OVERLOAD, Decision.TAKE):
        article = "" if words.startswith("card ") else "the "
        return f"{_handled(named)} {article}{words}."
    return f"Choose {words}." if is_thing(s) else _space(named, words)


def _space(named: Named, words: str) -> str:
    words = words.replace(",", ", ")
    if named.kind == Decision.DEPLOY:
        who = character_name(named.s, named.tables, named.s.stk[named.s.sp - 1][SLOT])
        return f"Deploy {who} at ({words})."
    return f"Choose the space ({words})."


# --- things ---------------------------------------------------------------------------------------


def _handled(named: Named) -> str:
    """What is done with a thing."""
    if named.kind == Decision.GIVE and named.s.stk[named.s.sp - 1][A] < 0:
        return "Use" if named.s.stk[named.s.sp - 1][A] == TO_USE else "Drop"
    verbs = {
        Decision.CARD: "Take",
        Decision.GIVE: "Give",
        Decision.TAKE: "Take",
        Decision.OVERLOAD: "Discard",
    }
    return verbs.get(Decision(named.kind), "Choose") if named.kind != NONE else "Choose"


def acting_slot(s: Record) -> int:
    """The Character that the question is about."""
    slot = s.stk[s.sp - 1][SLOT] if s.sp else NONE
    if 0 <= slot < SLOTS and s.ch_kind[slot] != EMPTY:
        return int(slot)
    return int(s.active_slot) if s.active_slot != NONE else int(s.seat)


def _carried(named: Named) -> str:
    s, slot = named.s, acting_slot(named.s)
    if named.number >= s.inv_n[slot]:
        return ""
    what = f"the {carried_name(s, named.tables, slot, named.number)}"
    hands = {Decision.EQUIP_RIGHT: "right", Decision.EQUIP_LEFT: "left"}
    if named.kind in hands:
        return f"Take {what} into the {hands[Decision(named.kind)]} hand."
    return f"{_handled(named)} {what}."


def _kept(named: Named) -> str:
    s, slot = named.s, acting_slot(named.s)
    if named.number >= s.s_n[slot] or named.viewer not in (None, s.ch_owner[slot]):
        return ""
    return f"{_handled(named)} the {search_name(named.tables, s.s_cards[slot][named.number])}."


def _number(named: Named) -> str:
    s, number = named.s, named.number
    if named.kind == Decision.PICK:
        card = sheet_of(named.tables, "characters", number)
        return f"Play the {name_of(named.tables, 'characters', number)}: {card}."
    things = thing_numbers(s)
    if number < len(things):
        return f"{_handled(named)} {things[number]}."
    words = number_words(s, named.tables, number)
    return f"{words[:1].upper()}{words[1:]}." if words else f"Say {number}."


def _spell(named: Named) -> str:
    names = named.tables.text("magic", "name")
    if named.number >= len(names):
        return ""
    is_cast = named.s.sp > 1 and named.s.stk[named.s.sp - 2][KIND] == Decision.CASTING
    return f"{'Cast' if is_cast else 'Choose the spell'} {names[named.number]}."


def _goal(named: Named) -> str:
    if named.number not in goals_there(named.s, named.tables):
        return ""
    return f"Choose: {goal_name(named.s, named.tables, named.number)}."


# --- dice -----------------------------------------------------------------------------------------


def _die(words: str, dice: str) -> Callable[[Named], str]:
    """Words about a die of the roll that is looked at."""

    def tell(named: Named) -> str:
        roll = named.s.rl_depth - 1
        if roll < 0:
            return ""
        return words.format(getattr(named.s, dice)[roll][named.number])

    return tell


_TELLERS: dict[str, Callable[[Named], str]] = {
    "step": _step,
    "enemy": _enemy,
    "char": _character,
    "cand": _candidate,
    "inv": _carried,
    "num": _number,
    "scard": _kept,
    "spell": _spell,
    "goal": _goal,
    "die_plus": _die("Spend a Destiny Point to add 1 to the {}.", "rl_d"),
    "reroll_own": _die("Throw the {} again.", "rl_d"),
    "reroll_foe": _die("Have the {} of the other side thrown again.", "rl_e"),
    "riposte_own": _die("Riposte with the {}.", "rl_d"),
    "riposte_foe": _die("Riposte against the {}.", "rl_e"),
}
"""Blocks whose actions name something."""
