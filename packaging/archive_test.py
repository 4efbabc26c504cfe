#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An archive of one figure is written, is a crate, and is verified; what was changed in it is found.

usage: archive_test.py PROGRAM SOURCE FOLDER
"""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import unittest

PROGRAM, SOURCE, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
# Those of https://w3id.org/ro/crate/1.1/context that the crate uses; what has no term there says nothing.
TERMS = set("about additionalProperty conformsTo contentSize datePublished description encodingFormat hasPart instrument license "
            "mentions name object result softwareRequirements softwareVersion value version".split())
GOLDEN = SOURCE / "results/golden/figure2.json"  # measured in a second


MANIFEST = "manifest-sha256.txt"
SPECIAL = {"pipe": os.mkfifo, "link": lambda path: os.symlink("/dev/zero", path)}


def digest(data):
    return hashlib.sha256(data).hexdigest()


def edit(path, change):
    path.write_text(change(path.read_text()))


def verify(folder, *names):
    return subprocess.run([PROGRAM, "verify", folder, *names], capture_output=True, text=True, timeout=120)


class Archive(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shutil.rmtree(FOLDER, ignore_errors=True)
        subprocess.run([sys.executable, SOURCE / "packaging/archive.py", PROGRAM, SOURCE / "results", FOLDER / "made",
                        GOLDEN], check=True, capture_output=True)
        with tarfile.open(FOLDER / "made.tar.gz") as tar:
            tar.extractall(FOLDER / "elsewhere")
        cls.crate = FOLDER / "elsewhere/made"

    def copied(self, manifest=lambda text: text):
        """A copy with another manifest."""
        copy = FOLDER / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.crate, copy)
        edit(copy / MANIFEST, manifest)
        return copy

    def refused(self, archive, expected):
        """Exit code 2, and one line of printable characters that says this."""
        found = verify(archive)
        self.assertEqual((found.returncode, found.stderr.count("\n")), (2, 1), found.stderr)
        self.assertTrue((found.stdout + found.stderr).replace("\n", "").isprintable(), found.stdout + found.stderr)
        self.assertIn(expected, found.stderr)

    def changed(self, name, change):
        """A copy whose file is changed, with a manifest that says so."""
        document = json.loads((self.crate / name).read_text())
        text = json.dumps(change(document) or document)
        copy = self.copied(lambda manifest: re.sub(f"^.*  {name}$", f"{digest(text.encode())}  {name}", manifest, flags=re.M))
        (copy / name).write_text(text)
        return copy

    def test_is_a_crate(self):
        crate = json.loads((self.crate / "ro-crate-metadata.json").read_text())
        graph = {e["@id"]: e for e in crate["@graph"]}
        self.assertEqual(graph["ro-crate-metadata.json"]["about"], {"@id": "./"})
        for part in graph["./"]["hasPart"]:
            self.assertEqual(graph[part["@id"]]["sha256"], digest((self.crate / part["@id"]).read_bytes()))
        for key in ("name", "description", "datePublished", "license"):
            self.assertTrue(graph["./"][key])
        terms = {key for e in graph.values() for key in e if not key.startswith("@")}
        standard, own = crate["@context"]
        self.assertEqual(standard, "https://w3id.org/ro/crate/1.1/context")
        self.assertEqual(terms - TERMS, set(own))
        references = [v["@id"] for e in graph.values() for v in e.values() if isinstance(v, dict) and "@id" in v]
        self.assertEqual([r for r in references if r not in graph and not r.startswith("https:")], [])

    def test_says_what_has_measured(self):
        build = json.loads((self.crate / "environment.json").read_text())["build"]
        self.assertEqual(list(build), ["polhode", "compiler", "flags", "floating point", "git"])
        self.assertIn("no fast-math", build["floating point"])

    def test_agrees(self):
        claims = [v["id"] for v in json.loads(GOLDEN.read_text())["verdicts"]]
        found = verify(self.crate)
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)
        for claim in claims:
            self.assertIn(f"  agrees   {claim}: ", found.stdout)
        self.assertIn(f"{len(claims) + 1} agree, 0 differ", found.stdout)

    def test_what_differs(self):
        def verdict(document):
            document["verdicts"][0]["verdict"] = "undecidable"
        def number(document):
            document["verdicts"][2]["numbers"]["amplitude"] *= 1.01
        for change, said in ((verdict, r"differs  \S+: undecidable in the archive, \S+ here"),
                             (number, r"differs  \S+amplitude: \S+; largest change: amplitude by 0.01 of itself")):
            found = verify(self.changed("results/figure2.json", change))
            self.assertEqual(found.returncode, 3)
            self.assertRegex(found.stdout, said)
            self.assertIn(" 1 differ", found.stdout)

    def test_what_was_written_into(self):
        copy = self.copied()
        edit(copy / "claims.json", lambda text: text + " ")
        self.refused(copy, "its files have changed")

    def test_what_has_no_checksum(self):
        copy = self.copied(lambda manifest: re.sub("^.*  claims.json\n", "", manifest, flags=re.M))
        self.refused(copy, "claims.json has no checksum")

    def test_pipes_and_devices_among_the_files(self):
        """None is waited for, or read for ever."""
        with_extra = lambda manifest: manifest + 64 * "0" + "  extra\n"
        for name in (MANIFEST, "tolerances.json", "results/figure2.json", "extra"):
            for kind, make in SPECIAL.items():
                copy = self.copied(with_extra if name == "extra" else str)
                (copy / name).unlink(missing_ok=True)
                make(copy / name)
                with self.subTest(name=name, kind=kind):
                    self.refused(copy, name if name == MANIFEST else f"{name} is neither a file nor a folder")
        self.refused("/dev/zero", "not a folder")

    def test_results_that_are_elsewhere(self):
        copy = self.copied()
        shutil.rmtree(copy / "results")
        os.symlink(self.crate / "results", copy / "results")
        self.refused(copy, "results is neither a file nor a folder")

    def test_manifests_of_other_forms(self):
        """What sha256sum would read, too, and the names in it."""
        def refused(line, said):
            with self.subTest(line):
                self.refused(self.copied(lambda manifest: f"{manifest}{line}\n"), said)

        none = digest(b"")
        for line in (f"SHA256 (/dev/null) = {none}", f"{none} */dev/null", f"\\{none}  a\\nb", f"{none.upper()}  claims.json",
                     none, "{}", "", f"{none} \u001b[2J"):
            refused(line, f"{MANIFEST} has a line of another form")
        for name in ("/dev/null", "../made/claims.json", "./claims.json"):
            refused(f"{none}  {name}", "which is not there")

    def test_documents_that_say_nothing(self):
        for name in ("tolerances.json", "results/figure2.json"):
            for empty in ({"a": 1}, [1], 7):
                with self.subTest(name=name, document=empty):
                    self.refused(self.changed(name, lambda _, empty=empty: empty), name)
        for name in ("all", "numbers"):
            def without(document, name=name):
                del (document if name == "all" else document["all"])[name]
            self.refused(self.changed("tolerances.json", without), "tolerances.json has no all.numbers")

    def test_names_that_a_terminal_would_obey(self):
        def change(document):
            document["verdicts"][0]["id"] = document["title"] = "\x1b[2J"
        found = verify(self.changed("results/figure2.json", change))
        self.assertEqual(found.returncode, 3, found.stderr)
        self.assertIn("differs  \\x1b[2J: this program does not know the claim", found.stdout)
        self.assertTrue(found.stdout.replace("\n", "").isprintable(), found.stdout)
        copy = self.copied()
        (copy / "\x1b[2J").write_text("")
        self.refused(copy, "\\x1b[2J has no checksum")
        def renamed(document):
            document["id"] = "\x1b[2J"
        copy = self.changed("results/figure2.json", renamed)
        (copy / "results/figure2.json").rename(copy / "results/\x1b[2J.json")
        edit(copy / MANIFEST, lambda manifest: manifest.replace("results/figure2.json", "results/\x1b[2J.json"))
        self.refused(copy, 'NAME: "\\x1b[2J" is not a figure')

    def test_what_is_no_archive(self):
        self.assertEqual(verify(SOURCE).returncode, 2)
        self.refused(GOLDEN, ": not a folder; accepted: the folder that `tar xf` unpacks")
        self.assertEqual(verify(self.crate, "figure99").returncode, 2)


unittest.main(argv=sys.argv[:1])
