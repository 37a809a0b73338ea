"""What a viewer is sent does not depend on what it may not know: every byte of the JSON."""

import json

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.core.seats import NOBODY
from piracy_env.core.story import Story
from piracy_env.registry import list_games, load
from piracy_env.table.board import Board
from piracy_env.table.views import position

GAMES = [*list_games(), "tests.core.whispers:GAME"]
MOVES, EVERY, WORLDS = 240, 12, 2


def walk(name, players=None, seed=1, moves=MOVES, **options):
    engine = Engine(
        load(name), players=players, seed=seed, auto_reset=False, record=True, **options
    )
    engine.reset()
    yield engine
    for _ in range(moves):
        if engine.over[0]:
            return
        engine.step(engine.uniform())
        yield engine


def sent(board, viewer):
    return json.dumps({**position(board, viewer), "story": []})


def known_to(viewer, players):
    return range(players) if viewer == NOBODY else [viewer]


@pytest.mark.parametrize("name", GAMES)
def test_no_response_depends_on_what_its_viewer_may_not_know(name):
    looked = 0
    for move, engine in enumerate(walk(name)):
        if move % EVERY:
            continue
        players = engine.players
        board = Board(engine.clone(), ["human"] * players)
        board.shown = dict.fromkeys(board.viewers, board.moves)
        true, same = board.engine, board.engine.clone()
        same.load_state_unchecked(0, true.states[:1])  # a world has no last move to mark either
        for viewer in board.viewers:
            board.engine = same
            before = sent(board, viewer)
            for key in range(WORLDS):
                for seat in known_to(viewer, players):
                    twin = true.clone()
                    twin.load_state_unchecked(0, true.worlds([0], [seat], [key]))
                    board.engine = twin
                    assert sent(board, viewer) == before, f"move {move}, viewer {viewer}"
                    looked += 1
    assert looked >= 8


@pytest.mark.parametrize("name", GAMES)
def test_what_everybody_is_told_each_seat_is_told_as_well(name):
    engine = None
    for each in walk(name):
        engine = each
    for event in Story(engine).go_on(engine):
        for seat in range(engine.players):
            own = [line.replace(" (you)", "") for line in event.news(seat)]
            for line in event.news(NOBODY):  # the seat may be told more, such as which card it is
                assert any(said.startswith(line.removesuffix(".")) for said in own), line
            assert not event.words(NOBODY) or event.words(seat)


def test_who_must_not_know_that_somebody_is_asked_goes_on_looking_at_the_position_before():
    """A havens player who may answer in secret, and declines, leaves no trace on other screens."""
    found = 0
    for seed in range(6):
        engine = Engine(load("havens"), players=3, seed=seed, auto_reset=False, record=True)
        engine.reset()
        board = Board(engine, ["human"] * 3)
        for _ in range(120):
            if not board.is_running:
                break
            secret = [viewer for viewer in board.viewers if board.is_secret(viewer)]
            before = {viewer: sent(board, viewer) for viewer in secret}
            lines = {viewer: len(board.stories[viewer]) for viewer in secret}
            board.play(_declining(board))
            for viewer in secret:
                if board.is_secret(viewer):
                    found += 1
                    assert sent(board, viewer) == before[viewer]
                    assert len(board.stories[viewer]) == lines[viewer]
    assert found


@pytest.mark.parametrize("name", GAMES)
def test_no_reason_depends_on_what_the_seat_to_move_may_not_know(name):
    """Whoever asks why something cannot be done is told nothing of hidden cards on the way."""
    dice, looked = np.random.default_rng(5), 0
    for move, engine in enumerate(walk(name)):
        if move % (2 * EVERY) or engine.over[0]:
            continue
        seat, twin = int(engine.seat[0]), engine.clone()
        asked = dice.integers(engine.game.actions.size, size=24).tolist()
        before = [str(engine.explain(0, action)) for action in asked]
        for key in range(WORLDS):
            twin.load_state_unchecked(0, engine.worlds([0], [seat], [key]))
            assert [str(twin.explain(0, action)) for action in asked] == before, f"move {move}"
            looked += 1
    assert looked >= 2


def _declining(board):
    legal = board.engine.legal()
    quiet = board.engine.game.actions.id("pass")
    return quiet if quiet in legal else int(np.random.default_rng(board.moves).choice(legal))
