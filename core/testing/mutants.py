#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mutants: does every test fail that should?

mutants.tsv lists small faults, each with the test that must see it. A copy of the tree, build/mutants/tree, has all of
them, each behind a switch, and is built once; POLHODE_MUTANT=k turns on the fault of line k of the list.

  mutants.py check              each original text is in its file exactly once, each test exists
  mutants.py run [WORD | LINE].. builds, and runs each mutant (those with WORD in their file or test) by its test
  mutants.py pictures NODE PROGRAM [WORD]..  the same for results/report/mutants.tsv, faults of the scripts that draw, by
                                the tests of draw_test.py
"""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
LIST = "core/testing/mutants.tsv"
TREE, BUILD = ROOT / "build/mutants/tree", ROOT / "build/mutants/build"
BAR = 0.95  # of the mutants are killed

# The mutated tree has these methods only: enough for every test that is named, and compiled in a few minutes.
METHODS = """exact semi_exact dmv dmv_fp mr sej rkn6a14 symmetric_composition adaptive odeint dop853 bs rk4 euler
mkrk rkn8b17 trap imid trapm imidm swc1 no_squish vi jsbsim dumbbell_vi dumbbell_conserving vector_space""".split()


class Mutant(NamedTuple):
    line: int
    file: str
    test: str  # TARGET FILTER
    begin: int  # of what is replaced
    end: int
    original: str
    mutated: str

    def __str__(self):
        return f"{self.line}: {self.file}: {self.original} -> {self.mutated} ({self.test})"


def read_list(path=LIST, folder=ROOT, problems=None):
    """All mutants of files in a folder, and what is wrong with the list, with its tests by `problems`. «» mark what is replaced,
    where it needs a context to be found."""
    mutants, stale, file, source = [], [], None, ""
    sources = test_sources()
    problems = problems or (lambda test: problems_of(test, sources))
    for number, line in enumerate((ROOT / path).read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        row = line.split("\t")
        if len(row) == 1:
            file, source = line, (folder / line).read_text()
            continue
        test, original, mutated = (cell.replace("\\n", "\n") for cell in row[:3])
        before, marked, rest = original.partition("«")
        original, _, after = rest.partition("»") if marked else (before, "", "")
        text = (before if marked else "") + original + after
        where = f"{path}:{number}: {file}"
        if source.count(text) != 1:
            stale.append(f"{where}: \"{text}\" is there {source.count(text)} times")
            continue
        begin = source.index(text) + (len(before) if marked else 0)
        stale += [f"{where}: {problem}" for problem in problems(test)]
        if mutated == original:
            stale.append(f"{where}: is no mutant")
        declared = source[source.rfind("\n", 0, begin) + 1 : begin] if folder == ROOT else ""
        if file.endswith("pp") and (not (is_whole(original) and is_whole(mutated)) or re.match(r"\s*(inline )?constexpr [^(]*$", declared)):
            stale.append(f"{where}: \"{original}\" is no expression or statement that a switch can stand for")
        mutants.append(Mutant(number, file, test, begin, begin + len(original), original, mutated))
    return mutants, stale


def is_whole(text):
    """Whether a switch can stand for the text: brackets close, and no operator at an end waits for more."""
    text = re.sub(r'"(\\.|[^"\\])*"|\'.\'', "x", text)
    if text.startswith("{"):
        return False
    less = None
    while less != text:
        less, text = text, re.sub(r"\([^][(){}]*\)|\[[^][(){}]*\]|{[^][(){}]*}", "x", text)
    if re.match(r"\s*(constexpr|const|auto)\b", text) or (not text.endswith(";") and re.search(r",|^\s*(if|for|return)\b", re.sub(r"<[\w:, ]+>", "", text))):
        return False  # no switch stands for a declaration, for several arguments, or for half of a statement
    return not re.search(r"[][(){}]|^\s*[/%=?:.,|]|[-+*/%=<?:.,&|]\s*$", text)


def test_sources():
    """Source of every test program."""
    rooms = ("core", "docs", "engines", "experiments", "methods", "problems")
    return {source.stem: str(source.relative_to(ROOT)) for room in rooms for source in (ROOT / room).rglob("*_test.cpp")}


def problems_of(test, sources):
    program, names = test.split()
    if program not in sources:
        return [f"no test program {program}"]
    known = re.findall(r"^\w*TEST\w*\((\w+), (\w+)\)", (ROOT / sources[program]).read_text(), re.M)
    wrong = []
    for name in names.split(":"):
        suite, _, case = name.partition(".")
        if not any(s in suite.split("/") and c == case.split("/")[0] for s, c in known):
            wrong.append(f"no test {name} in {sources[program]}")
    return wrong


def mutated(source, mutants):
    """The text with all its mutants behind switches; those of the same place form a chain."""
    places = {}
    for m in mutants:
        places.setdefault((m.begin, m.end), []).append(m)
    last = len(source)
    for (begin, end), here in sorted(places.items(), reverse=True):
        if end > last:
            raise SystemExit(f"{LIST}:{here[0].line}: overlaps with another mutant; accepted: the same place or another")
        last = begin
        text = here[0].original
        for m in here:
            if text.endswith(";"):
                text = f"if (polhode::mutant({m.line})) {{ {m.mutated} }} else {{ {text} }}"
            else:
                text = f"(polhode::mutant({m.line}) ? ({m.mutated}) : ({text}))"
        source = source[:begin] + text + source[end:]
    return '#include "core/testing/mutant.hpp"\n' + source


def write_tree(mutants):
    """The copy of the tree; files that stay the same keep their times."""
    by_file = {}
    for m in mutants:
        by_file.setdefault(m.file, []).append(m)
    here = set()
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [f for f in folders if f not in ("build", ".git", "out", "__pycache__")]
        for name in files:
            path = Path(folder, name).relative_to(ROOT)
            here.add(str(path))
            content = (ROOT / path).read_bytes()
            if str(path) in by_file:
                content = mutated(content.decode(), by_file[str(path)]).encode()
            to = TREE / path
            if not to.exists() or to.read_bytes() != content:
                to.parent.mkdir(parents=True, exist_ok=True)
                to.write_bytes(content)
    for old in list(TREE.rglob("*")):
        if old.is_file() and str(old.relative_to(TREE)) not in here:
            old.unlink()


def build(targets):
    subprocess.run(["cmake", "-S", TREE, "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Mutants",
                    "-DCMAKE_CXX_FLAGS_MUTANTS=-O1 -w", "-DPOLHODE_METHODS=" + ";".join(METHODS)], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", BUILD, "--target", *targets], check=True)


def passes(test, line, seconds):
    """Whether a test passes with one mutant. What does not end, or crashes, does not pass."""
    program, names = test.split()
    try:
        done = subprocess.run([BUILD / program, f"--gtest_filter={names}", "--gtest_brief=1", "--gtest_fail_fast"],
                              env={**os.environ, "POLHODE_MUTANT": str(line)}, cwd=BUILD, timeout=seconds,
                              capture_output=True, text=True)
    except subprocess.TimeoutExpired:
        return False
    if "0 tests from 0 test suites ran" in done.stdout:
        raise SystemExit(f"{test}: no such test; accepted: a filter of GoogleTest that names one")
    return done.returncode == 0


def run(words):
    mutants, stale = read_list()
    for s in stale:
        print("stale   ", s)
    wanted = [m for m in mutants
              if not words or any(w == str(m.line) or (not w.isdigit() and w in m.file + " " + m.test) for w in words)]
    write_tree(mutants)
    build(sorted({m.test.split()[0] for m in wanted}))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:

        def unmutated(test):
            begin = time.monotonic()
            return passes(test, 0, 600), time.monotonic() - begin

        tests = sorted({m.test for m in wanted})
        plain = dict(zip(tests, pool.map(unmutated, tests)))
        broken = [t for t in tests if not plain[t][0]]
        for t in broken:
            print("broken  ", t, "fails without a mutant")
        wanted = [m for m in wanted if m.test not in broken]
        alive = pool.map(lambda m: passes(m.test, m.line, 20 + 10 * plain[m.test][1]), wanted)
        survivors = 0
        for m, lives in zip(wanted, alive):
            survivors += lives
            print("survived" if lives else "killed  ", m, flush=True)
    killed = len(wanted) - survivors
    print(f"{killed} of {len(wanted)} mutants are killed, {survivors} survive, {len(stale)} places are stale")
    return 0 if not stale and not broken and killed >= BAR * len(wanted) else 1


def of_pictures():
    tests = (ROOT / "results/report/draw_test.py").read_text()
    missing = lambda test: [] if f"def {test.split('.')[1]}(" in tests else [f"no test {test}"]
    return read_list("results/report/mutants.tsv", ROOT / "results", missing)


def run_pictures(node, program, *words):
    survived, wanted = 0, [m for m in of_pictures()[0] if not words or any(w in str(m) for w in words)]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(ROOT / "results", f"{folder}/results", ignore=shutil.ignore_patterns("out")))
        command = [sys.executable, "-B", copy / "report/draw_test.py", shutil.which(node), program, copy, "-f"]
        passes = lambda test: subprocess.run([*command, test], capture_output=True).returncode == 0
        broken = [test for test in sorted({m.test for m in wanted}) if not passes(test)]
        for m in wanted:
            source = (ROOT / "results" / m.file).read_text()
            (copy / m.file).write_text(source[:m.begin] + m.mutated + source[m.end:])
            lives = passes(m.test)
            survived += lives
            print("survived" if lives else "killed  ", m, flush=True)
            (copy / m.file).write_text(source)
    print(f"{survived} survive", *(f"{test} fails without a fault" for test in broken), sep="\n")
    return 1 if survived or broken else 0


def check():
    mutants, stale = read_list()
    stale += of_pictures()[1]
    for file in {m.file for m in mutants}:
        mutated((ROOT / file).read_text(), [m for m in mutants if m.file == file])
    for s in stale:
        print(s)
    print(f"{len(mutants)} mutants")
    return 1 if stale else 0


if __name__ == "__main__":
    command, *given = sys.argv[1:] or [""]
    if command not in ("check", "run", "pictures"):
        raise SystemExit(__doc__)
    sys.exit(check() if command == "check" else run(given) if command == "run" else run_pictures(*given))
