#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""May pictures lie? mutants.tsv lists small faults of the scripts that draw, each with the test (draw_test.py) that
must see it.

usage: mutants.py check                        each original text is in its file exactly once, each test exists
       mutants.py run NODE PROGRAM [WORD]..    each fault by its test, in a copy of the results' folder
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

RESULTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(RESULTS.parent / "core/testing"))
import mutants  # noqa: E402


def read_list():
    tests = (RESULTS / "report/draw_test.py").read_text()
    missing = lambda test: [] if f"def {test.split('.')[1]}(" in tests else [f"no test {test}"]
    return mutants.read_list("results/report/mutants.tsv", RESULTS, missing)


def run(node, program, *words):
    survived, wanted = 0, [m for m in read_list()[0] if not words or any(w in str(m) for w in words)]
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copytree(RESULTS, pathlib.Path(folder) / "results", ignore=shutil.ignore_patterns("out"))
        command = [sys.executable, "-B", copy / "report/draw_test.py", shutil.which(node), program, copy, "-f"]
        passes = lambda test: subprocess.run([*command, test], capture_output=True).returncode == 0
        broken = [test for test in sorted({m.test for m in wanted}) if not passes(test)]
        for m in wanted:
            source = (RESULTS / m.file).read_text()
            (copy / m.file).write_text(source[:m.begin] + m.mutated + source[m.end:])
            lives = passes(m.test)
            survived += lives
            print("survived" if lives else "killed  ", m, flush=True)
            (copy / m.file).write_text(source)
    print(f"{survived} survive", *(f"{test} fails without a fault" for test in broken), sep="\n")
    return 1 if survived or broken else 0


if __name__ == "__main__":
    if sys.argv[1:2] not in (["check"], ["run"]):
        sys.exit(__doc__)
    stale = read_list()[1]
    print("\n".join(stale))
    sys.exit(bool(stale) if sys.argv[1] == "check" else run(*sys.argv[2:]))
