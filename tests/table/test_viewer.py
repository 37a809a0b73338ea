"""Replays to look at: what a page is told, and that it holds all that it needs."""

import base64
import gzip
import json
import re

import numpy as np

from piracy_env.cli import main
from piracy_env.core.engine import Engine
from piracy_env.core.match import move
from piracy_env.core.replay import Replay
from piracy_env.envs.opponents import find_agent
from piracy_env.registry import load
from piracy_env.table.viewer import page, thinker_for, told

WHISPERS = "tests.core.whispers:GAME"


def played(name, players, seats=(), seed=2, moves=None):
    game = load(name)
    engine = Engine(game, players=players, seed=seed, auto_reset=False, record=True)
    engine.reset()
    agent = find_agent("heuristic" if seats else "uniform", game)
    while not engine.over[0] and (moves is None or engine.record().moves < moves):
        move(engine, np.arange(1), agent)
    return Replay.of(engine, seats=seats)


def put_together(shown, turn):
    return "".join(shown["pieces"][piece] for piece in turn["picture"])


def test_all_turns_are_told_with_the_pictures_of_the_positions():
    replay = played("mutiny", 3, ("human:Anne", "heuristic", "heuristic"))
    shown = told(replay)
    assert len(shown["turns"]) == len(replay) + 1
    for number in (0, 7, len(replay)):
        turn = shown["turns"][number]
        assert put_together(shown, turn) == replay.engine_at(number).render(0, None)
    assert [seat["name"] for seat in shown["seats"]] == ["Anne", "heuristic", "heuristic"]
    assert shown["results"]["rows"][0]["place"] == "1st"
    words = [turn["words"] for turn in shown["turns"][:-1]]
    assert words == [turn.action for turn in replay.story(None)][:-1]


def test_a_seat_is_told_what_it_may_know():
    replay = played(WHISPERS, 3)
    for seat in range(3):
        shown = told(replay, seat)
        assert len(shown["turns"]) == len(replay.moves_told(seat))
        assert [turn["words"] for turn in shown["turns"][:-1]] == [
            turn.action for turn in replay.story(seat)
        ][:-1]
        assert not any("thoughts" in turn or "worth" in turn for turn in shown["turns"])
        assert "secrets" in put_together(shown, shown["turns"][0])
        assert put_together(shown, shown["turns"][0]).count("?") == 2


def test_a_network_tells_what_it_thinks_and_what_was_luck():
    replay = played("mutiny", 3, ("heuristic",) * 3, moves=12)
    shown = told(replay, thinker=thinker_for(replay))
    assert shown["thinker"] == "ppo"
    for turn in shown["turns"][:-1]:
        shares = [choice["share"] for choice in turn["thoughts"]["choices"]]
        assert shares == sorted(shares, reverse=True)
        assert len(turn["worth"]) == 3
        assert -2 <= turn["luck"] <= 2
    quiet = [turn["luck"] for turn in shown["turns"][:-1] if not turn_has_chance(turn)]
    assert quiet
    assert max(map(abs, quiet)) < 1e-6  # nothing hidden came out, no card was turned


def turn_has_chance(turn):
    return "boards" in turn["words"] or "capture" in turn["words"]


def test_luck_is_zero_on_average_over_worlds():
    from piracy_env.table import viewer

    replay = played("mutiny", 3, ("heuristic",) * 3, moves=30)
    luck = viewer._Luck(replay, thinker_for(replay))
    engine = replay.engine_at(29)
    action = engine.legal()[0]
    found = []
    for key in range(200, 224):
        twin = engine.clone()
        twin.load_state_unchecked(0, engine.sample(0, int(engine.seat[0]), key=key))
        found.append(luck.of(twin, action)["luck"])
    assert abs(np.mean(found)) < 0.2


def test_a_page_holds_all_that_it_needs():
    replay = played("mutiny", 3, ("heuristic",) * 3, moves=6)
    text = page(told(replay))
    assert not re.search(r'(src|href)="?/', text)
    assert "url(/" not in text
    assert "import " not in text.partition('<script type="module">')[2]
    packed = re.search(r'id="packed">([^<]*)<', text)[1]
    held = json.loads(gzip.decompress(base64.b64decode(packed)))
    assert len(held["turns"]) == 7


def test_the_command_writes_it(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    replay = played("mutiny", 3, ("heuristic",) * 3, moves=5)
    replay.save("game.json")
    assert main(["replay", "game.json", "--html", "game.html"]) == 0
    assert "wrote game.html" in capsys.readouterr().out
    assert main(["replay", "game.json", "--html", "own.html", "--seat", "1"]) == 0
    assert main(["replay", "game.json", "--html", "x.html", "--thoughts", "nobody"]) == 2
    assert not (tmp_path / "x.html").exists()


def test_long_games_have_fewer_pictures_and_the_whole_story():
    replay = played("mutiny", 3, moves=21)
    shown = told(replay, most=5)
    pictures = [turn for turn in shown["turns"] if "picture" in turn]
    assert len(pictures) <= 6
    assert len(shown["turns"]) == len(replay) + 1
    assert "picture" in shown["turns"][-1]
