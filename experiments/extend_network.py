"""Give a network the inputs that its game has got since, with weights of zero.

    python -m experiments.extend_network runs/a/best.safetensors counted start

A game whose observation shows more than it did has a new version, and refuses networks for the one
before. Told which groups of the observation, or which features, are new, this makes the network one
for the game as it is: what is new has no say, and it decides as it did. That the other inputs are
those it was made for, name by name, its own digest of them shows. A record beside the file, as
`experiments.ship` writes it, is brought up to date, and says so.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from experiments import ship
from experiments.execution.command import command
from experiments.training.folder import read_object
from piracy_agents.network import digest_of, schema_of, sizes_of
from piracy_agents.safetensors import TensorFile, pack
from piracy_env.core.files import write_whole
from piracy_env.core.game import Game
from piracy_env.errors import CheckpointError, listing
from piracy_env.registry import load

FIRST = ("trunk0.weight", "values.trunk0.weight")
"""The weights of the inputs, for the policy and for values of all seats."""


def extended(file: TensorFile, game: Game, new: Sequence[str]) -> bytes:
    """The file of a network for an observation in which some groups or features are new."""
    names = game.observation.feature_names()
    is_new = _marked(game, new)
    made_for, wanted = file.about, schema_of(game)
    old = digest_of(tuple(name for name, one in zip(names, is_new, strict=True) if not one))
    given = {**wanted, "observation": old}
    wrong = [key for key in ("game", "actions", "observation") if made_for.get(key) != given[key]]
    if wrong:
        raise CheckpointError(
            f"{file.where}: its {listing(wrong)} {'is' if len(wrong) == 1 else 'are'} not that of "
            f"{game.name} without {listing(new)}"
        )
    arrays = file.arrays()
    for name in FIRST:
        if name in arrays:
            weights = arrays[name]
            arrays[name] = np.zeros((len(names), weights.shape[1]), weights.dtype)
            arrays[name][~is_new] = weights
    about = {**made_for, **wanted, "sizes": sizes_of(game)}
    return pack(about, arrays)


def _marked(game: Game, new: Sequence[str]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which features are new."""
    features = game.observation.feature_names()
    groups = [group.name for group in game.observation.groups for _ in range(group.size)]
    unknown = [name for name in new if name not in features and name not in groups]
    if unknown:
        raise CheckpointError(
            f"{game.name} observes no {listing(unknown)}; there are the groups "
            f"{listing(dict.fromkeys(groups))}, and features such as {features[0]!r}"
        )
    pairs = zip(features, groups, strict=True)
    return np.array([feature in new or group in new for feature, group in pairs])


def extend(path: Path, new: Sequence[str], game: Game | None = None) -> None:
    """Rewrite a network, and the record beside it if there is one."""
    file = TensorFile.read(path)
    if game is None:
        game = load(str(file.about.get("game")))
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    data = extended(file, game, new)
    write_whole(path, data)
    record = path.with_suffix(".json")
    if record.exists():
        facts = read_object(record)
        facts["extended"] = [
            *facts.get("extended", ()),
            {"from": before, "version": game.version, "inputs": [*new]},
        ]
        facts |= {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data)}
        record.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
        page = path.with_name(ship.PAGE)
        page.write_text(ship.page(ship.records_in(path.parent)), encoding="utf-8")


@command()
def main(arguments: Sequence[str] | None = None) -> None:
    """Extend the network that the command line names."""
    parser = argparse.ArgumentParser(
        prog="python -m experiments.extend_network",
        description=(__doc__ or "").split("\n", 1)[0],
    )
    parser.add_argument("file", type=Path, help="the network; it is written anew")
    parser.add_argument(
        "new", nargs="+", help="groups of the observation, or single features, that are new"
    )
    args = parser.parse_args(arguments)
    extend(args.file, args.new)
    print(args.file)


if __name__ == "__main__":
    sys.exit(main())
