"""Kernels that are compiled each for itself: called as if they were taken in, compiled once."""

import dataclasses
import json
import os
import pickle
import subprocess
import sys
from enum import IntEnum
from pathlib import Path

import numba
import numpy as np
import pytest

from piracy_env.core import separate as separate_module
from piracy_env.core.either import either
from piracy_env.core.engine import Engine
from piracy_env.core.jit import COMPILED, kernel
from piracy_env.core.separate import fill, listing_needs, separate
from tests.core import ferry
from tests.testing.toy import TOY

compiled = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

SHIP = np.dtype([("crew", np.int8), ("guns", np.int16), ("hold", np.uint8, (4,))])
SLOOP = np.dtype([("guns", np.int32), ("crew", np.int32)])


class Watch(IntEnum):
    FIRST = 1


@separate
def press(s, crew: int) -> int:
    s.crew += crew
    return s.crew


@separate
def load(s, hold, barrels: int) -> None:
    hold[barrels] = s.guns


@separate
def sink(s) -> bool:
    if s.crew == 0:
        raise ValueError("nobody is aboard")
    s.crew = 0
    return s.guns > 3


@kernel
def man(s):
    """Calls with integers of several widths."""
    return press(s, s.crew) + press(s, s.guns) + press(s, crew=1) + press(s, Watch.FIRST)


@kernel
def stow(s, hold, barrels):
    load(s, hold, barrels)


@kernel
def stow_own(s, barrels):
    load(s, s.hold, barrels)


@separate
def fire(s, shots: int) -> int:
    s.guns -= shots
    return s.guns


serve = either("hold", press, fire)


@kernel
def serve_twice(s):
    return serve(s, 1) + serve(s, s.crew)


@kernel
def sink_twice(s):
    return sink(s) and sink(s)


def ship(kind=SHIP, **fields):
    found = np.zeros(1, kind)
    for name, value in fields.items():
        found[name] = value
    return found.view(np.recarray)[0]


def played(game, moves=60):
    engine = Engine(game, 16, seed=4)
    engine.reset()
    engine.rollout(moves)
    return engine


@pytest.mark.parametrize("inline", [False, True])
def test_a_game_plays_as_if_its_kernels_were_taken_in(inline):
    one, other = played(dataclasses.replace(ferry.GAME, inline=inline)), played(TOY)
    for name in ("states", "finals", "observation", "action_mask", "reward"):
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes(), name


def test_errors_surface():
    s = ship(crew=2, guns=9)
    with pytest.raises(ValueError, match="nobody is aboard"):
        sink_twice(s)
    assert s.crew == 0


@compiled
def test_integers_of_all_widths_share_one_compilation():
    s = ship(crew=2, guns=3)
    assert man(s) == 4 + 7 + 8 + 9
    assert len([types for types in press._cells if types[0] == numba.from_dtype(SHIP)]) == 1


@compiled
def test_records_of_other_types_have_a_compilation_of_their_own():
    one, other = ship(SHIP, crew=2, guns=3), ship(SLOOP, crew=200, guns=300)
    assert (man(one), man(other)) == (28, 400 + 700 + 701 + 702)


@compiled
def test_the_one_of_two_that_a_record_is_for_may_be_separate():
    one, other = ship(SHIP, crew=2, guns=3), ship(SLOOP, crew=2, guns=300)
    assert serve_twice(one) == 3 + 6
    assert serve_twice(other) == 299 + 297


@compiled
def test_arrays_are_passed_whole_and_live_on():
    s, hold = ship(guns=7), np.zeros(9, np.int64)
    before = sys.getrefcount(hold)
    for barrels in range(9):
        stow(s, hold, barrels)
    assert hold.tolist() == [7] * 9
    assert sys.getrefcount(hold) == before
    stow(s, hold[::2], 1)
    stow_own(s, 3)
    stow_own(s, -4)
    assert s.hold.tolist() == [7, 0, 0, 7]


@compiled
def test_it_is_called_from_python_too_and_pickled_by_name():
    s = ship(crew=2)
    assert press(s, 3) == 5
    assert press.py_func(s, 3) == 8
    assert pickle.loads(pickle.dumps(press)) is press


@compiled
def test_what_was_only_listed_is_an_error_when_it_is_called_and_none_when_it_is_there():
    @numba.njit
    def lay_up(ships):
        return lay(ships[0])

    ships = np.zeros(1, SHIP).view(np.recarray)
    with listing_needs() as needs:
        lay_up.compile((numba.typeof(ships),))
    assert [need.name for need in needs] == ["lay"]
    with pytest.raises(RuntimeError, match="lay could not be compiled"):
        lay_up(ships)
    fill(map(separate_module.cell_of, needs))
    assert lay_up(ships)


@separate
def lay(s) -> bool:
    return s.crew == 0


@compiled
def test_numba_itself_does_not_keep_what_it_could_not_link(tmp_path):
    (tmp_path / "rig.py").write_text(
        "import numba\n"
        "from tests.core.test_separate import press\n"
        "@numba.njit(cache=True)\n"
        "def rig(ships):\n    return press(ships[0], 4)\n"
    )
    program = (
        "import numpy as np, warnings; warnings.simplefilter('error', UserWarning)\n"
        "from numba.core.errors import NumbaWarning\n"
        "warnings.simplefilter('ignore', NumbaWarning)\n"
        "from tests.core.test_separate import SHIP\n"
        "from rig import rig\n"
        "print(rig(np.zeros(1, SHIP).view(np.recarray)), rig.stats.cache_hits)\n"
    )
    for _ in range(2):
        assert run(program, tmp_path, cwd=tmp_path) == "4 Counter()"


# --- declarations ---------------------------------------------------------------------------------


def stowaway(s, *, crew: int) -> None: ...


def deserter(s, crew: int = 1) -> None: ...


def mutineers(*crew) -> None: ...


def silent(s): ...


def learned(s) -> list[int]: ...


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (stowaway, "stowaway is to be separate, so it cannot take crew"),
        (deserter, "deserter is to be separate: crew cannot have a default"),
        (mutineers, "so it cannot take \\*crew"),
        (silent, "annotate its result as None, int, bool"),
        (learned, "annotate its result as None, int, bool"),
    ],
)
def test_what_cannot_be_called_unseen_is_refused(function, reason):
    with pytest.raises(TypeError, match=reason):
        separate(function)


def test_a_function_inside_another_is_refused():
    def within(s) -> None: ...

    with pytest.raises(TypeError, match="within is to be separate, so it must stand at the top"):
        separate(within)


# --- on disk --------------------------------------------------------------------------------------

PLAY = """
import json, sys
from piracy_env.core.binding import fingerprint
from piracy_env.core.engine import Engine
from piracy_env.core.notices import listening
from {module} import GAME

heard = []
with listening(lambda title, begins: heard.append(title) if begins else None):
    engine = Engine(GAME, 4, seed=4)
    engine.reset()
    engine.rollout(30)
ours = sorted(one.rpartition(".")[2] for one in heard if "loops" not in one)
print(json.dumps([ours, int(engine.states["moves"].sum()), fingerprint(GAME)]))
"""
APART = ["back", "cross", "is_fit", "mark", "there"]
KERNELS = ["legal", "observe", "outcome", "reset", "reward_of", "step"]


def started(program, cache, cwd=".", **env):
    return subprocess.Popen(
        [sys.executable, "-c", program],
        env={
            **os.environ,
            "PIRACY_CACHE": str(cache / "cache"),
            "PIRACY_COMPILERS": "1",
            "PYTHONDONTWRITEBYTECODE": "1",  # an edit within a second is not seen by its date
            "PYTHONPATH": os.pathsep.join([str(cwd), os.getcwd(), *sys.path]),
            **env,
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
    )


def ended(process):
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out.strip()


def run(program, cache, cwd=".", **env):
    return ended(started(program, cache, cwd, **env))


def play(cache, *edits):
    """What a new process compiles to play, with edits of the rules; how long; the fingerprint."""
    source = Path(ferry.__file__).read_text()
    for old, new in edits:
        assert old in source
        source = source.replace(old, new)
    (cache / "edited_ferry.py").write_text(source)
    return json.loads(run(PLAY.format(module="edited_ferry"), cache, cwd=cache))


@compiled
def test_each_is_compiled_once_and_an_edit_costs_one(tmp_path):
    first, moves, before = play(tmp_path)
    assert first == sorted(APART + KERNELS)
    assert play(tmp_path) == [[], moves, before]
    edited, same_moves, after = play(
        tmp_path, ("FARE + there(s, legs - 1) if", "there(s, legs - 1) + FARE if")
    )
    assert (edited, same_moves) == (["back"], moves)
    assert after != before, "tournaments tell rules apart by it"
    assert play(tmp_path, ("FARE = 1", "FARE = 2"))[0] == ["back", "cross", "there"]
    assert play(tmp_path, ("seat: int) -> bool", "seat: int) -> int"))[0] == ["cross", "is_fit"]


@compiled
@pytest.mark.parametrize("damage", ["removed", "emptied"])
def test_a_lost_file_is_compiled_anew(tmp_path, damage):
    first = play(tmp_path)
    (file,) = (tmp_path / "cache").rglob("edited_ferry.there-*.code")
    if damage == "removed":
        file.unlink()
    else:
        file.write_bytes(b"")
    assert play(tmp_path) == [["there"], *first[1:]]


@compiled
def test_a_game_on_disk_is_played_without_what_the_compiler_reads(tmp_path):
    program = (
        "import sys\n"
        "from tests.core import ferry\n"
        "from tests.core.test_separate import played\n"
        "played(ferry.GAME)\n"
        "print('numba.np.arraymath' in sys.modules)\n"
    )
    assert [ended(started(program, tmp_path)) for _ in range(2)] == ["True", "False"]


@compiled
def test_eight_processes_compile_each_once(tmp_path):
    program = (
        "from tests.core import ferry\n"
        "from tests.core.test_separate import APART, played\n"
        "played(ferry.GAME)\n"
        "alone = [one for name in APART for one in getattr(ferry, name)._alone.values()]\n"
        "print(*[sum(one._cache_misses.values()) for one in alone])\n"
    )
    runs = [ended(one) for one in [started(program, tmp_path) for _ in range(8)]]
    misses = [list(map(int, one.split())) for one in runs]
    assert [sum(each) for each in zip(*misses, strict=True)] == [1] * len(APART)


@compiled
def test_bounds_are_checked_within(tmp_path):
    program = (
        "import numpy as np\n"
        "from tests.core.test_separate import ship, stow\n"
        "try:\n    stow(ship(), np.zeros(3, np.int64), 3)\n"
        "except IndexError as error:\n    print(error)\n"
    )
    assert "out of bounds" in run(program, tmp_path, NUMBA_BOUNDSCHECK="1")


@compiled
def test_threads_and_forks_call_what_is_there(tmp_path):
    program = (
        "import os, threading\n"
        "from tests.core.test_separate import played\n"
        "from tests.core import ferry\n"
        "seen = []\n"
        "def play():\n    seen.append(played(ferry.GAME).states.tobytes())\n"
        "threads = [threading.Thread(target=play) for _ in range(4)]\n"
        "[one.start() for one in threads]; [one.join() for one in threads]\n"
        "assert len(seen) == 4 and len(set(seen)) == 1\n"
        "child = os.fork()\n"
        "if not child: os._exit(played(ferry.GAME).states.tobytes() != seen[0])\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    assert run(program, tmp_path) == "0"
