"""How many games of notoriety the reading of Richest decides."""

from experiments import richest
from piracy_env.core.engine import Engine
from piracy_env.registry import load


def test_a_game_counts_once_and_ties_are_winners_too():
    found = richest.Count()
    found.add([1, 2, 3], [1, 2, 3])
    found.add([1, 2, 3], [1, 3, 2])
    found.add([1, 1, 3], [1, 2, 3])
    assert (found.games, found.winners, found.places) == (3, 1, 2)


def test_final_positions_are_reckoned_by_the_other_reading_and_change_in_no_other_way(monkeypatch):
    engine = Engine(load("notoriety"), 4, players=2, seed=3, auto_reset=False)
    engine.reset()
    while not engine.over.all():
        engine.rollout(50)
    before = engine.states.tobytes()
    monkeypatch.setattr(richest, "_play", lambda *_: engine)
    found = richest.count("uniform", 2, 4, 0)
    assert engine.states.tobytes() == before
    assert found.games == 4
    monkeypatch.setattr(richest, "OTHER", {"richest_scope": 0})
    assert richest.count("uniform", 2, 4, 0).places == 0, "the same reading gives the same places"


def test_shares_have_bounds():
    assert richest.share(10, 100) == "10.0% [5.5%, 17.4%]"
