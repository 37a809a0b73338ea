"""Machine code on disk: compiled once, found again, shared, healed, and never needed."""

import ctypes
import errno
import gc
import json
import os
import pickle
import stat
import subprocess
import sys
from pathlib import Path

import llvmlite.binding as llvm
import numba
import pytest

from piracy_env.core import folder, store
from piracy_env.core.garbage import NEW_OBJECTS
from piracy_env.core.jit import COMPILED
from piracy_env.core.notices import listening

pytestmark = [
    pytest.mark.skipif(not COMPILED, reason="nothing is compiled"),
    pytest.mark.skipif(os.name != "posix", reason="tells of modes and users"),
]
ROOT = os.name == "posix" and os.getuid() == 0
NOBODY = 54321


def treble(x):
    return 3 * x


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty cache."""
    folder._folder.cache_clear()
    store._complain.cache_clear()
    monkeypatch.setenv("PIRACY_CACHE", str(tmp_path / "cache"))
    yield tmp_path / "cache"
    folder._folder.cache_clear()


def run(value=2):
    """Call the function as a new process would; its result, and whether it was compiled."""
    heard = []
    dispatcher = store.keep(numba.njit(treble), "test.treble")
    with listening(lambda title, begins: heard.append((title, begins))):
        result = dispatcher(value)
    assert heard in ([], [("test.treble", True), ("test.treble", False)])
    return result, bool(heard)


def thresholds_when_run():
    """How often garbage is looked for while the function is compiled, if it is; and afterwards."""
    found = []
    dispatcher = store.keep(numba.njit(treble), "test.treble")
    compile_now = numba.core.compiler.compile_extra
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            numba.core.compiler,
            "compile_extra",
            lambda *args, **kws: (found.append(gc.get_threshold()), compile_now(*args, **kws))[1],
        )
        dispatcher(2)
    return found, gc.get_threshold()


def files(cache):
    return sorted(cache.rglob("*.code"))


def test_garbage_is_looked_for_rarely_while_something_is_compiled(cache):
    usual = gc.get_threshold()
    assert thresholds_when_run() == ([(NEW_OBJECTS, *usual[1:])], usual)
    assert thresholds_when_run() == ([], usual)


@pytest.mark.parametrize("chosen", [(0, 10, 10), (2 * NEW_OBJECTS, 5, 5)])
def test_who_looks_for_garbage_even_more_rarely_goes_on_so(cache, chosen):
    usual = gc.get_threshold()
    gc.set_threshold(*chosen)
    try:
        assert thresholds_when_run() == ([chosen], chosen)
    finally:
        gc.set_threshold(*usual)


def test_a_failed_compilation_leaves_the_collector_as_it_was(cache):
    usual = gc.get_threshold()
    dispatcher = store.keep(numba.njit(treble), "test.treble")
    with pytest.raises(numba.core.errors.TypingError):
        dispatcher({})
    assert gc.get_threshold() == usual


def test_what_one_has_compiled_others_load(cache):
    assert run() == (6, True)
    assert run() == (6, False)
    (file,) = files(cache)
    assert file.name.startswith("test.treble-")
    assert not [one for one in cache.rglob("*") if one.suffix in (".part", ".lock")]


def test_of_what_is_called_by_its_address_the_machine_code_is_kept(cache):
    results = []
    for _ in range(2):  # the second time it is read
        dispatcher = store.keep(numba.njit(no_cpython_wrapper=True)(treble), "test.treble")
        dispatcher.compile((numba.int64,))
        compiled = next(iter(dispatcher.overloads.values()))
        name = compiled.fndesc.llvm_func_name
        address = compiled.library.get_pointer_to_function(name)
        result, error = ctypes.c_int64(), ctypes.c_void_p()
        kind = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 2, ctypes.c_int64)
        assert kind(address)(ctypes.addressof(result), ctypes.addressof(error), 2) == 0
        results.append((result.value, dispatcher.stats.cache_hits.total()))
    assert results == [(6, 0), (6, 1)]
    (path,) = cache.rglob("*.code")
    parts, _ = store._parted(store._read(path), store._brought((numba.int64,)))
    module = llvm.parse_bitcode(parts[0][2][1])
    code = {
        function.name: [one.opcode for block in function.blocks for one in block.instructions]
        for function in module.functions
    }
    assert code[name] == ["ret"]
    assert set(map(len, code.values())) == {1}


def test_other_arguments_are_another_file(cache):
    run()
    assert run(0.5) == (1.5, True)
    assert len(files(cache)) == 2


def test_switches_of_the_compiler_are_kept_apart(cache, monkeypatch):
    run()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert run() == (6, True)
    assert len({file.parent for file in files(cache)}) == 2


def test_an_edit_of_how_functions_are_compiled_is_noticed(cache, monkeypatch, tmp_path):
    run()
    (tmp_path / "jit.py").write_text("# edited")
    monkeypatch.setattr(store, "_SHAPING", (tmp_path / "jit.py",))
    store._edition_with.cache_clear()
    assert run() == (6, True)
    store._edition_with.cache_clear()


@pytest.mark.parametrize("damage", ["truncated", "changed", "emptied", "replaced"])
def test_a_damaged_file_is_compiled_anew(cache, damage, caplog):
    run()
    (file,) = files(cache)
    content = file.read_bytes()
    file.write_bytes(
        {
            "truncated": content[: len(content) // 2],
            "changed": content[:-9] + bytes([content[-9] ^ 1]) + content[-8:],
            "emptied": b"",
            "replaced": pickle.dumps(Trap()),
        }[damage]
    )
    assert run() == (6, True)
    assert "damaged" in caplog.text
    assert run() == (6, False)


class Trap:
    """Does something when it is unpickled."""

    def __reduce__(self):
        return pytest.fail, ("a file was unpickled that should not have been",)


def test_nothing_is_read_from_a_folder_that_is_not_trusted(cache, monkeypatch):
    run()
    (file,) = files(cache)
    payload = pickle.dumps(Trap())
    file.write_bytes(store._MAGIC + store.hashlib.sha256(payload).digest() + payload)
    with pytest.raises(BaseException, match="should not have been"):
        run()
    cache.chmod(0o777)
    folder._folder.cache_clear()
    monkeypatch.setattr(folder.tempfile, "tempdir", str(cache.parent))
    assert run() == (6, True)


def test_files_are_as_open_as_the_folder(cache):
    cache.mkdir()
    cache.chmod(0o2770)
    folder._folder.cache_clear()
    run()
    (file,) = files(cache)
    assert stat.S_IMODE(file.stat().st_mode) == 0o660
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o2770


def test_without_room_it_is_compiled_for_this_run(cache, monkeypatch, caplog):
    def full(*_args, **_kwargs):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(store.os, "replace", full)
    assert run() == (6, True)
    assert "No space left on device" in caplog.text
    assert not [one for one in cache.rglob("*") if one.is_file()]


PROGRAM = """
import json, os, sys
import numba, numpy as np
from piracy_env.core import store
from piracy_env.core.notices import listening

def count(values):
    total = 0
    for value in np.sort(values):
        total += value
    return total

if len(sys.argv) > 1:  # numba imports what it needs while there is leave to read it
    numba.njit(count)(np.arange(4))
    user = int(sys.argv[1])
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
dispatcher = store.keep(numba.njit(count), "test.count")
result = int(dispatcher(np.arange(4)))
print(json.dumps([result, sum(dispatcher._cache_misses.values())]))
"""


def process(cache, *user):
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *map(str, user)],
        env={
            "PIRACY_CACHE": str(cache),
            "PYTHONPATH": os.pathsep.join(sys.path),
            "PATH": os.environ["PATH"],
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def told(started):
    out, err = started.communicate(timeout=300)
    assert started.returncode == 0, err
    return (*json.loads(out), err)


def test_eight_processes_compile_once(cache):
    runs = [told(one) for one in [process(cache) for _ in range(8)]]
    assert [result for result, _, _ in runs] == [6] * 8
    assert sum(misses for _, misses, _ in runs) == 1


@pytest.fixture
def public():
    """A folder that everybody may enter: pytest's own are private."""
    import shutil
    import tempfile

    path = Path(tempfile.mkdtemp())
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


@pytest.mark.skipif(not ROOT, reason="only root becomes somebody else")
def test_a_warm_cache_that_cannot_be_written_to_is_used(public):
    warm = public / "cache"
    warm.mkdir(mode=0o755)
    warm.chmod(0o755)
    assert told(process(warm))[:2] == (6, 1)
    before = sorted(warm.rglob("*"))
    assert told(process(warm, NOBODY)) == (6, 0, "")
    assert sorted(warm.rglob("*")) == before


@pytest.mark.skipif(not ROOT, reason="only root becomes somebody else")
def test_a_second_user_of_the_group_uses_and_fills_a_shared_cache(public):
    shared = public / "cache"
    shared.mkdir()
    os.chown(shared, 0, NOBODY)
    shared.chmod(0o2770)
    assert told(process(shared))[:2] == (6, 1)
    assert told(process(shared, NOBODY)) == (6, 0, "")
    for file in files(shared):
        file.unlink()
    assert told(process(shared, NOBODY)) == (6, 1, "")
    assert told(process(shared))[:2] == (6, 0)


@pytest.mark.skipif(not ROOT, reason="only root becomes somebody else")
def test_a_cold_cache_that_cannot_be_written_to_is_told_of_once(public):
    result, misses, said = told(process(public, NOBODY))
    assert (result, misses) == (6, 1)
    assert said.count("cannot be kept") == 1
