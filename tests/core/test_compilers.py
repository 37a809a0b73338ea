"""Processes that compile: they do what they are told, help at first use, and are never needed."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from piracy_env.core import compiling, folder, store
from piracy_env.core.compilers import Compilers, can_begin
from piracy_env.core.jit import COMPILED
from piracy_env.core.notices import listening, tell
from piracy_env.core.reach import reaches_separate
from piracy_env.errors import OptionError
from tests.core import ferry
from tests.testing.toy import TOY

ROOT = Path(__file__).parent.parent.parent
compiled = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
by_itself = pytest.mark.skipif(os.name != "posix", reason="others lock no files")


def pid():
    return os.getpid()


def order_of(moment):
    time.sleep(moment)
    return time.monotonic()


def shout(words):
    print(words)
    sys.stdout.flush()
    return words.upper()


def refuse():
    raise OptionError("not on this ship", option="mutiny")


def secret():
    return threading.Lock()


def announce():
    tell("whispers.step", True)
    tell("whispers.step", False)


def announce_and_go():
    tell("whispers.step", True)
    os._exit(3)


# --- processes ------------------------------------------------------------------------------------


def test_a_process_does_one_thing_after_the_other_and_is_renewed():
    with Compilers(1, tasks_each=2) as compilers:
        tasks = [compilers.submit(pid) for _ in range(5)]
        pids = [task.result(timeout=120) for task in tasks]
    assert pids[0] == pids[1] != pids[2] == pids[3] != pids[4]
    assert os.getpid() not in pids


def test_what_does_not_wait_goes_first():
    with Compilers(1) as compilers:
        first = compilers.submit(order_of, 0.2)
        later = compilers.submit(order_of, 0.0, order=1)
        waiting = compilers.submit(order_of, 0.0, waits=True)
        soon = compilers.submit(order_of, 0.0)
        moments = [task.result(timeout=120) for task in (first, soon, waiting, later)]
    assert moments == sorted(moments)


def test_what_is_printed_is_no_answer():
    with Compilers(1) as compilers:
        assert compilers.submit(shout, "ahoy").result(timeout=120) == "AHOY"


def test_errors_come_back_and_what_cannot_be_told_is_one():
    with Compilers(1) as compilers:
        with pytest.raises(OptionError, match="not on this ship") as refused:
            compilers.submit(refuse).result(timeout=120)
        with pytest.raises(RuntimeError, match="cannot be told"):
            compilers.submit(secret).result(timeout=120)
        assert compilers.submit(shout, "still here").result(timeout=120) == "STILL HERE"
    assert refused.value.option == "mutiny"


def test_listeners_hear_of_what_others_compile_to_its_end():
    heard = []
    with listening(lambda *news: heard.append(news)), Compilers(1) as compilers:
        compilers.submit(announce).result(timeout=120)
        with pytest.raises(ChildProcessError, match="has ended: 3"):
            compilers.submit(announce_and_go).result(timeout=120)
        assert compilers.submit(pid).result(timeout=120)
    assert heard == 2 * [("whispers.step", True), ("whispers.step", False)]


def test_the_end_does_not_wait_for_what_is_being_done():
    begun = time.monotonic()
    with Compilers(1) as compilers:
        compilers.submit(pid).result(timeout=120)
        task = compilers.submit(order_of, 1000.0)
    with pytest.raises(ChildProcessError):
        task.result(timeout=120)
    assert time.monotonic() - begun < 120


@by_itself
def test_it_ends_with_the_program_that_began_it():
    program = (
        "import os, signal\n"
        "from piracy_env.core.compilers import Compilers\n"
        "from tests.core.test_compilers import order_of, pid\n"
        "compilers = Compilers(1)\n"
        "print(compilers.submit(pid).result(), flush=True)\n"
        "compilers.submit(order_of, 1000.0)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, cwd=ROOT, check=False
    )
    assert done.returncode == -signal.SIGKILL
    for _ in range(600):
        try:
            os.kill(int(done.stdout), 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("it goes on")


@pytest.mark.parametrize(
    ("executable", "expected"),
    [
        ("/usr/bin/python3.11", True),
        ("C:/Python/pythonw.exe", True),
        ("blender", False),
        ("", False),
    ],
)
def test_a_program_that_only_has_python_inside_begins_none(monkeypatch, executable, expected):
    monkeypatch.setattr(sys, "executable", executable)
    assert can_begin() is expected
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert not can_begin()


# --- at first use ---------------------------------------------------------------------------------


def test_the_environment_says_how_many(monkeypatch):
    monkeypatch.setenv("PIRACY_COMPILERS", "3")
    assert compiling.jobs_at_first_use() == 3
    monkeypatch.delenv("PIRACY_COMPILERS")
    assert 1 <= compiling.jobs_at_first_use() <= compiling.MOST
    for said in ("0", "many", "-1"):
        monkeypatch.setenv("PIRACY_COMPILERS", said)
        with pytest.raises(OptionError, match="PIRACY_COMPILERS: a whole number from 1"):
            compiling.jobs_at_first_use()


@compiled
def test_only_large_games_have_separate_kernels():
    assert reaches_separate([ferry.GAME.observe, ferry.GAME.step])
    assert not reaches_separate([TOY.observe, TOY.step])


PLAY = """
from piracy_env.core import compilers
from piracy_env.core.notices import listening
from piracy_env.core.separate import Cell
from tests.core import ferry
from tests.core.test_separate import played

{before}
processes, kept, heard = [], [], []
begin, fill = compilers.Process.__init__, Cell.fill
compilers.Process.__init__ = lambda one: (begin(one), processes.append(one))[1]
Cell.fill = lambda cell: (kept.append(cell.is_kept), fill(cell))[1]
with listening(lambda title, begins: heard.append(title) if begins else None):
    played(ferry.GAME)
assert all(one._process.returncode is not None for one in processes), "some are still there"
assert len(set(heard)) == len(heard), "something was compiled twice"
print(len(processes), len([title for title in heard if "ferry" in title]), all(kept))
"""


def first_use(place, jobs="2", before=""):
    """A script without a guard: processes it began, what was compiled, and if by those alone."""
    script = place / "script.py"
    script.write_text(PLAY.format(before=before))
    done = subprocess.run(
        [sys.executable, script],
        env={
            **os.environ,
            "PIRACY_CACHE": str(place / "code"),
            "PIRACY_COMPILERS": jobs,
            "PYTHONPATH": str(ROOT),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not list(place.rglob("*.lock"))
    return done.stdout.split()


@compiled
@by_itself
def test_a_large_game_is_compiled_by_several_processes_and_once(tmp_path):
    assert first_use(tmp_path) == ["2", "11", "True"]
    assert first_use(tmp_path) == ["0", "0", "True"]


TROUBLES = {
    "it is switched off": ("1", ""),
    "there is no new interpreter": ("2", "import sys\nsys.executable = 'blender'"),
    "they end at once": ("2", "compilers._PROGRAM = 'raise SystemExit(4)'"),
    "none can be begun": (
        "2",
        "def fail(*_, **__): raise OSError\ncompilers.subprocess.Popen = fail",
    ),
}


@compiled
@by_itself
@pytest.mark.parametrize("trouble", TROUBLES)
def test_without_processes_it_is_compiled_here(tmp_path, trouble):
    assert first_use(tmp_path, *TROUBLES[trouble])[1:] == ["11", "False"]


@by_itself
def test_one_program_at_a_time_begins_processes(tmp_path, monkeypatch):
    folder._folder.cache_clear()
    monkeypatch.setenv("PIRACY_CACHE", str(tmp_path))
    with store.at_once("compilers") as first:
        with store.at_once("compilers") as second:
            assert (first, second) == (True, False)
        with store.at_once("compilers") as third:
            assert not third
    with store.at_once("compilers") as later:
        assert later
    assert not list(tmp_path.rglob("*.lock"))
    folder._folder.cache_clear()
