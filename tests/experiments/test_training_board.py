"""What TensorBoard shows of a training, read back from its files."""

import json

import pytest

from experiments.training.run import Run
from tests.experiments.test_training import plan

event_accumulator = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")

JUDGES = ("uniform", "tests.envs.tables:Lowest")


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The folder of a short training."""
    folder = tmp_path_factory.mktemp("board")
    Run(plan(), folder).train(lambda entry: None)
    return folder


@pytest.fixture(scope="module")
def board(trained):
    """What a browser would be shown of it."""
    found = event_accumulator.EventAccumulator(str(trained / "tensorboard"))
    found.Reload()
    return found


@pytest.fixture(scope="module")
def log(trained):
    """The entries of the training's log."""
    return [json.loads(line) for line in (trained / "log.jsonl").read_text().splitlines()]


def values(board, tag):
    return {event.step: event.value for event in board.Scalars(tag)}


def test_there_is_a_curve_for_everything_that_is_logged(board):
    against = ("win_share", "win_share_low", "win_share_high", "game_length")
    expected = {f"{tag}/{judge}" for tag in against for judge in JUDGES}
    expected |= {f"fps/{part}" for part in ("all", "policy", "environment", "opponents")}
    expected |= {f"time/{part}" for part in ("policy", "environment", "opponents")}
    expected |= {f"play/{fact}" for fact in ("games", "own_decisions_per_game", "legal_actions")}
    expected |= {"ahead_of/uniform", "ahead_of/past selves"}
    expected |= {"train/entropy", "train/explained_variance", "train/learning_rate"}
    assert expected <= set(board.Tags()["scalars"])


def test_curves_run_over_the_decisions_learnt_from(board, log):
    for judge in JUDGES:
        shares = {entry["decisions"]: entry["judges"][judge]["share"] for entry in log}
        assert values(board, f"win_share/{judge}") == pytest.approx(shares)
        low, high = (values(board, f"win_share_{side}/{judge}") for side in ("low", "high"))
        assert all(low[at] <= share <= high[at] for at, share in shares.items())


def test_the_pace_is_split_by_who_takes_the_time(board, log):
    parts = {part: values(board, f"time/{part}") for part in ("policy", "environment", "opponents")}
    for entry in log:
        at, pace = entry["decisions"], entry["play"]["decisions_per_second"]
        assert sum(share[at] for share in parts.values()) == pytest.approx(1, abs=0.001)
        assert values(board, "fps/all")[at] == pytest.approx(pace)
        for part, share in parts.items():
            assert values(board, f"fps/{part}")[at] == pytest.approx(pace / share[at], rel=0.01)


def test_values_are_such_as_the_game_allows(board):
    assert all(value == 2 for value in values(board, "play/own_decisions_per_game").values())
    assert all(1 < value <= 8 for value in values(board, "play/legal_actions").values())
    assert all(value == 6 for value in values(board, "game_length/uniform").values())
    assert all(0 < value < 3 for value in values(board, "train/entropy").values())


def test_win_shares_are_charted_within_their_intervals(board):
    assert any("custom_scalars" in tag for tag in board.Tags()["tensors"])
