# SPDX-License-Identifier: MIT
"""The Python of the documents runs, page by page from its first block to the last."""
import pathlib
import re

import pytest

DOCS = pathlib.Path(__file__).parents[2] / "docs"
PAGES = {page.stem: blocks for page in sorted(DOCS.glob("*.md"))
         if (blocks := re.findall(r"^```python\n(.*?)^```", page.read_text(), re.M | re.S))}


@pytest.mark.parametrize("name", PAGES)
def test_page(name, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in PAGES[name]:
        exec(compile(block, name, "exec"), names)


def test_there_is_one():
    assert "other_languages" in PAGES
