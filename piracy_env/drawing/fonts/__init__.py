"""The letters of the pictures: font files, and how wide a text is when set in them."""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path
from typing import NamedTuple


class Font(NamedTuple):
    """A font file of the package, and the CSS that asks for it or for something like it."""

    file: Path
    family: str
    fallback: str
    weight: int
    cap_height: float
    """Height of a capital letter at size 1."""


_FOLDER = Path(__file__).parent
_SANS = "'Alegreya Sans', 'Gill Sans', 'Trebuchet MS', sans-serif"
_BLACKLETTER = "'Pirata One', 'Old English Text MT', serif"

TEXT = Font(_FOLDER / "text-regular.ttf", "Piracy Text", _SANS, 400, 0.642)
BOLD = Font(_FOLDER / "text-bold.ttf", "Piracy Text", _SANS, 700, 0.645)
TITLE = Font(_FOLDER / "title.ttf", "Piracy Title", _BLACKLETTER, 400, 0.793)
FONTS = (TEXT, BOLD, TITLE)


def text_width(text: str, size: float, font: Font = TEXT) -> float:
    """How wide a line is; kerning, which mostly brings letters closer, is left out."""
    advances = _advances(font.file)
    return size * sum(advances.get(ord(letter), advances[ord("M")]) for letter in text)


@cache
def _advances(file: Path) -> dict[int, float]:
    """Advance width at size 1 of every character of a TrueType file."""
    data = file.read_bytes()
    count = struct.unpack_from(">H", data, 4)[0]
    entries = (struct.unpack_from(">4sLLL", data, 12 + 16 * i) for i in range(count))
    start = {tag.decode(): offset for tag, _, offset, _ in entries}
    units = struct.unpack_from(">H", data, start["head"] + 18)[0]
    metrics = struct.unpack_from(">H", data, start["hhea"] + 34)[
        0
    ]  # further glyphs have the last width
    return {
        code: struct.unpack_from(">H", data, start["hmtx"] + 4 * min(glyph, metrics - 1))[0] / units
        for code, glyph in _glyphs(data, start["cmap"]).items()
    }


def _glyphs(data: bytes, cmap: int) -> dict[int, int]:
    """Glyph number of every character, from the format 4 table (16-bit characters in segments)."""
    table = cmap + struct.unpack_from(">L", data, cmap + 8)[0]
    length = struct.unpack_from(">H", data, table + 6)[0]  # twice the number of segments
    half = length // 2
    ends = struct.unpack_from(f">{half}H", data, table + 14)
    starts = struct.unpack_from(f">{half}H", data, table + 16 + length)
    deltas = struct.unpack_from(f">{half}h", data, table + 16 + 2 * length)
    offsets = table + 16 + 3 * length
    glyphs: dict[int, int] = {}
    for segment, (first, last, delta) in enumerate(zip(starts, ends, deltas, strict=True)):
        position = offsets + 2 * segment
        skip = struct.unpack_from(">H", data, position)[0]
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = code
            if skip:
                glyph = struct.unpack_from(">H", data, position + skip + 2 * (code - first))[0]
            glyphs[code] = (glyph + delta) % 0x10000
    return glyphs
