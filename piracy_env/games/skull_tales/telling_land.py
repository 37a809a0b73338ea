"""What came of an action ashore: dice and why they count, cards, tiles, moves, wounds, goals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, plural, seat_letter, spaced
from piracy_env.games.skull_tales import telling_crew
from piracy_env.games.skull_tales.names import character_name, name_of
from piracy_env.games.skull_tales.reckoning import reckoning
from piracy_env.games.skull_tales.rules.adventure.dice import (
    MELEE_ROLL,
    RANGED_ROLL,
    UNARMED_ROLL,
)
from piracy_env.games.skull_tales.rules.adventure.hits import ATTACKER
from piracy_env.games.skull_tales.state import EMPTY, NONE, SLOTS, Ended
from piracy_env.games.skull_tales.state_land import (
    COMPANIONS,
    DOORS,
    EXITS,
    FOES,
    GOAL_TOKENS,
    INNER,
    OUTER,
    ROLLS,
    SPELLS,
    TILES,
    TOKENS_FALLEN,
    Companion,
    Door,
    Exit,
    Goal,
    Status,
)
from piracy_env.games.skull_tales.terrain import BOARD
from piracy_env.games.skull_tales.words_land import (
    BUFFS,
    CONDITIONS,
    FOE_CONDITIONS,
    adventure_name,
    foe_code,
    foe_name,
    goal_name,
    goal_state,
    search_name,
    token_name,
)

TOLD = (
    *telling_crew.OWNED,
    *("ch_x", "ch_y", "ch_adv_pp", "ch_adv_coins", "ko_n", "buff", "s_n"),
    *("foe_type", "npc_kind", "npc_row", "npc_col", "npc_hp", "fl_row", "tl_token", "dr_state"),
    *("goal_state", "goal_holder", "flag", "diff", "round", "fog", "tick", "init", "captain"),
    *("adv_result", "ended"),
)
_KINDS = ("", "", " in a contest", " in melee", " from afar", " with bare hands")
_ATTACKS = (MELEE_ROLL, RANGED_ROLL, UNARMED_ROLL)
_ROLL_FIELDS = (
    *("rl_kind", "rl_side", "rl_slot", "rl_enemy", "rl_n", "rl_d", "rl_plus", "rl_thr", "rl_mod"),
    *("rl_m", "rl_e", "rl_ethr", "rl_emod"),
)
_STATES = {bit: words for bit, words in CONDITIONS.items() if bit != Status.TURN_DONE}
_RESULTS = ("a failure", "a partial success", "a total success")


def tell(
    before: Record, tables: Tables, action: int, after: Record, viewer: int | None
) -> list[str]:
    """What chance and the rules made of an action."""
    return [
        *on_board(before, tables, after, viewer),
        *_offices(before, after),
        *reckoning(after, tables),
    ]


def on_board(before: Record, tables: Tables, after: Record, viewer: int | None) -> list[str]:
    """What has come of it on the board and for the Characters, of cards and dice."""
    return [
        *_cards(before, tables, after),
        *_rolls(before, tables, after),
        *_ground(before, tables, after),
        *_foes(before, tables, after),
        *_companions(before, after),
        *_characters(before, tables, after),
        *_kept_cards(before, tables, after, viewer),
        *_goals(before, tables, after),
        *_track(before, tables, after),
    ]


# --- cards ----------------------------------------------------------------------------------------


def _cards(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Incidents and Search cards that were drawn for all to see."""
    for card in _new(before.idisc_n, after.idisc, after.idisc_n):
        yield _sentence(f"Incident: {name_of(tables, 'incidents', card)}")
    for card in _new(before.sdisc_n, after.sdisc, after.sdisc_n):
        yield _sentence(f"Search card shown: {search_name(tables, card)}")


def _new(count: int, pile: list[int], size: int) -> list[int]:
    """What a discard pile has more than before."""
    return [int(card) for card in pile[count:size]]


def _kept_cards(before: Record, tables: Tables, after: Record, viewer: int | None) -> Iterator[str]:
    """How many Search cards are kept; which came and which is looked at, to their owner alone."""
    for slot in range(SLOTS):
        if before.s_n[slot] == after.s_n[slot]:
            continue
        who, owner = _who(after, tables, slot), after.ch_owner[slot]
        new = _new(before.s_n[slot], list(after.s_cards[slot]), after.s_n[slot])
        yield f"{_capital(who)} keeps {plural(after.s_n[slot], 'Search card')}."
        if viewer in (None, owner) and new:
            yield f"{_capital(who)} has {in_words(search_name(tables, card) for card in new)}."
    looked = [int(card) - 1 for card in after.drawn if card]
    if looked and [*after.drawn] != [*before.drawn] and viewer in (None, after.seat):
        names = in_words(search_name(tables, card) for card in looked)
        yield f"{seat_letter(after.seat)} looks at {names}."


# --- dice -----------------------------------------------------------------------------------------


def _rolls(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Rolls that are others than before, both sides of them."""
    for roll in range(ROLLS):
        old, new = (_roll_of(s, roll) for s in (before, after))
        is_mirrored = roll == INNER and _is_duel(after)
        if old != new and not is_mirrored and (after.rl_n[roll] or after.rl_m[roll]):
            yield _roll(before, tables, after, roll)


def _is_duel(s: Record) -> bool:
    """Whether a Character attacks another: each has a window, for the same dice."""
    return bool(
        s.rl_kind[OUTER] in _ATTACKS and s.rl_side[OUTER] == ATTACKER and s.rl_enemy[OUTER] < 0
    )


def _roll_of(s: Record, roll: int) -> list[Any]:
    return [np.asarray(getattr(s, name)[roll]).tolist() for name in _ROLL_FIELDS]


def _roll(before: Record, tables: Tables, after: Record, roll: int) -> str:
    """A roll in words: dice, what is added, what they must beat, and how many do."""
    kind = after.rl_kind[roll]
    how = _KINDS[kind] if 0 <= kind < len(_KINDS) else ""
    sides = []
    if after.rl_n[roll]:
        who = _who(after, tables, after.rl_slot[roll])
        verb = "defends with" if after.rl_side[roll] else "rolls"
        sides.append(f"{who} {verb} {_side(after, roll, 'rl_d', 'rl_n', 'rl_thr', 'rl_mod')}")
    if after.rl_m[roll]:
        other = _foe(before, tables, after, after.rl_enemy[roll])
        if _is_duel(after):
            other = _who(after, tables, after.rl_slot[INNER])
        sides.append(f"{other} rolls {_side(after, roll, 'rl_e', 'rl_m', 'rl_ethr', 'rl_emod')}")
    if after.rl_side[roll]:
        sides.reverse()
    return f"Dice{how}: {'; '.join(sides)}."


def _side(s: Record, roll: int, dice: str, count: str, most: str, bonus: str) -> str:
    """The dice of a side; those that beat the number are counted."""
    number, added = getattr(s, most)[roll], getattr(s, bonus)[roll]
    shown, found = [], 0
    for die in range(getattr(s, count)[roll]):
        face = getattr(s, dice)[roll][die]
        plus = added + (s.rl_plus[roll][die] if dice == "rl_d" else 0)
        shown.append(f"{face}{plus:+d}" if plus else str(face))
        found += face + plus > number
    hits = plural(found, "success", "successes") if found else "no success"
    return f"{in_words(shown)} against {number}: {hits}"


def _who(s: Record, tables: Tables, slot: int) -> str:
    """A Character's name."""
    if 0 <= slot < SLOTS and s.ch_kind[slot] != EMPTY and s.ch_card[slot] != NONE:
        return character_name(s, tables, slot)
    return "somebody"


def _foe(before: Record, tables: Tables, after: Record, foe: int) -> str:
    """An Enemy's name, also if it is gone by now."""
    for s in (after, before):
        if 0 <= foe < FOES and s.foe_type[foe] != NONE:
            return f"the {foe_name(s, tables, foe)} {foe_code(s, foe)}"
    return "the other side"


def _sentence(words: str) -> str:
    """Words that may end with a mark of their own, such as `Ambush!`."""
    return words if words[-1] in "!?." else f"{words}."


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


# --- the board ------------------------------------------------------------------------------------


def _ground(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Tiles, exits and doors."""
    for tile in range(TILES):
        was, now = before.tl_token[tile], after.tl_token[tile]
        is_there, was_there = (tile < s.n_tl and s.tl_token[tile] != NONE for s in (after, before))
        if is_there and (not was_there or was != now):
            place = f"({after.tl_row[tile]}, {after.tl_col[tile]})"
            yield f"The tile {token_name(tables, now)} is laid out at {place}."
        elif was_there and not is_there:
            what = "" if now == NONE else f" ({now})"
            yield f"The tile {token_name(tables, was)} is taken up{what}."
        elif was != now:
            yield f"Place {tile} for tiles is {'free' if now == NONE else 'ready'}."
    for exit_ in range(EXITS):
        if before.ex_state[exit_] != after.ex_state[exit_] == Exit.CLOSED:
            yield f"There is no exit at ({after.ex_row[exit_]}, {after.ex_col[exit_]}) any more."
    for door in range(DOORS):
        if before.dr_state[door] != after.dr_state[door]:
            place = f"({after.dr_row[door]}, {after.dr_col[door]})"
            state = {Door.OPEN: "is open", Door.NEVER: "stays closed"}.get(
                after.dr_state[door], "is closed"
            )
            yield f"The door at {place} {state}."
    for token in range(TOKENS_FALLEN):
        was, now = before.fl_row[token], after.fl_row[token]
        if was != now:
            if now == NONE:
                yield f"The Fallen Enemy token at ({was}, {before.fl_col[token]}) is gone."
            else:
                yield f"A Fallen Enemy token lies at ({now}, {after.fl_col[token]})."


def _foes(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Enemies that come, go, move, are wounded."""
    for foe in range(FOES):
        is_there, was_there = (s.foe_type[foe] != NONE for s in (after, before))
        name = _foe(before, tables, after, foe)
        place = f"({after.foe_row[foe]}, {after.foe_col[foe]})"
        if is_there and not was_there:
            yield f"{_capital(name)} comes, at {place}."
        elif was_there and not is_there:
            where = f"({before.foe_row[foe]}, {before.foe_col[foe]})"
            yield f"{_capital(name)} is off the board; it was at {where}."
        elif is_there:
            changes = list(_foe_changes(before, after, foe, place))
            if changes or before.foe_type[foe] != after.foe_type[foe]:
                yield f"{_capital(name)}: {'; '.join(changes) or 'it is another one now'}."


def _foe_changes(before: Record, after: Record, foe: int, place: str) -> Iterator[str]:
    """How an Enemy on the board is another than before."""
    if any(getattr(before, one)[foe] != getattr(after, one)[foe] for one in ("foe_row", "foe_col")):
        is_on = after.foe_row[foe] != NONE
        yield f"to {place}" if is_on else "off the board for now"
    if before.foe_wounds[foe] != after.foe_wounds[foe]:
        of = after.foe_hp_max[foe]
        yield f"wounds {before.foe_wounds[foe]} -> {after.foe_wounds[foe]} of {of}"
    for name, words in (("foe_stun", "Stunned"), ("foe_hide", "Hidden")):
        was, now = getattr(before, name)[foe] > 0, getattr(after, name)[foe] > 0
        if was != now:
            yield words if now else f"no longer {words}"
    if before.foe_status[foe] != after.foe_status[foe]:
        yield from _bits(before.foe_status[foe], after.foe_status[foe], FOE_CONDITIONS)
    if before.foe_holds[foe] != after.foe_holds[foe]:
        yield "holds somebody" if after.foe_holds[foe] else "holds nobody any more"


def _bits(was: int, now: int, words: Mapping[Any, str]) -> Iterator[str]:
    """Conditions that have come and gone."""
    for bit, name in words.items():
        if (was ^ now) & int(bit):
            yield name if now & int(bit) else f"no longer {name}"


def _companions(before: Record, after: Record) -> Iterator[str]:
    """Paolo and Zombies."""
    for number in range(COMPANIONS):
        was, now = (
            (s.npc_kind[number], s.npc_row[number], s.npc_col[number], s.npc_hp[number])
            for s in (before, after)
        )
        if was == now:
            continue
        kind = now[0] or was[0]
        name = "Paolo" if kind == Companion.PAOLO else "The Zombie"
        if not now[0]:
            health = f" with {now[3]} Health" if now[3] else ""
            yield f"{name} is {_off_board(now[1:3])}{health}."
        else:
            yield f"{name} is at ({now[1]}, {now[2]}) with {now[3]} Health."


# --- Characters -----------------------------------------------------------------------------------


def _characters(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """What has happened to each Character; those to whom the same has happened in a line."""
    told: dict[str, list[str]] = {}
    for slot in range(SLOTS):
        yield from telling_crew.arrivals(before, tables, after, slot)
        changes = [
            *_moves(before, after, slot),
            *telling_crew.owned(before, tables, after, slot),
            *_spoils(before, after, slot),
            *_bits(before.ch_status[slot], after.ch_status[slot], _STATES),
            *_bits(before.buff[slot], after.buff[slot], BUFFS),
            *_magic(before, tables, after, slot),
        ]
        if changes:
            told.setdefault("; ".join(changes), []).append(_who(after, tables, slot))
    for changed, who in told.items():
        yield f"{_capital(in_words(who))}: {changed}."


def _moves(before: Record, after: Record, slot: int) -> Iterator[str]:
    """Where a Character stands."""
    was, now = ((s.ch_y[slot], s.ch_x[slot]) for s in (before, after))
    if was != now:
        is_on = 0 <= now[0] < BOARD and 0 <= now[1] < BOARD
        yield f"to ({now[0]}, {now[1]})" if is_on else _off_board(now)


def _off_board(place: tuple[int, int]) -> str:
    return "off the board" if place == (NONE, NONE) else f"off the board at {place}"


def _spoils(before: Record, after: Record, slot: int) -> Iterator[str]:
    """What the Adventure has brought so far."""
    for name, words in (
        ("ch_adv_pp", "prestige of the Adventure"),
        ("ch_adv_coins", "coins of the Adventure"),
        ("ko_n", "times Knocked Out"),
    ):
        was, now = getattr(before, name)[slot], getattr(after, name)[slot]
        if was != now:
            yield f"{words} {was} -> {now}"


def _magic(before: Record, tables: Tables, after: Record, slot: int) -> Iterator[str]:
    """Spells that were learned, lost, cast, and are ready again."""
    for spell in range(min(SPELLS, len(tables.text("magic", "name")))):
        was, now = before.spell[slot][spell], after.spell[slot][spell]
        if was == now:
            continue
        name = name_of(tables, "magic", spell)
        if was == 0:
            yield f"has the spell {name}"
        elif now == 0:
            yield f"has lost the spell {name}"
        elif now == 1:
            yield f"{name} is ready again"
        elif was == 1:
            yield f"{name} is cast"


# --- goals, track, end ----------------------------------------------------------------------------


def _goals(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Goals that were found, handed over, reached, lost."""
    for goal in range(GOAL_TOKENS):
        was, now = ((s.goal_state[goal], s.goal_holder[goal]) for s in (before, after))
        if was != now:
            state = goal_state(after, goal) or "not found yet"
            held = f" ({now[1]})" if now[0] != Goal.HELD and now[1] != NONE else ""
            yield f"{goal_name(after, tables, goal)}: {state}{held}."


def _track(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """The flag, difficulty, fog, rounds, and who leads."""
    if before.flag != after.flag:
        yield f"The flag moves: {before.flag} -> {after.flag}."
    if before.diff != after.diff:
        yield f"Difficulty {before.diff} -> {after.diff}."
    for name, begins, ends in (
        ("fog", "Fog: nobody shoots beyond range 3.", "The fog lifts."),
        ("tick", "From now on the flag may move in each Incident Round.", "The flag rests."),
    ):
        if getattr(before, name) != getattr(after, name):
            yield begins if getattr(after, name) else ends
    if before.init != after.init:
        is_there = after.init != NONE
        yield f"{seat_letter(after.init)} has the Initiative." if is_there else "Nobody leads."
    if before.round != after.round:
        yield f"Round {after.round} of {adventure_name(after, tables)} begins."


def _offices(before: Record, after: Record) -> Iterator[str]:
    """The Captain, the result, and the end."""
    if before.captain != after.captain:
        is_there = after.captain != NONE
        yield f"{seat_letter(after.captain)} is Captain." if is_there else "There is no Captain."
    if before.adv_result != after.adv_result:
        is_judged = 0 <= after.adv_result < len(_RESULTS)
        result = _RESULTS[after.adv_result] if is_judged else "not judged yet"
        yield f"The Adventure is {result}."
    if before.ended != after.ended:
        yield f"The end: {_ending(after.ended)}." if after.ended != NONE else "It goes on."


def _ending(ended: int) -> str:
    """Why an Adventure ends."""
    known = {int(one): spaced(one.name.lower()) for one in Ended}
    return known.get(ended, f"the Adventure is over ({ended})")
