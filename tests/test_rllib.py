"""The example for RLlib trains in the environment of `make rllib`, and keeps to the masks."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "rllib"
PYTHON = ROOT / ".venv-rllib" / "bin" / "python"
QUICK = ["mutiny", "--players", "3", "--reward", "win", "--iterations", "2", "--runners", "0"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not PYTHON.exists(), reason="RLlib's environment is made by `make rllib`"),
]

UNMASKED = """
import sys
sys.path.insert(0, sys.argv.pop(1))
import train

masked = train.Masked._forward


def unmasked(self, batch, **more):
    seen = dict(batch["obs"])
    seen["action_mask"] = seen["action_mask"] * 0 + 1
    return masked(self, {**batch, "obs": seen}, **more)


train.Masked._forward = unmasked
train.main()
"""


def run(*arguments):
    return subprocess.run(
        [str(PYTHON), *map(str, arguments)], capture_output=True, text=True, cwd=ROOT, check=False
    )


def test_ppo_trains_with_masks():
    ended = run(EXAMPLE / "train.py", *QUICK)
    assert ended.returncode == 0, ended.stderr[-2000:]
    paid = re.findall(r"^iteration +\d+ +[\d,]+ games  paid ([+-]\d\.\d+)$", ended.stdout, re.M)
    assert len(paid) == 2
    assert all(-0.5 <= float(one) <= 1 for one in paid)
    assert re.search(
        r"^against uniform: paid, wins [+-]\d\.\d{3} \[.*\], \d\.\d{3} \[.*\]$", ended.stdout, re.M
    )


def test_without_masks_the_first_illegal_action_ends_the_run():
    ended = run("-c", UNMASKED, EXAMPLE, *QUICK)
    assert ended.returncode != 0
    assert "IllegalActionError" in ended.stderr
