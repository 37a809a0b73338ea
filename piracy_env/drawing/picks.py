"""Which actions an element of a picture is about: what a page needs to let people click on it.

The attribute `data-pick` lists alternatives with a blank between them. Each is the name of a block
of actions, with or without coordinates on its axes: `pass`, `capture:slot=2`,
`assemble:left=1,top=3`. An element is about an action if one of its alternatives names the action's
block, and no coordinate that it gives is another one than the action's. Elements that were clicked
narrow the actions down to those that all of them are about.

A block of which single actions cannot be chosen so is declared in a game's `LIST_ONLY`, with the
reason; a block of one action needs no element, as pages show a button for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from piracy_env.core.actions import ActionTable
from piracy_env.drawing.svg import Box, group, rect

ATTRIBUTE = "data-pick"
MOST_AT_ONCE = 12
"""Actions that no further click tells apart: a page asks which of them is meant."""
HIT = "hit"
"""The class of a transparent shape that takes clicks for its group, and glows on the page."""
_PICKED = re.compile(rf'{ATTRIBUTE}="([^"]*)"')


class Pick(NamedTuple):
    """Some actions of a block: those with these coordinates."""

    block: str
    at: Mapping[str, int]

    def __str__(self) -> str:
        where = ",".join(f"{axis}={value}" for axis, value in self.at.items())
        return f"{self.block}:{where}" if where else self.block

    def fits(self, block: str, at: Mapping[str, int]) -> bool:
        """Whether an action of a block with some coordinates is one of them."""
        return block == self.block and all(at.get(axis) == k for axis, k in self.at.items())


def pick(block: str, **at: int) -> Pick:
    """Actions of a block, by their coordinates."""
    return Pick(block, {axis: int(value) for axis, value in at.items()})


def picked(drawn: str, *picks: Pick, box: Box | None = None, hit: str = "") -> str:
    """Markup that stands for actions; `box` is its place, all of which takes clicks and glows.

    What has another form gives the shape that takes clicks, of the class `HIT`. Without picks,
    because the viewer is not to move, it is the markup alone.
    """
    if not picks:
        return drawn
    # a group catches clicks only where something is painted
    place = hit or (rect(box, "#000", rx=8, fill_opacity=0, **{"class": HIT}) if box else "")
    return group(drawn, place, data_pick=" ".join(map(str, picks)))


def picks_in(svg: str) -> list[list[Pick]]:
    """What each element of a picture is about."""
    return [[_read(word) for word in words.split()] for words in _PICKED.findall(svg)]


def _read(word: str) -> Pick:
    block, _, where = word.partition(":")
    pairs = (pair.split("=") for pair in where.split(",")) if where else ()
    return Pick(block, {axis: int(value) for axis, value in pairs})


def faults_of(svg: str, actions: ActionTable, legal: list[int]) -> list[str]:
    """What is wrong with the picks of a picture, and which legal actions it does not lead to.

    An action is led to if the elements about it, clicked one after the other, leave it alone or
    with so few others that a page can ask which of them is meant.
    """
    elements = picks_in(svg)
    faults = [
        f"{word} is no pick of these actions"
        for element in elements
        for word in element
        if not _is_known(word, actions)
    ]
    places = {action: actions.parse(action) for action in legal}
    about = {
        action: {k for k, words in enumerate(elements) if any(word.fits(*at) for word in words)}
        for action, at in places.items()
    }
    for action, mine in about.items():
        rivals = [other for other in legal if other != action and mine <= about[other]]
        if not mine or len(rivals) >= MOST_AT_ONCE:
            found = "is in no element" if not mine else f"cannot be told from {len(rivals)} others"
            faults.append(f"{places[action][0]}: {actions.label(action)} {found}")
    return faults


def _is_known(word: Pick, actions: ActionTable) -> bool:
    block = next((block for block in actions.blocks if block.name == word.block), None)
    return block is not None and all(
        axis in block.axes and 0 <= k < len(block.axes[axis]) for axis, k in word.at.items()
    )
