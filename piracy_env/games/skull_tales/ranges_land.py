"""What each field of the Adventure can hold, in the order of `state_land.LAND_FIELDS`."""

from __future__ import annotations

from piracy_env.core.ranges import SWITCH, Range, Ranges, a_seat
from piracy_env.games.skull_tales.gear import LEGEND, LEGEND_KEYS
from piracy_env.games.skull_tales.state import NONE, ON_LAND, SLOTS
from piracy_env.games.skull_tales.state_land import (
    DOORS,
    EXITS,
    FOE_TYPES,
    FOES,
    INCIDENT_DECK,
    PILE,
    PORTALS,
    RESERVE,
    ROLLS,
    SEARCH_DECK,
    SNAPSHOT,
    TILES,
    Companion,
    Door,
    Exit,
    Goal,
)
from piracy_env.games.skull_tales.tables.adventures import DISORDER_KEYS, GARRISON_KEYS
from piracy_env.games.skull_tales.tables.cards import INCIDENT_KEYS, SEARCH_KEYS, TOTEM_KEYS
from piracy_env.games.skull_tales.tables.enemies import ABILITIES, FALLEN_KEYS, ROLE_KEYS
from piracy_env.games.skull_tales.tables.tiles import DOOR_KEYS
from piracy_env.games.skull_tales.terrain import BOARD, LAST_REGION, ROOM, TOKENS

MOST_ROUNDS, MOST_TURN_DECISIONS = 40, 150
DOLL_OUT = 20
"""Value of `spell` while the Voodoo Doll's Zombie walks."""
_PLACE = Range(0, BOARD - 1, also=NONE)
_SIDE = Range(0, 3)
_SLOT = Range(0, SLOTS - 1, also=NONE)
_MASK = Range(0, (1 << FOES) - 1)
_TOKEN = Range(0, len(TOKENS) - 1)
_TOKEN_OR_NONE = Range(0, len(TOKENS) - 1, also=NONE)
_ALL_SLOTS = Range(0, (1 << SLOTS) - 1)
_USES = Range(0, (1 << 31) - 1)
_SEARCH_CARD = Range(0, len(SEARCH_KEYS) + len(LEGEND_KEYS) - 1)
_INCIDENT = Range(0, len(INCIDENT_KEYS) - 1)
_MARKED = Range(0, len(GARRISON_KEYS))
_FOE_TYPE = Range(0, FOE_TYPES - 1, also=NONE)
_DIE = Range(0, 6)
_MODIFIER = Range(-9, 9)

LAND_RANGES: Ranges = {
    "b_tile": Range(0, TILES),
    "b_ter": Range(0, ROOM),
    "b_reg": Range(0, LAST_REGION),
    "b_wall": Range(0, 15),
    "sees": _MASK,
    "way": Range(0, SLOTS),
    "tl_token": _TOKEN_OR_NONE,
    "tl_row": Range(0, BOARD - 1),
    "tl_col": Range(0, BOARD - 1),
    "tl_rot": Range(0, 3),
    "tl_revealed": SWITCH,
    "tl_rooms": Range(0, (1 << 15) - 1),
    "n_tl": Range(0, TILES),
    "ex_tile": Range(0, TILES - 1),
    "ex_row": Range(0, BOARD - 1),
    "ex_col": Range(0, BOARD - 1),
    "ex_side": _SIDE,
    "ex_state": Range(0, max(Exit)),
    "n_ex": Range(0, EXITS),
    "dr_row": Range(0, BOARD - 1),
    "dr_col": Range(0, BOARD - 1),
    "dr_side": _SIDE,
    "dr_state": Range(0, max(Door)),
    "dr_name": Range(0, len(DOOR_KEYS) - 1),
    "n_dr": Range(0, DOORS),
    "po_row": Range(0, BOARD - 1),
    "po_col": Range(0, BOARD - 1),
    "po_side": _SIDE,
    "n_po": Range(0, PORTALS),
    "pile": _TOKEN,
    "pile_n": Range(0, PILE),
    "pile_known": Range(0, 2),
    "reserve": _TOKEN,
    "reserve_n": Range(0, RESERVE),
    "reserved_tok": _TOKEN_OR_NONE,
    "reserved_on": SWITCH,
    "chest": _TOKEN_OR_NONE,
    "ally_act": Range(0, 3),
    "mov_left": Range(0, 20),
    "free_from": _MASK,
    "push_no": SWITCH,
    "last_hand": Range(0, 2, also=NONE),
    "insult_from": _MASK,
    "eloq": _MASK,
    "attacked_me": _MASK,
    "hit_by_ever": _MASK,
    "vengeance": Range(0, FOES - 1, also=NONE),
    "spotted": _MASK,
    "once": _USES,
    "oncea": _USES,
    "thick": Range(0, 2),
    "pass_no": _ALL_SLOTS,
    "ko_n": Range(0, 127),
    "buff": Range(0, 15),
    "brag": _SLOT,
    "totem": Range(0, len(TOTEM_KEYS) - 1, also=NONE),
    "spell": Range(0, DOLL_OUT),
    "jerkin": SWITCH,
    "foe_type": _FOE_TYPE,
    "foe_role": Range(0, len(ROLE_KEYS) - 1),
    "foe_hp_max": Range(0, 30),
    "foe_wounds": Range(0, 30),
    "foe_row": _PLACE,
    "foe_col": _PLACE,
    "foe_stun": Range(0, 2),
    "foe_hide": Range(0, 2),
    "foe_status": Range(0, 15),
    "foe_mark": _MARKED,
    "foe_off": Range(0, (1 << len(ABILITIES)) - 1),
    "foe_holds": Range(0, SLOTS),
    "foe_damage": Range(0, 5),
    "foe_acted": SWITCH,
    "fig_left": Range(0, FOES),
    "npc_kind": Range(0, max(Companion)),
    "npc_row": _PLACE,
    "npc_col": _PLACE,
    "npc_hp": Range(0, 3),
    "npc_owner": _SLOT,
    "fl_row": _PLACE,
    "fl_col": _PLACE,
    "fl_immortal": _FOE_TYPE,
    "fl_mark": _MARKED,
    "fl_kind": Range(0, len(FALLEN_KEYS) - 1),
    "gr_row": _PLACE,
    "gr_col": _PLACE,
    "gr_item": Range(0, LEGEND + len(LEGEND_KEYS) - 1),
    "gr_flag": Range(0, 127),
    "gr_from": _SLOT,
    "goal_state": Range(0, max(Goal)),
    "goal_holder": _SLOT,
    "goal_row": _PLACE,
    "goal_col": _PLACE,
    "sd": _SEARCH_CARD,
    "sd_n": Range(0, SEARCH_DECK),
    "sdisc": _SEARCH_CARD,
    "sdisc_n": Range(0, SEARCH_DECK),
    "idk": _INCIDENT,
    "idk_n": Range(0, INCIDENT_DECK),
    "idisc": _INCIDENT,
    "idisc_n": Range(0, INCIDENT_DECK),
    "drawn": Range(0, len(SEARCH_KEYS) + len(LEGEND_KEYS)),
    "flag": Range(0, 60),
    "diff": Range(0, 3),
    "round": Range(0, MOST_ROUNDS),
    "tick": SWITCH,
    "init": a_seat(NONE),
    "init_back": a_seat(NONE),
    "fog": SWITCH,
    "last_off": _SLOT,
    "order_done": _ALL_SLOTS,
    "acted_order": a_seat(NONE),
    "active_slot": _SLOT,
    "sf": Range(0, 127),
    "dis": Range(0, len(DISORDER_KEYS) - 1, also=NONE),
    "rl_depth": Range(0, ROLLS),
    "rl_kind": Range(0, 15),
    "rl_side": SWITCH,
    "rl_slot": _SLOT,
    "rl_enemy": Range(0, FOES - 1, also=NONE),
    "rl_n": Range(0, 5),
    "rl_d": _DIE,
    "rl_plus": _MODIFIER,
    "rl_thr": _DIE,
    "rl_mod": _MODIFIER,
    "rl_m": Range(0, 5),
    "rl_e": _DIE,
    "rl_ethr": _DIE,
    "rl_emod": _MODIFIER,
    "rl_crit": Range(0, 3),
    "rl_used": _USES,
    "foes_left": _MASK,
    "micro": Range(0, MOST_TURN_DECISIONS),
    "late": Range(0, 1),
}


def snapshot_ranges(kept: Ranges) -> Ranges:
    """The ranges of the copies: those of what is copied."""
    return {name: kept[name.removeprefix("snap_")] for name, *_ in SNAPSHOT}


def _is_nobody(rule: object) -> bool:
    """Whether a field can tell that there is nobody, or nothing."""
    return isinstance(rule, Range) and NONE in (rule.low, rule.also)


AT_REST = {
    **{name: NONE if _is_nobody(rule) else 0 for name, rule in LAND_RANGES.items()},
    **{name: NONE if name in ("ch_x", "ch_y") else 0 for name in ON_LAND},
    **{name: 0 for name, *_ in SNAPSHOT},
}
"""What the fields of the Adventure hold while none is played."""
CLEARED = frozenset(LAND_RANGES) - {"late"}
"""Fields of the Adventure that do not outlast it; `late` is an option."""
