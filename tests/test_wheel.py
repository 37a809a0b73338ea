"""The wheel, installed where nothing of the checkout can be reached, plays a game."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# Plays through each door that the wheel opens by itself: engine, PettingZoo, Gymnasium, command.
PLAY = """
import gymnasium
import piracy_env

for name in piracy_env.list_games():
    env = piracy_env.env(name)
    env.reset(seed=1)
    for agent in env.agent_iter(max_iter=100_000):
        observation, reward, terminated, truncated, info = env.last()
        done = terminated or truncated
        mask = observation["action_mask"]
        env.step(None if done else env.action_space(agent).sample(mask))
    print(name, "played")

single = gymnasium.make("piracy_env/Mutiny-v1")
single.reset(seed=1)
vector = piracy_env.vector("mutiny", num_envs=4, seed=0)
print("observed", vector.reset().observation.shape)
"""

# The players come along: by name as opponents, evaluated, searching; what needs torch says so.
PLAYERS = """
import gymnasium
import piracy_env

for name in piracy_env.list_games():
    game = piracy_env.load(name)
    print(*(piracy_env.find_agent(who, game) for who in piracy_env.known_agents(game)))
    assert len(game.rules_text()) > 10_000
print("crew", piracy_env.evaluate("heuristic", "skull_tales_voyage", deals=1, players=2).games)
for name in ("heuristic", "ppo"):
    env = gymnasium.make("piracy_env/Mutiny-v1", players=3, opponents=name)
    _, info = env.reset(seed=1)
    env.step(int(info["action_mask"].argmax()))
    print(name, piracy_env.evaluate(name, "mutiny", deals=2, players=3).games)
print("mcts", piracy_env.evaluate("mcts:4", "mutiny", "heuristic", deals=1, players=3).games)
try:
    piracy_env.find_agent("nobody", piracy_env.load("mutiny"))
except piracy_env.AgentError as error:
    print(error)
"""


def run(*command: str, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command[:4])}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), cwd=ROOT)
    (path,) = folder.glob("*.whl")
    return path


def test_the_wheel_ships_games_and_players_and_nothing_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"piracy_env", "piracy_agents"}


def test_the_wheel_ships_what_is_not_code(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for home, package, known in (
        (ROOT, "piracy_env", "py.typed"),
        (ROOT / "agents", "piracy_agents", "shipped/mutiny.safetensors"),
    ):
        files = (home / package).rglob("*.*")
        data = [path for path in files if path.suffix != ".py" and "__pycache__" not in path.parts]
        assert home / package / known in data
        assert not [str(path) for path in data if str(path.relative_to(home)) not in names]


def test_an_empty_environment_plays_from_the_wheel(wheel, tmp_path):
    run(sys.executable, "-m", "venv", str(tmp_path / "venv"), cwd=tmp_path)
    scripts = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    python = str(scripts / "python")
    run(python, "-m", "pip", "install", "-q", str(wheel), cwd=tmp_path)
    assert "mutiny played" in run(python, "-W", "error", "-c", PLAY, cwd=tmp_path)
    assert "mutiny" in run(str(scripts / "piracy"), "games", cwd=tmp_path)
    played = run(python, "-W", "error", "-c", PLAYERS, cwd=tmp_path)
    assert all(f"{line}\n" in played for line in ("crew 2", "heuristic 6", "ppo 6", "mcts 3"))
    assert "agents come from the module piracy_agents" in played
    tournament = ("tournament", "mutiny", "--players", "3", "--deals", "1")
    assert "heuristic" in run(str(scripts / "piracy"), *tournament, cwd=tmp_path)
    seated = ("play", "mutiny", "--seats", "ppo", "heuristic", "uniform", "--no-save")
    assert "1st" in run(str(scripts / "piracy"), *seated, cwd=tmp_path)
