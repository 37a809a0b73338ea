"""Functions for the compiler: called by compiled code and from Python, with whatever integers."""

import pickle
import re
import subprocess
import sys
from enum import IntEnum

import llvmlite.binding as llvm
import numba
import numpy as np
import pytest
from numba.core import analysis, event
from numba.core.codegen import JITCodeLibrary

from piracy_env.core.jit import COMPILED, kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.parts import without_idling
from piracy_env.core.rng import derive

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

SHIP = np.dtype([("crew", np.int8), ("guns", np.int16)])


@kernel
def press(s, crew, guns=2):
    s.crew += crew
    s.guns += guns
    return crew


@kernel
def man(s):
    """Calls a kernel with integers of three widths."""
    press(s, s.crew)
    press(s, s.guns, guns=s.crew)
    press(s, 1)


@numba.njit
def launch(ships):
    man(ships[0])


def test_a_kernel_is_compiled_once_for_integers_of_all_widths():
    ships = np.ones(1, SHIP).view(np.recarray)
    launch(ships)
    assert ships[0].tolist() == (6, 7)
    assert {kinds[1] for kinds in press.within.signatures} == {numba.types.int64}


class Watch(IntEnum):
    FIRST = 1


@kernel
def hail(s, watch, aloud):
    if aloud:
        s.guns += watch


@numba.njit
def hail_often(ships):
    hail(ships[0], Watch.FIRST, True)
    hail(ships[0], 2, False)
    hail(ships[0], ships[0].crew, ships[0].crew > 0)


def test_a_kernel_is_compiled_once_for_numbers_with_names_and_for_true_and_false():
    ships = np.ones(1, SHIP).view(np.recarray)
    hail_often(ships)
    assert ships[0].guns == 3
    assert [kinds[1:] for kinds in hail.within.signatures] == [
        (numba.types.int64, numba.types.boolean)
    ]


def test_a_kernel_is_called_from_python_too():
    ships = np.ones(1, SHIP).view(np.recarray)
    assert press(ships[0], 3) == 3
    assert press.py_func(ships[0], 3) == 3
    assert ships[0].tolist() == (7, 5)


def test_a_kernel_is_pickled_by_name():
    assert pickle.loads(pickle.dumps(derive)) is derive


@kernel
def load(s, weight):
    s.guns += weight
    return s.guns > 100


@kernel
def salute(s):
    """Calls two kernels, one of them by way of another as well."""
    load(s, 1)
    if not load(s, 1):
        press(s, 1)
        shout(s)


@kernel
def shout(s):
    load(s, 2)
    if s.crew > 3:
        raise ValueError("too many to be heard")


@numba.njit
def parade(ships):
    for i in range(ships.size):
        salute(ships[i])


def test_a_kernel_within_others_has_no_machine_code_of_its_own():
    ships = np.ones(3, SHIP).view(np.recarray)
    parade(ships)
    assert ships[2].tolist() == (2, 7)
    for one in (salute, shout, load):
        (made,) = one.within.overloads.values()
        assert made.library.get_pointer_to_function(made.fndesc.llvm_func_name) == 0


def test_an_error_deep_within_kernels_surfaces():
    ships = np.full(1, 3, SHIP).view(np.recarray)
    with pytest.raises(ValueError, match="too many to be heard"):
        parade(ships)


def test_a_kernel_is_not_optimised_before_somebody_calls_it(monkeypatch):
    optimised = []
    real = JITCodeLibrary._optimize_final_module
    monkeypatch.setattr(
        JITCodeLibrary,
        "_optimize_final_module",
        lambda library: (optimised.append(library.name), real(library)),
    )
    ships = np.ones(1, BOAT).view(np.recarray)
    land(ships)
    names = [name.rpartition(".")[2] for name in optimised]
    assert "land" in names
    assert not {"beach", "row"}.intersection(names)


BOAT = np.dtype([("crew", np.int32), ("guns", np.int16)])


@kernel
def row(s):
    s.crew += 1


@kernel
def beach(s):
    row(s)
    row(s)


@numba.njit
def land(boats):
    beach(boats[0])


@kernel
def ask(s, n):
    return n > 0 and tell(s, n - 1)


@kernel
def tell(s, n):
    return n == 0 or ask(s, n)


@numba.njit
def talk(ships):
    return ask(ships[0], 3)


def test_a_circle_of_kernels_is_refused_by_name():
    with pytest.raises(RuntimeError, match="call each other in a circle"):
        talk(np.ones(1, SHIP).view(np.recarray))


LEFT_OUT = """
import llvmlite.binding as llvm
import numba
from piracy_env.core.jit import kernel

@kernel
def shared(x):
    total = 0
    for k in range(x):
        total += k ^ total
    return total

@kernel
def never(x):
    return shared(x) if x != x else x

@kernel
def always(x):
    return 2 * shared(x)

@kernel
def both(x):
    return always(x) + never(x)

@numba.njit
def root(x):
    return both(x)

print(root(5))
"""


def test_a_kernel_is_there_though_the_first_of_its_callers_never_calls_it():
    run = subprocess.run([sys.executable, "-c", LEFT_OUT], capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (0, f"{2 * sum_of(5) + 5}\n"), run.stderr


def sum_of(x):
    total = 0
    for k in range(x):
        total += k ^ total
    return total


def test_the_fields_of_a_record_are_not_written_down_at_each_step_of_the_compiler():
    """Of a large game they are a page, and the compiler has two dozen steps for each kernel."""

    @kernel
    def second(s):
        return s.a_field_with_a_name + 1

    @numba.njit
    def entry(rows):
        return second(rows[0])

    rows = np.zeros(1, [("a_field_with_a_name", np.int64)])
    with event.install_recorder("numba:run_pass") as recorder:
        assert entry(rows) == 1
    steps = [one.data for _, one in recorder.buffer if one.data["qualname"].endswith("second")]
    assert steps
    assert not [one for one in steps if "a_field_with_a_name" in one["args"]]


def compiled_anew():
    @numba.njit
    def count(number):
        total = 0
        for one in range(number):
            total += one
        return total

    return count(4)


def test_the_compiler_works_out_where_variables_live_when_it_asks_for_it(monkeypatch):
    def times():
        asked = []
        real = analysis.compute_dead_maps
        with monkeypatch.context() as patch:
            patch.setattr(
                analysis, "compute_dead_maps", lambda *facts: asked.append(1) or real(*facts)
            )
            assert compiled_anew() == 6
        return len(asked)

    before = times()
    with without_idling():
        assert 0 < times() < before / 2
    assert times() == before


def test_the_compiler_tells_what_it_does_to_those_alone_who_listen():
    with event.install_recorder("numba:run_pass") as recorder, without_idling():
        compiled_anew()
    assert recorder.buffer
    with without_idling(), event.install_recorder("numba:run_pass") as recorder:
        compiled_anew()
    assert not recorder.buffer
    with event.install_recorder("numba:run_pass") as recorder:
        compiled_anew()
    assert recorder.buffer


@kernel
def _doubled(s, number):
    noinline()
    return s[0] * 2 + number


@kernel
def _twice_doubled(s):
    return _doubled(s, 1) + _doubled(s, 1)


def test_what_an_entry_takes_in_is_seen_by_no_other_code():
    """Another caller would find it under its name, and call it as it was before."""
    assert _twice_doubled(np.array([20])) == 82
    (made,) = _twice_doubled.outside.overloads.values()
    inner = [
        function
        for function in made.library._final_module.functions
        if not function.is_declaration and function.linkage != llvm.Linkage.external
    ]
    assert {function.linkage for function in inner} == {llvm.Linkage.private}


@kernel
def _anchor(s, place):
    noinline()
    s.guns += place[0] + 10 * place[1]


@numba.njit
def moor(ships):
    ship = ships[0]
    _anchor(ship, (ship.crew, ship.guns))
    _anchor(ship, (1, ship.crew + 1))


def test_a_kernel_is_compiled_once_for_places_of_all_widths():
    ships = np.ones(1, SHIP).view(np.recarray)
    moor(ships)
    assert ships[0].tolist() == (1, 33)
    (kinds,) = _anchor.within.signatures
    assert kinds[1] == numba.types.UniTuple(numba.types.int64, 2)


@kernel
def _one_of_three(s, which):
    if which == 1:
        return _doubled(s, 1)
    if which == 2:
        return _doubled(s, 2)
    return _doubled(s, 3)


def test_answers_are_cleared_when_somebody_is_asked_and_not_before(monkeypatch):
    texts = []
    taken_in = JITCodeLibrary.add_ir_module

    def note(library, module):
        texts.extend(str(one) for one in module.functions if "_one_of_three" in one.name)
        taken_in(library, module)

    monkeypatch.setattr(JITCodeLibrary, "add_ir_module", note)
    assert [_one_of_three(np.array([20]), which) for which in (1, 2, 3)] == [41, 42, 43]
    whole = next(text for text in texts if "_doubled" in text)
    entry = whole.split("entry:")[1].split("\nB0")[0]
    assert len(re.findall(r'%"excinfo[^"]*" = alloca', entry)) == 3
    assert not re.search(r'store .* null, .*%"excinfo', entry)
