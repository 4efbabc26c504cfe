#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The sentences of results/findings.json: every number in them is read, and docs/findings.md says what the golden
results say. The numbers are put in here once more, by other code than the program's.
"""
import importlib.util
import math
import re
import unittest

from kept import RESULTS, golden, read

SAID = read("findings.json")
CLAIMS = {c["id"]: c for c in read("claims.json")["claims"]}
FIGURES = golden()
VERDICTS = {v["id"]: v for f in FIGURES.values() for v in f["verdicts"]}
BRACE = re.compile(r"\{([^}:]+):([^}|]+)(?:\|([^}]+))?\}")


def document(name):
    return (RESULTS.parent / name).read_text(encoding="utf-8")


def numbers(text):
    return [float(n) for n in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", text)]


def operations_to(series, error):
    """Operations to an error, between the points of a ladder by their logarithms."""
    points = [(math.log(p["tally"]["operations"]), math.log(*p["errors"].values())) for p in series["points"]]
    for (a, high), (b, low) in zip(points, points[1:]):
        if high >= math.log(error) >= low:
            return math.exp(a + (b - a) * (high - math.log(error)) / (high - low))
    return math.nan


def of_work(figure):
    """What a plot of work shows, and how many times the operations of the cheapest the others take in its middle."""
    found = []
    for panel in figure["panels"]:
        if panel["kind"] == "work" and "common" in panel:
            (low, high), = panel["common"].values()
            for e in range(round(math.log10(low)), round(math.log10(high)) + 1):
                needed = [operations_to(s, 10.0 ** e) for s in panel["series"]]
                found += [10.0 ** e, *(float(f"{n / min(needed):.2g}") for n in needed)]
    return found


class Findings(unittest.TestCase):
    def test_all_figures_and_all_surprises_are_said(self):
        self.assertEqual(set(SAID["figures"]), set(FIGURES))
        self.assertEqual(set(SAID["claims"]), {v for v, row in VERDICTS.items() if row["verdict"] == "not-reproduced"}
                         | {id for id, c in CLAIMS.items() if "ours" in c})

    def test_the_papers_own_words_are_kept(self):
        """Every figure of a paper and every claim that is not reproduced has a quotation of at most 15 words, and the
        page has it before our reading. What only our reading of a paper says needs none."""
        quotations = read("quotations.json")["quotations"]
        page = document("docs/findings.md")
        told = {id for id in SAID["claims"] if CLAIMS[id].get("ours") != "finding"}
        self.assertLessEqual({f for f in SAID["figures"] if f != "properties"} | told, set(quotations))
        for id, (where, words) in quotations.items():
            with self.subTest(id):
                self.assertIn(id, set(FIGURES) | set(CLAIMS))
                self.assertLessEqual(len(words.split()), 15)
                self.assertRegex(where, r"^(Abstract|Appendix|Sec\. \d+(\.\d+)?)$")
                if id in SAID["figures"] or id in told:
                    self.assertIn(f"“{words}” ({where}). We read this as: ", page)

    def test_a_claim_says_what_its_quotation_says(self):
        """Every number and every superlative of a claim is in the paper's words, or in brackets, which are ours."""
        words = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "ten": 10, "first": 1,
                 "second": 2, "quadratic": 2, "third": 3, "half": 0.5, "fifth": 0.2, "tenth": 0.1}

        def said(text):
            text = re.sub(r"10\^(-?\d+)", r"1e\1", re.sub(r"\(\d+\)", "", text))  # (9) is the name of an equation
            counted = [words[w] for w in re.findall("[a-z]+", text.lower()) if w in words]
            return (re.findall(r"\b(?:most|best|worst|least|only|[a-z]{3,}est)\b", text.lower()),
                    counted + [float(x) for x in re.findall(r"(?<![\w.^])-?\d+(?:\.\d+)?(?:e-?\d+)?(?!\w)", text)])

        for id, claim in CLAIMS.items():
            if claim.get("ours") == "finding":
                continue
            with self.subTest(id):
                superlatives, counted = said(re.sub(r"\[[^]]*\]", "", claim["claim"]))
                quoted, known = said(read("quotations.json")["quotations"][id][1])
                self.assertLessEqual(set(superlatives), set(quoted))
                for n in counted:
                    self.assertTrue(any(math.isclose(n, k) for k in known), n)

    def test_doubt_is_kept(self):
        for id in ("krysl2006.10.sufficient", "krysl2006.10.necessary", "krysl2006.23.symplectic",
                   "krysl2006.28.trapm-symplectic", "frb2008.Z12.addition", "frb2008.Z14.order-N2"):
            self.assertRegex(CLAIMS[id]["claim"], r"(?i)perhaps|may or may not|might|typically|appears")

    def test_sentences_readings_and_ours_add_up(self):
        """Counted here from claims.json once more: every table has the same sums, in all documents."""
        parts = {}  # sentence -> part -> verdicts
        for id, c in CLAIMS.items():
            if "ours" not in c:
                part = c.get("reading_of", id)
                self.assertIn(part, CLAIMS)
                sentence = c.get("sentence", part)
                self.assertEqual(CLAIMS[part].get("sentence", part), sentence)
                parts.setdefault(sentence, {}).setdefault(part, []).append(
                    VERDICTS.get(id, {"verdict": "" if c["deterministic"] else "timed"})["verdict"])

        def of_sentence(readings):
            found = ["reproduced" if "reproduced" in r else "timed" if "timed" in r else
                     "undecidable" if "undecidable" in r else "not-reproduced" for r in readings]
            return next(v for v in ("not-reproduced", "timed", "undecidable", "reproduced") if v in found)
        verdicts = [of_sentence(p.values()) for p in parts.values()]
        order = ("reproduced", "not-reproduced", "undecidable", "timed")
        found = [v for p in parts.values() for r in p.values() for v in r]
        ours = [c["ours"] for c in CLAIMS.values() if "ours" in c]
        readme = document("README.md")
        totals = [[int(n or 0) for n in map(str.strip, row.split("|"))]
                  for row in re.findall(r"^\| all \|(?: +\|)*([\d |]+)\|$", readme, re.M)]
        readings = [*map(found.count, order), ours.count("open question"), ours.count("finding")]
        self.assertEqual(totals, [[len(parts), *map(verdicts.count, order)], readings, readings])
        self.assertEqual(sum(readings), len(CLAIMS))
        failed = verdicts.count("not-reproduced")
        self.assertIn(f"Of {len(parts)} sentences, {failed} are not reproduced.", document("docs/findings.md"))
        for table in re.findall(r"^\| (?:sentences|readings|target) .*\n\| [- |]+\n((?:\|.*\n)+)", readme, re.M)[:3]:
            cells = [[int(n or 0) for n in map(str.strip, re.findall(r"\|([ \d]*)(?=\|)", row)[-5:])]
                     for row in table.splitlines()]
            for *column, total in zip(*cells):
                self.assertEqual(sum(column), total)

    def test_no_number_is_typed(self):
        """Outside braces only numbers that the claims themselves, their rules and the titles have: h = 0.1, 16 starts."""
        def of(id, *keys):
            return " ".join(CLAIMS[id][key] for key in ("claim", "rule", "quantity", *keys))

        said = [(id, row["found"], " ".join([FIGURES[id]["title"], *(of(v["id"]) for v in FIGURES[id]["verdicts"])]),
                 [16, *of_work(FIGURES[id])]) for id, row in SAID["figures"].items()]
        said += [(id, text, of(id, "where"), [2006, 113]) for id, text in SAID["claims"].items()]
        for id, text, given, more in said:
            known = numbers(given.replace("=", " ")) + more
            for n in numbers(BRACE.sub(" ", text)):
                with self.subTest(id, number=n):
                    self.assertTrue(any(math.isclose(n, k) for k in known))

    def test_what_speaks_against_a_figure_is_said(self):
        """The numbers that a reader of the plots would miss: a constant that is the wrong one, a method of ours that wins."""
        said = {id: row["found"] for id, row in SAID["figures"].items()}
        self.assertIn("{romero2008.C3.norm:min|5} times the true value", said["romero2008-figure2"])
        self.assertIn("{romero2008.C5.close:offset|%} off", said["romero2008-figure2"])
        for id in ("krysl2006.9.Pi", "krysl2006.10.sufficient", "krysl2004.33.equal-h.Pi"):
            ratios = VERDICTS[id]["numbers"]  # where the order of methods changes, and by what ratio: from h = 1/200 on
            as_finest = [n for n in (1000, 2000, 4000, 8000, 16000, 32000)
                         if (ratios[f"N{n}"] > 1) == (ratios["ratio"] > 1)]
            self.assertEqual(as_finest, [4000, 8000, 16000, 32000], id)
        self.assertIn("from h = 1/200 on", said["krysl2006-figure3"])
        self.assertIn("from h = 1/200 on", said["krysl2004-figure1"])
        for id, figure in FIGURES.items():
            for panel in figure["panels"]:
                for end in sum(panel.get("common", {}).values(), []) if panel["kind"] == "work" else []:
                    with self.subTest(id, end=end):
                        self.assertIn(end, numbers(said[id]))
        needed = {s["method"]: operations_to(s, 1e-4) for s in FIGURES["figure5"]["panels"][0]["series"]}
        self.assertEqual(min(needed, key=needed.get), "rk4")
        self.assertIn("RK4, which is not in the paper, is the cheapest", said["figure5"])
        self.assertIn(f"MR takes {needed['mr'] / needed['rk4']:.0f} times the operations of RK4, and SEJ {needed['sej'] / needed['rk4']:.0f} times",
                      said["figure5"])

    @unittest.skipUnless(importlib.util.find_spec("mpmath"), "needs mpmath")
    def test_misprints_are_off_and_mended_exact(self):
        """By mpmath, or as claims of which the program measures both."""
        import errata
        for id, _, printed, mended in errata.rows():
            with self.subTest(id):
                self.assertGreater(printed, 0.004)
                self.assertLess(mended, 1e-28)
                self.assertIn(f"| `{id}` | ", document("docs/errata.md"))

    def test_numbers_are_those_of_other_code(self):
        """Of an independent computation of the claims, by other code in another language, to its printed digits."""
        other = """
            saefstroem.E4.symmetry massive_growth=3.59 light_growth=4.16 symmetric_growth=1.002
            saefstroem.F2b.amplitude amplitude=5.14e-3 min=-.0090277 max=.0012544
            krysl2006.10.necessary N1000=4.28 N2000=1.10 N4000=.99 R_N1000=26.3 R_N2000=3.11 R_N4000=1.70 R_ratio=1.01
            krysl2006.28.trapm-symplectic defect=3.534e-6 power_of_h=2.96
            krysl2006.30.pattern trap=9.6e-4 trapm=2.07e-3 imid=6.3e-5 imidm=1.15e-4 ratio=8.4 ratio_beyond_200=3.7
            krysl2006.31.newmark trap=3.1343e-5 power_of_h=3
            krysl2006.33.reference contamination=.016384
            krysl2006.34.large-steps swc1_N1000=.47 swc1_N2000=.20 bbtrap_N1000=.58 bbtrap_N2000=.25
            krysl2006.35.subtle ratio=5.9
            krysl2004.33.equal-h.Pi N1000=1.136 N2000=1.235 ea_N1000=.6 ea_N2000=.16
            krysl2004.35.coulomb akw=.0385 swc1=.0491 imidm=.0052
            romero2008.C5.close offset=.08169
            romero2008.C10.spatial-momentum order=2.0003
            romero2008.C25.action order=2
            frb2008.Z6.torus max_distance=.001416 crossings=5043 section_slope=1.10
            frb2008.Z14.order-N2 points_N1000=4.17 points_reach_10_at=2400 growth=10
            frb2008.Z17.large-steps gauss3_h0.5=1.2e-10 gauss3_h1=3e-8 gauss3_h2=4e-6 gauss3_h5=1.1e-3
            frb2008.Z17.large-steps gauss10_h5=6e-12 gauss10_h9=7e-8
            frb2008.Z19.moments each=1.1179e-6 each_order=2"""
        for id, *pairs in map(str.split, other.strip().splitlines()):
            for name, value in (pair.split("=") for pair in pairs):
                with self.subTest(id, number=name):
                    self.assertAlmostEqual(VERDICTS[id]["numbers"][name] / float(value), 1, delta=0.07)

    @unittest.skipUnless(all(map(importlib.util.find_spec, ("jinja2", "mpmath"))), "needs jinja2 and mpmath")
    def test_numbers_are_put_into_sentences(self):
        """That docs/findings.md is made of them is checked by pages.py."""
        import pages
        known = {"a": {"x": 0.0123456, "y": 1.25, "z": 2.34567e-7}}
        for text, filled in (("{a:x} of {a:x|4}", "0.012 of 0.01235"), ("{a:y|%}, {a:y|-1%}", "120 %, 25 %"), ("{a:y|1/}", "0.8"),
                             ("{a:z}", "2.3e-7"), ("{a:none}", ""), ("{b:x}", "")):
            self.assertEqual(pages.filled(text, known), filled)


if __name__ == "__main__":
    unittest.main()
