"""What is read of who acts ashore: its state, what its deeds cost, who and what is near."""

from __future__ import annotations

from collections.abc import Callable

from piracy_env.core.plain import plain
from piracy_env.core.text import plural
from piracy_env.core.why import Moment
from piracy_env.games.skull_tales.rules.adventure import (
    board,
    combat,
    exploring,
    feats,
    figures,
    learned,
    looting,
    payment,
    people,
    picking,
    reach,
    reloading,
    searching,
    sight,
    spells,
    stories,
    tiles,
    weapons,
)
from piracy_env.games.skull_tales.state import ALLY, NONE, SLOTS
from piracy_env.games.skull_tales.state_land import FOES, Door, Exit, Once, Status
from piracy_env.games.skull_tales.traits import Trait
from piracy_env.games.skull_tales.why.ashore import TRAITS
from piracy_env.games.skull_tales.why.reading import slot_of

_is_pirate = plain(people.is_pirate)
_has_trait = plain(people.has_trait)
_place_of = plain(people.place_of_character)
_foes_next_to = plain(people.foes_next_to)
_foes_engaging = plain(people.foes_engaging)
_is_free_of_foes = plain(people.is_free_of_foes)
_are_beside = plain(people.are_next_to_each_other)
_is_in_play = plain(people.is_in_play)
_is_active = plain(figures.is_active)
_is_room_free = plain(figures.is_room_free_of_foes)
_is_roof = plain(board.is_roof)
_can_pay = plain(payment.can_pay)
has_bonus = plain(payment.has_bonus)
_door_at = plain(tiles.door_at)
may_attack_characters = plain(stories.may_attack_characters)
_cost_of_jump = plain(feats.cost_of_jump)
_to_be_pushed = plain(feats.to_be_pushed)
_cost_of_reload = plain(reloading.cost_of_reload)
_is_free_for = plain(combat.is_free_for)
_melee_weapons = plain(weapons.melee_weapons)
_ranged_weapons = plain(weapons.ranged_weapons)
_range_of = plain(weapons.range_of)
_range_to = plain(sight.range_to)
_sight = plain(sight.sight)
_is_foe_seen_by = plain(figures.is_foe_seen_by)
unloaded = plain(weapons.unloaded)
_tokens_near = plain(looting.tokens_near)
_is_spell_ready = plain(spells.is_spell_ready)
_to_be_commanded = plain(learned.to_be_commanded)
_to_be_healed = plain(learned.to_be_healed)

_RUNS = "push jump climb explore acrobat stomp"
"""What a runner may do besides stepping."""
_ATTACKS = "attack_melee attack_ranged attack_unarmed"
_TRAITS = " ".join(TRAITS)
_PIRATES = "take_breath run equip reload dp_heal dp_action ally cast forfeit"
"""What no Ally does; Traits apart."""

_Cost = Callable[[Moment], int]


def _ap_of(trait: Trait) -> _Cost:
    return lambda m: int(m.t.traits[int(trait)].ap)


def _of(cost: int) -> _Cost:
    return lambda _: cost


def _jump(m: Moment) -> int:
    return int(_cost_of_jump(m.s, m.t, slot_of(m)))


COSTS: dict[str, _Cost] = {
    "push": _of(feats.PUSH_COST),
    "jump": _jump,
    "climb": _of(feats.CLIMB_COST),
    "break_away": _of(feats.BREAK_COST),
    "explore": _of(exploring.EXPLORE_COST),
    "open_door": _of(exploring.DOOR_COST),
    **dict.fromkeys(_ATTACKS.split(), _of(combat.ATTACK_COST)),
    "aim": _of(combat.ATTACK_COST + combat.AIM_COST),
    "double_slash": _of(combat.TWO_WEAPONS_COST),
    "twin_shot": _of(combat.TWO_WEAPONS_COST),
    "improvised": _of(combat.ATTACK_COST),
    "insult": _of(combat.INSULT_COST),
    "revive": _of(combat.REVIVE_COST),
    "reload": lambda m: int(_cost_of_reload(m.s, m.t, slot_of(m))),
    "equip": _of(combat.EQUIP_COST),
    "search": _of(searching.SEARCH_COST),
    "loot_token": _of(looting.LOOT_COST),
    "loot_body": _of(looting.LOOT_COST),
    "exchange": _of(1),
    "pick_up": _of(picking.PICK_COST),
    "drop": _of(picking.PICK_COST),
    "ally_move": _of(1),
    "acrobat": _jump,
    **{
        block: _ap_of(TRAITS[block])
        for block in (
            *("totem", "command", "healing", "cure_poison", "analytical", "stomp"),
            *("unstoppable", "pickpocket", "sweeping", "spinning"),
        )
    },
}
"""AP of the blocks that have a price."""
_FREE = {
    "attack_melee": (Trait.CHARGE, Once.CHARGE),
    "attack_unarmed": (Trait.CHARGE, Once.CHARGE),
    "attack_ranged": (Trait.RUNNING_SHOT, Once.RUNNING_SHOT),
    "improvised": (Trait.RUNNING_SHOT, Once.RUNNING_SHOT),
}
"""Traits by which a runner attacks for nothing, once a turn."""
KINDS = {**dict.fromkeys(_RUNS.split(), payment.RUNNER), "stomp": payment.STEP_}


# --- reading --------------------------------------------------------------------------------------


def is_ally(m: Moment) -> bool:
    """Whether it is an Ally that acts."""
    return not _is_pirate(m.s, slot_of(m))


def own(m: Moment, field: str) -> int:
    """A field with a row for each Character, of the one that acts."""
    return int(getattr(m.s, field)[slot_of(m)])


def has(m: Moment, status: int) -> bool:
    """Whether it has a condition."""
    return bool(own(m, "ch_status") & status)


def lacks(trait: Trait) -> Callable[[Moment], bool]:
    """Whether it has not learned a Trait."""
    return lambda m: not _has_trait(m.s, m.t, slot_of(m), int(trait))


def was_used(bit: int) -> Callable[[Moment], bool]:
    """Whether what can be done once a turn was done."""
    return lambda m: bool(own(m, "once") & bit)


def _here(m: Moment) -> tuple[int, int]:
    row, col = _place_of(m.s, slot_of(m))
    return int(row), int(col)


def is_on_roof(m: Moment) -> bool:
    """Whether it stands on a roof."""
    return bool(_is_roof(m.s, *_here(m)))


def is_alone(m: Moment) -> bool:
    """Whether no Enemy is adjacent."""
    return not _foes_next_to(m.s, m.t, slot_of(m))


def _is_watched(m: Moment) -> bool:
    """Whether an Enemy is adjacent that is not Stunned."""
    return not _is_free_of_foes(m.s, m.t, slot_of(m))


def _is_attack_free(m: Moment) -> bool:
    if m.block not in _FREE:
        return False
    trait, once = _FREE[m.block]
    return bool(_is_free_for(m.s, m.t, slot_of(m), int(trait), int(once)))


def is_running(m: Moment) -> bool:
    """Whether a runner wants what it can only do for a Destiny Point."""
    is_runner = not is_ally(m) and has(m, Status.RUNNING) and not has_bonus(m.s)
    return is_runner and not _is_attack_free(m)


def is_too_dear(m: Moment) -> bool:
    """Whether it cannot pay for a deed."""
    cost, kind = COSTS[m.block](m), KINDS.get(m.block, payment.OTHER)
    return not _can_pay(m.s, m.t, cost, kind) and not _is_attack_free(m)


def price(m: Moment) -> str:
    """What a deed takes, and what is left."""
    left = own(m, "ch_ap")
    is_left = f"{left} {'is' if left == 1 else 'are'} left" if left else "none is left"
    return f"it takes {plural(COSTS[m.block](m), 'Action Point')}, and {is_left}"


def lies_near(m: Moment) -> list[int]:
    """Who lies Knocked Out next to who acts."""
    return [
        slot
        for slot in range(SLOTS)
        if _is_in_play(m.s, slot)
        and m.s.ch_status[slot] & Status.KNOCKED_OUT
        and _are_beside(m.s, m.t, slot_of(m), slot)
    ]


def exits_here(m: Moment) -> list[int]:
    """The exits on its space."""
    here = _here(m)
    return [
        exit_
        for exit_ in range(m.s.n_ex)
        if (int(m.s.ex_row[exit_]), int(m.s.ex_col[exit_])) == here
    ]


def are_exits(state: Exit) -> Callable[[Moment], bool]:
    """Whether all exits where it stands are in a state."""
    return lambda m: (
        bool(exits_here(m)) and all(m.s.ex_state[exit_] == state for exit_ in exits_here(m))
    )


def has_no_door(m: Moment) -> bool:
    """Whether no door is straight before who acts, that is not open."""
    here = _here(m)
    for side in range(4):
        door = _door_at(m.s, *here, side)
        if door != NONE and m.s.dr_state[door] != Door.OPEN:
            return False
    return True


def is_unarmed(m: Moment) -> bool:
    """Whether a Pirate holds no weapon for melee."""
    return not is_ally(m) and not _melee_weapons(m.s, m.t, slot_of(m))


def has_nothing_to_shoot(m: Moment) -> bool:
    """Whether a Pirate holds nothing that shoots, or can be thrown, now."""
    return not is_ally(m) and not _ranged_weapons(m.s, m.t, slot_of(m))


def is_empty(m: Moment) -> bool:
    """Whether what it could shoot with is not loaded."""
    return has_nothing_to_shoot(m) and bool(unloaded(m.s, m.t, slot_of(m)))


def spares_all(m: Moment) -> bool:
    """Whether its penance spares all whom it could attack otherwise."""
    if own(m, "ch_penance") != reach.WROTH or may_attack_characters(m.s):
        return False
    is_shot = m.block in {"attack_ranged", "improvised", "aim"}
    met = _seen(m) if is_shot else int(_foes_next_to(m.s, m.t, slot_of(m)))
    return not met & own(m, "hit_by_ever")


def _seen(m: Moment) -> int:
    """Enemies that it sees, a bit each."""
    return sum(
        1 << foe
        for foe in range(FOES)
        if _is_foe_seen_by(m.s, foe, slot_of(m))
        and _sight(m.s, m.t, _here(m), (int(m.s.foe_row[foe]), int(m.s.foe_col[foe])), 0)
        != sight.UNSEEN
    )


def sees_none(m: Moment) -> bool:
    """Whether it sees nobody to shoot at."""
    return _seen(m) == 0 and not may_attack_characters(m.s)


def sees_adjacent_only(m: Moment) -> bool:
    """Whether all Enemies that it sees are adjacent, and it does not shoot at such."""
    if _has_trait(m.s, m.t, slot_of(m), int(Trait.POINT_BLANK_SHOT)) or sees_none(m):
        return False
    near = int(_foes_next_to(m.s, m.t, slot_of(m)))
    return not may_attack_characters(m.s) and not _seen(m) & ~near


def is_out_of_range(m: Moment) -> bool:
    """Whether the nearest Enemy that it sees is beyond what it can shoot with."""
    if _seen(m) == 0 or may_attack_characters(m.s):
        return False
    return _nearest(m) > _reach(m)


def too_far(m: Moment) -> str:
    """How far the nearest Enemy in sight is, and what reaches how far."""
    fog = " in the fog" if m.s.fog == 1 else ""
    return (
        f"the nearest Enemy in sight is at range {_nearest(m)}, and it shoots to {_reach(m)}{fog}"
    )


def _nearest(m: Moment) -> int:
    """The range to the nearest Enemy that it sees."""
    seen = _seen(m)
    return min(
        int(_range_to(m.s, m.t, _here(m), (int(m.s.foe_row[foe]), int(m.s.foe_col[foe]))))
        for foe in range(FOES)
        if seen >> foe & 1
    )


def _reach(m: Moment) -> int:
    """How far it can shoot or throw; in fog that is less."""
    held = 1 << weapons.BARE if is_ally(m) else int(_ranged_weapons(m.s, m.t, slot_of(m)))
    far = max(
        (
            int(_range_of(m.s, m.t, slot_of(m), place))
            for place in range(weapons.MISSILE)
            if held >> place & 1
        ),
        default=0,
    )
    return min(far, int(m.t.incidents[reach.FOG].amount)) if m.s.fog == 1 else far


def has_no_spell(m: Moment) -> bool:
    """Whether no spell is ready."""
    return not any(_is_spell_ready(m.s, m.t, slot_of(m), card) for card in range(len(m.t.magic)))


def has_refused(m: Moment) -> bool:
    """Whether all who are adjacent were not to be pushed, and may not be again in this turn."""
    pusher = slot_of(m)
    if _to_be_pushed(m.s, m.t, pusher):
        return False
    return any(
        m.s.push_no[pusher, slot] and _are_beside(m.s, m.t, pusher, slot) for slot in range(SLOTS)
    )


def has_no_ally(m: Moment) -> bool:
    """Whether no Ally of its player is ashore."""
    seat = own(m, "ch_owner")
    return not any(
        m.s.ch_kind[slot] == ALLY and m.s.ch_owner[slot] == seat and m.s.ch_in_adv[slot]
        for slot in range(SLOTS)
    )


def has_forfeits(m: Moment) -> bool:
    """Whether a Trait lets it give up its turn for something."""
    return not lacks(Trait.SURVIVOR)(m) or not lacks(Trait.TRANCE)(m)
