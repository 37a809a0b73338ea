"""What stands above every table of results: the command, the commit, the date and the machine."""

from __future__ import annotations

import datetime
import os
import platform
import shlex
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("numba", "numpy")


def facts(module: str, *packages: str) -> dict[str, str]:
    """The facts by name; `packages` are those that matter beside numba and numpy."""
    return {
        "command": f"`{shlex.join(['python', '-m', module, *sys.argv[1:]])}`",
        "commit": commit(),
        "date": datetime.date.today().isoformat(),
        "machine": f"{processor()}, {os.cpu_count()} cores, {platform.system()}, {load()}",
        "software": ", ".join([f"Python {platform.python_version()}", *versions(*packages)]),
    }


def versions(*packages: str) -> list[str]:
    """Installed versions, such as `numpy 2.4.6`; packages that are not installed are left out."""
    installed = []
    for package in (*PACKAGES, *packages):
        try:
            installed.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return installed


def commit() -> str:
    """The commit that is checked out, and whether files differ from it."""
    try:
        name = _git("rev-parse", "--short", "HEAD")
        return f"{name} with local changes" if _git("status", "--porcelain", "-uno") else name
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def processor() -> str:
    """The processor's name."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def load() -> str:
    """How busy the machine has been in the last minute: much more than 1 spoils every figure."""
    try:
        return f"load {os.getloadavg()[0]:.1f}"
    except (AttributeError, OSError):
        return "load unknown"


def _git(*arguments: str) -> str:
    run = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )  # fmt: skip
    return run.stdout.strip()
