#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws every golden result and reads the pictures back: values of the curves through the ticks of the axes, texts that
lie over texts, printed largest values against drawn ones, styles of all methods.

usage: plot_test.py PROGRAM RESULTS [TEST]
"""
import glob
import html
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, RESULTS = sys.argv[1:3]
sys.path.insert(0, RESULTS)
import plot

GOLDEN = sorted(p for p in glob.glob(os.path.join(RESULTS, "golden", "*.json")) if "tolerances" not in p)


def golden(name):
    return plot.read(os.path.join(RESULTS, "golden", name + ".json"))


def tick_value(text):
    """1.5, −2, 10^{-3}, 2×10^{-3}, as the comments of the SVG's tick labels have them."""
    text = text.replace("$", "").replace("\\mathdefault", "").replace("\u2212", "-").replace(" ", "").strip("{}")
    found = re.fullmatch(r"(?:([\d.]+)\\times)?(-?)10\^\{(-?\d+)\}?", text)
    if found:
        return float(found[1] or 1) * (-1 if found[2] else 1) * 10.0 ** int(found[3])
    return float(text)


class Axis:
    """A map from pixels to values, fitted to the ticks that a picture shows; nothing of plot.py is used."""

    def __init__(self, ticks, powers):
        self.log = powers and all(v > 0 for _, v in ticks)
        (self.a, self.va), (self.b, self.vb) = ticks[0], ticks[-1]
        self.ticks = ticks

    def is_true(self):
        """All ticks lie on the scale of the outer two."""
        return all(abs(self.value(pixel) / value - 1) < 0.01 for pixel, value in self.ticks)

    def value(self, pixel):
        share = (pixel - self.a) / (self.b - self.a)
        if self.log:
            return 10 ** (math.log10(self.va) + share * (math.log10(self.vb) - math.log10(self.va)))
        return self.va + share * (self.vb - self.va)

    def spans(self, value):
        return min(self.va, self.vb) <= value <= max(self.va, self.vb)


def axes_of(svg):
    """Every pair of axes of a picture: its two scales and its named lines as pixels, those of the marks where it has some."""
    for part in re.split(r'<g id="axes_\d+">', svg)[1:]:
        scales = []
        for end, pixel in (("x", "x"), ("y", "y")):
            ticks, powers = [], False
            for tick in re.split(rf'<g id="{end}tick_\d+">', part)[1:]:
                place = re.search(rf'<use [^>]*?\b{pixel}="([-\d.]+)"', tick)
                label = re.search(r"<!-- (.*?) -->", tick)
                if place and label and label.start() - place.end() < 400:
                    ticks.append((float(place[1]), tick_value(html.unescape(label[1]))))
                    powers = powers or "10^" in label[1]
            scales.append(Axis(ticks, powers) if len(ticks) > 1 else None)
        lines = {}
        for name, body in re.findall(r'<g id="([^"]*\|[^"]*\|[^"]*)">(.*?)(?=<g id=)', part, re.S):
            path = re.search(r'<path d="([^"]*)"', body)
            marks = re.findall(r'<use [^>]*x="([-\d.]+)" y="([-\d.]+)"', body)
            if path:
                lines[html.unescape(name)] = [(float(x), float(y)) for x, y in
                                              marks or re.findall(r"[ML] ?(-?[\d.]+) (-?[\d.]+)", path[1])]
        yield scales, lines


def seconds(k, point):
    """A made-up time of the k-th method, twice as long in the median."""
    return (k + 1) * point["steps"] * 1e-6


def times(data):
    return {"schema": "polhode/timing/1", "panels": [{"series": [
        {"method": s["method"], "points": [{"steps": p["steps"], "seconds": [seconds(k, p) * f for f in (5, 1, 2)]} for p in s.get("points", [])]}
        for k, s in enumerate(panel["series"])]} for panel in data["panels"]]}


def drawn_plots(data):
    """A picture, and each of its plots with its panel and its axes."""
    figure = plot.picture(data, times(data))
    axes = iter(figure.axes)
    return figure, [(panel, drawing, [next(axes) for _ in (panel["series"] if drawing["draw"] == "cells" else [0])])
                    for panel in data["panels"] for drawing in panel["plots"]]


def plots_of(*draws):
    """Every plot of the golden results of these kinds."""
    for path in GOLDEN:
        data = plot.read(path)
        if any(p["draw"] in draws for panel in data["panels"] for p in panel["plots"]):
            figure, drawn = drawn_plots(data)
            yield from ((data["id"], *row) for row in drawn if row[1]["draw"] in draws)
            plot.plt.close(figure)


def texts(figure):
    """Texts that are seen, with their boxes, a little smaller than they are."""
    figure.canvas.draw()
    renderer = figure.canvas.get_renderer()
    of_ticks, drawn = set(), []
    for axes in figure.axes:
        for axis in axes._axis_map.values():
            of_ticks |= {label for tick in axis.get_major_ticks() + axis.get_minor_ticks() for label in (tick.label1, tick.label2)}
            if axes.name != "3d":  # which moves its ticks while it draws
                drawn += [label for tick in axis._update_ticks() for label in (tick.label1, tick.label2)]
    drawn += [text for text in figure.findobj(plot.matplotlib.text.Text) if text not in of_ticks]
    found = [(text.get_text(), text.get_window_extent(renderer)) for text in drawn if text.get_visible() and text.get_text().strip()]
    return [(text, box.padded(-1.5)) for text, box in found if box.width > 4 and box.height > 4]


class Pictures(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def svg(self, data):
        path = os.path.join(self.folder, data["id"] + ".json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(data, file)
        plot.main(path)
        with open(path[:-5] + ".svg", encoding="utf-8") as file:
            return file.read()

    def test_curves_are_those_of_the_results(self):
        seen = 0
        for path in GOLDEN:
            data = plot.read(path)
            if not data["panels"]:
                continue
            for panel in data["panels"]:
                del panel["kind"]  # pictures are drawn of what a panel has, of whatever kind it is
            named = {}
            for scales, lines in axes_of(self.svg(data)):
                for name, pixels in lines.items():
                    named[name] = (scales, pixels)
            for panel in data["panels"]:
                norms = {norm["key"] for norm in panel.get("norms", [])}
                for drawing in (p for p in panel["plots"] if p.get("up") in norms and p["across"] != "time"):
                    for series in panel["series"]:
                        points = [p for p in plot.good_points(series) if p["errors"][drawing["up"]] > 0]
                        name = f"{series['method']}|{panel['title']}|{drawing['up']}"
                        if not points:
                            continue
                        (x, y), pixels = named[name]
                        with self.subTest(data["id"], line=name):
                            self.assertTrue(x.log and y.log and x.is_true() and y.is_true())
                            self.assertEqual(len(pixels), len(points))
                            for (px, py), p in zip(pixels, points):
                                across = {"operations": p["tally"]["operations"], "h": abs(p["h"])}[drawing["across"]]
                                self.assertAlmostEqual(math.log10(x.value(px)), math.log10(across), delta=0.005)
                                self.assertAlmostEqual(math.log10(y.value(py)), math.log10(p["errors"][drawing["up"]]), delta=0.02)
                        seen += 1
        self.assertGreater(seen, 80)

    def test_times_are_in_microseconds_with_whiskers_to_the_median(self):
        data = golden("figure5")
        with open(os.path.join(self.folder, "figure5.timing.json"), "w", encoding="utf-8") as file:
            json.dump(times(data), file)
        (x, y), lines = next(axes_of(self.svg(data)))
        for k, series in enumerate(data["panels"][0]["series"]):
            name = f"{series['method']}|{data['panels'][0]['title']}"
            points = [p for p in series["points"] if y.spans(p["errors"]["Omega_u"])]
            for (px, py), p in zip((m for m in lines[f"{name}|Omega_u"] if y.spans(y.value(m[1]))), points, strict=True):
                self.assertAlmostEqual(x.value(px) / (1e6 * seconds(k, p)), 1, delta=0.01)
                self.assertAlmostEqual(math.log10(y.value(py)), math.log10(p["errors"]["Omega_u"]), delta=0.02)
                whisker = lines[f"{name}|whisker at {p['steps']}"]
                self.assertAlmostEqual(x.value(max(px for px, _ in whisker)) / (2e6 * seconds(k, p)), 1, delta=0.01)

    def test_work_is_marked_where_all_methods_reach(self):
        for name, asked in (("figure3", (2e-4, 1e-3)), ("figure5", (1e-5, 1e-2))):  # of each method; see the figures' panels
            figure, drawn = drawn_plots(golden(name))
            panel, _, (axis,) = drawn[1]
            errors = [[p["errors"]["Omega_u"] for p in series["points"]] for series in panel["series"]]
            reached = max(map(min, errors)), min(map(max, errors))
            self.assertTrue(reached[0] <= asked[0] and asked[1] <= reached[1])
            band, = (patch.get_xy()[:, 1] for patch in axis.patches)
            self.assertEqual([round(math.log10(end), 9) for end in (min(band), max(band))],
                             [math.floor(math.log10(reached[0])), math.ceil(math.log10(reached[1]))])
            self.assertIn("errors that all methods reach", figure.axes[0].get_title(loc="left"))
            (left, right), (low, high) = axis.get_xlim(), axis.get_ylim()
            for p in (p for series in panel["series"] for p in series["points"]):
                self.assertTrue(left < p["tally"]["operations"] < right and low < p["errors"]["Omega_u"] < high)
            plot.plt.close(figure)
        figure, drawn = drawn_plots(golden("figure1"))  # elliptic functions have the errors of rounding alone
        low, high = drawn[1][2][0].get_ylim()
        self.assertTrue(low < 1e-15 and high > 0.8)
        self.assertNotIn("reach", figure.axes[0].get_title(loc="left"))
        plot.plt.close(figure)

    def test_bands_and_lines_are_those_of_the_results(self):
        bands = lines = 0
        for figure, panel, drawing, (axis,) in plots_of("band", "lines"):
            base, per_time = panel.get("base", 0), panel.get("per_time", 1)
            columns = []
            for k, series in enumerate(panel["series"]):
                color = plot.matplotlib.colors.to_rgba(plot.STYLES[series["method"]][0])[:3]
                if drawing["draw"] == "lines":
                    (_, across), *up = series["curve"].items()
                    columns += [(across, name, values, color) for name, values in up]
                    continue
                t, low, high = (series["curve"][end] for end in ("t", "min", "max"))
                wanted = {(a * per_time, b + base) for end in (low, high) for a, b in zip(t, end)}
                band = axis.collections[k]
                with self.subTest(figure, band=series["method"]):
                    self.assertLessEqual(wanted, {tuple(v) for v in band.get_paths()[0].vertices})
                    self.assertEqual(tuple(band.get_edgecolor()[0][:3]), color)
                bands += 1
            for (across, name, values, color), line in zip(columns, axis.lines, strict=drawing["draw"] == "lines"):
                with self.subTest(figure, line=name):
                    self.assertEqual((list(line.get_xdata()), list(line.get_ydata())), (across, values))
                    self.assertIn(name, line.get_label())
                    self.assertEqual(plot.matplotlib.colors.to_rgba(line.get_color())[:3], color)
                lines += 1
        self.assertTrue(bands > 20 and lines > 10, (bands, lines))

    def test_cells_lie_where_they_were_measured(self):
        seen = 0
        for _, panel, _, axes in plots_of("cells"):
            for series, axis in zip(panel["series"], axes, strict=True):
                mesh = axis.collections[0]
                corners = mesh.get_coordinates()
                colours = mesh.to_rgba(mesh.get_array().reshape(len(corners) - 1, -1))
                xs, ys, own = series["curve"].values()
                values = [v for s in panel["series"] for v in s["curve"]["mean_log10"]]
                norm = plot.matplotlib.colors.Normalize(math.floor(min(values) * 2) / 2, math.ceil(max(values) * 2) / 2)
                for x, y, value in zip(xs, ys, own):
                    row = max(r for r in range(len(corners) - 1) if corners[r][0][1] <= y)
                    column = max(c for c in range(len(corners[0]) - 1) if corners[0][c][0] <= x)
                    self.assertEqual(tuple(colours[row][column]), plot.matplotlib.colormaps["viridis"](norm(value)))
                    seen += 1
        self.assertGreater(seen, 100)

    def test_legends_name_their_curves(self):
        seen = 0
        for figure, panel, drawing, (axis,) in plots_of("marks", "band"):
            legend = axis.get_legend()
            handles = legend and (legend.legend_handles if hasattr(legend, "legend_handles") else legend.legendHandles)
            for handle, text in zip(handles, legend.get_texts()) if legend else ():
                known = [s for s in panel["series"] if re.match(re.escape(s["label"]) + r"($|,| \(| =)", text.get_text())]
                color = handle.get_color() if hasattr(handle, "get_color") else handle.get_edgecolor()
                look = lambda color: plot.matplotlib.colors.to_rgba(color)[:3]
                with self.subTest(figure, text=text.get_text()):
                    self.assertIn(look(color), [look(plot.STYLES[s["method"]][0]) for s in known])
                seen += 1
        self.assertGreater(seen, 30)

    def test_strips_floors_and_orders_are_where_they_are_said(self):
        seen = {"strip": 0, "floor": 0, "order": 0}
        for figure, panel, drawing, (axis,) in plots_of("marks"):
            spans = [tuple(sorted({float(v[1]) for v in patch.get_xy()})) for patch in axis.patches]
            if panel.get("strip", {}).get("of") == drawing.get("up", "-") and axis.lines:
                self.assertIn((panel["strip"]["low"], panel["strip"]["high"]), spans)
                seen["strip"] += 1
            floor = panel.get("reference", {}).get("error_estimate", 0)
            if "up" in drawing and floor > axis.get_ylim()[0]:
                self.assertTrue(any(top == floor for _, top in spans), (figure, spans))
                seen["floor"] += 1
            for text in (t for t in axis.texts if t.get_text().startswith("order")):
                order, triangle = int(text.get_text()[6:]), axis.lines[-1].get_xydata()
                width, height = (math.log10(triangle[:, i].max() / triangle[:, i].min()) for i in (0, 1))
                self.assertAlmostEqual(height / width, order, delta=1e-6)
                best = max(s["order"] for s in panel["series"] if plot.is_asymptotic(plot.fit_of(s, drawing["up"])))
                self.assertEqual(order, best)
                seen["order"] += 1
                axis.figure.canvas.draw()
                corner = plot.matplotlib.transforms.Bbox.union([text.get_window_extent(), axis.lines[-1].get_window_extent()])
                for line in axis.lines[:-1]:
                    with self.subTest(figure, over=line.get_gid()):
                        self.assertFalse(line.get_transform().transform_path(line.get_path()).intersects_bbox(corner, filled=False))
                if axis.get_legend():
                    self.assertFalse(axis.get_legend().get_window_extent().overlaps(corner), figure)
        self.assertTrue(seen["strip"] and seen["order"], seen)

    def test_printed_largest_is_drawn_largest(self):
        for path in GOLDEN:
            data = plot.read(path)
            for panel in data["panels"]:
                for series in panel["series"]:
                    if "max_abs" not in series.get("numbers", {}):
                        continue
                    label = plot.size_label(panel, series)
                    error, printed = re.search(r"\|(.*)\| at most ([-\d.e+]+)", label).groups()
                    self.assertEqual(error, {"H/H₀": "H/H₀ − 1"}.get(panel["axes"]["up"], panel["axes"]["up"]))
                    printed = float(printed)
                    drawn = max(abs(v) for end in ("min", "max") for v in series["curve"][end])
                    self.assertAlmostEqual(printed / drawn, 1, delta=0.006, msg=f"{data['id']} {series['label']}")
                    self.assertEqual("median of 16 starts" in label, bool(series.get("chaotic")))
                    if not series.get("chaotic"):
                        self.assertAlmostEqual(series["numbers"]["max_abs"] / drawn, 1, delta=1e-6)

    def test_texts_do_not_lie_over_texts(self):
        for path in GOLDEN:
            data = plot.read(path)
            if not data["panels"]:
                continue
            figure = plot.picture(data, None)
            found = texts(figure)
            width, height = figure.canvas.get_width_height()
            for i, (a, box) in enumerate(found):
                with self.subTest(data["id"], text=a):
                    self.assertTrue(box.x0 >= -2 and box.y0 >= -2 and box.x1 <= width + 2 and box.y1 <= height + 2, box)
                for b, other in found[:i]:
                    with self.subTest(data["id"], a=a, b=b):
                        self.assertFalse(box.overlaps(other))
            plot.plt.close(figure)

    def test_numbers_stand_beside_the_axis_in_space(self):
        figure = plot.picture(golden("frb2008-figure7"), None)
        figure.canvas.draw()
        for axis in figure.axes[:2]:
            line = axis.zaxis.line.get_window_extent()
            for tick in axis.zaxis.get_major_ticks():
                self.assertFalse(tick.label1.get_window_extent().padded(-1.5).overlaps(line), tick.label1.get_text())
        plot.plt.close(figure)

    def test_without_times(self):
        for name in ("figure1", "figure5", "frb2008-figure6"):
            self.assertIn("times not measured", self.svg(golden(name)))
            figure = plot.picture(golden(name), None)  # no empty axes
            self.assertEqual([len(axis.lines) > 1 for axis in figure.axes], [True])
            plot.plt.close(figure)
        data = golden("figure1")  # as --no-timing leaves it: panels without a row
        figure = plot.picture(data, {"panels": [{"series": [{"method": s["method"], "points": []} for s in p["series"]]} for p in data["panels"]]})
        plot.plt.close(figure)

    def test_orders_are_printed_where_they_are_known(self):
        panel = golden("krysl2004-figure1")["panels"][0]
        labels = {s["method"]: plot.series_label(panel, s, "Pi") for s in panel["series"]}
        self.assertIn("order 1.99", labels["imidm"])
        self.assertNotIn("order", labels["liemid-e1"])  # 1.7 +- 0.2 on the way to 1
        self.assertNotIn("order", labels["akw"])

    def test_curves_that_coincide_are_said(self):
        panel = golden("krysl2006-figure1")["panels"][0]  # without torque SWC1 is BBTRAP
        self.assertEqual(plot.same_curves(panel, "Pi").get("SWC1"), ["BBTRAP"])
        labels = [plot.series_label(panel, s, "Pi") for s in panel["series"]]
        self.assertTrue(any(label.startswith("SWC1 = BBTRAP") for label in labels), labels)

    def test_words_are_those_of_the_results(self):
        for name in ("figure1", "krysl2006-figure1", "krysl2006-figure4", "figure8", "frb2008-figure6", "frb2008-figure5", "figure2"):
            data = golden(name)
            data["panels"] = data["panels"][:1]
            data["panels"][0]["axes"] = {key: f"word {key}" for key in data["panels"][0]["axes"]}
            figure = plot.picture(data, None)
            said = {label for axes in figure.axes[:1] for label in (axes.get_xlabel(), axes.get_ylabel())}
            norms = {norm["label"] for norm in data["panels"][0].get("norms", [])}
            self.assertTrue(any(label.startswith("word ") for label in said), said)
            self.assertTrue(all(label.startswith("word ") or any(n[:20] in label for n in norms) for label in said), said)
            plot.plt.close(figure)

    def test_methods_have_the_papers_names(self):
        figure = plot.picture(golden("romero2008-figure3"), None)
        said = [text.get_text().split(" = ")[0].split(" (order")[0] for text in figure.axes[1].get_legend().get_texts()]
        self.assertEqual(said, ["VI", "midpoint rule", "energy-momentum", "Liemid", "midpoint rule (exp)*"])
        plot.plt.close(figure)
        figure = plot.picture(golden("romero2008-figure4"), None)
        self.assertEqual([axis.get_ylabel() for axis in figure.axes], ["components"] + 3 * ["third component"])
        plot.plt.close(figure)

    def test_charged_wall_has_the_papers_axes(self):
        figure = plot.picture(golden("krysl2006-figure4"), None)
        self.assertEqual({a.get_xlabel() for a in figure.axes}, {"step"})
        self.assertEqual({a.get_ylabel() for a in figure.axes}, {"H/H₀"})
        self.assertEqual(len({a.get_ylim() for a in figure.axes}), 1)
        plot.plt.close(figure)


class Styles(unittest.TestCase):
    def test_every_method_of_a_figure_has_its_own(self):
        drawn = {s["method"] for path in GOLDEN for panel in plot.read(path)["panels"] for s in panel["series"]}
        self.assertGreater(len(drawn), 25)
        self.assertEqual(drawn - plot.STYLES.keys(), set())
        taken = {}
        for method, look in [*plot.STYLES.items(), *((f"guest {i}", look) for i, look in enumerate(plot.GUEST_STYLES))]:
            self.assertNotIn(look[:2], taken, f"{method} looks like {taken.get(look[:2])}")
            taken[look[:2]] = method

    def test_methods_of_romeros_figures_differ_in_colour(self):
        for name in (f"romero2008-figure{k}" for k in range(1, 7)):
            for panel in golden(name)["panels"]:
                colours = [plot.STYLES[s["method"]][0] for s in panel["series"]]
                self.assertEqual(len(set(colours)), len(colours), f"{name}: {panel['title']}")

    def test_styles_are_of_methods(self):
        methods = json.loads(subprocess.run([PROGRAM, "list", "methods", "--json"], capture_output=True, check=True).stdout)
        self.assertEqual(plot.STYLES.keys() - {m["id"] for m in methods}, set())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
