"""A trained network, as a file and as arithmetic: playing by it needs numpy and nothing else.

The file is one of safetensors: plain arrays and a page of JSON (see `piracy_agents.safetensors`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from piracy_agents.safetensors import TensorFile, pack
from piracy_env.core.files import write_whole
from piracy_env.core.game import Game
from piracy_env.errors import CheckpointError, listing, telling

FORMAT = 2
OWN = ("format", "layers")
"""What a file says of itself, beside what it says of the network."""
MOST_LAYERS = 16
AXES = {"weight": 2, "bias": 1}

Floats = NDArray[np.floating[Any]]


def schema_of(game: Game) -> dict[str, Any]:
    """What a network must have been made for, to play a game: every input and output by name."""
    return {
        "game": game.name,
        "version": game.version,
        "observation": _digest(game.observation.feature_names()),
        "actions": _digest(game.actions.labels),
    }


def sizes_of(game: Game) -> list[int]:
    """Numbers of inputs and actions of a network for a game."""
    return [game.observation.size, game.actions.size]


def _digest(names: tuple[str, ...]) -> str:
    return hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Layer:
    """A matrix and a bias."""

    weight: Floats
    """[inputs, outputs]"""
    bias: Floats
    """[outputs]"""

    def __call__(self, inputs: Floats) -> Floats:
        """The outputs [n, outputs] for some inputs [n, inputs]."""
        with np.errstate(over="ignore", invalid="ignore"):  # a stranger's weights may be huge
            return inputs @ self.weight + self.bias

    def precise(self) -> Self:
        """The same layer in double precision."""
        return type(self)(self.weight.astype(np.float64), self.bias.astype(np.float64))


@dataclass(frozen=True)
class Network:
    """A trunk of layers with rectifiers, and on it a policy and a value."""

    trunk: tuple[Layer, ...]
    policy: Layer
    value: Layer
    about: Mapping[str, Any]
    """The schema it was made for, and how it was trained."""

    def evaluate(self, observation: Floats) -> tuple[Floats, Floats]:
        """Scores [n, A] of all actions, legal or not, and the expected payment [n] of the seat."""
        units = self.units(observation)
        return self.policy(units), self.value(units)[:, 0]

    def units(self, observation: Floats) -> Floats:
        """The last layer of the trunk, on which policy and value stand."""
        units = observation
        for layer in self.trunk:
            units = layer(units)
            np.maximum(units, 0.0, out=units)
        return units

    def precise(self) -> Self:
        """The same network in double precision: it decides alike whatever it is asked beside.

        The last bits of a product depend on the number of its rows and on the threads; in single
        precision they now and then turn a decision.
        """
        trunk = tuple(layer.precise() for layer in self.trunk)
        return replace(self, trunk=trunk, policy=self.policy.precise(), value=self.value.precise())

    # --- files ------------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Write the network; weights are kept as half floats."""
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, self.to_bytes())

    def to_bytes(self) -> bytes:
        """The file."""
        about = {"format": FORMAT, "layers": len(self.trunk), **self.about}
        arrays = self._arrays().items()
        return pack(about, {name: array.astype(np.float16) for name, array in arrays})

    def _arrays(self) -> dict[str, Floats]:
        layers = {f"trunk{k}": layer for k, layer in enumerate(self.trunk)}
        layers |= {"policy": self.policy, "value": self.value}
        return {
            f"{name}.{part}": getattr(layer, part)
            for name, layer in layers.items()
            for part in ("weight", "bias")
        }

    @property
    def digest(self) -> str:
        """Fingerprint of the file."""
        return hashlib.sha256(self.to_bytes()).hexdigest()

    @classmethod
    def load(cls, path: Path, game: Game | None = None) -> Self:
        """Read a network, and refuse one that was not made for the game."""
        with telling(path=str(path)):
            return cls._of(TensorFile.read(path), game)

    @classmethod
    def from_bytes(cls, data: bytes, game: Game | None = None, where: str = "network") -> Self:
        """Read a network from the bytes of its file."""
        return cls._of(TensorFile(data, where), game)

    @classmethod
    def _of(cls, file: TensorFile, game: Game | None) -> Self:
        where = file.where
        about = {key: value for key, value in file.about.items() if key not in OWN}
        if file.about.get("format") != FORMAT:
            raise CheckpointError(f"{where}: no network of format {FORMAT}")
        if game is not None:
            _require_made_for(game, about, where)
        count = file.about.get("layers")
        if type(count) is not int or not 0 <= count <= MOST_LAYERS:
            raise CheckpointError(f"{where}: layers must be 0 to {MOST_LAYERS}, not {count!r:.80}")
        names = [*(f"trunk{k}" for k in range(count)), "policy", "value"]
        file.require([f"{name}.{part}" for name in names for part in AXES])
        *trunk, policy, value = [_read_layer(file, name) for name in names]
        sizes = _chain(trunk, policy, value, where)
        for made_for in [about.get("sizes"), *([sizes_of(game)] if game else [])]:
            if made_for != sizes:
                raise CheckpointError(
                    f"{where}: made for {made_for!r:.80}, but its layers are {sizes}"
                )
        return cls(tuple(trunk), policy, value, about)


def _require_made_for(game: Game, about: Mapping[str, Any], where: str) -> None:
    wrong = [
        f"{key} {about.get(key)!r:.80} instead of {value!r}"
        for key, value in schema_of(game).items()
        if about.get(key) != value
    ]
    if wrong:
        raise CheckpointError(f"{where}: not made for this game: {listing(wrong)}")


def _read_layer(file: TensorFile, name: str) -> Layer:
    arrays = [file.array(f"{name}.{part}", "<f2", axes) for part, axes in AXES.items()]
    return Layer(*(array.astype(np.float32) for array in arrays))


def _chain(trunk: Sequence[Layer], policy: Layer, value: Layer, where: str) -> list[int]:
    """Numbers of inputs and actions, if the layers fit together."""
    layers = [*trunk, policy]
    width = layers[0].weight.shape[0]
    inputs = width
    for layer in layers:
        if layer.weight.shape != (width, len(layer.bias)):
            raise CheckpointError(f"{where}: a layer {layer.weight.shape} follows one of {width}")
        width = len(layer.bias)
    if value.weight.shape != (policy.weight.shape[0], 1) or value.bias.shape != (1,):
        raise CheckpointError(f"{where}: the value has shape {value.weight.shape}")
    return [inputs, len(policy.bias)]
