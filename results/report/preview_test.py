#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page that preview.py puts together without the program says what `polhode report` says of the same results.

usage: preview_test.py PROGRAM
"""
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

import preview


def differences(a, b, where=""):
    """Where two documents differ by more than the digits that the program leaves out."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted(set(a) | set(b)):
            if key not in a or key not in b:
                yield f"{where}/{key} is in one of them"
            else:
                yield from differences(a[key], b[key], f"{where}/{key}")
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for i, pair in enumerate(zip(a, b)):
            yield from differences(*pair, f"{where}/{i}")
    elif a != b and not (all(isinstance(x, (int, float)) for x in (a, b)) and math.isclose(a, b, rel_tol=1e-6)):
        yield f"{where}: {str(a)[:60]} and {str(b)[:60]}"


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


def main(program):
    with tempfile.TemporaryDirectory() as name:
        by_program, by_preview = (pathlib.Path(name) / f"{n}.html" for n in ("program", "preview"))
        program_says = [program, "report", "--results", preview.RESULTS, "--out", preview.RESULTS / "golden", "-o"]
        subprocess.run([*program_says, by_program], check=True, capture_output=True)
        by_preview.write_text(preview.page())
        a, b = read(by_program), read(by_preview)
    del a["build"], b["build"]
    pairs = zip(take_curves(a), take_curves(b), strict=True)
    wrong = [f"a column {name} is {x[:3]}.. and {y[:3]}.."
             for (name, x), (its, y) in pairs if name != its or not close(x, y)]
    wrong += differences(a, b)
    print("\n".join(wrong[:20]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
