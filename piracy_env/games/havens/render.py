"""The picture of the table: gameboard, rivals and market above, the viewer's own cards below.

A hand is drawn for its owner alone, and for a spectator who knows all; of others' hands the picture
tells how large they are, and which of their cards everybody has seen.
"""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.seats import side_of
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, ordinal, plural
from piracy_env.drawing.accounts import Account, accounts
from piracy_env.drawing.fonts import BOLD, TEXT, TITLE
from piracy_env.drawing.picks import Pick, pick, picked
from piracy_env.drawing.svg import (
    FADED,
    GOLD,
    INK,
    PARCHMENT_DARK,
    PLAYER_COLOURS,
    WOOD_DARK,
    Box,
    band,
    canvas,
    card,
    circle,
    coin,
    fitted,
    heading,
    icon,
    line,
    panel,
    player_name,
    rect,
    sea,
    text,
    wrapped,
)
from piracy_env.games.havens.card_pictures import COLOURED, card_face, centred
from piracy_env.games.havens.cards import PARTS, RED, Kind
from piracy_env.games.havens.describe import last_round, question, sides
from piracy_env.games.havens.gameboard import BLACK_INK, RED_INK, Board, gameboard, ship_icon
from piracy_env.games.havens.names import (
    card_name,
    counted,
    place_name,
    surname,
)
from piracy_env.games.havens.state import (
    CAPTAIN,
    CREW,
    GREAT_GUNS,
    NONE,
    ROW,
    SLOTS,
    VESSEL,
    Battle,
)
from piracy_env.games.havens.vessels import (
    colour_of,
    move_bonus_of,
    move_cost_of,
    parts_of,
    strength_of,
    wilds_on,
)

LIST_ONLY = {"offer": "a number of pieces of eight, of which nothing stands for itself"}
WIDTH, HEIGHT = 1600, 1420
_BOARD = Box(25, 96, 1086, 842)
_SIDE = Box(1127, 96, 448, 1306)
_OWN = Box(25, 954, 1086, 448)
_MARKET, _LARGE_MARKET, _ACCOUNTS = 216, 330, 300
_TALLEST_RIVAL = 420
_SMALLEST = 12.5
"""Letters of a place's name; a hex whose name is longer goes by its number."""


def render(s: Record, tables: Tables, seat: int | None) -> str:
    """The whole table as SVG, from a seat's side; a spectator sits with the first seat."""
    first, is_asked = side_of(seat, s.players), seat == s.seat
    notes = [f"Round {s.round} of {last_round(s)}"]
    notes += ["timed game"] if s.timed else [f"target {s.target}"]
    notes[-1] += ", the last round" if s.final_flag and not s.over else ""
    headline, leader = _headline(s), PLAYER_COLOURS[_leader(s)]
    market = _market_box(s)
    return canvas(
        WIDTH,
        HEIGHT,
        sea(WIDTH, HEIGHT),
        heading(WIDTH, "Havens", headline, leader, _detail(s, tables, seat), notes),
        gameboard(s, tables, _BOARD, is_asked=is_asked),
        _battle(s, tables),
        *_rivals(s, tables, first, seat),
        _reckoning(s, market) if any(s.ranks) else _market(s, tables, market, is_asked=is_asked),
        _own(s, tables, first, seat),
        title=f"havens, round {s.round}: {headline}",
    )


# Where things lie ---------------------------------------------------------------------------------


def slot_boxes(s: Record, seat: int, viewer: int | None) -> list[Box]:
    """The vessels of a player, as a viewer sees them."""
    first = side_of(viewer, s.players)
    if seat == first:
        return _own_parts()[0].columns(SLOTS, 10)
    return _rival_fleet(dict(_rival_sheets(s, first))[seat]).columns(SLOTS, 8)


def attack_boxes(s: Record, seat: int, viewer: int | None) -> list[Box]:
    """The Attack Row of a player, as a viewer sees it."""
    first = side_of(viewer, s.players)
    if seat == first:
        return _own_parts()[1].columns(ROW, 6)
    fleet = _rival_fleet(dict(_rival_sheets(s, first))[seat])
    rows = Box(fleet.x, fleet.bottom + 5, fleet.width, 42).rows(2, 3)
    return [place for row in rows for place in row.columns(2, 6)]


def hex_middle(tables: Tables, hex_: int) -> tuple[float, float]:
    """The middle of a hex."""
    return Board(tables, _BOARD).hex(hex_)


def _market_box(s: Record) -> Box:
    """Where the market is, or the accounts."""
    below = _ACCOUNTS if any(s.ranks) else _MARKET if s.players > 2 else _LARGE_MARKET
    return Box(_SIDE.x, _SIDE.bottom - below, _SIDE.width, below)


def _rival_sheets(s: Record, first: int) -> Iterator[tuple[int, Box]]:
    """The other players one below the other."""
    count = s.players - 1
    room = _SIDE._replace(height=_market_box(s).y - 14 - _SIDE.y)
    height = min(_TALLEST_RIVAL, (room.height - 14 * (count - 1)) / count)
    for k in range(count):
        box = Box(room.x, room.y + k * (height + 14), room.width, height)
        yield (first + 1 + k) % s.players, box


def _rival_fleet(box: Box) -> Box:
    """The vessels on the sheet of another player."""
    rows = 2 if box.height > 250 else 1
    below = 52 + (19 if rows > 1 else 17) * rows
    return Box(box.x + 10, box.y + 44, box.width - 20, box.height - 50 - below)


def _own_parts() -> tuple[Box, Box, Box]:
    """Vessels, Attack Row and hand of the player at the bottom."""
    inner = Box(_OWN.x + 14, _OWN.y + 48, _OWN.width - 28, _OWN.height - 60)
    fleet = Box(inner.x, inner.y, 576, 202)
    attacks = Box(fleet.right + 14, fleet.y, inner.right - fleet.right - 14, fleet.height)
    return fleet, attacks, Box(inner.x, fleet.bottom + 12, inner.width, inner.height - 214)


# The heading --------------------------------------------------------------------------------------


def _leader(s: Record) -> int:
    """The seat whose turn it is, or the winner."""
    if not s.over:
        return int(s.turn_seat)
    return min(range(s.players), key=lambda seat: s.ranks[seat] or s.players)


def _headline(s: Record) -> str:
    if not s.over:
        return f"{player_name(s.turn_seat)}'s turn"
    winners = [player_name(seat) for seat in range(s.players) if s.ranks[seat] == 1]
    return f"{in_words(winners)} {'wins' if len(winners) == 1 else 'share the win'}"


def _detail(s: Record, tables: Tables, seat: int | None) -> str:
    return "The game is over" if s.over else question(s, tables, seat)


def _battle(s: Record, tables: Tables) -> str:
    """Both sides of a battle and the last roll, in the Pacific."""
    bt = s.bt
    if bt.type == Battle.NOBODY:
        return ""
    box = Box(_BOARD.x + 20, _BOARD.bottom - 162, 330, 142)
    parts = [panel(box, RED_INK, rx=10)]
    title = f"Battle, round {bt.round}"
    parts.append(text(box.middle[0], box.y + 20, title, 22, font=TITLE, anchor="middle"))
    for k, name in enumerate(sides(s, tables)):
        y = box.y + 52 + 48 * k
        added = [f"{bt.pips[k]:+d}"] if bt.pips[k] else []
        added += [f"{plural(bt.dice[k], 'die', 'dice')} more"] if bt.dice[k] else []
        note = f"next roll {in_words(added)}" if added else ("attacks", "defends")[k]
        parts.append(text(box.x + 14, y, name, 17, font=BOLD, width=258))
        parts.append(text(box.x + 14, y + 20, note, 16, fill=FADED, width=258))
        if bt.rolls:
            total = text(box.right - 30, y + 6, bt.totals[k], 26, font=BOLD, anchor="middle")
            parts.append(total)
    return "".join(parts)


# Rivals -------------------------------------------------------------------------------------------


def _rivals(s: Record, tables: Tables, first: int, viewer: int | None) -> Iterator[str]:
    """The other players, and a ship where there is room left below them."""
    for seat, box in _rival_sheets(s, first):
        yield _player(s, tables, seat, viewer, box)
    top, bottom = box.bottom + 14, _market_box(s).y - 14
    if bottom - top > 200:
        size = min(240, bottom - top - 20)
        yield icon("galleon", _SIDE.middle[0], (top + bottom) / 2, size, opacity=0.45)


def _sheet(s: Record, seat: int, viewer: int | None, box: Box) -> str:
    """A player's sheet with name, Haven, coins and hand."""
    colour = PLAYER_COLOURS[seat]
    to_move = not s.over and s.turn_seat == seat
    glow = rect(box.inside(-5), "none", rx=17, stroke=GOLD, stroke_width=6) if to_move else ""
    you = " · you" if seat == viewer else ""
    place = f", {ordinal(s.ranks[seat])}" if s.ranks[seat] else ""
    name = player_name(seat) + you + place
    return "".join(
        (
            panel(box, colour.edge, rx=14, border=3),
            glow,
            band(Box(box.x, box.y, box.width, 38), colour.fill, top=14),
            text(box.x + 14, box.y + 19, name, 24, font=TITLE, fill=colour.ink, width=170),
            coin(box.right - 26, box.y + 19, 16, s.supply[seat]),
            text(box.right - 48, box.y + 19, f"{s.unspent[seat]} unspent of", 16,
                 fill=colour.ink, anchor="end"),
        )
    )  # fmt: skip


def _haven_name(s: Record, tables: Tables, seat: int) -> str:
    if s.haven[seat] == NONE:
        return "no Haven yet"
    return f"Haven {card_name(tables, s.haven[seat])}"


def _player(s: Record, tables: Tables, seat: int, viewer: int | None, box: Box) -> str:
    """A rival: vessels, Attack Row, and what is known of the hand."""
    colour = PLAYER_COLOURS[seat]
    rows = 2 if box.height > 250 else 1
    fleet = _rival_fleet(box)
    print_ = Box(fleet.x, fleet.bottom + 52, fleet.width, box.bottom - 6 - fleet.bottom - 52)
    known = counted(tables, s.hand[seat] if viewer is None else s.known[seat])
    words = f"{plural(sum(s.hand[seat]), 'card')} in hand"
    if known:
        words += f"{':' if viewer is None else ', known:'} {', '.join(known)}"
    return "".join(
        (
            _sheet(s, seat, viewer, box),
            text(box.x + 178, box.y + 19, _haven_name(s, tables, seat), 16, fill=colour.ink,
                 width=134),
            *(
                picked(
                    _slot(s, tables, seat, slot, place),
                    *(_rival_picks(s, seat, slot) if viewer == s.seat else ()),
                    box=place,
                )
                for slot, place in enumerate(slot_boxes(s, seat, viewer))
            ),
            *(
                _tag(tables, s.row[seat, k], place)
                for k, place in enumerate(attack_boxes(s, seat, viewer))
            ),
            _fine_print(words, print_, rows),
        )
    )  # fmt: skip


def _fine_print(words: str, box: Box, rows: int) -> str:
    """A paragraph in so many rows, made smaller until it fits."""
    size, pitch = 16.0, box.height / rows
    while size > 11 and len(wrapped(words, size, box.width)) > rows:
        size -= 0.5
    lines = wrapped(words, size, box.width)[:rows]
    return "".join(
        text(box.x, box.y + pitch * (k + 0.5), line_, size, fill=FADED, width=box.width)
        for k, line_ in enumerate(lines)
    )


def _tag(tables: Tables, attack: int, box: Box) -> str:
    """An Attack of a rival's row, in one line."""
    if attack == NONE:
        return ""
    row = tables.t.attacks[attack]
    fill = RED_INK if row.colour == RED else BLACK_INK
    name = tables.text("attacks", "name")[attack]
    y = box.middle[1]
    return "".join(
        (
            rect(box, fill, rx=4),
            text(box.x + 7, y, name, 15, fill="#ffffff", width=box.width - 64),
            text(box.right - 34, y, row.strength, 16, font=BOLD, fill="#ffffff", anchor="end"),
            coin(box.right - 15, y, 9.5, row.booty),
        )
    )


def _slot(s: Record, tables: Tables, seat: int, slot: int, box: Box) -> str:
    """A vessel at sea or in assembly: its cards one below the other."""
    if not parts_of(s, seat, slot):
        empty = rect(box, "none", rx=8, stroke="#cdb583", stroke_dasharray="6 5")
        return empty + text(*box.middle, f"slot {slot}", 16, fill="#9a8464", anchor="middle")
    t = tables.t
    fill, edge = COLOURED[colour_of(s, t, seat, slot)]
    at_sea = s.at_sea[seat, slot] == 1
    head = Box(box.x, box.y, box.width, 24)
    where = "in assembly"
    if at_sea:
        here = s.hex[seat, slot]
        where = "setting sail" if here == NONE else place_name(tables, here)
        if fitted(f"{slot} · {where}", 16, box.width - 38) < _SMALLEST:
            where = f"hex {here}"
    parts = [
        rect(box, "#fbf5e3", rx=8, stroke=edge, stroke_width=1.6),
        band(head, fill, top=8),
        text(box.x + 8, head.middle[1], f"{slot} · {where}", 16, fill="#ffffff",
             width=box.width - 38),
        circle(box.right - 14, head.middle[1], 10.5, "#ffffff"),
        text(box.right - 14, head.middle[1], strength_of(s, t, seat, slot), 16, font=BOLD,
             anchor="middle"),
    ]  # fmt: skip
    room = Box(box.x + 6, box.y + 27, box.width - 12, box.height - 30)
    if box.height > 190 and s.part[seat, slot, VESSEL] != NONE:
        drawing = ship_icon(tables, s.part[seat, slot, VESSEL])
        parts.append(icon(drawing, box.middle[0], room.y + 36, 64))
    if box.height > 190:
        room = room._replace(y=room.y + 72, height=room.height - 72)
    return "".join(parts) + _crew_list(s, tables, seat, slot, room)


def _crew_list(s: Record, tables: Tables, seat: int, slot: int, room: Box) -> str:
    """The cards of a vessel in lines; guns and crew share one where there is little room."""
    if room.height >= 90:
        rows = room.rows(PARTS + 1)
        parts = [_part_line(s, tables, (seat, slot, part), rows[part]) for part in range(PARTS)]
        return "".join(parts) + _sea_line(s, tables, seat, slot, rows[-1])
    rows = room.rows(4)
    aboard = [s.part[seat, slot, part] for part in (GREAT_GUNS, CREW)]
    names = [card_name(tables, number) for number in aboard if number != NONE]
    return "".join(
        (
            _part_line(s, tables, (seat, slot, CAPTAIN), rows[0]),
            _part_line(s, tables, (seat, slot, VESSEL), rows[1]),
            text(room.x, rows[2].middle[1], ", ".join(names) or "no guns, no crew", 15,
                 width=room.width, fill=INK if names else "#9a8464"),
            _sea_line(s, tables, seat, slot, rows[3]),
        )
    )  # fmt: skip


def _part_line(s: Record, tables: Tables, where: tuple[int, int, int], box: Box) -> str:
    """One card of a vessel, with its strength."""
    number, y = s.part[where], box.middle[1]
    size = min(17.0, box.height * 0.86)
    if number == NONE:
        word = ("no captain", "no vessel", "no guns", "no crew")[where[2]]
        return text(box.x, y, word, size, fill="#9a8464")
    name = card_name(tables, number)
    font = BOLD if where[2] == VESSEL else TEXT
    value = tables.t.cards[number].strength
    return text(box.x, y, name, size, width=box.width - 18, font=font) + text(
        box.right, y, value, size, anchor="end", fill=FADED
    )


def _sea_line(s: Record, tables: Tables, seat: int, slot: int, box: Box) -> str:
    """Booty and Wild cards of a vessel at sea, or what a move costs."""
    y = box.middle[1]
    if not s.at_sea[seat, slot]:
        if s.part[seat, slot, VESSEL] == NONE:
            return ""
        cost = move_cost_of(s, tables.t, seat, slot)
        words = f"sails for {cost}, die {move_bonus_of(s, tables.t, seat, slot):+d}"
        return text(box.x, y, words, 15, fill=FADED, width=box.width)
    wild = [f"{card_name(tables, number)} {left}" for number, left in wilds_on(s, seat, slot)]
    start = box.x
    parts = []
    if s.booty[seat, slot]:
        r = min(11.0, box.height * 0.52)
        parts.append(coin(box.x + r, y, r, s.booty[seat, slot]))
        start += 2 * r + 6
    words = ", ".join(wild) or ("has moved" if s.moved[seat, slot] else "")
    parts.append(text(start, y, words, 15, fill=FADED, width=box.right - start))
    return "".join(parts)


# The market, and the end --------------------------------------------------------------------------


def _reckoning(s: Record, box: Box) -> str:
    """What decides about the places: the supply first, and the others if it is equal."""
    rows = [
        Account(seat, s.ranks[seat], (sum(s.at_sea[seat]), sum(s.booty[seat]), s.supply[seat]))
        for seat in range(s.players)
    ]
    notes = "Equal supplies: booty aboard, then vessels at sea decide."
    return accounts(box, ("vessels at sea", "booty aboard", "supply"), rows, notes)


def _market(s: Record, tables: Tables, box: Box, *, is_asked: bool) -> str:
    """Purchase Column, Draw Pile, Discard Pile and the card that is being played."""
    shown = Box(box.x + 12, box.y + 40, box.width - 24, box.height - 52).columns(5, 8)
    places = shown[:3]
    parts = [
        panel(box, WOOD_DARK, "url(#wood)", rx=12, border=3),
        text((places[0].x + places[2].right) / 2, box.y + 22, "Purchase Column", 22, font=TITLE,
             fill="#f3e2c0", anchor="middle"),
    ]  # fmt: skip
    for number, place in zip(s.column, places, strict=True):
        face = _empty(place) if number == NONE else card_face(tables, number, place)
        picks = (pick("card", card=number),) if is_asked and number != NONE else ()
        parts.append(picked(face, *picks, box=place))
    back = shown[3]._replace(height=shown[3].height / 2 - 5)
    picks = (pick("draw_pile"),) if is_asked else ()
    parts.append(picked(_back(back, f"{s.draw_n}", "to draw"), *picks, box=back))
    attacks = back._replace(y=back.bottom + 10)
    picks = (pick("draw_attack"),) if is_asked else ()
    parts.append(picked(_back(attacks, f"{s.apile_n}", "Attacks", RED_INK), *picks, box=attacks))
    pile = shown[4]
    number = s.disc[s.disc_n - 1] if s.disc_n else NONE
    title = f"{s.disc_n} discarded"
    if s.limbo_n:
        number, title = s.limbo[s.limbo_n - 1], "played now"
        parts.append(rect(pile.inside(-4), "none", rx=10, stroke="#ffe08a", stroke_width=4))
    shown_card = _empty(pile) if number == NONE else card_face(tables, number, pile)
    picks = (pick("draw_discard"),) if is_asked else ()
    parts.append(picked(shown_card, *picks, box=pile))
    parts.append(
        text(pile.middle[0], box.y + 22, title, 16, fill="#f3e2c0", anchor="middle", width=92)
    )
    return "".join(parts)


def _empty(box: Box) -> str:
    return rect(box, "#000000", rx=8, opacity=0.14, stroke="#d9b98a", stroke_dasharray="6 6")


def _back(box: Box, number: str, words: str, fill: str = "#24505b") -> str:
    """A face-down pile with the number of its cards."""
    x, y = box.middle
    return "".join(
        (
            panel(box, INK, fill, 8, 1),
            rect(box.inside(5), "none", rx=5, stroke="#e8dcb8", opacity=0.6),
            text(x, y - 8, number, 30, font=TITLE, fill="#f3d98c", anchor="middle"),
            text(x, y + 18, words, 16, fill="#f3e2c0", anchor="middle", width=box.width - 14),
        )
    )


# The viewer's own cards ---------------------------------------------------------------------------


def _own(s: Record, tables: Tables, seat: int, viewer: int | None) -> str:
    """The viewer's vessels, Attack Row and hand, which somebody in no seat does not see."""
    box, is_asked = _OWN, viewer == s.seat
    colour = PLAYER_COLOURS[seat]
    fleet, attacks, hand = _own_parts()
    aboard = sum(s.booty[seat])
    words = f"{_haven_name(s, tables, seat)} · {plural(sum(s.hand[seat]), 'card')} in hand"
    words += f" · {aboard} aboard at sea" if aboard else ""
    return "".join(
        (
            _sheet(s, seat, viewer, box),
            text(box.middle[0], box.y + 19, words, 17, fill=colour.ink, anchor="middle"),
            *(
                picked(
                    _slot(s, tables, seat, slot, place),
                    *(_own_picks(slot) if is_asked else ()),
                    box=place,
                )
                for slot, place in enumerate(fleet.columns(SLOTS, 10))
            ),
            *(
                picked(
                    _attack(s, tables, s.row[seat, k], place),
                    *((pick("row", place=k), pick("attempt", place=k)) if is_asked else ()),
                    box=place,
                )
                for k, place in enumerate(attacks.columns(ROW, 6))
            ),
            *(
                _hand(s, tables, seat, hand, is_asked=is_asked)
                if viewer in (None, seat)
                else [_known_hand(s, tables, seat, hand)]
            ),
        )
    )


def _attack(s: Record, tables: Tables, number: int, box: Box) -> str:
    """An Attack card of the own row."""
    if number == NONE:
        return _empty(box)
    row = tables.t.attacks[number]
    fill = COLOURED[row.colour]
    x = box.middle[0]
    captains = [surname(tables, captain) for captain in row.captains if captain >= 0]
    fought = s.bt.type == Battle.ATTACK and s.bt.attack == number
    glow = rect(box.inside(-4), "none", rx=11, stroke=GOLD, stroke_width=5) if fought else ""
    return "".join(
        (
            glow,
            card(box, *fill, 8),
            *centred(tables.text("attacks", "name")[number], x, box.y + 22, 17, box.width - 14,
                    height=42),
            text(x, box.y + 78, f"{row.year} · hex {row.hex}", 15, fill=FADED, anchor="middle",
                 width=box.width - 12),
            text(x - 22, box.y + 103, row.strength, 27, font=BOLD, anchor="middle"),
            text(x - 22, box.y + 122, "dice", 15, fill=FADED, anchor="middle"),
            coin(x + 22, box.y + 107, 17, row.booty),
            line(box.x + 9, box.y + 134, box.right - 9, box.y + 134, PARCHMENT_DARK),
            text(x, box.y + 146, f"plunder {Kind(row.plunder).name.lower()}", 15, font=BOLD,
                 anchor="middle", width=box.width - 12),
            *centred(in_words(captains, none=""), x, box.y + 163, 14, box.width - 12, FADED,
                    height=box.height - 172),
        )
    )  # fmt: skip


def _own_picks(slot: int) -> list[Pick]:
    """What an own vessel may be chosen for."""
    blocks = ("slot", "move", "attempt", "secure", "burn_vessel", "burn_part", "shift_part")
    return [pick(block, slot=slot) for block in blocks]


def _rival_picks(s: Record, seat: int, slot: int) -> list[Pick]:
    """What a rival's vessel may be chosen for."""
    return [pick("target", left=(seat - s.seat) % s.players - 1, slot=slot)]


def _known_hand(s: Record, tables: Tables, seat: int, box: Box) -> str:
    """What everybody knows of a hand."""
    known = in_words(counted(tables, s.known[seat]), none="nothing")
    return _fine_print(f"Known of the hand: {known}", box, 6)


def _hand(s: Record, tables: Tables, seat: int, box: Box, *, is_asked: bool) -> Iterator[str]:
    """The cards in hand, equal ones on top of each other."""
    counts = [(number, count) for number, count in enumerate(s.hand[seat]) if count]
    if not counts:
        yield text(*box.middle, "no cards in hand", 18, fill=FADED, anchor="middle")
        return
    width = min(134.0, (box.width - 6 * (len(counts) - 1)) / len(counts))
    for k, (number, count) in enumerate(counts):
        place = Box(box.x + k * (width + 6), box.y, width, box.height)
        for copy in range(count - 1, 0, -1):
            yield card_face(tables, number, place._replace(y=place.y - 5 * copy))
        picks = (pick("card", card=number),) if is_asked else ()
        yield picked(card_face(tables, number, place), *picks, box=place)
        if count > 1:
            yield circle(place.middle[0], place.bottom - 17, 13, GOLD, stroke=INK)
            yield text(place.middle[0], place.bottom - 17, f"x{count}", 14, font=BOLD,
                       anchor="middle")  # fmt: skip
