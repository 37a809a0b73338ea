"""The last move is marked in the picture of every game, for whoever looks."""

import re
from xml.etree import ElementTree

import pytest

from piracy_env.core.engine import Engine
from piracy_env.registry import list_games, load

MOST = 100
MARK = re.compile(r'<g pointer-events="none" class="last">.*</g></svg>$', re.DOTALL)


def played(name, players):
    engine = Engine(load(name), players=players, seed=players, auto_reset=False, record=True)
    engine.reset()
    for _ in range(MOST):
        if engine.over[0]:
            return
        engine.step(engine.uniform())
        yield engine


@pytest.mark.parametrize(
    ("name", "players"),
    [(name, count) for name in list_games() for count in {*load(name).seats[::2]}],
)
def test_every_viewer_sees_a_mark_that_changes_nothing_else(name, players):
    kinds = set()
    for number, engine in enumerate(played(name, players)):
        kinds.add(engine.game.actions.parse(engine.last_told(0, None).action)[0])
        for viewer in (None, "common", number % players) if number % 20 == 0 else ():
            picture = engine.render(0, viewer)
            ElementTree.fromstring(picture)
            event = engine.last_told(0, viewer)
            eyes = engine._eyes(0, viewer)
            plain = engine.game.render(engine.record(), engine.tables_of(), eyes)
            assert MARK.sub("</svg>", picture) == plain
            assert (picture == plain) == (event is None)
            if event is not None:
                words = ElementTree.tostring(ElementTree.fromstring(picture), "unicode", "text")
                assert "Last: " in picture
                assert event.words(eyes).split()[-1] in words
    assert len(kinds) > 3, "too few kinds of moves were seen"


def test_marks_lie_inside_the_picture():
    for name in list_games():
        for engine in played(name, max(load(name).seats)):
            picture = engine.render(0, None)
            _, _, width, height = map(float, re.search(r'viewBox="(.*?)"', picture)[1].split())
            for found in re.finditer(
                r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" '
                r'height="([\d.]+)"',
                MARK.search(picture)[0],
            ):
                x, y, wide, high = map(float, found.groups())
                assert x >= 0
                assert x + wide <= width
                assert y >= 0
                assert y + high <= height
