# SPDX-License-Identifier: MIT
"""The Python of documents and notebooks runs, from the first block of each to the last."""
import json
import pathlib
import re

import pytest

TREE = pathlib.Path(__file__).parents[2]
NOTEBOOKS = {path.stem: json.loads(path.read_text())["cells"] for path in (TREE / "python/notebooks").glob("*.ipynb")}
BLOCKS = {page.stem: re.findall(r"^```python\n(.*?)^```", page.read_text(), re.M | re.S) for page in (TREE / "docs").glob("*.md")}
BLOCKS |= {name: ["".join(c["source"]) for c in cells if c["cell_type"] == "code"] for name, cells in NOTEBOOKS.items()}


@pytest.mark.parametrize("name", sorted(name for name in BLOCKS if BLOCKS[name]))
def test_blocks(name, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in BLOCKS[name]:
        exec(compile(block, name, "exec"), names)


def test_what_there_is():
    assert BLOCKS["other_languages"]
    assert sorted(NOTEBOOKS) == ["choose_a_method", "judge_your_own", "tumbling_satellite"]
    assert not any(cell.get("outputs") for cells in NOTEBOOKS.values() for cell in cells), "notebooks are kept without outputs"
