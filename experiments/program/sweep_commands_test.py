#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sweeps as their users meet them: a case by itself, parts, and what is refused.

usage: sweep_commands_test.py PROGRAM SOURCE
"""
import copy
import csv
import json
import math
import os
import shutil
import sys
import unittest

from robust_test import Program, peak, read, write

SMALL = {"schema": "polhode/sweep/1", "seed": 5, "population": {"bodies": 40}, "duration": {"radians": 10},
         "methods": ["mr", "imidm"], "steps": [50, 100]}
FIRST, SECOND = (f"parts/shard-000{i}-of-0003.json" for i in (1, 2))


def sealed(text):
    """With the checksum of a shard: FNV-1a, 64 bits, of all before its line."""
    text = text[:text.rindex('"checksum"')]
    digest = 0xcbf29ce484222325
    for byte in text.encode():
        digest = (digest ^ byte) * 0x100000001b3 & 0xffffffffffffffff
    return f'{text}"checksum": "{digest:016x}"\n}}\n'


def built_elsewhere(text):
    """Another build's, whose name begins so as no build's does."""
    return sealed(text.replace('"build":"', '"build":"another-', 1))


def files(folder):
    return {name: read(f"{folder}/{name}") for name in os.listdir(folder)}


class Sweep(Program):
    def setUp(self):
        super().setUp()
        write("small.json", SMALL)
        write("other.json", {**SMALL, "seed": 6})

    def swept(self, folder, options=""):
        """Runs the small sweep, or a part of it, into a folder."""
        self.polhode(f"sweep small.json -o {folder} {options}")

    def test_merges_into_a_pipe(self):
        """What is written to a pipe is not read from it."""
        self.swept("a")
        for to in ("-", "/dev/stdout"):
            out, err = self.polhode(f"merge a -o {to}", timeout=60)
            self.assertEqual(json.loads(out)["bodies"], json.loads(read("a/result.json"))["bodies"], to)
            self.assertEqual(err, "1 of 1 shards, 40 bodies\n")

    def test_quantiles_count_what_lies_above_the_bins(self):
        """Errors above all bins count as the others do."""
        write("low.json", {**SMALL, "bins": {"from": -70, "to": -60}})
        self.assertIn("median >= 8.7e-19", self.polhode("sweep low.json -o low")[0])

    def test_reports_of_what_is_no_result(self):
        """Results from elsewhere: what is missing or of another type is said, even where the checksum is right."""
        write("small.json", {
            "schema": "polhode/sweep/1", "seed": 1, "population": {"bodies": 3}, "duration": {"radians": 1},
            "methods": ["mr", "imidm"], "steps": [4, 8], "metrics": ["Pi", "R"],
            "maps": [{"over": "triangle", "n": 2, "metrics": ["R"]}],
            "questions": [{"id": "q", "metric": "Pi", "steps": 4, "of": ["mr"], "within": [0, 1]}]})
        self.swept("sweeps/a")
        result = "sweeps/a/result.json"
        whole = json.loads(read(result))

        def resealed(document):  # another order of members is none
            rest = {key: value for key, value in document.items() if key != "checksum"}
            return sealed(json.dumps(rest, sort_keys=True)[:-1] + ', "checksum"')

        def accepted(text):
            write(result, text)
            self.polhode("report --out .")
            os.remove("report.html")

        def refuses(text):
            write(result, text)
            self.refused("report --out .", result)
            self.assertFalse(os.path.exists("report.html"))
        accepted(read(result))
        for text in ("", "{}", "[]", "1", "null", '{"result": 1}', '{"spec": {"methods": []}, "result": {"cells": []}}',
                     '{"spec": {"methods": ["mr"]}, "result": {"cells": [], "maps": 1}}'):
            refuses(text)
        accepted(resealed(whole))
        for at in ("schema", "program", "spec", "spec/methods", "spec/bins", "bodies", "result", "result/cells",
                   "result/cells/0", "result/cells/0/method", "result/cells/0/count", "result/cells/0/metrics",
                   "result/questions", "result/maps", "result/maps/0", "result/maps/0/places", "result/maps/0/places/0",
                   "result/maps/0/places/0/2", "result/maps/0/places/0/4/0", "result/maps/0/places/0/4/0/bins",
                   "result/maps/0/places/0/4/0/bins/0/0", "result/maps/0/places/0/4/0/worst"):
            for value in ({}, "x", 1e9, None):  # None: it is missing
                changed = parent = copy.deepcopy(whole)
                *way, last = (int(key) if key.isdigit() else key for key in at.split("/"))
                for key in way:
                    parent = parent[key]
                self.assertTrue(isinstance(parent, list) or last in parent, at)
                parent[last] = value
                if value is None:
                    if at == "schema" or isinstance(parent, list):
                        continue
                    del parent[last]
                with self.subTest(at, value=value):
                    refuses(resealed(changed))
        write(result, resealed(whole))
        write("sweeps/a/given.json", {"title": ["x"]})
        self.refused("report --out .", "sweeps/a/given.json: title is no text")

    def test_a_case_is_the_run_that_it_names(self):
        """Case 41 is body 10, mr, 100 steps: by the sweep, by `run --case` and by the spec that the case names; its
        error by the exact motion in 113 bits."""
        explained = self.answer("sweep small.json --case 41 --json")
        self.assertEqual([explained[key] for key in ("schema", "body", "method", "steps")],
                         ["polhode/case/1", 10, "mr", 100])
        run = self.answer("run small.json --case 41")
        write("case.json", explained["run"])
        self.assertEqual(self.answer("run case.json")["final"], run["final"])
        found, known = run["final"]["momentum"], self.answer("reference case.json")["final"]["momentum"]
        known = [float(x) for x in known]
        error = explained["metrics"]["Pi"]["value"]
        self.assertGreater(error, 1e-6)
        self.assertAlmostEqual(math.dist(found, known) / math.hypot(*known), error, delta=1e-12)
        # People read it; all cases of the body are a table.
        told = self.polhode("sweep small.json --case 41")[0]
        self.assertIn("body 10: moments", told)
        self.assertIn('as a spec of run: {"body"', told)
        self.assertEqual(self.polhode("sweep small.json --body 10")[0].count("\n"), 2 + 4)

    def test_what_makes_no_sense_is_refused(self):
        write("wide.json", {"schema": "polhode/sweep/1", "duration": {"time": 1}, "methods": ["mr"], "steps": [3000000],
                            "observe": "all", "metrics": ["H"]})
        one_of_them = "--case, --body, --dry-run: given together; accepted: one of them"
        for command, said in (
                *((f"{verb} small.json --case {case}", "--case" + why) for verb in ("sweep", "run") for case, why in (
                    (160, ": 160 is given; accepted: 0 to 159"), (-1, ": -1 is given; accepted: 0 or more"),
                    ("x", ""))),
                ("sweep small.json --body 40", "--body: 40 is given; accepted: 0 to 39"),
                ("sweep small.json -j 0", "-j: 0 is given; accepted: a number above 0"),
                ("sweep small.json --time-limit 0", "--time-limit: 0 is given; accepted: a number above 0"),
                ("sweep small.json --case 1 --body 1", one_of_them),
                ("sweep small.json --case 1 --dry-run", one_of_them),
                ("sweep small.json --body 1 --dry-run", one_of_them),
                ("sweep small.json --shard 5/4 -o nowhere", "--shard: "),
                ("sweep wide.json -o nowhere",
                 "observe: 216 MB a thread are needed; accepted: 100, by fewer nodes or steps")):
            self.refused(command, said)
        self.assertFalse(os.path.exists("nowhere"))

    def test_nothing_is_overwritten(self):
        self.swept("whole")
        before = files("whole")
        self.refused("sweep other.json -o whole", "holds the sweep")
        os.mkdir("own")
        shutil.copy("small.json", "own/result.json")
        self.refused("sweep own/result.json -o own", "result.json is read")
        self.assertEqual(files("whole"), before)
        # Parts that are not of one sweep by one program (populations_test has which).
        self.swept("parts", "--shard 1/2")
        self.swept("parts", "--shard 2/2")
        write("parts/shard-0001-of-0002.json", built_elsewhere(read("parts/shard-0001-of-0002.json")))
        self.refused("merge parts -o whole/result.json", "another build")
        self.assertEqual(files("whole"), before)
        # A shard of another build is replaced where that is wished; one of this build stays.
        shard = "whole/shard-0001-of-0001.json"
        write(shard, built_elsewhere(read(shard)))
        self.refused("sweep small.json -o whole", f"{shard}: made by another build")
        self.swept("whole", "--fresh")
        self.assertEqual(read("whole/result.json"), before["result.json"])
        anew = read(shard)
        self.assertNotIn('"build":"another-', anew)
        self.swept("whole", "--fresh")
        self.assertEqual(read(shard), anew)  # its seconds, too

    def test_a_file_that_is_not_its_own_is_not_taken_for_a_shard(self):
        for i in (1, 2, 3):
            self.swept("parts", f"--shard {i}/3")
        self.polhode("sweep other.json --shard 2/3 -o others")
        for text, what in ((read("others/shard-0002-of-0003.json"), "shard 2/3 of the sweep "),  # of another sweep
                           (read(FIRST), "shard 1/3 of the sweep ")):  # of another name
            write(SECOND, text)
            self.refused("sweep small.json --shard 2/3 -o parts", f"{SECOND}: contains {what}")
            self.assertEqual(read(SECOND), text)
            self.swept("parts", "--shard 2/3 --fresh")
            self.polhode("merge parts")
        self.swept("whole")
        result = read("whole/result.json")
        self.assertEqual(read("parts/result.json"), result)
        # A whole sweep of another spec does not become the result.
        self.polhode("sweep other.json -o others")
        shutil.copy("others/shard-0001-of-0001.json", "whole")
        self.refused("sweep small.json -o whole", "shard-0001-of-0001.json: contains shard 1/1")
        self.assertEqual(read("whole/result.json"), result)

    def test_parts_are_the_whole(self):
        for i in (1, 2, 3):
            self.swept("parts", f"--shard {i}/3")
        os.remove(SECOND)
        said = self.polhode("merge parts", 3)[1]
        command = "sweep parts/spec.json --shard 2/3 -o parts"  # it fills the gap
        self.assertIn(f"shard 2/3 is missing: polhode {command}\n27 of 40 bodies; nothing is written\n", said)
        self.assertFalse(os.path.exists("parts/result.json"))
        self.polhode(command + " -j 2")
        self.polhode("merge parts")
        self.swept("whole")
        self.assertEqual(read("parts/result.json"), read("whole/result.json"))

    def test_no_time_at_all_leaves_a_valid_file(self):
        self.assertEqual(self.polhode("sweep small.json -o late --time-limit 1e-9", 3)[0],
                         "late/shard-0001-of-0001.partial.json: 0 of 40 bodies within the time limit; the same command "
                         "continues\n")
        for folder in ("late", "whole"):
            self.swept(folder)
        self.assertEqual(read("late/result.json"), read("whole/result.json"))

    def test_rows_are_of_all_bodies(self):
        self.swept("whole")
        result = read("whole/result.json")
        self.swept("whole", "--rows")  # it was made without
        self.assertEqual(read("whole/result.json"), result)
        rows = list(csv.reader(read("whole/rows-0001-of-0001.csv").splitlines()))
        self.assertEqual(len(rows), 1 + 160)
        # A case with its body, as --body tells them.
        told = self.answer("sweep small.json --body 7 --json")[2]
        row, = (row for row in rows if (row[0], row[11], row[12]) == ("7", "imidm", "50"))
        self.assertEqual([float(x) for x in row[1:7]], told["inertia"]["decimal"] + told["momentum"]["decimal"])
        self.assertEqual(float(row[-1]), told["metrics"]["R"]["value"])
        self.polhode("sweep small.json --rows --time-limit 1", 2)

    def test_a_dry_run_says_what_it_takes(self):
        write("wide.json", {"schema": "polhode/sweep/1", "population": {"bodies": 6000}, "duration": {"radians": 1},
                            "methods": ["mr", "rk4", "dmv6", "dmv8", "pcdm", "spiral"], "steps": [1, 2, 3, 4],
                            "bins": {"bits": 6}, "maps": [{"over": "triangle", "n": 30, "metrics": ["R", "Pi"]}]})
        write("along.json", {"schema": "polhode/sweep/1", "population": {"bodies": 2}, "duration": {"radians": 100},
                             "methods": ["mr"], "steps": [900000], "observe": "all", "metrics": ["H"]})
        most = 0  # of all so far
        for spec in ("small", "wide", "along"):
            foretold = self.answer(f"sweep {spec}.json --dry-run --json -j 2")["memory_bytes"]
            most = max(most, 1024 * peak(f"sweep {spec}.json -j 2 -o {spec}"))
            self.assertTrue(most / 2 < foretold < most * 2, (spec, foretold, most))
        foretold = self.answer("sweep small.json --dry-run --json")["row_bytes"]
        self.polhode("sweep small.json --rows -o with_rows")
        written = os.path.getsize("with_rows/rows-0001-of-0001.csv")
        self.assertTrue(0.6 < written / foretold < 1.6, (written, foretold))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
