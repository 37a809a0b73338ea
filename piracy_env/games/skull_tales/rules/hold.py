"""The ship's Hold and Sails: tokens, supply, damage (STV-3.1 to 3.5, STV-3.17)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.state import GOODS, GROUPS, HOLD, NONE

CANNON, PASSENGER = 10, 11
"""Tokens of the Hold beside Goods, which are 1 + their row."""
RUM, SLAVES, SUPPLIES, SUGAR, WOOD = 4, 5, 6, 7, 8
"""Rows of [goods] that rules name."""
METAL, TOBACCO = 1, 3
MOST_CANNONS = 5
_GREEN, _YELLOW = 4, 7
"""Columns up to which a colour zone reaches."""


@kernel
def open_columns(s: Any) -> int:
    """Columns of the Hold that are not damaged."""
    return s.hold_base - s.hold_imp


@kernel
def working_sails(s: Any) -> int:
    """Sails that are not damaged."""
    return s.sails_base - s.sails_imp


@kernel
def free_space(s: Any) -> int:
    """The lowest empty space of an open column, NONE if there is none."""
    for space in range(2 * open_columns(s)):
        if s.hold[space] == 0:
            return space
    return NONE


@kernel
def free_spaces(s: Any) -> int:
    """How many spaces of open columns are empty."""
    count = 0
    for space in range(2 * open_columns(s)):
        count += s.hold[space] == 0
    return count


@kernel
def count_tokens(s: Any, token: int) -> int:
    """How many of a token lie in the Hold."""
    count = 0
    for space in range(HOLD):
        count += s.hold[space] == token
    return count


@kernel
def cannons(s: Any) -> int:
    """The ship's Firepower (STV-12.2)."""
    return count_tokens(s, CANNON)


@kernel
def is_in_supply(s: Any, token: int) -> bool:
    """Whether there is such a token to be had."""
    if token == CANNON:
        return s.cannon_sup > 0
    return token == PASSENGER or s.goods_sup[token - 1] > 0


@kernel
def stow(s: Any, token: int) -> bool:
    """Bring a token of the supply aboard, if there is one and a space (STV-3.4)."""
    noinline()
    space = free_space(s)
    if space == NONE or not is_in_supply(s, token):
        return False
    s.hold[space] = token
    if token == CANNON:
        s.cannon_sup -= 1
    elif token != PASSENGER:
        s.goods_sup[token - 1] -= 1
    return True


@kernel
def unload(s: Any, space: int) -> int:
    """Take the token of a space back to the supply; returns it, 0 for none."""
    token = s.hold[space]
    s.hold[space] = 0
    if token == CANNON:
        s.cannon_sup += 1
    elif 0 < token <= GOODS:
        s.goods_sup[token - 1] += 1
    return token


@kernel
def spend_token(s: Any, token: int) -> bool:
    """Spend the token of this kind that lies highest; whether there was one."""
    noinline()
    for space in range(HOLD - 1, -1, -1):
        if s.hold[space] == token:
            unload(s, space)
            return True
    return False


@kernel
def cargo_ratio(s: Any) -> int:
    """What a Speed die has to beat (STV-3.17)."""
    last = -1
    for space in range(HOLD):
        if s.hold[space] != 0:
            last = space
    if last < 2 * _GREEN:
        return 2
    return 3 if last < 2 * _YELLOW else 4


@kernel
def hit_sails(s: Any) -> None:
    """One Sail less works (STV-3.5)."""
    s.sails_imp = min(s.sails_imp + 1, s.sails_base)


@kernel
def close_column(s: Any) -> int:
    """Close the highest open column, with its tokens; returns Cannons lost (STV-3.3)."""
    noinline()
    if open_columns(s) == 0:
        return 0
    s.hold_imp += 1
    first = 2 * open_columns(s)
    return (unload(s, first) == CANNON) + (unload(s, first + 1) == CANNON)


@kernel
def empty_hold(s: Any, t: Any) -> None:
    """Everything lies in the supply."""
    noinline()
    for space in range(HOLD):
        s.hold[space] = 0
    for goods in range(GOODS):
        s.goods_sup[goods] = t.goods[goods].supply
    s.cannon_sup = MOST_CANNONS


@kernel
def fit_out(s: Any, t: Any, kind: int) -> None:
    """A ship of a kind with its first features, no damage, nothing but its Cannons aboard."""
    noinline()
    row = t.ships[kind]
    s.ship_type, s.upg = kind, 0
    s.sails_base, s.sails_imp = row.sails, 0
    s.hold_base, s.hold_imp = row.hold, 0
    empty_hold(s, t)
    for _ in range(row.cannons):
        stow(s, CANNON)


@kernel
def load_first_cargo(s: Any) -> None:
    """The cargo of a first ship: two Rum, three Supplies (STV-4.5)."""
    for _ in range(2):
        stow(s, 1 + RUM)
    for _ in range(3):
        stow(s, 1 + SUPPLIES)


# --- groups of pirates ----------------------------------------------------------------------------

QUARTERS = 8
"""The post where groups rest."""


@kernel
def groups(s: Any) -> int:
    """Groups of pirates aboard."""
    count = 0
    for group in range(GROUPS):
        count += s.pg_on[group]
    return count


@kernel
def add_group(s: Any) -> bool:
    """One more group, rested; whether there was room for it (STV-2.1)."""
    for group in range(GROUPS):
        if s.pg_on[group] == 0:
            s.pg_on[group], s.pg_post[group] = 1, QUARTERS
            s.pg_fat[group], s.pg_w[group], s.pg_acted[group] = 0, 0, 0
            return True
    return False


@kernel
def remove_group(s: Any, group: int) -> None:
    """A group leaves the game."""
    s.pg_on[group], s.pg_post[group] = 0, NONE
    s.pg_fat[group], s.pg_w[group], s.pg_acted[group] = 0, 0, 0


@kernel
def rest_groups(s: Any) -> None:
    """All groups are rested and whole again, as in Port."""
    for group in range(GROUPS):
        if s.pg_on[group] == 1:
            s.pg_post[group] = QUARTERS
            s.pg_fat[group], s.pg_w[group], s.pg_acted[group] = 0, 0, 0
