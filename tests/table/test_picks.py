"""Every legal action can be chosen through the picture, or its block says why it cannot."""

import pytest

from piracy_env.core.engine import Engine
from piracy_env.drawing.picks import faults_of, pick, picked, picks_in
from piracy_env.drawing.svg import Box
from piracy_env.registry import list_games, load

DEALS, MOST = 3, 400


def positions(game):
    for deal in range(DEALS):
        players = game.seats[(2 * deal + 1) % len(game.seats)]
        engine = Engine(game, players=players, seed=deal, auto_reset=False)
        engine.reset()
        for _ in range(MOST):
            if engine.over[0]:
                break
            yield engine
            engine.step(engine.uniform())


@pytest.mark.parametrize("name", list_games())
def test_every_legal_action_is_led_to_by_the_picture_or_declared(name):
    game = load(name)
    commands = {block.name for block in game.actions.blocks if block.size == 1}
    faults, declared = set(), set()
    for engine in positions(game):
        for fault in faults_of(engine.render(0), game.actions, engine.legal()):
            block = fault.partition(":")[0]
            if block in game.list_only:
                declared.add(block)
            elif block not in commands:
                faults.add(fault)
    assert not faults, sorted(faults)[:20]


@pytest.mark.parametrize("name", list_games())
def test_what_is_declared_is_a_block_with_a_reason(name):
    game = load(name)
    known = {block.name for block in game.actions.blocks}
    assert {*game.list_only} <= known
    assert all(len(reason) > 10 for reason in game.list_only.values())


@pytest.mark.parametrize("name", list_games())
def test_only_who_is_to_move_has_elements_to_choose(name):
    game = load(name)
    for number, engine in enumerate(positions(game)):
        if number % 20 == 0:
            mover = int(engine.seat[0])
            for viewer in (*range(engine.players), None, "common"):
                assert bool(picks_in(engine.render(0, viewer))) <= (viewer == mover)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((name, {"preset": preset}) for name in list_games() for preset in load(name).presets),
        ("skull_tales", {"camp_ch": 2}),
    ],
)
def test_every_variant_is_drawn_and_told_for_who_only_watches(name, options):
    engine = Engine(load(name), seed=3, auto_reset=False, **options)
    engine.reset()
    for number in range(60):
        if engine.over[0]:
            break
        if number % 4 == 0:
            assert engine.render(0, "common").startswith("<svg")
            assert engine.describe(0, "common")
        engine.step(engine.uniform())


def test_picks_are_written_and_read_alike():
    drawn = picked("<circle/>", pick("capture", slot=2), pick("pass"), box=Box(1, 2, 3, 4))
    assert 'data-pick="capture:slot=2 pass"' in drawn
    ((capture, passing),) = picks_in(drawn)
    assert capture.fits("capture", {"own": 1, "slot": 2})
    assert not capture.fits("capture", {"own": 1, "slot": 3})
    assert passing.fits("pass", {})
    assert picked("<circle/>") == "<circle/>"


def test_an_action_that_nothing_leads_to_is_found():
    game = load("mutiny")
    engine = Engine(game, players=3, seed=1, auto_reset=False)
    engine.reset()
    legal, svg = engine.legal(), engine.render(0)
    assert faults_of(svg, game.actions, legal) == []
    without = svg.replace("assemble:", "mutiny:")
    assert any("is in no element" in fault for fault in faults_of(without, game.actions, legal))
    alone = '<g data-pick="assemble"/>'
    assert any("others" in fault for fault in faults_of(alone, game.actions, legal))
    wrong = svg.replace("assemble:own=1", "assemble:mine=1")
    assert any("no pick" in f for f in faults_of(wrong, game.actions, legal))
