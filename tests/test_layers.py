"""What may import what: experiments -> piracy_agents -> piracy_env, downward inside each."""

import ast
import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# A module belongs to the longest prefix that fits; it imports its own layer and lower ones.
LAYERS = {
    "piracy_env.errors": 0,
    "piracy_env.core": 1,
    "piracy_env.drawing": 2,
    "piracy_env.games": 3,
    "piracy_env.registry": 4,
    "piracy_env.envs": 5,
    "piracy_env": 6,
    "piracy_env.testing": 7,
    "piracy_env.cli": 8,
    "piracy_env.table": 8,
    "piracy_env.__main__": 8,
    "piracy_agents": 9,
    "piracy_agents.learning": 10,
    "experiments": 11,
}

# Other projects, and the only places that may know them.
OUTSIDERS = {
    "choix": ("experiments",),
    "joblib": ("experiments",),
    "matplotlib": ("experiments.reporting.plots",),
    "numba": ("piracy_env.core", "experiments"),
    "gymnasium": ("piracy_env.envs", "piracy_env.registry", "experiments"),
    "pettingzoo": ("piracy_env.envs", "piracy_env.registry", "experiments"),
    "stable_baselines3": ("piracy_env.envs", "piracy_agents.learning", "experiments"),
    "sb3_contrib": ("piracy_env.envs", "piracy_agents.learning", "experiments"),
    "torch": ("piracy_agents.learning", "experiments"),
    "pyspiel": ("piracy_env.envs", "experiments"),
    "pgx": ("experiments",),
    "ray": ("experiments",),
    "resvg_py": ("piracy_env.drawing.svg",),
    "scipy": ("experiments",),
    "starlette": ("piracy_env.table.server",),
    "uvicorn": ("piracy_env.table.connection",),
}


def module_name(path: Path) -> str:
    root = ROOT / "agents" if ROOT / "agents" in path.parents else ROOT
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {
    module_name(path): path
    for package in ("piracy_env", "agents", "experiments")
    for path in sorted((ROOT / package).rglob("*.py"))
}


@cache
def imports(path: Path) -> frozenset[str]:
    """Modules that a file imports anywhere, inside functions too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.module, f"{path}: relative import"
            members = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in SOURCES else node.module for name in members}
    return frozenset(found)


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def layer(name: str) -> int | None:
    fitting = [prefix for prefix in LAYERS if within(name, prefix)]
    return LAYERS[max(fitting, key=len)] if fitting else None


def game_of(name: str) -> str | None:
    parts = name.split(".")
    return parts[2] if parts[:2] == ["piracy_env", "games"] and len(parts) > 2 else None


def found_by(search) -> dict[str, list[str]]:
    """What a search of each module finds that should not be there."""
    return {name: found for name in SOURCES if (found := sorted(search(name)))}


def test_imports_go_down_the_layers():
    def upward(name):
        own = layer(name) or 0
        return [other for other in imports(SOURCES[name]) if (layer(other) or 0) > own]

    assert not found_by(upward), "these modules import what stands above them"


def test_games_never_import_each_other():
    def others(name):
        own = game_of(name)
        return {game_of(other) for other in imports(SOURCES[name])} - {None, own} if own else ()

    assert not found_by(others), "these modules import other games"


def test_other_projects_stay_where_they_belong():
    def abroad(name):
        for other in imports(SOURCES[name]):
            homes = OUTSIDERS.get(other.split(".")[0])
            if homes is not None and not any(within(name, home) for home in homes):
                yield other

    assert not found_by(abroad), "these modules import what only others may"


def kernels_in(name: str) -> bool:
    return any(other.split(".")[-1] in ("jit", "noinline") for other in imports(SOURCES[name]))


def reached_from(name: str) -> set[str]:
    """All modules of the repository that a module imports, itself or through others."""
    reached, waiting = set(), {name}
    while waiting:
        reached |= waiting
        waiting = {other for one in waiting for other in imports(SOURCES[one]) & set(SOURCES)}
        waiting -= reached
    return reached


def test_rules_do_not_depend_on_pictures():
    compiled = [name for name in SOURCES if game_of(name) and kernels_in(name)]

    def drawn(name):
        return [other for other in reached_from(name) if within(other, "piracy_env.drawing")]

    assert compiled
    assert not {name: drawn(name) for name in compiled if drawn(name)}, "compiled, yet they draw"


# Who reaches into the private parts of others, and why.
INTRUDERS = {
    "piracy_agents.learning.ppo": "Stable-Baselines3 counts its updates nowhere else",
    "experiments.measuring.yardstick": "the type of a C function, for the checker only",
    "piracy_env.core.frames": "numba hands an array's value out by such a name",
    "piracy_env.core.linking": "numba hands an array's value out by such a name",
    "piracy_env.core.scratch": "numba hands an array's value out by such a name",
    "piracy_env.core.parts": "numba tells nowhere else whether somebody listens to it",
    "piracy_env.core.store": "numba offers its disk cache to others by such names only",
}


def private_names_of_others(path: Path) -> set[str]:
    """Underscored attributes and imports that a file uses, yet does not define."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    used, own = set(), {"_replace", "_asdict", "_fields"}  # of named tuples, public in spite of it
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            own.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            used |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Attribute):
            owner = ast.unparse(node.value)
            is_own = owner in ("self", "cls", "super()")
            (own if is_own else used).add(node.attr)
    return {name for name in used - own if name.startswith("_") and not name.endswith("__")}


def test_private_names_are_nobody_elses():
    intruders = found_by(lambda name: private_names_of_others(SOURCES[name]))
    assert not {name: names for name, names in intruders.items() if name not in INTRUDERS}
    assert intruders.keys() == INTRUDERS.keys(), "some are no intruders any more"


def loaded_by(statement: str) -> set[str]:
    """Names of all modules loaded after a statement, in a fresh interpreter."""
    code = f"{statement}\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(json.loads(run.stdout))


def test_importing_the_package_compiles_nothing_and_loads_no_game():
    loaded = loaded_by("import piracy_env\npiracy_env.list_games()")
    heavy = ("numba", "torch", "piracy_env.core.engine")
    assert not loaded.intersection(heavy)
    assert not [name for name in loaded if game_of(name)]


def test_importing_the_package_loads_no_adapter():
    loaded = loaded_by("import piracy_env")
    assert not [name for name in loaded if within(name, "piracy_env.envs")]
    assert not loaded.intersection(["stable_baselines3", "PIL", "concurrent.futures"])


def test_asking_for_the_engine_loads_no_adapter():
    loaded = loaded_by("from piracy_env import Engine")
    assert not [name for name in loaded if within(name, "piracy_env.envs")]


def test_the_public_names_are_sorted_and_all_there():
    import piracy_env

    assert sorted(piracy_env.__all__) == list(piracy_env.__all__)
    for name in piracy_env.__all__:
        assert getattr(piracy_env, name) is not None
    assert set(piracy_env.__all__) <= set(dir(piracy_env))
    with pytest.raises(AttributeError, match="no attribute 'Enigne'"):
        piracy_env.Enigne  # noqa: B018 - the look-up is the test


def test_what_is_imported_late_is_what_type_checkers_are_told():
    import piracy_env

    tree = ast.parse(SOURCES["piracy_env"].read_text(encoding="utf-8"))
    (told,) = [node for node in tree.body if isinstance(node, ast.If)]
    assert ast.unparse(told.test) == "TYPE_CHECKING"
    named = {line.module: {alias.name for alias in line.names} for line in told.body}
    assert named == {home: set(names.split()) for home, names in piracy_env._HOMES.items()}


def test_only_what_needs_an_extra_is_left_out_of_star_imports():
    import piracy_env

    late = {name for names in piracy_env._HOMES.values() for name in names.split()}
    assert late - set(piracy_env.__all__) == {"SeatVecEnv"}
    assert "SeatVecEnv" in dir(piracy_env)


def test_every_error_is_public():
    import piracy_env
    from piracy_env import errors

    kinds = [name for name, kind in vars(errors).items() if isinstance(kind, type)]
    raised = {name for name in kinds if issubclass(getattr(errors, name), Exception)}
    assert raised <= set(piracy_env.__all__)
