# SPDX-License-Identifier: MIT
"""What scripts share: the results that are kept in this folder, how they differ, and the answers of the program."""
import json
import math
import pathlib
import re
import subprocess
import sys

RESULTS = pathlib.Path(__file__).resolve().parent


def read(path):
    """JSON, by its path in this folder or by a whole one."""
    return json.loads((RESULTS / path).read_text(encoding="utf-8"))


def golden():
    """The golden results by the names of their figures."""
    return {path.stem: read(path) for path in sorted((RESULTS / "golden").glob("*.json")) if path.stem != "tolerances"}


def keep(name, document, rows=""):
    """Indented; or without spaces, where a pattern says what begins a line."""
    compact = {"separators": (",", ":"), "ensure_ascii": False}
    text = re.sub(rows, r"\n\g<0>", json.dumps(document, **compact)) if rows else json.dumps(document, indent=1)
    (RESULTS / name).write_text(text + "\n", encoding="utf-8")


def answer(program, *words, spec=None, codes=(0,)):
    """What a program says in JSON, of a spec if one is given; it ends with one of the codes."""
    given = spec and json.dumps(spec)
    done = subprocess.run([program, *words], input=given, capture_output=True, text=True, timeout=600)
    if done.returncode not in codes:
        sys.exit(f"{' '.join(map(str, words))} ends with {done.returncode}: {done.stderr}{given or ''}")
    return json.loads(done.stdout)


def differences(kept, today, at, least=1e-12, share=1e-6):
    """Where two documents differ; in floats by more than this share of them, and more than the least."""
    if isinstance(kept, dict) and isinstance(today, dict) and kept.keys() == today.keys():
        for key in kept:
            yield from differences(kept[key], today[key], f"{at}: {key}", least, share)
    elif isinstance(kept, list) and isinstance(today, list) and len(kept) == len(today):
        for i, pair in enumerate(zip(kept, today)):
            yield from differences(*pair, f"{at}[{i}]", least, share)
    elif kept != today and not (float in (types := {type(kept), type(today)}) and types <= {int, float} and
                                math.isclose(kept, today, rel_tol=share, abs_tol=least)):
        yield f"{at}: {str(kept)[:60]} is kept, {str(today)[:60]} is measured"
