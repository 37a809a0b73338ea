"""What is true between the fields of Sea Enemies, and of a fight with one."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.games.skull_tales.chart import COLS, ROWS
from piracy_env.games.skull_tales.state import ENEMIES, GROUPS, KIND, NONE, Decision

_NEUTRAL = 1
_GONE = ("mode", "was_act", "spd", "hold", "be", "be_w", "fired", "ammo", "codex", "no_brd", "src")
"""Fields of a Sea Enemy that say nothing when it is not on the board."""


def enemy_faults(s: Record, t: Record) -> Iterator[str]:
    """What is wrong with Sea Enemies while a Voyage goes on."""
    kinds = [int(s.stk[place][KIND]) for place in range(s.sp)]
    if Decision.VOYAGE in kinds and s.fate == 0:
        yield from _enemies(s, t)
        yield from _boarding(s, kinds)


def _enemies(s: Record, t: Record) -> Iterator[str]:
    for enemy in range(ENEMIES):
        row = t.sea_enemies[enemy]
        if not s.sea_on[enemy]:
            told = [name for name in _GONE if getattr(s, f"sea_{name}")[enemy] != 0]
            if told or s.sea_c[enemy] != NONE or s.sea_r[enemy] != NONE:
                yield f"Sea Enemy {enemy} is not on the board, but {told or 'somewhere'}"
            continue
        if not 0 <= s.sea_c[enemy] < COLS or not 0 <= s.sea_r[enemy] < ROWS:
            yield f"Sea Enemy {enemy} is nowhere on the board"
        if row.body and s.sea_hold[enemy] < 1:
            yield f"Sea Enemy {enemy} is beaten, and on the board"
        if row.ship and s.sea_spd[enemy] < 1:
            yield f"Sea Enemy {enemy} has no Speed"
        if s.sea_codex[enemy] and s.sea_mode[enemy] != _NEUTRAL:
            yield f"Sea Enemy {enemy} is deceived, and not Neutral"


def _boarding(s: Record, kinds: list[int]) -> Iterator[str]:
    if (s.b_on == 1) != (Decision.FIGHT in kinds):
        yield "ships are tied together without a fight, or fight without being tied"
    if (s.b_on == 1) != (s.b_e != NONE):
        yield "ships are tied together, or an Enemy is boarded, but not both"
    if s.b_on == 0 and (any(s.b_pos) or any(s.b_sup) or s.b_swiv or s.b_cut or s.b_round):
        yield "something is left over from a fight"
    for group in range(GROUPS):
        if s.b_sup_by[group] == NONE and s.b_sup[group]:
            yield f"group {group} is supported by nobody"
