"""Sheets beside the map: the track, Characters, goals and piles, and what a seat has for itself."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, plural
from piracy_env.drawing.fonts import BOLD, TITLE
from piracy_env.drawing.picks import pick, picked
from piracy_env.drawing.svg import (
    FADED,
    GOLD,
    GOLD_DARK,
    INK,
    PARCHMENT_DARK,
    PLAYER_COLOURS,
    Box,
    band,
    circle,
    coin,
    icon,
    line,
    panel,
    path,
    rect,
    text,
    wrapped,
)
from piracy_env.games.skull_tales.describe_land import ATTRIBUTES, disorder_name
from piracy_env.games.skull_tales.figures_land import BADGES
from piracy_env.games.skull_tales.hoard_land import hidden_tokens
from piracy_env.games.skull_tales.labels import BLUE, PALE, RED, Pill, die, pills
from piracy_env.games.skull_tales.state import ALLY, EMPTY, NONE, PIRATE, SLOTS
from piracy_env.games.skull_tales.state_land import Goal, Status
from piracy_env.games.skull_tales.tables.adventures import AFFLICTIONS
from piracy_env.games.skull_tales.terrain import TOKENS
from piracy_env.games.skull_tales.words_land import (
    BOTH,
    LEFT,
    LIMBS,
    PENANCES,
    RIGHT,
    attributes_of,
    bag_names,
    character_name,
    goal_name,
    goal_state,
    goals_there,
    held_names,
    search_name,
    slot_letter,
    spell_names,
    token_name,
    totem_names,
    trait_names,
    with_gains,
)

_WORDS = {
    "St": "Stunned", "Kd": "Knocked Down", "Po": "Poisoned", "Hi": "Hidden",
    "Fr": "Frenzied", "Ps": "possum",
}  # fmt: skip


# --- the track ------------------------------------------------------------------------------------


def track(s: Record, tables: Tables, box: Box) -> str:
    """The Adventure track with its flag, difficulty and what makes it run."""
    spaces = int(max(tables.t.adventures[s.chapter].flag, s.flag))
    parts = [panel(box, rx=10), text(box.x + 16, box.middle[1], "Flag", 26, font=TITLE)]
    first, step = box.x + 84, min(36.0, (box.width - 430) / (spaces + 1))
    y = box.middle[1]
    parts.append(line(first, y, first + step * spaces, y, PARCHMENT_DARK, stroke_width=5))
    for k in range(spaces + 1):
        left, x = spaces - k, first + step * k
        is_past = left > s.flag
        fill = PARCHMENT_DARK if is_past else RED if left == 0 else "#fff8e6"
        parts.append(circle(x, y, step * 0.36, fill, stroke=INK, stroke_width=1))
        ink = "#ffffff" if left == 0 else FADED if is_past else INK
        parts.append(text(x, y, left, step * 0.36, fill=ink, anchor="middle"))
    parts.append(_flag(first + step * (spaces - s.flag), y, step))
    labels: list[Pill] = [(f"difficulty {s.diff}", PALE, INK)]
    labels += [("the flag moves on 1-2", RED, "#ffffff")] if s.tick else []
    labels += [("fog: range 3", "#8d99a6", "#ffffff")] if s.fog else []
    top = box.y + (19 if len(labels) == 1 else 6)
    room = Box(box.right - 316, top, 306, box.bottom - top)
    return "".join(parts) + pills(room, labels, 15)


def _flag(x: float, y: float, step: float) -> str:
    """A black flag upon a space."""
    high = step * 1.1
    pole = line(x, y - step * 0.3, x, y - high, INK, stroke_width=2.4)
    cloth = path("M", x, y - high, "q", step * 0.3, -step * 0.16, step * 0.6, 0, "t", step * 0.3,
                 0, "v", step * 0.5, "q", -step * 0.3, step * 0.16, -step * 0.6, 0, "t",
                 -step * 0.3, 0, "z", fill="#17130f", stroke=GOLD_DARK, stroke_width=1)  # fmt: skip
    return pole + cloth + icon("skull", x + step * 0.44, y - high + step * 0.26, step * 0.42)


# --- Characters -----------------------------------------------------------------------------------


def characters(s: Record, tables: Tables, box: Box, viewer: int | None) -> Iterator[str]:
    """A sheet for each Character, one below the other."""
    slots = [slot for slot in range(SLOTS) if s.ch_kind[slot] != EMPTY and not s.ch_dead[slot]]
    if not slots:
        return
    gap = 10
    height = min(190.0, (box.height - gap * (len(slots) - 1)) / len(slots))
    for k, slot in enumerate(slots):
        own = Box(box.x, box.y + k * (height + gap), box.width, height)
        place = (slot - s.seat) % s.players if slot < s.players else slot
        chosen = (pick("char", place=place),) if viewer == s.seat and not s.over else ()
        yield picked(_character(s, tables, slot, own, viewer), *chosen, box=own)
    below = box.y + len(slots) * (height + gap)
    if box.bottom - below > 150:
        middle = (box.middle[0], (below + box.bottom) / 2)
        yield icon("compass", *middle, min(220.0, box.bottom - below - 30), opacity=0.4)


def _character(s: Record, tables: Tables, slot: int, box: Box, viewer: int | None) -> str:
    """A Character's sheet."""
    colour = PLAYER_COLOURS[max(0, s.ch_owner[slot])]
    is_active = slot == s.active_slot and not s.over
    glow = rect(box.inside(-4), "none", rx=15, stroke=GOLD, stroke_width=5) if is_active else ""
    top = band(Box(box.x, box.y, box.width, 32), colour.fill, top=12)
    you = " · you" if slot == viewer else " · Ally" if s.ch_kind[slot] == ALLY else ""
    name = f"{slot_letter(s, slot)}  {character_name(s, tables, slot)}{you}"
    parts = [panel(box, colour.edge, rx=12, border=2.5), glow, top]
    parts.append(
        text(box.x + 12, box.y + 16, name, 21, font=TITLE, fill=colour.ink, width=box.width - 210)
    )
    parts.append(_offices(s, slot, box))
    body = Box(box.x + 12, box.y + 40, box.width - 24, box.height - 46)
    parts += [_means(s, tables, slot, body), _gear(s, tables, slot, body._replace(y=body.y + 42))]
    room = Box(body.x, body.y + 83, body.width, body.bottom - body.y - 83)
    return "".join(parts) + pills(room, _labels(s, slot), 12)


def _offices(s: Record, slot: int, box: Box) -> str:
    """Captaincy, Initiative, prestige and coins, on the right of the band."""
    y, x = box.y + 16, box.right - 20
    parts = [coin(x, y, 13, s.ch_coins[slot] + s.ch_adv_coins[slot])]
    if s.ch_kind[slot] == PIRATE:
        label = f"{with_gains(s.ch_pp[slot], s.ch_adv_pp[slot])} PP"
        pill = Box(x - 98, y - 11, 80, 22)
        parts.append(rect(pill, "#fff8e6", rx=11, stroke=INK, stroke_width=0.8))
        parts.append(text(*pill.middle, label, 14, font=BOLD, anchor="middle", width=72))
    x -= 116
    if slot == s.captain:
        parts.append(icon("hat", x, y, 28))
        x -= 30
    if slot == s.init:
        parts.append(circle(x, y, 11, GOLD, stroke=GOLD_DARK))
        parts.append(text(x, y, "I", 15, font=BOLD, anchor="middle"))
    return "".join(parts)


def _means(s: Record, tables: Tables, slot: int, box: Box) -> str:
    """Health, Action Points, Destiny; and attributes below."""
    y = box.y + 7
    health = _marks(box.x, y, s.ch_hp_max[slot] - s.ch_wounds[slot], s.ch_hp_max[slot], RED)
    parts = [health]
    x = box.x + 13 * s.ch_hp_max[slot] + 14
    if s.ch_kind[slot] == PIRATE:
        most = max(s.ch_ap_max[slot], s.ch_ap[slot])
        parts.append(text(x, y, "AP", 13, font=BOLD))
        parts.append(_marks(x + 24, y, s.ch_ap[slot], most, BLUE))
        x += 24 + 13 * most + 12
        parts.append(text(x, y, "Destiny", 13, font=BOLD))
        parts.append(_marks(x + 54, y, s.ch_dp[slot], s.ch_dp_max[slot], GOLD))
    else:
        words = f"{plural(s.ally_act[slot], 'action')}, moves {s.ch_mov[slot]}"
        parts.append(text(x, y, words, 14))
    row = Box(box.x, box.y + 19, box.width, 18).columns(len(ATTRIBUTES), 4)
    values = attributes_of(s, tables, slot)
    for k, place in enumerate(row):
        parts.append(rect(place, PALE, rx=4))
        words = f"{ATTRIBUTES[k]} {values[k]}"
        parts.append(text(*place.middle, words, 13, anchor="middle", width=place.width - 4))
    return "".join(parts)


def _marks(x: float, y: float, filled: int, most: int, fill: str) -> str:
    """A row of small discs, the first ones filled."""
    return "".join(
        circle(x + 6 + 13 * k, y, 5.2, fill if k < filled else "#fff8e6", stroke=INK,
               stroke_width=0.9)
        for k in range(max(0, most))
    )  # fmt: skip


def _gear(s: Record, tables: Tables, slot: int, box: Box) -> str:
    """What the hands hold, and what the bag has."""
    held = held_names(s, tables, slot)
    if s.ch_kind[slot] == ALLY:
        ally = tables.t.allies[s.ch_card[slot]]
        words = f"damage {ally.damage[0]} in melee, {ally.damage[1]} up to range {ally.range}"
        parts = [text(box.x, box.y + 8, words, 14, width=box.width)]
    else:
        parts = [*_hands(held, box._replace(height=20))]
    bag = bag_names(s, tables, slot)
    bag += [plural(s.s_n[slot], "Search card")] if s.s_n[slot] else []
    words = in_words(bag, none="an empty bag")
    parts.append(text(box.x, box.y + 31, words, 13, fill=INK if bag else FADED, width=box.width))
    return "".join(parts)


def _hands(held: dict[int, str], box: Box) -> Iterator[str]:
    """What each hand holds, or both of them together."""
    halves = box.columns(2, 8)
    places = [(halves[0], "R", held.get(RIGHT)), (halves[1], "L", held.get(LEFT))]
    if BOTH in held:
        places = [(box, "R+L", held[BOTH])]
    for place, letters, name in places:
        indent = 8 + 12 * len(letters)
        yield rect(place, "#fffaf0", rx=4, stroke=PARCHMENT_DARK)
        yield text(place.x + 5, place.middle[1], letters, 13, font=BOLD, fill=FADED)
        words = name or "nothing"
        yield text(place.x + indent, place.middle[1], words, 14, width=place.width - indent - 6)


def _labels(s: Record, slot: int) -> list[Pill]:
    """Goals and conditions as labels."""
    labels = [
        (f"goal {k + 1}", GOLD, INK)
        for k in range(len(s.goal_state))
        if s.goal_state[k] == Goal.HELD and s.goal_holder[k] == slot
    ]
    if s.ch_status[slot] & Status.KNOCKED_OUT:
        labels.append(("Knocked Out", "#17130f", "#ffffff"))
    elif s.ch_wounds[slot]:
        labels.append(("Wounded", "#e5b7a8", INK))
    labels += [
        (_WORDS[short], fill, ink)
        for bit, (short, fill, ink) in BADGES.items()
        if s.ch_status[slot] & bit
    ]
    labels += [("Restrained", RED, "#ffffff")] if s.ch_status[slot] & Status.RESTRAINED else []
    labels += [("Cursed", "#2b2320", "#ffffff")] if s.ch_cursed[slot] else []
    labels += [("running", PALE, INK)] if s.ch_status[slot] & Status.RUNNING else []
    labels += [("turn over", PALE, FADED)] if s.ch_status[slot] & Status.TURN_DONE else []
    labels += [
        (f"no {limb}", "#e5b7a8", INK)
        for bit, limb in enumerate(LIMBS)
        if s.ch_perm[slot] >> bit & 1
    ]
    return labels


# --- below the map --------------------------------------------------------------------------------


def _titled(box: Box, title: str) -> str:
    return panel(box, rx=12) + text(box.x + 16, box.y + 20, title, 24, font=TITLE)


def goals(s: Record, tables: Tables, box: Box) -> str:
    """The goals of the Adventure with what they are worth, and the piles."""
    parts = [_titled(box, "Goals")]
    y = box.y + 46
    for goal in goals_there(s, tables):
        row = tables.t.goals[tables.t.first_goal[s.chapter] + goal]
        is_done = s.goal_state[goal] in (Goal.REACHED, Goal.HELD)
        parts.append(coin(box.x + 26, y + 4, 13, goal + 1))
        if not is_done:
            parts.append(circle(box.x + 26, y + 4, 13, "#fff8e6", opacity=0.5))
        state = goal_state(s, goal)
        worth = f"{row.prestige} PP" + (f" {row.coins} coins" if row.coins else "")
        name = f"{goal_name(s, tables, goal)}{f': {state}' if state else ''}"
        parts.append(text(box.x + 48, y + 4, name, 16, width=box.width - 145))
        parts.append(text(box.right - 14, y + 4, worth, 15, fill=FADED, anchor="end"))
        y += 30
    return "".join(parts)


def piles(s: Record, tables: Tables, box: Box) -> str:
    """Sizes of piles and decks, and which tiles may still come."""
    hidden = [TOKENS[token] for token in hidden_tokens(s, tables.t)]
    words = [plural(s.pile_n[0], "tile token") + (f" + {s.pile_n[1]}" if s.pile_n[1] else "")]
    words += [plural(s.sd_n, "Search card"), plural(s.idk_n, "Incident")]
    parts = [_titled(box, "Piles")]
    parts.append(text(box.x + 16, box.y + 50, ", ".join(words), 16, width=box.width - 32))
    seen = f"not seen yet: {', '.join(hidden)}" if hidden else "all tiles have been seen"
    for k, row in enumerate(wrapped(seen, 15, box.width - 32)[:4]):
        parts.append(text(box.x + 16, box.y + 76 + 20 * k, row, 15, fill=FADED))
    known = [
        token_name(tables, token)
        for pile in range(2)
        for token in reversed(s.pile[pile][s.pile_n[pile] - s.pile_known[pile] : s.pile_n[pile]])
    ]
    if known:
        row = f"next: {in_words(known)}"
        parts.append(text(box.x + 16, box.bottom - 18, row, 15, font=BOLD, width=box.width - 32))
    return "".join(parts)


def own(s: Record, tables: Tables, box: Box, seat: int, viewer: int | None) -> str:
    """What a seat has for itself: Traits and spells for all, cards and burdens for its owner."""
    name = character_name(s, tables, seat)
    parts = [_titled(box, f"{slot_letter(s, seat)}  {name}: Traits and secrets")]
    traits = [(trait, PALE, INK) for trait in trait_names(s, tables, seat)]
    left = Box(box.x + 16, box.y + 40, box.width * 0.52, box.height - 52)
    parts.append(pills(left._replace(height=left.height * 0.6), traits, 14))
    spells = [(f"{name} Totem", "#e8d3a8", INK) for name in totem_names(s, tables, seat)]
    spells += [(spell, "#d9c6ea", INK) for spell in spell_names(s, tables, seat)]
    low = left._replace(y=left.y + left.height * 0.64, height=left.height * 0.36)
    parts.append(pills(low, spells, 13))
    right = Box(left.right + 20, left.y, box.right - left.right - 36, left.height)
    if viewer not in (None, seat):
        kept = "Search cards and burdens are known to their owners"
        return "".join([*parts, text(right.x, right.y + 10, kept, 15, fill=FADED)])
    return "".join([*parts, _secrets(s, tables, right, seat)])


def _secrets(s: Record, tables: Tables, box: Box, seat: int) -> str:
    """Kept Search cards, what is being looked at, disorder and burdens."""
    cards = [
        (slot, card)
        for slot in range(SLOTS)
        if s.ch_kind[slot] != EMPTY and s.ch_owner[slot] == seat
        for card in s.s_cards[slot][: s.s_n[slot]]
    ]
    drawn = [card - 1 for card in s.drawn if card and s.seat == seat]
    labels: list[Pill] = [(f"looks at {search_name(tables, one)}", GOLD, INK) for one in drawn]
    for slot, card in cards:
        mark = "" if slot == seat else f" ({slot_letter(s, slot)})"
        labels.append((f"{search_name(tables, card)}{mark}", "#f9e7b0", INK))
    if s.dis[seat] != NONE:
        labels.append((f"Disorder: {disorder_name(tables, s.dis[seat])}", "#7a3e9d", "#ffffff"))
    if s.ch_penance[seat]:
        labels.append((f"Penance: {PENANCES[s.ch_penance[seat]]}", "#2b2320", "#ffffff"))
    labels += [
        (name, "#8f1d1d", "#ffffff")
        for bit, name in enumerate(AFFLICTIONS)
        if s.ch_affl[seat] >> bit & 1
    ]
    if not labels:
        return text(box.x, box.y + 10, "no Search cards, no burdens", 15, fill=FADED)
    return pills(box, labels, 15)


# --- dice -----------------------------------------------------------------------------------------


def dice(s: Record, tables: Tables, box: Box) -> str:
    """The roll under way, both sides of it."""
    if s.rl_depth == 0:
        return ""
    roll = s.rl_depth - 1
    slot = s.rl_slot[roll]
    name = character_name(s, tables, slot) if slot != NONE else "Roll"
    parts = [panel(box, rx=10)]
    sides = [(name, s.rl_d[roll], s.rl_n[roll], s.rl_thr[roll], s.rl_plus[roll])]
    if s.rl_m[roll]:
        nothing = [0] * len(s.rl_e[roll])
        sides.append(("against", s.rl_e[roll], s.rl_m[roll], s.rl_ethr[roll], nothing))
    for k, (words, faces, count, most, plus) in enumerate(sides):
        y = box.y + 30 + 44 * k
        line_ = f"{words}, more than {most}"
        parts.append(text(box.x + 12, y, line_, 15, font=BOLD, width=box.width - 210))
        for number in range(count):
            place = Box(box.right - 190 + 36 * number, y - 16, 32, 32)
            is_hit = faces[number] + plus[number] > most
            parts.append(die(place, faces[number], is_hit))
    return "".join(parts)
