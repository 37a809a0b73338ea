"""The rules behind what is done in the Adventure (STA)."""

from __future__ import annotations

from piracy_env.games.skull_tales.actions import ACTIONS
from piracy_env.games.skull_tales.traits import Trait

TRAITS = {
    "pickpocket": Trait.PICKPOCKET,
    "stealth": Trait.STEALTH,
    "acrobat": Trait.ACROBAT,
    "spinning": Trait.SPINNING_STRIKE,
    "double_slash": Trait.DOUBLE_SLASH,
    "analytical": Trait.ANALYTICAL,
    "command": Trait.COMMAND,
    "healing": Trait.HEALING,
    "cure_poison": Trait.MASTER_POISONER,
    "totem": Trait.TOTEM_MAGIC,
    "sweeping": Trait.SWEEPING_STRIKE,
    "vengeful": Trait.VENGEFUL,
    "unstoppable": Trait.UNSTOPPABLE,
    "improvised": Trait.IMPROVISED_PROJECTILE,
    "quick_hands": Trait.QUICK_HANDS,
    "stomp": Trait.STOMP,
    "quickdraw": Trait.QUICKDRAW,
    "twin_shot": Trait.TWIN_SHOT,
    "vigilant": Trait.VIGILANT,
    "aim": Trait.AIM,
}
"""The Traits that blocks of the menu are of."""


def rule_of(trait: Trait) -> str:
    """The id of a Trait's rule."""
    return f"STA-20.{int(trait)}"


_OWN = {
    "end_turn": "STA-10.1",
    "step": "STA-10.8 STA-10.9 STA-10.13",
    "run": "STA-10.15 STA-10.16",
    "ally_move": "STA-17.1 STA-2.15",
    "push": "STA-10.18 STA-10.19",
    "jump": "STA-10.25 STA-16.6",
    "climb": "STA-10.28 STA-16.5",
    "break_away": "STA-10.21 STA-10.22",
    "explore": "STA-10.29 STA-10.31",
    "open_door": "STA-10.41",
    "attack_melee": "STA-8.1 STA-8.2 STA-10.2",
    "attack_ranged": "STA-8.8 STA-8.9 STA-10.2",
    "attack_unarmed": "STA-8.12 STA-8.13 STA-8.14 STA-10.2",
    "insult": "STA-10.6",
    "revive": "STA-10.42",
    "reload": "STA-10.3 STA-10.4",
    "take_breath": "STA-10.7",
    "equip": "STA-10.37",
    "search": "STA-10.33 STA-R32",
    "loot_token": "STA-10.35",
    "loot_body": "STA-10.36",
    "exchange": "STA-10.38",
    "use": "STA-10.40 STA-R90",
    "pick_up": "STA-10.40",
    "drop": "STA-10.40",
    "cast": "STA-10.47 STA-5.21",
    "forfeit": "STA-20.68 STA-20.79",
    "chapter": "STA-1.4 STA-6.13",
    "npc": "STA-2.22 STA-33.8",
    "dp_heal": "STA-2.4 STA-2.5",
    "dp_action": "STA-2.4 STA-2.6",
    "ally": "STA-17.1",
}
SPECIALS = {
    "awakening": "STA-31.8 STA-31.10",
    "exile": "STA-32.6 STA-32.7 STA-32.8",
    "alchemical_crystal": "STA-33.3 STA-33.4 STA-33.6",
    "treasure_hunt": "STA-34.4 STA-34.6 STA-34.11",
    "castaways": "STA-35.2 STA-35.3 STA-35.4",
    "cheating_death": "STA-36.2 STA-36.4 STA-36.8 STA-36.9 STA-36.11",
    "skull_cove": "STA-37.2",
}
"""The rules of the Specials, by chapter."""

_HANDS = "STA-6.6 STA-5.11"
_PERSON = {
    "ALLY_TURN": "STA-17.1",
    "REVIVING": "STA-10.42 STA-17.10",
    "EXCHANGING": "STA-10.38",
    "CASTING": "STA-10.47",
    "COMMANDING": "STA-20.43",
    "HEALING": "STA-20.44",
    "STRIPPING": "STA-10.36",
    "PUSHING": "STA-10.18 STA-10.20",
    "USING": "STA-21.41",
    "treasure_hunt": "STA-34.11",
}
_WEAPON = {
    "ATTACK": "STA-5.12 STA-8.1 STA-8.8",
    "DUEL": "STA-5.12 STA-8.1 STA-8.8",
    "RELOADING": "STA-10.3",
    "DRAWING": "STA-20.86 STA-20.93",
    "USING": "STA-22.8",
}
_TARGET = {
    "ATTACK": "STA-5.12 STA-8.1 STA-8.8",
    "VENGEANCE": "STA-20.80",
    "LEAPING": "STA-20.1",
    "DETECTING": "STA-20.99",
    "CASTING": "STA-10.47",
    "SHOVING": "STA-20.82",
    "STOMPING": "STA-20.88 STA-R113",
    "ANALYSIS": "STA-20.37",
}
_SPACE = {
    "PUSHING": "STA-10.19",
    "JUMPING": "STA-10.25 STA-R27 STA-16.6",
    "CLIMBING": "STA-10.28 STA-16.5",
    "OPENING": "STA-10.41",
    "LOOTING": "STA-10.35",
    "DROPPING": "STA-10.40",
    "CASTING": "STA-24.2",
    "LEAPING": "STA-20.1",
    "SHOVING": "STA-20.82",
}
_CARD = {
    "SEARCHING": "STA-20.50 STA-R86",
    "PICKING_UP": "STA-10.40",
    "JUMPING": "STA-10.27 STA-22.6",
    "CASTING": "STA-10.47 STA-5.21",
    "castaways": "STA-35.4 STA-R97",
    "cheating_death": "STA-36.6",
}
_TILE = {
    "EXPLORING": "STA-10.29 STA-26.3 STA-20.45",
    "READING": "STA-22.7",
}
_NUMBER = {
    "CHANGING_TOTEM": "STA-20.65 STA-20.66",
    "ANALYSIS": "STA-20.37",
    "FORFEITING": "STA-20.68 STA-20.79",
    "cheating_death": "STA-36.2",
}
_CONSENT = {
    "EXCHANGING": "STA-R48",
    "PASSAGE": "STA-10.14",
    "PUSHING": "STA-10.18",
    "LEAPING": "STA-20.1 STA-R115",
}
_GIVE = {"EXCHANGING": "STA-10.38 STA-R48", "DROPPING": "STA-10.40", "USING": "STA-10.40 STA-R90"}
_TAKE = {"EXCHANGING": "STA-10.38 STA-R48", "STRIPPING": "STA-10.36 STA-R88"}
_THINGS = ("no", "inv", "scard", "goal", "num")


def _parts(asked: str, blocks: tuple[str, ...], rules: dict[str, str]) -> dict[str, dict[str, str]]:
    """A question, and the rules of each flow that may put it."""
    return {f"{asked} in {flow}": dict.fromkeys(blocks, cited) for flow, cited in rules.items()}


def _choice(block: str, rules: str) -> dict[str, str]:
    """A question whether something is done."""
    return {"no": rules, block: rules}


BEHIND = {
    "PICK": {"num": "STA-4.1"},
    "HAND": {"hand_r": "STA-6.7", "hand_l": "STA-6.7"},
    "PREP": {
        "inv": "STA-20.47 STA-20.55 STA-R97",
        "num": "STA-20.65 STA-20.89 STA-R97",
        "spell": "STA-20.63 STA-20.64",
        "done": "STA-R97",
        "scard": "STA-R97",
    },
    "DEPLOY_ORDER": {"char": "STA-6.11"},
    "DEPLOY": {"cand": "STA-6.11"},
    "EQUIP_RIGHT": {"no": _HANDS, "hand_empty": _HANDS, "inv": _HANDS},
    "EQUIP_LEFT": {"no": _HANDS, "hand_empty": _HANDS, "inv": _HANDS},
    "GRASP": {"no": "STA-R91", "hand_r": "STA-R91", "hand_l": "STA-R91"},
    "STAND": _choice("stand_up", "STA-20.6"),
    "TACTIC": _choice("tactic", "STA-20.51"),
    "TOTEMS": {"num": "STA-20.66 STA-R80"},
    "ORDER": {"char": "STA-7.12 STA-R57"},
    "STUN": {"end_turn": "STA-14.2", "shake_off": "STA-14.2"},
    "MENU": {**_OWN, **{block: rule_of(trait) for block, trait in TRAITS.items()}},
    **{f"MENU in {chapter}": {"chapter": rules} for chapter, rules in SPECIALS.items()},
    "STEPS": {"done": "STA-2.15 STA-20.9 STA-24.6", "step": "STA-10.9 STA-10.10 STA-10.13"},
    "WEAPON": dict.fromkeys(("inv", "hand_r", "hand_l"), "STA-5.12"),
    **_parts("WEAPON", ("inv", "hand_r", "hand_l"), _WEAPON),
    "TARGET": {"enemy": "STA-5.12", "char": "STA-5.12"},
    **_parts("TARGET", ("enemy",), _TARGET),
    **_parts("TARGET", ("char",), {"ATTACK": "STA-34.2 STA-R117"}),
    "SPACE": {"cand": "STA-10.10", "no": "STA-10.10"},
    **_parts("SPACE", ("cand", "no"), _SPACE),
    "CARD": dict.fromkeys(("cand", "no", "rope", "spell"), "STA-5.16"),
    **_parts("CARD", ("cand", "no", "rope", "spell"), _CARD),
    "TILE": {"cand": "STA-10.29", "no": "STA-10.29"},
    **_parts("TILE", ("cand", "no"), _TILE),
    "PERSON": {"char": "STA-10.1", "npc": "STA-2.22"},
    **_parts("PERSON", ("char",), _PERSON),
    "NUMBER": {"num": "STA-10.1"},
    **_parts("NUMBER", ("num",), _NUMBER),
    "EXCHANGE": {"done": "STA-10.38", "give": "STA-10.38", "take": "STA-10.38 STA-R48"},
    "GIVE": dict.fromkeys(_THINGS, "STA-10.40"),
    **_parts("GIVE", _THINGS, _GIVE),
    "TAKE": dict.fromkeys(_THINGS, "STA-10.38"),
    **_parts("TAKE", _THINGS, _TAKE),
    "CONSENT": {"no": "STA-10.14", "yes": "STA-10.14"},
    **_parts("CONSENT", ("no", "yes"), _CONSENT),
    "ROLL": {
        "no": "STA-R16",
        "die_plus": "STA-2.7",
        "roll_plus": "STA-20.4 STA-20.46 STA-20.81",
        "reroll_own": "STA-20.35 STA-20.101",
        "reroll_foe": "STA-20.16 STA-20.69",
        "riposte_own": "STA-20.27",
        "feint": "STA-20.23",
        "counter": "STA-20.28",
        "crit_alt": "STA-25.10",
        "charm_reroll": "STA-21.28",
        "clairvoyance": "STA-24.1 STA-R84",
    },
    "SECOND_DIE": {
        "reroll_own": "STA-21.28 STA-24.1",
        "reroll_foe": "STA-24.1",
        "riposte_foe": "STA-20.27",
    },
    "CAUTIOUS": _choice("cautious", "STA-20.9"),
    "BRAG": _choice("brag", "STA-20.75"),
    "ENEMY_ORDER": {"enemy": "STA-7.15"},
    "ENEMY_TARGET": {"char": "STA-12.23 STA-R8", "npc": "STA-12.23 STA-R8"},
    "ENEMY_PLACE": {"cand": "STA-12.5 STA-12.23 STA-R39"},
    "DODGE": _choice("dodge", "STA-20.10"),
    "POSSUM": _choice("possum", "STA-20.6"),
    "OPPORTUNE": _choice("opportune", "STA-20.30"),
    "QUICKSHOT": _choice("quickshot", "STA-20.96"),
    "SPECIAL": {"num": "STA-1.4 STA-6.13", "no": "STA-1.4", "yes": "STA-1.4"},
    **{f"SPECIAL in {chapter}": {"num": rules} for chapter, rules in SPECIALS.items()},
    "SPECIAL in exile": {"num": SPECIALS["exile"], "no": "STA-32.2", "yes": "STA-32.2"},
    "SPECIAL in treasure_hunt": {
        "num": SPECIALS["treasure_hunt"],
        "no": "STA-34.12",
        "yes": "STA-34.12",
    },
    "POUNCE": _choice("pounce", "STA-20.0"),
    "CHARLATAN": _choice("charlatan", "STA-20.2"),
    "LUNGE": {"no": "STA-20.32", "lunge": "STA-20.32", "yes": "STA-20.32"},
    "MASTERY": {"no": "STA-20.36", "cand": "STA-20.36"},
    "MONEY": _choice("money", "STA-20.18"),
    "FACECRIP": _choice("facecrip", "STA-20.20"),
    "OVERLOAD": {"no": "STA-6.10 STA-R88", "inv": "STA-6.9 STA-6.10"},
    "ALLY_END": {"no": "STA-17.1", "char": "STA-17.1"},
    "LEADING": {"done": "STA-33.8 STA-R58", "step": "STA-33.8 STA-R58"},
}
MENU = " ".join(BEHIND["MENU"])
"""Blocks of the menu of who acts."""
BLOCKS = " ".join(
    block.name
    for block in ACTIONS.blocks
    if block.name not in {"no", "yes", "char", "cand", "inv", "num", "hand_r", "hand_l"}
)
