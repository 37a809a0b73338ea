"""Archives of plain arrays and one page of JSON: what is learnt, on file.

Nothing in such a file is ever executed or unpickled. What a member claims to be is checked before
it is unpacked, so that reading takes no more memory than the file may have; equal contents are
equal bytes.
"""

from __future__ import annotations

import io
import json
import math
import re
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.files import LARGEST_TEXT, parse_json, read_bytes
from piracy_env.errors import CheckpointError, listing

ABOUT = "about.json"
STORED, DEFLATED = zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED
"""The only packings: others unpack to any size at once."""
LARGEST_FILE = 64 << 20
"""No network is larger, in bytes, packed or unpacked."""
MOST_MEMBERS = 256
LONGEST_AXIS = 1 << 14

_EPOCH = (1980, 1, 1, 0, 0, 0)  # no clock in the file
_LISTED = b"PK\x01\x02"
"""Begins each entry of the list of contents."""
_ENCRYPTED = 1
_BROKEN = (zipfile.BadZipFile, zlib.error, KeyError, OSError, EOFError, ValueError, RuntimeError)
"""What the archive's reader raises for a file that is not one, or is damaged."""
_ARRAY = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '([^']{2,8})', 'fortran_order': (True|False), "
    rb"'shape': \(((?:\d{1,9},? ?){0,4})\), \} *\n",
    re.DOTALL,
)
"""How an array begins, as numpy writes it."""


def pack(
    about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], packing: int = DEFLATED
) -> bytes:
    """The bytes of an archive, `DEFLATED` or just `STORED`, which is faster."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        page = json.dumps(dict(about), indent=1, sort_keys=True).encode()
        archive.writestr(zipfile.ZipInfo(ABOUT, _EPOCH), page, packing, 9)
        for name, array in arrays.items():
            packed = io.BytesIO()
            np.lib.format.write_array(packed, array, version=(1, 0), allow_pickle=False)
            member = zipfile.ZipInfo(f"{name}.npy", _EPOCH)
            archive.writestr(member, packed.getvalue(), packing, 9)
    return buffer.getvalue()


class Archive:
    """An archive that is read, with its page of facts.

    Args:
        data: The bytes of the file.
        where: What errors call it.
        largest: Bytes that all members may have together.
    """

    def __init__(self, data: bytes, where: str, largest: int = LARGEST_FILE) -> None:
        self.where = where
        if data.count(_LISTED) > MOST_MEMBERS:
            raise CheckpointError(f"{where}: more than {MOST_MEMBERS} members")
        try:
            self._file = zipfile.ZipFile(io.BytesIO(data))
        except _BROKEN as error:
            raise CheckpointError(f"{where}: is no archive of arrays ({error})") from None
        members = self._file.infolist()
        self._members = {one.filename: one for one in members}
        if len(self._members) < len(members):
            raise CheckpointError(f"{where}: two members of the same name")
        for one in members:
            if one.compress_type not in (STORED, DEFLATED) or one.flag_bits & _ENCRYPTED:
                raise CheckpointError(
                    f"{where}: {one.filename!r:.40} is neither stored nor deflated"
                )
        if sum(one.file_size for one in members) > largest:
            raise CheckpointError(f"{where}: unpacks to more than {largest:,} bytes")
        self.about = self._read_about()

    @classmethod
    def read(cls, path: Path, largest: int = LARGEST_FILE) -> Archive:
        """Read an archive from a file."""
        return cls(read_bytes(path, CheckpointError, largest), str(path), largest)

    def _read_about(self) -> dict[str, Any]:
        data = self._member(ABOUT, LARGEST_TEXT)
        about = parse_json(data, CheckpointError, f"{self.where}: {ABOUT}")
        if not isinstance(about, dict):
            raise CheckpointError(f"{self.where}: {ABOUT} must be an object, not {about!r:.80}")
        return about

    def array(self, name: str, kind: str, axes: int) -> NDArray[Any]:
        """An array of a type such as `<f2`, with as many axes; all its numbers are finite."""
        member = f"{name}.npy"
        data = self._member(member)
        found = _ARRAY.match(data)
        if not found or found.end() != 10 + int.from_bytes(data[8:10], "little"):
            raise CheckpointError(f"{self.where}: {member} is no plain array")
        shape = tuple(int(axis) for axis in re.findall(rb"\d+", found[3]))
        told = found[1].decode(errors="replace")
        if told != kind or len(shape) != axes or max(shape, default=0) > LONGEST_AXIS:
            raise CheckpointError(
                f"{self.where}: {member}: shape {shape} of {told}, not {axes} axes of {kind}"
            )
        if len(data) - found.end() != math.prod(shape) * np.dtype(kind).itemsize:
            raise CheckpointError(f"{self.where}: {member} is not as long as shape {shape} is")
        array = np.frombuffer(data, kind, offset=found.end())
        if not np.isfinite(array).all():
            raise CheckpointError(f"{self.where}: {member} holds what is no number")
        return array.reshape(shape, order="F" if found[2] == b"True" else "C")

    def require(self, names: list[str]) -> None:
        """Refuse members other than these arrays."""
        known = [ABOUT, *(f"{name}.npy" for name in names)]
        unknown = [repr(name)[:40] for name in self._members if name not in known]
        if unknown:
            raise CheckpointError(f"{self.where}: unknown members {listing(unknown)}")

    def _member(self, name: str, largest: int = LARGEST_FILE) -> bytes:
        """The bytes of a member: as many as it claims, and no more than that are unpacked."""
        try:
            claimed = self._file.getinfo(name).file_size
            with self._file.open(name) as packed:
                data = packed.read(min(claimed, largest))  # and its checksum, if that is all
        except _BROKEN as error:
            raise CheckpointError(f"{self.where}: is no archive of arrays ({error})") from None
        if len(data) != claimed:
            raise CheckpointError(f"{self.where}: {name} claims to have {claimed:,} bytes")
        return data
