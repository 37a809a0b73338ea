"""What forbids answers to what is asked ashore besides the menu: dice, hands, spaces, things."""

from __future__ import annotations

from collections.abc import Callable

from piracy_env.core.plain import plain
from piracy_env.core.why import Against, Moment, otherwise
from piracy_env.games.skull_tales.rules import crew
from piracy_env.games.skull_tales.rules.adventure import (
    clairvoyance,
    hands,
    payment,
    people,
    spells,
    stories,
    windows,
)
from piracy_env.games.skull_tales.rules.adventure.questions import SPELL
from piracy_env.games.skull_tales.state import EMPTY, KIND, NONE, A, Decision
from piracy_env.games.skull_tales.traits import Trait
from piracy_env.games.skull_tales.why.ashore import BEHIND
from piracy_env.games.skull_tales.why.crew import Row
from piracy_env.games.skull_tales.why.reading import frame, slot_of

_slot_at = plain(crew.slot_at)
_has_trait = plain(people.has_trait)
_can_pay = plain(payment.can_pay)
_may_use_destiny = plain(payment.may_use_destiny)
_has_lost_hand = plain(hands.has_lost_hand)
_held_in = plain(hands.held_in)
_bulk_of = plain(hands.bulk_of)
_can_hold = plain(hands.can_hold)
_is_spell_ready = plain(spells.is_spell_ready)
_may_attack_characters = plain(stories.may_attack_characters)
_has_charm = plain(windows.has_charm)
_is_clairvoyant = plain(clairvoyance.is_clairvoyant)

_EITHER = "no yes"
_HANDS = "EQUIP_RIGHT EQUIP_LEFT"
_RIGHT, _LEFT = 1, 2
_HAND_OF = {"hand_r": _RIGHT, "hand_l": _LEFT}
_SHAKE = 2


# --- reading --------------------------------------------------------------------------------------


def _is_nobody(m: Moment) -> bool:
    return bool(m.s.ch_kind[_slot_at(m.s, m.s.seat, m.axes["place"])] == EMPTY)


def _is_past_the_list(m: Moment) -> bool:
    return bool(m.axes["place"] >= m.s.cand_n)


def _entries(m: Moment) -> str:
    if m.s.cand_n == 0:
        return "nothing is on offer"
    return f"only {m.s.cand_n} {'is' if m.s.cand_n == 1 else 'are'} on offer"


def _is_no_enemy(m: Moment) -> bool:
    return bool(m.s.foe_type[m.axes["number"]] == NONE)


def _hand(m: Moment) -> int:
    if m.block in _HAND_OF:
        return _HAND_OF[m.block]
    return _RIGHT if frame(m, KIND) == Decision.EQUIP_RIGHT else _LEFT


def _card(m: Moment) -> int:
    """The place of the carried card that is to be held."""
    return m.axes["place"] if m.block == "inv" else frame(m, A)


def _is_not_carried(m: Moment) -> bool:
    return bool(_card(m) >= m.s.inv_n[slot_of(m)])


def _is_in_hand(m: Moment) -> bool:
    return bool(_card(m) == _held_in(m.s, slot_of(m), _hand(m)))


def _needs_no_hand(m: Moment) -> bool:
    return bool(m.t.items[m.s.inv_id[slot_of(m), _card(m)]].hands == 0)


def _is_of_another(m: Moment) -> bool:
    only = m.t.items[m.s.inv_id[slot_of(m), _card(m)]].only
    return bool(only not in {NONE, m.s.ch_card[slot_of(m)]})


def _needs_both(m: Moment) -> bool:
    """Whether a card of two hands is meant for the left one, or a hand is lost."""
    is_large = m.t.items[m.s.inv_id[slot_of(m), _card(m)]].hands == 2
    is_lost = _has_lost_hand(m.s, slot_of(m), _LEFT) or _has_lost_hand(m.s, slot_of(m), _RIGHT)
    return bool(is_large and (_hand(m) == _LEFT or is_lost))


def _roll(m: Moment) -> int:
    return int(m.s.rl_depth - 1)


def _roller(m: Moment) -> int:
    return int(m.s.rl_slot[_roll(m)])


def _dice(m: Moment) -> int:
    """How many dice the side has that an action is about."""
    return int((m.s.rl_m if m.block.endswith("foe") else m.s.rl_n)[_roll(m)])


def _has_no_destiny(m: Moment) -> bool:
    return not _may_use_destiny(m.s, _roller(m))


def _lacks(*traits: Trait) -> Callable[[Moment], bool]:
    """Whether the roller has learned none of some Traits."""
    return lambda m: not any(_has_trait(m.s, m.t, _roller(m), int(trait)) for trait in traits)


def _is_anothers(m: Moment) -> bool:
    """Whether a clairvoyant is asked about somebody else's dice."""
    return frame(m, A) != 0


def _spell(m: Moment) -> int:
    return m.axes["number"]


def _is_no_spell_asked(m: Moment) -> bool:
    return frame(m, A) != SPELL


# --- what is wrong --------------------------------------------------------------------------------

_HELD: tuple[Row, ...] = (
    ("hand_empty", "STA-6.6", "that hand holds nothing", otherwise),
    ("inv", "STA-10.37", "it carries nothing there", _is_not_carried),
    ("inv", "STA-10.37", "that hand holds it", _is_in_hand),
    ("inv hand_r hand_l", "STA-5.10", "it needs no hand", _needs_no_hand),
    (
        "inv hand_r hand_l",
        "STA-15.3",
        "that hand is lost",
        lambda m: bool(_has_lost_hand(m.s, slot_of(m), _hand(m))),
    ),
    ("inv hand_r hand_l", "STA-5.15", "it serves another Character alone", _is_of_another),
    ("inv hand_r hand_l", "STA-5.11", "it takes both hands, from the right one on", _needs_both),
    (
        "inv hand_r hand_l",
        "STA-R91",
        "what it bears leaves no hand for that",
        lambda m: (
            _bulk_of(m.s, m.t, slot_of(m)) > 0
            and not _can_hold(m.s, m.t, slot_of(m), _card(m), _hand(m))
        ),
    ),
    ("inv hand_r hand_l", "STA-6.6", "the right hand holds it", otherwise),
)
"""What can be wrong with what a hand is to hold."""

_OFFERED: tuple[Row, ...] = (("cand", "", _entries, otherwise),)
_ANSWERED: tuple[Row, ...] = (("no", "", "one of these has to be chosen", otherwise),)
_DIE: Row = (
    "die_plus reroll_own reroll_foe riposte_own riposte_foe",
    "STA-3.1",
    "there is no such die",
    lambda m: m.axes["die"] >= _dice(m),
)

_ROWS: dict[str, tuple[Row, ...]] = {
    "PICK": (("num", "", "there is no such Pirate, or somebody has it", otherwise),),
    "PREP": (
        ("inv", "", "no such weapon is to be chosen now", otherwise),
        ("num", "", "no such number is asked for now", otherwise),
        ("spell", "", "that spell is not to be had, or not asked for now", otherwise),
        ("done scard", "", "a choice has to be made", otherwise),
    ),
    "DEPLOY_ORDER": (("char", "", "that seat is deployed, or there is none", otherwise),),
    "DEPLOY": _OFFERED,
    "EQUIP_RIGHT": _HELD,
    "EQUIP_LEFT": _HELD,
    "GRASP": _HELD,
    "TOTEMS": (("num", "", "it keeps one Totem or two", otherwise),),
    "ORDER": (("char", "", "that seat has acted in this Round, or cannot act", otherwise),),
    "STUN": (
        (
            "shake_off",
            "",
            lambda m: f"it takes {_SHAKE} Action Points, and {m.s.ch_ap[slot_of(m)]} left",
            otherwise,
        ),
    ),
    "WEAPON": (
        (
            "inv hand_r hand_l",
            "",
            "it holds no such weapon, or none that serves for that",
            otherwise,
        ),
    ),
    "TARGET": (
        ("enemy", "", "there is no such Enemy", _is_no_enemy),
        ("enemy", "", "that Enemy cannot be chosen for it", otherwise),
        ("char", "STA-1.1", "there is nobody", _is_nobody),
        (
            "char",
            "STA-34.2",
            "Characters attack each other only where the story says so",
            lambda m: not _may_attack_characters(m.s),
        ),
        ("char", "", "that one is out of reach, or of sight and range", otherwise),
    ),
    "SPACE": (*_OFFERED, *_ANSWERED),
    "TILE": (*_OFFERED, *_ANSWERED),
    "CARD": (
        ("rope", "STA-10.27", "it is not asked whether a Rope is used", otherwise),
        ("spell", "", "no spell is asked for", _is_no_spell_asked),
        (
            "spell",
            "STA-5.21 STA-5.22",
            "that spell is not ready, or it has none such",
            lambda m: (
                _spell(m) >= len(m.t.magic) or not _is_spell_ready(m.s, m.t, slot_of(m), _spell(m))
            ),
        ),
        (
            "spell",
            "STA-5.21",
            lambda m: f"it takes {m.t.magic[_spell(m)].ap} AP, and {m.s.ch_ap[slot_of(m)]} left",
            lambda m: not _can_pay(m.s, m.t, m.t.magic[_spell(m)].ap, payment.OTHER),
        ),
        ("spell", "STA-10.47", "it would find no target", otherwise),
        *_OFFERED,
        *_ANSWERED,
    ),
    "PERSON": (
        ("char", "", "there is nobody", _is_nobody),
        ("char", "", "that one cannot be chosen for it", otherwise),
        ("npc", "", "nobody like that can be chosen", otherwise),
    ),
    "NUMBER": (("num", "", "no such number can be said", otherwise),),
    "EXCHANGE": (
        (
            "give",
            "STA-10.38 STA-6.9",
            "it has nothing that the other one has a place for",
            otherwise,
        ),
        (
            "take",
            "STA-10.38 STA-6.9",
            "the other one has nothing that it has a place for",
            otherwise,
        ),
    ),
    "GIVE": (
        *_ANSWERED,
        ("inv scard goal num", "", "it has no such thing, or cannot part with it so", otherwise),
    ),
    "TAKE": (
        *_ANSWERED,
        ("inv scard goal num", "", "there is no such thing, or no place for it", otherwise),
    ),
    "ROLL": (
        (
            "die_plus roll_plus reroll_own reroll_foe riposte_own feint counter crit_alt "
            "charm_reroll",
            "STA-R84",
            "the dice are another's: only Clairvoyance can change them",
            _is_anothers,
        ),
        _DIE,
        (
            "roll_plus",
            "",
            "that takes a Trait for the attribute",
            _lacks(Trait.ELUSIVE, Trait.LUMINARY, Trait.BRAWNY),
        ),
        ("riposte_own", "", "that takes the Trait Riposte", _lacks(Trait.RIPOSTE)),
        ("feint", "", "that takes the Trait Feint", _lacks(Trait.FEINT)),
        ("counter", "", "that takes the Trait Counter-attack", _lacks(Trait.COUNTER_ATTACK)),
        (
            "reroll_own",
            "",
            "that takes a Trait for such a roll",
            _lacks(Trait.PRECISE_SLASH, Trait.TARGET_PRACTICE),
        ),
        (
            "reroll_foe",
            "",
            "that takes a Trait for such a roll",
            _lacks(Trait.CHEATER, Trait.ELDRITCH),
        ),
        (
            "die_plus roll_plus riposte_own counter",
            "STA-2.4",
            "no Destiny Point is left, or one was used in this turn",
            _has_no_destiny,
        ),
        ("die_plus", "STA-2.7 STA-R16", "1 more would change nothing about that die", otherwise),
        ("roll_plus", "", "the roll is another one, or was raised", otherwise),
        ("reroll_own", "", "it is for another roll, or was done", otherwise),
        ("reroll_foe", "", "it is for a defence, once a roll", otherwise),
        ("riposte_own", "", "it is for melee, once a roll", otherwise),
        ("feint", "", "it takes a critical with a Sword or Dagger, once a roll", otherwise),
        ("counter", "", "it takes a defence in melee that has blocked all", otherwise),
        ("crit_alt", "", "no critical gets through, or the weapon has no other effect", otherwise),
        (
            "charm_reroll",
            "",
            "it has no Lucky Charm, or has used it in this Adventure",
            lambda m: not _has_charm(m.s, m.t, _roller(m)),
        ),
        ("charm_reroll", "", "no own die can be rolled again", otherwise),
        ("clairvoyance", "", "Clairvoyance is not ready, or the roll is of Charisma", otherwise),
    ),
    "SECOND_DIE": (
        _DIE,
        ("reroll_own reroll_foe riposte_foe", "", "that is not what the die is for", otherwise),
    ),
    "ENEMY_ORDER": (
        ("enemy", "", "there is no such Enemy", _is_no_enemy),
        ("enemy", "STA-7.14", "it has acted, or is of another type", otherwise),
    ),
    "ENEMY_TARGET": (
        ("char", "", "that one is not among those who are equal", otherwise),
        ("npc", "", "nobody like that is among those who are equal", otherwise),
    ),
    "ENEMY_PLACE": _OFFERED,
    "SPECIAL": (
        ("num", "", "no such Special can be done here and now", otherwise),
        (_EITHER, "", "it is asked which Special it is", otherwise),
    ),
    "LUNGE": (
        ("lunge", "", "the Enemy is pushed: now it is asked who follows", otherwise),
        ("yes", "", "it is asked whether to lunge", otherwise),
    ),
    "MASTERY": _OFFERED,
    "OVERLOAD": (("inv", "STA-6.9", "without that there would still be no place", otherwise),),
    "ALLY_END": (("char", "", "that one is no own Ally that can still act", otherwise),),
    "LEADING": (
        (
            "step",
            "STA-R58 STA-10.11",
            "no free space is there, or no step is left",
            otherwise,
        ),
    ),
}

AGAINST = tuple(Against(*row, when) for when, rows in _ROWS.items() for row in rows)

_ASKED = (
    ("die_plus reroll_own roll_plus charm_reroll", "STA-2.7 STA-R16", "when dice are rolled"),
    ("reroll_foe riposte_own riposte_foe feint counter crit_alt", "STA-R16", "in a fight"),
    ("clairvoyance", "STA-24.1 STA-R84", "when dice are rolled"),
    ("facecrip", "STA-20.20", "after a hit"),
    ("dodge", "STA-20.10", "when a shot hits"),
    ("pounce", "STA-20.0", "after a jump"),
    ("charlatan", "STA-20.2", "after a defeat"),
    ("money", "STA-20.18", "when a token is looted"),
    ("quickshot", "STA-20.96", "when an Enemy enters the room"),
    ("opportune", "STA-20.30", "when an Enemy goes past"),
    ("cautious brag", "STA-20.9 STA-20.75", "before the Enemies act"),
    ("possum", "STA-20.6", "when somebody is hurt"),
    ("stand_up", "STA-20.6", "in an Incident Round"),
    ("tactic", "STA-20.51", "when the Initiative is looked at"),
    ("lunge", "STA-20.32", "after a critical with a Sword"),
    ("rope", "STA-10.27", "when somebody jumps"),
    ("shake_off", "STA-14.2", "of who is Stunned, at its turn"),
    ("hand_empty", "STA-6.6", "when hands are filled"),
    ("spell", "STA-10.47", "when a spell is cast"),
    ("give take", "STA-10.38", "in an Exchange"),
    ("scard goal", "STA-10.40", "when a thing is given, dropped or used"),
)
"""What is asked at its own time only, and when."""
ELSEWHERE = (
    *(
        Against(
            block,
            f"STA-10.1 {rules}",
            "that is done in a Character's own turn, once all that is asked is answered",
            otherwise,
        )
        for block, rules in BEHIND["MENU"].items()
    ),
    *(Against(blocks, rules, f"that is asked {when}", otherwise) for blocks, rules, when in _ASKED),
)
