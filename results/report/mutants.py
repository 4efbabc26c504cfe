#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""May pictures lie? mutants.tsv lists small faults of the scripts that draw, each with the test (draw_test.py) that
must see it.

usage: mutants.py check                        each original text is in its file exactly once
       mutants.py run NODE PROGRAM [WORD]..    each fault by its test, in a copy of the results' folder
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

RESULTS = pathlib.Path(__file__).resolve().parents[1]


def faults():
    """(line, file, test, original, mutated); \\n in the list is an end of line."""
    for number, line in enumerate((RESULTS / "report/mutants.tsv").read_text().splitlines(), 1):
        if "\t" in line:
            yield number, file, *line.replace("\\n", "\n").split("\t")
        elif line[:1] not in ("", "#"):
            file = RESULTS / line


def check():
    times = lambda file, text: file.read_text().count(text)
    stale = [f"mutants.tsv:{n}: \"{original}\" is in {file.name} {times(file, original)} times"
             for n, file, _, original, mutated in faults() if times(file, original) != 1 or original == mutated]
    print("\n".join(stale))
    return 1 if stale else 0


def run(node, program, *words):
    survived, wanted = 0, [f for f in faults() if not words or any(w in f"{f[0]} {f[1].name} {f[2]}" for w in words)]
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copytree(RESULTS, pathlib.Path(folder) / "results", ignore=shutil.ignore_patterns("out"))
        command = [sys.executable, "-B", copy / "report/draw_test.py", shutil.which(node), program, copy, "-f"]
        passes = lambda test: subprocess.run([*command, test], capture_output=True).returncode == 0
        broken = [test for test in sorted({f[2] for f in wanted}) if not passes(test)]
        for number, file, test, original, mutated in wanted:
            target = copy / file.relative_to(RESULTS)
            target.write_text(file.read_text().replace(original, mutated))
            lives = passes(test)
            survived += lives
            fault = f"{number}: {file.name}: {original!r} -> {mutated!r} ({test})"
            print("survived" if lives else "killed  ", fault, flush=True)
            shutil.copy(file, target)
    print(f"{survived} survive", *(f"{test} fails without a fault" for test in broken), sep="\n")
    return 1 if survived or broken else 0


if __name__ == "__main__":
    if sys.argv[1:2] not in (["check"], ["run"]):
        sys.exit(__doc__)
    sys.exit(check() if sys.argv[1] == "check" else run(*sys.argv[2:]))
