"""The picture of the table: complete, in its frame, and silent about the deck."""

import random
import re
from itertools import combinations, pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

from piracy_env.core.record import Record
from piracy_env.drawing.fonts import BOLD, TEXT, TITLE, text_width
from piracy_env.drawing.svg import PLAYER_COLOURS, player_name, rasterize
from piracy_env.games.mutiny import GAME
from piracy_env.games.mutiny.reckoning import account
from piracy_env.games.mutiny.render import HEIGHT, WIDTH, render
from piracy_env.games.mutiny.state import CARDS, FACES, Phase, Place
from piracy_env.games.mutiny.tables import TABLES
from tests.games.mutiny.positions import LETTERS

TABLE = TABLES.load()
NAMES = TABLE.text("cards", "name")
SVG = "{http://www.w3.org/2000/svg}"


def start(players=4, face_up=(0, 1, 2, 3)):
    """A table before the first turn, with chosen cards face up."""
    s = Record(GAME.blank(GAME.choose(players))[0])
    for field in ("above", "below", "deck", "display"):
        getattr(s, field)[:] = -1
    s.ducats[:players] = 5
    s.black_spot = s.pend_top = s.pend_slot = s.pend_mult = s.ransomed = -1
    for slot, card in enumerate(face_up):
        s.display[slot] = card
        s.card_loc[card] = Place.FIRST_SLOT + slot
    restack(s)
    return s


def restack(s):
    """Make the deck of all cards that are nowhere else."""
    deck = [card for card in range(CARDS) if s.card_loc[card] == Place.DECK]
    s.deck[:] = -1
    s.deck[: len(deck)] = deck
    s.deck_len = len(deck)
    s.claimed = CARDS - len(deck) - sum(card >= 0 for card in s.display)


def party(s, pirates):
    """Stack pirates such as "A2 B? C5", top first; return the top one."""
    ids = [5 * LETTERS.index(name[0]) + FACES.index(name[1]) for name in pirates.split()]
    for upper, lower in pairwise(ids):
        s.below[upper], s.above[lower] = lower, upper
    return ids[0]


def keep(s, seat, *cards):
    for card in cards:
        s.card_loc[card] = Place.KEPT + seat
    restack(s)


def crowded(players):
    """A late position that fills every corner: a party of nine, treasures, tokens, many cards."""
    s = start(players, (9, 19, 5))
    party(s, "A2 B3 C4 A5 B? A3 C2 B5 A4")
    party(s, "B4 C3 A?")
    for seat in range(players):
        s.ducats[seat] = 9999 - seat
        s.tokens[seat] = [1, 0, 1, 1, seat % 2, 0]
    keep(s, 0, *range(5), *range(10, 18))
    keep(s, 1, 6)
    s.card_loc[18] = Place.DISCARDED
    restack(s)
    s.black_spot, s.seat, s.turns, s.passes = 1, 1, 400, 2
    return s


def boarding(players):
    """A mutiny that waits for the captain's choice of a token."""
    s = crowded(players)
    s.phase, s.pend_top, s.pend_slot, s.pend_mult = Phase.BOOTY, 7, 0, 2
    return s


def ransomed(players):
    """A ransomed pirate that must be put onto another player's stack."""
    s = crowded(players)
    s.phase, s.seat, s.ransomed = Phase.RANSOM_ASSEMBLE, 2, 3
    return s


def finished(players):
    """A game that is over, all cards with one player, two winners."""
    s = start(players, ())
    keep(s, 2, *range(CARDS))
    s.phase, s.over, s.end_reason, s.turns = Phase.OVER, 1, 1, 131
    s.final_score[:players] = [120, 90, 120, 8, 70][:players]
    s.final_rank[:players] = [1, 3, 1, 5, 4][:players]
    return s


POSITIONS = (start, crowded, boarding, ransomed, finished)
every_position = pytest.mark.parametrize("position", POSITIONS)
every_count = pytest.mark.parametrize("players", [3, 4, 5])


def words(svg):
    """All texts of a picture."""
    return [node.text for node in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def text_boxes(svg):
    """Each text of a picture with its left, top, right and bottom; nothing is moved by a group."""
    root = ElementTree.fromstring(svg)
    assert not [node for node in root.iter() if "transform" in node.attrib]
    for node in root.iter(f"{SVG}text"):
        size, x, y = (float(node.attrib[name]) for name in ("font-size", "x", "y"))
        bold = "font-weight" in node.attrib
        font = TITLE if "font-family" in node.attrib else BOLD if bold else TEXT
        width = text_width(node.text or "", size, font)
        left = x - width * {"start": 0, "middle": 0.5, "end": 1}[node.get("text-anchor", "start")]
        yield node.text, left, y - size * font.cap_height, left + width, y


# Soundness ----------------------------------------------------------------------------------------


@every_position
@every_count
def test_every_position_is_drawn_from_every_seat(position, players):
    s = position(players)
    for seat in (None, *range(players)):
        root = ElementTree.fromstring(render(s, TABLE, seat))
        assert (root.attrib["width"], root.attrib["height"]) == (str(WIDTH), str(HEIGHT))


@every_position
def test_the_same_position_gives_the_same_picture(position):
    assert render(position(4), TABLE, 2) == render(position(4), TABLE, 2)


@every_position
def test_drawing_changes_nothing(position):
    s = position(4)
    before = s._row.tobytes()
    render(s, TABLE, 0)
    assert s._row.tobytes() == before


@every_position
@every_count
def test_every_text_is_inside_the_canvas(position, players):
    for text, left, top, right, bottom in text_boxes(render(position(players), TABLE, 0)):
        assert min(left, top) > 4, text
        assert right < WIDTH - 4, text
        assert bottom < HEIGHT - 4, text


@every_position
@every_count
def test_no_two_texts_overlap(position, players):
    boxes = list(text_boxes(render(position(players), TABLE, 0)))
    for (one, *a), (other, *b) in combinations(boxes, 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, f"{one!r} overlaps {other!r}"


def test_names_from_a_table_are_escaped():
    table = TABLES.load({"cards": {"S01": {"name": '<Bold> & "Sons\'"'}}})
    assert '<Bold> & "Sons\'"' in words(render(start(), table, 0))


def test_a_picture_becomes_pixels():
    pixels = rasterize(render(crowded(5), TABLE, 3), 800)
    assert (pixels.shape, pixels.dtype) == ((620, 800, 3), np.uint8)


# Nothing hidden, nothing missing ------------------------------------------------------------------


@every_position
def test_the_order_of_the_deck_and_the_generator_do_not_show(position):
    s, other = position(4), position(4)
    deck = list(other.deck[: other.deck_len])
    random.Random(1).shuffle(deck)
    other.deck[: len(deck)] = deck
    other.rng = 12345
    assert all(render(s, TABLE, seat) == render(other, TABLE, seat) for seat in (None, 0, 3))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("ducats", (1, 77)),
        ("tokens", (2, (0, 0, 0, 6, 0, 0))),
        ("display", (3, 17)),
        ("card_loc", (12, Place.KEPT + 3)),
        ("card_loc", (12, Place.DISCARDED)),
        ("black_spot", 2),
        ("seat", 3),
        ("passes", 1),
        ("turns", 9),
        ("claimed", 1),
        ("deck_len", 3),
    ],
)
def test_everything_public_shows(field, value):
    s, other = start(), start()
    if isinstance(value, tuple):
        getattr(other, field)[value[0]] = value[1]
    else:
        setattr(other, field, value)
    assert render(s, TABLE, 0) != render(other, TABLE, 0)


def test_the_order_within_a_party_shows():
    pictures = set()
    for pirates in ("A2 B3 C4", "A2 C4 B3", "B3 A2 C4"):
        s = start()
        party(s, pirates)
        pictures.add(render(s, TABLE, 0))
    assert len(pictures) == 3


def test_the_viewer_sits_at_the_bottom_and_the_others_clockwise():
    places = {}
    for text, left, top, *_ in text_boxes(render(start(5), TABLE, 3)):
        if match := re.fullmatch(r"([A-E]) \w+", text or ""):
            places[match[1]] = ("top" if top < HEIGHT / 3 else "bottom", left // (WIDTH / 3))
    assert places == {
        "D": ("bottom", 1), "E": ("bottom", 0), "A": ("top", 0),
        "B": ("top", 2), "C": ("bottom", 2),
    }  # fmt: skip


def test_the_viewer_is_addressed_and_a_spectator_is_not():
    assert "you" in words(render(start(), TABLE, 2))
    assert "you · to move" in words(render(start(), TABLE, 0))
    assert not [text for text in words(render(start(), TABLE, None)) if "you" in text]


def test_a_card_shows_all_its_numbers():
    s = start(face_up=(9,))  # Governor's Yacht: minimum 5, 19 ducats, 5 for a "?", chest and relics
    shown = words(render(s, TABLE, 0))
    empty = words(render(start(face_up=()), TABLE, 0))
    for word in ("Governor's Yacht", "5", "19"):
        assert shown.count(word) > empty.count(word) - (word == "19")
    assert "captain chooses" in shown
    s.display[0] = 19
    assert "both for the captain" in words(render(s, TABLE, 0))


def test_stacks_show_faces_colours_and_their_height_against_the_limit():
    s = start()
    party(s, "A2 B3 C? D5")
    svg = render(s, TABLE, 0)
    assert "4 of 9" in words(svg)
    assert words(svg).count("sails with") == 3
    for colour in PLAYER_COLOURS[:4]:
        assert f'fill="{colour.fill}"' in svg
    assert '"#hat"' in svg


def test_the_height_is_measured_against_the_limit_of_the_table():
    table = TABLES.load({"numbers": {"largest_party": 7}})
    s = start()
    party(s, "A2 B3")
    assert "2 of 7" in words(render(s, table, 0))


def test_kept_cards_are_named_with_their_sums_of_wheels_and_anchors():
    s = start()
    keep(s, 1, 8, 9, 10, 14, 15)  # three ships of two wheels, two ruins
    shown = words(render(s, TABLE, 0))
    assert {NAMES[card] for card in (8, 9, 10, 14, 15)} <= set(shown)
    at = shown.index("5 cards")
    assert shown[at + 1 : at + 3] == ["6", "2"]


def test_a_star_marks_the_most_tokens_of_a_kind():
    s = start()
    legend = words(render(s, TABLE, 0)).count("★")
    s.tokens[1, 0], s.tokens[2, 0], s.tokens[3, 0], s.tokens[0, 4] = 2, 1, 2, 1
    assert words(render(s, TABLE, 0)).count("★") == legend + 3


def test_a_boarding_says_who_boards_what_and_what_the_captain_may_take():
    shown = words(render(boarding(3), TABLE, 0))
    sentence = next(text for text in shown if "boards" in text and "mutiny" in text)
    for word in ("B Blue", "double wages", "Governor's Yacht", "3 pirates", "chest or relics"):
        assert word in sentence


def test_a_ransom_says_which_pirate_has_to_join_a_stack():
    shown = words(render(ransomed(4), TABLE, 0))
    assert any("C Yellow has ransomed its 5" in text for text in shown)


def test_only_choices_that_may_be_open_are_offered():
    def offered(s):
        return next(text for text in words(render(s, TABLE, 0)) if text.startswith("Choices"))

    s = start()
    assert offered(s).endswith("possible: assemble a party, capture or start a mutiny")
    party(s, "B2 A2 A3 A4 A5 A?")
    assert offered(s).endswith("possible: start a mutiny or ransom a pirate")
    s.use_mutiny = s.use_ransom = 0
    assert offered(s).endswith("possible: none but to pass")


def test_the_end_shows_winners_places_and_scores():
    shown = words(render(finished(5), TABLE, None))
    assert "A Red and C Yellow win" in shown
    assert "The game is over: all cards have been boarded" in shown
    assert [text for text in shown if re.fullmatch(r"\d(st|nd|rd|th)", text)] == [
        "1st", "1st", "3rd", "4th", "5th",
    ]  # fmt: skip
    assert {"1st with 120 ducats", "5th with 8 ducats", "120", "8"} <= set(shown)


def test_the_end_is_reckoned_up_line_by_line():
    s = finished(5)
    shown = words(render(s, TABLE, None))
    start = shown.index("The Reckoning")
    for seat in range(5):
        row = shown[shown.index(player_name(seat), start) + 1 :]
        for cell, entry in zip(row, account(s, TABLE, seat), strict=False):
            parts = [part for part in (entry.how, entry.ducats) if part]
            assert cell == (": ".join(map(str, parts)) or "-")
        assert row[9] == str(s.final_score[seat])


def test_slots_that_an_option_removes_are_not_drawn():
    s = start(face_up=(0, 1, 2))
    s.display_size = 3
    assert not [text for text in words(render(s, TABLE, 0)) if text.startswith("slot 3")]
