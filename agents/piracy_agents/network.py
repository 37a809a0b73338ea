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
from piracy_env.core.control import MAX_SEATS
from piracy_env.core.files import write_whole
from piracy_env.core.game import Game
from piracy_env.errors import CheckpointError, listing, telling

FORMAT, WITH_VALUES = 2, 3
"""Of a file: without the values of all seats, and with them."""
OWN = ("format", "layers", "value_layers")
"""What a file says of itself, beside what it says of the network."""
MOST_LAYERS = 16
AXES = {"weight": 2, "bias": 1}

Floats = NDArray[np.floating[Any]]


def schema_of(game: Game) -> dict[str, Any]:
    """What a network must have been made for, to play a game: every input and output by name."""
    return {
        "game": game.name,
        "version": game.version,
        "observation": digest_of(game.observation.feature_names()),
        "actions": digest_of(game.actions.labels),
    }


def sizes_of(game: Game) -> list[int]:
    """Numbers of inputs and actions of a network for a game."""
    return [game.observation.size, game.actions.size]


def digest_of(names: tuple[str, ...]) -> str:
    """Fingerprint of the names of inputs or outputs, in their order."""
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
class SeatValues:
    """What every seat may expect, by what the seat to move sees.

    There is a head for each seat there can be, from the one to move on around the table. Heads
    stand on a trunk of their own, of one layer or more, and behind it on the network's units.
    """

    trunk: tuple[Layer, ...]
    heads: Layer
    """[own units and the network's, seats]"""

    def __call__(self, observation: Floats, units: Floats) -> Floats:
        """The expected payments [n, seats], from the seat to move on."""
        return self.heads(np.concatenate([_units(self.trunk, observation), units], axis=1))


@dataclass(frozen=True)
class Network:
    """A trunk of layers with rectifiers, and on it a policy and a value."""

    trunk: tuple[Layer, ...]
    policy: Layer
    value: Layer
    about: Mapping[str, Any]
    """The schema it was made for, and how it was trained."""
    seat_values: SeatValues | None = None
    """What all seats expect, where that was learnt. Otherwise each can be asked by what it sees
    itself, although the value was learnt for seats to move."""

    def evaluate(self, observation: Floats) -> tuple[Floats, Floats]:
        """Scores [n, A] of all actions, legal or not, and the expected payment [n] of the seat."""
        units = self.units(observation)
        return self.policy(units), self.value(units)[:, 0]

    def expectations(self, observation: Floats) -> Floats:
        """What each seat there can be expects to be paid [n, seats], from the one to move on."""
        assert self.seat_values is not None, "nothing was learnt of other seats"
        return self.seat_values(observation, self.units(observation))

    def units(self, observation: Floats) -> Floats:
        """The last layer of the trunk, on which policy and value stand."""
        return _units(self.trunk, observation)

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
        if self.seat_values:
            about |= {"format": WITH_VALUES, "value_layers": len(self.seat_values.trunk)}
        arrays = self._arrays().items()
        return pack(about, {name: array.astype(np.float16) for name, array in arrays})

    def _arrays(self) -> dict[str, Floats]:
        layers = {f"trunk{k}": layer for k, layer in enumerate(self.trunk)}
        layers |= {"policy": self.policy, "value": self.value}
        if self.seat_values:
            values = [*self.seat_values.trunk, self.seat_values.heads]
            layers |= dict(zip(_names_of_values(len(values) - 1), values, strict=True))
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
        where, form = file.where, file.about.get("format")
        about = {key: value for key, value in file.about.items() if key not in OWN}
        if type(form) is not int or form not in (FORMAT, WITH_VALUES):
            raise CheckpointError(f"{where}: no network of format {FORMAT} or {WITH_VALUES}")
        if game is not None:
            _require_made_for(game, about, where)
        names = [*(f"trunk{k}" for k in range(_count(file, "layers", 0))), "policy", "value"]
        more = _names_of_values(_count(file, "value_layers", 1)) if form == WITH_VALUES else []
        file.require([f"{name}.{part}" for name in (*names, *more) for part in AXES])
        *trunk, policy, value = [_read_layer(file, name) for name in names]
        sizes = _chain(trunk, policy, where)
        _require_head(value, len(policy.weight), 1, where)
        for made_for in [about.get("sizes"), *([sizes_of(game)] if game else [])]:
            if made_for != sizes:
                raise CheckpointError(
                    f"{where}: made for {made_for!r:.80}, but its layers are {sizes}"
                )
        units = len(policy.weight)
        values = _read_values(file, more, sizes[0], units, game) if more else None
        return cls(tuple(trunk), policy, value, about, values)


def _units(trunk: Sequence[Layer], observation: Floats) -> Floats:
    """The last layer of a trunk."""
    units = observation
    for layer in trunk:
        units = layer(units)
        np.maximum(units, 0.0, out=units)
    return units


def _names_of_values(layers: int) -> list[str]:
    """The layers of the values of all seats, the heads last."""
    return [*(f"values.trunk{k}" for k in range(layers)), "values.heads"]


def _require_made_for(game: Game, about: Mapping[str, Any], where: str) -> None:
    wrong = [
        f"{key} {about.get(key)!r:.80} instead of {value!r}"
        for key, value in schema_of(game).items()
        if about.get(key) != value
    ]
    if wrong:
        raise CheckpointError(f"{where}: not made for this game: {listing(wrong)}")


def _count(file: TensorFile, name: str, least: int) -> int:
    """How many layers a file says that it has."""
    count = file.about.get(name)
    if type(count) is not int or not least <= count <= MOST_LAYERS:
        raise CheckpointError(
            f"{file.where}: {name} must be {least} to {MOST_LAYERS}, not {count!r:.80}"
        )
    return count


def _read_layer(file: TensorFile, name: str) -> Layer:
    arrays = [file.array(f"{name}.{part}", "<f2", axes) for part, axes in AXES.items()]
    return Layer(*(array.astype(np.float32) for array in arrays))


def _read_values(
    file: TensorFile, names: Sequence[str], inputs: int, units: int, game: Game | None
) -> SeatValues:
    *trunk, heads = [_read_layer(file, name) for name in names]
    width, own = _chain(trunk[:-1], trunk[-1], file.where)
    if width != inputs:
        raise CheckpointError(f"{file.where}: values of {width} inputs, its policy of {inputs}")
    seats = len(heads.bias)
    _require_head(heads, own + units, seats, file.where)
    if not 1 <= seats <= MAX_SEATS or (game is not None and seats != game.max_seats):
        wanted = f"1 to {MAX_SEATS}" if game is None else game.max_seats
        raise CheckpointError(f"{file.where}: values of {seats} seats instead of {wanted}")
    return SeatValues(tuple(trunk), heads)


def _chain(trunk: Sequence[Layer], last: Layer, where: str) -> list[int]:
    """Numbers of inputs and outputs, if the layers fit together."""
    layers = [*trunk, last]
    width = layers[0].weight.shape[0]
    inputs = width
    for layer in layers:
        _require_head(layer, width, len(layer.bias), where)
        width = len(layer.bias)
    return [inputs, width]


def _require_head(layer: Layer, inputs: int, outputs: int, where: str) -> None:
    """Refuse a layer that does not stand on so many units."""
    if layer.weight.shape != (inputs, outputs) or len(layer.bias) != outputs:
        raise CheckpointError(f"{where}: a layer {layer.weight.shape} follows one of {inputs}")
