"""The picture of the table: complete, in its frame, and silent about hidden cards."""

from xml.etree import ElementTree

import numpy as np
import pytest

from piracy_env.drawing.fonts import BOLD, TEXT, TITLE, text_width
from piracy_env.drawing.svg import PLAYER_COLOURS, rasterize
from piracy_env.games.havens import GAME
from piracy_env.games.havens.render import HEIGHT, WIDTH
from piracy_env.games.havens.state import Phase
from piracy_env.games.havens.tables import TABLES
from tests.games.havens.lively import voyage
from tests.games.havens.positions import table
from tests.scenario import act, deal

SVG = "{http://www.w3.org/2000/svg}"
NAMES = TABLES.load().text("hexes", "name")
every_count = pytest.mark.parametrize("players", GAME.seats)


def words(svg):
    """All texts of a picture, in one string."""
    return " | ".join(node.text or "" for node in ElementTree.fromstring(svg).iter(f"{SVG}text"))


def text_boxes(svg):
    """Left, right, top and bottom of each text that no group moves."""
    root = ElementTree.fromstring(svg)
    moved = {
        id(node)
        for group in root.iter(f"{SVG}g")
        if "transform" in group.attrib
        for node in group.iter(f"{SVG}text")
    }
    for node in root.iter(f"{SVG}text"):
        if id(node) in moved:
            continue
        size, x, y = (float(node.attrib[name]) for name in ("font-size", "x", "y"))
        bold = "font-weight" in node.attrib
        font = TITLE if "font-family" in node.attrib else BOLD if bold else TEXT
        width = text_width(node.text or "", size, font)
        left = x - width * {"start": 0, "middle": 0.5, "end": 1}[node.get("text-anchor", "start")]
        yield node.text, left, left + width, y - size * font.cap_height, y


def crowded(players):
    """Vessels of all kinds at sea and in assembly, Wild cards, booty, a full hand."""
    ships = {
        "0.0": "12 35 54 62; 70; 40; wild 76 2; wild 77 3", "0.1": "9 34 46 57; port",
        "0.2": "19 - - 61; port", "1.0": "10 33 47 -; 66; 9; wild 79 1", "1.1": "7 - - 58; port",
    }  # fmt: skip
    if players > 2:
        ships |= {
            "2.0": "13 36 55 63; 40; 16",
            "2.1": "3 28 50 59; 33; 7",
            "2.2": "- 45 52 -; port",
        }
    return table(
        ships, players=players, hands={1: "57 92"}, supply=[64] * players, face_up="13 14",
        discard="60", hand="38 84 84 91 94 101 83 69 17 25 75 99", column="26 22 90",
        rows={0: "16 34 25 32"}, options={"target": 100},
    )  # fmt: skip


def sailing(players):
    """A vessel that may stop in many hexes."""
    return act(table({"0.0": "12 35 54 62; 70; 4"}, players=players, dice="6"), "move 0")


def fighting(players):
    """A battle of two vessels after a first roll."""
    engine = table(
        {"0.0": "23 45 - 61; 65; 0", "1.0": "10 33 46 -; 66; 9"}, players=players,
        dice="1, 6,6,6,6,1,1,1,1", hands={1: "94"},
    )  # fmt: skip
    return act(engine, "move 0", "hex 65", "target 1 0", "pass", "card 94")


def raiding(players):
    """An Attack that goes on after a standoff."""
    engine = table({"0.0": "9 34 46 57; 69; 0"}, players=players, rows={0: "13"},
                   dice="2 2 2 2 2 1 1, 2 2 2 2 2 2")  # fmt: skip
    return act(engine, "attempt 0 0")


def finished(players):
    engine = deal(GAME, players=players, timed=1, timed_rounds=5)
    while not engine.record().over:
        engine.step(engine.uniform())
    return engine


POSITIONS = (crowded, sailing, fighting, raiding, finished)
every_position = pytest.mark.parametrize("position", POSITIONS)


@every_position
@every_count
def test_no_text_leaves_the_picture(position, players):
    for viewer in (None, 0, 1):
        for string, left, right, top, bottom in text_boxes(position(players).render(0, viewer)):
            assert 0 <= left < right <= WIDTH, string
            assert 0 <= top < bottom <= HEIGHT, string


@every_count
def test_texts_do_not_lie_upon_each_other(players):
    boxes = list(text_boxes(crowded(players).render(0, 0)))
    clashes = []
    for k, (one, left, right, top, bottom) in enumerate(boxes):
        for other, left_, right_, top_, bottom_ in boxes[k + 1 :]:
            wide = min(right, right_) - max(left, left_)
            high = min(bottom, bottom_) - max(top, top_)
            if wide > 2 and high > 2 and one != other:
                clashes.append((one, other))
    assert not clashes


@every_count
def test_the_same_position_gives_the_same_picture(players):
    assert crowded(players).render(0, 0) == crowded(players).render(0, 0)


def test_the_chart_has_all_places():
    text = words(crowded(4).render(0, 0)).replace(" | ", " ")
    for name in NAMES:
        if name != "open sea":
            for word in name.replace("(", "").replace(")", "").split():
                assert word in text


def test_a_changed_map_is_drawn():
    engine = deal(GAME, tables={"hexes": {"99": {"name": "Barbados", "col": 0, "row": 2}}})
    assert "Barbados" in words(engine.render(0, 0))


def test_hands_are_shown_to_their_owners_only():
    engine = crowded(3)
    own, rival, spectator = (words(engine.render(0, viewer)) for viewer in (0, 1, None))
    assert "Buried" in own.replace("|", "")
    assert "Man-of-War" in own
    assert "Man-of-War" not in rival
    assert "Boucaniers" in rival
    assert "in hand: Boucaniers, Turn of Fortune" in spectator
    assert "Turn of Fortune" not in own


@every_count
def test_a_sample_of_what_is_hidden_gives_the_same_picture(players):
    engine = deal(GAME, seed=2, players=players)
    for k, s in enumerate(voyage(engine, 300)):
        if k % 60 == 59:
            for seat in range(players):
                world = engine.sample(0, seat, k)
                other = deal(GAME, players=players)
                other.load_state_unchecked(0, world)
                assert other.render(0, seat) == engine.render(0, seat)
                assert other.describe(0, seat) == engine.describe(0, seat)
            assert s.players == players


def test_what_is_going_on_is_written():
    assert "A (you) moves Queen Anne's Revenge up to 8 spaces" in words(sailing(2).render(0, 0))
    fight = words(fighting(3).render(0, None))
    assert "Battle, round 1" in fight
    assert "A Red's turn" in fight
    over = finished(4)
    winners = int((over.final_ranks[0] == 1).sum())
    assert (" wins" if winners == 1 else " share the win") in words(over.render(0, 1))
    assert "1st" in words(over.render(0, 1))
    raid = words(raiding(2).render(0, 1))
    assert "Santa Marta 1677 (6 dice)" in raid


def test_hexes_in_reach_are_bright():
    still, moving = (position(2).render(0, 0) for position in (raiding, sailing))
    assert still.count("#fff3b8") == 0
    assert moving.count("#fff3b8") == len(sailing(2).legal())


def test_every_hex_has_its_number():
    shown = [each for each, *_ in text_boxes(sailing(2).render(0, 0))]
    assert {str(number) for number in range(100)} <= set(map(str, shown))


def test_pixels():
    image = rasterize(crowded(2).render(0, 0), width=400)
    assert image.shape == (round(400 * HEIGHT / WIDTH), 400, 3)
    sea = np.abs(image.astype(int) - [127, 179, 178]).sum(2) < 60
    assert sea.mean() > 0.1, "there is much water"


def test_every_seat_has_its_colour():
    svg = crowded(4).render(0, 2)
    for seat in range(4):
        assert PLAYER_COLOURS[seat].fill in svg
    assert "C Yellow · you" in words(svg)


def test_the_setup_can_be_drawn():
    engine = deal(GAME, players=4, start_haven_mode=1)
    assert engine.record().phase == Phase.SETUP
    assert "no Haven yet" in words(engine.render(0, 0))


def test_the_end_is_reckoned_up():
    engine = finished(3)
    shown = words(engine.render(0, 0)).split(" | ")
    s, start = engine.record(), shown.index("The Reckoning")
    for seat, name in enumerate(("A Red", "B Blue", "C Yellow")):
        row = shown[shown.index(name, start) :][1:4]
        assert row == [str(sum(s.at_sea[seat])), str(sum(s.booty[seat])), str(s.supply[seat])]
