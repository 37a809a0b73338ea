"""The picture of the table: the viewer's fleet at the bottom, the others above, the sea between.

Hands are drawn for their owner alone, and for a spectator who knows all; of other hands the picture
shows how many cards they hold, and which of them the viewer has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from piracy_env.core.record import Record
from piracy_env.core.seats import side_of
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, plural, seat_letter
from piracy_env.drawing.accounts import Account, accounts
from piracy_env.drawing.fonts import BOLD, TITLE, text_width
from piracy_env.drawing.picks import pick, picked
from piracy_env.drawing.svg import (
    FADED,
    GOLD,
    INK,
    PARCHMENT,
    PARCHMENT_DARK,
    PLAYER_COLOURS,
    WOOD_DARK,
    Box,
    band,
    canvas,
    card,
    circle,
    compass,
    heading,
    icon,
    line,
    panel,
    piece,
    player_name,
    rect,
    sea,
    text,
    token,
)
from piracy_env.games.broadside.battle_picture import battle
from piracy_env.games.broadside.cards import SHIP_ROW, TREASURE_ROW
from piracy_env.games.broadside.describe import (
    blue_names,
    counted,
    hand_lines,
    place_words,
    question,
    result,
    treasure_task,
)
from piracy_env.games.broadside.ship_pictures import (
    STATS,
    cannon_sign,
    crate_sign,
    crew_sign,
    fitting,
    fleet_of,
    point_sign,
    silhouette,
    values_of,
    wind_sign,
)
from piracy_env.games.broadside.ships import (
    adventures,
    card_name,
    fleet,
    fleet_points,
    red_effect,
    red_name,
    ship_in_middle,
)
from piracy_env.games.broadside.state import DEFENDER, FIRST_INVENTORY, NONE, Place, Red

LIST_ONLY = {
    "count": "a number of crew, of which nothing on the table stands for itself",
    "pick_blue": "a card of the discard pile, of which the picture has the names alone",
    "inv": "inventory of a ship, of which the picture has the names alone",
}
WIDTH, HEIGHT = 1600, 1290
_MARGIN = 25
_RIVALS = Box(_MARGIN, 96, WIDTH - 2 * _MARGIN, 324)
_BETWEEN = Box(_MARGIN, 436, WIDTH - 2 * _MARGIN, 302)
_OWN = Box(_MARGIN, 754, WIDTH - 2 * _MARGIN, 420)
_LEGEND = Box(_MARGIN, 1190, WIDTH - 2 * _MARGIN, 86)
_LOST_WIDTH = 150
"""Of the sheet of somebody who is eliminated."""
_RED_BACK, _BLUE_BACK = ("#a3372c", "#5e1a13"), ("#2f6690", "#173a57")
_SORTS = (  # first kind of each sort of red cards, its name and frame
    (0, "your turn", ("#3d8a6c", "#1c4d3a")),
    (Red.GOOD_WIND, "battle", ("#b3382e", "#6b1a14")),
    (FIRST_INVENTORY, "inventory", ("#a88563", "#5d4128")),
)


def render(s: Record, tables: Tables, seat: int | None) -> str:
    """The whole table as SVG, from a seat's side; a spectator sits with the first seat."""
    first = side_of(seat, s.players)
    notes = [f"Round {min(s.round_no, s.max_rounds)} of {s.max_rounds}"]
    notes += [f"{s.target_points} points win"]
    headline, detail = _headline(s, tables)
    return canvas(
        WIDTH,
        HEIGHT,
        sea(WIDTH, HEIGHT),
        heading(WIDTH, "Broadside", headline, PLAYER_COLOURS[_leader(s)], detail, notes),
        *(_rival(s, tables, player, seat, box) for player, box in _rivals(s, first)),
        _reckoning(s, tables, _BETWEEN) if any(s.rank_lo) else _between(s, tables, seat),
        _own(s, tables, first, seat, _OWN),
        _legend(tables, _LEGEND),
        title=f"broadside, round {s.round_no}: {headline}",
    )


def ship_boxes(s: Record, tables: Tables, seat: int, viewer: int | None) -> dict[int, Box]:
    """The ships of a player, as a viewer sees them, by their slots in the fleet."""
    first, ships = side_of(viewer, s.players), fleet(s, tables.t, seat)
    if seat == first:
        area, _ = _own_parts(s, seat, viewer, len(ships))
    else:
        area = _fleet_area(dict(_rivals(s, first))[seat])
    drawn = fleet_of(s, tables, seat, ships, area) if ships else ()
    return {ship.slot: place for ship, place, _ in drawn}


def adventure_boxes(s: Record) -> dict[int, Box]:
    """The adventures in the middle by their slots; none if the reckoning lies there."""
    slots = adventures(s)
    if any(s.rank_lo) or not slots:
        return {}
    count = max(3, len(slots))
    box = _middle_of(_BETWEEN)
    places = Box(box.x, box.y + 42, box.width, box.height - 42).columns(count, 12)
    shift = (count - len(slots)) * (places[0].width + 12) / 2
    return {
        slot: place._replace(x=place.x + shift) for slot, place in zip(slots, places, strict=False)
    }


def _middle_of(box: Box) -> Box:
    return box._replace(x=box.x + 404, width=632)


def _fleet_area(box: Box) -> Box:
    """The ships on the sheet of another player."""
    return Box(box.x + 12, box.y + 90, box.width - 24, box.height - 100)


def _own_parts(s: Record, seat: int, viewer: int | None, ships: int) -> tuple[Box, Box]:
    """Ships and hand of the player at the bottom."""
    inner = Box(_OWN.x + 16, _OWN.y + 56, _OWN.width - 32, _OWN.height - 70)
    held = sum(count > 0 for count in s.red_hand[seat]) if viewer in (None, seat) else 0
    wide = 1060 if ships > 6 or not held else 860 if ships > 2 or held < 7 else 640
    hand = Box(inner.x + wide + 26, inner.y, inner.width - wide - 26, inner.height)
    return inner._replace(width=wide), hand


def _rivals(s: Record, first: int) -> Iterator[tuple[int, Box]]:
    """The other players with their places, narrow where nobody is afloat any more."""
    others = [(first + k) % s.players for k in range(1, s.players)]
    lost = [bool(s.out >> player & 1) for player in others]
    afloat = len(lost) - sum(lost)
    room = _RIVALS.width - 14 * (len(others) - 1)
    narrow = _LOST_WIDTH if afloat else room / len(others)
    wide = (room - narrow * sum(lost)) / max(1, afloat)
    x = _RIVALS.x
    for player, gone in zip(others, lost, strict=True):
        yield player, _RIVALS._replace(x=x, width=narrow if gone else wide)
        x += (narrow if gone else wide) + 14


def _between(s: Record, tables: Tables, seat: int | None) -> str:
    """Piles, adventures, and the battle under way or else the race."""
    box = _BETWEEN
    right = box._replace(x=box.right - 500, width=500)
    return "".join(
        (
            _piles(s, tables, box._replace(width=390)),
            _middle(s, tables, _middle_of(box), is_asked=seat == s.seat),
            battle(s, tables, right) if s.b_on else _race(s, tables, right),
        )
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
        pile = Box(place.x + 8, place.y, 66, 92)
        words = Box(place.x + 96, place.y + 12, place.width - 98, place.height - 16)
        parts += [
            card(pile, *back, 7),
            icon(sign, *pile.middle, 38),
            text(pile.middle[0], pile.bottom + 14, deck, 20, font=BOLD, anchor="middle"),
            text(pile.middle[0], pile.bottom + 32, what, 15, fill=FADED, anchor="middle"),
            text(words.x, words.y, "discarded", 17, font=BOLD),
            fitting(discards, Box(words.x, words.y + 14, words.width, words.height - 14), 17),
        ]
    return "".join(parts)


def _middle(s: Record, tables: Tables, box: Box, *, is_asked: bool) -> str:
    """The adventures of the turn."""
    places = adventure_boxes(s)
    title = text(box.middle[0], box.y + 20, "Adventures", 30, font=TITLE, fill=PARCHMENT,
                 anchor="middle")  # fmt: skip
    if not places:
        calm = text(box.middle[0], box.bottom - 30, "none in the middle", 18, fill=PARCHMENT,
                    anchor="middle")  # fmt: skip
        return title + compass(*box.middle, 190) + calm
    return title + "".join(
        picked(
            _adventure(s, tables, slot, place),
            *((pick("target_table", slot=slot),) if is_asked else ()),
            box=place,
        )
        for slot, place in places.items()
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
        text(middle, box.bottom - 20, f"slot {slot}", 15, fill=FADED, anchor="middle"),
    ]  # fmt: skip
    if SHIP_ROW[number] != NONE:
        ship = ship_in_middle(s, tables.t, slot)
        parts.append(silhouette(tables, ship, middle, box.y + 90, min(100, inner.width)))
        stats = Box(inner.x, box.y + 138, inner.width, 94)
        for k, (sign, value) in enumerate(zip(STATS, values_of(ship), strict=True)):
            across = 2 if inner.width > 120 else 1
            column, row = stats.columns(across)[k % across], stats.rows(6 // across)[k // across]
            parts.append(sign(column.x + 14, row.middle[1], 20))
            parts.append(text(column.x + 30, row.middle[1], value, 19, font=BOLD,
                              width=column.width - 30))  # fmt: skip
        return "".join(parts)
    treasure = tables.t.treasures[TREASURE_ROW[number]]
    parts.append(icon("chest", middle, box.y + 84, min(84, inner.width)))
    parts.append(text(middle, box.y + 138, f"{treasure.points} TP", 20, font=BOLD, anchor="middle"))
    task = Box(middle, box.y + 158, inner.width, 70)
    parts.append(fitting(treasure_task(tables, number), task, 17, anchor="middle"))
    return "".join(parts)


def _race(s: Record, tables: Tables, box: Box) -> str:
    """How far everybody has come, and what the turn has seen."""
    parts = [
        panel(box, WOOD_DARK),
        text(box.middle[0], box.y + 24, "The Race", 30, font=TITLE, anchor="middle"),
    ]
    rows = Box(box.x + 18, box.y + 46, box.width - 36, 192).rows(s.players)
    most = max(s.target_points, *(fleet_points(s, tables.t, p) for p in range(s.players)))
    for player, row in enumerate(rows):
        y, points = row.middle[1], fleet_points(s, tables.t, player)
        lost = bool(s.out >> player & 1)
        parts.append(piece(player, seat_letter(player), row.x + 12, y, 12))
        step = (row.width - 160) / most
        for k in range(most):
            x = row.x + 44 + (k + 0.5) * step
            if k < points:
                parts.append(point_sign(x, y, min(24, step * 0.85)))
            elif k < s.target_points and not lost:
                parts.append(circle(x, y, min(8, step * 0.3), "none", stroke=PARCHMENT_DARK,
                                    stroke_width=2))  # fmt: skip
        words = "eliminated" if lost else f"{points} PP, {s.treasure_pts[player]} TP"
        parts.append(text(row.right, y, words, 17, anchor="end", width=116))
    fame = tables.text("fame", "name")[0]
    owner = "nobody" if s.cave_owner == NONE else player_name(s.cave_owner)
    cave = f"{fame} ({tables.t.fame.points} PP): {owner}"
    parts.append(icon("chest", box.x + 32, box.bottom - 42, 30))
    parts.append(text(box.x + 56, box.bottom - 42, cave, 17, font=BOLD))
    parts.append(text(box.x + 56, box.bottom - 18, _so_far(s), 17, fill=FADED, width=430))
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
        band(Box(box.x, box.y, box.width, 42), colour.fill, top=14),
        text(box.x + 14, box.y + 21, player_name(seat) + you, 26, font=TITLE, fill=colour.ink,
             width=box.width * 0.45 if box.width > 200 else box.width - 28),
    ]  # fmt: skip
    x, y = box.right - 20, box.y + 21
    if s.cave_owner == seat:
        parts.append(token(x, y, 14, "chest"))
        x -= 36
    if s.out >> seat & 1:
        place = f", {place_words(s, seat)}" if s.rank_lo[seat] else ""
        sunk = text(box.middle[0], box.middle[1] + 90, f"eliminated{place}", 20, fill=FADED,
                    anchor="middle", width=box.width - 16)  # fmt: skip
        return "".join(parts) + icon("skull", box.middle[0], box.middle[1] + 16, 120) + sunk
    points = str(fleet_points(s, tables.t, seat))
    parts.append(text(x, y, f"{s.treasure_pts[seat]} TP", 18, fill=colour.ink, anchor="end"))
    parts.append(text(x - 60, y, points, 22, font=BOLD, fill=colour.ink, anchor="end"))
    parts.append(point_sign(x - 78 - 12 * len(points), y, 24))
    return "".join(parts)


def _rival(s: Record, tables: Tables, seat: int, viewer: int | None, box: Box) -> str:
    """Another player: hand, and the fleet as a list."""
    left, is_asked = (seat - s.seat) % s.players - 1, viewer == s.seat
    victim = (pick("target_player", left=left),) if is_asked else ()
    parts = [picked(_area(s, tables, seat, viewer, box), *victim, box=box)]
    ships = fleet(s, tables.t, seat)
    if not ships:
        return "".join(parts)
    hand = "; ".join(hand_lines(s, tables, seat, viewer))
    backs, right = _backs(s, seat, box.x + 14, box.y + 66)
    words = Box(right + 8, box.y + 57, box.right - right - 20, 30)
    parts += [backs, fitting(hand, words, 17, fill=INK)]
    for ship, place, drawn in fleet_of(s, tables, seat, ships, _fleet_area(box)):
        picks = (pick("target_enemy", left=left, ship=ship.slot),) if is_asked else ()
        parts.append(picked(drawn, *picks, box=place))
    return "".join(parts)


def _backs(s: Record, seat: int, x: float, y: float) -> tuple[str, float]:
    """The backs of a player's hand cards, and where they end."""
    blue = list(s.blue_loc).count(Place.HAND + seat)
    parts = []
    for count, back in ((sum(s.red_hand[seat]), _RED_BACK), (blue, _BLUE_BACK)):
        for _ in range(min(8, count)):
            parts.append(card(Box(x, y - 13, 19, 26), *back, 3))
            x += 9
        x += 13 if count else 0
    return "".join(parts), x


def _own(s: Record, tables: Tables, seat: int, viewer: int | None, box: Box) -> str:
    """The viewer: the fleet as cards, and the hand, which somebody in no seat does not see."""
    is_asked = viewer == s.seat
    ships = fleet(s, tables.t, seat)
    parts = [_area(s, tables, seat, viewer, box)]
    area, hand = _own_parts(s, seat, viewer, len(ships))
    if ships:
        for ship, place, drawn in fleet_of(s, tables, seat, ships, area):
            blocks = ("own_ship", "act_ship", "sell") if is_asked else ()
            picks = [pick(block, ship=ship.slot) for block in blocks]
            parts.append(picked(drawn, *picks, box=place))
        parts.append(line(hand.x - 13, hand.y, hand.x - 13, hand.bottom, "#cdb583"))
        if viewer in (None, seat):
            parts.append(_hand(s, tables, seat, hand, is_asked=is_asked))
        else:
            parts.append(fitting("; ".join(hand_lines(s, tables, seat, viewer)), hand, 18))
    return "".join(parts)


def _hand(s: Record, tables: Tables, seat: int, box: Box, *, is_asked: bool) -> str:
    """The red cards of the viewer by sorts, and the adventures to come."""
    hand = list(s.red_hand[seat])
    held = [kind for kind, count in enumerate(hand) if count]
    piles = (
        ("Adventures to come", blue_names(s, tables, Place.HAND + seat)),
        ("Treasures", blue_names(s, tables, Place.TREASURE + seat)),
    )
    notes = [f"{what}: {names}" for what, names in piles if names != "none"]
    parts = [text(box.x, box.y + 9, f"Hand: {plural(sum(hand), 'red card')}", 18, font=BOLD)]
    bottom = 44 * len(notes) + 6
    area = Box(box.x, box.y + 26, box.width, box.height - 26 - bottom)
    most = max(2, int(box.width // (200 if len(held) < 9 else 140)))
    across = 2 if len(held) in (2, 4) else most
    rows = max(2, -(-len(held) // across))
    places = [chip for row in area.rows(rows, 10) for chip in row.columns(across, 10)]
    for kind, place in zip(held, places, strict=False):
        picks = [pick(block, card=kind) for block in ("play_red", "pick_red") if is_asked]
        parts.append(picked(_chip(tables, kind, hand[kind], place), *picks, box=place))
    for k, note in enumerate(reversed(notes)):
        words = Box(box.x, box.bottom - 44 * (k + 1), box.width, 40)
        parts.append(fitting(note, words, 16))
    return "".join(parts)


def _chip(tables: Tables, kind: int, count: int, box: Box) -> str:
    """A red card of the hand: what it does, and when."""
    _, sort, frame = [row for row in _SORTS if row[0] <= kind][-1]
    words = f"{count} x {red_name(tables, kind)}" if count > 1 else red_name(tables, kind)
    inner = box.inside(9)
    does = red_effect(tables, kind).removeprefix("inventory: ")
    return "".join(
        (
            panel(box, frame[1], frame[0], 9, 1.5),
            rect(box.inside(5), "url(#parchment)", rx=5),
            text(box.middle[0], inner.y + 14, words, 18, font=BOLD, anchor="middle",
                 width=inner.width),
            line(inner.x + 6, inner.y + 28, inner.right - 6, inner.y + 28, PARCHMENT_DARK),
            fitting(does, Box(box.middle[0], inner.y + 38, inner.width, inner.height - 60), 17,
                    anchor="middle"),
            text(box.middle[0], inner.bottom - 10, sort, 15, fill=FADED, anchor="middle"),
        )
    )  # fmt: skip


# The end, and the legend --------------------------------------------------------------------------


def _reckoning(s: Record, tables: Tables, box: Box) -> str:
    """What everybody has, in the order in which it decides about the places."""
    fame = str(tables.text("fame", "name")[0])
    heads = ("ships' points", fame, "treasure points", "ships", "crew", "pirate points")
    rows = [
        Account(player, s.rank_lo[player], _account(s, tables, player), place_words(s, player))
        for player in range(s.players)
    ]
    notes = "Equal pirate points: treasure points, then ships, then crew decide. "
    notes += "Who is eliminated comes after all who are afloat, the last one to go first."
    return accounts(box, heads, rows, notes)


def _account(s: Record, tables: Tables, player: int) -> tuple[object, ...]:
    """The columns of a player; dashes for whoever is eliminated."""
    if s.out >> player & 1:
        return ("-",) * 6
    ships, points = fleet(s, tables.t, player), fleet_points(s, tables.t, player)
    fame = int(tables.t.fame.points) if s.cave_owner == player else 0
    crew = sum(s.fleet_crew[player])
    return points - fame, fame, s.treasure_pts[player], len(ships), crew, points


def _legend(tables: Tables, box: Box) -> str:
    """What the signs mean, and what the dice show."""
    signs: tuple[tuple[Callable[[float, float, float], str], str], ...] = (
        (wind_sign, "speed"),
        (cannon_sign, "cannons"),
        (crew_sign, "crew / most"),
        (crate_sign, "cargo: crew a turn, for a prize, and when sold"),
        (point_sign, "pirate points (PP)"),
    )
    parts, x = [panel(box, WOOD_DARK)], box.x + 30
    for sign, words in signs:
        parts += [sign(x, box.y + 25, 22), text(x + 20, box.y + 25, words, 17)]
        x += 56 + text_width(words, 17)
    parts.append(text(x - 6, box.y + 25, "TP treasure points", 17))
    die = tables.t.battle_die
    faces = ", ".join(
        f"{int(getattr(die, name))} {name}" for name in ("gun", "crew", "explorer", "blank")
    )
    wind = " ".join(f"{int(face):+d}" if face else "0" for face in tables.t.wind_die.faces)
    words = (
        f"Battle: speed + wind die ({wind}) must reach the prey's speed; then every cannon rolls a "
        f"battle die ({faces}), then every crew, round by round: each hit costs one crew."
    )
    parts.append(text(box.x + 20, box.y + 61, words, 17, width=box.width - 40))
    return "".join(parts)
