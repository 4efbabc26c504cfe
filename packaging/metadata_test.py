#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is said of the project in several files is the same: version, licence, title, authors, papers.

usage: metadata_test.py SOURCE PROGRAM
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE, PROGRAM = pathlib.Path(sys.argv[1]), sys.argv[2]


def text(name):
    return (SOURCE / name).read_text(encoding="utf-8")


def value(name, pattern):
    return re.search(pattern, text(name), re.M)[1]


class Metadata(unittest.TestCase):
    def test_version_licence_and_title(self):
        """The version stands in CITATION.cff alone; what else names it is the newest entry of the changelog."""
        said = {key: value("CITATION.cff", rf'^{key}: "?(.*?)"?(?: +#.*)?$') for key in ("title", "version", "license")}
        self.assertEqual(said["version"], value("CHANGELOG.md", r"^## (\S+)$"))
        built = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(built.split()[:2], ["polhode", said["version"]])
        self.assertIn("dynamic = [\"version\"]", text("pyproject.toml"))
        self.assertEqual(said["license"], text("LICENSE").split()[0])
        self.assertEqual(said["title"], value("pyproject.toml", '^description = "(.*)"$'))

    def test_placeholders_are_named(self):
        """Those of CITATION.cff, and the two addresses that stand for others."""
        placeholders = re.findall(r"^(\S+): .* # placeholder: ", text("CITATION.cff"), re.M)
        for word in placeholders + ["`CPACK_PACKAGE_CONTACT`"]:
            self.assertIn(word, text("CONTRIBUTING.md"))
        self.assertEqual(placeholders, ["date-released", "repository-code"])

    def test_pipes_hide_no_status(self):
        failed = subprocess.run(["make", "-s", "-C", SOURCE, "--eval", "pipe: ; @false | cat", "pipe"], capture_output=True)
        self.assertEqual(failed.returncode, 2)
        with tempfile.TemporaryDirectory() as folder:  # steps are not shown where nobody watches; what fails is
            cmake = pathlib.Path(folder, "cmake")
            cmake.write_text("#!/bin/sh\necho '[1/2] Building'\necho \"mistake in $*\"\nexit 3\n")
            cmake.chmod(0o755)
            built = subprocess.run([SOURCE / "packages/build", "release", "a", "b"], capture_output=True, text=True,
                                   env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
        self.assertEqual((built.returncode, built.stdout), (3, "mistake in --build --preset release --target a b\n"))

    def test_packages(self):
        """What is needed to build is no package of tests or of developers, and each list says what is optional."""
        lists = {name: [line.split()[0] for line in text(f"packages/{name}.txt").splitlines() if line[:1] not in "#"]
                 for name in ("build", "test", "measure", "api", "develop")}
        every = sum(lists.values(), [])
        self.assertEqual(len(every), len(set(every)))
        self.assertNotIn("optional", "".join(l for l in text("packages/build.txt").splitlines() if l[:1] != "#"))
        for name in ("measure", "api", "develop"):
            for line in text(f"packages/{name}.txt").splitlines():
                self.assertRegex(line, "^#|# optional")

    def test_ci_needs_what_others_do_without(self):
        """Optional packages, a toolchain whose instructions can be compared, and as many tests as the Makefile says."""
        with tempfile.TemporaryDirectory() as folder:
            for name, said in (("dpkg-query", "[ $3 = \"$MISSING\" ] || echo install ok installed"), ("apt-get", "exit 100"),
                               ("id", "echo 0"), ("cmake", ":"), ("ctest", "echo Total Tests: 3"), ("program", "exit 5")):
                path = pathlib.Path(folder, name)
                path.write_text(f"#!/bin/sh\n{said}\n")
                path.chmod(0o755)

            def ends(*words, **variables):
                environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "CI": "", "MISSING": "", **variables}
                return subprocess.run(words, capture_output=True, text=True, env=environment)

            make = "make", "-s", "-C", SOURCE, f"BUILD={folder}", f"PROGRAM={folder}/program"
            for ci in ("", "true"):
                install = ends(SOURCE / "packages/install", SOURCE / "packages/measure.txt", CI=ci, MISSING="valgrind")
                self.assertIn("valgrind", install.stdout)
                self.assertEqual(install.returncode, 1 if ci else 0)
                self.assertEqual(ends(*make, "-o", "evidence", "perf-check", CI=ci).returncode, 2 if ci else 0)
                self.assertEqual(ends(*make, "test", "TESTS=3", CI=ci).returncode, 0)
                test = ends(*make, "test", "TESTS=4", CI=ci)
                self.assertEqual(test.returncode, 2 if ci else 0)
                self.assertIn("3 tests; accepted: 4, TESTS in the Makefile" if ci else "", test.stdout)

    def test_workflows(self):
        targets = re.findall(r"^([a-z0-9-]+):", text("Makefile"), re.M)
        for path in sorted((SOURCE / ".github/workflows").glob("*.yml")):
            said = path.read_text()
            self.assertIn("Not run there yet", said.splitlines()[1], path)
            if "permissions:" in said:  # which takes away those that it does not name
                self.assertIn("contents: read", said, path)
            self.check_targets(path, targets)
        container = SOURCE / ".devcontainer/devcontainer.json"
        json.loads(container.read_text())
        self.check_targets(container, targets)

    def check_targets(self, path, targets):
        for target in re.findall(r"\bmake ([a-z0-9-]+)", path.read_text().replace("git make", "git")):
            self.assertIn(target, targets, path)

    def test_what_is_missing_is_named(self):
        """Where there is no Python, `make preview` says so; where there is no CMake, pip does."""
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(shutil.which("bash"), f"{folder}/bash")
            done = subprocess.run([shutil.which("make"), "-s", "-C", SOURCE, "preview"], capture_output=True, text=True,
                                  env={"PATH": folder})
            build = [sys.executable, SOURCE.resolve() / "setup.py", "-q", "build_ext", "-b", folder, "-t", folder]
            built = subprocess.run(build, capture_output=True, text=True, cwd=SOURCE, env={"PATH": folder})
        self.assertEqual(done.returncode, 2)
        self.assertIn("python3 is missing; Debian: apt-get install python3", done.stdout)
        self.assertEqual(built.stderr.splitlines()[-1],
                         "polhode: cmake is missing; pip install cmake, or Debian: apt-get install cmake")


unittest.main(argv=sys.argv[:1])
