"""The picture of the table: the viewer's cards at the bottom, the others above, the tavern between.

A hand is drawn for its owner alone, and for a spectator who knows all; of the others' hidden cards
the picture shows how many there are, and which cards they must be as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, ordinal, plural
from piracy_env.drawing.fonts import BOLD, TITLE
from piracy_env.drawing.svg import (
    FADED,
    GOLD,
    INK,
    PARCHMENT_DARK,
    PLAYER_COLOURS,
    WOOD,
    WOOD_DARK,
    Box,
    band,
    canvas,
    card,
    circle,
    coin,
    group,
    heading,
    icon,
    panel,
    paragraph,
    path,
    player_name,
    rect,
    sea,
    text,
    wrapped,
)
from piracy_env.games.notoriety.cards import (
    card_name,
    counted,
    loot_value,
    pirate_powers,
    together,
)
from piracy_env.games.notoriety.describe import question
from piracy_env.games.notoriety.options import NAMES
from piracy_env.games.notoriety.state import (
    CAPTAIN,
    DOUBLOON,
    NONE,
    PIRATES,
    POWDER_MONKEY,
    PRIZES,
    QUARTERMASTER,
    RANK_LETTERS,
    RANKS,
    ROUNDS,
    SLOTS,
    Phase,
    Zone,
)
from piracy_env.games.notoriety.tables import CARD_KEYS

WIDTH, HEIGHT = 1600, 1240
_SUITS = (  # fill, rim and icon of each suit
    ("#b3382e", "#6b1a14", ""),
    ("#2f6ea6", "#173f66", "anchor"),
    ("#8a8f96", "#4c5056", "saber"),
    ("#3a322c", "#15110e", "skull"),
    ("#3d8a6c", "#1c4d3a", "kraken"),
)
_LOOT, _CREW = ("#d9a93b", "#8a6410"), ("#a88563", "#5d4128")
_HEART = "m 0 -3 c -3 -6 -11 -3 -9 3 q 2 5 9 10 q 7 -5 9 -10 c 2 -6 -6 -9 -9 -3 z"
_LETTER_SIZES = (18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0)
_MEANINGS = {
    "richest": "banners not buried",
    "merciless": "buried crew",
    "buried_treasure": "buried banners",
    "mutineer": "buried officers",
    "recruiter": "most pirates",
    "shipshape": "one of every rank",
    "commander": "longest straight flush",
}


def render(s: Record, tables: Tables, seat: int | None) -> str:
    """The whole table as SVG, from a seat's side; a spectator sits with the first seat."""
    first = seat or 0
    rivals = Box(25, 96, WIDTH - 50, 384).columns(s.players - 1, 20)
    last = ROUNDS if s.players == 2 else ROUNDS - 1
    notes = [f"Round {s.round} of {last}", f"Start Player {player_name(s.start_player)}"]
    notes += [f"last turns: {s.final_lap} left"] if s.final_lap else []
    headline, colour = _headline(s), PLAYER_COLOURS[_leader(s)]
    return canvas(
        WIDTH,
        HEIGHT,
        sea(WIDTH, HEIGHT),
        heading(WIDTH, "Notoriety", headline, colour, _detail(s, tables), notes),
        *(
            _rival(s, tables, (first + k + 1) % s.players, seat, box)
            for k, box in enumerate(rivals)
        ),
        _tavern(s, tables, Box(25, 498, 1140, 290)),
        _stakes(s, tables, Box(1185, 498, 390, 290)),
        _own(s, tables, first, seat, Box(25, 808, WIDTH - 50, 412)),
        title=f"notoriety, round {s.round}: {headline}",
    )


# The heading --------------------------------------------------------------------------------------


def _leader(s: Record) -> int:
    """The seat to move, or the winner."""
    if not s.over:
        return int(s.seat)
    return min(range(s.players), key=lambda seat: s.place[seat] or s.players)


def _headline(s: Record) -> str:
    if not s.over:
        return f"{player_name(s.seat)} to move"
    winners = [player_name(seat) for seat in range(s.players) if s.place[seat] == 1]
    if not winners:
        return "Cut short"
    return f"{in_words(winners)} {'wins' if len(winners) == 1 else 'win'}"


def _detail(s: Record, tables: Tables) -> str:
    if s.over:
        return "The game is over"
    return f"{player_name(s.seat)} {question(s, tables)}"


# Cards --------------------------------------------------------------------------------------------


def _suit_sign(suit: int, x: float, y: float, size: float) -> str:
    """The sign of a suit around a point."""
    fill, edge, name = _SUITS[suit]
    if name == "skull":  # it is as pale as the paper
        return circle(x, y, size * 0.5, fill) + icon(name, x, y + size * 0.02, size * 0.85)
    if name:
        return icon(name, x, y, size)
    return group(path(_HEART, fill=fill, stroke=edge), x=x, y=y, scale=size / 20)


def _tavern_card(s: Record, tables: Tables, slot: int, box: Box) -> str:
    """A pirate for hire: rank, suit, cost and powers."""
    number = s.row[slot]
    if number == NONE:
        empty = rect(box, "none", rx=12, stroke=PARCHMENT_DARK, stroke_dasharray="8 6")
        return empty + text(*box.middle, "empty", 18, fill=FADED, anchor="middle")
    suit, rank = divmod(number, RANKS)
    fill, edge, _ = _SUITS[suit]
    middle = box.middle[0]
    powers = pirate_powers(tables, number) or "wild in its suit"
    return "".join(
        (
            card(box, fill, edge),
            text(box.x + 18, box.y + 34, RANK_LETTERS[rank], 44, font=TITLE),
            _suit_sign(suit, box.right - 36, box.y + 36, 40),
            text(middle, box.y + 78, card_name(tables, number), 17, font=BOLD, anchor="middle",
                 width=box.width - 24),
            paragraph(middle, box.y + 108, powers, 17, box.width - 30, anchor="middle"),
            coin(box.x + 32, box.bottom - 32, 21, tables.t.pirates[number].cost),
            text(box.right - 18, box.bottom - 30, f"slot {slot}", 15, fill=FADED, anchor="end"),
        )
    )  # fmt: skip


def _small_card(tables: Tables, number: int, box: Box, wild: bool = False) -> str:
    """A card of a hand or an area."""
    middle = box.middle[0]
    if number < PIRATES:
        suit, rank = divmod(number, RANKS)
        fill, edge, _ = _SUITS[suit]
        sign = _suit_sign(suit, middle, box.y + box.height * 0.66, box.width * 0.5)
        mark = text(middle, box.y + box.height * 0.27, RANK_LETTERS[rank], box.width * 0.5,
                    font=TITLE, anchor="middle")  # fmt: skip
        glow = rect(box.inside(-3), "none", rx=9, stroke=GOLD, stroke_width=4) if wild else ""
        return card(box, fill, edge, 7) + mark + sign + glow
    if number == POWDER_MONKEY:
        sign = icon("pirate", middle, box.y + box.height * 0.4, box.width * 0.6)
        words, frame = "powder monkey", _CREW
    elif number == DOUBLOON:
        value = tables.t.starting[1].white_trade
        sign = coin(middle, box.y + box.height * 0.4, box.width * 0.26, value)
        words, frame = "doubloon", _LOOT
    else:
        sign = icon("chest", middle, box.y + box.height * 0.4, box.width * 0.55)
        words, frame = card_name(tables, number), _LOOT
    label = text(middle, box.bottom - 16, words, 14, anchor="middle", width=box.width - 12)
    return card(box, *frame, 7) + sign + label


def _row_of_cards(tables: Tables, numbers: Sequence[int], box: Box, wild: Iterable[int]) -> str:
    """Cards side by side, closer together if there are many."""
    width = min(box.height * 0.68, 92.0)
    step = min(width + 8, (box.width - width) / max(1, len(numbers) - 1))
    return "".join(
        _small_card(tables, number, Box(box.x + k * step, box.y, width, box.height), number in wild)
        for k, number in enumerate(numbers)
    )


def _numbers(counts: Iterable[int]) -> list[int]:
    return [number for number, count in enumerate(counts) for _ in range(count)]


# The tavern and what is at stake ------------------------------------------------------------------


def _tavern(s: Record, tables: Tables, box: Box) -> str:
    """The Tavern Row between the two decks."""
    slots = Box(box.x + 140, box.y + 46, box.width - 280, box.height - 60).columns(SLOTS, 12)
    return "".join(
        (
            panel(box, WOOD_DARK),
            text(box.middle[0], box.y + 25, "The Tavern", 30, font=TITLE, anchor="middle"),
            *(_tavern_card(s, tables, slot, place) for slot, place in enumerate(slots)),
            _stock("pirate", s.pdeck_n, s.pdisc_n, "skull", Box(box.x + 14, box.y + 46, 112, 230)),
            _stock(
                "treasure", s.tdeck_n, s.tdisc_n, "chest",
                Box(box.right - 126, box.y + 46, 112, 230),
            ),
        )
    )  # fmt: skip


def _stock(what: str, deck: int, discard: int, sign: str, box: Box) -> str:
    """A face-down deck and the size of its discard pile."""
    back = Box(box.x + 12, box.y + 4, box.width - 24, 124)
    middle = box.middle[0]
    return "".join(
        (
            card(back, WOOD, WOOD_DARK, 9),
            icon(sign, middle, back.middle[1], 54, opacity=0.7),
            text(middle, back.bottom + 24, plural(deck, what), 18, font=BOLD, anchor="middle"),
            text(middle, back.bottom + 50, f"{discard} discarded", 16, fill=FADED, anchor="middle"),
        )
    )


def _stakes(s: Record, tables: Tables, box: Box) -> str:
    """This round's prizes, the Achievements in play, and points that everybody can count."""
    tokens = [1] * s.players
    if s.round > 2:
        tokens = [token for token in tables.t.prizes[s.players - 2].tokens if token]
    x, y = box.x + 20, box.y
    parts = [
        panel(box, WOOD_DARK),
        text(box.middle[0], y + 25, "At Stake", 30, font=TITLE, anchor="middle"),
        *(_prize(x + 22 + 52 * k, y + 68, token) for k, token in enumerate(tokens)),
        text(box.right - 18, y + 68, "raid prizes", 16, fill=FADED, anchor="end"),
    ]
    played = [name for bit, name in enumerate(NAMES) if s.ach_mask >> bit & 1]
    for k, name in enumerate(played):
        words = name.replace("_", " ").title()
        parts.append(text(x, y + 112 + 25 * k, words, 18, font=BOLD))
        meaning = _MEANINGS[name]
        parts.append(text(box.right - 18, y + 112 + 25 * k, meaning, 16, fill=FADED, anchor="end"))
    top = y + 122 + 25 * len(played)
    for seat in range(s.players):
        line = top + (box.bottom - top - 6) / s.players * (seat + 0.5)
        parts.append(circle(x + 9, line, 9, PLAYER_COLOURS[seat].fill, stroke=INK))
        points, note = _open_points(s, seat), "NP without Achievements"
        if s.place[seat]:
            points, note = s.np[seat], f"NP, {ordinal(s.place[seat])}"
        parts.append(text(x + 28, line, f"{player_name(seat)}: {points} {note}", 17))
    return "".join(parts)


def _prize(x: float, y: float, value: int) -> str:
    """A prize token."""
    disc = circle(x, y, 21, "url(#gold)", stroke=WOOD_DARK, stroke_width=2)
    return disc + text(x, y, value, 24, font=BOLD, anchor="middle")


def _open_points(s: Record, seat: int) -> int:
    """NP of prizes, officers and Parley token: nothing of this is hidden."""
    owned = together(*s.cnt[seat])
    total = sum(value * n for value, n in zip(PRIZES, s.prize[seat], strict=True)) + s.parley[seat]
    for number in range(PIRATES):
        total += owned[number] * {QUARTERMASTER: 1, CAPTAIN: 2}.get(number % RANKS, 0)
    return int(total)


# The players --------------------------------------------------------------------------------------


def _area(s: Record, seat: int, viewer: int | None, box: Box) -> str:
    """A player's sheet with name, coins, prizes and Parley token."""
    colour = PLAYER_COLOURS[seat]
    to_move = not s.over and s.seat == seat
    glow = rect(box.inside(-5), "none", rx=17, stroke=GOLD, stroke_width=6) if to_move else ""
    you = " · you" if seat == viewer else ""
    parts = [
        panel(box, colour.edge, rx=14, border=3),
        glow,
        band(Box(box.x, box.y, box.width, 46), colour.fill, top=14),
        text(box.x + 16, box.y + 23, player_name(seat) + you, 28, font=TITLE, fill=colour.ink,
             width=box.width * 0.42),
        coin(box.right - 30, box.y + 23, 17, s.coins[seat]),
    ]  # fmt: skip
    x = box.right - 70
    for value, count in zip(PRIZES, s.prize[seat], strict=True):
        for _ in range(count):
            parts.append(circle(x, box.y + 23, 12, "url(#gold)", stroke=WOOD_DARK))
            parts.append(text(x, box.y + 23, value, 15, font=BOLD, anchor="middle"))
            x -= 24
    parley = "Parley" if s.parley[seat] else "no Parley"
    parts.append(text(x, box.y + 23, parley, 16, fill=colour.ink, anchor="end"))
    return "".join(parts)


def _party(s: Record, tables: Tables, seat: int, box: Box) -> str:
    """Ship Area and New Recruits Area, and what this party is worth."""
    zones = s.cnt[seat]
    ship, recruits = _numbers(zones[Zone.SHIP]), _numbers(zones[Zone.NEWREC])
    wild = [RANKS * suit + CAPTAIN for suit in range(5) if s.cap_wild[seat] >> suit & 1]
    words = f"Raiding party: strength {s.strength[seat]}, {s.unused[seat]} unused"
    cards = Box(box.x, box.y + 26, box.width, box.height - 26)
    shown = _row_of_cards(tables, [*ship, *recruits], cards, wild)
    if not ship and not recruits:
        words, shown = f"Raiding party: {'disbanded' if s.over else 'nobody yet'}", ""
    note = f" ({len(recruits)} recruited)" if recruits else ""
    return text(box.x, box.y + 10, words + note, 17, font=BOLD, width=box.width) + shown


def _lists(box: Box, lists: Sequence[tuple[str, str]]) -> str:
    """Named lists of cards, one below the other, in letters as large as there is room for."""
    for size in _LETTER_SIZES:
        head, line = min(15.0, size + 1) * 1.35, size * 1.25
        heights = [head + line * len(wrapped(names, size, box.width)) for _, names in lists]
        if sum(heights) <= box.height:
            break
    gap = min(20.0, max(0.0, box.height - sum(heights)) / len(lists))
    parts, y = [], box.y
    for (what, names), height in zip(lists, heights, strict=True):
        parts.append(text(box.x, y + head / 2, what, head / 1.35, font=BOLD, width=box.width))
        parts.append(paragraph(box.x, y + head + line / 2, names, size, box.width, leading=1.25))
        y += height + gap
    return "".join(parts)


def _listed(counts: Iterable[int]) -> str:
    return ", ".join(counted(counts)) or "-"


def _rival(s: Record, tables: Tables, seat: int, viewer: int | None, box: Box) -> str:
    """Another player: the party, and which cards are where as far as the viewer may know."""
    zones = s.cnt[seat]
    hand, deck, buried = sum(zones[Zone.HAND]), s.deck_n[seat], sum(zones[Zone.BUR_HID])
    if viewer is None:
        hidden = [
            (f"Hand ({hand})", _listed(zones[Zone.HAND])),
            (f"Ship deck ({deck})", _listed(zones[Zone.DECK])),
            ("Buried", _listed(together(zones[Zone.BUR_OPEN], zones[Zone.BUR_HID]))),
        ]
    else:
        pool = _listed(together(zones[Zone.HAND], zones[Zone.DECK], zones[Zone.BUR_HID]))
        where = f"Hand {hand}, Ship deck {deck}" + (f", buried unseen {buried}" if buried else "")
        hidden = [(where, pool), ("Buried openly", _listed(zones[Zone.BUR_OPEN]))]
    shown = [*hidden, (f"Discard pile ({sum(zones[Zone.DISC])})", _listed(zones[Zone.DISC]))]
    if sum(zones[Zone.FRONT]):
        shown.append(("In front", _listed(zones[Zone.FRONT])))
    inner = Box(box.x + 16, box.y + 56, box.width - 32, 118)
    lists = Box(box.x + 16, box.y + 186, box.width - 32, box.height - 192)
    return _area(s, seat, viewer, box) + _party(s, tables, seat, inner) + _lists(lists, shown)


def _own(s: Record, tables: Tables, seat: int, viewer: int | None, box: Box) -> str:
    """The viewer: hand and party as cards, the other cards as lists."""
    zones = s.cnt[seat]
    hand = _numbers(zones[Zone.HAND])
    left = Box(box.x + 18, box.y + 58, 940, 180)
    top = ""
    if s.known_top[seat] and s.deck_n[seat]:
        top = f", {CARD_KEYS[s.deck[seat, s.deck_n[seat] - 1]]} on top"
    buried = together(zones[Zone.BUR_OPEN], zones[Zone.BUR_HID])
    shown = [
        (f"Ship deck ({s.deck_n[seat]}{top})", _listed(zones[Zone.DECK])),
        (f"Discard pile ({sum(zones[Zone.DISC])})", _listed(zones[Zone.DISC])),
        (f"Buried ({sum(buried)})", _listed(buried)),
    ]
    if sum(zones[Zone.FRONT]):
        shown.append(("In front", _listed(zones[Zone.FRONT])))
    if s.phase == Phase.LOOKOUT_PICK and s.seat == seat:
        shown.append(("Lookout", ", ".join(card_name(tables, number) for number in s.look)))
    values = [f"{CARD_KEYS[n]}: {_use(tables, n)}" for n in sorted(set(hand)) if _use(tables, n)]
    return "".join(
        (
            _area(s, seat, viewer, box),
            text(left.x, left.y + 10, f"Hand ({len(hand)})", 17, font=BOLD),
            _row_of_cards(tables, hand, Box(left.x, left.y + 26, left.width, 128), ()),
            text(left.x, left.y + 170, " · ".join(values), 15, fill=FADED, width=left.width),
            _party(s, tables, seat, Box(left.x, box.y + 242, left.width, 158)),
            _lists(Box(box.x + 990, box.y + 60, box.width - 1010, box.height - 70), shown),
        )
    )


def _use(tables: Tables, number: int) -> str:
    """What a hand card is good for."""
    if number < PIRATES:
        return pirate_powers(tables, number)
    return "" if number == POWDER_MONKEY else loot_value(tables, number)
