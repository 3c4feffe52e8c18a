"""Every notebook runs from the first to the last cell on the corpus of questions, draws its plot and ends with what one now knows."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from ingest_assets.workspace import Workspace

NOTEBOOKS = Path(__file__).resolve().parent.parent.parent / "notebooks"
PLOTTED = ("triage_your_corpus", "read_the_quarantine", "compare_two_parsers")
NAMES = (*PLOTTED, "keep_a_vector_store_in_step")


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs(name: str, asked: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INGEST_DATA", str(asked.data))
    monkeypatch.setenv("SAMPLE", "12")
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert outputs[-1].get("text", "").startswith("You now know that ")
    assert any("image/png" in output.get("data", {}) for output in outputs) == (name in PLOTTED)


def test_no_outputs_are_committed() -> None:
    for path in NOTEBOOKS.glob("*.ipynb"):
        cells = nbformat.read(path, as_version=4).cells
        assert not any(cell.get("outputs") for cell in cells), path.name
    assert {path.stem for path in NOTEBOOKS.glob("*.ipynb")} == set(NAMES)
