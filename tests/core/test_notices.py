"""Whoever waits for the compiler is told what for; who does not is left in peace."""

import io
import time

import pytest

from piracy_env.core import notices
from piracy_env.core.notices import announced, compiling, listening


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(notices, "PATIENCE", 0.05)
    monkeypatch.setattr(notices, "_BEAT", 0.01)


def told(stream, seconds):
    with announced(stream), compiling("havens.step"):
        time.sleep(seconds)
    return stream.getvalue()


def test_a_line_tells_of_a_long_wait():
    assert told(io.StringIO(), 0.3) == "compiling havens: step ...\n"


def test_a_bar_is_drawn_on_a_terminal_and_wiped():
    drawn = told(Terminal(), 0.3)
    assert "━" in drawn
    assert "compiling havens: step" in drawn
    assert drawn.endswith("\r\x1b[K")


@pytest.mark.parametrize("stream", [io.StringIO(), Terminal()])
def test_a_short_wait_is_not_worth_a_word(stream):
    assert told(stream, 0.0) == ""


def test_a_wait_counts_from_the_first_of_many_compilations():
    stream = io.StringIO()
    with announced(stream):
        for title in ("mutiny.step", "mutiny.legal", "mutiny.observe"):
            with compiling(title):
                time.sleep(0.04)
    assert "mutiny: observe" in stream.getvalue()


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


def test_a_library_stays_quiet(capsys):
    with compiling("havens.step"):
        time.sleep(0.1)
    assert capsys.readouterr() == ("", "")
