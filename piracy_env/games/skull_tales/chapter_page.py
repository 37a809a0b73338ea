"""The page of a campaign: its chapters as a way, and how the present Adventure goes."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.drawing.fonts import BOLD, TITLE
from piracy_env.drawing.svg import (
    FADED,
    GOLD,
    GOLD_DARK,
    INK,
    WOOD_DARK,
    Box,
    circle,
    icon,
    panel,
    path,
    rect,
    text,
)
from piracy_env.games.skull_tales.crew_cards import crew_of, figure
from piracy_env.games.skull_tales.labels import marks, tag
from piracy_env.games.skull_tales.names import name_of
from piracy_env.games.skull_tales.state import NONE, PIRATE

_CHAPTERS = 10
_RESULTS = ("failure", "partial success", "total success")
_TESTS = 4
"""Rolls of each Character in an abstract Adventure."""


def chapter_page(s: Record, tables: Tables, box: Box) -> str:
    """The whole page: the way through the campaign above, the Adventure below."""
    upper = Box(box.x + 24, box.y + 84, box.width - 48, 290)
    lower = Box(box.x + 24, box.y + 396, box.width - 48, box.height - 420)
    return "".join((
        panel(box, WOOD_DARK, rx=13, border=3),
        rect(box.inside(8), "none", rx=9, stroke=GOLD_DARK, stroke_width=1.4),
        text(box.middle[0], box.y + 44, "The campaign", 42, font=TITLE, anchor="middle"),
        *_way(s, tables, upper),
        *_adventure(s, tables, lower),
    ))  # fmt: skip


def _way(s: Record, tables: Tables, box: Box) -> Iterator[str]:
    """Chapters in two rows along a dotted way, those that are won marked."""
    places = [
        (box.x + box.width * (k % 5 + 0.5) / 5, box.y + 60 + 150 * (k // 5))
        for k in range(_CHAPTERS)
    ]
    places[5:] = reversed(places[5:])
    steps: list[object] = ["M", *places[0]]
    for x, y in places[1:]:
        steps += ["L", x, y]
    yield path(*steps, stroke="#b98a4a", stroke_width=4, stroke_dasharray="9 8")
    for k, (x, y) in enumerate(places):
        is_won, is_half = s.ch_won >> k & 1, s.ch_part >> k & 1
        is_now = s.camp_ch == k + 1
        if is_now:
            yield circle(x, y, 33, "none", stroke="#c02a20", stroke_width=5)
        is_in = s.camp_first <= k + 1 <= s.camp_last
        bare = "#fff8e6" if is_in else "#e6dabd"
        fill = "url(#gold)" if is_won else "#e9cf96" if is_half else bare
        yield circle(x, y, 26, fill, stroke=INK if is_in else FADED, stroke_width=2)
        yield text(x, y, k + 1, 26, font=TITLE, anchor="middle")
        name = name_of(tables, "chapters", k)
        yield text(x, y + 50, name, 15, fill=INK if is_in else FADED, anchor="middle",
                   width=box.width / 5 - 8)  # fmt: skip
        if is_won:
            yield icon("skull", x + 24, y - 20, 24)


def _adventure(s: Record, tables: Tables, box: Box) -> Iterator[str]:
    """The chapter that is played, and how its Adventure has gone for each Character."""
    chapter = min(max(1, int(s.camp_ch)), _CHAPTERS + 2)
    title = name_of(tables, "chapters", chapter - 1)
    number = f"Chapter {chapter}" if chapter <= _CHAPTERS else f"Annex {'I' * (chapter - 10)}"
    yield text(box.middle[0], box.y + 16, f"{number}: {title}", 30, font=TITLE, anchor="middle")
    result = _RESULTS[s.adv_result] if 0 <= s.adv_result < len(_RESULTS) else "not played yet"
    words = f"last Adventure: {result}; repeats: {s.adv_repeat}; Voyages lost: {s.voyages}"
    yield text(box.middle[0], box.y + 48, words, 17, fill=FADED, anchor="middle")
    for k, slot in enumerate(crew_of(s)):
        y = box.y + 88 + 44 * k
        yield figure(s, slot, box.x + 60, y, 16)
        section = "characters" if s.ch_kind[slot] == PIRATE else "allies"
        name = name_of(tables, section, s.ch_card[slot])
        yield text(box.x + 90, y, name, 19, font=BOLD, width=210)
        yield text(box.x + 310, y, "tests passed", 14, fill=FADED)
        yield marks(box.x + 400, y, int(s.adv_k[slot]), _TESTS, GOLD)
        if s.ch_kind[slot] == PIRATE and (any(s.adv_k) or any(s.adv_gain)):
            own = _RESULTS[s.adv_pres[slot]] if 0 <= s.adv_pres[slot] < 3 else ""
            yield text(box.x + 480, y, own, 15)
            yield tag(box.right - 110, y, 90, f"{s.adv_gain[slot]:+d} PP", "#fff8e6", INK)
    if s.captain == NONE:
        yield text(box.middle[0], box.bottom - 6, "There is no Captain yet.", 17, anchor="middle")
