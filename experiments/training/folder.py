"""The files of a training's folder: their names, and reading them without trusting them.

A folder may have been copied from somebody else. Whatever stands in its files, reading one gives
values of the types that were written, or a typed error; nothing in them is ever executed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from piracy_agents.safetensors import SUFFIX
from piracy_env.core.files import read_json, read_json_lines, write_whole
from piracy_env.errors import CheckpointError

PLAN, MADE, LOG = "plan.json", "made.json", "log.jsonl"
STATE, WEIGHTS = "state.json", f"learner{SUFFIX}"
BEGUN, BEST, LAST, POOL = f"begun{SUFFIX}", f"best{SUFFIX}", f"last{SUFFIX}", "pool"

LARGEST_LOG = 1 << 23
"""No log is larger, in bytes."""

_COUNTED = ("entries", "batches", "taught")
PAID = ("payment", "payment_low", "payment_high")
"""What a log tells of a judge before all else: what the learner was paid at its table."""
SPOILS = "spoils"
"""In crews: the learner's part of all that was scored."""
_FORMER = ("share", "low", "high", "length")
_MEASURED = (*PAID, *_FORMER)


def read_object(path: Path) -> dict[str, Any]:
    """The object in a JSON file."""
    value = read_json(path, CheckpointError)
    if not isinstance(value, dict):
        raise CheckpointError(f"{path}: must be an object, not {value!r:.80}")
    return value


def read_state(folder: Path) -> dict[str, Any]:
    """How far a training is."""
    path = folder / STATE
    kept = read_object(path)
    for name in _COUNTED:
        if type(kept.get(name)) is not int or kept[name] < 0:
            raise CheckpointError(f"{path}: {name} must be a whole number from 0")
    if type(kept.get("seconds")) is not float or kept["seconds"] < 0:
        raise CheckpointError(f"{path}: seconds must be a number from 0")
    if kept.get("best", ...) is not None and type(kept.get("best")) is not float:
        raise CheckpointError(f"{path}: best must be a number, or null before the first")
    if type(kept.get("settled")) is not bool or not isinstance(kept.get("league"), dict):
        raise CheckpointError(f"{path}: lacks `settled` or `league`")
    return kept


def read_log(folder: Path, entries: int | None = None) -> list[dict[str, Any]]:
    """The first entries of a training's log, or all; a last line that was torn is left out.

    The state is written before the log, so that one entry may be missing.
    """
    path = folder / LOG
    log = read_json_lines(path, CheckpointError, LARGEST_LOG)
    for number, entry in enumerate(log, start=1):
        if _is_entry(entry, _FORMER):
            raise CheckpointError(
                f"{path}, line {number}: was kept by an earlier version, which did not tell what "
                "was paid: go on with that version, or begin in another folder"
            )
        if not _is_entry(entry):
            raise CheckpointError(f"{path}, line {number}: is no entry of a log: {entry!r:.80}")
    if entries is not None and len(log) < entries - 1:
        raise CheckpointError(f"{path}: has {len(log)} entries, not {entries}")
    return log[:entries]


def _is_entry(entry: dict[str, Any], measured: tuple[str, ...] = _MEASURED) -> bool:
    """Whether an entry holds what reports and boards read of it."""
    judges = entry.get("judges")
    tables = [entry.get(name) for name in ("play", "train", "beaten")]
    tables.append(entry.get("exploitability", {}))
    if not isinstance(judges, dict) or type(entry.get("decisions")) is not int:
        return False
    numbers = [entry.get("seconds")]
    for table in tables:
        if not isinstance(table, dict):
            return False
        numbers += table.values()
    for figures in judges.values():
        if not isinstance(figures, dict) or {*figures} & {*PAID} != {*measured} & {*PAID}:
            return False
        numbers += [figures.get(part) for part in measured]
    return all(type(number) in {int, float} for number in numbers)


def write_json(path: Path, content: Any) -> None:
    """Write a value as a whole, or not at all."""
    write_whole(path, json.dumps(content))


def write_lines(path: Path, lines: list[str]) -> None:
    """Write lines as a whole, or not at all."""
    write_whole(path, "".join(line + "\n" for line in lines))
