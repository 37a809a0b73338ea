"""The notebooks run from top to bottom, and what they keep is what they would show."""

from itertools import groupby
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def read(path):
    return nbformat.read(path, as_version=4)


def shown(notebook):
    """Kinds of outputs, cell by cell; text that is printed comes in one piece or several."""
    return [
        [
            kind
            for kind, _ in groupby(
                sorted(output.get("data", {"text": None})) for output in cell.outputs
            )
        ]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, tmp_path):
    notebook = read(path)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(ROOT)}}).execute()
    assert shown(notebook) == shown(read(path))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_has_been_run_and_has_no_logic_of_its_own(path):
    code = [cell for cell in read(path).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert not any(
        line.startswith(("def ", "class ", "%", "!"))
        for cell in code
        for line in cell.source.split("\n")
    )
