"""The crew in the picture: a card for each Character, with what it has, knows and carries."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import seat_letter
from piracy_env.drawing.fonts import BOLD, TITLE
from piracy_env.drawing.picks import pick, picked
from piracy_env.drawing.svg import (
    FADED,
    GOLD,
    INK,
    PLAYER_COLOURS,
    Box,
    band,
    circle,
    coin,
    icon,
    panel,
    piece,
    rect,
    text,
)
from piracy_env.games.skull_tales.labels import (
    BLUE,
    DARK,
    PALE,
    RED,
    ROSE,
    WHITE,
    Pill,
    marks,
    pills,
    tag,
)
from piracy_env.games.skull_tales.names import (
    ATTRIBUTES,
    LIMBS,
    POSTS,
    gear_name,
    name_of,
    trait_name,
)
from piracy_env.games.skull_tales.state import ALLY, EMPTY, NONE, PIRATE, SLOTS, Phase

_SHORT = ("Mel", "Rng", "Str", "Agi", "Int", "Per", "Cha")
_TALLEST, _GAP = 156.0, 9
_ROOMY = 128
"""Height from which on a card has larger letters."""
_KNOWN = 105


def figure(s: Record, slot: int, x: float, y: float, r: float) -> str:
    """A Character as a piece: a Pirate by its seat's letter, an Ally by a small one with a star."""
    owner = max(0, int(s.ch_owner[slot]))
    if s.ch_kind[slot] == ALLY:
        colour = PLAYER_COLOURS[owner]
        body = rect(Box(x - r, y - r, 2 * r, 2 * r), colour.fill, rx=r * 0.4, stroke=colour.edge,
                    stroke_width=1.5)  # fmt: skip
        mark = f"{seat_letter(owner).lower()}{slot}"
        letter = text(x, y, mark, r, font=BOLD, fill=colour.ink, anchor="middle", width=1.6 * r)
        body += letter
    else:
        body = piece(owner, seat_letter(slot), x, y, r)
    if slot == s.captain and s.ch_kind[slot] == PIRATE:
        body += icon("hat", x, y - r * 1.05, r * 1.5)
    if s.ch_wounds[slot] >= s.ch_hp_max[slot] > 0:
        body += circle(x, y, r, "#000000", opacity=0.45) + icon("skull", x, y, r * 1.3)
    return body


def crew_of(s: Record) -> list[int]:
    """The slots with Characters."""
    return [slot for slot in range(SLOTS) if s.ch_kind[slot] != EMPTY and s.ch_card[slot] != NONE]


def crew_cards(
    s: Record, tables: Tables, box: Box, viewer: int | None, kept: float
) -> tuple[str, Box]:
    """A card for each Character, one below the other; and the rest of the box, at least so high."""
    crew = crew_of(s)
    if not crew:
        return "", box
    height = min(_TALLEST, (box.height - kept - _GAP * (len(crew) - (kept == 0))) / len(crew))
    cards = []
    for number, slot in enumerate(crew):
        own = Box(box.x, box.y + number * (height + _GAP), box.width, height)
        place = (slot - s.seat) % s.players if slot < s.players else slot
        chosen = (pick("char", place=place),) if viewer == s.seat else ()
        cards.append(picked(_card(s, tables, slot, own, viewer), *chosen, box=own))
    top = box.y + len(crew) * (height + _GAP)
    return "".join(cards), Box(box.x, top, box.width, box.bottom - top)


def _card(s: Record, tables: Tables, slot: int, box: Box, viewer: int | None) -> str:
    colour = PLAYER_COLOURS[max(0, int(s.ch_owner[slot]))]
    is_asked = slot == s.seat and not s.over
    glow = rect(box.inside(-3), "none", rx=14, stroke=GOLD, stroke_width=4) if is_asked else ""
    high = 28
    section = "characters" if s.ch_kind[slot] == PIRATE else "allies"
    name = name_of(tables, section, s.ch_card[slot])
    you = " (you)" if slot == viewer else ""
    if s.ch_kind[slot] == ALLY:
        you = f" (Ally of {seat_letter(max(0, int(s.ch_owner[slot])))})"
    parts = [
        panel(box, colour.edge, rx=12, border=2.5),
        glow,
        band(Box(box.x, box.y, box.width, high), colour.fill, top=12),
        figure(s, slot, box.x + 18, box.y + high / 2, 11),
        text(box.x + 38, box.y + high / 2, f"{name}{you}", 20, font=TITLE, fill=colour.ink,
             width=box.width - 300),
        *_wealth(s, slot, box.right - 16, box.y + high / 2),
    ]  # fmt: skip
    body = Box(box.x + 10, box.y + high + 5, box.width - 20, box.height - high - 9)
    is_roomy = box.height > _ROOMY
    parts.append(_body(s, slot, body, 21 if is_roomy else 17))
    top = 30 if is_roomy else 22
    room = Box(body.x, body.y + top, body.width, body.height - top)
    size = 15.0 if is_roomy else 12.5
    return "".join(parts) + pills(room, _labels(s, tables, slot), size)


def _wealth(s: Record, slot: int, x: float, y: float) -> Iterator[str]:
    """Coins, prestige, trust and salary, from right to left."""
    if s.ch_kind[slot] == PIRATE:
        yield coin(x, y, 12, s.ch_coins[slot])
        x -= 20
        yield tag(x - 62, y, 62, f"{s.ch_pp[slot]} PP", "#fff8e6", INK)
        x -= 68
    if s.phase == Phase.VOYAGE:
        yield tag(x - 62, y, 62, f"trust {s.ch_tp[slot]}", "#1d4f86", WHITE)
    elif s.phase == Phase.PORT and s.ch_kind[slot] == PIRATE:
        done = "done" if s.fin[slot] else f"{s.tu[slot]} TU"
        yield tag(x - 62, y, 62, done, "#3d5a34", WHITE)
    x -= 68
    if s.ch_kind[slot] == PIRATE and slot == s.captain:
        yield tag(x - 70, y, 70, "Captain", "#17130f", "#f3d98c")


def _body(s: Record, slot: int, box: Box, high: float) -> str:
    """Health, Destiny and attributes in a line."""
    y = box.y + high / 2
    left = s.ch_hp_max[slot] - s.ch_wounds[slot]
    parts = [marks(box.x, y, left, s.ch_hp_max[slot], RED)]
    x = box.x + 12.5 * max(0, s.ch_hp_max[slot]) + 8
    if s.ch_dp_max[slot] or s.ch_dp[slot]:
        most = max(s.ch_dp_max[slot], s.ch_dp[slot])
        parts.append(marks(x, y, s.ch_dp[slot], most, GOLD))
        x += 12.5 * most + 8
    row = Box(x, box.y, box.right - x, high).columns(len(ATTRIBUTES), 3)
    for k, place in enumerate(row):
        parts.append(rect(place, PALE, rx=4))
        words = f"{_SHORT[k]} {s.ch_att[slot][k]}"
        parts.append(
            text(*place.middle, words, high * 0.72, anchor="middle", width=place.width - 3)
        )
    return "".join(parts)


def _labels(s: Record, tables: Tables, slot: int) -> list[Pill]:
    """Where it is, what troubles it, what it carries and knows; the weightiest first."""
    return [*_doings(s, slot), *_troubles(s, tables, slot), *_gear(s, tables, slot),
            *_traits(s, tables, slot), *_moods(s, tables, slot)]  # fmt: skip


def _doings(s: Record, slot: int) -> Iterator[Pill]:
    if s.phase == Phase.VOYAGE and s.post[slot] != NONE:
        done = ": done" if s.acted[slot] else ""
        yield f"{POSTS[s.post[slot]]}{done}", "#d6e4df", INK
        if slot == s.schemer:
            yield "stayed to Scheme", "#4a2d5c", WHITE
        if s.ban[slot]:
            yield "schemes no more", ROSE, INK
        if s.watch[slot] != NONE:
            yield "Watchful", "#d6e4df", INK
    if s.rum_held[slot]:
        yield "holds a Rumor", "#4a2d5c", WHITE


def _troubles(s: Record, tables: Tables, slot: int) -> Iterator[Pill]:
    if s.ch_wounds[slot] >= s.ch_hp_max[slot] > 0:
        yield "Knocked Out", DARK, WHITE
    if s.ch_cursed[slot]:
        yield "Cursed", DARK, WHITE
    if s.debt[slot]:
        yield f"owes {s.debt[slot]}{', Debtor' if s.ch_debtor[slot] else ''}", RED, WHITE
    if s.bet_to[slot] != NONE:
        how = {0: "success", 1: "failure"}.get(int(s.bet_kind[slot]), "success: won")
        yield f"bet {s.bet_sum[slot]} on {seat_letter(s.bet_to[slot])}'s {how}", BLUE, WHITE
    if s.ch_penance[slot]:
        yield f"Penance: {name_of(tables, 'penances', s.ch_penance[slot] - 1)}", DARK, WHITE
    for bit, limb in enumerate(LIMBS):
        if s.ch_perm[slot] >> bit & 1:
            is_replaced = s.ch_prosth[slot] >> bit & 1
            yield f"{'false' if is_replaced else 'no'} {limb}", ROSE, INK
    if s.ch_retiring[slot]:
        yield "retires", ROSE, INK


def _gear(s: Record, tables: Tables, slot: int) -> Iterator[Pill]:
    for place in range(s.inv_n[slot]):
        if s.inv_id[slot][place] > 0:
            yield gear_name(tables, s.inv_id[slot][place]), "#f9e7b0", INK
    for count, name in ((s.ch_rum[slot], "Rum"), (s.ch_brew[slot], "Brew")):
        if count:
            yield f"{count} x {name}" if count > 1 else name, "#f9e7b0", INK
    if s.order[slot]:
        yield f"ordered: {gear_name(tables, s.order[slot])}", "#fff8e6", FADED


def _traits(s: Record, tables: Tables, slot: int) -> Iterator[Pill]:
    for trait in s.ch_traits[slot][:_KNOWN].nonzero()[0].tolist():
        yield trait_name(tables, trait), "#d9c6ea", INK
    if s.ch_kind[slot] == ALLY:
        row = tables.t.allies[s.ch_card[slot]]
        if row.voyage_trait >= 0:
            yield trait_name(tables, row.voyage_trait), "#d9c6ea", INK


def _moods(s: Record, tables: Tables, slot: int) -> Iterator[Pill]:
    for mask, fill in ((s.appr[slot], "#cfe3b6"), (s.disl[slot], ROSE)):
        sign = "+" if fill == "#cfe3b6" else "-"
        for k in range(6):
            if mask >> k & 1:
                yield f"{sign} {name_of(tables, 'teachers', k)}", fill, INK
