"""Machine code on disk: found again when nothing changed, and never when something did."""

import os
import subprocess
import sys

import pytest

from experiments.connect_four import GAME as CONNECT_FOUR
from piracy_env.core import binding, jit
from tests.testing.toy import TOY


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of a game's kernels; yields its folder."""
    folder = tmp_path / "regatta_kernels"
    (folder / "rules").mkdir(parents=True)
    for name in ("__init__.py", "rules/__init__.py", "rules/wind.py", "describe.py"):
        (folder / name).write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    __import__("regatta_kernels")
    yield folder
    del sys.modules["regatta_kernels"]


def digest_of(*facts):
    return jit.digest(jit.source_files("regatta_kernels"), *facts)


def test_an_edit_of_the_rules_is_noticed(package):
    before = digest_of()
    (package / "rules" / "wind.py").write_text("FORCE = 12")
    assert digest_of() != before


def test_an_edit_of_texts_and_pictures_costs_no_compilation(package):
    before = digest_of()
    (package / "describe.py").write_text("WORD = 'gale'")
    assert digest_of() == before


def test_the_core_is_among_the_sources_but_not_what_is_never_compiled(package):
    names = {path.name for path in jit.source_files("regatta_kernels")}
    assert {"loops.py", "rng.py", "plan.py", "wind.py"} <= names
    assert not {"engine.py", "replay.py", "svg.py", "text.py"} & names


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")
def test_machine_code_is_current_until_one_of_its_sources_changes(package, monkeypatch, tmp_path):
    monkeypatch.setenv("PIRACY_CACHE", str(tmp_path))
    template = package / "loops.py"
    template.write_text("BOUND = SHIPS + 1")
    files = [template, package / "rules" / "wind.py"]
    assert jit.bind(template, "regatta", files, ["calm"], {"SHIPS": 3}).BOUND == 4
    (folder,) = tmp_path.glob("regatta-*")
    assert jit.is_current(folder)
    files[1].write_text("FORCE = 12")
    assert not jit.is_current(folder)
    files[1].unlink()
    assert not jit.is_current(folder)
    assert not jit.is_current(tmp_path / "none")


def test_switches_and_names_are_part_of_the_fingerprint(monkeypatch):
    plain = binding.fingerprint(TOY)
    assert plain != binding.fingerprint(CONNECT_FOUR)
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert binding.fingerprint(TOY) != plain


def test_each_game_has_loops_of_its_own_bound_once():
    assert binding.loops_of(TOY) is binding.loops_of(TOY)
    assert binding.loops_of(TOY) is not binding.loops_of(CONNECT_FOUR)
    assert binding.loops_of(TOY).step is TOY.step
    assert binding.loops_of(CONNECT_FOUR).reward_of is binding.no_reward


def test_machine_code_is_kept_where_the_user_says(monkeypatch, tmp_path):
    monkeypatch.setenv("PIRACY_CACHE", str(tmp_path / "code"))
    assert jit.cache_folder() == tmp_path / "code"
    assert (tmp_path / "code").is_dir()


def test_machine_code_is_kept_in_the_users_cache(monkeypatch, tmp_path):
    monkeypatch.delenv("PIRACY_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert jit.cache_folder() == tmp_path / "piracy_env"


def test_a_cache_that_cannot_be_written_is_replaced_by_a_temporary_one(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("PIRACY_CACHE", str(tmp_path / "file"))
    folder = jit.cache_folder()
    assert folder.name.startswith("piracy_env-")
    assert folder.is_dir()


PROGRAM = """
from experiments.connect_four import GAME
from piracy_env.core.binding import loops_of
from piracy_env.core.engine import Engine
Engine(GAME, seed=1)  # seeds are derived by a compiled loop
stats = loops_of(GAME).derive_words.stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def test_another_process_loads_what_one_has_compiled(tmp_path):
    environment = {
        **os.environ,
        "PIRACY_CACHE": str(tmp_path),
        "PYTHONPATH": os.pathsep.join(sys.path),
        "NUMBA_DISABLE_JIT": "0",
    }
    runs = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for _ in range(2)
    ]
    assert runs == ["0 1\n", "1 0\n"]
    (folder,) = tmp_path.iterdir()
    assert folder.name.startswith("connect_four-")


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")
def test_the_bound_loops_are_the_template_word_for_word():
    module = binding.loops_of(TOY)
    assert module.__file__ is not None
    with (
        open(module.__file__, encoding="utf-8") as copy,
        open(binding.__file__.replace("binding.py", "loops.py"), encoding="utf-8") as template,
    ):
        assert copy.read() == template.read()
