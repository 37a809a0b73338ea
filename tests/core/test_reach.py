"""What a compiled function depends on: what it reaches, and nothing else."""

import os
import subprocess
import sys
import types

import pytest
from llvmlite import ir

from experiments.connect_four import GAME as CONNECT_FOUR
from piracy_env.core import binding, kernels, loops
from piracy_env.core.jit import COMPILED, kernel
from piracy_env.core.reach import fingerprint
from tests.core import whispers
from tests.testing.toy import TOY

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

SOURCE = '''
"""A harbour."""
from enum import IntEnum
from typing import NamedTuple
import numpy as np
from piracy_env.core import rng
from piracy_env.core.jit import kernel

class Tide(IntEnum):
    LOW = 1
    HIGH = 2

class Berth(NamedTuple):
    first: int
    last: int

DEPTH = 4
FEES = np.array([3, 5, 7])
BERTHS = Berth(0, 9)
COLOUR = "blue"

def fee_by(factor):
    @kernel
    def fee(ship):
        return FEES[ship] * factor
    return fee

double = fee_by(2)

@kernel
def moor(s, ship):
    """Moor a ship."""
    if ship in (1, 2):  # these are small
        return Tide.LOW
    return double(ship) + dredge(s) + BERTHS.last

@kernel
def dredge(s, by=1):
    return DEPTH + by + rng.below(s, 6)

@kernel
def signal(s):
    return COLOUR == "red"
'''


def harbour(*edits):
    """A module with edits, as if its file had been changed before it was imported."""
    source = SOURCE
    for old, new in edits:
        assert old in source
        source = source.replace(old, new)
    module = types.ModuleType("harbour")
    exec(compile(source, "harbour.py", "exec"), module.__dict__)
    return module


def digest(*edits):
    return fingerprint([harbour(*edits).moor])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("DEPTH = 4", "DEPTH = 5"),
        ("DEPTH = 4", "DEPTH = 4.0"),
        ("[3, 5, 7]", "[3, 5, 8]"),
        ("np.array([3, 5, 7])", "np.array([3, 5, 7], np.int8)"),
        ("Berth(0, 9)", "Berth(0, 8)"),
        ("LOW = 1", "LOW = 0"),
        ("fee_by(2)", "fee_by(3)"),
        ("(1, 2)", "(1, 3)"),
        ("by=1", "by=2"),
        ("DEPTH + by", "DEPTH - by"),
        ("rng.below(s, 6)", "rng.die(s, 6)"),
        ("FEES[ship] *", "FEES[ship] +"),
        (
            "@kernel\ndef dredge",
            "from piracy_env.core.jit import forceinline\n@forceinline\ndef dredge",
        ),
    ],
)
def test_what_a_kernel_reaches_is_told_apart(old, new):
    assert digest((old, new)) != digest()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"""A harbour."""', '"""A port.\n\nWith lines."""'),
        ('"""Moor a ship."""', '"""Tie up a ship, somewhere."""'),
        ("  # these are small", ""),
        ('COLOUR = "blue"', 'COLOUR = "red"'),
        ('COLOUR == "red"', 'COLOUR != "red"'),
        ("DEPTH = 4", "UNUSED = 1\nDEPTH = 4"),
    ],
)
def test_what_it_does_not_reach_counts_for_nothing(old, new):
    assert digest((old, new)) == digest()


def test_a_string_in_place_of_a_docstring_is_a_constant():
    plain, other = (
        harbour(('return COLOUR == "red"', f'return COLOUR == "{colour}"')).signal
        for colour in ("red", "green")
    )
    assert fingerprint([plain]) != fingerprint([other])


def test_what_cannot_be_told_from_others_is_like_nothing_else():
    strange = harbour(("DEPTH = 4", "DEPTH = (lambda: 0).__code__.co_lines()"))
    assert fingerprint([strange.moor]) != fingerprint([strange.moor])


def test_a_type_of_the_compiler_s_is_the_same_before_and_after_it_was_used():
    kind = ir.ArrayType(ir.IntType(32), 3)
    before = fingerprint([], kind)
    assert str(kind) == "[3 x i32]"
    assert fingerprint([], kind) == before
    assert fingerprint([], ir.ArrayType(ir.IntType(32), 4)) != before


def test_an_attribute_that_is_called_like_a_global_is_not_it():
    named = ("DEPTH + by + rng", "Tide.LOW.real + s.DEPTH + by + rng")
    assert digest(named, ("DEPTH = 4", "DEPTH = 5")) == digest(named)


def test_a_global_behind_many_others_is_read_whole():
    many = "\n    ".join(f"s.a{number} = 0" for number in range(300))
    late = ("return DEPTH + by", f"{many}\n    return DEPTH + by")
    assert digest(late, ("DEPTH = 4", "DEPTH = 5")) != digest(late)


PROGRAM = """
from experiments.connect_four import GAME
from piracy_env.core import loops
from piracy_env.core.binding import fingerprint
from piracy_env.core.reach import fingerprint as reach
from piracy_env.registry import load
print(fingerprint(GAME), fingerprint(load("havens")), reach([loops.advance]))
"""


def test_every_process_comes_to_the_same_digest():
    runs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": seed, "HOME": "/nonexistent"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


def test_a_loop_depends_on_how_kernels_are_called(monkeypatch):
    before = fingerprint([loops.advance])
    sources = {"piracy_env.core.linking", "piracy_env.core.kernels"}
    from piracy_env.core import reach

    known = reach._source_of
    for source in sources:
        monkeypatch.setattr(
            reach, "_source_of", lambda one, s=source: "edited" if one == s else known(one)
        )
        assert fingerprint([loops.advance]) != before, source


def test_games_and_scripts_have_fingerprints_of_their_own():
    @kernel
    def by_number(s, t, w, mask, value):
        value[0] = 1.0

    digests = {
        binding.fingerprint(TOY),
        binding.fingerprint(CONNECT_FOUR),
        binding.fingerprint(whispers.GAME),
        binding.fingerprint(whispers.GAME, by_number),
    }
    assert len(digests) == 4
    assert tuple(binding.functions_of(TOY)) == kernels.NAMES


DIGESTS = """
import gc
from piracy_env import registry
from piracy_env.core.binding import functions_of
from piracy_env.core.reach import code_fingerprint
from piracy_env.core.separate import Separate

for game in map(registry.load, registry.list_games()):
    for name, function in functions_of(game).items():
        if function is not None:
            print(game.name, name, code_fingerprint([function]))
separate = [one for one in gc.get_objects() if isinstance(one, Separate)]
for kernel in sorted(separate, key=lambda kernel: kernel.place):
    print(kernel.place, code_fingerprint([kernel.within]))
"""


def test_every_process_finds_the_machine_code_of_the_others():
    """A digest that is another one in each process has a kernel compiled by each of them."""
    found = []
    for seed in "12":
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        found.append(subprocess.check_output([sys.executable, "-c", DIGESTS], env=environment))
    assert found[0] == found[1]
