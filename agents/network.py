"""A trained network, as a file and as arithmetic: playing by it needs numpy and nothing else.

The file is a zip archive of plain arrays and one page of JSON. Nothing in it is ever executed or
unpickled, sizes are checked before they are believed, and equal networks are equal bytes.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.game import Game
from piracy_env.errors import CheckpointError, listing, telling

FORMAT = 1
ABOUT = "about.json"
LARGEST_FILE = 64 << 20
"""No network is larger, in bytes, packed or unpacked."""
LARGEST_ABOUT = 1 << 20
WIDEST = 1 << 14
"""Most units in a layer."""
MOST_LAYERS = 16
_EPOCH = (1980, 1, 1, 0, 0, 0)  # no clock in the file

_BROKEN = (zipfile.BadZipFile, zlib.error, KeyError, OSError, NotImplementedError, RuntimeError)
"""What the archive's reader raises for a file that is not one, or is damaged."""

Floats = NDArray[np.floating[Any]]


def schema_of(game: Game) -> dict[str, Any]:
    """What a network must have been made for, to play a game: every input and output by name."""
    return {
        "game": game.name,
        "version": game.version,
        "observation": _digest(game.observation.feature_names()),
        "actions": _digest(game.actions.labels),
    }


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
        part = path.with_name(path.name + ".part")
        part.write_bytes(self.to_bytes())
        part.replace(path)

    def to_bytes(self) -> bytes:
        """The file."""
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            about = {"format": FORMAT, "layers": len(self.trunk), **self.about}
            _add(archive, ABOUT, json.dumps(about, indent=1, sort_keys=True).encode())
            for name, array in self._arrays().items():
                packed = io.BytesIO()
                np.lib.format.write_array(packed, array.astype(np.float16), allow_pickle=False)
                _add(archive, f"{name}.npy", packed.getvalue())
        return buffer.getvalue()

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
            try:
                if path.stat().st_size > LARGEST_FILE:
                    raise CheckpointError(f"{path}: larger than {LARGEST_FILE} bytes")
                data = path.read_bytes()
            except OSError as error:
                raise CheckpointError(f"{path}: {error.strerror or error}") from None
            return cls.from_bytes(data, game, str(path))

    @classmethod
    def from_bytes(cls, data: bytes, game: Game | None = None, where: str = "network") -> Self:
        """Read a network from the bytes of its file."""
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                about = _read_about(archive, where)
                if game is not None:
                    _require_made_for(game, about, where)
                return cls._read(archive, about, where)
        except _BROKEN as error:
            raise CheckpointError(f"{where}: no network: {error}") from None

    @classmethod
    def _read(cls, archive: zipfile.ZipFile, about: dict[str, Any], where: str) -> Self:
        count = about.pop("layers", None)
        about.pop("format")
        if not isinstance(count, int) or not 0 <= count <= MOST_LAYERS:
            raise CheckpointError(f"{where}: layers must be 0 to {MOST_LAYERS}, not {count!r}")
        if sum(member.file_size for member in archive.infolist()) > LARGEST_FILE:
            raise CheckpointError(f"{where}: unpacks to more than {LARGEST_FILE} bytes")
        trunk = tuple(_read_layer(archive, f"trunk{k}", where) for k in range(count))
        policy = _read_layer(archive, "policy", where)
        value = _read_layer(archive, "value", where)
        sizes = about.get("sizes")
        inputs, actions = _chain(trunk, policy, value, where)
        if sizes != [inputs, actions]:
            raise CheckpointError(
                f"{where}: made for {sizes}, but its layers are {inputs, actions}"
            )
        return cls(trunk, policy, value, about)


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name, _EPOCH), data, zipfile.ZIP_DEFLATED, 9)


def _read_about(archive: zipfile.ZipFile, where: str) -> dict[str, Any]:
    if archive.getinfo(ABOUT).file_size > LARGEST_ABOUT:
        raise CheckpointError(f"{where}: {ABOUT} is larger than {LARGEST_ABOUT} bytes")
    try:
        about = json.loads(archive.read(ABOUT))
    except (ValueError, RecursionError) as error:
        raise CheckpointError(f"{where}: {ABOUT}: {error}") from None
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise CheckpointError(f"{where}: no network of format {FORMAT}")
    return about


def _require_made_for(game: Game, about: Mapping[str, Any], where: str) -> None:
    wrong = [
        f"{key} {about.get(key)!r} instead of {value!r}"
        for key, value in schema_of(game).items()
        if about.get(key) != value
    ]
    if wrong:
        raise CheckpointError(f"{where}: not made for this game: {listing(wrong)}")


def _read_layer(archive: zipfile.ZipFile, name: str, where: str) -> Layer:
    arrays = []
    for part, axes in (("weight", 2), ("bias", 1)):
        member = f"{name}.{part}.npy"
        if archive.getinfo(member).file_size > LARGEST_FILE:
            raise CheckpointError(f"{where}: {member} is larger than {LARGEST_FILE} bytes")
        try:
            with archive.open(member) as packed:
                array = np.lib.format.read_array(packed, allow_pickle=False)
        except (ValueError, EOFError, SyntaxError, MemoryError) as error:
            raise CheckpointError(f"{where}: {member}: {error}") from None
        if array.dtype != np.float16 or array.ndim != axes or max(array.shape, default=0) > WIDEST:
            raise CheckpointError(f"{where}: {member}: shape {array.shape} of {array.dtype}")
        if not np.isfinite(array).all():
            raise CheckpointError(f"{where}: {member} holds what is no number")
        arrays.append(array.astype(np.float32))
    return Layer(*arrays)


def _chain(trunk: tuple[Layer, ...], policy: Layer, value: Layer, where: str) -> tuple[int, int]:
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
    return inputs, len(policy.bias)
