# SPDX-License-Identifier: MIT
"""The notebook runs, and shows what it says."""
import os
import pathlib
import re
from itertools import pairwise

import genmedia
import pytest

NOTEBOOK = pathlib.Path(__file__).resolve().parents[2] / "examples/python/motion.ipynb"


def test_notebook(tmp_path, monkeypatch):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    for module in "av", "matplotlib":
        pytest.importorskip(module)
    place = os.pathsep.join([str(pathlib.Path(genmedia.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    monkeypatch.setenv("PYTHONPATH", place)
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    tool = os.environ.get("GENMEDIA_COMMAND")
    if tool:
        monkeypatch.setenv("PATH", os.pathsep.join([os.path.dirname(tool), os.environ["PATH"]]))
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    kept = [output for cell in notebook.cells for output in cell.get("outputs", [])]  # as a forge shows them
    (tmp_path / "clip.mp4").write_text("somebody's")
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3",
                            resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert sum("image/png" in output.get("data", {}) for output in outputs) == 5
    if tool:  # the page, inline
        assert sum("iframe srcdoc" in output.get("data", {}).get("text/html", "") for output in outputs) == 1
    assert os.listdir(tmp_path) == ["clip.mp4"] and (tmp_path / "clip.mp4").read_text() == "somebody's"
    assert sum("image/png" in output.get("data", {}) for output in kept) == 5 and NOTEBOOK.stat().st_size < 400_000
    text = "".join(output.get("text", "") for output in outputs)
    assert "in the middle of the disc: [-5. -2.] pixels" in "".join(output.get("text", "") for output in kept)
    assert "in the middle of the disc: [-5. -2.] pixels" in text
    wrong = [float(number) for number in re.findall(r"wrong by ([\d.]+) pixels", text)]
    # What is right to hundredths of a pixel is in no order.
    assert len(wrong) >= 5 and all(more > less - 0.02 for less, more in pairwise(wrong)) and wrong[0] < 0.05 < 1 < wrong[-1]
