"""What is true of the frames of an Adventure, and of the questions that they put.

What frames about things hold is looked at in `invariants_things`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from piracy_env.core.record import Record
from piracy_env.games.skull_tales.rules.adventure.foes import TYPES
from piracy_env.games.skull_tales.rules.adventure.questions import SPELL
from piracy_env.games.skull_tales.shapes_land import ANSWERS, SHAPES, About
from piracy_env.games.skull_tales.state import (
    ACTOR,
    EMPTY,
    KIND,
    NONE,
    SLOT,
    SLOTS,
    STEP,
    A,
    B,
    C,
    Decision,
)
from piracy_env.games.skull_tales.state_land import FOES
from piracy_env.games.skull_tales.tables.adventures import ADVENTURE_KEYS
from piracy_env.games.skull_tales.tables.cards import TARGETS
from piracy_env.games.skull_tales.terrain import BOARD, TILE_EXITS, TOKENS

D = Decision
Fault = Iterator[str]
_WINDOWS = (D.ROLL, D.SECOND_DIE)
_NEVER = (D.CONCLUSION, D.INCIDENT)
_OPEN_FIGHT = {D.ATTACK: (3, 4), D.STRIKE: (1, 2), D.DUEL: (1, 2, 3)}
"""Steps in which the dice of a fight lie on the table."""
_IN_A_TURN = frozenset((D.POUNCE, D.MONEY, D.FACECRIP))
"""Questions about what is paid by who acts."""
_JONES = ADVENTURE_KEYS.index("captain_jones")


def waiting_faults(s: Record, t: Record) -> Fault:
    """What is wrong with frames of known kinds, in words."""
    places = [place for place in range(s.sp) if s.stk[place][KIND] in SHAPES]
    kinds = [D(s.stk[place][KIND]) for place in range(s.sp) if place not in places]
    wrong = [f"{kind.name} never waits" for kind in kinds if kind in _NEVER]
    wrong += [fault for place in places for fault in _frame(s, place)]
    yield from wrong
    if wrong or not places:
        return
    yield from _who(s)
    yield from _dice(s)
    for place in places:
        kind = D(s.stk[place][KIND])
        if kind in _RULES:
            for told in _RULES[kind](s, t, place):
                yield f"{kind.name} {told}"


# --- frames ---------------------------------------------------------------------------------------


def _frame(s: Record, place: int) -> Fault:
    """One frame, by the shape of its kind."""
    frame, kind = s.stk[place], D(s.stk[place][KIND])
    shape, name = SHAPES[kind], kind.name
    if place == s.sp - 1:
        if frame[STEP] not in shape.steps:
            yield f"{name} is asked in step {frame[STEP]}"
    else:
        above = D(s.stk[place + 1][KIND])
        awaited = shape.asks.get(int(frame[STEP]), ())
        if above not in awaited and (above in ANSWERS or frame[STEP] not in shape.steps):
            yield f"{name} waits in step {frame[STEP]} for {above.name}"
    below = s.stk[place - 1][KIND] if place > 0 else D.CAMPAIGN
    if shape.on and below not in shape.on:
        yield f"{name} lies on {D(below).name}"
    if not NONE <= frame[ACTOR] < s.players:
        yield f"{name} asks seat {frame[ACTOR]}"
    if not _is_about(s, frame, shape.about):
        yield f"{name} is about {frame[SLOT]}"
    for letter, value, (low, high) in zip(
        "ABC", (frame[A], frame[B], frame[C]), (shape.a, shape.b, shape.c), strict=True
    ):
        if not low <= value <= high:
            yield f"{letter} of {name} is {value}, not {low} to {high}"


def _is_about(s: Record, frame: Any, about: About) -> bool:
    """Whether the SLOT of a frame is what its kind is about."""
    slot = frame[SLOT]
    is_character = _is_there(s, slot)
    is_it = {
        About.NOBODY: slot == NONE,
        About.CHARACTER: is_character,
        About.PERHAPS: slot == NONE or is_character,
        About.FIGURE: 0 <= slot < FOES,
        About.COMPANION: 0 <= slot < len(s.npc_kind),
        About.PLACE: NONE <= slot < BOARD * BOARD,
        About.COUNT: 0 <= slot <= SLOTS,
    }
    return bool(is_it[about])


def _is_there(s: Record, slot: int) -> bool:
    return bool(0 <= slot < SLOTS and s.ch_kind[slot] != EMPTY)


def _who(s: Record) -> Fault:
    """Somebody is asked, and in a turn what belongs to turns."""
    kinds = [D(s.stk[place][KIND]) for place in range(s.sp)]
    actor = s.stk[s.sp - 1][ACTOR]
    if actor == NONE:
        actor = s.init if s.captain == NONE else s.captain
    if actor != s.seat:
        yield f"{kinds[-1].name} asks seat {actor}, but seat {s.seat} is to move"
    for place, kind in enumerate(kinds):
        if kind in _IN_A_TURN and D.MENU not in kinds[:place]:
            yield f"{kind.name} is asked outside a turn"
        if kind == D.MENU and D.TURN not in kinds[:place]:
            yield "MENU is asked outside a turn"
        if _is_of_menu(s, place) and s.stk[place][SLOT] != s.stk[place - 1][SLOT]:
            yield f"{kind.name} is about {s.stk[place][SLOT]}, not who acts"


def _is_of_menu(s: Record, place: int) -> bool:
    """Whether a frame is about who acts: not about who is led, or falls into a chasm."""
    kind, step = D(s.stk[place][KIND]), s.stk[place][STEP]
    is_another = kind == D.LEADING or (kind == D.PUSHING and step > 3)
    return not is_another and kind in SHAPES and SHAPES[kind].on == (D.MENU,)


def _dice(s: Record) -> Fault:
    """Dice lie on the table for each roll that is not over: a fight's, and one within it."""
    fights = rolls = depth = 0
    for place in range(s.sp):
        kind, step = s.stk[place][KIND], s.stk[place][STEP]
        if kind == D.DICE:
            rolls += 1
        elif step in _OPEN_FIGHT.get(kind, ()):
            fights += 1
            depth += kind == D.DUEL and step == 2
    depth += fights + rolls
    if fights > 1 or rolls > 1 or depth > len(s.rl_kind):
        yield f"{fights} fights and {rolls} rolls are open at once"
    elif s.rl_depth != depth:
        yield f"{depth} rolls are open, not {s.rl_depth}"
    top = s.stk[s.sp - 1]
    if depth == len(s.rl_kind) and top[KIND] not in _WINDOWS:
        yield "dice lie there that nobody looks at"


# --- questions ------------------------------------------------------------------------------------


def _is_on_tiles(s: Record, row: int, col: int) -> bool:
    return bool(0 <= row < BOARD and 0 <= col < BOARD and s.b_tile[row][col] > 0)


def _offered(s: Record) -> list[tuple[int, int]]:
    return [(int(s.cand[k][0]), int(s.cand[k][1])) for k in range(s.cand_n)]


def _window(s: Record, t: Record, place: int) -> Fault:
    frame, roll = s.stk[place], s.rl_depth - 1
    if roll < 0:
        return
    if not _is_there(s, s.rl_slot[roll]):
        yield "is about nobody's dice"
    if frame[A] > s.players:
        yield f"asks the clairvoyant {frame[A] - 1}"
    if frame[KIND] == D.SECOND_DIE and frame[B] < 5 and frame[B] >= s.rl_n[roll]:
        yield f"swaps die {frame[B]}"


def _space(s: Record, t: Record, place: int) -> Fault:
    below = s.stk[place - 1]
    tokens = {(int(row), int(col)) for row, col in zip(s.fl_row, s.fl_col, strict=True)}
    for where in _offered(s):
        if not _is_on_tiles(s, *where) and below[KIND] != D.OPENING:
            yield f"offers {where}, which is on no tile"
        elif below[KIND] in (D.LOOTING, D.CASTING) and where not in tokens:
            yield f"offers {where}, where no token lies"
    if below[KIND] == D.OPENING:
        yield from _doors(s, below)


def _doors(s: Record, frame: Any) -> Fault:
    """The spaces behind closed doors are beside who opens one."""
    row, col = int(s.ch_y[frame[SLOT]]), int(s.ch_x[frame[SLOT]])
    around = [(row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)]
    sides = [where for side, where in enumerate(around) if frame[A] >> side & 1]
    if not set(_offered(s)) <= set(sides):
        yield "offers what is behind no door"


def _card(s: Record, t: Record, place: int) -> Fault:
    below, offered = s.stk[place - 1], _offered(s)
    if (s.stk[place][A] == SPELL) != (below[KIND] == D.CASTING):
        yield "is about spells, or is not"
    elif below[KIND] == D.CASTING and any(not 0 <= card < len(t.magic) for card, _ in offered):
        yield "offers what is no spell"
    elif below[KIND] == D.TELLING and any(not 0 < item < len(t.gear) for item, _ in offered):
        yield "offers what is no gear"


def _tile(s: Record, t: Record, place: int) -> Fault:
    below = s.stk[place - 1]
    is_laid = below[KIND] == D.EXPLORING and below[STEP] == 2  # by which exit, after how many turns
    most = (TILE_EXITS - 1, 3) if is_laid else (len(TOKENS) - 1, len(TOKENS) - 1)
    for pair in _offered(s):
        if any(not 0 <= number <= limit for number, limit in zip(pair, most, strict=True)):
            yield f"offers {pair[0]} and {pair[1]}"


def _person(s: Record, t: Record, place: int) -> Fault:
    bits = s.stk[place][A]
    if any(bits >> slot & 1 and s.ch_kind[slot] == EMPTY for slot in range(SLOTS)):
        yield "names nobody"


def _number(s: Record, t: Record, place: int) -> Fault:
    frame, below = s.stk[place], s.stk[place - 1]
    most = {D.CHANGING_TOTEM: 3 if below[STEP] else (1 << len(t.totems)) - 1, D.FORFEITING: 3}
    if frame[B] > 0 or frame[A] > most.get(D(below[KIND]), frame[A]):
        yield f"offers the numbers {frame[A]:b}"


def _weapon(s: Record, t: Record, place: int) -> Fault:
    frame, below = s.stk[place], s.stk[place - 1]
    if frame[A] >> s.inv_n[frame[SLOT]]:
        yield "offers what is not carried"
    is_hand = below[KIND] == D.DRAWING and below[STEP] == 1
    if (is_hand and frame[A]) or (frame[B] and not is_hand and below[KIND] != D.ATTACK):
        yield "offers hooks, or no hands"


def _target(s: Record, t: Record, place: int) -> Fault:
    frame, below = s.stk[place], s.stk[place - 1]
    foes = frame[A] | frame[B] << 12
    if any(foes >> foe & 1 and s.foe_type[foe] == NONE for foe in range(FOES)):
        yield "is an Enemy that is not there"
    if frame[C] and below[KIND] != D.ATTACK:
        yield "is a Character"
    if any(frame[C] >> slot & 1 and s.ch_kind[slot] == EMPTY for slot in range(SLOTS)):
        yield "is a Character that is not there"


def _enemy_target(s: Record, t: Record, place: int) -> Fault:
    bits = s.stk[place][A]
    there = [kind != EMPTY for kind in s.ch_kind] + [row != NONE for row in s.npc_row]
    if any(bits >> target & 1 and not is_there for target, is_there in enumerate(there)):
        yield "is somebody that is not there"


# --- flows ----------------------------------------------------------------------------------------


def _seats(s: Record, t: Record, place: int) -> Fault:
    if s.stk[place][B] > s.players:
        yield f"is at seat {s.stk[place][B]}"


def _of_seat(s: Record, t: Record, place: int) -> Fault:
    """What only the Pirate of a seat is asked."""
    if s.stk[place][SLOT] >= s.players:
        yield f"is about {s.stk[place][SLOT]}, which is no Pirate"


def _prep(s: Record, t: Record, place: int) -> Fault:
    frame = s.stk[place]
    yield from _of_seat(s, t, place)
    if frame[A] == 4 and frame[B] > 1:
        yield f"is about Totem {frame[B]}"


def _exploring(s: Record, t: Record, place: int) -> Fault:
    frame = s.stk[place]
    if frame[STEP] < 4 and (frame[A] % 128 >= s.n_ex or frame[A] // 128 >= len(TOKENS)):
        yield f"is at exit {frame[A] % 128}"
    elif frame[STEP] >= 4 and not _is_on_tiles(s, frame[A], frame[B]):
        yield "comes to where no tile lies"


def _on_tiles(s: Record, t: Record, place: int) -> Fault:
    if not _is_on_tiles(s, s.stk[place][A], s.stk[place][B]):
        yield "is where no tile lies"


def _coming(s: Record, t: Record, place: int) -> Fault:
    frame = s.stk[place]
    if frame[STEP] > 0:
        if frame[C] > FOES:
            yield f"is at Enemy {frame[C]}"
        return
    if frame[SLOT] == NONE or not _is_on_tiles(s, *divmod(int(frame[SLOT]), BOARD)):
        yield "comes to where no tile lies"
    for left in (int(frame[A]), int(frame[B])):
        while left > 0:
            left, kind = divmod(left, TYPES)
            if kind == 0:
                yield "brings nobody"
        if left < 0:
            yield "brings nobody"


def _strike(s: Record, t: Record, place: int) -> Fault:
    if s.stk[place][A] % 8 >= SLOTS + len(s.npc_kind):
        yield "is at nobody"


def _attack(s: Record, t: Record, place: int) -> Fault:
    frame = s.stk[place]
    kind, weapon, more = frame[A] % 8, frame[A] // 8 % 32 - 1, frame[A] // 1024
    if kind > 6 or weapon > 17:
        yield f"is of kind {kind} with weapon {weapon}"
    if kind == 1 and more > FOES:
        yield f"is meant for {more - 1}"
    if frame[STEP] > 1 and weapon == NONE:
        yield "has no weapon"
    if frame[STEP] > 2 and not 0 <= frame[B] < FOES + (SLOTS if frame[KIND] == D.DUEL else 0):
        yield f"is at {frame[B]}"


def _in_steps(*steps: int, most: int = SLOTS) -> Callable[[Record, Record, int], Fault]:
    """A rule: in these steps A is less than `most`, and a Character if that is their number."""

    def faults(s: Record, t: Record, place: int) -> Fault:
        frame = s.stk[place]
        is_wrong = frame[A] >= most or (most == SLOTS and not _is_there(s, frame[A]))
        if frame[STEP] in steps and is_wrong:
            yield f"is about {frame[A]} in step {frame[STEP]}"

    return faults


_QUESTION_OF = {"enemy_in_sight": D.TARGET, "token_in_sight": D.SPACE}
"""What a spell asks for, by its target; for others a Character."""


def _casting(s: Record, t: Record, place: int) -> Fault:
    frame = s.stk[place]
    if frame[STEP] == 1:
        target = TARGETS[t.magic[frame[A] % 16].target]
        if s.stk[place + 1][KIND] != _QUESTION_OF.get(target, D.PERSON):
            yield f"asks otherwise for what is {target}"


def _telling(s: Record, t: Record, place: int) -> Fault:
    """What a story tells is about an Enemy only if one flees."""
    frame = s.stk[place]
    if frame[SLOT] >= SLOTS and s.chapter != _JONES:
        yield f"is about {frame[SLOT]}"
    if frame[A] // 8 >= max(len(t.traps), SLOTS):
        yield f"is about {frame[A]}"


_RULES: dict[Decision, Callable[[Record, Record, int], Fault]] = {
    **dict.fromkeys(_WINDOWS, _window),
    D.SPACE: _space,
    D.CARD: _card,
    D.TILE: _tile,
    D.PERSON: _person,
    D.NUMBER: _number,
    D.WEAPON: _weapon,
    D.TARGET: _target,
    D.ENEMY_TARGET: _enemy_target,
    D.ADVENTURE: _seats,
    **dict.fromkeys((D.TURN, D.ALLY_END, D.TACTIC, D.TOTEMS), _of_seat),
    D.PREP: _prep,
    D.EXPLORING: _exploring,
    **dict.fromkeys((D.ENTERING, D.RELEASE), _on_tiles),
    D.FOES_COMING: _coming,
    D.STRIKE: _strike,
    **dict.fromkeys((D.ATTACK, D.DUEL), _attack),
    D.PUSHING: _in_steps(1, 2, 3),
    D.REVIVING: _in_steps(1),
    D.COMMANDING: _in_steps(3),
    D.ALLY_TURN: _in_steps(2),
    D.CASTING: _casting,
    D.TELLING: _telling,
}
