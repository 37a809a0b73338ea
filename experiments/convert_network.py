"""Convert a network of the time before, which was a zip archive, to safetensors.

    python -m experiments.convert_network runs/a/best.zip

writes `runs/a/best.safetensors` with the same weights, bit for bit, and leaves the archive. Convert
your own networks only: numpy's reader of archives has no bounds.
"""

from __future__ import annotations

import argparse
import json
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from experiments.execution.command import command
from piracy_agents.advice import ENTRY
from piracy_agents.network import AXES, OWN, Layer, Network
from piracy_agents.safetensors import SUFFIX
from piracy_env.errors import CheckpointError

FORMER = {"hesitation": "threshold"}
"""What had another name in the facts about an adviser."""


def converted(path: Path) -> Path:
    """Write a network beside its archive; the new file."""
    try:
        with np.load(path, allow_pickle=False) as archive:
            about = json.loads(archive["about.json"])
            names = [*(f"trunk{k}" for k in range(about["layers"])), "policy", "value"]
            *trunk, policy, value = [
                Layer(*(archive[f"{name}.{part}"].astype(np.float32) for part in AXES))
                for name in names
            ]
    except (OSError, EOFError, KeyError, ValueError, TypeError, zipfile.BadZipFile) as error:
        raise CheckpointError(f"{path}: is no zip archive of a network ({error})") from None
    facts = {name: fact for name, fact in about.items() if name not in OWN}
    if ENTRY in facts:
        facts[ENTRY] = {FORMER.get(name, name): fact for name, fact in facts[ENTRY].items()}
    into = path.with_suffix(SUFFIX)
    Network(tuple(trunk), policy, value, facts).save(into)
    return into


@command()
def main(arguments: Sequence[str] | None = None) -> None:
    """Convert what the command line names."""
    parser = argparse.ArgumentParser(
        prog="python -m experiments.convert_network",
        description=(__doc__ or "").split("\n", 1)[0],
    )
    parser.add_argument("files", type=Path, nargs="+", help="networks that are zip archives")
    for path in parser.parse_args(arguments).files:
        into = converted(path)
        Network.load(into)
        print(into)


if __name__ == "__main__":
    sys.exit(main())
