"""Bytes in JSON: packed, and unpacked within bounds that are known before."""

from __future__ import annotations

import base64
import binascii
import hashlib
import zlib

from piracy_env.errors import ReplayError


def pack(raw: bytes) -> str:
    """Bytes as a text; none as an empty one."""
    return base64.b64encode(zlib.compress(raw, 9)).decode() if raw else ""


def unpack(text: str, where: str, sizes: tuple[int, ...]) -> bytes:
    """The bytes of a text: as many as one of `sizes`, and never more are unpacked."""
    raw = b""
    try:
        if text:
            raw = zlib.decompressobj().decompress(
                base64.b64decode(text, validate=True), max(sizes) + 1
            )
    except (binascii.Error, ValueError, zlib.error) as error:
        raise ReplayError(f"{where}: damaged ({error})", where=where) from None
    if len(raw) not in sizes:
        size = len(raw) if len(raw) <= max(sizes) else f"more than {max(sizes)}"
        allowed = " or ".join(str(size) for size in sizes)
        raise ReplayError(f"{where}: unpacks to {size} bytes, not {allowed}", where=where)
    return raw


def digest(raw: bytes) -> str:
    """Sixteen letters that tell bytes apart."""
    return hashlib.sha256(raw).hexdigest()[:16]
