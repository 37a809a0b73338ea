"""What has happened in the campaign: phases, chapters, Adventures, the captaincy, the end."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, plural, seat_letter
from piracy_env.games.skull_tales.describe import end_of
from piracy_env.games.skull_tales.names import island_name, name_of
from piracy_env.games.skull_tales.state import NONE, SEATS, Phase

TOLD = (
    *("captain", "phase", "camp_ch", "ch_won", "ch_part", "voyages", "isle_souls"),
    *("adv_result", "adv_repeat", "adv_gain", "ended", "part"),
)
_PHASES = {
    Phase.PORT: "The Port Phase begins.",
    Phase.VOYAGE: "The Voyage Phase begins.",
    Phase.ADVENTURE: "The Adventure Phase begins.",
}
_RESULTS = ("a failure", "a partial success", "a total success")
_PARTS = ("Port", "Voyage", "Adventure", "chapter")


def captaincy(before: Record, after: Record) -> Iterator[str]:
    """Who is Captain now."""
    if before.captain != after.captain:
        who = f"{seat_letter(after.captain)} is Captain now"
        yield f"{who} (STC-3.4)." if after.captain != NONE else "There is no Captain any more."


def course(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Results, chapters and phases."""
    yield from _adventure(before, after)
    for name, words in (("ch_won", "won"), ("ch_part", "half won")):
        was, now = getattr(before, name), getattr(after, name)
        new = [str(bit + 1) for bit in range(16) if now & ~was & 1 << bit]
        gone = [str(bit + 1) for bit in range(16) if was & ~now & 1 << bit]
        if new:
            yield f"Chapter {in_words(new)} is {words}."
        if gone:
            yield f"Chapter {in_words(gone)} is no longer {words}."
    if before.voyages != after.voyages:
        yield f"{plural(after.voyages, 'Voyage')} of this chapter lost so far (STC-2.12)."
    if before.isle_souls != after.isle_souls:
        where = island_name(after.isle_souls) if after.isle_souls != NONE else "nowhere"
        yield f"The island of souls is noted: {where} (STC-8.2)."
    if before.part != after.part:
        is_over = after.part != NONE
        yield f"The {_PARTS[after.part]} is judged." if is_over else "The next part begins."
    if before.camp_ch != after.camp_ch:
        chapter = after.camp_ch
        number = f"Chapter {chapter}" if chapter <= 10 else f"Annex {'I' * (chapter - 10)}"
        yield f"{number} begins: {name_of(tables, 'chapters', chapter - 1)}."
    if before.phase != after.phase:
        yield _PHASES.get(Phase(after.phase), "The game is over.")
    if after.ended not in (before.ended, NONE):
        yield f"The end: {end_of(after)}."
    elif before.ended != after.ended:
        yield "The game goes on."


def _adventure(before: Record, after: Record) -> Iterator[str]:
    """The result of an Adventure, and what it was worth."""
    if before.adv_repeat != after.adv_repeat:
        yield f"The Adventure has been repeated {plural(after.adv_repeat, 'time')} (STC-2.6)."
    if before.adv_result != after.adv_result:
        if after.adv_result == NONE:
            yield "No Adventure has been played in this chapter yet."
        else:
            yield f"The Adventure is {_RESULTS[after.adv_result]} (STC-2.5)."
    gains = [
        f"{seat_letter(seat)} {after.adv_gain[seat]:+d}"
        for seat in range(SEATS)
        if before.adv_gain[seat] != after.adv_gain[seat]
    ]
    if gains:
        yield f"Prestige of the Adventure: {in_words(gains)}."
