"""Playing needs no extra: the agents are imported and found where none is installed."""

import json
import subprocess
import sys

from piracy_agents.trained import SHIPPED

PROGRAM = """
import importlib, json, pkgutil, sys

EXTRAS = {"torch", "stable_baselines3", "sb3_contrib", "scipy", "safetensors", "joblib", "choix"}
EXTRAS |= {"matplotlib", "tensorboard", "pyspiel", "pgx", "jax", "ray", "PIL", "resvg_py"}

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in EXTRAS:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
import piracy_agents
from piracy_env import registry
from piracy_env.errors import MissingExtraError

modules = [one.name for one in pkgutil.walk_packages(piracy_agents.__path__, "piracy_agents.")]
for name in modules:
    if not name.startswith("piracy_agents.learning"):
        importlib.import_module(name)
found = {}
for game in map(registry.load, registry.list_games()):
    kinds = piracy_agents.names(game)
    found[game.name] = [repr(piracy_agents.find(name, game)) for name in kinds]
try:
    import piracy_agents.learning.ppo
except MissingExtraError as error:
    found["learning"] = [error.extra]
print(json.dumps({"found": found, "there": sorted(EXTRAS & set(sys.modules))}))
"""


def test_players_are_found_where_no_extra_is_installed():
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert told["there"] == []
    assert told["found"].pop("learning") == ["sb3"]
    assert len(told["found"]) >= 4
    for game, names in told["found"].items():
        assert ("ppo" in names) == (SHIPPED / f"{game}.safetensors").is_file()
        assert any(name.startswith("heuristic:") for name in names)
        assert any(name.startswith("mcts:") for name in names)
