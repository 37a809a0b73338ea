"""The picture of the table: the viewer at the bottom, the others clockwise, the cards between them.

Each player's area has a column for each of the five pirates, under the pirate's face. A pirate that
heads a stack stands at the top of its column with the party below it; of any other the column shows
whose party it sails in. Only the order of the deck is hidden, and nothing of it is drawn.
"""

from __future__ import annotations

from piracy_env.core.record import Record
from piracy_env.core.seats import side_of
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, ordinal, plural
from piracy_env.drawing.accounts import Account, accounts
from piracy_env.drawing.fonts import BOLD, TITLE, text_width
from piracy_env.drawing.picks import Pick, pick, picked
from piracy_env.drawing.svg import (
    FADED,
    GOLD,
    GOLD_DARK,
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
    coin,
    compass,
    fitted,
    group,
    heading,
    icon,
    legend,
    line,
    panel,
    path,
    piece,
    player_name,
    rect,
    sea,
    text,
    token,
)
from piracy_env.games.mutiny.layout import (
    AREA,
    BOARD,
    HEIGHT,
    LEGEND,
    MIDDLE,
    ORNAMENTS,
    WIDTH,
    area_of,
    columns_of,
    slot_boxes,
    tokens_of,
)
from piracy_env.games.mutiny.outcome import FEWEST_SEATS
from piracy_env.games.mutiny.reckoning import MOST, Entry, account
from piracy_env.games.mutiny.stacks import captain_of, stack_under
from piracy_env.games.mutiny.state import (
    CARDS,
    FACES,
    KINDS,
    NONE,
    RANKS,
    CardType,
    End,
    Kind,
    Phase,
    Place,
)
from piracy_env.games.mutiny.tables import CARD_KEYS, KIND_NAMES

_FRAMES = {  # fill and rim of each type of card
    CardType.SHIP: ("#e6b53a", "#8a6410"),
    CardType.RUINS: ("#8f9296", "#55585c"),
    CardType.MONSTER: ("#b03a2e", "#64160f"),
}
_ENDINGS = {
    End.ALL_CARDS: "all cards have been boarded",
    End.TURN_LIMIT: "the last turn has been played",
    End.DEAD_POSITION: "nobody can act any more",
}
_PITCH, _CREW = 29, 14
"""Distance of two pirates in a column, and the radius of all but the top one."""
_STAR = "#a3720d"


def render(s: Record, tables: Tables, seat: int | None) -> str:
    """The whole table as SVG, from a seat's side; a spectator sits with the first seat."""
    areas = [
        _area(s, tables, player, seat, area_of(player, seat, s.players))
        for player in ((side_of(seat, s.players) + k) % s.players for k in range(s.players))
    ]
    turn = s.turns + (s.phase != Phase.OVER)
    notes = [f"Turn {turn} of at most {s.max_turns}", f"{s.claimed} of {CARDS} cards boarded"]
    notes += [f"{plural(s.passes, 'pass', 'passes')} in a row"] if s.passes else []
    colour = PLAYER_COLOURS[_leader(s)]
    ornaments = ((x + AREA.width / 2, y + AREA.height / 2) for x, y in ORNAMENTS[s.players])
    return canvas(
        WIDTH,
        HEIGHT,
        sea(WIDTH, HEIGHT),
        heading(WIDTH, "Mutiny", _headline(s), colour, _detail(s, tables), notes),
        *(compass(x, y, 300) for x, y in ornaments),
        _signs(tables, *LEGEND[s.players]),
        _board(s, tables, is_asked=seat == s.seat),
        *areas,
        title=f"mutiny, turn {turn}: {_headline(s)}",
    )


# The heading --------------------------------------------------------------------------


def _leader(s: Record) -> int:
    """The seat to move, or the winner."""
    if s.phase != Phase.OVER:
        return int(s.seat)
    return min(range(s.players), key=lambda seat: s.final_rank[seat])


def _headline(s: Record) -> str:
    if s.phase != Phase.OVER:
        return f"{player_name(s.seat)} to move"
    winners = [player_name(seat) for seat in range(s.players) if s.final_rank[seat] == 1]
    return f"{in_words(winners)} {'wins' if len(winners) == 1 else 'win'}"


def _detail(s: Record, tables: Tables) -> str:
    """What is to be decided now, in a sentence."""
    name = player_name(s.seat)
    if s.phase == Phase.RANSOM_ASSEMBLE:
        face = FACES[s.ransomed]
        return f"{name} has ransomed its {face} and must put it onto a stack of another player"
    if s.phase == Phase.BOOTY:
        card_name = tables.text("cards", "name")[s.display[s.pend_slot]]
        kinds = (KIND_NAMES[kind] for kind in tables.t.cards[s.display[s.pend_slot]].booty)
        how = "leads a mutiny at double wages and boards" if s.pend_mult > 1 else "boards"
        crew = plural(len(stack_under(s, s.pend_top)), "pirate")
        choice = in_words(kinds, last="or")
        return f"{name} {how} the {card_name} with {crew}: {choice} for the captain?"
    if s.phase == Phase.OVER:
        return f"The game is over: {_ENDINGS[End(s.end_reason)]}"
    own = range(RANKS * s.seat, RANKS * (s.seat + 1))
    idle = all(s.above[pirate] != NONE for pirate in own)  # no stack of one's own
    choices = [] if idle else ["assemble a party", "capture"]
    choices += ["start a mutiny"] if s.use_mutiny else []
    choices += ["ransom a pirate"] if s.use_ransom and idle else []
    return f"Choices, where possible: {in_words(choices, last='or', none='none but to pass')}"


# The players' areas -------------------------------------------------------------------------------


def _area(s: Record, tables: Tables, seat: int, viewer: int | None, box: Box) -> str:
    to_move = s.phase != Phase.OVER and s.seat == seat
    glow = rect(box.inside(-5), "none", rx=17, stroke=GOLD, stroke_width=6) if to_move else ""
    colour = PLAYER_COLOURS[seat]
    most = tables.t.numbers.largest_party
    columns = columns_of(box)
    return "".join(
        (
            panel(box, colour.edge, rx=14, border=3),
            glow,
            _area_heading(s, seat, viewer, box),
            *(
                picked(
                    _column(s, RANKS * seat + k, most, place),
                    *(_picks(s, RANKS * seat + k) if viewer == s.seat else ()),
                    box=place,
                )
                for k, place in enumerate(columns)
            ),
            line(box.x + 306, box.y + 62, box.x + 306, box.bottom - 16, PARCHMENT_DARK),
            _tokens(s, seat, tokens_of(box)),
            _kept(s, tables, seat, Box(box.x + 316, box.y + 156, 174, box.height - 166)),
        )
    )


def _area_heading(s: Record, seat: int, viewer: int | None, box: Box) -> str:
    colour = PLAYER_COLOURS[seat]
    x, y, right = box.x, box.y, box.right
    name = player_name(seat)
    parts = [
        band(Box(x, y, box.width, 46), colour.fill, top=14),
        text(x + 16, y + 23, name, 30, font=TITLE, fill=colour.ink),
    ]
    notes = ["you"] if seat == viewer else []
    if s.phase == Phase.OVER:
        notes.append(f"{ordinal(s.final_rank[seat])} with {plural(s.final_score[seat], 'ducat')}")
    elif s.seat == seat:
        notes.append("to move")
    start = x + 32 + text_width(name, 30, TITLE)
    parts.append(
        text(start, y + 24, " · ".join(notes), 19, fill=colour.ink, width=right - 162 - start)
    )
    if s.black_spot == seat:
        parts.append(_black_spot(right - 138, y + 23, 17))
    parts.append(text(right - 54, y + 24, "treasury", 16, fill=colour.ink, anchor="end"))
    parts.append(coin(right - 27, y + 23, 20, s.ducats[seat]))
    return "".join(parts)


def _black_spot(x: float, y: float, r: float) -> str:
    return circle(x, y, r, "#17120f", stroke="#f6eeda", stroke_width=1.5) + icon(
        "skull", x, y, 1.25 * r
    )


def _picks(s: Record, pirate: int) -> list[Pick]:
    """What a pirate may be chosen for by the seat to move."""
    left, rank = (pirate // RANKS - s.seat) % s.players, pirate % RANKS
    if left:
        return [pick("assemble", left=left - 1, top=rank), pick("mutiny", left=left - 1, top=rank)]
    return [pick(block, own=rank) for block in ("assemble", "capture", "ransom")]


def _column(s: Record, pirate: int, most: int, place: Box) -> str:
    """A pirate with its party and a dot for each that may still join, or whose party it is in."""
    x, y = place.x + place.width / 2, place.y + 42
    if s.above[pirate] != NONE:
        captain = captain_of(s, pirate)
        return "".join(
            (
                _absent(FACES[pirate % RANKS], x, y, 18),
                text(x, y + 34, "sails with", 12, fill=FADED, anchor="middle"),
                _disc(captain, x, y + 58, _CREW),
            )
        )
    party = stack_under(s, pirate)
    parts = []
    if s.pend_top == pirate:
        glow = Box(place.x + 3, place.y + 6, place.width - 6, place.height - 12)
        parts.append(rect(glow, "#f7d777", rx=12, stroke=GOLD_DARK, stroke_width=1.5, opacity=0.75))
    if s.phase == Phase.RANSOM_ASSEMBLE and s.seat == pirate // RANKS:
        parts.append(circle(x, y, 26, "#f7d777", stroke=GOLD_DARK, stroke_width=1.5))
    parts.append(_disc(pirate, x, y, 20))
    for k in range(1, most):
        row = y + 8 + _PITCH * k
        room = circle(x, row, 2.5, PARCHMENT_DARK)
        parts.append(_disc(party[k], x, row, _CREW) if k < len(party) else room)
    if len(party) > 1:
        parts.append(icon("hat", x, y - 23, 28))
        parts.append(_mate_mark(x + 18, y + 8 + _PITCH))
        height = f"{len(party)} of {most}"
        parts.append(text(x, place.bottom - 13, height, 14, fill=FADED, anchor="middle"))
    return "".join(parts)


def _disc(pirate: int, x: float, y: float, r: float) -> str:
    return piece(pirate // RANKS, FACES[pirate % RANKS], x, y, r)


def _absent(face: str, x: float, y: float, r: float) -> str:
    return circle(x, y, r, "none", stroke=FADED, stroke_width=1.4, stroke_dasharray="3 4") + text(
        x, y, face, 1.1 * r, font=BOLD, fill="#b39d7c", anchor="middle"
    )


def _mate_mark(x: float, y: float) -> str:
    return circle(x, y, 7.5, PARCHMENT, stroke=INK, stroke_width=1) + text(
        x, y, "M", 10, font=BOLD, anchor="middle"
    )


def _tokens(s: Record, seat: int, box: Box) -> str:
    """Booty tokens by kind; a star marks the kinds of which nobody has more."""
    parts = []
    for kind, name in enumerate(KIND_NAMES):
        row, column = divmod(kind, 3)
        x, y = box.x + 18 + 58 * column, box.y + 18 + 44 * row
        count = s.tokens[seat][kind]
        most = max(s.tokens[other][kind] for other in range(s.players))
        number = text(x + 28, y + 2, count, 20, font=BOLD, anchor="middle")
        star = text(x + 28, y - 13, "★", 12, fill=_STAR, anchor="middle")
        parts.append(
            group(
                token(x, y, 17, name),
                number,
                star if count == most > 0 else "",
                opacity=1 if count else 0.4,
            )
        )
    return "".join(parts)


def _kept(s: Record, tables: Tables, seat: int, box: Box) -> str:
    cards = [card for card in range(CARDS) if s.card_loc[card] == Place.KEPT + seat]
    rules = tables.t.cards
    wheels = sum(rules[card].wheels for card in cards if rules[card].type == CardType.SHIP)
    anchors = sum(rules[card].anchors for card in cards if rules[card].type == CardType.RUINS)
    parts = [
        line(box.x, box.y - 4, box.right, box.y - 4, PARCHMENT_DARK),
        text(box.x, box.y + 14, plural(len(cards), "card") if cards else "no cards", 17, font=BOLD),
        icon("wheel", box.x + 92, box.y + 14, 20),
        text(box.x + 105, box.y + 14, wheels, 18, font=BOLD),
        icon("anchor", box.x + 144, box.y + 14, 20),
        text(box.x + 157, box.y + 14, anchors, 18, font=BOLD),
    ]
    room = Box(box.x, box.y + 30, box.width, box.height - 32)
    places = room.rows(max(10, len(cards)))
    if len(cards) > 13:
        places = [place for column in room.columns(2, 6) for place in column.rows(10)]
    names = [tables.text("cards", "name")[card] for card in cards]
    free = places[0].width - (57 if len(cards) <= 13 else 24)
    size = min((fitted(name, 14, free) for name in names), default=14)
    for index, name, place in zip(cards, names, places, strict=False):
        tag = place._replace(width=21, height=place.height - 2)
        parts += [_tag(rules[index], tag), text(place.x + 25, tag.middle[1], name, size)]
        if len(cards) <= 13:
            marks = _marks(rules[index])
            parts += [
                icon(m, place.right - 7 - 15 * k, tag.middle[1], 14) for k, m in enumerate(marks)
            ]
    return "".join(parts)


def _marks(rules: Record) -> list[str]:
    """Icons of what a card counts for in the final scoring."""
    return ["wheel"] * rules.wheels + ["anchor"] * rules.anchors


# The board in the middle --------------------------------------------------------------------------


def _board(s: Record, tables: Tables, *, is_asked: bool) -> str:
    box = BOARD
    middle = (
        _reckoning(s, tables, MIDDLE)
        if s.phase == Phase.OVER
        else "".join(_slot(s, tables, k, place, is_asked) for k, place in enumerate(slot_boxes()))
    )
    return "".join(
        (
            panel(box, WOOD_DARK, "url(#wood)", rx=18, border=4),
            rect(box.inside(8), "none", rx=12, stroke="#a97b4e", opacity=0.6),
            _piles(s, tables, Box(box.x + 24, box.y + 22, 306, box.height - 44)),
            middle,
            _supply(s, tables, Box(box.x + 1222, box.y + 20, 306, box.height - 40), is_asked),
        )
    )


def _slot(s: Record, tables: Tables, slot: int, box: Box, is_asked: bool) -> str:
    if slot >= s.display_size:
        return ""
    index = s.display[slot]
    if index == NONE:
        hole = rect(box, "#000000", rx=12, opacity=0.16, stroke="#d9b98a", stroke_dasharray="6 6")
        face = hole + text(*box.middle, "boarded", 20, fill="#d9b98a", anchor="middle")
    else:
        face = _card(tables, index, box)
    if s.pend_slot == slot:
        face = rect(box.inside(-6), "none", rx=17, stroke="#ffe08a", stroke_width=7) + face
    label = f"slot {slot}" + (f" · {CARD_KEYS[index]}" if index != NONE else "")
    picks = [pick(block, slot=slot) for block in ("capture", "mutiny") if is_asked]
    words = text(box.middle[0], box.bottom + 15, label, 14, fill="#e6cda5", anchor="middle")
    return picked(face, *picks, box=box) + words


def _card(tables: Tables, index: int, box: Box) -> str:
    rules = tables.t.cards[index]
    frame, edge = _FRAMES[CardType(rules.type)]
    x, y, width = box.x, box.y, box.width
    name = tables.text("cards", "name")[index]
    return "".join(
        (
            card(box, frame, edge),
            text(box.middle[0], y + 27, name, 27, font=TITLE, anchor="middle", width=width - 30),
            _scene(rules, Box(x + 14, y + 46, width - 28, 88)),
            _figures(rules, Box(x + 14, y + 140, width - 28, 62)),
            line(x + 16, y + 206, box.right - 16, y + 206, PARCHMENT_DARK),
            _booty(rules, Box(x + 14, y + 210, width - 28, 64)),
        )
    )


def _scene(rules: Record, box: Box) -> str:
    """What is boarded: a sloop, brig or galleon by its crew, ruins or the sea monster."""
    subject = {CardType.RUINS: "ruins", CardType.MONSTER: "kraken"}.get(rules.type) or (
        "sloop" if rules.min < 4 else "brig" if rules.min < 5 else "galleon"
    )
    x, y, width, height = box
    sky, water = ("#f3ddb0", "#6aa6a8") if rules.type == CardType.SHIP else ("#d7dccb", "#77a08c")
    if rules.type == CardType.MONSTER:
        sky, water = "#b9a9b6", "#33606b"
    level = y + height - 20
    swell = ["q", 12, -7, 24, 0] * 6
    return "".join(
        (
            rect(box, sky, rx=6),
            circle(box.right - 26, y + 22, 12, "#fff3cf", opacity=0.8),
            band(Box(x, level - 4, width, 24), water, bottom=6),
            icon(subject, x + width / 2, y + height / 2 - 1, 84),
            path("M", x + 12, level + 11, *swell, stroke="#ffffff", stroke_width=2, opacity=0.45),
        )
    )


def _figures(rules: Record, box: Box) -> str:
    """Minimum, ducats and the wage of a "?"."""
    left, middle, right = ((place.middle[0], box.y + 24) for place in box.columns(3))
    labels = zip((left, middle, right), ("at least", "ducats", "wage of ?"), strict=True)
    return "".join(
        (
            icon("pirate", left[0] - 12, left[1], 26),
            text(left[0] + 4, left[1], rules.min, 28, font=BOLD),
            coin(*middle, 22, rules.ducats),
            circle(right[0] - 12, right[1], 12, "#efe3c4", stroke=INK, stroke_width=1.4),
            text(right[0] - 12, right[1], "?", 16, font=BOLD, anchor="middle"),
            text(right[0] + 5, right[1], rules.q, 28, font=BOLD),
            *(text(x, y + 31, label, 12, fill=FADED, anchor="middle") for (x, y), label in labels),
        )
    )


def _booty(rules: Record, box: Box) -> str:
    """Tokens for captain and mate on the left, what counts in the final scoring on the right."""
    kinds = [KIND_NAMES[kind] for kind in rules.booty if kind != NONE]
    marks = _marks(rules)
    monster = rules.type == CardType.MONSTER
    label = (
        "both for the captain" if monster else "captain chooses" if len(kinds) > 1 else "captain"
    )
    y = box.y + 22
    pitch = 46
    width = pitch * len(kinds)
    start = box.middle[0] - width / 2 if not marks else box.x + 52 - width / 2
    parts = [token(start + pitch * (k + 0.5), y, 20, kind) for k, kind in enumerate(kinds)]
    middle = start + width / 2
    parts.append(text(middle, box.y + 55, label, 12, fill=FADED, anchor="middle"))
    if marks:
        parts.append(line(box.x + 106, box.y + 4, box.x + 106, box.bottom - 4, PARCHMENT_DARK))
        centre = box.x + 140
        size = min(30, 62 / len(marks))
        first = centre - size * (len(marks) - 1) / 2
        parts += [icon(mark, first + size * k, y, size - 4) for k, mark in enumerate(marks)]
        parts.append(text(centre, box.y + 55, "at the end", 12, fill=FADED, anchor="middle"))
    return "".join(parts)


def _piles(s: Record, tables: Tables, box: Box) -> str:
    """Deck, discards and, until the first mutiny, the black spot."""
    discards = [card for card in range(CARDS) if s.card_loc[card] == Place.DISCARDED]
    back, pile, spot = (Box(box.x + 104 * k, box.y, 92, 128) for k in range(3))
    parts = [_card_back(s.deck_len, back)]
    if discards:
        parts.append(card(pile, "#b9a27c", WOOD_DARK, rx=8))
        parts.append(text(*pile.middle, len(discards), 40, font=TITLE, anchor="middle"))
    else:
        parts.append(rect(pile, "none", rx=8, stroke="#d9b98a", stroke_dasharray="5 5"))
    if s.black_spot == NONE:
        parts.append(_black_spot(*spot.middle, 34))
    labels = ("deck", "discards", "black spot" if s.black_spot == NONE else "")
    parts += [
        text(place.middle[0], place.bottom + 16, label, 16, fill="#f3e2c0", anchor="middle")
        for place, label in zip((back, pile, spot), labels, strict=True)
    ]
    coming = [card for card in range(CARDS) if s.card_loc[card] == Place.DECK]
    parts += _tags(tables, "still to come", coming, Box(box.x, box.y + 184, box.width, 44))
    parts += _tags(tables, "discarded", discards, Box(box.x, box.y + 248, box.width, 44))
    return "".join(parts)


def _tags(tables: Tables, label: str, cards: list[int], box: Box) -> list[str]:
    """A set of cards, each as its ducats in the colour of its type."""
    if not cards:
        return []
    cards = sorted(cards, key=lambda card: (tables.t.cards[card].type, tables.t.cards[card].ducats))
    places = [place for row in box.rows(2, 4) for place in row.columns(10, 4)]
    words = text(box.x, box.y - 10, f"{label}, by ducats", 13, fill="#e6cda5")
    return [words] + [
        _tag(tables.t.cards[card], place) for card, place in zip(cards, places, strict=False)
    ]


def _tag(rules: Record, box: Box) -> str:
    """A card's ducats in the colour of its type."""
    fill, edge = _FRAMES[CardType(rules.type)]
    ink = INK if rules.type == CardType.SHIP else "#ffffff"
    return rect(box, fill, rx=3, stroke=edge, stroke_width=0.8) + text(
        *box.middle, rules.ducats, 13, font=BOLD, fill=ink, anchor="middle", width=box.width - 4
    )


def _card_back(count: int, box: Box) -> str:
    if not count:
        return rect(box, "none", rx=8, stroke="#d9b98a", stroke_dasharray="5 5")
    sheets = [
        panel(Box(box.x + k, box.y - 2 * k, *box[2:]), INK, "#24505b", 8, 1) for k in (0, 1, 2)
    ]
    face = Box(box.x + 2, box.y - 4, *box[2:])
    x, y = face.middle
    return "".join(
        (
            *sheets,
            rect(face.inside(6), "none", rx=5, stroke="#8fc0c2", opacity=0.7),
            icon("compass", x, y, 80, opacity=0.35),
            text(x, y, count, 44, font=TITLE, fill="#f3d98c", anchor="middle"),
        )
    )


def _supply(s: Record, tables: Tables, box: Box, is_asked: bool) -> str:
    """Tokens left, prizes for the most of each kind, and the table of wheels and anchors."""
    rules = tables.t
    parts = [panel(box, WOOD_DARK, rx=10)]
    left, prize = box.x + 150, box.x + 244
    parts.append(text(left, box.y + 16, "left", 13, fill=FADED, anchor="middle"))
    parts.append(text(prize, box.y + 16, "for the most", 13, fill=FADED, anchor="middle"))
    rows = Box(box.x, box.y + 26, box.width, 168).rows(KINDS)
    for kind, (name, row) in enumerate(zip(KIND_NAMES, rows, strict=True)):
        y = row.middle[1]
        taken = sum(s.tokens[seat][kind] for seat in range(s.players))
        tokens = icon(name, box.x + 26, y, 24)
        picks = (pick("booty", kind=kind),) if is_asked else ()
        parts.append(picked(tokens, *picks, box=row._replace(width=110)))
        parts.append(text(box.x + 48, y, name, 17))
        parts.append(
            text(left, y, rules.booty[kind].number - taken, 18, font=BOLD, anchor="middle")
        )
        if kind in (Kind.WHEEL, Kind.ANCHOR):
            parts.append(text(prize, y, f"one {name} more", 14, anchor="middle"))
        else:
            parts.append(coin(prize, y, 12.5, rules.booty[kind].printed))
    parts.append(line(box.x + 12, box.y + 200, box.right - 12, box.y + 200, PARCHMENT_DARK))
    parts.append(_rates(s, tables, Box(box.x + 12, box.y + 204, box.width - 24, 80)))
    return "".join(parts)


def _rates(s: Record, tables: Tables, box: Box) -> str:
    rates = tables.t.wheel_rates[s.players - FEWEST_SEATS].per_wheel
    parts = [
        text(box.x + 4, box.y + 22, "anchors", 15),
        text(box.x + 4, box.y + 56, "per wheel", 15),
    ]
    columns = Box(box.x + 76, box.y, box.width - 76, box.height).columns(len(rates))
    for k, (rate, place) in enumerate(zip(rates, columns, strict=True)):
        x = place.middle[0]
        more = k == len(rates) - 1
        parts.append(text(x, box.y + 22, f"{k}+" if more else k, 18, font=BOLD, anchor="middle"))
        parts.append(coin(x, box.y + 56, 15, rate))
    return "".join(parts)


def _reckoning(s: Record, tables: Tables, box: Box) -> str:
    """The accounts of all players: what the tokens, the wheels and the spot have brought."""
    entries = [account(s, tables, seat) for seat in range(s.players)]
    heads = [entry.what.split(",")[0].removesuffix(" tokens") for entry in entries[0]]
    rows = [
        Account(seat, s.final_rank[seat], (*map(_booked, entries[seat]), s.final_score[seat]))
        for seat in range(s.players)
    ]
    notes = f"Of tokens: how many, and the ducats they bring; {MOST} nobody has more of the kind."
    return accounts(box, (*heads, "ducats"), rows, notes)


def _booked(entry: Entry) -> str:
    """A line of an account: what is there, and the ducats that it brings."""
    if entry.how and entry.ducats:
        return f"{entry.how}: {entry.ducats}"
    return entry.how or str(entry.ducats or "-")


# The legend ---------------------------------------------------------------------------------------


def _signs(tables: Tables, left: float, top: float) -> str:
    penalty = plural(tables.t.numbers.black_spot, "ducat")
    signs = (
        (lambda x, y: icon("hat", x, y, 32), "captain: commands the party"),
        (_mate_mark, "mate: gets the token left over"),
        (lambda x, y: _disc(1, x, y, 14), "pirate with its wage; a ? earns what the card says"),
        (lambda x, y: _absent(FACES[1], x, y, 14), "pirate that sails in somebody else's party"),
        (lambda x, y: icon("pirate", x, y, 26), "pirates that a card asks for"),
        (lambda x, y: text(x, y, "★", 20, fill=_STAR, anchor="middle"), "the most of a kind"),
        (lambda x, y: _black_spot(x, y, 14), f"black spot: costs {penalty} at the end"),
    )
    return legend(Box(left + 60, top + 32, 380, 312), "Signs", signs)
