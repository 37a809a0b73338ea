"""What TensorBoard shows of a training: a value of each tag an interval."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from stable_baselines3.common.logger import Logger, TensorBoardOutputFormat, configure

from experiments.training.folder import PAID, SPOILS

PARTS = ("policy", "environment", "opponents")
"""Who has a part of the time between two measurements."""
SHARE, SUCCESS = "win_share", "success"


def open_board(folder: Path, judges: Sequence[str], are_rivals: bool = True) -> Logger:
    """A logger that writes TensorBoard's files, if it is installed; nothing is printed."""
    try:
        import tensorboard  # noqa: F401
    except ImportError:
        return Logger(str(folder), [])
    logger = configure(str(folder / "tensorboard"), ["tensorboard"])
    for board in logger.output_formats:
        if isinstance(board, TensorBoardOutputFormat):
            board.writer.add_custom_scalars(_layout(judges, are_rivals))
    return logger


def _layout(judges: Sequence[str], are_rivals: bool) -> dict[str, dict[str, list[Any]]]:
    """Charts of the tab `Custom Scalars`: each payment and each share within its interval."""
    title, share = ("Win share", SHARE) if are_rivals else ("Success", SUCCESS)
    charts = {"Payment": PAID, title: (share, f"{share}_low", f"{share}_high")}
    return {
        name: {judge: ["Margin", [f"{part}/{judge}" for part in parts]] for judge in judges}
        for name, parts in charts.items()
    }


def record(logger: Logger, entry: dict[str, Any]) -> None:
    """Give the logger what the log's entry says; losses it has from the learner itself."""
    for tag, value in scalars(entry):
        logger.record(tag, value)


def scalars(entry: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """Tags and values of an entry."""
    for judge, figures in entry["judges"].items():
        for part in PAID:
            yield f"{part}/{judge}", figures[part]
        share = SHARE if entry.get("rivals", True) else SUCCESS
        for tag, part in (("", "share"), ("_low", "low"), ("_high", "high")):
            yield f"{share}{tag}/{judge}", figures[part]
        yield f"game_length/{judge}", figures["length"]
        if SPOILS in figures:
            yield f"{SPOILS}/{judge}", figures[SPOILS]
    for rival, rate in entry["beaten"].items():
        yield f"ahead_of/{rival}", rate
    for way, gain in entry.get("exploitability", {}).items():
        yield f"exploitability/{way}", gain
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
