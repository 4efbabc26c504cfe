# SPDX-License-Identifier: MIT
"""Pictures of the golden results: what is drawn is what was measured, under the paper's names. draw.mjs draws them;
marks are read back by the scales that plots carry, and those are held to the ticks that are printed.

usage: draw_test.py NODE PROGRAM RESULTS
"""
import itertools
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET

NODE, PROGRAM, RESULTS = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
sys.path.append(str(RESULTS))
from kept import answer, golden, read

SAID, STYLES, GOLDEN = read("findings.json")["figures"], read("styles.json"), golden()
NAMES = sorted(name for name, figure in GOLDEN.items() if figure["panels"])
TIMED = ("figure5", "frb2008-figure6")


def seconds(k, p):
    """Times that are told apart: of the k-th method at a point, fastest and slowest."""
    return [1e-6 * (k + 1) * p["steps"] * x for x in (1.0, 2.0, 4.0)]


def times(data):
    return {"schema": "polhode/timing/1", "panels": [{"series": [
        {"method": s["method"],
         "points": [{"steps": p["steps"], "seconds": seconds(k, p)} for p in s["points"] if p["status"] == "ok"]}
        for k, s in enumerate(panel["series"])]} for panel in data["panels"]]}


def numbers(text):
    return [float(x) for x in re.findall(r"-?\d+\.?\d*(?:e[-+]?\d+)?", text or "")]


class Axis:
    def __init__(self, text):
        low, high, log, *ends = text.split(",")
        self.log, (self.start, self.end) = log == "true", map(float, ends)
        self.low, self.high = map(self.scaled, map(float, (low, high)))

    def scaled(self, value):
        return math.log10(value) if self.log else value

    def value(self, pixel):
        v = self.low + (pixel - self.start) / (self.end - self.start) * (self.high - self.low)
        return 10 ** v if self.log else v

    def pixel(self, value):
        return self.start + (self.scaled(value) - self.low) / (self.high - self.low) * (self.end - self.start)

    def near(self, pixel, value):
        return abs(pixel - self.pixel(value)) < 0.11  # written with one digit


def by_class(node, name):
    return [n for n in node.iter() if name in n.get("class", "").split()]


def text_of(node):
    return "".join(node.itertext()).strip()


def picture_of(*arguments):
    """What draw.mjs makes of a document, in JSON."""
    script = f"process.stdout.write((await import('{RESULTS.resolve()}/report/draw.mjs')).drawn({', '.join(arguments)}))"
    return subprocess.run([NODE, "--input-type=module"], input=script, capture_output=True, text=True).stdout


class Pictures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        for name in NAMES:
            (cls.folder / f"{name}.json").write_text(json.dumps(GOLDEN[name]))
        for name in TIMED:
            (cls.folder / f"{name}.timing.json").write_text(json.dumps(times(GOLDEN[name])))
        none = {"panels": [{"series": [{"method": "mr", "points": []}]} for _ in GOLDEN["figure1"]["panels"]]}
        (cls.folder / "figure1.timing.json").write_text(json.dumps(none))  # as --no-timing leaves it
        # A reference that is known to 3e-5, and times of steps, which no golden figure draws.
        made = json.loads(json.dumps(GOLDEN["figure5"]))
        for panel in made["panels"]:
            panel["reference"]["error_estimate"] = 3e-5
            panel["plots"] = [{"draw": "marks", "across": "h", "up": up, "log": True} for up in ("time_of_step", panel["norms"][0]["key"])]
        (cls.folder / "made.json").write_text(json.dumps(made))
        (cls.folder / "made.timing.json").write_text(json.dumps(times(made)))
        files = (cls.folder / f"{name}.json" for name in [*NAMES, "made"])
        subprocess.run([NODE, RESULTS / "report/draw.mjs", *files], check=True, stderr=subprocess.DEVNULL,
                       env={**os.environ, "PATH": "/nonexistent"})  # without pixels
        cls.pictures = {name: ET.parse(cls.folder / f"{name}.svg").getroot() for name in [*NAMES, "made"]}

    def charts(self, *drawings):
        """Every chart of a drawing: its figure, panel and plot (as the result has it), its node."""
        for name in NAMES:
            nodes = {n.get("data-key"): n for n in self.pictures[name].iter() if n.get("data-key")}
            for index, panel in enumerate(GOLDEN[name]["panels"]):
                for plot in (p for p in panel["plots"] if p["draw"] in drawings):
                    keys = (str(index), f"{index}-{plot.get('across', 'across')}-{plot.get('up', 'up')}")
                    yield from ((name, panel, plot, node) for key, node in nodes.items()
                                if key in keys or plot["draw"] == "cells" and key.startswith(f"{index}-"))

    def shown(self, name, panel):
        return [s for s in panel["series"] if s["method"] not in SAID[name].get("compared", [])]

    def axes(self, node):
        chart, = (n for n in node.iter() if n.get("data-x"))
        return Axis(chart.get("data-x")), Axis(chart.get("data-y"))

    def test_ticks_stand_where_they_say(self):
        seen = 0
        for name, _, _, node in self.charts("marks", "band", "lines", "cells"):
            for axis, at, anchor, off in zip(self.axes(node), "xy", ("middle", "end"), (0, 3.5)):
                ticks = [n for n in node.iter() if n.get("data-value") and n.get("text-anchor") == anchor]
                factors = set()
                for n in ticks:
                    printed = text_of(n).translate(str.maketrans("−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789"))
                    said = float("1e" + printed[2:] if re.fullmatch("10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+", text_of(n)) else printed)
                    value = float(n.get("data-value"))
                    self.assertTrue(axis.near(float(n.get(at)) - off, value), f"{name}: {printed}")
                    if value:
                        factors.add(round(math.log10(value / said), 3))
                    seen += 1
                self.assertLessEqual(len(factors), 1 if ticks else 0, f"{name}: {factors}")
        self.assertGreater(seen, 400)

    def test_marks_are_where_they_were_measured(self):
        seen = 0
        for name, panel, plot, node in self.charts("marks"):
            x, y = self.axes(node)
            self.assertEqual((x.log, y.log), 2 * (plot["log"],), name)
            across = panel["axes"][plot.get("across", "across")].replace("alpha", "α")
            self.assertTrue(text_of(by_class(node, "name")[0]).startswith(across), name)
            for k, series in enumerate(panel["series"]):
                finished = [p for p in series.get("points", []) if p["status"] == "ok"]
                good = [p for p in finished if p["errors"].get(plot["up"], 0) > 0]
                if "curve" in series:
                    wanted = list(zip(*list(series["curve"].values())[:2]))
                elif plot["up"] == "relative_time":  # to that of the first, which is the fastest
                    wanted = [(abs(p["h"]), k + 1) for p in finished]
                else:
                    across = {"h": lambda p: abs(p["h"]), "time": lambda p: 1e6 * seconds(k, p)[0]}
                    value = across.get(plot["across"], lambda p: p["tally"][plot["across"]])
                    wanted = [(value(p), p["errors"][plot["up"]]) for p in good]
                group, = (g for g in by_class(node, "series") if g.get("data-method") == series["method"])
                self.assertEqual(group.get("stroke"), by_class(node, "swatch")[k][0].get("stroke"), name)
                found = sorted(tuple(numbers(m.get("transform"))) for m in by_class(group, "mark"))
                self.assertEqual(len(found), len(wanted), f"{name} {series['method']}")
                for (px, py), (vx, vy) in zip(found, sorted(wanted)):
                    wrong = f"{name} {series['method']}: {px, py} is not {vx, vy}"
                    self.assertTrue(x.near(px, vx) and y.near(py, vy), wrong)
                    self.assertTrue(x.start <= px <= x.end and y.end <= py <= y.start, f"{name}: all data are seen")
                    seen += 1
                if plot.get("across") == "time" and name in TIMED:
                    ends = re.findall(r"H([\d.]+)", by_class(group, "whisker")[0].get("d"))
                    medians = [x.pixel(2e6 * seconds(k, p)[0]) for p in good]
                    for end, median in zip(sorted(map(float, ends)), sorted(medians), strict=True):
                        self.assertAlmostEqual(end, median, delta=0.11, msg="whiskers end at the median")
        self.assertGreater(seen, 500)

    def test_bands_and_lines_are_those_of_the_results(self):
        seen, rooms = 0, []
        for name, panel, plot, node in self.charts("band", "lines"):
            x, y = self.axes(node)
            for series in self.shown(name, panel):
                across, *ups = series["curve"].values()
                groups = [g for g in by_class(node, "series") if g.get("data-method") == series["method"]]
                drawn = [by_class(g, plot["draw"].rstrip("s"))[0] for g in groups]
                if plot["draw"] == "lines":
                    curves = [list(zip(across, up)) for up in ups]
                elif y.log:  # sizes
                    continue
                else:
                    base, (low, high) = panel.get("base", 0), ups
                    curves = [[(t * panel.get("per_time", 1), v + base) for t, v in
                               [*zip(across, high), *zip(across[::-1], low[::-1])]]]
                for path, wanted in zip(drawn, curves, strict=True):
                    pixels = numbers(re.sub(r"C\S+ \S+ \S+ \S+", "", path.get("d")))  # points, without those that bend
                    self.assertEqual(len(pixels), 2 * len(wanted), name)
                    for px, py, (vx, vy) in zip(pixels[::2], pixels[1::2], wanted):
                        wrong = f"{name} {series['method']}: {px, py} is not {vx, vy}"
                        self.assertTrue(x.near(px, vx) and y.near(py, vy), wrong)
                    seen += 1
            if plot["draw"] == "lines" and not y.log:  # a 25th of what is drawn, or more where plots share a range
                drawn = [v for s in self.shown(name, panel) for up in list(s["curve"].values())[1:] for v in up]
                span = max(drawn) - min(drawn)
                rooms += [(min(drawn) - y.low) / span, (y.high - max(drawn)) / span] if span else []
        self.assertGreater(seen, 30)
        self.assertAlmostEqual(min(rooms), 0.04, delta=2e-3)

    def test_curves_in_space_are_where_they_were_measured(self):
        """A point of the unit sphere lies between the tips of the axes that are named."""
        seen = 0
        for name, panel, plot, node in self.charts("sphere", "space"):
            for series in self.shown(name, panel):
                group, = (g for g in by_class(node, "series") if g.get("data-method") == series["method"])
                pixels = [x for path in group for x in numbers(path.get("d").replace("h0", ""))]
                columns = dict(list(series["curve"].items())[1:])
                if plot["draw"] == "space":
                    self.assertEqual(len(pixels), 2 * len(next(iter(columns.values()))), name)
                    continue
                ball, = by_class(node, "ball")
                centre = [float(ball.get(k)) for k in ("cx", "cy")]
                tips = {text_of(n): (float(n.get("x")), float(n.get("y")) - 4)
                        for n in by_class(node, "small") if text_of(n) in columns}
                drawn = {(round(a), round(b)) for a, b in zip(pixels[::2], pixels[1::2])}
                for row in list(zip(*columns.values()))[::50]:
                    x, y = (round(centre[d] + sum(v * (tips[c][d] - centre[d]) / 1.1 for c, v in zip(columns, row)))
                            for d in (0, 1))
                    near = {(x + a, y + b) for a in (-1, 0, 1) for b in (-1, 0, 1)}
                    self.assertTrue(near & drawn, f"{name} {x, y}")
                    seen += 1
        self.assertGreater(seen, 100)

    def test_printed_largest_is_drawn_largest(self):
        seen = 0
        for name, panel, _, node in self.charts("band"):
            said = " ".join(text_of(n) for n in by_class(node, "small"))
            for series in (s for s in self.shown(name, panel) if "max_abs" in s["numbers"]):
                drawn = max(abs(v) for end in ("min", "max") for v in series["curve"][end])
                own = SAID[name].get("names", {}).get(series["method"], series["label"])
                label = re.escape(own)
                unit, printed = re.search(rf"Largest \|(.*)\| of the run drawn:.*{label} ([\d.e-]*\d)", said).groups()
                self.assertEqual(unit, {"H/H₀": "H/H₀ − 1"}.get(panel["axes"]["up"], panel["axes"]["up"]), name)
                self.assertAlmostEqual(float(printed) / drawn, 1, delta=0.006, msg=f"{name} {series['label']}")
                is_median = f"{own} {printed} (median of 16 starts" in said
                self.assertEqual(is_median, bool(series.get("chaotic")), name)
                seen += 1
        self.assertGreater(seen, 15)

    def test_cells_lie_where_they_were_measured(self):
        for name, panel, _, node in self.charts("cells"):
            x, y = self.axes(node)
            group, = by_class(node, "series")
            series, = (s for s in panel["series"] if s["method"] == group.get("data-method"))
            mean = sum(series["curve"]["mean_log10"]) / len(series["curve"]["mean_log10"])
            self.assertAlmostEqual(numbers(text_of(by_class(node, "title")[0]))[-1] / mean, 1, delta=0.006, msg=name)
            bar = [n for n in by_class(node, "chart")[1] if n.get("fill", "").startswith("rgb")]
            ticks = [(float(n.get("y")) - 3.5, float(text_of(n).replace("−", "-")))
                     for n in by_class(node, "ticks")[-1] if not n.get("class")]
            (p0, v0), (p1, v1) = ticks[0], ticks[-1]
            scale = lambda p: v0 + (p - p0) / (p1 - p0) * (v1 - v0)
            colours = [(numbers(n.get("fill")), scale(float(n.get("y")) + float(n.get("height")) / 2)) for n in bar]
            step = abs(colours[1][1] - colours[0][1])
            for rect, a, b, value in zip(group, *series["curve"].values(), strict=True):
                left, top, width, height = (float(rect.get(k)) for k in ("x", "y", "width", "height"))
                self.assertTrue(x.near(left + width / 2, a) and y.near(top + height / 2, b), name)
                said = min(colours, key=lambda c: math.dist(c[0], numbers(rect.get("fill"))))[1]
                self.assertLess(abs(said - value), 0.8 * step, name)

    def test_strips_floors_and_orders_are_where_they_are_said(self):
        strips = orders = 0
        for name, panel, plot, node in self.charts("marks"):
            x, y = self.axes(node)
            tops = [(float(n.get("y")), float(n.get("height"))) for n in by_class(node, "floor")]
            spans = [(y.value(top + height), y.value(top)) for top, height in tops]
            common = plot.get("across") in ("time", "operations") and panel.get("common", {}).get(plot.get("up"))
            if common:
                apart = [math.dist(map(math.log10, span), map(math.log10, common)) for span in spans]
                self.assertLess(min(apart), 1e-3, name)
                strips += 1
            for guide in by_class(node, "guide"):
                steep, top, bottom, flat = numbers(guide.get("d"))
                slope = math.log10(y.value(top) / y.value(bottom)) / abs(math.log10(x.value(steep) / x.value(flat)))
                width = lambda s: s.get("fits", {}).get(plot["up"], {}).get("half_width", 1)
                known = [s["order"] for s in panel["series"] if width(s) <= 0.1]
                self.assertAlmostEqual(slope, max(known), delta=0.02, msg=name)
                orders += 1
        self.assertTrue(strips >= 2 and orders > 10, (strips, orders))

    def test_what_is_made_up_is_drawn(self):
        """Below the error of the reference nothing is known; the time of a step is that of all, by their number."""
        panel = GOLDEN["figure5"]["panels"][0]
        step, error = (n for n in self.pictures["made"].iter() if (n.get("data-key") or "").startswith("0-"))
        _, y = self.axes(error)
        (top, height), = ((float(n.get("y")), float(n.get("height"))) for n in by_class(error, "floor"))
        self.assertTrue(y.near(top, 3e-5) and abs(top + height - y.start) < 0.11)
        x, y = self.axes(step)
        for k, series in enumerate(panel["series"]):
            group, = (g for g in by_class(step, "series") if g.get("data-method") == series["method"])
            found = sorted(tuple(numbers(m.get("transform"))) for m in by_class(group, "mark"))
            wanted = sorted(abs(p["h"]) for p in series["points"] if p["status"] == "ok")
            for (px, py), h in zip(found, wanted, strict=True):
                self.assertTrue(x.near(px, h) and y.near(py, k + 1), f"{series['method']}: {h}")

    def test_figure_6_of_frb_has_the_band_of_the_paper(self):
        """Its caption: 8 to 20 times."""
        node, = (c[3] for c in self.charts("marks") if c[0] == "frb2008-figure6" and c[2]["up"] == "relative_time")
        (top, height), = ((float(n.get("y")), float(n.get("height"))) for n in by_class(node, "floor"))
        _, y = self.axes(node)
        self.assertTrue(y.near(top, 20) and y.near(top + height, 8))

    def words(self, name):
        return [text_of(n) for n in self.pictures[name].iter() if n.tag.endswith("text")]

    def test_words_are_the_papers(self):
        for name in NAMES:
            said, words = SAID[name], " | ".join(["", *self.words(name), ""])
            panels = [p for p in GOLDEN[name]["panels"] if all(q["draw"] != "lines" for q in p["plots"])]
            series = [s for p in panels for s in p["series"]]
            called = {s["method"]: said.get("names", {}).get(s["method"], s["label"]) for s in series}
            for method, label in called.items():
                if method in said.get("compared", []):
                    self.assertNotIn(f"| {label} |", words, name)
                else:
                    self.assertIn(label + ("*" if method in said.get("added", []) else ""), words, name)
            self.assertEqual("*: not in the paper" in " ".join(self.words(name)), bool(said.get("added")), name)
        self.assertIn("AKW (order 2.00)", self.words("krysl2006-figure1"))
        self.assertIn("LIEMID[E1]", self.words("krysl2004-figure1"))  # 1.7 +- 0.2 on the way to 1
        self.assertTrue(any("BBTRAP = SWC1" in w for w in self.words("krysl2006-figure1")))
        axes = {"step", "H/H₀", "t", "H/H₀ − 1"} & set(self.words("krysl2006-figure4"))
        self.assertEqual(axes, {"step", "H/H₀"})
        self.assertEqual({"energy", "interval energy"} & set(self.words("romero2008-figure5")), {"energy"})
        self.assertTrue(any("Times were not measured" in w for w in self.words("figure1")))
        self.assertFalse(any("not measured" in w for w in self.words("figure5")))

    def test_titles_say_what_differs(self):
        for name in NAMES:
            plots = [n for n in self.pictures[name].iter() if n.get("data-key")]
            titles = ["".join(map(text_of, by_class(n, "title"))) for n in plots]
            self.assertEqual(len(set(titles)), len(titles), f"{name}: {titles}")

    def test_what_is_compared_has_one_range(self):
        for name in ("krysl2006-figure4", "romero2008-figure2", "romero2008-figure4"):
            ranges = {}
            for _, panel, plot, node in self.charts("band", "lines"):
                if _ == name:
                    label = SAID[name].get("names", {}).get(panel["axes"]["up"], panel["axes"]["up"])
                    ranges.setdefault((plot["draw"], label), set()).add(self.axes(node)[1].low)
            self.assertTrue(ranges and all(len(low) == 1 for low in ranges.values()), f"{name}: {ranges}")

    def test_symbols_and_names_of_bands(self):
        """Pictures write Π, Ω and ‖·‖, and the name of a band is drawn after the curves, which cannot hide it."""
        texts = [text_of(n) for picture in self.pictures.values() for n in picture.iter() if n.tag.endswith("text")]
        self.assertFalse([t for t in texts if re.search(r"\b(Pi|Omega|omega|alpha)\b|\|\|", t)])
        self.assertIn("error of the attitude, ‖R - R*‖", texts)
        drawn = [n.get("class", "") for n in self.pictures["frb2008-figure6"].iter() if n.get("data-method") or n.tag.endswith("text")]
        self.assertIn("series", drawn[:drawn.index("small over")])

    def test_picture_of_engines_is_of_what_is_kept(self):
        picture = picture_of((RESULTS / "engines.json").read_text())
        self.assertEqual(picture, (RESULTS / "../docs/engines.svg").read_text(), "make engines-page")


class Styles(unittest.TestCase):
    def test_every_method_of_a_figure_has_its_own(self):
        drawn = {s["method"] for figure in GOLDEN.values() for panel in figure["panels"] for s in panel["series"]}
        self.assertGreater(len(drawn), 25)
        self.assertEqual(drawn - STYLES.keys(), set())
        looks = [tuple(look[:2]) for look in STYLES.values()]
        self.assertEqual(len(set(looks)), len(looks))
        for name in NAMES:
            if name.startswith("romero"):
                for panel in GOLDEN[name]["panels"]:
                    colours = [STYLES[s["method"]][0] for s in panel["series"]]
                    self.assertEqual(len(set(colours)), len(colours), name)

    def test_colours_are_told_apart(self):
        """Lines have a contrast of 3 (WCAG 2.1), texts one of 4.5; two colours of methods are 15 apart in CIELAB, also for eyes
        without one kind of cones (Machado, Oliveira & Fernandes 2009, severity 1)."""
        looks = re.findall(r"--(\w+): light-dark\(#(\w+), #(\w+)\)", (RESULTS / "report/report.css").read_text())
        eyes = {"all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
                "protanopia": ((.152286, 1.052583, -.204868), (.114503, .786281, .099216), (-.003882, -.048116, 1.051998)),
                "deuteranopia": ((.367322, .860646, -.227968), (.280085, .672501, .047413), (-.011820, .042940, .968881)),
                "tritanopia": ((1.255528, -.076749, -.178779), (-.078411, .930809, .147602), (.004733, .691367, .303900))}
        to_xyz = ((.4124564, .3575761, .1804375), (.2126729, .7151522, .0721750), (.0193339, .1191920, .9503041))

        def times(matrix, v):
            return [sum(a * x for a, x in zip(row, v)) for row in matrix]

        def linear(colour):
            parts = [int(colour[k:k + 2], 16) / 255 for k in (0, 2, 4)]
            return [c / 12.92 if c <= .04045 else ((c + .055) / 1.055) ** 2.4 for c in parts]

        def lab(colour, eye):
            xyz = times(to_xyz, [min(max(c, 0), 1) for c in times(eyes[eye], linear(colour))])
            x, y, z = ((v / w) ** (1 / 3) if v / w > (6 / 29) ** 3 else v / w * (29 / 6) ** 2 / 3 + 4 / 29
                       for v, w in zip(xyz, (.95047, 1, 1.08883)))
            return 116 * y - 16, 500 * (x - y), 200 * (y - z)

        for theme in (1, 2):
            colour = {look[0]: look[theme] for look in looks}
            light = {name: times(to_xyz, linear(c))[1] + .05 for name, c in colour.items()}
            methods = ["black", "orange", "sky", "green", "blue", "vermilion", "purple"]
            for name in (*methods, "ink", "quiet", "link", "good", "bad", "open"):
                contrast = max(light[name] / light["back"], light["back"] / light[name])
                self.assertGreaterEqual(contrast, 3 if name in methods else 4.5, name)
            for eye in eyes:
                for a, b in itertools.combinations(methods, 2):
                    self.assertGreaterEqual(math.dist(lab(colour[a], eye), lab(colour[b], eye)), 15, f"{a}, {b}: {eye}")

    def test_a_column_of_a_journal_can_be_read(self):
        """84 mm wide, its smallest text has 6 points."""
        picture = picture_of(json.dumps(GOLDEN["figure5"]), "null", "true")
        smallest = min(map(float, re.findall(r"font-size[:=] ?\"?([\d.]+)", picture)))
        self.assertGreaterEqual(smallest * (84 / 25.4 * 72) / float(re.search(r'width="(\d+)"', picture)[1]), 6)

    def test_styles_are_of_methods(self):
        listed = {m["id"] for m in answer(PROGRAM, "list", "methods", "--json")}
        self.assertEqual(STYLES.keys() - listed - read("engines.json")["methods"].keys(), set())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
