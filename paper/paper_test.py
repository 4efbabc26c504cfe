#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The numbers of both papers are those of the results, their citations are in paper.bib, and paper.md is short enough for JOSS.

usage: paper_test.py SOURCE
"""
import collections
import json
import pathlib
import re
import sys
import unittest

SOURCE = pathlib.Path(sys.argv[1])
PAPERS = {name: (SOURCE / "paper" / name).read_text() for name in ("paper.md", "replication.md")}


def read(name):
    return json.loads((SOURCE / "results" / name).read_text())


KNOWN, CLAIMS = read("catalogue.json"), {c["id"]: c for c in read("claims.json")["claims"]}
ROWS = {row["id"]: row for figure in KNOWN["figures"] for row in read(f"golden/{figure}.json")["verdicts"]}
VERDICTS = collections.Counter(row["verdict"] for row in ROWS.values())
SWEEPS = read("robustness.json")["sweeps"].values()


def said(text):
    return " ".join(re.sub(r"^---$.*?^---$", "", text, count=1, flags=re.M | re.S).split())


class Papers(unittest.TestCase):
    def test_numbers_are_those_of_the_results(self):
        counts = (f"{VERDICTS['reproduced']} are reproduced, {VERDICTS['not-reproduced']} are not, and "
                  f"{VERDICTS['undecidable']} are undecidable")
        figures = len([f for f in KNOWN["figures"] if "figure" in f])  # as printed
        power = ROWS["krysl2006.23.symplectic"]["numbers"]["power_of_h"]
        for name, sentence in [
                ("paper.md", f"implements {len(KNOWN['methods'])} of them"),
                ("paper.md", f"all {figures} figures of five papers"),
                ("paper.md", f"the {len(CLAIMS)} claims"),
                ("paper.md", f"Of the {len(ROWS)} claims that do not depend on the machine, {counts}"),
                ("paper.md", f"its symplectic defect is O(h^{power:.0f})"),
                ("paper.md", f"The {len(SWEEPS)} sweeps that ask how far the claims carry cover {sum(s['bodies'] for s in SWEEPS)} bodies"),
                ("replication.md", f"Of the {len(CLAIMS)} claims, {len(ROWS)} do not depend on the machine: {counts}"),
                ("replication.md", f"the defect of a step is O(h^{power:.0f})"),
                ("replication.md", f"by a factor of {ROWS['krysl2006.9.Pi']['numbers']['ratio']:.2g};"),
                ("replication.md", f"it is of order {ROWS['romero2008.C14.momentum-interval']['numbers']['order']:.3g}"),
        ]:
            with self.subTest(sentence):
                self.assertIn(sentence, said(PAPERS[name]))

    def test_the_table_is_that_of_the_verdicts(self):
        """Claims without a verdict that need no times count as undecidable, as in README.md."""
        rows = re.findall(r"^\| ([^|\n]+ \d{4}) \| (\d+) \| (\d+) \| (\d+) \|$", PAPERS["replication.md"], re.M)
        readme = (SOURCE / "README.md").read_text()
        self.assertEqual(len(rows), 5)
        for paper, *numbers in rows:
            with self.subTest(paper):
                self.assertRegex(readme, rf"\| {re.escape(paper)} " + "".join(rf"\| {'' if n == '0' else n + ' '}" for n in numbers))
        for column, verdict in enumerate(("reproduced", "not-reproduced", "undecidable")):
            self.assertEqual(sum(int(row[1 + column]) for row in rows), VERDICTS[verdict])

    def test_citations_are_known(self):
        known = set(re.findall(r"^@\w+\{(\w+),", (SOURCE / "paper/paper.bib").read_text(), re.M))
        cited = {key for text in PAPERS.values() for key in re.findall(r"@(\w+)", said(text))}
        self.assertEqual(cited, known)

    def test_length(self):
        self.assertLess(len(said(PAPERS["paper.md"]).split()), 1000)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
