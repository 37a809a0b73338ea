"""Every example runs as its page says, at tiny size, where its library is installed."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
RAFT, DIVER = "tests.testing.raft:RAFT", "tests.testing.diver:DIVER"

HERE = {
    "ppo.py": ("torch", ["--seconds", "0", "--games", "8"]),
    "sb3.py": ("sb3_contrib", ["--steps", "128"]),
    "torchrl/train.py": ("torchrl", ["--frames", "128"]),
    "language_model.py": ("numpy", []),
}
"""Examples that run in the environment of the tests: what they need, and what makes them tiny."""

APART = {
    "tianshou/train.py": ["--steps", "64"],
    "agilerl/train.py": ["--steps", "512"],
}
"""Those with an environment of their own, made by the target of the folder's name."""

PAID = re.compile(
    r"^against uniform: paid, wins [+-]\d+\.\d{3}(?: \[.*\])?, \d\.\d{3} \[.*\]", re.M
)


def run(python, *arguments):
    path = os.pathsep.join([str(ROOT), str(ROOT / "agents")])
    ended = subprocess.run(
        [str(python), *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        check=False,
    )
    assert ended.returncode == 0, ended.stderr[-2000:]
    return ended.stdout


def need(library):
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} is not installed")


@pytest.mark.slow
@pytest.mark.parametrize("name", HERE)
def test_an_example_learns_or_plays_and_says_how_well(name):
    library, tiny = HERE[name]
    need(library)
    assert PAID.search(run(sys.executable, EXAMPLES / name, "mutiny", "--players", "3", *tiny))


@pytest.mark.slow
@pytest.mark.parametrize("game", [RAFT, DIVER], ids=["crew", "one seat"])
@pytest.mark.parametrize("name", ["ppo.py", "sb3.py"])
def test_an_example_takes_crews_and_one_seat(name, game):
    library, tiny = HERE[name]
    need(library)
    assert PAID.search(run(sys.executable, EXAMPLES / name, game, *tiny))


@pytest.mark.slow
def test_openspiels_search_plays():
    need("pyspiel")
    quick = ["--players", "3", "--deals", "1", "--simulations", "5"]
    said = run(sys.executable, EXAMPLES / "openspiel" / "play.py", "mutiny", *quick)
    assert re.search(r"^a game in OpenSpiel, .*: \[[-. \d]+\]$", said, re.M)
    assert PAID.search(said)


@pytest.mark.slow
@pytest.mark.parametrize("name", APART)
def test_an_example_runs_in_an_environment_of_its_own(name):
    library = name.partition("/")[0]
    python = ROOT / f".venv-{library}" / "bin" / "python"
    if not python.exists():
        pytest.skip(f"made by `make {library}`")
    assert PAID.search(run(python, EXAMPLES / name, "mutiny", "--players", "3", *APART[name]))


def test_every_example_is_run_and_has_its_page():
    there = {str(path.relative_to(EXAMPLES)) for path in EXAMPLES.rglob("*.py")}
    assert there == {*HERE, *APART, "openspiel/play.py", "rllib/train.py"}
    pages = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md"))
    assert not [name for name in there if f"examples/{name}" not in pages]


@pytest.mark.parametrize(
    "folder", sorted({path.parent for path in EXAMPLES.rglob("requirements.txt")})
)
def test_what_is_installed_apart_is_pinned_and_has_a_target(folder):
    lines = (folder / "requirements.txt").read_text(encoding="utf-8").splitlines()
    wanted = [line.split("#")[0].strip() for line in lines if line.split("#")[0].strip()]
    assert all(re.fullmatch(r"[\w\[\]-]+==[\d.]+", line) for line in wanted)
    assert "torch==2.13.0" in wanted
    assert f"\n{folder.name}: $(" in (ROOT / "Makefile").read_text(encoding="utf-8")
