#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The numbers of both papers are those of the results, their citations are in paper.bib, and paper.md is short enough for JOSS.

usage: paper_test.py SOURCE
"""
import pathlib
import re
import sys
import unittest

SOURCE = pathlib.Path(sys.argv[1])
PAPERS = {name: (SOURCE / "paper" / name).read_text() for name in ("paper.md", "replication.md")}
sys.path.append(str(SOURCE / "results"))
from kept import golden, read

KNOWN = read("catalogue.json")
ROWS = {row["id"]: row for figure in golden().values() for row in figure["verdicts"]}
SWEEPS = read("robustness.json")["sweeps"].values()


def said(text):
    return " ".join(re.sub(r"^---$.*?^---$", "", text, count=1, flags=re.M | re.S).split())


class Papers(unittest.TestCase):
    def test_numbers_are_those_of_the_results(self):
        totals = re.findall(r"^\| all \| ([\d |]+) \|$", (SOURCE / "README.md").read_text(), re.M)
        (all_, reproduced, not_reproduced, undecidable, timed), (held, *others, questions, ours) = (
            map(int, row.split(" | ")) for row in totals[:2])
        counts = (f"Of {all_} sentences, {reproduced} are reproduced, {not_reproduced} are not, {undecidable} is "
                  f"undecidable, and {timed} depend on the machine")
        figures = len([f for f in KNOWN["figures"] if "figure" in f])  # as printed
        power = ROWS["krysl2006.23.symplectic"]["numbers"]["power_of_h"]
        self.assertIn(f"decide {all_} of their sentences by rules", PAPERS["replication.md"])
        for name, sentence in [
                ("paper.md", f"implements {len(KNOWN['methods'])} of them"),
                ("paper.md", f"all {figures} figures of five papers"),
                ("paper.md", f"decides {all_} sentences of these papers by rules"),
                ("paper.md", counts),
                ("paper.md", f"its symplectic defect is O(h^{power:.0f})"),
                ("paper.md", f"The {len(SWEEPS)} sweeps that ask how far the claims carry cover {sum(s['bodies'] for s in SWEEPS)} bodies"),
                ("replication.md", counts),
                ("replication.md", f"{held + sum(others)} readings of them, {held} of which hold"),
                ("replication.md", f"{questions} open questions and {ours} findings of ours"),
                ("replication.md", f"the defect of a step is O(h^{power:.0f})"),
                ("replication.md", f"by a factor of {ROWS['krysl2006.9.Pi']['numbers']['ratio']:.2g};"),
                ("replication.md", f"it is of order {ROWS['romero2008.C14.momentum-interval']['numbers']['order']:.3g}"),
        ]:
            with self.subTest(sentence):
                self.assertIn(sentence, said(PAPERS[name]))

    def test_the_table_is_that_of_the_verdicts(self):
        """That of the sentences is the one of README.md."""
        table = re.search(r"^\| sentences of (?:.*\n)+?\| all .*\n", PAPERS["replication.md"], re.M)[0]
        self.assertIn(table, (SOURCE / "README.md").read_text())

    def test_citations_are_known(self):
        known = set(re.findall(r"^@\w+\{(\w+),", (SOURCE / "paper/paper.bib").read_text(), re.M))
        cited = {key for text in PAPERS.values() for key in re.findall(r"@(\w+)", said(text))}
        self.assertEqual(cited, known)

    def test_length(self):
        self.assertLess(len(said(PAPERS["paper.md"]).split()), 1000)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
