#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws a result file: results/plot.py results/out/figure1.json writes figure1.svg and figure1.png beside it.

It reads JSON and draws; every number on a picture is computed elsewhere. A method has one colour and one marker
in all figures.
"""
import json
import math
import os
import statistics
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import matplotlib.colors
import matplotlib.path
import matplotlib.transforms

# Okabe & Ito's colours, safe for colour-blind readers.
COLORS = {"black": "#000000", "orange": "#E69F00", "sky": "#56B4E9", "green": "#009E73", "yellow": "#F0E442",
          "blue": "#0072B2", "vermilion": "#D55E00", "purple": "#CC79A7"}

# Colour, marker and line of a method, the same in every picture and in the report.
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "styles.json"), encoding="utf-8") as file:
    STYLES = {method: (COLORS[color], marker, line) for method, (color, marker, line) in json.load(file).items()}
# What the papers call methods, axes and columns of their figures, and which methods are not in them.
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "findings.json"), encoding="utf-8") as file:
    SAID = json.load(file)["figures"]
GUEST_STYLES = [("0.5", "x", "--"), (COLORS["purple"], "*", "-"), (COLORS["green"], "d", "-."),
                (COLORS["orange"], "1", ":"), (COLORS["sky"], "8", "-")]

SCHEMAS = {"polhode/experiment/1", "polhode/timing/1"}
TIMES = {"time", "time_of_step", "relative_time"}  # measures that only a timing file has

plt.rcParams.update({
    "font.size": 10, "axes.grid": True, "grid.alpha": 0.3, "grid.linewidth": 0.6, "axes.spines.top": False,
    "axes.spines.right": False, "legend.frameon": False, "svg.hashsalt": "polhode", "svg.fonttype": "none",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial"], "lines.markersize": 4.5,
    "lines.linewidth": 1.3, "figure.dpi": 110,
})


def read(path):
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    if data.get("schema") not in SCHEMAS:
        sys.exit(f"{path}: schema {data.get('schema')!r} is not one of {sorted(SCHEMAS)}")
    said = SAID.get(data.get("id"), {})
    names, added = said.get("names", {}), said.get("added", [])
    for panel in data["panels"] if names or added else ():
        for series in panel["series"]:
            series["label"] = names.get(series["method"], series.get("label"))
            if series["label"] and series["method"] in added:
                series["label"] += "*"
        panel["axes"] = {key: names.get(label, label) for key, label in panel.get("axes", {}).items()}
    return data


def style(method):
    if method not in STYLES:  # a guest: in the order of appearance
        STYLES[method] = GUEST_STYLES[sum(s in GUEST_STYLES for s in STYLES.values()) % len(GUEST_STYLES)]
    color, marker, line = STYLES[method]
    return {"color": color, "marker": marker, "linestyle": line, "markerfacecolor": "white", "markeredgewidth": 1.2}


def is_asymptotic(fit):
    """An order known to a tenth; others are not printed."""
    return "order" in fit and fit["half_width"] <= 0.1


def good_points(series):
    return [p for p in series["points"] if p["status"] == "ok"]


# --- what a series has to draw ---------------------------------------------------------------------------------------

def measures(panel, series, timing):
    """Columns of numbers by name: what is measured of the points of a ladder; of a curve across, up and value."""
    if "curve" in series:
        return dict(zip(("across", "up", "value"), series["curve"].values()))
    good = good_points(series)
    found = {"h": [abs(p["h"]) for p in good], "steps": [p["steps"] for p in good]}
    for norm in panel["norms"]:
        found[norm["key"]] = [p["errors"][norm["key"]] for p in good]
    for key in ("operations", "torque_evaluations", "solver_iterations"):
        found[key] = [p["tally"][key] for p in good]
    if timing:
        fastest = {s["method"]: {p["steps"]: min(p["seconds"]) for p in s["points"]} for s in timing["series"]}
        own = fastest[series["method"]]
        found["time"] = [1e6 * own[n] if n in own else None for n in found["steps"]]
        cheapest = lambda n: min((fastest[m][n] for m in panel.get("baselines", []) if n in fastest[m]), default=math.inf)
        found["relative_time"] = [own[n] / cheapest(n) if n in own else None for n in found["steps"]]
    return found


def label_of(panel, key):
    """What an axis is called; in two lines if it is long."""
    label = panel["axes"].get(key) or next(norm["label"] for norm in panel["norms"] if norm["key"] == key)
    return label if len(label) < 39 else label.replace(", |", ",\n|").replace(", u =", ",\nu =")


def fit_of(series, key):
    return series.get("fits", {}).get(key, {})


def same_curves(panel, key):
    """Label of every series -> labels of those before it whose errors are the same to 2 %."""
    same = {}
    for i, series in enumerate(panel["series"]):
        own = {p["steps"]: p["errors"][key] for p in good_points(series)}
        for other in panel["series"][:i]:
            its = {p["steps"]: p["errors"][key] for p in good_points(other)}
            if own and own.keys() == its.keys() and all(abs(own[n] - its[n]) <= 0.02 * its[n] for n in own):
                same.setdefault(series["label"], []).append(other["label"])
    return same


def series_label(panel, series, key):
    """The label of a line of errors: those that it lies on, and its order."""
    fit = fit_of(series, key)
    return (" = ".join([series["label"], *same_curves(panel, key).get(series["label"], [])])
            + (f" (order {fit['order']:.2f})" if is_asymptotic(fit) else ""))


def drawn_size(series):
    """The largest size that the band of a series reaches."""
    return max(max(map(abs, series["curve"]["min"])), max(map(abs, series["curve"]["max"])))


def size_label(panel, series):
    """The largest error of a curve that is drawn; a chaotic run says its ensemble's beside it."""
    if "max_abs" not in series["numbers"]:
        return series["label"]
    error = panel["axes"]["up"] + (f" − {panel['base']:g}" if is_ratio(panel) else "")
    own = f"{series['label']}, |{error}| at most {drawn_size(series):.3g}"
    return own + (f"\n(median of {panel['starts']} starts {series['numbers']['max_abs']:.3g})" if series.get("chaotic") else "")


def is_ratio(panel):
    """Whether the panel says that a relative error is drawn as the papers do, as H/H0 against the step."""
    return "base" in panel


# --- drawings --------------------------------------------------------------------------------------------------------

def order_triangle(axis, order, rising):
    """The slope of an order, in the upper corner that lines of that slope do not reach, or below if another line does."""
    (x0, x1), (y0, y1) = ([math.log10(v) for v in ends] for ends in (axis.get_xlim(), axis.get_ylim()))
    width, height = x1 - x0, y1 - y0
    run = 0.16 * min(width, height / order)
    lines = [matplotlib.path.Path([[math.log10(v) for v in point] for point in line.get_xydata()]) for line in axis.lines]
    for upper in (True, False):
        left = upper == rising
        inwards = 1 if left else -1
        near = (x0 if left else x1) + inwards * 0.04 * width
        far = near + inwards * run
        bottom = y1 - 0.05 * height - order * run if upper else y0 + 0.08 * height
        box = matplotlib.transforms.Bbox([(near, bottom), (far + inwards * 0.13 * width, bottom + order * run)])  # with its words
        if not any(line.intersects_bbox(box, filled=False) for line in lines):
            break
    steep, flat = (far, near) if upper else (near, far)
    axis.plot(*([10 ** v for v in ends] for ends in ([steep, flat, steep, steep], [bottom, bottom, bottom + order * run, bottom])),
              color="0.45", linewidth=0.9)
    axis.annotate(f"order {order}", (10 ** far, 10 ** bottom), xytext=(inwards * 4, 2), ha="left" if left else "right",
                  textcoords="offset points", color="0.35", fontsize=8)


def nothing(axis):
    """Said where a plot would be."""
    axis.text(0.5, 0.5, "not measured", ha="center", va="center", transform=axis.transAxes, color="0.35")
    axis.set(xscale="linear", yscale="linear", xticks=(), yticks=())


def common_errors(panel, plot):
    """The errors that all methods reach, if a plot is of errors against work: methods are compared at equal errors, not at
    equal steps."""
    return panel.get("common", {}).get(plot.get("up")) if plot.get("across") in ("time", "operations") else None


def draw_marks(axes, panel, plot, timing):
    """One measure against another; a time has a whisker from the fastest run to the median."""
    axis, = axes
    across, up = plot.get("across", "across"), plot.get("up", "up")
    errors = any(norm["key"] == up for norm in panel.get("norms", []))
    scale = "log" if plot.get("log") else "linear"
    axis.set(xscale=scale, yscale=scale)
    drawn = False
    for series in panel["series"]:
        columns, look = measures(panel, series, timing), style(series["method"])
        pairs = [(x, y) for x, y in zip(columns.get(across, ()), columns.get(up, ()))
                 if x is not None and y is not None and (scale == "linear" or (x > 0 and y > 0))]
        if pairs:
            drawn = True
            for line in axis.plot(*zip(*pairs), label=series_label(panel, series, up) if errors else series["label"], **look):
                line.set_gid(f"{series['method']}|{panel['title']}|{up}")  # by which it can be found again
        if across == "time" and timing:
            seconds = {p["steps"]: p["seconds"] for s in timing["series"] if s["method"] == series["method"] for p in s["points"]}
            for steps, fast, error in zip(columns["steps"], columns["time"], columns[up]):
                if fast is not None and error > 0:
                    whisker = axis.hlines(error, fast, 1e6 * statistics.median(seconds[steps]), linewidth=0.8, color=look["color"])
                    whisker.set_gid(f"{series['method']}|{panel['title']}|whisker at {steps}")
    axis.set(xlabel=label_of(panel, across), ylabel=label_of(panel, up))
    if not drawn:
        return nothing(axis)
    common = common_errors(panel, plot)
    strip = {"of": up, "low": common[0], "high": common[1]} if common else panel.get("strip", {})
    if strip.get("of") == up:
        axis.axhspan(strip["low"], strip["high"], color="0.92", zorder=0)
    if errors:
        floor = panel["reference"]["error_estimate"]
        if floor > axis.get_ylim()[0]:
            axis.axhspan(axis.get_ylim()[0], floor, color="0.9", zorder=0)
        for order in sorted({s["order"] for s in panel["series"] if is_asymptotic(fit_of(s, up)) and not common})[-1:]:
            order_triangle(axis, order, rising=across == "h")


def draw_band(axes, panel, _, __):
    """A history as the band between the least and the largest value of every bin of time."""
    axis, = axes
    base, per_time = panel.get("base", 0), panel.get("per_time", 1)
    for series in panel["series"]:
        color, curve = style(series["method"])["color"], series["curve"]
        x = [t * per_time for t in curve["t"]]
        low, high = ([v + base for v in curve[end]] for end in ("min", "max"))
        band = axis.fill_between(x, low, high, facecolor=matplotlib.colors.to_rgba(color, 0.35),
                                 edgecolor=color, linewidth=0.8, label=size_label(panel, series))
        band.set_gid(f"{series['method']}|{panel['title']}|band")
    largest, smallest = (pick(map(drawn_size, panel["series"])) for pick in (max, min))
    if not is_ratio(panel) and smallest > 0 and largest / smallest > 30:
        axis.set_yscale("symlog", linthresh=10 ** math.ceil(math.log10(smallest)))
    elif not is_ratio(panel):
        axis.ticklabel_format(axis="y", style="sci", scilimits=(-2, 3), useMathText=True)
    axis.set(xlabel=panel["axes"]["across"], ylabel=panel["axes"]["up"])


def draw_lines(axes, panel, _, __):
    """Every column against the first, told apart by dashes."""
    axis, = axes
    for series in panel["series"]:
        (_, across), *columns = series["curve"].items()
        for (name, values), line in zip(columns, ("-", "--", ":")):
            axis.plot(across, values, line, color=style(series["method"])["color"], linewidth=0.9,
                      label=name if len(panel["series"]) == 1 else f"{series['label']} {name}")
    last = across[-1]
    shown = panel.get("shown", last)
    axis.set(xlim=(0, shown), ylabel=panel["axes"]["up"],
             xlabel=panel["axes"]["across"] + ("" if last == shown else f" (the run goes on to {last:g})"))


def go_together(x, y):
    """Whether two columns grow together."""
    mid_x, mid_y = statistics.mean(x), statistics.mean(y)
    return sum((a - mid_x) * (b - mid_y) for a, b in zip(x, y)) > 0


def draw_sphere(axes, panel, _, __):
    """Three columns against each other, as lines on the unit sphere."""
    axis, = axes
    for series in panel["series"]:
        names = list(series["curve"])[1:]
        axis.plot(*(series["curve"][name] for name in names), color=style(series["method"])["color"], linewidth=0.5,
                  alpha=0.8, label=series["label"])
    axis.set(**{f"{end}{what}": value for end, name in zip("xyz", names)
                for what, value in (("lim", (-1, 1)), ("label", name), ("ticks", (-1, 0, 1)))})
    axis.set_box_aspect((1, 1, 1))
    axis.view_init(elev=18, azim=-60)


def draw_space(axes, panel, _, __):
    """Three columns against each other, as points."""
    axis, = axes
    for series in panel["series"]:
        columns = list(series["curve"].items())[1:]
        axis.plot(*(values for _, values in columns), ".", color=style(series["method"])["color"], markersize=1.2,
                  label=series["label"], rasterized=True)
    axis.set(**{f"{end}label": name for end, (name, _) in zip("xyz", columns)},
             **{f"{end}lim": (min(values), max(values)) for end, (_, values) in zip("xyz", columns)})
    axis.locator_params(nbins=4)
    axis.tick_params(axis="z", pad=10)  # long numbers, beside their axis
    axis.zaxis.labelpad = 16
    axis.view_init(azim=-45 if go_together(*(values for _, values in columns[:2])) else -135)  # from its broad side


def draw_cells(axes, panel, _, __):
    """A value over two parameters by its colour, one picture a method with the same colours."""
    values = [v for s in panel["series"] for v in measures(panel, s, None)["value"]]
    low, high = math.floor(min(values) * 2) / 2, math.ceil(max(values) * 2) / 2
    for axis, series in zip(axes, panel["series"]):
        x, y, e = measures(panel, series, None).values()
        columns, rows = sorted(set(x)), sorted(set(y))
        cells = [[math.nan] * len(columns) for _ in rows]
        for a, b, value in zip(x, y, e):
            cells[rows.index(b)][columns.index(a)] = value
        axis.grid(False)
        picture = axis.pcolormesh(columns, rows, cells, cmap="viridis", vmin=low, vmax=high, shading="nearest",
                                  rasterized=True)
        axis.set(xlim=panel["ranges"]["across"], ylim=panel["ranges"]["up"], xlabel=panel["axes"]["across"],
                 ylabel=panel["axes"]["up"], aspect=1.6)
        axis.set_title(f"{series['label']}: {statistics.mean(e):.1f} in the mean", loc="left", fontsize=10)
    axes[0].figure.colorbar(picture, ax=axes, shrink=0.8, label=panel["axes"]["value"])


DRAW = {"marks": draw_marks, "band": draw_band, "lines": draw_lines, "sphere": draw_sphere, "space": draw_space,
        "cells": draw_cells}


def draw(axes, panel, plot, timing):
    DRAW[plot["draw"]](axes, panel, plot, timing)
    if plot.get("legend") == "below":  # where it hides neither data nor title
        labels = axes[0].get_legend_handles_labels()[1]
        axes[0].legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), fontsize=8, borderaxespad=0.3,
                       ncols=2 if any(len(x) > 15 for x in labels) else 3)
    elif plot.get("legend") == "inside":
        crowded = {"loc": "upper left", "bbox_to_anchor": (1.01, 1)} if len(panel["series"]) > 6 else {"loc": "best"}
        axes[0].legend(fontsize=8, **crowded)


# --- the figure ------------------------------------------------------------------------------------------------------

def title(panel, between):
    failed = [f"{s['label']}: {s['status']} {s['reason']}" for s in panel["series"] if s.get("status", "ok") != "ok"]
    strip = [f"grey: {panel['strip']['label']}" for p in panel["plots"] if p.get("up") == panel.get("strip", {}).get("of", "-")]
    common = ["grey: errors that all methods reach"] if any(common_errors(panel, p) for p in panel["plots"]) else []
    ours = ["*: not in the paper"] if any(s["label"].endswith("*") for s in panel["series"]) else []
    return between.join([panel["title"], "; ".join([*failed, *strip, *common, *ours, *panel.get("missing", [])])]).removesuffix(between)


def drawable(panel, timing):
    """The panel without the plots of times, and saying so, where none were measured (--no-timing)."""
    if timing and any(series["points"] for series in timing["series"]):
        return panel
    plots = [p for p in panel["plots"] if not TIMES & {p.get("across"), p.get("up")}]
    return {**panel, "plots": plots, "missing": ["times not measured"] if len(plots) < len(panel["plots"]) else []}


def cells(panels):
    """Row and column of every pair of axes, plot by plot, on a grid of two columns; a panel that fits in a row has one."""
    places, row, column = [], 0, 0
    for panel in panels:
        counts = [len(panel["series"]) if plot["draw"] == "cells" else 1 for plot in panel["plots"]]
        if column + sum(counts) > 2 and column > 0:
            row, column = row + 1, 0
        places.append([])
        for count in counts:
            places[-1].append([(row + (column + i) // 2, (column + i) % 2) for i in range(count)])
            row, column = row + (column + count) // 2, (column + count) % 2
    return places, row + (column > 0)


def share_ranges(drawn):
    """What is compared by eye has one range: ratios of one figure, a method a plot, and lines of one quantity."""
    ratios = [axis for panel, axis in drawn if is_ratio(panel) and len(panel["series"]) == 1]
    for axis in ratios:
        axis.set_ylim(min(a.get_ylim()[0] for a in ratios), max(a.get_ylim()[1] for a in ratios))
    lines = {}
    for panel, axis in drawn:
        if panel["plots"][0]["draw"] == "lines":
            lines.setdefault(panel["axes"]["up"], []).append(axis)
    for axes in lines.values():  # of the data: what is constant would have a range of its own
        low, high = min(a.dataLim.y0 for a in axes), max(a.dataLim.y1 for a in axes)
        for axis in axes if high > low else []:
            axis.set_ylim(low - 0.05 * (high - low), high + 0.05 * (high - low))


def picture(data, timing):
    """A result as a picture."""
    timings = timing["panels"] if timing else [None] * len(data["panels"])
    panels = list(map(drawable, data["panels"], timings))
    first = panels[0]
    places, rows = cells(panels)
    single = sum(len(plot) for panel in places for plot in panel) == 1
    height = 5.0 if first["plots"][-1].get("legend") == "below" and len(first["series"]) > 2 else 4.1  # with its legend
    figure = plt.figure(figsize=(6.4 if single else 10.4, height * rows), layout="constrained")
    grid = figure.add_gridspec(rows, 1 if single else 2)
    drawn = []
    for panel, plots, seconds in zip(panels, places, timings):
        before = None
        for plot, own in zip(panel["plots"], plots):
            projection = {"projection": "3d"} if plot["draw"] in ("sphere", "space") else {}
            axes = [figure.add_subplot(grid[place], **projection) for place in own]
            draw(axes, panel, plot, seconds)
            if before and before.get("up", "") == plot.get("up"):
                axes[0].set_ylabel("")  # as on the plot to the left
            elif not before and plot["draw"] != "cells":
                axes[0].set_title(title(panel, "\n" if single else "; "), loc="left", fontsize=10)
            before = plot
            drawn.append((panel, axes[0]))
    share_ranges(drawn)
    between = "\n" if single else "   "
    figure.suptitle(f"{data['title']}{between}[{data['source']}]", x=0.01, ha="left", fontsize=11)
    return figure


def main(path):
    data = read(path)
    if not data["panels"]:
        return
    base = path[: -len(".json")]
    figure = picture(data, read(base + ".timing.json") if os.path.exists(base + ".timing.json") else None)
    for end in ("svg", "png"):
        temporary = f"{base}.tmp.{end}"
        figure.savefig(temporary, dpi=150, metadata={"Date": None} if end == "svg" else None)
        os.replace(temporary, f"{base}.{end}")
    plt.close(figure)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: plot.py RESULT.json ...")
    for argument in sys.argv[1:]:
        main(argument)
