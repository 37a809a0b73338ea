"""All seats as one stream, as PettingZoo's tutorial has them, beside one seat's own decisions."""

import re
import sys

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from experiments import turn_stream

GAME = "tests.core.whispers:GAME"


def test_a_stream_pays_the_seat_that_acted_and_shows_the_next_one():
    stream, paid = turn_stream.TurnStream(GAME, seed=1, players=3), []
    seen, _ = stream.reset()
    actors, over = [], False
    while not over:
        actors.append(stream.table.agent_selection)
        assert np.array_equal(seen, stream.table.observe(actors[-1]))
        seen, reward, over, cut, _ = stream.step(stream.action_masks().argmax())
        assert not cut
        paid.append(reward)
    assert len(set(actors)) == 3
    assert not any(paid[:-1]), "what the other seats are paid at the end is never seen"
    assert paid[-1] == stream.table.rewards[actors[-1]]


@pytest.mark.slow
def test_both_ways_are_put_to_the_same_deals(monkeypatch, capsys):
    given = [GAME, "--players", "3", "--decisions", "64", "--deals", "4"]
    monkeypatch.setattr(sys, "argv", ["turn_stream", *given])
    turn_stream.main()
    rows = re.findall(r"^\| (all seats|one seat).* \| \d\.\d{3} \[", capsys.readouterr().out, re.M)
    assert rows == ["all seats", "one seat"]
