#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page that preview.py puts together without the program says what `polhode report` says of the same results.

usage: preview_test.py PROGRAM
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import preview
from kept import differences  # preview has put its folder on the path


def take_curves(document):
    """The columns of all curves, which the program shortens."""
    columns = document.pop("columns", None)
    curves = [s.pop("curve") for f in document["figures"] for p in f["panels"] for s in p["series"] if "curve" in s]
    return [(name, columns[x] if columns else x) for curve in curves for name, x in curve.items()]


def close(x, y):
    """Whether two columns are the same to a 5000th of their range."""
    slack = 2e-4 * (max(y) - min(y)) + 1e-6 * max(map(abs, y))
    return len(x) == len(y) and all(abs(a - b) <= slack for a, b in zip(x, y))


def read(path):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', path.read_text(), re.S)[1])


def unreadable(page, folder):
    """What node says of the scripts of a page in one: a name that two declare stops all. Nothing without node."""
    scripts = pathlib.Path(folder, "scripts.js")
    scripts.write_text("\n".join(re.findall(r"<script>(.*?)</script>", page, re.S)))
    node = shutil.which("node") or shutil.which("nodejs")
    return node and subprocess.run([node, "--check", scripts], capture_output=True, text=True).stderr


def main(program):
    with tempfile.TemporaryDirectory() as name:
        by_program, by_preview = (pathlib.Path(name) / f"{n}.html" for n in ("program", "preview"))
        program_says = [program, "report", "--results", preview.RESULTS, "--out", preview.RESULTS / "golden", "-o"]
        subprocess.run([*program_says, by_program], check=True, capture_output=True)
        by_preview.write_text(preview.page())
        said = unreadable(by_preview.read_text(), name)
        a, b = read(by_program), read(by_preview)
    del a["build"], b["build"]
    pairs = zip(take_curves(a), take_curves(b), strict=True)
    wrong = [f"a column {name} is {x[:3]}.. and {y[:3]}.."
             for (name, x), (its, y) in pairs if name != its or not close(x, y)]
    wrong += [*differences(a, b, "page", least=0), *([said] if said else [])]
    print("\n".join(wrong[:20]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
