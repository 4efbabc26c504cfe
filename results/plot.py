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
import matplotlib.ticker

# Okabe & Ito's colours, safe for colour-blind readers.
COLORS = {"black": "#000000", "orange": "#E69F00", "sky": "#56B4E9", "green": "#009E73", "yellow": "#F0E442",
          "blue": "#0072B2", "vermilion": "#D55E00", "purple": "#CC79A7"}

# Colour, marker and line of a method, the same in every picture and in the report.
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "styles.json"), encoding="utf-8") as file:
    STYLES = {method: (COLORS[color], marker, line) for method, (color, marker, line) in json.load(file).items()}
GUEST_STYLES = [("0.5", "x", "--"), (COLORS["purple"], "*", "-"), (COLORS["green"], "d", "-."),
                (COLORS["orange"], "1", ":"), (COLORS["sky"], "8", "-")]

SCHEMAS = {"polhode/experiment/1", "polhode/timing/1"}

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
    fit = series.get("fits", {}).get(key, {})
    return (" = ".join([series["label"], *same_curves(panel, key).get(series["label"], [])])
            + (f" (order {fit['order']:.2f})" if is_asymptotic(fit) else ""))


def name_line(lines, panel, series, key):
    """The name of a line in the SVG, by which it can be found again."""
    for line in lines:
        line.set_gid(f"{series['method']}|{panel['title']}|{key}")


def order_triangle(axis, order, rising):
    """The slope of an order: error ~ h^order in the lower right corner, error ~ work^-order in the lower left one."""
    (x0, x1), (y0, y1) = axis.get_xlim(), axis.get_ylim()
    decades = 0.16 * min(math.log10(x1 / x0), math.log10(y1 / y0) / order)
    margin, y = 10 ** (0.06 * math.log10(x1 / x0)), y0 * 10 ** (0.08 * math.log10(y1 / y0))
    x = x1 / margin if rising else x0 * margin
    far, top = x / 10 ** decades if rising else x * 10 ** decades, y * 10 ** (order * decades)
    axis.plot([x, far, x, x], [y, y, top, y], color="0.45", linewidth=0.9)
    axis.annotate(f"order {order}", (min(x, far) if rising else far, y), xytext=(-4, 2) if rising else (4, 2),
                  ha="right" if rising else "left", textcoords="offset points", color="0.35", fontsize=8)


def draw_errors(axis, panel, key, xs_of, xlabel, rising=False):
    """Error against whatever xs_of(series) gives for each good point."""
    drawn = False
    for series in panel["series"]:
        good = good_points(series)
        pairs = [(x, p["errors"][key]) for x, p in zip(xs_of(series, good), good) if x is not None and p["errors"][key] > 0]
        if pairs:
            name_line(axis.loglog(*zip(*pairs), label=series_label(panel, series, key), **style(series["method"])),
                      panel, series, key)
            drawn = True
    axis.set_xlabel(xlabel)
    if not drawn:
        return nothing(axis)
    floor = panel["reference"]["error_estimate"]
    if floor > axis.get_ylim()[0]:
        axis.axhspan(axis.get_ylim()[0], floor, color="0.9", zorder=0)
    for order in sorted({s["order"] for s in panel["series"] if is_asymptotic(s.get("fits", {}).get(key, {}))})[-1:]:
        order_triangle(axis, order, rising)


def nothing(axis):
    """Said where a plot would be: times are not measured with --no-timing."""
    axis.text(0.5, 0.5, "not measured", ha="center", va="center", transform=axis.transAxes, color="0.35")
    axis.set(xticks=(), yticks=())


def draw_convergence(axes, panel, _):
    """Error against the step, one pair of axes per norm."""
    for axis, norm in zip(axes, panel["norms"]):
        draw_errors(axis, panel, norm["key"], lambda _, good: [abs(p["h"]) for p in good], panel["axes"]["h"], rising=True)
        axis.set_ylabel(norm["label"])
        axis.legend(loc="upper center", bbox_to_anchor=(0.5, -0.13), ncols=2, fontsize=8)
    axes[0].set_title(panel["title"], loc="left", fontsize=10)


def draw_work(axes, panel, timing):
    """Left: error against measured time. Right: error against counted work."""
    def seconds(series, good, pick=min):
        rows = next(s for s in timing["series"] if s["method"] == series["method"])["points"] if timing else []
        picked = {row["steps"]: 1e6 * pick(row["seconds"]) for row in rows}
        return [picked.get(p["steps"]) for p in good]

    norm = panel["norms"][0]
    draw_errors(axes[0], panel, norm["key"], seconds, panel["axes"]["time"])
    for series in panel["series"]:
        good = good_points(series)
        for p, fast, middle in zip(good, seconds(series, good), seconds(series, good, statistics.median)):
            if fast is not None and p["errors"][norm["key"]] > 0:
                axes[0].hlines(p["errors"][norm["key"]], fast, middle, linewidth=0.8, color=style(series["method"])["color"])
    draw_errors(axes[1], panel, norm["key"], lambda _, good: [p["tally"]["operations"] for p in good],
                panel["axes"]["operations"])
    axes[0].set_ylabel(norm["label"].replace(", |", ",\n|").replace(", u =", ",\nu ="))
    axes[0].set_title(panel["title"], loc="left", fontsize=10)
    crowded = {"loc": "upper left", "bbox_to_anchor": (1.01, 1)} if len(panel["series"]) > 6 else {"loc": "best"}
    axes[1].legend(**crowded)


def draw_cost(axes, panel, timing):
    """Left: time of a step, the cheapest baseline being 1. Right: error against the step."""
    if timing:
        times = {s["method"]: {p["steps"]: min(p["seconds"]) for p in s["points"]} for s in timing["series"]}
        cheapest = {}
        for method in panel["baselines"]:
            for steps, seconds in times[method].items():
                cheapest[steps] = min(seconds, cheapest.get(steps, math.inf))
        for series in panel["series"]:
            pairs = [(panel["duration"] / n, seconds / cheapest[n])
                     for n, seconds in times[series["method"]].items() if n in cheapest]
            if pairs:
                axes[0].loglog(*zip(*sorted(pairs)), label=series["label"], **style(series["method"]))
        axes[0].axhspan(panel["strip"]["low"], panel["strip"]["high"], color="0.92", zorder=0)
    else:
        nothing(axes[0])
    axes[0].set(xlabel=panel["axes"]["h"], ylabel=panel["axes"]["relative_time"])
    axes[0].set_title(f"{panel['title']}; grey: {panel['strip']['label']}", loc="left", fontsize=10)
    norm = panel["norms"][0]
    draw_errors(axes[1], panel, norm["key"], lambda _, good: [abs(p["h"]) for p in good], panel["axes"]["h"], rising=True)
    axes[1].set_ylabel(norm["label"])
    axes[1].legend(loc="upper center", bbox_to_anchor=(0.5, -0.13), ncols=2, fontsize=8)


def draw_map(axes, panel, _):
    """The mean log10 error over two parameters, one picture per method with the same colours."""
    values = [v for s in panel["series"] for v in s["curve"]["mean_log10"]]
    low, high = math.floor(min(values) * 2) / 2, math.ceil(max(values) * 2) / 2
    for axis, series in zip(axes, panel["series"]):
        x, y, e = series["curve"].values()
        columns, rows = sorted(set(x)), sorted(set(y))
        cells = [[math.nan] * len(columns) for _ in rows]
        for a, b, value in zip(x, y, e):
            cells[rows.index(b)][columns.index(a)] = value
        axis.grid(False)
        picture = axis.pcolormesh(columns, rows, cells, cmap="viridis", vmin=low, vmax=high, shading="nearest",
                                  rasterized=True)
        axis.set(xlim=panel["ranges"]["across"], ylim=panel["ranges"]["up"], xlabel=panel["axes"]["across"],
                 ylabel=panel["axes"]["up"], aspect=1.6)
        axis.set_title(f"{series['label']}: {series['numbers']['mean']:.1f} in the mean", loc="left", fontsize=10)
    axes[0].figure.colorbar(picture, ax=axes, shrink=0.8, label=panel["axes"]["value"])


def title(axis, panel):
    failed = [f"{s['label']}: {s['status']} {s['reason']}" for s in panel["series"] if s["status"] != "ok"]
    axis.set_title("; ".join([panel["title"], *failed]), loc="left", fontsize=10)


def legend_below(axis):
    """Below the axis, where it hides neither data nor title."""
    labels = axis.get_legend_handles_labels()[1]
    axis.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=2 if any(len(x) > 15 for x in labels) else 3, fontsize=8,
                borderaxespad=0.3)


def drawn_size(series):
    """The largest size that the band of a series reaches."""
    return max(max(map(abs, series["curve"]["min"])), max(map(abs, series["curve"]["max"])))


def is_ratio(panel):
    """Whether the panel says that a relative error is drawn as the papers do, as H/H0 against the step."""
    return "base" in panel


def size_label(series):
    """The largest value of the curve that is drawn; a chaotic run says its ensemble's beside it."""
    own = f"{series['label']}, at most {drawn_size(series):.3g}"
    return own + (f"\n(median of 16 starts {series['numbers']['max_abs']:.3g})" if series.get("chaotic") else "")


def draw_drift(axes, panel, _):
    """The energy error against time, drawn as the band between the least and the largest value of every bin."""
    ratio, base, per_time = is_ratio(panel), panel.get("base", 0), panel.get("per_time", 1)
    largest, smallest = (pick(map(drawn_size, panel["series"])) for pick in (max, min))
    for series in panel["series"]:
        color, curve = style(series["method"])["color"], series["curve"]
        x = [t * per_time for t in curve["t"]]
        low, high = ([v + base for v in curve[end]] for end in ("min", "max"))
        band = axes[0].fill_between(x, low, high, facecolor=matplotlib.colors.to_rgba(color, 0.35),
                                    edgecolor=color, linewidth=0.8, label=size_label(series))
        band.set_gid(f"{series['method']}|{panel['title']}|band")
    if not ratio and smallest > 0 and largest / smallest > 30:
        axes[0].set_yscale("symlog", linthresh=10 ** math.ceil(math.log10(smallest)))
    elif not ratio:
        axes[0].ticklabel_format(axis="y", style="sci", scilimits=(-2, 3), useMathText=True)
    axes[0].set(xlabel=panel["axes"]["across"], ylabel=panel["axes"]["up"])
    legend_below(axes[0])
    title(axes[0], panel)


def go_together(x, y):
    """Whether two columns grow together."""
    mid_x, mid_y = statistics.mean(x), statistics.mean(y)
    return sum((a - mid_x) * (b - mid_y) for a, b in zip(x, y)) > 0


def draw_trajectory(axes, panel, _):
    """Three components against time, or against each other on the unit sphere."""
    axis = axes[0]
    for series in panel["series"]:
        t, *components = series["curve"].items()
        color = style(series["method"])["color"]
        if "min" in series["curve"]:
            axis.fill_between(t[1], series["curve"]["min"], series["curve"]["max"], edgecolor=color, linewidth=0.8,
                              facecolor=matplotlib.colors.to_rgba(color, 0.35))
        elif panel["view"] == "space":
            axis.plot(*[values for _, values in components], ".", color=color, markersize=1.2, label=series["label"],
                      rasterized=True)
        elif panel["view"] == "sphere":
            axis.plot(*[values for _, values in components], color=color, linewidth=0.5, alpha=0.8, label=series["label"])
        else:
            for (name, values), line in zip(components, ("-", "--", ":")):
                axis.plot(t[1], values, line, color=color, linewidth=0.9, label=name)
    if panel["view"] == "sphere":
        axis.set(xlim=(-1, 1), ylim=(-1, 1), zlim=(-1, 1), xlabel="u1", ylabel="u2", zlabel="u3",
                 xticks=(-1, 0, 1), yticks=(-1, 0, 1), zticks=(-1, 0, 1))
        axis.set_box_aspect((1, 1, 1))
        axis.view_init(elev=18, azim=-60)
    elif panel["view"] == "space":
        axis.set(**{f"{end}label": name for end, (name, _) in zip("xyz", components)},
                 **{f"{end}lim": (min(values), max(values)) for end, (_, values) in zip("xyz", components)})
        axis.locator_params(nbins=4)
        axis.zaxis.labelpad = 14
        axis.view_init(azim=-45 if go_together(*(values for _, values in components[:2])) else -135)  # from its broad side
    else:
        last = t[1][-1]
        shown = panel.get("shown", last)
        axis.set(xlim=(0, shown), ylabel=panel["axes"]["up"],
                 xlabel=panel["axes"]["across"] + ("" if last == shown else f" (the run goes on to {last:g})"))
    if len(axis.get_legend_handles_labels()[0]) > 1 or panel["view"] != "components":
        legend_below(axis)
    title(axis, panel)


def draw_sweep(axes, panel, _):
    """A number against a parameter of the problem."""
    for series in panel["series"]:
        (_, x), (name, y) = series["curve"].items()
        name_line(axes[0].loglog(x, y, label=series["label"], **style(series["method"])), panel, series, name)
    axes[0].set(xlabel=panel["axes"]["across"], ylabel=panel["axes"]["up"])
    axes[0].legend(loc="best")
    title(axes[0], panel)


DRAW = {"convergence": (2, draw_convergence), "work": (2, draw_work), "cost": (2, draw_cost), "map": (2, draw_map), "drift": (1, draw_drift), "trajectory": (1, draw_trajectory), "sweep": (1, draw_sweep)}


def cells(panels):
    """Row, column and width of every panel on a grid of two columns, filled from left to right."""
    place, row, column = [], 0, 0
    for i, panel in enumerate(panels):
        width = DRAW[panel["kind"]][0]
        if len(panels) == 1:
            width = 2
        if column + width > 2:
            row, column = row + 1, 0
        place.append((row, column))
        column += width
    return place, row + 1


def share_ranges(drawn):
    """Ratios of one figure, a method a plot, are compared by eye: one range for all."""
    axes = [axis for panel, axis in drawn if panel["kind"] == "drift" and is_ratio(panel) and len(panel["series"]) == 1]
    for axis in axes:
        axis.set_ylim(min(a.get_ylim()[0] for a in axes), max(a.get_ylim()[1] for a in axes))


def picture(data, timing):
    """A result as a picture."""
    place, rows = cells(data["panels"])
    single = len(data["panels"]) == 1 and DRAW[data["panels"][0]["kind"]][0] == 1
    height = 5.0 if data["panels"][0]["kind"] == "convergence" else 4.4 if data["panels"][0]["kind"] == "cost" else 4.1
    figure = plt.figure(figsize=(6.4 if single else 10.4, height * rows), layout="constrained")
    grid = figure.add_gridspec(rows, 1 if single else 2)
    drawn = []
    for panel, (row, column) in zip(data["panels"], place):
        count, draw = DRAW[panel["kind"]]
        kind = {"projection": "3d"} if panel.get("view") in ("sphere", "space") else {}
        axes = [figure.add_subplot(grid[row, column + i], **kind) for i in range(count)]
        draw(axes, panel, timing["panels"][data["panels"].index(panel)] if timing else None)
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
