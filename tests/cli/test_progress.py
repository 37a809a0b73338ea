"""Whoever waits is told what for: by a bar on a terminal, in few words elsewhere."""

import io
import re
import time
from types import SimpleNamespace

import pytest

from piracy_env.cli import progress as module
from piracy_env.cli.progress import Progress, announced, clock
from piracy_env.core.notices import compiling


class Terminal(io.StringIO):
    """What a terminal of 80 columns is sent."""

    def isatty(self):
        return True

    def told(self):
        """All of it, without colours and the moves of the cursor."""
        return re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", self.getvalue())

    def is_clean(self):
        """Whether nothing is left on it, and the cursor is where it was and to be seen."""
        row, left, seen = 0, set(), True
        for piece in re.findall(r"\x1b\[[\d;?]*[a-zA-Z]|[^\x1b]", self.getvalue()):
            if piece == "\n":
                row += 1
            elif piece == "\x1b[1A":
                row -= 1
            elif piece == "\x1b[2K":
                left.discard(row)
            elif piece in ("\x1b[?25h", "\x1b[?25l"):
                seen = piece.endswith("h")
            elif not piece.isspace() and piece[0] != "\x1b":
                left.add(row)
        return row == 0 and not left and seen


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm")
    found = Terminal()
    monkeypatch.setattr(module, "sys", SimpleNamespace(stderr=found, stdout=io.StringIO()))
    return found


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.05)


# --- how far a command has come -------------------------------------------------------------------


def test_a_bar_tells_what_is_done_of_how_many(terminal):
    with Progress() as bar:
        bar.show("measuring [mutiny]", 0, 8)
        bar.show("measuring [havens]", 2, 8)
        module._BOARD._shown.refresh()
    assert "━━━━━╺━━━━━━━━━━━━━━ 2/8 0:00" in terminal.told()
    assert "measuring [havens]" in terminal.told()


def test_a_share_is_told_in_percent(terminal):
    with Progress() as bar:
        bar.show("learning", 0.25)
    assert re.search(r"━ +25 % learning", terminal.told())


def test_the_terminal_is_left_as_it_was(terminal):
    with Progress() as bar:
        bar.show("measuring", 1, 8)
    assert terminal.is_clean()
    assert module._BOARD._shown is None


@pytest.mark.parametrize("columns", [24, 40, 80])
def test_a_bar_fits_the_terminal(terminal, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    with Progress() as bar:
        bar.show("measuring a game whose name is longer than the terminal is wide" * 2, 1, 8)
    lines = re.split(r"[\r\n]+", terminal.told())
    assert max(map(len, lines)) <= columns


def test_without_colours_there_are_none(terminal, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    with Progress() as bar:
        bar.show("measuring", 1, 8)
    assert not re.search(r"\x1b\[[\d;]*m", terminal.getvalue())


def test_what_is_printed_meanwhile_stays_whole(terminal, capsys):
    with Progress() as bar:
        bar.show("measuring", 1, 8)
        print("mutiny is measured")
    assert capsys.readouterr().out == "mutiny is measured\n"


def test_there_is_no_bar_in_a_pipe(capsys):
    with Progress() as bar:
        bar.show("measuring", 1, 8)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.4, "0:00"), (65, "1:05"), (3600, "1:00:00"), (7325, "2:02:05")]
)
def test_time_is_told_as_on_a_clock(seconds, words):
    assert clock(seconds) == words


# --- what is compiled -----------------------------------------------------------------------------


def compile_for(seconds, title="havens.step"):
    with announced(), compiling(title):
        time.sleep(seconds)


def test_a_line_tells_of_a_long_wait_for_the_compiler(capsys):
    compile_for(0.4)
    assert capsys.readouterr() == ("", "compiling havens: step ...\n")


def test_a_bar_tells_of_it_on_a_terminal_and_is_wiped(terminal):
    compile_for(0.4)
    assert "━" in terminal.told()
    assert "compiling havens: step" in terminal.told()
    assert terminal.is_clean()


def test_it_stands_below_the_bar_of_the_command(terminal):
    with Progress() as bar:
        bar.show("measuring havens", 1, 8)
        compile_for(0.6)
    assert terminal.is_clean()
    assert re.search(r"measuring havens *\r?\n.*compiling havens: step", terminal.told())


def test_a_short_wait_is_not_worth_a_word(terminal):
    compile_for(0.0)
    time.sleep(0.1)
    assert terminal.getvalue() == ""


def test_a_wait_counts_from_the_first_of_many_compilations(capsys):
    with announced():
        for title in ("mutiny.step", "mutiny.legal", "mutiny.observe"):
            with compiling(title):
                time.sleep(0.04)
    assert "mutiny: observe" in capsys.readouterr().err


def test_a_library_stays_quiet(capsys):
    with compiling("havens.step"):
        time.sleep(0.1)
    assert capsys.readouterr() == ("", "")
