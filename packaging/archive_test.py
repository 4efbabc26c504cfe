#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An archive of one figure is written, is a crate, and is verified; what was changed in it is found.

usage: archive_test.py PROGRAM SOURCE FOLDER
"""
import hashlib
import json
import os
import pathlib
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


def verify(folder, *names):
    return subprocess.run([PROGRAM, "verify", folder, *names], capture_output=True, text=True)


class Archive(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shutil.rmtree(FOLDER, ignore_errors=True)
        subprocess.run([sys.executable, SOURCE / "packaging/archive.py", PROGRAM, SOURCE / "results", FOLDER / "made",
                        GOLDEN], check=True, capture_output=True)
        with tarfile.open(FOLDER / "made.tar.gz") as tar:
            tar.extractall(FOLDER / "elsewhere")
        cls.crate = FOLDER / "elsewhere/made"

    def changed(self, name, change):
        """A copy whose file is changed, with a manifest that says so."""
        copy = FOLDER / "changed"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.crate, copy)
        document = json.loads((copy / name).read_text())
        change(document)
        (copy / name).write_text(json.dumps(document))
        lines = (copy / "manifest-sha256.txt").read_text().splitlines()
        digest = hashlib.sha256((copy / name).read_bytes()).hexdigest()
        (copy / "manifest-sha256.txt").write_text(
            "".join(f"{digest}  {name}\n" if line.endswith(f"  {name}") else f"{line}\n" for line in lines))
        return copy

    def test_is_a_crate(self):
        crate = json.loads((self.crate / "ro-crate-metadata.json").read_text())
        graph = {e["@id"]: e for e in crate["@graph"]}
        self.assertEqual(graph["ro-crate-metadata.json"]["about"], {"@id": "./"})
        for part in graph["./"]["hasPart"]:
            data = (self.crate / part["@id"]).read_bytes()
            self.assertEqual(graph[part["@id"]]["sha256"], hashlib.sha256(data).hexdigest())
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
        found = verify(self.crate)
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)
        claims = [v["id"] for v in json.loads(GOLDEN.read_text())["verdicts"]]
        for claim in claims:
            self.assertIn(f"  agrees   {claim}: ", found.stdout)
        self.assertIn(f"{len(claims) + 1} agree, 0 differ", found.stdout)

    def test_agrees_as_it_was_packed(self):
        found = verify(FOLDER / "made.tar.gz")
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)
        self.assertIn(" 0 differ", found.stdout)

    def test_a_verdict_that_differs(self):
        def change(document):
            document["verdicts"][0]["verdict"] = "undecidable"
        found = verify(self.changed("results/figure2.json", change))
        self.assertEqual(found.returncode, 3)
        self.assertRegex(found.stdout, r"differs  \S+: undecidable in the archive, \S+ here")
        self.assertIn(" 1 differ", found.stdout)

    def test_a_number_that_differs(self):
        def change(document):
            document["verdicts"][2]["numbers"]["amplitude"] *= 1.01
        found = verify(self.changed("results/figure2.json", change))
        self.assertEqual(found.returncode, 3)
        self.assertRegex(found.stdout, r"differs  \S+amplitude: \S+; largest change: amplitude by 0.01 of itself")

    def test_what_was_written_into(self):
        copy = FOLDER / "touched"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.crate, copy)
        with open(copy / "claims.json", "a", encoding="utf-8") as file:
            file.write(" ")
        found = verify(copy)
        self.assertEqual(found.returncode, 2)
        self.assertIn("its files are not as they were written", found.stderr)

    def test_what_has_no_checksum(self):
        copy = FOLDER / "untold"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.crate, copy)
        lines = (copy / "manifest-sha256.txt").read_text().splitlines(keepends=True)
        (copy / "manifest-sha256.txt").write_text("".join(x for x in lines if not x.endswith("  claims.json\n")))
        found = verify(copy)
        self.assertEqual(found.returncode, 2)
        self.assertIn("claims.json has no checksum", found.stderr)

    def test_members_that_leave_the_folder(self):
        """Links, devices, pipes, and names outside: nothing is unpacked, nothing is left behind."""
        def packed(name, **values):
            member = tarfile.TarInfo(name)
            for key, value in values.items():
                setattr(member, key, value)
            path = FOLDER / "hostile.tar.gz"
            with tarfile.open(path, "w:gz") as tar:
                tar.addfile(member)
            return path
        for name, values in {"../out": {}, "/tmp/out": {}, "a/b": {"type": tarfile.SYMTYPE, "linkname": "/etc"},
                             "a/c": {"type": tarfile.LNKTYPE, "linkname": "/etc/passwd"},
                             "a/d": {"type": tarfile.FIFOTYPE}, "a/e": {"type": tarfile.CHRTYPE}}.items():
            with self.subTest(name):
                before = sorted(pathlib.Path("/tmp").glob("polhode-*"))
                found = verify(packed(name, **values))
                self.assertEqual(found.returncode, 2)
                self.assertEqual(found.stderr.count("\n"), 1, found.stderr)
                self.assertEqual(sorted(pathlib.Path("/tmp").glob("polhode-*")), before)

    def test_folders_that_hold_pipes_or_links(self):
        for name, make in {"pipe": os.mkfifo, "link": lambda path: os.symlink("/dev/zero", path)}.items():
            copy = FOLDER / name
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(self.crate, copy)
            make(copy / "extra")
            with open(copy / "manifest-sha256.txt", "a", encoding="utf-8") as file:
                file.write("0" * 64 + "  extra\n")
            with self.subTest(name):
                found = verify(copy)
                self.assertEqual(found.returncode, 2)
                self.assertIn("extra is neither a file nor a folder", found.stderr)

    def test_what_is_no_archive(self):
        self.assertEqual(verify(SOURCE).returncode, 2)
        found = verify(GOLDEN)
        self.assertEqual(found.returncode, 2)
        self.assertIn("a .tar.gz that `make archive` wrote", found.stderr)
        self.assertEqual(verify(self.crate, "figure99").returncode, 2)


unittest.main(argv=sys.argv[:1])
