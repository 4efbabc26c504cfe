#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is said of the project in several files is the same: version, licence, title, authors, papers.

usage: metadata_test.py SOURCE
"""
import json
import pathlib
import re
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(sys.argv[1])


def text(name):
    return (SOURCE / name).read_text(encoding="utf-8")


def value(name, pattern):
    return re.search(pattern, text(name), re.M)[1]


CFF = {key: value("CITATION.cff", rf'^{key}: "?(.*?)"?$') for key in ("title", "version", "license")}
AUTHORS = re.findall(r'^  - name: "(.*)"$', text("CITATION.cff"), re.M)
CODEMETA, ZENODO = json.loads(text("codemeta.json")), json.loads(text(".zenodo.json"))


class Metadata(unittest.TestCase):
    def test_version(self):
        self.assertEqual({CFF["version"], CODEMETA["version"], ZENODO["version"],
                          value("CMakeLists.txt", r"^project\(polhode VERSION (\S+)"),
                          value("pyproject.toml", r'^version = "(.*)"$')}, {CFF["version"]})

    def test_licence(self):
        self.assertEqual({CFF["license"], ZENODO["license"], CODEMETA["license"].rsplit("/", 1)[1],
                          text("LICENSE").split()[0]}, {CFF["license"]})

    def test_title_and_authors(self):
        self.assertEqual({CFF["title"], ZENODO["title"], CODEMETA["description"]}, {CFF["title"]})
        self.assertTrue(CFF["title"].startswith(CODEMETA["name"]))
        self.assertEqual(AUTHORS, [a["name"] for a in CODEMETA["author"]])
        self.assertEqual(AUTHORS, [a["name"] for a in ZENODO["creators"]])
        self.assertEqual(CODEMETA["keywords"], ZENODO["keywords"])

    def test_pipes_hide_no_status(self):
        failed = subprocess.run(["make", "-s", "-C", SOURCE, "--eval", "pipe: ; @false | cat", "pipe"], capture_output=True)
        self.assertEqual(failed.returncode, 2)

    def test_packages(self):
        """What is needed to build is no package of tests or of developers, and each list says what is optional."""
        lists = {name: [line.split()[0] for line in text(f"packages/{name}.txt").splitlines() if line[:1] not in "#"]
                 for name in ("build", "test", "develop")}
        every = sum(lists.values(), [])
        self.assertEqual(len(every), len(set(every)))
        self.assertNotIn("optional", "".join(l for l in text("packages/build.txt").splitlines() if l[:1] != "#"))
        for line in text("packages/develop.txt").splitlines():
            self.assertRegex(line, "^#|# optional")

    def test_workflows(self):
        targets = re.findall(r"^([a-z-]+):", text("Makefile"), re.M)
        for path in sorted((SOURCE / ".github/workflows").glob("*.yml")):
            said = path.read_text()
            self.assertIn("Not run there yet", said.splitlines()[1], path)
            if "permissions:" in said:  # which takes away those that it does not name
                self.assertIn("contents: read", said, path)
            for target in re.findall(r"\bmake ([a-z-]+)", said.replace("git make", "git")):
                self.assertIn(target, targets, path)


unittest.main(argv=sys.argv[:1])
