"""What needs an optional package says which one."""

import importlib.util
import sys
from pathlib import Path

import pytest

import piracy_env.envs
from piracy_env.errors import MissingExtraError

FOLDER = Path(piracy_env.envs.__file__).parent


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [("sb3", "stable_baselines3", "sb3"), ("open_spiel", "pyspiel", "peers")],
)
def test_a_missing_package_is_named_with_its_extra(module, package, extra, monkeypatch):
    for name in [name for name in sys.modules if name.split(".")[0] == package] or [package]:
        monkeypatch.setitem(sys.modules, name, None)
    spec = importlib.util.spec_from_file_location(f"probe_{module}", FOLDER / f"{module}.py")
    with pytest.raises(MissingExtraError, match=rf"piracy_env\[{extra}\]"):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
