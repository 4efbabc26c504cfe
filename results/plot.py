#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws a result file: results/plot.py results/out/figure1.json writes figure1.svg and figure1.png beside it.

It reads JSON and draws; every number on a picture is computed elsewhere. A method has one colour and one marker
in all figures.
"""
import json
import os
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

# Okabe & Ito's colours, safe for colour-blind readers.
BLACK, ORANGE, SKY, GREEN, YELLOW, BLUE, VERMILION, PURPLE = (
    "#000000", "#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7")

STYLES = {
    "exact": (BLACK, "o", "-"),
    "mr": (VERMILION, "s", "-"),
    "rk4": (GREEN, "^", "-"),
    "imidm": (BLUE, "D", "-"),
    "dumbbell-vi": (SKY, "v", "-"),
}
UNKNOWN_STYLE = (PURPLE, "x", "--")

SCHEMAS = {"polhode/experiment/1", "polhode/timing/1"}

plt.rcParams.update({
    "font.size": 10, "axes.grid": True, "grid.alpha": 0.3, "grid.linewidth": 0.6, "axes.spines.top": False,
    "axes.spines.right": False, "legend.frameon": False, "svg.hashsalt": "polhode", "lines.markersize": 4.5,
    "lines.linewidth": 1.3, "figure.dpi": 110,
})


def read(path):
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    if data.get("schema") not in SCHEMAS:
        sys.exit(f"{path}: schema {data.get('schema')!r} is not one of {sorted(SCHEMAS)}")
    return data


def style(method):
    color, marker, line = STYLES.get(method, UNKNOWN_STYLE)
    return {"color": color, "marker": marker, "linestyle": line, "markerfacecolor": "white", "markeredgewidth": 1.2}


def series_label(series):
    fit = series.get("fit", {})
    return series["label"] + (f" (order {fit['order']:.2f})" if "order" in fit else "")


def draw_errors(axis, panel, xs_of, xlabel):
    """Error against whatever xs_of(series) gives for each good point."""
    key = panel["norm"]["key"]
    for series in panel["series"]:
        good = [p for p in series["points"] if p["status"] == "ok"]
        pairs = [(x, p["errors"][key]) for x, p in zip(xs_of(series, good), good) if x is not None and p["errors"][key] > 0]
        if pairs:
            axis.loglog(*zip(*pairs), label=series_label(series), **style(series["method"]))
    floor = panel["reference"]["error_estimate"]
    if floor > 0 and axis.get_ylim()[0] < floor:
        axis.axhspan(axis.get_ylim()[0], floor, color="0.9", zorder=0)
    axis.set_xlabel(xlabel)


def draw_work(axes, panel, timing):
    """Left: error against measured time. Right: error against counted work."""
    def seconds(series, good):
        rows = next(s for s in timing["series"] if s["method"] == series["method"])["points"] if timing else []
        fastest = {row["steps"]: 1e6 * min(row["seconds"]) for row in rows}
        return [fastest.get(p["steps"]) for p in good]

    draw_errors(axes[0], panel, seconds, "time of the run in µs (fastest of 15)")
    draw_errors(axes[1], panel, lambda _, good: [p["tally"]["operations"] for p in good],
                "operations (÷ and √ count 4, sin, cos, ... 16)")
    axes[0].set_ylabel(panel["norm"]["label"])
    axes[0].set_title(panel["title"], loc="left", fontsize=10)
    axes[1].legend(loc="best")


DRAW = {"work": (2, draw_work)}


def main(path):
    data = read(path)
    base = path[: -len(".json")]
    timing = read(base + ".timing.json") if os.path.exists(base + ".timing.json") else None
    columns = max(DRAW[p["kind"]][0] for p in data["panels"])
    rows = len(data["panels"])
    figure, grid = plt.subplots(rows, columns, figsize=(4.8 * columns, 3.9 * rows), squeeze=False, sharey="row",
                                layout="constrained")
    for i, panel in enumerate(data["panels"]):
        DRAW[panel["kind"]][1](grid[i], panel, timing["panels"][i] if timing else None)
    figure.suptitle(f"{data['title']}   [{data['source']}]", x=0.01, ha="left", fontsize=11)
    for end in ("svg", "png"):
        temporary = f"{base}.tmp.{end}"
        figure.savefig(temporary, dpi=160, metadata={"Date": None} if end == "svg" else None)
        os.replace(temporary, f"{base}.{end}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: plot.py RESULT.json ...")
    for argument in sys.argv[1:]:
        main(argument)
