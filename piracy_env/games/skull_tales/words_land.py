"""What the Adventure's things are called, for texts and pictures alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, plural, seat_letter
from piracy_env.games.skull_tales.gear import LEGEND
from piracy_env.games.skull_tales.rules.adventure.carrying import CARDS, GOALS, NUMBERS
from piracy_env.games.skull_tales.rules.adventure.exchanging import COUNT, WHO
from piracy_env.games.skull_tales.rules.adventure.possessions import TO_USE
from piracy_env.games.skull_tales.state import (
    CHARISMA,
    NONE,
    PIRATE,
    SLOTS,
    STRENGTH,
    TRAITS,
    Decision,
)
from piracy_env.games.skull_tales.state_land import (
    FOES,
    GOAL_TOKENS,
    SPELLS,
    Buff,
    FoeStatus,
    Goal,
    Status,
)
from piracy_env.games.skull_tales.tables.cards import SEARCH_KEYS
from piracy_env.games.skull_tales.tables.enemies import FOE_KEYS
from piracy_env.games.skull_tales.terrain import FIRST_CITY, LAST_CITY, TOKENS
from piracy_env.games.skull_tales.traits import Trait

INITIALS = dict(zip(FOE_KEYS, "ROCSUMLBDH", strict=True))
"""What a type of Enemy is called on the map."""
CONDITIONS = {
    Status.KNOCKED_OUT: "Knocked Out",
    Status.STUNNED: "Stunned",
    Status.KNOCKED_DOWN: "Knocked Down",
    Status.POISONED: "Poisoned",
    Status.RESTRAINED: "Restrained",
    Status.HIDDEN: "Hidden",
    Status.FRENZIED: "Frenzied",
    Status.POSSUM: "playing possum",
    Status.RUNNING: "running",
    Status.TURN_DONE: "turn over",
}
FOE_CONDITIONS = {
    FoeStatus.KNOCKED_DOWN: "Knocked Down",
    FoeStatus.ASLEEP: "inactive",
    FoeStatus.IDLE: "loses its activation",
    FoeStatus.HEXED: "hexed",
}
BUFFS = {
    Buff.GUARDED: "guarded by a Loa",
    Buff.OWLS_EYE: "sees like an owl",
    Buff.SERPENTS_KISS: "strikes like a serpent",
    Buff.AIMED: "has taken aim",
}
LIMBS = ("right eye", "right leg", "left leg", "right hand", "left hand", "left eye")
PENANCES = ("", "Greedy", "Wroth", "Prideful")
GOAL_STATES = ("", "reached", "held by {who}", "on the ground", "lost")
STARTING, UNLOADED, BLESSED, POISONED = 2, 1, 4, 8
"""Bits of `inv_flag`."""
RIGHT, LEFT, BOTH, WORN = 1, 2, 3, 4
"""Values of `inv_loc`; what is in the bag has 0."""
HELD = {RIGHT: "right hand", LEFT: "left hand", BOTH: "both hands", WORN: "worn"}
DOLL_OUT = 20
LEAST, MOST = 2, 5
"""Between these permanent wounds and Traits leave an attribute."""

_ASKS = {
    Decision.PICK: "chooses a Pirate",
    Decision.HAND: "chooses the dominant hand",
    Decision.PREP: "prepares for the Adventure",
    Decision.DEPLOY_ORDER: "says who is deployed next",
    Decision.DEPLOY: "deploys {who}",
    Decision.EQUIP_RIGHT: "chooses what the right hand of {who} holds",
    Decision.EQUIP_LEFT: "chooses what the left hand of {who} holds",
    Decision.REPEAT: "decides whether the Adventure is played once more",
    Decision.STAND: "may have {who} stand up",
    Decision.TACTIC: "may take the Initiative",
    Decision.TOTEMS: "chooses the Totems to be kept",
    Decision.ORDER: "says who acts next",
    Decision.STUN: "may shake off that {who} is Stunned",
    Decision.MENU: "acts with {who}",
    Decision.STEPS: "moves {who}",
    Decision.WEAPON: "chooses a weapon",
    Decision.TARGET: "chooses a target",
    Decision.SPACE: "chooses a space",
    Decision.CARD: "chooses a card",
    Decision.PERSON: "chooses a Character",
    Decision.NUMBER: "says a number",
    Decision.TILE: "chooses a tile, or how it lies",
    Decision.EXCHANGE: "exchanges",
    Decision.GIVE: "chooses what {who} gives",
    Decision.TAKE: "chooses what is taken from {who}",
    Decision.CONSENT: "is asked whether {who} agrees",
    Decision.ROLL: "sees the dice, and may change them",
    Decision.SECOND_DIE: "chooses a die",
    Decision.CAUTIOUS: "may move {who} before the Enemies",
    Decision.BRAG: "may brag with {who}",
    Decision.ENEMY_ORDER: "says which Enemy acts next",
    Decision.ENEMY_TARGET: "says whom the Enemy goes for",
    Decision.ENEMY_PLACE: "says where the Enemy is placed",
    Decision.DODGE: "may have {who} dodge",
    Decision.POSSUM: "may have {who} play possum",
    Decision.OPPORTUNE: "may take the opportunity with {who}",
    Decision.QUICKSHOT: "may shoot quickly with {who}",
    Decision.SPECIAL: "settles what the story asks",
    Decision.POUNCE: "may pounce with {who}",
    Decision.CHARLATAN: "may talk the Enemy round",
    Decision.LUNGE: "may lunge with {who}",
    Decision.MASTERY: "may take a masterly step with {who}",
    Decision.MONEY: "may double the coins",
    Decision.FACECRIP: "may cripple the Enemy",
    Decision.OVERLOAD: "has more than {who} can carry, and discards a card",
    Decision.ALLY_END: "may have an Ally act",
    Decision.LEADING: "leads a companion",
    Decision.GRASP: "chooses which hand of {who} takes what was picked up",
}

_ASKS_FOR: dict[tuple[int, int], str] = {
    (Decision.TARGET, Decision.LEAPING): "says over which Enemy {who} leaps",
    (Decision.SPACE, Decision.LEAPING): "says where {who} lands",
    (Decision.CONSENT, Decision.LEAPING): "may have {who} break away, too, for 1 AP",
    (Decision.TARGET, Decision.SHOVING): "says which Enemy {who} pushes",
    (Decision.SPACE, Decision.SHOVING): "says where the Enemy is pushed",
    (Decision.TARGET, Decision.STOMPING): "says on which Enemy {who} stomps",
    (Decision.TARGET, Decision.DETECTING): "says for which Hidden Enemy {who} looks",
    (Decision.WEAPON, Decision.DRAWING): "says what {who} draws, and with which hand",
    (Decision.NUMBER, Decision.TELLING): "says how {who} breaks the cell open",
    (Decision.CARD, Decision.TELLING): "says what {who} takes",
    (Decision.NUMBER, Decision.FORFEITING): "says what for: 0 a wound, 1 spells",
    (Decision.TARGET, Decision.VENGEANCE): "says on which Enemy {who} takes vengeance",
}
"""What a question is put for, by its kind and that of what waits for the answer."""


def question(s: Record, tables: Tables, viewer: int | None) -> str:
    """Who has to decide what."""
    if s.sp == 0:
        return "Nobody is asked"
    kind, slot = s.stk[s.sp - 1][0], s.stk[s.sp - 1][3]
    below = s.stk[s.sp - 2] if s.sp > 1 else s.stk[s.sp - 1]
    known = {int(one): words for one, words in _ASKS.items()}
    words = known.get(kind) or Decision(kind).name.lower().replace("_", " ")
    words = _asks_for_thing(s, tables, viewer) or _ASKS_FOR.get((kind, below[0]), words)
    who = character_name(s, tables, slot) if 0 <= slot < SLOTS else ""
    you = " (you)" if s.seat == viewer else ""
    return f"{seat_letter(s.seat)}{you} {words.format(who=who or 'a Character')}"


def _asks_for_thing(s: Record, tables: Tables, viewer: int | None) -> str:
    """What a question about things is about; nothing for other questions."""
    kind, _, _, slot, first, _, _ = s.stk[s.sp - 1]
    if kind == Decision.GIVE and first < 0:
        return "chooses what {who} uses" if first == TO_USE else "chooses what {who} drops"
    if kind == Decision.OVERLOAD:
        return f"has no place for {item_name(tables, first)}, and may discard a card of {{who}}"
    flow = s.stk[s.sp - 2]
    if kind == Decision.CONSENT and flow[0] == Decision.EXCHANGING:
        what = _thing_name(s, tables, slot, flow[4] // (WHO * COUNT), viewer)
        return f"is asked whether {{who}} gives {what}"
    return ""


def _thing_name(s: Record, tables: Tables, slot: int, what: int, viewer: int | None) -> str:
    """One of a Character's things, by its number; Search cards for their owner alone."""
    if what < CARDS:
        return carried_name(s, tables, slot, what)
    if what < GOALS:
        is_own = viewer in (None, s.ch_owner[slot])
        return search_name(tables, s.s_cards[slot][what - CARDS]) if is_own else "a Search card"
    if what < NUMBERS:
        return goal_name(s, tables, what - GOALS)
    return ("Rum", "Brew")[what - NUMBERS]


def thing_numbers(s: Record) -> tuple[str, ...]:
    """What `num` names, if the question is about things."""
    if s.sp == 0 or s.stk[s.sp - 1][0] not in (Decision.GIVE, Decision.TAKE):
        return ()
    is_body = s.stk[s.sp - 1][0] == Decision.TAKE and s.stk[s.sp - 1][5] == 1
    return ("coins", "Rum", "Brew") if is_body else ("Rum", "Brew")


# --- people ---------------------------------------------------------------------------------------


def slot_letter(s: Record, slot: int) -> str:
    """What a Character is called on the map: its seat, or a small letter for an Ally."""
    return seat_letter(slot) if slot < s.players else seat_letter(slot).lower()


def character_name(s: Record, tables: Tables, slot: int) -> str:
    """The name on a Character's card."""
    if s.ch_card[slot] == NONE:
        return "nobody"
    section = "characters" if s.ch_kind[slot] == PIRATE else "allies"
    return str(tables.text(section, "name")[s.ch_card[slot]])


def character_conditions(s: Record, slot: int) -> list[str]:
    """What is the matter with a Character."""
    found = [words for bit, words in CONDITIONS.items() if s.ch_status[slot] & bit]
    found += [words for bit, words in BUFFS.items() if s.buff[slot] & bit]
    found += ["Cursed"] if s.ch_cursed[slot] else []
    found += [f"lost {limb}" for bit, limb in enumerate(LIMBS) if s.ch_perm[slot] >> bit & 1]
    found += ["drawing the Enemies"] if s.brag == slot else []
    spotted = [foe_code(s, foe) for foe in range(FOES) if s.spotted[slot] >> foe & 1]
    found += [f"has spotted {in_words(spotted)}"] if spotted else []
    found += ["Wounded"] if 0 < s.ch_wounds[slot] < s.ch_hp_max[slot] else []
    return found


def foe_code(s: Record, foe: int) -> str:
    """What an Enemy is called on the map."""
    return f"{INITIALS[FOE_KEYS[s.foe_type[foe]]]}{foe}"


def foe_name(s: Record, tables: Tables, foe: int) -> str:
    """The name of an Enemy, or of its role."""
    if s.foe_role[foe]:
        return str(tables.text("roles", "name")[s.foe_role[foe]])
    return str(tables.text("enemies", "name")[s.foe_type[foe]])


def foe_conditions(s: Record, foe: int) -> list[str]:
    """What is the matter with an Enemy."""
    found = ["Stunned"] if s.foe_stun[foe] else []
    found += ["Hidden"] if s.foe_hide[foe] else []
    found += [words for bit, words in FOE_CONDITIONS.items() if s.foe_status[foe] & bit]
    found += ["its token is marked"] if s.foe_mark[foe] else []
    if s.foe_holds[foe]:
        found.append(f"holds {slot_letter(s, s.foe_holds[foe] - 1)}")
    return found


def foes_on_board(s: Record) -> list[int]:
    """The Enemies that stand somewhere."""
    return [k for k in range(FOES) if s.foe_type[k] != NONE and s.foe_row[k] != NONE]


# --- things ---------------------------------------------------------------------------------------


def item_name(tables: Tables, item: int) -> str:
    """A card that is carried."""
    if item >= LEGEND:
        return tables.text("legendary", "name")[item - LEGEND]
    return tables.text("gear", "name")[item]


def carried_name(s: Record, tables: Tables, slot: int, entry: int) -> str:
    """A carried card, and what is the matter with it."""
    item, flag = s.inv_id[slot][entry], s.inv_flag[slot][entry]
    notes = ["unloaded" if tables.t.items[item].tags & 64 else "used"] if flag & UNLOADED else []
    notes += ["blessed"] if flag & BLESSED else []
    notes += ["poisoned"] if flag & POISONED else []
    return item_name(tables, item) + (f" ({', '.join(notes)})" if notes else "")


def held_names(s: Record, tables: Tables, slot: int) -> dict[int, str]:
    """What a Character holds, by `inv_loc`."""
    return {
        int(s.inv_loc[slot][entry]): carried_name(s, tables, slot, entry)
        for entry in range(s.inv_n[slot])
        if RIGHT <= s.inv_loc[slot][entry] <= BOTH
    }


def bag_names(s: Record, tables: Tables, slot: int) -> list[str]:
    """What else a Character carries, worn cards first."""
    names = [
        f"{carried_name(s, tables, slot, entry)}{' (worn)' if loc == WORN else ''}"
        for loc in (WORN, 0)
        for entry in range(s.inv_n[slot])
        if s.inv_loc[slot][entry] == loc
    ]
    names += [plural(s.ch_rum[slot], "Rum", "Rum")] if s.ch_rum[slot] else []
    return names + ([plural(s.ch_brew[slot], "Brew", "Brew")] if s.ch_brew[slot] else [])


def search_name(tables: Tables, card: int) -> str:
    """A Search card."""
    if card < len(SEARCH_KEYS):
        return tables.text("search", "name")[card]
    return tables.text("legendary", "name")[card - len(SEARCH_KEYS)]


def token_name(tables: Tables, token: int) -> str:
    """A tile, with the name of its token."""
    if FIRST_CITY <= token <= LAST_CITY:
        name = tables.text("city_tiles", "name")[token - FIRST_CITY]
    else:
        small = token if token < FIRST_CITY else token - (LAST_CITY - FIRST_CITY + 1)
        name = tables.text("tiles", "name")[small]
    return f"{name} ({TOKENS[token]})"


def adventure_name(s: Record, tables: Tables) -> str:
    """The name of the Adventure."""
    return str(tables.text("adventures", "name")[s.chapter])


def goal_name(s: Record, tables: Tables, goal: int) -> str:
    """A goal of this Adventure."""
    return str(tables.text("goals", "name")[tables.t.first_goal[s.chapter] + goal])


def goals_there(s: Record, tables: Tables) -> range:
    """The goals of this Adventure."""
    first = tables.t.first_goal
    return range(min(GOAL_TOKENS, int(first[s.chapter + 1] - first[s.chapter])))


def goal_state(s: Record, goal: int) -> str:
    """How far a goal is; nothing for one that nobody has obtained."""
    if s.goal_state[goal] == Goal.HELD and s.goal_holder[goal] == NONE:
        return "held"
    who = slot_letter(s, s.goal_holder[goal]) if s.goal_holder[goal] != NONE else ""
    return GOAL_STATES[s.goal_state[goal]].format(who=who)


def trait_names(s: Record, tables: Tables, slot: int) -> list[str]:
    """The Traits of a Character."""
    names = tables.text("traits", "name")
    if s.ch_kind[slot] == PIRATE:
        known = min(TRAITS, len(names))
        return [names[trait] for trait in s.ch_traits[slot][:known].nonzero()[0].tolist()]
    trait = tables.t.allies[s.ch_card[slot]].adventure_trait
    return [names[trait]] if trait != NONE else []


def spell_names(s: Record, tables: Tables, slot: int) -> list[str]:
    """The spells of a Character, and when they are ready."""
    found = []
    for spell, name in enumerate(tables.text("magic", "name")):
        value = s.spell[slot][spell] if spell < SPELLS else 0
        if value == 1:
            found.append(name)
        elif value == DOLL_OUT:
            found.append(f"{name} (its Zombie walks)")
        elif value:
            found.append(f"{name} (in {plural(value - 1, 'round')})")
    return found


def totem_names(s: Record, tables: Tables, slot: int) -> list[str]:
    """The Totems that a Pirate bears."""
    if not s.ch_traits[slot][Trait.TOTEM_MAGIC]:
        return []
    names = tables.text("totems", "name")
    return [names[totem] for totem in s.totem[slot] if totem != NONE]


def attributes_of(s: Record, tables: Tables, slot: int) -> list[int]:
    """What the attributes of a Character are at present, as `people.attribute_of` has them."""
    own = [int(one) for one in s.ch_att[slot]]
    if s.ch_kind[slot] != PIRATE or not totem_names(s, tables, slot):
        return own
    printed = tables.t.characters[s.ch_card[slot]].attributes
    for one in range(CHARISMA):
        shown = [tables.t.totems[totem].attributes[one] for totem in s.totem[slot] if totem != NONE]
        best = int(max(shown))
        least = min(best, LEAST) if one >= STRENGTH else 0
        own[one] = max(least, min(MOST, best + own[one] - int(printed[one])))
    return own


def with_gains(owned: int, gained: int) -> str:
    """What a Pirate has, and what the Adventure adds to it at its end."""
    return f"{owned} {gained:+d}" if gained else f"{owned}"


def counted(names: Iterable[str]) -> str:
    """Names in words, with how often each is there."""
    found = Counter(names)
    return in_words(f"{count} {name}" if count > 1 else name for name, count in found.items())
