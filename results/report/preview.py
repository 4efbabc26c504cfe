#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The report from the golden results, without the program: nothing is compiled and nothing is measured. What only the
program knows is in results/catalogue.json, which `polhode catalogue` writes. preview_test.py holds this page to the one
that `polhode report` writes of the same results.

usage: preview.py [FILE]        FILE: results/out/preview.html by default
"""
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from kept import RESULTS, read

SOURCE = RESULTS.parent


def document():
    known, citation = read("catalogue.json"), (SOURCE / "CITATION.cff").read_text()
    describe = ["git", "-C", SOURCE, "describe", "--always", "--dirty"]
    git = subprocess.run(describe, capture_output=True, text=True).stdout
    build = {"version": re.search(r"^version: *(\S+)", citation, re.M)[1], "compiler": "none", "flags": "none",
             "fp_mode": "the golden results, not measured here", "git": git.strip() or "unknown"}
    figures = [read(f"golden/{id}.json") for id in known.pop("figures")]
    for figure in figures:
        del figure["schema"]
    return {"schema": "polhode/report/1", "build": build, **known, "styles": read("styles.json"), "missing": [],
            "claims": read("claims.json")["claims"],
            "carries": read("robustness.json")["sentences"],
            "findings": {**read("findings.json"), "quotations": read("quotations.json")["quotations"]},
            "citation": citation, "figures": figures, "sweeps": [],
            "atlases": read("atlas.json")["atlases"]}


def page():
    """The template; what stands in it as /*NAME*/ is a file beside it, or the data."""
    data = json.dumps(document(), separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    return re.sub(r"/\*([\w./]+)\*/", lambda m: data if m[1] == "data" else (HERE / m[1]).read_text(),
                  (HERE / "report.html").read_text())


if __name__ == "__main__":
    file = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else RESULTS / "out/preview.html"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page())
    print(f"{file}: the report of the golden results; open it in a browser")
