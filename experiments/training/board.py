"""What TensorBoard shows of a training: a value of each tag an interval."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from stable_baselines3.common.logger import Logger, TensorBoardOutputFormat, configure

PARTS = ("policy", "environment", "opponents")
"""Who has a part of the time between two measurements."""
SHARE, LOW, HIGH = "win_share", "win_share_low", "win_share_high"


def open_board(folder: Path, judges: Sequence[str]) -> Logger:
    """A logger that writes TensorBoard's files, if it is installed; nothing is printed."""
    try:
        import tensorboard  # noqa: F401
    except ImportError:
        return Logger(str(folder), [])
    logger = configure(str(folder / "tensorboard"), ["tensorboard"])
    for board in logger.output_formats:
        if isinstance(board, TensorBoardOutputFormat):
            board.writer.add_custom_scalars(_layout(judges))
    return logger


def _layout(judges: Sequence[str]) -> dict[str, dict[str, list[Any]]]:
    """Charts of the tab `Custom Scalars`: each win share within its interval."""
    tags = {judge: [f"{part}/{judge}" for part in (SHARE, LOW, HIGH)] for judge in judges}
    return {"Win share": {judge: ["Margin", tags[judge]] for judge in judges}}


def record(logger: Logger, entry: dict[str, Any]) -> None:
    """Give the logger what the log's entry says; losses it has from the learner itself."""
    for tag, value in scalars(entry):
        logger.record(tag, value)


def scalars(entry: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """Tags and values of an entry."""
    for judge, one in entry["judges"].items():
        for tag, part in ((SHARE, "share"), (LOW, "low"), (HIGH, "high")):
            yield f"{tag}/{judge}", one[part]
        yield f"game_length/{judge}", one["length"]
    for rival, rate in entry["beaten"].items():
        yield f"ahead_of/{rival}", rate
    if "entropy_loss" in entry["train"]:
        yield "train/entropy", -entry["train"]["entropy_loss"]
    play = entry["play"]
    if not play:
        return
    for name in ("games", "own_decisions_per_game", "legal_actions"):
        yield f"play/{name}", play[name]
    pace = play["decisions_per_second"]
    yield "fps/all", pace
    for part in PARTS:
        share = play[f"share_{part}"]
        yield f"time/{part}", share
        if share > 0:
            yield f"fps/{part}", pace / share
