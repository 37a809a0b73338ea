"""Files in the format safetensors: named arrays and a page of JSON, read by numpy alone.

Such a file is the length of a header, the header, which is JSON, and the numbers of all arrays one
after the other: nothing in it is packed, executed or unpickled, and whoever has read the header
knows the size of everything. Any tool that knows the format reads these files.

The library of that name is not used. It is one more compiled wheel for whoever only wants to play;
of bytes it tells the arrays but not the metadata, of a path both, but only while the file stays as
it is. What a network needs of the format is this page.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.files import LARGEST_TEXT, parse_json, read_bytes
from piracy_env.errors import CheckpointError, listing

SUFFIX = ".safetensors"
LARGEST_FILE = 64 << 20
"""No network is larger, in bytes."""
MOST_ARRAYS = 256
MOST_AXES = 4
LONGEST_AXIS = 1 << 14

_ABOUT, _METADATA = "about", "__metadata__"
_ENTRY = {"dtype", "shape", "data_offsets"}
_KINDS = {"F16": "<f2", "F32": "<f4", "U8": "|u1"}
"""The types of numbers that are written and read, as the format and as numpy names them."""
_LENGTH = 8
"""Bytes of the header's length; the header itself ends at a multiple of as many."""


def pack(about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """The bytes of a file; equal contents are equal bytes."""
    page = json.dumps(dict(about), sort_keys=True)
    header: dict[str, Any] = {_METADATA: {_ABOUT: page}}
    names = {numpy: name for name, numpy in _KINDS.items()}
    parts, start = [], 0
    for name, array in sorted(arrays.items(), key=lambda item: (-item[1].itemsize, item[0])):
        parts.append(array.tobytes())
        end = start + array.nbytes
        entry = {"dtype": names[array.dtype.str], "shape": array.shape}
        header[name] = {**entry, "data_offsets": [start, end]}
        start = end
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % _LENGTH)
    return b"".join([len(text).to_bytes(_LENGTH, "little"), text, *parts])


class TensorFile:
    """A file that is read, with its page of facts.

    Args:
        data: The bytes of the file.
        where: What errors call it.
    """

    def __init__(self, data: bytes, where: str) -> None:
        self.where = where
        size = int.from_bytes(data[:_LENGTH], "little")
        if not 0 < size <= min(len(data) - _LENGTH, LARGEST_TEXT):
            raise CheckpointError(f"{where}: is no file of safetensors{_former(data)}")
        self._data = memoryview(data)[_LENGTH + size :]
        header = self._object(data[_LENGTH : _LENGTH + size], "its header")
        self.about = self._read_about(header.pop(_METADATA, None))
        if len(header) > MOST_ARRAYS:
            raise CheckpointError(f"{where}: more than {MOST_ARRAYS} arrays")
        self._arrays = {name: self._read_entry(name, entry) for name, entry in header.items()}
        self._require_filled()

    @classmethod
    def read(cls, path: Path, largest: int = LARGEST_FILE) -> TensorFile:
        """Read a file of at most so many bytes."""
        return cls(read_bytes(path, CheckpointError, largest), str(path))

    def array(self, name: str, kind: str, axes: int) -> NDArray[Any]:
        """An array of a type such as `<f2`, with as many axes; all its numbers are finite."""
        if name not in self._arrays:
            raise CheckpointError(f"{self.where}: lacks {name}")
        stored, shape, start = self._arrays[name]
        if stored != kind or len(shape) != axes:
            raise CheckpointError(
                f"{self.where}: {name}: shape {shape} of {stored}, not {axes} axes of {kind}"
            )
        array = np.frombuffer(self._data, kind, math.prod(shape), start).reshape(shape)
        if not np.isfinite(array).all():
            raise CheckpointError(f"{self.where}: {name} holds what is no number")
        return array

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All arrays by name."""
        stored = self._arrays.items()
        return {name: self.array(name, kind, len(shape)) for name, (kind, shape, _) in stored}

    def require(self, names: list[str]) -> None:
        """Refuse arrays other than these."""
        unknown = [repr(name)[:40] for name in self._arrays if name not in names]
        if unknown:
            raise CheckpointError(f"{self.where}: unknown arrays {listing(unknown)}")

    def _object(self, text: str | bytes, what: str) -> dict[str, Any]:
        value = parse_json(text, CheckpointError, f"{self.where}: {what}")
        if not isinstance(value, dict):
            raise CheckpointError(f"{self.where}: {what} must be an object, not {value!r:.80}")
        return value

    def _read_about(self, metadata: object) -> dict[str, Any]:
        page = metadata.get(_ABOUT) if isinstance(metadata, dict) and len(metadata) == 1 else None
        if not isinstance(page, str):
            raise CheckpointError(
                f"{self.where}: its metadata must be {_ABOUT!r} alone, not {metadata!r:.80}"
            )
        return self._object(page, _ABOUT)

    def _read_entry(self, name: str, entry: object) -> tuple[str, tuple[int, ...], int]:
        """The type of an array's numbers, its shape and where it begins."""
        if not isinstance(entry, dict) or set(entry) != _ENTRY:
            raise CheckpointError(f"{self.where}: {name:.40} is no array: {entry!r:.80}")
        kind, shape, place = entry["dtype"], entry["shape"], entry["data_offsets"]
        if not isinstance(kind, str) or kind not in _KINDS:
            known = listing(_KINDS)
            raise CheckpointError(f"{self.where}: {name:.40} is of {kind!r:.40}, not of {known}")
        if not _are_whole(shape, LONGEST_AXIS) or len(shape) > MOST_AXES:
            raise CheckpointError(f"{self.where}: {name:.40} has the shape {shape!r:.80}")
        size = math.prod(shape) * np.dtype(_KINDS[kind]).itemsize
        is_place = _are_whole(place, len(self._data)) and len(place) == 2
        if not is_place or place[1] - place[0] != size:
            raise CheckpointError(
                f"{self.where}: {name:.40} has {size:,} bytes, which are not at {place!r:.80}"
            )
        return _KINDS[kind], tuple(shape), place[0]

    def _require_filled(self) -> None:
        """Refuse files in which arrays overlap, or with bytes that belong to none."""
        end = 0
        for kind, shape, start in sorted(self._arrays.values(), key=lambda span: span[2]):
            if start != end:
                break
            end += math.prod(shape) * np.dtype(kind).itemsize
        else:
            if end == len(self._data):
                return
        raise CheckpointError(f"{self.where}: its arrays do not fill it one after the other")


def _are_whole(values: object, largest: int) -> bool:
    """Whether it is a list of whole numbers from 0 to `largest`."""
    return isinstance(values, list) and all(
        type(number) is int and 0 <= number <= largest for number in values
    )


def _former(data: bytes) -> str:
    """What can be done about a network of the time before."""
    if not data.startswith(b"PK"):
        return ""
    return (
        ", but a zip archive, as networks once were: "
        "python -m experiments.convert_network <file> makes one of the other"
    )
