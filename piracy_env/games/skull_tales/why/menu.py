"""What forbids the deeds of who acts ashore: its state, what they cost, and what they are about."""

from __future__ import annotations

from piracy_env.core.plain import plain
from piracy_env.core.why import Against, otherwise
from piracy_env.games.skull_tales.names import trait_name
from piracy_env.games.skull_tales.rules.adventure import (
    breath,
    guiding,
    jumps,
    payment,
    people,
    reviving,
    specials,
    usable,
)
from piracy_env.games.skull_tales.state import NONE
from piracy_env.games.skull_tales.state_land import Buff, Exit, Once, Status
from piracy_env.games.skull_tales.why.acting import (
    COSTS,
    KINDS,
    are_exits,
    exits_here,
    has,
    has_bonus,
    has_forfeits,
    has_no_ally,
    has_no_door,
    has_no_spell,
    has_nothing_to_shoot,
    has_refused,
    is_ally,
    is_alone,
    is_empty,
    is_on_roof,
    is_out_of_range,
    is_running,
    is_too_dear,
    is_unarmed,
    lacks,
    lies_near,
    may_attack_characters,
    own,
    price,
    sees_adjacent_only,
    sees_none,
    spares_all,
    too_far,
    unloaded,
    was_used,
)
from piracy_env.games.skull_tales.why.ashore import MENU, TRAITS, rule_of
from piracy_env.games.skull_tales.why.crew import Row
from piracy_env.games.skull_tales.why.reading import slot_of

_LOOTS = "loot_token loot_body"
_FIERCE = f"revive search {_LOOTS} exchange use cast"
"""What a Frenzied Character does not do."""
_PRICED = " ".join(COSTS)

_bears_totem = plain(people.bears_totem)
_can_jump = plain(jumps.can_jump)
_place_of = plain(people.place_of_character)
_usable = plain(usable.usable)
_has_done = plain(payment.has_done)
_has_done_nothing = plain(breath.has_done_nothing)
_led_by = plain(guiding.led_by)
_may_use_destiny = plain(payment.may_use_destiny)
_specials_of = plain(specials.specials_of)
_to_be_revived = plain(reviving.to_be_revived)

# --- what is wrong --------------------------------------------------------------------------------

_STATE: tuple[Row, ...] = (
    (
        " ".join(block for block in MENU.split() if block not in {"attack_ranged", "twin_shot"}),
        "STA-20.100",
        "it has taken aim: nothing but the shot may follow",
        lambda m: bool(own(m, "buff") & Buff.AIMED),
    ),
    ("end_turn", "STA-10.1", "that is no answer", otherwise),
    ("run take_breath", "STA-17.8", "an Ally neither runs nor takes a breath", is_ally),
    ("reload", "STA-17.7", "an Ally never reloads", is_ally),
    ("equip", "STA-17.2", "an Ally carries things and uses none", is_ally),
    ("dp_heal dp_action", "STA-2.15", "an Ally has no Destiny Points", is_ally),
    ("ally", "STA-17.1", "only a Pirate has an Ally act", is_ally),
    ("cast", "STA-5.21", "Magic is for Pirates", is_ally),
    (
        "ally_move",
        "STA-10.8",
        "a Pirate moves step by step",
        lambda m: not is_ally(m),
    ),
    *(
        (
            block,
            rule_of(trait),
            lambda m, trait=trait: f"that takes the Trait {trait_name(m.tables, int(trait))}",
            lacks(trait),
        )
        for block, trait in TRAITS.items()
    ),
    (
        " ".join(block for block in TRAITS if block != "vigilant"),
        "STA-17.2",
        "that is for Pirates",
        is_ally,
    ),
    (
        _FIERCE,
        "STA-14.13",
        "who is Frenzied can but move and fight",
        lambda m: has(m, Status.FRENZIED),
    ),
    (
        " ".join(block for block in _PRICED.split() if block not in KINDS) + " use cast chapter",
        "STA-10.15 STA-10.17",
        "a runner moves, explores, pushes, jumps and climbs; all else takes a Destiny Point",
        is_running,
    ),
    (
        _PRICED,
        "STA-17.1 STA-R52",
        "the Ally has no action left",
        lambda m: is_ally(m) and is_too_dear(m),
    ),
    (
        _PRICED,
        "STA-2.6 STA-R15",
        "a Destiny Point pays for an action of up to 3 Action Points",
        lambda m: bool(has_bonus(m.s)) and is_too_dear(m),
    ),
    (_PRICED, "", price, is_too_dear),
)
"""What forbids many deeds: what is wrong with who acts, or with the price."""

_MOVING: tuple[Row, ...] = (
    (
        "run",
        "STA-10.15",
        "one runs as the first action of a turn",
        lambda m: bool(_has_done(m.s, payment.ACTED)) or bool(has_bonus(m.s)),
    ),
    ("run", "STA-10.15", "no Action Point is left", lambda m: own(m, "ch_ap") == 0),
    ("run", "STA-33.5", "nobody runs here", otherwise),
    ("ally_move", "STA-10.13", "Enemies engage it: it has to break away first", otherwise),
    (
        "push",
        "STA-10.20",
        "it has failed to push that one: not again in this turn",
        has_refused,
    ),
    (
        "push",
        "STA-10.18 STA-10.20",
        "no Character on its feet is adjacent, and Enemies are pushed by Traits alone",
        otherwise,
    ),
    (
        "jump",
        "STA-16.6 STA-R27",
        "no other roof with room lies straight across",
        lambda m: is_on_roof(m) and not _can_jump(m.s, m.t, _place_of(m.s, slot_of(m))),
    ),
    (
        "jump",
        "STA-10.25 STA-R27",
        "no chasm with an empty space straight behind it is here",
        otherwise,
    ),
    (
        "climb",
        "STA-10.28 STA-16.5",
        "no roof with room is adjacent, and it stands on none that it could leave",
        otherwise,
    ),
    ("break_away", "STA-10.13 STA-10.21", "no Enemy engages it", otherwise),
    (
        "explore",
        "STA-10.29",
        "it does not stand on an exit",
        lambda m: not exits_here(m),
    ),
    (
        "explore",
        "STA-5.5 STA-10.30",
        "a No Exit token has closed that exit",
        are_exits(Exit.CLOSED),
    ),
    ("explore", "STA-10.29 STA-26.4", "a tile lies behind that exit", are_exits(Exit.LINKED)),
    ("explore", "STA-R30", "no token is left for it, or the exit is shut", otherwise),
    ("open_door", "STA-10.41", "no closed door is straight before it", has_no_door),
    ("open_door", "STA-16.3 STA-5.7", "that door cannot be opened, or not yet", otherwise),
)

_FIGHTING: tuple[Row, ...] = (
    (
        "attack_melee sweeping spinning double_slash",
        "STA-5.12 STA-8.1",
        "it holds no weapon for melee",
        is_unarmed,
    ),
    (
        "attack_unarmed",
        "STA-8.12",
        "it holds a weapon for melee",
        lambda m: not is_ally(m) and not is_unarmed(m),
    ),
    (
        "attack_melee attack_unarmed insult sweeping spinning double_slash acrobat unstoppable "
        "pickpocket stomp",
        "",
        "no Enemy is adjacent",
        lambda m: is_alone(m) and not may_attack_characters(m.s),
    ),
    (
        "attack_melee attack_unarmed attack_ranged improvised aim unstoppable stomp",
        "STA-R50",
        "the Wroth strike nobody who has not struck them",
        spares_all,
    ),
    ("attack_melee", "STA-8.1", "nobody that it may strike is adjacent", otherwise),
    ("attack_unarmed", "STA-8.12", "nobody that it may strike is adjacent", otherwise),
    (
        "attack_ranged aim twin_shot",
        "STA-8.10 STA-10.3",
        "it holds nothing that is loaded or can be thrown",
        is_empty,
    ),
    (
        "attack_ranged aim twin_shot",
        "STA-5.12 STA-8.8",
        "it holds nothing to shoot with or throw",
        has_nothing_to_shoot,
    ),
    (
        "attack_ranged aim twin_shot improvised",
        "STA-8.8 STA-9.1 STA-9.2",
        "it sees no Enemy",
        sees_none,
    ),
    (
        "aim",
        "STA-20.100 STA-R15",
        "a Destiny Point pays for a single action",
        lambda m: bool(has_bonus(m.s)),
    ),
    (
        "attack_ranged aim",
        "STA-8.8",
        "all Enemies that it sees are adjacent, and it shoots at none of these",
        sees_adjacent_only,
    ),
    ("attack_ranged aim", "STA-8.8 STA-9.9", too_far, is_out_of_range),
    (
        "attack_ranged aim",
        "STA-8.8 STA-9.4 STA-9.9",
        "all that it sees is adjacent, out of range, or has too many Characters in the way",
        otherwise,
    ),
    ("double_slash", "STA-20.34", "it was used in this turn", was_used(Once.DOUBLE_SLASH)),
    ("double_slash", "STA-20.34", "it takes a weapon for melee in each hand", otherwise),
    (
        "twin_shot",
        "STA-20.94 STA-8.8",
        "it takes two loaded guns, and an Enemy within their range",
        otherwise,
    ),
    ("sweeping", "STA-20.74", "it was used in this turn", was_used(Once.SWEEPING)),
    ("sweeping", "STA-20.74", "it takes a weapon of two hands", otherwise),
    ("spinning", "STA-20.33", "it takes two weapons for melee", otherwise),
    (
        "improvised",
        "STA-20.84",
        "it takes a free hand, and an Enemy in sight and range",
        otherwise,
    ),
    ("insult", "STA-10.6 STA-13.3", "Enemies that are adjacent ignore Insults", otherwise),
    ("acrobat", "STA-20.1", "no free space is next to such an Enemy", otherwise),
    ("unstoppable", "STA-20.82", "no Enemy that it may push is adjacent", otherwise),
    (
        "stomp",
        "STA-20.88 STA-R113",
        "no adjacent Enemy is Knocked Down with a free space behind it, or others engage",
        otherwise,
    ),
    ("pickpocket", "STA-20.11", "it was used in this turn", was_used(Once.PICKPOCKET)),
    (
        "pickpocket",
        "STA-20.11",
        "somebody else has to stand next to that Enemy, too, and tokens must be left",
        otherwise,
    ),
    (
        "vengeful",
        "STA-20.80 STA-2.4",
        "no Destiny Point can be used",
        lambda m: not _may_use_destiny(m.s, slot_of(m)),
    ),
    (
        "vengeful",
        "STA-20.80",
        "no Enemy has wounded it since its last turn",
        lambda m: own(m, "attacked_me") == 0,
    ),
    ("vengeful", "STA-20.80", "it has named one, or has acted", otherwise),
    ("quickdraw", "STA-20.93", "it was used in this turn", was_used(Once.QUICKDRAW)),
    ("quickdraw", "STA-20.93", "no firearm can come to hand", otherwise),
    (
        "quick_hands",
        "STA-20.86",
        "nothing was thrown in this turn",
        lambda m: not own(m, "once") & Once.THREW,
    ),
    ("quick_hands", "STA-20.86", "it was used, or no weapon can come to hand", otherwise),
    (
        "reload",
        "STA-10.3",
        "all its firearms are loaded, if it has any",
        lambda m: not unloaded(m.s, m.t, slot_of(m)),
    ),
    ("reload", "STA-10.4 STA-14.4", "an Enemy is adjacent", otherwise),
    ("equip", "STA-10.37", "it has nothing to hold", otherwise),
)

_CARING: tuple[Row, ...] = (
    (
        "take_breath",
        "STA-10.7",
        "it takes the whole turn, and that has begun",
        lambda m: not _has_done_nothing(m.s, slot_of(m)),
    ),
    ("take_breath", "STA-10.7 STA-14.4", "an Enemy is adjacent", otherwise),
    (
        "forfeit",
        "STA-20.68 STA-20.79",
        "that takes the Trait Survivor or Trance",
        lambda m: not has_forfeits(m),
    ),
    (
        "forfeit",
        "",
        "it takes the whole turn, and that has begun",
        lambda m: not _has_done_nothing(m.s, slot_of(m)),
    ),
    ("forfeit", "", "it has no wound to heal, or Enemies are on the tile", otherwise),
    ("revive", "STA-10.42", "nobody lies Knocked Out next to it", lambda m: not lies_near(m)),
    (
        "revive",
        "STA-17.10",
        "an Ally is revived once in an Adventure",
        lambda m: not _to_be_revived(m.s, m.t, slot_of(m)),
    ),
    ("revive", "STA-10.42 STA-14.4", "an Enemy is adjacent", otherwise),
    ("healing", "STA-20.44", "it was used in this turn", was_used(Once.HEALING)),
    ("healing", "STA-20.44", "neither it nor a neighbour has a wound", otherwise),
    ("command", "STA-20.43", "it was used in this turn", was_used(Once.COMMAND)),
    ("command", "STA-20.43", "no own Ally is able to act", otherwise),
    ("cure_poison", "STA-20.47", "it is not Poisoned", otherwise),
    ("analytical", "STA-20.37", "no Enemy in sight has an ability to lose", otherwise),
    ("stealth", "STA-20.13", "it was used in this turn", was_used(Once.STEALTH)),
    ("stealth", "STA-20.13", "it is Hidden", lambda m: has(m, Status.HIDDEN)),
    ("stealth", "STA-20.13", "an Enemy sees it", otherwise),
    ("vigilant", "STA-20.99", "it was used in this turn", was_used(Once.VIGILANT)),
    ("vigilant", "STA-20.99", "no Hidden Enemy is in its line of sight", otherwise),
    (
        "dp_heal dp_action",
        "STA-2.4",
        "it has no Destiny Point",
        lambda m: own(m, "ch_dp") == 0,
    ),
    (
        "dp_heal dp_action",
        "STA-2.4 STA-R14",
        "it has used its one Destiny Point of the turn",
        lambda m: has(m, Status.DESTINY_USED),
    ),
    ("dp_heal", "STA-2.5", "it has no wound", lambda m: own(m, "ch_wounds") == 0),
    (
        "dp_action",
        "STA-R15",
        "the Destiny Point waits for its action",
        lambda m: bool(has_bonus(m.s)),
    ),
    ("dp_heal dp_action", "STA-R53", "a Spendthrift has none in this Adventure", otherwise),
    ("ally", "STA-17.1", "it leads no Ally", has_no_ally),
    (
        "ally",
        "STA-17.1",
        "an Ally acts before its Pirate's turn or after it",
        lambda m: bool(_has_done(m.s, payment.ACTED)),
    ),
    ("ally", "STA-17.1", "its Ally has acted, or cannot", otherwise),
    ("npc", "STA-2.22 STA-33.8", "it leads nobody", lambda m: _led_by(m.s, slot_of(m)) == NONE),
    ("npc", "STA-33.8 STA-R58", "he is led once a turn", otherwise),
    ("totem", "STA-20.65", "it bears no Totem", lambda m: not _bears_totem(m.s, slot_of(m))),
    ("totem", "STA-5.25", "all other Totems recharge", otherwise),
    ("cast", "STA-5.21 STA-5.22", "it has no spell ready", has_no_spell),
    (
        "cast",
        "STA-5.21 STA-10.47",
        "no spell that is ready finds a target, or can be paid",
        otherwise,
    ),
)

_THINGS: tuple[Row, ...] = (
    (
        "search",
        "STA-10.33",
        "it has searched in this turn",
        lambda m: has(m, Status.SEARCHED),
    ),
    (f"search {_LOOTS}", "STA-R29", "nothing is found up on a roof", is_on_roof),
    ("search", "STA-10.33 STA-R32", "an Enemy is in the room", otherwise),
    (
        _LOOTS,
        "STA-10.35",
        "an Enemy is adjacent",
        lambda m: not is_alone(m),
    ),
    (
        "loot_token",
        "STA-10.35",
        "no Fallen token lies here or on an adjacent space",
        otherwise,
    ),
    ("loot_body", "STA-10.36", "nobody who lies next to it has anything", otherwise),
    ("exchange", "STA-10.38", "no Character on its feet is adjacent", otherwise),
    ("pick_up", "STA-10.40", "nothing lies here or on an adjacent space", otherwise),
    ("drop", "STA-10.40", "it has nothing to drop, or too much lies about", otherwise),
    (
        "use",
        "STA-17.9",
        "an Ally uses nothing but a Brew that heals",
        lambda m: is_ally(m) and not _usable(m.s, m.t, slot_of(m)),
    ),
    (
        "use",
        "STA-10.40 STA-R90",
        "it has nothing that would change anything, or cannot pay for it",
        otherwise,
    ),
    (
        "chapter",
        "STA-6.13",
        "this chapter has no Specials",
        lambda m: _specials_of(m.s, m.t) == 0,
    ),
    ("chapter", "", "none of the chapter's Specials can be done here and now", otherwise),
)

AGAINST = tuple(
    Against(*row, "MENU") for row in (*_STATE, *_MOVING, *_FIGHTING, *_CARING, *_THINGS)
)
"""What can be wrong with a deed."""
