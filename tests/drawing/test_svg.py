"""The vocabulary of the pictures: markup, letters, colours, pixels."""

import subprocess
import sys
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest

from piracy_env.drawing import svg
from piracy_env.drawing.fonts import BOLD, FONTS, TEXT, TITLE, text_width
from piracy_env.drawing.svg import Box
from piracy_env.errors import MissingExtraError

NAMESPACE = "{http://www.w3.org/2000/svg}"


def picture(*children, width=200, height=100):
    return svg.canvas(width, height, *children, title="a picture")


# Markup -------------------------------------------------------------------------------------------


def test_a_canvas_is_valid_xml_with_a_title():
    root = ElementTree.fromstring(picture(svg.circle(10, 10, 5, "red")))
    assert root.tag == f"{NAMESPACE}svg"
    assert root.attrib["viewBox"] == "0 0 200 100"
    assert root.findtext(f"{NAMESPACE}title") == "a picture"


def test_words_are_escaped_in_texts_attributes_and_titles():
    words = """<Tom & "Jerry's">"""
    body = svg.text(0, 0, words, 10) + svg.element("g", data_name=words)
    root = ElementTree.fromstring(svg.canvas(10, 10, body, title=words))
    assert root.findtext(f"{NAMESPACE}text") == words
    assert root.find(f"{NAMESPACE}g").attrib["data-name"] == words
    assert root.findtext(f"{NAMESPACE}title") == words


def test_numbers_are_short_and_never_negative_zero():
    markup = svg.element("g", a=0.1 + 0.2, b=2.0, c=-0.001, d=-1.5, e=7)
    assert markup == '<g a="0.3" b="2" c="0" d="-1.5" e="7"/>'


def test_an_attribute_of_none_is_left_out():
    assert svg.element("g", fill=None, stroke_width=2) == '<g stroke-width="2"/>'


def test_what_is_painted_once_is_made_transparent_without_a_layer():
    assert 'fill-opacity="0.5"' in svg.circle(5, 5, 2, "#fff", opacity=0.5)
    assert 'stroke-opacity="0.5"' in svg.line(0, 0, 5, 5, "#fff", opacity=0.5)
    both = svg.rect(
        Box(0, 0, 9, 9), "#fff", stroke="#000", opacity=0.5
    )  # its edge lies on its face
    assert ' opacity="0.5"' in both
    assert ' opacity="0.5"' in svg.group(both, opacity=0.5)


def test_a_picture_defines_what_it_uses_and_nothing_else():
    drawn = picture(svg.icon("anchor", 20, 20, 24), svg.coin(60, 20, 10, 5))
    ids = {
        node.attrib["id"] for node in ElementTree.fromstring(drawn).iter() if "id" in node.attrib
    }
    assert ids == {"anchor", "gold"}


def test_an_unknown_icon_is_named_with_the_known_ones():
    with pytest.raises(KeyError, match=r"parrot.*anchor"):
        svg.icon("parrot", 0, 0, 24)


def test_groups_move_scale_and_turn_their_children():
    assert svg.group("<a/>", x=3, y=4.5, turn=90, scale=2) == (
        '<g transform="translate(3 4.5) rotate(90) scale(2)"><a/></g>'
    )
    assert svg.group("<a/>") == "<g><a/></g>"


def test_a_hexagon_has_its_corners_on_a_circle():
    points = svg.corners(10, 20, 5)
    assert len(points) == 6
    assert points[0] == pytest.approx((10, 15))
    assert all(np.hypot(x - 10, y - 20) == pytest.approx(5) for x, y in points)


def test_boxes_divide_without_overlap():
    box = Box(10, 20, 100, 50)
    left, right = box.columns(2, gap=10)
    assert (left, right) == (Box(10, 20, 45, 50), Box(65, 20, 45, 50))
    assert [row.y for row in box.rows(5)] == [20, 30, 40, 50, 60]
    assert (box.right, box.bottom, box.middle) == (110, 70, (60, 45))
    assert box.inside(5) == Box(15, 25, 90, 40)


# Letters ------------------------------------------------------------------------------------------


def drawn(markup, width=200, height=120):
    """Pixels of markup on white."""
    white = svg.rect(Box(0, 0, width, height), "#fff")
    return svg.rasterize(picture(white, markup, width=width, height=height))


@pytest.mark.parametrize("font", FONTS)
def test_every_font_has_the_letters_that_the_games_use(font):
    needed = "".join(map(chr, range(0x21, 0x7F))) + "×÷•–—’“”…éñö"  # noqa: RUF001 - these very signs
    needed += "→←≥≤★✓" if font is not TITLE else ""
    missing = drawn(svg.text(20, 60, "\u2603", 60, font=font))
    for letter in needed:
        pixels = drawn(svg.text(20, 60, letter, 60, font=font))
        assert (pixels < 128).any(), f"{font.file.name} draws nothing for {letter!r}"
        assert (pixels != missing).any(), f"{font.file.name} has no {letter!r}"


def test_the_fonts_are_small_and_their_licences_lie_beside_them():
    folder = TEXT.file.parent
    assert sum(font.file.stat().st_size for font in FONTS) < 150_000
    for licence in ("OFL-text.txt", "OFL-title.txt"):
        assert "SIL OPEN FONT LICENSE" in (folder / licence).read_text(encoding="utf-8")


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("words", ["Governor's Yacht", "Turn 64 of at most 500", "WAVY Tokens"])
def test_measured_widths_are_those_of_the_drawing(font, words):
    pixels = drawn(svg.text(10, 60, words, 40, font=font), 700)
    columns = np.flatnonzero((pixels < 128).any((0, 2)))
    ink = columns[-1] - columns[0] + 1
    measured = text_width(words, 40, font)
    assert measured - 0.08 * measured - 4 < ink <= measured + 2


def test_a_long_line_is_made_to_fit():
    words = "the whole company of the Royal Galleon"
    assert svg.fitted(words, 20, 1000) == 20
    size = svg.fitted(words, 20, 150, BOLD)
    assert size < 20
    assert text_width(words, size, BOLD) <= 150
    assert f'font-size="{size:g}"' in svg.text(0, 0, words, 20, font=BOLD, width=150)


def test_paragraphs_wrap_between_words():
    words = "captain, mate and crew share the loot of a ship"
    lines = svg.wrapped(words, 16, 120)
    assert " ".join(lines) == words
    assert len(lines) > 2
    assert all(text_width(line, 16) <= 120 for line in lines)
    assert svg.paragraph(0, 0, words, 16, 120).count("<text") == len(lines)


def test_text_stands_with_its_capitals_around_the_given_height():
    rows = np.flatnonzero((drawn(svg.text(20, 50, "HEN", 60)) < 128).any((1, 2)))
    assert (rows[0] + rows[-1] + 1) / 2 == pytest.approx(50, abs=1)


# Colours ------------------------------------------------------------------------------------------

# What dichromats see, as matrices on linear RGB (Machado, Oliveira and Fernandes, 2009).
VISION = {
    "normal": np.eye(3),
    "no red": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "no green": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "no blue": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


def linear(colour):
    rgb = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    """CIELAB of linear RGB, in which distances are about as large as they look."""
    to_xyz = [[0.4125, 0.3576, 0.1804], [0.2127, 0.7152, 0.0722], [0.0193, 0.1192, 0.9503]]
    xyz = to_xyz @ rgb / [0.9505, 1, 1.0888]
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("vision", VISION)
def test_player_colours_stay_apart_for_the_colour_blind(vision):
    seen = {
        colour.name: lab(np.clip(VISION[vision] @ linear(colour.fill), 0, 1))
        for colour in svg.PLAYER_COLOURS
    }
    for one, other in combinations(seen, 2):
        assert np.linalg.norm(seen[one] - seen[other]) > 18, f"{one} and {other} look alike"


@pytest.mark.parametrize("colour", svg.PLAYER_COLOURS)
def test_marks_on_player_colours_can_be_read(colour):
    light, dark = sorted((linear(c) @ [0.2126, 0.7152, 0.0722] for c in colour[1:3]), reverse=True)
    assert (light + 0.05) / (dark + 0.05) > 4.5, "less contrast than accessible text needs"


def test_there_are_six_player_colours_with_names_of_their_own():
    assert len({colour.name for colour in svg.PLAYER_COLOURS}) == 6


# Things on a table --------------------------------------------------------------------------------


def test_every_thing_draws_valid_markup():
    box = Box(10, 10, 80, 60)
    things = (
        svg.panel(box), svg.card(box, "#fff", "#000"), svg.ribbon(box, "Ho & ho", "red", "white"),
        svg.band(box, "red", top=5), svg.coin(9, 9, 9, 1234), svg.token(9, 9, 9, "rum"),
        svg.piece(3, "?", 9, 9, 9), svg.hexagon(9, 9, 9, "red"), svg.compass(9, 9, 30),
        svg.line(0, 0, 9, 9, "red"), svg.sea(200, 100),
        svg.heading(800, "A game", "A to move", svg.PLAYER_COLOURS[0], "choose", ["turn 1"]),
        svg.legend(box, "Signs", [(lambda x, y: svg.coin(x, y, 5, 1), "a coin")]),
    )  # fmt: skip
    for thing in things:
        ElementTree.fromstring(picture(thing))


@pytest.mark.parametrize("name", svg.icons())
def test_every_icon_leaves_ink(name):
    markup = picture(svg.rect(Box(0, 0, 100, 100), "#88a"), svg.icon(name, 50, 50, 96))
    assert len(np.unique(svg.rasterize(markup).reshape(-1, 3), axis=0)) > 10


# Pixels -------------------------------------------------------------------------------------------


def test_pixels_have_the_size_of_the_canvas_or_the_wanted_width():
    markup = picture(svg.rect(Box(0, 0, 200, 100), "#ff8000"))
    pixels = svg.rasterize(markup)
    assert (pixels.shape, pixels.dtype) == ((100, 200, 3), np.uint8)
    assert pixels[50, 100].tolist() == [255, 128, 0]
    assert svg.rasterize(markup, 80).shape == (40, 80, 3)


def test_a_png_file_begins_like_one():
    assert svg.to_png(picture()).startswith(b"\x89PNG\r\n")


def test_pixels_may_be_written_to():
    assert svg.rasterize(picture()).flags.writeable


@pytest.mark.parametrize("package", ["resvg_py", "PIL"])
def test_without_the_extra_the_error_says_what_to_install(package, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError, match=r"pip install .piracy_env\[render\]"):
        svg.rasterize(picture())


def test_embedded_fonts_leave_the_picture_as_it_is():
    markup = picture(svg.text(5, 50, "Ahoy", 40), svg.text(100, 50, "Ahoy", 40, font=TITLE))
    embedded = svg.embed_fonts(markup)
    assert embedded.count("@font-face") == len(FONTS)
    ElementTree.fromstring(embedded)
    assert (svg.rasterize(embedded) == svg.rasterize(markup)).all()


def test_on_a_page_a_picture_has_its_fonts_and_is_no_wider_than_the_page():
    markup = picture(svg.text(5, 50, "Ahoy", 40))
    shown = svg.for_page(markup)
    assert ElementTree.fromstring(shown).get("style") == "max-width:100%;height:auto"
    assert shown.count("@font-face") == len(FONTS)
    assert (svg.rasterize(shown) == svg.rasterize(markup)).all()


def test_drawing_needs_neither_numba_nor_an_image_library():
    code = (
        "import sys; from piracy_env.drawing import svg; svg.canvas(9, 9, svg.sea(9, 9), title='');"
        "assert not {'numba', 'PIL', 'resvg_py'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
