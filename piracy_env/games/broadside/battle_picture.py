"""The battle under way: both ships with all that was played, and the wind between them."""

from __future__ import annotations

from collections.abc import Sequence

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import plural, seat_letter
from piracy_env.drawing.fonts import BOLD, TITLE
from piracy_env.drawing.svg import (
    FADED,
    GOLD,
    PARCHMENT,
    PLAYER_COLOURS,
    WOOD,
    WOOD_DARK,
    Box,
    band,
    circle,
    panel,
    rect,
    text,
)
from piracy_env.games.broadside.describe import counted, step_words
from piracy_env.games.broadside.ship_pictures import (
    cannon_sign,
    crew_sign,
    fitting,
    silhouette,
    wind_sign,
)
from piracy_env.games.broadside.ships import (
    cannon_dice,
    card_name,
    fighter,
    red_name,
    ship_in_fleet,
    ship_in_middle,
)
from piracy_env.games.broadside.state import ATTACKER, DEFENDER, NONE, Red

_SIDES = ((ATTACKER, "attacks"), (DEFENDER, "defends"))
_SPEED_CARDS = (("b_gw", Red.GOOD_WIND),)
_GUN_CARDS = (("b_chain", Red.CHAIN_SHOT), ("b_fr", Red.FAST_RELOAD))


def battle(s: Record, tables: Tables, box: Box) -> str:
    """A sheet with the battle."""
    parts = [
        panel(box, WOOD_DARK),
        text(box.middle[0], box.y + 24, "Battle", 30, font=TITLE, anchor="middle"),
        text(box.middle[0], box.y + 47, step_words(s), 18, fill=FADED, anchor="middle"),
    ]
    columns = Box(box.x + 16, box.y + 60, box.width - 32, 176).columns(2, 92)
    for (side, verb), place in zip(_SIDES, columns, strict=True):
        parts.append(_side(s, tables, side, verb, place))
    x, y = box.middle[0], box.y + 100
    parts.append(circle(x, y, 34, PARCHMENT, stroke="#2f6690", stroke_width=3))
    wind = f"{s.b_wind:+d}" if s.b_rolled else "?"
    parts += [wind_sign(x, y - 14, 24), text(x, y + 12, wind, 24, font=BOLD, anchor="middle")]
    parts.append(text(x, y + 47, "wind", 16, fill=FADED, anchor="middle"))
    if s.b_round:
        words = plural(s.b_round, "round")
        parts.append(text(x, y + 74, words, 17, anchor="middle", width=88))
    if s.b_neutral:
        words = f"{seat_letter(s.b_roller)} rolls for the prey"
        parts.append(text(box.right - 16, box.y + 24, words, 16, fill=FADED, anchor="end"))
    cards = f"Played: {counted(tables, s.red_battle)}" if any(s.red_battle) else "No cards played"
    parts.append(text(box.x + 18, box.bottom - 52, _chase(s, tables), 17, font=BOLD,
                      width=box.width - 36))  # fmt: skip
    parts.append(fitting(cards, Box(box.x + 18, box.bottom - 40, box.width - 36, 36), 16))
    return "".join(parts)


def _chase(s: Record, tables: Tables) -> str:
    """What the attacker's speed comes to with the wind, and what it has to reach."""
    fast, slow = (fighter(s, tables.t, side).speed for side, _ in _SIDES)
    if s.b_rolled:
        reached = fast + s.b_wind
        end = "caught" if reached >= slow else "gets away"
        return f"Chase: {fast} {s.b_wind:+d} wind = {reached} against {slow}: {end}"
    needed = f"{slow - fast:+d}" if slow != fast else "0"
    return f"Chase: {fast} and the wind against {slow}: a wind of {needed} is needed"


def _side(s: Record, tables: Tables, side: int, verb: str, box: Box) -> str:
    """One side of a battle: owner, ship, and what it brings into the fight."""
    seat, ship = s.b_seat[side], fighter(s, tables.t, side)
    colour = PLAYER_COLOURS[seat] if seat != NONE else None
    owner = f"{seat_letter(seat)} {verb}" if seat != NONE else f"nobody {verb}"
    acts = s.b_side == side
    hired = f" +{s.b_temp[side]}" if s.b_temp[side] else ""
    on_cards = f"{s.b_temp[side]} on cards" if hired else ""
    slot = s.b_slot[side]
    plain = (
        ship_in_middle(s, tables.t, slot)
        if seat == NONE
        else ship_in_fleet(s, tables.t, seat, slot)
    )
    speed, guns = _changes(s, tables, side, _SPEED_CARDS), _changes(s, tables, side, _GUN_CARDS)
    rows = (
        (wind_sign, f"speed {ship.speed}", speed, f"{plain.speed} with"),
        (cannon_sign, f"{cannon_dice(s, tables.t, side)} dice", guns, f"{plain.cannons} with"),
        (crew_sign, f"crew {ship.crew}/{ship.most}{hired}", on_cards, ""),
    )
    header = Box(box.x, box.y, box.width, 28)
    fill, ink = (colour.fill, colour.ink) if colour else (WOOD, PARCHMENT)
    parts = [
        band(header, fill, top=6, bottom=6),
        rect(header.inside(-3), "none", rx=8, stroke=GOLD, stroke_width=3) if acts else "",
        text(header.x + 8, header.middle[1], owner, 17, font=BOLD, fill=ink),
        silhouette(tables, ship, header.right - 18, header.middle[1], 24),
        text(box.x, box.y + 44, card_name(tables, ship.card), 18, font=BOLD, width=box.width),
    ]
    lines = Box(box.x, box.y + 58, box.width, box.height - 60).rows(len(rows))
    for row, (sign, words, note, before) in zip(lines, rows, strict=True):
        parts.append(sign(row.x + 11, row.y + 12, 20))
        parts.append(text(row.x + 28, row.y + 12, words, 18, font=BOLD))
        if note:
            explained = f"{before} {note}".strip()
            parts.append(text(row.x + 28, row.y + 30, explained, 15, fill=FADED,
                              width=box.width - 24))  # fmt: skip
    return "".join(parts)


def _changes(s: Record, tables: Tables, side: int, cards: Sequence[tuple[str, Red]]) -> str:
    """The cards that change a number of a side."""
    names = [(getattr(s, name)[side], red_name(tables, kind)) for name, kind in cards]
    if cards is _SPEED_CARDS and side == DEFENDER:
        names.append((s.b_surprise, red_name(tables, Red.SURPRISE_ATTACK)))
    if cards is _GUN_CARDS:
        names.append((s.b_gh, red_name(tables, Red.GRAPPLING_HOOKS)))
    return ", ".join(f"{count} {name}" for count, name in names if count)
