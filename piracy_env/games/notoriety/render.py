"""The picture of the table: the viewer's cards at the bottom, the others above, the tavern between.

A hand is drawn for its owner alone, and for a spectator who knows all; of the others' hidden cards
the picture shows how many there are, and which cards they must be as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from piracy_env.core.record import Record
from piracy_env.core.seats import side_of
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, plural, spaced
from piracy_env.drawing.accounts import Account, accounts
from piracy_env.drawing.fonts import BOLD, TITLE
from piracy_env.drawing.picks import pick, picked
from piracy_env.drawing.svg import (
    FADED,
    GOLD,
    INK,
    PLAYER_COLOURS,
    WOOD,
    WOOD_DARK,
    Box,
    band,
    canvas,
    card,
    circle,
    coin,
    heading,
    icon,
    line,
    panel,
    player_name,
    rect,
    sea,
    text,
)
from piracy_env.games.notoriety.card_pictures import (
    Pile,
    large_card,
    piles,
    row_of_cards,
    small_card,
    suit_sign,
    tavern_card,
)
from piracy_env.games.notoriety.cards import OFFICERS, card_name, sale_value, together
from piracy_env.games.notoriety.describe import question
from piracy_env.games.notoriety.options import NAMES
from piracy_env.games.notoriety.reckoning import achievements, standing
from piracy_env.games.notoriety.state import (
    CAPTAIN,
    FIRST_TREASURE,
    KRAKEN,
    NONE,
    PRIZES,
    RANKS,
    ROUNDS,
    SLOTS,
    SUIT_NAMES,
    TYPES,
    Phase,
    Zone,
)

WIDTH, HEIGHT = 1600, 1330
_MARGIN = 25
_RIVALS = Box(_MARGIN, 96, WIDTH - 2 * _MARGIN, 374)
_TAVERN, _STAKES = Box(_MARGIN, 486, 1140, 282), Box(1185, 486, 390, 282)
_OWN = Box(_MARGIN, 784, WIDTH - 2 * _MARGIN, 430)
_LEGEND = Box(_MARGIN, 1230, WIDTH - 2 * _MARGIN, 86)
_WIDE = 1000
"""A sheet as wide as this has its piles beside the party, not below it."""
_MEANINGS = {
    "richest": "banners not buried",
    "merciless": "buried crew",
    "buried_treasure": "buried banners",
    "mutineer": "buried officers",
    "recruiter": "most pirates",
    "shipshape": "one of every rank",
    "commander": "longest straight flush",
}
_SETS = (  # what a party is made of: NOT-13.6 to 13.10, NOT-14
    ("same rank", "2 cards 4, each more 6"),
    ("straight", "3 cards 6, each more 2"),
    ("flush", "3 cards 8, each more 3"),
    ("straight flush", "3 cards 12, each more 4"),
    ("full ship, 1 to Captain", "9 cards 25"),
)


def render(s: Record, tables: Tables, seat: int | None) -> str:
    """The whole table as SVG, from a seat's side; a spectator sits with the first seat."""
    first = side_of(seat, s.players)
    last = ROUNDS if s.players == 2 else ROUNDS - 1
    notes = [f"Round {s.round} of {last}", f"Start Player {player_name(s.start_player)}"]
    notes += [f"last turns: {s.final_lap} left"] if s.final_lap else []
    headline, colour = _headline(s), PLAYER_COLOURS[_leader(s)]
    over = any(s.place)
    return canvas(
        WIDTH,
        HEIGHT,
        sea(WIDTH, HEIGHT),
        heading(WIDTH, "Notoriety", headline, colour, _detail(s, tables), notes),
        *(
            _rival(s, tables, player, seat, sheet_of(player, seat, s.players))
            for player in ((first + k) % s.players for k in range(1, s.players))
        ),
        *(
            [_reckoning(s, tables, _TAVERN._replace(width=_OWN.width))]
            if over
            else [
                _tavern(s, tables, _TAVERN, is_asked=seat == s.seat),
                _stakes(s, tables, seat, _STAKES),
            ]
        ),
        _own(s, tables, first, seat, _OWN),
        _legend(s, _LEGEND),
        title=f"notoriety, round {s.round}: {headline}",
    )


# Where things lie ---------------------------------------------------------------------------------


def sheet_of(seat: int, viewer: int | None, players: int) -> Box:
    """The sheet of a player, as a viewer sees it."""
    place = (seat - side_of(viewer, players)) % players
    return _RIVALS.columns(players - 1, 20)[place - 1] if place else _OWN


def slot_boxes() -> list[Box]:
    """The slots of the Tavern Row."""
    box = _TAVERN
    return Box(box.x + 140, box.y + 46, box.width - 280, box.height - 58).columns(SLOTS, 12)


def party_box(s: Record, tables: Tables, seat: int, viewer: int | None, number: int) -> Box | None:
    """A card in the raiding party of a player, the last one of its kind."""
    box = sheet_of(seat, viewer, s.players)
    is_own = box == _OWN and _shows_hand(s, seat, viewer)
    party = _own_parts(box)[1] if is_own else _rival_parts(s, seat, box)[0]
    places = [place for card_, place, _ in _party_cards(s, tables, seat, party) if card_ == number]
    return places[-1] if places and _has_party(s, seat) else None


def _shows_hand(s: Record, seat: int, viewer: int | None) -> bool:
    """Whether the player at the bottom is drawn with hand and piles apart."""
    return viewer in (None, seat) and not (s.over and not _has_party(s, seat))


def _own_parts(box: Box) -> tuple[Box, Box]:
    """Hand and party of the viewer."""
    hand = Box(box.x + 18, box.y + 56, 1010, 192)
    return hand, Box(hand.x, hand.bottom + 8, hand.width, 164)


def _rival_parts(s: Record, seat: int, box: Box) -> tuple[Box, Box]:
    """Party and piles of another player."""
    inner = Box(box.x + 16, box.y + 56, box.width - 32, box.height - 64)
    if not _has_party(s, seat):
        rest = inner._replace(y=inner.y + 32, height=inner.height - 32)
        return inner._replace(height=20), rest
    if box.width > _WIDE:
        party = inner._replace(width=inner.width * 0.54, height=min(220, inner.height))
        return party, Box(party.right + 30, inner.y, inner.right - party.right - 30, inner.height)
    party = inner._replace(height=118)
    return party, Box(inner.x, party.bottom + 12, inner.width, inner.bottom - party.bottom - 12)


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


# The tavern and what is at stake ------------------------------------------------------------------


def _tavern(s: Record, tables: Tables, box: Box, *, is_asked: bool) -> str:
    """The Tavern Row between the two decks."""
    left = Box(box.x + 14, box.y + 16, 112, box.height - 28)
    right = left._replace(x=box.right - 126)
    return "".join(
        (
            panel(box, WOOD_DARK),
            text(box.middle[0], box.y + 25, "The Tavern", 30, font=TITLE, anchor="middle"),
            *(
                picked(
                    tavern_card(tables, s.row[k], k, place),
                    *((pick("row", slot=k),) if is_asked else ()),
                    box=place,
                )
                for k, place in enumerate(slot_boxes())
            ),
            _deck(plural(s.pdeck_n, "pirate"), s.pdeck_n, "skull", left),
            _discards(tables, s.pdisc[: s.pdisc_n], left),
            _deck(plural(s.tdeck_n, "treasure"), s.tdeck_n, "chest", right),
            _discards(tables, s.tdisc[: s.tdisc_n], right),
        )
    )


def _deck(words: str, count: int, sign: str, box: Box) -> str:
    """A face-down deck."""
    back = Box(box.middle[0] - 35, box.y, 70, 92)
    pile = card(back, WOOD, WOOD_DARK, 9) if count else _nothing(back)
    drawing = icon(sign, *back.middle, 44, opacity=0.7 if count else 0.2)
    label = text(box.middle[0], back.bottom + 16, words, 18, font=BOLD, anchor="middle")
    return pile + drawing + label


def _discards(tables: Tables, cards: Sequence[int], box: Box) -> str:
    """A discard pile with the card that was discarded last."""
    pile = Box(box.middle[0] - 35, box.y + 128, 70, 92)
    face = small_card(tables, cards[-1], pile) if len(cards) else _nothing(pile)
    words = f"{len(cards)} discarded"
    return face + text(box.middle[0], pile.bottom + 16, words, 16, fill=FADED, anchor="middle")


def _nothing(box: Box) -> str:
    return rect(box, "none", rx=8, stroke="#c9b287", stroke_dasharray="5 5")


def _stakes(s: Record, tables: Tables, viewer: int | None, box: Box) -> str:
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
    played = achievements(s)
    for k, achievement in enumerate(played):
        name, line_ = NAMES[achievement], y + 112 + 25 * k
        meaning = _MEANINGS[name]
        if viewer is not None and viewer < s.players:
            meaning += f": you {standing(s, tables, achievement, viewer)[0]}"
        parts.append(text(x, line_, spaced(name).title(), 18, font=BOLD))
        parts.append(text(box.right - 18, line_, meaning, 17, fill=FADED, anchor="end"))
    top = y + 122 + 25 * len(played)
    for seat in range(s.players):
        middle = top + (box.bottom - top - 6) / s.players * (seat + 0.5)
        parts.append(circle(x + 9, middle, 9, PLAYER_COLOURS[seat].fill, stroke=INK))
        words = f"{player_name(seat)}: {_open_points(s, seat)} NP without Achievements"
        parts.append(text(x + 28, middle, words, 17))
    return "".join(parts)


def _prize(x: float, y: float, value: int) -> str:
    """A prize token."""
    disc = circle(x, y, 21, "url(#gold)", stroke=WOOD_DARK, stroke_width=2)
    return disc + text(x, y, value, 24, font=BOLD, anchor="middle")


def _prizes(s: Record, seat: int) -> int:
    return int(sum(value * n for value, n in zip(PRIZES, s.prize[seat], strict=True)))


def _officers(s: Record, seat: int) -> int:
    """NP of Quartermasters and Captains, wherever they are."""
    owned = together(*s.cnt[seat])
    return sum(owned[number] * (2 if number % RANKS == CAPTAIN else 1) for number in OFFICERS)


def _open_points(s: Record, seat: int) -> int:
    """NP of prizes, officers and Parley token: nothing of this is hidden."""
    return _prizes(s, seat) + _officers(s, seat) + int(s.parley[seat])


def _reckoning(s: Record, tables: Tables, box: Box) -> str:
    """How the Notoriety Points of everybody come about."""
    played = achievements(s)
    names = (spaced(NAMES[achievement]).capitalize() for achievement in played)
    heads = ("prizes", "officers", "Parley unused", *names, "coins", "NP")
    rows = [
        Account(
            seat,
            s.place[seat],
            (
                *(_prizes(s, seat), _officers(s, seat), s.parley[seat]),
                *(_standing(s, tables, achievement, seat) for achievement in played),
                *(s.coins[seat], s.np[seat]),
            ),
        )
        for seat in range(s.players)
    ]
    notes = (
        "Achievements: what counts, and the NP of the token. "
        "Coins are no points; they part players with as many NP."
    )
    return accounts(box, heads, rows, notes)


def _standing(s: Record, tables: Tables, achievement: int, seat: int) -> str:
    """What an Achievement counts for a player, and the NP that it brings."""
    value, points = standing(s, tables, achievement, seat)
    return f"{value}: {points} NP"


# The players --------------------------------------------------------------------------------------


def _area(s: Record, seat: int, viewer: int | None, box: Box) -> str:
    """A player's sheet with name, coins, prizes and Parley token."""
    colour = PLAYER_COLOURS[seat]
    to_move = not s.over and s.seat == seat
    glow = rect(box.inside(-5), "none", rx=17, stroke=GOLD, stroke_width=6) if to_move else ""
    you = " · you" if seat == viewer else ""
    y = box.y + 23
    parts = [
        panel(box, colour.edge, rx=14, border=3),
        glow,
        band(Box(box.x, box.y, box.width, 46), colour.fill, top=14),
        text(box.x + 16, y, player_name(seat) + you, 28, font=TITLE, fill=colour.ink,
             width=box.width * 0.42),
        coin(box.right - 30, y, 18, s.coins[seat]),
    ]  # fmt: skip
    x = box.right - 66
    for value, count in zip(PRIZES, s.prize[seat], strict=True):
        for _ in range(count):
            parts.append(_won(x, y, value))
            x -= 27
    parley = "Parley" if s.parley[seat] else "no Parley"
    parts.append(text(x + 4, y, parley, 17, fill=colour.ink, anchor="end"))
    return "".join(parts)


def _won(x: float, y: float, value: int) -> str:
    """A prize token that a player has: a star, so that nobody takes it for coins."""
    points = circle(x, y, 13, "#f6ebd0", stroke=WOOD_DARK, stroke_width=1.5)
    return points + text(x, y, value, 17, font=BOLD, anchor="middle")


def _party(s: Record, tables: Tables, seat: int, box: Box) -> str:
    """Ship Area and New Recruits Area, and what this party is worth."""
    recruits = sum(s.cnt[seat][Zone.NEWREC])
    words = f"Raiding party: strength {s.strength[seat]}, {s.unused[seat]} unused"
    note = f" ({recruits} recruited)" if recruits else ""
    cards = Box(box.x, box.y + 24, box.width, box.height - 24)
    shown = [face for _, _, face in _party_cards(s, tables, seat, box)]
    if not _has_party(s, seat):
        words = f"Raiding party: {'disbanded' if s.over else 'nobody yet'}"
        if box.height < 100:
            return text(box.x, box.y + 9, words, 17, font=BOLD)
        width = min(cards.height * 0.72, 138.0)
        places = (Box(box.x + k * (width + 8), cards.y, width, cards.height) for k in range(3))
        shown = [_nothing(place) for place in places]
    return "".join((text(box.x, box.y + 9, words + note, 17, font=BOLD, width=box.width), *shown))


def _party_cards(s: Record, tables: Tables, seat: int, box: Box) -> list[tuple[int, Box, str]]:
    """The cards of a party with their places."""
    zones = s.cnt[seat]
    numbers = [*_numbers(zones[Zone.SHIP]), *_numbers(zones[Zone.NEWREC])]
    wild = [RANKS * suit + CAPTAIN for suit in range(5) if s.cap_wild[seat] >> suit & 1]
    cards = Box(box.x, box.y + 24, box.width, box.height - 24)
    return list(row_of_cards(tables, numbers, cards, wild))


def _has_party(s: Record, seat: int) -> bool:
    return any(s.cnt[seat][Zone.SHIP]) or any(s.cnt[seat][Zone.NEWREC])


def _numbers(counts: Sequence[int]) -> list[int]:
    return [number for number, count in enumerate(counts) for _ in range(count)]


def _rival(s: Record, tables: Tables, seat: int, viewer: int | None, box: Box) -> str:
    """Another player: the party, and which cards are where as far as the viewer may know."""
    party, rest = _rival_parts(s, seat, box)
    shown = list(_piles_of(s, seat, viewer))
    parts = _area(s, seat, viewer, box), _party(s, tables, seat, party), piles(tables, rest, shown)
    picks = (pick("target", left=(seat - s.seat) % s.players - 1),) if viewer == s.seat else ()
    return picked("".join(parts), *(picks if seat != s.seat else ()), box=box)


def _piles_of(s: Record, seat: int, viewer: int | None) -> Iterator[Pile]:
    """The cards of a player of whom the viewer may see no hand, unless it sees all."""
    zones = s.cnt[seat]
    hand, deck, buried = sum(zones[Zone.HAND]), s.deck_n[seat], sum(zones[Zone.BUR_HID])
    if viewer in (None, seat):
        yield Pile(f"Hand ({hand})", zones[Zone.HAND])
        yield Pile(f"Ship deck ({deck})", zones[Zone.DECK])
        yield Pile("Buried", together(zones[Zone.BUR_OPEN], zones[Zone.BUR_HID]))
    else:
        where = f"Hand {hand}, Ship deck {deck}" + (f", buried unseen {buried}" if buried else "")
        pool = together(zones[Zone.HAND], zones[Zone.DECK], zones[Zone.BUR_HID])
        yield Pile(f"{where}: together", pool)
        yield Pile("Buried openly", zones[Zone.BUR_OPEN])
    yield Pile(f"Discard pile ({sum(zones[Zone.DISC])})", zones[Zone.DISC])
    if sum(zones[Zone.FRONT]):
        yield Pile("In front", zones[Zone.FRONT])


def _own(s: Record, tables: Tables, seat: int, viewer: int | None, box: Box) -> str:
    """The viewer: hand and party as cards with all that they do, the other cards as piles."""
    if not _shows_hand(s, seat, viewer):
        return _rival(s, tables, seat, viewer, box)
    zones, is_asked = s.cnt[seat], viewer == s.seat
    hand = _numbers(zones[Zone.HAND])
    left, party = _own_parts(box)
    questions = list(_asked(s, tables, seat))
    room = left.width - 165 * len(questions)
    asked = [
        (*asks, Box(left.x + room + 165 * k, left.y, 150, 192)) for k, asks in enumerate(questions)
    ]
    cards = Box(left.x, left.y + 24, room - (20 if asked else 0), left.height - 24)
    buried = together(zones[Zone.BUR_OPEN], zones[Zone.BUR_HID])
    top = ""
    if s.known_top[seat] and s.deck_n[seat]:
        top = f", {card_name(tables, s.deck[seat, s.deck_n[seat] - 1])} on top"
    shown = [
        Pile(f"Ship deck ({s.deck_n[seat]}){top}", zones[Zone.DECK]),
        Pile(f"Discard pile ({sum(zones[Zone.DISC])})", zones[Zone.DISC]),
        Pile(f"Buried ({sum(buried)})", buried),
    ]
    if sum(zones[Zone.FRONT]):
        shown.append(Pile("In front", zones[Zone.FRONT]))
    divider = left.right + 16
    rest = Box(divider + 16, box.y + 56, box.right - divider - 32, box.height - 66)
    return "".join(
        (
            _area(s, seat, viewer, box),
            text(left.x, left.y + 9, f"Hand ({len(hand)})", 17, font=BOLD),
            *(
                picked(face, *((pick("card", card=number),) if is_asked else ()), box=place)
                for number, place, face in row_of_cards(tables, hand, cards)
            ),
            *(
                picked(
                    _question(tables, words, number, place),
                    *((pick("card", card=number),) if is_asked else ()),
                    box=place,
                )
                for words, number, place in asked
            ),
            _party(s, tables, seat, party),
            line(divider, box.y + 60, divider, box.bottom - 16, "#cdb583"),
            _choice_or_piles(s, tables, seat, rest, shown, is_asked=is_asked),
        )
    )  # fmt: skip


def _choice_or_piles(
    s: Record, tables: Tables, seat: int, box: Box, shown: Sequence[Pile], *, is_asked: bool
) -> str:
    """The piles of the viewer; the cards of the discard pile apart, if one of them is chosen."""
    if s.over or s.seat != seat or s.phase not in (Phase.BURY_PICK, Phase.RESCUE_PICK):
        return piles(tables, box, shown)
    numbers = [number for number, count in enumerate(s.cnt[seat, Zone.DISC]) if count]
    row = Box(box.x, box.y + 24, box.width, 100)
    faces = (
        picked(face, *((pick("disc", card=number),) if is_asked else ()), box=place)
        for number, place, face in row_of_cards(tables, numbers, row)
    )
    rest = box._replace(y=box.y + 134, height=box.height - 134)
    heading = text(box.x, box.y + 9, "Choose from the discard pile", 17, font=BOLD)
    return heading + "".join(faces) + piles(tables, rest, shown)


def _asked(s: Record, tables: Tables, seat: int) -> Iterator[tuple[str, int]]:
    """The cards that a player has to decide about, and what they are."""
    if s.over or s.seat != seat:
        return
    if s.phase == Phase.LOOKOUT_PICK:
        yield "Lookout: top", s.look[0]
        yield "below it", s.look[1]
    elif 0 <= s.pending_card < TYPES and s.pending_card != NONE:
        number = s.pending_card
        is_loot = number >= FIRST_TREASURE
        yield (f"sells for {sale_value(tables, number)}" if is_loot else "which power?"), number


def _question(tables: Tables, words: str, number: int, box: Box) -> str:
    """A card that waits for a decision."""
    place = Box(box.x + 6, box.y + 24, 132, box.height - 24)
    glow = rect(place.inside(-5), "none", rx=12, stroke=GOLD, stroke_width=5)
    label = text(place.x, box.y + 9, words, 17, font=BOLD, width=box.width)
    return label + large_card(tables, number, place) + glow


# The legend ---------------------------------------------------------------------------------------


def _legend(s: Record, box: Box) -> str:
    """The suits, what a party is made of, and what its sets are worth."""
    suits = SUIT_NAMES[:KRAKEN] if s.players == 2 else SUIT_NAMES
    parts = [panel(box, WOOD_DARK)]
    left = Box(box.x + 20, box.y + 6, 620, 38)
    for k, place in enumerate(left.columns(len(SUIT_NAMES), 4)):
        if k < len(suits):
            parts.append(suit_sign(k, place.x + 16, place.middle[1], 27))
            parts.append(text(place.x + 38, place.middle[1], suits[k], 17))
    words = (
        "Q Quartermaster · C Captain, wild in the raid where it glows · P Parrot, wild in its suit"
    )
    parts.append(text(box.x + 20, box.y + 62, words, 16, width=620))
    x = box.x + 668
    parts.append(line(x - 14, box.y + 12, x - 14, box.bottom - 12, "#cdb583"))
    right = Box(x, box.y, box.right - x - 16, box.height)
    parts.append(text(x, box.y + 43, "Strength", 24, font=TITLE))
    columns = right._replace(x=x + 92, width=right.width - 92).columns(len(_SETS), 8)
    for (name, worth), place in zip(_SETS, columns, strict=True):
        parts.append(text(place.x, box.y + 31, name, 17, font=BOLD, width=place.width))
        parts.append(text(place.x, box.y + 56, worth, 16, width=place.width))
    return "".join(parts)
