# SPDX-License-Identifier: MIT
"""What scripts of this folder share: the results that are kept in it, and the answers of the program."""
import json
import pathlib
import subprocess
import sys

RESULTS = pathlib.Path(__file__).resolve().parent


def read(path):
    """JSON, by its path in this folder or by a whole one."""
    return json.loads((RESULTS / path).read_text(encoding="utf-8"))


def golden():
    """The golden results by the names of their figures."""
    return {path.stem: read(path) for path in sorted((RESULTS / "golden").glob("*.json")) if path.stem != "tolerances"}


def keep(name, document):
    (RESULTS / name).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def answer(program, *words, spec=None, codes=(0,)):
    """What a program says in JSON, of a spec if one is given; it ends with one of the codes."""
    given = spec and json.dumps(spec)
    done = subprocess.run([program, *words], input=given, capture_output=True, text=True, timeout=600)
    if done.returncode not in codes:
        sys.exit(f"{' '.join(map(str, words))} ends with {done.returncode}: {done.stderr}{given or ''}")
    return json.loads(done.stdout)
