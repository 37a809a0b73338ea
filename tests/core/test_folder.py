"""The folder of machine code is trusted only if nobody else could have written to it."""

import os
import stat
from pathlib import Path

import pytest

from piracy_env.core import folder
from piracy_env.core.folder import cache_folder

pytestmark = pytest.mark.skipif(os.name != "posix", reason="tells of owners and modes")


@pytest.fixture(autouse=True)
def places(tmp_path, monkeypatch):
    """A user's cache and a folder for temporary files, both empty; what is known is forgotten."""
    folder._folder.cache_clear()
    monkeypatch.delenv("PIRACY_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(folder.tempfile, "tempdir", str(tmp_path / "tmp"))
    yield
    folder._folder.cache_clear()


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


def made(path, mode=0o700):
    path.mkdir(parents=True)
    path.chmod(mode)
    return path


def fallback(tmp_path):
    return tmp_path / "tmp" / f"piracy_env-{os.getuid()}"


def test_it_is_made_for_its_user_alone(tmp_path):
    assert cache_folder() == tmp_path / "cache" / "piracy_env"
    assert mode_of(cache_folder()) == 0o700


def test_a_named_one_comes_first(tmp_path, monkeypatch):
    monkeypatch.setenv("PIRACY_CACHE", str(tmp_path / "code"))
    assert cache_folder() == tmp_path / "code"
    assert mode_of(cache_folder()) == 0o700


def test_an_old_one_that_others_may_read_is_kept(tmp_path):
    own = made(tmp_path / "cache" / "piracy_env", 0o755)
    assert cache_folder() == own


@pytest.mark.parametrize("mode", [0o775, 0o777, 0o1777])
def test_one_that_others_may_write_to_is_not_used(tmp_path, mode):
    made(tmp_path / "cache" / "piracy_env", mode)
    assert cache_folder() == fallback(tmp_path)
    assert mode_of(cache_folder()) == 0o700


def test_a_link_is_not_used(tmp_path):
    made(tmp_path / "cache")
    (tmp_path / "cache" / "piracy_env").symlink_to(made(tmp_path / "elsewhere"))
    assert cache_folder() == fallback(tmp_path)


def test_a_file_in_the_way_is_not_used(tmp_path):
    made(tmp_path / "cache")
    (tmp_path / "cache" / "piracy_env").write_text("in the way")
    assert cache_folder() == fallback(tmp_path)


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="needs another user")
def test_somebody_elses_is_not_used_wherever_it_lies(tmp_path):
    for taken in (tmp_path / "cache" / "piracy_env", fallback(tmp_path)):
        os.chown(made(taken), 54321, 54321)
    own = cache_folder()
    assert own.parent == tmp_path / "tmp"
    assert own != fallback(tmp_path)
    assert (mode_of(own), own.stat().st_uid) == (0o700, os.getuid())
    assert cache_folder() == own


@pytest.mark.parametrize("trap", ["open", "link"])
def test_a_trap_among_the_temporary_folders_is_not_used(tmp_path, monkeypatch, trap):
    made(tmp_path / "cache" / "piracy_env", 0o777)
    if trap == "link":
        fallback(tmp_path).symlink_to(made(tmp_path / "elsewhere"))
    else:
        made(fallback(tmp_path), 0o777)
    own = cache_folder()
    assert own.parent == tmp_path / "tmp"
    assert own != fallback(tmp_path)
    assert mode_of(own) == 0o700


def test_a_group_may_share_one_on_purpose(tmp_path, monkeypatch):
    shared = made(tmp_path / "shared", 0o2770)
    monkeypatch.setenv("PIRACY_CACHE", str(shared))
    assert cache_folder() == shared


def test_one_that_everybody_may_write_to_is_not_used_even_if_it_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("PIRACY_CACHE", str(made(tmp_path / "shared", 0o777)))
    assert cache_folder() == fallback(tmp_path)


def test_without_a_home_there_is_a_temporary_one(tmp_path, monkeypatch):
    def no_home():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", no_home)
    assert cache_folder() == fallback(tmp_path)
