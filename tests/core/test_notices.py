"""Listeners hear of compilations."""

import pytest

from piracy_env.core.notices import compiling, listening


def test_listeners_hear_of_begin_and_end_even_if_it_fails():
    heard = []
    with (
        listening(lambda title, begins: heard.append((title, begins))),
        pytest.raises(ZeroDivisionError),
        compiling("mutiny.step"),
    ):
        1 / 0  # noqa: B018 - a compilation that fails
    with compiling("mutiny.legal"):
        pass
    assert heard == [("mutiny.step", True), ("mutiny.step", False)]
