"""The folder that machine code is kept in, and whether it can be trusted.

What lies there is run when it is loaded, so that nothing is read from a folder in which a stranger
could have put it. A folder that does not stand the test is left alone, and a private one is used
in its place.
"""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import stat
import tempfile
from functools import cache
from pathlib import Path

_LOG = logging.getLogger("piracy_env")


def cache_folder() -> Path:
    """Where machine code is kept: `PIRACY_CACHE`, the user's cache, or else a private folder."""
    return _folder(os.environ.get("PIRACY_CACHE", ""), _ordinary())


def _ordinary() -> str:
    """The user's cache folder; nothing if the system knows none."""
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        return str(Path(home or Path.home() / ".cache") / "piracy_env")
    except RuntimeError:  # no HOME, and no entry in the list of users
        return ""


@cache
def _folder(named: str, ordinary: str) -> Path:
    wanted = named or ordinary
    if wanted:
        folder = Path(wanted)
        distrust = _made(folder) or _distrust(folder, shared=bool(named))
        if not distrust:
            return folder
        _LOG.warning("machine code is not kept in %s: %s", folder, distrust)
    return _fallback()


def _made(folder: Path) -> str:
    """Make a folder that only its user may enter; what is in the way, if something is."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700)
    except FileExistsError:
        return ""
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _distrust(folder: Path, shared: bool) -> str:
    """Why a folder is not trusted; nothing if it is.

    One that is named on purpose may be a link, and may belong to another user or a group that
    share it; nobody else may write to it, though.
    """
    try:
        status = folder.stat() if shared else folder.lstat()
    except OSError as error:
        return error.strerror or str(error)
    mode, owner = status.st_mode, status.st_uid
    faults = {
        "it is no folder": not stat.S_ISDIR(mode),
        "everybody may write to it": os.name == "posix" and mode & stat.S_IWOTH,
        "others may write to it": os.name == "posix" and not shared and mode & stat.S_IWGRP,
        "it belongs to somebody else": os.name == "posix"
        and not shared
        and owner not in (os.getuid(), 0),
    }
    return next((fault for fault, there in faults.items() if there), "")


def _fallback() -> Path:
    """A folder of the user's own among the temporary ones; a fresh one if that is not his."""
    user = os.getuid() if hasattr(os, "getuid") else "user"
    folder = Path(tempfile.gettempdir()) / f"piracy_env-{user}"
    if not _made(folder) and not _distrust(folder, shared=False):
        return folder
    fresh = tempfile.mkdtemp(prefix="piracy_env-")
    atexit.register(shutil.rmtree, fresh, ignore_errors=True)
    return Path(fresh)
