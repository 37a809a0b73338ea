"""The picture of the table: the viewer's fleet at the bottom, the others above, the sea between.

Hands are drawn for their owner alone, and for a spectator who knows all; of other hands the picture
shows how many cards they hold, and which of them the viewer has seen.
"""

from __future__ import annotations

from collections.abc import Sequence

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, plural, seat_letter
from piracy_env.drawing.fonts import BOLD, TITLE
from piracy_env.drawing.svg import (
    FADED,
    GOLD,
    INK,
    PARCHMENT,
    PARCHMENT_DARK,
    PLAYER_COLOURS,
    WOOD,
    WOOD_DARK,
    Box,
    band,
    canvas,
    card,
    circle,
    compass,
    group,
    heading,
    icon,
    line,
    panel,
    paragraph,
    path,
    piece,
    player_name,
    rect,
    sea,
    text,
    token,
    wrapped,
)
from piracy_env.games.broadside.cards import SHIP_ROW, TREASURE_ROW
from piracy_env.games.broadside.describe import (
    blue_names,
    counted,
    hand_lines,
    inventory_words,
    place_words,
    question,
    result,
    step_words,
    treasure_task,
)
from piracy_env.games.broadside.ships import (
    Ship,
    adventures,
    cannon_dice,
    card_name,
    fighter,
    fleet,
    fleet_points,
    red_name,
    ship_in_middle,
)
from piracy_env.games.broadside.state import (
    ATTACKER,
    DEFENDER,
    FIRST_INVENTORY,
    NONE,
    Place,
    Red,
)

WIDTH, HEIGHT = 1600, 1240
_RED_BACK, _BLUE_BACK = ("#a3372c", "#5e1a13"), ("#2f6690", "#173a57")
_SORTS = (  # first kind of each sort of red cards, its name and frame
    (0, "your turn", ("#3d8a6c", "#1c4d3a")),
    (Red.GOOD_WIND, "battle", ("#b3382e", "#6b1a14")),
    (FIRST_INVENTORY, "inventory", ("#a88563", "#5d4128")),
)
_SMALL_CREW, _LARGE_CREW = 11, 18
_GRIDS = ((2, 2), (3, 2), (3, 3), (4, 3))
_TILE_WIDTH, _TILE_HEIGHT = 257, 121
_SIDES = ((ATTACKER, "attacks"), (DEFENDER, "defends"))


def render(s: Record, tables: Tables, seat: int | None) -> str:
    """The whole table as SVG, from a seat's side; a spectator sits with the first seat."""
    first = seat or 0
    rivals = Box(25, 96, WIDTH - 50, 340).columns(s.players - 1, 14)
    others = [(first + k) % s.players for k in range(1, s.players)]
    notes = [f"Round {min(s.round_no, s.max_rounds)} of {s.max_rounds}"]
    notes += [f"{s.target_points} points win"]
    headline, detail = _headline(s, tables)
    right = Box(1065, 452, 510, 300)
    return canvas(
        WIDTH,
        HEIGHT,
        sea(WIDTH, HEIGHT),
        heading(WIDTH, "Broadside", headline, PLAYER_COLOURS[_leader(s)], detail, notes),
        *(_rival(s, tables, p, seat, box) for p, box in zip(others, rivals, strict=True)),
        _piles(s, tables, Box(25, 452, 330, 300)),
        _middle(s, tables, Box(370, 452, 680, 300)),
        _battle(s, tables, right) if s.b_on else _race(s, tables, right),
        _own(s, tables, first, seat, Box(25, 768, WIDTH - 50, 452)),
        title=f"broadside, round {s.round_no}: {headline}",
    )


def _headline(s: Record, tables: Tables) -> tuple[str, str]:
    """Who is to move, or has won, and a line about it."""
    if not s.over:
        return f"{player_name(s.seat)} to move", f"{player_name(s.seat)} {question(s, tables)}"
    winners = [player_name(seat) for seat in range(s.players) if s.rank_lo[seat] == 1]
    won = f"{in_words(winners)} {'win' if len(winners) > 1 else 'wins'}"
    return won if winners else "cut short", result(s)


def _leader(s: Record) -> int:
    """The seat to move, or a winner."""
    if not s.over:
        return int(s.seat)
    return min(range(s.players), key=lambda seat: s.rank_lo[seat])


# Signs --------------------------------------------------------------------------------------------


def _wind(x: float, y: float, size: float) -> str:
    """Two gusts: speed."""
    gusts = ("M", -9, -2, "h", 11, "q", 5, -1, 4, -5, "q", -2, -3, -5, -1)
    more = ("M", -9, 3, "h", 14, "q", 4, 1, 3, 4, "q", -2, 3, -5, 0)
    lines = path(*gusts, *more, stroke="#2f6690", stroke_width=2.4, stroke_linecap="round")
    return group(lines, x=x, y=y, scale=size / 20)


def _cannon(x: float, y: float, size: float) -> str:
    """A gun on its carriage."""
    barrel = path("M", -9, -5, "l", 15, -1, "q", 3, 3, 0, 6, "l", -15, 1, "z", fill="#3a3a40")
    wheels = circle(-4, 4, 4, WOOD, stroke=WOOD_DARK, stroke_width=1.5)
    return group(barrel, wheels, circle(5, 4.5, 3.2, WOOD, stroke=WOOD_DARK), x=x, y=y,
                 scale=size / 20)  # fmt: skip


def _crate(x: float, y: float, size: float) -> str:
    """A crate: cargo."""
    box = rect(Box(-8, -7, 16, 14), "#c79a5b", rx=1.5, stroke=WOOD_DARK, stroke_width=1.5)
    plank = line(-8, 0, 8, 0, WOOD_DARK, stroke_width=1.2)
    return group(box, plank, line(0, -7, 0, 7, WOOD_DARK, stroke_width=1.2), x=x, y=y,
                 scale=size / 20)  # fmt: skip


def _crew(x: float, y: float, size: float) -> str:
    return icon("pirate", x, y, size * 1.1)


def _point(x: float, y: float, size: float) -> str:
    """A pirate point."""
    disc = circle(x, y, size * 0.55, "url(#gold)", stroke=WOOD_DARK)
    return disc + icon("skull", x, y, size * 0.8)


def _silhouette(tables: Tables, ship: Ship, x: float, y: float, size: float) -> str:
    """A ship of the size that its printed crew maximum needs."""
    most = tables.t.ships[SHIP_ROW[ship.card]].max
    kind = "sloop" if most <= _SMALL_CREW else "brig"
    return icon("galleon" if most > _LARGE_CREW else kind, x, y, size)


_STATS = (_wind, _cannon, _crew, _crate, _point)


def _values(ship: Ship) -> tuple[object, ...]:
    return ship.speed, ship.cannons, f"{ship.crew}/{ship.most}", ship.cargo, ship.points


def _stats(ship: Ship, box: Box, size: float) -> str:
    """Speed, cannons, crew, cargo and points side by side; crew takes more room."""
    shares = (0.0, 0.17, 0.36, 0.66, 0.83)
    parts = []
    for sign, value, share in zip(_STATS, _values(ship), shares, strict=True):
        x, y = box.x + share * box.width, box.middle[1]
        parts.append(sign(x + size * 0.55, y, size))
        parts.append(text(x + size * 1.25, y, value, size * 0.95, font=BOLD))
    return "".join(parts)


def _fit(words: str, box: Box, largest: float, **style: object) -> str:
    """A paragraph at the largest size at which it stays in its place."""
    size = largest
    while size > 7 and len(wrapped(words, size, box.width)) * size * 1.25 > box.height:
        size -= 1
    return paragraph(box.x, box.y + size / 2, words, size, box.width, 1.25, **style)


# The sea between the players ----------------------------------------------------------------------


def _piles(s: Record, tables: Tables, box: Box) -> str:
    """Both decks, and what lies on the open discard piles."""
    blue = list(s.blue_loc)
    rows = (
        (sum(s.red_deck), "red cards", _RED_BACK, "skull", counted(tables, s.red_disc)),
        (blue.count(Place.DECK), "adventures", _BLUE_BACK, "compass",
         blue_names(s, tables, Place.DISCARD)),
    )  # fmt: skip
    parts = [panel(box, WOOD_DARK)]
    for place, (deck, what, back, sign, discards) in zip(
        box.inside(14).rows(2, 10), rows, strict=True
    ):
        pile = Box(place.x, place.y, 66, 92)
        words = Box(place.x + 80, place.y + 12, place.width - 80, place.height - 20)
        parts += [
            card(pile, *back, 7),
            icon(sign, *pile.middle, 38),
            text(pile.middle[0], pile.bottom + 14, deck, 20, font=BOLD, anchor="middle"),
            text(pile.middle[0], pile.bottom + 32, what, 13, fill=FADED, anchor="middle"),
            text(words.x, words.y, "discarded", 15, font=BOLD),
            _fit(discards, Box(words.x, words.y + 14, words.width, words.height - 14), 15),
        ]
    return "".join(parts)


def _middle(s: Record, tables: Tables, box: Box) -> str:
    """The adventures of the turn."""
    slots = adventures(s)
    title = text(box.middle[0], box.y + 20, "Adventures", 30, font=TITLE, fill=PARCHMENT,
                 anchor="middle")  # fmt: skip
    if not slots:
        calm = text(box.middle[0], box.bottom - 30, "none in the middle", 18, fill=PARCHMENT,
                    anchor="middle")  # fmt: skip
        return title + compass(*box.middle, 190) + calm
    count = max(3, len(slots))
    places = Box(box.x, box.y + 42, box.width, box.height - 42).columns(count, 12)
    shift = (count - len(slots)) * (places[0].width + 12) / 2
    places = [place._replace(x=place.x + shift) for place in places]
    return title + "".join(
        _adventure(s, tables, slot, place) for slot, place in zip(slots, places, strict=False)
    )


def _adventure(s: Record, tables: Tables, slot: int, box: Box) -> str:
    """A blue card in the middle; the one that is fought for or dug for glows."""
    number = s.table_card[slot]
    chosen = s.exp_slot == slot or (s.b_on and s.b_neutral and s.b_slot[DEFENDER] == slot)
    glow = rect(box.inside(-4), "none", rx=15, stroke=GOLD, stroke_width=6) if chosen else ""
    inner, middle = box.inside(box.width / 12), box.middle[0]
    parts = [
        card(box, *_BLUE_BACK),
        glow,
        text(middle, inner.y + 12, card_name(tables, number), 20, font=BOLD, anchor="middle",
             width=inner.width),
        text(middle, box.bottom - 18, f"slot {slot}", 13, fill=FADED, anchor="middle"),
    ]  # fmt: skip
    if SHIP_ROW[number] != NONE:
        ship = ship_in_middle(s, tables.t, slot)
        parts.append(_silhouette(tables, ship, middle, box.y + 90, min(100, inner.width)))
        for row, sign, value in zip(
            Box(inner.x, box.y + 138, inner.width, 92).rows(5), _STATS, _values(ship), strict=True
        ):
            left = max(inner.x + 11, middle - 26)
            parts.append(sign(left, row.middle[1], 17))
            parts.append(text(left + 20, row.middle[1], value, 17, font=BOLD))
        return "".join(parts)
    treasure = tables.t.treasures[TREASURE_ROW[number]]
    parts.append(icon("chest", middle, box.y + 84, min(84, inner.width)))
    parts.append(text(middle, box.y + 138, f"{treasure.points} TP", 20, font=BOLD, anchor="middle"))
    task = Box(middle, box.y + 158, inner.width, 70)
    parts.append(_fit(treasure_task(tables, number), task, 15, anchor="middle"))
    return "".join(parts)


def _battle(s: Record, tables: Tables, box: Box) -> str:
    """The battle under way: both ships with the cards played, and the wind."""
    parts = [
        panel(box, WOOD_DARK),
        text(box.middle[0], box.y + 24, "Battle", 30, font=TITLE, anchor="middle"),
        text(box.middle[0], box.y + 50, step_words(s), 16, fill=FADED, anchor="middle"),
    ]
    columns = Box(box.x + 16, box.y + 66, box.width - 32, 170).columns(2, 92)
    for (side, verb), place in zip(_SIDES, columns, strict=True):
        parts.append(_side(s, tables, side, verb, place))
    x, y = box.middle[0], box.y + 112
    parts.append(circle(x, y, 34, PARCHMENT, stroke="#2f6690", stroke_width=3))
    wind = f"{s.b_wind:+d}" if s.b_rolled else "?"
    parts += [_wind(x, y - 14, 24), text(x, y + 12, wind, 24, font=BOLD, anchor="middle")]
    parts.append(text(x, y + 48, "wind", 14, fill=FADED, anchor="middle"))
    if s.b_round:
        words = plural(s.b_round, "round")
        parts.append(text(x, y + 74, words, 15, anchor="middle", width=88))
    if s.b_neutral:
        words = f"{seat_letter(s.b_roller)} rolls for the prey"
        parts.append(text(box.right - 16, box.y + 24, words, 14, fill=FADED, anchor="end"))
    cards = f"Played: {counted(tables, s.red_battle)}" if any(s.red_battle) else "No cards played"
    parts.append(_fit(cards, Box(box.x + 18, box.bottom - 56, box.width - 36, 44), 16))
    return "".join(parts)


def _side(s: Record, tables: Tables, side: int, verb: str, box: Box) -> str:
    """One side of a battle: owner, ship, and what it brings into the fight."""
    seat, ship = s.b_seat[side], fighter(s, tables.t, side)
    colour = PLAYER_COLOURS[seat] if seat != NONE else None
    owner = f"{seat_letter(seat)} {verb}" if seat != NONE else f"nobody {verb}"
    acts = s.b_side == side
    hired = f" +{s.b_temp[side]}" if s.b_temp[side] else ""
    rows = (
        (_wind, f"speed {ship.speed}", _changes(s, tables, side, _SPEED_CARDS)),
        (_cannon, f"{cannon_dice(s, tables.t, side)} dice", _changes(s, tables, side, _GUN_CARDS)),
        (_crew, f"crew {ship.crew}/{ship.most}{hired}", "on cards" if hired else ""),
    )
    header = Box(box.x, box.y, box.width, 26)
    fill, ink = (colour.fill, colour.ink) if colour else (WOOD, PARCHMENT)
    parts = [
        band(header, fill, top=6, bottom=6),
        rect(header.inside(-3), "none", rx=8, stroke=GOLD, stroke_width=3) if acts else "",
        text(header.x + 8, header.middle[1], owner, 16, font=BOLD, fill=ink),
        _silhouette(tables, ship, header.right - 18, header.middle[1], 24),
        text(box.x, box.y + 42, card_name(tables, ship.card), 17, font=BOLD, width=box.width),
    ]
    lines = Box(box.x, box.y + 56, box.width, box.height - 58).rows(len(rows))
    for row, (sign, words, note) in zip(lines, rows, strict=True):
        parts.append(sign(row.x + 11, row.y + 13, 19))
        parts.append(text(row.x + 27, row.y + 13, words, 16))
        parts.append(text(row.x + 27, row.y + 29, note, 12, fill=FADED, width=box.width - 27))
    return "".join(parts)


_SPEED_CARDS = (("b_gw", Red.GOOD_WIND),)
_GUN_CARDS = (("b_chain", Red.CHAIN_SHOT), ("b_fr", Red.FAST_RELOAD))


def _changes(s: Record, tables: Tables, side: int, cards: Sequence[tuple[str, Red]]) -> str:
    """The cards that change a number of a side."""
    names = [(getattr(s, name)[side], red_name(tables, kind)) for name, kind in cards]
    if cards is _SPEED_CARDS and side == DEFENDER:
        names.append((s.b_surprise, red_name(tables, Red.SURPRISE_ATTACK)))
    if cards is _GUN_CARDS:
        names.append((s.b_gh, red_name(tables, Red.GRAPPLING_HOOKS)))
    return ", ".join(f"{count} {name}" for count, name in names if count)


def _race(s: Record, tables: Tables, box: Box) -> str:
    """How far everybody has come, and what the turn has seen."""
    parts = [
        panel(box, WOOD_DARK),
        text(box.middle[0], box.y + 24, "The Race", 30, font=TITLE, anchor="middle"),
    ]
    rows = Box(box.x + 18, box.y + 46, box.width - 36, 190).rows(s.players)
    most = max(s.target_points, *(fleet_points(s, tables.t, p) for p in range(s.players)))
    for player, row in enumerate(rows):
        y, points = row.middle[1], fleet_points(s, tables.t, player)
        lost = bool(s.out >> player & 1)
        parts.append(piece(player, seat_letter(player), row.x + 12, y, 12))
        step = (row.width - 160) / most
        for k in range(most):
            x = row.x + 44 + (k + 0.5) * step
            if k < points:
                parts.append(_point(x, y, min(24, step * 0.85)))
            elif k < s.target_points and not lost:
                parts.append(circle(x, y, min(8, step * 0.3), "none", stroke=PARCHMENT_DARK,
                                    stroke_width=2))  # fmt: skip
        words = "eliminated" if lost else f"{points} PP, {s.treasure_pts[player]} TP"
        words = f"{words}, {place_words(s, player)}" if s.rank_lo[player] else words
        parts.append(text(row.right, y, words, 16, anchor="end", width=112))
    fame = tables.text("fame", "name")[0]
    owner = "nobody" if s.cave_owner == NONE else player_name(s.cave_owner)
    cave = f"{fame} ({tables.t.fame.points} PP): {owner}"
    parts.append(icon("chest", box.x + 32, box.bottom - 42, 30))
    parts.append(text(box.x + 56, box.bottom - 42, cave, 17, font=BOLD))
    parts.append(text(box.x + 56, box.bottom - 18, _so_far(s), 15, fill=FADED, width=440))
    return "".join(parts)


def _so_far(s: Record) -> str:
    """What has happened in the turn."""
    done = [f"{plural(s.acts, 'ship')} acted"] if s.acts else []
    done += [f"{plural(s.sold, 'ship')} sold"] if s.sold else []
    done += ["Crow's Nest used"] if s.crow_used else []
    done += ["crew shared out"] if s.redist_done else []
    done += [f"{s.muster} crew waiting"] if s.muster else []
    done += [f"{s.pool} crew to place"] if s.pool else []
    return f"{seat_letter(s.cur)}'s turn: {', '.join(done)}" if done and not s.over else ""


# The players --------------------------------------------------------------------------------------


def _area(s: Record, tables: Tables, seat: int, viewer: int | None, box: Box) -> str:
    """A player's sheet with name, points and treasure points."""
    colour = PLAYER_COLOURS[seat]
    glows = not s.over and s.seat == seat
    you = " · you" if seat == viewer else ""
    parts = [
        panel(box, colour.edge, rx=14, border=3),
        rect(box.inside(-5), "none", rx=17, stroke=GOLD, stroke_width=6) if glows else "",
        icon("compass", box.right - 190, box.bottom - 120, 200, opacity=0.13),
        band(Box(box.x, box.y, box.width, 42), colour.fill, top=14),
        text(box.x + 14, box.y + 21, player_name(seat) + you, 26, font=TITLE, fill=colour.ink,
             width=box.width * 0.45),
    ]  # fmt: skip
    x, y = box.right - 20, box.y + 21
    if s.cave_owner == seat:
        parts.append(token(x, y, 14, "chest"))
        x -= 36
    if s.out >> seat & 1:
        parts.append(text(x, y, "eliminated", 18, fill=colour.ink, anchor="end"))
        return "".join(parts)
    points = str(fleet_points(s, tables.t, seat))
    parts.append(text(x, y, f"{s.treasure_pts[seat]} TP", 18, fill=colour.ink, anchor="end"))
    parts.append(text(x - 60, y, points, 22, font=BOLD, fill=colour.ink, anchor="end"))
    parts.append(_point(x - 78 - 12 * len(points), y, 24))
    return "".join(parts)


def _rival(s: Record, tables: Tables, seat: int, viewer: int | None, box: Box) -> str:
    """Another player: hand, and the fleet as a list."""
    parts = [_area(s, tables, seat, viewer, box)]
    ships = fleet(s, tables.t, seat)
    if not ships:
        return "".join(parts) + icon("skull", *box.middle, 120, opacity=0.35)
    hand = "; ".join(hand_lines(s, tables, seat, viewer))
    parts.append(_fit(hand, Box(box.x + 14, box.y + 52, box.width - 28, 36), 16, fill=FADED))
    area = Box(box.x + 12, box.y + 94, box.width - 24, box.height - 102)
    columns = area.columns(max(1, int(area.width // 360)), 16)
    rows = -(-len(ships) // len(columns))
    height = min(62.0, area.height / rows)
    for k, ship in enumerate(ships):
        column = columns[k // rows]
        place = Box(column.x, column.y + k % rows * height, column.width, height)
        parts.append(_row(s, tables, seat, ship, place))
    return "".join(parts)


def _row(s: Record, tables: Tables, seat: int, ship: Ship, box: Box) -> str:
    """A ship as one line of a list; with inventory, or if there is room, as two."""
    inner = box.inside(1.5)
    chosen = _is_chosen(s, seat, ship.slot)
    frame = {"stroke": GOLD, "stroke_width": 3} if chosen else {}
    inventory = inventory_words(tables, ship)
    parts = [rect(inner, PARCHMENT_DARK, rx=5, fill_opacity=0.45, **frame)]
    size = min(21.0, inner.height * (0.42 if inner.height > 28 else 0.6))
    tall = inner.height > 28
    name = Box(inner.x, inner.y, inner.width if tall else inner.width * 0.34,
               inner.height / 2 if tall else inner.height)  # fmt: skip
    stats = name._replace(y=inner.y + inner.height / 2)
    if not tall:
        stats = Box(inner.x + inner.width * 0.36, inner.y, inner.width * 0.62, inner.height)
        name_words = card_name(tables, ship.card) + (" +" if inventory else "")
    else:
        name_words = card_name(tables, ship.card) + (f" · {inventory}" if inventory else "")
    parts.append(_silhouette(tables, ship, name.x + size * 0.8, name.middle[1], size * 1.3))
    parts.append(text(name.x + size * 1.7, name.middle[1] + 1, name_words, size * 0.95, font=BOLD,
                      width=name.width - size * 1.9))  # fmt: skip
    parts.append(_stats(ship, stats._replace(x=stats.x + 6, width=stats.width - 6), size))
    return "".join(parts)


def _is_chosen(s: Record, seat: int, slot: int) -> bool:
    """Whether a ship acts, fights, waits for crew, or is the target of a card."""
    fights = any(s.b_seat[side] == seat and s.b_slot[side] == slot for side, _ in _SIDES)
    waits = seat == s.cur and slot in (s.sel_ship, s.dist_slot)
    return fights or waits or (s.sel_enemy[0], s.sel_enemy[1]) == (seat, slot)


def _own(s: Record, tables: Tables, seat: int, viewer: int | None, box: Box) -> str:
    """The viewer: the fleet as cards, and the hand."""
    ships = fleet(s, tables.t, seat)
    parts = [_area(s, tables, seat, viewer, box)]
    places = Box(box.x + 16, box.y + 56, 1060, box.height - 68)
    across, down = next(grid for grid in _GRIDS if grid[0] * grid[1] >= len(ships))
    tiles = [tile for row in places.rows(down, 10) for tile in row.columns(across, 10)]
    if not ships:
        return "".join(parts) + icon("skull", *box.middle, 180, opacity=0.35)
    for ship, tile in zip(ships, tiles, strict=False):
        parts.append(_tile(s, tables, seat, ship, tile))
    hand = Box(box.x + 1096, box.y + 56, box.width - 1112, box.height - 68)
    return "".join(parts) + _hand(s, tables, seat, hand)


def _tile(s: Record, tables: Tables, seat: int, ship: Ship, place: Box) -> str:
    """An own ship as a card, drawn small and then made as large as its place."""
    scale = min(place.width / _TILE_WIDTH, place.height / _TILE_HEIGHT)
    box = Box(0, 0, place.width / scale, place.height / scale)
    rests = ship.acted and seat == s.cur and not s.over
    glow = rect(box.inside(-3), "none", rx=11, stroke=GOLD, stroke_width=4)
    inventory = inventory_words(tables, ship)
    below = Box(14, 84, box.width - 28, box.height - 90)
    return group(
        panel(box, WOOD_DARK, PARCHMENT_DARK if rests else "url(#parchment)", 9),
        glow if _is_chosen(s, seat, ship.slot) else "",
        _silhouette(tables, ship, 32, 28, 44),
        text(60, 22, card_name(tables, ship.card), 19, font=BOLD, width=box.width - 72),
        text(60, 42, f"slot {ship.slot}{', has acted' if rests else ''}", 14, fill=FADED),
        _stats(ship, Box(12, 54, box.width - 20, 26), 19),
        _fit(inventory, below, 14, fill=INK) if inventory else "",
        x=place.x,
        y=place.y,
        scale=scale,
    )


def _hand(s: Record, tables: Tables, seat: int, box: Box) -> str:
    """The red cards of the viewer by sorts, and the adventures to come."""
    hand = list(s.red_hand[seat])
    held = [kind for kind, count in enumerate(hand) if count]
    piles = (
        ("Adventures to come", blue_names(s, tables, Place.HAND + seat)),
        ("Treasures", blue_names(s, tables, Place.TREASURE + seat)),
    )
    notes = [f"{what}: {names}" for what, names in piles if names != "none"]
    parts = [text(box.x, box.y + 8, f"Hand: {plural(sum(hand), 'red card')}", 18, font=BOLD)]
    bottom = 44 * len(notes) + 6
    area = Box(box.x, box.y + 26, box.width, box.height - 26 - bottom)
    rows = max(5, -(-len(held) // 2))
    places = [chip for row in area.rows(rows, 8) for chip in row.columns(2, 10)]
    for kind, place in zip(held, places, strict=False):
        parts.append(_chip(tables, kind, hand[kind], place))
    for k, note in enumerate(reversed(notes)):
        words = Box(box.x, box.bottom - 44 * (k + 1), box.width, 40)
        parts.append(_fit(note, words, 16))
    return "".join(parts)


def _chip(tables: Tables, kind: int, count: int, box: Box) -> str:
    """A red card of the hand."""
    _, sort, frame = [row for row in _SORTS if row[0] <= kind][-1]
    words = f"{count} x {red_name(tables, kind)}" if count > 1 else red_name(tables, kind)
    tall = box.height > 40
    y = box.middle[1]
    return "".join(
        (
            panel(box, frame[1], frame[0], 8, 1.5),
            rect(box.inside(5), "url(#parchment)", rx=5),
            text(box.middle[0], y - 8 if tall else y, words, 18, font=BOLD, anchor="middle",
                 width=box.width - 20),
            text(box.middle[0], y + 14, sort, 14, fill=FADED, anchor="middle") if tall else "",
        )
    )  # fmt: skip
