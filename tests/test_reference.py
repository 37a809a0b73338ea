"""The API reference shows everything that is public, and nothing that is not there."""

import importlib
import re
from inspect import get_annotations
from pathlib import Path

import pytest

import piracy_env

FOLDER = Path(__file__).parent.parent / "docs" / "reference"
PAGES = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.md"))}
BLOCK = re.compile(r"^::: (\S+)\n((?:    .*\n)*)", re.MULTILINE)
# each place with the members that are named, if not all are shown
SHOWN = {
    place: re.findall(r"- (\w+)$", options, re.MULTILINE)
    for page in PAGES.values()
    for place, options in BLOCK.findall(page)
}

# What needs no entry of its own, and where it is told of.
TOLD_ELSEWHERE = {
    "__version__": "a text",
    "errors": "the page of errors shows its classes",
    "Opponents": "the union in the signature of OneSeat",
    "Option": "the union of Number, Flag, OneOf, Numbers and Words",
}


def found(place):
    """The object of a dotted name: of a module, or in one."""
    try:
        return importlib.import_module(place)
    except ModuleNotFoundError:
        home, _, name = place.rpartition(".")
        return getattr(importlib.import_module(home), name)


@pytest.mark.parametrize("place", [place for place in SHOWN if "open_spiel" not in place])
def test_what_the_reference_shows_is_there(place):
    shown = found(place)
    assert shown.__doc__, f"{place} has no docstring"
    declared = {name for kind in getattr(shown, "__mro__", ()) for name in get_annotations(kind)}
    assert not [name for name in SHOWN[place] if not hasattr(shown, name) and name not in declared]


@pytest.mark.parametrize("name", sorted({*piracy_env.__all__} - set(TOLD_ELSEWHERE)))
def test_what_is_public_is_shown(name):
    assert f"piracy_env.{name}" in SHOWN or name in SHOWN["piracy_env.errors"]


def test_a_class_that_is_shown_has_no_member_without_a_docstring():
    bare = [
        f"{place}.{name}"
        for place in SHOWN
        if "open_spiel" not in place and isinstance(shown := found(place), type)
        for name, member in vars(shown).items()
        if not name.startswith("_") and callable(member) and not member.__doc__
    ]
    assert not bare


def test_every_page_is_in_the_navigation():
    navigation = (FOLDER.parent.parent / "mkdocs.yml").read_text(encoding="utf-8")
    assert not [name for name in PAGES if f"reference/{name}" not in navigation]
