"""Networks that are zip archives, as they once were, become safetensors with the same weights."""

import io
import json
import zipfile

import numpy as np
import pytest

from experiments.convert_network import main
from piracy_agents.network import Network
from tests.agents.test_network import network


@pytest.fixture
def archive(tmp_path):
    """An archive as networks once were."""
    ours = network()
    adviser = {"name": "heuristic:some", "weights": "0", "hesitation": 1.5}
    about = {"format": 1, "layers": 2, **ours.about, "adviser": adviser}
    path = tmp_path / "best.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("about.json", json.dumps(about))
        for name, array in ours._arrays().items():
            packed = io.BytesIO()
            np.save(packed, array.astype(np.float16))
            file.writestr(f"{name}.npy", packed.getvalue())
    return path


def test_an_archive_becomes_safetensors_with_the_same_weights(archive, capsys):
    assert main([str(archive)]) == 0
    into = archive.with_suffix(".safetensors")
    assert capsys.readouterr().out == f"{into}\n"
    found, ours = Network.load(into), network()
    assert found.about["adviser"] == {"name": "heuristic:some", "weights": "0", "threshold": 1.5}
    for name, array in found._arrays().items():
        assert array.tobytes() == ours._arrays()[name].tobytes()
    assert archive.exists()


@pytest.mark.parametrize("content", [b"", b"PK", b"no archive", network().to_bytes()])
def test_what_is_no_such_archive_is_refused(tmp_path, capsys, content):
    path = tmp_path / "best.zip"
    path.write_bytes(content)
    assert main([str(path)]) == 2
    assert "best.zip: is no zip archive of a network" in capsys.readouterr().err
    assert [one.name for one in tmp_path.iterdir()] == ["best.zip"]
