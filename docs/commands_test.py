#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every command of the documents: what stands in a block of its own is run, in order, in a folder as the text assumes it; what
stands in a sentence, or in the examples of a command's help, has a command and flags that there are. What stands under a command
that begins with "$ " is printed by it, but for lines with times or with "...".

usage: commands_test.py SOURCE PREFIX        PREFIX: where packaging/install_test.cmake has installed the package
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE, PREFIX = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
PROGRAM = PREFIX / "bin/polhode"  # which writes below the folder where it is
PAGES = [SOURCE / "README.md", SOURCE / "CONTRIBUTING.md", *sorted((SOURCE / "docs").glob("*.md"))]

# What is not run here, and what does run it.
ELSEWHERE = {
    r"make\b": "a target of the Makefile: that it is one is looked up",
    r"pip install": "python/tests/pip_test",
    r"cc -std=c99 mine\.c -lpolhode": "c/polhode_test.c",
    r"gfortran /usr/include/polhode\.f90 mine\.f90 -lpolhode": "c/polhode_test.f90",
    r"cmake --install build/release": "packaging/install_test.cmake, which has made PREFIX",
    r"polhode check bullet3": "engines/adapters_test.cpp: the engine must be installed",
    r"polhode serve": "experiments/program/serve_test.py",
}
if not shutil.which("node"):
    ELSEWHERE[r"node "] = "there is no node"
if not shutil.which("parallel"):
    ELSEWHERE[r"parallel "] = "there is no parallel"
# Of no use in a test: times; code that is fast; 113 bits on long ladders, where the same page has a smaller figure.
CHANGED = [(r"^polhode figure ", "polhode figure --no-timing "),
           (r"(figure5 --with rkn6a14|sej_and_mr_by_operations\.json)$", r"\1 --print"),
           (r"(--no-timing my_figure\.json| figure3 --set 'problem.inertia=\[2,5,7\]')$", r"\1 --set 'ladder=[100,200,400]'"),
           (r"^(g\+\+.* )-O2( .*my_method\.cpp)", r"\1-O0\2"),
           (r"^(cmake -S my_method -B \S+)", r"\1 -DCMAKE_BUILD_TYPE=Plain")]


def prepare(page, folder):
    """The files that a page speaks of."""
    (folder / "problems").symlink_to(SOURCE / "problems")
    (folder / "build").mkdir()
    (folder / "build/release").symlink_to(PROGRAM.parent)
    (folder / "PREFIX").symlink_to(PREFIX)
    (folder / "CLONE").symlink_to(SOURCE)
    body = json.loads((SOURCE / "problems/examples/heavy_top.json").read_text())
    if page.name == "README.md":
        shutil.copy(SOURCE / "experiments/examples/engine/midpoint.c", folder)
        body["method"] = "explicit-midpoint"
    if page.name in ("own_figure.md", "own_method.md"):
        (folder / "experiments").symlink_to(SOURCE / "experiments")
    if page.name == "own_method.md":
        (folder / "build/libmr4.so").symlink_to(PREFIX.parent / "plugin/build/libmr4.so")  # built by install.plugin
    (folder / "my_body.json").write_text(json.dumps(body))
    for name, text in re.findall(r"`([a-z0-9_]+\.(?:json|cpp|csv|obj|urdf))`:\n\n```[a-z]*\n(.*?)```", page.read_text(), re.S):
        (folder / name).write_text(text)
    shutil.copy(SOURCE / "problems/sweeps/two_methods.json", folder / "SPEC.json")


def without_code(text):
    return re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)


def blocks(text):
    """The lines that a reader types: indented, with a $ or without."""
    typed = r"(?:\$ )?((?:build/release/polhode|polhode|make|cmake|cc|g\+\+|gfortran|node|pip|python3|for|parallel|source)(?= |$).*)"
    for match in re.finditer(rf"^    {typed}$", without_code(text), re.M):
        yield re.split(r"  +(?=\S)", match[1])[0].strip()


def printed(text, command):
    """The lines that a document shows under a command, wherever it stands, without those that differ from run to run."""
    shown = re.finditer(rf"^    \$ {re.escape(command)}(?:  +\S.*)?\n((?:    (?!\$ ).*\n)*)", text, re.M)
    lines = [line for block in shown for line in block[1].splitlines()]
    lines = [line.strip().removesuffix("...").strip() for line in lines]  # up to the three dots
    return [line for line in lines if line and not re.search(r"µs|of the tolerance|times its cost|measured in", line)]


def sentences(text):
    """What is quoted in the text as a command, over the ends of lines."""
    prose = re.sub(r"^    .*$", "", without_code(text), flags=re.M)
    return [" ".join(m.split()) for m in re.findall(r"`((?:polhode|make) [^`]*)`", prose)]


def said(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=True).stdout


def main():
    known = {verb: {*flags.split(), "-o", "-j", "--plugin", "--engine", "--no-timing"}
             for verb, flags in re.findall(r'^    ([a-z-]+)\) options="(.*?)"', said("completion", "bash"), re.M)}
    targets = set(re.findall(r"([a-zA-Z-]+)(?=[^:=#\n]*:(?!=))", "\n".join(
        line for line in (SOURCE / "Makefile").read_text().splitlines() if re.match(r"[a-zA-Z]", line))))
    figures = {line.split()[0] for line in said("list", "figures").splitlines() if line}
    wrong, looked, told = [], [], {}

    def look(where, command):
        looked.append(command)
        words = re.sub(r"'[^']*'|<.*?>", "X", command).split()
        if words[0] == "make":
            for word in words[1:]:
                if re.fullmatch(r"[a-z][a-z-]*[a-z]", word) and word not in targets | figures:
                    wrong.append(f"{where}: {command}: no target {word}")
            return
        verb = words[1].rstrip(".,")
        if verb in known:
            wrong.extend(f"{where}: {command}: {verb} has no {flag}" for flag in re.findall(r"(?<= )--?[a-z][a-z-]*", command)
                         if flag not in known[verb])
        elif not verb.startswith("-"):
            wrong.append(f"{where}: {command}: no command {verb}")

    for verb in sorted(known):
        examples = re.findall(r"^  (polhode .*)$", said(verb, "--help"), re.M)
        if not examples and verb != "catalogue":
            wrong.append(f"polhode {verb} --help has no example")
        for command in examples:
            look(f"{verb} --help", command)

    def run(page, commands):
        """What each printed, in the folder of a page."""
        with tempfile.TemporaryDirectory() as name:
            prepare(page, pathlib.Path(name))
            for command in commands:
                done = subprocess.run(["bash", "-e", "-c", command], cwd=name, text=True, capture_output=True,
                                      env={**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}"})
                told[command] = done.stdout + done.stderr
                print(f"{page.name}: {command}: {done.returncode}", flush=True)
                if done.returncode:
                    wrong.append(f"{page.name}: {command}: ends with {done.returncode}\n{done.stdout[-500:]}{done.stderr[-1000:]}")

    pages, shown = {}, []  # (page, command, the lines below it)
    for page in PAGES:
        text = page.read_text()
        for command in sentences(text):
            look(page.name, command)
        for command in dict.fromkeys(blocks(text)):
            below = printed(text, command)
            if below and command.startswith("make figure"):  # what it prints of the golden results
                command = f"polhode show {command[5:]} --out {SOURCE}/results/golden"
            if any(re.match(pattern, command) for pattern in ELSEWHERE):
                if command.startswith("make"):
                    look(page.name, command)
                continue
            for pattern, by in CHANGED:
                command = re.sub(pattern, by, command)
            command = command.replace("=PREFIX", f"={PREFIX}").removeprefix("build/release/")
            # The same words are run once, but where others need their files.
            if command.startswith("polhode new ") or not any(command in other for other in pages.values()):
                pages.setdefault(page, []).append(command)
            shown.append((page.name, command, below))
    with concurrent.futures.ThreadPoolExecutor(2) as two:
        list(two.map(run, pages, pages.values()))
    for name, command, below in shown:
        wrong += [f"{name}: {command}: does not print \"{line}\" but\n{told[command][:1500]}" for line in below
                  if line not in told[command]]
    ran, compared = sum(map(len, pages.values())), sum(len(below) for *_, below in shown)
    print("\n".join(wrong))
    print(f"{ran} commands run, {len(looked)} looked up, {compared} lines compared, {len(wrong)} wrong")
    return 1 if wrong or ran < 25 or compared < 15 else 0


if __name__ == "__main__":
    sys.exit(main())
