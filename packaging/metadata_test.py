#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is said of the project in several files is the same: version, licence, title, authors, papers.

usage: metadata_test.py SOURCE
"""
import json
import pathlib
import re
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

    def test_recipes(self):
        for recipe in ("guix.scm", "meta.yaml", "package.py"):
            said = text("packaging/recipes/" + recipe)
            self.assertIn(f'"{CFF["version"]}"', said, recipe)
            self.assertIn("Untried", said.splitlines()[1], recipe)
            for library in ("ninja", "boost", "json", "fmt", "cli11", "tbb", "sqlite", "eigen", "random123", "test", "benchmark"):
                self.assertIn(library, said.lower(), recipe)

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
